"""What a rule is, and the list of all rules.

A rule is a pure function that takes a `CheckContext` and returns what it found. Its docstring is
its documentation: what the rule finds, why that matters, what it leaves alone. The first sentence
is the short form.
"""

import inspect
from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple, get_args

from generator.check.context import CheckContext
from generator.problems import Place, Problem, Severity, Spot

Family = Literal[
    "People", "Languages", "Dates", "Duplicates", "Papers", "Counts", "Texts",
    "Links and pictures", "Files",
]  # fmt: skip
FAMILIES: tuple[Family, ...] = get_args(Family)
"""The groups of rules, in the order in which the reference lists them."""


class Found(NamedTuple):
    """One thing that a rule found; `Rule.findings` adds the rule's code and severity."""

    where: Place | Spot
    message: str
    hint: str = ""
    extra: str = ""
    """The extra of Masthead's package that is missing, as in `Problem`."""


Look = Callable[[CheckContext], Iterable[Found]]


class Rule(NamedTuple):
    """One rule of `masthead check`."""

    code: str
    """A short, stable name in kebab-case, by which the rule is silenced: `paper-twice`."""
    severity: Severity
    family: Family
    look: Look

    @property
    def about(self) -> str:
        """The whole docstring of the rule."""
        return inspect.getdoc(self.look) or ""

    @property
    def title(self) -> str:
        """Its first paragraph, on one line."""
        return " ".join(self.about.split("\n\n")[0].split())

    def findings(self, context: CheckContext) -> list[Problem]:
        """Return what the rule finds, as problems with its code and severity."""
        return [
            Problem(found.where, found.message, found.hint, self.severity, self.code, found.extra)
            for found in self.look(context)
        ]


RULES: dict[str, Rule] = {}
"""Every rule by its code; `check/__init__.py` imports the files that fill it."""


def rule(code: str, severity: Severity, family: Family) -> Callable[[Look], Look]:
    """Return a decorator that enters a function in RULES."""

    def enter(look: Look) -> Look:
        assert code not in RULES, f"two rules have the code {code}"
        RULES[code] = Rule(code, severity, family, look)
        return look

    return enter
