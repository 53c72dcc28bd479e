"""A data file that is read piece by piece says what it says when it is read as a whole."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
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
    return tuple(_records(_RecordReader(file.path, found, problems), LISTS[kind])), problems


def reads_the_same(text: str, kind: str) -> bool:
    """Hold both ways of reading against each other; whether it could be taken to pieces."""
    values, problems = as_a_whole(text, kind)
    memory = DiskSourceCache()
    parsed = parse_list(source(text, kind), LISTS[kind], memory)
    assert list(parsed.problems) == problems
    assert parsed.values == values
    # And what is remembered of it is the same as well.
    later = DiskSourceCache(memory.next)
    known = cached_list(source(text, kind), LISTS[kind], later)
    assert known is None if problems else known == values
    assert parse_list(source(text, kind), LISTS[kind], later).values == values
    lines = text.replace("\r\n", "\n")
    pieces = items_of(lines)
    assert not pieces or lines.endswith("".join(pieces))
    return bool(pieces)


MARKS = st.sampled_from(
    ["- ", "-   ", "-\n  ", "- - ", "a: ", "b:\n  ", '"c d": ', "'e': ", "1: ", "~: ", "文: ", "? k\n: ", "a b: c", "  ", "\n",
     "\r\n", "\n  ", "\t", "'", '"', "'one\n- two'", '"one\n  two"', "'one\nkey: two'", '"one\n\n# two"', "|\n  ", "|+\n  x\n\n",
     "|2\n   x", ">-\n  x\n\n  y", "[", "]", "{", "}", "[a,\nb]", "{en: a, zh: b}", "\n  en: a\n  zh: b", "\n  - a\n  - b", ", ", "x", "网络",
     "# c\n", " # c", "---\n", "...\n", "%d\n", "&a ", "*a", "!t ", "null", "\u00a0", "\u2028", "name: B\n", "  name: B\n", "- name: C\n",
     "d: {name: D}\n", "id: a\n", "  id: b\n", "  url: x\n", "  tags: "]
)  # fmt: skip


@settings(max_examples=3 * settings.default.max_examples)
@given(st.lists(MARKS, max_size=25).map("".join))
@example("- name: 'a\n- name: b'\n")
@example("- name: B\n# c\n  url: x\n")
@example(" # cname: B\nname: B\n")
def test_any_writing_reads_the_same_in_pieces_and_as_a_whole(written: str) -> None:
    reads_the_same(f"- name: A\n{written}", "people")
    reads_the_same(f"one: {{name: A}}\n{written}", "venues")
    reads_the_same(written, "news")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("  - {date: 2024, text: A}\n- {date: 2023, text: B}\n", "news"),
        (" - date: 2024\n   text: A\n- date: 2023\n  text: B\n", "news"),
        (" one: {name: A}\ntwo: {name: B}\n", "venues"),
        ("\u3000one: {name: A}\ntwo: {name: B}\n", "venues"),
        ("\t\n- {date: 2023, text: B}\n", "news"),
        ("  stray words\n- {date: 2023, text: B}\n", "news"),
        ("- {date: 2024, text: A}\n- {date: 2024, text: B, id: 0}\n", "news"),  # no other's place
        ("- name: &x A\n- name: *x\n", "people"),
        ("- {id: a, name: A}\n- {id: a, name: B}\n", "people"),
    ],
)
def test_what_is_odd_is_told_and_read_the_same_in_pieces_and_as_a_whole(
    text: str, kind: str
) -> None:
    reads_the_same(text, kind)


@pytest.mark.parametrize(
    ("text", "kind", "in_pieces"),
    [
        ("- name: A\n\n# comment\n- name: B", "people", True),
        ("# head\n\na: {name: A}\n'b c': {name: B}\n", "venues", True),
        ("- name: A\n  url: |\n    https://x.org\n- name: B\n", "people", True),
        ("- name: A\r\n- name: B\r\n", "people", True),
        ("---\n- name: A\n- name: B\n", "people", False),
        ("- name: A\n---\n- name: B\n", "people", False),
        ("%YAML 1.1\n---\n- name: A\n", "people", False),
        ("-\n  name: A\n-\n  name: B\n", "people", False),
        ("[{name: A},\n{name: B}]\n", "people", False),
        ("? a\n: {name: A}\n", "venues", False),
        ("a: {name: A}\n'a': {name: B}\n", "venues", False),
        ("  - name: A\n  - name: B\n", "people", False),
        ("", "people", False),
        ("words\n", "people", False),
    ],
)
def test_a_writing_is_taken_to_pieces_only_where_it_can_be(
    text: str, kind: str, in_pieces: bool
) -> None:
    assert reads_the_same(text, kind) == in_pieces


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
    assert not parse_list(source(before, kind), LISTS[kind], first).problems
    memory = Counting(first.next)
    parsed = parse_list(source(after, kind), LISTS[kind], memory)
    assert parsed.values == as_a_whole(after, kind)[0] and not parsed.problems
    return memory.read


PAPERS = "".join(f"- {{id: p{n}, title: Paper {n}, authors: [A]}}\n" for n in range(20))
NEWS = "".join(f"- date: 2024-01-{n + 1:02}\n  text: News {n}\n" for n in range(20))
VENUES = "".join(f"v{n}:\n  name: Venue {n}\n" for n in range(20))


MAPPING = "".join(f"p{n}: {{title: Paper {n}, authors: [A]}}\n" for n in range(20))
NEW, NEW_OF_MAPPING = "- {id: new, title: New, authors: [A]}\n", "new: {title: New, authors: [A]}\n"


@pytest.mark.parametrize(
    ("kind", "before", "after", "count"),
    [
        ("publications", PAPERS, PAPERS.replace("Paper 7", "Other"), 1),
        ("venues", VENUES, VENUES.replace("Venue 7", "Other"), 1),
        ("news", NEWS, NEWS.replace("News 7", "Other"), 1),
        ("news", NEWS, NEWS.replace("News 19", "Other"), 1),
        ("news", NEWS, NEWS.replace("date: 2024-01-01\n", "date: 2025\n"), 1),
        ("publications", PAPERS, NEW + PAPERS, 1),
        ("publications", PAPERS, PAPERS + NEW, 1),
        ("publications", MAPPING, NEW_OF_MAPPING + MAPPING, 1),
        ("news", NEWS, f"{NEWS}- {{date: 2025, text: New}}\n", 1),
        ("publications", PAPERS, "".join(reversed(PAPERS.splitlines(keepends=True))), 0),
    ],
    ids=["a paper", "a venue", "an item of news", "the last one", "the date of the first one",
         "a new paper above", "a new one below", "a new one of a mapping", "a new item of news",
         "other places"],
)  # fmt: skip
def test_after_an_edit_only_what_is_new_is_read(
    kind: str, before: str, after: str, count: int
) -> None:
    assert after != before
    assert read_again(before, after, kind) == count


def test_records_that_went_are_not_remembered_for_good() -> None:
    first = DiskSourceCache()
    parse_list(source(PAPERS, "publications"), LISTS["publications"], first)
    second = DiskSourceCache(first.next)
    parse_list(
        source(PAPERS.splitlines(keepends=True)[0], "publications"), LISTS["publications"], second
    )
    assert len(second.next.values) == 2
