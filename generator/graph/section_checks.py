"""Checks of sections, their styles and CVs: mostly for names that do not exist on the site."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

import msgspec

from generator.graph.cvs import photo_problems
from generator.graph.field_values import FORMATS, IMPRINT, FieldKind, field_kind, listed
from generator.graph.index import Index
from generator.graph.links import field_in, resolve
from generator.graph.outputs import is_printed
from generator.graph.query import SORTABLE, chosen
from generator.graph.wording import DRAWN, ONLY_GIVEN, fits_dates, style_named
from generator.model.config import Style
from generator.model.dates import When
from generator.model.languages import language
from generator.model.names import explained
from generator.model.people import DEFAULT_MARKS
from generator.model.records.career import Record, record_source
from generator.model.records.members import Member
from generator.model.sections import GROUP_FIELDS, MOST_COLUMNS, Cv, Section
from generator.model.styles import (
    PRESETS,
    Field,
    Format,
    Pattern,
    PatternError,
    pattern_of,
    pattern_or_none,
)
from generator.model.text import LANGUAGE_CODE, Text, choices_of, fields_of
from generator.model.theme import OptionSpec, OptionValue
from generator.problems import Message, Problem, Severity, Spot, did_you_mean

CONTACT_FIELDS = ("email", "phone", "url", "orcid", "location")
"""The fields that the contact line of a CV may name, besides the person's links."""


def section_problems(section: Section, index: Index, where: Spot) -> Iterator[Problem]:
    """Yield problems of a section's options."""
    if not section.of and not section.text:
        yield Problem.of(where, "section-without-records")
    yield from _strange_words(section.imprint, IMPRINT, where.inside("imprint").inside)
    if not 1 <= section.columns <= MOST_COLUMNS:
        yield Problem.of(where.inside("columns"), "section-columns", columns=section.columns)
    yield from _use_problems(section, index, where)
    for kind in section.of:
        if kind not in index.kinds:
            hint, known = did_you_mean(kind, index.kinds), tuple(index.kinds)
            spot = where.inside("of", kind)
            yield Problem.of(spot, "kind-missing", kind=kind, known=known, hint=hint)
    if section.of == (Member.kind_name,) and not section.only:
        people = index.all_records.get(Member.kind_name, ())
        if not any(person.is_listed for person in people):
            spot = where.inside("of", "people")
            yield Problem.of(spot, "members-without-group", severity="warning")
    marks = section.marks.over(index.config.marks)
    for sign, role in explained(section.text.any() if section.text else "").items():
        if role in DEFAULT_MARKS and marks.of(role) != sign:
            message = Message.of("sign-in-text", sign=sign, role=role, other=marks.of(role))
            yield Problem(where.inside("text"), message, severity="warning")
    yield from _word_problems(index, section.words, where.inside("words"), is_known=True)
    yield from _query_problems(section, index, where)
    if section.more and resolve(index, section.more, index.default_lang) is None:
        hint = did_you_mean(section.more, index.names)
        yield Problem.of(where.inside("more"), "section-more", page=section.more, hint=hint)


def _word_problems(
    index: Index, words: dict[str, Text], where: Spot, is_known: bool = False
) -> Iterator[Problem]:
    """Yield problems of words: invalid date patterns, and, with `is_known`, words that do not
    exist."""
    english = language("en")
    known = [
        *english.words,
        *ONLY_GIVEN,
        *(f"date.{name}" for name in english.dates),
        *index.own_words,
        *(f"rank.{scheme.lower()}" for venue in index.venues.values() for scheme in venue.ranks),
    ]
    for name, text in words.items():
        is_date = name.startswith("date.")
        if (is_date or is_known) and name not in known:
            longer = [word for word in known if word.endswith(f".{name}")]
            hint = did_you_mean(f".{name}", longer) or did_you_mean(name, known)
            yield Problem.of(where.key(name), "word-unknown", name=name, hint=hint)
        elif is_date:
            for lang, said in text.forms.items():
                spoken = map(language, [lang] if lang else index.config.languages)
                if not any(fits_dates(name, said, one) for one in spoken):
                    yield Problem.of(where.inside(name), "word-of-date", name=name, said=said)


def _query_problems(section: Section, index: Index, where: Spot) -> Iterator[Problem]:
    """Yield problems of fields and ids in a section that no record of its kinds has."""
    kinds = [index.kinds[kind] for kind in section.of if kind in index.kinds]
    fields = {name for kind in kinds for name in fields_of(kind)} | {"type", "year"}
    fields -= {"spot"}
    own = (name for kind in kinds for name, field in kind.declared.items() if field.groups)
    if section.group != "none":
        # Do not suggest `none` for a misspelt word.
        groups = [name for name in dict.fromkeys((*GROUP_FIELDS, *own)) if name != "none"]
        yield from _strange_words([section.group], groups, lambda word: where.inside("group"))
    if not kinds:
        return
    yield from _strange_words(section.where, sorted(fields), where.inside("where").key)
    for field, words in section.where.items():
        choices = [choices_of(kind, field) for kind in kinds if field in fields_of(kind)]
        if choices and all(choices):
            choosable = dict.fromkeys(word for words in choices for word in words)
            asked = {word.removeprefix("!").casefold() for word in words} - {"*"}
            yield from _strange_words(sorted(asked), choosable, where.inside("where", field).inside)
    ids = {record.id for kind in section.of for record in index.all_of(kind)}
    known = {*ids, *fields, *SORTABLE}
    for option in ("order", "only", "skip"):
        code, allowed = ("section-order", known) if option == "order" else ("section-id", ids)
        for word in getattr(section, option):
            if word.removeprefix("-") not in allowed and not index.broken:
                hint = did_you_mean(word, allowed)
                yield Problem.of(
                    where.inside(option, word), code, option=option, word=word, hint=hint
                )


def _strange_words(
    words: Iterable[str],
    known: Collection[str],
    spot_of: Callable[[str], Spot],
    severity: Severity = "error",
) -> Iterator[Problem]:
    """Yield a problem for each unknown word."""
    for word in words:
        if word not in known:
            message = Message.of("value-word", text=word, known=tuple(known) or ("none",))
            yield Problem(spot_of(word), message, did_you_mean(word, known), severity)


def _option_problems(
    options: dict[str, OptionValue],
    specs: dict[str, OptionSpec],
    where: Spot,
    severity: Severity = "error",
) -> Iterator[Problem]:
    """Yield problems of options that a style or design does not have, and of values of wrong
    types."""
    yield from _strange_words(options, specs, where.key, severity)
    for name, value in options.items():
        if name in specs:
            try:
                specs[name].value(value)
            except ValueError as error:
                yield Problem(where.inside(name), error.args[0], specs[name].hint(value.text))


def default_problems(index: Index, defaults: Section, spot: Spot) -> Iterator[Problem]:
    """Yield problems of the options that all sections of a file share."""
    where = spot.inside("section_defaults")
    if defaults.given_fields:
        whole = msgspec.structs.replace(
            defaults, of=tuple(index.kinds), style="cards", only=(), more="", options={}
        )
        yield from section_problems(whole, index, where)
        styled = Section(style=defaults.style, options=defaults.options)
        yield from _use_problems(styled, index, where)
    for name in defaults.given_fields:
        if name in defaults.each_ones_own:
            yield Problem.of(where.key(name), "default-of-one-section", option=name)


def shown_nowhere_else(index: Index) -> Iterator[Problem]:
    """Yield a problem for each hidden CV section with records that no public section shows.

    Unless its `visibility` says where it is shown, such a record would be in the search, in
    `resume.json` and in other public files although the author hides the section.
    """
    hidden, public = list[Section](), [s for page in index.all_pages for s in page.sections]
    for cv in index.all_cvs:
        is_public = cv.publish and cv.visibility.word != "private"
        for section in cv.whole_sections:
            (public if is_public and section.shows_in("web") else hidden).append(section)
    shown = {
        record_source(record) for s in public if s.shows_in("web") for record in chosen(s, index)
    }
    for section in hidden:
        records = [
            record
            for record in chosen(section, index)
            if not record.visibility.is_given and record_source(record) not in shown
        ]
        if records:
            yield Problem.of(
                section.spot or Spot("content/cv"),
                "only-hidden-sections",
                count=len(records),
                records=(*map(record_source, records[:3]), *["…"] * (len(records) > 3)),
                kinds=tuple(dict.fromkeys(f"{record.kind_name}: pdf" for record in records)),
            )


def _summary(index: Index, cv: Cv, spot: Spot) -> Iterator[Problem]:
    """Yield problems of `summary_from`, the source of a CV's summary."""
    if not cv.summary_from:
        return
    where = spot.inside("summary_from")
    if cv.summary:
        yield Problem.of(where, "summary-twice")
    if not index.config.person.bio:
        yield Problem.of(where, "bio-missing")


def cv_problems(index: Index, cv: Cv, spot: Spot) -> Iterator[Problem]:
    """Yield problems of a CV; `spot` is its file."""
    if cv.lang and cv.lang not in index.config.languages:
        known = index.config.languages
        yield Problem.of(spot.inside("lang"), "language-of-no-page", lang=cv.lang, known=known)
    yield from default_problems(index, cv.section_defaults, spot)
    yield from _summary(index, cv, spot)
    yield from photo_problems(index, cv, spot.inside("photo"))
    for section in cv.sections:
        yield from section_problems(section, index, section.spot or spot)
    who = index.config.person
    known = (*CONTACT_FIELDS, *who.links)
    for item in cv.contact:
        named = filter(None, field_in(item)[:1])
        yield from _strange_words(named, known, spot.inside("contact", item).inside)
    if cv.updated not in ("", "none"):
        try:
            When.from_scalar(cv.updated)
        except ValueError:
            yield Problem.of(spot.inside("updated"), "updated-no-date", text=cv.updated)
    if cv.pdf not in ("", "none") and not cv.pdf.endswith(".pdf"):
        yield Problem.of(spot.inside("pdf"), "pdf-name")
    yield from _design(index, cv, spot)


def _design(index: Index, cv: Cv, spot: Spot) -> Iterator[Problem]:
    if not is_printed(cv, index.theme):
        return
    designs, wanted = index.theme.designs, cv.design.name
    design, where = designs.get(wanted), cv.design.spot or spot.inside("design")
    if design is None or f"cv/{wanted}.typ" not in index.theme.files:
        known, hint = tuple(designs) or ("none",), did_you_mean(wanted, designs)
        yield Problem.of(where, "design-missing", design=wanted, known=known, hint=hint)
        return
    yield from _option_problems(cv.design.options, design.options, where.inside("options"))


def style_problems(index: Index) -> Iterator[Problem]:
    """Yield problems of the styles in `site.yaml`, used or not."""
    yield from _word_problems(index, index.config.words, Spot("content/site.yaml", ("words",)))
    for name, style in index.config.styles.items():
        spot = style.spot or Spot("content/site.yaml", ("styles", name))
        if name in DRAWN:
            yield Problem.of(spot, "style-twice", name=name)
        for key in style.patterns:
            where = style.spot_of(key) or spot
            unknown = [word for word in key.split(".") if not _is_known(word, index)]
            if key and unknown:
                known = ("default", *index.kinds, *sorted(_choices(index)))
                hint = did_you_mean(unknown[0], known)
                yield Problem.of(spot.key(key), "pattern-key", unknown=unknown[0], hint=hint)
                continue
            yield from _pattern_problems(style.patterns[key], where, _kinds_of(key, index), index)


def _use_problems(section: Section, index: Index, where: Spot) -> Iterator[Problem]:
    """Yield problems of a section's style and its options.

    A name that another theme may have is a warning, so that a site can change its theme but not its
    pages.
    """
    name, options, spot = section.style, section.options, where.inside("options")
    style = None if name in DRAWN else style_named(index, name)
    if style is None and (options or name not in DRAWN):
        own = index.theme.section_styles
        if name in own:
            yield from _option_problems(options, own[name].options, spot, "warning")
            return
        if name not in DRAWN:
            known = (*DRAWN, *own, *index.config.styles, *PRESETS)
            message = Message.of("style-missing", name=name, known=known)
            yield Problem(where.inside("style"), message, did_you_mean(name, known), "warning")
            return
    if options:
        yield Problem.of(spot, "style-without-options", style=name, severity="warning")
    if style is not None:
        yield from _misfits(style, section, index)


def _misfits(style: Style, section: Section, index: Index) -> Iterator[Problem]:
    """Yield problems of fields in a style's patterns that the section's kinds do not have."""
    for key, text in style.patterns.items():
        pattern, spot = pattern_or_none(text), style.spot_of(key)
        if pattern is None or spot is None:
            continue
        for kind in _kinds_of(key, index):
            name = kind.kind_name
            if name in section.of and (key == name or name not in style.patterns):
                yield from _unknown_fields(text, pattern, spot, [kind], index, is_one_enough=True)


def _pattern_problems(
    text: str, spot: Spot, kinds: list[type[Record]], index: Index
) -> Iterator[Problem]:
    try:
        pattern = pattern_of(text)
    except PatternError as error:
        yield Problem(_place(spot, text, error.column), error.message)
        return
    if not pattern.fields():
        yield Problem.of(spot, "pattern-without-field")
    yield from _unknown_fields(text, pattern, spot, kinds, index)
    for field in pattern.fields():
        sorts = {field_kind(kind, name) for kind in kinds for name in field.names} - {None}
        for one in field.formats:
            yield from _format_problems(one, field, sorts, _place(spot, text, one.column))


def _place(spot: Spot, text: str, column: int) -> Spot:
    """Return the spot of a character in a pattern of perhaps several lines."""
    before = text[:column].split("\n")
    return spot.at(len(before) - 1, len(before[-1]))


def _unknown_fields(
    text: str,
    pattern: Pattern,
    spot: Spot,
    kinds: list[type[Record]],
    index: Index,
    is_one_enough: bool = False,
) -> Iterator[Problem]:
    """Yield problems of fields that none of the kinds has.

    With `is_one_enough`, `{role or title}` is valid if a kind has one of the two. Fields that no
    kind has are then ignored, since the style's own check reports them.
    """
    for field in pattern.fields():
        if is_one_enough and any(field_kind(kind, n) for kind in kinds for n in field.names):
            continue
        for name in field.names:
            if any(field_kind(kind, name) for kind in kinds):
                continue
            if is_one_enough and not any(field_kind(k, name) for k in index.kinds.values()):
                continue
            where = _place(spot, text, field.column + 1)
            if len(kinds) == 1:
                known = listed(kinds[0])
                near = did_you_mean(name, known.split(", "))
                hint = near and Message.of("did-you-mean-or-fields", near=near, known=known)
                kind = kinds[0].kind_name
                code = "pattern-field-of-kind"
                yield Problem.of(where, code, kind=kind, name=name, known=known, hint=hint)
            else:
                every = {name for kind in index.kinds.values() for name in listed(kind).split(", ")}
                hint = did_you_mean(name, sorted(every))
                yield Problem.of(where, "pattern-field-of-none", name=name, hint=hint)


def _format_problems(
    one: Format, field: Field, sorts: set[FieldKind | None], where: Spot
) -> Iterator[Problem]:
    name = field.names[0]
    fitting = tuple(word for word, spec in FORMATS.items() if sorts & set(spec.takes))
    if one.word not in FORMATS:
        hint, known = did_you_mean(one.word, FORMATS), fitting
        yield Problem.of(where, "format-missing", word=one.word, field=name, known=known, hint=hint)
        return
    if sorts and one.word not in fitting:
        yield Problem.of(where, "format-of-other-field", field=name, word=one.word, known=fitting)
    argument = FORMATS[one.word].argument
    is_number = one.argument is not None and one.argument.isdecimal()
    if argument == "number" and not is_number:
        yield Problem.of(where, "format-takes-number", word=one.word)
    elif argument == "text" and one.argument is None:
        yield Problem.of(where, "format-takes-text", word=one.word)
    elif argument == "none" and one.argument is not None:
        yield Problem.of(where, "format-takes-nothing", word=one.word)


def _is_known(word: str, index: Index) -> bool:
    languages = {*index.config.languages, *(c.partition("-")[0] for c in index.config.languages)}
    if word in ("default", *index.kinds, *languages) or word in _choices(index):
        return True
    own = index.all_records.get("projects", ())
    return not LANGUAGE_CODE.fullmatch(word) and any(word == getattr(r, "kind", "") for r in own)


def _kinds_of(key: str, index: Index) -> list[type[Record]]:
    """Return the kinds of record to which a pattern can apply."""
    kinds = list(index.kinds.values())
    for word in key.split("."):
        if word in index.kinds:
            kinds = [kind for kind in kinds if kind.kind_name == word]
        elif word in _choices(index):
            kinds = [kind for kind in kinds if word in choices_of(kind, "kind")]
    return kinds


def _choices(index: Index) -> set[str]:
    """Return all words that the field `kind` can have in any kind of record."""
    return {word for kind in index.kinds.values() for word in choices_of(kind, "kind")}
