"""Findings as people, programs, GitHub and GitLab read them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from posixpath import join, normpath

from generator.check.silencing import BUILD
from generator.problems import Place, Problem, annotation, printed

SEVERITIES = ("error", "warning", "note")


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
    """Return findings as GitHub's workflow commands. They mark lines of files.

    The errors come first, since GitHub shows ten marks of each severity and drops the rest (its
    documentation of problem matchers, "Limitations").
    """
    ranked = sorted(problems, key=lambda problem: SEVERITIES.index(problem.severity))
    return "".join(f"{annotation(coded(problem), project)}\n" for problem in ranked)


def as_gitlab(problems: Iterable[Problem], project: str) -> str:
    """Return findings as a Code Quality report, which GitLab shows beside a merge request.

    Format: GitLab's documentation, "Code Quality report format". A fingerprint is the same wherever
    the finding moves in its file, so that GitLab tells new findings from old ones.
    """
    rows = [
        {
            "description": problem.message + (f" ({problem.hint})" if problem.hint else ""),
            "check_name": code_of(problem),
            "fingerprint": sha256(f"{place.file}\n{problem.message}".encode()).hexdigest(),
            "severity": {"error": "major", "warning": "minor", "note": "info"}[problem.severity],
            "location": {
                "path": normpath(join(project, place.file)),
                "lines": {"begin": max(place.line, 1)},
            },
        }
        for problem, place in _placed(problems)
    ]
    return json.dumps(rows, indent=2) + "\n"


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


def _placed(problems: Iterable[Problem]) -> Iterable[tuple[Problem, Place]]:
    for problem in problems:
        assert isinstance(problem.where, Place), f"not located: {problem}"
        yield problem, problem.where
