"""Which files under `content/` are published: not those that were set aside, unless the site links.

A picture beside a draft or a private page would be known to whoever guesses its name. So would an
archive or a copy of a page that somebody has left there. Such a file goes live only where
something that is public links to it.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec

from generator.graph.index import Index
from generator.graph.links import resolve
from generator.model.files import Sources
from generator.model.links import path_encoded
from generator.model.set_aside import FOR_MACHINES, folder_set_aside, leftover
from generator.model.site import PAGE_ENDINGS, Page, Site
from generator.model.text import shown
from generator.problems import Place, Problem

_STOPS = frozenset(" \t\r\n<>\"'()[]|`{}=,\\")
"""What ends a link, as it is written in Markdown, HTML or data."""
_BEFORE = re.compile(r"""([(<"'=}]|^[ \t]*(\[[^\]\n]*\]|:?[\w-]+):)[ \t]*\Z""", re.MULTILINE)
"""What stands before a link: in Markdown and HTML, in a definition, an option or a field."""
_LONGEST = 2000
"""Letters that a link, or what stands before one, has at most."""
_READABLE = (".html", ".htm", ".css", ".svg", ".xml", ".webmanifest")
"""Endings of files that may lead to others, among those that are copied."""
_SHOWN = 3
"""So many files of a folder are named."""

ReadBody = Callable[[Page], str]


class _Text(NamedTuple):
    """Something public that may link to a file."""

    text: str
    file: str
    lang: str


def without_set_aside(
    site: Site, sources: Sources, read_body: ReadBody, index: Callable[[], Index]
) -> tuple[Site, list[Problem]]:
    """Return the site without the files that were set aside, and a warning or note for them.

    `index` gives an index of the site in which all of them are published; it is asked for only
    where something may lead to one of them.
    """
    reasons = dict(_reasons(site, sources))
    if not reasons:
        return site, []
    linked = _linked(site, sources, read_body, index, reasons)
    aside = {name: reason for name, reason in reasons.items() if name not in linked}
    statics = site.statics - {name for name in aside if f"static/{name}" not in sources.statics}
    pictures = {path: picture for path, picture in site.pictures.items() if path in statics}
    site = msgspec.structs.replace(site, statics=statics, pictures=pictures)
    return site, list(_said(aside))


def _reasons(site: Site, sources: Sources) -> Iterator[tuple[str, str]]:
    """Yield the files under `content/` that seem to be set aside, each with what it is."""
    public = {page.file for page in site.pages}
    beside, below = set[str](), set[str]()
    """Folders in which a hidden page lies, and folders that belong to one."""
    for path in sources.content:
        if path.endswith(PAGE_ENDINGS) and path not in public and path not in site.broken:
            folder, slash, last = path.removeprefix("content/").rpartition("/")
            stem = last.split(".")[0]
            beside.add(folder)
            below.add(f"{folder}{slash}{stem}" if stem != "index" else folder)
    below.discard("")
    for path in sources.content:
        name = path.removeprefix("content/")
        if name not in site.statics or path.endswith(PAGE_ENDINGS):
            continue
        folder = name.rpartition("/")[0]
        if kind := leftover(name):
            yield name, kind
        elif folder_set_aside(name):
            yield name, "folder"
        elif (folder in beside or below.intersection(_up_from(folder))) and not (
            FOR_MACHINES.fullmatch(name)
        ):
            yield name, "beside"


def _up_from(folder: str) -> Iterator[str]:
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]


# ------------------------------------------------------------------ what is linked


def _linked(
    site: Site,
    sources: Sources,
    read_body: ReadBody,
    index: Callable[[], Index],
    names: Collection[str],
) -> set[str]:
    """Return those of the files that something public links to."""
    lasts = {name.rpartition("/")[2] for name in names}
    ends = sorted({end for last in lasts for end in (last, quote(last), path_encoded(last))})
    addresses = {path_encoded(f"/{name}"): name for name in names}
    found: set[str] = set()
    whole: Index | None = None
    for text in _texts(site, sources, read_body, addresses.values()):
        for typed in _targets(text.text, [end for end in ends if end in text.text]):
            whole = whole or index()
            base = whole.base_url
            typed = f"/{typed.removeprefix(base)}" if base and typed.startswith(base) else typed
            address = resolve(whole, typed, text.lang, text.file)
            if address in addresses:
                found.add(addresses[address])
    return found


def _targets(text: str, ends: list[str]) -> Iterator[str]:
    """Yield what is written as a link in a text and ends in one of some names."""
    if text in ends or (text.endswith(tuple(ends)) and not _STOPS.intersection(text)):
        yield text  # a field of a record
        return
    for end in ends:
        for match in re.finditer(re.escape(end), text):
            start, first = match.start(), max(match.start() - _LONGEST, 0)
            while start > first and text[start - 1] not in _STOPS:
                start -= 1
            if _BEFORE.search(text, max(start - _LONGEST, 0), start):  # it is no word of a text
                yield text[start : match.end()]


def _texts(
    site: Site, sources: Sources, read_body: ReadBody, aside: Iterable[str]
) -> Iterator[_Text]:
    """Yield all that is public and may hold a link."""
    lang = site.default_lang
    for page in site.pages:
        if not page.is_generated:
            yield _Text(read_body(page), page.file, page.lang)
            yield from (_Text(text, page.file, page.lang) for text in _strings(page.front))
    values = (*(r for records in site.records.values() for r in records), *site.cvs)
    for medium in ("web", "pdf"):
        for value in (site.config.person, *values):
            yield from (_Text(text, "", lang) for text in _strings(shown(value, medium)))
    for name in site.config.__struct_fields__:
        if name != "person":
            value = getattr(site.config, name)
            yield from (_Text(text, "", lang) for text in _strings(value))
    yield from (_Text(text, "", lang) for text in _strings(site.venues))
    hidden = set(aside)
    for path, source in (*sources.content.items(), *sources.statics.items()):
        name = path.partition("/")[2]
        if name in site.statics and name not in hidden and path.lower().endswith(_READABLE):
            yield _Text(source.read().decode("utf-8", "replace"), f"content/{name}", lang)


def _strings(value: Any) -> Iterator[str]:
    """Yield all texts in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            if name != "spot":
                yield from _strings(getattr(value, name))
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _strings(key)
            yield from _strings(inner)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from _strings(inner)


# ------------------------------------------------------------------ what is said


def _said(aside: dict[str, str]) -> Iterator[Problem]:
    """Yield what is said of files that stay unpublished."""
    folders: dict[str, list[str]] = {}
    for name, kind in aside.items():
        where = Place(f"content/{name}")
        if kind == "page":
            message = "this looks like a copy of a page that was laid aside: it is not published"
            hint = "take it out of content/; to publish it as it stands, put it under static/"
            yield Problem(where, message, hint, "warning")
        elif kind == "archive":
            message = "this looks like a dump, an archive or a file laid aside, and no public page "
            message += "links to it: it is not published"
            hint = "take it out of content/, or link to it; under static/ it is published anyway"
            yield Problem(where, message, hint, "warning")
        elif kind == "folder":
            folders.setdefault(folder_set_aside(name), []).append(name)
        else:
            folders.setdefault(name.rpartition("/")[0], []).append(name)
    for folder, names in folders.items():
        shown_names = ", ".join(name.rpartition("/")[2] for name in names[:_SHOWN])
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        are = "is" if len(names) == 1 else "are"
        message = f"{shown_names}{more} {are} not published: nothing public links there, and in "
        message += "this folder lies a draft or a private page, or it is set aside"
        hint = "link to it from a public page, or put it under static/, to publish it"
        yield Problem(Place(f"content/{folder}".rstrip("/")), message, hint, "note")
