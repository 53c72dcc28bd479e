"""The files by which a theme draws social cards, known by their digest before any is drawn."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from generator.model.files import digest_of
from generator.model.theme import Theme, ThemeFile

if TYPE_CHECKING:
    from generator.render.renderer import Font

_FONTS = ("ttf", "otf", "ttc", "otc")
_IMPORTED = re.compile(r'"([^"\n]+\.typ)"')


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
        names = (*self._names, *self._fonts)
        theme = (f"{name}={self._theme.files[name].digest}" for name in names)
        own = (f"{font.name}={font.digest}" for font in self._own_fonts)
        return digest_of("\n".join((*theme, *own)).encode())

    def files(self) -> dict[str, bytes]:
        """Return the files for Typst, which begins at `main`.

        The design is included there, so that the paths that it imports begin where it lies.
        """
        files = {name: self._theme.files[name].data for name in self._names}
        return {**files, "main": f'#include "{self.name}"'.encode()}

    def font_folders(self) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
        """Return the folders of the site's own fonts, and of the theme's."""
        theme = (self._theme.files[name].place for name in self._fonts)
        return _folders(font.place for font in self._own_fonts), _folders(theme)

    def file(self, name: str) -> ThemeFile:
        """Return the file of which Typst speaks; the design itself where that is `main`."""
        return self._theme.files.get(name) or self._theme.files[self.name]

    @cached_property
    def _fonts(self) -> tuple[str, ...]:
        files = (name for name in self._theme.files if name.startswith(("cards/", "cv/")))
        return tuple(sorted(name for name in files if name.endswith(_FONTS)))

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


def _folders(places: Iterable[str]) -> tuple[Path, ...]:
    return tuple(dict.fromkeys(Path(place).parent for place in places))
