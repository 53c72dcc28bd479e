"""A clean build, and what is different in it from what readers see now, in words."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from generator.api import BuildRequest, Check, Report, build
from generator.disk.own_folder import temporary_folder
from generator.hosting.git import Git, GitError, repository
from generator.hosting.site_files import Folder, SiteFiles, Tree
from generator.hosting.visible_content import words_of
from generator.messages import spoken
from generator.problems import Place, Problem, SiteError
from generator.project import ProjectFolders
from generator.publish.diff import ChangedAddress, Diff, Hunk, PageChange, diff, hunks
from generator.publish.repository import fetch_branch, remote_of

_SAME = 3
"""A change that at least so many pages share is shown once for all of them."""
_LONGEST = 120
"""The most characters of a quotation."""

_Key = tuple[str, str, str]
_Lines = tuple[str, ...]
"""The lines that show one change."""


class DiffRequest(msgspec.Struct, frozen=True, kw_only=True):
    """One comparison: which project, with which commit or folder."""

    project: ProjectFolders
    base_url: str = ""
    against: str = ""
    """A folder or anything that git knows as a commit; left out, the deployed branch."""
    remote: str = ""
    branch: str = "gh-pages"
    can_ask: bool = False


class Compared(msgspec.Struct, frozen=True):
    """The result of a comparison."""

    against: str
    """What the build was compared with, in words."""
    diff: Diff
    warnings: tuple[Problem, ...] = ()


def compare(request: DiffRequest) -> Compared:
    """Build a site from scratch and return what readers will see change.

    Raises SiteError if it cannot be built, or if there is nothing to compare it with.
    """
    folder = Path(request.against)
    if request.against and folder.is_dir():
        if not (folder / "index.html").is_file():
            raise SiteError([Problem.of(Place(request.against), "folder-without-site")])
        return _compared(request, request.against, Folder.of(folder))
    with repository(request.project.root, request.can_ask) as git:
        commit, words = _deployed(git, request)
        return _compared(request, words, Tree.of(git, commit))


def _compared(request: DiffRequest, against: str, old: SiteFiles) -> Compared:
    with clean_build(request.project, request.base_url) as (files, report):
        return Compared(against, diff(old, files), report.warnings)


def _deployed(git: Git, request: DiffRequest) -> tuple[str, str]:
    """Return the commit to compare with, and what it is in words."""
    if request.against:
        try:
            commit = git.run("rev-parse", "--verify", "--quiet", f"{request.against}^{{commit}}")
        except GitError:
            raise SiteError([Problem.of(Place(request.against), "revision-missing")]) from None
        return commit, f"{request.against} ({commit[:7]})"
    remote = remote_of(git, request.remote)
    branch = fetch_branch(git, remote, request.branch)
    if not branch.tip:
        raise SiteError([Problem.of(branch.place, "nothing-deployed")])
    return branch.tip, f"{branch.place} ({branch.tip[:7]})"


@contextmanager
def clean_build(
    project: ProjectFolders, base_url: str, check: Check | None = None
) -> Iterator[tuple[Folder, Report]]:
    """Build a site from scratch into a temporary folder; yield its files and the report.

    The folder is removed afterwards. Nothing of the project is touched, and nothing that earlier
    builds remember is used, so that the result depends on the sources alone. Raises SiteError with
    all that is wrong.
    """
    with temporary_folder() as folder:
        site = Path(folder.root, "site")
        apart = ProjectFolders(project.root, Path(folder.root, "memory"))
        request = BuildRequest(project=apart, output=site, base_url=base_url, check=check)
        report = build(request)
        # Without it, Pages would run the files through Jekyll, which drops some of them.
        folder.save("site/.nojekyll", b"")
        yield Folder.of(site), report


def diff_as_text(diff: Diff, most: int | None = None) -> list[str]:
    """Return the lines that show a diff; `most` is how many changes each part may show."""
    if not diff:
        return [spoken("diff-none")]
    lines = [
        *_addresses("+", "diff-new", diff.added, most),
        *_addresses("-", "diff-gone", diff.gone, most),
        *_pages(diff.pages, most),
        *_list("diff-other-bytes", diff.files, most),
        *_list("diff-looks", diff.looks, most),
    ]
    if diff.unseen:
        lines.append(spoken("diff-unseen", number=diff.unseen))
    return lines


def _addresses(
    sign: str, what: str, found: tuple[ChangedAddress, ...], most: int | None
) -> Iterator[str]:
    if found:
        yield spoken(what, number=len(found))
    for one in found[:most]:
        more = f" -> {one.leads_to}" if one.leads_to else f"  {one.title}" if one.title else ""
        yield f"  {sign} {one.address}{more}"
    yield from _rest(len(found), most)


def _pages(pages: tuple[PageChange, ...], most: int | None) -> Iterator[str]:
    """Yield the changes of pages: first those that many share, then page by page."""
    where: dict[_Key, list[str]] = {}
    lines: dict[_Key, _Lines] = {}
    for page in pages:
        for key, change in _changes(page).items():
            where.setdefault(key, []).append(page.address)
            lines.setdefault(key, change)
    shared = [key for key, on in where.items() if len(on) >= _SAME]
    for key in shared[:most]:
        first, second, *_ = where[key]
        yield spoken("diff-on-pages", number=len(where[key]), first=first, second=second)
        yield from lines[key]
    yield from _rest(len(shared), most)
    known = set(shared)
    own = {page.address: [v for k, v in _changes(page).items() if k not in known] for page in pages}
    left = [(address, changes) for address, changes in own.items() if changes]
    for address, changes in left[:most]:
        yield address
        for change in changes[:most]:
            yield from change
        yield from _rest(len(changes), most)
    yield from _rest(len(left), most)


def _changes(page: PageChange) -> dict[_Key, _Lines]:
    """Return the lines of each change by a key that is the same for all pages with this change."""
    found: dict[_Key, _Lines] = {}
    if page.leads_to is not None:
        to = page.leads_to or spoken("diff-leads-nowhere")
        found["leads", page.address, to] = (f"  > {to}",)
    for name, (old, new) in page.metadata.items():
        if old and new:
            for hunk in hunks(words_of(old), words_of(new)):
                found[name, hunk.old, hunk.new] = tuple(_words(hunk, f"{name}: "))
        else:
            found[name, old, new] = tuple(_pair(f"{name}: ", old, new, ""))
    for hunk in page.words:
        found["", hunk.old, hunk.new] = tuple(_words(hunk))
    for sign, links in (("-", page.links_gone), ("+", page.links_added)):
        found |= {("link", sign, link): (f"  {sign} link {link}",) for link in links}
    return found


def _words(hunk: Hunk, start: str = "") -> Iterator[str]:
    before = start + hunk.before + " " * bool(hunk.before)
    return _pair(before, hunk.old, hunk.new, f" {hunk.after}")


def _pair(before: str, old: str, new: str, after: str) -> Iterator[str]:
    for sign, words in (("-", old), ("+", new)):
        if words:
            yield f"  {sign} {before}[{_short(words)}]{after.rstrip()}"


def _list(what: str, found: tuple[str, ...], most: int | None) -> Iterator[str]:
    if found:
        yield spoken(what, files=found[:most])
        yield from _rest(len(found), most)


def _rest(number: int, most: int | None) -> Iterable[str]:
    is_more = most is not None and number > most
    return [spoken("diff-rest", number=number - (most or 0))] if is_more else []


def _short(words: str) -> str:
    half = _LONGEST // 2
    return words if len(words) <= _LONGEST else f"{words[:half]} … {words[-half:]}"
