"""In BibTeX, what stands in a field stays in that field."""

import html
import json
import re
from itertools import product

from tests.conftest import SiteCase
from tests.faults.conftest import Broken


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
    broken.write("content/site.yaml", "person: {name: Ada Lovelace}\nlanguages: [en, zh]\n")
    broken.write("content/people.yaml", "- {name: Jin Fang}\n- {name: Jun Fang}\n")
    broken.write("content/index.md", "---\ntitle: Home\n---\n\n:::{publications}\n:::\n")
    broken.write(
        "content/publications.bib",
        "@article{untitled, author={A Bee}}\n"
        "@misc{a, title={Of links}, author={Fang, J.§}, url={www.mill.zz/a}, pdf={gone.pdf},\n"
        "  html={javascript:alert(1)}, stray}\n"
        "@misc{b, title={Another one}, author={A Bee}, crossref={nobody}}\n"
        "@misc{B, title={A second one}, author={A Bee}}\n",
    )
    built = broken.accepts(
        'content/publications.bib:1:10: warning: the entry "untitled" has no title',
        'content/publications.bib:2:36: warning: "J. Fang" could be one of: Jin Fang, Jun Fang',
        'content/publications.bib:2:36: warning: the sign "§" behind this name means no role',
        'content/publications.bib:2:53: warning: the URL "www.mill.zz/a" has no scheme, and '
        "https:// is put before it",
        'content/publications.bib:2:74: warning: this site has no page and no file "gone.pdf"',
        'content/publications.bib:3:9: warning: a link cannot be of the kind "javascript:"',
        'content/publications.bib:3:31: warning: "stray" in the entry "a" is not a field',
        'content/publications.bib:4:57: warning: there is no entry "nobody" to inherit from',
        'content/publications.bib:5:7: warning: two publications have the id "B"',
    )
    home = built.read("index.html")
    assert "Of links" in home and "Another one" in home and "A second one" not in home
    page = built.read("publications/a/index.html")
    assert 'href="https://www.mill.zz/a"' in page and "Fang§" not in page
    assert "javascript:" not in page
