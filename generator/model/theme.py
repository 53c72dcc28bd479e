"""A theme: templates, assets, icons, words and options. It holds no Python."""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import ClassVar, Literal

import msgspec

from generator.model.files import packaged_data
from generator.model.text import LARGEST, one_of, words_in
from generator.problems import Message, did_you_mean

OptionResult = str | bool | int | float | tuple[str, ...]


class OptionValue(msgspec.Struct, frozen=True, omit_defaults=True):
    """The value of a theme's option, or a list of values, before its type is known."""

    text: str = ""
    items: tuple[str, ...] | None = None

    expects: ClassVar[str] = "form-option-value"

    @classmethod
    def from_scalar(cls, text: str) -> "OptionValue":
        """Read a single value."""
        return cls(text)

    @classmethod
    def from_items(cls, values: "list[OptionValue]") -> "OptionValue":
        """Read a list."""
        return cls(items=tuple(value.text for value in values))


class OptionSpec(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The definition of a theme's option, in `theme.yaml`."""

    type: Literal["color", "choice", "list", "bool", "text", "number"] | None = None
    """`color`, `choice`, `list`, `bool`, `text` or `number`."""
    default: OptionValue = OptionValue()
    """The value if the site sets none."""
    choices: tuple[str, ...] = ()
    """The words of a `choice`, or the possible words of a `list`."""
    description: str = ""
    """What the option changes."""

    def over(self, below: "OptionSpec") -> "OptionSpec":
        """Return the option, completed from the theme below."""
        return OptionSpec(
            type=self.type or below.type,
            default=below.default if self.default == OptionValue() else self.default,
            choices=self.choices or below.choices,
            description=self.description or below.description,
        )

    def value(self, given: OptionValue) -> OptionResult:
        """Return a value in the option's type. Raises ValueError with the reason."""
        text = given.text.strip()
        if self.type == "list":
            items = words_in(text) if given.items is None else given.items
            for item in items:
                one_of(item, self.choices or (item,))
            return items
        if given.items is not None:
            raise ValueError(Message.of("option-not-a-list"))
        if self.type == "bool":
            if text not in ("true", "false"):
                raise ValueError(Message.of("value-bool", text=text))
            return text == "true"
        if self.type == "choice":
            return str(one_of(text, self.choices))
        if self.type == "color" and not (
            text == self.default.text or COLOUR.fullmatch(text) or text in colour_names()
        ):
            code = "option-colour" if text else "option-colour-comment"
            raise ValueError(Message.of(code, text=text))
        if self.type == "number":
            try:
                number = float(text) if "." in text else int(text)
            except ValueError:
                message = Message.of(
                    "value-number", text=text[:40], wanted=Message.of("form-number")
                )
                raise ValueError(message) from None
            if abs(number) > LARGEST:
                raise ValueError(Message.of("option-out-of-range", most=LARGEST))
            return number
        return text

    def value_or_default(self, given: OptionValue | None) -> OptionResult:
        """Return a value in the option's type, or the default if it is missing or wrong.

        `graph/section_checks.py` reports a wrong value.
        """
        for value in (given, self.default):
            with suppress(ValueError):
                if value is not None:
                    return self.value(value)
        return self.default.text

    def hint(self, given: str) -> Message | str:
        """Return the way out of a wrong value."""
        if self.type == "color" and given[:1] in "“”‘’":
            return Message.of("straight-quotes", text=given.strip("“”‘’"))
        known = colour_names() if self.type == "color" else self.choices
        return did_you_mean(given, known) or self.description


COLOUR = re.compile(
    r"#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})"
    r"|(rgb|hsl|oklch|oklab|lab|lch)\([\d\s.,%/a-z-]+\)"
)
"""A colour in hexadecimal notation or by a function (CSS Color 4, sections 4 and 5.2)."""


@cache
def colour_names() -> dict[str, str]:
    """Return the names of colours, with their values in hexadecimal (CSS Color 4, section 6.1)."""
    return packaged_data("tables/colour_names", dict[str, str])


class StyleSpec(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The definition of a design for PDFs or a style for sections, in `theme.yaml`."""

    description: str = ""
    """Its look; for a style, also the kinds of record that it suits."""
    options: dict[str, OptionSpec] = {}
    """The options that a CV sets under `design: {options: …}`, or a section under `options`."""


class SkinSpec(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One of the looks of a theme: custom properties of CSS, without their `--`."""

    description: str = ""
    """What it looks like."""
    light: dict[str, str] = {}
    """Properties on light screens: `{paper: "#fff", ink: "#18181a"}`. Missing ones come from the
    skin `plain` of the theme `base`."""
    dark: dict[str, str] = {}
    """The same on dark screens."""
    options: dict[str, OptionValue] = {}
    """Options of the theme that have a different default in this skin."""


class ThemeManifest(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The whole of `theme.yaml`."""

    title: str = ""
    """The theme's name in words."""
    description: str = ""
    """What it looks like."""
    extends: str = ""
    """Another theme whose files are used if this theme lacks them: by default, `base`; none with
    `none`."""
    options: dict[str, OptionSpec] = {}
    """The settings that a site can make under `theme: {options: …}`. For an option of a theme
    below, only the differences are needed."""
    skins: dict[str, SkinSpec] = {}
    """Looks by name; the option `skin` chooses one, by default the first."""
    cv: dict[str, StyleSpec] = {}
    """Designs for the PDFs of CVs; `cv/NAME.typ` draws the design NAME."""
    section_styles: dict[str, StyleSpec] = {}
    """Styles for sections besides `cards` and `lines`; `templates/parts/section-NAME.html` renders
    the style NAME."""


class ThemeFile(msgspec.Struct, frozen=True):
    """One file of a theme; its bytes are read when needed."""

    path: str
    """The file for messages: `themes/broadsheet/templates/base.html`."""
    digest: str
    """The digest of the bytes; that of a text does not depend on its line ends."""
    read: Callable[[], bytes]
    """Returns the bytes; text as UTF-8 with LF."""
    absolute: str = ""
    """Its path on the disk."""
    layer: int = 0
    """The index of its folder among the layers, the nearest first."""
    is_packaged: bool = False
    """Whether it is Masthead's, and not the site's own."""


class Theme(msgspec.Struct, frozen=True, kw_only=True):
    """A theme with everything it inherits, and with the site's options."""

    name: str
    title: str = ""
    """The name in words."""
    description: str = ""
    """A description of its look, in Markdown."""
    files: dict[str, ThemeFile] = {}
    """Path in the theme (`templates/base.html`) -> the nearest theme's file."""
    below: dict[str, tuple[ThemeFile, ...]] = {}
    """The same paths -> the files that those override, the nearest first."""
    layers: tuple[str, ...] = ()
    """The names of the theme and of those that it extends, the nearest first."""
    specs: dict[str, OptionSpec] = {}
    options: dict[str, OptionResult] = {}
    skins: dict[str, SkinSpec] = {}
    """By name; the first is the default."""
    skin: SkinSpec = SkinSpec()
    """The chosen skin, with all properties."""
    words: dict[str, dict[str, str]] = {}
    """Language -> key -> word, from `words.yaml`."""
    designs: dict[str, StyleSpec] = {}
    """Designs for the PDFs of CVs, by name."""
    section_styles: dict[str, StyleSpec] = {}
    """The theme's own styles for sections, by name."""

    def all_of(self, name: str) -> tuple[ThemeFile, ...]:
        """Return all files with this name, the nearest first."""
        file = self.files.get(name)
        return () if file is None else (file, *self.below.get(name, ()))

    def text(self, name: str) -> str | None:
        """Return a file as text, or None if the theme has no such file."""
        file = self.files.get(name)
        return None if file is None else file.read().decode("utf-8")
