"""A rule on what belongs to others: e-mail addresses and telephone numbers that will be public.

The links of PDFs are read by `pdfs.py`, their text by PDFium where it is installed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import unquote

import msgspec

from generator import pdf_pages
from generator.check.pdfs import links_in
from generator.check.prose import Prose
from generator.check.rules import SITE, CheckContext, Found, WrittenText, rule, texts_of
from generator.graph.entries import source_of
from generator.graph.index import Index
from generator.graph.links import resolve
from generator.graph.public_records import on_public_pages
from generator.graph.query import chosen
from generator.model.files import Output
from generator.model.links import expanded
from generator.model.records.pages import page_key
from generator.model.sections import Cv
from generator.model.text import Text
from generator.problems import Place, Spot

_EMAIL = re.compile(r"(?<![\w.+%-])[A-Za-z0-9][\w.+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
_PHONE = re.compile(
    r"(?<![\w+/=.-])\+[1-9](?:[ ()./-]{0,2}\d){7,14}(?!\w)"  # ITU-T E.164
    r"|(?<![\w/=.-])(?:1[3-9]\d[ -]?\d{4}[ -]?\d{4}|\(\d{3}\) ?\d{3}[ .-]\d{4})(?![\w-])"
    r"|(?:(?<!\w)(?:tel|phone|mobile|telephone|fax)\.?|电话|手机|微信)[ \t]*[:：]?[ \t]*"
    r"\+?[1-9(0](?:[ ()./-]{0,2}\d){6,14}(?!\w)",
    re.IGNORECASE,
)
"""In Markdown, with its links: `tel:+49-30-123456`."""
_DIGIT = re.compile(r"[0-9]")
_INVENTED = re.compile(
    r"(?:^|[@.])(?:example(?:\.(?:com|net|org|edu))?|test|invalid|localhost)$", re.IGNORECASE
)
"""The ends of addresses that belong to nobody (RFC 2606)."""
_OFFICES = re.compile(
    r"(?:admin|admissions|chairs?|contact|editors?|events|git|hello|help|hr|info|jobs|mail|news"
    r"|no-?reply|office|press|secretariat|service|support|team|webmaster)@"
)
"""Names before the `@` that are no person's."""
_WAY_OUT = (
    "take it out or hide it (`visibility: {email: private}`), "
    "or ask, and write `# masthead: ignore contact-of-others` beside it"
)


@rule("contact-of-others", "warning", "People")
def contact_of_others(context: CheckContext) -> Iterator[Found]:
    """An e-mail address or telephone number of somebody else will be public, on a page or in a PDF.

    Read are all texts and fields that some public page or PDF shows: those of a referee go into
    the PDF of a CV. PDFs that you add yourself are read, too, text and links (`mailto:`, `tel:`),
    but not those of papers; their text only with the extra `thumbs`. The person's own address and
    number are no finding, nor are addresses of offices (`info@`), those under `example.org` and the
    like, and what stands in code.
    """
    person = context.site.config.person
    own = {person.email.casefold(), _digits(person.phone)}
    said: set[tuple[Spot, str]] = set()
    for where, text in _public(context):
        for found, spot in _contacts_in(text):
            if not _is_free(found, own) and (spot, found) not in said:
                said.add((spot, found))
                yield Found(spot, _message(found, where), _WAY_OUT)
    yield from _in_copied_pdfs(context, own)


def _message(found: str, where: str) -> str:
    what = "e-mail address" if "@" in found else "telephone number"
    return f'"{found}" is not your {what}, and will be public {where}'


def _is_free(found: str, own: set[str]) -> bool:
    """Whether everybody may know it."""
    if "@" not in found:
        return _digits(found) in own or found.startswith("+0")  # which is no country's
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
    forms = said.forms if isinstance(said, Text) else {"": said}
    for lang, form in forms.items():
        if "@" in form or _DIGIT.search(form):
            prose = Prose(form, spot.inside(lang) if lang else spot, lang)
            for match in (*_EMAIL.finditer(prose.read), *_PHONE.finditer(prose.read)):
                yield match[0], prose.at(match.start())


def _public(context: CheckContext) -> Iterator[tuple[str, WrittenText]]:
    """Yield what the world will read, each with where that will be."""
    index, web = context.index, "on the web"
    yield from ((web, text) for text in texts_of(context.site.config, Spot(SITE)))
    for page, prose in context.bodies:
        yield from ((web, text) for text in texts_of(page.front, page.front_spot()))
        yield web, ((), prose.text, prose.spot)
    shown = on_public_pages(index)
    for records in index.records.values():
        for record in records:
            if page_key(record) or source_of(record) in shown:
                yield from ((web, text) for text in texts_of(record, context.spot(record)))
    for id in index.cvs:
        yield from _of_cv(context, index.resumes[id], index, web)
    for id, output in index.pdfs.items():
        yield from _of_cv(context, index.printed.resumes[id], index.printed, f"in {output.url}")


def _of_cv(
    context: CheckContext, cv: Cv, index: Index, where: str
) -> Iterator[tuple[str, WrittenText]]:
    sections = tuple(section for section in cv.whole_sections if section.shows_in(index.medium))
    cv = msgspec.structs.replace(cv, sections=sections)
    yield from ((where, text) for text in texts_of(cv, cv.spot or Spot(f"content/cv/{cv.id}.yaml")))
    for section in sections:
        for record in chosen(section, index):
            yield from ((where, text) for text in texts_of(record, context.spot(record)))


_WAY_OUT_OF_PDF = "make the PDF without it, or ask, and name this rule under `check: {ignore: …}`"


def _in_copied_pdfs(context: CheckContext, own: set[str]) -> Iterator[Found]:
    """Look into the PDFs that the author has added, except those of papers."""
    for output in _added_pdfs(context.index):
        said: dict[str, str] = {}
        links = (unquote(link).partition("?")[0] for link in links_in(context.read(output)))
        for link in links:
            kind, _, found = link.partition(":")
            if kind.lower() in ("mailto", "tel"):
                said.setdefault(found, "in this PDF")
        for number, text in enumerate(_pages_of(context, output), 1):
            for match in (*_EMAIL.finditer(text), *_PHONE.finditer(text)):
                said.setdefault(match[0], f"on page {number} of this PDF")
        for found, where in said.items():
            if not _is_free(found, own):
                yield Found(Place(output.source), _message(found, where), _WAY_OUT_OF_PDF)


def _added_pdfs(index: Index) -> Iterator[Output]:
    papers = {
        resolve(index, expanded(kind, link.to), index.default_lang)
        for paper in index.publications.values()
        for links in (paper.links, *(version.links for version in paper.versions))
        for kind, link in links.items()
    }
    for output in index.outputs:
        is_copy = output.traits.made_by == "copy" and output.path.lower().endswith(".pdf")
        if is_copy and output.url not in papers:
            yield output


def _pages_of(context: CheckContext, output: Output) -> list[str]:
    """Return the text of each page; nothing of what PDFium does not read, or where it is absent."""
    if not pdf_pages.can_read():
        return []
    with suppress(ValueError):
        return pdf_pages.texts_of(context.read(output))
    return []


@rule("pdf-unread", "note", "People")
def pdf_unread(context: CheckContext) -> Iterator[Found]:
    """The text of PDFs was not read for addresses of others, since the library for it is absent.

    Without the extra `thumbs`, `contact-of-others` knows the links of PDFs only.
    """
    added = [] if pdf_pages.can_read() else list(_added_pdfs(context.index))
    if added:
        others = f" and {len(added) - 1} more" if len(added) > 1 else ""
        message = f"the text of this PDF{others} is not read for addresses and numbers of others"
        yield Found(Place(added[0].source), message, "only its links are", extra="thumbs")
