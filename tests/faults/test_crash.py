"""Rows 55 to 59: builds that are killed, stopped, doubled, or lose their power."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import PATIENCE, REPOSITORY, SiteCase, masthead
from tests.faults.conftest import page
from tests.preview.conftest import running

FOOTER = "themes/broadsheet/templates/parts/footer.html"
PAGES = 70
"""So many that several processes share them."""


def footer(word: str) -> str:
    """A part of every page."""
    return f"<footer><p>{word} {{{{ site.person.name }}}}</p></footer>\n"


@pytest.fixture
def large(site: SiteCase) -> SiteCase:
    """A site of many pages, built by the command."""
    site.write("content/site.yaml", "url: https://ada.example.org/\nperson: {name: Ada Lovelace}\n")
    text = "A *text* with $x^2$ and [home](index.md).\n\n## Part\n\n```python\nn = 1\n```\n"
    for n in range(PAGES):
        site.write(f"content/p{n}.md", page(f"title: P{n}", text * 3))
    site.write(FOOTER, footer("One"))
    run = masthead("build", cwd=site.root)
    assert run.returncode == 0, run.stderr
    return site


def start(site: SiteCase, *words: str, **options: object) -> subprocess.Popen[str]:
    """Start the command in the site's folder, in a session of its own."""
    return started(site, "-m", "generator", "build", *words)


def started(site: SiteCase, *words: str) -> subprocess.Popen[str]:
    """Start Python in the site's folder, in a session of its own."""
    return subprocess.Popen(
        [sys.executable, *words],
        cwd=site.root,
        env={"PYTHONPATH": str(REPOSITORY), "PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def outputs(site: SiteCase) -> dict[str, bytes]:
    """All files of the site but staged ones."""
    files = (path for path in sorted(site.output.rglob("*")) if path.is_file())
    names = ((path.relative_to(site.output).as_posix(), path) for path in files)
    return {n: p.read_bytes() for n, p in names if not n.startswith(".masthead-tmp/")}


def clean(site: SiteCase) -> dict[str, bytes]:
    """What a build from nothing makes of the same sources."""
    folder = site.root.parent / "clean"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(site.root, folder, ignore=shutil.ignore_patterns("_site", ".cache"))
    return SiteCase(folder).build().bytes()


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
    """Wait for the processes of a session; fails when one never ends."""
    deadline = time.monotonic() + PATIENCE
    while left := left_of(session):
        assert time.monotonic() < deadline, left
        time.sleep(0.01)


def memory_of(site: SiteCase) -> list[Path]:
    """All files of the memory; of the schemas that lie with it, which no build reads, one."""
    files = [path for path in (site.root / ".cache").iterdir() if path.is_file()]
    return sorted([*files, site.root / ".cache/schema/site.json"])


def is_right(site: SiteCase) -> None:
    """A further build succeeds and makes what a clean build makes; nothing else stays."""
    run = masthead("build", cwd=site.root)
    assert run.returncode == 0 and run.stderr == "", run.stderr
    assert outputs(site) == clean(site)
    assert not (site.output / ".masthead-tmp").exists()
    left = [path.name for path in (site.root / ".cache").rglob("*") if "tmp" in path.name]
    assert left == []
    assert len(list((site.root / ".cache").glob("rendered-*.data"))) == 1


def duration(site: SiteCase) -> float:
    """How long a build of all pages takes here, in seconds."""
    site.write(FOOTER, footer("Warm"))
    begin = time.monotonic()
    assert masthead("build", cwd=site.root).returncode == 0
    return time.monotonic() - begin


# ------------------------------------------------------------------ row 55: killed


def killed_at(site: SiteCase, delay: float, word: str) -> bool:
    """Edit what every page is made of, and kill the build; whether it was still running."""
    old = outputs(site)
    site.write(FOOTER, footer(word))
    new = clean(site)
    process = start(site)
    time.sleep(delay)
    process.kill()
    process.communicate()
    for path, data in outputs(site).items():
        assert data in (old.get(path), new.get(path)), f"{path} is not whole ({delay:.3f} s)"
    assert set(outputs(site)) == set(old)
    return process.returncode == -signal.SIGKILL


def test_row_55_a_build_that_is_killed_leaves_whole_files_and_the_next_is_right(
    large: SiteCase,
) -> None:
    whole = duration(large)
    chance = random.Random(55)
    moments = [whole * (n + chance.random()) / 22 for n in range(25)]
    killed = 0
    for n, moment in enumerate(moments):
        killed += killed_at(large, moment, f"Word {n}")
        is_right(large)
    assert killed >= 5, "no build was killed"


def test_row_55_builds_that_are_killed_one_after_the_other_do_no_harm(large: SiteCase) -> None:
    """Each finds what is left of the one before, perhaps with copies that still draw."""
    whole = duration(large)
    chance = random.Random(56)
    texts = [outputs(large)]
    for n in range(12):
        large.write(FOOTER, footer(f"Word {n}"))
        texts.append(clean(large))
        process = start(large)
        time.sleep(whole * (0.3 + 0.7 * chance.random()))
        process.kill()
        process.communicate()
        for path, data in outputs(large).items():
            assert any(data == text[path] for text in texts), f"{path} is not whole"
    is_right(large)


def test_row_55_a_first_build_that_is_killed_does_no_harm(large: SiteCase) -> None:
    whole, chance = duration(large), random.Random(57)
    new = clean(large)
    for _ in range(8):
        shutil.rmtree(large.output, ignore_errors=True)
        shutil.rmtree(large.root / ".cache", ignore_errors=True)
        process = start(large)
        time.sleep(whole * chance.random() * 1.5)
        process.kill()
        process.communicate()
        assert outputs(large).items() <= new.items()
        is_right(large)


def test_row_55_pages_that_moved_while_a_build_was_killed_leave_nothing_behind(
    large: SiteCase,
) -> None:
    whole, chance = duration(large), random.Random(58)
    for n in range(8):
        for k in range(10):
            old = next((large.root / "content").glob(f"p{k}*.md"))
            old.rename(old.with_name(f"p{k}-v{n}.md"))
        process = start(large)
        time.sleep(whole * (0.3 + 0.9 * chance.random()))
        process.kill()
        process.communicate()
    is_right(large)
    folders = [path for path in large.output.rglob("*") if path.is_dir()]
    assert all(any(folder.iterdir()) for folder in folders)


def test_row_55_a_build_that_died_between_a_file_and_its_folder_leaves_no_empty_folder(
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


# ------------------------------------------------------------------ row 56: Ctrl-C


def wait_until_drawing(process: subprocess.Popen[str]) -> None:
    """Read what `--explain` says until the first output; the drawing is then about to begin."""
    assert process.stdout and process.stdout.readline()


@pytest.mark.parametrize("to_all", [False, True], ids=["the process", "the terminal"])
@pytest.mark.parametrize("stale", ["many", "few"])
def test_row_56_a_build_that_is_interrupted_says_so_and_leaves_the_old_site(
    large: SiteCase, to_all: bool, stale: str
) -> None:
    """Ctrl-C in a terminal reaches all processes of the command at once."""
    if stale == "few":
        for n in range(PAGES - 25):
            large.delete(f"content/p{n}.md")
        assert masthead("build", cwd=large.root).returncode == 0
    stopped = 0
    for n, delay in enumerate((0.0, 0.02, 0.05, 0.1, 0.0, 0.0)):
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
        assert process.returncode == 130
        assert said == "stopped; the last good site is still there\n"
        all_end(process.pid)
        assert outputs(large) == old
        assert not (large.output / ".masthead-tmp").exists()
        stopped += 1
    assert stopped, "no build was stopped"
    is_right(large)


LOADED = """
import sys
from generator import cli
from generator.engine import prewarmed_worker
prewarmed_worker.has_free_core = lambda: True
started = prewarmed_worker.start_worker()
print("loaded", flush=True)
sys.exit(cli.main(started=started))
"""
LOADING = """
import os, signal, sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "generator.cli":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
from generator.__main__ import main
sys.exit(main())
"""


def start_program(program: str, site: SiteCase) -> subprocess.Popen[str]:
    """Start the command by a program of its own."""
    return started(site, "-c", program, "build")


@pytest.mark.slow
@pytest.mark.parametrize("to_all", [False, True], ids=["the process", "the terminal"])
def test_row_56_an_interrupt_at_any_moment_shows_no_traceback(
    large: SiteCase, to_all: bool
) -> None:
    """By request: it finds faults that only one moment in a hundred shows."""
    whole = duration(large)
    for n in range(100):
        large.write(FOOTER, footer(f"Word {n}"))
        process = start_program(LOADED, large)
        assert process.stdout and process.stdout.readline() == "loaded\n"
        time.sleep(whole * n / 100)
        if process.poll() is None:
            (os.killpg if to_all else os.kill)(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
        assert "Traceback" not in said, f"after {whole * n / 100:.3f} of {whole:.3f} s\n{said}"
        assert process.returncode in (0, 130, -signal.SIGINT)  # the last when all was done
        all_end(process.pid)
    is_right(large)


def test_row_56_an_interrupt_while_the_command_is_loaded_shows_no_traceback(
    large: SiteCase,
) -> None:
    large.write(FOOTER, footer("Two"))
    process = start_program(LOADING, large)
    _, said = process.communicate(timeout=PATIENCE)
    all_end(process.pid)
    assert "Traceback" not in said
    assert process.returncode == 130


# ------------------------------------------------------------------ row 57: two at once


def test_row_57_two_builds_at_once_both_succeed(large: SiteCase) -> None:
    for n in range(6):
        large.write(FOOTER, footer(f"Word {n}"))
        both = [start(large) for _ in range(2)]
        for process in both:
            _, said = process.communicate(timeout=PATIENCE)
            assert (process.returncode, said) == (0, "")
        assert outputs(large) == clean(large)
    is_right(large)


def test_row_57_two_first_builds_at_once_both_succeed(large: SiteCase) -> None:
    right = clean(large)
    for _ in range(4):
        shutil.rmtree(large.output)
        shutil.rmtree(large.root / ".cache")
        both = [start(large) for _ in range(2)]
        for process in both:
            _, said = process.communicate(timeout=PATIENCE)
            assert (process.returncode, said) == (0, "")
        assert outputs(large) == right
    is_right(large)


def test_row_57_two_builds_into_two_folders_both_succeed(large: SiteCase) -> None:
    for n in range(3):
        large.write(FOOTER, footer(f"Word {n}"))
        both = [start(large), start(large, "--output", "other")]
        for process in both:
            _, said = process.communicate(timeout=PATIENCE)
            assert (process.returncode, said) == (0, "")
        assert outputs(large) == clean(large)
        other = [path for path in (large.root / "other").rglob("*") if path.is_file()]
        assert len(other) == len(outputs(large))
        shutil.rmtree(large.root / "other")


def test_row_57_builds_beside_a_preview_both_succeed(large: SiteCase) -> None:
    with running(large) as preview:
        for n in range(4):
            large.write(FOOTER, footer(f"Word {n}"))
            run = masthead("build", cwd=large.root)
            assert (run.returncode, run.stderr) == (0, "")
            preview.shows(f"Word {n} Ada Lovelace", "/p1/")
            assert outputs(large) == clean(large)
    is_right(large)


# ------------------------------------------------------------------ row 58: a lock that stays

HOLDER = """
import sys, time
from pathlib import Path
from generator.engine.project_cache import locked
with locked(Path(".cache/lock")):
    print("held", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def holder(large: SiteCase) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock of the site."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER], cwd=large.root, stdout=subprocess.PIPE, text=True,
        env={"PYTHONPATH": str(REPOSITORY)},
    )  # fmt: skip
    assert process.stdout and process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


def test_row_58_the_lock_of_a_dead_process_stops_nobody(
    large: SiteCase, holder: subprocess.Popen[str]
) -> None:
    holder.kill()
    holder.wait()
    assert (large.root / ".cache/lock").exists()
    large.write(FOOTER, footer("Two"))
    is_right(large)


def test_row_58_a_build_waits_for_a_lock_that_is_held(
    large: SiteCase, holder: subprocess.Popen[str]
) -> None:
    old = outputs(large)
    large.write(FOOTER, footer("Two"))
    process = start(large)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1)
    assert outputs(large) == old
    holder.kill()
    _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (0, "")
    is_right(large)


def test_row_58_who_waits_for_the_lock_can_be_interrupted(
    large: SiteCase, holder: subprocess.Popen[str]
) -> None:
    large.write(FOOTER, footer("Two"))
    process = start(large)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and "Traceback" not in said
    all_end(process.pid)


# ------------------------------------------------------------------ row 59: no power


def test_row_59_outputs_that_a_power_cut_left_empty_are_restored(large: SiteCase) -> None:
    """The name was on the disk, and the bytes were not."""
    right = outputs(large)
    for paths in (["p1/index.html"], ["index.html", "feed.xml", "404.html"], sorted(right)):
        for path in paths:
            (large.output / path).write_bytes(b"")
        run = masthead("build", cwd=large.root)
        assert (run.returncode, run.stderr) == (0, "")
        assert outputs(large) == right


def test_row_59_a_memory_that_a_power_cut_left_empty_costs_a_warning(large: SiteCase) -> None:
    right = outputs(large)
    for path in memory_of(large):
        path.write_bytes(b"")
        (large.root / "content/p1.md").touch()
        run = masthead("build", cwd=large.root)
        assert run.returncode == 0 and "Traceback" not in run.stderr
        assert run.stderr.count("warning: ") <= 1 and "error: " not in run.stderr
        assert outputs(large) == right
        again = masthead("build", cwd=large.root)
        assert (again.returncode, again.stderr) == (0, "")


def test_row_59_an_empty_output_and_an_empty_memory_are_restored_together(large: SiteCase) -> None:
    right = outputs(large)
    for path in (*memory_of(large), large.output / "p1/index.html"):
        path.write_bytes(b"")
    run = masthead("build", cwd=large.root)
    assert run.returncode == 0 and "Traceback" not in run.stderr
    assert outputs(large) == right
    is_right(large)
