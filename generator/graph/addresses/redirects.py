"""Old addresses that lead on: `aliases` of pages and papers, and `redirects` of the whole site.

A static host answers an address with the file that lies there, and tells by the file's name what
it is. So an old address becomes a small page that sends readers on, and only an address at which a
host serves pages can be one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from generator.graph.addresses.permalinks import as_address, home_of, unsafe_part
from generator.graph.index import Index
from generator.graph.links import resolve
from generator.messages import Message
from generator.model.files import Output
from generator.model.links import is_external, is_safe, output_path, path_encoded
from generator.model.records.pages import old_addresses, own_page_key, page_key, with_pages
from generator.model.site import Site, papers_by_page
from generator.model.theme import Theme
from generator.problems import Problem, Spot, which_file

_PAGES = (".html", ".htm")
"""Endings of files that hosts serve as pages."""
REDIRECTS = Spot("content/site.yaml", ("redirects",))
"""Where the redirects of the whole site stand."""


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
        if not page.front.aliases:
            continue
        key = f"publication:{texts[page.key]}" if page.key in texts else f"page:{page.key}"
        url = urls.get((key, page.lang), "")
        spot = page.front_spot("aliases")
        yield from _aliases(page.front.aliases, url, page.lang, spot, problems)
    for record in with_pages(site):
        for alias in old_addresses(record):
            lang = _language(alias, site)
            own = urls.get((f"page:{own_page_key(record)}", lang), "")
            url = own or urls.get((page_key(record), lang), "")
            spot = (record.spot or Spot(f"content/{record.kind_name}.yaml")).inside("aliases")
            at = str(old_addresses(record).index(alias))
            yield from _aliases((alias,), url, lang, spot, problems, at)


def _aliases(
    aliases: tuple[str, ...], url: str, lang: str, spot: Spot, problems: list[Problem], at: str = ""
) -> Iterator[Output]:
    for place, alias in enumerate(aliases):
        fault = unservable(alias)
        if fault is not None:
            problems.append(Problem(spot.inside(at or str(place)), fault))
        elif url:
            yield _redirect(alias, path_encoded(url), lang, spot.file)


def _language(address: str, site: Site) -> str:
    """Return the language under whose home an address lies."""
    config = site.config
    homes = {lang: home_of(lang, config) for lang in config.languages[1:]}
    return next((lang for lang in homes if address.startswith(homes[lang])), site.default_lang)


def _redirect(typed: str, target: str, lang: str, source: str) -> Output:
    address = old_address(typed)
    return Output(
        path=output_path(address),
        url=address,
        lang=lang,
        layout="redirect",
        subject=typed,
        target=target,
        source=source,
        is_listed=False,
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
                yield _redirect(old, target, site.default_lang, REDIRECTS.file)
                continue
            scheme = f"{target.split(':')[0]}:"
            problems.append(Problem.of(where, "redirect-scheme", scheme=scheme))
        else:
            lang = _language(target, site)
            address = resolve(index, target, lang) if target.strip("#") else None
            if address is not None:
                yield _redirect(old, address, lang, REDIRECTS.file)
            elif not index.is_broken(target):
                hint = which_file(target, [*index.names, *index.site.statics])
                message = Message.of("target-missing", target=target)
                problems.append(Problem(where, message, hint, code="link-broken"))


def _last(typed: str, steps: dict[str, str]) -> str | None:
    """Return where a redirect ends that may lead to another one; None where it ends nowhere."""
    for _ in range(len(steps) + 1):
        if is_external(typed) or old_address(typed) not in steps:
            return typed
        typed = steps[old_address(typed)]
    return None
