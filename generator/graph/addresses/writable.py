"""Outputs -> those that can be written: a disk has no room for others, or two share a path."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from generator.graph.addresses.permalinks import unsafe_part
from generator.graph.addresses.redirects import REDIRECTS
from generator.messages import Message
from generator.model.files import Output
from generator.model.links import path_encoded, slug_of
from generator.model.records.pages import LAYOUTS, old_addresses, page_key, with_pages
from generator.model.site import TOPIC_LAYOUTS, Site
from generator.model.theme import Theme
from generator.problems import Place, Problem, Spot

LONGEST_NAME = 200
"""Bytes in one part of an address: file systems end at 255, and `index.html` is not all."""
_LONGEST_FILE_NAME = 255
LONGEST_ADDRESS = 1000
"""Bytes in all of it: operating systems end at 1024 to 4096, with the folders above it."""


def fault_in(address: str) -> Message | None:
    """Return why nothing can be written at an address, or None."""
    bad = unsafe_part(address)
    if bad:
        return (
            Message.of("address-part-empty")
            if bad == "//"
            else Message.of("address-characters", bad=bad)
        )
    if len(address.encode()) <= LONGEST_NAME:
        return None
    longest = max(address.split("/"), key=lambda part: len(part.encode()))
    if len(longest.encode()) > LONGEST_NAME:
        return Message.of("address-too-long", address=longest[:40])
    if len(address.encode()) > LONGEST_ADDRESS:
        return Message.of("address-too-long", address=address[:40])
    return None


FEEDS = Spot("content/site.yaml", ("posts", "feed_addresses"))
"""Where further addresses of the feed stand."""

_WAYS_OUT = {
    "publication": Message.of("other-id-or-permalink"),
    "member": Message.of("other-id-of-person"),
    **dict.fromkeys(("talk", "course", "project", "news-item"), Message.of("other-id")),
    "tag": Message.of("other-tag"),
    "category": Message.of("other-category"),
    "feed.xml": Message.of("other-feed-addresses"),
    "cv": Message.of("other-permalink"),
    "cv.pdf": Message.of("other-pdf"),
    "redirect": Message.of("other-redirect"),
}

_MADE = ("", "content/posts", "content/news.yaml")
"""Sources of what no file of the author's asks for."""


def writable(found: Iterable[Output], site: Site, problems: list[Problem]) -> Iterator[Output]:
    """Yield the outputs that can all be written, and report the others."""
    fitting = list(_fitting(found, site, problems))
    return _apart(fitting, site, problems)


def _fitting(found: Iterable[Output], site: Site, problems: list[Problem]) -> Iterator[Output]:
    """Drop and report outputs at addresses to which nothing can be written."""
    long_named = set[str]()
    for output in found:
        name = output.path.rpartition("/")[2]
        if output.kind == "picture" and len(name.encode()) > _LONGEST_FILE_NAME:
            long_named.add(output.source)
            continue
        fault = fault_in(output.url) if output.traits.has_own_address else None
        if fault and output.traits.is_beside_page:
            continue
        if fault:
            hint = _WAYS_OUT.get(output.layout, Message.of("other-slug", most=LONGEST_NAME))
            problems.append(Problem(_where(output, site), fault, hint))
        else:
            yield output
    for source in sorted(long_named):
        problems.append(Problem.of(Place(source), "copies-name-too-long", most=LONGEST_NAME))


def _apart(found: Iterable[Output], site: Site, problems: list[Problem]) -> Iterator[Output]:
    """Drop and report outputs whose paths are the same, or are on some machines."""
    seen: dict[str, Output] = {}
    for output in found:
        first = seen.setdefault(_folded(output.path), output)
        is_said = first.kind == output.kind and output.traits.is_beside_page
        if first is not output and not is_said:
            problems.append(_clash(first, output, site))
    no_files: set[str] = set()
    for path, output in seen.items():
        file = _file_above(path, seen, no_files)
        if file is None:
            yield output
        elif not output.traits.is_beside_page:
            problems.append(_clash(file, output, site))


def _file_above(path: str, files: dict[str, Output], no_files: set[str]) -> Output | None:
    """Return the file that takes the name of a folder that `path` needs, the nearest one.

    `no_files` collects folders that are known to be free, with all above them.
    """
    passed = []
    folder = path.rpartition("/")[0]
    while folder and folder not in no_files:
        if folder in files:
            return files[folder]
        passed.append(folder)
        folder = folder.rpartition("/")[0]
    no_files.update(passed)
    return None


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()


def _clash(first: Output, second: Output, site: Site) -> Problem:
    """Return the problem of two outputs of which only one can be written."""
    if second.source in _MADE and first.source not in _MADE:  # blame what the author wrote
        first, second = second, first
    other: Message | str = first.source or Message.of("own-output", path=first.path)
    if first.layout in LAYOUTS.values():
        other = Message.of("output-of-record", kind=first.layout, name=first.subject)
    address = second.url
    message = Message.of("address-twice", address=address, other=other)
    hint = Message.of("other-address") if second.traits.is_page else Message.of("rename")
    hint = _WAYS_OUT.get(second.layout, hint)
    if second.layout == "publication" and second.source.endswith(".bib"):
        hint = Message.of("other-id-in-bib")
    if _folded(first.path) != _folded(second.path):
        message = Message.of("address-below-file", address=address, second=first.url, other=other)
    elif first.path != second.path:
        message = Message.of("address-in-capitals", address=address, second=first.url, other=other)
    elif second.layout == "redirect" and path_encoded(first.url) == second.target:
        return Problem.of(_where(second, site), "alias-of-itself")
    if first.key and first.key == second.key and first.lang != second.lang:
        hint = Message.of("other-language", address=f"/{second.lang}{address}")
    if first.path != second.path and first.layout in TOPIC_LAYOUTS.values():
        hint = Message.of("keep-capitals", kind="tag" if first.layout == "tag" else "category")
    return Problem(_where(second, site), message, hint)


def _where(output: Output, site: Site) -> Place | Spot:
    """Return the place of what decides an output's address."""
    for field, layout in TOPIC_LAYOUTS.items():
        for page in site.pages if output.layout == layout else ():
            if output.subject in map(slug_of, getattr(page.front, field)):
                return page.front_spot(field)
    if output.layout == "redirect":
        return _where_redirected(output, site)
    if output.layout in LAYOUTS.values():
        for record in with_pages(site):
            if page_key(record) == output.key and record.spot:
                own = "permalink" if getattr(record, "permalink", "") else "id"
                return record.spot.inside(own if getattr(record, own) else "name")
    if output.layout in ("cv", "cv.pdf"):
        return Spot(output.source, ("permalink" if output.layout == "cv" else "pdf",))
    if output.layout == "feed.xml" and output.subject:
        return FEEDS.inside(output.subject)
    for page in site.pages:
        if page.file == output.source:
            return page.front_spot("permalink" if page.front.permalink else "slug")
    return Place(output.source or "content/site.yaml")


def _where_redirected(output: Output, site: Site) -> Spot:
    """Return where somebody asks for a redirect; its subject is the address as it is written."""
    for page in site.pages:
        if page.file == output.source and output.subject in page.front.aliases:
            return page.front_spot("aliases", str(page.front.aliases.index(output.subject)))
    for record in with_pages(site):
        aliases = old_addresses(record)
        if record.spot and record.spot.file == output.source and output.subject in aliases:
            return record.spot.inside("aliases", str(aliases.index(output.subject)))
    return REDIRECTS.key(output.subject)


def origins_of(outputs: tuple[Output, ...], site: Site, theme: Theme) -> dict[str, Spot]:
    """Return output path -> the spot where it comes from, for each page.

    A page leads to its text, a publication to its record. What no file of the author's asks for
    (the archive, the 404 page) leads to the template that draws it.
    """
    pages = {page.file: page for page in site.pages}
    records = {page_key(record): record.spot for record in with_pages(site)}
    topics: dict[tuple[str, str], Spot] = {}
    for page in site.pages:
        for field, layout in TOPIC_LAYOUTS.items():
            for name in getattr(page.front, field):
                topics.setdefault((layout, slug_of(name)), page.front_spot(field))
    templates = {name: Spot(file.path) for name, file in theme.files.items()}
    found: dict[str, Spot] = {}
    for output in outputs:
        if not output.traits.is_page or not output.path.endswith(".html"):
            continue
        spot = templates.get(f"templates/{output.layout}.html")
        if output.key in records:
            spot = records[output.key] or spot
        elif (output.layout, output.subject) in topics:
            spot = topics[output.layout, output.subject]
        elif output.source in pages:
            spot = pages[output.source].body_spot
        elif output.layout in ("home", "cv"):
            spot = Spot(output.source)
        if spot is not None:
            found[output.path] = spot
    return found
