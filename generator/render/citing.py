"""Citations in a text and the list of the works that it cites, with the site's answers.

The forms of APA and Chicago follow CSL's styles of these names (`tests/csl` compares them). In
every style, works that would look alike get letters after their years.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from functools import partial

from generator.model.config import CitationStyle
from generator.model.lookups import ReadTracker
from generator.model.sections import Section
from generator.model.styles import PRESETS, AuthorYear, preset
from generator.model.views import CitationView
from generator.problems import Message, Place, Problem, Spot, did_you_mean
from generator.render.fragment import (
    OPEN_PREFIX,
    BibliographySlot,
    CitationSlot,
    Cited,
    Fragment,
    quoted,
)

_PAGES = re.compile(r"(?:pp?\.?|S\.|页)?\s*(\d[\w.]*)(?:\s*[-–—]+\s*(\d[\w.]*))?")


def _letter(number: int) -> str:
    """Return the letter for a number: a, b, …, z, aa, ab, …"""
    before, last = divmod(number, 26)
    return (_letter(before - 1) if before else "") + chr(ord("a") + last)


DrawBibliography = Callable[[Section, bool], str]
"""Called with the section of papers to list, and whether it has a heading; returns HTML."""

_NEARLY = 0.8
"""From this similarity on (`difflib`'s ratio), `@name` counts as a misspelt id."""


class Citing:
    """The citations of one text."""

    def __init__(
        self,
        fragment: Fragment,
        style: CitationStyle,
        reads: ReadTracker,
        lang: str,
        where: Callable[[Cited], Place | Spot],
        href: Callable[[str], str],
        draw: DrawBibliography,
        is_listing: bool = True,
    ) -> None:
        """Without `is_listing`, there is no list, and citations link to the papers' pages."""
        known = preset(style) if style in PRESETS else None
        self._list_style = style if known else "lines"
        self._style = known.citations if known else style
        self._reads = reads
        self._word = partial(reads.word, lang)
        self._lang = lang
        self._where = where
        self._href = href
        self._draw = draw
        self._is_listing = is_listing
        self.problems: list[Problem] = []
        self._is_placed = any(isinstance(part, BibliographySlot) for part in fragment.parts)
        self._works: dict[str, CitationView] = {}
        for part in fragment.parts:
            if isinstance(part, CitationSlot):
                for work in part.works:
                    self._look_up(work, part.is_narrative)
        self._order = list(self._works)
        if self._style == "author-year":
            self._order.sort(key=lambda id: (self._works[id].order, id))
        self._numbers = {id: str(number) for number, id in enumerate(self._order, 1)}
        self._form = known.in_text if known else AuthorYear()
        self._years = self._with_letters()
        """The year of each work, with a, b, c if the short names and the year are the same."""

    def cite(self, slot: CitationSlot) -> str:
        """Return a citation as HTML. If none of its works exists, it stays as typed."""
        works = [work for work in slot.works if work.id in self._works]
        if not works:
            return quoted(slot.written)
        if slot.is_narrative:
            return self._in_sentence(works[0])
        if self._style == "author-year":
            return self._in_brackets(works)
        return self._numbered(works)

    def bibliography(self, slot: BibliographySlot) -> str:
        """Return the list of works, for the place that the author has chosen."""
        return self._list(has_heading=False)

    def rest(self) -> str:
        """Return the list of works for the end of the text, or "" if the author has chosen a
        place."""
        return "" if self._is_placed else self._list(has_heading=True)

    def _look_up(self, work: Cited, is_narrative: bool) -> None:
        if work.id in self._works:
            return
        found: CitationView | None = self._reads.get("citation", self._lang, work.id)
        if found is not None:
            self._works[work.id] = found
            return
        known = self._reads.get("publication_ids", self._lang)
        message = Message.of("citation-missing", id=work.id)
        if is_narrative:  # `@name` may be a handle, unless it resembles an id
            near = get_close_matches(work.id, known, 1, _NEARLY)
            if near:
                hint = Message.of("citation-or-handle", near=near[0])
                self.problems.append(Problem(self._where(work), message, hint, "warning"))
            return
        nearest = did_you_mean(work.id, known)
        why = self._reads.get("why_not_citable", self._lang, work.id)
        if why == "hidden":
            message, nearest = Message.of("citation-hidden", id=work.id), None
        if why != "broken":
            self.problems.append(Problem(self._where(work), message, nearest))

    def _in_brackets(self, works: list[Cited]) -> str:
        """Return works by author and year; works by the same people name them only once."""
        cited = {work.id: work for work in works}
        ids = sorted(cited, key=self._order.index) if self._form.is_sorted else [*cited]
        groups: dict[str, list[str]] = {}
        for id in ids:
            names = self._names(id)
            group = groups.setdefault(names if self._form.groups_people else id, [])
            # Chicago has a comma only before "n.d.".
            has_comma = self._form.has_comma or not self._works[id].year
            comma = self._word("cite.comma") if has_comma else " "
            label = self._years[id] if group else f"{names}{comma}{self._years[id]}"
            group.append(self._link(id, label) + self._locator(cited[id]))
        comma = quoted(self._word("cite.comma"))
        inside = quoted(self._word("cite.semicolon")).join(map(comma.join, groups.values()))
        return quoted(self._word("cite.brackets")).replace("{}", inside)

    def _names(self, id: str, is_narrative: bool = False) -> str:
        """Return the short names of a work's authors; in a sentence, with the word "and"."""
        work = self._works[id]
        if work.is_open or len(work.people) > 2:
            return self._word("cite.others").replace("{}", work.people[0])
        between = self._word("cite.and")
        if self._form.ampersand and not is_narrative and between == " and ":
            between = " & "
        return between.join(work.people)

    def _with_letters(self) -> dict[str, str]:
        alike: dict[tuple[str, str], list[str]] = {}
        for id in self._order:
            alike.setdefault((self._names(id), self._works[id].year), []).append(id)
        years: dict[str, str] = {}
        for (_, year), ids in alike.items():
            said = year or self._word("cite.undated")
            between = "" if year else "-"
            for number, id in enumerate(ids):
                years[id] = f"{said}{between}{_letter(number)}" if len(ids) > 1 else said
        return years

    def _numbered(self, works: list[Cited]) -> str:
        has_locators = any(work.locator for work in works)
        separator = "cite.semicolon" if has_locators else "cite.comma"
        numbers = (self._link(w.id, self._numbers[w.id]) + self._locator(w) for w in works)
        inside = quoted(self._word(separator)).join(numbers)
        return f"<sup>{inside}</sup>" if self._style == "superscript" else f"[{inside}]"

    def _in_sentence(self, work: Cited) -> str:
        names = self._names(work.id, is_narrative=True)
        if self._style != "author-year":
            space = "" if self._style == "superscript" else " "
            return f"{quoted(names)}{space}{self._numbered([work])}"
        year = self._years[work.id] + self._place(work)
        said = self._word("cite.in_sentence").replace("{year}", year)
        return self._link(work.id, said.replace("{}", names))

    def _locator(self, work: Cited) -> str:
        return quoted(self._place(work))

    def _place(self, work: Cited) -> str:
        """Return a place in a work, after a comma, with pages in the style's form."""
        place = work.locator
        found = _PAGES.fullmatch(place) if self._form.pages is not None else None
        if found is not None:
            label, more = self._form.pages or ("", "")
            first, last = found.groups()
            place = f"{more}{first}–{last}" if last else f"{label}{first}"
        return self._word("cite.comma") + place if place else ""

    def _link(self, id: str, label: str) -> str:
        if self._is_listing:
            anchor = quoted(f"{OPEN_PREFIX}ref-{id}")
            return f'<a href="#{anchor}" role="doc-biblioref">{quoted(label)}</a>'
        return f'<a href="{quoted(self._href(self._works[id].url))}">{quoted(label)}</a>'

    def _list(self, has_heading: bool) -> str:
        if not self._order or not self._is_listing:
            return ""
        years = self._years if self._style == "author-year" else {}
        section = Section(
            of=("publications",),
            only=tuple(self._order),
            numbered=self._style != "author-year",
            style=self._list_style,
            imprint=("volume", "number", "pages"),
            links="none",
            body=False,
            legend=False,
            given_fields=("*",),
            cited_years={id: y for id, y in years.items() if y != self._works[id].year},
        )
        return self._draw(section, has_heading)
