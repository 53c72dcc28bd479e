"""A reader's eye on a site: rules, and what they find.

Rules are pure functions of the evidence: the site as it was parsed, its index, and its outputs as
they would be written. A family of rules is a file; importing it here enters its rules.
"""

from __future__ import annotations

from generator.check import (
    counts,
    dates,
    duplicates,
    files,
    languages,
    links,
    papers,
    people,
    placeholders,
)
from generator.check.evidence import Evidence
from generator.check.rules import RULES, Rule
from generator.problems import Problem

FAMILIES = {
    "People": people,
    "Languages": languages,
    "Dates": dates,
    "Duplicates": duplicates,
    "Papers": papers,
    "Counts": counts,
    "Texts": placeholders,
    "Links and pictures": links,
    "Files": files,
}
"""The families of rules, as the reference lists them."""


def rules_of(family: str) -> list[Rule]:
    """Return the rules of a family, in the order of its file."""
    return [rule for rule in RULES.values() if rule.look.__module__ == FAMILIES[family].__name__]


def findings(evidence: Evidence) -> list[Problem]:
    """Return what all rules find."""
    return [problem for rule in RULES.values() for problem in rule.findings(evidence)]
