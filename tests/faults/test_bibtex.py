"""In BibTeX, what stands in a field stays in that field."""

import html
import json
import re
from itertools import product
from pathlib import Path

from tests.conftest import SiteCase
from tests.faults.conftest import Broken

HARD = Path(__file__).parent / "sites/hard-bib"


def test_a_value_cannot_end_its_field(site: SiteCase) -> None:
    values = ("}, evil = {x", "}}\n@comment{", "{{{", "a}b{c", "\\}", "}{")
    fields = ("title", "volume", "note", "doi", "arxiv", "publisher", "venue")
    records = []
    for number, (value, field) in enumerate(product(values, fields)):
        title = "" if field == "title" else ", title: T"
        record = f"id: a{number}, authors: [X]{title}, date: 2024, {field}: {json.dumps(value)}"
        records.append(f"- {{{record}}}\n")
    built = site.write("content/publications.yaml", "".join(records)).build()
    for number in range(len(records)):
        document = html.unescape(built.read(f"publications/a{number}/index.html"))
        match = re.search(r"@\w+\{a\d+,\n(.*?)\n\}\n", document, re.DOTALL)
        assert match, f"no BibTeX entry of {records[number]}"
        lines = match[1].split("\n")
        assert not any(re.match(r"\s*evil\s*=", line) for line in lines)
        assert all(re.match(r"\s*[a-z]+ += ", line) for line in lines)
        assert [line.count("{") - line.count("}") for line in lines] == [0] * len(lines)


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


def test_what_cannot_be_shown_of_a_bib_is_a_warning_and_the_rest_stands(broken: Broken) -> None:
    bib, expected = (
        (HARD / name).read_text("utf-8") for name in ("publications.bib", "expected.txt")
    )
    broken.write("content/site.yaml", "person: {name: Ada Lovelace}\nlanguages: [en, zh]\n")
    broken.write("content/people.yaml", "- {name: Jin Fang}\n- {name: Jun Fang}\n")
    broken.write("content/index.md", "---\ntitle: Home\n---\n\n:::{publications}\n:::\n")
    broken.write("content/publications.bib", bib)
    built = broken.accepts(*(f"content/publications.bib:{line}" for line in expected.splitlines()))
    home = built.read("index.html")
    assert "Of links" in home and "Another one" in home and "A second one" not in home
    page = built.read("publications/a/index.html")
    assert 'href="https://www.mill.zz/a"' in page and "Fang§" not in page
    assert "javascript:" not in page
