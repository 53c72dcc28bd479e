"""The registry of facts: what `@fact` enters, and what several facts need and work out once."""

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, TypeVar, cast

from generator.graph.index import Index

F = TypeVar("F", bound=Callable[..., Any])


class Fact(NamedTuple):
    """One entry of the registry."""

    function: Callable[..., Any]
    is_for_templates: bool

    @property
    def takes_arguments(self) -> bool:
        """Whether it takes more than the site and a language."""
        return self.function.__code__.co_argcount > 2


FACTS: dict[str, Fact] = {}


def fact(function: Callable[..., Any]) -> Callable[..., Any]:
    """Enter a function into the registry under its own name; its docstring is the reference."""
    FACTS[function.__name__] = Fact(function, True)
    return function


def inner_fact(function: Callable[..., Any]) -> Callable[..., Any]:
    """Enter a function that filters and template functions read, but templates do not."""
    FACTS[function.__name__] = Fact(function, False)
    return function


def memoized(function: F) -> F:
    """Memoize the results of a function of the index, as long as the index exists.

    For values that several facts contain: the item of a post is in the archive, on the pages of its
    tags and of its neighbours, and in the feed.
    """

    @wraps(function)
    def ask(index: Index, *args: Any) -> Any:
        question = (function, *args)
        known = index.answers.get(question)
        if known is None:
            outer, index.noted = index.noted, set()
            answer = function(index, *args)
            known = index.answers[question] = (answer, frozenset(index.noted))
            index.noted = outer
        index.noted |= known[1]  # the caller depends on the same parts
        return known[0]

    return cast(F, ask)
