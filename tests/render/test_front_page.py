"""What the theme broadsheet makes of pages: chips, contents, the menu, the sections that a page places,
and the pages of a group."""

import re

import pytest

from tests.conftest import Built, SiteCase, element, visible_text
from tests.graph.conftest import files_of
from tests.pictures.drawing import photo, saved

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


PAPERS = "- {id: goat, title: A goat, authors: [A Lee], date: 2024}\n"


@pytest.fixture
def home(site: SiteCase) -> SiteCase:
    """A site with one paper; the tests write its home page."""
    site.write("content/site.yaml", "person: {name: Ada Lee}\nurl: https://ada.example\n")
    return site.write("content/publications.yaml", PAPERS)


@pytest.mark.parametrize(
    "text",
    [
        ":::{note}\nI am moving.\n:::\n",
        "Like this:\n\n```\n:::{publications}\n:::\n```\n",
        "As [@goat] says.\n\n:::{bibliography}\n:::\n",
    ],
    ids=["a note", "code", "a bibliography"],
)
def test_a_home_page_that_places_no_section_shows_those_of_the_options(
    home: SiteCase, text: str
) -> None:
    built = home.write("content/index.md", f"---\ntitle: Home\n---\n{text}").build()
    assert "<h2>Publications</h2>" in built.read("index.html")


def test_a_home_page_that_places_a_section_itself_shows_no_other(home: SiteCase) -> None:
    text = "::::{note}\n:::{publications}\n:style: lines\n:::\n::::\n"
    built = home.write("content/index.md", f"---\ntitle: Home\n---\n{text}").build()
    assert "A goat" in built.text("index.html")
    assert "Publications</h2>" not in built.read("index.html")


BY_YEAR = ":::{publications}\n:group: year\n:::\n"
BELOW = "h1 Work, h2 Papers, h3 2024"


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        (f"## Papers\n\n{BY_YEAR}", BELOW),
        (f"Papers\n------\n\n{BY_YEAR}", BELOW),
        (f"### Papers\n\n{BY_YEAR}", BELOW),
        (f":::{{note}}\nA word.\n:::\n\n## Papers\n\n{BY_YEAR}", BELOW),
        (f"```\n## A comment\n```\n\n{BY_YEAR}", "h1 Work, h2 2024"),
        (f"{BY_YEAR}\n## More\n", "h1 Work, h2 2024, h2 More"),
    ],
    ids=["a heading", "underlined", "a low one", "behind a note", "one in code", "one below it"],
)
def test_the_groups_of_a_section_stand_below_the_heading_before_it(
    home: SiteCase, text: str, headings: str
) -> None:
    page = home.write("content/work.md", f"---\ntitle: Work\n---\n{text}").build()
    main = page.read("work/index.html").partition("<main")[2]
    found = re.findall(r"<(h[1-6])[^>]*>([^<]*)", main)
    assert ", ".join(f"{tag} {name}" for tag, name in found) == headings


LOGOS = "\n:::{logos}\n[![A Fund](f.png)](https://example.org/)\n![B](f.png)\n:::\n"
POST = "---\ntitle: {}\n{}---\nText.\n"


def test_pages_of_a_group_show_people_what_belongs_together_and_who_wrote(site: SiteCase) -> None:
    for name, text in files_of("lab").items():
        site.write(f"content/{name}", text)
    site.write(
        "content/posts/2024-01-01-a.md", POST.format("First", "author: J. Fang\npinned: true\n")
    )
    site.write("content/posts/2024-02-01-b.md", POST.format("Second", ""))
    site.write("content/index.md", "---\ntitle: Home\n---\n:::{posts}\n:limit: 1\n:::\n" + LOGOS)
    twice = "theme: {name: broadsheet, options: {home_posts: 3}}\n"
    site.write("content/site.yaml", files_of("lab")["site.yaml"] + twice)
    site.write("static/f.png", saved(photo(90, 50)))
    day = "{date: 2026-10-01, topic: Holiday, no_class: true}"
    site.write(
        "content/teaching.yaml", f"- {{id: net, course: Nets, staff: J. Fang, schedule: [{day}]}}\n"
    )
    built = site.build()
    member = visible_text(built.read("people/jin-fang/index.html"))
    assert re.findall("Publications|Projects|Awards|Posts", member)[-4:] == [
        *("Publications", "Projects", "Awards", "Posts")
    ]
    project = built.text("projects/hive/index.html")
    assert "Hive Jin Fang (lead), Otto Out" in project and "What we promise" not in project
    assert "Hive" in built.text("publications/goat/index.html")
    assert "Hive" in built.text("grants/nsfc/index.html")
    assert "Jin Fang" in built.text("posts/a/index.html")
    home = built.text("index.html")
    assert "First" in home and "Second" not in home
    (logos,) = re.findall('<div class="logos">.*?</div>', built.read("index.html"), re.DOTALL)
    assert '<a href="https://example.org/">' in logos and logos.count("<img") == 2
    assert "<author><name>Jin Fang</name></author>" in built.read("feed.xml")
    assert '<tr class="no-class">' in built.read("teaching/net/index.html")
    assert "People" not in built.text("teaching/net/index.html")


def test_a_list_of_posts_tells_posts_of_one_name_apart(site: SiteCase) -> None:
    site.write("content/posts/2024-01-01-graduation.md", POST.format("Ann", "permalink: /a/\n"))
    site.write("content/posts/2025-01-01-graduation.md", POST.format("Bob", "permalink: /b/\n"))
    site.write("content/index.md", "---\ntitle: Home\n---\n:::{posts}\n:::\n")
    home = visible_text(site.build().read("index.html"))
    assert home.count("Ann") == home.count("Bob") == 1
