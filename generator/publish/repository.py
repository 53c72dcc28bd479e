"""What state the author's repository is in, and what of it prevents a deployment."""

import re

import msgspec

from generator.hosting.git import Git, GitError
from generator.hosting.github_pages import repository_of
from generator.messages import Message
from generator.model.files import is_litter
from generator.problems import Place, Problem, SiteError
from generator.project import ProjectFolders

_NAMED = 5
"""How many files a message names."""


class CheckedSources(msgspec.Struct, frozen=True):
    """What the repository of the sources says."""

    commit: str = ""
    """The commit that is checked out, with `-dirty` where files differ from it; empty before the
    first one."""
    warnings: tuple[Problem, ...] = ()


def object_format(git: Git) -> str:
    """Return the algorithm that names a repository's objects: sha1, or in newer ones sha256."""
    return git.answer("rev-parse", "--show-object-format") or "sha1"  # before git 2.25


def remote_of(git: Git, wanted: str) -> str:
    """Return the name of the remote: the one that is asked for, `origin`, or the only one.

    Raises SiteError where the folder is in no repository, or where there is no such remote.
    """
    try:
        git.run("rev-parse", "--show-toplevel")
    except GitError as error:
        if "not a git repository" in error.said:
            raise SiteError([Problem.of(Place(".git"), "no-git-repository")]) from None
        raise SiteError(
            [Problem.of(Place(".git"), "git-refuses", last_line=error.last_line)]
        ) from None
    remote = _chosen(git.run("remote").split(), wanted)
    if not all(map(_is_clear, _addresses(git, remote))):
        raise SiteError([Problem.of(Place(f"remote {remote}"), "remote-password")])
    return remote


def _addresses(git: Git, remote: str) -> list[str]:
    """Return all addresses that git may ask for a remote, as they are used and as they are set."""
    found: list[str] = []
    for words in (("--all",), ("--push", "--all")):
        found += git.run("remote", "get-url", *words, remote).split("\n")
    for name in ("url", "pushurl"):  # nothing where it is not set
        found += git.answer("config", "-z", "--get-all", f"remote.{remote}.{name}").split("\0")
    return found


def _is_clear(address: str) -> bool:
    """Whether a password in an address has only characters that may stand there.

    Where one has others, git, curl and ssh take a part of it for the host, and print that.
    """
    login, at, _ = address.partition("://")[2].rpartition("@")
    user, colon, password = login.partition(":")
    is_port = re.match(r"\d*/", password)  # and the `@` belongs to a path
    if not (at and colon) or "/" in user or is_port:
        return True
    return not re.search(r"[\s@/:?#\[\]]", password)


def _chosen(names: list[str], wanted: str) -> str:
    if not names:
        raise SiteError([Problem.of(Place(".git"), "remote-missing")])
    if wanted in names or (not wanted and len(names) == 1):
        return wanted or names[0]
    if not wanted and "origin" in names:
        return "origin"
    known = tuple(names)
    problem = Problem.of(Place(".git"), "remotes-ambiguous", known=known)
    if any(mark in wanted for mark in "@:/"):
        problem = Problem.of(Place(".git"), "remote-is-address", known=known)
    elif wanted:
        problem = Problem.of(Place(".git"), "remote-unknown", remote=wanted, known=known)
    raise SiteError([problem])


def address_of_remote(git: Git, remote: str) -> str:
    """Return the URL of a remote: a repository on GitHub, where any of its spellings is one."""
    used = git.run("remote", "get-url", remote)  # after all `insteadOf`
    return used if repository_of(used)[0] else git.run("config", f"remote.{remote}.url")


def check_sources(git: Git, project: ProjectFolders, allows_dirty: bool) -> CheckedSources:
    """Return the state of the sources. Raises SiteError with all that prevents a deployment."""
    problems: list[Problem] = []
    changed, ignored = _uncommitted(git, project)
    if changed:
        problems.append(
            Problem.of(
                Place(changed[0]),
                "files-uncommitted",
                named=_named(changed),
                severity="warning" if allows_dirty else "error",
            )
        )
    if ignored:
        problems.append(
            Problem.of(
                Place(ignored[0]),
                "files-ignored",
                named=_named(ignored),
                ignored=ignored[0],
                severity="warning",
            )
        )
    if not git.succeeds("var", "GIT_COMMITTER_IDENT") or not git.succeeds(
        "var", "GIT_AUTHOR_IDENT"
    ):
        problems.append(Problem.of(Place(".git"), "git-author-missing"))
    head = git.answer("rev-parse", "--verify", "--quiet", "HEAD")
    if head and not git.succeeds("symbolic-ref", "-q", "HEAD"):
        is_kept = git.run("for-each-ref", "--count=1", f"--contains={head}", "refs/heads",
                          "refs/remotes")  # fmt: skip
        message = Message.of("head-detached" if is_kept else "head-on-no-branch", commit=head[:7])
        problems.append(Problem(Place(".git/HEAD"), message, severity="warning"))
    if any(problem.is_error for problem in problems):
        raise SiteError(problems)
    return CheckedSources(head + "-dirty" * bool(head and changed), tuple(problems))


def _uncommitted(git: Git, project: ProjectFolders) -> tuple[list[str], list[str]]:
    """Return the files of the site that differ from the last commit, and those that git ignores."""
    names = ["content", "static", "themes", "fonts"]
    status = git.run("status", "--porcelain=v1", "-z", "--untracked-files=all",
                     "--ignored=matching", "--no-renames", "--", *names)  # fmt: skip
    prefix = git.run("rev-parse", "--show-prefix")
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
