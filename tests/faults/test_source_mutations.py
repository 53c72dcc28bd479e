"""Random changes to good sources give values or messages, never a traceback, and never hang."""

import pytest

from generator.model.files import SourceFile
from generator.parse.bib.bib_file import parse_bib
from tests.faults.source_mutations import Family, families, faults

FAMILIES = families()


@pytest.mark.parametrize("name", FAMILIES)
def test_a_changed_source_gives_values_or_messages(name: str) -> None:
    check(name, FAMILIES[name], 1, 60)


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_many_changed_sources_give_values_or_messages(name: str) -> None:
    check(name, FAMILIES[name], 2, 1500)


def check(name: str, family: Family, seed: int, count: int) -> None:
    found = list(faults(name, family, seed, count))
    assert not found, f"{len(found)} of {count} with seed {seed}: {found[0]}"


def test_a_fault_of_encoding_behind_a_mark_has_its_place() -> None:
    """What the changes have found."""
    data = b"\xef\xbb\xbf\xc3\xa9\xc3\xa9\xff"
    (problem,) = parse_bib(SourceFile("content/a.bib", "nowhere", data)).problems
    assert str(problem.where) == "content/a.bib:1:3" and "0xFF" in problem.message
