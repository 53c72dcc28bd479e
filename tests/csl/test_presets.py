"""The styles of the field print what CSL's official styles of these names print.

Sixty papers of all kinds go to the reference processor as the CSL that the site itself offers, and
into our patterns; words and italics are compared.
"""

import html
import re
from pathlib import Path
from typing import Any

import pytest

from generator.graph.facts.paper_formats import csl_item
from generator.graph.index import Index
from generator.model.styles import PRESETS
from generator.render.markdown.convert import convert
from tests.cases import rows
from tests.graph.conftest import IndexOf, shown

DIFFERENCES = {
    (style, paper): line
    for style, paper, line, _ in rows(
        "csl", "Papers that we print in another way than the official styles"
    )
}
"""Where we differ on purpose: what we print."""


def records_in(name: str) -> str:
    """The records in a file beside these tests."""
    return (Path(__file__).parent / f"{name}.yaml").read_text("utf-8")


def bare(markup: str) -> str:
    """Words and italics, without the rest of the markup."""
    markup = re.sub(r'<div class="csl-left-margin">.*?</div>|</?(?:div|span|a)\b[^>]*>', "", markup)
    markup = markup.replace("<wbr>", "").replace("<em>", "<i>").replace("</em>", "</i>")
    return html.unescape(markup).strip()


def items_of(index: Index) -> list[dict[str, Any]]:
    """The papers as the site gives them to other programs, without the address of their page."""
    items = [csl_item(paper, index, "") for paper in index.publications.values()]
    return [{k: v if isinstance(v, list | dict) else str(v) for k, v in item.items() if k != "URL"}
            for item in items]  # fmt: skip


def ours(
    index: Index, style: str, kind: str = "publications", lang: str = "en", **options: Any
) -> dict[str, str]:
    entries = shown(index, kind, lang, style=style, **options).entries
    fragments = {e.id: convert(str(e.line[0]), is_inline=True) for e in entries}
    return {
        id: bare("".join(part if isinstance(part, str) else "#" for part in fragment.parts))
        for id, fragment in fragments.items()
    }


@pytest.mark.parametrize(("papers", "count"), [("papers", 40), ("papers-in-full", 21)])
def test_papers_are_written_as_the_official_styles_write_them(
    papers: str, count: int, index_of: IndexOf, official: Any
) -> None:
    names = {"venues.yaml": "venues", "publications.yaml": papers}
    files = {file: records_in(name) for file, name in names.items()}
    index = index_of(files, site="person: {name: Nobody Else}\n")
    assert len(index.publications) == count
    written = official(items_of(index), PRESETS)
    for style in PRESETS:
        expected = {id: bare(markup) for id, markup in written[style].items()}
        for (name, id), line in DIFFERENCES.items():
            if name == style and id in expected:
                assert expected[id] != line, f"{style} {id} is no difference any more"
                expected[id] = line
        assert ours(index, style) == expected
