"""The forms for programs keep what the page has: lists, numbers, dates, links in sentences."""

from __future__ import annotations

import json

import pytest

from tests.conftest import SiteCase

pytestmark = pytest.mark.broadsheet

PERSON = "person: {name: Ada Lovelace}\nurl: https://ada.example.org/\n"


def test_lists_and_numbers_stay_in_the_markdown_of_a_page(site: SiteCase) -> None:
    site.write("content/site.yaml", PERSON)
    site.write(
        "content/projects.yaml",
        "- title: Engine\n  date: 1843\n  body: |\n    Made of:\n\n    1. a [mill](/x.txt)\n"
        "    2. a store\n\n       with *cards*\n"
        "- {title: Loom, date: 1842, body: 'One *line*'}\n",
    )
    site.write("static/x.txt", "x")
    section = ":::{projects}\n:numbered: true\n:::\n"
    site.write("content/index.md", f"---\ntitle: Home\n---\n\nText.\n\n{section}")
    text = site.build().read("index.md")
    assert text.partition("Text.\n\n")[2] == (
        "1. Engine: 1843\n\n   Made of:\n\n   1. a [mill](https://ada.example.org/x.txt)\n"
        "   2. a store\n\n      with *cards*\n\n2. Loom: 1842; One line\n"
    )


def test_links_in_a_pattern_stay_in_the_markdown_of_a_page(site: SiteCase) -> None:
    site.write("content/site.yaml", PERSON + "styles: {tool: '{title: to \"code\"}'}\n")
    site.write("content/projects.yaml", "- {title: Engine, links: {code: 'https://c.example/'}}\n")
    site.write("content/index.md", "---\ntitle: Home\n---\n\n:::{projects}\n:style: tool\n:::\n")
    built = site.build()
    assert built.read("index.html").count("https://c.example/") == 1
    assert "- Engine  [code](https://c.example/)" in built.read("index.md")


def test_the_resume_has_all_dates_of_an_award_and_a_label(site: SiteCase) -> None:
    site.write("content/site.yaml", PERSON)
    site.write("content/index.md", "---\ntitle: Home\n---\n\n:::{awards}\n:::\n")
    site.write("content/cv/resume.yaml", "headline: Countess *and* analyst\nsections: []\n")
    site.write(
        "content/awards.yaml",
        "- {title: Cup, date: [2019, 2021-05], level: gold, count: 2}\n"
        "- title: Prizes\n  organization: A Society\n  date: 2020\n  awards:\n"
        "  - {title: First, count: 3, details: [twice for engines]}\n"
        "  - {title: Second, date: 2018 – 2019}\n",
    )
    resume = json.loads(site.build().read("resume.json"))
    assert resume["basics"]["label"] == "Countess and analyst"
    assert resume["awards"] == [
        {"title": "Cup", "date": "2019", "summary": "gold"},
        {"title": "Cup", "date": "2021-05", "summary": "gold"},
        {"title": "First", "awarder": "A Society", "date": "2020", "summary": "twice for engines, ×3"},
        {"title": "Second", "awarder": "A Society", "date": "2019"},
    ]  # fmt: skip
