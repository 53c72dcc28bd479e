"""What a build notes of its reads is true for the builds that follow."""

from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest

from generator.engine.cache_files import UNDECODABLE, json_decoder
from generator.engine.ledger import Ledger, LedgerUpdate, ReadRow
from generator.graph.facts import FACTS
from generator.model.files import Made, Output
from generator.model.lookups import Known, Read, fingerprint

FACT: Read = ("menu", "en")
OTHER: Read = ("person", "en")
HOME = Output(path="index.html", url="/")


def ledger() -> Ledger:
    """A build in which the home page read one fact, and a page that is gone read another."""
    rows = [ReadRow(FACT, "old", 0), ReadRow(OTHER, "same", 0)]
    entry = Made(reads=[1])
    return Ledger("outputs", [("config", "1")], [(0,)], rows, {HOME.path: entry})


@pytest.mark.parametrize("is_forced", [False, True])
def test_a_fact_that_nobody_reads_is_not_taken_for_what_it_was(is_forced: bool) -> None:
    """A forced build compares nothing: what it has not looked at it must forget."""
    parts = Known("same", frozenset({"config"}))
    update = LedgerUpdate(ledger(), {"config": "2", "outputs": "outputs"}.__getitem__)
    if not is_forced:
        update.compare(lambda read: Known("new", parts.parts) if read == FACT else parts)
    update.enter(HOME.path, Made(), [(OTHER, parts)])
    following = LedgerUpdate(update.updated(), {"config": "2", "outputs": "outputs"}.__getitem__)
    known = following.earlier(FACT)
    assert known is None or known.digest == "new"
    assert following.earlier(OTHER) == parts


def test_a_set_of_parts_that_is_known_is_not_added_again() -> None:
    """Or each edit of the base template would add one for every fact of every page."""
    same = Known("new", frozenset({"config"}))
    update = LedgerUpdate(ledger(), {"config": "2", "outputs": "outputs"}.__getitem__)
    update.compare(lambda read: same)
    update.enter(HOME.path, Made(), [(FACT, same), (OTHER, same)])
    assert update.updated().groups == [(0,)]


@pytest.mark.parametrize(
    "damaged",
    [
        {"groups": [(0,)]},
        {"parts": [("config", "1")], "groups": [(-1,)]},
        {"reads": [ReadRow(FACT, "", 0)]},
        {"reads": [ReadRow(FACT, "", -2)]},
        {"entries": {"": Made(reads=[0])}},
        {"reads": [ReadRow(FACT, "")], "entries": {"": Made(reads=[0, -1])}},
    ],
)
def test_a_number_beyond_its_list_is_noticed(damaged: dict[str, Any]) -> None:
    with pytest.raises(UNDECODABLE):
        json_decoder(Ledger).decode(msgspec.json.encode(damaged))
    assert json_decoder(Ledger).decode(msgspec.json.encode(ledger())) == ledger()


def test_a_read_that_no_output_has_any_more_is_left_out() -> None:
    """Or the ledger would grow with each edit."""
    digests = {"config": "1", "outputs": "outputs"}.__getitem__
    parts, other = Known("same", frozenset({"config"})), ("word", "en", "more")
    twice = ledger()
    twice.reads.append(twice.reads[1])  # which does no harm
    last = LedgerUpdate(twice, digests)
    last.keep(HOME.path, "")
    assert [row.read for row in last.updated().reads] == [OTHER]
    update = LedgerUpdate(last.updated(), digests)
    update.enter(HOME.path, Made(), [(other, parts), (OTHER, parts)])
    reads = [row.read for row in update.updated().reads]
    assert [reads[number] for number in update.updated().entries[HOME.path].reads] == [other, OTHER]


def test_the_order_of_a_mapping_counts_and_a_set_has_none() -> None:
    assert fingerprint({"pdf": 1, "code": 2}) != fingerprint({"code": 2, "pdf": 1})
    with pytest.raises(TypeError, match="stable order"):
        fingerprint({"a", "b"})


def test_no_fact_is_or_holds_a_set() -> None:
    assert FACTS, "there are no facts to look at"
    seen: set[object] = set()

    def look(kind: object, name: str) -> None:
        if kind not in seen:
            seen.add(kind)
            assert {kind, get_origin(kind)}.isdisjoint({set, frozenset}), f"{name}: {kind}"
            inner = get_type_hints(kind).values() if hasattr(kind, "__struct_fields__") else ()
            for part in (*get_args(kind), *inner):
                look(part, name)

    for name, fact in FACTS.items():
        look(get_type_hints(fact)["return"], name)
