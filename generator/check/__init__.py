"""The rules of `masthead check`: what a careful reader would notice on a finished site.

In goes a `CheckContext`: the site as it was parsed, its index, and its outputs as they would be
written. Out come problems, each with the code of the rule that found it; `silencing` drops those
that the author does not want to hear of, and `formats` prints the rest. A build with `checks` calls
`findings`, the command calls `formats`, and the generator of the reference reads `RULES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

# Each of these files enters its rules in RULES when it is imported.
from generator.check import (  # noqa: F401
    dates,
    languages,
    looks,
    outputs,
    papers,
    people,
    privacy,
    texts,
)
from generator.check.rules import RULES, CheckContext, Rule
from generator.problems import Problem

Look = Callable[[Rule], list[Problem]]


def findings(
    context: CheckContext,
    look: Callable[[Look, list[Rule]], Iterable[list[Problem]]] = map,
) -> list[Problem]:
    """Return what all rules find.

    `look` is called with a function and the rules, and returns what the function gives for each,
    in their order; it may have other processes call it.
    """

    def findings_of(rule: Rule) -> list[Problem]:
        return rule.findings(context)

    return [problem for found in look(findings_of, [*RULES.values()]) for problem in found]
