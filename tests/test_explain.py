"""One story per reason: what an edit makes again, and what is said of it."""

import re
import shutil
from pathlib import Path

import pytest

from generator.api import BuildRequest, build
from generator.model.files import ProjectFolders
from tests.conftest import SiteCase
from tests.pictures.drawing import photo, plot, saved

pytestmark = pytest.mark.broadsheet

SITE = Path(__file__).parent / "explained"
PAPERS = (SITE / "content/publications.yaml").read_text("utf-8")


@pytest.fixture(scope="module")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> SiteCase:
    """A site with a bit of everything, built once."""
    site = SiteCase(shutil.copytree(SITE, tmp_path_factory.mktemp("settled") / "project"))
    assert site.build().ok
    return site


@pytest.fixture
def settled(built_once: SiteCase, tmp_path: Path) -> SiteCase:
    """A copy of that site, with what its build remembers."""
    return SiteCase(shutil.copytree(built_once.root, tmp_path / "project"))


def reasons(site: SiteCase, **options: bool) -> dict[str, str]:
    """Build again; each output that was made again, with the reason."""
    said: dict[str, str] = {}
    project = ProjectFolders(site.root)
    request = BuildRequest(project=project, output=site.output, explain=said.__setitem__, **options)
    report = build(request)
    assert report.rendered == len(said)
    return said


PAPER = (
    "publications/{0}/index.html index.html llms.txt search.json "
    "publications/{0}.bib publications.bib publications.json resume.json"
)
"""What shows a paper, or gives it to machines."""
EDITS = {
    "about.md: On -> Back": "about/index.html search.json",
    "posts/2024-01-02-p2.md: Text -> Words": "posts/p2/index.html posts/index.html feed.xml search.json",
    "posts/2024-01-02-p2.md: title: P2 -> title: Q2": "posts/p1/index.html posts/p2/index.html "
    "posts/p3/index.html posts/index.html feed.xml search.json llms.txt",
    "posts/2024-01-02-p2.md: P2 -> P2\ndraft: true": "posts/p1/index.html posts/p3/index.html "
    "posts/index.html feed.xml search.json llms.txt sitemap.xml",
    "publications.yaml: Second -> Other": PAPER.format("two"),
    "publications.yaml: venue: Workshop -> venue: Workshop, tags: [x]": "index.html search.json "
    "publications/two/index.html publications.bib publications.json publications/two.bib",
    "publications.yaml: - {id: one -> #\n\n- {id: one": "",
    "publications.bib: {Fourth} -> {Other}": PAPER.format("four"),
    "publications.bib: @misc{three -> %\n\n@misc{three": "",
    "venues.yaml: A Conference -> B Conference": PAPER.format("one"),
    "people.yaml: Bee -> Bee, url: https://bee.example": "publications/one/index.html index.html",
    "../static/a.txt: a -> b": "a.txt",
}
"""A file below content/, what is edited in it, and all that is made again."""


@pytest.mark.parametrize(("edit", "made"), EDITS.items(), ids=EDITS)
def test_an_edit_makes_what_shows_it(settled: SiteCase, edit: str, made: str) -> None:
    path, _, change = edit.partition(": ")
    file = settled.root / "content" / path
    file.write_text(file.read_text("utf-8").replace(*change.split(" -> "), 1), "utf-8")
    assert set(reasons(settled)) == set(made.split())


def test_each_output_is_told_with_its_reason(settled: SiteCase) -> None:
    settled.write("content/about.md", "---\ntitle: About\n---\nOn me.\n")
    settled.write("static/a.txt", "b").write("static/b.txt", "b")
    assert reasons(settled) == {
        "about/index.html": "the page about (en) changed",
        "search.json": "the search part 0/1 (en) changed",
        "a.txt": "the file static/a.txt changed",
        "b.txt": "it is new",
    }


@pytest.fixture
def illustrated(settled: SiteCase) -> SiteCase:
    """The same with a picture on one page, and one that no page shows."""
    settled.write("content/trip.jpg", saved(photo(700, 300), "JPEG"))
    settled.write("static/other.png", saved(plot(100, 80)))
    settled.write("content/about.md", "---\ntitle: About\n---\nOn ![hills](trip.jpg).\n")
    assert settled.build().ok
    return settled


def test_another_picture_of_the_same_name_makes_its_copies_and_the_pages_that_show_it(
    illustrated: SiteCase,
) -> None:
    illustrated.write("content/trip.jpg", saved(photo(700, 300, seed=1), "JPEG"))
    made = reasons(illustrated)
    assert {re.sub("-[0-9a-f]{8}", "", path) for path in made} == {
        *("trip.jpg", "trip-480.webp", "trip-700.webp", "about/index.html"),
    }
    assert made["about/index.html"] == "the picture /trip.jpg (en) changed"


def test_pictures_put_off_make_the_pages_that_show_them(illustrated: SiteCase) -> None:
    site = illustrated.root / "content/site.yaml"
    site.write_text(site.read_text("utf-8") + "pictures: false\n", "utf-8")
    assert set(reasons(illustrated)) == {"about/index.html"}


def test_a_page_in_the_menu_makes_every_page_when_its_title_changes(settled: SiteCase) -> None:
    settled.write("content/about.md", "---\ntitle: About me\n---\nOn [home](index.md).\n")
    made = reasons(settled)
    assert made["publications/one/index.html"] == "the menu (en) changed"
    assert "assets" not in "".join(made) and "robots.txt" not in made


def test_a_paper_makes_the_pages_that_cite_it_and_no_others(settled: SiteCase) -> None:
    settled.write("content/about.md", "---\ntitle: About\n---\nAs @one and [@one] show.\n")
    assert settled.build().ok
    settled.write("content/publications.yaml", PAPERS.replace("Second", "Other"))
    assert "about/index.html" not in reasons(settled)
    settled.write("content/publications.yaml", PAPERS.replace("First", "Other"))
    assert "about/index.html" in reasons(settled)


def test_an_overriding_part_makes_what_includes_it(settled: SiteCase) -> None:
    settled.write("themes/broadsheet/templates/parts/post-item.html", "<p>{{ post.title }}</p>\n")
    made = reasons(settled)
    assert made["posts/index.html"] == "the template posts.html changed"
    assert "about/index.html" not in made


def test_a_warning_names_the_line_of_today(settled: SiteCase) -> None:
    paper = "- {id: one, title: First, authors: [Ada Lovelace], abstract: '![](x.png)'}\n"
    settled.write("static/x.png", b"x").write("content/publications.yaml", paper)
    before = settled.build().said()
    settled.write("content/publications.yaml", "# One line more\n" + paper)
    after = settled.build()
    assert after.report is not None and after.report.rendered == 0
    assert "publications.yaml:1:" in before and "publications.yaml:2:" in after.said()


def test_a_memory_that_cannot_be_written_is_a_mistake_with_a_way_out(site: SiteCase) -> None:
    site.write(".cache", "a file where a folder should be")
    built = site.build()
    assert built.said().startswith(".cache/lock: error: cannot write this: ")
    assert "safe to delete" in built.said()
