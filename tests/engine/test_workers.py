"""A site that several processes share is the site that one of them makes alone."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from generator.disk import OwnFolder
from generator.engine.cache_files import Blobs
from generator.engine.workers import shared_among_processes
from generator.model.files import Output, SourcesChanged
from tests.conftest import ENVIRONMENT, PATIENCE, Built, SiteCase, masthead, may_use
from tests.engine.conftest import ledger, varied
from tests.faults.conftest import everything_below, messages, page

PAGES = 40
"""So many that processes share them."""


def large(folder: Path) -> SiteCase:
    """A varied site of so many pages that they are shared; several of them have warnings."""
    site = varied(folder)
    for n in range(PAGES):
        text = f"Text {n} and $x^{n}$ and [home](index.md).\n\n```python\nn = {n}\n```\n"
        text += "\n![](a.txt)\n\n[there](about.md#no-such-place)\n" if n % 7 == 0 else ""
        site.write(f"content/p{n:02}.md", page(f"title: P{n}", text))
    return site


FOOTER = "themes/broadsheet/templates/parts/footer.html"
# One after the other: a mistake on all pages, its end with another part of them; all in other
# words and another language; a mistake on one page, and its end.
EDITS = (
    (FOOTER, "<footer>{{ site.nothing }}</footer>\n"),
    (FOOTER, "<footer>3</footer>\n"),
    ("content/site.yaml", "person: {name: Bob}\nlanguages: [en, zh]\n"),
    ("content/p10.md", page("title: P", "[dead](nowhere.md)\n")),
    ("content/p10.md", "# P\n"),
)


@pytest.mark.slow
def test_three_processes_make_and_remember_what_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(built: Built, site: SiteCase) -> list[object]:
        return [messages(built), built.ok, everything_below(site.output), ledger(site)]

    histories = []
    for count in (1, 3):
        may_use(count, monkeypatch)
        site = large(tmp_path / str(count))
        built = site.build()
        blobs = Blobs(OwnFolder(site.root / ".cache"), "")
        blobs.open()
        keys = set(blobs._places)
        blobs.close()
        assert keys
        history: list[object] = [keys, told(built, site)]
        for path, text in EDITS:
            built = site.write(path, text).build()
            history.append(told(built, site))
        again = site.build()
        assert again.report is not None and again.report.rendered == 0
        assert messages(again) == messages(built)
        histories.append(history)
    assert histories[0] == histories[1]


def test_mistakes_on_some_of_many_pages_are_each_told_once_with_their_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_use(3, monkeypatch)
    site = large(tmp_path)
    wrong = [f"content/p{number:02}.md" for number in (0, 1, 30, PAGES - 2, PAGES - 1)]
    for path in wrong:
        site.write(path, page("title: P", "Text.\n\n[dead](nowhere.md)\n"))
    built = site.build()
    assert not built.ok
    mistakes = [line for line in messages(built) if "nowhere" in line]
    assert [line.partition(" error: ")[0] for line in mistakes] == [f"{p}:7:8:" for p in wrong]
    assert not site.output.exists() or not everything_below(site.output)


OUTPUTS = tuple(Output(path=f"{n}.html", url=f"/{n}.html") for n in range(10))
HOME = os.getpid()


def is_copy() -> bool:
    return os.getpid() != HOME


def shares(make: object, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], int]:
    """What three processes make of ten outputs, and how many were made at home."""
    may_use(3, monkeypatch)
    copies = copies_of_this(monkeypatch)
    done: list[int] = []
    assert callable(make)
    made = shared_among_processes(OUTPUTS, make, OwnFolder(folder), lambda: done.append(1))
    assert list(folder.iterdir()) == []
    assert len(copies) == 2 and not any(map(is_there, copies))
    return made, len(done)


def copies_of_this(monkeypatch: pytest.MonkeyPatch) -> list[int]:
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


def after_the_copies(make: Callable[[Output], str]) -> Callable[[Output], str]:
    """The same, but this process makes nothing before its copies have taken what there is."""
    others = children()  # a browser that tests of this process share

    def later(output: Output) -> str:
        if not is_copy():
            for process in set(children()) - set(others):
                os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
        return make(output)

    return later


def children() -> list[int]:
    """The copies of this process that are there, dead ones included."""
    return [int(n) for n in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]


def test_a_process_that_is_slow_takes_few_outputs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, done = shares(after_the_copies(lambda output: output.path), tmp_path, monkeypatch)
    assert made == NAMES and done <= 1


@pytest.mark.parametrize("end", ["is killed", "fails while it makes", "fails when it hands over"])
def test_what_a_copy_took_before_its_end_is_made_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], end: str
) -> None:
    def make(output: Output) -> Any:
        if is_copy() and end == "is killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if is_copy() and end == "fails while it makes":
            raise MemoryError
        return (lambda: "what cannot be pickled") if is_copy() else output.path

    assert shares(after_the_copies(make), tmp_path, monkeypatch) == (NAMES, 10)
    assert capfd.readouterr().err == ""


def test_a_mistake_that_a_copy_meets_is_told_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, say, or a file that has changed while it was drawn."""

    def make(output: Output) -> str:
        if output.path == "1.html":
            raise SourcesChanged("static/a.txt")
        return output.path

    may_use(2, monkeypatch)
    with pytest.raises(SourcesChanged):
        shared_among_processes(OUTPUTS, after_the_copies(make), OwnFolder(tmp_path), lambda: None)


def test_a_mistake_at_home_ends_the_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def make(output: Output) -> str:
        if is_copy():
            signal.pause()
        raise KeyboardInterrupt

    may_use(3, monkeypatch)
    copies = copies_of_this(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        shared_among_processes(OUTPUTS, make, OwnFolder(tmp_path), lambda: None)
    assert len(copies) == 2 and not any(map(is_there, copies))


def test_outputs_of_one_unit_are_made_by_one_process_and_heavy_units_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_use(2, monkeypatch)
    weights = {"a": 1, "b": 5, "c": 3, "d": 1}
    outputs = [
        Output(path=f"{n}-{unit}", url="/", source=unit) for n in range(3) for unit in weights
    ]
    order: list[str] = []

    def make(output: Output) -> tuple[str, int]:
        order.append(output.source)
        return output.path, os.getpid()

    def share() -> list[tuple[str, int]]:
        order.clear()
        return shared_among_processes(
            outputs, make, OwnFolder(tmp_path), lambda: None,
            unit=lambda output: output.source, weight=lambda output: weights[output.source],
        )  # fmt: skip

    made = share()
    assert [path for path, _ in made] == [output.path for output in outputs], "in their order"
    assert all(len({pid for path, pid in made if path.endswith(u)}) == 1 for u in weights)
    may_use(1, monkeypatch)
    share()
    assert "".join(order) == "bbbcccaaaddd"


@pytest.mark.slow
def test_a_file_that_changes_while_pages_are_drawn_begins_the_build_again(tmp_path: Path) -> None:
    site = varied(tmp_path / "site")
    for n in range(20):
        site.write(f"content/p{n}.md", page(f"title: P{n}", f"Text {n} and ${n}^x$.\n" * 20))
    assert masthead("build", cwd=site.root).returncode == 0
    (site.root / "content/about.md").touch()
    assert masthead("build", cwd=site.root).returncode == 0  # now stamps tell all files
    site.write(FOOTER, "<footer>Two</footer>\n")
    (site.output / "a.txt").unlink()
    process = subprocess.Popen(
        [sys.executable, "-m", "generator", "build", "--explain"], cwd=site.root,
        env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout
    while not process.stdout.readline().startswith("a.txt: "):
        pass
    site.write("static/a.txt", "changed")  # it is copied last
    _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, "Traceback" in said) == (0, False)
    assert (site.output / "a.txt").read_text() == "changed"
    said = masthead("build", cwd=site.root).stdout
    assert " 0 made again" in said or said.startswith("nothing has changed")
