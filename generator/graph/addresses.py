"""Addresses of pages, records and topics; redirects; and reasons to refuse an address.

A static host serves the file at an address, and derives its type from its name. So an old address
becomes a small page that redirects readers, and must be an address at which a host serves pages.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from urllib.parse import unquote

from generator.graph.index import Index
from generator.graph.links import resolve
from generator.model.config import Config
from generator.model.dates import When
from generator.model.files import Output
from generator.model.links import is_external, is_safe, path_encoded, slug_of, slug_pieces
from generator.model.records.career import Record
from generator.model.site import (
    LAYOUTS,
    OWN_LAYOUT,
    TOPIC_LAYOUTS,
    FrontMatter,
    Page,
    Site,
    TopicField,
    page_key,
    papers_by_page,
    with_pages,
)
from generator.model.theme import Theme
from generator.problems import Message, Place, Problem, Spot

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
"""Words of `posts.permalink` -> how to compute their values."""
_VALUE = re.compile(f":({'|'.join(VALUES)})")
_PAGES = (".html", ".htm")
"""Endings of files that hosts serve as pages."""
REDIRECTS = Spot("content/site.yaml", ("redirects",))
"""The spot of the site's redirects."""
LONGEST_NAME = 200
"""Bytes in one part of an address. File systems allow 255, but names of copies are longer."""
_LONGEST_ADDRESS = 1000
"""Bytes in an address. Operating systems allow 1024 to 4096, with the folders above it."""
FEEDS = Spot("content/site.yaml", ("posts", "feed_addresses"))
"""The spot of the feed's further addresses."""
_MADE = ("", "content/posts", "content/news.yaml")
"""Sources of outputs that Masthead makes without a file of the author."""
_RECORDS = (*LAYOUTS.values(), OWN_LAYOUT)
"""Layouts of the pages of records."""


def unsafe_part(address: str) -> str:
    """Return the first part of an address that leaves the site, is hidden, or is not a valid
    name."""
    found = _UNSAFE.search(address)
    return (found[0].strip("/") or found[0]) if found else ""


def as_address(typed: str) -> str:
    """Return the address that an author typed, in full: `about` -> `/about/`, `/a.html` stays."""
    path = "/" + typed.strip("/")
    is_file = "." in path.rpartition("/")[2] and not typed.endswith("/")
    return path if is_file or path == "/" else path + "/"


def page_address(page: Page, config: Config, problems: list[Problem]) -> str | None:
    """Return the address of a page or post, or None after reporting why it has none."""
    front = page.front
    for field, value in (("slug", front.slug), ("permalink", front.permalink)):
        bad = value and (unsafe_part(value) or ("/" if field == "slug" and "/" in value else ""))
        if bad:
            spot = page.front_spot(field)
            problems.append(Problem.of(spot, "page-address-characters", bad=bad, field=field))
            return None
    prefix = config.home_of(page.lang)
    if front.permalink:
        return unicodedata.normalize("NFC", as_address(front.permalink))
    if page.key == Page.at_home:
        return prefix
    if page.is_post and front.date is not None:
        scheme, when = config.posts.permalink, front.date
        if unsafe_part(scheme):
            return None  # `check` reports the pattern once, not for each post
        path = _VALUE.sub(lambda found: VALUES[found[1]](front, when), scheme)
        path = re.sub("//+", "/", path)  # a post may have no category
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
    """Return the address of a record's page in a language, or None after reporting why it has
    none."""
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


def _unservable(typed: str) -> Message | None:
    """Return why static hosts cannot serve a page at an address, or None if they can."""
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


def _old_address(typed: str) -> str:
    """Return an old address as browsers request it. It may be typed decoded or percent-encoded."""
    return as_address(typed if unsafe_part(typed) else unquote(typed))


def aliases_of(site: Site, found: Iterable[Output], problems: list[Problem]) -> Iterator[Output]:
    """Yield a redirect for each alias of a page or record, and report invalid aliases."""
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
            url = urls.get((page_key(record), lang), "")
            yield from _alias(alias, url, lang, spot.inside(str(place)), problems)


def _alias(
    alias: str, url: str, lang: str, spot: Spot, problems: list[Problem]
) -> Iterator[Output]:
    fault = _unservable(alias)
    if fault is not None:
        problems.append(Problem(spot, fault))
    elif url:
        yield _redirect(alias, path_encoded(url), lang, spot)


def _language(address: str, site: Site) -> str:
    """Return the language under whose home an address is."""
    config = site.config
    homes = {lang: config.home_of(lang) for lang in config.languages[1:]}
    return next((lang for lang in homes if address.startswith(homes[lang])), site.default_lang)


def _redirect(typed: str, target: str, lang: str, where: Spot) -> Output:
    more = {"subject": typed, "target": target, "source": where.file, "where": where}
    return Output.at(_old_address(typed), "redirect", lang, **more)


def site_redirects(
    site: Site, theme: Theme, found: Iterable[Output], base_url: str, problems: list[Problem]
) -> Iterator[Output]:
    """Yield the redirects of `site.yaml` whose targets exist, and report invalid ones.

    `found` are all other outputs, with addresses as in links. A redirect may lead to another
    redirect.
    """
    table = site.config.redirects
    if not table:
        return
    index = Index(site, theme, tuple(found), base_url)
    # A fragment alone, `#then`, is on the redirect's own page.
    steps = {
        _old_address(old): _old_address(old if to.startswith("#") else to)
        for old, to in table.items()
    }
    for old, target in table.items():
        where, lang = REDIRECTS.key(old), _language(target, site)
        fault = _unservable(old)
        if fault is not None:
            problems.append(Problem(where, fault))
            continue
        if _runs_in_circle(_old_address(old), steps):
            problems.append(Problem.of(where, "redirect-circle", first=old, second=target))
        address: str | None = target
        if is_external(target):
            address = target if is_safe(target) else None
        elif _old_address(target) in steps:
            address = path_encoded(_old_address(target))
        else:
            address = resolve(index, target, lang)
        if address is not None:  # `references` reports it
            yield _redirect(old, address, lang, where)


def _runs_in_circle(address: str, steps: dict[str, str]) -> bool:
    """Whether redirects lead from an address in a circle, so that a browser would never arrive."""
    at = address
    for _ in steps:
        at = steps.get(at, "")
    return at in steps


def _fault_in(address: str) -> Message | None:
    """Return why no file can be written at an address, or None."""
    bad = unsafe_part(address)
    if bad:
        return Message.of("address-characters", bad=bad)
    for part, most in (
        *((name, LONGEST_NAME) for name in address.split("/")),
        (address, _LONGEST_ADDRESS),
    ):
        if len(part.encode()) > most:
            return Message.of("address-too-long", address=part[:40], most=most)
    return None


def writable(found: Iterable[Output], problems: list[Problem]) -> Iterator[Output]:
    """Yield the outputs that can be written beside each other, and report the others."""
    return _apart(list(_fitting(found, problems)), problems)


def _fitting(found: Iterable[Output], problems: list[Problem]) -> Iterator[Output]:
    """Drop and report outputs whose addresses are not valid file paths."""
    for output in found:
        fault = _fault_in(output.url) if output.traits.is_linked else None
        if fault and output.traits.is_beside_page:
            continue
        if fault:
            problems.append(Problem(_where(output), fault, _way_out(output)))
        else:
            yield output


def _apart(found: Iterable[Output], problems: list[Problem]) -> Iterator[Output]:
    """Drop and report outputs whose paths clash, if only on some file systems."""
    seen: dict[str, Output] = {}
    for output in found:
        first = seen.setdefault(_folded(output.path), output)
        is_said = first.kind == output.kind and output.traits.is_beside_page
        is_said |= first.kind == "picture" and first.path == output.path  # both have equal copies
        if first is not output and not is_said:
            problems.append(_clash(first, output))
    for path, output in seen.items():
        file = _file_above(path, seen)
        if file is None:
            yield output
        elif not output.traits.is_beside_page:
            problems.append(_clash(file, output))


def _file_above(path: str, files: dict[str, Output]) -> Output | None:
    """Return the nearest file that has the name of a folder above `path`, or None."""
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
    if second.layout == "redirect" and path_encoded(first.url) == second.target:
        return Problem.of(_where(second), "alias-of-itself")
    address, other = second.url, _named(first)
    message = Message.of("address-twice", address=address, other=other)
    if _folded(first.path) != _folded(second.path):
        message = Message.of("address-below-file", address=address, second=first.url, other=other)
    elif first.path != second.path:
        message = Message.of("address-in-capitals", address=address, second=first.url, other=other)
    hint = _way_out(second)
    if first.key and first.key == second.key and first.lang != second.lang:
        hint = Message.of("other-language", address=f"/{second.lang}{address}")
    return Problem(_where(second), message, hint)


def _named(output: Output) -> Message | str:
    """Return the name of an output for a message."""
    if output.layout in _RECORDS:
        name = output.subject
        name = name if output.layout == "publication" else name.partition("/")[2]
        return Message.of("output-of-record", kind=output.layout, name=name)
    return output.source or Message.of("own-output", path=output.path)


def _way_out(output: Output) -> Message:
    """Return a hint on how to give an output another address."""
    if output.layout in _RECORDS:
        return Message.of("other-id-in-bib" if output.source.endswith(".bib") else "other-id")
    if output.layout == "redirect":
        return Message.of("other-redirect")
    fields = [word for word in output.where.path if not word.isdecimal()] if output.where else []
    return Message.of("other-field", field=fields[-1]) if fields else Message.of("rename")


def _where(output: Output) -> Place | Spot:
    """Return the place of the value that determines an output's address."""
    return output.where or Place(output.source or "content/site.yaml")


def origins_of(outputs: tuple[Output, ...], theme: Theme) -> dict[str, Spot]:
    """Return, for each page, its output path -> the spot of its source.

    The source of a page is its text, that of a publication its record. The source of a page that
    Masthead makes by itself (the archive, the 404 page) is its template.
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
