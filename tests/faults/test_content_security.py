"""No text of a site runs, and none is lost for that."""

import html
import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cases import rows
from tests.conftest import Built, SiteCase, element, small_site, texts_below, visible_text
from tests.faults.conftest import Broken, limited, messages, page
from tests.machines.reading import Page

pytestmark = pytest.mark.broadsheet

ATOM = "{http://www.w3.org/2005/Atom}"


def documents(built: Built) -> dict[str, Page]:
    """All that a browser or feed reader would show as HTML."""
    found = {}
    for path in sorted(built.files()):
        if path.endswith(".html"):
            found[path] = Page(built.read(path))
        elif path.endswith("feed.xml"):
            for number, content in enumerate(
                ElementTree.fromstring(built.read(path)).iter(f"{ATOM}content")
            ):
                found[f"{path}#{number}"] = Page(content.text or "")
    return found


SCRIPT = "One <script>run(1)</script> and <b>bold</b>.\n\n<script>run(2)</script>\n"


def scripts(built: Built) -> set[str]:
    return {
        f"{path} {script}"
        for path, document in documents(built).items()
        for script in document.running()
        if "run(" in script
    }


def posts_with_scripts(site: SiteCase, settings: str) -> Built:
    options = "theme: {name: broadsheet, options: {home_posts: 5}}\n"
    site.write("content/site.yaml", f"person: {{name: Ada Lovelace}}\n{options}{settings}")
    site.write("content/p.md", page("title: P", SCRIPT))
    site.write("content/posts/2024-01-01-x.md", page("title: X\ntags: [t]", SCRIPT))
    built = site.build()
    assert messages(built) == []
    return built


def test_raw_html_in_pages_is_kept_unless_the_site_says_that_it_is_text(site: SiteCase) -> None:
    kept = {"p/index.html run(1)", "p/index.html run(2)", "posts/x/index.html run(2)"}
    assert kept <= scripts(posts_with_scripts(site, ""))
    built = posts_with_scripts(site, "markdown: {html: false}\n")
    assert scripts(built) == set()
    shown = ["p/index.html", "posts/x/index.html", "posts/index.html", "tags/t/index.html"]
    for path in [*shown, "index.html"]:
        assert "One <script>run(1)</script> and <b>bold</b>." in built.text(path), path
    feed = ElementTree.fromstring(built.read("feed.xml"))
    content = feed.findtext(f".//{ATOM}content") or ""
    assert "<b>bold</b>" in visible_text(content)


def test_the_mark_of_an_excerpt_is_never_text(site: SiteCase) -> None:
    post = "Head.\n\nMore head.\n<!-- more -->\nTail.\n\n- a\n\n  <!-- more -->\n"
    code = "\n```\n<!-- more -->\n```\n"
    site.write("content/posts/2024-01-01-x.md", page("title: X", post + code))
    for settings in ("", "markdown: {html: false}\n"):
        site.write("content/site.yaml", f"person: {{name: Ada}}\n{settings}")
        built = site.build()
        assert built.text("posts/index.html").endswith("X Head. More head.")
        assert built.text("posts/x/index.html", "article").endswith("Tail. a <!-- more -->")
        assert built.text("posts/x/index.html").count("more") == 1, "but in code it is meant"


FORMS = {
    "experience.yaml": "- {role: R, organization: O, body: @}",
    "projects.yaml": "r: {title: T, body: @}",
    "publications/r.yaml": "{title: T, authors: [A], body: @}",
    "references.yaml": "- {name: N, body: {en: @}}",
}
"""Records in a list, in a mapping, in a file of their own, and with a text for each language."""


def test_raw_html_in_data_is_always_text(site: SiteCase) -> None:
    site.write("content/site.yaml", "person: {name: Ada}\nmarkdown: {html: true}\n")
    text = "A <script>run(1)</script> body"
    sections = []
    for file, form in FORMS.items():
        site.write(f"content/{file}", form.replace("@", f'"{text}"'))
        sections.append(f":::{{{re.split(r'[./]', file)[0]}}}\n:body: true\n:::\n")
    site.write("content/all.md", page("title: All", "\n".join(sections)))
    built = site.build()
    assert messages(built) == []
    assert scripts(built) == set()
    assert built.text("all/index.html").count(text) == len(FORMS)
    assert text in built.text("publications/r/index.html")


RAW = [address for (address,) in rows("ways_in", "Spellings of an address that runs")]
ENCODED = [
    *(
        address.encode().decode("unicode_escape")
        for (address,) in rows("ways_in", "Spellings with references and escapes")
    ),
    "&#32;" * 3000 + "javascript:alert(1)",
    "java" + "&Tab;" * 3000 + "script:alert(1)",
]
PLACES = {
    place: form.replace("\\n", "\n")
    for place, form in rows("ways_in", "Places for an address in a page")
}


@pytest.mark.slow
def test_no_spelling_in_a_page_gives_a_link_that_runs(tmp_path: Path) -> None:
    site = small_site(tmp_path / "project", "bare")  # what refuses them knows no theme
    cases = {}
    for place, form in PLACES.items():
        for number, spelling in enumerate(RAW + ENCODED):
            if place == "set of pictures" and re.search(r"[\s,]", html.unescape(spelling)):
                continue  # blanks and commas part the pictures of a set
            if place == "animation" and "&" in spelling and len(spelling) < 100:
                continue  # a `;` parts the values
            name = f"{place} {number}".replace(" ", "-").replace("'", "")
            cases[name] = form % spelling
            site.write(f"content/{name}.md", page(f"title: {name}", cases[name] + "\n"))
    for number, spelling in enumerate(RAW):
        cases[f"auto-{number}"] = f"<{spelling}>"
        site.write(f"content/auto-{number}.md", page("title: x", f"<{spelling}>\n"))
    built = site.build()
    assert not built.ok
    errors = [line for line in messages(built) if "error:" in line]
    for name, text in cases.items():
        mine = [line for line in errors if line.startswith(f"content/{name}.md:5:")]
        assert mine, f"{text[:80]} is let through"
        refused = r"error: a (javascript|vbscript|livescript|data): address is not allowed"
        # Some entities are not read as such (of control characters in Markdown, all in a figure's
        # line) and are then letters of a file's name.
        nowhere = r'error: this (link|picture) leads nowhere: "[^"]*&#?\w+;'
        assert re.search(f"{refused}|{nowhere}", mine[0]), mine
    assert len(cases) > 400


DATA = texts_below(Path(__file__).parent / "sites" / "running-links")


@pytest.mark.parametrize(
    "spelling",
    ["javascript:alert(1)", "JAVASCRIPT://x/%0aalert(1)", "vbscript:x", "data:text/html,x",
     "java\\tscript:alert(1)", "\\tjavascript:alert(1)", "\\u00a0javascript:alert(1)"],
)  # fmt: skip
def test_no_field_of_data_takes_a_link_that_runs(broken: Broken, spelling: str) -> None:
    places = set()
    for name, form in DATA.items():
        broken.write(f"content/{name}", form.replace("%s", spelling))
        lines = enumerate(form.split("\n"), 1)
        places |= {f"content/{name}:{line}" for line, text in lines if "%s" in text}
    if "/" in spelling and spelling.startswith("JAVA"):  # a bare number would get its https://
        broken.write(
            "content/talks.yaml",
            f'- {{title: T, links: {{doi: "{spelling}", github: "{spelling}"}}}}',
        )
        broken.write(
            "content/publications/d.yaml",
            f'title: T\nauthors: [A]\ndoi: "{spelling}"\narxiv: "{spelling}"',
        )
        places |= {"content/talks.yaml:1"}
        places |= {f"content/publications/d.yaml:{line}" for line in (3, 4)}
    built = broken.site.build()
    assert not built.ok
    errors = {problem.where for problem in built.problems if problem.is_error}
    told_at = {re.sub(r":\d+$", "", str(place)) for place in errors}
    assert told_at == places
    assert not any(str(place).count(":") < 2 for place in errors), "an error without a column"


MARKUP = "<script>z(%d)</script></script></title></style>\"'><img src=x onerror=z(%d)><!-- ]]> &amp; &lt;b&gt; <b>"
JINJA = "{{ 40+2 }} {%% include site %%} {{ gone %d }} {%% raw %%} {{ site.person.email }} - %d so"
PLAIN = (
    "Words to fill - the same room, as many as there are in the text that means harm %d or %d so"
)

FIELDS = texts_below(Path(__file__).parent / "sites" / "marks")
UNSEEN = 5
"""Fields above that no page shows: words for what is not there (`portrait`, `news`), a venue's
publisher where the paper has its own, a project's kind, `extra`."""


def site_of(site: SiteCase, marks: str) -> tuple[Built, list[str]]:
    """A site that says `marks` in every field, each with a number of its own."""
    said: list[str] = []

    def text(match: re.Match[str]) -> str:
        number = 1000 + len(said)
        said.append(marks % (number, number))
        if match[0] == "@":
            return '"' + said[-1].replace("\\", "\\\\").replace('"', '\\"') + '"'
        return re.sub(r"([|\]])", r"\\\1", said[-1])

    first = "site.yaml"  # its texts have the first numbers
    for name, form in {first: FIELDS[first], **FIELDS}.items():
        site.write(f"content/{name}", re.sub(r"[@$]", text, form))
    kinds = [name.removesuffix(".yaml") for name in FIELDS if name.count(".yaml")]
    kinds = [kind for kind in kinds if kind not in ("site", "venues", "cv/r")]
    home = "\n".join(
        f":::{{{kind}}}\n:title: {kind}\n:body: true\n:more: about\n:::\n" for kind in kinds
    )
    site.write("content/index.md", page("title: Home", home))
    site.write("static/pic.png", b"")
    built = site.build()
    assert built.ok, built.said()
    return built, said


def everything_said(built: Built) -> str:
    """All that pages say, in texts and attributes; BibTeX without its backslashes."""
    markup = " ".join(
        built.read(path) for path in built.files() if path.endswith((".html", ".svg"))
    )
    words = html.unescape(markup).translate(str.maketrans("“”‘’", "\"\"''"))
    return words.replace("\\", "")


@pytest.fixture(scope="module")
def plain_shapes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """The shapes of the pages of the site whose fields hold plain words, by their paths."""
    built, _ = site_of(small_site(tmp_path_factory.mktemp("plain") / "project"), PLAIN)
    return {numbered(path): found.shape() for path, found in documents(built).items()}


@pytest.fixture(scope="module")
def marked_up(tmp_path_factory: pytest.TempPathFactory) -> tuple[Built, list[str]]:
    return site_of(small_site(tmp_path_factory.mktemp("marked_up") / "project"), MARKUP)


def numbered(path: str) -> str:
    """A path without what a tag's name makes of it."""
    return re.sub(r"tags/[^/]+/", "tags/*/", path)


def test_markup_in_any_field_changes_no_page(
    marked_up: tuple[Built, list[str]], plain_shapes: dict[str, list[Any]]
) -> None:
    built, said = marked_up
    found = documents(built)
    assert {numbered(path) for path in found} == set(plain_shapes)
    for path, document in found.items():
        assert document.shape() == plain_shapes[numbered(path)], path
    seen = everything_said(built)
    unseen = [text for text in said if text.partition("><!")[0] not in seen]
    assert len(unseen) == UNSEEN, "the others are kept as their author wrote them"


def test_markup_is_right_in_attributes_titles_and_data_for_machines(
    marked_up: tuple[Built, list[str]],
) -> None:
    built, said = marked_up
    by_number = dict(enumerate(said, 1000))

    def words(text: str) -> set[int]:
        return {int(number) for number in re.findall(r"<script>z\((\d+)\)", text)}

    home = Page(built.read("index.html"))
    nodes = json.loads(next(script for script in home.running() if "schema.org" in script))
    person = next(n for n in nodes["@graph"] if n["@type"] == "ProfilePage")["mainEntity"]
    assert person["name"] == f"{by_number[1002]} Lovelace"
    assert "<script>z(1003)</script></script>" in person["jobTitle"]
    assert home.metas("author") == [person["name"]]
    assert words(home.title) == {1000}
    assert words(*home.metas("og:site_name")) == {1000}
    assert words(*home.metas("og:description")) == {1001}
    paper = built.read("publications/p/index.html")
    metas = Page(paper).metas
    assert words(metas("citation_author")[-1]) and words(*metas("citation_volume"))
    assert all(map(words, metas("citation_title") + metas("citation_conference_title")))
    code = visible_text(element(paper, "code"))
    for field in ("author", "title", "volume", "series", "doi", "publisher"):
        assert re.search(rf"\b{field} += \{{.*?<script>z\(\d+\)</script>", code), field
    pictures = [a for tag, a in Page(built.read("about/index.html")).tags if tag == "img"]
    assert words(pictures[0]["alt"]) and "onerror=z(" in pictures[0]["alt"]
    about = Page(built.read("about/index.html"))
    assert words(about.title) and words(*about.metas("description"))


def test_the_feed_and_the_sitemap_stay_xml_and_say_what_was_written(
    marked_up: tuple[Built, list[str]],
) -> None:
    built, said = marked_up
    feed = ElementTree.fromstring(built.read("feed.xml"))
    assert "<script>z(1000)</script>" in (feed.findtext(f"{ATOM}title") or "")
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == f"{said[2]} Lovelace"
    entry = feed.find(f"{ATOM}entry")
    assert entry is not None
    category = entry.find(f"{ATOM}category")
    assert category is not None and category.get("term") in said
    assert entry.findtext(f"{ATOM}summary") in said
    assert "<script>z(" in (entry.findtext(f"{ATOM}title") or "")
    assert {tag for tag, _ in Page(entry.findtext(f"{ATOM}content") or "").tags} == {"p", "img"}
    sitemap = ElementTree.fromstring(built.read("sitemap.xml"))
    urls = [node.text or "" for node in sitemap.iter() if node.tag.endswith("}loc")]
    assert len(urls) > 5
    assert all(re.fullmatch(r"https://ada\.example/repo/[^\s<>\"]*", url) for url in urls), urls
    ElementTree.fromstring(built.read("assets/favicon.svg"))


def test_marks_of_templates_are_shown_and_never_run(
    site: SiteCase, plain_shapes: dict[str, list[Any]]
) -> None:
    built, said = site_of(site, JINJA)
    for path, document in documents(built).items():
        assert document.shape() == plain_shapes[numbered(path)], path
        assert not re.search(r"\b42\b", visible_text(built.read(path.partition("#")[0]))), path
    seen = everything_said(built)
    assert len([text for text in said if text not in seen]) == UNSEEN
    assert "{{ 40+2 }}" in built.read("assets/favicon.svg")


def test_words_of_the_interface_are_no_format_strings(site: SiteCase) -> None:
    site.write("content/news.yaml", "- {date: 2024, text: x}\n")
    site.write("content/p.md", page("title: P", ":::{news}\n:more: p\n:::\n"))
    for written in ("All {0.__class__}", "All {", "All } {!r}", "{:>9999}", "{x}"):
        site.write("content/site.yaml", f"person: {{name: Ada}}\nwords: {{more: {written!r}}}\n")
        built = site.build()
        assert written in built.text("p/index.html")
    site.write("content/site.yaml", "person: {name: Ada}\nwords: {more: 'Each of {}'}\n")
    assert "Each of news" in site.build().text("p/index.html")


ENDLESS: dict[str, Callable[[int], str]] = {
    "brackets": lambda n: "[" * n,
    "brackets that close": lambda n: "[" * n + "]" * n,
    "links in links": lambda n: "[a](" * n,
    "stars": lambda n: "*" * n + " a",
    "stars between letters": lambda n: "*a" * n,
    "underscores": lambda n: "_a_ __b" * (n // 4),
    "backticks": lambda _: "".join("`" * k + " " for k in range(1, 250)),
    "dollars": lambda n: "$a $" * n,
    "braces": lambda n: "{" * n,
    "braces that close": lambda n: "{" * n + "}" * n,
    "capitals": lambda n: "aA" * n,
    "small letters": lambda n: "a" * n + "é",
    "digits and hyphens": lambda n: "1-" * n,
    "digits and blanks": lambda n: "1" + " " * n + "-" + " " * n + "x",
    "quotes": lambda n: "\"'" * n,
    "tags": lambda n: "<a b=" * n,
    "comments": lambda n: "<!-- " * n,
    "references": lambda n: "&#" * n + "&a" * n,
    "initials": lambda n: "J.-" * n,
    "blanks": lambda n: "a" + " " * n + "b",
    "commas": lambda n: "," * n + "a",
    "dots and slashes": lambda n: "../" * n,
    "colons": lambda n: "a:" * n,
    "TeX": lambda _: "$" + "{" * 300 + "\\frac" * 300 + "$",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ENDLESS)
def test_no_text_takes_for_ever_in_any_field(tmp_path: Path, name: str) -> None:
    site = small_site(tmp_path / "project")
    text = ENDLESS[name](8_000)
    quoted = "'" + text.replace("'", "''") + "'"
    site.write(
        "content/publications/p.yaml",
        f"{{title: &t {quoted}, authors: [{{given: *t, family: *t}}, *t], venue: *t,\n"
        "   volume: *t, pages: *t, doi: *t, abstract: *t, note: *t, tags: [*t],\n"
        "   bibtex: {series: *t}, links: {web: *t}}\n",
    )
    site.write("content/news/p.yaml", f"{{date: 2024, text: {quoted}}}\n")
    site.write("content/news/p-date.yaml", f"{{date: {quoted}, text: x}}\n")
    front = f"title: {quoted}\ndescription: {quoted}\ntags: [{quoted}]\nimage: {quoted}"
    site.write("content/posts/2024-01-01-p.md", page(front, text + "\n"))
    site.write("content/p.md", page(f"title: {quoted}", f"> - {text}\n\n[a](<{text}>)\n"))
    ran = limited(site.root, "build", cpu=200)
    assert "Traceback" not in ran.said
    assert ran.code == 1, "the date is none"
    assert "content/news/p-date.yaml:1:" in ran.said
    assert max(map(len, ran.said.split("\n"))) < 3000, "a message as long as the text"


TEX = [tex for (tex,) in rows("ways_in", "Formulas that would do something")]
MATHML = re.compile(
    "math|semantics|annotation|m(row|[inos]|text|space|style|frac|sqrt|root|sub|sup|subsup|under|"
    "over|underover|table|tr|td|padded|phantom|enclose|error)|code|p|div|span|article|h2|pre"
)


@pytest.mark.parametrize("display", [False, True])
def test_no_formula_does_anything_but_stand_there(site: SiteCase, display: bool) -> None:
    site.write("content/plain.md", page("title: P", "x\n"))
    frame = {tag for tag, _ in Page(site.build().read("plain/index.html")).tags}
    mark = "$$" if display else "$"
    for number, tex in enumerate(TEX):
        site.write(f"content/n{number}.md", page(f"title: n{number}", f"{mark}{tex}{mark}\n"))
        record = (
            f"title: |-\n  A {mark}{tex}{mark}\nauthors: [A]\nabstract: |-\n  {mark}{tex}{mark}\n"
        )
        site.write(f"content/publications/m{number}.yaml", record)
    said = messages(site.build())
    shown = []
    for number, tex in enumerate(TEX):
        refused = any(line.startswith(f"content/n{number}.md:5:") for line in said)
        if re.match(r"\\(href|url|in|write|open|[gex]?def|new|let|cs|cat|loop|html|req)", tex):
            assert refused, f"{tex} is let through"
        if refused:
            site.delete(f"content/n{number}.md").delete(f"content/publications/m{number}.yaml")
        else:
            shown += [(tex, f"n{number}/index.html"), (tex, f"publications/m{number}/index.html")]
    built = site.build()
    assert built.ok and len(shown) >= 8, built.said()
    for tex, path in shown:
        document = Page(built.read(path))
        tags = {tag for tag, _ in document.tags}
        assert "math" in tags and all(MATHML.fullmatch(tag) for tag in tags - frame), tex
        running = [s for s in document.running() if not s.startswith('{"@context"')]
        assert not any("z()" in script for script in running), tex
        names = {name for _, attributes in document.tags for name in attributes}
        assert not any(name.startswith("on") for name in names), tex
        styles = [attributes.get("style", "") for _, attributes in document.tags]
        assert not any("url(" in style or "expression" in style for style in styles), tex
        assert "root:" not in built.text(path)


def test_a_page_says_everything_without_a_script(sample: object, built_sample: Built) -> None:
    for path in sorted(built_sample.files()):
        if path.endswith(".html"):
            document = Page(built_sample.read(path))
            has_excuse = "noscript" in {tag for tag, _ in document.tags}
            assert has_excuse == path.endswith("search/index.html"), path
            text = visible_text(element(built_sample.read(path), "main"))
            assert len(text) > 10, path
