"""A value is changed, added, removed or moved, and every other byte stays."""

from typing import Any

import pytest

from generator.edit.changes import CannotEdit, Edit
from generator.edit.data_file import PageFile, open_file
from generator.edit.yaml_file import YamlFile

PAPERS = """\
# My papers, newest first.

- id: goat        # the good one
  title: "GOAT: gradients"
  authors: [Ada Quill, "Lac, Jean"]
  # found in the proceedings
  venue: icnp
  links: {pdf: a.pdf}

- id: sheep
  title: 'Sheep'
  authors:
  - Ada Quill  # me
  - Jean Lac
  date: 2020
  abstract: |
    Two lines
    of text.
"""


def edited(text: str, *edits: tuple[Any, ...]) -> str:
    return YamlFile(text).changed([Edit(*edit) for edit in edits]).text


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (("set", (0, "title"), "A 'b': c"), '"GOAT: gradients"', "\"A 'b': c\""),
        (("set", (1, "title"), "it's"), "'Sheep'", "'it''s'"),
        (("set", (1, "date"), "2021"), "2020", "2021"),
        (("set", (1, "abstract"), "One\n\nTwo"), "    Two lines\n    of text.", "    One\n\n    Two"),
        (("set", (0, "authors"), ["Ada Quill"]), ', "Lac, Jean"]', "]"),
        (("set", (0, "links"), {"pdf": "b.pdf", "code": "c"}), "a.pdf}", "b.pdf, code: c}"),
        (("set", (0, "links"), {"code": "c"}), "{pdf: a.pdf}", "{code: c}"),
        (("set", (1, "authors"), ["Ada Quill", "Z"]), "  - Jean Lac", "  - Z"),
        (
            ("set", (1, "authors"), ["Jean Lac", "Ada Quill"]),
            "  - Ada Quill  # me\n  - Jean Lac\n",
            "  - Jean Lac\n  - Ada Quill  # me\n",
        ),
        (
            ("set", (1, "title"), {"en": "A", "zh": "羊"}),
            " 'Sheep'\n",
            "\n    en: A\n    zh: 羊\n",
        ),
        (("set", (1, "links", "pdf"), "b.pdf"), "  abstract: |", "  links: {pdf: b.pdf}\n  abstract: |"),
        (("remove", (0, "venue")), "  venue: icnp\n", ""),
        (("remove", (0, "id")), "- id: goat        #", "-         #"),
        (("raw", (1, "title"), "en: A # c\nzh: B"), " 'Sheep'", "\n    en: A # c\n    zh: B"),
        (("raw", (1, "title"), "[a, &x b]"), "'Sheep'", "[a, &x b]"),
    ],
)  # fmt: skip
def test_an_edit_changes_what_it_names(edit: tuple[Any, ...], old: str, new: str) -> None:
    assert PAPERS.count(old) == 1
    assert edited(PAPERS, edit) == PAPERS.replace(old, new)


def test_records_change_places_and_keep_their_comments() -> None:
    head, goat, sheep = PAPERS.split("\n\n")
    moved = f"{head}\n\n{sheep}\n{goat}\n"
    assert edited(PAPERS, ("move", (1,), None, 0)) == moved
    assert edited(moved, ("move", (0,), None, 1)) == PAPERS
    assert edited(PAPERS, ("remove", (1,))) == f"{head}\n\n{goat}\n"
    assert edited(PAPERS, ("remove", (0,))) == f"{head}\n\n{sheep}"


@pytest.mark.parametrize(
    ("before", "edit", "after"),
    [
        ("a:  # none yet\nb: c\n", ("set", ("a",), "x"), "a: x  # none yet\nb: c\n"),
        ("name: A\nrole: b\n", ("set", ("links",), {"c": "d"}), "name: A\nrole: b\nlinks:\n  c: d\n"),
        ("a: b  # why\n", ("set", ("a",), {"c": "d"}), "a:  # why\n  c: d\n"),
        ("a: []\n", ("insert", ("a", 0), {"b": "c", "d": "e"}), "a:\n  - b: c\n    d: e\n"),
        ("a: [b]\n", ("remove", ("a", 0)), "a: []\n"),
        ("a:\n  - b # c\n", ("remove", ("a", 0)), "a: []\n"),
        ("a: [\n  b, # one\n  c  # two\n]\n", ("insert", ("a", 2), "d"),
         "a: [\n  b, # one\n  c,  # two\n  d\n]\n"),
        ("a: [\n  b,\n  c,\n]\n", ("insert", ("a", 2), "d"), "a: [\n  b,\n  c,\n  d,\n]\n"),
        ("a: [\n  b,\n  c,\n]\n", ("remove", ("a", 1)), "a: [\n  b,\n]\n"),
        ("a: {b, c: d}\n", ("set", ("a", "b"), "x"), "a: {b: x, c: d}\n"),
        ("a: b\r\nc: d\r\n", ("set", ("a",), ["x", "y: z"]), 'a: [x, "y: z"]\r\nc: d\r\n'),
        ("- - a\n  - b\n", ("insert", (0, 0), "c"), "- - c\n  - a\n  - b\n"),
        ("- - a\n  - b\n", ("remove", (0, 0)), "- - b\n"),
        ("a: &x b\nc: *x\n", ("set", ("c",), "d"), "a: &x b\nc: d\n"),
        ("? a\n: b\n", ("set", ("a",), "c"), "? a\n: c\n"),
        ("a: long words that\n  are folded\n", ("set", ("a",), "long words that are not folded"),
         "a: long words that\n  are not\n  folded\n"),
        ("", ("set", ("a",), "b"), "a: b\n"),
        ("# none\n\n[]\n", ("insert", (0,), {"a": "b"}), "# none\n\n- a: b\n"),
        ("# nothing\n", ("insert", (0,), {"a": "b"}), "# nothing\n- a: b\n"),
    ],
)  # fmt: skip
def test_new_text_follows_the_habits_of_its_file(
    before: str, edit: tuple[Any, ...], after: str
) -> None:
    assert edited(before, edit) == after


@pytest.mark.parametrize(
    ("text", "edit", "reason"),
    [
        ("a: &x b\nc: *x\n", ("set", ("a",), "d"), r"`\*x` repeats that value elsewhere"),
        ("a: &x {b: c}\nd: *x\n", ("set", ("d", "b"), "e"), r"`\*x` stands there"),
        ("a: b\n", ("raw", ("a",), "x\ny: z"), "line 3"),
        ("a: b\n", ("remove", ("c",)), '"c" is not in it'),
        ("a: b\n", ("set", ("a",), "\x07"), "control character"),
        ("a: b\n", ("set", ("a", "c"), "d"), 'it has no field "c"'),
    ],
)
def test_what_cannot_be_done_says_why(text: str, edit: tuple[Any, ...], reason: str) -> None:
    with pytest.raises(CannotEdit, match=reason):
        edited(text, edit)


def test_a_form_shows_what_is_plain_and_other_values_as_lines() -> None:
    file = YamlFile("a: {b: 2020, c: ~}\nd:\n  - x # y\n  - &z w\ne:\n  f: g\n")
    assert file.value == {"a": {"b": "2020", "c": None}, "d": ["x", "w"], "e": {"f": "g"}}
    assert [file.is_plain(path) for path in (("a",), ("d",), ("d", 0), ("d", 1), ("e",))] == [
        True, False, True, False, True
    ]  # fmt: skip
    assert file.raw(("d",)) == "- x # y\n- &z w"
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
