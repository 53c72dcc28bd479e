"""What a rule is: a pure function from the evidence to what it found, with a code and a severity.

The function's docstring is the rule's documentation: what it finds, why that matters, what it
leaves alone. Its first sentence is the short form.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from generator.problems import Place, Problem, Severity, Spot

if TYPE_CHECKING:
    from generator.check.evidence import Evidence


class Found(NamedTuple):
    """One thing that a rule found; the rule gives it its code and severity."""

    where: Place | Spot
    message: str
    hint: str = ""


Look = Callable[["Evidence"], Iterable[Found]]


class Rule(NamedTuple):
    """One rule of `masthead check`."""

    code: str
    """A short stable word in kebab-case, by which it is silenced: `email-nearly-the-same`."""
    severity: Severity
    look: Look

    @property
    def about(self) -> str:
        """The whole of what the rule says about itself."""
        return inspect.getdoc(self.look) or ""

    @property
    def title(self) -> str:
        """Its first sentence."""
        return " ".join(self.about.split("\n\n")[0].split())

    def findings(self, evidence: Evidence) -> list[Problem]:
        """Return what the rule finds, as problems with its code."""
        return [
            Problem(found.where, found.message, found.hint, self.severity, self.code)
            for found in self.look(evidence)
        ]


RULES: dict[str, Rule] = {}
"""Every rule by its code, in the order of the families; `check/__init__.py` fills it."""


def rule(code: str, severity: Severity) -> Callable[[Look], Look]:
    """Enter a function as the rule of a code."""

    def enter(look: Look) -> Look:
        assert code not in RULES, f"two rules have the code {code}"
        RULES[code] = Rule(code, severity, look)
        return look

    return enter
