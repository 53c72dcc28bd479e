"""The styles of sections that `base` adds to `cards` and `lines`: grids, drawn lines, walls; and the fold of a home."""

import re

import pytest

from tests.conftest import Built, SiteCase, visible_text

pytestmark = pytest.mark.broadsheet

DATA = {
    "publications": "- {id: goat, title: A goat, authors: [Ada, B Lee], venue: Memoirs, date: 2024, award: Best}\n",
    "projects": "- {title: A tool, role: Author, date: 2023, body: It cuts., links: {code: https://x.example/}}\n",
    "education": "- {degree: B.Sc., institution: Turin, date: 2020, advisors: [C Ray]}\n",
    "people": "- {name: Ann Bee, group: phd, role: Student}\n",
}
STYLES = ("cards", "grid", "timeline", "wall")
SECTION = ":::{{section}}\n:of: publications, projects, education, people\n:style: {}\n:::\n"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    site = SiteCase(tmp_path_factory.mktemp("styles"))
    site.write("content/site.yaml", "person: {name: Ada}\n")
    for kind, text in DATA.items():
        site.write(f"content/{kind}.yaml", text)
    for style in STYLES:
        site.write(f"content/{style}.md", f"---\ntitle: Own\n---\n{SECTION.format(style)}")
    return site.build(strict=True)


def words(built: Built, style: str) -> list[str]:
    page = built.read(f"{style}/index.html")
    return sorted(re.findall(r"\w+", visible_text(page.split("<main")[1].split("</main>")[0])))


@pytest.mark.parametrize("style", STYLES[1:])
def test_a_style_shows_every_word_that_cards_show_and_has_its_rules_there_alone(
    built: Built, style: str
) -> None:
    assert "assets/records." in built.read(f"{style}/index.html")
    assert "assets/records." not in built.read("index.html")
    said = words(built, style)
    assert {"goat", "Best", "cuts", "Ray", "Turin", "Student"} <= set(said)
    assert said == words(built, "cards")


def test_a_grid_has_as_many_tiles_in_a_row_as_its_section_says(built: Built) -> None:
    assert '<ul class="entries tiles cover tiles-3">' in built.read("grid/index.html")
    assert '<ul class="entries timeline">' in built.read("timeline/index.html")
    assert '<ul class="entries cards wall normal kind-people">' in built.read("wall/index.html")


LONG = "We build *small* things. " * 70
HOME = "---\ntitle: Home\n---\n\n{}\n\n## Papers\n\n:::{{publications}}\n:::\n"


@pytest.mark.parametrize(
    ("said", "option", "is_folded"),
    [("We build.", "true", False), (LONG, "true", True), (LONG, "false", False)],
)
def test_a_long_opening_of_a_home_can_be_folded_on_phones(
    site: SiteCase, said: str, option: str, is_folded: bool
) -> None:
    site.write("content/site.yaml", "person: {name: Ada}\ntheme: {name: broadsheet, options: "
               f"{{fold_opening: {option}}}}}\n")  # fmt: skip
    site.write("content/publications.yaml", DATA["publications"])
    page = site.write("content/index.md", HOME.format(said)).build(strict=True).read("index.html")
    assert ('<label class="unfolds">' in page) is is_folded
    assert page.count("We build") == said.count("We build")


def test_a_list_below_a_year_says_it_once(site: SiteCase) -> None:
    site.write("content/posts/2024-03-05-one.md", "---\ntitle: One\n---\nText.\n")
    built = site.build()
    assert re.search(r"<time[^>]*>5 March</time>", built.read("posts/index.html"))
    assert "5 March 2024" in built.text("posts/one/index.html")


@pytest.mark.parametrize(
    ("options", "is_folded"), [("", True), (":limit: 5\n:more: news\n", False)]
)
def test_news_of_a_home_folds_only_where_a_button_unfolds_it(
    site: SiteCase, options: str, is_folded: bool
) -> None:
    news = "".join(f"- {{date: 2024-0{month}-01, text: News {month}.}}\n" for month in range(1, 7))
    site.write("content/news.yaml", news).write("content/news.md", "---\ntitle: News\n---\n")
    body = f"---\ntitle: Home\n---\n\nA.\n\n:::{{news}}\n{options}:::\n"
    page = site.write("content/index.md", body).build().read("index.html")
    assert ('<div class="group folds">' in page) is ('<label class="unfolds">' in page) is is_folded
    assert page.count('class="entry') == (6 if is_folded else 5)
