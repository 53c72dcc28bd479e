"""CVs after `extends`, and the facts on them, as a page and as a document to print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from generator.graph.entry_writer import EntryWriter
from generator.graph.index import Index, fact, inner_fact
from generator.graph.links import contact_links
from generator.graph.pictures import file_named
from generator.graph.query import chosen, section_view
from generator.graph.wording import date_in_words, site_language
from generator.model.dates import Date, When
from generator.model.files import RASTER, kind_named
from generator.model.links import is_external, path_encoded, slug_of
from generator.model.people import Person, Role
from generator.model.records.career import Record, record_source
from generator.model.sections import Cv, Section
from generator.model.site import Site
from generator.model.site_views import CvView, DocumentView
from generator.model.text import Phrase
from generator.model.theme import OptionResult, colour_names
from generator.model.views import SectionView
from generator.problems import Problem, Spot, did_you_mean, which_file, which_one

_OWN = ("extends", "change", "without", "permalink", "pdf")
"""Fields that a CV does not inherit: two CVs cannot have one address, for example."""


def with_whole_cvs(site: Site, problems: list[Problem]) -> Site:
    """Return the site with complete CVs: each with the fields and sections of the CVs that it
    extends."""
    written = {cv.id: cv for cv in site.cvs}
    whole = tuple(_whole(cv, written, (), problems) for cv in site.cvs)
    return msgspec.structs.replace(site, cvs=whole)


def _whole(
    cv: Cv, written: dict[str, Cv], on_the_way: tuple[str, ...], problems: list[Problem]
) -> Cv:
    base, way = written.get(cv.extends), (*on_the_way, cv.id)
    if cv.extends and base is None and not on_the_way:
        hint = which_one(cv.extends, sorted(written))
        where = _spot(cv, "extends")
        problems.append(Problem.of(where, "cv-missing", extends=cv.extends, hint=hint))
    if base is not None and base.id == way[0]:
        circle = " -> ".join((*way, base.id))
        problems.append(Problem.of(_spot(base, "extends"), "cv-circle", way=circle))
    if base is not None and base.id not in way:
        base = _whole(base, written, way, problems)
        said = {name: getattr(cv, name) for name in cv.given_fields if name not in _OWN}
        if "section_defaults" in said:
            said["section_defaults"] = cv.section_defaults.over(base.section_defaults)
        own = {name: getattr(cv, name) for name in (*_OWN, "id", "given_fields", "spot")}
        whole: Cv = msgspec.structs.replace(base, **{**own, **said})
    else:
        whole = cv
    if not on_the_way:
        problems += _section_problems(whole)
    return msgspec.structs.replace(whole, sections=tuple(_changed(whole)))


def _changed(cv: Cv) -> Iterator[Section]:
    for section in cv.sections:
        if section.name in cv.without:
            continue
        change = cv.change.get(section.name)
        yield change.over(section) if change is not None else section


def _section_problems(cv: Cv) -> Iterator[Problem]:
    """Report names of sections that the extended CV does not have, or has more than once."""
    names = [section.name for section in cv.sections]
    asked: list[tuple[str, Spot]] = [(word, _spot(cv, "without", word)) for word in cv.without]
    asked += [(word, _spot(cv, "change").key(word)) for word in cv.change]
    for word, spot in asked:
        if word not in names:
            yield Problem.of(
                spot,
                "cv-section-missing",
                word=word,
                known=tuple(names),
                hint=did_you_mean(word, names),
            )
        elif names.count(word) > 1:
            yield Problem.of(spot, "cv-section-ambiguous", count=names.count(word), word=word)


def _spot(cv: Cv, *keys: Any) -> Spot:
    return Spot(f"content/cv/{cv.id}.yaml", tuple(keys))


def _photo_of(person: Person, cv: Cv, statics: frozenset[str]) -> str:
    """Return the address of a CV's photo, without the first slash, or ""."""
    return file_named(cv.photo_file(person.portrait), statics)


def photos_shown(site: Site) -> tuple[str, ...]:
    """Return the photos of CVs, by address without the first slash."""
    found = (_photo_of(site.config.person, cv, site.statics) for cv in site.cvs)
    return tuple(sorted({path for path in found if kind_named(path)}))


def photo_problems(index: Index, cv: Cv, where: Spot) -> Iterator[Problem]:
    """Yield a problem if a CV cannot show the photo that it names."""
    person = index.config.person
    typed = cv.photo_file(person.portrait)
    if not typed and cv.photo.lower() != "true":
        return
    path = _photo_of(person, cv, index.statics)
    picture = index.pictures.get(path) if path else None
    if not typed:
        yield Problem.of(where, "portrait-missing")
    elif is_external(typed):
        yield Problem.of(where, "photo-elsewhere")
    elif not path:
        pictures = [name for name in index.statics if kind_named(name) in RASTER]
        yield Problem.of(where, "photo-missing", file=typed, hint=which_file(typed, pictures))
    elif picture is None or picture.kind not in RASTER:
        yield Problem.of(where, "photo-format", file=typed)
    elif picture.fault:
        yield Problem.of(where, "photo-broken", fault=picture.fault)


_WORDS = (
    *("updated", "comma", "colon", "in_brackets", "abstract", "advisor", "advisors", "cv.page"),
    "portrait",
    *(f"role.{role}" for role in get_args(Role)),
)


@fact
def cv(index: Index, lang: str, id: str) -> CvView | None:
    """A CV with its sections."""
    found, output = index.shown_cvs.get(id), index.by_subject("cv").get(id)
    if found is None or output is None:
        return None
    return _view(index, found, output.url, _newest(index, found))


@inner_fact
def document(index: Index, lang: str, id: str) -> DocumentView | None:
    """A CV as its PDF shows it, with everything that determines the look of the PDF."""
    printed = index.printed
    found = printed.shown_cvs.get(id)
    if found is None:
        return None
    lang = found.lang or index.default_lang
    person = printed.person
    name = person.name.in_language(lang)
    writer = EntryWriter(printed, lang, Section())
    lines = (found.headline,) if found.headline is not None else (person.role, person.affiliation)
    newest, path = _newest(printed, found), _photo_of(person, found, printed.statics)
    photo = printed.pictures.get(path) if path else None  # `section_checks` reports a faulty one
    return DocumentView(
        cv=_view(printed, found, "", newest),
        name=name,
        prefix=index.phrase(person.prefix, lang),
        title=index.phrase(person.title, lang),
        native="" if person.name.native == name else person.name.native,
        headline=writer.phrases(lines),
        page=found.page,
        design=found.design.name,
        photo=photo if photo and photo.kind in RASTER and not photo.fault else None,
        photo_path=path,
        options=_options(printed, found),
        words={key: index.word(key, lang) for key in _WORDS},
        commas=writer.commas,
        least_important=tuple(_least_important(printed, found)),
        newest=newest.iso() if newest else "",
    )


def _view(index: Index, found: Cv, url: str, newest: Date | None) -> CvView:
    lang = found.lang or index.default_lang
    pdf = index.by_subject("cv.pdf").get(found.id)
    photo = _photo_of(index.person, found, index.statics)
    language = site_language(index, lang, found.section_defaults.words)
    updated = date_in_words(newest, language, "long") if newest else ""
    return CvView(
        id=found.id,
        title=Phrase(index.word("cv", lang))
        if found.title is None
        else found.title.pick(lang, lang),
        url=url,
        pdf=pdf.url if pdf else "",
        lang=lang,
        updated="" if found.updated == "none" else updated,
        headline=None if found.headline is None else index.phrase(found.headline, lang),
        photo=path_encoded(f"/{photo}") if photo else "",
        summary=index.phrase(index.person.bio if found.summary_from else found.summary, lang),
        contact=tuple(contact_links(index, found.contact, lang)),
        sections=tuple(_section(index, wanted, lang) for wanted in found.whole_sections),
        fit=found.fit,
    )


def _section(index: Index, wanted: Section, lang: str) -> SectionView:
    view = section_view(wanted, index, lang)
    if wanted.title is not None or not wanted.of or view.is_empty:
        return view
    title = index.word(wanted.of[0], lang)
    return msgspec.structs.replace(view, title=Phrase(title), id=slug_of(title))


def _options(index: Index, found: Cv) -> dict[str, OptionResult]:
    """Return the options of the CV's design."""
    design, given = index.theme.designs.get(found.design.name), found.design.options
    specs = design.options if design else {}
    options = {name: spec.value_or_default(given.get(name)) for name, spec in specs.items()}
    named = colour_names()
    if options.get("accent") == "theme":
        accent = str(index.theme.options.get("accent", ""))
        # Typst accepts only these colours, and paper is white in every skin.
        is_known = accent in named or _HEX.fullmatch(accent)
        options["accent"] = accent if is_known else "#18181a"
    return {name: named.get(str(value), value) for name, value in options.items()}


_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def _records(index: Index, found: Cv) -> Iterator[tuple[Section, Record]]:
    for section in found.whole_sections:
        if section.shows_in(index.medium):
            yield from ((section, record) for record in chosen(section, index))


def _newest(index: Index, found: Cv) -> Date | None:
    """Return the date of the last update: the CV's own, or the newest date in it.

    An expected date is in the future and does not count. A span's end may be in the future, too, so
    it counts only if something else begins in that year.
    """
    if found.updated not in ("", "none"):
        try:
            return When.from_scalar(found.updated).last
        except ValueError:  # `section_checks` reports it
            return None
    spans = [s for _, record in _records(index, found) if record.when for s in record.when.spans]
    ends = [span.end for span in spans if span.end and not span.expected]
    starts = [span.start for span in spans if span.start] or ends
    years = {start.year for start in starts}
    dates = (*starts, *(end for end in ends if end.year in years))
    newest = max(dates, key=lambda date: date.sort_key, default=None)
    return newest if newest is None or newest.month else Date(newest.year)


def _least_important(index: Index, found: Cv) -> list[str]:
    """Return the ids of entries that may be left out to fit the CV's pages, the least important
    first.

    They are sorted by `priority` (of the record, or else of its section), then by date, then by
    position. An entry that is ongoing or has no date counts as the newest.
    """
    if not found.fit:
        return []
    ranks: dict[str, tuple[int, bool, tuple[int, int, int], int]] = {}
    for place, (section, record) in enumerate(_records(index, found)):
        when = record.when
        is_new = when is None or when.is_open
        last = (0, 0, 0) if when is None else when.last.sort_key
        rank = (record.priority or section.priority, is_new, last, -place)
        source = record_source(record)
        ranks[source] = max(ranks.get(source, rank), rank)
    return sorted(ranks, key=lambda source: ranks[source])
