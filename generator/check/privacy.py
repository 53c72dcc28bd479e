"""Rules on privacy: data of other people and of readers that a site reveals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import msgspec

from generator.check.outputs import source_of
from generator.check.rules import (
    CheckContext,
    WrittenText,
    is_one_letter_off,
    prose_of,
    rule,
    texts_of,
)
from generator.html import loaded_by, raw_text, start_tags
from generator.model.files import Output
from generator.model.names import fold
from generator.model.sections import Cv
from generator.problems import Message, Problem, Spot

_WHAT = {
    "script-src": "a script",
    "img-src": "a picture",
    "media-src": "a film or a sound",
    **dict.fromkeys(("frame-src", "object-src"), "what is shown in a frame"),
}
"""The directive of a policy that allows a request -> what is requested."""
_LINKED = frozenset({"stylesheet", "icon", "preload", "modulepreload", "prefetch", "preconnect",
                     "dns-prefetch", "manifest"})  # fmt: skip
"""Values of `<link rel>` for which browsers send requests (HTML, 4.6.7 "Link types")."""
_ELSEWHERE = re.compile(r"(?:https?:|wss?:)?//([^/?#\\\s]+)", re.IGNORECASE)
_IN_STYLE = re.compile(r"""(?:url\(\s*["']?|@import\s+["'])((?:https?:)?//[^"')\s]+)""", re.I)


@rule("other-host-asked", "warning", "Links and pictures")
def other_host_asked(context: CheckContext) -> Iterator[Problem]:
    """A page makes its readers' browsers contact another host, so that host learns who reads it.

    This may be a picture, a film in a frame, a counter or a font. Each address is reported once,
    with the first page that loads it, even if the page's Content-Security-Policy blocks it.
    Ordinary links are not reported. Silence the rule for hosts that may know your readers.
    """
    own = urlsplit(context.index.base_url).netloc.lower()
    asked: dict[str, tuple[str, dict[str, Output]]] = {}
    for output, what, address in _requests(context):
        host = _ELSEWHERE.match(address)
        if host and host[1].lower() != own:
            asked.setdefault(address, (what, {}))[1].setdefault(output.path, output)
    for address, (what, outputs) in asked.items():
        first = next(iter(outputs.values()))
        more = len(outputs) - 1
        pages = Message.of("and-more", first=first.url, number=more) if more else first.url
        yield Problem.of(
            source_of(context, first, address),
            "other-host-asked",
            pages=pages,
            what=what,
            address=address,
        )


def _requests(context: CheckContext) -> Iterator[tuple[Output, str, str]]:
    """Yield the requests of browsers for each page and style sheet: the kind, and the address."""
    for output, tag, given in context.tags:
        if tag == "link" and _LINKED & set(given.get("rel", "").lower().split()):
            yield output, "a style sheet or the like", given.get("href", "").strip()
        for directive, address in loaded_by(tag, given):
            if directive in _WHAT:
                yield output, _WHAT[directive], address.strip()
    for output, text in _styles(context):
        for address in _IN_STYLE.findall(text):
            yield output, "a picture or a font of a style", address


def _styles(context: CheckContext) -> Iterator[tuple[Output, str]]:
    for output, html in context.pages():
        if "url(" in html or "@import" in html:
            for tag in start_tags(html):
                if tag.name == "style":
                    yield output, raw_text(html, tag)
                elif "url(" in tag.inside:
                    yield output, tag.attributes.get("style", "")
    for output in context.index.outputs:
        if output.path.endswith(".css"):
            yield output, context.built.read(output).decode("utf-8", "replace")


_EMAIL = re.compile(
    r"(?<![\w.+%/-])[A-Za-z0-9][\w.+-]*@(?:[A-Za-z0-9-]+\.)+(?!(?:png|jpe?g|webp|gif|pdf)\b)[A-Za-z]{2,}"
)
_PHONE = re.compile(
    r"(?<![\w+/=.-])\+[1-9](?:[ ()./-]{0,2}\d){7,14}(?!\w)"  # ITU-T E.164
    r"|(?<![\w/=.-])(?:1[3-9]\d[ -]?\d{4}[ -]?\d{4}|\(\d{3}\) ?\d{3}[ .-]\d{4})(?![\w-])"
    r"|(?:(?<!\w)(?:tel|phone|mobile|telephone|fax)\.?|电话|手机|微信)[ \t]*[:：]?[ \t]*"
    r"\+?[1-9(0](?:[ ()./-]{0,2}\d){6,14}(?!\w)",
    re.IGNORECASE,
)
"""In Markdown, with its links: `tel:+49-30-123456`."""
_INVENTED = re.compile(
    r"(?:^|[@.])(?:example(?:\.(?:com|net|org|edu))?|test|invalid|localhost)$", re.IGNORECASE
)
"""Endings of addresses that are reserved for examples (RFC 2606)."""
_OFFICES = re.compile(
    r"(?:admin|admissions|chairs?|contact|editors?|events|git|hello|help|hr|info|jobs|mail|news"
    r"|no-?reply|office|press|secretariat|service|support|team|webmaster)@"
)
"""Names before the `@` that are not a person's."""


@rule("contact-of-others", "warning", "People")
def contact_of_others(context: CheckContext) -> Iterator[Problem]:
    """Another person's e-mail address or telephone number will be public, on a page or in a PDF.

    The rule reads all texts and fields that the web may show, and the content of CV PDFs, where
    those of referees appear. It does not read PDFs that you add yourself. Data in `site.yaml`
    belongs to the person, and so do addresses with the person's given name or that of the site's
    own host: `lovelace` of `lovelace.example.org`. The rule ignores addresses of offices (`info@`),
    addresses under `example.org` and similar domains, and code. It always reports two addresses
    that differ in one letter, because mail to one of them may be lost.
    """
    person = context.site.config.person
    own = {person.email.casefold(), _digits(person.phone)}
    site = urlsplit(context.index.base_url)
    host = (site.hostname or "").removeprefix("www.").split(".")[: site.path in ("", "/")]
    given = (person.name.given or person.name.full()).split()
    names = {fold(name) for name in (*given, *host) if len(name) > 3}
    said: set[tuple[Spot, str]] = set()
    addresses = {person.email.casefold(): person.email}
    for where, text in _public(context):
        for found, spot in _contacts_in(text):
            line = msgspec.structs.replace(spot, column=0)  # count `[a@b](mailto:a@b)` only once
            if (line, found) in said:
                continue
            said.add((line, found))
            if "@" in found:
                near = [one for one in addresses if is_one_letter_off(found.casefold(), one)]
                addresses.setdefault(found.casefold(), found)
                if near:
                    yield Problem.of(
                        spot, "contact-nearly-own", found=found, own=addresses[near[0]]
                    )
                    continue
            is_own = any(name in fold(found) for name in names)
            if not is_own and not _is_free(found, own):
                yield Problem.of(
                    spot,
                    "email-of-others" if "@" in found else "phone-of-others",
                    found=found,
                    where=where,
                )


def _is_free(found: str, own: set[str]) -> bool:
    """Whether a contact may be public."""
    if "@" not in found:
        return _digits(found) in own or found.startswith("+0")  # not a country's code
    found = found.casefold()
    return found in own or bool(_OFFICES.match(found) or _INVENTED.search(found))


def _digits(phone: str) -> str:
    return re.sub(r"\D", "", phone)


def _contacts_in(text: WrittenText) -> Iterator[tuple[str, Spot]]:
    """Yield the addresses and numbers in a text, each with its spot."""
    path, said, spot = text
    if path[-1:] == ("phone",):
        yield str(said), spot
        return
    for prose in prose_of(said, spot):
        for match in (*_EMAIL.finditer(prose.read), *_PHONE.finditer(prose.read)):
            yield match[0], prose.at(match.start())


def _public(context: CheckContext) -> Iterator[tuple[str, WrittenText]]:
    """Yield the public texts, each with the output that shows it."""
    index, web = context.index, "on the web"
    for page, prose in context.bodies:
        yield from ((web, text) for text in texts_of(page.front, page.front_spot()))
        yield web, ((), prose.text, prose.spot)
    for records in index.records.values():
        for record in records:
            yield from ((web, text) for text in texts_of(record, context.spot(record)))
    for id in index.by_subject("cv"):
        yield from _of_cv(context, index.shown_cvs[id], web)
    for id, output in index.by_subject("cv.pdf").items():
        cv = index.printed.shown_cvs[id]
        yield from _of_cv(context, cv, f"in {output.url}", is_printed=True)


def _of_cv(
    context: CheckContext, cv: Cv, where: str, is_printed: bool = False
) -> Iterator[tuple[str, WrittenText]]:
    index = context.index.printed if is_printed else context.index
    sections = tuple(section for section in cv.whole_sections if section.shows_in(index.medium))
    cv = msgspec.structs.replace(cv, sections=sections)
    yield from ((where, text) for text in texts_of(cv, context.spot(cv)))
    for section in sections:
        for record in context.chosen(section, index):
            yield from ((where, text) for text in texts_of(record, context.spot(record)))
