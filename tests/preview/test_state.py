"""What the open pages are told after each kind of build."""

from pathlib import Path

import pytest

from generator.api import Report
from generator.preview.builds import Failure
from generator.preview.state import PreviewState
from generator.problems import Place, Problem
from generator.project import ProjectFolders


@pytest.fixture
def state(tmp_path: Path) -> PreviewState:
    return PreviewState(ProjectFolders(tmp_path), tmp_path / "out", "")


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
