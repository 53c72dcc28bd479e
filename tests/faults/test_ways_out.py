"""Hints that name the way out of a mistake that newcomers make."""

import pytest

from tests.conftest import SiteCase

PERSON = "person: {name: Ada Lovelace}\n"


@pytest.mark.parametrize(
    ("file", "text", "place", "hint"),
    [
        ("awards.yaml", "- title: A\n\u00a0 date: 1843\n", "2:1: error", "plain blanks"),
        ("site.yaml", f"{PERSON}theme: {{options: {{accent: “#123”}}}}\n", "2:27: error", '"#123"'),
        ("site.yaml", f"{PERSON}languages: [en, cn]\n", "2:12: warning", 'did you mean "zh"?'),
        ("a.md", "[CV](/cv/resum/)\n", "1:6: error", 'did you mean "/cv/resume/"?'),
    ],
)
@pytest.mark.broadsheet
def test_a_mistake_has_its_way_out(
    file: str, text: str, place: str, hint: str, site: SiteCase
) -> None:
    site.write("content/site.yaml", PERSON)
    site.write("content/cv/resume.yaml", "sections: [{of: awards}]\n")
    site.write("content/awards.yaml", "- {title: A, date: 1843}\n")
    said = site.write(f"content/{file}", text).build().said()
    assert said.count(": error: ") + said.count(": warning: ") == 1
    assert f"content/{file}:{place}: " in said
    assert hint in said.partition("help: ")[2]
    assert len(said.splitlines()[0]) < 200
