"""Hints that name the way out of a mistake that newcomers make."""

import pytest

from tests.conftest import SiteCase

PERSON = "person: {name: Ada Lovelace}\n"


@pytest.mark.parametrize(
    ("file", "text", "place", "hint"),
    [
        ("content/awards.yaml", "title: Prize\ndate: 1843\n", "1:1", "begin each record with `- `"),
        ("content/awards.yaml", "- {title: [A, B], date: 1843}\n", "1:11", "write one value"),
        ("content/awards.yaml", "- {title: A, date: 1843 – 1842}\n", "1:20", "the earlier one"),
        ("content/awards.yaml", "- title: A\n\u00a0 date: 1843\n", "2:1", "plain blanks"),
        ("content/site.yaml", f"{PERSON}languages: [en， zh]\n", "2:13", "write it like en, zh"),
        (
            "content/site.yaml",
            f"{PERSON}theme: {{options: {{accent: “#123”}}}}\n",
            "2:27",
            '"#123"',
        ),
        ("content/a.md", "[CV](/cv/resum/)\n", "1:6", 'did you mean "/cv/resume/"?'),
        ("content/a.md", "$\\frac{x$\n", "1:9", "mend the TeX"),
    ],
)
@pytest.mark.broadsheet
def test_a_mistake_has_its_way_out(
    file: str, text: str, place: str, hint: str, site: SiteCase
) -> None:
    site.write("content/site.yaml", PERSON)
    site.write("content/cv/resume.yaml", "sections: [{of: awards}]\n")
    site.write("content/awards.yaml", "- {title: A, date: 1843}\n")
    site.write(file, text)
    said = site.build().said()
    assert said.count("error:") == 1
    assert f"{file}:{place}: error:" in said
    assert hint in said.partition("help: ")[2]


def test_the_code_of_a_country_is_no_language(site: SiteCase) -> None:
    site.write("content/site.yaml", f"{PERSON}languages: [en, cn]\n")
    said = site.build().said()
    assert 'did you mean "zh"?' in said
    assert len(said.splitlines()[0]) < 200
