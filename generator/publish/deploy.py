"""`masthead deploy`: commits a clean build to the branch that GitHub Pages shows.

All mistakes are found before anything is sent. Sending is a single push: a server accepts it as a
whole or not at all. The author's work tree, index, HEAD, branches and settings are not touched. A
failure leaves only objects without a ref, and git removes these in time.
"""

from collections.abc import Callable

import msgspec

from generator.api import Check, Report, place_of
from generator.hosting.git import Git, repository
from generator.hosting.hosts import (
    NOT_FOUND,
    PUBLISHERS,
    address_problems,
    domain_of,
    host_of,
    pages_url,
)
from generator.hosting.site_files import Folder, Tree
from generator.model.files import ProjectFolders
from generator.problems import Place, Problem, SiteError, Spot, sorted_by_place
from generator.publish.diff import Diff, clean_build, diff
from generator.publish.repository import (
    SOURCE,
    Branch,
    address_of_remote,
    check_sources,
    fetch_branch,
    foreign,
    refuse_sources,
    remote_of,
    send,
)


class DeployRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of one deployment."""

    project: ProjectFolders
    check: Check
    """The check that runs before anything is sent."""
    base_url: str = ""
    """Overrides `url` of `site.yaml`."""
    remote: str = ""
    """The remote; by default `origin`, or the only one."""
    branch: str = "gh-pages"
    adopts: bool = False
    """Whether a branch that Masthead did not make is taken over."""
    allows_dirty: bool = False
    """Whether uncommitted sources may go live."""
    let_go: tuple[str, ...] = ()
    """Addresses that may be dead from now on; `all` means any."""
    is_rehearsal: bool = False
    """Whether nothing is sent."""
    can_ask: bool = False
    """Whether git may ask for a password, since a person is at a terminal."""


class Plan(msgspec.Struct, frozen=True):
    """The deployment that will be sent, after all checks have passed."""

    branch: Branch
    diff: Diff
    warnings: tuple[Problem, ...]
    files: int
    url: str
    """The URL for readers; empty if unknown."""
    is_same: bool
    """Whether the branch already has exactly these files."""


def deploy(request: DeployRequest, show: Callable[[Plan], None]) -> str:
    """Make a clean build and send it. `show` is called with the plan first.

    Return the commit, or "" if nothing differed or nothing was to be sent. Raises SiteError with
    all problems that prevent the deployment.
    """
    host = host_of(request.project.root)
    if host and host != "github":
        code = "published-by-gitlab" if host == "gitlab" else "published-by-rsync"
        raise SiteError([Problem.of(Place(PUBLISHERS[host]), code)])
    with repository(request.project.root, request.can_ask) as git:
        remote = remote_of(git, request.remote)
        if not git.succeeds("check-ref-format", f"refs/heads/{request.branch}"):
            place = Place("--branch")
            raise SiteError([Problem.of(place, "branch-name", name=request.branch)])
        commit, warned = check_sources(git, request.project, request.allows_dirty)
        branch = fetch_branch(git, remote, request.branch)
        refuse_sources(git, branch)
        problem = foreign(git, branch)
        if problem and not request.adopts:
            raise SiteError([problem])
        with clean_build(request.project, request.base_url, request.check) as (files, report):
            site, domain = _site(git, branch, files)
            old = Tree.of(git, branch.tip, site) if branch.tip else None
            changes = diff(old, files) if old else Diff()
            remote_url = address_of_remote(git, remote)
            problems = [
                *warned,
                *_older_sources(git, branch, commit),
                *_checked(report),
                *address_problems(report.base_url, remote_url, domain),
                *_dead(changes, request.let_go, branch),
            ]
            if host:  # its workflow would publish the site after each push, too
                place = Place(PUBLISHERS[host])
                problems.append(Problem.of(place, "published-by-github", severity="warning"))
            if NOT_FOUND not in files.digests:
                problems.append(Problem.of(Place(NOT_FOUND), "page-404-missing"))
            warnings = _settled(problems, request)
            url = pages_url(remote_url, domain)
            is_same = bool(not problem and old and old.digests == site)
            show(Plan(branch, changes, warnings, len(site), url, is_same))
            if is_same or request.is_rehearsal:
                return ""
            return send(git, branch, files, site, commit)


def _site(git: Git, branch: Branch, files: Folder) -> tuple[dict[str, str], str]:
    """Return the new content of the branch, path -> object name, and the site's own domain.

    A domain that was set on github.com is only in the branch's CNAME.
    """
    site = dict(files.digests)
    if "CNAME" in site:
        return site, domain_of(files.read("CNAME"))
    name = branch.tip and git.answer("rev-parse", "--verify", "--quiet", f"{branch.tip}:CNAME")
    if not name:
        return site, ""
    return site | {"CNAME": name}, domain_of(git.run_bytes("cat-file", "blob", name))


def _checked(report: Report) -> list[Problem]:
    """Return the problems of the build and the check. A placeholder is an error; notes are left
    out: `masthead check` shows them."""
    return [
        msgspec.structs.replace(problem, severity="error")
        if problem.rule == "placeholder-text"
        else problem
        for problem in report.warnings
        if problem.severity != "note"
    ]


def _dead(changes: Diff, let_go: tuple[str, ...], branch: Branch) -> list[Problem]:
    dead = [address for address in changes.dead if not {address, "all"} & set(let_go)]
    pages = (".html", "/")  # a redirect is a page; hosts would not serve it for another ending
    return [
        Problem.of(
            branch.place,
            "address-gone" if address.endswith(pages) else "file-gone",
            address=address,
        )
        for address in dead
    ]


def _older_sources(git: Git, branch: Branch, commit: str) -> list[Problem]:
    """Warn if the live site was built from commits that these sources do not have."""
    if not branch.tip or not commit:
        return []
    trailer = f"--format=%(trailers:key={SOURCE},valueonly)"
    live = git.run("log", "-1", "--no-show-signature", trailer, branch.tip).strip()
    live = live.removesuffix("-dirty")
    here = commit.removesuffix("-dirty")
    if not live or git.succeeds("merge-base", "--is-ancestor", live, here):
        return []
    is_known = git.succeeds("cat-file", "-e", f"{live}^{{commit}}")
    if not is_known and git.run("rev-parse", "--is-shallow-repository") == "true":
        return []  # it may precede the first commit in this clone
    return [Problem.of(branch.place, "live-commit-elsewhere", live=live[:7], severity="warning")]


def _settled(problems: list[Problem], request: DeployRequest) -> tuple[Problem, ...]:
    """Return the problems with their places; raise SiteError if one of them is an error."""
    located = sorted_by_place(
        msgspec.structs.replace(problem, where=place_of(problem.where, request.project))
        if isinstance(problem.where, Spot)
        else problem
        for problem in problems
    )
    if any(problem.is_error for problem in located):
        raise SiteError(located)
    return tuple(located)
