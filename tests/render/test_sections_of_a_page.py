"""What the theme asks about the sections of a page: which ones it places, and below what."""

from __future__ import annotations

import re

import pytest

from tests.conftest import SiteCase

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
    assert "## Publications" in built.read("index.md")


def test_a_home_page_that_places_a_section_itself_shows_no_other(home: SiteCase) -> None:
    text = "::::{note}\n:::{publications}\n:style: lines\n:::\n::::\n"
    built = home.write("content/index.md", f"---\ntitle: Home\n---\n{text}").build()
    assert "A goat" in built.text("index.html")
    assert "Publications</h2>" not in built.read("index.html")
    assert "## Publications" not in built.read("index.md")
