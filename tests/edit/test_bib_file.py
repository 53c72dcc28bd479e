"""An entry of BibTeX is changed, added, removed or moved, and every other byte stays."""

from pathlib import Path
from typing import Any

import pytest

from generator.edit.bib_file import BibFile
from generator.edit.changes import CannotEdit, Edit
from tests.cases import Case, load
from tests.edit.test_edits import edit_of

BIB = (Path(__file__).parent / "sites/papers.bib").read_text("utf-8")


def edited(text: str, *edits: tuple[Any, ...]) -> str:
    return BibFile(text).changed([Edit(*edit) for edit in edits]).text


@pytest.mark.parametrize("case", load("edits_of_bibtex"), ids=lambda case: case.title)
def test_an_edit_changes_what_it_names(case: Case) -> None:
    old, new = (case.parts[name].removesuffix("\n") for name in ("old", "new"))
    assert edited(BIB, edit_of(case)) == BIB.replace(old, new)


def test_a_comment_stays_where_its_field_goes() -> None:
    gone = "  title     = {{GOAT}: Gradients}, % the good one\n"
    assert (
        edited(BIB, ("remove", ("goat", "title"))).split()
        == BIB.replace(gone, " % the good one\n").split()
    )


def test_entries_change_places_and_are_removed() -> None:
    head, goat, rest = BIB.split("\n\n")
    sheep, stray = rest.split("\n", 1)
    assert edited(BIB, ("move", ("sheep",), None, 0)) == f"{head}\n\n{sheep}\n\n{goat}\n{stray}"
    assert edited(BIB, ("remove", ("goat",))) == f"{head}\n\n{rest}"


def test_an_entry_is_shown_by_its_fields_in_latex() -> None:
    file = BibFile(BIB)
    assert file.value["goat"]["title"] == "{GOAT}: Gradients"
    assert file.value["sheep"]["ENTRYTYPE"] == "article"
    assert [file.is_plain(("goat", name)) for name in ("title", "booktitle", "year")] == [
        True, False, True
    ]  # fmt: skip
    assert file.raw(("goat", "booktitle")) == "icnp"


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (("set", ("goat", "title"), "{"), "cannot safely change"),
        (("remove", ("cow",)), '"cow" is not in it'),
        (("remove", ("goat", "doi")), '"goat" has no field "doi"'),
        (("insert", ("goat",), {}), '"goat" is in it already'),
    ],
)
def test_what_cannot_be_done_says_why(edit: tuple[Any, ...], reason: str) -> None:
    with pytest.raises(CannotEdit, match=reason):
        edited(BIB, edit)
