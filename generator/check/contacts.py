"""A rule on what belongs to others: e-mail addresses and telephone numbers that will be public."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from generator.check.prose import Prose
from generator.check.rules import SITE, CheckContext, Found, WrittenText, rule, texts_of
from generator.graph.index import Index
from generator.graph.query import chosen
from generator.model.sections import Cv
from generator.model.text import Text
from generator.problems import Spot

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

    The rule reads all texts and fields whose `visibility` lets the web show them, and what the PDFs
    of CVs show: those of a referee go there. It does not read PDFs that you add yourself. The
    person's own address and number are no finding, nor are addresses of offices (`info@`), those
    under `example.org` and the like, and what stands in code.
    """
    person = context.site.config.person
    own = {person.email.casefold(), _digits(person.phone)}
    said: set[tuple[Spot, str]] = set()
    for where, text in _public(context):
        for found, spot in _contacts_in(text):
            if not _is_free(found, own) and (spot, found) not in said:
                said.add((spot, found))
                yield Found(spot, _message(found, where), _WAY_OUT)


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
    for records in index.records.values():
        for record in records:
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
