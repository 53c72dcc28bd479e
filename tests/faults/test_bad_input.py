"""What bad input gets: a message with its place, exit 1, and nothing outside of the project touched.

Each row is a project that came from somebody else, a command, and what it must say. All of them
run under limits of memory and processor time.
"""

import json
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.faults import mutations
from tests.faults.conftest import everything_below, limited, page
from tests.faults.mutations import SECRET, put

LINK = "this is a link, and Masthead neither reads nor writes through one here"
FILE, FOLDER = "-> ../outside/file.txt", "-> ../outside/folder"


class Row(NamedTuple):
    words: str
    state: dict[str, str]
    """What is put at each path, see `put`."""
    code: int
    said: str
    """What is printed; nothing where the fault is mended by the command."""

    @property
    def name(self) -> str:
        state = (f"{path} {what.partition(chr(10))[0]}" for path, what in self.state.items())
        return f"{self.words}: {', '.join(state)}"[:150]


def linked(path: str, words: str = "build", to: str = FOLDER, before: str = "") -> Row:
    """A link under a name of ours, which is refused."""
    return Row(words, {path: to}, 1, f"{path}: error: {before}{LINK}")


PAGE = "_site/p/index.html"
COPY = "themes/broadsheet/templates/page.html"
TAKES_OURS = {"content/site.yaml": "person: {name: Ada Lovelace}\n"}
LINKS = [
    *map(linked, (".cache", "_site", ".cache/schema")),
    *(
        linked(f".cache/{name}", to=FILE)
        for name in ("lock", "snapshot", "blobs", "sources.json.masthead-tmp")
    ),
    *(
        Row("build", {f".cache/{kind}-*.json": FILE}, 1, f".json: error: {LINK}")
        for kind in ("ledger", "written")
    ),
    linked(".cache/check", "check"),
    linked(".cache/preview", "preview --port 0"),
    linked(".cache", to="-> gone"),
    linked("_site", to="-> _site"),
    linked("public", "build --output public"),
    linked("_site/p", "build --force", before="cannot write this: "),
    Row("build", {"_site/.masthead-tmp": FOLDER, "content/p.md": page("title: Another")}, 1,
        f"_site/.masthead-tmp: error: cannot write this: {LINK}"),
    Row("build --force", {PAGE: FILE}, 0, "built"),
    Row("check", {PAGE: FILE}, 0, "checked"),
    Row("build", {PAGE: FILE, ".cache": ""}, 0, "built"),
    Row("build --force", {f".cache/schema/{name}": FILE
                          for name in ("site.json", "old.json", "news.json.masthead-tmp")}, 0, "built"),
    Row("check", {".cache/check/1-1": FILE}, 0, "checked"),
    Row("theme eject page.html", {"themes/broadsheet": FOLDER, **TAKES_OURS}, 1, LINK),
    Row("theme diff", {COPY: FILE, **TAKES_OURS}, 1, f"{COPY}: error: Too many levels of symbolic links"),
    Row("new . --yes --name Ada", {"content": FOLDER}, 2, "content"),
]  # fmt: skip

NAMES = ["../outside/file.txt", "../outside/folder/file.txt", "mine.txt", "p/../../outside/file.txt",
         "/etc/hostname", "", ".", "..", "a\0b", "x" * 5000, "linked/file.txt", "p"]  # fmt: skip
MANIFESTS = [
    [[path, "0" * 16] for path in NAMES],
    NAMES,
    dict.fromkeys(NAMES, "0" * 16),
    [[1], None],
]
OTHERS = [
    Row("build --output .GIT/hooks", {}, 1,
        "the site cannot be written to this folder: .git/ is for other things"),
    *(
        Row("build --force", {".cache/written-*.json": json.dumps(forged), "_site/mine.txt": "mine",
                              "_site/linked": FOLDER}, 0, "built")
        for forged in MANIFESTS
    ),
    *(
        Row("build --force", {f".cache/{name}": "|"}, code, "")
        for name, code in (("blobs", 0), ("lock", 1), ("snapshot", 0))
    ),
    *(
        Row(words, {"_site/x.txt": "|", ".cache": ""}, 0, said)
        for words, said in (("build", "built"), ("check", "checked"))
    ),
    Row("theme files", {"content/site.yaml": "person: {name: A}\ntheme: ../../outside/folder\n"}, 1,
        "themes/..: error: this is not the name of a file"),
]  # fmt: skip


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built project, and things of the person's beside it."""
    folder = mutations.base(tmp_path_factory.mktemp("base"))
    (folder / "outside/folder/file.txt").write_bytes(SECRET)
    (folder / ".git/refs").mkdir(parents=True)
    return folder


@pytest.mark.parametrize("row", [*LINKS, *OTHERS], ids=lambda row: row.name)
def test_bad_input_touches_nothing_outside(row: Row, base: Path, tmp_path: Path) -> None:
    shutil.copytree(base, tmp_path / "all", symlinks=True)
    root = tmp_path / "all/project"
    for path, what in row.state.items():
        put(root, path, what)
    mine = (root / "_site", root / ".cache")
    before = everything_below(tmp_path / "all", mine)
    site = None if row.code == 0 else everything_below(root / "_site")
    ran = limited(root, *row.words.split())
    assert "Traceback" not in ran.said
    assert (ran.code, row.said in ran.said) == (row.code, True), ran.said
    assert everything_below(tmp_path / "all", mine) == before
    assert SECRET.decode() not in ran.said
    for folder in mine:
        if not folder.is_symlink():
            assert SECRET not in everything_below(folder).values(), "it was copied"
    if site is not None:
        assert everything_below(root / "_site") == site, "the last good site has changed"
    if "_site/mine.txt" in row.state:
        assert (root / "_site/mine.txt").read_text("utf-8") == "mine"
