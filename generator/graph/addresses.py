"""Addresses: of pages, records and topics; old ones that lead on; and why one cannot be.

A static host answers an address with the file that lies there, and tells by the file's name what
it is. So an old address becomes a small page that sends readers on, and only an address at which a
host serves pages can be one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from urllib.parse import unquote

from generator.graph.index import Index
from generator.graph.links import resolve
from generator.messages import Message
from generator.model.config import Config
from generator.model.dates import When
from generator.model.files import Output
from generator.model.links import (
    is_external,
    is_safe,
    output_path,
    path_encoded,
    slug_of,
    slug_pieces,
)
from generator.model.records.career import Record
from generator.model.site import (
    LAYOUTS,
    OWN_LAYOUT,
    TOPIC_LAYOUTS,
    FrontMatter,
    Page,
    Site,
    TopicField,
    own_page_key,
    page_key,
    papers_by_page,
    with_pages,
)
from generator.model.theme import Theme
from generator.problems import Place, Problem, Spot, which_file

_PLAIN = re.compile(r"[\w/-]*")
_UNSAFE = re.compile(
    r"[\x00-\x1f\x7f\\~]|%(?:2[ef]|5c|00)|//|(?:^|/)(?:\s+(?=/|$)|\.(?!well-known(?:/|$))[^/]*)",
    re.IGNORECASE,
)
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
_PAGES = (".html", ".htm")
"""Endings of files that hosts serve as pages."""
REDIRECTS = Spot("content/site.yaml", ("redirects",))
"""Where the redirects of the whole site stand."""
LONGEST_NAME = 200
"""Bytes in one part of an address: file systems end at 255, and `index.html` is not all."""
_LONGEST_FILE_NAME = 255
LONGEST_ADDRESS = 1000
"""Bytes in all of it: operating systems end at 1024 to 4096, with the folders above it."""
FEEDS = Spot("content/site.yaml", ("posts", "feed_addresses"))
"""Where further addresses of the feed stand."""
_WAYS_OUT = {
    "publication": Message.of("other-id-or-permalink"),
    "member": Message.of("other-id-of-person"),
    **dict.fromkeys(("talk", "course", "project", "news-item", OWN_LAYOUT), Message.of("other-id")),
    "tag": Message.of("other-tag"),
    "category": Message.of("other-category"),
    "feed.xml": Message.of("other-feed-addresses"),
    "cv": Message.of("other-permalink"),
    "cv.pdf": Message.of("other-pdf"),
    "redirect": Message.of("other-redirect"),
}
_MADE = ("", "content/posts", "content/news.yaml")
"""Sources of outputs that no file of the author asks for."""


def unsafe_part(address: str) -> str:
    """Return the first part of an address that leaves the site, is hidden or is not a name."""
    if _PLAIN.fullmatch(address) and "//" not in address:
        return ""  # nearly all addresses are plain
    found = _UNSAFE.search(address)
    return (found[0].strip("/") or found[0]) if found else ""


def as_address(typed: str) -> str:
    """Return what an author typed for an address as one: `about` -> `/about/`, `/a.html` stays."""
    path = "/" + typed.strip("/")
    is_file = "." in path.rpartition("/")[2] and not typed.endswith("/")
    return path if is_file or path == "/" else path + "/"


def page_address(page: Page, config: Config, problems: list[Problem]) -> str | None:
    """Return the address of a page or post, or None after saying why it has none."""
    front = page.front
    for field, value in (("slug", front.slug), ("permalink", front.permalink)):
        bad = value and (unsafe_part(value) or ("/" if field == "slug" and "/" in value else ""))
        if bad:
            message = Message.of("page-address-characters", bad=bad, field=field)
            problems.append(Problem(page.front_spot(field), message))
            return None
    prefix = config.home_of(page.lang)
    if front.permalink:
        return unicodedata.normalize("NFC", as_address(front.permalink))
    if page.key == Page.at_home:
        return prefix
    if page.is_post and front.date is not None:
        pieces = _pieces_of(config.posts.permalink)
        if not pieces:
            return None  # `check` reports the pattern once, not for each post
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
    home = config.home_of(lang)
    permalink: str = getattr(record, "permalink", "")
    if not permalink:
        return f"{home}{record.kind_name}/{slug_of(record.page_name)}/"
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
    return _below(config.home_of(lang), path, is_file=scheme.endswith(".html"))


def _filled(pieces: tuple[str, ...], front: FrontMatter, when: When) -> str:
    words = list(pieces)
    words[1::2] = [VALUES[name](front, when) for name in words[1::2]]
    return re.sub("//+", "/", "".join(words))  # a post may have no category


@lru_cache(maxsize=8)
def _pieces_of(scheme: str) -> tuple[str, ...]:
    """Return the pieces of a permalink scheme: text and the names of values by turns; none where
    it is not a safe address."""
    return () if unsafe_part(scheme) else tuple(re.split(rf":({'|'.join(VALUES)})", scheme))


def unservable(typed: str) -> Message | None:
    """Return why no static host can serve a page at an address; None where one can."""
    if "?" in typed:
        return Message.of("alias-with-query", address=typed)
    if "#" in typed:
        return Message.of("alias-with-fragment", address=typed)
    last = as_address(typed).rpartition("/")[2]
    if "." not in last or last.lower().endswith(_PAGES):
        return None
    ending = "." + last.rpartition(".")[2]
    if ending.lower() in (".xml", ".atom", ".rss"):
        return Message.of("alias-of-feed", address=typed, ending=ending)
    return Message.of("alias-of-file", address=typed, ending=ending, file=as_address(typed))


def old_address(typed: str) -> str:
    """Return an old address as it is asked for; it may be written as browsers show or copy it."""
    return as_address(typed if unsafe_part(typed) else unquote(typed))


def aliases_of(site: Site, found: Iterable[Output], problems: list[Problem]) -> Iterator[Output]:
    """Yield a redirect for each alias of a page or record, and report those that cannot be."""
    urls = {(output.key, output.lang): output.url for output in found if output.key}
    texts = papers_by_page(site)
    for page in site.pages:
        key = f"publication:{texts[page.key]}" if page.key in texts else f"page:{page.key}"
        for place, alias in enumerate(page.front.aliases):
            spot = page.front_spot("aliases", str(place))
            yield from _alias(alias, urls.get((key, page.lang), ""), page.lang, spot, problems)
    for record in with_pages(site):
        spot = (record.spot or Spot(f"content/{record.kind_name}.yaml")).inside(
            record.addresses_field
        )
        for place, alias in enumerate(record.old_addresses):
            lang = _language(alias, site)
            own = urls.get((f"page:{own_page_key(record)}", lang), "")
            url = own or urls.get((page_key(record), lang), "")
            yield from _alias(alias, url, lang, spot.inside(str(place)), problems)


def _alias(
    alias: str, url: str, lang: str, spot: Spot, problems: list[Problem]
) -> Iterator[Output]:
    fault = unservable(alias)
    if fault is not None:
        problems.append(Problem(spot, fault))
    elif url:
        yield _redirect(alias, path_encoded(url), lang, spot)


def _language(address: str, site: Site) -> str:
    """Return the language under whose home an address lies."""
    config = site.config
    homes = {lang: config.home_of(lang) for lang in config.languages[1:]}
    return next((lang for lang in homes if address.startswith(homes[lang])), site.default_lang)


def _redirect(typed: str, target: str, lang: str, where: Spot) -> Output:
    address = old_address(typed)
    return Output(
        path=output_path(address),
        url=address,
        lang=lang,
        layout="redirect",
        subject=typed,
        target=target,
        source=where.file,
        where=where,
    )


def site_redirects(
    site: Site, theme: Theme, found: Iterable[Output], base_url: str, problems: list[Problem]
) -> Iterator[Output]:
    """Yield the redirects of `site.yaml`, and report those that lead nowhere or cannot be.

    `found` are all other outputs, with addresses as in links.
    """
    table = site.config.redirects
    if not table:
        return
    index = Index(site, theme, tuple(found), base_url)
    steps = {old_address(old): to for old, to in table.items()}
    for old, typed in table.items():
        where = REDIRECTS.key(old)
        fault = unservable(old)
        if fault is not None:
            problems.append(Problem(where, fault))
            continue
        target = _last(typed, steps)
        if target is None:
            problems.append(Problem.of(where, "redirect-circle", first=old, second=typed))
        elif is_external(target):
            if is_safe(target):
                yield _redirect(old, target, site.default_lang, where)
                continue
            scheme = f"{target.split(':')[0]}:"
            problems.append(Problem.of(where, "redirect-scheme", scheme=scheme))
        else:
            lang = _language(target, site)
            address = resolve(index, target, lang) if target.strip("#") else None
            if address is not None:
                yield _redirect(old, address, lang, where)
            elif not index.is_broken(target):
                hint = which_file(target, [*index.names, *index.statics])
                message = Message.of("target-missing", target=target)
                problems.append(Problem(where, message, hint, code="link-broken"))


def _last(typed: str, steps: dict[str, str]) -> str | None:
    """Return where a redirect ends that may lead to another one; None where it ends nowhere."""
    for _ in range(len(steps) + 1):
        if is_external(typed) or old_address(typed) not in steps:
            return typed
        typed = steps[old_address(typed)]
    return None


def fault_in(address: str) -> Message | None:
    """Return why nothing can be written at an address, or None."""
    bad = unsafe_part(address)
    if bad:
        if bad == "//":
            return Message.of("address-part-empty")
        return Message.of("address-characters", bad=bad)
    if len(address.encode()) <= LONGEST_NAME:
        return None
    parts = [*((name, LONGEST_NAME) for name in address.split("/")), (address, LONGEST_ADDRESS)]
    too_long = [part for part, most in parts if len(part.encode()) > most]
    return Message.of("address-too-long", address=too_long[0][:40]) if too_long else None


def writable(found: Iterable[Output], problems: list[Problem]) -> Iterator[Output]:
    """Yield the outputs that can all be written, and report the others."""
    return _apart(list(_fitting(found, problems)), problems)


def _fitting(found: Iterable[Output], problems: list[Problem]) -> Iterator[Output]:
    """Drop and report outputs whose addresses are not valid paths of files."""
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
            problems.append(Problem(_where(output), fault, hint))
        else:
            yield output
    for source in sorted(long_named):
        problems.append(Problem.of(Place(source), "copies-name-too-long", most=LONGEST_NAME))


def _apart(found: Iterable[Output], problems: list[Problem]) -> Iterator[Output]:
    """Drop and report outputs whose paths are the same, or are on some machines."""
    seen: dict[str, Output] = {}
    for output in found:
        first = seen.setdefault(_folded(output.path), output)
        is_said = first.kind == output.kind and output.traits.is_beside_page
        if first is not output and not is_said:
            problems.append(_clash(first, output))
    for path, output in seen.items():
        file = _file_above(path, seen)
        if file is None:
            yield output
        elif not output.traits.is_beside_page:
            problems.append(_clash(file, output))


def _file_above(path: str, files: dict[str, Output]) -> Output | None:
    """Return the file that takes the name of a folder that `path` needs, the nearest one."""
    folder = path.rpartition("/")[0]
    while folder and folder not in files:
        folder = folder.rpartition("/")[0]
    return files.get(folder)


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()


def _clash(first: Output, second: Output) -> Problem:
    """Return the problem of two outputs that cannot both be written."""
    if second.source in _MADE and first.source not in _MADE:  # blame what the author wrote
        first, second = second, first
    other: Message | str = first.source or Message.of("own-output", path=first.path)
    if first.layout in (*LAYOUTS.values(), OWN_LAYOUT):
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
        return Problem.of(_where(second), "alias-of-itself")
    if first.key and first.key == second.key and first.lang != second.lang:
        hint = Message.of("other-language", address=f"/{second.lang}{address}")
    if first.path != second.path and first.layout in TOPIC_LAYOUTS.values():
        hint = Message.of("keep-capitals", kind="tag" if first.layout == "tag" else "category")
    return Problem(_where(second), message, hint)


def _where(output: Output) -> Place | Spot:
    """Return the place of what decides an output's address."""
    return output.where or Place(output.source or "content/site.yaml")


def origins_of(outputs: tuple[Output, ...], theme: Theme) -> dict[str, Spot]:
    """Return output path -> the spot where it comes from, for each page.

    A page comes from its text, a publication from its record. A page that no file of the author
    asks for (the archive, the 404 page) comes from its template.
    """
    found: dict[str, Spot] = {}
    for output in outputs:
        if not output.traits.is_page or not output.path.endswith(".html"):
            continue
        template = theme.files.get(f"templates/{output.layout}.html")
        if output.where is not None:
            found[output.path] = _origin(output, output.where)
        elif template is not None:
            found[output.path] = Spot(template.path)
    return found


def _origin(output: Output, where: Spot) -> Spot:
    if output.layout in TOPIC_LAYOUTS.values():
        return where
    if where.path[0] == "front":
        return Spot(where.file, ("body",))
    return Spot(where.file, where.path[:-1])  # without the field that gives the address
