"""A value is changed, added, removed or moved, and every other byte stays."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from generator.edit.bib_file import BibFile
from generator.edit.changes import CannotEdit, Edit
from generator.edit.data_file import PageFile, open_file
from generator.edit.yaml_file import YamlFile
from tests.cases import Case, load
from tests.edit.random_edits import run

BIB = (Path(__file__).parent / "sites/papers.bib").read_text("utf-8")
PAPERS = (Path(__file__).parent / "sites/papers.yaml").read_text("utf-8")


def edited(file: YamlFile | BibFile | str, *edits: tuple[Any, ...]) -> str:
    """A file, or a text in YAML, after some edits."""
    opened = YamlFile(file) if isinstance(file, str) else file
    return opened.changed([Edit(*edit) for edit in edits]).text


def edit_of(case: Case) -> tuple[Any, ...]:
    op, path, *more = json.loads(case.parts["edit"])
    return op, tuple(path), *more


@pytest.mark.parametrize("case", load("edits_of_papers"), ids=lambda case: case.title)
def test_an_edit_changes_what_it_names(case: Case) -> None:
    old, new = (case.parts[name].removesuffix("\n") for name in ("old", "new"))
    assert PAPERS.count(old) == 1
    assert edited(PAPERS, edit_of(case)) == PAPERS.replace(old, new)


def test_records_change_places_and_keep_their_comments() -> None:
    head, goat, sheep = PAPERS.split("\n\n")
    moved = f"{head}\n\n{sheep}\n{goat}\n"
    assert edited(PAPERS, ("move", (1,), None, 0)) == moved
    assert edited(moved, ("move", (0,), None, 1)) == PAPERS
    assert edited(PAPERS, ("remove", (1,))) == f"{head}\n\n{goat}\n"
    assert edited(PAPERS, ("remove", (0,))) == f"{head}\n\n{sheep}"


@pytest.mark.parametrize("case", load("edits"), ids=lambda case: case.title)
def test_new_text_follows_the_habits_of_its_file(case: Case) -> None:
    assert edited(case.parts["before"], edit_of(case)) == case.parts["after"]


def test_an_empty_file_takes_a_field_and_line_ends_of_windows_stay() -> None:
    assert edited("", ("set", ("a",), "b")) == "a: b\n"
    after = 'a: [x, "y: z"]\r\nc: d\r\n'
    assert edited("a: b\r\nc: d\r\n", ("set", ("a",), ["x", "y: z"])) == after


@pytest.mark.parametrize("case", load("edits_refused"), ids=lambda case: case.title)
def test_what_cannot_be_done_says_why(case: Case) -> None:
    """Of YAML; of the entries of BibTeX where no other text is named."""
    with pytest.raises(CannotEdit, match=case.parts["reason"].removesuffix("\n")):
        if "before" in case.parts:
            edited(case.parts["before"], edit_of(case))
        else:
            BibFile(BIB).changed([Edit(*edit_of(case))])


def test_a_form_shows_what_is_plain_and_other_values_as_lines() -> None:
    file = YamlFile("a: {b: 2020, c: ~}\nd:\n  - x # y\n  - {w: w, w: v}\ne:\n  f: g\n")
    assert file.value == {"a": {"b": "2020", "c": None}, "d": ["x", {"w": "w"}], "e": {"f": "g"}}
    assert [file.is_plain(path) for path in (("a",), ("d",), ("d", 0), ("d", 1), ("e",))] == [
        True, False, True, False, True
    ]  # fmt: skip
    assert file.raw(("d",)) == "- x # y\n- {w: w, w: v}"
    assert file.raw(("a",)) == "{b: 2020, c: ~}"
    assert file.raw(("e",)) == "f: g"


def test_a_record_is_found_by_its_id_its_key_or_its_number() -> None:
    assert YamlFile(PAPERS).path_of("sheep") == (1,)
    assert YamlFile("a: {b: c}\nd: {e: f}\n").path_of("d") == ("d",)
    assert YamlFile("- a: b\n").path_of("0") == (0,)
    assert YamlFile("title: A\n").path_of("file") == ()
    with pytest.raises(CannotEdit, match="is not in it"):
        YamlFile(PAPERS).path_of("cow")


PAGE = "---\r\ntitle: A # b\r\n---\r\n\r\nOne\r\nTwo\n"


def test_a_page_has_fields_and_a_body() -> None:
    page = open_file("content/a.md", PAGE.encode())
    assert isinstance(page, PageFile)
    assert page.value == {"title": "A", "body": "\nOne\nTwo\n"}
    new = page.changed([Edit("set", ("title",), "B"), Edit("set", ("body",), "\nOne\nand\nTwo\n")])
    assert new.text == "---\r\ntitle: B # b\r\n---\r\n\r\nOne\r\nand\r\nTwo\n"
    with pytest.raises(CannotEdit, match="---"):
        PageFile("Text\n").changed([Edit("set", ("body",), "---\nTwo\n---\n")])
    with pytest.raises(CannotEdit, match="old Macintosh"):
        PageFile("---\rtitle: A\r---\rText\r")
    bare = open_file("content/a.md", b"Text\n").changed([Edit("set", ("title",), "B")])
    assert bare.text == "---\ntitle: B\n---\nText\n"


def test_comments_inside_of_a_record_go_with_it() -> None:
    text = "- id: a\n  title: A\n  # doi: 10.1\n\n# about b\n- id: b\n  # inside\n"
    assert edited(text, ("remove", (0,))) == "# about b\n- id: b\n  # inside\n"
    assert edited(text, ("remove", (1,))) == "- id: a\n  title: A\n  # doi: 10.1\n\n# about b\n"


@pytest.mark.parametrize("case", load("edits_of_bibtex"), ids=lambda case: case.title)
def test_an_edit_of_bibtex_changes_what_it_names(case: Case) -> None:
    old, new = (case.parts[name].removesuffix("\n") for name in ("old", "new"))
    assert edited(BibFile(BIB), edit_of(case)) == BIB.replace(old, new)


def test_a_comment_stays_where_its_field_goes() -> None:
    gone = "  title     = {{GOAT}: Gradients}, % the good one\n"
    assert (
        edited(BibFile(BIB), ("remove", ("goat", "title"))).split()
        == BIB.replace(gone, " % the good one\n").split()
    )


def test_an_entry_is_removed() -> None:
    head, _, rest = BIB.split("\n\n")
    assert edited(BibFile(BIB), ("remove", ("goat",))) == f"{head}\n\n{rest}"


def test_an_entry_is_shown_by_its_fields_in_latex() -> None:
    file = BibFile(BIB)
    assert file.value["goat"]["title"] == "{GOAT}: Gradients"
    assert file.value["sheep"]["ENTRYTYPE"] == "article"
    assert [file.is_plain(("goat", name)) for name in ("title", "booktitle", "year")] == [
        True, False, True
    ]  # fmt: skip
    assert file.raw(("goat", "booktitle")) == "icnp"


@pytest.mark.parametrize(
    "count", [200, pytest.param(5_000, marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_random_edits_change_what_is_meant_and_nothing_else(count: int) -> None:
    seed = random.randrange(10**9)
    outcomes, faults = run(count, seed)
    print(f"seed {seed}: {outcomes}")
    assert outcomes["wrong"] == 0, faults[:3]
    assert outcomes["right"] > 0.9 * count
