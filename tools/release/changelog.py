"""CHANGELOG.md: what a version has brought, and the cut that makes a version of what is unreleased.

Format: Keep a Changelog 1.1.0. A heading is `## Unreleased`, or `## 0.2.0 - 2026-11-22` once it is
released.
"""

from __future__ import annotations

import re
from datetime import date

_HEADING = re.compile(r"^## (Unreleased|(\d+)\.(\d+)\.(\d+) - \d{4}-\d\d-\d\d)\n", re.MULTILINE)

Version = tuple[int, int, int]


def version_of(text: str) -> Version | None:
    """Read `0.2.0`, as Semantic Versioning writes it; None for anything else."""
    found = re.fullmatch(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)", text, re.ASCII)
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def released(text: str) -> list[Version]:
    """Return the versions that have been released, the newest first."""
    found = _HEADING.finditer(text)
    return sorted(((int(h[2]), int(h[3]), int(h[4])) for h in found if h[2]), reverse=True)


def section(text: str, name: str) -> str:
    """Return what stands below the heading of a version, or of what is unreleased; may be empty."""
    headings = list(_HEADING.finditer(text))
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        if heading[1].partition(" ")[0] == name:
            return text[heading.end() : following.start() if following else len(text)].strip()
    return ""


def cut(text: str, version: str, day: date) -> str:
    """Return the changelog with what is unreleased under the heading of a version.

    An empty part for what comes next stands above it.
    """
    heading = f"## Unreleased\n\n## {version} - {day.isoformat()}\n"
    return re.sub(r"^## Unreleased\n", lambda _: heading, text, count=1, flags=re.MULTILINE)


def next_versions(last: Version) -> str:
    """Return in words which versions may follow one."""
    major, minor, patch = last
    return f"{major}.{minor}.{patch + 1}, {major}.{minor + 1}.0 or {major + 1}.0.0"
