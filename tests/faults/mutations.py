"""Builds of projects in which chance has put links and files: no traceback, no hang, nothing outside.

Each case begins with a built project, changes one to four places in it, in the sources as well as
in `.cache/` and `_site/`, and runs one or two commands. Beside the project lie files of the person's:
they must stay as they are, and their words must turn up nowhere.
"""

import os
import random
import shutil
from pathlib import Path
from typing import NamedTuple

from generator.commands.cli import main as masthead
from tests.cases import rows
from tests.conftest import SiteCase
from tests.faults.conftest import everything_below, limited, page
from tests.pictures.drawing import plot, saved

SECRET = b"the person's own, of nobody's business"
COMMANDS = (
    "build", "build", "build --force", "build --drafts", "build --strict", "check",
    "check --format json", "build --output _site/sub", "build --output public",
    "theme list", "theme files", "theme eject page.html", "theme diff",
)  # fmt: skip
OURS = [
    path for (path,) in rows("paths_of_projects", "What a command is about to write, clear or make")
]
SOURCES = [path for (path,) in rows("paths_of_projects", "Sources, and what is none")]
OUTSIDE = ("../outside/file.txt", "../outside/folder", "../outside", "../outside/gone")
TARGETS = (
    *OUTSIDE, "/etc/hostname",
    "/", "..", ".", "content", "content/index.md", "_site", ".cache", "static/x.txt", "loop",
)  # fmt: skip
BYTES = (b"", b"\0", b"{}", b"[]", b"\xff\xfe\x00", b"- a: [", b"---\ntitle: X\n---\n\nText.\n",
         b'{"format":99}\n{}', b'[["../outside/file.txt","00"]]', b"x" * 70_000)  # fmt: skip


class Case(NamedTuple):
    changes: tuple[str, ...]
    words: tuple[str, ...]
    fault: str


def base(folder: Path) -> Path:
    """Make the project that all cases begin with, and what lies beside it."""
    site = SiteCase(folder / "project", theme="bare")
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\nurl: https://ada.example/\n")
    site.write("content/index.md", page("title: Home", "![A plot](plot.png)\n\n$x^2$"))
    site.write("content/plot.png", saved(plot(500, 200), "PNG")).write("static/x.txt", "x")
    site.write("content/p.md", page("title: P")).write("content/d.md", page("draft: true"))
    site.write("content/publications.yaml", "- {id: goat, title: G, authors: [Ada Lovelace]}\n")
    (folder / "outside/folder/deep").mkdir(parents=True)
    for name in ("file.txt", "folder/1-1", "folder/share", "folder/index.html", "folder/deep/x.md"):
        (folder / "outside" / name).write_bytes(SECRET)
    here = Path.cwd()
    os.chdir(site.root)
    try:
        masthead(["build", "--quiet"])
        masthead(["build", "--quiet", "--output", "public"])
    finally:
        os.chdir(here)
    return folder


def put(root: Path, path: str, what: str | bytes) -> None:
    """Bring a path of a project into a state: a link (`-> to`), a pipe (`|`), nothing (``), or a text.

    A `*` in it stands for what a build has named.
    """
    target = next(root.glob(path)) if "*" in path else root / path
    if target.is_dir() and not target.is_symlink():
        shutil.rmtree(target)
    target.unlink(missing_ok=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(what, bytes):
        target.write_bytes(what)
    elif what.startswith("-> /"):
        target.symlink_to(what[3:])
    elif what.startswith("-> "):
        target.symlink_to(os.path.relpath(root / what[3:], target.parent))
    elif what == "|":
        os.mkfifo(target)
    elif what:
        target.write_text(what, "utf-8")


def change(root: Path, chance: random.Random) -> str:
    there = sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if p.name != "lock")
    path = chance.choice(chance.choice([OURS, OURS, SOURCES, there or ["x"]]))
    if path.endswith(".json") and chance.random() < 0.5:
        path += ".masthead-tmp"
    target = root / path
    kind = chance.choice(
        ["link"] * 5 + ["bytes", "bytes", "folder", "gone", "pipe", "moved", "cut"]
    )
    to = chance.choice([*TARGETS, chance.choice(there or ["x"])])
    if chance.random() < 0.5:
        to = chance.choice(OUTSIDE)
    data = chance.choice(BYTES)
    if any(parent.is_symlink() for parent in target.parents if parent.is_relative_to(root)):
        return f"{path}: left"  # the change itself must stay inside
    try:
        if kind == "cut" and target.is_file() and not target.is_symlink():
            target.write_bytes(target.read_bytes()[: chance.randrange(200)])
        elif kind == "cut":
            return f"{path}: left"
        elif kind == "moved":
            target.rename(root / chance.choice(["moved", "content/moved", "_site/moved"]))
        else:
            states = {"link": f"-> {to}", "bytes": data, "pipe": "|"}
            put(root, path, states.get(kind, ""))
            if kind == "folder":
                put(root, f"{path}/inner/file.md", data)
    except OSError as error:
        return f"{path}: {kind} could not be ({error.strerror})"
    return f"{path}: {kind}{' -> ' + to if kind == 'link' else ''}"


def case(start: Path, folder: Path, seed: str) -> Case:
    chance = random.Random(seed)
    shutil.copytree(start, folder, symlinks=True)
    root = folder / "project"
    changes = tuple(change(root, chance) for _ in range(chance.randint(1, 4)))
    words = tuple(chance.choice(COMMANDS) for _ in range(chance.randint(1, 2)))
    before = everything_below(folder, [root])
    for command in words:
        if not root.is_dir():
            break
        ran = limited(root, *command.split())
        fault = ""
        if "Traceback" in ran.said:
            fault = f"a traceback\n{ran.said}"
        elif ran.code not in (0, 1, 2):
            fault = f"exit {ran.code}\n{ran.said}"
        elif everything_below(folder, [root]) != before:
            fault = "something outside was changed"
        elif SECRET in ran.said.encode() or SECRET in everything_below(root).values():
            fault = "something outside was read"
        if fault:
            return Case(changes, words, fault)
    return Case(changes, words, "")


def cases(seed: int, count: int, folder: Path) -> list[Case]:
    start = base(folder / "base")
    wrong = []
    for number in range(count):
        tried = case(start, folder / "case", f"{seed}-{number}")
        shutil.rmtree(folder / "case")
        if tried.fault:
            wrong.append(tried)
    return wrong
