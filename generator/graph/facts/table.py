"""How facts are entered, looked up and remembered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from generator.graph.index import Index
from generator.memory.fingerprint import fingerprint
from generator.memory.reads import Read


class Fact(NamedTuple):
    """One entry of the table."""

    function: Callable[..., Any]
    is_for_templates: bool


FACTS: dict[str, Fact] = {}


def fact(function: Callable[..., Any]) -> Callable[..., Any]:
    """Enter a function into the table under its own name; its docstring is the reference."""
    FACTS[function.__name__] = Fact(function, True)
    return function


def inner_fact(function: Callable[..., Any]) -> Callable[..., Any]:
    """Enter a function that filters and functions read on a template's behalf."""
    FACTS[function.__name__] = Fact(function, False)
    return function


class Facts:
    """The facts of one site, each computed at most once."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._known: dict[Read, tuple[Any, str]] = {}

    def lookup(self, read: Read) -> tuple[Any, str]:
        """Return a fact's value and digest; raises KeyError for a name that is no fact."""
        found = self._known.get(read)
        if found is None:
            name, *args = read
            value = FACTS[name].function(self.index, *args)
            found = self._known[read] = (value, fingerprint(value))
        return found
