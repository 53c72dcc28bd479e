"""Where the code depends on the system: `cases/systems.md` lists all places, with what is done on other
systems. A poorer system is imitated."""

import ast
import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from generator.disk import OwnFolder
from generator.hosting.installation import how_to_add
from generator.preview.editor import command_for
from tests.cases import rows
from tests.commands import python
from tests.conftest import REPOSITORY, SiteCase, files_below
from tests.test_floor_plan import PACKAGE, modules, nodes

TOPICS = rows("systems", "Where the code depends on the system")
DEPENDS = {topic: set(names.split()) for topic, names, _, _ in TOPICS}
"""Topic -> modules, attributes and texts by which code depends on the system."""
ELSEWHERE = {topic: set(files.split()) for topic, _, files, _ in TOPICS}
"""Topic -> the files that depend on the system."""
BY_HAND = {"capitals and accents in names": {"load.py", "write.py", "graph/addresses.py"}}
"""What no name gives away: comparing names of files is comparing texts."""
SYSTEM = {"sys.platform", "platform"}
"""Who asks for the system by name must be in the list under whatever follows from it."""


def words(code: Iterable[ast.AST]) -> Iterator[str]:
    """What some code imports, the attributes that it names, and its short texts."""
    for node in code:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Attribute):
            yield node.attr
            if isinstance(node.value, ast.Name):
                yield f"{node.value.id}.{node.attr}"
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str) and len(node.value) < 20:
                yield node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            match node.args:  # getattr(os, "O_NOFOLLOW", 0)
                case [ast.Name(id=module), ast.Constant(value=str(name)), *_]:
                    yield f"{module}.{name}"


@cache
def words_of(path: Path) -> frozenset[str]:
    return frozenset(words(nodes(path)))


def found() -> dict[str, set[str]]:
    """The files that depend on the system, by topic."""
    files: dict[str, set[str]] = {topic: set(BY_HAND.get(topic, ())) for topic in DEPENDS}
    for path in modules():
        used = words_of(path)
        for topic, names in DEPENDS.items():
            if used & names:
                files[topic].add(path.relative_to(PACKAGE).as_posix())
    return files


def test_every_place_that_depends_on_the_system_is_listed_under_its_topic() -> None:
    assert found() == ELSEWHERE


def test_who_asks_for_the_name_of_the_system_is_listed_or_only_prints_it() -> None:
    known = set[str]().union(*found().values())
    for path in modules():
        if SYSTEM & words_of(path):
            assert path.relative_to(PACKAGE).as_posix() in known


def test_no_file_of_tests_asks_at_its_top_for_what_a_system_lacks() -> None:
    """Or none of its tests could be collected there."""
    lacking = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "os.geteuid", "os.fork",
               "signal.SIGHUP", "signal.SIGKILL"}  # fmt: skip
    folder = REPOSITORY / "tests"
    for path in folder.rglob("*.py"):
        if "node_modules" in path.parts or path == Path(__file__):
            continue
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                top: ast.AST = ast.List(node.decorator_list)
            elif isinstance(node, ast.If):
                top = node.test
            else:
                top = node
            is_asked = {"hasattr", "getattr"} & names_in(top)
            lacked = set() if is_asked else lacking & set(words(ast.walk(top)))
            assert not lacked, f"{path.relative_to(folder)}: {lacked}"


def names_in(code: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(code) if isinstance(node, ast.Name)}


POORER = """
import os, shutil, signal, subprocess, sys, tempfile, types
for name in ("fork", "waitpid", "getuid", "geteuid", "pread", "sched_getaffinity", "O_NOFOLLOW",
             "O_NONBLOCK", "mkfifo", "symlink", "chmod"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGHUP", "SIGKILL", "pthread_sigmask"):
    if hasattr(signal, name):
        delattr(signal, name)
shutil._use_fd_functions = False
locked = []
msvcrt = types.ModuleType("msvcrt")
msvcrt.LK_LOCK = 1
msvcrt.locking = lambda descriptor, mode, count: locked.append((mode, count))
sys.modules.update(fcntl=None, resource=None, msvcrt=msvcrt)
sys.platform = "imitated"
from generator.commands.cli import main
code = main(sys.argv[1:])
assert sys.argv[1] != "build" or locked == [(1, 1)], locked
sys.exit(code)
"""
"""A process without what Windows has not; the rest of the library was loaded before."""


def poorer(*arguments: str, **environment: str) -> str:
    """Run the command on the imitated system; what it printed."""
    own = {"PYTHONPATH": str(REPOSITORY), "PATH": os.environ["PATH"], "HOME": "/nowhere"}
    return python(POORER, *arguments, env={**own, **environment})


@pytest.mark.slow
def test_a_system_that_lacks_all_this_builds_the_same_bytes(site: SiteCase, tmp_path: Path) -> None:
    site.write("content/publications.yaml", "- {id: a, title: A paper, authors: [Ada]}\n")
    for number in range(20):
        site.write(f"content/page{number}.md", f"---\ntitle: {number}\n---\n\nText *{number}*.\n")
    here = site.build()
    cache = tmp_path / "profile"
    cache.mkdir()
    folder = tmp_path / "out"
    said = poorer("build", "--project", str(site.root), "--output", str(folder), "--force",
                  LOCALAPPDATA=str(cache))  # fmt: skip
    assert said.startswith("built ")
    assert files_below(folder) == here.bytes()
    assert list(cache.iterdir()), "templates are kept in the user's profile"
    poorer("new", str(tmp_path / "site"), "--yes")
    assert (tmp_path / "site/content/site.yaml").is_file(), "a new site is written there, too"


def test_a_user_whom_the_system_does_not_know_builds(
    site: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a container that runs under a number only: no HOME, and no entry for the user."""

    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", unknown)
    assert site.build().ok


@pytest.mark.parametrize("way", ["a\\..\\b", "C:x", "sub/a:stream", "sub/a\\b"])
def test_names_that_lead_elsewhere_by_other_separators_are_refused_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(os, "sep", "\\")
    monkeypatch.setattr(os, "altsep", "/")
    with pytest.raises(OSError, match="not the name of a file"):
        OwnFolder(tmp_path).path(way)


def test_commands_are_quoted_as_its_shell_wants_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = SimpleNamespace(name="nt")
    monkeypatch.setattr("generator.hosting.installation.os", windows)
    monkeypatch.setattr("generator.preview.editor.os", windows)
    place = '{"url": "https://git.example.org/m", "vcs_info": {"vcs": "git", "commit_id": "1"}}'
    about = tmp_path / "masthead-9.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: masthead\nVersion: 9\n")
    (about / "direct_url.json").write_text(place)
    monkeypatch.syspath_prepend(tmp_path)
    assert how_to_add("zh").endswith('"masthead[zh] @ git+https://git.example.org/m@1"')
    words = command_for(r"C:\Tools\code.exe --goto", Path("a.md"), 3, 1)
    assert words[:2] == [r"C:\Tools\code.exe", "--goto"]
