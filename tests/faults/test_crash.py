"""Builds that are killed, stopped, doubled, or lose their power; and temporary folders, which are gone when a
command ends, also by a signal."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from generator.disk import temporary_folder
from tests.conftest import ENVIRONMENT, PATIENCE, SiteCase, files_below, masthead, until
from tests.faults.conftest import clean, page

FOOTER = "themes/bare/templates/parts/footer.html"
PAGES = 70
"""So many that several processes share them."""


def footer(word: str) -> str:
    return f"<footer><p>{word} {{{{ site.person.name }}}}</p></footer>\n"


def rounds(few: int, many: int) -> pytest.MarkDecorator:
    """How often a test tries: a few times, and often where there is time."""
    often = pytest.param(many, marks=pytest.mark.slow)
    return pytest.mark.parametrize("count", [few, often])


@pytest.fixture(scope="module")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> SiteCase:
    site = SiteCase(tmp_path_factory.mktemp("large") / "project", theme="bare")
    site.write("content/site.yaml", "url: https://ada.example.org/\nperson: {name: Ada Lovelace}\n")
    text = "A *text* with $x^2$ and [home](index.md).\n\n## Part\n\n```python\nn = 1\n```\n"
    for n in range(PAGES):
        site.write(f"content/p{n}.md", page(f"title: P{n}", text * 3))
    site.write(FOOTER, footer("One"))
    site.write("content/index.md", page("title: Home"))
    run = masthead("build", cwd=site.root)
    assert run.returncode == 0, run.stderr
    return site


@pytest.fixture
def large(built_once: SiteCase, tmp_path: Path) -> SiteCase:
    return SiteCase(shutil.copytree(built_once.root, tmp_path / "project"))


def start(site: SiteCase, *words: str, program: str = "") -> subprocess.Popen[str]:
    """Start the command, or a program of Python, in the site's folder and a session of its own."""
    what = ("-c", program) if program else ("-m", "generator")
    return subprocess.Popen(
        [sys.executable, *what, "build", *words], cwd=site.root, env=ENVIRONMENT,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def outputs(site: SiteCase) -> dict[str, bytes]:
    """All files of the site but staged ones."""
    found = files_below(site.output)
    return {path: data for path, data in found.items() if path[:14] != ".masthead-tmp/"}


def left_of(session: int) -> list[str]:
    """The processes of a session that are still there, and no zombies."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(words[3]) == session and words[0] != "Z":
                found.append((folder / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue
    return found


def all_end(session: int) -> None:
    until(lambda: not left_of(session), lambda: left_of(session))


def is_right(site: SiteCase, right: dict[str, bytes] | None = None) -> None:
    """A further build succeeds and makes what a clean build makes; nothing else stays."""
    run = masthead("build", cwd=site.root)
    assert run.returncode == 0 and run.stderr == "", run.stderr
    assert outputs(site) == (right or clean(site))
    assert not (site.output / ".masthead-tmp").exists()
    left = [path.name for path in (site.root / ".cache").rglob("*") if "tmp" in path.name]
    assert left == []


@pytest.mark.slow
@rounds(3, 6)
def test_a_build_that_is_killed_leaves_whole_files_and_the_next_is_right(
    large: SiteCase, count: int
) -> None:
    """When drawing begins (0), then at moments that are spread over the whole of a build."""
    large.write(FOOTER, footer("Warm"))
    begin = time.monotonic()
    assert masthead("build", cwd=large.root).returncode == 0
    until, chance = 1.1 * (time.monotonic() - begin), random.Random(55)
    moments = [until * (n + chance.random()) / (count - 1) for n in range(count - 1)]
    killed = 0
    for n, moment in enumerate([0.0, *moments]):
        old = outputs(large)
        large.write(FOOTER, footer(f"Word {n}"))
        new = clean(large)
        process = start(large, "--explain")
        if not moment:
            wait_until_drawing(process)
        time.sleep(moment)
        process.kill()
        process.communicate()
        killed += process.returncode == -signal.SIGKILL
        for path, data in outputs(large).items():
            assert data in (old.get(path), new.get(path)), f"{path} is not whole ({moment:.3f} s)"
        assert set(outputs(large)) == set(old)
        is_right(large, new)
    assert killed, "no build was killed"


def test_a_build_that_died_between_a_file_and_its_folder_leaves_no_empty_folder(
    site: SiteCase,
) -> None:
    """The file was removed, or not yet there; its folder was."""
    site.write("content/ada/deep/notes.md", page("title: Notes", "Text."))
    site.build()
    file = next(path for path in site.output.rglob("*.html") if "deep" in path.parts)
    file.unlink()
    (site.root / "content/ada/deep/notes.md").unlink()
    site.build()
    assert not (site.output / "ada").exists()


STOPPED = "stopped; the last good site is still there\n"


def wait_until_drawing(process: subprocess.Popen[str]) -> None:
    """Read what `--explain` says until the first output; the drawing is then about to begin."""
    assert process.stdout and process.stdout.readline()


@rounds(2, 6)
@pytest.mark.parametrize(
    ("stale", "to_all"),
    [("many", False), ("many", True), ("few", True)],
    ids=["the process", "the terminal", "the terminal, where one process draws"],
)
def test_a_build_that_is_interrupted_says_so_and_leaves_the_old_site(
    large: SiteCase, stale: str, to_all: bool, count: int
) -> None:
    """Ctrl-C in a terminal reaches all processes of the command at once."""
    if stale == "few":
        for n in range(PAGES - 25):
            large.delete(f"content/p{n}.md")
        assert masthead("build", cwd=large.root).returncode == 0
    stopped = 0
    for n, delay in enumerate((0.0, 0.02, 0.0, 0.05, 0.1, 0.0)[:count]):
        old = outputs(large)
        large.write(FOOTER, footer(f"Word {n}"))
        process = start(large, "--explain")
        wait_until_drawing(process)
        time.sleep(delay)
        if to_all:
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
        if process.returncode == 0:
            continue  # it was over, or too late to stop
        assert (process.returncode, said) == (130, STOPPED)
        all_end(process.pid)
        assert outputs(large) == old
        assert not (large.output / ".masthead-tmp").exists()
        stopped += 1
    assert stopped, "no build was stopped"
    is_right(large)


FORKING = """
import os, signal, sys
fork = os.fork
def interrupt() -> int:
    process = fork()
    os.kill(os.getpid(), signal.SIGINT)
    return process
os.fork = interrupt
from generator import __main__
os.sched_getaffinity = lambda _: {0, 1, 2}
sys.exit(__main__.main())
"""
"""As Ctrl-C in a terminal does, at the moment when there are two processes."""

AT = """
import os, signal, sys
def interrupt(event, words):
    if %s:
        os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(interrupt)
from generator.__main__ import main
sys.exit(main())
"""
HALF_OPEN = "the cache is half open, and the folder of new files is there"
MOMENTS = {
    "modules are loaded": AT % 'event == "import" and words[0] == "generator.commands.cli"',
    "a fork": FORKING,
    HALF_OPEN: AT % 'event == "os.truncate"',
}


@pytest.mark.parametrize(
    ("name", "moment"),
    [*(("SIGINT", moment) for moment in MOMENTS), ("SIGTERM", HALF_OPEN), ("SIGHUP", HALF_OPEN)],
)
def test_a_build_that_is_ended_says_so_and_leaves_the_last_site(
    large: SiteCase, name: str, moment: str
) -> None:
    """At a bad moment. A copy, too, would end the build: say so, and remove what the other one removes."""
    assert masthead("build", cwd=large.root).returncode == 0  # it is a copy, so all looks edited
    old = outputs(large)
    large.write(FOOTER, footer("Two"))
    process = start(large, program=MOMENTS[moment].replace("SIGINT", name))
    _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (128 + getattr(signal, name), STOPPED)
    all_end(process.pid)
    assert outputs(large) == old
    assert not (large.output / ".masthead-tmp").exists()


@rounds(2, 4)
def test_two_builds_at_once_both_succeed(large: SiteCase, count: int) -> None:
    for n in range(count):
        large.write(FOOTER, footer(f"Word {n}"))
        both = [start(large) for _ in range(2)]
        for process in both:
            _, said = process.communicate(timeout=PATIENCE)
            assert (process.returncode, said) == (0, "")
        right = clean(large)
        assert outputs(large) == right
    is_right(large, right)


HOLDER = """
import sys, time
from generator.disk import OwnFolder
from generator.engine.project_cache import locked
with locked(OwnFolder(".cache")):
    print("held", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def holder(large: SiteCase) -> Iterator[subprocess.Popen[str]]:
    process = start(large, program=HOLDER)
    assert process.stdout and process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


def wait_until_it_has_opened(process: subprocess.Popen[str], path: Path) -> None:
    def has_opened() -> bool:
        assert process.poll() is None
        for file in list(Path(f"/proc/{process.pid}/fd").iterdir()):
            with suppress(FileNotFoundError):  # it was closed between two looks
                if file.samefile(path):
                    return True
        return False

    until(has_opened, lambda: path)


@pytest.mark.parametrize("end", ["given up", "interrupted"])
def test_a_build_waits_for_a_lock_until_it_is_given_up_or_somebody_interrupts(
    large: SiteCase, holder: subprocess.Popen[str], end: str
) -> None:
    old = outputs(large)
    large.write(FOOTER, footer("Two"))
    process = start(large)
    wait_until_it_has_opened(process, large.root / ".cache/lock")
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.2)
    assert outputs(large) == old
    holder.kill() if end == "given up" else os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    if end == "given up":
        assert (process.returncode, said) == (0, "")
        is_right(large)
    else:
        assert process.returncode == 130 and "Traceback" not in said
        all_end(process.pid)


ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
KEEPER = """
import sys
from generator.disk import temporary_folder
with temporary_folder() as folder:
    print(folder.root, flush=True)
    sys.stdin.read()
"""


def test_a_folder_is_gone_afterwards_and_after_a_mistake(temporary: Path) -> None:
    with temporary_folder() as folder:
        folder.create("a/b.txt", b"x")
        assert Path(folder.root).stat().st_mode & 0o777 == 0o700
    with pytest.raises(KeyboardInterrupt), temporary_folder() as folder:
        raise KeyboardInterrupt
    assert not list(temporary.iterdir())


@pytest.mark.parametrize("number", [signal.SIGINT, *ENDING])
def test_a_signal_leaves_no_temporary_folder(number: signal.Signals, temporary: Path) -> None:
    program = f"from generator import processes; processes.end_in_order()\n{KEEPER}"
    with subprocess.Popen(
        [sys.executable, "-c", program], env={**ENVIRONMENT, "TMPDIR": str(temporary)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    ) as holder:  # fmt: skip
        assert holder.stdout and Path(holder.stdout.readline().strip()).is_dir()
        os.kill(holder.pid, number)
        assert holder.wait(PATIENCE)
    assert not list(temporary.iterdir())
