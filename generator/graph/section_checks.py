"""What is wrong with sections and CVs: what they name and the site has not."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from generator.graph.cvs import photo_problems
from generator.graph.entries import source_of
from generator.graph.index import Index
from generator.graph.links import resolve
from generator.graph.outputs.whole_site import is_printed
from generator.graph.patterns.checking import use_problems
from generator.graph.patterns.fields import IMPRINT
from generator.graph.query import SORTABLE, chosen
from generator.model.dates import When
from generator.model.name_marks import explained
from generator.model.people import DEFAULT_MARKS
from generator.model.records.members import Member
from generator.model.sections import GROUPS, MOST_COLUMNS, Cv, Section, SectionDefaults, Words
from generator.model.site import Page
from generator.model.text import fields_of
from generator.problems import Problem, Spot, did_you_mean


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
    if not 1 <= section.columns <= MOST_COLUMNS:
        message, hint = f"a section cannot have {section.columns} columns", "write 1, 2, 3 or 4"
        problems.append(Problem(where.inside("columns"), message, hint))
    problems += use_problems(section, index, where)
    for kind in section.of.words:
        if kind not in index.kinds:
            hint = did_you_mean(kind, index.kinds) or f"kinds are: {', '.join(index.kinds)}"
            message = f'there are no records of the kind "{kind}"'
            problems.append(Problem(where.inside("of", kind), message, hint))
    if section.of.words == (Member.kind_name,) and not section.only:
        people = index.site.records.get(Member.kind_name, ())
        if not any(person.is_listed for person in people):
            message = "nobody in people.yaml has a `group`, so that this section has no members"
            hint = "write `group: faculty`, `phd`, `alumni`, … for each member"
            problems.append(Problem(where.inside("of", "people"), message, hint, "warning"))
    marks = section.marks.over(index.config.marks)
    for sign, role in explained(section.text.any() if section.text else "").items():
        if role in DEFAULT_MARKS and marks.of(role) != sign:
            message = f'the text says that "{sign}" means {role}, and {role} is "{marks.of(role)}"'
            hint = f'write `marks: {{{role}: "{sign}"}}` in site.yaml'
            problems.append(Problem(where.inside("text"), message, hint, "warning"))
    kinds = [index.kinds[kind] for kind in section.of.words if kind in index.kinds]
    fields = {name for kind in kinds for name in fields_of(kind)} | {"type", "year"}
    fields -= {"spot"}
    own = (name for kind in kinds for name, field in kind.declared.items() if field.groups)
    groups = dict.fromkeys((*GROUPS, *own))
    if section.group not in groups:
        hint = did_you_mean(section.group, groups) or f"known: {', '.join(groups)}"
        message = f'nothing can be grouped by "{section.group}"'
        problems.append(Problem(where.inside("group"), message, hint))
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


def default_problems(index: Index, defaults: SectionDefaults, spot: Spot) -> Iterator[Problem]:
    """Yield what is wrong with the options that all sections of a file share."""
    where = spot.inside("section_defaults")
    if defaults.given_fields:
        anything = {"of": Words(tuple(index.kinds)), "style": "cards", "only": Words(), "more": ""}
        anything["options"] = {}
        yield from section_problems(msgspec.structs.replace(defaults, **anything), index, where)
        styled = Section(style=defaults.style, options=defaults.options)
        yield from use_problems(styled, index, where)
    for name in defaults.given_fields:
        if name in defaults.each_ones_own:
            message = f'"{name}" is each section\'s own, and no default of all of them'
            yield Problem(where.key(name), message, "write it in the sections that need it")


def shown_nowhere_else(index: Index) -> Iterator[Problem]:
    """Yield the hidden sections of CVs with records that no public section shows.

    Such a record would be in the search, in `resume.json` and in other public files although its
    author hides the section, unless its `visibility` says where it is shown.
    """
    hidden, public = list[Section](), [s for page in index.site.pages for s in page.sections]
    for cv in index.site.cvs:
        is_public = cv.publish and cv.visibility.whole != "private"
        for section in cv.whole_sections:
            (public if is_public and section.shows_in("web") else hidden).append(section)
    shown = {source_of(record) for s in public if s.shows_in("web") for record in chosen(s, index)}
    for section in hidden:
        records = [
            record
            for record in chosen(section, index)
            if not record.visibility.is_given and source_of(record) not in shown
        ]
        if records:
            ids = ", ".join(filter(None, (record.id for record in records[:3])))
            message = f"only hidden sections show {len(records)} of these records"
            message += f" ({ids}{', …' * (len(records) > 3)})" if ids else ""
            words = ", ".join(dict.fromkeys(f"{record.kind_name}: pdf" for record in records))
            hint = f"say who may see them: `visibility: {{{words}}}` in site.yaml, or `public`"
            yield Problem(
                section.spot or Spot("content/cv"),
                f"{message}, and public files would hold them",
                hint,
            )


def _summary(index: Index, cv: Cv, spot: Spot) -> Iterator[Problem]:
    """Yield what is wrong with a summary that is to be found elsewhere."""
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


def cv_problems(index: Index, cv: Cv, spot: Spot) -> Iterator[Problem]:
    """Yield what is wrong with a CV, whose file is at a spot."""
    if cv.lang and cv.lang not in index.config.languages:
        hint = f"site.yaml has: {', '.join(index.config.languages)}"
        message = f'"{cv.lang}" is not one of the site\'s languages'
        yield Problem(spot.inside("lang"), message, hint)
    yield from default_problems(index, cv.section_defaults, spot)
    yield from _summary(index, cv, spot)
    yield from photo_problems(index, cv, spot.inside("photo"))
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
