"""Record -> entry of a section, in a style and a language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from generator.graph.entry_lines import in_one_paragraph, in_pattern, last_seen
from generator.graph.entry_writer import EntryWriter
from generator.graph.field_values import RecordValues
from generator.graph.index import Index
from generator.graph.links import (
    link_view,
    link_views,
    page_url,
    person_links,
    resolve,
)
from generator.graph.pictures import teaser_of, teaser_of_post
from generator.model.languages import is_han
from generator.model.people import Author
from generator.model.records.career import (
    Award,
    Education,
    Experience,
    Interest,
    News,
    Record,
    Reference,
    Service,
    Skills,
    Teaching,
    record_source,
)
from generator.model.records.members import Member
from generator.model.records.works import Patent, Project, Publication, Talk
from generator.model.sections import Section
from generator.model.site import LAYOUTS, Post
from generator.model.styles import Field
from generator.model.text import Phrase, escaped, has_link
from generator.model.views import EntryView, LinkView


def entry_of(writer: EntryWriter, record: Record) -> EntryView:
    """Return one record as an entry. This fills in the fields that all kinds share."""
    view = _view(writer, record) if type(record) in _FIELDS else _declared_entry(writer, record)
    date = record.date
    changes: dict[str, Any] = {
        "kind": record.kind_name,
        "id": record.id,
        "source": record_source(record),
        "selected": record.selected,
        "roles": tuple(dict.fromkeys(r for a in view.authors for r in a.roles)),
        "teaser": view.teaser or teaser_of(writer.index, record, writer.lang),
    }
    if date is not None and not view.date:
        changes["date"] = writer.when(date)
        changes["datetime"] = date.first.iso()
    if record.tags:
        changes["tags"] = record.tags
    if record.extra:
        changes["extra"] = {name: writer.phrase(text) for name, text in record.extra.items()}
    if record.details:
        changes["details"] = (*view.details, *writer.phrases(record.details))
    if writer.section.body and not view.body and not record.is_text_on_page:
        changes["body"] = writer.phrase(record.body)
    if writer.section.links != "none" and not view.links:
        links = link_views(writer.index, record.whole_links, writer.lang)
        printed = "".join(map(str, view.imprint))
        changes["links"] = tuple(link for link in links if not has_link(printed, link.url))
    if writer.section.filter:
        changes["facets"] = writer.facets(record)
    whole = in_pattern(writer, record, replace(view, **changes))
    if writer.section.versions != "none" and record.other_versions():
        whole = _with_versions(writer, record, whole)
    is_line = writer.drawn == "lines" and record.kind_name != "skills"
    if is_line and not whole.line and not writer.section.run_in:
        whole = in_one_paragraph(writer, whole)
    return whole


def declared_view(index: Index, lang: str, record: Record) -> EntryView:
    """Return a record of a site's own kind as an entry, in the words of a language."""
    dates = index.config.section_defaults.dates
    return entry_of(EntryWriter(index, lang, Section(dates=dates)), record)


class _FieldsOf(NamedTuple):
    """Maps the fields of a kind of record to the fields of its entries."""

    title: str = "title"
    subtitle: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    people: str = ""
    items: str = ""
    special: Callable[[EntryWriter, Any, EntryView], dict[str, Any]] = lambda *_: {}
    """Returns the fields of its entries that only it has, or that differ from other kinds."""


def _view(writer: EntryWriter, record: Record) -> EntryView:
    """Return a record of a built-in kind as an entry, without the fields that all kinds share."""
    fields = _FIELDS[type(record)]
    has_page = record.kind_name in LAYOUTS
    view = EntryView(
        title=writer.phrase(getattr(record, fields.title)),
        url=page_url(writer.index, record, writer.lang) if has_page else "",
        role=Phrase() if fields.title == "role" else writer.field(record, "role"),
        subtitle=writer.fields(record, *fields.subtitle),
        location=writer.phrase(getattr(record, "location", None)),
        authors=writer.authors(getattr(record, fields.people, ())),
        details=writer.fields(record, *fields.details),
        items=writer.phrases(getattr(record, fields.items, ())),
        count=getattr(record, "count", 1),
        abstract=writer.field(record, "abstract") if writer.section.abstract else Phrase(),
    )
    return replace(view, **fields.special(writer, record, view))


def _of_publication(writer: EntryWriter, p: Publication, _: EntryView) -> dict[str, Any]:
    values = RecordValues(writer, p, "")
    ranks = values.ranks
    editors = writer.commas.joined((one.name for one in writer.authors(p.editors)), "names")
    edited_by = (writer.said("edited_by", escaped(editors)),) if editors else ()
    imprint = (*edited_by, *values.imprint())
    return {
        "venue": values.venue_view(),
        "ranks": tuple(
            values.rank_in_words(scheme, ranks[scheme.lower()])
            for scheme in writer.section.ranks
            if scheme.lower() in ranks
        ),
        "shape": writer.shape(p.shape),
        "award": writer.phrase(p.award),
        "note": writer.phrase(p.note),
        "status": Phrase()
        if p.status == "published"
        else Phrase(writer.word(f"status.{p.status}")),
        "details": imprint,
        "imprint": imprint,
    }


def _of_degree(writer: EntryWriter, r: Education, _: EntryView) -> dict[str, Any]:
    thesis = writer.phrase(r.thesis)
    return {"details": (writer.said("thesis", thesis),) if thesis else ()}


def _of_patent(writer: EntryWriter, r: Patent, view: EntryView) -> dict[str, Any]:
    numbers = writer.fields(r, *(("number",) if r.title else ()), "office")
    return {
        "title": view.title or writer.phrase(r.number),
        "details": (*numbers, *_stages(writer, r)),
    }


def _stages(writer: EntryWriter, patent: Patent) -> Iterator[Phrase]:
    """Yield the kind of right and its stages: `trade secret`, `filed Mar 2020`, `granted`."""
    grouped = writer.section.group
    if patent.kind != "patent" and grouped != "kind":
        yield Phrase(writer.word(f"patent.{patent.kind}"))
    for stage, when in patent.dates.items():
        yield writer.said(f"dated.{stage}", writer.when(when))
    if patent.status and patent.status not in patent.dates and grouped != "status":
        yield Phrase(writer.word(f"status.{patent.status}"))


def _of_award(writer: EntryWriter, r: Award, _: EntryView) -> dict[str, Any]:
    return {"items": tuple(map(writer.sub_award, r.awards))}


def _of_talk(writer: EntryWriter, r: Talk, view: EntryView) -> dict[str, Any]:
    paper = f"publication:{r.publication}"
    return {"url": view.url or (r.publication and writer.index.url_of(paper, writer.lang))}


def _of_skills(writer: EntryWriter, r: Skills, _: EntryView) -> dict[str, Any]:
    return {"body": writer.phrase(r.text).followed_by(writer.body(r))}


def _of_news(writer: EntryWriter, r: News, view: EntryView) -> dict[str, Any]:
    if not view.url or "](" not in view.title.text:
        return {}
    links = () if writer.section.links == "none" else link_views(writer.index, r.links, writer.lang)
    label = writer.word("details")  # a sentence with links cannot be a link itself
    more = LinkView(kind="more", label=label, url=view.url, is_local=True)
    return {"url": "", "links": (more, *links)}


def _of_post(writer: EntryWriter, r: Post, _: EntryView) -> dict[str, Any]:
    index = writer.index
    output = index.translated(f"page:{r.page}", writer.lang)
    page = index.pages.get((r.page, output.lang)) if output else None
    if output is None or page is None:
        return {}
    summary = Phrase(page.front.description)
    return {"url": output.url, "teaser": teaser_of_post(index, page), "body": summary}


def _of_reference(writer: EntryWriter, r: Reference, _: EntryView) -> dict[str, Any]:
    return {"links": person_links(writer.index, r, writer.lang)}


def _of_member(writer: EntryWriter, r: Member, view: EntryView) -> dict[str, Any]:
    """Return the fields of a member's entry; the text is shown only where the section asks for
    it."""
    index, lang = writer.index, writer.lang
    name, time = r.name.in_language(lang), r.when
    has_text = writer.section.body and "body" in writer.section.given_fields  # else on its page
    return {
        "title": Phrase(escaped(name), "zh" if is_han(name) and not lang.startswith("zh") else ""),
        "url": view.url or r.url,
        "role": writer.field(r, "role"),
        "date": writer.when(time) if time else "",
        "datetime": time.first.iso() if time else "",
        "body": writer.phrase(r.bio).followed_by(writer.phrase(r.body)) if has_text else Phrase(),
        "links": () if writer.section.links == "none" else person_links(index, r, lang),
        "portrait": resolve(index, r.portrait, lang) or "",
        "monogram": r.name.monogram(lang),
    }


_FIELDS: dict[type[Record], _FieldsOf] = {
    Publication: _FieldsOf(people="authors", special=_of_publication),
    Experience: _FieldsOf("role", ("organization", "unit")),
    Education: _FieldsOf(
        "degree", ("area", "institution", "unit"), people="advisors", special=_of_degree
    ),
    Project: _FieldsOf(subtitle=("organization", "unit"), people="people"),
    Patent: _FieldsOf(subtitle=("assignee",), people="inventors", special=_of_patent),
    Award: _FieldsOf(
        subtitle=("organization",), details=("level",), people="people", special=_of_award
    ),
    Service: _FieldsOf("role", items="organizations"),
    Teaching: _FieldsOf("course", ("institution", "level"), ("code",)),
    Talk: _FieldsOf(subtitle=("event",), people="people", special=_of_talk),
    Skills: _FieldsOf("label", items="items", special=_of_skills),
    News: _FieldsOf("text", special=_of_news),
    Reference: _FieldsOf(
        "name", ("position", "organization"), ("relation",), special=_of_reference
    ),
    Interest: _FieldsOf(subtitle=("text",)),
    Member: _FieldsOf("role", ("affiliation",), special=_of_member),
    Post: _FieldsOf(people="author", special=_of_post),
}


def _with_versions(writer: EntryWriter, paper: Record, view: EntryView) -> EntryView:
    """Return the entry of a paper, with its other versions added."""
    said = [_version(writer, version) for version in paper.other_versions()]
    words = writer.word("versions") + writer.word("colon")
    words += writer.word("cite.semicolon").join(said)
    if not view.line:
        return replace(view, details=(*view.details, Phrase(words, "", paper.spot)))
    *columns, last = view.line
    stop = "。" if writer.lang[:2] in ("zh", "ja") else ". "
    stop = " " if last_seen(last.text) in ".。!?！？" else stop
    return replace(view, line=(*columns, Phrase(f"{last}{stop}{words}", "", paper.spot)))


def _version(writer: EntryWriter, version: Record) -> str:
    """Return the venue and the links of a version, as Markdown."""
    text = RecordValues(writer, version, "").appeared()
    links = link_views(writer.index, version.whole_links, writer.lang)
    shown = writer.word("comma").join(f"[{link.label}](<{link.url}>)" for link in links)
    if not shown or writer.section.links == "none":
        return text
    return text + writer.said("in_brackets", shown).text


def _declared_entry(writer: EntryWriter, record: Record) -> EntryView:
    """Return a record of one of the site's own kinds as an entry, with its fields in order.

    The first text heads the entry; fields with a label follow those without.
    """
    values, colon = RecordValues(writer, record, ""), writer.word("colon")
    title, body = Phrase(), writer.body(record)
    people: tuple[Author, ...] = ()
    links: list[LinkView] = []
    bare: list[Phrase] = []
    labelled: list[Phrase] = []
    for name, field in record.declared.items():
        value, spot = getattr(record, name), record.spot and record.spot.inside(name)
        label = writer.word(f"{record.kind_name}.{name}") if field.label else ""
        if value in (None, "", ()) or name == writer.section.group:
            continue
        if field.type == "link":
            link = replace(value, label=value.label or field.label)
            shown = link_view(writer.index, name, link, writer.lang)
            links += [shown] if shown else []
        elif field.type == "markdown":
            body = body.followed_by(writer.phrase(value)) if writer.section.body else body
        elif field.type == "people" and not people and not label:
            people = value
        elif field.is_heading and not title:
            title = writer.phrase(value)
        elif said := values.of(Field((name,))):
            text = f"{label}{colon}{said}" if label else said
            (labelled if label else bare).append(Phrase(text, "", spot))
    return EntryView(
        kind=record.kind_name,
        title=title,
        url=page_url(writer.index, record, writer.lang) if record.page_name else "",
        authors=writer.authors(people),
        subtitle=tuple(bare),
        details=tuple(labelled),
        body=body,
        links=(*links, *link_views(writer.index, record.links, writer.lang)),
    )
