"""An entry of BibTeX is changed, added or removed, and every other byte stays."""

from typing import Any

import pytest

from generator.edit.bib_file import BibFile
from generator.edit.changes import Edit
from tests.cases import Case, load
from tests.edit.test_edits import BIB, edit_of


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


def test_an_entry_is_removed() -> None:
    head, _, rest = BIB.split("\n\n")
    assert edited(BIB, ("remove", ("goat",))) == f"{head}\n\n{rest}"


def test_an_entry_is_shown_by_its_fields_in_latex() -> None:
    file = BibFile(BIB)
    assert file.value["goat"]["title"] == "{GOAT}: Gradients"
    assert file.value["sheep"]["ENTRYTYPE"] == "article"
    assert [file.is_plain(("goat", name)) for name in ("title", "booktitle", "year")] == [
        True, False, True
    ]  # fmt: skip
    assert file.raw(("goat", "booktitle")) == "icnp"
