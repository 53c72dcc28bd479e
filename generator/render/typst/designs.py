"""The files of a theme by which Typst draws, known by their digests before anything is drawn."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from generator.model.files import Font, digest_of
from generator.model.theme import Theme, ThemeFile

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
