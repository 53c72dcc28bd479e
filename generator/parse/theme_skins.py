"""The skins of a theme, as it and the themes below it declare them."""

from __future__ import annotations

import re

import msgspec

from generator.model.theme import OptionSpec, OptionValue, SkinSpec
from generator.problems import Problem, Spot

SKIN = "skin"
"""The option that chooses one of the skins."""

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
"""A colour in hexadecimal notation (CSS Color 4, section 5.2)."""


class LayeredSkins:
    """Skins that several themes declare. Those of the lowest one are for themes without any."""

    def __init__(self) -> None:
        self._layers: list[dict[str, SkinSpec]] = []
        self.spots: dict[str, Spot] = {}
        """Where each is declared, in the nearest theme that does."""

    def add(self, skins: dict[str, SkinSpec], path: str) -> None:
        """Lay the skins of a `theme.yaml`, which lies at `path`, below those that are known."""
        if skins:
            self._layers.append(skins)
        for name in skins:
            self.spots.setdefault(name, Spot(path, ("skins", name)))

    def skins(self, problems: list[Problem]) -> dict[str, SkinSpec]:
        """Return the skins with all their properties, the default one first."""
        layers = self._layers[:-1] or self._layers
        ground = next(iter(self._layers[-1].values())) if self._layers else SkinSpec()
        found: dict[str, SkinSpec] = {}
        for layer in layers:
            for name, skin in layer.items():
                found.setdefault(name, _over(skin, ground))
                self._check(name, skin, problems)
        return found

    def _check(self, name: str, skin: SkinSpec, problems: list[Problem]) -> None:
        for side, properties in (("light", skin.light), ("dark", skin.dark)):
            for key, value in properties.items():
                spot = self.spots[name].inside(side, key)
                if not re.fullmatch("[a-z][a-z0-9-]*", key):
                    message = f'"{key}" is not the name of a property'
                    problems.append(Problem(spot, message, "write it without `--`: `paper`"))
                elif re.search("[;{}<>]", value) or not value:
                    message = f'"{value}" is not the value of a property'
                    problems.append(Problem(spot, message, 'write it as in CSS: `"#fdfaf3"`'))
                elif value[0] == "#" and not _HEX.fullmatch(value):
                    hint = "behind the # stand 3, 4, 6 or 8 digits from 0 to f"
                    problems.append(Problem(spot, f'"{value}" is not a colour', hint))


def _over(skin: SkinSpec, ground: SkinSpec) -> SkinSpec:
    light, dark = ground.light | skin.light, ground.dark | skin.dark
    return msgspec.structs.replace(skin, light=light, dark=dark)


def with_skin_option(
    specs: dict[str, OptionSpec], skins: dict[str, SkinSpec]
) -> dict[str, OptionSpec]:
    """Return the options with one that chooses a skin, where there are any."""
    if not skins:
        return {name: spec for name, spec in specs.items() if name != SKIN}
    near = specs.get(SKIN, OptionSpec())
    default = near.default if near.default.text in skins else OptionValue(next(iter(skins)))
    names = tuple(skins)
    return specs | {SKIN: OptionSpec(type="choice", choices=names, default=default).over(near)}


def defaults_of(skin: SkinSpec) -> dict[str, OptionValue]:
    """Return the options that a skin decides on, its accents among them."""
    accents = {"accent": skin.light, "accent_dark": skin.dark}
    own = {name: side.get("accent", "") for name, side in accents.items()}
    return {name: OptionValue(value) for name, value in own.items() if value} | skin.options
