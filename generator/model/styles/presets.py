"""The styles of the field, as patterns: what CSL's styles of these names print.

`tests/csl` compares them with those styles. Patents and talks have forms there, too, and so do the
citations of APA and Chicago in a text. Chicago's is author-date, that of GB/T 7714 the
numeric one of 2015.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from generator.model.config import Style

_AT_EVENTS = ("conference", "workshop", "demo", "poster")
_STATUS = "[ {status: first-capital}.]"


_PEOPLE = re.compile(r"\{authors(?P<how>[^}]*)\}(?P<end>[.,]? ?)")
_OF = {"patents": "inventors", "talks": "speaker"}
"""Who is named in the authors' place, of records that are no papers."""


def _style(names: str, patterns: dict[str, str]) -> Style:
    """Return a style; `@` in a pattern stands for the names, `events` for all sorts of meetings.

    Of patents and talks the names may be missing, and take what stands behind them along.
    """
    events = patterns.pop("events")
    whole = {**dict.fromkeys(_AT_EVENTS, events), **patterns}
    found = {}
    for kind, text in whole.items():
        found[kind] = text.replace("@", names)
        if kind in _OF:
            who = rf"[{{{_OF[kind]}\g<how>}}\g<end>]"
            found[kind] = _PEOPLE.sub(who, found[kind], count=1)
        else:
            found[kind] += _STATUS
    return Style(patterns=found)


def _printed(who: str, then: str, when: str = "{year}", place: str = "{place}") -> str:
    """Return ` Berlin: Harbour Press, 2010`, each part where it is known."""
    return f"[ {place}: {who}[{then}{when}]| {who}[{then}{when}]| {when}]"


_WHO = "{publisher or venue}"
_EDITION = "{edition: label, first-capital}"
_WHEN = "[{month: dotted, named} ]{year}"
_DAY = "{month: named} {day}"
_DATES = ("{month: dotted, named} {day}, {year}", "{month: dotted, named} {year}", "{year}")
_DATED = f"[{'|'.join(_DATES)}]"
_NUMBER_DATED = "|".join((*(f"{{number}}, {when}" for when in _DATES), "{number}", *_DATES))
_PAGES = "[, pp. {pages: range}|, p. {pages}]"
_IEEE_DOI = "[. doi: {doi}]."
_IEEE = _style(
    '{authors: initials, and, max 6, show 1, others " *et al.*"}',
    {
        "publications": f"@, “{{title}},”[ *{{venue}}*,][ {_WHEN}][, doi: {{doi}}].",
        "events": "@, “{title},”[ in *{venue}*],[ in {series}[, vol. {volume}].]"
        + _printed("{publisher}", ", ", _WHEN) + _PAGES + _IEEE_DOI,
        "journal": "@, “{title},”[ *{venue}*][, vol. {volume}][, no. {number}]"
        f"{_PAGES}[, {_WHEN}][, doi: {{doi}}].",
        "preprint": f"@, “{{title}},”[ {_WHEN}][, arXiv:{{arxiv}}][, doi: {{doi}}].",
        "book": f"@, *{{title}}*[, {_EDITION}][, vol. {{volume}}]."
        "[ in {series}[, no. {number}].]" + _printed(_WHO, ", ") + _IEEE_DOI,
        "chapter": f"@, “{{title}},”[ in *{{venue}}*][, {_EDITION}][, vol. {{volume}}],"
        "[ in {series},]" + _printed("{publisher}", ", ") + _PAGES + _IEEE_DOI,
        "thesis": f"@, “{{title}},”[ {_WHO}][, {{place}}][, {{year}}].",
        "report": f"@, “{{title}},”[ {_WHO}][, {{place}}][, {{number}}][, {_WHEN}]{_IEEE_DOI}",
        "dataset": f"@, “{{title}}.”[ {_WHO}[, {{place}}][, {_WHEN}]| {_WHEN}]{_IEEE_DOI}",
        "software": f"@, *{{title}}*.[ ({_WHEN}).][ {_WHO}[, {{place}}].][ doi: {{doi}}.]",
        "patents": f"@, [“{{title}},” ][{_NUMBER_DATED}].",
        "talks": f"@, “{{title}},”[ presented at the {{event}}][, {_DATED}].",
    },
)  # fmt: skip

_DOI = "[ https://doi.org/{doi}]"
_FROM = f"[ {_WHO}[, {{place}}].]"
_ACM = _style(
    "{authors: full, and}. [{year}|n.d.].",
    {
        "publications": f"@ {{title}}.[ *{{venue}}*.]{_DOI}",
        "events": "@ {title}.[ In *{venue}*[ (*{series}*)][, [{month: named} ]{year}].]"
        f"[ {{publisher}}[, {{place}}][, {{pages}}].| {{pages}}.]{_DOI}",
        "journal": "@ {title}.[ *{venue}*][ {volume},][ {number}][ ([{month: named} ]{year})]"
        "[, {pages}]." + _DOI,
        "preprint": f"@ {{title}}.[ *{{venue}}*.| arXiv:{{arxiv}}.]{_DOI}",
        "book": f"@ *{{title}}*[ ({{edition: label}})].{_FROM}{_DOI}",
        "chapter": "@ {title}.[ In *{venue}*[ ({edition: label})].]"
        f"[ {{publisher}}[, {{place}}][, {{pages}}].]{_DOI}",
        "thesis": f"@ {{title}}.{_FROM}{_DOI}",
        "report": f"@ *{{title}}*.{_FROM}{_DOI}",
        "dataset": f"@ {{title}}.{_DOI}",
        "software": f"@ {{title}}.{_DOI}",
        "patents": "@[ {title}.][ Patent No. {number}.]",
        "talks": "@ {title}.[ In *{event}*.]",
    },
)

_APA_NAMES = '{authors: family-first, initials, and ", & ", max 20, show 19, ellipsis ", . . . "} '
_APA_DAY = _APA_NAMES + f"([{{year}}, {_DAY}|{{year}}, {{month: named}}|{{year}}|n.d.])."
_NUMBERED = "[{office} ]Patent No. {number}"
_MADE = f"[ ({{edition: label}})] \\[%\\].[ {_WHO}.]{_DOI}"
_APA = _style(
    _APA_NAMES + "([{year}|n.d.]).",
    {
        "publications": f"@ {{title}}.[ *{{venue}}*.]{_DOI}",
        "events": f"@ {{title}}.[ *{{venue}}[, {{series}}]*[, *{{volume}}*][, {{pages}}].]{_DOI}",
        "journal": "@ {title}.[ *{venue}*[, *{volume}*][({number})][, {pages}].]" + _DOI,
        "preprint": f"@ {{title}}.[ In *{{venue}}*[ (arXiv:{{arxiv}})].| arXiv:{{arxiv}}.]{_DOI}",
        "book": "@ *{title}*[ ({edition: label}[, Vol. {volume}])| (Vol. {volume})]."
        f"[ {_WHO}.]{_DOI}",
        "chapter": "@ {title}.[ In *{venue}*[ ({edition: label}[, pp. {pages: range}|, p. {pages}])"
        f"| (pp. {{pages: range}})| (p. {{pages}})].][ {{publisher}}.]{_DOI}",
        "thesis": f"@ *{{title}}*.[ {_WHO}.]{_DOI}",
        "report": f"@ *{{title}}*[ ({{number}}[; {{series}}])].[ {_WHO}.]{_DOI}",
        "dataset": "@ *{title}*" + _MADE.replace("%", "Dataset"),
        "software": "@ *{title}*" + _MADE.replace("%", "Computer software"),
        "patents": f"@[ *{{title}}*[ ({_NUMBERED})].| {_NUMBERED}.][ {{assignee}}.]",
        "talks": _APA_DAY + " *{title}*.[ {event}[, {location}].]",
    },
)

_DOI_DOT = "[ https://doi.org/{doi}.]"
_QUOTED = "@ “{title: headline}.”"
_MONTH = f"[{_DAY}|{{month: named}}]"
_WHEN_DONE = [f"{_DAY}, {{year}}", "{month: named} {year}", "{year}"]
_ISSUED = "[{}]".format(
    "|".join(
        f", {stage}{word} {when}"
        for stage, word in (
            ("{dates.granted: given}", "issued"),
            ("{dates.filed: given}", "filed"),
            ("", "issued"),
        )
        for when in _WHEN_DONE
    )
)
_CHICAGO = _style(
    '{authors: first-reversed, and ", and ", max 6, show 3, others ", et al."}. [{year}|n.d.].',
    {
        "publications": f"{_QUOTED}[ *{{venue}}*.]{_DOI_DOT}",
        "events": _QUOTED + "[ *{venue}*[ ({place})][, {series}[, vol. {volume}]][, {month: named}]"
        "[, {pages: chicago}].]" + _DOI_DOT,
        "journal": _QUOTED + "[ *{venue}*[ {volume}][ ({number})][: {pages: chicago}].]" + _DOI_DOT,
        "preprint": _QUOTED + "[ In *{venue}*, arXiv:{arxiv}.| In *{venue}*.| arXiv:{arxiv}.]"
        " Preprint[, {month: named}]." + _DOI_DOT,
        "book": f"@ *{{title: headline}}*.[ {_EDITION}.][ Vol. {{volume}}.]"
        f"[ {{series}}[, no. {{number}}].][ {_WHO}.]{_DOI_DOT}",
        "chapter": _QUOTED + "[ In *{venue}*[, {edition: label}].][ {series}.][ {publisher}.]"
        + _DOI_DOT,
        "thesis": f"{_QUOTED}[ {_WHO}.]{_DOI_DOT}",
        "report": f"@ *{{title: headline}}*.[ {{number}}.][ {{series}}.][ {_WHO}.]{_DOI_DOT}",
        "dataset": f"{_QUOTED}[ {_EDITION}.][ {_WHO}[, {{month: named}}].]{_DOI_DOT}",
        "software": f"@ *{{title: headline}}*.[ {_EDITION}.][ {_WHO}.]{_DOI_DOT}",
        "patents": "@[ {title}.][ [{office} ]Patent {number}" + _ISSUED + ".]",
        "talks": _QUOTED + f"[ {{event}}[, {{location}}][, {_MONTH}].| {_MONTH}.]",
    },
)  # fmt: skip

_DOI_BARE = "[ doi:{doi}]"
_BOOK = f"@ {{title}}.[ {{edition: label}}.][ Vol. {{volume}}.]{_printed(_WHO, '; ')}."
_GUESSED = "\\[{place}\\]"
_PART_OF = "[ p. {pages: collapsed}.][ ({series}).]" + _DOI_BARE
_VANCOUVER = _style(
    '{authors: family-first " ", initials "", max 6, others ", et al"}.',
    {
        "publications": f"@ {{title}}.[ {{venue}}.][ {{year}}.]{_DOI_BARE}",
        "events": f"@ {{title}}.[ In: {{venue}}.]{_printed('{publisher}', '; ')}.{_PART_OF}",
        "journal": "@ {title}.[ {venue}.][ {year}[ {month: short, named}[ {day}]]"
        "[;{volume}][({number})][:{pages: collapsed}].]" + _DOI_BARE,
        "preprint": f"@ {{title}}.[ {{venue}}.| arXiv:{{arxiv}}.][ {{year}}.]{_DOI_BARE}",
        "book": f"{_BOOK}[ ({{series}}).]{_DOI_BARE}",
        "chapter": "@ {title}.[ In: {venue}.][ {edition: label}.]"
        f"{_printed('{publisher}', '; ')}.{_PART_OF}",
        "thesis": f"@ {{title}}.{_printed(_WHO, '; ', place=_GUESSED)}.{_DOI_BARE}",
        "report": f"@ {{title}}.{_printed(_WHO, '; ', '{year}[ {month: short, named}]')}."
        f"[ ({{series}}).][ Report {{number}}.]{_DOI_BARE}",
        "dataset": _BOOK + _DOI_BARE,
        "software": _BOOK + _DOI_BARE,
        "patents": "@[ {title}.][ {assignee};][ {number}, {year}.| {number}.| {year}.]",
        "talks": "@ {title}.[ {event}.][ {year}[ {month: short, named}[ {day}]][; {location}].]",
    },
)

_DOI_GB = "[ DOI:{doi}.]"


def _in_chinese(patterns: dict[str, str]) -> dict[str, str]:
    """Return these patterns, and those of Chinese pages where words of theirs are in English."""
    words = {
        "Vol. {volume}": "卷 {volume}",
        "[ {edition: label}.]": "[ [{edition: numeric} 版|{edition}].]",
    }
    chinese: dict[str, str] = {}
    for kind, text in patterns.items():
        said = text
        for english, own in words.items():
            said = said.replace(english, own)
        if said != text:
            names = [*_AT_EVENTS] if kind == "events" else [kind]
            chinese |= {f"{name}.zh": said for name in names}
    return {**patterns, **chinese}


def _gb(letters: str, rest: str) -> str:
    return f"@ {{title}}\\[{letters}[{{doi: given}}/OL]\\]{rest}{_DOI_GB}"


_PAGES_GB = '[: {pages: dash "-"}]'
_PRINTED_GB = f".{_printed(_WHO, ', ')}."
_GBT7714 = _style(
    '{authors: family-first " ", initials " ", capitals, join ", ", max 3}.',
    _in_chinese(
        {
            "publications": _gb("Z", ".[ {venue}[, {year}]| {year}]."),
            "events": _gb(
                "C", f"[//{{venue}}[: Vol. {{volume}}]].{_printed('{publisher}', ', ')}{_PAGES_GB}."
            ),
            "journal": _gb(
                "J", ".[ {venue}[, {year}]| {year}][, {volume}][({number})]" + _PAGES_GB + "."
            ),
            "preprint": _gb("A", "[//{venue}].[ {year}.]"),
            "book": _gb("M", ".[ {edition: label}.]" + _PRINTED_GB[1:]).replace(
                "{title}", "{title}[: Vol. {volume}]"
            ),
            "chapter": _gb(
                "M",
                f"[//{{venue}}].[ {{edition: label}}.]{_printed('{publisher}', ', ')}{_PAGES_GB}.",
            ),
            "thesis": _gb("D", _PRINTED_GB),
            "report": _gb("R", _PRINTED_GB).replace("{title}", "{title}[: {number}]"),
            "dataset": _gb("DS", _PRINTED_GB),
            "software": _gb("CP", _PRINTED_GB),
            "patents": "@ [{title}[: {number}]|{number}]\\[P\\]."
            "[ {date or dates.granted or dates.filed: iso}.]",
            "talks": "@ {title}\\[Z\\].[ {year}.]",
        }
    ),
)

PRESETS = {
    "ieee": _IEEE,
    "acm": _ACM,
    "apa": _APA,
    "chicago": _CHICAGO,
    "vancouver": _VANCOUVER,
    "gbt7714": _GBT7714,
}
"""Styles by name. The keys of their patterns are kinds of papers."""

CITED: dict[str, Literal["author-year", "numbered", "superscript"]] = {
    "ieee": "numbered",
    "acm": "numbered",
    "apa": "author-year",
    "chicago": "author-year",
    "vancouver": "numbered",
    "gbt7714": "superscript",
}
"""How a text cites in each of them."""


class AuthorYear(NamedTuple):
    """How a text cites by author and year."""

    has_comma: bool = True
    """Whether a comma stands between names and year."""
    ampersand: bool = False
    """Whether `&` stands between names in brackets."""
    is_sorted: bool = False
    """Whether the works of one citation are sorted as their list is."""
    groups_people: bool = False
    """Whether the works of the same people stand together in one citation, and name them once."""
    pages: tuple[str, str] | None = None
    """What stands before one page, and before several; None leaves them as they are typed."""


IN_TEXT = {
    "apa": AuthorYear(ampersand=True, is_sorted=True, groups_people=True, pages=("p. ", "pp. ")),
    "chicago": AuthorYear(has_comma=False, groups_people=True, pages=("", "")),
}
"""The forms of the styles that cite by author and year."""
