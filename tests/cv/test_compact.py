"""Fewer bytes, the same document."""

from __future__ import annotations

import pytest

from generator.render.typst.compact import compact
from generator.render.typst.compiler import Refusal, Typesetter, pages_of
from tests.cv.conftest import read_pdf


def typeset(text: str) -> bytes:
    design = (
        '#set document(title: "T", author: "A")\n#set text(lang: "en")\n'
        "#let d = json(bytes(sys.inputs.document))\n= One\n#d.text\n\n"
        '#for n in range(250) [#link("https://example.org/" + str(n))[Link #n] ]\n= Two\n'
    )
    made = Typesetter({"main": design.encode()}, (), ()).pdf({"text": text}, 0)
    assert not isinstance(made, Refusal)
    return made


@pytest.mark.parametrize(
    "text", ["words", "a stream of >>\nstream\n endstream endobj 7 0 obj", "(\\ ) \x7f é 中"[:9]]
)
def test_a_reader_sees_the_same(text: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
    whole = typeset(text)
    small = compact(whole)
    assert len(small) < 0.6 * len(whole)
    (tmp_path / "whole.pdf").write_bytes(whole)
    (tmp_path / "small.pdf").write_bytes(small)
    before, after = read_pdf(tmp_path / "whole.pdf"), read_pdf(tmp_path / "small.pdf")
    assert after.text == before.text
    assert after.links == before.links and len(after.links) == 250
    assert after.bookmarks == before.bookmarks == ["One", "Two"]
    assert after.pages == before.pages == pages_of(whole)
    assert after.reader.metadata == before.reader.metadata
    root = after.reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"] == True  # noqa: E712 - an object of pypdf's
    assert len(root["/StructTreeRoot"]["/K"]) == len(
        before.reader.trailer["/Root"]["/StructTreeRoot"]["/K"]
    )


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7\n", b"no PDF", compact(typeset("x"))])
def test_what_is_built_otherwise_stays_as_it_is(data: bytes) -> None:
    assert compact(data) == data
