"""Addresses: where pages live, and where the links that people type lead."""

import re

import pytest

from tests.cases import rows
from tests.conftest import Built, SiteCase

pytestmark = pytest.mark.broadsheet

LINK = re.compile(r"""<(?:a|link|img|script|source)\b[^>]*?\s(?:href|src)=["']?([^"'\s>]+)""")


@pytest.fixture
def bilingual(site: SiteCase) -> SiteCase:
    site.write(
        "content/site.yaml",
        "url: https://ada.example.org/\nlanguages: [en, zh]\n"
        "person: {name: Ada Lovelace, orcid: 'https://orcid.org/0000-0002-1825-0097'}\n"
        "posts: {permalink: /:year/:month/:day/:slug/}\n",
    )
    site.write("content/index.zh.md", "---\ntitle: 首页\n---\n\n你好。\n")
    site.write("content/about.md", "---\ntitle: About\n---\nOn me.\n")
    site.write("content/about.zh.md", "---\ntitle: 关于\n---\n关于我。\n")
    site.write("content/posts/2022-12-02-goat.md", "---\ntitle: Goat\ntags: [A b]\n---\nBleat.\n")
    site.write("static/pdf/x.pdf", b"%PDF-1.4\n")
    paper = "- {id: goat-paper, title: G, authors: [Ada Lovelace], links: {blog: goat}}\n"
    return site.write("content/publications.yaml", paper)


def links(built: Built, path: str) -> list[str]:
    return LINK.findall(built.read(path))


def test_pages_live_in_folders_and_a_second_language_below_its_code(bilingual: SiteCase) -> None:
    files = bilingual.build().files()
    assert {"index.html", "about/index.html", "zh/index.html", "zh/about/index.html"} <= files
    assert {"2022/12/02/goat/index.html", "posts/index.html", "tags/a-b/index.html"} <= files
    assert {"publications/goat-paper/index.html", "zh/publications/goat-paper/index.html"} <= files
    assert {"404.html", "robots.txt", "sitemap.xml", "feed.xml", "zh/feed.xml"} <= files
    assert ".nojekyll" in files


def test_a_page_for_the_list_of_posts_is_that_list_with_the_text_above_it(
    bilingual: SiteCase,
) -> None:
    bilingual.write("content/posts/index.zh.md", "---\ntitle: 随笔\n---\n都在这里。\n")
    built = bilingual.build_clean()
    listed = built.read("zh/posts/index.html")
    assert "<h1>随笔</h1>" in listed and "都在这里。" in listed
    assert "../../2022/12/02/goat/" in links(built, "zh/posts/index.html")
    assert "../2022/12/02/goat/" in links(built, "posts/index.html"), "so has the other language"
    assert {path for path in built.files() if "posts/index/" in path} == set()
    assert "../posts/" in links(built, "zh/about/index.html"), "the menu leads to it"


def test_the_page_of_tags_leads_to_the_list_of_posts_where_that_is(bilingual: SiteCase) -> None:
    bilingual.write("content/posts/index.md", "---\ntitle: Blog\npermalink: /blog/\n---\n")
    built = bilingual.build_clean()
    assert "../blog/" in links(built, "tags/index.html")
    assert "../posts/" not in links(built, "tags/index.html")
    assert "../posts/" in links(built, "zh/tags/index.html")


def test_links_lead_to_the_language_of_their_page_to_posts_to_files_and_to_profiles(
    bilingual: SiteCase,
) -> None:
    bilingual.write("content/try.zh.md", "---\ntitle: 试\n---\n[看](about.md) [看](about.zh.md)\n")
    bilingual.write("content/only.md", "---\ntitle: Only\n---\nEnglish.\n")
    bilingual.write("content/notes/index.md", "---\ntitle: N\n---\n![A dot](dot.png)\n")
    bilingual.write("content/notes/dot.png", b"\x89PNG\r\n")
    built = bilingual.build()
    assert built.read("zh/try/index.html").count('href="../about/"') >= 2
    goat = "2022/12/02/goat/"
    assert f"../../{goat}" in links(built, "publications/goat-paper/index.html"), "a word names it"
    assert f"../../../{goat}" in links(built, "zh/publications/goat-paper/index.html")
    assert 'hreflang="zh" href="https' not in built.read("only/index.html")
    assert "../zh/" in links(built, "only/index.html"), "a way to the other home"
    assert "notes/dot.png" in built.files() and "dot.png" in links(built, "notes/index.html")
    assert "https://orcid.org/0000-0002-1825-0097" in links(built, "index.html")


def test_a_page_may_choose_its_address_and_keep_old_ones(bilingual: SiteCase) -> None:
    bilingual.write("content/cv-long.md", "---\ntitle: CV\npermalink: /vita/long/\n---\nLong.\n")
    bilingual.write("content/talk.md", "---\ntitle: T\nslug: talks-and-more\n---\nTalks.\n")
    about = "---\ntitle: About\naliases: [/old/, /me.html]\n---\nOn me.\n"
    built = bilingual.write("content/about.md", about).build()
    assert {"vita/long/index.html", "talks-and-more/index.html"} <= built.files()
    assert "cv-long/index.html" not in built.files()
    for path, href in (("old/index.html", "../about/"), ("me.html", "about/")):
        page = built.read(path)
        assert f'url={href}"' in page
        assert f'<a href="{href}"' in page
        assert '<link rel="canonical" href="https://ada.example.org/about/"' in page


def test_what_a_user_typed_is_resolved(bilingual: SiteCase) -> None:
    typed = rows("addresses", "What a user typed")
    links = "".join(f"- See [this]({address}).\n" for address, _ in typed)
    bilingual.write("content/try.md", f"---\ntitle: Try\n---\n{links}")
    page = bilingual.build().read("try/index.html")
    found = re.findall(r'<a href="([^"]*)"[^>]*>this</a>', page)
    assert list(zip((address for address, _ in typed), found, strict=True)) == typed
