"""A site that several processes share is the site that one of them makes alone."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from generator.disk.own_folder import OwnFolder
from generator.engine import workers as shared
from generator.engine.workers import shared_among_processes
from generator.model.files import Output, SourcesChanged
from tests.conftest import Built, SiteCase
from tests.engine.conftest import ledger, varied
from tests.faults.conftest import everything_below, messages, page

PAGES = 65


def large(folder: Path) -> SiteCase:
    """A varied site of so many pages that they are shared; several of them have warnings."""
    site = varied(folder)
    for n in range(PAGES):
        text = f"Text {n} and $x^{n}$ and [home](index.md).\n\n```python\nn = {n}\n```\n"
        text += "\n![](a.txt)\n\n[there](about.md#no-such-place)\n" if n % 7 == 0 else ""
        site.write(f"content/p{n:02}.md", page(f"title: P{n}", text))
    return site


def built_by(
    count: int, folder: Path, monkeypatch: pytest.MonkeyPatch, *edits: tuple[str, str]
) -> tuple[SiteCase, list[Built]]:
    """The site built by so many processes, from nothing and after each edit."""
    monkeypatch.setattr(shared, "cores", lambda: count)
    site = large(folder)
    built = [site.build()]
    for path, text in edits:
        site.write(path, text)
        built.append(site.build())
    return site, built


FOOTER = "themes/broadsheet/templates/parts/footer.html"


@pytest.mark.parametrize(
    "edits",
    [
        (),
        ((FOOTER, "<footer>Two</footer>\n"),),
        ((FOOTER, "<footer>{{ site.nothing }}</footer>\n"), (FOOTER, "<footer>3</footer>\n")),
        (("content/site.yaml", "person: {name: Bob}\nlanguages: [en, zh]\n"),),
        (("content/p30.md", page("title: P", "[dead](nowhere.md)\n")), ("content/p30.md", "# P\n")),
    ],
)
def test_two_or_three_processes_make_what_one_makes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edits: tuple[tuple[str, str], ...]
) -> None:
    alone, first = built_by(1, tmp_path / "1", monkeypatch, *edits)
    for count in (2, 3):
        together, second = built_by(count, tmp_path / str(count), monkeypatch, *edits)
        assert [messages(built) for built in first] == [messages(built) for built in second]
        assert [built.ok for built in first] == [built.ok for built in second]
        assert everything_below(alone.output) == everything_below(together.output)
        assert ledger(alone) == ledger(together)
        again = together.build()
        assert again.report is not None and again.report.rendered == 0
        assert messages(again) == messages(second[-1])


def test_what_several_have_rendered_is_remembered_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = []
    for count in (1, 2, 3):
        site, _ = built_by(count, tmp_path / str(count), monkeypatch)
        sizes.append(len((site.root / ".cache/rendered-1.data").read_bytes()))
    assert len(set(sizes)) == 1


@pytest.mark.parametrize("number", [0, 1, 33, 63, 64])
def test_a_mistake_in_one_of_many_pages_is_told_once_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(shared, "cores", lambda: 3)
    site = large(tmp_path)
    site.write(f"content/p{number:02}.md", page("title: P", "Text.\n\n[dead](nowhere.md)\n"))
    built = site.build()
    assert not built.ok
    mistakes = [line for line in messages(built) if "nowhere" in line]
    assert len(mistakes) == 1
    assert mistakes[0].startswith(f"content/p{number:02}.md:7:8: error: ")
    assert not site.output.exists() or not everything_below(site.output)


# ------------------------------------------------------------------ copies that die

OUTPUTS = tuple(Output(path=f"{n}.html", url=f"/{n}.html") for n in range(10))
HOME = os.getpid()


def is_copy() -> bool:
    return os.getpid() != HOME


def shares(make: object, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], int]:
    """What three processes make of ten outputs, and how often one was done at home."""
    monkeypatch.setattr(shared, "cores", lambda: 3)
    copies = copies_of_this(monkeypatch)
    done: list[int] = []
    assert callable(make)
    made = shared_among_processes(OUTPUTS, make, OwnFolder(folder), lambda: done.append(1))
    assert list(folder.iterdir()) == []
    assert len(copies) == 2 and not any(map(is_there, copies))
    return made, len(done)


def copies_of_this(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes that this one forks from now on."""
    copies: list[int] = []
    fork = os.fork

    def noted() -> int:
        process = fork()
        if process:
            copies.append(process)
        return process

    monkeypatch.setattr(os, "fork", noted)
    return copies


def is_there(process: int) -> bool:
    """Whether a process is there, be it a dead one that nobody has waited for."""
    with suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False


NAMES = [output.path for output in OUTPUTS]


def test_results_come_in_the_order_of_the_outputs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, done = shares(lambda output: output.path, tmp_path, monkeypatch)
    assert made == NAMES and done == 4


def test_the_share_of_a_copy_that_is_killed_is_done_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(output: Output) -> str:
        if is_copy() and output.path == "4.html":
            os.kill(os.getpid(), signal.SIGKILL)
        return output.path

    assert shares(make, tmp_path, monkeypatch)[0] == NAMES


def test_the_share_of_a_copy_that_fails_is_done_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def make(output: Output) -> object:
        if is_copy() and output.path == "1.html":
            raise MemoryError
        if is_copy() and output.path == "2.html":
            return lambda: "what cannot be pickled"
        return output.path

    assert shares(make, tmp_path, monkeypatch)[0] == NAMES
    assert capfd.readouterr().err == ""


def test_a_mistake_in_the_share_of_a_copy_is_told_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, say, or a file that has changed while it was drawn."""

    def make(output: Output) -> str:
        if output.path == "1.html":
            raise SourcesChanged("static/a.txt")
        return output.path

    monkeypatch.setattr(shared, "cores", lambda: 2)
    with pytest.raises(SourcesChanged):
        shared_among_processes(OUTPUTS, make, OwnFolder(tmp_path), lambda: None)


def test_a_mistake_at_home_ends_the_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def make(output: Output) -> str:
        if is_copy():
            signal.pause()
        raise KeyboardInterrupt

    monkeypatch.setattr(shared, "cores", lambda: 3)
    copies = copies_of_this(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        shared_among_processes(OUTPUTS, make, OwnFolder(tmp_path), lambda: None)
    assert len(copies) == 2 and not any(map(is_there, copies))


def test_a_site_is_right_when_a_copy_is_killed_while_it_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone, first = built_by(1, tmp_path / "alone", monkeypatch)
    monkeypatch.setattr(shared, "cores", lambda: 3)
    site = large(tmp_path / "killed")
    fork = os.fork

    def fork_and_kill() -> int:
        process = fork()
        if process and fork() == 0:
            signal.sigtimedwait([], 0.03)
            os.kill(process, signal.SIGKILL)
            os._exit(0)
        return process

    monkeypatch.setattr(os, "fork", fork_and_kill)
    built = site.build()
    assert messages(built) == messages(first[0])
    assert everything_below(site.output) == everything_below(alone.output)
    assert ledger(site) == ledger(alone)


def test_outputs_of_one_unit_are_made_by_one_process_and_heavy_units_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "cores", lambda: 2)
    weights = {"a": 5, "b": 1, "c": 3, "d": 1}
    outputs = [
        Output(path=f"{n}-{unit}", url="/", source=unit) for n in range(3) for unit in weights
    ]
    made = shared_among_processes(
        outputs,
        lambda output: (output.path, os.getpid()),
        OwnFolder(tmp_path),
        lambda: None,
        unit=lambda output: output.source,
        weight=lambda output: weights[output.source],
    )
    assert [path for path, _ in made] == [output.path for output in outputs], "in their order"
    by = {unit: {pid for path, pid in made if path.endswith(unit)} for unit in weights}
    assert all(len(processes) == 1 for processes in by.values())
    assert by["a"] != by["b"] == by["c"] == by["d"]
