"""The styles of the field, as patterns: what CSL's styles of these names print.

`tests/csl` holds them against those styles. Chicago's is author-date, that of GB/T 7714 the
numeric one of 2015.
"""

from __future__ import annotations

from typing import Literal

from generator.model.styles import Style

_AT_EVENTS = ("conference", "workshop", "demo", "poster")
_STATUS = "[ {status: first-capital}.]"


def _style(names: str, patterns: dict[str, str]) -> Style:
    """Return a style; `@` in a pattern stands for the names, `events` for all sorts of meetings."""
    events = patterns.pop("events")
    whole = {**dict.fromkeys(_AT_EVENTS, events), **patterns}
    return Style(
        patterns={
            kind: text.replace("@", names) + (_STATUS if kind != "patents" else "")
            for kind, text in whole.items()
        }
    )


_IEEE = _style(
    '{authors: initials, and, max 6, show 1, others " *et al.*"}',
    {
        "publications": "@, “{title},” [*{venue}*, ][{year}][, doi: {doi}].",
        "events": "@, “{title},”[ in *{venue}*][, {year}][, pp. {pages: range}|, p. {pages}]"
        "[. doi: {doi}].",
        "journal": "@, “{title},”[ *{venue}*][, vol. {volume}][, no. {number}]"
        "[, pp. {pages: range}|, p. {pages}][, {year}][, doi: {doi}].",
        "preprint": "@, “{title},”[ {year}][, arXiv:{arxiv}][, doi: {doi}].",
        "book": "@, *{title}*.[ {publisher or venue}[, {year}]| {year}][. doi: {doi}].",
        "chapter": "@, “{title},”[ in *{venue}*][, {publisher}][, {year}]"
        "[, pp. {pages: range}|, p. {pages}][. doi: {doi}].",
        "thesis": "@, “{title},”[ {publisher or venue}][, {year}].",
        "report": "@, “{title},”[ {publisher or venue}][, {number}][, {year}][. doi: {doi}].",
        "dataset": "@, “{title}.”[ {publisher or venue}[, {year}]| {year}][. doi: {doi}].",
        "software": "@, *{title}*.[ ({year}).][ {publisher or venue}.][ doi: {doi}.]",
        "patents": "{inventors: initials, and}, [“{title},” ][{number}][, {date or dates.granted "
        "or dates.filed: long}].",
    },
)

_DOI = "[ https://doi.org/{doi}]"
_ACM = _style(
    "{authors: full, and}. [{year}|n.d.].",
    {
        "publications": f"@ {{title}}.[ *{{venue}}*.]{_DOI}",
        "events": f"@ {{title}}.[ In *{{venue}}*[, {{year}}].][ {{pages}}.]{_DOI}",
        "journal": "@ {title}.[ *{venue}*][ {volume},][ {number}][ ({year})][, {pages}]." + _DOI,
        "preprint": f"@ {{title}}.[ *{{venue}}*.| arXiv:{{arxiv}}.]{_DOI}",
        "book": f"@ *{{title}}*.[ {{publisher or venue}}.]{_DOI}",
        "chapter": f"@ {{title}}.[ In *{{venue}}*.][ {{publisher}}[, {{pages}}].]{_DOI}",
        "thesis": f"@ {{title}}.[ {{publisher or venue}}.]{_DOI}",
        "report": f"@ *{{title}}*.[ {{publisher or venue}}.]{_DOI}",
        "dataset": f"@ {{title}}.{_DOI}",
        "software": f"@ {{title}}.{_DOI}",
    },
)

_APA = _style(
    '{authors: family-first, initials, and ", & ", max 20, show 19, ellipsis ", . . . "} '
    "([{year}|n.d.]).",
    {
        "publications": f"@ {{title}}.[ *{{venue}}*.]{_DOI}",
        "events": f"@ {{title}}.[ *{{venue}}*[, {{pages}}].]{_DOI}",
        "journal": "@ {title}.[ *{venue}*[, *{volume}*][({number})][, {pages}].]" + _DOI,
        "preprint": f"@ {{title}}.[ In *{{venue}}*[ (arXiv:{{arxiv}})].| arXiv:{{arxiv}}.]{_DOI}",
        "book": f"@ *{{title}}*.[ {{publisher or venue}}.]{_DOI}",
        "chapter": "@ {title}.[ In *{venue}*[ (pp. {pages: range})| (p. {pages})].]"
        f"[ {{publisher}}.]{_DOI}",
        "thesis": f"@ *{{title}}*.[ {{publisher or venue}}.]{_DOI}",
        "report": f"@ *{{title}}*[ ({{number}})].[ {{publisher or venue}}.]{_DOI}",
        "dataset": f"@ *{{title}}* \\[Dataset\\].[ {{publisher or venue}}.]{_DOI}",
        "software": f"@ *{{title}}* \\[Computer software\\].[ {{publisher or venue}}.]{_DOI}",
    },
)

_DOI_DOT = "[ https://doi.org/{doi}.]"
_QUOTED = "@ “{title: headline}.”"
_CHICAGO = _style(
    '{authors: first-reversed, and ", and ", max 6, show 3, others ", et al."}. [{year}|n.d.].',
    {
        "publications": f"{_QUOTED}[ *{{venue}}*.]{_DOI_DOT}",
        "events": f"{_QUOTED}[ *{{venue}}*[, {{pages: chicago}}].]{_DOI_DOT}",
        "journal": _QUOTED + "[ *{venue}*[ {volume}][ ({number})][: {pages: chicago}].]" + _DOI_DOT,
        "preprint": _QUOTED + "[ In *{venue}*[, arXiv:{arxiv}].| arXiv:{arxiv}.] Preprint."
        + _DOI_DOT,
        "book": "@ *{title: headline}*.[ {publisher or venue}.]" + _DOI_DOT,
        "chapter": _QUOTED + "[ In *{venue}*.][ {publisher}.]" + _DOI_DOT,
        "thesis": _QUOTED + "[ {publisher or venue}.]" + _DOI_DOT,
        "report": "@ *{title: headline}*.[ {number}.][ {publisher or venue}.]" + _DOI_DOT,
        "dataset": _QUOTED + "[ {publisher or venue}.]" + _DOI_DOT,
        "software": "@ *{title: headline}*.[ {publisher or venue}.]" + _DOI_DOT,
    },
)  # fmt: skip

_DOI_BARE = "[ doi:{doi}]"
_PUBLISHED = "[ {publisher or venue}[; {year}].|[ {year}.]]"
_VANCOUVER = _style(
    '{authors: family-first " ", initials "", max 6, others ", et al"}.',
    {
        "publications": f"@ {{title}}.[ {{venue}}.][ {{year}}.]{_DOI_BARE}",
        "events": "@ {title}.[ In: {venue}.][ {year}.][ p. {pages: collapsed}.]" + _DOI_BARE,
        "journal": "@ {title}.[ {venue}.][ {year}[;{volume}][({number})][:{pages: collapsed}].]"
        + _DOI_BARE,
        "preprint": f"@ {{title}}.[ {{venue}}.| arXiv:{{arxiv}}.][ {{year}}.]{_DOI_BARE}",
        "book": f"@ {{title}}.{_PUBLISHED}{_DOI_BARE}",
        "chapter": "@ {title}.[ In: {venue}.][ {publisher}[; {year}].| {year}.]"
        f"[ p. {{pages: collapsed}}.]{_DOI_BARE}",
        "thesis": f"@ {{title}}.{_PUBLISHED}{_DOI_BARE}",
        "report": f"@ {{title}}.{_PUBLISHED}[ Report {{number}}.]{_DOI_BARE}",
        "dataset": f"@ {{title}}.{_PUBLISHED}{_DOI_BARE}",
        "software": f"@ {{title}}.{_PUBLISHED}{_DOI_BARE}",
    },
)

_DOI_GB = "[ DOI:{doi}.]"


def _gb(letters: str, rest: str) -> str:
    return f"@ {{title}}\\[{letters}[{{doi: given}}/OL]\\]{rest}{_DOI_GB}"


_PAGES_GB = '[: {pages: dash "-"}]'
_PRINTED_GB = ".[ {publisher or venue}[, {year}]| {year}]."
_GB7714 = _style(
    '{authors: family-first " ", initials " ", capitals, join ", ", max 3}.',
    {
        "publications": _gb("Z", ".[ {venue}[, {year}]| {year}]."),
        "events": _gb("C", "[//{venue}].[ {year}" + _PAGES_GB + ".]"),
        "journal": _gb(
            "J", ".[ {venue}[, {year}]| {year}][, {volume}][({number})]" + _PAGES_GB + "."
        ),
        "preprint": _gb("A", "[//{venue}].[ {year}.]"),
        "book": _gb("M", _PRINTED_GB),
        "chapter": _gb("M", "[//{venue}].[ {publisher}[, {year}]| {year}]" + _PAGES_GB + "."),
        "thesis": _gb("D", _PRINTED_GB),
        "report": _gb("R", _PRINTED_GB).replace("{title}", "{title}[: {number}]"),
        "dataset": _gb("DS", _PRINTED_GB),
        "software": _gb("CP", _PRINTED_GB),
    },
)

PRESETS = {
    "ieee": _IEEE,
    "acm": _ACM,
    "apa": _APA,
    "chicago": _CHICAGO,
    "vancouver": _VANCOUVER,
    "gb7714": _GB7714,
}
"""Styles by name. The keys of their patterns are kinds of papers."""

CITED: dict[str, Literal["author-year", "numbered", "superscript"]] = {
    "ieee": "numbered",
    "acm": "numbered",
    "apa": "author-year",
    "chicago": "author-year",
    "vancouver": "numbered",
    "gb7714": "superscript",
}
"""How a text cites in each of them."""
