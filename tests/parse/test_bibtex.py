"""A .bib file as a source: what is read, what is said, and that nothing is lost or crashes."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.project_cache import DiskSourceCache
from generator.model.dates import When
from generator.model.files import SourceFile, Sources
from generator.model.lookups import NO_CACHE, SourceCache
from generator.model.people import Author
from generator.model.records.works import Publication
from generator.model.text import Text
from generator.parse.bib.bib_file import parse_bib
from generator.parse.locate import Locator
from generator.parse.source_text import Parsed
from generator.problems import Place, Spot
from tests.cases import Case, load

FILE = "content/publications.bib"
CASES = load("bibtex")


def source_of(text: str) -> SourceFile:
    return SourceFile(FILE, "nowhere", text.encode("utf-8", "surrogatepass"))


def read(text: str, memory: SourceCache = NO_CACHE) -> Parsed:
    return parse_bib(source_of(text), memory)


def said(record: Publication, name: str) -> Any:
    """A field in short: dates as ISO, authors as `given|family|suffix+role`."""
    value = getattr(record, name)
    if isinstance(value, Text):
        return value.any()
    if name == "authors":
        return [_author(author) for author in value]
    if name == "links":
        return {kind: link.to for kind, link in value.items()}
    if name == "date":
        return value.first.iso() if isinstance(value, When) else ""
    return list(value) if isinstance(value, tuple) else value


def _author(author: Author) -> str:
    name = author.name
    parts = [part for part in (name.given, name.family, name.suffix) if part]
    return "|".join(parts or [name.native]) + author.signs


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_messy_entry_gives_its_record_or_a_message(case: Case) -> None:
    lines = (line.partition(": ") for line in case.parts["records"].splitlines())
    records = {id: json.loads(fields) for id, _, fields in lines}
    parsed = read(case.parts["bibtex"][:-1])
    found = {r.id: {f: said(r, f) for f in records.get(r.id, ())} for r in parsed.values}
    assert found == records
    told = sorted(
        (p.where.line, p.where.column, f"{p.where.line}:{p.where.column} {p.severity} {p.message}")
        for p in parsed.problems
        if isinstance(p.where, Place)
    )
    assert [message for *_, message in told] == case.parts.get("messages", "").splitlines()
    assert all(p.hint for p in parsed.problems), "a message without a way out"


def test_windows_line_ends_and_a_byte_order_mark_are_read() -> None:
    text = "\ufeff@misc{a,\r\n title={A\r\nT},\r\n author={X}}\r\n"
    assert [said(record, "title") for record in read(text).values] == ["A T"]


def test_a_broken_entry_takes_no_other_with_it() -> None:
    """Each case stands between two good entries; those are always read."""
    for case in CASES:
        first, last = (f"@misc{{{id}, title={{T}}, author={{X}}}}\n" for id in ("first", "last"))
        text = f"{first}{case.parts['bibtex']}\n{last}"
        ids = [record.id for record in read(text).values]
        assert ids[0] == "first" and ids[-1] == "last", case.title
        records = case.parts["records"].splitlines()
        assert {line.partition(": ")[0] for line in records} <= set(ids), case.title


@given(st.binary(max_size=300))
def test_any_bytes_are_read_without_a_crash(data: bytes) -> None:
    parse_bib(SourceFile(FILE, "nowhere", data))


@pytest.mark.parametrize(
    "piece", ["@misc{a, title={", "{", "\\'", "$", "\\emph{", " and ", '"', "@a{", "%", "a = {b}, "]
)
def test_a_long_repetition_takes_no_long_time(piece: str) -> None:
    """What is quadratic or deep would hang or overflow here."""
    read(f"@misc{{a, author={{X}}, title={{{piece * 20_000}")
    read(piece * 20_000)
    read(f"@misc{{a, title={{T}}, author={{{piece * 5_000}}}}}")


PLACES = {
    "a": (2, 10), "a title": (3, 13), "a venue": (5, 14), "a links pdf to": (6, 10),
    "a authors 1": (4, 21), "a nothing": (2, 10), "b": (1, 0),
}  # fmt: skip
PLACED = """% One
@article{a,
  title  = {T},
  author = {X Y and Z W},
  journal = "J",
  pdf = {x.pdf},
}
"""


@pytest.mark.parametrize(("path", "place"), PLACES.items(), ids=PLACES)
def test_a_value_is_found_where_it_stands(path: str, place: tuple[int, int]) -> None:
    sources = Sources(content={FILE: source_of(PLACED)})
    found = Locator(sources).locate(Spot(FILE, tuple(path.split())))
    assert (found.line, found.column) == place


def test_a_macro_or_a_parent_that_changes_changes_what_is_made_of_it() -> None:
    text = (
        "@string{n={N}}\n@misc{a, title={T}, author={X}, howpublished=n}\n"
        "@inproceedings{b, title={T}, author={X}, crossref={p}}\n"
        "@proceedings{p, title={P}, editor={X}}\n"
    )
    memory = DiskSourceCache()
    assert [r.venue for r in read(text, memory).values] == ["N", "P", ""]
    changed = text.replace("{N}", "{M}").replace("{P}", "{Q}")
    assert [r.venue for r in read(changed, DiskSourceCache(memory.next)).values] == ["M", "Q", ""]
