"""Runs the rules on a small site."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from generator.api import BuildRequest, build
from generator.check import check_on
from generator.model.files import ProjectFolders
from generator.problems import Problem, SiteError

PERSON = "content/site.yaml"
TWO_LANGUAGES = "person: {name: Ada Lovelace}\nlanguages: [en, zh]\n"
HOME = "---\ntitle: Home\n---\n\n"
"""What stands above the text of a page: five lines, so the text begins in line 5."""


@dataclass
class Checked:
    """What a check found."""

    problems: tuple[Problem, ...]
    silenced: int = 0

    def said(self) -> list[str]:
        """Each finding as `place: severity: message [code]`."""
        return [
            f"{p.where}: {p.severity}: {p.message} [{p.rule or 'build'}]" for p in self.problems
        ]

    def codes(self) -> list[str]:
        return [p.rule or "build" for p in self.problems]


def check(root: Path, today: date | None = None, **more: object) -> Checked:
    """Check a project as the command does."""
    request = BuildRequest(
        project=ProjectFolders(root),
        output=root / "_site",
        check=check_on(today),
        writes=False,
        **more,
    )  # type: ignore[arg-type]
    try:
        report = build(request)
    except SiteError as error:
        return Checked(error.problems)
    return Checked(report.warnings, report.silenced)
