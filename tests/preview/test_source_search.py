"""From words on a page to the line that says them."""

import pytest

from generator.preview.editor import line_that_says
from generator.project import ProjectFolders
from tests.conftest import SiteCase

PAPERS = """\
- id: goat
  title: "The Great Observation of Alpine Time"
  authors: [Ada Lovelace, Wei Zhang]
  date: 2023
- id: kid
  title: "The Small Observation of Time"
  authors: [Ada Lovelace]
  date: 2024
"""


@pytest.fixture
def project(site: SiteCase) -> ProjectFolders:
    site.write("content/publications.yaml", PAPERS)
    site.write("content/index.md", "---\ntitle: Home\n---\n\nI study *mountain goats* with "
               "[care](https://x.org).\n\n我研究山羊的时间观念。\n")  # fmt: skip
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
def test_the_line_that_says_it_is_found(project: ProjectFolders, text: str, place: str) -> None:
    assert str(line_that_says(text, "content/index.md", project)) == place


def test_the_page_s_own_source_goes_first(site: SiteCase, project: ProjectFolders) -> None:
    site.write("content/a.md", "I study mountain goats with care.\n")
    found = line_that_says("I study mountain goats with care.", "content/index.md", project)
    assert found is not None and found.file == "content/index.md"
