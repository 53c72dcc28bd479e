"""Finds mistakes in patterns: in their grammar, their fields and formats, and in their use."""

from __future__ import annotations

from collections.abc import Iterator

from generator.graph.index import Index
from generator.graph.patterns.fields import FORMATS, FieldKind, field_kind, listed
from generator.graph.wording import DRAWN, style_named
from generator.model.records.career import Record
from generator.model.sections import Section
from generator.model.styles.patterns import Field, Format, Pattern, PatternError, pattern_of
from generator.model.styles.presets import PRESETS
from generator.model.text import LANGUAGE_CODE, choices_of
from generator.problems import Problem, Spot, did_you_mean


def style_problems(index: Index) -> Iterator[Problem]:
    """Yield what is wrong with the styles of `site.yaml`, whether they are used or not."""
    for name, style in index.config.styles.items():
        spot = style.spot or Spot("content/site.yaml", ("styles", name))
        if name in DRAWN:
            yield Problem.of(spot, "style-twice", name=name)
        for key in style.patterns:
            where = style.spot_of(key) or spot
            unknown = [word for word in key.split(".") if not _is_known(word, index)]
            if key and unknown:
                known = ("default", *index.kinds, *sorted(_choices(index)))
                yield Problem.of(
                    spot.key(key),
                    "pattern-key",
                    unknown=unknown[0],
                    hint=did_you_mean(unknown[0], known),
                )
                continue
            yield from _pattern_problems(style.patterns[key], where, _kinds_of(key, index), index)


def use_problems(section: Section, index: Index, where: Spot) -> Iterator[Problem]:
    """Yield what is wrong with the style that a section asks for."""
    style = None if section.style in DRAWN else style_named(index, section.style)
    if style is None:
        yield from _drawn_problems(section, index, where)
        return
    yield from _without_options(section, where)
    for key, text in style.patterns.items():
        kinds = [
            kind
            for kind in _kinds_of(key, index)
            if kind.kind_name in section.of.words
            and (key == kind.kind_name or kind.kind_name not in style.patterns)
        ]
        pattern = _read(text)
        spot = style.spot_of(key)
        if pattern is not None and spot is not None:
            for kind in kinds:
                yield from _unknown_fields(pattern, spot, [kind], index, is_one_enough=True)


def _drawn_problems(section: Section, index: Index, where: Spot) -> Iterator[Problem]:
    """Yield what is wrong with a style that the theme draws, and with its options.

    What another theme may have is a warning: a site changes its theme without changing its pages.
    """
    name, options = section.style, section.options
    own = index.theme.section_styles if name not in DRAWN or options else {}
    if name not in DRAWN and name not in own:
        known = (*DRAWN, *own, *index.config.styles, *PRESETS)
        yield Problem.of(
            where.inside("style"),
            "style-missing",
            name=name,
            known=tuple(known),
            hint=did_you_mean(name, known),
            severity="warning",
        )
        return
    if name not in own:
        yield from _without_options(section, where)
        return
    specs = own[name].options
    for option, value in options.items():
        spec = specs.get(option)
        if spec is None:
            yield Problem.of(
                where.inside("options").key(option),
                "style-option-missing",
                name=name,
                option=option,
                known=", ".join(specs) or "none",
                hint=did_you_mean(option, specs),
                severity="warning",
            )
            continue
        try:
            spec.value(value)
        except ValueError as error:
            yield Problem(where.inside("options", option), str(error), spec.description)


def _without_options(section: Section, where: Spot) -> Iterator[Problem]:
    """Yield that a style without options got some."""
    if section.options:
        yield Problem.of(
            where.inside("options"),
            "style-without-options",
            style=section.style,
            severity="warning",
        )


def _pattern_problems(
    text: str, spot: Spot, kinds: list[type[Record]], index: Index
) -> Iterator[Problem]:
    try:
        pattern = pattern_of(text)
    except PatternError as error:
        yield Problem(spot.at(0, error.column), error.message)
        return
    if not pattern.fields():
        yield Problem.of(spot, "pattern-without-field")
    yield from _unknown_fields(pattern, spot, kinds, index)
    for field in pattern.fields():
        sorts = {field_kind(kind, name) for kind in kinds for name in field.names} - {None}
        for one in field.formats:
            yield from _format_problems(one, field, sorts, spot)


def _unknown_fields(
    pattern: Pattern,
    spot: Spot,
    kinds: list[type[Record]],
    index: Index,
    is_one_enough: bool = False,
) -> Iterator[Problem]:
    """Yield the fields that none of some kinds of record has.

    `is_one_enough` lets `{role or title}` pass where a kind has one of the two.
    """
    for field in pattern.fields():
        if is_one_enough and any(field_kind(kind, n) for kind in kinds for n in field.names):
            continue
        for name in field.names:
            if any(field_kind(kind, name) for kind in kinds):
                continue
            known = listed(kinds[0]) if len(kinds) == 1 else ""
            one = kinds[0].kind_name if len(kinds) == 1 else ""
            whose = f"{one} have no field" if one else "no record has a field"
            every = {name for kind in index.kinds.values() for name in listed(kind).split(", ")}
            near = did_you_mean(name, known.split(", ") if known else sorted(every))
            hint = " ".join(filter(None, (str(near or ""), f"Their fields: {known}" * bool(known))))
            message = f'{whose} "{name}"'
            yield Problem(spot.at(0, field.column + 1), message, hint or "see docs: patterns")


def _format_problems(
    one: Format, field: Field, sorts: set[FieldKind | None], spot: Spot
) -> Iterator[Problem]:
    where = spot.at(0, one.column)
    if one.word not in FORMATS:
        fitting = [word for word, (takes, _, _) in FORMATS.items() if sorts & set(takes)]
        yield Problem.of(
            where,
            "format-missing",
            word=one.word,
            field=field.names[0],
            known=tuple(fitting),
            hint=did_you_mean(one.word, FORMATS),
        )
        return
    takes, argument, _ = FORMATS[one.word]
    if sorts and not sorts & set(takes):
        fitting = [word for word, (kinds, _, _) in FORMATS.items() if sorts & set(kinds)]
        yield Problem.of(
            where,
            "format-of-other-field",
            field=field.names[0],
            word=one.word,
            known=tuple(fitting),
        )
    is_number = one.argument is not None and one.argument.isdecimal()
    if argument == "number" and not is_number:
        yield Problem.of(where, "format-takes-number", word=one.word)
    elif argument == "text" and one.argument is None:
        yield Problem.of(where, "format-takes-text", word=one.word)
    elif argument == "none" and one.argument is not None:
        yield Problem.of(where, "format-takes-nothing", word=one.word)


def _read(text: str) -> Pattern | None:
    try:
        return pattern_of(text)
    except PatternError:  # which `style_problems` reports
        return None


def _is_known(word: str, index: Index) -> bool:
    languages = {*index.config.languages, *(c.partition("-")[0] for c in index.config.languages)}
    if word in ("default", *index.kinds, *languages) or word in _choices(index):
        return True
    own = index.site.records.get("projects", ())
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
    """Return the words among which the field `kind` of some kind of record is a choice."""
    return {word for kind in index.kinds.values() for word in choices_of(kind, "kind")}
