"""A small site to write, build and look at; and the sample site of the repository."""

import atexit
import gc
import html
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

from generator.api import BuildRequest, Report, build
from generator.model.files import ProjectFolders
from generator.problems import Place, Problem, SiteError, printed, speak
from tests.commands import PATIENCE as PATIENCE
from tests.commands import REPOSITORY, run_command

T = TypeVar("T")
THEMES = REPOSITORY / "tests" / "themes"

# A shell that starts the tests in the background (`&`, nohup) makes them ignore Ctrl-C, and every
# process that they start inherits that; nohup has SIGHUP ignored, too. With handlers of its own,
# this process passes none of it on.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):  # not on Windows
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
HANDLERS = {
    number: signal.getsignal(number)
    for name in ("SIGINT", "SIGTERM", "SIGHUP")
    if (number := getattr(signal, name, None)) is not None
}
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
"""Whether no right of a file keeps these tests from reading or writing it."""

# No test looks at what the user of this machine has in his cache, nor adds to it. The workers share
# one cache, so that a template is compiled once.
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
"""`gw0`, `gw1`, … where tests run in several processes."""
if not WORKER:
    os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="masthead-tests-")
    atexit.register(shutil.rmtree, os.environ["XDG_CACHE_HOME"], ignore_errors=True)

# Tests write a hundred thousand small files. Where Linux has enough memory for them, they take half
# the processor time that they take on a disk.
MEMORY = Path("/dev/shm")
ENOUGH = 4 << 30
"""Bytes, several times what the files of all workers take at once."""
HAS_MEMORY = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH
if not WORKER and "TMPDIR" not in os.environ and HAS_MEMORY:
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

ENVIRONMENT = {
    "PYTHONPATH": str(REPOSITORY),
    "PATH": "/usr/bin:/bin",
    "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"],
}
"""The bare environment of a command: nothing in it is of the user of this machine."""

HANGS = 900
"""Seconds that no test takes on any machine: ten times the slowest, whose own steps have PATIENCE."""

TRIES_OTHERS = "CI" not in os.environ
"""Whether the long suite tries other examples and histories each time. Before a merge it tries the
same ones: a change does not fail by what its parent would have failed by, too."""

# How long an example takes depends on who else uses the machine, so no test has a deadline. The
# quick suite tries a few, the same each time; the long one tries more of them, and others.
UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", UNTIMED, max_examples=25, derandomize=True)
settings.register_profile(
    "long", UNTIMED, max_examples=200, print_blob=True, derandomize=not TRIES_OTHERS
)
settings.load_profile("quick")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Share the compiling of all tests among the workers: what one has compiled, the others read.

    Each begins with other files. A file that cannot be imported is reported when it is collected.
    """
    if not WORKER or session.config.args != session.config.getini("testpaths"):
        return
    files = [
        path for place in ("tests", "tests/*") for path in REPOSITORY.glob(f"{place}/test_*.py")
    ]
    mine = slice(int(WORKER[2:]), None, int(os.environ["PYTEST_XDIST_WORKER_COUNT"]))
    for file in sorted(files)[mine]:
        if (file.parent / "__init__.py").exists():
            with suppress(Exception, pytest.skip.Exception):
                import_module(".".join(file.relative_to(REPOSITORY).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Take what was collected out of sight of the search for garbage, and search as commands do."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 5)  # a history of builds in one process would fill the memory


def pytest_runtest_setup() -> None:
    """Undo what a command that a test ran here leaves: its language, and signals that it ignores."""
    speak("en")
    for number, handler in HANDLERS.items():
        signal.signal(number, handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[object]:
    """Fail a test that hangs, with the line where it does, so that the others still run."""
    if not hasattr(signal, "setitimer"):  # Windows
        return (yield)

    def stop(*_: object) -> None:
        raise TimeoutError(f"hangs: it has run for {limit} s")

    limit = 3 * HANGS if item.get_closest_marker("slow") else HANGS
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Take two workers more than there are cores: many tests wait, for a browser or a preview."""
    return (os.cpu_count() or 1) + 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with what takes longest, so that in the end no worker waits for another."""
    items.sort(key=lambda item: not any(map(item.get_closest_marker, ("browser", "longest"))))


def masthead(
    *words: str, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command in a bare environment; fails when it hangs."""
    return run_command(words, cwd, {**ENVIRONMENT, **environment})


def files_below(folder: Path) -> dict[str, bytes]:
    """All files below a folder with their bytes, in the order of their names."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def texts_below(folder: Path) -> dict[str, str]:
    """All files below a folder with their texts."""
    return {path: data.decode("utf-8") for path, data in files_below(folder).items()}


def until(is_so: Callable[[], bool], what: Callable[[], object]) -> None:
    """Wait until something is so; where it never is, fail with what is instead."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, what()
        time.sleep(0.01)


@dataclass
class Built:
    """What a build came to: a report, or the problems that stopped it."""

    output: Path
    report: Report | None
    problems: tuple[Problem, ...]
    project: Path

    @property
    def ok(self) -> bool:
        return self.report is not None

    def said(self) -> str:
        """Everything that the terminal would show about problems."""
        return "\n".join(printed(problem, self._line) for problem in self.problems)

    def _line(self, place: Place) -> str | None:
        path = self.project / place.file
        if not path.is_file():
            return None
        lines = path.read_text("utf-8-sig", "replace").split("\n")
        return lines[place.line - 1] if 0 < place.line <= len(lines) else None

    def read(self, path: str) -> str:
        """The text of an output file."""
        assert self.ok, self.said()
        return (self.output / path).read_bytes().decode("utf-8")

    def text(self, path: str, selector: str = "main") -> str:
        """The visible text of an element of a page, white space folded."""
        return visible_text(element(self.read(path), selector))

    def files(self) -> set[str]:
        """The paths of all output files."""
        assert self.ok, self.said()
        paths = self.output.rglob("*")
        return {p.relative_to(self.output).as_posix() for p in paths if p.is_file()}

    def bytes(self) -> dict[str, bytes]:
        """All output files with their bytes."""
        assert self.ok, self.said()
        return files_below(self.output)


def element(page: str, name: str) -> str:
    """The first element of a name, to the last closing tag of that name."""
    match = re.search(rf"<{name}\b.*</{name}>", page, re.DOTALL)
    assert match, f"no <{name}> in the page"
    return match[0]


def visible_text(markup: str) -> str:
    """The text that a reader of some HTML sees, white space folded."""
    bare = re.sub(r"<(script|style|svg|template)\b.*?</\1>", "", markup, flags=re.DOTALL)
    bare = re.sub(r"<[^>]+>", " ", bare)
    return " ".join(html.unescape(bare).split())


@dataclass
class SiteCase:
    """A project in a temporary folder."""

    root: Path
    output: Path = field(init=False)
    is_preview: bool = False
    process_cache: dict[str, tuple[bytes, object]] | None = None
    """What its builds keep for each other, as those of a preview do; None for commands."""
    theme: str = ""
    """The theme of tests/themes that the site has unless its site.yaml names one."""

    def __post_init__(self) -> None:
        self.output = self.root / "_site"
        if self.theme:
            shutil.copytree(THEMES / self.theme, self.root / "themes" / self.theme)

    def write(self, path: str, content: str | bytes) -> "SiteCase":
        """Write a file of the project; its folders are made."""
        is_settings = path == "content/site.yaml" and isinstance(content, str)
        if self.theme and is_settings and "theme:" not in content:
            content += f"theme: {self.theme}\n"
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        data = content.encode("utf-8") if isinstance(content, str) else content
        target.write_bytes(data)
        return self

    def delete(self, path: str) -> "SiteCase":
        (self.root / path).unlink()
        return self

    def build(
        self,
        base_url: str = "",
        strict: bool = False,
        drafts: bool = False,
        output: Path | None = None,
    ) -> Built:
        """Build the project as the command does."""
        request = BuildRequest(
            project=ProjectFolders(self.root),
            output=output or self.output,
            base_url=base_url,
            strict=strict,
            drafts=drafts,
            is_preview=self.is_preview,
            process_cache={} if self.process_cache is None else self.process_cache,
        )
        try:
            report = build(request)
        except SiteError as error:
            return Built(request.output, None, error.problems, self.root)
        return Built(request.output, report, report.warnings, self.root)

    def build_clean(self, base_url: str = "") -> Built:
        """Build it; there must not even be a warning."""
        built = self.build(base_url)
        assert built.ok and not built.problems, built.said()
        return built


def small_site(folder: Path, theme: str = "") -> SiteCase:
    """A site of one person and one page."""
    case = SiteCase(folder, theme=theme)
    case.write("content/site.yaml", "person: {name: Ada Lovelace}\n")
    return case.write("content/index.md", "---\ntitle: Home\n---\n\nHello.\n")


@pytest.fixture
def site(request: pytest.FixtureRequest, tmp_path: Path) -> SiteCase:
    """The small site, to which a test adds what it is about.

    Its theme is bare, of some ten lines a page; a test marked `broadsheet` has ours.
    """
    is_bare = request.node.get_closest_marker("broadsheet") is None
    return small_site(tmp_path / "project", "bare" if is_bare else "")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for temporary ones, in which only this test has any."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def may_use(processors: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system say that this process may use so many processors, and has no other thread."""
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(processors)), raising=False)


def lacks(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    """Let this process find no such modules, as where the extra that brings them is not installed."""
    for name in modules:
        monkeypatch.setitem(sys.modules, name, None)


@pytest.fixture(scope="session")
def sample() -> ProjectFolders:
    """The repository's own sample site."""
    return ProjectFolders(REPOSITORY)


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], T]) -> T:
    """Return what one worker makes in a folder of this name; the others wait for it and read it."""
    if not WORKER:
        return make(factory.mktemp(name))
    folder = factory.getbasetemp().parent / name
    result = folder.with_suffix(".pickle")
    try:
        folder.mkdir()
    except FileExistsError:
        while not result.exists():
            time.sleep(0.05)
        made: T | BaseException = pickle.loads(result.read_bytes())
    else:
        try:
            made = make(folder)
        except BaseException as error:
            made = error
        whole = result.with_suffix(".new")
        whole.write_bytes(pickle.dumps(made))
        whole.rename(result)
    if isinstance(made, BaseException):
        raise made
    return made


@pytest.fixture(scope="session")
def built_sample(sample: ProjectFolders, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The sample site, built once."""

    def make(output: Path) -> Built:
        report = build(BuildRequest(project=sample, output=output))
        return Built(output, report, report.warnings, sample.root)

    return made_once(tmp_path_factory, "sample", make)


@pytest.fixture
def sample_copy(built_sample: Built, tmp_path: Path) -> SiteCase:
    """A copy of the sample site that nobody has built; but copies of its pictures are in the cache,
    since to make them takes most of a build."""
    assert built_sample.ok
    site = SiteCase(tmp_path / "sample")
    for name in ("content", "static"):
        shutil.copytree(REPOSITORY / name, site.root / name)
    for path in (REPOSITORY / ".cache").glob("blobs*"):
        with suppress(FileNotFoundError):  # another worker may be building it
            site.write(f".cache/{path.name}", path.read_bytes())
    return site
