"""The author's repository, and the branch to which a site is deployed.

It checks the sources and the branch, and adds commits to the branch.
"""

import os
import re

import msgspec

from generator import __version__
from generator.hosting.git import Git, GitError
from generator.hosting.hosts import repository_of
from generator.hosting.site_files import Folder
from generator.model.files import ProjectFolders, is_litter
from generator.problems import Place, Problem, Severity, SiteError

MARK = "Masthead-Deploy"
"""The trailer of Masthead's commits (git-interpret-trailers), with the version."""
SOURCE = "Masthead-Source"
"""The trailer that names the commit of the sources."""
_FAR = 500
"""How many commits are searched for a mark."""
_NAMED = 5
"""How many files a message names."""


def remote_of(git: Git, wanted: str) -> str:
    """Return the name of the remote: the requested one, or `origin`, or the only one.

    Raises SiteError if the folder is not in a repository, or there is no such remote.
    """
    try:
        git.run("rev-parse", "--show-toplevel")
    except GitError as error:
        if "not a git repository" in error.said:
            raise SiteError([Problem.of(Place(".git"), "no-git-repository")]) from None
        refused = Problem.of(Place(".git"), "git-refuses", last_line=error.last_line)
        raise SiteError([refused]) from None
    remote = _chosen(git.run("remote").split(), wanted)
    if not all(map(_is_clear, _addresses(git, remote))):
        raise SiteError([Problem.of(Place(f"remote {remote}"), "remote-password")])
    return remote


def _addresses(git: Git, remote: str) -> list[str]:
    """Return all addresses that git may contact for a remote, as used and as configured."""
    found: list[str] = []
    for words in (("--all",), ("--push", "--all")):
        found += git.run("remote", "get-url", *words, remote).split("\n")
    for name in ("url", "pushurl"):  # empty if it is not set
        found += git.answer("config", "-z", "--get-all", f"remote.{remote}.{name}").split("\0")
    return found


def _is_clear(address: str) -> bool:
    """Whether a password in an address has only characters that are valid there.

    Otherwise git, curl and ssh take part of it for the host, and print that.
    """
    login, at, _ = address.partition("://")[2].rpartition("@")
    user, colon, password = login.partition(":")
    is_port = re.match(r"\d*/", password)  # the `@` is part of a path
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
    raise SiteError([Problem.of(Place(".git"), "remote-unknown", known=tuple(names))])


def address_of_remote(git: Git, remote: str) -> str:
    """Return the URL of a remote, preferably one of a repository on GitHub."""
    used = git.run("remote", "get-url", remote)  # after all `insteadOf`
    return used if repository_of(used)[0] else git.run("config", f"remote.{remote}.url")


def check_sources(
    git: Git, project: ProjectFolders, allows_dirty: bool
) -> tuple[str, list[Problem]]:
    """Return the commit that is checked out, and warnings. Raises SiteError with all problems that
    prevent a deployment.

    The commit ends in `-dirty` if files differ from it; it is empty before the first commit.
    """
    problems: list[Problem] = []
    changed, ignored = _uncommitted(git, project)
    if changed:
        severity: Severity = "warning" if allows_dirty else "error"
        named = _named(changed)
        where = Place(changed[0])
        problems.append(Problem.of(where, "files-uncommitted", named=named, severity=severity))
    if ignored:
        where, named = Place(ignored[0]), _named(ignored)
        problems.append(
            Problem.of(where, "files-ignored", named=named, ignored=ignored[0], severity="warning")
        )
    if not all(git.succeeds("var", f"GIT_{who}_IDENT") for who in ("COMMITTER", "AUTHOR")):
        problems.append(Problem.of(Place(".git"), "git-author-missing"))
    head = git.answer("rev-parse", "--verify", "--quiet", "HEAD")
    if any(problem.is_error for problem in problems):
        raise SiteError(problems)
    return head + "-dirty" * bool(head and changed), problems


def _uncommitted(git: Git, project: ProjectFolders) -> tuple[list[str], list[str]]:
    """Return the site's files that differ from the last commit, and those that git ignores."""
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


# ---------------------------------------------------------------------- the branch


class Branch(msgspec.Struct, frozen=True):
    """A branch of a remote."""

    remote: str
    name: str
    tip: str = ""
    """The commit to which it points; empty if there is no such branch."""

    @property
    def ref(self) -> str:
        return f"refs/heads/{self.name}"

    @property
    def place(self) -> Place:
        return Place(f"{self.remote}/{self.name}")


def fetch_branch(git: Git, remote: str, name: str) -> Branch:
    """Ask the remote for its branch, and fetch the content. The author's refs are not touched.

    Raises SiteError if the remote does not answer.
    """
    ref = f"refs/heads/{name}"
    try:
        for _ in range(2):  # it may move between the two requests
            answer = git.run("ls-remote", remote, ref)
            tip = answer.split("\t")[0] if answer else ""
            if not tip or git.succeeds("cat-file", "-e", f"{tip}^{{tree}}"):
                break
            git.run("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-prune",
                    "--no-recurse-submodules", remote, ref)  # fmt: skip
    except GitError as error:
        raise SiteError([unreachable(error, remote)]) from None
    return Branch(remote, name, tip)


def foreign(git: Git, branch: Branch) -> Problem | None:
    """Return a problem if Masthead did not make the branch, or if others have changed it since.

    A later commit that only sets the domain is ignored, because GitHub makes such commits.
    """
    if not branch.tip:
        return None
    form = f"--format=%H%x1f%an%x1f%s%x1f%(trailers:key={MARK},valueonly)%x1e"
    log = git.run("log", "--first-parent", f"-n{_FAR}", "--no-show-signature", form, branch.tip)
    others: list[str] = []
    for entry in log.split("\x1e"):
        commit, _, rest = entry.strip("\n").partition("\x1f")
        author, _, rest = rest.partition("\x1f")
        subject, _, mark = rest.rpartition("\x1f")
        if mark.strip():
            names = git.run("diff-tree", "-r", "-z", "--name-only", commit, branch.tip)
            files = sorted(set(names.split("\0")) - {"", "CNAME"})
            if not files:
                return None
            return Problem.of(
                branch.place,
                "branch-changed-files" if len(files) > 1 else "branch-changed-file",
                count=len(files),
                file=files[0],
                commits="; ".join(others[:3]),
            )
        if commit:
            others.append(f'{commit[:7]} "{subject}" by {author}')
    return Problem.of(branch.place, "branch-of-others")


def refuse_sources(git: Git, branch: Branch) -> None:
    """Raise SiteError for a branch that contains the sources."""
    head = git.answer("symbolic-ref", "-q", "HEAD")
    holds = branch.tip and git.run("ls-tree", "--name-only", branch.tip, "content/site.yaml")
    if head == branch.ref or holds:
        why = "it is checked out here" if head == branch.ref else "content/site.yaml is on it"
        raise SiteError([Problem.of(branch.place, "branch-holds-sources", why=why)])


def push(git: Git, branch: Branch, commit: str) -> None:
    """Push a commit to the branch, never by force. Raises SiteError if it is refused."""
    try:
        git.run("push", "--porcelain", "--no-verify", "--no-follow-tags", "--no-signed",
                "--recurse-submodules=no", branch.remote,
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
    """Return the problem of a remote, judged by git's output."""
    said, place = error.last_line, Place(remote)
    if any(words in error.said for words in _NO_RIGHTS):
        return Problem.of(place, "login-refused", said=said, remote=remote)
    if "not found" in error.said or "does not appear to be a git repository" in error.said:
        return Problem.of(place, "repository-missing", said=said, remote=remote)
    return Problem.of(place, "remote-silent", said=said)


def send(git: Git, branch: Branch, files: Folder, site: dict[str, str], source: str) -> str:
    """Push a commit with the whole site on top of the branch, and return the commit's name.

    `site` is the new content, path -> object name; `files` are those that git may not have yet.
    """
    paths = list(files.digests)
    listed = b"".join(os.fsencode(files.root / path) + b"\n" for path in paths)
    written = git.run("hash-object", "-w", "--no-filters", "--stdin-paths", stdin=listed)
    blobs = site | dict(zip(paths, written.split("\n"), strict=True))
    entries = "".join(f"100644 {name}\t{path}\0" for path, name in blobs.items())
    apart = git.with_own_index()
    apart.run("update-index", "-z", "--index-info",
              stdin=entries.encode("utf-8", "surrogateescape"))  # fmt: skip
    tree = apart.run("write-tree")
    message = "Deploy the site" + (f" from {source[:7]}" if source else "")
    trailers = f"{MARK}: {__version__}\n" + (f"{SOURCE}: {source}\n" if source else "")
    text = f"{message}\n\n{trailers}".encode()
    parents = ("-p", branch.tip) if branch.tip else ()
    commit = git.run("commit-tree", "--no-gpg-sign", tree, *parents, "-F", "-", stdin=text)
    push(git, branch, commit)
    return commit
