"""The options and skins of a theme, as it and the themes below it declare them, and what is set."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from typing import TypeVar

import msgspec

from generator.model.config import ThemeChoice
from generator.model.theme import (
    DesignSpec,
    OptionResult,
    OptionSpec,
    OptionValue,
    SectionStyleSpec,
    SkinSpec,
)
from generator.problems import Problem, Spot, did_you_mean

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
                    problems.append(Problem.of(spot, "skin-property", key=key))
                elif re.search("[;{}<>]", value) or not value:
                    problems.append(Problem.of(spot, "skin-value", value=value))
                elif value[0] == "#" and not _HEX.fullmatch(value):
                    problems.append(Problem.of(spot, "skin-colour", value=value))


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


T = TypeVar("T", DesignSpec, SectionStyleSpec)

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
                problems.append(Problem.of(spot, "option-without-type", name=name))
                continue
            try:
                spec.value(spec.default)
            except ValueError as error:
                spot = spot.inside("default")
                problems.append(Problem.of(spot, "option-default", error=str(error)))
        return self._specs


class LayeredSpecs:
    """Designs or styles that several themes declare, by name: the nearest says what changes."""

    def __init__(self) -> None:
        self.spots: dict[str, Spot] = {}
        """The name of each, in the nearest theme that declares it."""
        self._descriptions: dict[str, str] = {}
        self._options: dict[str, LayeredOptions] = {}

    def add(
        self, specs: Mapping[str, DesignSpec | SectionStyleSpec], path: str, field: str
    ) -> None:
        """Lay those of the field of a `theme.yaml` below those that are known."""
        for name, spec in specs.items():
            self.spots.setdefault(name, Spot(path, (field,)).key(name))
            self._descriptions[name] = self._descriptions.get(name) or spec.description
            options = self._options.setdefault(name, LayeredOptions())
            options.add(spec.options, path, (field, name, "options"))

    def specs(self, wanted: type[T], problems: list[Problem]) -> dict[str, T]:
        """Return them as structs of a type; what is wrong with their options are problems."""
        return {
            name: wanted(description=self._descriptions[name], options=options.specs(problems))
            for name, options in self._options.items()
        }


def style_problems(styles: LayeredSpecs, files: Container[str]) -> Iterator[Problem]:
    """Yield what is wrong with the names of the styles for sections, and which nothing draws."""
    for name, spot in styles.spots.items():
        template = f"templates/parts/section-{name}.html"
        if not _STYLE_NAME.fullmatch(name):
            yield Problem.of(spot, "style-name", name=name)
        elif template not in files:
            yield Problem.of(spot, "style-without-template", name=name, template=template)


_STYLE_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def translated_options(
    specs: dict[str, OptionSpec], given: dict[str, OptionValue]
) -> dict[str, OptionValue]:
    """Return the options that have a value for each language, but for those with a mistake."""
    found: dict[str, OptionValue] = {}
    for name, spec in specs.items():
        value = given.get(name, spec.default)
        with suppress(ValueError):
            if value.forms and spec.value(value) is not None:
                found[name] = value
    return found


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
        problems.append(
            Problem.of(
                _CHOSEN.key(name),
                "theme-option-unknown",
                theme=choice.name,
                option=name,
                known=tuple(specs) or ("none",),
                hint=did_you_mean(name, specs),
                severity="warning",
            )
        )
        del given[name]
    default = specs[SKIN].default if skins else OptionValue()
    skin = skins.get(given.get(SKIN, default).text) or skins.get(default.text) or SkinSpec()
    defaults = defaults_of(skin)
    options: dict[str, OptionResult] = {}
    for name, spec in specs.items():
        if name in given:
            try:
                options[name] = spec.value(given[name])
                continue
            except ValueError as error:
                problems.append(_wrong_value(name, spec, given[name].text, str(error)))
        try:
            options[name] = spec.value(defaults.get(name, spec.default))
        except ValueError:  # which `LayeredOptions` reports
            options[name] = spec.default.text
    return _with_older_names(options, given)


def _wrong_value(name: str, spec: OptionSpec, given: str, error: str) -> Problem:
    """Return what is wrong with a site's value: another theme may have had the word."""
    spot = _CHOSEN.inside(name)
    if spec.type != "choice":
        return Problem(spot, error, spec.description)
    hint = did_you_mean(given, spec.choices) or spec.description
    return Problem.of(
        spot,
        "theme-option-default",
        error=error,
        default=spec.default.text,
        hint=hint,
        severity="warning",
    )


def _with_older_names(
    options: dict[str, OptionResult], given: dict[str, OptionValue]
) -> dict[str, OptionResult]:
    """Return the options with `thumbnails`, which is what `teaser` was before, as that says."""
    if not {"teaser", "thumbnails"} <= options.keys():
        return options
    if "teaser" not in given and options["thumbnails"] is True:
        return options | {"teaser": "small", "first_pages": True}
    return options | {"thumbnails": options["teaser"] != "none"}
