"""Page -> its address, and why an address cannot be: no disk has room, or two outputs share it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from generator.model.config import Config
from generator.model.dates import When
from generator.model.files import Output
from generator.model.links import output_path, slug_of
from generator.model.record_pages import LAYOUTS, page_key, with_pages
from generator.model.site import FrontMatter, Page, Site
from generator.model.theme import Theme
from generator.problems import Place, Problem, Spot

_PLAIN = re.compile(r"[\w/-]*")
_UNSAFE = re.compile(
    r"[\x00-\x1f\x7f\\~]|%(?:2[ef]|5c|00)|//|(?:^|/)(?:\s+(?=/|$)|\.(?!well-known(?:/|$))[^/]*)",
    re.IGNORECASE,
)
LONGEST_NAME = 200
"""Bytes in one part of an address: file systems end at 255, and `index.html` is not all."""
LONGEST_ADDRESS = 1000
"""Bytes in all of it: operating systems end at 1024 to 4096, with the folders above it."""


def unsafe_part(address: str) -> str:
    """Return the first thing in an address that leads out of the site, hides or is no name."""
    if _PLAIN.fullmatch(address) and "//" not in address:
        return ""  # as nearly all are
    found = _UNSAFE.search(address)
    return (found[0].strip("/") or found[0]) if found else ""


def fault_in(address: str) -> str:
    """Return why nothing can be written at an address, in words, or nothing."""
    bad = unsafe_part(address)
    if bad:
        bad = 'an empty part ("//")' if bad == "//" else f'"{bad}"'
        return f"{bad} cannot stand in an address"
    if len(address.encode()) <= LONGEST_NAME:
        return ""
    longest = max(address.split("/"), key=lambda part: len(part.encode()))
    if len(longest.encode()) > LONGEST_NAME:
        return f"this page's address would be too long: {longest[:40]}…"
    if len(address.encode()) > LONGEST_ADDRESS:
        return f"this page's address would be too long: {address[:40]}…"
    return ""


def as_address(typed: str) -> str:
    """Return what an author typed for an address as one: `about` -> `/about/`, `/a.html` stays."""
    path = "/" + typed.strip("/")
    is_file = "." in path.rpartition("/")[2] and not typed.endswith("/")
    return path if is_file or path == "/" else path + "/"


def home_of(lang: str, config: Config) -> str:
    """Return the address of a language's home: `/`, `/zh/`."""
    return "/" if lang == config.languages[0] else f"/{lang}/"


def page_address(page: Page, config: Config, problems: list[Problem]) -> str | None:
    """Return the address of a page or post, or None after saying why it has none."""
    front = page.front
    for field, value in (("slug", front.slug), ("permalink", front.permalink)):
        bad = value and (unsafe_part(value) or ("/" if field == "slug" and "/" in value else ""))
        if bad:
            message = f'"{bad}" cannot stand in a {field}'
            hint = "rename the file, or write it like `slug: my-paper`, `permalink: /about/`"
            problems.append(Problem(page.front_spot(field), message, hint))
            return None
    prefix = home_of(page.lang, config)
    if front.permalink:
        path = unicodedata.normalize("NFC", as_address(front.permalink))
        return path if path.startswith(prefix) else prefix + path[1:]
    if page.key == Page.at_home:
        return prefix
    if page.is_post and front.date is not None:
        if unsafe_part(config.posts.permalink):
            return None  # which `check` says once, and not for each post
        path = _filled(config.posts.permalink, front, front.date)
    else:
        folder = "" if page.key == Page.at_posts else page.key.rpartition("/")[0]
        path = "/".join(filter(None, (folder, front.slug)))
    return unicodedata.normalize("NFC", prefix + path.strip("/") + "/")


def _filled(scheme: str, front: FrontMatter, when: When) -> str:
    pieces = list(_parts_of_scheme(scheme))
    pieces[1::2] = [_VALUES[name](front, when) for name in pieces[1::2]]
    return "".join(pieces)


@lru_cache(maxsize=8)
def _parts_of_scheme(scheme: str) -> tuple[str, ...]:
    """Return the pieces of a permalink scheme: text and the names of values by turns."""
    return tuple(re.split(rf":({'|'.join(_VALUES)})", scheme))


_VALUES: dict[str, Callable[[FrontMatter, When], str]] = {
    "year": lambda front, when: f"{when.first.year:04}",
    "month": lambda front, when: f"{when.first.month or 1:02}",
    "day": lambda front, when: f"{when.first.day or 1:02}",
    "slug": lambda front, when: front.slug,
    "title": lambda front, when: slug_of(front.title),
}


_WAYS_OUT = {
    "publication": "give it another `id:`",
    "member": "give the person an `id:` of its own",
    **dict.fromkeys(("talk", "course", "project", "news-item"), "give it another `id:`"),
    "tag": "give the tag another name",
    "cv": "give it another `permalink:`",
    "cv.pdf": "give it another `pdf:`",
    "redirect": "write it like /old/, or take it out",
}

_MADE = ("", "content/posts", "content/news.yaml")
"""Sources of what no file of the author's asks for."""


def writable(found: Iterable[Output], site: Site, problems: list[Problem]) -> Iterator[Output]:
    """Yield the outputs that can all be written, and report the others."""
    fitting = list(_fitting(found, site, problems))
    return _apart(fitting, site, problems)


def _fitting(found: Iterable[Output], site: Site, problems: list[Problem]) -> Iterator[Output]:
    """Drop and report outputs at addresses to which nothing can be written."""
    for output in found:
        fault = fault_in(output.url) if output.traits.has_own_address else ""
        if fault and output.traits.is_beside_page:
            continue
        if fault:
            hint = f"give it another `slug:`, of at most {LONGEST_NAME} bytes"
            hint = _WAYS_OUT.get(output.layout, hint)
            problems.append(Problem(_where(output, site), fault, hint))
        else:
            yield output


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
    other = first.source or f"Masthead's own {first.path}"
    if first.layout in LAYOUTS.values():
        other = f'the {first.layout} "{first.subject}"'
    message = f"this and {other} would both be {second.url}"
    hint = "give one of the two another `slug:` or `permalink:`, or rename it"
    hint = _WAYS_OUT.get(second.layout, hint if second.traits.is_page else "rename it")
    if second.layout == "publication" and second.source.endswith(".bib"):
        hint = "give its entry a field `id = {…}`; its key stays"
    if _folded(first.path) != _folded(second.path):
        message = f"{second.url} and {first.url} ({other}) cannot both be: one is a file, "
        message += "and the other needs a folder of that name"
    elif first.path != second.path:
        message += f" (the other as {first.url}: one and the same on many machines)"
    elif second.layout == "redirect" and first.source == second.source:
        message, hint = "this alias is the page's own address", "take it out"
    return Problem(_where(second, site), message, hint)


def _where(output: Output, site: Site) -> Place | Spot:
    """Return the place of what decides an output's address."""
    if output.layout == "tag":
        for page in site.pages:
            if output.subject in map(slug_of, page.front.tags):
                return page.front_spot("tags")
    if output.layout in LAYOUTS.values():
        for record in with_pages(site):
            if page_key(record) == output.key and record.spot:
                return record.spot.inside("id" if record.id else "name")
    if output.layout in ("cv", "cv.pdf"):
        return Spot(output.source, ("permalink" if output.layout == "cv" else "pdf",))
    for page in site.pages:
        if page.file != output.source:
            continue
        if output.layout == "redirect":
            addresses = [output_path(as_address(alias)) for alias in page.front.aliases]
            return page.front_spot("aliases", str(addresses.index(output.path)))
        return page.front_spot("permalink" if page.front.permalink else "slug")
    return Place(output.source or "content/site.yaml")


def origins_of(outputs: tuple[Output, ...], site: Site, theme: Theme) -> dict[str, Spot]:
    """Return output path -> the spot where it comes from, for each page.

    A page leads to its text, a publication to its record. What no file of the author's asks for
    (the archive, the 404 page) leads to the template that draws it.
    """
    pages = {page.file: page for page in site.pages}
    records = {page_key(record): record.spot for record in with_pages(site)}
    tagged: dict[str, Spot] = {}
    for page in site.pages:
        for tag in page.front.tags:
            tagged.setdefault(slug_of(tag), page.front_spot("tags"))
    templates = {name: Spot(file.path) for name, file in theme.files.items()}
    found: dict[str, Spot] = {}
    for output in outputs:
        if not output.traits.is_page or not output.path.endswith(".html"):
            continue
        spot = templates.get(f"templates/{output.layout}.html")
        if output.key in records:
            spot = records[output.key] or spot
        elif output.layout == "tag":
            spot = tagged.get(output.subject, spot)
        elif output.source in pages:
            spot = pages[output.source].body_spot
        elif output.layout in ("home", "cv"):
            spot = Spot(output.source)
        if spot is not None:
            found[output.path] = spot
    return found
