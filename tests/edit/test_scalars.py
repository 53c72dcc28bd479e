"""Any text can be written in any style and any place, and is read as it was."""

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from generator.edit.changes import CannotEdit, Edit
from generator.edit.data_file import PageFile
from generator.edit.yaml_file import YamlFile
from generator.edit.yaml_text import in_flow

NO_CONTROL = st.characters(
    codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\ufeff\ufffe\uffff"
)
TEXTS = st.text(
    NO_CONTROL | st.sampled_from("\n\n\t  :#-'\"[]{},&*!|>%@`?\\") | st.sampled_from("ab c"),
    max_size=60,
)
PLACES = {
    "plain": ("- a: b\n  c: %s # why\n  d: e\n", "x y"),
    "single": ("- a: b\n  c: %s\n  d: e\n", "'x y'"),
    "double": ("- a: b\n  c: %s\n  d: e\n", '"x y"'),
    "literal": ("- a: b\n  c: %s\n  d: e\n", "|\n    x\n    y"),
    "literal kept": ("- a: b\n  c: %s\n  d: e\n", "|+\n    x\n    y\n"),
    "folded": ("- a: b\n  c: %s\n  d: e\n", ">-\n    x\n    y"),
    "folded plain": ("- a: b\n  c: %s\n  d: e\n", "x one two three\n     four five"),
    "folded double": ("- a: b\n  c: %s\n  d: e\n", '"x one two three\n     four five"'),
    "number": ("- a: b\n  c: %s\n  d: e\n", "7"),
    "nothing": ("- a: b\n  c: %s\n  d: e\n", ""),
    "flow": ("- {a: b, c: %s, d: e}\n", "x"),
    "flow quoted": ("- {a: b, c: %s, d: e}\n", "'x'"),
    "end of file": ("- d: e\n  a: b\n  c: %s", "x"),
    "windows": ("- a: b\r\n  c: %s\r\n  d: e\r\n", "x"),
}


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
@given(text=TEXTS)
@example(text="0?")
@example(text=" \n a\n")
@example(text="\x85\u2028")
@example(text="null")
def test_a_text_is_read_as_it_was_written(place: str, text: str) -> None:
    around, value = PLACES[place]
    before = around.replace("%s", value)
    after = YamlFile(before).changed([Edit("set", (0, "c"), text)]).text
    # YAML ends lines at these two and at \x85, and no editor does; a file has them escaped.
    said = yaml.load(after, yaml.CBaseLoader)[0]
    assert said["c"].rstrip("\n") == text.rstrip("\n")
    assert (said["a"], said["d"], len(said)) == ("b", "e", 3)
    head, tail = around.split("%s")
    assert after.startswith(head)
    assert after.endswith(tail.removeprefix(" # why"))
    assert ("# why" in after) >= ("# why" in around)


@given(text=TEXTS, key=TEXTS)
def test_new_items_and_fields_are_read_as_they_were_written(text: str, key: str) -> None:
    key = key.replace("\n", " ")
    file = YamlFile("a: [x]\nb:\n- y\nc: {d: e}\n")
    edits = [Edit("insert", ("a", 0), text), Edit("insert", ("b", 1), text),
             Edit("set", ("c", f"k{key}"), text), Edit("set", (f"n{key}",), {"m": [text]})]  # fmt: skip
    text = text.rstrip("\n")
    assert file.changed(edits).value == {
        "a": [text, "x"], "b": ["y", text], "c": {"d": "e", f"k{key}": text}, f"n{key}": {"m": [text]}
    }  # fmt: skip


@pytest.mark.parametrize("character", ["\x00", "\x07", "\x1b", "\x7f", "\ud800"])
def test_a_control_character_is_refused(character: str) -> None:
    with pytest.raises(CannotEdit, match="control character"):
        YamlFile("a: b\n").changed([Edit("set", ("a",), f"x{character}")])


@given(TEXTS)
def test_a_page_takes_any_text(text: str) -> None:
    page = PageFile("---\ntitle: A\n---\nOne\nTwo\n")
    assert page.changed([Edit("set", ("body",), text)]).value["body"] == text


def test_a_text_within_brackets_is_read_by_parsers_that_end_it_at_a_question_mark() -> None:
    assert yaml.load(in_flow(["why?not"]), yaml.BaseLoader) == ["why?not"]
