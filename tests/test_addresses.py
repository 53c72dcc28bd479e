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
        "person: {name: {given: Ada, family: Lovelace, native: 埃达}}\n"
        "posts: {permalink: /:year/:month/:day/:slug/}\n",
    )
    site.write("content/index.zh.md", "---\ntitle: 首页\n---\n\n你好。\n")
    site.write("content/about.md", "---\ntitle: About\n---\nOn me.\n")
    site.write("content/about.zh.md", "---\ntitle: 关于\n---\n关于我。\n")
    site.write("content/posts/2022-12-02-goat.md", "---\ntitle: Goat\ntags: [A b]\n---\nBleat.\n")
    site.write("static/pdf/x.pdf", b"%PDF-1.4\n")
    site.write(
        "content/publications.yaml",
        "- {id: goat-paper, title: G, authors: [Ada Lovelace], links: {blog: goat}}\n",
    )
    return site


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


def test_the_home_leads_to_an_orcid_that_is_written_as_a_url(site: SiteCase) -> None:
    orcid = "https://orcid.org/0000-0002-1825-0097"
    site.write("content/site.yaml", f"person: {{name: Ada Lovelace, orcid: '{orcid}'}}\n")
    assert orcid in links(site.build(), "index.html")


def test_what_a_user_typed_is_resolved(bilingual: SiteCase) -> None:
    typed = rows("addresses", "What a user typed")
    links = "".join(f"- See [this]({address}).\n" for address, _ in typed)
    bilingual.write("content/try.md", f"---\ntitle: Try\n---\n{links}")
    page = bilingual.build().read("try/index.html")
    found = re.findall(r'<a href="([^"]*)"[^>]*>this</a>', page)
    assert list(zip((address for address, _ in typed), found, strict=True)) == typed


def test_a_source_file_links_to_the_version_in_its_own_language(bilingual: SiteCase) -> None:
    bilingual.write("content/try.zh.md", "---\ntitle: 试\n---\n[看](about.md) [看](about.zh.md)\n")
    assert bilingual.build().read("zh/try/index.html").count('href="../about/"') >= 2


def test_a_word_in_a_record_names_a_post(bilingual: SiteCase) -> None:
    built = bilingual.build()
    assert "../../2022/12/02/goat/" in links(built, "publications/goat-paper/index.html")
    assert "../../../2022/12/02/goat/" in links(built, "zh/publications/goat-paper/index.html")


def test_a_page_in_one_language_has_no_hreflang_but_a_way_to_the_other_home(
    bilingual: SiteCase,
) -> None:
    bilingual.write("content/only.md", "---\ntitle: Only\n---\nEnglish.\n")
    built = bilingual.build()
    assert 'hreflang="zh" href="https' not in built.read("only/index.html")
    assert "../zh/" in links(built, "only/index.html")


def test_an_old_address_leads_to_the_new_one(bilingual: SiteCase) -> None:
    bilingual.write(
        "content/about.md", "---\ntitle: About\naliases: [/old/, /me.html]\n---\nOn me.\n"
    )
    built = bilingual.build()
    for path, href in (("old/index.html", "../about/"), ("me.html", "about/")):
        page = built.read(path)
        assert f'url={href}"' in page
        assert f'<a href="{href}"' in page
        assert '<link rel="canonical" href="https://ada.example.org/about/"' in page


def test_a_page_may_choose_its_address(bilingual: SiteCase) -> None:
    bilingual.write("content/cv-long.md", "---\ntitle: CV\npermalink: /vita/long/\n---\nLong.\n")
    bilingual.write("content/talk.md", "---\ntitle: T\nslug: talks-and-more\n---\nTalks.\n")
    files = bilingual.build().files()
    assert {"vita/long/index.html", "talks-and-more/index.html"} <= files
    assert "cv-long/index.html" not in files


def test_files_beside_pages_are_copied_and_found(bilingual: SiteCase) -> None:
    bilingual.write("content/notes/index.md", "---\ntitle: N\n---\n![A dot](dot.png)\n")
    bilingual.write("content/notes/dot.png", b"\x89PNG\r\n")
    built = bilingual.build()
    assert "notes/dot.png" in built.files()
    assert "dot.png" in links(built, "notes/index.html")
