"""The forms for programs keep what the page has: lists, numbers, dates, links in sentences."""

import json

import pytest

from tests.conftest import SiteCase

pytestmark = pytest.mark.broadsheet

PERSON = "person: {name: Ada Lovelace}\nurl: https://ada.example.org/\n"


def test_the_resume_has_all_dates_of_an_award_and_a_label(site: SiteCase) -> None:
    site.write("content/site.yaml", PERSON)
    cv = "headline: Countess *and* analyst\nsections: [{of: awards}]\n"
    site.write("content/cv/resume.yaml", cv)
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
