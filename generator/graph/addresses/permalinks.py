"""Page -> its address, and what cannot stand in an address."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from generator.messages import Message
from generator.model.config import Config
from generator.model.dates import When
from generator.model.links import slug_of, slug_pieces
from generator.model.records.career import Record
from generator.model.records.pages import page_id
from generator.model.site import FrontMatter, Page, TopicField
from generator.problems import Problem, Spot

_PLAIN = re.compile(r"[\w/-]*")
_UNSAFE = re.compile(
    r"[\x00-\x1f\x7f\\~]|%(?:2[ef]|5c|00)|//|(?:^|/)(?:\s+(?=/|$)|\.(?!well-known(?:/|$))[^/]*)",
    re.IGNORECASE,
)


def unsafe_part(address: str) -> str:
    """Return the first thing in an address that leads out of the site, hides or is no name."""
    if _PLAIN.fullmatch(address) and "//" not in address:
        return ""  # as nearly all are
    found = _UNSAFE.search(address)
    return (found[0].strip("/") or found[0]) if found else ""


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
            message = Message.of("page-address-characters", bad=bad, field=field)
            problems.append(Problem(page.front_spot(field), message))
            return None
    prefix = home_of(page.lang, config)
    if front.permalink:
        return unicodedata.normalize("NFC", as_address(front.permalink))
    if page.key == Page.at_home:
        return prefix
    if page.is_post and front.date is not None:
        pieces = _pieces_of(config.posts.permalink)
        if not pieces:
            return None  # which `check` says once, and not for each post
        path = _filled(pieces, front, front.date)
    else:
        folder = "" if page.key == Page.at_posts else page.key.rpartition("/")[0]
        path = "/".join(filter(None, (folder, front.slug)))
    return _below(prefix, path, is_file=page.is_post and config.posts.permalink.endswith(".html"))


def _below(home: str, path: str, is_file: bool = False) -> str:
    """Return the address of a path under a language's home."""
    return unicodedata.normalize("NFC", home + path.strip("/") + ("" if is_file else "/"))


def record_address(
    record: Record, lang: str, config: Config, problems: list[Problem]
) -> str | None:
    """Return the address of a record's page in a language, or None after saying why it has none."""
    home = home_of(lang, config)
    permalink: str = getattr(record, "permalink", "")
    if not permalink:
        return f"{home}{record.kind_name}/{slug_of(page_id(record))}/"
    bad = unsafe_part(permalink)
    if bad:
        spot = (record.spot or Spot(f"content/{record.kind_name}.yaml")).inside("permalink")
        problems.append(Problem.of(spot, "permalink-characters", bad=bad))
        return None
    address = unicodedata.normalize("NFC", as_address(permalink))
    return address if address.startswith(home) else home + address[1:]


def topic_scheme(field: TopicField, config: Config) -> str:
    """Return the pattern of the addresses of tags or categories."""
    return config.posts.tag_permalink if field == "tags" else config.posts.category_permalink


def topic_address(field: TopicField, slug: str, name: str, lang: str, config: Config) -> str:
    """Return the address of a tag's or category's page in a language."""
    scheme = topic_scheme(field, config)
    as_written = "-".join(slug_pieces(name)).strip("-.")
    path = scheme.replace(":slug", slug).replace(":name", as_written)
    return _below(home_of(lang, config), path, is_file=scheme.endswith(".html"))


def _filled(pieces: tuple[str, ...], front: FrontMatter, when: When) -> str:
    words = list(pieces)
    words[1::2] = [VALUES[name](front, when) for name in words[1::2]]
    return re.sub("//+", "/", "".join(words))  # a post may have no category


@lru_cache(maxsize=8)
def _pieces_of(scheme: str) -> tuple[str, ...]:
    """Return the pieces of a permalink scheme: text and the names of values by turns; none where
    it is no safe address."""
    return () if unsafe_part(scheme) else tuple(re.split(rf":({'|'.join(VALUES)})", scheme))


VALUES: dict[str, Callable[[FrontMatter, When], str]] = {
    "year": lambda front, when: f"{when.first.year:04}",
    "month": lambda front, when: f"{when.first.month or 1:02}",
    "day": lambda front, when: f"{when.first.day or 1:02}",
    "slug": lambda front, when: front.slug,
    "title": lambda front, when: slug_of(front.title),
    "categories": lambda front, when: "/".join(map(slug_of, front.categories)),
    "category": lambda front, when: slug_of("".join(front.categories[:1])),
}
"""Words of `posts.permalink`."""
