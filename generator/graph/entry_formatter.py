"""Formats what entries are made of (texts, people, venues) in a style and a language."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from generator.graph.index import Index
from generator.graph.links import link_view
from generator.graph.wording import (
    drawn_style,
    language_of,
    name_in_form,
    style_named,
    when_in_words,
)
from generator.model.dates import When
from generator.model.languages import commas, is_east_asian, is_han, script_of, scripts_of
from generator.model.links import Link
from generator.model.people import DEFAULT_MARKS, Advisor, Author, Person
from generator.model.records.career import Record, SubAward
from generator.model.sections import Section
from generator.model.styles.patterns import Field, Format
from generator.model.text import Phrase, Text
from generator.model.views.entry_views import AuthorView, FacetsView

_FORMS = ("full", "initials", "native", "family-first", "family", "first-reversed", "capitals")
"""The formats that say how a name is written."""


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
        self._authors: dict[tuple[Author, Field | None, bool], AuthorView] = {}

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

    def author(self, author: Author, field: Field | None = None, place: int = 0) -> AuthorView:
        """Return one name as the field of a pattern asks for it, or else the section."""
        if isinstance(author, Advisor):
            return self._advisor_view(author, field, place)
        if author.affiliations:  # which `with_affiliations` numbers
            author = msgspec.structs.replace(author, affiliations=())
        known = author, field, place == 0
        view = self._authors.get(known)
        if view is None:  # the same few stand on every paper of a section
            view = self._authors[known] = self._author_view(author, field, place)
        return view

    def _name(self, author: Author, field: Field | None, place: int) -> str:
        """Return a name in the form of a field, of the section, or else of the language."""
        name, written = self.index.directory.spelled(author.name), author.name.full()
        if field is not None and field.has(*_FORMS):
            if is_east_asian(written) and scripts_of(self.lang):
                return name.in_language(self.lang)  # as it is in the work; readers know it
            is_own = script_of(written) in scripts_of(self.lang)
            return name_in_form(author.name if is_own else name, field, place)
        if "names" in self.style.given_fields:
            return name_in_form(name, Field(("authors",), (Format(self.style.names),)))
        return name.in_language(self.lang)

    def _author_view(self, author: Author, field: Field | None, place: int) -> AuthorView:
        if author.is_others:
            words = self.own_phrase(self.style.et_al).text or self.index.word("et_al", self.lang)
            return AuthorView(name=words, is_others=True)
        person = self.index.directory.find(author.name)
        shown = self._name(author, field, place)
        roles = self.index.config.marks.roles_of(author)
        return AuthorView(
            name=shown,
            full=self.index.directory.spelled(author.name).full(),
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

    def _advisor_view(self, advisor: Advisor, field: Field | None, place: int) -> AuthorView:
        """Return an advisor: `Prof. Hongli Xu`, `徐宏力教授（副导师）`."""
        view, title = self._author_view(advisor, field, place), self.phrase(advisor.title).text
        roles = () if advisor.role == "advisor" else (advisor.role,)
        link = link_view(self.index, "url", Link(advisor.url), self.lang) if advisor.url else None
        return msgspec.structs.replace(
            view,
            name=f"{view.name}{title}" if is_han(title) else f"{title} {view.name}".strip(),
            words=view.words + self.role_words(roles),
            url=link.url if link else view.url,
        )

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
