"""The options of a theme, as it and the themes below it declare them, and what a site has set."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from typing import TypeVar

from generator.model.config import ThemeChoice
from generator.model.theme import (
    DesignSpec,
    OptionResult,
    OptionSpec,
    OptionValue,
    SectionStyleSpec,
    SkinSpec,
)
from generator.parse.theme_skins import SKIN, defaults_of
from generator.problems import Problem, Spot, did_you_mean

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
                message = f'the option "{name}" has no type, and no theme below has it'
                problems.append(Problem(spot, message, "say `type: choice`, `bool`, `text` …"))
                continue
            try:
                spec.value(spec.default)
            except ValueError as error:
                spot = spot.inside("default")
                problems.append(Problem(spot, f"the default is wrong: {error}"))
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
            message = f'"{name}" cannot be the name of a style'
            yield Problem(spot, message, "small letters, digits and hyphens, such as `photo-grid`")
        elif template not in files:
            message = f'nothing draws the style "{name}"'
            yield Problem(spot, message, f"add {template}, or take the style out")


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
        of_theme = f"its options are: {', '.join(specs) or 'none'}"
        hint = did_you_mean(name, specs) or f"take it out, or choose another; {of_theme}"
        message = f'the theme "{choice.name}" has no option "{name}", and goes without'
        problems.append(Problem(_CHOSEN.key(name), message, hint, "warning"))
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
    message = f'{error}: the theme takes "{spec.default.text}"'
    return Problem(spot, message, hint, "warning")


def _with_older_names(
    options: dict[str, OptionResult], given: dict[str, OptionValue]
) -> dict[str, OptionResult]:
    """Return the options with `thumbnails`, which is what `teaser` was before, as that says."""
    if not {"teaser", "thumbnails"} <= options.keys():
        return options
    if "teaser" not in given and options["thumbnails"] is True:
        return options | {"teaser": "small", "first_pages": True}
    return options | {"thumbnails": options["teaser"] != "none"}
