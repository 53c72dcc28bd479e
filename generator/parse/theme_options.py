"""The options of a theme, as it and the themes below it declare them, and what a site has set."""

from __future__ import annotations

from generator.model.theme import OptionResult, OptionSpec, OptionValue
from generator.problems import Problem, Spot, did_you_mean


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


def option_values(
    specs: dict[str, OptionSpec], given: dict[str, OptionValue], problems: list[Problem]
) -> dict[str, OptionResult]:
    """Return the value of each option: what the site has set, or the theme's default."""
    for name in given:
        if name not in specs:
            spot = Spot("content/site.yaml", ("theme", "options")).key(name)
            hint = did_you_mean(name, specs) or f"its options are: {', '.join(specs)}"
            problems.append(Problem(spot, f'the theme has no option "{name}"', hint))
    options: dict[str, OptionResult] = {}
    for name, spec in specs.items():
        if name in given:
            try:
                options[name] = spec.value(given[name])
                continue
            except ValueError as error:
                spot = Spot("content/site.yaml", ("theme", "options", name))
                problems.append(Problem(spot, str(error), spec.description))
        try:
            options[name] = spec.value(spec.default)
        except ValueError:  # which `LayeredOptions` reports
            options[name] = spec.default.text
    return options
