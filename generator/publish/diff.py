"""The changes that readers will see: compares a clean build with the live site, in words.

It compares words, links, addresses, and the metadata for browsers and search engines. Markup,
digests in names of assets, and files for programs follow from these and are left out.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import SequenceMatcher
from pathlib import Path

import msgspec

from generator.api import BuildRequest, Check, Report, build
from generator.disk import temporary_folder
from generator.hosting.git import repository
from generator.hosting.hosts import NOT_FOUND, address_of, file_at
from generator.hosting.site_files import Folder, SiteFiles, Tree, is_read
from generator.hosting.visible_content import visible_content, without_digest, words_of
from generator.model.files import ProjectFolders
from generator.problems import Place, Problem, SiteError, spoken
from generator.publish.repository import fetch_branch, remote_of

_SAME = 3
"""A change that at least this many pages share is shown once for all of them."""
_LONGEST = 120
"""The longest quotation, in characters."""

_Key = tuple[str, str, str]
_AROUND = 4
"""Words shown before and after a change."""
_MANY = 2000
"""In pages with more words, the search for the smallest change takes too long."""
_MOST_PAIRS = 300_000
"""The most pairs of equal words for the search for the smallest change. A page of 10,000 words of
which every other one differs has 200,000."""
_LOADED = {".avif", ".css", ".gif", ".ico", ".jpeg", ".jpg", ".js", ".map", ".mjs", ".otf", ".png",
           ".svg", ".ttf", ".wasm", ".webmanifest", ".webp", ".woff", ".woff2"}  # fmt: skip
"""Endings of files that pages load and whose addresses readers hardly know."""
_FOR_MACHINES = re.compile(
    r"(^|/)(\.nojekyll|CNAME|robots\.txt|sitemap\.xml|llms\.txt|search(-\d+)?\.json)$"
)


_REDIRECT, _LINK = ">", "link"


class Hunk(msgspec.Struct, frozen=True):
    """A few words of a page that replace others; either may be empty."""

    old: str
    new: str
    before: str = ""
    """The unchanged words before the change."""
    after: str = ""
    about: str = ""
    """The name of the metadata with these words, or "" for visible words. Links (`link`) and the
    target of a redirect (`>`) are changed as a whole."""


class PageChange(msgspec.Struct, frozen=True):
    """The changes of one page."""

    address: str
    hunks: tuple[Hunk, ...] = ()

    @property
    def by_key(self) -> dict[_Key, Hunk]:
        """The changes by what is equal on all pages with the same change."""
        return {(hunk.about, hunk.old, hunk.new): hunk for hunk in self.hunks}


class ChangedAddress(msgspec.Struct, frozen=True):
    """An address that readers can request."""

    address: str
    title: str = ""
    leads_to: str = ""
    """The target to which it redirects."""


class Diff(msgspec.Struct, frozen=True, kw_only=True):
    """All changes that readers will see."""

    added: tuple[ChangedAddress, ...] = ()
    """Pages, and files to which people link."""
    gone: tuple[ChangedAddress, ...] = ()
    pages: tuple[PageChange, ...] = ()
    files: tuple[str, ...] = ()
    """Addresses of files whose bytes differ: PDFs, pictures, downloads."""
    looks: tuple[str, ...] = ()
    """Style sheets and scripts whose bytes differ, without the digests in their names."""

    def __bool__(self) -> bool:
        return bool(self.added or self.gone or self.pages or self.files or self.looks)

    @property
    def dead(self) -> tuple[str, ...]:
        """Addresses that people may have saved and that will be dead."""
        endings = {one.address: posixpath.splitext(one.address)[1].lower() for one in self.gone}
        return tuple(address for address, ending in endings.items() if ending not in _LOADED)


def diff(old: SiteFiles, new: SiteFiles) -> Diff:
    """Return the changes that readers see between two states of a site."""
    before, after = old.digests, new.digests
    changed = [p for p in after if p in before and before[p] != after[p]]
    pages = (_change(path, old.read(path), new.read(path)) for path in changed if is_read(path))
    return Diff(
        added=tuple(_addresses(new, [p for p in after if p not in before])),
        gone=tuple(
            one
            for one in _addresses(old, [p for p in before if p not in after])
            if not file_at(one.address, after.keys())
        ),
        pages=tuple(page for page in pages if page.hunks),
        files=tuple(
            address_of(p)
            for p in changed
            if not _is_followed(p, after) and not p.endswith((".html", "feed.xml"))
        ),
        looks=tuple(_looks(old, new)),
    )


def _addresses(site: SiteFiles, paths: Sequence[str]) -> list[ChangedAddress]:
    found = []
    for path in sorted(paths):
        if _is_followed(path, site.digests) or path == NOT_FOUND:
            continue
        address, title, leads_to = address_of(path), "", ""
        if path.endswith(".html"):
            page = visible_content(site.read(path), address)
            title, leads_to = page.metadata.get("title", ""), page.leads_to
        found.append(ChangedAddress(address, "" if leads_to else title, leads_to))
    return found


def _is_followed(path: str, files: Collection[str]) -> bool:
    """Whether changes of a file show on pages, because it has only their content or their look."""
    if _FOR_MACHINES.search(path) or path.endswith((".css", ".js", ".mjs", ".map")):
        return True
    return path.endswith(".md") and path.removesuffix("md") + "html" in files


def _looks(old: SiteFiles, new: SiteFiles) -> list[str]:
    """Return the names of style sheets and scripts in both states whose bytes differ."""

    def named(site: SiteFiles) -> dict[str, str]:
        ours = [path for path in site.digests if path.endswith((".css", ".js", ".mjs"))]
        return {without_digest(path): site.digests[path] for path in ours}

    before, after = named(old), named(new)
    return sorted(n for n in before.keys() & after.keys() if before[n] != after[n])


def _change(path: str, old: bytes, new: bytes) -> PageChange:
    address = address_of(path)
    before, after = visible_content(old, address), visible_content(new, address)
    if before.leads_to or after.leads_to:
        is_same = before.leads_to == after.leads_to
        target = Hunk(before.leads_to, after.leads_to, about=_REDIRECT)
        return PageChange(address, () if is_same else (target,))
    found: list[Hunk] = []
    for name in sorted(before.metadata.keys() | after.metadata.keys()):
        first, second = (words_of(page.metadata.get(name, "")) for page in (before, after))
        found += hunks(first, second, name)
    found += hunks(before.words, after.words)
    found += [Hunk(link, "", about=_LINK) for link in sorted(before.links - after.links)]
    found += [Hunk("", link, about=_LINK) for link in sorted(after.links - before.links)]
    return PageChange(address, tuple(found))


def hunks(old: Sequence[str], new: Sequence[str], about: str = "") -> list[Hunk]:
    """Return the changes of words, each with unchanged words around it; blanks alone do not
    count."""
    a, b = [word.strip() for word in old], [word.strip() for word in new]
    spans: list[list[int]] = []
    for span in _changed(a, b):
        if spans and span[0] - spans[-1][1] <= 2:  # a word or two in between are no border
            spans[-1][1], spans[-1][3] = span[1], span[3]
        else:
            spans.append(list(span))
    return [
        Hunk(
            _text(old[start:end]),
            _text(new[start_new:end_new]),
            _text(_end(new[:start_new], new[start_new : start_new + 1])),
            _text(_start(new[end_new : end_new + _AROUND])),
            about,
        )
        for start, end, start_new, end_new in spans
    ]


def _changed(a: list[str], b: list[str]) -> Iterator[list[int]]:
    """Yield the ranges in which words differ: start and end in `a`, start and end in `b`.

    The search for the smallest change takes time for each pair of equal words. If repeated words
    make too many pairs, everything between the first and the last difference is one change.
    """
    shorter = min(len(a), len(b))
    start = next((n for n in range(shorter) if a[n] != b[n]), shorter)
    end = next((n for n in range(shorter - start) if a[-1 - n] != b[-1 - n]), shorter - start)
    a, b = a[start : len(a) - end], b[start : len(b) - end]
    counts = Counter(b)
    pairs = sum(number * counts[word] for word, number in Counter(a).items())
    if pairs > _MOST_PAIRS:
        yield [start, start + len(a), start, start + len(b)]
        return
    matcher = SequenceMatcher(None, a, b, autojunk=max(len(a), len(b)) > _MANY)
    for kind, *span in matcher.get_opcodes():
        if kind != "equal":
            yield [start + place for place in span]


def _start(words: Sequence[str]) -> Sequence[str]:
    """Return the words up to the next boundary."""
    breaks = [number for number, word in enumerate(words) if word.startswith("\n")]
    return words[: breaks[0]] if breaks else words


def _end(words: Sequence[str], following: Sequence[str]) -> Sequence[str]:
    """Return the last words, from the last boundary on."""
    if following and following[0].startswith("\n"):
        return ()
    words = words[-_AROUND:]
    breaks = [number for number, word in enumerate(words) if word.startswith("\n")]
    return words[breaks[-1] :] if breaks else words


def _text(words: Sequence[str]) -> str:
    return "".join(words).replace("\n", " ").strip()


# ---------------------------------------------------------------------- a site compared


class Compared(msgspec.Struct, frozen=True):
    """The result of a comparison."""

    against: str
    """In words, the state that the build was compared with."""
    diff: Diff
    warnings: tuple[Problem, ...] = ()


def compare(
    project: ProjectFolders,
    against: str = "",
    remote: str = "",
    branch: str = "gh-pages",
    base_url: str = "",
    can_ask: bool = False,
) -> Compared:
    """Make a clean build and return the changes that readers will see.

    `against` is a folder, or anything that git accepts as a commit; by default, the deployed
    branch. Raises SiteError if the site cannot be built, or if there is nothing to compare it with.
    """
    folder = Path(against)
    if against and folder.is_dir():
        if not (folder / "index.html").is_file():
            raise SiteError([Problem.of(Place(against), "folder-without-site")])
        return _compared(project, base_url, against, Folder.of(folder))
    with repository(project.root, can_ask) as git:
        if against:
            commit = git.answer("rev-parse", "--verify", "--quiet", f"{against}^{{commit}}")
            if not commit:
                raise SiteError([Problem.of(Place(against), "revision-missing")])
        else:
            found = fetch_branch(git, remote_of(git, remote), branch)
            commit, against = found.tip, str(found.place)
            if not commit:
                raise SiteError([Problem.of(found.place, "nothing-deployed")])
        return _compared(project, base_url, f"{against} ({commit[:7]})", Tree.of(git, commit))


def _compared(project: ProjectFolders, base_url: str, against: str, old: SiteFiles) -> Compared:
    with clean_build(project, base_url) as (files, report):
        return Compared(against, diff(old, files), report.warnings)


@contextmanager
def clean_build(
    project: ProjectFolders, base_url: str, check: Check | None = None
) -> Iterator[tuple[Folder, Report]]:
    """Make a clean build in a temporary folder; yield its files and the report.

    The folder is removed afterwards. The project is not touched, and no caches are used, so the
    result depends only on the sources. Raises SiteError with all mistakes.
    """
    with temporary_folder() as folder:
        site = Path(folder.root, "site")
        apart = ProjectFolders(project.root, Path(folder.root, "memory"))
        request = BuildRequest(project=apart, output=site, base_url=base_url, check=check)
        report = build(request)
        # Without it, GitHub Pages would run the files through Jekyll, which drops some of them.
        folder.save("site/.nojekyll", b"")
        yield Folder.of(site), report


# ---------------------------------------------------------------------- in words


def diff_as_text(diff: Diff, most: int | None = None) -> list[str]:
    """Return the lines of a diff; `most` is the number of changes that each part may show."""
    if not diff:
        return [spoken("diff-none")]
    return [
        *_address_lines("+", "diff-new", diff.added, most),
        *_address_lines("-", "diff-gone", diff.gone, most),
        *_page_lines(diff.pages, most),
        *_list_lines("diff-other-bytes", diff.files, most),
        *_list_lines("diff-looks", diff.looks, most),
    ]


def _address_lines(
    sign: str, what: str, found: tuple[ChangedAddress, ...], most: int | None
) -> Iterator[str]:
    if found:
        yield spoken(what, number=len(found))
    for one in found[:most]:
        more = f" -> {one.leads_to}" if one.leads_to else f"  {one.title}" if one.title else ""
        yield f"  {sign} {one.address}{more}"
    yield from _rest_line(len(found), most)


def _page_lines(pages: tuple[PageChange, ...], most: int | None) -> Iterator[str]:
    """Yield the changes of pages: first those that many pages share, then page by page."""
    found: dict[_Key, dict[str, Hunk]] = {}
    for page in pages:
        for key, hunk in page.by_key.items():
            found.setdefault(key, {})[page.address] = hunk
    shared = {key: on for key, on in found.items() if len(on) >= _SAME}
    for on in list(shared.values())[:most]:
        first, second, *_ = on
        yield spoken("diff-on-pages", number=len(on), first=first, second=second)
        yield from _hunk_lines(on[first])
    yield from _rest_line(len(shared), most)
    own = {
        page.address: [one for key, one in page.by_key.items() if key not in shared]
        for page in pages
    }
    left = [(address, changes) for address, changes in own.items() if changes]
    for address, changes in left[:most]:
        yield address
        for hunk in changes[:most]:
            yield from _hunk_lines(hunk)
        yield from _rest_line(len(changes), most)
    yield from _rest_line(len(left), most)


def _hunk_lines(hunk: Hunk) -> Iterator[str]:
    if hunk.about == _REDIRECT:
        yield "  > " + (hunk.new or spoken("diff-leads-nowhere"))
        return
    name = f"{hunk.about}: " if hunk.about else ""
    before = name + hunk.before + " " * bool(hunk.before)
    for sign, words in (("-", hunk.old), ("+", hunk.new)):
        if words and hunk.about == _LINK:
            yield f"  {sign} link {words}"
        elif words:
            yield f"  {sign} {before}[{_short(words)}] {hunk.after}".rstrip()


def _list_lines(what: str, found: tuple[str, ...], most: int | None) -> Iterator[str]:
    if found:
        yield spoken(what, files=found[:most])
        yield from _rest_line(len(found), most)


def _rest_line(number: int, most: int | None) -> Iterable[str]:
    is_more = most is not None and number > most
    return [spoken("diff-rest", number=number - (most or 0))] if is_more else []


def _short(words: str) -> str:
    half = _LONGEST // 2
    return words if len(words) <= _LONGEST else f"{words[:half]} … {words[-half:]}"
