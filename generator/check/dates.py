"""Rules on dates that contradict each other: across languages, across sections, in one record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from generator.check.rules import CheckContext, Prose, prose_of, rule
from generator.model.dates import Date, Span, When
from generator.model.records.career import Record
from generator.model.records.members import Member
from generator.model.text import Text
from generator.problems import Problem, Spot


@rule("dates-differ-between-languages", "warning", "Dates")
def dates_differ_between_languages(context: CheckContext) -> Iterator[Problem]:
    """A text has different dates in different languages.

    The rule compares spans such as `2024.11-present`: those of one text in its languages, and those
    of a page and its translation if both have the same number. It ignores spans that are in only
    one language.
    """
    for _, texts in context.record_texts:
        for _, text, where in texts:
            if isinstance(text, Text) and len(text.forms) > 1:
                first, *others = prose_of(text, where)
                for other in others:
                    yield from _contradictions(first, other)
    yield from _pages(context)


def _contradictions(first: Prose, other: Prose, only_if_even: bool = False) -> Iterator[Problem]:
    left, right = list(spans_in(first)), list(spans_in(other))
    if only_if_even and len(left) != len(right):
        return
    for mention in tuple(left):
        same = next((m for m in right if spans_fit(mention.span, m.span)), None)
        if same is not None:
            left.remove(mention)
            right.remove(same)
    if len(left) == len(right):
        for here, there in zip(left, right, strict=True):
            yield Problem.of(
                there.spot,
                "dates-differ-by-language",
                here=there.text,
                lang=other.lang,
                there=here.text,
                other_lang=first.lang,
            )


def _pages(context: CheckContext) -> Iterator[Problem]:
    first: dict[str, Prose] = {}
    for page, prose in context.bodies:
        its_prose = first.setdefault(page.key, prose)
        if its_prose is not prose:
            yield from _contradictions(its_prose, prose, only_if_even=True)


def _organizations(record: Record) -> list[str]:
    """Return the names of a record's organization or institution, without words in brackets."""
    text: Text | None = record.value_of("organization") or record.value_of("institution")
    forms = text.forms.values() if text else ()
    bare = (re.sub(r"\s*[（(].*?[)）]", "", form).strip() for form in forms)
    return [form for form in bare if len(form) >= (4 if form.isascii() else 2)]


@rule("date-differs-from-record", "warning", "Dates")
def date_differs_from_record(context: CheckContext) -> Iterator[Problem]:
    """A line of a page gives other dates for a position or degree than its record.

    An example is `2024.6-present, Research Intern, ByteDance` on a page, and a position at
    ByteDance from 2024-06 to 2024-12 in `experience.yaml`. A line is compared with a record only if
    one end of the two spans is the same, and if no record of that place has the dates of the line.
    """
    places = [
        (name.casefold(), record)
        for record in (*context.of("experience"), *context.of("education"))
        for name in _organizations(record)
        if record.date
    ]
    for page, prose in context.bodies:
        if page.is_post:
            continue  # a post describes the past
        folded = prose.read.casefold()
        for mention in spans_in(prose):
            start = folded.rfind("\n", 0, mention.start) + 1
            end = folded.find("\n", mention.start)
            line = folded[start : end if end >= 0 else None]
            named = [(name, record) for name, record in places if name in line]
            longest = max((len(name) for name, _ in named), default=0)
            records = {id(r): r for name, r in named if len(name) == longest}
            yield from _differing(mention, list(records.values()), context)


def _differing(mention: Mention, records: list[Record], context: CheckContext) -> Iterator[Problem]:
    spans = [
        (span, record) for record in records for span in (record.date.spans if record.date else ())
    ]
    if any(spans_fit(span, mention.span) for span, _ in spans):
        return
    for span, record in spans:
        if share_an_end(span, mention.span):
            yield Problem.of(
                mention.spot,
                "date-differs-from-record",
                text=mention.text,
                dates=in_words(span),
                file=context.spot(record).file,
            )
            return


@rule("updated-too-old", "warning", "Dates")
def updated_too_old(context: CheckContext) -> Iterator[Problem]:
    """A date of the last update is older than the newest record that it covers.

    The rule compares `updated` of a CV with the records in it, `updated` of a page with those of
    its sections, and "(updated at 2024.12)" or 更新于 in the text of a page with all records.
    Events in the future do not count: the ends of positions and projects, talks, courses, papers
    that are not published.
    """
    index, printed = context.index, context.index.printed
    for cv in context.site.cvs:
        updated = _read(cv.updated)
        if updated:
            whole = (s for s in cv.sections if "*" not in s.of)
            shown = [record for s in whole for record in context.chosen(s, printed)]
            spot = context.spot(cv).inside("updated")
            yield from _outdated(updated.last, shown, spot, context)
    for page, prose in context.bodies:
        if page.is_post:
            continue
        if page.front.updated:
            shown = [r for _, s, _ in context.sections(page) for r in context.chosen(s, index)]
            yield from _outdated(
                page.front.updated.last, shown, page.front_spot("updated"), context
            )
        for date, spot in updates_in(prose):
            yield from _outdated(date, list(context.records), spot, context)


@rule("post-from-the-future", "warning", "Dates")
def post_from_the_future(context: CheckContext) -> Iterator[Problem]:
    """A post has a date in the future, and will still be published by the next deployment.

    The result of a build does not depend on the day, so a build cannot wait for a date; only
    `masthead check` and `masthead deploy` know the current day.
    """
    for page in context.site.pages:
        date = page.front.date
        if page.is_post and date and context.today and date.first.sort_key > context.today:
            yield Problem.of(page.front_spot("date"), "post-from-the-future", date=date.first.iso())


@rule("leaves-in-the-future", "warning", "Dates")
def leaves_in_the_future(context: CheckContext) -> Iterator[Problem]:
    """A member's `until` is in the future, but the member already counts as one of the alumni.

    A build does not know the day: `until: 2031 (expected)` keeps the person among the members.
    """
    for member in context.of_type(Member):
        until = member.until.last if member.until else None
        has_left = member.standing == "alumni" and not member.status
        if has_left and until and context.today and until.sort_key > context.today:
            spot = context.spot(member).inside("until")
            yield Problem.of(spot, "leaves-in-the-future", date=until.iso())


def _outdated(
    updated: Date, records: list[Record], spot: Spot, context: CheckContext
) -> Iterator[Problem]:
    dated = ((date, record) for record in records for date in _happened(record))
    newest, record = max(dated, key=lambda pair: pair[0].sort_key, default=(None, None))
    if newest is not None and record is not None and updated.is_before(newest):
        name = record.heading.any() if record.heading else record.id
        yield Problem.of(
            spot,
            "updated-too-old",
            updated=updated.iso(),
            newest=newest.iso(),
            name=name,
            file=context.spot(record).file,
        )


def _happened(record: Record) -> Iterator[Date]:
    """Yield the dates of a record that are certainly in the past."""
    if not record.has_appeared or record.kind_name not in _PAST or record.when is None:
        return
    for span in record.when.spans:
        if record.kind_name not in _HELD:
            yield span.end or span.start
        elif span.present or span.end is not None:
            yield span.start  # the end may be in the future, even if not marked so


_HELD = ("experience", "education", "projects")
_PAST = (*_HELD, "publications", "patents", "awards", "news")


# ---------------------------------------------------------------------- dates in texts


_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?"
_DATE = (
    rf"(?:{_MONTH}\s+(?:19|20)\d\d(?!\d)"
    r"|(?:19|20)\d\d(?:[./](?:1[0-2]|0?[1-9])(?![\d.]\d|\d)|-(?:1[0-2]|0[1-9])(?!\d)"
    r"|\s*年(?:\s*(?:1[0-2]|0?[1-9])\s*月)?|(?!\d)))"
)
_TERM = re.compile(r"\b(?:spring|summer|fall|autumn|winter|terms?|semesters?|years?)[ ,]*$", re.I)
"""Words before an academic year. It is a date and not a duration: `Spring 2019-2020`."""
_SPAN = re.compile(
    rf"(?<![\w./-]){_DATE}\s*(?:[-–—~]{{1,2}}|to\b|至|到)\s*"
    rf"(?:{_DATE}|(?:present|now|ongoing)\b|至?今|现在)(?![-./]?\d)",
    re.IGNORECASE,
)
_UPDATED = re.compile(
    rf"(?:\b(?:last )?updated(?: at| on| in)?:?|更新于|更新时间[:：]?)\s*(?P<date>{_DATE})"
    rf"|(?P<date_before>{_DATE})\s*更新",
    re.IGNORECASE,
)


class Mention(NamedTuple):
    """A span of time in a text."""

    text: str
    span: Span
    spot: Spot
    start: int
    """Its offset in the text."""


def spans_in(prose: Prose) -> Iterator[Mention]:
    """Yield the spans in a text: `2024.11-present`, `Sep 2020 – Jun 2024`, `2022年6月至今`."""
    for match in _SPAN.finditer(prose.words):
        when = _read(match[0])
        is_term = _TERM.search(prose.words[max(match.start() - 20, 0) : match.start()])
        if when and not is_term:
            text, start = " ".join(match[0].split()), match.start()
            yield Mention(text, when.spans[0], prose.at(start), start)


def updates_in(prose: Prose) -> Iterator[tuple[Date, Spot]]:
    """Yield the dates at which a text says that something was updated: `(updated at 2024.12)`."""
    for match in _UPDATED.finditer(prose.words):
        group = "date" if match["date"] else "date_before"
        when = _read(match[group])
        if when:
            yield when.spans[0].start, prose.at(match.start(group))


def _read(text: str) -> When | None:
    """Return the dates in a text of dates; None for any other text."""
    try:
        return When.from_scalar(re.sub(r"\s*([年月])\s*", r"\1", text))
    except ValueError:
        return None


def fit(first: Date, second: Date) -> bool:
    """Whether two dates may be the same: 2024 and 2024-06 may be, 2024-05 and 2024-06 may not."""
    return not first.is_before(second) and not second.is_before(first)


def spans_fit(first: Span, second: Span) -> bool:
    """Whether two spans may be the same; an open span fits one with an expected end."""
    return fit(first.start, second.start) and _ends_fit(first, second)


def share_an_end(first: Span, second: Span) -> bool:
    """Whether two spans may have the same start or the same end."""
    return fit(first.start, second.start) or (
        first.end is not None and second.end is not None and fit(first.end, second.end)
    )


def _ends_fit(first: Span, second: Span) -> bool:
    if first.present or second.present:
        other = second if first.present else first
        return other.present or other.expected
    if first.end is None or second.end is None:
        return first.end is second.end
    return fit(first.end, second.end)


def in_words(span: Span) -> str:
    """Return a span for a message: `2024-06 – 2025-03`."""
    if span.present:
        return f"{span.start.iso()} – present"
    return f"{span.start.iso()} – {span.end.iso()}" if span.end else span.start.iso()
