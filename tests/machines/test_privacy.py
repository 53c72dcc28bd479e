"""E-mail addresses that people get right and harvesters do not; policies that pages keep."""

import html
import json
import re
from urllib.parse import unquote, urlsplit

import pytest

from generator.html import sources_in
from generator.render.links import guarded
from tests.cases import rows
from tests.conftest import Built, SiteCase
from tests.machines.reading import BASE, Page, hash_of, pages, write_site

pytestmark = pytest.mark.broadsheet

ADDRESS = re.compile(r"[\w.%+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}")
OURS = ("ada.l+x@analytical.example", "bob@x.example.org", "c@x.example.org")
HOME_BYTES = 75_000
"""With the rules for thirteen languages and for both directions; 60,000 before those."""


def harvested(source: str) -> set[str]:
    """What harvesters find in the source of a file."""
    return set(ADDRESS.findall(source))


# ---------------------------------------------------------------------- e-mail


def test_no_file_of_a_site_shows_an_address_to_a_harvester(built: Built) -> None:
    own = {*OURS, "Fangjin98@outlook.com"}
    for path in sorted(built.files()):
        if path.endswith((".html", ".xml", ".txt", ".json")):
            found = harvested(built.read(path))
            assert not own & found, f"{path}: {own & found}"


def test_the_persons_own_address_is_guarded_in_running_text_too(site: SiteCase) -> None:
    """Typed plainly, as most people type it: no link says that it is an address."""
    own = "ada.l+x@analytical.example"
    site.write(
        "content/site.yaml",
        f"url: {BASE}\nperson: {{name: Ada, email: {own}, bio: Mail {own}.}}\n"
        f"description: Of {own}\nmenu: [{{to: /, label: Home}}]\n",
    )
    site.write(
        "content/p.md",
        f"---\ntitle: At {own}\ndescription: D {own}.\n---\n## H {own}\n\n"
        f'Write to {own}. `{own}` is not x{own} nor {own}.org, <b title="{own}">t</b>'
        f" ![a {own}](me.svg)\n\n:::{{news}}\n:::\n",
    )
    site.write("content/posts/2024-01-01-a.md", f"---\ntitle: Q {own}\n---\nSay it to {own}!\n")
    site.write("content/news.yaml", f"- {{date: 2024, text: New address {own}}}\n")
    site.write("static/me.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    built = site.build()
    for path in sorted(built.files()):
        if path.endswith((".html", ".xml", ".txt", ".json")):
            assert own not in harvested(built.read(path)), path
    page = Page(built.read("p/index.html"))
    assert f"Write to {own}." in page.text and f"H {own}" in page.text
    assert f"x{own} nor {own}.org" in page.text and f"New address {own}" in page.text
    assert page.metas("description") == [f"D {own}."]
    assert f"Say it to {own}!" in html.unescape(built.read("feed.xml"))
    for path in built.files():
        assert not path.endswith(".json") or json.loads(built.read(path)), path


def test_people_read_copy_and_follow_the_address_without_a_script(made: Built) -> None:
    for path in ("index.html", "cv/cv/index.html"):
        page = Page(made.read(path))
        assert "ada.l+x@analytical.example" in page.text, path
        links = {unquote(a["href"]) for tag, a in page.tags if tag == "a"}
        assert "mailto:ada.l+x@analytical.example" in links, path
    page = Page(made.read("index.html"))
    links = {unquote(a["href"]) for tag, a in page.tags if tag == "a"}
    assert "mailto:ada.l+x@analytical.example?subject=Hi" in links
    assert "bob@x.example.org" in page.text


def test_readers_of_feeds_see_whole_addresses(made: Built) -> None:
    assert "c@x.example.org" in html.unescape(made.read("feed.xml"))


def test_an_address_can_be_written_plainly(site: SiteCase) -> None:
    built = write_site(site, "guard_email: false\n").build()
    assert '<a href="mailto:ada.l+x@analytical.example"' in built.read("index.html")
    data = [text for page in pages(built).values() for _, text in page.scripts]
    assert data and not any("analytical.example" in text for text in data), "linked data has none"


def test_a_link_in_a_text_leads_where_it_led(site: SiteCase) -> None:
    links = [
        ("<a@b.example>", "a@b.example", "mailto:a@b.example"),
        ("[a@b.example](mailto:a@b.example)", "a@b.example", "mailto:a@b.example"),
        ("[*m* & more](mailto:a%2Bx@b.example)", "m & more", "mailto:a+x@b.example"),
        ("[m](mailto:a@b.example,c@d.example)", "m", "mailto:a@b.example,c@d.example"),
        ("[m](mailto:a@b.example?subject=x%20y&body=z)", "m", "mailto:a@b.example?subject=x y&body=z"),
        ('<a class=x href="mailto:a@b.example" title="a@b.example">a@b.example</a>', "a@b.example", "mailto:a@b.example"),
        ("[nowhere]()", "nowhere", ""),
    ]  # fmt: skip
    plain = "`a@b.example` and git@host.example"
    text = "\n\n".join((*(markdown for markdown, *_ in links), plain))
    site.write("content/p.md", f"---\ntitle: P\n---\n{text}\n")
    source = site.build().read("p/index.html")
    found = re.findall(r"<p><a [^>]*>.*?</a></p>", source)
    assert len(found) == len(links)
    for link, (_, seen, href) in zip(found, links, strict=True):
        assert seen in Page(link).text and unquote(Page(link).tags[1][1]["href"]) == href
    assert plain.replace("`", "") in Page(source).text


OWN = "ada_l@x.org"


@pytest.mark.parametrize("address", [OWN, "Ada_L@X.org"])
@pytest.mark.parametrize(
    "around", [text for (text,) in rows("html", "Where a page may have an address")]
)
def test_the_persons_own_address_is_guarded_wherever_a_page_has_it(
    around: str, address: str
) -> None:
    page = f"<p>before {around.replace('{}', address)} after"
    out = guarded(page)
    assert not harvested(out), out
    assert html.unescape(out) == page
    assert guarded(out) == out


@pytest.mark.parametrize(
    "page",
    [
        *("<p>ada_l (at) x.org</p>", "<p>ada_l@x</p>", "<p>/@ada.x</p>", "<p>@ada</p>", "<p>a@@b.org</p>"),
        *(f"<script>{OWN}</script>", f"<style>{OWN}</style>"),  # there can be no reference
    ],
)  # fmt: skip
def test_what_is_no_address_or_can_have_no_reference_is_left_alone(page: str) -> None:
    assert guarded(page) == page


def test_a_link_of_a_theme_in_plain_html_still_leads_to_the_address() -> None:
    for page in ("<a href='mailto:{}'>a</a>", "<a href=mailto:{}>a</a>", '<a href="MAILTO:{}">a'):
        (tag,) = [a for _, a in Page(guarded(page.format(OWN))).tags]
        assert unquote(tag["href"]).lower() == f"mailto:{OWN}", page


@pytest.mark.parametrize("own", [OWN, "ada.l@x.org"])
def test_bibtex_has_no_address_of_the_person(site: SiteCase, own: str) -> None:
    site.write("content/site.yaml", f"url: {BASE}\nperson: {{name: Ada, email: {own}}}\n")
    site.write(
        "content/publications.yaml",
        f"- {{id: a, title: Mail {own}, authors: [Ada], note: 'at {own.upper()}', bibtex: {{annote: '{own}'}}}}\n",
    )
    built = site.build()
    found = [path for path in built.files() if path.endswith(".bib")]
    assert len(found) == 2
    for path in found:
        text = built.read(path)
        assert own not in harvested(text.lower()), path
        assert "_" in own or "ada.l (at) x.org" in text, path


# ---------------------------------------------------------------------- policy


def test_a_value_that_looks_like_a_tag_or_a_comment_changes_no_policy() -> None:
    script = "<script>let a = 1</script>"
    for value in ("a <!-- b", "<script src=https://evil.example/x>", "<title>"):
        before = f'<span title="{value}">x</span>'
        assert list(sources_in(before + script)) == [("script-src", hash_of("let a = 1"))], value


def allowed(policy: dict[str, list[str]], directive: str, source: str) -> bool:
    sources = policy.get(directive, policy["default-src"])
    return source in sources


LOADED = {"script": "script-src", "img": "img-src", "source": "media-src", "video": "media-src",
          "audio": "media-src", "iframe": "frame-src", "object": "object-src", "embed": "object-src"}  # fmt: skip


def is_kept(page: Page, path: str) -> None:
    """Hold a page against its own policy."""
    policy = page.policy()
    assert policy["default-src"] == ["'none'"] and policy["base-uri"] == ["'none'"]
    assert "'unsafe-inline'" not in str(policy) and "'unsafe-eval'" not in str(policy)
    for attributes, text in page.scripts:
        if "src" not in attributes and attributes.get("type") != "application/ld+json":
            assert allowed(policy, "script-src", hash_of(text)), f"{path}: {text[:40]}"
    for text in page.styles:
        assert allowed(policy, "style-src", hash_of(text)), path
    for tag, attributes in page.tags:
        if attributes.get("style"):
            assert allowed(policy, "style-src", hash_of(attributes["style"])), path
            assert "'unsafe-hashes'" in policy["style-src"]
        for name in ("src", "data", "poster"):
            address = attributes.get(name)
            if not address or tag not in LOADED:
                continue
            parts = urlsplit(address)
            source = f"{parts.scheme or 'https'}://{parts.netloc}" if parts.netloc else "'self'"
            source = "data:" if parts.scheme == "data" else source
            directive = "img-src" if name == "poster" else LOADED[tag]
            assert allowed(policy, directive, source), f"{path}: <{tag} {name}={address}>"
        if tag == "link" and {"stylesheet", "icon"} & set(attributes["rel"].split()):
            assert not urlsplit(attributes["href"]).netloc, "nothing is asked of others"


def test_every_page_keeps_its_policy(built: Built) -> None:
    for path, page in pages(built).items():
        is_kept(page, path)
        kinds = [tag for tag, _ in page.tags]
        at = next(n for n, (_, a) in enumerate(page.tags) if "http-equiv" in a)
        assert at < min(kinds.index("script"), kinds.index("link")), "it holds for what follows"


def test_no_page_of_ours_has_a_handler_a_style_in_a_tag_or_a_request_to_others(
    built: Built,
) -> None:
    for path, page in pages(built).items():
        for tag, attributes in page.tags:
            assert not any(name.startswith("on") for name in attributes), f"{path}: <{tag}>"
            assert "style" not in attributes, f"{path}: <{tag} style={attributes.get('style')}>"
        assert not page.styles, path
        said = " ".join(source for sources in page.policy().values() for source in sources)
        assert not re.search("://|'unsafe|'sha", said), path


RAW = """\
<script>run("<img src=https://no.example.org/x.png>")</script>
<script src="https://count.example.org/c.js" async></script>
<style>p { color: red }</style>
<p style="color: blue">x</p>
<iframe title="film" src="https://www.films.example.org/embed/1"></iframe>
<script src="https://gist.github.com/ada/1.js"></script>
<video src="//films.example.org/a.mp4" poster="https://pics.example.org/p.png"></video>
<img alt="" src="https://pics.example.org/1.png" srcset="https://cdn.example.org/2.png 2x">

![far](https://pics.example.org:8443/x.png) ![near](p.png){width=37%}
"""


def test_what_an_author_puts_into_a_page_is_allowed_there_and_only_there(site: SiteCase) -> None:
    site.write("static/p.png", b"x").write("content/raw.md", f"---\ntitle: R\n---\n{RAW}")
    built = site.build()
    page = Page(built.read("raw/index.html"))
    is_kept(page, "raw")
    policy = page.policy()
    hosts = {"pics.example.org", "cdn.example.org", "pics.example.org:8443"}
    assert {f"https://{host}" for host in hosts} <= set(policy["img-src"])
    assert policy["frame-src"] == ["https://www.films.example.org"]
    assert "https://films.example.org" in policy["media-src"]
    assert "https://count.example.org" in policy["script-src"]
    assert "https://github.githubassets.com" in policy["style-src"], "what the gist loads"
    assert "example.org" not in str(Page(built.read("index.html")).policy())


def test_a_site_can_add_sources_or_do_without_a_policy(site: SiteCase) -> None:
    def policy(setting: str) -> str:
        site.write("content/site.yaml", f"person: {{name: Ada}}\ncontent_policy: {setting}\n")
        return site.build().read("index.html")

    more = "{connect-src: 'https://a.example wss://b.example', frame-src: https://c.example}"
    page = Page(policy(more))
    assert page.policy()["connect-src"] == ["'self'", "https://a.example", "wss://b.example"]
    assert page.policy()["frame-src"] == ["https://c.example"]
    assert "Content-Security-Policy" not in policy("none")


def test_the_home_of_the_sample_is_as_small_as_it_was_promised(built_sample: Built) -> None:
    page = Page(built_sample.read("index.html"))
    sizes = {"index.html": len(built_sample.read("index.html").encode())}
    for tag, attributes in page.tags:
        address = attributes.get("src") or (
            attributes.get("href")
            if tag == "link" and {"stylesheet", "icon"} & set(attributes["rel"].split())
            else ""
        )
        if address:
            assert not urlsplit(address).netloc
            sizes[address] = (built_sample.output / address).stat().st_size
    assert len(sizes) >= 3 and sum(sizes.values()) <= HOME_BYTES, sizes
