"""The options and skins of a theme, as it and the themes below it declare them, and what of them a
site has chosen.
"""

from __future__ import annotations

import re

import msgspec

from generator.model.config import ThemeChoice
from generator.model.theme import OptionResult, OptionSpec, OptionValue, SkinSpec
from generator.problems import Problem, Spot, did_you_mean

SKIN = "skin"
"""The option that chooses one of the skins."""
_CHOSEN = Spot("content/site.yaml", ("theme", "options"))


class LayeredOptions:
    """Options that several themes declare: the nearest says what changes, the others the rest."""

    def __init__(self) -> None:
        self._specs: dict[str, OptionSpec] = {}
        self._spots: dict[str, Spot] = {}

    def add(self, specs: dict[str, OptionSpec], path: str, keys: tuple[str, ...]) -> None:
        """Lay the options of a `theme.yaml` below those that are known.

        `path` is that file, and `keys` lead to the options in it.
        """
        for name, spec in specs.items():
            near = self._specs.get(name)
            self._specs[name] = near.over(spec) if near else spec
            self._spots.setdefault(name, Spot(path, (*keys, name)))
        self._specs = {name: self._specs[name] for name in (*specs, *self._specs)}

    def specs(self, problems: list[Problem]) -> dict[str, OptionSpec]:
        """Return the options; those without a type or with a wrong default are problems."""
        for name, spec in self._specs.items():
            spot = self._spots[name]
            if name == SKIN:  # its choices are the skins
                continue
            if not spec.type:
                message = f'the option "{name}" has no type, and no theme below has it'
                problems.append(Problem(spot, message, "say `type: choice`, `bool`, `text` …"))
                continue
            try:
                spec.value(spec.default)
            except ValueError as error:
                spot = spot.inside("default")
                problems.append(Problem(spot, f"the default is wrong: {error}"))
        return self._specs


class LayeredSkins:
    """Skins that several themes declare. Those of the lowest one are for themes without any."""

    def __init__(self) -> None:
        self._layers: list[dict[str, SkinSpec]] = []
        self._spots: dict[str, Spot] = {}

    def add(self, skins: dict[str, SkinSpec], path: str) -> None:
        """Lay the skins of a `theme.yaml`, which lies at `path`, below those that are known."""
        if skins:
            self._layers.append(skins)
        for name in skins:
            self._spots.setdefault(name, Spot(path, ("skins", name)))

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
                spot = self._spots[name].inside(side, key)
                if not re.fullmatch("[a-z][a-z0-9-]*", key):
                    message = f'"{key}" is not the name of a property'
                    problems.append(Problem(spot, message, "write it without `--`: `paper`"))
                elif re.search("[;{}<>]", value) or not value:
                    message = f'"{value}" is not the value of a property'
                    problems.append(Problem(spot, message, 'write it as in CSS: `"#fdfaf3"`'))


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


def option_values(
    specs: dict[str, OptionSpec],
    skins: dict[str, SkinSpec],
    choice: ThemeChoice,
    problems: list[Problem],
) -> dict[str, OptionResult]:
    """Return the value of each option: what the site has set, or the skin's, or the default.

    What the theme does not know, since the site had another one before, is a warning.
    """
    given = dict(choice.options)
    for name in [name for name in given if name not in specs]:
        of_theme = f"its options are: {', '.join(specs) or 'none'}"
        hint = did_you_mean(name, specs) or f"take it out, or choose another; {of_theme}"
        message = f'the theme "{choice.name}" has no option "{name}", and goes without'
        problems.append(Problem(_CHOSEN.key(name), message, hint, "warning"))
        del given[name]
    default = specs[SKIN].default if skins else OptionValue()
    skin = skins.get(given.get(SKIN, default).text) or skins.get(default.text) or SkinSpec()
    defaults = _defaults_of(skin)
    options: dict[str, OptionResult] = {}
    for name, spec in specs.items():
        if name in given:
            try:
                options[name] = spec.value(given[name])
                continue
            except ValueError as error:
                severity = "warning" if spec.type == "choice" else "error"
                hint = did_you_mean(given[name].text, spec.choices) or spec.description
                message = f'{error}: the theme takes "{spec.default.text}"'
                if severity == "error":
                    message, hint = str(error), spec.description
                problems.append(Problem(_CHOSEN.inside(name), message, hint, severity))
        try:
            options[name] = spec.value(defaults.get(name, spec.default))
        except ValueError:  # which `LayeredOptions` reports
            options[name] = spec.default.text
    return _with_older_names(options, given)


def _defaults_of(skin: SkinSpec) -> dict[str, OptionValue]:
    """Return the options that a skin decides on, its accents among them."""
    accents = {"accent": skin.light, "accent_dark": skin.dark}
    own = {name: side.get("accent", "") for name, side in accents.items()}
    return {name: OptionValue(value) for name, value in own.items() if value} | skin.options


def _with_older_names(
    options: dict[str, OptionResult], given: dict[str, OptionValue]
) -> dict[str, OptionResult]:
    """Return the options with `thumbnails`, which is what `teaser` was before, as that says."""
    if not {"teaser", "thumbnails"} <= options.keys():
        return options
    if "teaser" not in given and options["thumbnails"] is True:
        return options | {"teaser": "small", "first_pages": True}
    return options | {"thumbnails": options["teaser"] != "none"}
