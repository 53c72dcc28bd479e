"""`cut VERSION`: the whole release on this machine, except pushing the tag; also the template
repository.

Everything is made in temporary checkouts of the commit that will be the release. Only after all
checks have passed does the branch move to that commit, is the tag set, and does `dist/VERSION/`
appear. Until then, and after any failure, the author's files, branch and tags are unchanged.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.release.distributions import check_descriptions, checked_out, make_files
from tools.release.steps import CannotRelease, done, git, run
from tools.release.trials import try_everywhere
from tools.release.version import CHANGELOG, PLACES, refuse_what_prevents, write_version

TEMPLATE_README = Path(__file__).with_name("template_readme.md")


def cut_release(root: Path, version: str, dry_run: bool = False) -> None:
    """Release a version, or with `dry_run` only test whether that would work.

    Raises CannotRelease with the problems and hints.
    """
    refuse_what_prevents(root, version)
    done("ready", f"{git(root, 'branch', '--show-current')} is committed, v{version} is free")
    with checked_out(root, "HEAD") as tree:
        commit = commit_version(tree, version)
        done("changelog", f"cut at {version}; the commit of the release is {commit[:12]}")
        with TemporaryDirectory(prefix="masthead-release-") as name:
            folder = Path(name)
            files = make_files(root, commit, folder / "made")
            check_descriptions(files)
            (wheel,) = (path for path in files if path.suffix == ".whl")
            programs = try_everywhere(wheel, tree, folder)
            write_template(folder / "made/template", [programs[0] / "masthead"])
            done("template", "written by the wheel, to be pushed as it is")
            if dry_run:
                done("dry run", "all would work; nothing was kept")
                return
            keep(root, version, commit, folder / "made")
    done("released", f"dist/{version}/, the branch and the tag v{version}, on this machine only")
    branch = git(root, "branch", "--show-current")
    print(f"next  git push --atomic origin {branch} v{version}   the workflow publishes the tag")


def commit_version(tree: Path, version: str) -> str:
    """Write a version into a checkout, commit that, and return the commit."""
    write_version(tree, version, datetime.now(UTC).date())
    way = 'git wants to know who you are: git config user.name "…", git config user.email …'
    git(tree, "add", "--", CHANGELOG, *PLACES, way_out=way)
    git(tree, "commit", "--quiet", "--message", f"Release {version}", way_out=way)
    return git(tree, "rev-parse", "HEAD")


def keep(root: Path, version: str, commit: str, made: Path) -> None:
    """Set the tag, move the branch and put the files into `dist/VERSION/`: all or nothing.

    Raises CannotRelease, after undoing its changes.
    """
    target = root / "dist" / version
    part = target.with_name(f".{version}")
    try:
        _remove(part)
        shutil.copytree(made, part)
        _remove(target)  # of a withdrawn release
        part.rename(target)
        git(root, "tag", "--annotate", "--message", f"Masthead {version}", f"v{version}", commit)
        git(root, "merge", "--quiet", "--ff-only", commit,
            way_out="the branch has moved meanwhile: begin again")  # fmt: skip
    except BaseException as error:
        for folder in (part, target):
            _remove(folder)
        if git(root, "tag", "--list", f"v{version}"):
            git(root, "tag", "--delete", f"v{version}")
        if isinstance(error, OSError):
            said = f"{error.filename}: {error.strerror}"
            raise CannotRelease((said, "make room in dist/, and begin again")) from None
        raise


def _remove(folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)


def write_template(folder: Path, masthead: Sequence[str | Path]) -> None:
    """Write the template repository into a folder that does not exist yet.

    It is a new site with a README for people who have only a browser. Each release rewrites it with
    its own wheel, so it is never out of date. It is pushed unchanged; GitHub's setting "Template
    repository" does the rest. `masthead` is the command of the template's version. Raises
    CannotRelease.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    way = "`masthead new` must work in an empty folder"
    run(*masthead, "new", folder, "--yes", cwd=folder.parent, way_out=way)
    (folder / "README.md").write_bytes(TEMPLATE_README.read_bytes())
