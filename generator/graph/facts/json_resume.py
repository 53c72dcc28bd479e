"""The site's records as a JSON Resume. Format: jsonresume.org, schema v1.0.0."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from generator.graph.index import Index
from generator.graph.links import link_views, resolve
from generator.graph.query import chosen
from generator.model.dates import When
from generator.model.links import identifier_url
from generator.model.names import fold
from generator.model.records.career import Award, Record, SubAward, record_source
from generator.model.text import Phrase, Text
from generator.model.views import LinkView

Tree = dict[str, Any]
_LANGUAGES = frozenset(map(fold, ("language", "languages", "语言", "外语", "语言能力")))
_FLUENCY = re.compile(r"(.+?)\s*(?:[(（](.+)[)）]|[:：]\s*(.+))")
_BEFORE_GRADE = re.compile(r"^C?GPA:?\s+(?=[\d.,/]+$)")
_CERTIFICATES = "certificates"
"""Awards with this tag are certificates. These have a section of their own."""
_ITEM = re.compile(r"[-*+][ \t]+(?=\S)")
_SHORT = 3
"""The most words in a keyword."""
_SCHEMA = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json"


class ResumeWriter:
    """Writes records as sections of a JSON Resume, in the site's first language."""

    def __init__(self, index: Index, lang: str = "", is_whole: bool = False) -> None:
        """`is_whole` includes records that no published CV shows."""
        self.index = index
        self.lang = lang or index.default_lang
        self._is_whole = is_whole

    def resume(self) -> Tree:
        """Return the whole resume. Its texts are phrases; empty values are removed later.

        Kinds without a section in the schema go where they fit best: teaching into work, service
        into volunteering, patents into publications, the site's own kinds into projects, whose
        `type` then names the kind.
        """
        experience = self._records("experience")
        volunteering = [r for r in experience if r.kind == "volunteer"]
        positions = [r for r in experience if r.kind != "volunteer"]
        awards, skills = self._records("awards"), self._records("skills")
        own = [r for kind in self.index.config.kinds for r in self._records(kind)]
        return {
            "$schema": _SCHEMA,
            "basics": self._basics(),
            "work": [
                *self._with_rest(positions, name="organization", position="role",
                                 location="location", description="unit"),
                *self._with_rest(self._records("teaching"), name="institution", position="role",
                                 description="course"),
            ],
            "volunteer": [
                *self._with_rest(volunteering, organization="organization", position="role"),
                *self._with_rest(self._records("service"), organization="organizations",
                                 position="role"),
            ],
            "education": list(map(self._education, self._records("education"))),
            "awards": [
                item for r in awards if _CERTIFICATES not in r.tags for item in self._awards(r)
            ],
            "certificates": [self._certificate(r) for r in awards if _CERTIFICATES in r.tags],
            "publications": [
                *map(self._publication, self._records("publications")),
                *map(self._patent, self._records("patents")),
            ],
            "skills": [self._skill(r) for r in skills if not _is_languages(r)],
            "languages": [
                self._language(self._phrase(item).text)
                for r in skills
                if _is_languages(r)
                for item in r.items
            ],
            "interests": [
                {"name": self._phrase(r.title), "keywords": self._keywords(r.text)}
                for r in self._records("interests")
            ],
            "references": list(map(self._reference, self._records("references"))),
            "projects": [
                *map(self._project, self._records("projects")),
                *map(self._own_project, own),
            ],
            "meta": {"canonical": self.index.absolute("/resume.json"), "version": "v1.0.0"},
        }  # fmt: skip

    def _records(self, kind: str) -> Any:
        """Return all papers, since they have pages, and the other records that published CVs
        show."""
        found = self.index.records.get(kind, ())
        if self._is_whole or kind == "publications":
            return found
        return [record for record in found if record_source(record) in self._in_cvs]

    @cached_property
    def _in_cvs(self) -> set[str]:
        """The records in sections of published CVs, by the names of `record_source`."""
        cvs = map(self.index.shown_cvs.__getitem__, self.index.by_subject("cv"))
        sections = (
            section for cv in cvs for section in cv.whole_sections if section.shows_in("web")
        )
        return {
            record_source(record) for section in sections for record in chosen(section, self.index)
        }

    def _phrase(self, text: Text | tuple[Text, ...] | None) -> Phrase:
        if isinstance(text, tuple):
            return Phrase(", ".join(self._phrase(one).text for one in text))
        return self.index.phrase(text, self.lang)

    def _basics(self) -> Tree:
        who = self.index.person
        links = link_views(self.index, who.links, self.lang)
        return {
            "name": who.name.in_language(self.lang),
            "label": self._phrase(who.role) or self._first_said("headline"),
            "image": self.index.absolute(resolve(self.index, who.portrait, self.lang) or ""),
            # The format wants a complete e-mail address, so a guarded one is left out.
            "email": "" if self.index.config.guard_email else who.email,
            "phone": who.phone,
            "url": who.url or self.index.absolute("/"),
            "summary": self._phrase(who.bio) or self._first_said("summary"),
            "location": {"city": self._phrase(who.location)},
            "profiles": [self._profile(link) for link in links if not link.is_local],
        }

    def _first_said(self, field: str) -> Phrase:
        """Return the `headline` or `summary` of the first CV with a page that has it."""
        said = (getattr(self.index.shown_cvs[id], field) for id in self.index.by_subject("cv"))
        return next(filter(None, map(self._phrase, said)), Phrase())

    def _profile(self, link: LinkView) -> Tree:
        name = link.url.rstrip("/").rpartition("/")[2]
        is_name = not any(mark in name for mark in ".?=#")
        return {"network": link.label, "username": name if is_name else "", "url": link.url}

    def _span(self, record: Record) -> Tree:
        """Return the start and end date of a record; an open end is left out."""
        when = record.when
        if when is None:
            return {}
        last = max(when.spans, key=lambda span: (span.present, (span.end or span.start).sort_key))
        end = "" if last.present else (last.end or last.start).iso()
        return {"startDate": when.first.iso(), "endDate": end}

    def _rest(self, record: Record) -> Tree:
        """Return the fields that all sections with dates share."""
        summary, highlights = _summary_and_highlights(self._phrase(record.body).text)
        return {
            **self._span(record),
            "summary": Phrase(summary),
            "highlights": [*map(Phrase, highlights), *map(self._phrase, record.details)],
            "url": self._url(record),
        }

    def _url(self, record: Record) -> str:
        """Return the target of a record's first link, if it is absolute."""
        links = link_views(self.index, record.links, self.lang)
        urls = (self.index.absolute(link.url) for link in links)
        return next((url for url in urls if url.startswith("http")), "")

    def _with_rest(self, records: list[Any], **names: str) -> Iterator[Tree]:
        """Yield records as items; `names` maps the format's fields to ours."""
        for r in records:
            yield {**self._texts(r, **names), **self._rest(r)}

    def _texts(self, r: Any, **names: str) -> Tree:
        return {name: self._phrase(getattr(r, field)) for name, field in names.items()}

    def _education(self, r: Any) -> Tree:
        said = [*map(self._phrase, r.details)]
        return {
            **self._texts(r, institution="institution", area="area", studyType="degree"),
            **self._span(r),
            "url": self._url(r),
            "score": _BEFORE_GRADE.sub("", next((d.text for d in said if "GPA" in d.text), "")),
            "courses": [d for d in said if "GPA" not in d.text],
        }

    def _awards(self, r: Award) -> list[Tree]:
        awarder = self._phrase(r.organization)
        above = awarder or self._phrase(r.title)
        inner = [item for sub in r.awards for item in self._award(sub, above, sub.date or r.date)]
        return inner or self._award(r, awarder, r.when)

    def _award(self, award: Award | SubAward, awarder: Phrase, when: When | None) -> list[Tree]:
        """Return an item for each date of an award, since an item of the schema has only one."""
        dates = [(span.end or span.start).iso() for span in when.spans] if when else [""]
        times = f"×{award.count}" if award.count > max(len(dates), 1) else ""
        body = getattr(award, "body", None)
        facts = [self._phrase(text).text for text in (award.level, *award.details, body)]
        said = Phrase(", ".join(filter(None, (*facts, times))))
        title = self._phrase(award.title)
        return [
            {"title": title, "awarder": awarder, "date": date, "summary": said} for date in dates
        ]

    def _certificate(self, r: Award) -> Tree:
        date = r.when.last.iso() if r.when else ""
        texts = self._texts(r, name="title", issuer="organization")
        return {**texts, "date": date, "url": self._url(r)}

    def _keywords(self, text: Text | None) -> list[Phrase]:
        """Return words separated by commas as single keywords, and a sentence as one."""
        said = self._phrase(text).text
        words = said.split(", ")
        is_list = all(len(word.split()) <= _SHORT and word[-1:] != "." for word in words)
        return [Phrase(word) for word in (words if is_list else [said]) if word]

    def _publication(self, r: Any) -> Tree:
        name = self._phrase(self.index.venue_of(r).title)
        url = self.index.absolute(self.index.url_of(f"publication:{r.id}", self.lang))
        return {
            "name": self._phrase(r.title),
            "publisher": name or r.publisher,
            "releaseDate": r.date.last.iso() if r.date else "",
            "url": url or identifier_url("doi", r.doi) or self._url(r),
            "summary": self._phrase(r.abstract),
        }

    def _patent(self, r: Any) -> Tree:
        date = r.when.last.iso() if r.when else ""
        texts = self._texts(r, name="title", publisher="office")
        return {**texts, "releaseDate": date, "url": self._url(r)}

    def _skill(self, r: Any) -> Tree:
        keywords = [self._phrase(item) for item in r.items] or [self._phrase(r.text)]
        level = next(map(self._phrase, r.details), Phrase())
        return {"name": self._phrase(r.label), "level": level, "keywords": keywords}

    def _language(self, words: str) -> Tree:
        found = _FLUENCY.fullmatch(words)
        if found is None:
            return {"language": Phrase(words)}
        return {"language": Phrase(found[1]), "fluency": Phrase(found[2] or found[3])}

    def _reference(self, r: Any) -> Tree:
        words = (r.position, r.organization, r.relation)
        said = ", ".join(phrase.text for phrase in map(self._phrase, words) if phrase)
        return {"name": self._phrase(r.name), "reference": self._phrase(r.body) or Phrase(said)}

    def _project(self, r: Any) -> Tree:
        rest = self._rest(r)
        return {
            "name": self._phrase(r.title),
            **rest,
            "summary": "",
            "description": rest["summary"],
            "keywords": list(r.tags),
            "roles": self._keywords(r.role),
            "entity": self._phrase(r.organization),
            "type": r.kind,
        }

    def _own_project(self, r: Record) -> Tree:
        return {
            "name": self._phrase(r.heading),
            **self._rest(r),
            "keywords": list(r.tags),
            "type": self.index.word(r.kind_name, self.lang),
        }


def _is_languages(record: Any) -> bool:
    """Whether a line of skills lists the languages that a person speaks."""
    return record.id == "languages" or any(
        fold(label) in _LANGUAGES for label in record.label.forms.values()
    )


def _summary_and_highlights(text: str) -> tuple[str, list[str]]:
    """Split a text into the part before its final list, and the items of that list.

    Items nested in an item follow it after hyphens, as RenderCV writes them: `Courses - One - Two`.
    A text without a final list is all summary.
    """
    before, _, last = text.strip().rpartition("\n\n")
    if not _ITEM.match(last):
        return text.strip(), []
    items: list[str] = []
    for line in last.split("\n"):
        bare = line.strip()
        if not line[:1].isspace() and _ITEM.match(line):
            items.append(_ITEM.sub("", line, count=1).strip())
        elif _ITEM.match(bare):
            items[-1] += f" - {_ITEM.sub('', bare, count=1)}"
        else:
            items[-1] += f" {bare}"
    return before.strip(), items
