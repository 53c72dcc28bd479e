"""Feeds, the sitemap, robots.txt and llms.txt."""

import re
import xml.etree.ElementTree as ElementTree
from urllib.parse import unquote, urlsplit

import pytest

from tests.conftest import Built, SiteCase
from tests.machines.reading import BASE, Page, address_of, file_at, pages, write_site
from tests.machines.test_heads import base_of

pytestmark = pytest.mark.broadsheet

ATOM = "{http://www.w3.org/2005/Atom}"
MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML = "{http://www.w3.org/1999/xhtml}"
RFC_3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
IRI = re.compile(r"(https?://[^\s]+|urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})")


def indexed(built: Built) -> dict[str, Page]:
    """The pages that a search engine may keep: neither 404.html nor the site's own search."""
    found = {path: page for path, page in pages(built).items() if not page.metas("robots")}
    assert {"404.html", "search/index.html"}.isdisjoint(found) and "index.html" in found
    return found


def check_feed(source: str) -> ElementTree.Element:
    """Hold a feed against what RFC 4287 says that it MUST be, sections 4.1 and 4.2."""
    feed = ElementTree.fromstring(source)
    assert feed.tag == f"{ATOM}feed"
    assert feed.find(f"{ATOM}author/{ATOM}name") is not None, "4.1.1: an author for all entries"
    ids = []
    for element in (feed, *feed.iter(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            assert len(element.findall(f"{ATOM}{name}")) == 1, f"exactly one {name}"
        for name in ("generator", "icon", "logo", "subtitle", "content", "published", "summary"):
            assert len(element.findall(f"{ATOM}{name}")) <= 1, f"at most one {name}"
        id = element.findtext(f"{ATOM}id") or ""
        assert IRI.fullmatch(id), f"4.2.6: {id} is no absolute IRI"
        ids.append(id)
        for name in ("updated", "published"):
            for date in element.findall(f"{ATOM}{name}"):
                assert RFC_3339.fullmatch(date.text or ""), date.text
        links = element.findall(f"{ATOM}link")
        others = (k for k in links if k.get("rel") == "alternate")
        alternates = [(k.get("type"), k.get("hreflang")) for k in others]
        assert len(alternates) == len(set(alternates)), "4.1.1: one for each type and language"
    assert len(ids) == len(set(ids)), "4.1.1: no two entries are one"
    assert len([k for k in feed.findall(f"{ATOM}link") if k.get("rel") == "self"]) == 1
    for entry in feed.iter(f"{ATOM}entry"):
        content = entry.find(f"{ATOM}content")
        assert content is not None and content.get("type") == "html"
        for category in entry.findall(f"{ATOM}category"):
            assert category.get("term"), "4.2.2.1"
    return feed


def test_feeds_are_valid_whole_and_absolute(built: Built) -> None:
    base = base_of(built)
    for path in ("feed.xml", "zh/feed.xml"):
        feed = check_feed(built.read(path))
        assert feed.findtext(f"{ATOM}id") == base + path
        entries = list(feed.iter(f"{ATOM}entry"))
        assert len(entries) >= 2
        newest = max(entry.findtext(f"{ATOM}updated") or "" for entry in entries)
        assert feed.findtext(f"{ATOM}updated") == newest
        for entry in entries:
            link = entry.find(f"{ATOM}link")
            assert link is not None and file_at(link.get("href", ""), base) in built.files()
            content = Page(entry.findtext(f"{ATOM}content") or "")
            assert content.text.strip()
            for _, attributes in content.tags:
                for name in ("href", "src"):
                    address = attributes.get(name, "#")
                    assert urlsplit(address).scheme or address.startswith("#"), address
                assert "style" not in attributes


def test_an_entry_keeps_its_id_when_its_address_and_text_change(site: SiteCase) -> None:
    def ids() -> set[str]:
        feed = check_feed(site.build().read("feed.xml"))
        return {entry.findtext(f"{ATOM}id") or "" for entry in feed.iter(f"{ATOM}entry")}

    write_site(site)
    before = ids()
    assert len(before) > 1
    write_site(site, "posts: {permalink: /:year/:slug/}\n")
    site.write("content/posts/2024-01-02-p2.md", "---\ntitle: Other\nslug: q\n---\nOther.\n")
    assert ids() == before


def test_a_site_without_posts_has_no_feed_and_no_link_to_one(site: SiteCase) -> None:
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\nlanguages: [en, zh]\n")
    site.write("content/news.yaml", "- {date: 2024-05-01, text: Moved.}\n")
    done = site.build()
    assert not [path for path in done.files() if path.endswith("feed.xml")]
    naming = [path for path in done.files() if b"feed.xml" in (done.output / path).read_bytes()]
    assert naming == []
    site.write("content/posts/one.md", "---\ndate: 2024-05-01\n---\nText.\n")
    done = site.build()
    assert {"feed.xml", "zh/feed.xml"} <= done.files()
    assert 'href="feed.xml"' in done.read("index.html")
    check_feed(done.read("feed.xml"))  # valid without a url, too
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\nposts: {feed: 0}\n")
    assert "feed.xml" not in site.build().files()


def test_the_sitemap_names_the_pages_and_no_other(built: Built) -> None:
    base = base_of(built)
    root = ElementTree.fromstring(built.read("sitemap.xml"))
    urls = [url.findtext(f"{MAP}loc") or "" for url in root.iter(f"{MAP}url")]
    assert len(urls) == len(set(urls))
    assert {file_at(url, base) for url in urls} == set(indexed(built))
    for url in root.iter(f"{MAP}url"):
        page = Page(built.read(file_at(url.findtext(f"{MAP}loc") or "", base)))
        here = {(k["hreflang"], k["href"]) for k in page.links("alternate") if "hreflang" in k}
        there = {(k.get("hreflang"), k.get("href")) for k in url.findall(f"{XHTML}link")}
        assert here == there
        for date in url.findall(f"{MAP}lastmod"):
            assert re.fullmatch(r"\d{4}-\d\d-\d\d", date.text or ""), "the schema takes days"


def test_the_dates_of_the_sitemap_are_those_that_pages_give(made: Built) -> None:
    root = ElementTree.fromstring(made.read("sitemap.xml"))
    dates = {
        (url.findtext(f"{MAP}loc") or "").removeprefix(BASE): url.findtext(f"{MAP}lastmod")
        for url in root.iter(f"{MAP}url")
    }
    assert dates[""] == "2024-02-03"
    assert (dates["posts/p1/"], dates["posts/p2/"]) == ("2024-03-04", "2024-01-02")
    assert dates["publications/one/"] is None and dates["about/"] is None


def test_a_draft_is_in_no_sitemap(site: SiteCase) -> None:
    write_site(site).write("content/d.md", "---\ntitle: D\ndraft: true\n---\nText.\n")
    built = site.build(drafts=True)
    assert "d/index.html" in built.files()
    assert f"{BASE}d/" not in built.read("sitemap.xml") and "/d/" not in built.read("llms.txt")


def test_robots_leads_to_the_sitemap_unless_nobody_may_look(made: Built, site: SiteCase) -> None:
    assert f"\nSitemap: {BASE}sitemap.xml\n" in made.read("robots.txt")
    closed = write_site(site, "robots: disallow\n").build()
    assert "Disallow: /" in closed.read("robots.txt") and "Sitemap" not in closed.read("robots.txt")
    assert not [path for path in closed.files() if path.endswith("llms.txt")]


def test_an_own_robots_txt_takes_the_place_of_ours(site: SiteCase) -> None:
    write_site(site).write("static/robots.txt", "User-agent: GPTBot\nDisallow: /\n")
    assert site.build().read("robots.txt") == "User-agent: GPTBot\nDisallow: /\n"


def test_llms_txt_has_the_form_that_it_must_have(built: Built) -> None:
    """llmstxt.org: a title, a summary, sections of lists of links, `Optional` for the rest."""
    base = base_of(built)
    for path in ("llms.txt", "zh/llms.txt"):
        lines = built.read(path).strip("\n").split("\n")
        assert lines[0].startswith("# ") and lines[1] == "" and lines[2].startswith("> ")
        first = next(n for n, line in enumerate(lines) if line.startswith("## "))
        assert not any(line.startswith("#") for line in lines[1:first])
        for line in filter(None, lines[first:]):
            assert re.fullmatch(r"## \S.*|- \[.+\]\(https://\S+\)(: \S.*)?", line), line
            for url in re.findall(r"\]\((https://\S+?)\)(?:: |$)", line):
                assert file_at(url, base) in built.files(), url
        assert lines.count("## Optional") == 1
        pages = {path.removesuffix("index.html") for path in indexed(built) if "tags" not in path}
        named = set(re.findall(r"\((https://\S+?/)\)", "\n".join(lines)))
        assert named <= {base + page for page in pages}
    english = {unquote(u) for u in re.findall(r"\((https://\S+?/)\)", built.read("llms.txt"))}
    wanted = {
        base.rstrip("/") + address_of(path)
        for path, page in indexed(built).items()
        if next(a for tag, a in page.tags if tag == "html")["lang"] == "en"
        and not path.startswith("tags/")
    }  # fmt: skip
    assert english == wanted


def test_a_site_can_do_without_what_language_models_read(site: SiteCase) -> None:
    built = write_site(site, "for_machines: false\n").build()
    assert not [path for path in built.files() if path.endswith("llms.txt")]
