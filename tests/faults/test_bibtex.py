"""Row 76 for BibTeX: what stands in a field stays in that field."""

from __future__ import annotations

import html
import json
import re

import pytest

from tests.conftest import SiteCase
from tests.faults.conftest import Broken, hints


@pytest.mark.parametrize("value", ["}, evil = {x", "}}\n@comment{", "{{{", "a}b{c", "\\}", "}{"])
@pytest.mark.parametrize("field", ["title", "volume", "note", "doi", "arxiv", "publisher", "venue"])
def test_a_value_cannot_end_its_field(site: SiteCase, value: str, field: str) -> None:
    title = "" if field == "title" else ", title: T"
    record = f"id: a, authors: [X]{title}, date: 2024, {field}: {json.dumps(value)}"
    site.write("content/publications.yaml", f"- {{{record}}}\n")
    built = site.build()
    assert built.ok, built.said()
    document = html.unescape(built.read("publications/a/index.html"))
    match = re.search(r"@\w+\{a,\n(.*?)\n\}\n", document, re.DOTALL)
    assert match, "no BibTeX entry"
    lines = match[1].split("\n")
    assert not any(re.match(r"\s*evil\s*=", line) for line in lines)
    assert all(re.match(r"\s*[a-z]+ += ", line) for line in lines)
    assert [line.count("{") - line.count("}") for line in lines] == [0] * len(lines)


def test_a_name_that_bibtex_cannot_read_is_an_error(broken: Broken) -> None:
    broken.write(
        "content/publications.yaml",
        "- id: a\n  title: T\n  authors: [X]\n  bibtex: {ok-1: x, 'a = {b}, c': y, '': z}\n",
    )
    built = broken.refuses(
        'content/publications.yaml:4:21: error: "a = {b}, c" is not the name of a BibTeX field',
        'content/publications.yaml:4:38: error: "" is not the name of a BibTeX field',
    )
    way_out = "a name begins with a letter and has letters, digits and hyphens"
    assert hints(built) == [way_out, way_out]


def test_a_formula_that_is_not_known_is_shown_as_it_is_written(broken: Broken) -> None:
    entry = r"@misc{a, title={On $\foo x$ and $y$}, author={X}}"
    broken.write("content/publications.bib", entry)
    broken.write("content/index.md", "---\ntitle: Home\n---\n\n:::{publications}\n:::\n")
    built = broken.accepts(
        'content/publications.bib:1:21: warning: formula: unknown command "\\foo"'
    )
    page = built.read("publications/a/index.html")
    assert '<code class="math-error">\\foo x</code>' in page and "<math>" in page
    assert '<code class="math-error">\\foo x</code>' in built.read("index.html")
