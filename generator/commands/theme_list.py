"""`masthead theme list` and `masthead theme show`: which themes there are, and what each offers."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from generator.commands.terminal import EXIT_FINE, EXIT_USAGE, say, say_error
from generator.engine.build import themes
from generator.problems import did_you_mean
from generator.project import ProjectFolders

if TYPE_CHECKING:
    from generator.model.theme import OptionSpec, Theme


_WIDTH = 96
"""Columns."""


def list_themes(options: Any) -> int:
    """Print all themes with what defines each; the one of the site has a mark."""
    chosen, found = themes(ProjectFolders(options.project))
    for theme in found:
        say(f"{'*' if theme.name == chosen else ' '} {theme.name}")
        for line in _about(theme):
            say(f"    {line}")
    say("")
    say("* is the theme of this site. `theme: NAME` in content/site.yaml chooses another one;")
    say("`masthead preview --theme NAME` shows the site with it and changes nothing, and")
    say("`masthead theme show NAME` lists its skins and options.")
    return EXIT_FINE


def _about(theme: Theme) -> Iterator[str]:
    yield from _wrapped(theme.description or theme.title)
    below = [name for name in theme.layers[1:] if name != "base"]
    if below:
        yield f"extends: {', '.join(below)}"
    if theme.skins:
        yield from _wrapped(f"skins: {', '.join(theme.skins)}")


def show_theme(options: Any) -> int:
    """Print what a theme offers: skins, options, designs of CVs."""
    chosen, found = themes(ProjectFolders(options.project))
    name = options.name or chosen
    theme = next((theme for theme in found if theme.name == name), None)
    if theme is None:
        names = [theme.name for theme in found]
        hint = did_you_mean(name, names) or f"there are: {', '.join(names)}"
        say_error(f'masthead: there is no theme "{name}"; {hint}')
        return EXIT_USAGE
    say(f"{theme.name}: {theme.title or theme.name}")
    for line in _wrapped(theme.description):
        say(f"  {line}")
    for title, rows in (
        ("skins", {name: skin.description for name, skin in theme.skins.items()}),
        ("options", {name: _option(spec) for name, spec in theme.specs.items()}),
        ("designs of CVs", {name: design.description for name, design in theme.designs.items()}),
    ):
        if rows:
            say("")
            say(f"{title}:")
        for name, about in rows.items():
            for number, line in enumerate(_wrapped(about, 20) or [""]):
                say(f"  {name if number == 0 else '':<18}{line}".rstrip())
    return EXIT_FINE


def _option(spec: OptionSpec) -> str:
    default = spec.default
    value = default.text if default.items is None else f"[{', '.join(default.items)}]"
    kind = " | ".join(spec.choices) if spec.type == "choice" else str(spec.type)
    about = " ".join(spec.description.split())
    return f"({kind}{f'; {value}' if value else ''}) {about}"


def _wrapped(text: str, indent: int = 4) -> list[str]:
    return textwrap.wrap(" ".join(text.split()), _WIDTH - indent)
