"""Digests of values."""

import typing

import pytest

from generator.graph.facts import FACTS
from generator.model.lookups import fingerprint


def test_the_order_of_a_mapping_counts() -> None:
    assert fingerprint({"pdf": 1, "code": 2}) != fingerprint({"code": 2, "pdf": 1})


def test_a_set_is_refused_since_it_has_no_stable_order() -> None:
    with pytest.raises(TypeError, match="stable order"):
        fingerprint({"a", "b"})


def test_no_fact_is_or_holds_a_set() -> None:
    assert FACTS, "there are no facts to look at"
    seen: set[object] = set()

    def look(kind: object, name: str) -> None:
        if kind in seen:
            return
        seen.add(kind)
        is_set = typing.get_origin(kind) in (set, frozenset) or kind in (set, frozenset)
        assert not is_set, f"{name}: {kind}"
        for part in typing.get_args(kind):
            look(part, name)
        if hasattr(kind, "__struct_fields__"):
            for inner in typing.get_type_hints(kind).values():
                look(inner, name)

    for name, fact in FACTS.items():
        look(typing.get_type_hints(fact)["return"], name)
