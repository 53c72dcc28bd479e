"""What somebody slips into a page by way of data does not run there, and asks no other host."""

import html
import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from generator.model.languages import language
from tests.browser.conftest import browser_tools  # noqa: F401
from tests.cases import rows
from tests.check.checking import check
from tests.conftest import Built, SiteCase
from tests.faults.conftest import Broken
from tests.machines.reading import Page, hash_of
from tools.looks.server import serve

SCRIPT = "document.title = 'taken over'"
PICTURE = "https://spy.example.org/p.png"
INJECTION = (
    f"<script>{SCRIPT}</script><style>main {{ display: none }}</style>"
    f'<img src="{PICTURE}" onerror="{SCRIPT}"><p style="color: red">x</p>'
    '<script src="https://evil.example.org/x.js"></script>'
    '<iframe src="https://evil.example.org/"></iframe>'
    '<form action="https://evil.example.org/"><button formaction="//evil.example.org/b">'
)
ESCAPED = INJECTION.replace("'", "''")
SLIPS = dict(rows("ways_in", "Slips of a theme"))


def policy(built: Built, path: str) -> dict[str, list[str]]:
    return Page(built.read(path)).policy()


@pytest.fixture
def slipped(site: SiteCase) -> SiteCase:
    """A site with the injection in its data, and a theme that could print it as it is."""
    site.write(
        "content/site.yaml",
        f"person: {{name: Ada}}\nwords: {{skip: '{ESCAPED}'}}\ndescription: '{ESCAPED}'\n"
        f"theme: {{name: bare, options: {{note: '{ESCAPED}'}}}}\n",
    )
    paper = f"- {{id: one, title: '{ESCAPED}', authors: [Ada]}}\n"
    site.write("content/publications.yaml", paper)
    site.write("content/p.md", f"---\ntitle: '{ESCAPED}'\n---\n\nText.\n")
    theme = (site.root / "themes/bare/theme.yaml").read_text("utf-8")
    site.write("themes/bare/theme.yaml", f"{theme}  note: {{type: text, default: ''}}\n")
    return site


def printing(site: SiteCase, template: str) -> SiteCase:
    base = (site.root / "themes/bare/templates/base.html").read_text("utf-8")
    page = base.replace("<main>", f"<main><div>{template}</div>", 1)
    return site.write("themes/bare/templates/base.html", page)


def test_what_is_escaped_changes_no_policy(slipped: SiteCase) -> None:
    built = slipped.build()
    assert check(slipped.root).said() == []
    assert "evil.example.org" not in str(policy(built, "p/index.html"))


@pytest.mark.parametrize("template", SLIPS.values(), ids=SLIPS.keys())
def test_an_injection_is_blocked_although_it_is_in_the_page(
    slipped: SiteCase, template: str
) -> None:
    clean = policy(slipped.build(), "p/index.html")
    built = printing(
        slipped, f"{{% if page and page.title.text != 'Home' %}}{template}{{% endif %}}"
    ).build()
    assert INJECTION in built.read("p/index.html")
    assert policy(built, "p/index.html") == clean
    assert {*check(slipped.root).codes()} == {"other-host-asked"}


@pytest.mark.browser
def test_a_browser_runs_nothing_of_an_injection(
    slipped: SiteCase,
    browser_tools: Any,  # noqa: F811
) -> None:
    printing(slipped, SLIPS["a word"])

    def title() -> str:
        with serve(slipped.build().output, "/") as served:
            steps = [["goto", f"{served.root}p/"], ["eval", "document.title"]]
            (told,) = browser_tools.tell({"steps": steps})
        return str(told["answers"][-1])

    assert title().startswith("<script>")
    settings = (slipped.root / "content/site.yaml").read_text("utf-8")
    slipped.write("content/site.yaml", f"{settings}content_policy: none\n")
    assert title() == "taken over"


@pytest.mark.broadsheet
def test_a_picture_in_data_is_not_asked_of_another_host(site: SiteCase) -> None:
    text = f"See ![a **map**]({PICTURE}) here."
    site.write(
        "content/awards.yaml", f"- title: A prize\n  details: ['{text}']\n  body: '{text}'\n"
    )
    site.write("content/p.md", "---\ntitle: P\n---\n\n:::{awards}\n:::\n")
    built = site.build()
    page = built.read("p/index.html")
    assert "<img" not in page and "spy.example.org" not in page and "See a map here." in page
    assert "content/awards.yaml:3:" in built.said()
    assert "a picture from another host is not shown in data" in built.said()


def test_what_an_author_writes_is_allowed_in_lists_of_posts_too(site: SiteCase) -> None:
    script = "console.log('mine')"
    text = f'---\ntitle: T\n---\n\n<p>Hello <b style="color: red">you</b></p><script>{script}</script>\n\n<!-- more -->\n'
    site.write("content/posts/2024-01-02-t.md", text)
    built = site.build()
    assert built.said() == ""
    for path in ("posts/index.html", "posts/t/index.html"):
        if script in built.read(path):
            assert hash_of(script) in policy(built, path)["script-src"], path
    assert hash_of(script) not in str(policy(built, "index.html"))


def test_a_script_or_style_in_a_template_is_blocked(site: SiteCase) -> None:
    clean = policy(site.build(), "index.html")
    printing(site, "<script>run()</script><style>p { color: red }</style><b style='top: 0'>x</b>")
    built = site.build()
    assert "run()" in built.read("index.html")
    assert policy(built, "index.html") == clean


def test_a_theme_decides_on_no_host_and_the_site_does(site: SiteCase) -> None:
    printing(site, '<script src="https://count.example.org/c.js"></script>')
    assert "count.example.org" not in str(policy(site.build(), "index.html"))
    for source in ("https://count.example.org", "count.example.org", "https:", "https://*.example.org",
                   "https://count.example.org/c.js"):  # fmt: skip
        allowed = f"content_policy: {{script-src: '{source}'}}"
        site.write("content/site.yaml", f"person: {{name: Ada}}\n{allowed}\n")
        built = site.build()
        assert check(site.root).codes() == ["other-host-asked"], source
        assert source in policy(built, "index.html")["script-src"]


@pytest.mark.broadsheet
def test_no_word_of_the_interface_is_markup(site: SiteCase) -> None:
    words = "".join(
        f"  {key}: '<u>{value.replace(chr(39), '')}</u>'\n"
        for key, value in language("en").words.items()
    )
    site.write(
        "content/site.yaml",
        f"url: https://a.example.org\nperson: {{name: Ada, email: a@b.example}}\nwords:\n{words}",
    )
    papers = "- {id: one, title: One, authors: [Ada, B. C], date: 2020, venue: V}\n- {id: two, title: Two, authors: [Ada], date: 2021}\n"
    site.write("content/publications.yaml", papers)
    for style in ("author-year", "numbered", "superscript"):
        text = "Said [@one, p. 3; @two] and @one.[^1]\n\n[^1]: Note.\n\n:::{note}\nx\n:::\n\n:::{publications}\n:filter: true\n:::\n"
        site.write(f"content/{style}.md", f"---\ntitle: P\ncitations: {style}\n---\n\n{text}")
        site.write(
            f"content/posts/2024-01-02-{style}.md", f"---\ntitle: P\ntags: [a]\n---\n\n{text}"
        )
    built = site.build()
    for path in built.files():
        if path.endswith((".html", ".xml")):
            assert "<u>" not in built.read(path), path


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
