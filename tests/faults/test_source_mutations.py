"""Random changes to good sources give values or messages, never a traceback, and never hang."""

import pytest

from generator.model.files import SourceFile
from generator.parse.bib.bib_file import parse_bib
from tests.faults.source_mutations import families, faults

FAMILIES = families()


@pytest.mark.parametrize(
    ("seed", "count"), [(1, 60), pytest.param(2, 1500, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("name", FAMILIES)
def test_a_changed_source_gives_values_or_messages(name: str, seed: int, count: int) -> None:
    found = list(faults(name, FAMILIES[name], seed, count))
    assert not found, f"{len(found)} of {count} with seed {seed}: {found[0]}"


def test_a_fault_of_encoding_behind_a_mark_has_its_place() -> None:
    """What the changes have found."""
    data = b"\xef\xbb\xbf\xc3\xa9\xc3\xa9\xff"
    (problem,) = parse_bib(SourceFile("content/a.bib", "nowhere", data)).problems
    assert str(problem.where) == "content/a.bib:1:3" and "0xFF" in problem.message
