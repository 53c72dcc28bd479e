"""Text is put into files of papers, and every byte that was there stays."""

import re
from typing import Any

import pytest
import yaml

from generator.edit.bib_file import BibFile, read_bib
from generator.edit.changes import CannotEdit
from generator.model.dates import When
from generator.sync.writing import with_fields, with_record
from tests.cases import Case, load
from tests.edit.random_edits import only_added
from tests.edit.test_edits import BIB, PAPERS


@pytest.mark.parametrize(
    ("id", "fields", "expected"),
    [
        ("goat", {"pages": "1-12"}, "  venue: icnp\n  pages: 1-12\n  links"),
        ("goat", {"doi": "10.5555/a.1"}, "  venue: icnp\n  doi: 10.5555/a.1\n  links"),
        ("sheep", {"venue": "A: B"}, '  - Jean Lac\n  venue: "A: B"\n  date: 2020\n'),
        ("sheep", {"pages": "7"}, '  date: 2020\n  pages: "7"\n  abstract: |'),
        ("goat", {"versions": [{"venue": "arXiv", "date": "2020-01", "arxiv": "2001.01234"}]},
         '  versions:\n  - venue: arXiv\n    date: 2020-01\n    arxiv: "2001.01234"\n  links'),
    ],
)  # fmt: skip
def test_a_field_goes_where_people_write_it(id: str, fields: Any, expected: str) -> None:
    after = with_fields(PAPERS, id, fields)
    assert expected in after
    assert only_added(PAPERS, after) and after != PAPERS


def test_a_field_goes_above_the_comment_of_what_follows() -> None:
    after = with_fields(PAPERS, "goat", {"key": "G1"})
    assert '- id: goat        # the good one\n  key: G1\n  title: "GOAT' in after
    text = "- id: a\n  title: A\n  # see the archive\n  links: {}\n"
    assert "title: A\n  doi: 10.5555/1\n  # see" in (with_fields(text, "a", {"doi": "10.5555/1"}))


def test_a_paper_goes_before_an_older_one_and_keeps_the_distance() -> None:
    new = {"title": "Cows", "authors": ["Ada Quill"], "date": "2022"}
    after = with_record(PAPERS, "cows", new)[0]
    assert only_added(PAPERS, after) and after != PAPERS
    assert (
        "{pdf: a.pdf}\n\n- id: cows\n  title: Cows\n  authors: [Ada Quill]\n  date: 2022\n\n- id: sheep"
    ) in after
    dated = PAPERS.replace("  venue: icnp\n", "  venue: icnp\n  date: 2021-05\n")
    first = with_record(dated, "cows", new, "DBLP")[0]
    assert first.startswith("# My papers, newest first.\n\n# DBLP\n- id: cows\n")
    last = with_record(PAPERS, "cows", {"title": "Cows"})[0]
    assert last.endswith("    of text.\n\n- id: cows\n  title: Cows\n")


def with_paper(text: str) -> str:
    return with_record(text, "new", {"title": "Cows"})[0]


def with_doi(text: str) -> str:
    return with_fields(text, "a", {"doi": "10.5555/1"})


@pytest.mark.parametrize("case", load("additions"), ids=lambda case: case.title)
def test_a_paper_or_a_field_is_written_as_those_beside_it(case: Case) -> None:
    parts = case.parts
    if "paper" in parts:
        assert with_paper(parts["before"]) == parts["paper"]
    else:
        assert with_doi(parts["before"]) == parts["field"]


def test_marks_and_ends_of_a_file_stay() -> None:
    paper = "- id: a\n  title: A"
    assert with_paper("") == "- id: new\n  title: Cows\n"
    assert with_paper("# nothing yet") == "# nothing yet\n- id: new\n  title: Cows\n"
    assert (
        with_paper("-   id: a\n    title: A")
        == "-   id: a\n    title: A\n\n- id: new\n  title: Cows"
    )
    windows = paper.replace("\n", "\r\n") + "\r\n"
    assert with_paper(windows) == f"{windows}\r\n- id: new\r\n  title: Cows\r\n"
    assert with_doi(paper) == f"{paper}\n  doi: 10.5555/1"
    assert with_doi(f"\ufeff{paper}\n") == f"\ufeff{paper}\n  doi: 10.5555/1\n"


def test_only_a_line_feed_ends_a_line() -> None:
    """Python knows other ends, at which YAML's marks do not count a line."""
    before = "- id: a\n  title: A\u2028B\x85C\n  links: {}\n- id: b\n  title: B\n"
    after = with_fields(before, "b", {"doi": "10.5555/1"})
    assert after == before + "  doi: 10.5555/1\n"


@pytest.mark.parametrize(
    "versions", ["  versions:\n  - venue: X\n", "  versions:\n    -   venue: X\n",
                 "  versions: [{venue: X}]\n"]
)  # fmt: skip
def test_a_version_joins_those_that_are_there(versions: str) -> None:
    before = f"- id: a\n{versions}  doi: 10.5555/1\n"
    after = with_fields(before, "a", {"versions": [{"venue": "Y", "date": "2020"}]})
    said = yaml.safe_load(after)[0]["versions"]
    assert sorted(one["venue"] for one in said) == ["X", "Y"]
    assert only_added(before, after) and before != after


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("- [1, 2\n", "line 1: the list that opens here is not closed"),
        ("--- \n- id: a\n---\n- id: b\n", "line 3: "),
        ("- id: a\r  title: A\n", "lines end as on an old Macintosh"),
        ("just text\n", "it is not a list of records"),
        ("title: A\n", "it is not a list of records"),
        ("- id: n\n", '"n" is already in it'),
    ],
)
def test_what_cannot_be_added_to_says_why(text: str, reason: str) -> None:
    with pytest.raises(CannotEdit, match=reason):
        with_record(text, "n", {"title": "N"})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("- id: c\n", '"b" is not in it'),
        ("- id: b\n  doi: 10.5555/2\n", "it already has a field `doi`"),
    ],
)
def test_a_record_that_cannot_be_added_to_says_why(text: str, reason: str) -> None:
    with pytest.raises(CannotEdit, match=reason):
        with_fields(text, "b", {"doi": "10.5555/1"})


def squeezed(text: str) -> str:
    return re.sub(r"[\s,]", "", text)


@pytest.mark.parametrize("id", ["goat", "sheep"])
def test_a_field_joins_an_entry_of_bibtex(id: str) -> None:
    after = squeezed(BibFile(BIB).with_fields(id, {"doi": "10.5555/1", "pages": "1-2"}).text)
    assert after.replace("doi={10.5555/1}pages={1-2}", "") == squeezed(BIB) != after


def test_an_entry_of_bibtex_is_added_in_latex() -> None:
    fields = {"title": "H~2~O & GOATs: 5\\$ for *all*", "authors": ["Ada Quill", "{A Group}"],
              "venue": "Wool", "kind": "journal", "date": "2024-06", "doi": "10.5555/a_b"}  # fmt: skip
    after = BibFile(BIB).with_entry("cows", fields).text
    assert after.startswith(BIB)
    assert after.removeprefix(BIB) == (
        "\n@article{cows,\n  title = {H\\textsubscript{2}O \\& {GOATs}: 5\\$ for all},\n"
        "  author = {Quill, Ada and {A Group}},\n  journal = {Wool},\n  year = {2024},\n"
        "  month = {6},\n  doi = {10.5555/a_b},\n}\n"
    )


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("2024", "year={2024}"),
        ("2024-06-30", "year={2024}month={6}day={30}"),
        ("June 2023", "year={2023}month={6}"),
        ("2023 – 2024", "date={2023–2024}"),
        ("2023-2024", "date={2023-2024}"),
        ("2022/23", "date={2022–23}"),
        ("2023H1", "date={2023H1}"),
        ("soon", "date={soon}"),
    ],
)
def test_a_date_of_bibtex_keeps_all_its_parts(date: str, expected: str) -> None:
    added = BibFile(BIB).with_entry("cows", {"title": "Cows", "date": date}).text
    assert squeezed(added.removeprefix(BIB)) == f"@misc{{cowstitle={{Cows}}{expected}}}"
    paper = read_bib("a.bib", added.encode())[0][-1]
    assert paper.date == (None if date == "soon" else When.from_scalar(date))
