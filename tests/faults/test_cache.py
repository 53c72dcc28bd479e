"""Whatever happens between two builds, the second makes what a clean build makes."""

import ast
import os
import pickle
import re
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from generator.api import BuildRequest, Report, build
from generator.engine.snapshot import unchanged
from generator.problems import Problem
from generator.project import ProjectFolders
from tests.conftest import REPOSITORY, SiteCase, files_below, masthead
from tests.faults.conftest import everything_below, messages, page

PAPERS = """- {id: one, title: First, authors: [Ada Lovelace, Bob Bee], venue: conf, date: 2024}
- {id: two, title: Second, authors: [Ada Lovelace], venue: Workshop, date: 2023}
"""
CONFIG = """url: https://ada.example.org/
person: {name: Ada Lovelace}
menu: [index.md, about.md]
theme: {name: own, options: {accent: "#123456"}}
"""
POST = page("title: P2\ntags: [x]", "Text with $x^2$, `code` and [home](../index.md).\n")


@pytest.fixture(scope="module")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> SiteCase:
    """A site with a bit of everything, in a theme that is the bare one but for two files."""
    site = SiteCase(tmp_path_factory.mktemp("settled") / "project", theme="bare")
    site.write("content/site.yaml", CONFIG)
    site.write("content/index.md", page("title: Home", ":::{publications}\n:::\n"))
    site.write("content/about.md", page("title: About", "On [home](index.md). See me.\n"))
    site.write("content/publications.yaml", PAPERS)
    site.write("content/venues.yaml", "- {id: conf, name: A Conference, short: AC}\n")
    site.write("content/people.yaml", "- {name: Bob Bee}\n")
    site.write("content/news.yaml", "- {date: 2024, text: A first thing}\n")
    for n in (1, 2, 3):
        site.write(f"content/posts/2024-01-0{n}-p{n}.md", POST.replace("P2", f"P{n}"))
    site.write("static/a.txt", "a")
    site.write("themes/own/theme.yaml", "extends: bare\n")
    site.write("themes/own/templates/parts/footer.html", "<footer>One</footer>\n")
    site.write("themes/own/assets/own.css", "p { margin: 1px }\n")
    assert site.build().ok
    return site


@pytest.fixture
def settled(built_once: SiteCase, tmp_path: Path) -> SiteCase:
    """A copy of that site, with what its build remembers."""
    return SiteCase(shutil.copytree(built_once.root, tmp_path / "project"))


MADE_CLEAN: dict[bytes, dict[str, bytes]] = {}
"""What was made of which sources; many tests end with the same ones."""


def clean(site: SiteCase) -> dict[str, bytes]:
    """What a build from nothing makes of the same sources."""
    folder = site.root.parent / "clean"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(site.root, folder, ignore=shutil.ignore_patterns("_site", ".cache"))
    sources = sha256(repr(sorted(everything_below(folder).items())).encode()).digest()
    if sources not in MADE_CLEAN:
        MADE_CLEAN[sources] = SiteCase(folder).build().bytes()
    return MADE_CLEAN[sources]


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


# ------------------------------------------------------------------ times

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
    """Inode, size and time of each file."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(p): (p.stat().st_ino, p.stat().st_size, p.stat().st_mtime_ns) for p in files}


def test_a_touch_of_everything_rewrites_nothing(settled: SiteCase) -> None:
    before = states(settled.output)
    for folder in ("content", "static", "themes"):
        for path in (settled.root / folder).rglob("*"):
            path.touch()
    done = report(settled)
    assert (done.rendered, done.changed) == (0, ())
    assert states(settled.output) == before


def test_an_edit_rewrites_no_file_whose_bytes_stay(settled: SiteCase) -> None:
    before = states(settled.output)
    bytes_before = settled.build().bytes()
    settled.write("themes/own/templates/parts/footer.html", "<footer>{{ 'One' }}</footer>\n")
    done = report(settled)
    assert done.rendered > 0 and not done.changed
    assert settled.build().bytes() == bytes_before and states(settled.output) == before


# ------------------------------------------------------------------ moved pages


@pytest.mark.parametrize(
    ("edit", "gone", "there"),
    [
        (
            lambda s: s.write("content/about.md", page("title: About\nslug: me", "Text.\n")),
            "about", "me/index.html",
        ),
        (
            lambda s: (s.root / "content/posts/2024-01-02-p2.md").rename(
                s.root / "content/posts/2024-01-02-q2.md"
            ),
            "posts/p2", "posts/q2/index.html",
        ),
        (
            lambda s: s.write("content/publications.yaml", PAPERS.replace("two", "deux")),
            "publications/two", "publications/deux/index.html",
        ),
    ],
)  # fmt: skip
def test_of_an_old_address_neither_file_nor_folder_stays(
    settled: SiteCase, edit: Callable[[SiteCase], object], gone: str, there: str
) -> None:
    assert (settled.output / gone / "index.html").is_file()
    edit(settled)
    assert settled.build().ok
    assert not (settled.output / gone).exists()
    assert (settled.output / there).is_file()
    folders = [path for path in settled.output.rglob("*") if path.is_dir()]
    assert all(any(folder.iterdir()) for folder in folders), "an empty folder stays"
    as_after_a_clean_build(settled)


# ------------------------------------------------------------------ another version


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


def test_one_comment_in_the_generator_discards_its_memory(
    settled: SiteCase, tmp_path: Path
) -> None:
    package = copy_of_the_package(tmp_path / "installed")
    every = str(len(settled.build().files()))
    assert made_again(settled, package) == "0"  # the same files, though at another place
    module = package / "generator" / "problems.py"
    module.write_text(module.read_text("utf-8") + "# A comment.\n", "utf-8")
    assert made_again(settled, package) == every
    assert made_again(settled, package) == "0"


def test_another_version_of_a_library_discards_the_memory(
    settled: SiteCase, tmp_path: Path
) -> None:
    assert made_again(settled, REPOSITORY) == "0"
    (tmp_path / "more" / "markdown_it_py-99.0.dist-info").mkdir(parents=True)
    every = str(len([path for path in settled.output.rglob("*") if path.is_file()]))
    assert made_again(settled, REPOSITORY, tmp_path / "more") == every
    assert made_again(settled, REPOSITORY, tmp_path / "more") == "0"
    assert made_again(settled, REPOSITORY) == every


# ------------------------------------------------------------------ the day

ANOTHER_DAY = """
import datetime, time
day = (2051, 7, 3, 4, 5, 6, 0, 184, 0)
time.time = lambda: 2571969906.0
time.localtime = time.gmtime = lambda *_: time.struct_time(day)
class date(datetime.date):
    today = classmethod(lambda cls: cls(2051, 7, 3))
class moment(datetime.datetime):
    now = classmethod(lambda cls, tz=None: cls(2051, 7, 3, tzinfo=tz))
    utcnow = today = classmethod(lambda cls: cls(2051, 7, 3))
datetime.date, datetime.datetime = date, moment
"""


@pytest.mark.slow
def test_on_another_day_in_another_zone_the_same_bytes_are_made(
    settled: SiteCase, tmp_path: Path
) -> None:
    settled.write("content/posts/2049-01-01-later.md", POST.replace("P2", "Later"))
    path = tmp_path / "clock"
    path.mkdir()
    (path / "sitecustomize.py").write_text(ANOTHER_DAY)
    outputs = []
    for name, environment in (
        ("today", {"TZ": "Asia/Shanghai"}),
        ("later", {"TZ": "America/Lima", "PYTHONPATH": f"{REPOSITORY}{os.pathsep}{path}"}),
    ):
        folder = tmp_path / name
        run = masthead("build", "--force", "--output", str(folder), cwd=settled.root, **environment)
        assert run.returncode == 0, run.stderr
        outputs.append(everything_below(folder))
    assert outputs[0] == outputs[1] and "posts/later/index.html" in outputs[0]


# ------------------------------------------------------------------ a damaged memory

MEMORY = ["ledger-*.json", "sources.json", "blobs", "written-*.json",
          "snapshot", "lock"]  # fmt: skip


def memory_file(site: SiteCase, name: str) -> Path:
    (found,) = (site.root / ".cache").glob(name)
    return found


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGES: dict[str, Callable[[Path], object]] = {
    "cut in half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "full of NUL": lambda path: path.write_bytes(b"\0" * path.stat().st_size),
    "other JSON": lambda path: path.write_bytes(b'{"format": 1}\n{"a": [1, 2]}'),
    "deleted": Path.unlink,
    "a folder": a_folder,
    "from the future": lambda path: path.write_bytes(
        re.sub(rb'(?<="version":")|(?<=masthead snapshot )\d', b"99", path.read_bytes(), count=1)
    ),
}


class Command:
    """The command as `__main__` runs it, in this process: the snapshot, else a build."""

    def __init__(self, site: SiteCase) -> None:
        self.site = site

    def __call__(self) -> tuple[int, tuple[Problem, ...]]:
        """How many files were made again, and the warnings."""
        words = ["build"]
        if unchanged(words) is not None:
            return 0, ()
        project = ProjectFolders(Path())
        request = BuildRequest(project=project, output=project.default_output, words=tuple(words))
        done = build(request)
        return done.rendered, done.warnings


@pytest.fixture
def command(settled: SiteCase, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command in the folder of a settled site."""
    monkeypatch.chdir(settled.root)
    run = Command(settled)
    assert run() == (0, ())  # writes the snapshot
    return run


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", MEMORY)
def test_a_damaged_memory_costs_no_more_than_a_warning(
    command: Command, name: str, damage: str
) -> None:
    """The next build is right with at most one warning; the one after it has nothing to do."""
    DAMAGES[damage](memory_file(command.site, name))
    command.site.write("content/about.md", page("title: Me", "Other.\n"))
    command.site.write("themes/own/templates/parts/footer.html", "<footer>3</footer>\n")
    _, warnings = command()
    assert len(warnings) <= 1 and all(not problem.is_error for problem in warnings)
    assert all("nothing is lost" in problem.hint for problem in warnings)
    if damage == "full of NUL" and name in ("ledger-*.json", "sources.json", "blobs"):
        (warning,) = warnings
        assert str(warning.where).startswith(".cache/")
    assert files_below(command.site.output) == clean(command.site)
    assert command() == (0, ())


@pytest.mark.parametrize("count", [2, pytest.param(20, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", MEMORY)
def test_a_flipped_bit_anywhere_is_noticed_or_means_nothing(
    command: Command, name: str, count: int
) -> None:
    right = clean(command.site)
    footer = "themes/own/templates/parts/footer.html"
    pristine = command.site.root.parent / "pristine"
    shutil.copytree(command.site.root / ".cache", pristine)
    size = memory_file(command.site, name).stat().st_size
    for n in range(min(count, size)):
        place = n * size // min(count, size)
        shutil.rmtree(".cache")
        shutil.copytree(pristine, ".cache")
        file = memory_file(command.site, name)
        data = bytearray(file.read_bytes())
        data[place] ^= 1 << n % 7
        file.write_bytes(data)
        command.site.write(footer, f"<footer>One<!-- {n} --></footer>\n")  # everything is drawn
        _, warnings = command()
        assert len(warnings) <= 1, (place, warnings)
        made = everything_below(command.site.output)
        for path, wanted in right.items():
            assert (made[path] or b"").replace(b"<!-- %d -->" % n, b"") == wanted, (place, path)
        assert command() == (0, ()), place


# ------------------------------------------------------------------ outputs by hand

HANDS: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "emptied": lambda path: path.write_bytes(b""),
    "of the same size": lambda path: path.write_bytes(b"x" * path.stat().st_size),
    "longer": lambda path: path.write_bytes(path.read_bytes() + b"<!-- mine -->"),
}


@pytest.mark.parametrize("hand", HANDS)
def test_outputs_that_were_changed_by_hand_are_restored(command: Command, hand: str) -> None:
    """Though their times are those that the build gave them."""
    before = everything_below(command.site.output)
    for path in ("about/index.html", "a.txt"):
        file = command.site.output / path
        status = file.stat()
        HANDS[hand](file)
        if file.exists():
            os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert command() == (2, ())
    assert everything_below(command.site.output) == before
    assert command() == (0, ())


# ------------------------------------------------------------------ broken and mended


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


# ------------------------------------------------------------------ safe to keep


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
    between = {package / "engine/workers.py", package / "limited_child.py"}
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
