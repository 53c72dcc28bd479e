"""Outputs are dealt to two processes by the templates that these have compiled."""

from __future__ import annotations

from collections.abc import Iterable

from generator.engine.dealing import MANY, Job, Waiting
from generator.model.files import Output


def job(name: str, is_late: bool = False) -> Job:
    layout, _, number = name.partition(" ")
    return Job(Output(path=name, url=f"/{number}", layout=layout), [], is_late)


def names(jobs: Iterable[Job | None]) -> list[str]:
    return [job.output.path for job in jobs if job]


def test_who_has_drawn_by_a_template_goes_on_with_it() -> None:
    waiting = Waiting(map(job, ["page 1", "post 1", "page 2", "post 2"]))
    first, second = set[str](), set[str]()
    turns = [first, second, first, second]
    dealt = names(waiting.take(layouts, True) for layouts in turns)
    assert dealt == ["page 1", "post 1", "page 2", "post 2"]
    assert (first, second) == ({"page"}, {"post"})


def test_who_has_nothing_left_takes_a_new_template_and_then_of_a_long_row() -> None:
    posts = [f"post {n}" for n in range(MANY + 2)]
    waiting = Waiting(map(job, ["page 1", *posts, "paper 1"]))
    first, second = set[str](), set[str]()
    assert names([waiting.take(first, True), waiting.take(second, True)]) == ["page 1", "post 0"]
    assert names([waiting.take(first, True)]) == ["paper 1"]
    assert names([waiting.take(first, True)]) == ["post 1"]
    assert names(waiting.take(layouts, True) for layouts in [second, first]) == posts[2:4]


def test_a_short_row_is_left_to_who_has_begun_it() -> None:
    waiting = Waiting(map(job, ["page 1", "post 1", "post 2", "post 3"]))
    first, second = set[str](), set[str]()
    assert names([waiting.take(first, True), waiting.take(second, True)]) == ["page 1", "post 1"]
    assert waiting.take(first, True) is None
    assert names([waiting.take(second, True), waiting.take(second, True)]) == ["post 2", "post 3"]


def test_what_is_late_waits_for_all_others_and_until_they_are_drawn() -> None:
    waiting = Waiting([job("feed.xml 1", is_late=True), *map(job, ["page 1", "page 2"])])
    layouts = set[str]()
    assert len(list(waiting)) == 3
    assert names([waiting.take(layouts, True), waiting.take(layouts, True)]) == ["page 1", "page 2"]
    assert waiting.take(set(), False) is None and len(list(waiting)) == 1
    assert names([waiting.take(set(), True), waiting.take(set(), True)]) == ["feed.xml 1"]
