"""Whatever happens between two builds, the second makes what a clean build makes."""

import ast
import os
import pickle
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.api import BuildRequest, Report, build
from generator.engine.snapshot import unchanged
from generator.model.files import ProjectFolders
from generator.problems import Problem
from tests.conftest import REPOSITORY, SiteCase, files_below, masthead, texts_below
from tests.faults.conftest import clean, everything_below, messages, page

FILES = texts_below(Path(__file__).parent / "sites/settled")
PAPERS = FILES["content/publications.yaml"]
POST = FILES["content/posts/2024-01-02-p2.md"]


@pytest.fixture(scope="module")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> SiteCase:
    """A site with a bit of everything, in a theme that is the bare one but for two files."""
    site = SiteCase(tmp_path_factory.mktemp("settled") / "project", theme="bare")
    for path, text in FILES.items():
        site.write(path, text)
    assert site.build().ok
    return site


@pytest.fixture
def settled(built_once: SiteCase, tmp_path: Path) -> SiteCase:
    return SiteCase(shutil.copytree(built_once.root, tmp_path / "project"))


def report(site: SiteCase) -> Report:
    """Build; the report of a build that succeeds and says nothing."""
    built = site.build()
    assert messages(built) == []
    assert built.report is not None
    return built.report


def as_after_a_clean_build(site: SiteCase) -> None:
    """Build: the site is what a clean build makes, and a further build makes nothing."""
    built = site.build()
    assert built.bytes() == clean(site)
    again = report(site)
    assert (again.rendered, again.changed, again.removed) == (0, (), 0)


SAME_SIZE = {
    "content/about.md": (b"See me", b"Saw me"),
    "content/site.yaml": (b"#123456", b"#654321"),
    "content/publications.yaml": (b"Second", b"Sekond"),
    "static/a.txt": (b"a", b"b"),
    "themes/own/templates/parts/footer.html": (b"One", b"Two"),
}


def test_an_edit_that_keeps_size_and_time_is_noticed(settled: SiteCase) -> None:
    report(settled)  # all files are a moment old now, and trusted by their stamps
    for path, (old, new) in SAME_SIZE.items():
        file = settled.root / path
        before, data = file.stat(), file.read_bytes()
        assert old in data and len(old) == len(new)
        file.write_bytes(data.replace(old, new))
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
        now = file.stat()
        assert (now.st_size, now.st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    as_after_a_clean_build(settled)
    outputs = settled.build().bytes().values()
    assert all(any(new in data for data in outputs) for _, new in SAME_SIZE.values())


def states(folder: Path) -> dict[str, tuple[int, int, int]]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(p): (p.stat().st_ino, p.stat().st_size, p.stat().st_mtime_ns) for p in files}


def test_a_touch_and_an_edit_that_changes_no_output_rewrite_nothing(settled: SiteCase) -> None:
    before = states(settled.output)
    for folder in ("content", "static", "themes"):
        for path in (settled.root / folder).rglob("*"):
            path.touch()
    done = report(settled)
    assert (done.rendered, done.changed) == (0, ())
    settled.write("themes/own/templates/parts/footer.html", "<footer>{{ 'One' }}</footer>\n")
    done = report(settled)
    assert done.rendered > 0 and not done.changed
    assert states(settled.output) == before


def test_of_an_old_address_neither_file_nor_folder_stays(settled: SiteCase) -> None:
    moved = {"about": "me", "posts/p2": "posts/q2", "publications/two": "publications/deux"}
    assert all((settled.output / old / "index.html").is_file() for old in moved)
    settled.write("content/about.md", page("title: About\nslug: me", "Text.\n"))
    post = settled.root / "content/posts/2024-01-02-p2.md"
    post.rename(post.with_name("2024-01-02-q2.md"))
    settled.write("content/publications.yaml", PAPERS.replace("two", "deux"))
    assert settled.build().ok
    for old, new in moved.items():
        assert not (settled.output / old).exists()
        assert (settled.output / new / "index.html").is_file()
    folders = [path for path in settled.output.rglob("*") if path.is_dir()]
    assert all(any(folder.iterdir()) for folder in folders), "an empty folder stays"
    as_after_a_clean_build(settled)


def copy_of_the_package(folder: Path) -> Path:
    """Masthead as it is installed: a package with its themes inside."""
    shutil.copytree(
        REPOSITORY / "generator", folder / "generator",
        ignore=shutil.ignore_patterns("__pycache__", "_themes"),
    )  # fmt: skip
    shutil.copytree(REPOSITORY / "themes", folder / "generator" / "_themes")
    return folder


def made_again(site: SiteCase, *path: Path) -> str:
    """Run the command with these folders on Python's path; how many files were made again."""
    run = masthead("build", cwd=site.root, PYTHONPATH=os.pathsep.join(map(str, path)))
    assert run.returncode == 0 and run.stderr == "", run.stderr
    found = re.search(r"(\d+) made again|nothing has changed", run.stdout)
    assert found, run.stdout
    return found[1] or "0"


@pytest.mark.slow
def test_a_comment_in_the_generator_or_another_library_discards_its_memory(
    settled: SiteCase, tmp_path: Path
) -> None:
    package, more = copy_of_the_package(tmp_path / "installed"), tmp_path / "more"
    every = str(len(settled.build().files()))
    assert made_again(settled, package) == "0"  # the same files, though at another place
    module = package / "generator" / "problems.py"
    module.write_text(module.read_text("utf-8") + "# A comment.\n", "utf-8")
    assert made_again(settled, package) == every
    assert made_again(settled, package) == "0"
    (more / "markdown_it_py-99.0.dist-info").mkdir(parents=True)
    assert made_again(settled, package, more) == every
    assert made_again(settled, package, more) == "0"


MEMORY = ["ledger-*.json", "sources.json", "blobs", "written-*.json",
          "snapshot", "lock"]  # fmt: skip


def flipped(part: float) -> Callable[[Path], object]:
    def flip(path: Path) -> None:
        data = bytearray(path.read_bytes())
        if data:
            data[int(part * len(data))] ^= 4
        path.write_bytes(data)

    return flip


DAMAGES: dict[str, Callable[[Path], object]] = {
    "cut in half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "full of NUL": lambda path: path.write_bytes(b"\0" * path.stat().st_size),
    "other JSON": lambda path: path.write_bytes(b'{"format": 1}\n{"a": [1, 2]}'),
    "another word": lambda path: path.write_bytes(path.read_bytes().replace(b"Second", b"Sekond")),
    "deleted": Path.unlink,
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "from the future": lambda path: path.write_bytes(
        re.sub(rb'(?<="version":")|(?<=masthead snapshot )\d', b"99", path.read_bytes(), count=1)
    ),
    **{f"a bit at {part}": flipped(part) for part in (0, 0.3, 0.5, 0.95)},
}


def command() -> tuple[int, tuple[Problem, ...]]:
    """The command as `__main__` runs it: how many files were made again, and the warnings."""
    words = ["build"]
    if unchanged(words) is not None:
        return 0, ()
    project = ProjectFolders(Path())
    done = build(BuildRequest(project=project, output=project.default_output, words=tuple(words)))
    return done.rendered, done.warnings


@pytest.fixture
def known(settled: SiteCase, monkeypatch: pytest.MonkeyPatch) -> SiteCase:
    """A settled site in whose folder the command has written its snapshot."""
    monkeypatch.chdir(settled.root)
    assert command() == (0, ())
    return settled


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", MEMORY)
def test_a_damaged_memory_costs_no_more_than_a_warning(
    known: SiteCase, name: str, damage: str
) -> None:
    """The next build is right with at most one warning; the one after it has nothing to do."""
    (file,) = (known.root / ".cache").glob(name)
    DAMAGES[damage](file)
    known.write("content/about.md", page("title: Me", "Other.\n"))
    known.write("themes/own/templates/parts/footer.html", "<footer>3</footer>\n")
    _, warnings = command()
    assert len(warnings) <= 1 and all(not problem.is_error for problem in warnings)
    assert all("nothing is lost" in problem.hint for problem in warnings)
    if damage == "full of NUL" and name in ("ledger-*.json", "sources.json", "blobs"):
        (warning,) = warnings
        assert str(warning.where).startswith(".cache/")
    assert files_below(known.output) == clean(known)
    assert command() == (0, ())


HANDS: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "emptied": lambda path: path.write_bytes(b""),
    "of the same size": lambda path: path.write_bytes(b"x" * path.stat().st_size),
    "longer": lambda path: path.write_bytes(path.read_bytes() + b"<!-- mine -->"),
}


@pytest.mark.parametrize("hand", HANDS)
def test_outputs_that_were_changed_by_hand_are_restored(known: SiteCase, hand: str) -> None:
    """Though their times are those that the build gave them."""
    before = everything_below(known.output)
    for path in ("about/index.html", "a.txt"):
        file = known.output / path
        status = file.stat()
        HANDS[hand](file)
        if file.exists():
            os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert command() == (2, ())
    assert everything_below(known.output) == before
    assert command() == (0, ())


@pytest.mark.parametrize(
    ("path", "broken"),
    [
        ("content/about.md", "---\ntitle: [x\n---\n"),
        ("content/about.md", page("title: About", "[dead](nowhere.md)\n")),
        ("content/publications.yaml", PAPERS.replace("two", "one")),
        ("themes/own/templates/parts/footer.html", "{{ nothing.at.all }}"),
    ],
)
def test_after_a_broken_build_the_next_is_incremental_and_right(
    settled: SiteCase, path: str, broken: str
) -> None:
    before, good = settled.build().bytes(), (settled.root / path).read_bytes()
    settled.write(path, broken)
    assert not settled.build().ok
    assert not settled.build().ok
    settled.write(path, good)
    assert report(settled).rendered == 0
    assert settled.build().bytes() == before
    settled.write(path, broken)
    assert not settled.build().ok
    settled.write(path, good).write("static/a.txt", "b")
    settled.write("content/posts/2024-01-02-p2.md", POST.replace("Text", "Other"))
    assert report(settled).rendered < len(before) / 2
    as_after_a_clean_build(settled)


def test_no_byte_of_the_memory_tells_where_the_project_lies(settled: SiteCase) -> None:
    for _ in range(2):
        settled.write("content/about.md", page("title: Me", "Other.\n![](a.txt)\n"))
        run = masthead("build", cwd=settled.root)
        assert run.returncode == 0
    settled.build(output=settled.root.parent / "elsewhere")
    files = [path for path in (settled.root / ".cache").rglob("*") if path.is_file()]
    assert len(files) >= 6
    for path in files:
        data = path.read_bytes()
        for private in (settled.root, settled.root.parent, Path.home()):
            assert os.fsencode(private) not in data, path.name
        assert settled.root.parent.name.encode() not in data, path.name


def test_a_project_that_was_moved_makes_nothing_again(settled: SiteCase, tmp_path: Path) -> None:
    assert masthead("build", cwd=settled.root).returncode == 0
    before = states(settled.output)
    (tmp_path / "other disk").mkdir()
    place = shutil.move(settled.root, tmp_path / "other disk" / "site")
    moved = SiteCase(Path(place))
    run = masthead("build", cwd=moved.root)
    assert run.stderr == ""
    assert run.stdout.startswith("nothing has changed: ") or " 0 made again" in run.stdout
    assert list(states(moved.output).values()) == list(before.values())
    assert report(moved).rendered == 0


RUNS_CODE = {"pickle", "cPickle", "_pickle", "marshal", "shelve", "dill", "dbm", "runpy", "code"}


@pytest.mark.slow
def test_only_pipes_and_files_without_a_name_are_unpickled() -> None:
    package = REPOSITORY / "generator"
    between = {package / "engine/workers.py", package / "processes.py"}
    for path in sorted(package.rglob("*.py")):
        is_between = path in between
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names: set[str] = set()
            if isinstance(node, ast.Import):
                names = {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names = {(node.module or "").split(".")[0]}
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("eval", "exec", "compile", "__import__"), path
            assert not names & RUNS_CODE or is_between, f"{path} imports {names}"
        if is_between:
            assert not re.search(r"""["'/]\.cache""", path.read_text("utf-8")), path


class Hostile:
    """A pickle that leaves a mark where it is read."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.mark),)


def test_a_memory_full_of_hostile_pickles_is_harmless(settled: SiteCase, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    assert masthead("build", cwd=settled.root).returncode == 0
    names = [path.name for path in (settled.root / ".cache").iterdir() if path.is_file()]
    names += ["templates.pickle", "share", "__jinja2_0123.cache", "x.pyc"]
    poison = pickle.dumps(Hostile(mark))
    pickle.loads(poison)
    mark.rmdir()  # it works
    for name in names:
        settled.write(f".cache/{name}", poison)
    for text in ("Other.", "Another."):
        settled.write("content/about.md", page("title: Me", text))
        run = masthead("build", cwd=settled.root)
        assert run.returncode == 0 and "Traceback" not in run.stderr
    assert not mark.exists()
    assert files_below(settled.output) == clean(settled)
