"""Git obeys no settings that lie in a stranger's folder: no command runs what they name."""

import os
import subprocess
from itertools import product
from pathlib import Path

import pytest

from tests.importing.conftest import write
from tests.importing.test_bad_sources import BASE
from tests.publish.conftest import Author

pytestmark = pytest.mark.slow

SETTINGS = Path(__file__).parent / "strangers.gitconfig"
"""Settings that name a command wherever git takes one."""
COMMIT = "1" * 40
"""An object that the repository lacks, so that git asks the promisor for it."""


def hostile(folder: Path, ran: Path) -> Path:
    """Write a repository by hand whose settings run a command wherever git would run one."""
    trap = f'"touch {ran}; false"'
    tree = folder.parent if folder.name == ".git" else folder
    settings = SETTINGS.read_text("utf-8").format(tree=tree, trap=trap)
    write(folder, {"HEAD": "ref: refs/heads/main\n", "refs/heads/main": f"{COMMIT}\n",
                   "config": settings, "objects/info/packs": ""})  # fmt: skip
    for name in ("post-index-change", "reference-transaction"):
        write(folder, {f"hooks/{name}": f"#!/bin/sh\ntouch {ran}\n"})
        (folder / "hooks" / name).chmod(0o755)
    return folder


@pytest.fixture
def ran(tmp_path: Path) -> Path:
    """A file that is there as soon as a stranger's command has run."""
    return tmp_path / "ran"


def test_the_trap_of_these_tests_works(author: Author, tmp_path: Path, ran: Path) -> None:
    bare = hostile(tmp_path / "bare", ran)
    subprocess.run(["git", "cat-file", "-p", COMMIT], cwd=bare, capture_output=True, check=False)
    assert ran.exists()


def refused(author: Author, folder: Path, *words: str) -> str:
    run = author.masthead(*words, cwd=folder)
    assert run.returncode in (1, 2), run.stdout + run.stderr
    assert "Traceback" not in run.stderr and "error: " in run.stderr
    return run.stderr


OF_OLD = [("--ref", "main"), ("--published", "main")]


@pytest.mark.parametrize(
    ("below", "words"), [("", ()), *product(("", ".git"), OF_OLD)], ids=lambda one: " ".join(one)
)
def test_an_import_of_a_strangers_repository_runs_nothing(
    author: Author, tmp_path: Path, ran: Path, below: str, words: tuple[str, ...]
) -> None:
    """Of a bare one, and of one that was downloaded with its sources."""
    hostile(write(tmp_path / "old", BASE if below or "--published" in words else {}) / below, ran)
    refused(author, tmp_path, "import", "old", "new", *words)
    assert not ran.exists()


def test_an_import_of_a_downloaded_folder_asks_no_git(
    author: Author, tmp_path: Path, ran: Path
) -> None:
    hostile(write(tmp_path / "old", BASE) / ".git", ran)
    git = write(tmp_path / "bin", {"git": f"#!/bin/sh\ntouch {ran}\n"}) / "git"
    git.chmod(0o755)
    path = f"{git.parent}{os.pathsep}{author.environment['PATH']}"
    run = author.masthead("import", "old", "new", cwd=tmp_path, PATH=path)
    assert "the new site builds" in run.stdout, run.stderr
    assert not ran.exists()


def test_an_import_from_a_bare_repository_that_is_asked_for_works(
    author: Author, tmp_path: Path
) -> None:
    old = write(tmp_path / "old", BASE)
    for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "All")):
        author.git(*words, cwd=old)
    author.git("clone", "-q", "--bare", "old", "old.git", cwd=tmp_path)
    said = refused(author, tmp_path, "import", "old.git", "new")
    assert "--ref" in said
    run = author.masthead("import", "old.git", "new", "--ref", "main", cwd=tmp_path)
    assert "the new site builds" in run.stdout, run.stderr


COMMANDS = [("diff", "--against", "main"), ("deploy",)]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("is_what", ["the project", "above the project", "beside an empty .git"])
def test_a_folder_of_a_clone_that_counts_as_a_repository_runs_nothing(
    author: Author, ran: Path, is_what: str, words: tuple[str, ...]
) -> None:
    author.deploy()
    site = write(author.site.root / "my/site", {"content/site.yaml": "person: {name: Ada}\n"})
    folder = hostile(site.parent if "above" in is_what else site, ran)
    if ".git" in is_what:
        (folder / ".git").mkdir()
    said = refused(author, site, *words)
    assert "git takes this folder for a repository" in said or folder != site
    assert not ran.exists()


@pytest.mark.skipif(os.name == "nt", reason="a script stands for git")
def test_no_program_of_the_folder_is_taken_for_git(author: Author, ran: Path) -> None:
    write(author.site.root, {"git": f"#!/bin/sh\ntouch {ran}\n"})
    (author.site.root / "git").chmod(0o755)
    path = os.pathsep.join(("", ".", author.environment["PATH"]))
    run = author.masthead("diff", "--against", "HEAD", PATH=path)
    assert run.returncode == 0, run.stderr
    assert not ran.exists()


@pytest.mark.skipif(os.name == "nt", reason="a script stands for git")
@pytest.mark.parametrize(
    ("words", "script"),
    [
        (("deploy",), "#!/nowhere\n"),
        (("deploy",), None),
        *(
            (words, "#!/bin/sh\necho fatal: out of luck >&2; exit 128\n")
            for words in (*COMMANDS, ("import", ".", "../new", "--ref", "main"))
        ),
    ],
)
def test_a_git_that_fails_is_a_message(
    author: Author, tmp_path: Path, words: tuple[str, ...], script: str | None
) -> None:
    folder = write(tmp_path / "bin", {} if script is None else {"git": script})
    folder.mkdir(exist_ok=True)
    if script:
        (folder / "git").chmod(0o755)
    run = author.masthead(*words, PATH=str(folder))
    assert "Traceback" not in run.stderr
    assert "git" in run.stderr and run.returncode in (1, 2)


def test_a_file_that_a_clone_lacks_is_a_message(author: Author) -> None:
    author.site.write("content/extra.html", "<p>Hello</p>")
    author.git("add", "content/extra.html")
    author.git("commit", "-qm", "page")
    blob = author.git("rev-parse", "HEAD:content/extra.html")
    (author.site.root / ".git/objects" / blob[:2] / blob[2:]).unlink()
    said = refused(author, author.site.root, "diff", "--against", "HEAD")
    assert blob[:7] in said
