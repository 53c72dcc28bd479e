"""The rules of `masthead check`: what a careful reader would notice on a finished site.

In goes a `CheckContext`: the site as it was parsed, its index, and its outputs as they would be
written. Out come problems, each with the code of the rule that found it; `silencing` drops those
that the author does not want to hear of, and `formats` prints the rest. A build with `checks` calls
`findings`, the command calls `formats`, and the generator of the reference reads `RULES`.
"""

from __future__ import annotations

# Each of these files enters its rules in RULES when it is imported.
from generator.check import (  # noqa: F401
    contacts,
    dates,
    languages,
    outputs,
    papers,
    pdfs,
    people,
    requests,
    texts,
)
from generator.check.context import CheckContext
from generator.check.rules import RULES
from generator.problems import Problem


def findings(context: CheckContext) -> list[Problem]:
    """Return what all rules find."""
    return [problem for rule in RULES.values() for problem in rule.findings(context)]
