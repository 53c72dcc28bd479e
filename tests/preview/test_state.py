"""What the open pages are told after each kind of build."""

from pathlib import Path

import pytest

from generator.api import Report
from generator.model.files import ProjectFolders
from generator.preview.builds import Failure
from generator.preview.state import PreviewState
from generator.problems import Place, Problem, Spot

OPEN = "b/index.html"
PAGES = ("a/index.html", OPEN, "c/index.html")
BUILT = Report(changed=PAGES, origins={page: Spot("content/x.md") for page in PAGES})


@pytest.fixture
def state(tmp_path: Path) -> PreviewState:
    return PreviewState(ProjectFolders(tmp_path), tmp_path / "out", "")


@pytest.fixture
def built(state: PreviewState) -> PreviewState:
    """That of a preview whose three pages have been built."""
    state.take(BUILT)
    return state


def told(state: PreviewState, *changed: str, removed: int = 0) -> list[str]:
    return state.take(Report(changed=changed, removed=removed))


def test_a_page_is_loaded_anew_only_where_it_cannot_take_the_change_in(state: PreviewState) -> None:
    assert told(state) == []
    assert told(state, "assets/a.css", "img/b.png") == ["/assets/a.css", "/img/b.png"]
    assert told(state, "assets/a.css", "index.html") == ["*"]
    assert told(state, "assets/site.js") == ["*"]
    assert told(state, "assets/a.css", removed=1) == ["*"]


def test_the_version_changes_with_the_files_and_with_each_run(
    state: PreviewState, tmp_path: Path
) -> None:
    first = state.version
    told(state)
    assert state.version == first
    told(state, "index.html")
    assert state.version != first
    assert PreviewState(ProjectFolders(tmp_path), tmp_path / "out", "").version != first


def test_what_was_wrong_is_taken_back(state: PreviewState) -> None:
    wrong = Problem(Place("content/a.md", 3, 1), "wrong")
    assert state.take(Failure((wrong,))) == ["/__masthead/status"]
    assert [str(m.place) for m in state.status.mistakes] == ["content/a.md:3:1"]
    assert told(state) == ["/__masthead/status"]
    assert not state.status.mistakes


def test_a_fault_of_our_own_is_shown_as_one(state: PreviewState) -> None:
    state.take(Failure(crash="Traceback (most recent call last):\nKeyError: 1\n"))
    assert "KeyError" in state.status.mistakes[0].text
    assert "a fault of Masthead, not of the site" in state.status.note


def test_of_very_many_mistakes_the_first_are_shown_and_the_rest_counted(
    state: PreviewState,
) -> None:
    problems = tuple(Problem(Place("a.md", n, 1), "wrong") for n in range(1, 61))
    state.take(Failure(problems))
    assert len(state.status.mistakes) == 50 and "and 10 more" in state.status.note


def test_the_pages_of_all_connections_are_open_until_these_end(built: PreviewState) -> None:
    first, second, third = object(), object(), object()
    built.note_open(first, "/b/")
    built.note_open(second, "/a/index.html")
    built.note_open(third, "/b/")
    assert built.open_pages() == (OPEN, "a/index.html")
    built.note_closed(second)
    assert built.open_pages() == (OPEN,)


def test_a_page_that_was_shown_first_is_not_loaded_again_at_the_end(built: PreviewState) -> None:
    assert built.take_first((OPEN,)) == ["*"]
    version = built.version
    built.note_served(OPEN)
    assert built.take(Report(changed=(*PAGES, "b/index.md", "feed.xml", "search.json"))) == []
    assert built.version == version, "the page that was loaded in between is up to date"
    assert built.take(Report(changed=PAGES)) == ["*"], "the next build is another one"


def test_a_page_that_was_opened_before_it_was_made_is_loaded_again(built: PreviewState) -> None:
    built.take_first((OPEN,))
    version = built.version
    built.note_served("c/index.html")
    assert built.take(Report(changed=PAGES)) == ["*"]
    assert built.version != version


def test_what_a_page_loads_is_taken_in_at_the_end(built: PreviewState) -> None:
    built.take_first((OPEN,))
    assert built.take(Report(changed=(*PAGES, "assets/a.css"))) == ["/assets/a.css"]
    built.take_first((OPEN,))
    assert built.take(Report(changed=(*PAGES, "assets/a.js"))) == ["*"]


def test_after_a_mistake_elsewhere_it_is_said_what_the_pages_show(built: PreviewState) -> None:
    wrong = Failure((Problem(Place("content/c.md", 3, 1), "wrong"),))
    built.take_first((OPEN,))
    assert built.take(wrong) == ["/__masthead/status"]
    assert built.status.note == "open pages show the change; all others are as they last were"
    assert built.take(wrong) == ["/__masthead/status"]
    assert built.status.note.startswith("open pages show"), "they have not been made anew since"
    built.take(BUILT)
    built.take(wrong)
    assert built.status.note == "what you see is the last good page"
