"""From words on a page to the line that says them."""

import shutil
from pathlib import Path

import pytest

from generator.preview.editor import line_that_says
from generator.project import ProjectFolders
from tests.conftest import SiteCase


@pytest.fixture
def project(site: SiteCase) -> ProjectFolders:
    shutil.copytree(Path(__file__).parent / "sites/goats", site.root, dirs_exist_ok=True)
    return ProjectFolders(site.root)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("I study mountain goats with care.", "content/index.md:5:1"),
        ("我研究山羊的时间观念。", "content/index.md:7:1"),
        ("Ada Lovelace, Wei Zhang: The Great Observation of Alpine Time. 2023",
         "content/publications.yaml:2:3"),
        ("The Small Observation of Time Ada Lovelace", "content/publications.yaml:6:3"),
        ("Built with Masthead", "None"),
        ("", "None"),
    ],
)  # fmt: skip
def test_the_line_that_says_it_is_found_in_the_page_s_own_source_first(
    site: SiteCase, project: ProjectFolders, text: str, place: str
) -> None:
    site.write("content/a.md", "I study mountain goats with care.\n")
    assert str(line_that_says(text, "content/index.md", project)) == place
