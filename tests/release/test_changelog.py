"""The changelog is cut at a version."""

from datetime import date

import pytest

from tests.conftest import REPOSITORY
from tests.release.conftest import CHANGELOG
from tools.release.version import (
    cut_changelog,
    next_versions,
    notes_of,
    released_versions,
    version_of,
)


def test_what_was_unreleased_stands_under_the_version_and_all_else_stays() -> None:
    after = cut_changelog(CHANGELOG, "0.2.0", date(2026, 11, 22))
    assert after == CHANGELOG.replace(
        "## Unreleased\n", "## Unreleased\n\n## 0.2.0 - 2026-11-22\n", 1
    )
    assert notes_of(after, "Unreleased") == ""
    assert notes_of(after, "0.2.0") == notes_of(CHANGELOG, "Unreleased") == "### Added\n- A goat."
    assert notes_of(after, "0.1.0") == "- All." and notes_of(after, "0.3.0") == ""
    assert released_versions(after) == [(0, 2, 0), (0, 1, 0)]
    assert notes_of((REPOSITORY / "CHANGELOG.md").read_text("utf-8"), "Unreleased")


def test_versions_are_compared_as_numbers() -> None:
    text = "## 0.9.0 - 2026-01-01\n\n## 0.10.0 - 2026-02-02\n"
    assert released_versions(text) == [(0, 10, 0), (0, 9, 0)]
    assert next_versions((0, 10, 0)) == "0.10.1, 0.11.0 or 1.0.0"


@pytest.mark.parametrize(
    "text", ["1", "1.2", "v1.2.3", "1.2.3rc1", "01.2.3", "1.2.3 ", "١.2.3", ""]
)
def test_other_ways_to_write_a_version_are_none(text: str) -> None:
    assert version_of(text) is None
