"""Pages that are open in a browser are made first, and shown before all others are made."""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from generator.api import BuildRequest, Report, build
from generator.model.files import ProjectFolders
from generator.preview.builds import Failure, attempt, build_process
from generator.problems import SiteError
from tests.conftest import SiteCase, files_below
from tests.preview.conftest import Tab, running

BASE = "<!doctype html><html><head><title>t</title></head><body>{{ page.title }} MARK</body></html>"
OPEN = "b/index.html"
PAGES = ("a/index.html", OPEN, "c/index.html")
OnFirst = Callable[[tuple[str, ...]], object]


@pytest.fixture
def pages(site: SiteCase) -> SiteCase:
    """Three pages that one template draws; the site has been built."""
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\ntheme: own\n")
    site.write("themes/own/theme.yaml", "title: Own\nextends: broadsheet\n")
    for name in "abc":
        site.write(f"content/{name}.md", f"---\ntitle: {name}\n---\nText.\n")
    edit(site, "one")
    build(request_of(site))
    return site


def edit(site: SiteCase, mark: str) -> None:
    site.write("themes/own/templates/page.html", BASE.replace("MARK", mark))


def request_of(site: SiteCase, *first: str, on_first: OnFirst | None = None) -> BuildRequest:
    return BuildRequest(
        project=ProjectFolders(site.root), output=site.output, is_preview=True, first=first,
        on_first=on_first,
    )  # fmt: skip


def shown(site: SiteCase) -> list[str]:
    """What stands behind the title on each page."""
    texts = [(site.output / page).read_text("utf-8") for page in PAGES]
    return [text.partition("</body>")[0].rpartition(" ")[2] for text in texts]


def is_as_a_clean_build_makes_it(site: SiteCase, tmp_path: Path) -> None:
    project = ProjectFolders(site.root, tmp_path / "memory")
    build(BuildRequest(project=project, output=tmp_path / "clean", is_preview=True))
    assert files_below(site.output) == files_below(tmp_path / "clean")


@pytest.mark.parametrize("who", ["this process", "another process"])
def test_an_open_page_is_in_its_place_before_the_others_are_made(
    pages: SiteCase, tmp_path: Path, who: str
) -> None:
    seen: list[tuple[tuple[str, ...], list[str]]] = []

    def note(paths: tuple[str, ...]) -> None:
        seen.append((paths, shown(pages)))

    edit(pages, "two")
    with build_process() if who == "another process" else nullcontext(build) as builds:
        report = builds(request_of(pages, OPEN, "nowhere/index.html", on_first=note))
    assert seen == [((OPEN,), ["one", "two", "one"])]
    assert shown(pages) == ["two"] * 3
    assert isinstance(report, Report)
    assert set(PAGES) <= set(report.changed), "it counts among the changed files"
    is_as_a_clean_build_makes_it(pages, tmp_path)
    assert build(request_of(pages, OPEN)).rendered == 0


@pytest.mark.parametrize("way_back", ["mend", "undo"])
def test_a_mistake_in_another_page_leaves_that_one_as_it_was_and_heals(
    pages: SiteCase, tmp_path: Path, way_back: str
) -> None:
    seen: list[tuple[str, ...]] = []
    request = request_of(pages, OPEN, on_first=seen.append)
    edit(pages, "{% if here.url == '/c/' %}{{ site.nonsense }}{% endif %}two")
    with pytest.raises(SiteError):
        build(request)
    assert seen == [(OPEN,)]
    assert shown(pages) == ["one", "two", "one"]
    mark = {"mend": "two", "undo": "one"}[way_back]
    edit(pages, mark)
    build(request)
    assert shown(pages) == [mark] * 3
    is_as_a_clean_build_makes_it(pages, tmp_path)


@pytest.mark.parametrize("where", ["in a page", "in a file that is read before"])
def test_nothing_is_put_in_place_once_a_mistake_is_known(pages: SiteCase, where: str) -> None:
    seen: list[tuple[str, ...]] = []
    if where == "in a page":
        edit(pages, "{% if here.url == '/b/' %}{{ site.nonsense }}{% endif %}two")
    else:
        edit(pages, "two")
        pages.write("content/news.yaml", "- date: 2024\n  tetx: A slip.\n")
    request = request_of(pages, "a/index.html", OPEN, on_first=seen.append)
    assert isinstance(attempt(request), Failure)
    assert not seen and shown(pages) == ["one"] * 3


def test_a_page_that_no_build_has_written_waits_for_the_others(pages: SiteCase) -> None:
    seen: list[tuple[str, ...]] = []
    pages.write("content/d.md", "---\ntitle: d\n---\nText.\n")
    build(request_of(pages, "d/index.html", on_first=seen.append))
    assert not seen and (pages.output / "d/index.html").is_file()


def test_a_save_of_a_template_reloads_the_open_page_once(pages: SiteCase) -> None:
    with running(pages) as preview:
        tab = Tab(preview, "/b/")
        edit(pages, "two")
        preview.shows("two", "/b/")
        preview.says(r"built \d+ of \d+ files in .*page\.html")
        preview.shows("two", "/c/")
        preview.until(lambda: tab.told != [], "the push")
        assert tab.told in (["*"], ["*", "*"]), "twice if /b/ was asked for before it was made"
        edit(pages, "{% if here.url == '/c/' %}{{ site.nonsense }}{% endif %}three")
        preview.says("not built: open pages show the change")
        assert "three" in preview.ask("/b/").text and "two" in preview.ask("/c/").text
