"""An entry of BibTeX is changed, added, removed or moved, and every other byte stays."""

from typing import Any

import pytest

from generator.edit.bib_file import BibFile
from generator.edit.changes import CannotEdit, Edit

BIB = """\
% exported
@string{icnp = "Proc. ICNP"}

@inproceedings{goat,
  title     = {{GOAT}: Gradients}, % the good one
  author    = {Quill, Ada and Lac, Jean},
  booktitle = icnp,
  year      = 2020
}

@article{sheep, title = "Sheep", author = "Ada Quill", year = {2021}, }
stray words } here
"""


def edited(text: str, *edits: tuple[Any, ...]) -> str:
    return BibFile(text).changed([Edit(*edit) for edit in edits]).text


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (("set", ("goat", "title"), "{GOAT}s"), "{{GOAT}: Gradients}", "{{GOAT}s}"),
        (("set", ("goat", "year"), "2021"), "2020", "2021"),
        (("set", ("goat", "booktitle"), "X"), "= icnp", "= {X}"),
        (("raw", ("goat", "booktitle"), '"X" # icnp'), "= icnp", '= "X" # icnp'),
        (("set", ("sheep", "title"), "Cow"), '"Sheep"', '"Cow"'),
        (("set", ("sheep", "title"), 'C"ow'), '"Sheep"', '{C"ow}'),
        (("set", ("goat", "doi"), "1/2"), "= 2020", "= 2020,\n  doi       = {1/2}"),
        (("set", ("sheep", "doi"), "1/2"), "{2021}", "{2021}, doi = {1/2}"),
        (("remove", ("goat", "title")), "  title     = {{GOAT}: Gradients}, % the good one\n", None),
        (("remove", ("goat", "author")), "  author    = {Quill, Ada and Lac, Jean},\n", ""),
        (("remove", ("sheep", "author")), ', author = "Ada Quill"', ""),
        (("set", ("sheep", "ID"), "cow"), "{sheep,", "{cow,"),
        (("set", ("sheep", "ENTRYTYPE"), "misc"), "@article", "@misc"),
        (("insert", ("cow",), {"ENTRYTYPE": "misc", "title": "C"}, 1), "@article",
         "@misc{cow,\n  title = {C},\n}\n\n@article"),
    ],
)  # fmt: skip
def test_an_edit_changes_what_it_names(edit: tuple[Any, ...], old: str, new: str | None) -> None:
    expected = BIB.replace(old, " % the good one\n" if new is None else new)
    found = edited(BIB, edit)
    assert found.split() == expected.split() if new is None else found == expected


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
