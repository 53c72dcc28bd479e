"""The files of a theme by which pages, CVs and cards are drawn, known by their digests beforehand.

The digest of a template is that of its source and of all templates that it names.

`!page.html` is the file of that name in the themes below the one in which it is written. Jinja and
the digests know that file as `!page.html`, too, if it is the second of its name, as `!!page.html`
if it is the third, whoever asks.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path

from generator.model.files import Font, digest_of
from generator.model.theme import Theme, ThemeFile

_NAMES = re.compile(r"\{%-?\s*(?:extends|include|import|from)\s+(.+?)-?%\}", re.DOTALL)
_LITERAL = re.compile(
    r"""^(['"])([^'"]+)\1\s*(?:ignore missing|with(out)? context|import\b|as\b|$)"""
)
_COMPUTED = re.compile(r"""^(['"])(\w[^'"]*)\1\s*~[^'"]+~\s*(['"])([^'"]*)\3$""")
"""A name whose beginning and end are known: `'parts/section-' ~ section.style ~ '.html'`."""
ABSENT = "absent"
BELOW = "!"


def file_name(template: str) -> str:
    """Return the file of a template: `page.html` lies in `templates/`, `assets/…` as named."""
    name = template.lstrip(BELOW)
    return name if name.startswith(("assets/", "icons/")) else f"templates/{name}"


def template_file(theme: Theme, template: str) -> ThemeFile | None:
    """Return the file of a template, by the name that Jinja has for it, or None."""
    depth = len(template) - len(template.lstrip(BELOW))
    files = _files(theme, template)
    return files[depth] if depth < len(files) else None


def name_below(theme: Theme, name: str, asker: str) -> str:
    """Return Jinja's name for the file that a template means by `!NAME`."""
    bare = name.lstrip(BELOW)
    file = template_file(theme, asker)
    layer = file.layer if file else 0
    files = _files(theme, bare)
    depth = next((n for n, file in enumerate(files) if file.layer > layer), len(files) or 1)
    return BELOW * depth + bare


def _files(theme: Theme, template: str) -> tuple[ThemeFile, ...]:
    name = file_name(template)
    return theme.all_of(name) or theme.all_of(f"{name}.jinja")


class TemplateDigests:
    """The digest of each template of a theme, computed when it is first asked for."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.of = cache(self._of)
        """Template name -> digest."""

    def _of(self, template: str) -> str:
        parts = []
        for name in sorted(self.reachable(template)):
            file = template_file(self._theme, name)
            # A missing file counts, too: adding it is a change.
            parts.append(f"{name}={file.digest if file else ABSENT}")
        return digest_of("\n".join(parts).encode())

    def reachable(self, template: str) -> set[str]:
        """Return the names of a template and of all that it may draw, there or not."""
        found: set[str] = set()
        open_names = [template]
        while open_names:
            name = open_names.pop()
            if name in found:
                continue
            found.add(name)
            open_names.extend(self._named(name))
        return found

    def _named(self, template: str) -> list[str]:
        file = template_file(self._theme, template)
        source = file.data.decode("utf-8") if file else ""
        names: list[str] = []
        for match in _NAMES.finditer(source):
            literal = _LITERAL.match(match[1].strip())
            if literal:
                names.append(self._named_as(literal[2], template))
                continue
            if part := _COMPUTED.match(match[1].strip()):
                names.extend(self._between(part[2], part[4]))
                continue
            # Any other name that is computed may be any of the theme's templates.
            names.extend(self._all)
            names.extend(
                self._named_as(name, template)
                for name in re.findall(r"['\"](!?[\w./-]+\.\w+)['\"]", match[1])
            )
        return names

    def _between(self, start: str, end: str) -> list[str]:
        """Return the templates whose names begin and end in a certain way."""
        return [name for name in self._all if name.startswith(start) and name.endswith(end)]

    def _named_as(self, name: str, asker: str) -> str:
        return name_below(self._theme, name, asker) if name.startswith(BELOW) else name

    @property
    def _all(self) -> list[str]:
        return [
            BELOW * depth + name.removeprefix("templates/")
            for name in self._theme.files
            if name.startswith("templates/")
            for depth in range(len(self._theme.all_of(name)))
        ]


_FONT_ENDINGS = ("ttf", "otf", "ttc", "otc")
_IMPORTED = re.compile(r'"([^"\n]+\.typ)"')

Folders = tuple[Path, ...]


class CvDesigns:
    """The designs in a theme's `cv/`, each a file `NAME.typ`; they may share files and fonts."""

    def __init__(self, theme: Theme, own_fonts: tuple[Font, ...]) -> None:
        """`own_fonts` are those of the site."""
        self._theme = theme
        self._own_fonts = own_fonts

    @cached_property
    def digest(self) -> str:
        """The digest of everything that any of them could read."""
        return _digest(self._theme, sorted(self._names), self._own_fonts)

    def file(self, name: str) -> ThemeFile | None:
        """Return a file of `cv/`, such as `classic.typ`, or None where the theme has none."""
        return self._theme.files.get(f"cv/{name}")

    def files(self, design: str) -> dict[str, bytes]:
        """Return the files for Typst by their names in `cv/`, and the design itself as `main`."""
        files = {
            name.removeprefix("cv/"): self._theme.files[name].data
            for name in self._names
            if not name.endswith(_FONT_ENDINGS)
        }
        return {**files, "main": files[f"{design}.typ"]}

    def font_folders(self) -> tuple[Folders, Folders]:
        """Return the folders of the site's own fonts, and of the theme's."""
        fonts = [name for name in self._names if name.endswith(_FONT_ENDINGS)]
        return _font_folders(self._theme, fonts, self._own_fonts)

    @cached_property
    def _names(self) -> list[str]:
        return [name for name in self._theme.files if name.startswith("cv/")]


class CardDesign:
    """A theme's `cards/card.typ`, with all files of `cards/` and what they import from elsewhere.

    A design gets these files and no others, so it can read nothing that is not in the digest.
    """

    name = "cards/card.typ"

    def __init__(self, theme: Theme, own_fonts: tuple[Font, ...]) -> None:
        """`own_fonts` are those of the site."""
        self._theme = theme
        self._own_fonts = own_fonts

    @cached_property
    def digest(self) -> str:
        """The digest of all that decides how cards look, but for what they say."""
        return _digest(self._theme, (*self._names, *self._fonts), self._own_fonts)

    def files(self) -> dict[str, bytes]:
        """Return the files for Typst, which begins at `main`.

        The design is included there, so that the paths that it imports begin where it lies.
        """
        files = {name: self._theme.files[name].data for name in self._names}
        return {**files, "main": f'#include "{self.name}"'.encode()}

    def font_folders(self) -> tuple[Folders, Folders]:
        """Return the folders of the site's own fonts, and of the theme's."""
        return _font_folders(self._theme, self._fonts, self._own_fonts)

    def file(self, name: str) -> ThemeFile:
        """Return the file of which Typst speaks; the design itself where that is `main`."""
        return self._theme.files.get(name) or self._theme.files[self.name]

    @cached_property
    def _fonts(self) -> tuple[str, ...]:
        files = (name for name in self._theme.files if name.startswith(("cards/", "cv/")))
        return tuple(sorted(name for name in files if name.endswith(_FONT_ENDINGS)))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        files = self._theme.files
        waiting = [name for name in files if name.startswith("cards/") and name not in self._fonts]
        found: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name in found or name not in files:
                continue
            found.add(name)
            text = self._theme.text(name) if name.endswith(".typ") else None
            for match in _IMPORTED.finditer(text or ""):
                path = posixpath.join("/", posixpath.dirname(name), match[1])
                waiting.append(posixpath.normpath(path).lstrip("/"))
        return tuple(sorted(found))


def _digest(theme: Theme, names: Iterable[str], own_fonts: tuple[Font, ...]) -> str:
    files = (f"{name}={theme.files[name].digest}" for name in names)
    own = (f"{font.name}={font.digest}" for font in own_fonts)
    return digest_of("\n".join((*files, *own)).encode())


def _font_folders(
    theme: Theme, names: Iterable[str], own_fonts: tuple[Font, ...]
) -> tuple[Folders, Folders]:
    own = (font.place for font in own_fonts)
    return _folders(own), _folders(theme.files[name].place for name in names)


def _folders(places: Iterable[str]) -> Folders:
    return tuple(dict.fromkeys(Path(place).parent for place in places))
