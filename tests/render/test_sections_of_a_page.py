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


def headings_of(site: SiteCase, text: str) -> list[str]:
    """The headings in the main part of a page with this text, as `h2 Papers`."""
    page = site.write("content/work.md", f"---\ntitle: Work\n---\n{text}").build()
    main = page.read("work/index.html").partition("<main")[2]
    return [f"{tag} {name}" for tag, name in re.findall(r"<(h[1-6])[^>]*>([^<]*)", main)]


def test_the_groups_of_a_section_stand_below_the_heading_before_it(home: SiteCase) -> None:
    text = "## Papers\n\n:::{publications}\n:group: year\n:::\n"
    assert headings_of(home, text) == ["h1 Work", "h2 Papers", "h3 2024"]


def test_a_heading_in_code_is_no_heading_before_a_section(home: SiteCase) -> None:
    text = "```\n## A comment\n```\n\n:::{publications}\n:group: year\n:::\n"
    assert headings_of(home, text) == ["h1 Work", "h2 2024"]


def test_a_heading_is_one_however_it_is_written_and_whatever_follows_it(home: SiteCase) -> None:
    section = ":::{publications}\n:group: year\n:::\n"
    below = ["h1 Work", "h2 Papers", "h3 2024"]
    assert headings_of(home, f"Papers\n------\n\n{section}") == below
    assert headings_of(home, f"### Papers\n\n{section}") == below
    assert headings_of(home, f":::{{note}}\nA word.\n:::\n\n## Papers\n\n{section}") == below


def test_a_heading_below_a_section_says_nothing_of_its_groups(home: SiteCase) -> None:
    text = ":::{publications}\n:group: year\n:::\n\n## More\n"
    assert headings_of(home, text) == ["h1 Work", "h2 2024", "h2 More"]
