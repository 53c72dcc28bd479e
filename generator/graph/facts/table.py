"""How facts are entered, looked up and remembered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from generator.graph.index import Index
from generator.memory.fingerprint import fingerprint
from generator.memory.reads import Known, Read


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
    """The facts of one site, each computed at most once, and not at all where it is known."""

    def __init__(
        self,
        index: Index,
        known: Callable[[Read], Known | None] = lambda read: None,
    ) -> None:
        """`known` gives what still holds of earlier builds: all parts are what they were."""
        self.index = index
        self._earlier = known
        self._found: dict[Read, tuple[Any, str]] = {}
        self.known: dict[Read, Known] = {}
        """All facts whose digest was asked for."""

    def lookup(self, read: Read) -> tuple[Any, str]:
        """Return a fact's value and digest; raises KeyError for a name that is no fact."""
        found = self._found.get(read)
        if found is None:
            name, *args = read
            noted: set[str] = set()
            self.index.noted = noted
            value = FACTS[name].function(self.index, *args)
            known = self.known.get(read) or self._earlier(read)
            if known is None:
                known = Known(fingerprint(value), frozenset(noted))
            self.known[read] = known
            found = self._found[read] = (value, known.digest)
        return found

    def today(self, read: Read) -> Known:
        """Return a fact's digest and parts; it is computed only where it may have changed."""
        known = self.known.get(read) or self._earlier(read)
        if known is None:
            self.lookup(read)
            known = self.known[read]
        self.known[read] = known
        return known
