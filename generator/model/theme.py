"""A theme: templates, assets, icons, words and options. It holds no Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Literal

import msgspec

OptionType = Literal["color", "choice", "list", "bool", "text", "number"]
OptionResult = str | bool | int | float | tuple[str, ...]


class OptionValue(msgspec.Struct, frozen=True, omit_defaults=True):
    """The value of a theme's option, before its type is known."""

    text: str = ""
    items: tuple[str, ...] | None = None

    expects: ClassVar[str] = "a word, a text or a list of words"

    @classmethod
    def from_scalar(cls, text: str) -> OptionValue:
        """Read a single value."""
        return cls(text)

    @classmethod
    def from_items(cls, values: list[OptionValue]) -> OptionValue:
        """Read a list."""
        return cls(items=tuple(value.text for value in values))


class OptionSpec(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a theme says about one of its options, in `theme.yaml`."""

    type: OptionType
    """`color`, `choice`, `list`, `bool`, `text` or `number`."""
    default: OptionValue = OptionValue()
    """The value where the site gives none."""
    choices: tuple[str, ...] = ()
    """The words of a `choice`, or those that a `list` may hold."""
    description: str = ""
    """What the option changes."""


class ThemeManifest(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The whole of `theme.yaml`."""

    title: str = ""
    """The theme's name in words."""
    description: str = ""
    """What it looks like."""
    extends: str = ""
    """Another theme whose files stand in where this one has none."""
    options: dict[str, OptionSpec] = {}
    """What a site can set under `theme: {options: …}`."""


class ThemeFile:
    """One file of a theme; its bytes are read when they are wanted."""

    __slots__ = ("_read", "digest", "path")

    def __init__(self, path: str, digest: str, read: Callable[[], bytes]) -> None:
        self.path = path
        """The file for messages: `themes/broadsheet/templates/base.html`."""
        self.digest = digest
        """Of the bytes; a text has the same whatever ends its lines."""
        self._read = read

    @property
    def data(self) -> bytes:
        """The bytes; text as UTF-8 with LF."""
        return self._read()


class Theme(msgspec.Struct, frozen=True, kw_only=True):
    """A theme with everything it inherits, and with the site's options."""

    name: str
    files: dict[str, ThemeFile] = {}
    """By path in the theme, the nearest theme's file first: `templates/base.html`."""
    specs: dict[str, OptionSpec] = {}
    options: dict[str, OptionResult] = {}
    words: dict[str, dict[str, str]] = {}
    """Language -> key -> word, of `words.yaml`."""

    def text(self, name: str) -> str | None:
        """Return a file as text, or None when the theme has none of that name."""
        file = self.files.get(name)
        return None if file is None else file.data.decode("utf-8")
