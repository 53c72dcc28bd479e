"""Formats what entries are made of (texts, people, venues) in a style and a language."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from generator.graph.index import Index
from generator.graph.links import link_view
from generator.graph.wording import (
    drawn_style,
    language_of,
    name_in_style,
    ordinal,
    style_named,
    when_in_words,
    without_short,
)
from generator.model.dates import When
from generator.model.languages import commas, is_han, scripts_of
from generator.model.links import Link, bare_identifier
from generator.model.people import DEFAULT_MARKS, Advisor, Author, Person
from generator.model.records.career import Record, SubAward
from generator.model.records.works import Publication, Venue
from generator.model.sections import Section
from generator.model.text import Phrase, Text
from generator.model.views.entry_views import AuthorView, FacetsView, RankView, VenueView

_DASHES = re.compile(r"\s*[-–—]+\s*")


class EntryFormatter:
    """Formats the fields of records; there is one for each section and language."""

    def __init__(self, index: Index, lang: str, style: Section) -> None:
        self.index = index
        self.lang = lang
        self.style = style
        self.language = language_of(index, lang)
        self.patterns = style_named(index, style.style)
        self.drawn = drawn_style(index, style.style)
        self.commas = commas(lang, lambda key: index.word(key, lang))
        self.role_marks = style.marks.over(index.config.marks)
        self.shown_roles: set[str] = set()
        """Roles whose marks a pattern has printed."""
        self._authors: dict[Author, AuthorView] = {}

    def phrase(self, text: Text | str | None) -> Phrase:
        """Return a text in the language of the page."""
        if text is None:
            return Phrase()
        if isinstance(text, str):
            return Phrase(text)
        return text.pick(self.lang, self.index.default_lang)

    def own_phrase(self, text: Text | None) -> Phrase:
        """Return a text of the section itself, which is in the language of its page."""
        return text.pick(self.lang, self.lang) if text is not None else Phrase()

    def phrases(self, texts: Iterable[Text | str | None]) -> tuple[Phrase, ...]:
        """Return those of some texts that say something."""
        return tuple(phrase for phrase in map(self.phrase, texts) if phrase)

    def word(self, key: str) -> Phrase:
        """Return a word of the interface."""
        return Phrase(self.index.word(key, self.lang))

    def said(self, key: str, value: str | Phrase) -> Phrase:
        """Return a value in the words for it: `Thesis: On Switches`, `vol. 32`."""
        pattern = self.index.word(key, self.lang)
        if isinstance(value, str) or not value.lang:
            found = pattern.replace("{}", str(value))
            return Phrase(found, "", value.spot if isinstance(value, Phrase) else None)
        return Phrase(pattern.replace("{}", f"[{value}]{{lang={value.lang}}}"), "", value.spot)

    def choice(self, record: Record, field: str, value: str) -> str:
        """Return the words for what a field chooses among: `Keynotes` for the kind `keynote`."""
        general = () if field in record.declared else (f"{field}.{value}",)
        for key in (f"{record.kind_name}.{field}.{value}", *general):
            known = self.index.word(key, self.lang)
            if value and known != key:
                return known
        return value

    def sub_award(self, award: SubAward) -> Phrase:
        """Return `Merit Scholarship ×2 (first class, 2021, 2022)`, `奖学金 ×2（一等，2021）`."""
        title = self.phrase(award.title)
        times = f" ×{award.count}" if award.count > 1 else ""
        facts = [self.phrase(award.level).text, self.when(award.date) if award.date else ""]
        facts += [detail.text for detail in self.phrases(award.details)]
        listed = self.commas.joined(facts, "facts")
        behind = self.said("in_brackets", listed).text if listed else ""
        return Phrase(f"{title}{times}{behind}", title.lang, title.spot)

    def when(self, when: When) -> str:
        """Return a date in the section's style."""
        return when_in_words(when, self.language, self.style.dates)

    def body(self, record: Record) -> Phrase:
        """Return a record's Markdown blocks, where the section shows them."""
        return self.phrase(record.body if self.style.body else None)

    def field(self, record: Record, name: str) -> Phrase:
        """Return what a field says, or nothing where it already is the heading of the group."""
        return self.phrase(None if name == self.style.group else getattr(record, name))

    def fields(self, record: Record, *names: str) -> tuple[Phrase, ...]:
        """Return those of some fields that say something."""
        return tuple(filter(None, (self.field(record, name) for name in names)))

    def authors(self, authors: tuple[Author, ...]) -> tuple[AuthorView, ...]:
        """Return a list of names in the section's style, cut where the style says so."""
        longest = self.style.max_authors
        if longest and len(authors) > longest:
            authors = (*authors[:longest], Author.from_scalar("et al."))
        return tuple(map(self.author, authors))

    def author(self, author: Author) -> AuthorView:
        """Return one name in the section's style."""
        if isinstance(author, Advisor):
            return self._advisor_view(author)
        if author.affiliations:  # which `with_affiliations` numbers
            author = msgspec.structs.replace(author, affiliations=())
        view = self._authors.get(author)
        if view is None:  # the same few stand on every paper of a section
            view = self._authors[author] = self._author_view(author)
        return view

    def _author_view(self, author: Author) -> AuthorView:
        if author.is_others:
            words = self.own_phrase(self.style.et_al).text or self.index.word("et_al", self.lang)
            return AuthorView(name=words, is_others=True)
        person = self.index.directory.find(author.name)
        name = self.index.directory.spelled(author.name)
        shown = name.in_language(self.lang)
        if "names" in self.style.given_fields:
            shown = name_in_style(name, self.style.names)
        roles = self.index.config.marks.roles_of(author)
        return AuthorView(
            name=shown,
            full=name.full(),
            is_self=person is not None and person is self.index.directory.people[0],
            roles=tuple(r for r in roles if self.role_marks.of(r) not in ("words", "none")),
            words=self.role_words(r for r in roles if self.role_marks.of(r) == "words"),
            url=self._url_of(person) if person is not None else "",
            lang="zh" if is_han(shown) and "CJK" not in scripts_of(self.lang) else "",
        )

    def _url_of(self, person: Person) -> str:
        """Return a person's own page, or that of a member on this site."""
        if person.url or not person.id:
            return person.url
        page = self.index.translated(f"member:{person.id}", self.lang)
        return page.url if page else ""

    def _advisor_view(self, advisor: Advisor) -> AuthorView:
        """Return an advisor: `Prof. Hongli Xu`, `徐宏力教授（副导师）`."""
        view = self._author_view(advisor)
        roles = () if advisor.role == "advisor" else (advisor.role,)
        link = link_view(self.index, "url", Link(advisor.url), self.lang) if advisor.url else None
        return msgspec.structs.replace(
            view,
            name=self.titled(advisor, view.name),
            words=view.words + self.role_words(roles),
            url=link.url if link else view.url,
        )

    def titled(self, advisor: Advisor, name: str) -> str:
        """Return a name with the title: `Prof. Hongli Xu`, `徐宏力教授`."""
        title = self.phrase(advisor.title).text
        return f"{name}{title}" if is_han(title) else f"{title} {name}".strip()

    def shape(self, shape: Text | None) -> Phrase:
        """Return how a paper was presented, in the page's words where they are known."""
        phrase = self.phrase(shape)
        key = f"shape.{phrase.text.strip().casefold()}"
        word = self.index.word(key, self.lang) if phrase else key
        return phrase if word == key else Phrase(word, "", phrase.spot)

    def role_words(self, roles: Iterable[str]) -> str:
        """Return ` (corresponding author)`, or nothing without roles."""
        words = [self.index.word(f"role.{role}", self.lang) for role in roles]
        if self.lang.startswith("en"):
            words = [word[:1].lower() + word[1:] for word in words]
        return self.said("in_brackets", self.commas.joined(words, "facts")).text if words else ""

    @property
    def marks(self) -> dict[str, str]:
        """The mark of each role that is shown as one."""
        found = {role: self.role_marks.of(role) for role in DEFAULT_MARKS}
        return {role: mark for role, mark in found.items() if mark not in ("words", "none")}

    def venue(self, publication: Publication) -> VenueView | None:
        """Return the venue as the style shows it: which of its names, and where the year goes."""
        style, year_style = self.style.venue, self.style.year
        named = self.index.venue_of(publication)
        if style == "none" or not publication.venue:
            return self._without_venue(publication)
        spot = publication.spot and publication.spot.inside("venue")
        venue = named or Venue(id="", name=Text({"": publication.venue}, spot))
        full, short = self.phrase(venue.name), self.phrase(venue.short).text
        year = str(publication.date.last.year) if publication.date else ""
        badge = short
        if style == "short" and not short:
            style = "full"
        if style == "short":
            full = Phrase()
        if style == "full" and full:
            short = ""
        if short and full:
            full = without_short(full, short)
            short = "" if short == full.text else short
        if re.search(rf"(?<!\d){year}(?!\d)", f"{full.text} {short}"):
            year = ""
        if short and year and year_style == "apostrophe":
            short, year = f"{short}'{year[-2:]}", ""
        elif short and year and year_style == "plain" and not full:
            short, year = f"{short} {year}", ""
        if year_style == "none":
            year = ""
        return VenueView(full=full, short=short, year=year, badge=badge, url=venue.url)

    def _without_venue(self, publication: Publication) -> VenueView | None:
        """Return what makes it a preprint, or the year, for which a line has no other place."""
        number, kind = bare_identifier(publication.arxiv), self.index.kind_of(publication)
        is_preprint = kind == "preprint" or (kind == "other" and number)
        name = ""
        if is_preprint and self.style.venue != "none":
            has_number = number and "arxiv" not in self.style.imprint.words
            name = (
                self.labelled("arxiv", number)
                if has_number
                else self.index.word("preprint", self.lang)
            )
        has_year = (
            publication.date and self.style.year != "none" and (name or self.drawn == "lines")
        )
        year = str(publication.date.last.year) if publication.date and has_year else ""
        return VenueView(full=Phrase(name), year=year) if name or year else None

    def imprint(self, publication: Publication) -> tuple[Phrase, ...]:
        """Return `vol. 32`, `pp. 1–12`, `arXiv:2404.01234`, as the section asks for them."""
        return tuple(
            self._imprint(name, getattr(publication, name))
            for name in self.style.imprint.words
            if name in IMPRINT and getattr(publication, name)
        )

    def _imprint(self, name: str, value: str) -> Phrase:
        if name == "pages":
            first, *rest = _DASHES.split(value)
            name, value = ("pages", "–".join([first, *rest])) if rest else ("article", value)
        return Phrase(self.labelled(name, value))

    def labelled(self, name: str, value: str) -> str:
        """Return `vol. 32`, `2nd ed.`: a detail of a publication with its word, if it has one."""
        if name == "edition":
            if not value.isdecimal():
                return value
            value = ordinal(value, self.lang)
        key = f"imprint.{name}"
        word = self.index.word(key, self.lang)
        return value if word == key else word.replace("{}", value)

    def ranks(self, publication: Publication) -> tuple[RankView, ...]:
        """Return the ranks of the venue in the schemes that the section asks for."""
        venue = self.index.venue_of(publication)
        held = {scheme.lower(): rank for scheme, rank in (venue.ranks if venue else {}).items()}
        return tuple(
            RankView(scheme=scheme.upper(), rank=held[scheme.lower()])
            for scheme in self.style.ranks.words
            if scheme.lower() in held
        )

    def facets(self, record: Record) -> FacetsView:
        """Return by what readers may filter a list."""
        kind = self.index.kind_of(record)
        people = record.people_in(record.makers_field) if record.makers_field else ()
        return FacetsView(
            year=str(record.when.last.year) if record.when else "",
            kind=kind,
            kind_label=self.choice(record, "kind", kind),
            tags=record.tags,
            authors=tuple(author.full for author in self.authors(people) if author.full),
        )


IMPRINT = (
    *("edition", "volume", "number", "pages", "series", "publisher", "place"),
    *("doi", "arxiv", "isbn"),
)
"""The fields of a publication that the option `imprint` may name."""
