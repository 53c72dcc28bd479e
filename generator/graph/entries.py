"""Record -> entry of a section, in a style and a language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from generator.graph.index import Index, is_safe
from generator.graph.wording import machine_date, name_in_style, when_in_words
from generator.model.address import is_external
from generator.model.links import Link, expanded
from generator.model.people import Author, is_han
from generator.model.records import (
    Award,
    Education,
    Experience,
    Interest,
    News,
    Patent,
    Project,
    Publication,
    Record,
    Reference,
    Service,
    Skills,
    Talk,
    Teaching,
)
from generator.model.sections import Section
from generator.model.text import Phrase, Text
from generator.model.venues import Venue
from generator.model.views import AuthorView, EntryView, LinkView, RankView, VenueView


class EntryWriter:
    """Turns records into entries; one for each section and language."""

    def __init__(self, index: Index, lang: str, style: Section) -> None:
        self.index = index
        self.lang = lang
        self.style = style
        self.language = index.language(lang)
        self._authors: dict[Author, AuthorView] = {}

    def entry(self, record: Record) -> EntryView:
        """Return one record as an entry. The parts that all kinds share are filled in here."""
        view = _WRITERS[type(record)](self, record)
        date = record.date
        changes: dict[str, Any] = {
            "kind": record.kind_name,
            "id": record.id,
            "source": source_of(record),
            "selected": record.selected,
        }
        if date is not None and not view.date:
            changes["date"] = when_in_words(date, self.language, self.style.dates)
            changes["datetime"] = machine_date(date)
        if self.style.body and not view.body:
            changes["body"] = self.phrase(record.body)
        if self.style.links != "none" and not view.links:
            changes["links"] = self.links(record.links)
        return msgspec.structs.replace(view, **changes)

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

    def authors(self, authors: tuple[Author, ...]) -> tuple[AuthorView, ...]:
        """Return a list of names in the section's style, cut where the style says so."""
        longest = self.style.max_authors
        if longest and len(authors) > longest:
            authors = (*authors[:longest], Author.from_scalar("et al."))
        return tuple(map(self._author, authors))

    def _author(self, author: Author) -> AuthorView:
        view = self._authors.get(author)
        if view is None:  # the same few stand on every paper of a section
            view = self._authors[author] = self._author_view(author)
        return view

    def _author_view(self, author: Author) -> AuthorView:
        if author.is_others:
            words = self.own_phrase(self.style.et_al).text or self.index.word("et_al", self.lang)
            return AuthorView(name=words, is_others=True)
        person = self.index.directory.find(author.name)
        name = person.name if person is not None else author.name
        shown = name_in_style(name, self.style.names)
        return AuthorView(
            name=shown,
            full=name.full(),
            is_self=person is not None and person is self.index.directory.people[0],
            roles=author.roles,
            url=person.url if person is not None else "",
            lang="zh" if is_han(shown) and not self.lang.startswith("zh") else "",
        )

    def links(self, links: dict[str, Link]) -> tuple[LinkView, ...]:
        """Return the links of a record that lead somewhere."""
        return tuple(filter(None, (self.link(kind, link) for kind, link in links.items())))

    def link(self, kind: str, link: Link) -> LinkView | None:
        """Return one link with its label, or None when it leads nowhere (which is reported)."""
        target = expanded(kind, link.to)
        label = self.phrase(link.label or self.index.config.labels.get(kind)).text
        label = label or self.index.word(f"link.{kind}", self.lang)
        label = label.removeprefix("link.")
        if is_external(target):
            return LinkView(kind=kind, label=label, url=target) if is_safe(target) else None
        address = self.index.resolve(target, self.lang)
        if address is None:
            return None
        return LinkView(kind=kind, label=label, url=address, is_local=True)

    def venue(self, publication: Publication) -> VenueView | None:
        """Return the venue as the style shows it: which of its names, and where the year goes."""
        style, year_style = self.style.venue, self.style.year
        named = self.index.site.venues.get(publication.venue)
        if style == "none" or not publication.venue:
            return None
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
        if short and year and year_style == "apostrophe":
            short, year = f"{short}'{year[-2:]}", ""
        elif short and year and year_style == "plain" and not full:
            short, year = f"{short} {year}", ""
        if year_style == "none":
            year = ""
        return VenueView(full=full, short=short, year=year, badge=badge, url=venue.url)

    def ranks(self, publication: Publication) -> tuple[RankView, ...]:
        """Return the ranks of the venue in the schemes that the section asks for."""
        venue = self.index.site.venues.get(publication.venue)
        held = {scheme.lower(): rank for scheme, rank in (venue.ranks if venue else {}).items()}
        return tuple(
            RankView(scheme=scheme.upper(), rank=held[scheme.lower()])
            for scheme in self.style.ranks.words
            if scheme.lower() in held
        )


def source_of(record: Record) -> str:
    """Return what tells a record from all others: `publications/goat`, `awards/3`."""
    where = "/".join(record.spot.path) if record.spot else ""
    return f"{record.kind_name}/{record.id or where}"


def _publication(writer: EntryWriter, p: Publication) -> EntryView:
    output = writer.index.translated(f"publication:{p.id}", writer.lang)
    links = dict(p.links)
    for kind in ("doi", "arxiv"):
        if getattr(p, kind) and kind not in links:
            links[kind] = Link(getattr(p, kind))
    status = Phrase() if p.status == "published" else writer.word(f"status.{p.status}")
    return EntryView(
        kind="publications",
        title=writer.phrase(p.title),
        url=output.url if output else "",
        authors=writer.authors(p.authors),
        venue=writer.venue(p),
        ranks=writer.ranks(p),
        details=tuple(filter(None, (*writer.phrases((p.award, p.note)), status))),
        abstract=writer.phrase(p.abstract) if writer.style.abstract else Phrase(),
        links=writer.links(links) if writer.style.links != "none" else (),
    )


def _experience(writer: EntryWriter, r: Experience) -> EntryView:
    return EntryView(
        kind="experience",
        title=writer.phrase(r.role),
        subtitle=writer.phrases((r.organization, r.unit)),
        location=writer.phrase(r.location),
    )


def _education(writer: EntryWriter, r: Education) -> EntryView:
    thesis = writer.phrase(r.thesis)
    return EntryView(
        kind="education",
        title=writer.phrase(r.degree),
        subtitle=writer.phrases((r.area, r.institution, r.unit)),
        location=writer.phrase(r.location),
        authors=writer.authors(r.advisors),
        details=(thesis,) if thesis else (),
    )


def _project(writer: EntryWriter, r: Project) -> EntryView:
    return EntryView(
        kind="projects",
        title=writer.phrase(r.title),
        role=writer.phrase(r.role),
        subtitle=writer.phrases((r.organization, r.unit)),
        location=writer.phrase(r.location),
    )


def _patent(writer: EntryWriter, r: Patent) -> EntryView:
    status = writer.word(f"status.{r.status}") if r.status else Phrase()
    details = (*writer.phrases((r.number, r.office)), *filter(None, (status,)))
    return EntryView(
        kind="patents",
        title=writer.phrase(r.title),
        authors=writer.authors(r.inventors),
        subtitle=writer.phrases((r.assignee,)),
        details=details,
    )


def _award(writer: EntryWriter, r: Award) -> EntryView:
    return EntryView(
        kind="awards",
        title=writer.phrase(r.title),
        subtitle=writer.phrases((r.organization,)),
        details=writer.phrases((r.level,)),
        count=r.count,
        items=tuple(_sub_awards(writer, r)),
    )


def _sub_awards(writer: EntryWriter, award: Award) -> Iterator[Phrase]:
    for sub in award.awards:
        phrase = writer.phrase(sub.title)
        times = f" ×{sub.count}" if sub.count > 1 else ""
        date = when_in_words(sub.date, writer.language, writer.style.dates) if sub.date else ""
        yield Phrase(
            f"{phrase.text}{times}{f' ({date})' if date else ''}", phrase.lang, phrase.spot
        )


def _service(writer: EntryWriter, r: Service) -> EntryView:
    return EntryView(
        kind="service", title=writer.phrase(r.role), items=writer.phrases(r.organizations)
    )


def _teaching(writer: EntryWriter, r: Teaching) -> EntryView:
    return EntryView(
        kind="teaching",
        title=writer.phrase(r.course),
        role=writer.phrase(r.role),
        details=writer.phrases((r.code,)),
        subtitle=writer.phrases((r.institution, r.level)),
    )


def _talk(writer: EntryWriter, r: Talk) -> EntryView:
    paper = writer.index.translated(f"publication:{r.publication}", writer.lang)
    return EntryView(
        kind="talks",
        title=writer.phrase(r.title),
        subtitle=writer.phrases((r.event,)),
        location=writer.phrase(r.location),
        url=paper.url if paper and r.publication else "",
    )


def _skills(writer: EntryWriter, r: Skills) -> EntryView:
    return EntryView(
        kind="skills",
        title=writer.phrase(r.label),
        items=writer.phrases(r.items),
        body=writer.phrase(r.text),
    )


def _news(writer: EntryWriter, r: News) -> EntryView:
    return EntryView(kind="news", title=writer.phrase(r.text))


def _reference(writer: EntryWriter, r: Reference) -> EntryView:
    links = [LinkView(kind="email", label=r.email, url=f"mailto:{r.email}")] if r.email else []
    links += [LinkView(kind="phone", label=r.phone, url=f"tel:{r.phone}")] if r.phone else []
    return EntryView(
        kind="references",
        title=writer.phrase(r.name),
        subtitle=writer.phrases((r.position, r.organization)),
        details=writer.phrases((r.relation,)),
        links=(*links, *writer.links(r.links)),
    )


def _interest(writer: EntryWriter, r: Interest) -> EntryView:
    return EntryView(
        kind="interests", title=writer.phrase(r.title), subtitle=writer.phrases((r.text,))
    )


_WRITERS: dict[type[Record], Callable[..., EntryView]] = {
    Publication: _publication,
    Experience: _experience,
    Education: _education,
    Project: _project,
    Patent: _patent,
    Award: _award,
    Service: _service,
    Teaching: _teaching,
    Talk: _talk,
    Skills: _skills,
    News: _news,
    Reference: _reference,
    Interest: _interest,
}
