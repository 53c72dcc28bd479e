"""A data file that is read piece by piece says what it says when it is read as a whole."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from generator.engine.project_cache import DiskSourceCache
from generator.model.files import SourceFile
from generator.model.site import LISTS
from generator.parse.data_file import _RecordReader, _records, items_of, parse_list
from generator.parse.source_text import cached_list, decoded
from generator.problems import Problem


def source(text: str, kind: str) -> SourceFile:
    path = f"content/{kind}.yaml"
    return SourceFile(path, Path(path), text.encode("utf-8", "surrogatepass"))


def as_a_whole(text: str, kind: str) -> tuple[tuple[Any, ...], list[Problem]]:
    """The records and problems of a file that nobody takes to pieces."""
    file = source(text, kind)
    problems: list[Problem] = []
    found = decoded(file.read(), file.path, problems)
    assert found is not None
    return tuple(_records(_RecordReader(file.path, found, problems), kind)), problems


def reads_the_same(text: str, kind: str) -> bool:
    """Hold both ways of reading against each other; whether it could be taken to pieces."""
    values, problems = as_a_whole(text, kind)
    memory = DiskSourceCache()
    parsed = parse_list(source(text, kind), kind, memory)
    assert list(parsed.problems) == problems
    assert parsed.values == values
    # And what is remembered of it is the same as well.
    later = DiskSourceCache(memory.next)
    known = cached_list(source(text, kind), kind, later)
    assert known is None if problems else known == values
    assert parse_list(source(text, kind), kind, later).values == values
    pieces = items_of(text.replace("\r\n", "\n"))
    if pieces:
        start = text.replace("\r\n", "\n").find(pieces[0])
        assert "".join(pieces) == text.replace("\r\n", "\n")[start:]
    return bool(pieces)


# ------------------------------------------------------------------ writings of records

WORDS = st.sampled_from(
    ["Engines", "on the *edge*", "A: b", "网络", "x # y", "- dash", "a 'q' b", 'a "q" b', "---",
     "two: three", "[x]", "{y}", "$\\alpha$", "null", "~", "", "&a", "*a", "!t", "%d", "\u00a0", "\u2028"]
)  # fmt: skip


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def doubly(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@st.composite
def scalar(draw: st.DrawFn, indent: str) -> str:
    """A text in one of the ways in which YAML lets it be written, good or bad."""
    text = draw(WORDS)
    more = draw(WORDS)
    return draw(
        st.sampled_from(
            [
                text,
                quoted(text),
                doubly(text),
                f"|\n{indent}  {text}\n{indent}  {more}",
                f">-\n{indent}  {text}\n\n{indent}  {more}",
                f"|+\n{indent}  {text}\n\n",
                f"|2\n{indent}   {text}",
                f"{text}\n{indent}  {more}",
                f'"{indent}one\n{indent}  two"',
                '"one\ntwo"',
                "'one\n- two'",
                "'one\nkey: two'",
                '"one\n\n# two"',
                f"&here {text}",
                "*here",
                f"!tag {text}",
                f"{text} # comment",
                f"[{quoted(text)}, {doubly(more)}]",
                f"[{quoted(text)},\n{indent}  {doubly(more)}]",
                f"[{quoted(text)},\n{doubly(more)}]",
                f"{{en: {quoted(text)}, zh: {doubly(more)}}}",
                f"\n{indent}  en: {quoted(text)}\n{indent}  zh: {doubly(more)}",
                f"\n{indent}- {quoted(text)}\n{indent}- {doubly(more)}",
            ]
        )
    )


@st.composite
def record(draw: st.DrawFn, indent: str, kind: str) -> str:
    """The fields of a record, the first without an indent."""
    fields = {
        "publications": ["title", "venue", "abstract", "note", "id", "authors", "tags"],
        "news": ["text", "tags", "id", "priority"],
        "people": ["name", "url", "id"],
        "venues": ["name", "short", "id"],
    }[kind]
    needed = {
        "publications": ["title: On Engines", "authors: [Ada Lovelace]"],
        "news": ["date: 2024", "text: A thing"],
        "people": ["name: Bob Bee"],
        "venues": ["name: A Conference"],
    }[kind]
    if draw(st.booleans()):
        return "{" + ", ".join(needed) + "}"
    lines = list(needed)
    for name in draw(st.lists(st.sampled_from(fields), max_size=3, unique=True)):
        lines = [line for line in lines if not line.startswith(f"{name}:")]
        value = (
            draw(scalar(indent)) if name != "id" else draw(st.sampled_from(["a", "b", "c", "d"]))
        )
        lines.append(f"{name}: {value}")
    if draw(st.integers(0, 9)) == 0:
        lines.insert(1, "# between")
    return f"\n{indent}".join(lines)


BETWEEN = st.sampled_from(["", "", "", "\n", "# comment\n", "  # indented comment\n", "---\n", "...\n", "\t\n", " \n"])  # fmt: skip
KEYS = st.sampled_from(["a", "b", '"b"', "'b'", "c d", "e.f", "g/h", "1", "文", "x-y", "? k", "'it''s'", "null", "~", "a b: c"])  # fmt: skip


@st.composite
def data_file(draw: st.DrawFn) -> tuple[str, str]:
    kind = draw(st.sampled_from(["publications", "news", "people", "venues"]))
    is_list = draw(st.booleans()) or kind == "news"
    parts = []
    for _ in range(draw(st.integers(1, 4))):
        between = draw(BETWEEN)
        parts.append("" if between == "\t\n" and not parts else between)  # told below
        if is_list:
            dash = draw(
                st.sampled_from(
                    ["- ", "- ", "- ", "-   ", "-\n  ", "- # c\n  ", "- &here ", "- - "]
                )
            )
            parts.append(dash + draw(record("  " if dash != "-   " else "    ", kind)) + "\n")
        else:
            fields = draw(record("  ", kind))
            gap = (
                " "
                if fields.startswith("{")
                else draw(st.sampled_from(["\n  ", "\n  ", " &here\n  "]))
            )
            parts.append(f"{draw(KEYS)}:{gap}{fields}\n")
    text = "".join(parts)
    if draw(st.integers(0, 4)) == 0:
        text = text.rstrip("\n")
    if draw(st.integers(0, 4)) == 0:
        text = text.replace("\n", "\r\n")
    return text, kind


@settings(max_examples=3 * settings.default.max_examples)
@given(data_file())
def test_a_file_in_any_writing_reads_the_same_in_pieces_and_as_a_whole(
    file: tuple[str, str],
) -> None:
    text, kind = file
    assume(max(text.count("&here"), text.count("&a")) < 2)  # see below
    reads_the_same(text, kind)


@settings(max_examples=2 * settings.default.max_examples)
@given(
    st.lists(
        st.sampled_from(
            ["- ", "a: ", "b:\n", "  ", "'", '"', "|\n", "[", "]", "{", "}", "x", "\n", "# c\n",
             "---\n", "&a ", "*a", "name: B\n", "- name: C\n", ",", "\t", "? ", "- - "]
        ),
        max_size=25,
    ).map("".join)
)  # fmt: skip
@example("- name: 'a\n- name: b'\n")
@example("- name: B\n# c\n  url: x\n")
def test_any_litter_below_a_good_record_reads_the_same(litter: str) -> None:
    assume(litter.count("&a") < 2)
    reads_the_same(f"- name: A\n{litter}", "people")
    reads_the_same(f"one: {{name: A}}\n{litter}", "venues")


def test_an_anchor_that_stands_twice_is_told_however_the_file_is_read() -> None:
    reads_the_same("- &here {name: A}\n- &here {name: B}\n", "people")


def test_a_number_as_an_id_is_no_other_records_place() -> None:
    reads_the_same("- {date: 2024, text: A}\n- {date: 2024, text: B, id: 0}\n", "news")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("  - {date: 2024, text: A}\n- {date: 2023, text: B}\n", "news"),
        (" - date: 2024\n   text: A\n- date: 2023\n  text: B\n", "news"),
        (" one: {name: A}\ntwo: {name: B}\n", "venues"),
        ("\u3000one: {name: A}\ntwo: {name: B}\n", "venues"),
        ("\t\n- {date: 2023, text: B}\n", "news"),
        ("  stray words\n- {date: 2023, text: B}\n", "news"),
    ],
)
def test_a_first_record_that_is_indented_is_not_lost(text: str, kind: str) -> None:
    reads_the_same(text, kind)


@pytest.mark.parametrize(
    ("text", "kind", "in_pieces"),
    [
        ("- {name: A}\n- {name: B}\n", "people", True),
        ("- name: A\n\n# comment\n- name: B", "people", True),
        ("# head\n\na: {name: A}\n'b c': {name: B}\n", "venues", True),
        ("- name: A\n  url: |\n    https://x.org\n- name: B\n", "people", True),
        ("- name: A\r\n- name: B\r\n", "people", True),
        ("- name: &x A\n- name: *x\n", "people", False),
        ("---\n- name: A\n- name: B\n", "people", False),
        ("- name: A\n---\n- name: B\n", "people", False),
        ("- name: A\n...\n", "people", False),
        ("%YAML 1.1\n---\n- name: A\n", "people", False),
        ("-\n  name: A\n-\n  name: B\n", "people", False),
        ("[{name: A}, {name: B}]\n", "people", False),
        ("[{name: A},\n{name: B}]\n", "people", False),
        ("? a\n: {name: A}\n", "venues", False),
        ("a: {name: A}\na: {name: B}\n", "venues", False),
        ("a: {name: A}\n'a': {name: B}\n", "venues", False),
        ("  - name: A\n  - name: B\n", "people", False),
        ("", "people", False),
        ("# nothing\n", "people", False),
        ("words\n", "people", False),
    ],
)
def test_a_writing_is_taken_to_pieces_only_where_it_can_be(
    text: str, kind: str, in_pieces: bool
) -> None:
    assert reads_the_same(text, kind) == in_pieces


def test_the_same_id_twice_is_told_as_before() -> None:
    text = "- {id: a, title: T, authors: [A]}\n- {id: a, title: U, authors: [A]}\n"
    parsed = parse_list(source(text, "publications"), "publications")
    assert [problem.message for problem in parsed.problems] == ['two publications have the id "a"']


# ------------------------------------------------------------------ only what is new is read


class Counting(DiskSourceCache):
    """A memory that counts what had to be read."""

    read = 0

    def put(self, name: str, digest: str, value: Any) -> None:
        if type(value) in LISTS.values():
            self.read += 1
        super().put(name, digest, value)


def read_again(before: str, after: str, kind: str) -> int:
    """How many records are read after an edit, by a build that remembers the one before."""
    first = Counting()
    assert not parse_list(source(before, kind), kind, first).problems
    memory = Counting(first.next)
    parsed = parse_list(source(after, kind), kind, memory)
    assert parsed.values == as_a_whole(after, kind)[0] and not parsed.problems
    return memory.read


PAPERS = "".join(f"- {{id: p{n}, title: Paper {n}, authors: [A]}}\n" for n in range(20))
NEWS = "".join(f"- date: 2024-01-{n + 1:02}\n  text: News {n}\n" for n in range(20))
VENUES = "".join(f"v{n}:\n  name: Venue {n}\n" for n in range(20))


@pytest.mark.parametrize(
    ("text", "kind", "old", "new"),
    [
        (PAPERS, "publications", "Paper 7", "Other"),
        (NEWS, "news", "News 7", "Other"),
        (VENUES, "venues", "Venue 7", "Other"),
        (NEWS, "news", "News 19", "Other"),
        (NEWS, "news", "date: 2024-01-01\n", "date: 2025\n"),
    ],
)
def test_after_an_edit_of_one_record_only_that_one_is_read_again(
    text: str, kind: str, old: str, new: str
) -> None:
    after = text.replace(old, new, 1)
    assert after != text
    assert read_again(text, after, kind) == 1


def test_a_new_record_is_the_only_one_that_is_read_where_records_have_ids() -> None:
    new = "- {id: new, title: New, authors: [A]}\n"
    assert read_again(PAPERS, new + PAPERS, "publications") == 1
    assert read_again(PAPERS, PAPERS + new, "publications") == 1
    mapping = "".join(f"p{n}: {{title: Paper {n}, authors: [A]}}\n" for n in range(20))
    new = "new: {title: New, authors: [A]}\n"
    assert read_again(mapping, new + mapping, "publications") == 1


def test_a_record_without_an_id_at_the_end_is_the_only_one_that_is_read() -> None:
    assert read_again(NEWS, f"{NEWS}- {{date: 2025, text: New}}\n", "news") == 1


def test_records_that_change_places_are_not_read_where_they_have_ids() -> None:
    lines = PAPERS.splitlines(keepends=True)
    assert read_again(PAPERS, "".join(reversed(lines)), "publications") == 0


def test_records_that_went_are_not_remembered_for_good() -> None:
    first = DiskSourceCache()
    parse_list(source(PAPERS, "publications"), "publications", first)
    second = DiskSourceCache(first.next)
    parse_list(source(PAPERS.splitlines(keepends=True)[0], "publications"), "publications", second)
    assert len(second.next.values) == 2
