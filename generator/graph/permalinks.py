"""Page -> address; what a user typed -> the addresses that it could mean."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from urllib.parse import unquote

from generator.model.address import parted, slug_of
from generator.model.config import Config
from generator.model.dates import When
from generator.model.pages import FrontMatter, Page
from generator.problems import Problem

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
        folder = page.key.rpartition("/")[0]
        path = "/".join(filter(None, (folder, front.slug)))
    return unicodedata.normalize("NFC", prefix + path.strip("/") + "/")


def _filled(scheme: str, front: FrontMatter, when: When) -> str:
    pieces = list(_pieces(scheme))
    pieces[1::2] = [_VALUES[name](front, when) for name in pieces[1::2]]
    return "".join(pieces)


@lru_cache(maxsize=8)
def _pieces(scheme: str) -> tuple[str, ...]:
    """Return the pieces of a permalink scheme: text and the names of values by turns."""
    return tuple(re.split(rf":({'|'.join(_VALUES)})", scheme))


_VALUES: dict[str, Callable[[FrontMatter, When], str]] = {
    "year": lambda front, when: f"{when.first.year:04}",
    "month": lambda front, when: f"{when.first.month or 1:02}",
    "day": lambda front, when: f"{when.first.day or 1:02}",
    "slug": lambda front, when: front.slug,
    "title": lambda front, when: slug_of(front.title),
}


def candidates(typed: str, base_file: str, base_url: str) -> tuple[Iterator[str], str]:
    """Return the addresses that something typed could mean, best first, and its fragment or query.

    `other-page.md` is sought beside the source file, `../pdf/x.pdf` beside the source file and
    then from the page's address, `/pdf/x.pdf` from the root.
    """
    path, mark, rest = parted(typed)
    path = unicodedata.normalize("NFC", unquote(path))
    meanings = _meanings(path, "/" + base_file.removeprefix("content/"), base_url)
    return map(_clean, meanings), mark + rest


def _meanings(path: str, base_file: str, base_url: str) -> Iterator[str]:
    if path.startswith("/"):
        yield path
        return
    for base in (base_file, base_url):
        yield f"{base.rpartition('/')[0]}/{path}"
    if path.startswith("../"):
        yield "/" + re.sub(r"^(\.\./)+", "", path)
    yield "/" + path


def _clean(path: str) -> str:
    if "//" not in path and "/." not in path:
        return path
    clean = posixpath.normpath(path).replace("//", "/")
    return clean + "/" if path.endswith("/") and clean != "/" else clean
