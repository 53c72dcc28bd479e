"""`masthead diff`: a build from nothing held against what readers see now."""

from __future__ import annotations

from pathlib import Path

import msgspec

from generator.problems import Place, Problem, SiteError
from generator.project import Project
from generator.publish.branch import Tree, as_known, found
from generator.publish.diff import Diff, diff
from generator.publish.fresh import built_afresh
from generator.publish.git import Git, GitError
from generator.publish.snapshots import Folder, Snapshot
from generator.publish.sources import object_format, remote_of, repository


class DiffRequest(msgspec.Struct, frozen=True, kw_only=True):
    """One comparison: of what, with what."""

    project: Project
    base_url: str = ""
    against: str = ""
    """A folder or anything that git knows as a commit; left out, the deployed branch."""
    remote: str = ""
    branch: str = "gh-pages"
    can_ask: bool = False


class Compared(msgspec.Struct, frozen=True):
    """What came of it."""

    against: str
    """What the build was held against, in words."""
    diff: Diff
    warnings: tuple[Problem, ...] = ()


def compare(request: DiffRequest) -> Compared:
    """Build a site from nothing and say what readers will see change.

    Raises SiteError where it cannot be built, or where there is nothing to hold it against.
    """
    folder = Path(request.against)
    if request.against and folder.is_dir():
        if not (folder / "index.html").is_file():
            message = "this folder holds no site: it has no index.html"
            raise SiteError([Problem(Place(request.against), message, "name what a build wrote")])
        return _compared(request, request.against, Folder.of(folder), "sha1", ())
    with repository(request.project, request.can_ask) as git:
        commit, words, warnings = _deployed(git, request)
        return _compared(request, words, Tree.of(git, commit), object_format(git), warnings)


def _compared(
    request: DiffRequest,
    against: str,
    old: Snapshot,
    algorithm: str,
    warnings: tuple[Problem, ...],
) -> Compared:
    with built_afresh(request.project, request.base_url, algorithm=algorithm) as fresh:
        changes = diff(old, fresh.files)
        return Compared(against, changes, (*warnings, *fresh.report.warnings))


def _deployed(git: Git, request: DiffRequest) -> tuple[str, str, tuple[Problem, ...]]:
    """Return the commit to compare with, what it is in words, and warnings."""
    if request.against:
        try:
            commit = git.say("rev-parse", "--verify", "--quiet", f"{request.against}^{{commit}}")
        except GitError:
            message = "this is no folder, and git knows no commit of that name"
            hint = "name the folder of a build, a branch, a tag or a commit"
            raise SiteError([Problem(Place(request.against), message, hint)]) from None
        return commit, f"{request.against} ({commit[:7]})", ()
    remote = remote_of(git, request.remote)
    warnings: tuple[Problem, ...] = ()
    try:
        branch = found(git, remote, request.branch)
    except SiteError as error:
        branch = as_known(git, remote, request.branch)
        if not branch.tip:
            raise
        warnings = tuple(msgspec.structs.replace(p, severity="warning") for p in error.problems)
    if not branch.tip:
        hint = "`masthead deploy` makes it; compare with anything else by --against DIR"
        raise SiteError([Problem(branch.place, "nothing has been deployed there yet", hint)])
    known = ", as it was when git last heard of it" if branch.is_stale else ""
    return branch.tip, f"{branch.place} ({branch.tip[:7]}){known}", warnings
