"""A rule on the looks of a site: colours that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from generator.check.rules import CheckContext, rule
from generator.model.theme import Theme
from generator.problems import Problem, Spot


@rule("contrast-too-low", "warning", "Files")
def contrast_too_low(context: CheckContext) -> Iterator[Problem]:
    """Text in the colours of a skin of the site's own, or in its `accent`, is hard to read.

    Readers need a contrast of 4.5:1 (WCAG 2.2, 1.4.3). Colours that are not written like `#a5262c`
    are left alone, and so is what style sheets do besides.
    """
    theme = context.index.theme
    for skin, spot in _own_skins(theme):
        for side, properties in _sides(theme, skin):
            yield from _faint(properties, _OF_SKIN, spot.inside(side), side)
    for (side, properties), option in zip(
        _sides(theme, str(theme.options.get("skin"))), ("accent", "accent_dark"), strict=False
    ):
        accent = str(theme.options.get(option, ""))
        if accent and accent != properties.get("accent"):
            spot = Spot("content/site.yaml", ("theme", "options", option))
            yield from _faint({**properties, "accent": accent}, _OF_ACCENT, spot, side)


_OF_ACCENT = (("accent", "paper"), ("accent", "wash"))
_OF_SKIN = (
    *(("ink", "paper"), ("ink", "wash"), ("soft", "paper"), ("soft", "wash")),
    *(*_OF_ACCENT, ("on-accent", "accent")),
)
"""Texts, each with a ground on which it stands."""


def _faint(
    colours: Mapping[str, str], pairs: tuple[tuple[str, str], ...], spot: Spot, side: str
) -> Iterator[Problem]:
    """Yield a finding for each text that some ground makes hard to read; one for each text."""
    for text in dict.fromkeys(text for text, _ in pairs):
        ratios = [
            (_contrast(colours.get(text, ""), colours.get(ground, "")), ground)
            for of, ground in pairs
            if of == text
        ]
        ratio, ground = min(ratios)
        if ratio < _READABLE:
            yield Problem.of(
                spot if spot.path[-1] != side else spot.inside(text),
                "contrast-on-light" if _is_light(colours[ground]) else "contrast-on-dark",
                text=text,
                colour=colours[text],
                ratio=f"{ratio:.2f}",
                ground=ground,
                ground_colour=colours[ground],
                side=side,
            )


_READABLE = 4.495
"""4.5, so that what is printed as 4.50 is enough."""


def _contrast(one: str, other: str) -> float:
    """Return the ratio of two colours like `#a5262c`; 21 where one is written otherwise.

    WCAG 2.2, "contrast ratio".
    """
    if not (_HEX.fullmatch(one) and _HEX.fullmatch(other)):
        return 21.0
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")


def _luminance(color: str) -> float:
    """Return the relative luminance of `#rrggbb` or `#rgb` (WCAG 2.2)."""
    digits = color[1:] if len(color) == 7 else "".join(digit * 2 for digit in color[1:])
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _is_light(color: str) -> bool:
    return _luminance(color) > 0.18  # from there on, black is read more easily than white


def _own_skins(theme: Theme) -> Iterator[tuple[str, Spot]]:
    own = {file.path for file in theme.all_of("theme.yaml") if not file.is_packaged}
    for skin, spot in theme.skin_spots.items():
        if spot.file in own and skin in theme.skins:
            yield skin, spot


def _sides(theme: Theme, skin: str) -> tuple[tuple[str, Mapping[str, str]], ...]:
    look = theme.skins.get(skin)
    return (("light", look.light), ("dark", look.dark)) if look else ()
