"""Titles, dates and names in the words of a language and the style of a section."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from string import Formatter

import msgspec

from generator.graph.index import Index
from generator.model.config import Style
from generator.model.dates import Date, Span, When
from generator.model.languages import Language, is_han, language
from generator.model.names import Name
from generator.model.records.career import Record
from generator.model.sections import DateStyle
from generator.model.site import Page
from generator.model.styles import PRESETS, Field, preset
from generator.model.text import Phrase, Text, escaped
from generator.problems import Message, Problem, Spot

_NOTHING: Mapping[str, Text] = {}


def site_title(index: Index, lang: str) -> Phrase:
    """Return the site's title: its own, or the person's name in the page's language."""
    own = Phrase(index.person.name.in_language(lang))
    return index.phrase(index.config.title, lang) or own


def page_title(index: Index, page: Page, lang: str) -> Phrase:
    """Return a page's title for a page in `lang`; for a home without a file, the site's title."""
    if page.is_generated:
        return site_title(index, lang)
    return Phrase(
        page.front.title, "" if page.lang == lang else page.lang, page.front_spot("title")
    )


def record_title(index: Index, record: Record, lang: str) -> Phrase:
    """Return the title of a record's page; for a person, the name in the form of the language."""
    if record.person_name is not None:
        return Phrase(escaped(record.person_name.in_language(lang)))
    return index.phrase(record.heading, lang)


def title_at(index: Index, url: str, lang: str) -> Phrase:
    """Return the title of the page at an address, for menus."""
    output = index.by_address.get(url)
    if output is None:
        return Phrase(url)
    page = index.pages.get((output.subject, output.lang))
    if page is not None and output.shows_page:
        return page_title(index, page, lang)
    if output.key == f"page:{Page.at_posts}":
        return Phrase(index.word("posts", lang))
    cv = index.shown_cvs.get(output.subject) if output.layout == "cv" else None
    if cv is not None:
        return index.phrase(cv.title, lang) or Phrase(index.word("cv", lang))
    return output.title or Phrase(index.word(output.layout, lang))


def when_in_words(
    when: When,
    language: Language,
    style: DateStyle,
    dash: str | None = None,
    comma: str | None = None,
) -> str:
    """Return `Sep 2020 – Jun 2026 (expected)`, `2020.9-2026.6 (预计)`, `2022, 2023`, …

    `dash` separates the ends of a span, and `comma` separates dates; by default, the language's
    signs do.
    """
    if comma is None:
        comma = language.dates["dots.list" if style == "dots" else "list"]
    return comma.join([_span(span, language, style, dash) for span in when.spans])


def _span(span: Span, language: Language, style: DateStyle, dash: str | None) -> str:
    words = date_in_words(span.start, language, style)
    end = words
    if span.present:
        if style != "iso" and "since" in language.words:
            return language.words["since"].replace("{}", words)
        end = ".." if style == "iso" else language.word("present")
    elif span.end is not None:
        end = date_in_words(span.end, language, style)
    if end != words and dash is None and (days := _days(span, language, style)):
        words = days
    elif end != words:
        name = "dots.range" if style == "dots" else "range"
        between = "{0}/{1}" if style == "iso" else language.dates[name]
        words = between.format(words, end) if dash is None else f"{words}{dash}{end}"
    if span.expected and style != "iso":
        words += language.dates["expected"].format(language.word("expected"))
    return words


def _days(span: Span, language: Language, style: DateStyle) -> str:
    """Return `3–5 October 2021`, `3.–5. Oktober 2021`, or "" if the language does not begin with
    the day."""
    start, end = span.start, span.end
    if end is None or style in ("dots", "iso", "year") or not (start.day and end.day):
        return ""
    first, brace, rest = language.dates[f"{style}.day"].partition("}")
    if not first.startswith("{d") or (start.year, start.month) != (end.year, end.month):
        return ""
    stop = "." if rest.startswith(".") else ""
    between = language.dates.get("days.range", "{0}–{1}")
    first_day = f"{(first + brace).format(d=start.day)}{stop}"
    return between.format(first_day, date_in_words(end, language, style))


def date_in_words(date: Date, language: Language, style: DateStyle) -> str:
    """Return one date in a style, as the language writes it."""
    if style == "iso":
        return date.iso()
    if style == "year":
        return str(date.year)
    if date.part:
        return _part_of_year(date, language, style)
    if style == "dots":
        return ".".join(str(part) for part in (date.year, date.month, date.day) if part)
    pattern = language.dates[f"{style}.{'day' if date.day else 'month' if date.month else 'year'}"]
    return _filled(pattern, date, language)


def day_in_words(when: When, language: Language) -> str:
    """Return `3 June` for a single day, whose year is printed elsewhere; any other date in full."""
    date = when.first
    if not date.day or when.last != date or len(when.spans) > 1:
        return when_in_words(when, language, "long")
    return _filled(language.dates["day"], date, language)


def _filled(pattern: str, date: Date, language: Language) -> str:
    months = {letters: names[date.month - 1] for letters, names in language.months.items()}
    return pattern.format(y=date.year, M=date.month, d=date.day, **months)


def _part_of_year(date: Date, language: Language, style: DateStyle) -> str:
    """Return `H1 2023`, `2023 H1`, `2023 上半年`, `Fall 2023`, `2023 秋`, `WiSe 2024/25`."""
    years = f"{date.year}/{(date.year + 1) % 100:02}" if date.part == "term.2" else str(date.year)
    kind = "short" if style in ("dots", "numbers") else style
    word = language.word(f"{date.part}.{kind}")
    if date.part.startswith("half") and style == "dots":
        word = language.words.get(f"{date.part}.dots", f"{{}} H{date.part[-1]}")
    return word.replace("{}", years)


def ordinal(number: str, lang: str) -> str:
    """Return `2nd` in English, and the bare number in other languages."""
    if not lang.startswith("en"):
        return number
    ending = {"1": "st", "2": "nd", "3": "rd"}.get(number[-1], "th")
    return f"{number}{'th' if number[-2:] in ('11', '12', '13') else ending}"


def name_in_form(name: Name, field: Field, place: int = 0) -> str:
    """Return a name in the formats of a field; `place` is its index in the list of names."""
    if field.has("native"):
        return name.own()
    if is_han(name.full()) or not (name.given or name.family):
        return name.full()
    if field.has("family"):
        return name.family or name.full()
    given = name.given
    if field.has("initials") and given:
        given = name.given_initials()
        between = field.given("initials")
        if between is not None:
            given = _LETTER.sub(r"\1", given).replace("-", " ").replace(" ", between)
    family = name.family.upper() if field.has("capitals") else name.family
    if field.has("family-first") or (field.has("first-reversed") and place == 0):
        comma = field.given("family-first")
        comma = ", " if comma is None else comma
        suffix = f", {name.suffix}" if name.suffix and comma == ", " else f" {name.suffix}"
        reversed_name = f"{family}{comma}{given}" if given else family
        return reversed_name + (suffix if name.suffix else "")
    return " ".join(filter(None, (given, family, name.suffix)))


_LETTER = re.compile(r"(\w)\.")


def without_short(full: Phrase, short: str) -> Phrase:
    """Return a venue's full name without the short name at its end: `… (ICNP '23)`."""
    mark = full.text.rfind("(")
    inside = full.text[mark + 1 :].rstrip(") ")
    if mark <= 0 or _YEAR_BEHIND.sub("", inside).casefold() != short.casefold():
        return full
    return msgspec.structs.replace(full, text=full.text[:mark].rstrip())


_YEAR_BEHIND = re.compile(r"[\s'’-]*(?:\d{4}|\d{2})$")


_MEANT = {"cn": "zh", "jp": "ja", "kr": "ko", "cz": "cs", "dk": "da", "gr": "el"}
"""Codes of countries that are codes of no language (ISO 639-1) -> the language that is meant."""


def words_missing(index: Index) -> Iterator[Problem]:
    """Yield one problem for each language of the site that lacks words of the interface.

    Its pages then show words of another language.
    """
    keys = dict.fromkeys((*language("en").words, *index.own_words))
    keys |= dict.fromkeys(key for table in index.theme.words.values() for key in table)
    for lang in index.config.languages:
        missing = [key for key in keys if not index.own_word(key, lang)]
        if missing:
            example = f"{{{missing[0]}: {{{lang}: …}}}}"
            yield Problem.of(
                Spot("content/site.yaml", ("languages",)),
                "words-missing",
                lang=lang,
                missing=tuple(missing) if len(missing) < 10 else (*missing[:5], "…"),
                example=example,
                hint=Message.of("did-you-mean", word=_MEANT[lang]) if lang in _MEANT else None,
                severity="warning",
                rule="words-missing",
            )


ONLY_GIVEN = ("run_in.between", "run_in.end", "half.1.dots", "half.2.dots", "since")
"""Words without a default: those between and after the entries of a run-in group, `2023 H1`, and
`since 2022` for an open span."""
_OF_DATES = "date."
"""The prefix of words that are patterns of dates: `date.long.day`."""


def site_language(index: Index, lang: str, more: Mapping[str, Text] = _NOTHING) -> Language:
    """Return a language, changed by the words in `site.yaml` and in `more`."""
    known, changes = language(lang), {**index.config.words, **more}
    own = {key: text.form(lang) for key, text in changes.items() if text.form(lang)}
    if not own:
        return known
    dates = {
        key.removeprefix(_OF_DATES): said
        for key, said in own.items()
        if key.startswith(_OF_DATES) and fits_dates(key, said, known)
    }
    for sign in dates.keys() & {"range", "list"}:  # the site's own apply to all styles
        dates.setdefault(f"dots.{sign}", dates[sign])
        dates.setdefault(f"days.{sign}", dates[sign])
    return msgspec.structs.replace(
        known, words={**known.words, **own}, dates={**known.dates, **dates}
    )


def fits_dates(key: str, pattern: str, known: Language) -> bool:
    """Whether a date pattern has a known name and only fields that can be filled."""
    name = key.removeprefix(_OF_DATES)
    fields = {"y", "M", "d", *known.months}
    if name.endswith("range"):
        fields = {"0", "1"}
    elif name.endswith(("list", "expected")):
        fields = {""} if name == "expected" else set()
    try:
        found = [part[1:] for part in Formatter().parse(pattern) if part[1] is not None]
    except ValueError:
        return False
    return name in known.dates and all(
        field in fields and spec in ("", "02") and not conversion
        for field, spec, conversion in found
    )


def style_named(index: Index, name: str) -> Style | None:
    """Return a style of patterns: the site's, or a built-in one.

    The site's own takes precedence over the theme's, and the theme's over a built-in one.
    """
    own = index.config.styles.get(name)
    if own is not None or name not in PRESETS or name in index.theme.section_styles:
        return own
    return preset(name)


def drawn_style(index: Index, name: str) -> str:
    """Return the name of the style that the theme draws: `cards`, `lines`, or one of its own.

    A style of patterns is drawn as `lines`, and an unknown style as `cards`.
    """
    if name in DRAWN:
        return name
    if style_named(index, name):
        return "lines"
    return name if name in index.theme.section_styles else "cards"


DRAWN = ("cards", "lines")
"""The styles that every theme draws."""
