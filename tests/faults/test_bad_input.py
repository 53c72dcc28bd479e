"""What bad input gets: a message with its place, exit 1, and nothing outside of the project touched.

Each row is a project that came from somebody else, a command, and what it must say. All of them
run under limits of memory and processor time.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.faults import mutations
from tests.faults.conftest import everything_below, page
from tests.faults.limited import limited
from tests.faults.mutations import SECRET

LINK = "this is a link, and Masthead neither reads nor writes through one here"
OUT = "this link leads out of content/, static/, themes/ and fonts/ and is not followed"
NOT_HERE = "the site cannot be written to this folder: "


class Place(NamedTuple):
    """A project, and what lies beside it."""

    root: Path
    outside: Path

    def link(self, path: str, to: str = "") -> None:
        """Put a link in the place of whatever is there: to a file or folder outside, or to `to`."""
        target = self.root / path
        self.clear(path)
        kind = "folder" if Path(path).suffix in ("", ".d") else "file.txt"
        target.symlink_to(to or os.path.relpath(self.outside / kind, target.parent))

    def clear(self, path: str) -> None:
        target = self.root / path
        if target.is_dir() and not target.is_symlink():
            shutil.rmtree(target)
        target.unlink(missing_ok=True)
        target.parent.mkdir(parents=True, exist_ok=True)

    def write(self, path: str, text: str) -> None:
        self.clear(path)
        (self.root / path).write_text(text, "utf-8")

    def of_the_build(self, kind: str) -> str:
        """The file of the cache that a build of this project has, by what its name begins with."""
        return next((self.root / ".cache").glob(f"{kind}-*.json")).relative_to(self.root).as_posix()


class Row(NamedTuple):
    name: str
    prepare: Callable[[Place], None]
    words: str
    code: int
    said: str
    """What is printed; nothing where the fault is mended by the command."""


def linked(path: str, words: str = "build", to: str = "", said: str = "") -> Row:
    """A link under a name of ours, which is refused."""
    said = said or f"{path}: error: {LINK}"
    return Row(f"{words}: {path} -> {to or 'outside'}", lambda p: p.link(path, to), words, 1, said)


def links_of_builds() -> Iterator[Row]:
    """Links under names that a build writes to, one for each way of writing."""
    for path in (".cache", "_site", ".cache/schema"):
        yield linked(path)
    for name in ("lock", "snapshot", "blobs", "sources.json.masthead-tmp"):
        way = put(f".cache/{name}", "file.txt")
        yield Row(
            f"build: .cache/{name} -> a file", way, "build", 1, f".cache/{name}: error: {LINK}"
        )
    for kind in ("ledger", "written"):
        way, said = of_kind(kind), f".json: error: {LINK}"
        yield Row(f"build: {kind} -> a file", way, "build", 1, said)


def links() -> Iterator[Row]:
    """Links elsewhere: in outputs and themes, and for other commands."""
    yield linked(".cache/check", "check")
    yield linked(".cache/preview", "preview --port 0")
    yield linked(".cache", to="gone")
    yield linked("_site", to="_site")
    yield linked("public", "build --output public")
    yield linked("kept", "build --cache kept")
    yield linked("_site/p", "build --force", said=f"_site/p: error: cannot write this: {LINK}")
    staging = both(put("_site/.masthead-tmp", "folder"), change)
    said = "_site/.masthead-tmp: error: cannot write this: " + LINK
    yield Row("_site/.masthead-tmp -> outside", staging, "build", 1, said)
    way, title = put("_site/p/index.html", "file.txt"), "_site/p/index.html -> a file"
    yield Row(title, way, "build --force", 0, "built")
    yield Row(f"{title}, checked", way, "check", 0, "checked")
    yield Row(f"{title}, without the cache", both(way, gone(".cache")), "build", 0, "built")
    yield Row("links in .cache/schema", in_schema, "build --force", 0, "built")
    yield Row("links in .cache/check", put(".cache/check/1-1", "file.txt"), "check", 0, "checked")
    theme = both(put("themes/broadsheet", "folder"), packaged_theme)
    yield Row("themes/bare -> outside", theme, "theme eject page.html", 1, LINK)
    copied = "themes/broadsheet/templates/page.html"
    said = f"{copied}: Too many levels of symbolic links"
    way = both(put(copied, "file.txt"), packaged_theme)
    yield Row("a copy of a theme's file -> outside", way, "theme diff", 1, said)
    way = both(gone("content"), put("content", "folder"))
    yield Row("new: content -> outside", way, "new . --yes --name Ada", 2, "content")


def others() -> Iterator[Row]:
    """Folders that are no place for outputs, forged files and pipes."""
    said = NOT_HERE + ".git/ is for other things"
    yield Row("--output .GIT/hooks", lambda p: None, "build --output .GIT/hooks", 1, said)
    for name in ("static/x", ".git/x"):
        said = "Masthead cannot remember builds in this folder: "
        yield Row(f"--cache {name}", lambda p: None, f"build --cache {name}", 1, said)
    for name, forged in {
        "pairs": [[path, "0" * 16] for path in FORGED], "a list": FORGED,
        "a mapping": dict.fromkeys(FORGED, "0" * 16), "rubbish": [[1, 2], None],
    }.items():  # fmt: skip
        yield Row(f"a forged manifest: {name}", forge(forged), "build --force", 0, "built")
    for name in ("blobs", "lock", "snapshot"):
        code = 1 if name == "lock" else 0
        yield Row(f"a pipe as .cache/{name}", pipe(f".cache/{name}"), "build --force", code, "")
    for words, said in (("build", "built"), ("check", "checked")):
        way = both(pipe("_site/x.txt"), gone(".cache"))
        yield Row(f"{words}: a pipe as _site/x.txt", way, words, 0, said)
    settings = "person: {name: A}\ntheme: ../../outside/folder\n"
    said = "themes/..: this is not the name of a file"
    elsewhere = partial(Place.write, path="content/site.yaml", text=settings)
    yield Row("a theme of another place", elsewhere, "theme files", 1, said)


FORGED = ["../outside/file.txt", "../outside/folder/file.txt", "mine.txt", "p/../../outside/file.txt",
          "/etc/hostname", "", ".", "..", "a\0b", "x" * 5000, "linked/file.txt", "p", "\ud800"[:0]]  # fmt: skip


def put(path: str, to: str) -> Callable[[Place], None]:
    def prepare(place: Place) -> None:
        target = place.root / path
        place.clear(path)
        target.symlink_to(os.path.relpath(place.outside / to, target.parent))

    return prepare


def of_kind(kind: str) -> Callable[[Place], None]:
    return lambda place: put(place.of_the_build(kind), "file.txt")(place)


def gone(path: str) -> Callable[[Place], None]:
    return lambda place: place.clear(path)


def both(*steps: Callable[[Place], None]) -> Callable[[Place], None]:
    def prepare(place: Place) -> None:
        for step in steps:
            step(place)

    return prepare


def pipe(path: str) -> Callable[[Place], None]:
    def prepare(place: Place) -> None:
        place.clear(path)
        os.mkfifo(place.root / path)

    return prepare


def change(place: Place) -> None:
    place.write("content/p.md", page("title: Another"))


def packaged_theme(place: Place) -> None:
    place.write("content/site.yaml", "person: {name: Ada Lovelace}\n")


def in_schema(place: Place) -> None:
    for name in ("site.json", "old.json", "news.json.masthead-tmp"):
        put(f".cache/schema/{name}", "file.txt")(place)


def forge(manifest: object) -> Callable[[Place], None]:
    def prepare(place: Place) -> None:
        name = place.of_the_build("written")
        place.write(name, json.dumps(manifest))
        place.write("_site/mine.txt", "mine")
        put("_site/linked", "folder")(place)

    return prepare


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built project, and things of the person's beside it."""
    folder = mutations.base(tmp_path_factory.mktemp("base"))
    (folder / "outside/folder/file.txt").write_bytes(SECRET)
    (folder / ".git/refs").mkdir(parents=True)
    return folder


@pytest.mark.parametrize("row", [*links_of_builds(), *links(), *others()], ids=lambda row: row.name)
def test_bad_input_touches_nothing_outside(row: Row, base: Path, tmp_path: Path) -> None:
    shutil.copytree(base, tmp_path / "all", symlinks=True)
    place = Place(tmp_path / "all/project", tmp_path / "all/outside")
    row.prepare(place)
    mine = (place.root / "_site", place.root / ".cache")
    before = everything_below(tmp_path / "all", mine)
    site = None if row.code == 0 else everything_below(place.root / "_site")
    ran = limited(place.root, *row.words.split())
    assert "Traceback" not in ran.said
    assert (ran.code, row.said in ran.said) == (row.code, True), ran.said
    assert everything_below(tmp_path / "all", mine) == before
    assert SECRET.decode() not in ran.said
    for folder in mine:
        if not folder.is_symlink():
            assert SECRET not in everything_below(folder).values(), "it was copied"
    if site is not None:
        assert everything_below(place.root / "_site") == site, "the last good site has changed"
    if "forged" in row.name:
        assert (place.root / "_site/mine.txt").read_text("utf-8") == "mine"
