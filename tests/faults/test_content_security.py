"""Rows 74 to 80: text is text, whatever it looks like, and nothing that runs comes of it."""

from __future__ import annotations

import html
import json
import re
import xml.etree.ElementTree as ElementTree

import pytest

from tests.conftest import Built, SiteCase
from tests.faults.conftest import LIMIT, Broken, masthead, page, told
from tests.faults.test_encodings import live

HOSTILE = "<script>alert(1)</script>\"' onx=y </title></script> {{ 7*191 }} {% raw %} &amp; ]]>"
"""Without a line end, so that it can stand anywhere."""


def live_in(built: Built, path: str) -> set[str]:
    return live(built.read(path))


@pytest.mark.parametrize("markup", [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<iframe src=//x></iframe>",
    "a <b onclick=alert(1)>b</b>", "<svg/onload=alert(1)>", "<object data=x></object>",
    "<details open ontoggle=alert(1)>", "<a href='javascript:alert(1)'>x</a>", "<base href=//x>",
    "<style>*{display:none}</style>", "<math><mtext></p><script>alert(1)</script></math>",
])  # fmt: skip
def test_row_74_raw_html_is_text_where_the_site_says_so(site: SiteCase, markup: str) -> None:
    """`markdown: {html: false}`; in data files it is never anything else."""
    site.write("content/site.yaml", "person: {name: Ada}\nmarkdown: {html: false}\n")
    site.write("content/p.md", page("title: P", f"{markup}\n\nWords {markup} words.\n"))
    quoted = json.dumps(f"{markup}\n\nx {markup} y")
    site.write("content/projects.yaml", f"- {{title: {json.dumps(markup)}, body: {quoted}}}\n")
    site.write("content/q.md", page("title: Q", ":::{projects}\n:::\n"))
    built = site.build()
    assert told(built) == []
    plain = live_in(built, "404.html")
    for path in ("p/index.html", "q/index.html"):
        assert live_in(built, path) <= plain
        assert html.unescape(built.read(path)).count(markup) >= 2


def test_row_74_raw_html_in_data_is_text_even_where_pages_may_have_it(site: SiteCase) -> None:
    markup = "<script>alert(1)</script>"
    fields = "".join(
        f", {name}: {json.dumps(markup)}" for name in ("title", "body", "role", "location")
    )
    site.write("content/projects.yaml", f"- {{id: a{fields}}}\n")
    site.write("content/p.md", page("title: P", ":::{projects}\n:::\n\n<b>kept</b>\n"))
    built = site.build()
    assert markup not in built.read("p/index.html")
    assert "<b>kept</b>" in built.read("p/index.html")


LIVE_SCHEMES = [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "vbscript:x", "data:text/html,x",
    "javascript&#58;alert(1)", "javascript&colon;alert(1)", "&#106;avascript:alert(1)",
    "&#x6A;avascript:alert(1)", "java&#x0a;script:alert(1)", "java&Tab;script:alert(1)",
    "\tjavascript:alert(1)", "\x01javascript:alert(1)", "java\tscript:alert(1)",
]  # fmt: skip


@pytest.mark.parametrize("address", LIVE_SCHEMES)
@pytest.mark.parametrize("form", [
    "[x]({})", "[x](<{}>)", "![x]({})", "[x][r]\n\n[r]: {}", "<{}>", "[x]({} 'title')",
    '<a href="{}">x</a>', "<a href='{}'>x</a>", '<img src="{}">', '<form action="{}"></form>',
    '<iframe src="{}"></iframe>', '<svg><a xlink:href="{}">x</a></svg>',
    ":::{{figure}} {}\n:::", "[x](/){{href={}}}",
])  # fmt: skip
def test_row_75_an_address_that_runs_is_never_a_link_in_a_page(
    site: SiteCase, address: str, form: str
) -> None:
    """Refused with its place, or shown as text; and never a crash."""
    site.write("content/p.md", page("title: P", form.format(address) + "\n"))
    built = site.build()
    if not built.ok:
        assert all(line.startswith("content/p.md:") for line in told(built))
        return
    document = html.unescape(built.read("p/index.html"))
    bare = re.sub(r"[\x00-\x20]", "", document)
    found = re.findall(r"(?:href|src|action|data)=[\"']?([a-zA-Z]+):", bare)
    assert {scheme.lower() for scheme in found} <= {"http", "https", "mailto"}


@pytest.mark.parametrize("address", [
    "javascript:alert(1)", "JAVASCRIPT:alert(1)", "vbscript:x", "data:text/html,x", "file:///etc/x",
    "blob:x", "view-source:x", "x:y",
])  # fmt: skip
def test_row_75_an_address_that_runs_is_refused_in_data(broken: Broken, address: str) -> None:
    scheme = address.partition(":")[0]
    broken.write(
        "content/site.yaml",
        f"person:\n  name: Ada\n  url: '{address}'\n  links: {{web: '{address}'}}\n"
        f"menu: ['{address}']\n",
    )
    broken.write("content/people.yaml", f"- {{name: Bob, url: '{address}'}}\n")
    broken.write("content/venues.yaml", f"- {{id: v, url: '{address}'}}\n")
    broken.write(
        "content/publications.yaml",
        f"- id: a\n  title: T\n  authors: [Bob]\n  links: {{x: {{to: '{address}', label: y}}}}\n",
    )
    refused = f'error: a link cannot be of the kind "{scheme}:"'
    broken.refuses(
        f'content/people.yaml:1:20: error: "{address}" is not a URL',
        f"content/publications.yaml:4:14: {refused}",
        f'content/site.yaml:3:8: error: "{address}" is not a URL',
        f"content/site.yaml:4:16: {refused}",
        f"content/site.yaml:5:8: {refused}",
        f'content/venues.yaml:1:17: error: "{address}" is not a URL',
    )


def hostile_site(site: SiteCase) -> SiteCase:
    said = json.dumps(HOSTILE)
    link = f"{{to: 'https://x.org/\"><script>alert(2)</script>', label: {said}}}"
    site.write(
        "content/site.yaml",
        f"url: https://x.org/repo/\ntitle: {said}\ndescription: {said}\nlanguages: [en, zh]\n"
        f"labels: {{pdf: {said}, x: {said}}}\nwords: {{present: {said}, cv: {said}}}\n"
        f"menu: [{{to: /, label: {said}}}, 'https://x.org/\"><script>alert(3)</script>']\n"
        "person:\n"
        + "".join(
            f"  {name}: {said}\n"
            for name in ("name", "role", "affiliation", "location", "bio", "email", "orcid")
        )
        + f"  links: {{github: {said}, x: {link}}}\n",
    )
    site.write(
        "content/posts/2024-01-01-x.md",
        page(
            f"title: {said}\ndescription: {said}\ntags: [{said}]\nextra: {{a: {said}}}", "Words.\n"
        ),
    )
    fields = ("title", "volume", "number", "pages", "publisher", "isbn", "note", "award",
              "abstract", "body", "doi", "arxiv")  # fmt: skip
    site.write(
        "content/publications.yaml",
        f"- id: p\n  authors: [{said}]\n  venue: {said}\n  date: 2024\n  bibtex: {{x: {said}}}\n"
        f"  links: {{x: {link}}}\n  tags: [{said}]\n"
        + "".join(f"  {name}: {said}\n" for name in fields)
        + f"- {{id: q, title: T, authors: [{{name: {said}, roles: [equal]}}], venue: v}}\n",
    )
    site.write(
        "content/venues.yaml",
        f"- {{id: v, name: {said}, short: {said}, ranks: {{ccf: {said}}}, publisher: {said}}}\n",
    )
    site.write("content/talks.yaml", f"- {{title: {said}, event: {said}, location: {said}}}\n")
    site.write("content/news.yaml", f"- {{date: 2024, text: {said}}}\n")
    site.write("content/skills.yaml", f"- {{label: {said}, items: [{said}], text: {said}}}\n")
    site.write(
        "content/awards.yaml", f"- {{title: {said}, stage: {said}, awards: [{{title: {said}}}]}}\n"
    )
    site.write(
        "content/cv/cv.yaml",
        f"title: {said}\nupdated: {said}\ncontact: [email, url, location, github]\nsections:\n"
        + "".join(
            f"- {{of: {kind}, title: {said}, group: {group}, et_al: {said}}}\n"
            for kind, group in (
                ("publications", "kind"),
                ("talks", "none"),
                ("skills", "none"),
                ("awards", "stage"),
            )
        ),
    )
    site.write(
        "content/index.md",
        "---\ntitle: Home\n---\n\n" + "".join(
            f":::{{{kind}}}\n:title: {said}\n:::\n\n"
            for kind in ("publications", "news", "talks", "skills", "awards")
        ),
    )  # fmt: skip
    return site


def test_row_76_markup_in_data_is_escaped_in_every_page(site: SiteCase) -> None:
    built = hostile_site(site).build()
    assert built.ok, built.said()
    allowed = {"script ()", "script ('defer', 'src')", "script ('type',)"}
    count = 0
    for path in built.files():
        if path.endswith(".html"):
            found = live_in(built, path)
            assert found <= allowed, f"{path}: {found - allowed}"
            assert "<script>alert" not in built.read(path)
            assert "1337" not in re.sub(r"<svg.*?</svg>", "", built.read(path), flags=re.DOTALL)
            count += 1
    assert count >= 8


def test_row_76_markup_in_data_stays_inside_json_ld(site: SiteCase) -> None:
    built = hostile_site(site).build()
    blocks = re.findall(
        r'<script type="application/ld\+json">(.*?)</script>', built.read("index.html"), re.DOTALL
    )
    assert blocks
    for block in blocks:
        assert "<" not in block
        assert "alert(1)" in json.dumps(json.loads(block))


def test_row_76_markup_in_data_leaves_feed_and_sitemap_well_formed(site: SiteCase) -> None:
    built = hostile_site(site).build()
    for path in ("feed.xml", "zh/feed.xml", "sitemap.xml"):
        root = ElementTree.fromstring(built.read(path))
        names = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert not names & {"script", "title/"}
    feed = ElementTree.fromstring(built.read("feed.xml"))
    entry = feed.find("{http://www.w3.org/2005/Atom}entry")
    assert entry is not None
    assert "<script>" not in (entry.findtext("{http://www.w3.org/2005/Atom}content") or "")


@pytest.mark.parametrize("value", ["}, evil = {x", "}}\n@comment{", "{{{", "a}b{c", "\\}", "}{"])
@pytest.mark.parametrize("field", ["title", "volume", "note", "doi", "arxiv", "publisher", "venue"])
def test_row_76_a_value_cannot_end_its_bibtex_field(site: SiteCase, value: str, field: str) -> None:
    title = "" if field == "title" else ", title: T"
    site.write(
        "content/publications.yaml",
        f"- {{id: a, authors: [X]{title}, date: 2024, {field}: {json.dumps(value)}}}\n",
    )
    built = site.build()
    assert built.ok, built.said()
    document = html.unescape(built.read("publications/a/index.html"))
    match = re.search(r"@\w+\{a,\n(.*?)\n\}\n", document, re.DOTALL)
    assert match, "no BibTeX entry"
    lines = match[1].split("\n")
    assert not any(re.match(r"\s*evil\s*=", line) for line in lines)
    depths = [line.count("{") - line.count("}") for line in lines]
    assert depths == [0] * len(lines)


def test_row_76_a_field_that_bibtex_cannot_name_is_an_error(broken: Broken) -> None:
    broken.write(
        "content/publications.yaml",
        "- id: a\n  title: T\n  authors: [X]\n  bibtex: {ok-1: x, 'a = {b}, c': y, '': z}\n",
    )
    broken.refuses(
        'content/publications.yaml:4:34: error: "a = {b}, c" is not the name of a BibTeX field',
        'content/publications.yaml:4:41: error: "" is not the name of a BibTeX field',
    )


@pytest.mark.parametrize("text", [
    "{{ 7*191 }}", "{% include 'x' %}", "{# note #}", "{{ site.info.title }}", "{% raw %}", "{{",
    "{{ ''.__class__.__mro__ }}", "{%- for x in range(9) %}y{% endfor %}",
])  # fmt: skip
def test_row_77_jinja_in_content_is_shown_as_text(site: SiteCase, text: str) -> None:
    site.write("content/site.yaml", f"person: {{name: Ada, bio: {json.dumps(text)}}}\n")
    site.write(
        "content/posts/2024-01-01-p.md", page(f"title: {json.dumps(text)}", f"`{text}`\n\n{text}\n")
    )
    site.write("content/news.yaml", f"- {{date: 2024, text: {json.dumps(text)}}}\n")
    built = site.build()
    assert told(built) == []
    shown = html.unescape(built.read("posts/p/index.html")).replace("’", "'").replace("‘", "'")
    assert shown.count(text) >= 3
    assert "1337" not in built.text("posts/p/index.html")
    assert text in html.unescape(built.read("index.html")).replace("’", "'").replace("‘", "'")


SLOW = {
    "open brackets": "[" * 50_000,
    "open links": "[a](" * 20_000,
    "nested links": "[" * 5_000 + "a" + "](u)" * 5_000,
    "open pictures": "![" * 30_000,
    "emphasis": "*a_ " * 30_000,
    "stars": "*" * 60_000 + "a",
    "nested emphasis": "*a **a " * 10_000,
    "quotes": ">" * 20_000 + "a",
    "nested lists": "".join("  " * n + "* a\n" for n in range(500)),
    "one line of lists": "- " * 20_000 + "a",
    "backticks": "".join("e" + "`" * n for n in range(700)),
    "open tags": "<a " * 30_000,
    "open comments": "<!--" * 30_000,
    "processing": "<?" * 30_000,
    "declarations": "<!A " * 30_000,
    "entities": "&" * 100_000,
    "autolinks": "http://" * 20_000,
    "addresses": "a@" * 30_000,
    "dollars": "$" * 30_001,
    "open formulas": "$a " * 20_000,
    "display formulas": "$$ " * 20_001,
    "braces": "{" * 50_000,
    "attributes": "[a](/){.b " * 10_000,
    "footnotes": "[^1]" * 20_000,
    "footnote definitions": "".join(f"[^{n}]: x\n" for n in range(10_000)),
    "colons": ":::{note}\n" * 5_000,
    "closing colons": ":::\n" * 5_000,
    "nested directives": "".join(":" * n + "{note}\n" for n in range(200, 3, -1)),
    "tables": "|" * 20_000 + "\n" + "|-" * 20_000 + "\n",
    "quotation marks": "\"'" * 50_000,
    "backslashes": "\\" * 100_001,
    "references": "".join(f"[{n}]: u\n" for n in range(20_000)) + "[1]" * 20_000,
    "blanks": "a" + " " * 200_000 + "b",
    "line ends": "a" + "\n" * 200_000 + "b",
    "headings": "# a\n" * 20_000,
    "strikethrough": "~~a " * 30_000,
    "hyphens": "-" * 100_000,
    "setext": "a\n=\n" * 20_000,
}


@pytest.mark.parametrize("name", SLOW)
def test_row_78_text_that_is_hard_to_read_is_read_in_time(site: SiteCase, name: str) -> None:
    """As a body; right or refused with its place, in a process that may not hang."""
    site.write("content/p.md", page("title: P", SLOW[name] + "\n"))
    run = masthead("build", "--project", str(site.root), "--quiet")
    assert run.returncode in (0, 1), run.stderr[-300:]
    assert "Traceback" not in run.stderr
    assert run.returncode == 0 or "content/p.md:" in run.stderr


@pytest.mark.parametrize("name", [n for n in SLOW if "\n" not in SLOW[n]])
def test_row_78_the_same_as_a_title_and_in_data(site: SiteCase, name: str) -> None:
    said = json.dumps(SLOW[name][:20_000])
    site.write("content/p.md", page(f"title: {said}\ndescription: {said}"))
    site.write(
        "content/publications.yaml",
        f"- {{id: a, title: {said}, authors: [X], venue: {said}, pages: {said}, note: {said}}}\n",
    )
    site.write("content/news.yaml", f"- {{date: 2024, text: {said}}}\n")
    run = masthead("build", "--project", str(site.root), "--quiet")
    assert run.returncode in (0, 1), run.stderr[-300:]
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    "tex",
    [
        r"\href{javascript:alert(1)}{x}",
        r"\url{javascript:alert(1)}",
        r"\includegraphics{/etc/passwd}",
        r"\input{/etc/passwd}",
        r"\write18{touch /tmp/pwned}",
        r"\def\x{\x\x}\x",
        r"\newcommand{\x}{\x\x}\x",
        r"\text{<script>alert(1)</script>}",
        r"\text{</annotation></semantics></math><script>alert(1)</script>}",
        r"\class{x onclick=alert(1)}{y}",
        r'\htmlData{onclick="alert(1)"}{y}',
        r"\style{background:url(javascript:x)}{y}",
        r"\unicode{0}\char0",
        r"\begin{array}" * 200,
        r"\frac{1}{" * 500,
        "{" * 3000 + "}" * 3000,
        "x^{" * 1000 + "}" * 1000,
        r"\sqrt" * 2000,
        r"\left(" * 500,
        "a_" * 500,
        "&&&",
        r"\\" * 1000,
        "%" + "x" * 100,
    ],
)
def test_row_79_hostile_tex_is_inert(site: SiteCase, tex: str) -> None:
    site.write("content/p.md", page("title: P", f"Say ${tex}$ and\n\n$$\n{tex}\n$$\n"))
    site.write(
        "content/publications.yaml",
        f"- {{id: a, title: {json.dumps(f'On ${tex}$')}, authors: [X]}}\n",
    )
    run = masthead("build", "--project", str(site.root), "--quiet")
    assert run.returncode in (0, 1), run.stderr[-300:]
    assert "Traceback" not in run.stderr
    if run.returncode == 1:
        assert "content/p.md:" in run.stderr
        return
    document = (site.output / "p" / "index.html").read_text("utf-8")
    assert live(document) <= {"script ()", "script ('defer', 'src')"}
    assert not re.search(r"(href|src|style)=[\"']?[^\"'>]*javascript:", document, re.IGNORECASE)


def test_row_79_a_formula_of_gigabytes_is_refused(site: SiteCase) -> None:
    site.write("content/p.md", page("title: P", f"${'x+' * 200_000}x$\n"))
    run = masthead("build", "--project", str(site.root))
    assert (run.returncode, "Traceback" in run.stderr) == (1, False)
    assert "content/p.md:5:" in run.stderr
    assert LIMIT


def test_row_80_an_address_works_without_scripts(site: SiteCase) -> None:
    site.write("content/site.yaml", "person: {name: Ada, email: ada@example.org}\n")
    built = site.build()
    assert 'href="mailto:ada@example.org"' in html.unescape(built.read("index.html"))
