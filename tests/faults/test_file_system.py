"""What the disk holds besides plain files, and what it will not take."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from generator.disk import OwnFolder
from generator.problems import Place, SiteError
from generator.write import Staging, write
from tests.cases import rows
from tests.conftest import ENVIRONMENT, IS_ROOT, PATIENCE, SiteCase, masthead
from tests.faults.conftest import Broken, everything_below, hints, messages, page

A_LINK = "this is a link, and Masthead neither reads nor writes through one here"
NO_LINK = "error: this is a symbolic link, and Masthead reads none"


def test_no_link_among_the_sources_is_followed(broken: Broken) -> None:
    """Not into the project itself either: `static/x -> ..` would publish the data files."""
    outside = broken.site.root.parent / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("A secret.\n")
    broken.site.write("content/p.md", page("title: P"))
    places = []
    for target in ("/etc/passwd", "../../outside", "..", ".", "gone.md", "../content/p.md"):
        for place in ("content/x{}.md", "static/x{}", "themes/x{}", "fonts/x{}.otf"):
            places.append(place.format(len(places)))
            (broken.site.root / places[-1]).parent.mkdir(exist_ok=True)
            (broken.site.root / places[-1]).symlink_to(target)
    built = broken.refuses(*(f"{place}: {NO_LINK}" for place in sorted(places)))
    assert set(hints(built)) == {"put a copy of the file or folder here, instead of the link"}
    moved = broken.site.root / "content"
    moved = moved.rename(outside / "content")
    (broken.site.root / "content").symlink_to(moved)
    assert messages(broken.site.build())[0] == f"content: {NO_LINK}"


def test_odd_folders_are_fine(site: SiteCase) -> None:
    content, deep = site.root / "content", "/".join("d" * 60)
    for folder in ("x.md", "empty/inside", "publications"):
        (content / folder).mkdir(parents=True)
    site.write(f"content/{deep}/p.md", page("title: Deep")).write(f"static/{deep}/x.pdf", "x")
    built = site.build()
    assert messages(built) == []
    assert {f"{deep}/p/index.html", f"{deep}/x.pdf"} <= built.files()


def test_pipes_sockets_and_devices_are_left_out(broken: Broken) -> None:
    """In a process of its own: to open a pipe that nobody writes to would hang."""
    content = broken.site.root / "content"
    os.mkfifo(content / "pipe.md")
    os.mkfifo(content / "site.yml")
    here = Path.cwd()
    os.chdir(content)  # the name of a socket may have 107 bytes
    try:
        with socket.socket(socket.AF_UNIX) as opened:
            opened.bind("socket.md")
    finally:
        os.chdir(here)
    names = ["pipe.md", "site.yml", "socket.md"]
    if IS_ROOT:
        (broken.site.root / "static").mkdir()
        os.mknod(broken.site.root / "static" / "null", 0o666 | 0o020000, os.makedev(1, 3))
    run = masthead("build", "--project", str(broken.site.root))
    assert run.returncode == 0, run.stderr
    for name in names:
        message = "this is not a regular file (a pipe, socket or device): left out"
        assert f"content/{name}: warning: {message}\n" in run.stderr
    assert ("static/null: warning" in run.stderr) == IS_ROOT


@pytest.mark.skipif(IS_ROOT, reason="root reads everything")
def test_a_file_that_cannot_be_read_is_named(broken: Broken) -> None:
    broken.write("content/p.md", page("title: P")).write("static/d/x.pdf", "x")
    (broken.site.root / "content/p.md").chmod(0)
    (broken.site.root / "static/d").chmod(0)
    try:
        broken.refuses(
            "content/p.md: error: cannot read this file: Permission denied",
            "static/d: error: cannot read this folder: Permission denied",
        )
    finally:
        (broken.site.root / "static/d").chmod(0o755)


FULL = """
import resource, sys
from generator.commands.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
sys.exit(main(sys.argv[1:]))
"""


def test_a_write_that_fails_half_way_leaves_the_old_site_whole(broken: Broken) -> None:
    """A file that grows over a limit fails as it does on a full disk."""
    broken.write("content/p.md", page("title: New")).write("static/zz.bin", b"x" * 300_000)
    command = [sys.executable, "-c", FULL, "build", "--project", str(broken.site.root)]
    run = subprocess.run(
        command, env=ENVIRONMENT, capture_output=True, text=True,
        timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert run.returncode == 1
    assert "cannot write this: File too large" in run.stderr
    assert "Traceback" not in run.stderr
    assert everything_below(broken.site.output) == broken.before
    built = broken.accepts()
    assert {"p/index.html", "zz.bin"} <= built.files()
    clean = broken.site.build(output=broken.site.root / "clean")
    assert built.bytes() == clean.bytes()


def test_something_of_the_users_in_the_place_of_an_output_is_named_and_kept(site: SiteCase) -> None:
    site.write("taken", "mine").write("out/index.html/keep.txt", "mine")
    (site.root / "loop").symlink_to("loop")
    for output, said in {
        "taken": f"{site.root}/taken: error: the site cannot be written to this folder: it is a file",
        "taken/site": f"{site.root}/taken/site: error: cannot write this: Not a directory",
        "loop": f"loop: error: {A_LINK}",
        "loop/site": f"loop: error: {A_LINK}",
        "out": f"{site.root}/out/index.html: error: cannot write this: Is a directory",
    }.items():
        built = site.build(output=site.root / output)
        assert (messages(built), built.ok) == ([said], False), output
    for path in ("taken", "out/index.html/keep.txt"):
        assert (site.root / path).read_text() == "mine"


@pytest.mark.parametrize(("output", "reason"), rows("folders", "Folders that no build fills"))
def test_a_folder_that_a_build_must_not_fill_is_refused(
    broken: Broken, output: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = broken.site.root.parent / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    broken.write("clone/.git/HEAD", "ref").write(".cache/x", "")
    (broken.site.root / "link").symlink_to("content")
    folder = home if output == "~" else broken.site.root / output
    before = everything_below(broken.site.root.parent)
    built = broken.site.build(output=folder)
    place = os.path.realpath(folder)
    message = f"the site cannot be written to this folder: {reason}"
    assert messages(built) == [f"{place}: error: {message}"]
    assert hints(built) == ["choose another folder with --output"]
    assert everything_below(broken.site.root.parent) == before


def test_what_a_build_did_not_write_is_never_removed(site: SiteCase) -> None:
    site.write("content/p.md", page("title: P")).build()
    site.write("_site/p/mine.txt", "mine").write("_site/mine/x.txt", "mine")
    site.delete("content/p.md")
    built = site.build()
    assert {"p/mine.txt", "mine/x.txt"} <= built.files()
    assert "p/index.html" not in built.files()


def test_a_file_and_a_folder_may_change_places(site: SiteCase) -> None:
    site.write("content/p.md", page("title: P\npermalink: /a/")).build()
    site.write("content/p.md", page("title: P")).write("static/a", "a file").build()
    assert (site.output / "a").is_file()
    site.delete("static/a").write("content/p.md", page("title: P\npermalink: /a/"))
    built = site.build()
    assert "a/index.html" in built.files()
    assert built.bytes() == site.build(output=site.root / "clean").bytes()


def test_a_file_that_somebody_has_changed_since_is_left_and_named(site: SiteCase) -> None:
    site.write("content/p.md", page("title: P")).build()
    site.write("_site/p/index.html", "by hand").delete("content/p.md")
    said = "the site has no such file any more, but this one was changed since it was built"
    for _ in range(2):
        built = site.build()
        assert messages(built) == [f"{site.output}/p/index.html: warning: {said}"]
        assert (site.output / "p/index.html").read_text() == "by hand"
    site.delete("_site/p/index.html")
    assert messages(site.build()) == []
    assert not (site.output / "p").exists()


def test_pages_that_are_put_in_place_early_wait_where_one_of_them_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "b.html").mkdir()
    staging = Staging(OwnFolder(tmp_path))
    for name in ("a.html", "b.html", "c.html"):
        staging.files[name] = staging.put(name, b"new")
    assert staging.put_in_place(["a.html", "b.html", "c.html"]) == ("a.html",)
    assert staging.placed == ["a.html"] and list(staging.files) == ["b.html", "c.html"]
    assert staging.read("c.html") == b"new", "it waits for all others"
    memory = OwnFolder(tmp_path / "memory")
    with pytest.raises(SiteError) as told:
        write(staging, dict.fromkeys(("a.html", "b.html", "c.html"), ""), memory, "written.json")
    assert told.value.problems[0].where == Place(f"{tmp_path}/b.html")
    assert not (tmp_path / "c.html").exists(), "what can be foreseen is told before the first file"
