"""The branch that a site is deployed to: what is on it, who made it, and new commits for it."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from generator import __version__
from generator.hosting.git import Git, GitError
from generator.problems import Place, Problem, SiteError

MARK = "Masthead-Deploy"
"""The trailer of commits that are ours (git-interpret-trailers), with the version."""
SOURCE = "Masthead-Source"
"""The trailer that names the commit of the sources."""
_FAR = 500
"""Commits in which a mark is looked for."""


class Branch(msgspec.Struct, frozen=True):
    """A branch of a remote."""

    remote: str
    name: str
    tip: str = ""
    """The commit that it points to; empty where there is no such branch."""
    is_stale: bool = False
    """Whether the remote could not be asked, so that this is what it was the last time."""

    @property
    def ref(self) -> str:
        return f"refs/heads/{self.name}"

    @property
    def place(self) -> Place:
        return Place(f"{self.remote}/{self.name}")


def fetch_branch(git: Git, remote: str, name: str) -> Branch:
    """Ask the remote for its branch, and fetch what is on it. No ref of the author's is touched.

    Raises SiteError where the remote does not answer.
    """
    ref = f"refs/heads/{name}"
    try:
        for _ in range(2):  # it may move between the two questions
            answer = git.run("ls-remote", remote, ref)
            tip = answer.split("\t")[0] if answer else ""
            if not tip or git.succeeds("cat-file", "-e", f"{tip}^{{tree}}"):
                break
            git.run("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-prune",
                    "--no-recurse-submodules", remote, ref)  # fmt: skip
    except GitError as error:
        raise SiteError([unreachable(error, remote)]) from None
    return Branch(remote, name, tip)


def last_known_branch(git: Git, remote: str, name: str) -> Branch:
    """Return the branch as it was when git last heard of it."""
    tip = git.answer("rev-parse", "--verify", "--quiet", f"refs/remotes/{remote}/{name}")
    return Branch(remote, name, tip, is_stale=True)


def refuse_foreign(git: Git, branch: Branch) -> None:
    """Raise SiteError for a branch that no deployment of Masthead made, or that somebody changed.

    A later commit that only sets the domain does not count: GitHub makes such commits.
    """
    if not branch.tip:
        return
    form = f"--format=%H%x1f%an%x1f%s%x1f%(trailers:key={MARK},valueonly)%x1e"
    log = git.run("log", "--first-parent", f"-n{_FAR}", "--no-show-signature", form, branch.tip)
    foreign: list[str] = []
    for entry in log.split("\x1e"):
        commit, _, rest = entry.strip("\n").partition("\x1f")
        author, _, rest = rest.partition("\x1f")
        subject, _, mark = rest.rpartition("\x1f")
        if mark.strip():
            names = git.run("diff-tree", "-r", "-z", "--name-only", commit, branch.tip)
            others = sorted(set(names.split("\0")) - {"", "CNAME"})
            if not others:
                return
            problem = Problem.of(
                branch.place,
                "branch-changed-files" if len(others) > 1 else "branch-changed-file",
                count=len(others),
                file=others[0],
                commits="; ".join(foreign[:3]),
            )
            raise SiteError([problem])
        if commit:
            foreign.append(f'{commit[:7]} "{subject}" by {author}')
    raise SiteError([Problem.of(branch.place, "branch-of-others")])


def refuse_sources(git: Git, branch: Branch) -> None:
    """Raise SiteError for a branch that people work on, whoever asks for it."""
    head = git.answer("symbolic-ref", "-q", "HEAD")
    holds = branch.tip and git.run("ls-tree", "--name-only", branch.tip, "content/site.yaml")
    if head == branch.ref or holds:
        why = "it is checked out here" if head == branch.ref else "content/site.yaml is on it"
        raise SiteError([Problem.of(branch.place, "branch-holds-sources", why=why)])


def commit(git: Git, tree: str, branch: Branch, message: str, source: str) -> str:
    """Write a commit that follows the branch's tip, and return its name."""
    trailers = f"{MARK}: {__version__}\n" + (f"{SOURCE}: {source}\n" if source else "")
    text = f"{message.strip()}\n\n{trailers}".encode()
    parents = ("-p", branch.tip) if branch.tip else ()
    return git.run("commit-tree", "--no-gpg-sign", tree, *parents, "-F", "-", stdin=text)


def push(git: Git, branch: Branch, commit: str, is_rehearsal: bool = False) -> None:
    """Send a commit to the branch, never by force. Raises SiteError where it is refused."""
    rehearsal = ("--dry-run",) if is_rehearsal else ()
    try:
        git.run("push", "--porcelain", "--no-verify", "--no-follow-tags", "--no-signed",
                "--recurse-submodules=no", *rehearsal, branch.remote,
                f"{commit}:{branch.ref}")  # fmt: skip
    except GitError as error:
        raise SiteError([_refused(error, branch)]) from None


def _refused(error: GitError, branch: Branch) -> Problem:
    said = error.said
    if any(words in said for words in ("fetch first", "non-fast-forward", "cannot lock ref")):
        return Problem.of(branch.place, "deployed-meanwhile")
    if "[remote rejected]" in said:
        line = next(line for line in said.splitlines() if "[remote rejected]" in line)
        reason = line.partition("[remote rejected]")[2].strip()
        advice = " ".join(error.server_lines)
        return Problem.of(
            branch.place, "commit-refused", reason=reason, advice=advice and f": {advice}"
        )
    return unreachable(error, branch.remote)


_NO_RIGHTS = ("Permission denied", "error: 403", "denied to", "Authentication failed", "error: 401",
              "could not read Username", "could not read Password", "Write access",
              "Host key verification failed", "permission denied")  # fmt: skip


def unreachable(error: GitError, remote: str) -> Problem:
    """Return what is wrong with a remote, from what git said."""
    said, place = error.last_line, Place(remote)
    if any(words in error.said for words in _NO_RIGHTS):
        return Problem.of(place, "login-refused", said=said, remote=remote)
    if "not found" in error.said or "does not appear to be a git repository" in error.said:
        return Problem.of(place, "repository-missing", said=said, remote=remote)
    return Problem.of(place, "remote-silent", said=said)


def write_tree(git: Git, blobs: Mapping[str, str]) -> str:
    """Write the trees that hold some blobs, by their paths; return the name of the top one.

    No index is needed, so none can be in the way. Format: gitformat of `git mktree -z`.
    """
    folders: dict[str, list[str]] = {"": []}
    for path, name in blobs.items():
        folder, _, last = path.rpartition("/")
        folders.setdefault(folder, []).append(f"100644 blob {name}\t{last}")
        while folder:
            folder = folder.rpartition("/")[0]
            folders.setdefault(folder, [])
    top = ""
    for depth in sorted({_depth(folder) for folder in folders}, reverse=True):
        here = sorted(folder for folder in folders if _depth(folder) == depth)
        names = _trees(git, [folders[folder] for folder in here])
        for folder, name in zip(here, names, strict=True):
            parent, _, last = folder.rpartition("/")
            if folder:
                folders[parent].append(f"040000 tree {name}\t{last}")
            else:
                top = name
    return top


def _depth(folder: str) -> int:
    return folder.count("/") + 1 if folder else 0


def _trees(git: Git, entries: Iterable[list[str]]) -> list[str]:
    text = b"".join(
        b"".join(line.encode("utf-8", "surrogateescape") + b"\0" for line in lines) + b"\0"
        for lines in entries
    )
    return git.run("mktree", "-z", "--batch", stdin=text).split("\n")


def write_blobs(git: Git, files: Iterable[Path]) -> list[str]:
    """Write the bytes of files into the repository as they are; return the blobs' names."""
    paths = b"".join(os.fsencode(file) + b"\n" for file in files)
    if not paths:
        return []
    return git.run("hash-object", "-w", "--no-filters", "--stdin-paths", stdin=paths).split("\n")
