"""What is wrong with the site as a whole: references that lead nowhere.

Each file may be right by itself; only together do they show that `blog: goat` has no post.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from generator.graph.entry_formatter import IMPRINT
from generator.graph.image_outputs import card_problems
from generator.graph.index import Index
from generator.graph.links import is_safe, resolve
from generator.graph.outputs import is_printed
from generator.graph.patterns.checking import style_problems, use_problems
from generator.graph.permalinks import unsafe_part
from generator.graph.query import SORTABLE
from generator.graph.wording import words_missing
from generator.model.bibtex_types import bibtex_key, is_field_name, is_key
from generator.model.dates import When
from generator.model.directory import Directory
from generator.model.links import Link, expanded, is_external
from generator.model.people import Author
from generator.model.records import Education, Record
from generator.model.sections import Cv, Section, SectionDefaults, Words
from generator.model.site import KINDS, Page
from generator.model.text import fields_of
from generator.model.works import Patent, Publication, Talk
from generator.problems import Problem, Spot, did_you_mean, which_file

_ID = re.compile(r"[a-z0-9][a-z0-9._-]*")
"""What is meant for a venue's id, and not for its name."""


def check(index: Index) -> Iterator[Problem]:
    """Yield a problem for each reference in data, menu or front matter that leads nowhere."""
    site = index.site
    yield from _links(index, site.config.person.links, Spot("content/site.yaml", ("person",)))
    if site.config.person.portrait:
        spot = Spot("content/site.yaml", ("person",))
        yield from _link(index, "portrait", site.config.person.portrait, spot, "portrait")
    for kind, records in site.records.items():
        for record in records:
            spot = record.spot or Spot(f"content/{kind}.yaml")
            found = _record(index, record, spot)
            yield from map(_as_warning, found) if spot.file.endswith(".bib") else found
    yield from _equal_keys(index)
    for entry in site.config.menu or ():
        spot = entry.spot or Spot("content/site.yaml", ("menu",))
        yield from _link(index, "menu", entry.to, spot, "to")
    for page in site.pages:
        front = page.front
        if front.publication:
            yield from _publication(index, front.publication, page.front_spot("publication"))
        if front.image:
            yield from _link(index, "image", front.image, page.front_spot("image"), file=page.file)
    for cv in site.cvs:
        if cv.lang and cv.lang not in site.config.languages:
            spot = Spot(f"content/cv/{cv.id}.yaml", ("lang",))
            hint = f"site.yaml has: {', '.join(site.config.languages)}"
            yield Problem(spot, f'"{cv.lang}" is not one of the site\'s languages', hint)
        yield from _cv(index, cv, Spot(f"content/cv/{cv.id}.yaml"))
    yield from _defaults(index, site.config.section_defaults, Spot("content/site.yaml"))
    yield from _permalink_scheme(index)
    yield from card_problems(index)
    yield from style_problems(index)
    yield from words_missing(index)


def _as_warning(problem: Problem) -> Problem:
    """Return the same as a warning: a .bib is often not its owner's to mend."""
    return msgspec.structs.replace(problem, severity="warning")


def _defaults(index: Index, defaults: SectionDefaults, spot: Spot) -> Iterator[Problem]:
    """Report what is wrong with options that sections share, and those that they cannot share."""
    where = spot.inside("section_defaults")
    if defaults.given_fields:
        anything = {"of": Words(tuple(KINDS)), "style": "cards", "only": Words(), "more": ""}
        yield from section_problems(msgspec.structs.replace(defaults, **anything), index, where)
        yield from use_problems(Section(style=defaults.style), index, where)
    for name in defaults.given_fields:
        if name in defaults.each_ones_own:
            message = f'"{name}" is each section\'s own, and no default of all of them'
            yield Problem(where.key(name), message, "write it in the sections that need it")


def _summary(index: Index, cv: Cv, spot: Spot) -> Iterator[Problem]:
    """Report a summary that is to be found elsewhere, and is not there."""
    if not cv.summary_from:
        return
    where, lang = spot.inside("summary_from"), cv.lang or index.default_lang
    if cv.summary:
        message = "this CV has a `summary`, and takes one from elsewhere"
        yield Problem(where, message, "take one of the two out")
    if cv.summary_from == "bio" and not index.site.config.person.bio:
        hint = "write one: `bio` under `person` in site.yaml"
        yield Problem(where, "the person has no `bio`", hint)
    home = index.pages.get((Page.at_home, lang))
    if cv.summary_from == "home" and (home is None or home.is_generated):
        name = "index.md" if lang == index.default_lang else f"index.{lang}.md"
        message = f'there is no home page in the language "{lang}"'
        yield Problem(where, message, f"write content/{name}, or take this out")


def _cv(index: Index, cv: Cv, spot: Spot) -> Iterator[Problem]:
    yield from _defaults(index, cv.section_defaults, spot)
    yield from _summary(index, cv, spot)
    for section in cv.sections:
        yield from section_problems(section, index, section.spot or spot)
    who = index.site.config.person
    known = (*CONTACT_FIELDS, *who.links)
    for word in cv.contact:
        if word not in known:
            hint = did_you_mean(word, known) or f"the person has: {', '.join(known)}"
            yield Problem(spot.inside("contact", word), f'the person has no "{word}"', hint)
    if cv.updated not in ("", "none"):
        try:
            When.from_scalar(cv.updated)
        except ValueError:
            message = f'"{cv.updated}" is not a date'
            yield Problem(spot.inside("updated"), message, "write `2024-12`; `none` shows no date")
    if cv.pdf not in ("", "none") and not cv.pdf.endswith(".pdf"):
        hint = "write it like pdf/resume.pdf, or `none` for no PDF"
        yield Problem(spot.inside("pdf"), "the name of a PDF ends in .pdf", hint)
    yield from _design(index, cv, spot)


def _design(index: Index, cv: Cv, spot: Spot) -> Iterator[Problem]:
    if not is_printed(cv, index.theme):
        return
    designs, wanted = index.theme.designs, cv.design.name
    design, where = designs.get(wanted), cv.design.spot or spot.inside("design")
    if design is None or f"cv/{wanted}.typ" not in index.theme.files:
        hint = did_you_mean(wanted, designs) or f"it has: {', '.join(designs) or 'none'}"
        yield Problem(where, f'the theme has no design "{wanted}" for CVs', hint)
        return
    for name, value in cv.design.options.items():
        option = design.options.get(name)
        if option is None:
            hint = did_you_mean(name, design.options) or f"it has: {', '.join(design.options)}"
            problem = where.inside("options").key(name)
            yield Problem(problem, f'the design "{wanted}" has no option "{name}"', hint)
            continue
        try:
            option.value(value)
        except ValueError as error:
            yield Problem(where.inside("options", name), str(error), option.description)


CONTACT_FIELDS = ("email", "phone", "url", "orcid", "location")
"""What a CV's contact line may hold, besides the person's links."""


def _record(index: Index, record: Record, spot: Spot) -> Iterator[Problem]:
    yield from _signs(index, record, spot)
    yield from _links(index, record.links, spot)
    if isinstance(record, Publication):
        if record.preview:
            yield from _link(index, "image", record.preview, spot, "preview")
        yield from _numbers_and_venue(index, record, spot)
        for version in map(record.as_version, range(len(record.versions))):
            yield from _links(index, version.links, version.spot or spot)
            yield from _numbers_and_venue(index, version, version.spot or spot)
        yield from _ambiguous(index.directory, record, spot)
        yield from _bibtex(record, spot)
    elif isinstance(record, Education):
        for place, advisor in enumerate(record.advisors):
            if advisor.url:
                yield from _link(index, "url", advisor.url, spot, "advisors", str(place), "url")
    elif isinstance(record, Patent) and not (record.title or record.number):
        hint = "add a `title`, or a `number`"
        yield Problem(spot, "this patent has neither a title nor a number", hint)
    elif isinstance(record, Talk) and record.publication:
        yield from _publication(index, record.publication, spot.inside("publication"))


def _signs(index: Index, record: Record, spot: Spot) -> Iterator[Problem]:
    """Report signs behind names that mean no role."""
    for name in ("authors", "inventors", "advisors"):
        people: tuple[Author, ...] = getattr(record, name, ())
        for place, author in enumerate(people):
            sign = author.signs and index.config.marks.unknown_signs(author)
            if sign:
                hint = f'say what it means: `marks: {{corresponding: "{sign[0]}"}}` in site.yaml'
                where = spot.inside(name, str(place))
                yield Problem(where, f'the sign "{sign}" behind this name means no role', hint)


def _numbers_and_venue(index: Index, paper: Publication, spot: Spot) -> Iterator[Problem]:
    for kind, number in (("doi", paper.doi), ("arxiv", paper.arxiv)):
        if number:
            yield from _link(index, kind, number, spot, kind)
    yield from _venue(index, paper, spot)


def _publication(index: Index, id: str, spot: Spot) -> Iterator[Problem]:
    """Report the id of a paper that is not there to be linked to."""
    if id in index.publications or index.is_broken("publications"):
        return
    if any(record.id == id for record in index.site.records.get("publications", ())):
        hint = "take it out here, or change the `visibility` of the paper or of its section"
        yield Problem(spot, f'the publication "{id}" is not shown on the web', hint)
    else:
        hint = did_you_mean(id, index.publications)
        hint = hint or "the ids stand in publications.yaml, or are the keys of a .bib"
        yield Problem(spot, f'there is no publication "{id}"', hint)


def _equal_keys(index: Index) -> Iterator[Problem]:
    """Report papers that BibTeX could not tell apart. Equal ids are told where they are read."""
    seen: dict[str, Publication] = {}
    for paper in index.publications.values():
        first = seen.setdefault(bibtex_key(paper), paper)
        if first is not paper and first.id != paper.id:
            message = f'this and the publication "{first.id}" have one key in BibTeX: '
            where = (paper.spot or Spot("content/publications.yaml")).inside("key")
            hint = "give one of the two another `key:`"
            yield Problem(where, f'{message}"{bibtex_key(paper)}"', hint)


def _bibtex(record: Publication, spot: Spot) -> Iterator[Problem]:
    if not is_key(record.key):
        hint = "a key has no blanks, commas, braces, brackets or quotation marks"
        yield Problem(spot.inside("key"), f'"{record.key}" cannot be a key in BibTeX', hint)
    for name in record.bibtex:
        if not is_field_name(name):
            message = f'"{name}" is not the name of a BibTeX field'
            hint = "a name begins with a letter and has letters, digits and hyphens"
            yield Problem(spot.inside("bibtex").key(name), message, hint)


def _links(index: Index, links: dict[str, Link], spot: Spot) -> Iterator[Problem]:
    for kind, link in links.items():
        yield from _link(index, kind, link.to, spot, "links", kind, "to")


def _link(
    index: Index, kind: str, to: str, spot: Spot, *inside: str, file: str = ""
) -> Iterator[Problem]:
    """Report a link that leads nowhere; `inside` is where it stands further in than `spot`."""
    target = expanded(kind, to)
    if is_external(target):
        if not is_safe(target):
            message = f'a link cannot be of the kind "{target.split(":")[0]}:"'
            hint = "give a page, a file under static/, or an https:// URL"
            yield Problem(spot.inside(*inside), message, hint)
        elif kind in ("portrait", "image"):
            message = "a picture of the site must lie in it: readers ask no other host"
            hint = "put the file under static/ and name it here"
            yield Problem(spot.inside(*inside), message, hint)
        return
    if resolve(index, target, index.default_lang, file) is None and not index.is_broken(target):
        known = [*index.names, *index.site.statics]
        hint = which_file(target, known) or "name a page, a file under static/, or a URL"
        message = f'this site has no page and no file "{to}"'
        yield Problem(spot.inside(*inside), message, hint, code="link-broken")


def _venue(index: Index, record: Publication, spot: Spot) -> Iterator[Problem]:
    venue = record.venue
    if spot.file.endswith(".bib"):
        return  # there a venue is named in words
    if _ID.fullmatch(venue) and venue not in index.site.venues and not index.is_broken("venues"):
        hint = did_you_mean(venue, index.site.venues)
        hint = hint or "add it to venues.yaml, or write the venue's name in words"
        message = f'venues.yaml has no venue "{venue}"'
        yield Problem(spot.inside("venue"), message, hint)


def _ambiguous(directory: Directory, record: Publication, spot: Spot) -> Iterator[Problem]:
    for position, author in enumerate(record.authors):
        found = directory.candidates(author.name)
        if len(found) > 1:
            names = " or ".join(person.name.full() for person in found)
            message = f'"{author.name.full()}" could be {names}'
            hint = "write the name in full"
            yield Problem(spot.inside("authors", str(position)), message, hint)


def _permalink_scheme(index: Index) -> Iterator[Problem]:
    scheme = index.config.posts.permalink
    spot = Spot("content/site.yaml", ("posts", "permalink"))
    hint = "for example /:year/:month/:day/:slug/"
    if ":slug" not in scheme and ":title" not in scheme:
        yield Problem(spot, "the permalink scheme has neither :slug nor :title", hint)
    if unsafe_part(scheme):
        yield Problem(spot, f'"{unsafe_part(scheme)}" cannot stand in a permalink', hint)
    for word in re.findall(r":\w*", scheme):
        if not re.match(r":(year|month|day|slug|title)", word):
            yield Problem(spot, f'the permalink scheme has no "{word}"', hint)


def section_problems(section: Section, index: Index, where: Spot) -> list[Problem]:
    """Return what a section asks for that no record can answer."""
    problems = []
    if not section.of and not section.text:
        hint = "add a line such as `of: publications`, or a `text`"
        problems.append(Problem(where, "this section says neither `of` nor `text`", hint))
    for name in section.imprint.words:
        if name not in IMPRINT:
            hint = did_you_mean(name, IMPRINT) or f"known: {', '.join(IMPRINT)}"
            message = f'`imprint` names "{name}", which is none of its words'
            problems.append(Problem(where.inside("imprint", name), message, hint))
    problems += use_problems(section, index, where)
    for kind in section.of.words:
        if kind not in KINDS:
            hint = did_you_mean(kind, KINDS) or f"kinds are: {', '.join(KINDS)}"
            message = f'there are no records of the kind "{kind}"'
            problems.append(Problem(where.inside("of", kind), message, hint))
    kinds = [KINDS[kind] for kind in section.of.words if kind in KINDS]
    fields = {name for kind in kinds for name in fields_of(kind)} | {"type", "year"}
    fields -= {"spot"}
    ids = {record.id for kind in section.of.words for record in index.site.records.get(kind, ())}
    for field in section.where if kinds else ():
        if field not in fields:
            hint = did_you_mean(field, fields) or f"fields are: {', '.join(sorted(fields))}"
            message = f'`where` names the unknown field "{field}"'
            problems.append(Problem(where.inside("where").key(field), message, hint))
    known = {*ids, *fields, *SORTABLE}
    for option in ("order", "only", "skip"):
        allowed = known if option == "order" else ids
        for word in getattr(section, option).words if kinds else ():
            if word.removeprefix("-") not in allowed and not index.site.broken:
                message = f'`{option}` names "{word}", which is no '
                message += "field and no id" if option == "order" else "record's id"
                spot = where.inside(option, word)
                problems.append(Problem(spot, message, did_you_mean(word, allowed)))
    if section.more and resolve(index, section.more, index.default_lang) is None:
        message = f'`more` names "{section.more}", which is no page'
        hint = did_you_mean(section.more, index.names)
        problems.append(Problem(where.inside("more"), message, hint))
    return problems
