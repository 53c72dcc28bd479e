"""What stands in the head of every page: linked data, Open Graph, languages, announcements."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from tests.conftest import Built, SiteCase
from tests.machines.reading import BASE, Page, address_of, file_at, pages
from tests.pictures.drawing import opened, plot, saved

pytestmark = pytest.mark.broadsheet

SAMPLE = "https://www.fangjin.site/"

_TYPES = (Path(__file__).parent / "needed.txt").read_text("utf-8").split("\n\n")[1]
NEEDED = {kind: set(names.split()) for kind, names in re.findall("(.+):(.*)", _TYPES)}
"""What each type of schema.org must say here."""
URLS = ("@id", "url", "item", "contentUrl", "image", "mainEntityOfPage")


def base_of(built: Built) -> str:
    return SAMPLE if built.read("robots.txt").find(SAMPLE) >= 0 else BASE


def whole(node: Any, seen: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All nodes inside a node, and itself."""
    if isinstance(node, dict):
        seen.append(node)
        for value in node.values():
            whole(value, seen)
    elif isinstance(node, list):
        for value in node:
            whole(value, seen)
    return seen


def test_every_node_has_what_its_type_needs_and_no_node_says_nothing(built: Built) -> None:
    kinds = set()
    for path, page in pages(built).items():
        for node in whole(page.nodes(), []):
            kinds.add(node["@type"])
            assert NEEDED[node["@type"]] <= node.keys(), f"{path}: {node}"
            empty = [name for name, value in node.items() if value in ("", None, [], {})]
            assert not empty, f"{path}: {node}"
            for name in URLS:
                if isinstance(node.get(name), str):
                    assert node[name].startswith(("https://", "http://")), f"{path}: {node}"
    assert {"WebSite", "ProfilePage", "Person", "ScholarlyArticle", "BlogPosting"} <= kinds


def test_each_kind_of_page_says_what_it_is(built: Built) -> None:
    for path, page in pages(built).items():
        kinds = [node["@type"] for node in page.nodes()]
        body = next(a for tag, a in page.tags if tag == "body") if "404" not in path else {}
        layout = body.get("class", "")
        assert ("ProfilePage" in kinds) == (layout == "layout-home"), path
        assert ("BlogPosting" in kinds) == (layout == "layout-post"), path
        is_paper = layout == "layout-publication"
        works = {"ScholarlyArticle", "Thesis", "Report", "Chapter"} & set(kinds)
        assert bool(works) == is_paper, path
        assert ("BreadcrumbList" in kinds) == (layout not in ("layout-home", "")), path


def test_the_home_says_who_the_person_is(made: Built) -> None:
    person = Page(made.read("index.html")).node("ProfilePage")["mainEntity"]
    assert person == {
        "@type": "Person",
        "@id": f"{BASE}#person",
        "name": "Ada Lovelace",
        "givenName": "Ada",
        "familyName": "Lovelace",
        "alternateName": "埃达",
        "url": BASE,
        "affiliation": {"@type": "Organization", "name": "Analytical Engines"},
        "sameAs": ["https://github.com/ada", "https://orcid.org/0000-0002-1825-0097"],
    }
    assert Page(made.read("zh/index.html")).node("ProfilePage")["mainEntity"] == person
    assert Page(made.read("index.html")).node("ProfilePage")["dateModified"] == "2024-02-03"


def test_a_paper_is_a_work_in_a_journal(made: Built) -> None:
    node = Page(made.read("publications/one/index.html")).node("ScholarlyArticle")
    assert node["name"] == node["headline"] == "A bold x^2 “paper” </script><b>&"
    assert [author["name"] for author in node["author"]] == ["Ada Lovelace", "Bob Bee", "A Group"]
    assert node["author"][0]["@id"] == f"{BASE}#person"
    assert node["datePublished"] == "2024-05-06"
    journal = {"@type": "Periodical", "name": "Journal of Things", "issn": "1234-5678"}
    assert node["isPartOf"] == journal
    assert node["sameAs"] == ["https://doi.org/10.1000/xyz"]
    assert node["abstract"] == "We show that a < b. </script>"


@pytest.mark.slow
def test_breadcrumbs_lead_from_the_home_over_pages_that_are_there(built: Built) -> None:
    files, base = built.files(), base_of(built)
    for path, page in pages(built).items():
        for node in page.nodes():
            if node["@type"] != "BreadcrumbList":
                continue
            items = node["itemListElement"]
            assert [item["position"] for item in items] == list(range(1, len(items) + 1))
            found = [file_at(item["item"], base) for item in items]
            assert found[0] in ("index.html", "zh/index.html") and found[-1] == path
            assert set(found) <= files and len(set(found)) == len(found), path
    paper = "one" if base == BASE else "goat"
    crumbs = Page(built.read(f"publications/{paper}/index.html")).node("BreadcrumbList")
    assert crumbs["itemListElement"][1]["item"] == f"{base}publications/"


def test_every_page_has_its_canonical_address_and_open_graph(built: Built) -> None:
    base = base_of(built)
    types = {"layout-home": "profile", "layout-post": "article", "layout-publication": "article"}
    for path, page in pages(built).items():
        if path == "404.html":
            assert not page.links("canonical") and page.metas("robots") == ["noindex"]
            continue
        (canonical,) = page.links("canonical")
        assert unquote(canonical["href"]) == base.rstrip("/") + address_of(path)
        assert page.metas("og:url") == [canonical["href"]]
        body = next(a for tag, a in page.tags if tag == "body")
        assert page.metas("og:type") == [types.get(body["class"], "website")], path
        assert len(page.metas("og:title")) == len(page.metas("twitter:card")) == 1
        for picture in page.metas("og:image"):
            file = built.output / file_at(picture, base)
            assert file.is_file() and len(page.metas("og:image:alt")) == 1, path
            size = [*page.metas("og:image:width"), *page.metas("og:image:height")]
            assert not size or tuple(map(int, size)) == opened(file.read_bytes()).size, path
    versions = [p for p in pages(built).values() if p.links("alternate", hreflang="zh")]
    assert versions and all(len(p.links("alternate", hreflang="x-default")) == 1 for p in versions)


def test_a_shared_link_shows_the_pages_image_the_papers_preview_or_the_portrait(
    site: SiteCase,
) -> None:
    for name, width in ("me.png", 90), ("own.png", 80), ("paper.png", 70):
        site.write(f"static/{name}", saved(plot(width, 40)))
    site.write("content/site.yaml", f"url: {BASE}\nperson: {{name: Ada, portrait: me.png}}\n")
    site.write("content/seen.md", "---\ntitle: Seen\nimage: own.png\n---\nText.\n")
    site.write("content/publications.yaml", "- {id: one, title: One, preview: paper.png}\n")
    built = site.build()
    names = ("og:image", "og:image:width", "og:image:alt", "twitter:card")
    shown = {
        path: [content for name in names for content in Page(built.read(path)).metas(name)]
        for path in ("index.html", "seen/index.html", "publications/one/index.html")
    }
    large = "summary_large_image"
    assert list(shown.values()) == [
        [f"{BASE}me.png", "90", "Ada", "summary"],
        [f"{BASE}own.png", "80", "Seen", large],
        [f"{BASE}paper.png", "70", "One", large],
    ]


def test_a_posts_own_picture_and_dates_are_on_its_card(made: Built) -> None:
    page = Page(made.read("posts/p1/index.html"))
    assert page.metas("og:image") == [f"{BASE}p.png"]
    assert page.metas("twitter:card") == ["summary_large_image"]
    assert page.metas("article:published_time") == ["2024-01-01"]
    assert page.metas("article:modified_time") == ["2024-03-04"]
    assert page.metas("article:tag") == ["x"]
    node = page.node("BlogPosting")
    assert node["headline"] == "P & <1>" and node["about"]["url"] == f"{BASE}publications/one/"


def test_languages_name_each_other(built: Built) -> None:
    base, found = base_of(built), pages(built)
    said: dict[str, dict[str, str]] = {}
    for path, page in found.items():
        links = (link for link in page.links("alternate") if "hreflang" in link)
        said[path] = {link["hreflang"]: file_at(link["href"], base) for link in links}
    assert any(said.values())
    for path, versions in said.items():
        if not versions:
            continue
        assert path in versions.values(), f"{path} does not name itself"
        assert versions["x-default"] in set(versions.values())
        for lang, other in versions.items():
            assert said[other] == versions, f"{path} and {other}"
            html = next(a for tag, a in found[other].tags if tag == "html")
            assert lang in (html["lang"], "x-default")


def test_above_a_page_at_an_old_address_stands_the_page_that_it_leads_to(site: SiteCase) -> None:
    site.write("content/site.yaml", f"url: {BASE}\nperson: {{name: Ada Lovelace}}\n")
    papers = "---\ntitle: My papers\naliases: [/publications/]\n---\n\nAll.\n"
    site.write("content/papers.md", papers)
    paper = "- {id: one, title: On Engines, authors: [Ada Lovelace], abstract: Words.}\n"
    site.write("content/publications.yaml", paper)
    built = site.build()
    page = built.read("publications/one/index.html")
    crumbs = Page(page).node("BreadcrumbList")["itemListElement"]
    assert [(item["name"], item["item"]) for item in crumbs[1:]] == [
        ("My papers", f"{BASE}papers/"),
        ("On Engines", f"{BASE}publications/one/"),
    ]
    assert '<a href="../../papers/">My papers</a>' in page
