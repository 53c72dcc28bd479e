"""The site's records as a CV of RenderCV. Format: docs.rendercv.com, "YAML Input Structure"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from generator.graph.cvs import photo_of
from generator.graph.formats.cv_records import summary_and_highlights
from generator.graph.index import Index
from generator.graph.links import first_url
from generator.graph.query import chosen
from generator.graph.wording import when_in_words
from generator.model.dates import When
from generator.model.languages import language
from generator.model.links import bare_identifier, expanded, path_encoded
from generator.model.records.career import Record
from generator.model.sections import Section, Words
from generator.model.text import Text

Tree = dict[str, Any]
_NETWORKS = {
    "https://github.com/": "GitHub",
    "https://gitlab.com/": "GitLab",
    "https://www.linkedin.com/in/": "LinkedIn",
    "https://linkedin.com/in/": "LinkedIn",
    "https://scholar.google.com/citations?user=": "Google Scholar",
    "https://x.com/": "X",
    "https://www.instagram.com/": "Instagram",
    "https://www.researchgate.net/profile/": "ResearchGate",
    "https://www.youtube.com/@": "YouTube",
    "https://stackoverflow.com/users/": "StackOverflow",
    "https://t.me/": "Telegram",
    "https://bsky.app/profile/": "Bluesky",
}
"""What the addresses of profiles begin with -> the network as RenderCV calls it."""


def rendercv(index: Index, lang: str) -> Tree:
    """Return the whole of it; what is empty is left out later. Markdown stays as it is."""
    return _Writer(index, lang).whole()


class _Writer:
    def __init__(self, index: Index, lang: str) -> None:
        self.index = index
        self.lang = lang

    def whole(self) -> Tree:
        """Sections are those of the first CV, in its order; kinds that it lacks follow."""
        who = self.index.person
        networks, others = self._networks()
        sections: Tree = {}
        for title, entries in self._sections():
            name, number = title, 2
            while name in sections:
                name, number = f"{title} {number}", number + 1
            sections[name] = entries
        return {
            "cv": {
                "name": who.name.in_language(self.lang),
                "headline": self._text(who.role),
                "location": self._text(who.location),
                "email": "" if self.index.config.guard_email else who.email,
                "photo": self._photo(),
                "phone": who.phone,
                "website": who.url or self.index.base_url,
                "social_networks": networks,
                "custom_connections": others,
                "sections": sections,
            }
        }

    def _photo(self) -> str:
        """Return the URL of the first CV's photo; without an address of the site, its file."""
        cv = next(iter(self.index.resumes.values()), None)
        path = photo_of(self.index.person, cv, self.index.site.statics) if cv else ""
        return path and (self.index.absolute(f"/{path_encoded(path)}") or f"static/{path}")

    def _networks(self) -> tuple[list[Tree], list[Tree]]:
        who = self.index.person
        known = [{"network": "ORCID", "username": bare_identifier(who.orcid)}] if who.orcid else []
        others = []
        for kind, link in who.links.items():
            url = expanded(kind, link.to)
            start = next((one for one in _NETWORKS if url.startswith(one)), "")
            host, slash, user = url.removeprefix("https://").partition("/@")
            if start:
                username = url.removeprefix(start).strip("/")
                known.append({"network": _NETWORKS[start], "username": username})
            elif kind == "mastodon" and slash:
                known.append({"network": "Mastodon", "username": f"@{user}@{host}"})
            elif url.startswith("http"):
                word = self._text(link.label) or kind
                others.append({"fontawesome_icon": "link", "placeholder": word, "url": url})
        return known, others

    def _sections(self) -> Iterator[tuple[str, list[Any]]]:
        shown: set[int] = set()
        cv = next(iter(self.index.resumes.values()), None)
        for section in cv.whole_sections if cv else ():
            title = self._text(section.title)
            if section.text:
                yield title or "Text", _paragraphs(self._text(section.text))
            if section.of:
                records = [one for one in chosen(section, self.index) if id(one) not in shown]
                shown.update(map(id, records))
                yield from self._entries(title, records)
        for kind in self.index.records:
            rest = [
                one
                for one in chosen(Section(of=Words((kind,))), self.index)
                if id(one) not in shown
            ]
            yield from self._entries("", rest)

    def _entries(self, title: str, records: list[Record]) -> Iterator[tuple[str, list[Any]]]:
        """Yield a section for each kind, since all entries of one have the same fields."""
        for kind in dict.fromkeys(record.kind_name for record in records):
            write = _WRITERS.get(kind)
            if write is not None:
                name = title or self.index.word(kind, self.lang)
                yield name, [write(self, one) for one in records if one.kind_name == kind]

    def _text(self, text: Text | None) -> str:
        return self.index.phrase(text, self.lang).text

    def _said(self, *texts: Text | None) -> str:
        return ", ".join(filter(None, map(self._text, texts)))

    def _rest(self, record: Record, *more: str) -> Tree:
        summary, highlights = summary_and_highlights(self._text(record.body))
        return {
            "summary": summary,
            "highlights": [*filter(None, more), *map(self._text, record.details), *highlights],
            **self._span(record.when),
        }

    def _span(self, when: When | None) -> Tree:
        """Return the time of a record: one date, in words if need be, or from a first to a last."""
        if when is None:
            return {}
        span = when.spans[0]
        dates = [one for one in (span.start, span.end) if one is not None]
        if len(when.spans) > 1 or any(one.season or one.half or one.term for one in dates):
            return {"date": when_in_words(when, language(self.lang), "long")}
        if span.present:
            return {"start_date": span.start.iso(), "end_date": "present"}
        if span.end is not None and span.end != span.start:
            return {"start_date": span.start.iso(), "end_date": span.end.iso()}
        return {"date": span.start.iso()}

    def _url(self, record: Record) -> str:
        return first_url(self.index, record.links, self.lang)

    def education(self, r: Any) -> Tree:
        advisors = [f"Advisor: {one.name.full()}" for one in r.advisors]
        thesis = f"Thesis: {self._text(r.thesis)}" if r.thesis else ""
        return {
            "institution": self._said(r.institution, r.unit),
            "area": self._text(r.area) or self._text(r.degree),
            "degree": self._text(r.degree) if r.area else "",
            "location": self._text(r.location),
            **self._rest(r, thesis, *advisors),
        }

    def experience(self, r: Any) -> Tree:
        return {
            "company": self._said(r.organization, r.unit),
            "position": self._text(r.role),
            "location": self._text(r.location),
            **self._rest(r),
        }

    def teaching(self, r: Any) -> Tree:
        return {
            "company": self._text(r.institution) or self._text(r.course),
            "position": " ".join(filter(None, (r.code, self._said(r.course, r.role, r.level)))),
            **self._rest(r),
        }

    def publication(self, r: Any) -> Tree:
        venue = self.index.venue_of(r)
        own = self.index.person.name
        names = (self.index.directory.spelled(one.name) for one in r.authors)
        return {
            "title": self._text(r.title),
            "authors": [f"*{n.full()}*" if n == own else n.full() for n in names],
            "doi": bare_identifier(r.doi),
            "url": "" if r.doi else self._url(r),
            "journal": self._text(venue.title) if venue else r.venue,
            "summary": self._text(r.abstract),
            **self._span(r.date),
        }

    def skills(self, r: Any) -> Tree:
        items = ", ".join(map(self._text, r.items))
        return {"label": self._text(r.label), "details": items or self._text(r.text)}

    def named(self, r: Any) -> Tree:
        """Any other record: a name, what is known of it, and its text."""
        names = ("organization", "event", "office", "position", "role", "level", "relation")
        facts = [getattr(r, name, None) for name in names]
        where = [one for one in facts if isinstance(one, Text) and one is not r.heading]
        more = [self._text(one) for one in getattr(r, "organizations", ())]
        text = getattr(r, "text", None)
        number = getattr(r, "number", "")
        said = [self._said(*where), ", ".join(more), number]
        rest = self._rest(r)
        if text is not None and text is not r.heading:
            said.append(self._text(text))
        rest["summary"] = "\n\n".join(
            filter(None, (", ".join(filter(None, said)), rest["summary"]))
        )
        url = self._url(r)
        name = self._text(r.heading) or self._text(getattr(r, "role", None)) or number
        return {
            "name": f"[{name}]({url})" if url and "](" not in name else name,
            "location": self._text(getattr(r, "location", None)),
            **rest,
        }


def _paragraphs(text: str) -> list[Any]:
    """Return a text as entries: a list item by item, other words by paragraphs."""
    before, items = summary_and_highlights(text)
    if items and not before:
        return [{"bullet": item} for item in items]
    numbered = [re.match(r"\d+[.)] +(.+)", line) for line in text.split("\n")]
    if all(numbered):
        return [{"number": item[1]} for item in numbered if item]
    return [part for part in text.split("\n\n") if part.strip()]


_WRITERS: dict[str, Callable[[_Writer, Any], Tree]] = {
    "education": _Writer.education,
    "experience": _Writer.experience,
    "teaching": _Writer.teaching,
    "publications": _Writer.publication,
    "skills": _Writer.skills,
    **dict.fromkeys(
        ("projects", "talks", "awards", "service", "patents", "news", "interests", "references"),
        _Writer.named,
    ),
}
"""Kind of record -> what makes an entry of one."""
