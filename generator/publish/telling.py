"""A diff as a terminal shows it: what is the same on many pages is said once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.publish.diff import Address, Diff, Hunk, PageChange, hunks
from generator.publish.visible_content import words_of

_SAME = 3
"""A change on so many pages is told once for all of them."""
_LONGEST = 120
"""Letters of a quotation."""

_Key = tuple[str, str, str]
_Lines = tuple[str, ...]
"""The lines that tell one change."""


def told(diff: Diff, most: int | None = None) -> list[str]:
    """Return the lines that tell a diff; `most` is how many changes each part may show."""
    if not diff:
        return ["readers will see no change"]
    lines = [
        *_addresses("+", "new", diff.added, most),
        *_addresses("-", "gone", diff.gone, most),
        *_pages(diff.pages, most),
        *_list("other bytes", diff.files, most),
        *_list("looks", diff.looks, most),
    ]
    if diff.unseen:
        lines.append(f"and {_count(diff.unseen, 'page')} with changes that readers do not see")
    return lines


def _addresses(sign: str, what: str, found: tuple[Address, ...], most: int | None) -> Iterator[str]:
    if found:
        yield f"{what}: {_count(len(found), 'address', 'es')}"
    for one in found[:most]:
        more = f" -> {one.leads_to}" if one.leads_to else f"  {one.title}" if one.title else ""
        yield f"  {sign} {one.address}{more}"
    yield from _rest(len(found), most)


def _pages(pages: tuple[PageChange, ...], most: int | None) -> Iterator[str]:
    """Tell the changes of pages: first those that many share, then page by page."""
    where: dict[_Key, list[str]] = {}
    lines: dict[_Key, _Lines] = {}
    for page in pages:
        for key, told in _changes(page).items():
            where.setdefault(key, []).append(page.address)
            lines.setdefault(key, told)
    shared = [key for key, on in where.items() if len(on) >= _SAME]
    for key in shared[:most]:
        yield f"on {len(where[key])} pages: {where[key][0]}, {where[key][1]}, …"
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
    """Return each change with what it is known by: pages share it, and not its neighbours."""
    found: dict[_Key, _Lines] = {}
    if page.leads_to is not None:
        to = page.leads_to or "no longer sends its readers on"
        found["leads", page.address, to] = (f"  > {to}",)
    for name, (old, new) in page.metadata.items():
        if is_moved := old.startswith("http") and new.startswith("http"):
            old, new = _without_common_end(old, new)
        if is_moved or not (old and new):
            name = "addresses" if is_moved else name  # canonical, hreflang, … move as one
            found[name, old, new] = tuple(_pair(f"{name}: ", old, new, ""))
        else:
            for hunk in hunks(words_of(old), words_of(new)):
                found[name, hunk.old, hunk.new] = tuple(_words(hunk, f"{name}: "))
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


def _without_common_end(old: str, new: str) -> tuple[str, str]:
    """Return two addresses up to where they become the same, so that a move is told once."""
    ends, ends_new = old.split("/"), new.split("/")
    while len(ends) > 3 and len(ends_new) > 3 and ends[-1] == ends_new[-1]:
        ends.pop()
        ends_new.pop()
    return "/".join(ends), "/".join(ends_new)


def _list(what: str, found: tuple[str, ...], most: int | None) -> Iterator[str]:
    if found:
        yield f"{what}: {', '.join(found[:most])}"
        yield from _rest(len(found), most)


def _rest(number: int, most: int | None) -> Iterable[str]:
    return [f"  … and {number - most} more"] if most is not None and number > most else []


def _short(words: str) -> str:
    half = _LONGEST // 2
    return words if len(words) <= _LONGEST else f"{words[:half]} … {words[-half:]}"


def _count(number: int, noun: str, ending: str = "s") -> str:
    return f"{number} {noun}" + (ending if number != 1 else "")
