"""Fills a pattern with a record: one phrase for each column. Also draws the style `lines`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec.structs import replace

from generator.graph.entry_writer import EntryWriter
from generator.graph.field_values import RecordValues, fields_for
from generator.model.languages import direction_against, is_han, script_of, scripts_of
from generator.model.people import DEFAULT_MARKS
from generator.model.records.career import Education, Interest, Record
from generator.model.records.works import Publication
from generator.model.styles import Emphasis, Field, Group, Part, Pattern, pattern_or_none
from generator.model.text import Phrase, escaped, has_link, is_balanced, phrased, spanned, spoken
from generator.model.views import EntryView, VenueView

_CLOSERS = tuple(")]}>）］】〉》」』”’»")
"""Signs after a field that may precede a separator: `《{title}》，`."""
_SEPARATOR = re.compile(r"\s*[,;:·•|/\\&、，；：–—-]+\s*")


_SHOWN_APART = frozenset(("links", "tags", "speaker"))
"""Fields that a pattern may omit: links follow the line, and the speaker is the site's own."""


def fields_left_out(writer: EntryWriter, record: Record) -> list[str]:
    """Return the filled fields that the record's pattern does not name.

    Numbers, and words such as the status, do not count, since a style chooses them on purpose. A
    record without a pattern is drawn with all its fields.
    """
    pattern = _pattern_for(writer, record)
    if pattern is None:
        return []
    whole = {name for field in pattern.fields() for name in field.names}
    named = {name.partition(".")[0] for name in whole}
    stages = record.value_of("dates") if "dates" in named - whole else None
    named |= {writer.section.group, *_SHOWN_APART}
    named |= {"date"} if named & {"year", "month", "day"} else set()
    values = RecordValues(writer, record, "")
    return [
        name
        for name, kind in fields_for(type(record)).items()
        if kind in ("text", "people", "date", "list", "rank")
        and "." not in name
        and name not in named
        and values.of(Field((name,)))
    ] + [stage for one in stages or () if (stage := f"dates.{one}") not in whole]


def _columns(writer: EntryWriter, pattern: Pattern, values: RecordValues) -> list[str]:
    """Return the columns of an entry in a pattern; some may be empty.

    A pattern of several lines makes one column. Empty lines are left out.
    """
    lines = [[_column(writer, part, values) for part in line] for line in pattern.lines]
    return lines[0] if len(lines) == 1 else ["\\\n".join(filter(None, map(_with_end, lines)))]


def _column(writer: EntryWriter, part: Part, values: RecordValues) -> str:
    text = _filled(part, values)[0].rstrip(" ").lstrip(" ,;，；、")
    return _QUOTED.sub(_latin, text) if "CJK" in scripts_of(writer.lang) else text


_QUOTED = re.compile(r"“(?:[^“”]|“[^“”]*”)*”|\[(?:\\.|[^\[\]\\])*\]\(<[^>]*>\)")
"""A quotation, perhaps with nested ones; or a link outside of quotations (links stay unchanged)."""


def _latin(quoted: re.Match[str]) -> str:
    """Return a quoted title; a Latin title in a Chinese line gets Latin quotation marks."""
    words = spoken(quoted[0])
    is_latin = script_of(words) == "LATIN" and not is_han(words)
    return spanned(quoted[0], "en") if is_latin and words.startswith("“") else quoted[0]


def _with_end(columns: list[str]) -> str:
    """Return one of several lines; columns after its first are moved to the line's end."""
    first, *others = columns
    end = " ".join(filter(None, others))
    return f"{first} {f'[{end}]{{.end}}' if end and is_balanced(end) else end}".strip()


def in_pattern(writer: EntryWriter, record: Record, view: EntryView) -> EntryView:
    """Return an entry with its line in the style's pattern for it, or unchanged without a pattern.

    Links in the line are not shown again.
    """
    pattern = _pattern_for(writer, record)
    if pattern is None:
        return view
    values = RecordValues(writer, record, view.url)
    columns = _columns(writer, pattern, values)
    said = "".join(columns)
    if not said:
        return view
    addresses = tuple(link for link in view.links if link.url.startswith(("mailto:", "tel:")))
    apart = tuple(
        link
        for link in view.links
        if not has_link(said, link.url)
        and (link not in addresses or escaped(link.label) not in said)
    )
    text = writer.phrase(getattr(record, record.body_field, None)).text
    return replace(
        view,
        body=writer.body(record) if text and text in said else view.body,
        line=tuple(Phrase(column, "", record.spot if column else None) for column in columns),
        line_dir=direction_against(spoken(said), writer.lang) if len(columns) == 1 else "",
        links=apart,
        roles=tuple(sorted(values.roles, key=list(DEFAULT_MARKS).index)),
    )


def in_one_paragraph(writer: EntryWriter, view: EntryView) -> EntryView:
    """Return an entry in the style `lines`: all of its view in one line.

    The separator of two parts depends on the scripts of both. A pattern cannot express that.
    """
    is_paper, is_degree = (view.kind == kind.kind_name for kind in (Publication, Education))
    people = [(one.name, writer.signed(one)) for one in view.authors]
    title = phrased(view.title, view.url)
    title = _marked(Emphasis("*", ()), title) if is_paper else title
    times = f" [×{view.count}]{{.count}}" if view.count > 1 else ""
    venue = view.venue or VenueView()
    year_cut = escaped(venue.short).replace("'", r"\'")  # `ICNP'24` has no quotation mark
    short = f"(**{year_cut}**)" if venue.short else ""
    word = writer.word("advisors" if len(people) > 1 else "advisor")
    facts = (view.role, *view.subtitle, view.location)
    if view.kind == Interest.kind_name and view.subtitle:  # a label and its sentence
        title, facts = f"{title}{writer.word('colon')}{phrased(view.subtitle[0])}", ()
    advisors = f"{word}{writer.word('colon')}{_listed(writer, people)}"
    text = _listed(
        writer,
        (
            *(() if is_degree else people),
            (view.title.text, title + times),
            *((one.text, phrased(one)) for one in facts),
            (venue.full.text, f"{phrased(venue.full)} {short}".strip()),
            ("", venue.year),
            *((rank, spanned(escaped(rank), "", "rank .whole")) for rank in view.ranks),
            *((one.text, phrased(one)) for one in (*view.facts, *view.items)),
            *(((word, advisors),) if people and is_degree else ()),
        ),
    )
    line = (Phrase(text, "", view.title.spot),)
    return replace(view, line=line, has_date_apart=not is_paper)


def _listed(writer: EntryWriter, parts: Iterable[tuple[str, str]]) -> str:
    """Return the parts that are not empty as a list; each part is its plain text and its Markdown.

    The list has the page's direction, so a part that may run the other way is isolated.
    """
    is_rtl = writer.language.direction == "rtl"
    text = before = ""
    for plain, said in parts:
        if said:
            text += writer.commas.between(before, plain, "names") if text else ""
            is_apart = is_rtl or (not plain.isascii() and direction_against(plain, writer.lang))
            text += f"[{said}]{{dir=auto}}" if is_apart and is_balanced(said) else said
            before = plain
    return text


def _pattern_for(writer: EntryWriter, record: Record) -> Pattern | None:
    """Return the pattern of the style for a record, or None if no pattern fits."""
    style = writer.style
    if style is None:
        return None
    key = style.key_for(record.kind_name, writer.index.kind_of(record), writer.lang)
    return None if key is None else pattern_or_none(style.patterns[key])


def dates_at(writer: EntryWriter, records: Sequence[Record]) -> Literal["", "start", "end"]:
    """Return which column holds only dates in all records: the first or the last, if any."""
    patterns = {_pattern_for(writer, record) for record in records} - {None}
    if all(pattern and pattern.has_dates(0) for pattern in patterns):
        return "start"
    return "end" if all(pattern and pattern.has_dates(-1) for pattern in patterns) else ""


def _filled(part: Part, values: RecordValues) -> tuple[str, bool]:
    """Return the text of a part, and whether it is whole: whether none of its fields is empty.

    A part that consists only of groups is whole if one of them prints. A separator between two
    fields is dropped if one of its sides is empty; a full stop stays.
    """
    text, separator, is_whole = "", "", True
    follows_value = False
    groups: list[bool] = []
    has_field = False
    for place, node in enumerate(part):
        if isinstance(node, str):
            if 0 < place < len(part) - 1 and _SEPARATOR.fullmatch(node):
                separator = node
            else:
                text, separator = _with_words(text, node), ""
                follows_value = follows_value and (node.isspace() or node.endswith(_CLOSERS))
            continue
        if isinstance(node, Field):
            has_field = True
            said = values.of(node)
            is_whole = is_whole and bool(said)
            said = "" if node.has("given") else said
        elif isinstance(node, Group):
            tried = (_filled(one, values) for one in node.parts)
            chosen = next((filled for filled, is_all in tried if is_all), None)
            groups.append(chosen is not None)
            said = chosen or ""
        else:
            inside, inner = _filled(node.inside, values)
            has_field = True
            is_whole = is_whole and inner
            said = _marked(node, inside)
        if said:
            text = joined(_with_words(text, separator) if follows_value else text, said)
            separator, follows_value = "", True
    if groups and not has_field:
        is_whole = any(groups)
    return text, is_whole


def _with_words(text: str, words: str) -> str:
    """Return a text with the pattern's words appended, without a blank before punctuation."""
    is_stop = words.startswith((",", ".", ";", ":"))
    return joined(text.rstrip(" ") if is_stop else text, words)


def _marked(node: Emphasis, inside: str) -> str:
    """Return text in italics or bold; blanks at its ends are put outside, as Markdown requires."""
    words = inside.strip(" ")
    if not words:
        return inside
    before, _, after = inside.partition(words)
    return f"{before}{node.mark}{words}{node.mark}{after}"


# ------------------------------------------------------------------ where two pieces meet

_CLOSING = re.compile(r"(?:\]\(<[^>]*>\)\{[^{}]*\}|\]\([^()]*\)|\]\{[^{}]*\}|(?<!\\)[*_])$")
_CLOSING_QUOTES = ("”", "“", "»", "«", "’", "‘", "」", "』")
_DROPPED = {
    ".": ".", "?": ".?", "!": ".!", ",": ",", ";": ";.,", ":": ":.,",
    "。": "。.", "，": "，,", "；": "；;", "：": "：:", "？": "？。.", "！": "！。.",
}  # fmt: skip
"""A sign -> the signs that are dropped after it (as in citeproc-js)."""


def joined(before: str, after: str) -> str:
    """Join two pieces without doubling signs or blanks.

    `et al.` and `.` make one full stop. After a question mark, even one in quotes, a full stop is
    dropped.
    """
    if not before or not after:
        return before or after
    end = last_seen(before)
    inner = last_seen(before[: before.rfind(end)]) if end in _CLOSING_QUOTES else ""
    if after[0] in _DROPPED.get(end, "") + _DROPPED.get(inner, ""):
        after = after[1:]
    if after[:1] in _CLOSING_QUOTES and after[1:2] == "." and end in (*".?!", "？", "！"):
        after = after[0] + after[2:]
    if after[:1] == "." and before.endswith(","):
        before = before[:-1]
    if after[:1] == " " and before.endswith((" ", "　")):
        after = after.lstrip(" ")
    return before + after


def last_seen(markdown: str) -> str:
    """Return the last visible character."""
    while (found := _CLOSING.search(markdown)) and found[0]:
        markdown = markdown[: found.start()]
    return markdown[-1:]
