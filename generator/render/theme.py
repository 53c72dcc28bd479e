"""The files of a theme that draw pages and CVs, with digests that are known before drawing.

The digest of a template covers its source and all templates that it names.

In a template, `!page.html` means the file of that name in the themes below its own. Jinja and the
digests call the second file of a name `!page.html`, and the third `!!page.html`.
"""

from __future__ import annotations

import re
from functools import cache, cached_property
from pathlib import Path

from generator.model.files import Sources, digest_of
from generator.model.theme import Theme, ThemeFile

_NAMES = re.compile(r"\{%-?\s*(?:extends|include|import|from)\s+(.+?)-?%\}", re.DOTALL)
_LITERAL = re.compile(
    r"""^(['"])([^'"]+)\1\s*(?:ignore missing|with(out)? context|import\b|as\b|$)"""
)
_COMPUTED = re.compile(r"""^(['"])(\w[^'"]*)\1\s*~[^'"]+~\s*(['"])([^'"]*)\3$""")
"""A computed name with a known beginning and end: `'parts/section-' ~ section.style ~ '.html'`."""
ABSENT = "absent"
BELOW = "!"


def file_name(template: str) -> str:
    """Return the file of a template: `page.html` is in `templates/`; `assets/…` is a path
    already."""
    name = template.lstrip(BELOW)
    return name if name.startswith(("assets/", "icons/")) else f"templates/{name}"


def template_file(theme: Theme, template: str) -> ThemeFile | None:
    """Return the file of a template by Jinja's name for it, or None."""
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
        """Return the names of a template and of all templates that it may use, existing or not."""
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
        source = file.read().decode("utf-8") if file else ""
        names: list[str] = []
        for match in _NAMES.finditer(source):
            written, literals = match[1].strip(), []
            if literal := _LITERAL.match(written):
                literals = [literal[2]]
            elif part := _COMPUTED.match(written):
                known = (name for name in self._all if name.startswith(part[2]))
                names += (name for name in known if name.endswith(part[4]))
            else:  # any other computed name may mean any template of the theme
                names += self._all
                literals = re.findall(r"['\"](!?[\w./-]+\.\w+)['\"]", written)
            for name in literals:
                is_below = name.startswith(BELOW)
                names.append(name_below(self._theme, name, template) if is_below else name)
        return names

    @property
    def _all(self) -> list[str]:
        return [
            BELOW * depth + name.removeprefix("templates/")
            for name in self._theme.files
            if name.startswith("templates/")
            for depth in range(len(self._theme.all_of(name)))
        ]


_FONT_ENDINGS = ("ttf", "otf", "ttc", "otc")


class Designs:
    """The Typst designs in a theme's `cv/`.

    A design gets only the files there, so it cannot read anything that the digest does not cover.
    """

    def __init__(self, theme: Theme, sources: Sources) -> None:
        """`sources` have the site's own fonts. All designs may use those in `cv/`, too."""
        self._theme = theme
        self._sources = sources
        self._own_fonts = [font for _, font in sorted(sources.fonts.items())]

    @cached_property
    def digest(self) -> str:
        """The digest of all files that any of the designs could read."""
        names = (*self._names, *self._fonts)
        files = (f"{name}={self._theme.files[name].digest}" for name in names)
        own = (f"{font.path}={font.digest()}" for font in self._own_fonts)
        return digest_of("\n".join((*files, *own)).encode())

    def file(self, path: str) -> ThemeFile | None:
        """Return a file of the theme, or None."""
        return self._theme.files.get(path)

    def files(self, design: str) -> dict[str, bytes]:
        """Return the files for Typst. It starts with `main`.

        That file includes the design, so that the design's imports are relative to its own path.
        """
        files = {name: self._theme.files[name].read() for name in self._names}
        return {**files, "main": f'#include "cv/{design}.typ"'.encode()}

    def photo(self, path: str) -> bytes:
        """Return the bytes of a photo. A CV's view has its digest, so this read is recorded."""
        return self._sources.at(path).read()

    def font_folders(self) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
        """Return the folders of the site's own fonts, and of the theme's."""
        own = {Path(font.absolute).parent: None for font in self._own_fonts}
        themes = {Path(self._theme.files[name].absolute).parent: None for name in self._fonts}
        return tuple(own), tuple(themes)

    @cached_property
    def _fonts(self) -> list[str]:
        files = (name for name in self._theme.files if name.startswith("cv/"))
        return sorted(name for name in files if name.endswith(_FONT_ENDINGS))

    @cached_property
    def _names(self) -> list[str]:
        files = (name for name in self._theme.files if name.startswith("cv/"))
        return sorted(name for name in files if not name.endswith(_FONT_ENDINGS))
