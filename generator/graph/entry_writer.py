"""Formats the components of entries (texts, people, dates) in a style and a language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

from msgspec.structs import replace

from generator.graph.index import Index
from generator.graph.links import link_view
from generator.graph.wording import (
    drawn_style,
    name_in_form,
    site_language,
    style_named,
    when_in_words,
)
from generator.model.dates import When
from generator.model.languages import Listed, commas, is_east_asian, is_han, script_of, scripts_of
from generator.model.links import Link
from generator.model.people import DEFAULT_MARKS, Advisor, Author, Contributor, Person
from generator.model.records.career import Record, SubAward
from generator.model.sections import Section
from generator.model.styles import Field, Format
from generator.model.text import Phrase, Text, escaped, linked, spanned, spoken
from generator.model.views import AuthorView, FacetsView

T = TypeVar("T")
_FORMS = ("full", "initials", "native", "family-first", "family", "first-reversed", "capitals")
"""The formats that say how a name is written."""
_LONGEST_WHOLE = 7
"""Characters. Shorter names in Chinese characters are kept on one line."""


class EntryWriter:
    """Formats the fields of records; there is one for each section and language."""

    def __init__(self, index: Index, lang: str, section: Section) -> None:
        self.index = index
        self.lang = lang
        self.section = section
        self.language = site_language(index, lang, section.words)
        self.style = style_named(index, section.style)
        self.drawn = drawn_style(index, section.style)
        self.commas = commas(lang, self.word)
        self.role_marks = section.marks.over(index.config.marks)

    def phrase(self, text: Text | str | None) -> Phrase:
        """Return a text in the language of the page; a plain string is escaped, since it is not
        Markdown."""
        if text is None:
            return Phrase()
        if isinstance(text, str):
            return Phrase(escaped(text))
        return text.pick(self.lang, self.index.default_lang)

    def own_phrase(self, text: Text | None) -> Phrase:
        """Return a text of the section itself, whose language is the page's."""
        return text.pick(self.lang, self.lang) if text is not None else Phrase()

    def phrases(self, texts: Iterable[Text | str | None]) -> tuple[Phrase, ...]:
        """Return the texts that are not empty."""
        return tuple(phrase for phrase in map(self.phrase, texts) if phrase)

    def word(self, key: str) -> str:
        """Return a word of the interface, preferably the section's own."""
        own = self.section.words.get(key)
        return (own.form(self.lang) if own else "") or self.index.word(key, self.lang)

    def said(self, key: str, value: str | Phrase) -> Phrase:
        """Return a value in the pattern of a word: `Thesis: On Switches`, `vol. 32`."""
        pattern = self.word(key)
        if isinstance(value, str) or not value.lang:
            found = pattern.replace("{}", str(value))
            return Phrase(found, "", value.spot if isinstance(value, Phrase) else None)
        return Phrase(pattern.replace("{}", f"[{value}]{{lang={value.lang}}}"), "", value.spot)

    def choice(self, record: Record, field: str, value: str) -> str:
        """Return the label of a choice field's value: `Keynotes` for the kind `keynote`."""
        general = () if field in record.declared else (f"{field}.{value}",)
        for key in (f"{record.kind_name}.{field}.{value}", *general):
            known = self.word(key)
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
        return when_in_words(when, self.language, self.section.dates)

    def body(self, record: Record) -> Phrase:
        """Return a record's body (Markdown blocks), if the section shows it."""
        return self.phrase(record.body if self.section.body else None)

    def field(self, record: Record, name: str) -> Phrase:
        """Return the text of a field; empty if it is already the heading of the group."""
        return self.phrase(None if name == self.section.group else getattr(record, name, None))

    def fields(self, record: Record, *names: str) -> tuple[Phrase, ...]:
        """Return the texts of the fields that are not empty."""
        return tuple(filter(None, (self.field(record, name) for name in names)))

    def authors(self, authors: tuple[Author, ...]) -> tuple[AuthorView, ...]:
        """Return a list of names in the section's style, cut to its `max_authors`."""
        kept = _kept_of(authors, Field(("authors",)), self.section.max_authors)
        others = () if len(kept) == len(authors) else (Author.from_scalar("et al."),)
        return tuple(map(self.author, (*kept, *others)))

    def author(self, author: Author, field: Field | None = None, place: int = 0) -> AuthorView:
        """Return one name in the form that the field of a pattern, or else the section, asks
        for."""
        if isinstance(author, Advisor):
            return self._advisor_view(author, field, place)
        if isinstance(author, Contributor) and author.role:
            named = self.author(replace(author, role=None), field, place)
            role = self.said("in_brackets", self.phrase(author.role).text).text
            return replace(named, words=named.words + role)
        return self._author_view(author, field, place)

    def _name(self, author: Author, field: Field | None, place: int) -> str:
        """Return a name in the form of the field, or of the section, or else of the language."""
        name, written = self.index.directory.spelled(author.name), author.name.full()
        if field is not None and field.has(*_FORMS):
            if is_east_asian(written) and scripts_of(self.lang):
                return name.in_language(self.lang)  # unchanged: readers know the script
            is_own = script_of(written) in scripts_of(self.lang)
            return name_in_form(author.name if is_own else name, field, place)
        if "names" in self.section.given_fields:
            return name_in_form(name, Field(("authors",), (Format(self.section.names),)))
        return name.in_language(self.lang)

    def _author_view(self, author: Author, field: Field | None, place: int) -> AuthorView:
        if author.is_others:
            words = self.own_phrase(self.section.et_al).text or self.word("et_al")
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
        """Return the URL of a person's own page, or else of the member's page on this site."""
        if person.url or not person.id:
            return person.url
        return self.index.url_of(f"page:people/{person.id}", self.lang)

    def _advisor_view(self, advisor: Advisor, field: Field | None, place: int) -> AuthorView:
        """Return an advisor: `Prof. Hongli Xu`, `徐宏力教授（副导师）`."""
        view, title = self._author_view(advisor, field, place), self.phrase(advisor.title).text
        roles = () if advisor.role == "advisor" else (advisor.role,)
        link = link_view(self.index, "url", Link(advisor.url), self.lang) if advisor.url else None
        return replace(
            view,
            name=f"{view.name}{title}" if is_han(title) else f"{title} {view.name}".strip(),
            words=view.words + self.role_words(roles),
            url=link.url if link else view.url,
        )

    def shape(self, shape: Text | None) -> Phrase:
        """Return how a paper was presented, in the page's language if there is a word for it."""
        phrase = self.phrase(shape)
        key = f"shape.{phrase.text.strip().casefold()}"
        word = self.word(key) if phrase else key
        return phrase if word == key else Phrase(word, "", phrase.spot)

    def roles_of(self, author: Author) -> tuple[str, ...]:
        """Return a person's roles in a work, for a field such as `{authors.corresponding}`.

        Everyone except the site's own person is also in `others`.
        """
        own = (author.role,) if isinstance(author, Advisor) else ()
        is_self = self.index.directory.find(author.name) is self.index.directory.people[0]
        own = own if is_self else (*own, "others")
        return (*own, *self.index.config.marks.roles_of(author))

    def role_words(self, roles: Iterable[str]) -> str:
        """Return ` (corresponding author)`, or "" without roles."""
        words = [self.word(f"role.{role}") for role in roles]
        if self.lang.startswith("en"):
            words = [word if word[1:2].isupper() else word[:1].lower() + word[1:] for word in words]
        return self.said("in_brackets", self.commas.joined(words, "facts")).text if words else ""

    @property
    def marks(self) -> dict[str, str]:
        """The mark of each role that is shown as a mark."""
        found = {role: self.role_marks.of(role) for role in DEFAULT_MARKS}
        return {role: mark for role, mark in found.items() if mark not in ("words", "none")}

    def signed(self, view: AuthorView) -> str:
        """Return a name as Markdown with its roles: the site's own person is set off, others are
        links."""
        text = escaped(view.name)
        is_short = is_han(view.name) and len(view.name) < _LONGEST_WHOLE
        if view.url and not view.is_self:
            text = linked(text, view.url)
        kind = "self" if view.is_self else "author" if is_short else ""
        text = spanned(text, view.lang, f"{kind} .whole" if is_short else kind)
        return text + self.signs(view) + escaped(view.words)

    def signs(self, view: AuthorView) -> str:
        """Return the marks after a name."""
        words = ((self.role_marks.of(role), self.word(f"role.{role}")) for role in view.roles)
        return "".join(f'[{escaped(mark)}]{{.role title="{word}"}}' for mark, word in words)

    def facets(self, record: Record) -> FacetsView:
        """Return the values by which readers may filter a list."""
        people = record.people_in(record.makers_field) if record.makers_field else ()
        return FacetsView(
            year=str(record.when.last.year) if record.when else "",
            kind=self.index.kind_of(record),
            tags=record.tags,
            authors=tuple(author.full for author in self.authors(people) if author.full),
        )


class ListWriter:
    """Writes several values of a record as one list, in the formats of a field."""

    def __init__(self, writer: EntryWriter, field: Field) -> None:
        self._writer = writer
        self._field = field
        self._others = field.argument("others")

    def items(self, items: Sequence[str]) -> str:
        """Return the items that are not empty as a list; each is Markdown."""
        shown = list(filter(None, items))
        kept = _kept_of(shown, self._field)
        if len(kept) == len(shown):
            return self._joined(shown, "items")
        others = f" {self._writer.word('et_al')}" if self._others is None else self._others
        return self._joined(kept, "items", is_whole=False) + others

    def people(self, authors: tuple[Author, ...], roles: set[str]) -> str:
        """Return names as Markdown, and add to `roles` the roles whose marks follow them."""
        has_others = bool(authors) and authors[-1].is_others
        listed = authors[:-1] if has_others else authors
        kept = _kept_of(listed, self._field, self._writer.section.max_authors)
        is_cut = len(kept) < len(listed)
        ellipsis = self._field.argument("ellipsis") if is_cut else None
        has_others = ellipsis is None and (is_cut or has_others)
        views = [self._view(author, place) for place, author in enumerate(kept)]
        roles.update(role for view in views for role in view.roles)
        text = self._joined(list(map(self._writer.signed, views)), "names", not has_others)
        if ellipsis is not None:
            last = self._view(listed[-1], len(kept))
            roles.update(last.roles)
            return f"{text}{ellipsis}{self._writer.signed(last)}"
        return text + self._other_people(views) if has_others else text

    def _joined(self, items: Sequence[str], of: Listed, is_whole: bool = True) -> str:
        text = "".join(items[:1])
        for place, (before, after) in enumerate(pairwise(items), 2):
            is_last = is_whole and place == len(items)
            text += self._between(before, after, of, len(items) if is_last else 0) + after
        return text

    def _between(self, before: str, after: str, of: Listed, count: int) -> str:
        """Return what separates two neighbours.

        `count` is the length of the list before its last item, and 0 elsewhere.
        """
        last, word = self._field.argument("last"), self._field.argument("and")
        if last is not None and count > 2:
            return last
        if word is None or not count:
            own = self._field.argument("join")
            return self._comma(before, after, of) if own is None else own
        if word:
            return word
        lang = self._language(is_han(before) and is_han(after))
        said = self._writer.index.word("cite.and", lang)
        # In English, a comma precedes "and" in a list of three or more.
        return f",{said}" if count > 2 and lang.startswith("en") else said

    def _comma(self, before: str, after: str, of: Listed) -> str:
        """Return the language's separator; between Latin items, an Arabic comma becomes a Latin
        one."""
        before, after = spoken(before), spoken(after)
        sign = self._writer.commas.between(before, after, of)
        is_latin = all(script_of(item) == "LATIN" for item in (before, after))
        return sign.replace("،", ",") if is_latin else sign

    def _other_people(self, names: list[AuthorView]) -> str:
        """Return the words for the people who are left out, with the separator before them."""
        if self._others is not None:
            return self._others
        is_han_name = bool(names) and is_han(names[-1].name)
        words = self._writer.own_phrase(self._writer.section.et_al).text
        words = words or self._writer.index.word("et_al", self._language(is_han_name))
        between = self._field.argument("join")
        if between is not None and names:
            return between + words
        if is_han_name or not names:
            return words
        return f", {words}" if len(names) > 1 else f" {words}"

    def _language(self, is_han_name: bool) -> str:
        """Return the language of words in a list of names. It follows the script of the names."""
        lang = self._writer.lang
        if is_han_name == lang.startswith("zh"):
            return lang
        return "zh" if is_han_name else "en"

    def _view(self, author: Author, place: int) -> AuthorView:
        """Return a name with the roles that the field does not omit."""
        view = self._writer.author(author, self._field, place)
        if self._field.has("no-roles"):
            return replace(view, roles=(), words="")
        if self._field.has("roles") and not isinstance(author, Advisor):
            roles = self._writer.index.config.marks.roles_of(author)
            return replace(view, roles=(), words=self._writer.role_words(roles))
        return view


def _kept_of(items: Sequence[T], field: Field, most: int = 0) -> Sequence[T]:
    """Return the items, cut if there are more than the field's `max` (or else `most`)."""
    most = int(field.argument("max") or most)
    is_long = most and len(items) > most
    return items[: int(field.argument("show") or most)] if is_long else items
