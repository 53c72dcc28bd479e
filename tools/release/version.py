"""The version of Masthead: the files that contain it, the possible next versions, and its notes in
CHANGELOG.md.

The changelog has the format Keep a Changelog 1.1.0. A heading is `## Unreleased`, or
`## 0.2.0 - 2026-11-22` once it is released.
"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from tools.release.steps import CannotRelease, git

Version = tuple[int, int, int]
CHANGELOG = "CHANGELOG.md"
PLACES = {
    "generator/__init__.py": re.compile(r'(?m)^__version__ = "(.+)"$'),
    "docs/site.yaml": re.compile(r"\{name: handbook, options: \{version: ([^,]+),"),
}
"""File -> a pattern of the version in it."""
_HEADING = re.compile(r"^## (Unreleased|(\d+)\.(\d+)\.(\d+) - \d{4}-\d\d-\d\d)\n", re.MULTILINE)


def refuse_what_prevents(root: Path, version: str) -> None:
    """Raise CannotRelease with all reasons against releasing a version now."""
    faults: list[tuple[str, str]] = []
    text = (root / CHANGELOG).read_text("utf-8")
    wanted, known = version_of(version), released_versions(text)
    if wanted is None:
        faults.append((f'"{version}" is not a version', "write it as X.Y.Z, such as 0.2.0"))
    elif known and wanted <= known[0]:
        last = ".".join(map(str, known[0]))
        faults.append((f"{version} is not above {last}, which is released",
                       f"the next may be {next_versions(known[0])}"))  # fmt: skip
    if not notes_of(text, "Unreleased"):
        faults.append((f"{CHANGELOG} has nothing under `## Unreleased`",
                       "write what is new for users, or release nothing"))  # fmt: skip
    if changed := git(root, "status", "--porcelain"):
        names = ", ".join(line[3:] for line in changed.splitlines()[:5])
        faults.append((f"not everything is committed: {names}", "commit it, or `git stash -u`"))
    if git(root, "tag", "--list", f"v{version}"):
        faults.append((f"the tag v{version} exists",
                       f"take the next; or, if nobody has it: git tag -d v{version}"))  # fmt: skip
    if not git(root, "branch", "--show-current"):
        faults.append(("no branch is checked out", "git switch main"))
    for name, place in PLACES.items():
        if len(place.findall((root / name).read_text("utf-8"))) != 1:
            faults.append((f"{name} does not say the version where it did",
                           "bring PLACES in tools/release/version.py in step"))  # fmt: skip
    if faults:
        raise CannotRelease(*faults)


def write_version(tree: Path, version: str, day: date) -> None:
    """Write a version into all files that name it, and cut the changelog."""
    for name, place in PLACES.items():
        text = (tree / name).read_text("utf-8")
        found = place.search(text)
        assert found, name
        text = text[: found.start(1)] + version + text[found.end(1) :]
        (tree / name).write_bytes(text.encode())
    changelog = tree / CHANGELOG
    changelog.write_bytes(cut_changelog(changelog.read_text("utf-8"), version, day).encode())


def refuse_other_version(root: Path, tag: str) -> None:
    """Raise CannotRelease unless a tag belongs to the checked-out version."""
    way = "`make release VERSION=…` makes both; delete the tag and begin again"
    for name, place in PLACES.items():
        found = place.search((root / name).read_text("utf-8"))
        if not found or f"v{found[1]}" != tag:
            raise CannotRelease((f"{name} does not say {tag}", way))
    if not notes_of((root / CHANGELOG).read_text("utf-8"), tag.removeprefix("v")):
        raise CannotRelease((f"{CHANGELOG} says nothing about {tag}", way))


# ---------------------------------------------------------------------- the changelog


def version_of(text: str) -> Version | None:
    """Read a version in the form of Semantic Versioning, `0.2.0`; None for anything else."""
    found = re.fullmatch(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)", text, re.ASCII)
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def released_versions(text: str) -> list[Version]:
    """Return the versions that have been released, the newest first."""
    found = _HEADING.finditer(text)
    return sorted(((int(h[2]), int(h[3]), int(h[4])) for h in found if h[2]), reverse=True)


def notes_of(text: str, name: str) -> str:
    """Return the text below the heading of a version, or of unreleased changes; may be empty."""
    headings = list(_HEADING.finditer(text))
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        if heading[1].partition(" ")[0] == name:
            return text[heading.end() : following.start() if following else len(text)].strip()
    return ""


def cut_changelog(text: str, version: str, day: date) -> str:
    """Return the changelog with the unreleased changes under the heading of a version.

    An empty part for new changes is above it.
    """
    heading = f"## Unreleased\n\n## {version} - {day.isoformat()}\n"
    return re.sub(r"^## Unreleased\n", lambda _: heading, text, count=1, flags=re.MULTILINE)


def next_versions(last: Version) -> str:
    """Return, in words, the versions that may follow this one."""
    major, minor, patch = last
    return f"{major}.{minor}.{patch + 1}, {major}.{minor + 1}.0 or {major + 1}.0.0"
