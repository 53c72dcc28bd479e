"""The repository that a site's sources are in, before anything is built from them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from generator.model.files import is_litter
from generator.problems import Place, Problem, SiteError
from generator.project import Project
from generator.publish.git import Git, GitError
from generator.publish.hosting import repository_of

_NAMED = 5
"""How many files a message names."""


class Sources(msgspec.Struct, frozen=True):
    """What the repository of the sources says."""

    commit: str = ""
    """The commit that is checked out, with `-dirty` where files differ from it; empty before the
    first one."""
    warnings: tuple[Problem, ...] = ()


@contextmanager
def repository(project: Project, can_ask: bool = False) -> Iterator[Git]:
    """Give the git of the project's repository."""
    with tempfile.TemporaryDirectory(prefix="masthead-") as no_hooks:
        yield Git(project.root, Path(no_hooks), can_ask)


def object_format(git: Git) -> str:
    """Return the algorithm by which a repository names objects: sha1, or in new ones sha256."""
    try:
        return git.say("rev-parse", "--show-object-format")
    except GitError:  # before git 2.25, which knew no other
        return "sha1"


def remote_of(git: Git, wanted: str) -> str:
    """Return the name of the remote: the one that is asked for, `origin`, or the only one.

    Raises SiteError where the folder is in no repository, or where there is no such remote.
    """
    try:
        git.say("rev-parse", "--show-toplevel")
    except GitError as error:
        if "not a git repository" in error.said:
            message = "this project is in no git repository, which is what GitHub Pages shows"
            hint = (
                "git init && git add . && git commit -m 'My site', then git remote add origin URL"
            )
            raise SiteError([Problem(Place(".git"), message, hint)]) from None
        hint = "`git status` says the same, and what to do"
        raise SiteError([Problem(Place(".git"), f"git refuses: {error.last_line}", hint)]) from None
    names = git.say("remote").split()
    if not names:
        hint = "create a repository, then: git remote add origin https://github.com/USER/REPO.git"
        raise SiteError([Problem(Place(".git"), "this repository has no remote to go to", hint)])
    if wanted in names or (not wanted and len(names) == 1):
        return wanted or names[0]
    if not wanted and "origin" in names:
        return "origin"
    message = f"there is no remote `{wanted}`" if wanted else "which of the remotes is it?"
    hint = f"name one with --remote: {', '.join(names)}"
    raise SiteError([Problem(Place(".git"), message, hint)])


def address_of_remote(git: Git, remote: str) -> str:
    """Return the URL of a remote: a repository on GitHub, where any of its spellings is one."""
    used = git.say("remote", "get-url", remote)  # after all `insteadOf`
    return used if repository_of(used)[0] else git.say("config", f"remote.{remote}.url")


def looked_at(git: Git, project: Project, allows_dirty: bool) -> Sources:
    """Return what is worth knowing of the sources. Raises SiteError with all that is in the way."""
    problems: list[Problem] = []
    changed, ignored = _uncommitted(git, project)
    if changed:
        message = f"not committed, so nobody could build this site again: {_named(changed)}"
        hint = "git add and git commit them first, or deploy them as they are with --allow-dirty"
        problems.append(
            Problem(Place(changed[0]), message, hint, "warning" if allows_dirty else "error")
        )
    if ignored:
        message = f"git ignores these, so they go live but are in no commit: {_named(ignored)}"
        hint = f"git add --force {ignored[0]}"
        problems.append(Problem(Place(ignored[0]), message, hint, "warning"))
    if not git.does("var", "GIT_COMMITTER_IDENT") or not git.does("var", "GIT_AUTHOR_IDENT"):
        hint = 'git config user.name "Your Name" && git config user.email you@example.org'
        problems.append(Problem(Place(".git"), "git does not know whose commits these are", hint))
    has_commit = git.does("rev-parse", "--verify", "--quiet", "HEAD")
    head = git.say("rev-parse", "HEAD") if has_commit else ""
    if head and not git.does("symbolic-ref", "-q", "HEAD"):
        message = f"no branch is checked out (HEAD is detached at {head[:7]})"
        is_kept = git.say("for-each-ref", "--count=1", f"--contains={head}", "refs/heads",
                          "refs/remotes")  # fmt: skip
        message += "" if is_kept else ", and no branch holds what is going to be deployed"
        hint = "git switch -c NAME keeps it" if not is_kept else "git switch BRANCH brings one back"
        problems.append(Problem(Place(".git/HEAD"), message, hint, "warning"))
    if any(problem.is_error for problem in problems):
        raise SiteError(problems)
    return Sources(head + "-dirty" * bool(head and changed), tuple(problems))


def _uncommitted(git: Git, project: Project) -> tuple[list[str], list[str]]:
    """Return the files of the site that differ from the last commit, and those that git ignores."""
    names = ["content", "static", "themes", "fonts"]
    status = git.say("status", "--porcelain=v1", "-z", "--untracked-files=all",
                     "--ignored=matching", "--no-renames", "--", *names)  # fmt: skip
    prefix = git.say("rev-parse", "--show-prefix")
    changed: list[str] = []
    ignored: list[str] = []
    for entry in filter(None, status.split("\0")):
        path = entry[3:].removeprefix(prefix)
        if not any(is_litter(part) for part in path.rstrip("/").split("/")):
            (ignored if entry.startswith("!!") else changed).append(path)
    return sorted(changed), sorted(ignored)


def _named(files: list[str]) -> str:
    more = len(files) - _NAMED
    return ", ".join(files[:_NAMED]) + (f" and {more} more" if more > 0 else "")
