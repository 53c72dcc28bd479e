"""Facts on CVs: as a page, and as a document to print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import get_args
from urllib.parse import unquote

import msgspec

from generator.graph.cvs import photo_of
from generator.graph.entries import source_of
from generator.graph.entry_formatter import EntryFormatter
from generator.graph.facts.registry import fact, inner_fact
from generator.graph.index import Index
from generator.graph.links import contact_links
from generator.graph.query import chosen, section_view
from generator.graph.wording import date_in_words
from generator.model.dates import Date, When
from generator.model.files import RASTER
from generator.model.languages import language
from generator.model.links import path_encoded, slug_of
from generator.model.people import Role
from generator.model.records.career import Record
from generator.model.sections import Cv, Section
from generator.model.site import Page
from generator.model.text import Phrase
from generator.model.theme import OptionResult
from generator.model.views.document_views import CvView, DocumentView, PhotoView
from generator.model.views.entry_views import SectionView

_WORDS = (
    *("updated", "comma", "colon", "in_brackets", "abstract", "advisor", "advisors", "cv.page"),
    *(f"role.{role}" for role in get_args(Role)),
)


@fact
def cv(index: Index, lang: str, id: str) -> CvView | None:
    """A CV with its sections."""
    found, output = index.resumes.get(id), index.cvs.get(id)
    if found is None or output is None:
        return None
    return _view(index, found, output.url, _newest(index, found))


@inner_fact
def document(index: Index, lang: str, id: str) -> DocumentView | None:
    """A CV as its PDF shows it, with all that decides how the PDF looks."""
    printed = index.printed
    found = printed.resumes.get(id)
    if found is None:
        return None
    lang = found.lang or index.default_lang
    person = printed.person
    name = person.name.in_language(lang)
    writer = EntryFormatter(printed, lang, Section())
    lines = (found.headline,) if found.headline else (person.role, person.affiliation)
    newest = _newest(printed, found)
    return DocumentView(
        cv=_view(printed, found, "", newest),
        name=name,
        prefix=index.phrase(person.prefix, lang),
        title=index.phrase(person.title, lang),
        native="" if person.name.native == name else person.name.native,
        headline=writer.phrases(lines),
        page=found.page,
        design=found.design.name,
        photo=_photo(printed, found, lang, name),
        options=_options(printed, found),
        words={key: index.word(key, lang) for key in _WORDS},
        commas=writer.commas,
        fit=found.fit,
        least_important=tuple(_least_important(printed, found)),
        newest=newest.iso() if newest else "",
    )


@inner_fact
def photo(index: Index, lang: str, address: str) -> bytes:
    """The bytes of a photo in a PDF; nothing where its file is gone."""
    path = unquote(address).lstrip("/")
    return index.read_picture(path) if index.site.pictures.get(path) else b""


def _photo(index: Index, found: Cv, lang: str, name: str) -> PhotoView | None:
    path = photo_of(index.person, found, index.site.statics)
    picture = index.site.pictures.get(path) if path else None
    if picture is None or picture.fault or picture.kind not in RASTER:
        return None  # `references.check` reports it
    return PhotoView(
        address=path_encoded(f"/{path}"),
        alt=index.word("portrait", lang).replace("{name}", name),
        width=picture.width,
        height=picture.height,
        digest=picture.digest,
    )


def _view(index: Index, found: Cv, url: str, newest: Date | None) -> CvView:
    lang = found.lang or index.default_lang
    pdf = index.pdfs.get(found.id)
    photo = photo_of(index.person, found, index.site.statics)
    updated = date_in_words(newest, language(lang), "long") if newest else ""
    return CvView(
        id=found.id,
        title=found.title.pick(lang, lang) if found.title else Phrase(index.word("cv", lang)),
        url=url,
        pdf=pdf.url if pdf else "",
        lang=lang,
        updated="" if found.updated == "none" else updated,
        headline=index.phrase(found.headline, lang),
        photo=path_encoded(f"/{photo}") if photo else "",
        summary=_summary(index, found, lang),
        contact=tuple(contact_links(index, found.contact, lang)),
        sections=tuple(_section(index, wanted, lang) for wanted in found.whole_sections),
        fit=found.fit,
    )


_MORE = "<!-- more -->"
_PARAGRAPH = re.compile(
    r"^(?![ \t]*(?:[#>|<`~=!-]|:::|\d+[.)][ \t]))[^\n]*\S(?:\n[^\n]*\S)*", re.MULTILINE
)
"""Lines that are no heading, section, list, picture or HTML."""


def _summary(index: Index, found: Cv, lang: str) -> Phrase:
    """Return the text before the first section: the CV's own, or one that stands elsewhere."""
    if found.summary_from == "bio":
        return index.phrase(index.person.bio, lang)
    page = index.pages.get((Page.at_home, lang)) if found.summary_from == "home" else None
    if page is None:
        return index.phrase(found.summary, lang)
    text = index.body(page).text
    head, marker, _ = text.partition(_MORE)
    if marker:
        return Phrase(head.rstrip(), "", page.body_spot)
    first = _PARAGRAPH.search(text)
    if first is None:
        return Phrase()
    line = page.body_spot.line + text.count("\n", 0, first.start())
    return Phrase(first[0], "", page.body_spot.at(line, 0))


def _section(index: Index, wanted: Section, lang: str) -> SectionView:
    view = section_view(wanted, index, lang)
    if view.title or not wanted.of.words or view.is_empty:
        return view
    title = index.word(wanted.of.words[0], lang)
    return msgspec.structs.replace(view, title=Phrase(title), id=slug_of(title))


def _options(index: Index, found: Cv) -> dict[str, OptionResult]:
    """Return the options of the CV's design; `references.check` reports a wrong one."""
    design = index.theme.designs.get(found.design.name)
    options: dict[str, OptionResult] = {}
    for name, spec in (design.options if design else {}).items():
        options[name] = spec.default.text
        for value in (spec.default, found.design.options.get(name, spec.default)):
            with suppress(ValueError):
                options[name] = spec.value(value)
    if options.get("accent") == "theme":
        accent = str(index.theme.options.get("accent", ""))
        # Typst knows no other colours, and paper is white in every skin.
        options["accent"] = accent if _HEX.fullmatch(accent) else "#18181a"
    return options


_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def _records(index: Index, found: Cv) -> Iterator[tuple[Section, Record]]:
    for section in found.whole_sections:
        if section.shows_in(index.medium):
            yield from ((section, record) for record in chosen(section, index))


def _newest(index: Index, found: Cv) -> Date | None:
    """Return when the CV was brought up to date: as it says, or the newest date in it.

    What is only expected has not happened yet.
    """
    if found.updated not in ("", "none"):
        try:
            return When.from_scalar(found.updated).last
        except ValueError:  # which `references.check` reports
            return None
    spans = (s for _, record in _records(index, found) if record.date for s in record.date.spans)
    dates = [d for s in spans for d in (s.start, None if s.expected else s.end) if d is not None]
    return max(dates, key=lambda date: date.sort_key, default=None)


def _least_important(index: Index, found: Cv) -> list[str]:
    """Return what the CV can do without, the least important entry first.

    By `priority`, of the record or else of its section; then by date, where what goes on or has
    no date is the newest; then by its place.
    """
    if not found.fit:
        return []
    ranks: dict[str, tuple[int, bool, tuple[int, int, int], int]] = {}
    for place, (section, record) in enumerate(_records(index, found)):
        when = record.date
        is_new = when is None or when.is_open
        last = (0, 0, 0) if when is None else when.last.sort_key
        rank = (record.priority or section.priority, is_new, last, -place)
        source = source_of(record)
        ranks[source] = max(ranks.get(source, rank), rank)
    return sorted(ranks, key=lambda source: ranks[source])
