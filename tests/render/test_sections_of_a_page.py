"""What the theme asks about the sections of a page: which ones it places, and below what."""

import re

import pytest

from tests.conftest import SiteCase

pytestmark = pytest.mark.broadsheet

PAPERS = "- {id: goat, title: A goat, authors: [A Lee], date: 2024}\n"


@pytest.fixture
def home(site: SiteCase) -> SiteCase:
    """A site with one paper; the tests write its home page."""
    site.write("content/site.yaml", "person: {name: Ada Lee}\nurl: https://ada.example\n")
    return site.write("content/publications.yaml", PAPERS)


@pytest.mark.parametrize(
    "text",
    [
        ":::{note}\nI am moving.\n:::\n",
        "Like this:\n\n```\n:::{publications}\n:::\n```\n",
        "As [@goat] says.\n\n:::{bibliography}\n:::\n",
    ],
    ids=["a note", "code", "a bibliography"],
)
def test_a_home_page_that_places_no_section_shows_those_of_the_options(
    home: SiteCase, text: str
) -> None:
    built = home.write("content/index.md", f"---\ntitle: Home\n---\n{text}").build()
    assert "<h2>Publications</h2>" in built.read("index.html")


def test_a_home_page_that_places_a_section_itself_shows_no_other(home: SiteCase) -> None:
    text = "::::{note}\n:::{publications}\n:style: lines\n:::\n::::\n"
    built = home.write("content/index.md", f"---\ntitle: Home\n---\n{text}").build()
    assert "A goat" in built.text("index.html")
    assert "Publications</h2>" not in built.read("index.html")


SECTION = ":::{publications}\n:group: year\n:::\n"
BELOW = "h1 Work, h2 Papers, h3 2024"


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        (f"## Papers\n\n{SECTION}", BELOW),
        (f"Papers\n------\n\n{SECTION}", BELOW),
        (f"### Papers\n\n{SECTION}", BELOW),
        (f":::{{note}}\nA word.\n:::\n\n## Papers\n\n{SECTION}", BELOW),
        (f"```\n## A comment\n```\n\n{SECTION}", "h1 Work, h2 2024"),
        (f"{SECTION}\n## More\n", "h1 Work, h2 2024, h2 More"),
    ],
    ids=["a heading", "underlined", "a low one", "behind a note", "one in code", "one below it"],
)
def test_the_groups_of_a_section_stand_below_the_heading_before_it(
    home: SiteCase, text: str, headings: str
) -> None:
    page = home.write("content/work.md", f"---\ntitle: Work\n---\n{text}").build()
    main = page.read("work/index.html").partition("<main")[2]
    found = re.findall(r"<(h[1-6])[^>]*>([^<]*)", main)
    assert ", ".join(f"{tag} {name}" for tag, name in found) == headings
