"""Authors of papers: signs that a text explains, names in bold, and family names first."""

import pytest

from tests.importing.conftest import Files, Imported, Planned, Run, page, planned
from tests.importing.test_hugo_rules import site


def papers(*authors: str, legend: str = "") -> Files:
    """A site of Hugo Blox whose papers have these lists of authors."""
    blocks = "sections:\n  - block: collection\n    content:\n      title: Papers\n"
    blocks += f"      subtitle: '{legend}'\n      filters: {{folders: [publication]}}"
    files: Files = {
        f"content/publication/p{number}/index.md": page(f"title: P{number}\nauthors: [{some}]")
        for number, some in enumerate(authors)
    }
    return {
        **site(),
        "content/authors/admin/_index.md": page("title: Ann-May Tester\nsuperuser: true"),
        "content/_index.md": page(f"title: Home\n{blocks}"),
        **files,
    }


def authors_of(done: Planned | Imported) -> list[list[str]]:
    return [one["authors"] for one in done.data("publications")]


@pytest.mark.parametrize(
    ("legend", "marks"),
    [
        ("*equal contributions #corresponding author", {"corresponding": "#"}),
        ("\\* equal contribution, \\# co-corresponding authors", {"corresponding": "#"}),
        ("<sup>#</sup>These authors contributed equally; * Corresponding author",
         {"equal": "#", "corresponding": "*"}),
        ("Those marked with * are the corresponding authors", {"corresponding": "*"}),
        ("#: no role, * and nothing", None),
    ],
)  # fmt: skip
def test_a_sign_that_a_text_explains_is_a_role(legend: str, marks: dict[str, str] | None) -> None:
    done = planned(papers('"A. Other*", "B. Bee#"', legend=legend))
    assert done.site.get("marks") == marks
    assert authors_of(done) == [["A. Other*", "B. Bee#"]]


def test_signs_that_no_text_explains_are_counted_before_you_publish(imported: Run) -> None:
    done = imported(papers('"A. Other#", "B. Bee#"', '"C. Dee#"'))
    assert done.found("author-sign") == ["A. Other#", "B. Bee#", "C. Dee#"]
    assert "Signs after authors that no text explains (3)" in str(done.report["before_you_publish"])


def test_a_name_in_bold_is_that_of_the_owner() -> None:
    done = planned(
        papers(
            '"**A. M. Tester**\\\\*", "B. Bee"', '"B. Bee", "**Tester AM\\\\***"',
            '"**C. Dee**", "E. Fox", "**A. M. Tester**"',
        )
    )  # fmt: skip
    assert authors_of(done) == [
        ["A. M. Tester\\*", "B. Bee"], ["B. Bee", "Tester AM\\*"], ["C. Dee", "E. Fox", "A. M. Tester"],
    ]  # fmt: skip
    assert done.person["aliases"] == ["Tester AM"]
    assert done.found("author-emphasis") == ["C. Dee"]


def test_names_in_bold_that_are_not_the_owners_are_no_spellings_of_it() -> None:
    done = planned(papers('"**C. Dee**", "A. Bee"', '"**E. Fox**", "A. Bee"', '"**A. Tester**"'))
    assert "aliases" not in done.person and done.found("author-emphasis") == ["C. Dee; E. Fox"]


@pytest.mark.parametrize("own", ["**A. M. Tester**", "A. M. Tester"])
def test_of_two_authors_who_could_be_the_owner_one_is(imported: Run, own: str) -> None:
    done = imported(papers(f'"A. Tester", "B. Bee", "{own}"', '"B. Bee", "**A. M. Tester**"'))
    assert done.data("people") == [{"name": "A. Tester"}]
    assert done.found("author-twice") == ["A. Tester"]
    assert "Papers with two authors who could both be you (1)" in str(
        done.report["before_you_publish"]
    )


def test_a_namesake_of_the_owner_keeps_the_name_as_written(imported: Run) -> None:
    done = imported(
        papers('"Tester AM", "Bee B", "**Tester AM**#"', legend="#corresponding author")
    )
    assert authors_of(done) == [["{Tester AM}", "Bee, B", "Tester, AM#"]]
    assert done.found("author-twice") == ["Tester, AM"]
    shown = done.text("content/publications.yaml")
    assert "aliases" not in done.person, shown


def test_a_spelling_that_stands_alone_elsewhere_is_the_owners() -> None:
    done = planned(papers('"A. Tester", "A. M. Tester"', '"B. Bee", "A. Tester"'))
    assert done.found("author-twice") == ["A. Tester"]
    assert "content/people.yaml" not in done.files


def test_names_with_their_initials_last_are_turned() -> None:
    done = planned(
        papers('"Tester AM\\\\*", "Van Bee C", "Dee E F", "Fox G-H"', '"Tester AM", "Ben Other"')
    )
    assert authors_of(done) == [
        ["Tester, AM\\*", "Van Bee, C", "Dee, E F", "Fox, G-H"], ["Tester AM", "Ben Other"],
    ]  # fmt: skip
    assert "# import: guessed\n  authors:" in done.text("content/publications.yaml")


def test_lists_of_academicpages_say_by_emphasis_who_the_owner_is() -> None:
    files: Files = {
        "_config.yml": "title: T\nauthor: {name: Ann-May Tester}\nurl: https://t.example\n",
        "_layouts/single.html": "{{ content }}",
        "_layouts/archive.html": "{{ content }}",
        "_pages/about.md": page("permalink: /\ntitle: About"),
        "_publications/a.md": page(
            "title: A\nauthors: ['<b>A. Tester</b>', 'A. M. Tester', '<a href=\"/x\">Ben Bee</a>']"
        ),
    }
    done = planned(files, kind="academicpages")
    assert authors_of(done) == [["A. Tester", "A. M. Tester", "Ben Bee"]]
    assert done.data("people") == [{"name": "A. M. Tester"}]
