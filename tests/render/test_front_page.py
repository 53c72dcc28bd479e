"""What the theme broadsheet makes of pages: chips, contents, the menu."""

import re

import pytest

from tests.conftest import Built, SiteCase, element, visible_text

pytestmark = pytest.mark.broadsheet

HOME = "---\ntitle: Home\n---\n\nI weave.\n\n## Papers\n\n:::{publications}\n:::\n"
PAPER = "- {id: engine, title: Notes, venue: Memoirs, date: 1843, award: Best Notes, status: accepted}\n"


@pytest.fixture
def paper(site: SiteCase) -> SiteCase:
    site.write("content/index.md", HOME)
    return site.write("content/publications.yaml", PAPER)


def test_an_award_and_a_status_are_chips_and_are_said_once(paper: SiteCase) -> None:
    built = paper.build()
    for page in (built.read("index.html"), built.read("publications/engine/index.html")):
        assert page.count('<span class="chip award">') == 1
        assert page.count('<span class="chip status">') == 1
        assert page.split("<main")[1].count("Best Notes") == 1


@pytest.mark.parametrize(
    ("front", "headings", "has_contents"),
    [("", 6, True), ("", 3, False), ("toc: true\n", 2, True), ("toc: false\n", 9, False)],
)
def test_a_long_post_has_contents_and_its_author_decides(
    site: SiteCase, front: str, headings: int, has_contents: bool
) -> None:
    text = "".join(f"## Part {n}\n\nText.\n\n" for n in range(headings))
    site.write("content/posts/2024-01-01-long.md", f"---\ntitle: Long\n{front}---\n\n{text}")
    built = site.build()
    page = built.read(next(p for p in built.files() if "long/index.html" in p))
    assert ('<nav class="toc' in page) is has_contents
    if has_contents:
        assert page.count('<a href="#part-') == headings


def test_bibtex_stands_in_lists_where_the_site_wants_it(paper: SiteCase) -> None:
    assert "{engine," not in paper.build().text("index.html")
    options = "theme: {name: broadsheet, options: {show_bibtex: true}}\n"
    paper.write("content/site.yaml", f"person: {{name: Ada Lovelace}}\n{options}")
    assert "{engine," in paper.build().text("index.html")


@pytest.mark.parametrize("theme", ["broadsheet", "folio"])
def test_facts_in_chinese_have_chinese_commas_between_them(site: SiteCase, theme: str) -> None:
    site.write("content/site.yaml", f"person: {{name: 方缙}}\nlanguages: [zh]\ntheme: {theme}\n")
    paper = "- {id: a, title: 甲, volume: 39, number: 3, date: 2025}\n"
    site.write("content/publications.yaml", paper)
    page = site.build().read("publications/a/index.html")
    (facts,) = re.findall(r'<p class="details">(.*?)</p>', page)
    assert re.sub(r"<[^>]*>", "", facts) == "第 39 卷，第 3 期"


def test_a_pinned_post_stands_on_top_of_the_home_and_of_all_posts(site: SiteCase) -> None:
    for year, front in ((2021, "pinned: true\n"), (2022, ""), (2023, ""), (2024, "")):
        text = f"---\ntitle: Of {year}\n{front}---\nText.\n"
        site.write(f"content/posts/{year}-01-01-p{year}.md", text)
    options = "theme: {name: broadsheet, options: {home_posts: 2}}\n"
    built = site.write("content/site.yaml", f"person: {{name: Ada Lovelace}}\n{options}").build()
    for page, years in (("", "2021 2024"), ("posts/", "2021 2024 2023 2022")):
        main = built.read(f"{page}index.html").split("<main")[1]
        assert re.findall(r">Of (\d+)</a>", main) == years.split()


def test_no_line_parts_a_chinese_name(site: SiteCase) -> None:
    paper = "{id: a, title: From 5 km to 7 km, authors: [Ada Lovelace, 徐宏力]}"
    site.write("content/publications.yaml", f"- {paper}\n")
    site.write("content/index.md", "A walk.\n\n:::{publications}\n:names: initials\n:::\n")
    built = site.build()
    assert re.search(r'class="author whole"[^>]*>徐宏力<', built.read("index.html"))
    (sheet,) = (path for path in built.files() if re.search(r"style.*\.css$", path))
    assert ".whole {" in built.read(sheet)


def test_every_page_ends_with_whose_it_is_and_its_feed(built_sample: Built) -> None:
    pages = [path for path in built_sample.files() if path.endswith(".html")]
    pages = [path for path in pages if 'http-equiv="refresh"' not in built_sample.read(path)]
    assert len(pages) > 30
    for path in pages:
        footer = element(built_sample.read(path), "footer")
        assert "Jin Fang" in visible_text(footer) or "方缙" in visible_text(footer), path
        assert "feed.xml" in footer, path
