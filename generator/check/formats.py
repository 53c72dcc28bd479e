"""Findings as people, programs and GitHub read them."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Callable, Iterable, Sequence
from typing import Any
from urllib.parse import quote

from generator import __version__
from generator.check.rules import RULES
from generator.check.silencing import BUILD, OWN_CODES
from generator.problems import Place, Problem, annotation, printed

FORMATS = ("text", "json", "github", "sarif")
SEVERITIES = ("error", "warning", "note")
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"


def code_of(problem: Problem) -> str:
    """Return the code of a finding; what the build says without one has `build`."""
    return problem.code or BUILD


def as_text(problems: Iterable[Problem], source_line: Callable[[Place], str | None]) -> str:
    """Return findings as a build prints its problems, each with its code behind the message."""
    return "".join(f"{printed(coded(problem), source_line)}\n" for problem in problems)


def coded(problem: Problem) -> Problem:
    """Return a finding that says its code."""
    return Problem(
        problem.where, f"{problem.message} [{code_of(problem)}]", problem.hint, problem.severity
    )


def as_github(problems: Iterable[Problem], project: str) -> str:
    """Return findings as GitHub's workflow commands, which mark lines of files.

    The errors come first, since GitHub shows ten marks of each severity and drops the rest (its
    documentation of problem matchers, "Limitations").
    """
    ranked = sorted(problems, key=lambda problem: SEVERITIES.index(problem.severity))
    return "".join(f"{annotation(coded(problem), project)}\n" for problem in ranked)


def as_json(problems: Sequence[Problem], silenced: int) -> str:
    """Return findings as JSON.

    The keys are `version` (1), `findings`, `counts` (by severity) and `silenced` (how many).
    A finding has `file` (in the project), `line` and `column` (from 1; 0 where there is none),
    `severity`, `code`, `message` and `hint` (may be empty). Later versions may add keys.
    """
    findings = [
        {
            "file": place.file,
            "line": place.line,
            "column": place.column,
            "severity": problem.severity,
            "code": code_of(problem),
            "message": problem.message,
            "hint": problem.hint,
        }
        for problem, place in _placed(problems)
    ]
    counts = {severity: count_of(problems, severity) for severity in SEVERITIES}
    document = {"version": 1, "findings": findings, "counts": counts, "silenced": silenced}
    return json.dumps(document, indent=2) + "\n"


def count_of(problems: Iterable[Problem], severity: str) -> int:
    """Return how many findings have a severity."""
    return sum(problem.severity == severity for problem in problems)


def as_sarif(problems: Sequence[Problem], project: str) -> str:
    """Return findings as SARIF 2.1.0 (OASIS Standard, 27 March 2020), for code scanning.

    One run; each rule with its help (section 3.49), each finding with its rule, level, message and
    place (3.27). Files are named from where `project` starts, the top of the repository say, as
    relative URIs.
    """
    rules = [_sarif_rule(code, about, level) for code, about, level in _rules()]
    index = {rule["id"]: number for number, rule in enumerate(rules)}
    driver = {"name": "masthead check", "semanticVersion": __version__, "rules": rules}
    results = [
        _sarif_result(problem, place, project, index) for problem, place in _placed(problems)
    ]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    document = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, indent=2) + "\n"


def _rules() -> Iterable[tuple[str, str, str]]:
    for rule in RULES.values():
        yield rule.code, rule.about, rule.severity
    for code, about in OWN_CODES.items():
        if code not in RULES:
            yield code, about, "error" if code == BUILD else "warning"


def _sarif_rule(code: str, about: str, severity: str) -> dict[str, Any]:
    paragraphs = [" ".join(part.split()) for part in about.split("\n\n")]
    way_out = f"Silence one with a comment `masthead: ignore {code}` on the line or above it."
    return {
        "id": code,
        "shortDescription": {"text": paragraphs[0]},
        "fullDescription": {"text": " ".join(paragraphs)},
        "help": {"text": " ".join([*paragraphs, way_out])},
        "defaultConfiguration": {"level": severity},
    }


def _sarif_result(
    problem: Problem, place: Place, project: str, index: dict[str, int]
) -> dict[str, Any]:
    code = code_of(problem)
    uri = quote(posixpath.normpath(posixpath.join(project, place.file)))
    physical: dict[str, Any] = {"artifactLocation": {"uri": uri}}
    if place.line:
        physical["region"] = {"startLine": place.line, "startColumn": place.column or 1}
    ending = "" if problem.message.endswith((".", "?", "!")) else "."
    text = f"{problem.message}{ending} {problem.hint}" if problem.hint else problem.message
    return {
        "ruleId": code,
        "ruleIndex": index[code],
        "level": problem.severity,
        "message": {"text": text},
        "locations": [{"physicalLocation": physical}],
    }


def _placed(problems: Iterable[Problem]) -> Iterable[tuple[Problem, Place]]:
    for problem in problems:
        assert isinstance(problem.where, Place), f"not located: {problem}"
        yield problem, problem.where
