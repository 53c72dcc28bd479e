"""Record -> entry of a section, in a style and a language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from generator.graph.index import Index
from generator.graph.links import (
    email_link,
    link_view,
    link_views,
    member_links,
    page_of,
    phone_link,
    resolve,
)
from generator.graph.patterns.formatter import EntryFormatter
from generator.graph.patterns.line import in_one_paragraph, in_pattern, line_of
from generator.graph.patterns.markdown import escaped, last_seen
from generator.graph.patterns.values import RecordValues
from generator.graph.pictures import teaser_of
from generator.graph.wording import machine_date
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
)
from generator.model.records.members import Member
from generator.model.records.works import Patent, Project, Publication, Talk
from generator.model.sections import Section
from generator.model.styles import Field
from generator.model.text import Phrase
from generator.model.views.entry_views import EntryView, LinkView, RankView


def entry_of(writer: EntryFormatter, record: Record) -> EntryView:
    """Return one record as an entry. The parts that all kinds share are filled in here."""
    view = _WRITERS.get(type(record), own_entry)(writer, record)
    date = record.date
    changes: dict[str, Any] = {
        "kind": record.kind_name,
        "id": record.id,
        "source": source_of(record),
        "selected": record.selected,
        "roles": tuple(dict.fromkeys(r for a in view.authors for r in a.roles)),
        "teaser": teaser_of(writer.index, record, writer.lang),
    }
    if date is not None and not view.date:
        changes["date"] = writer.when(date)
        changes["datetime"] = machine_date(date)
    if record.tags:
        changes["tags"] = record.tags
    if record.extra:
        changes["extra"] = {name: writer.phrase(text) for name, text in record.extra.items()}
    if record.details:
        changes["details"] = (*view.details, *writer.phrases(record.details))
    if writer.style.body and not view.body and not record.is_text_on_page:
        changes["body"] = writer.phrase(record.body)
    if writer.style.links != "none" and not view.links:
        changes["links"] = link_views(writer.index, record.whole_links, writer.lang)
    if writer.style.filter:
        changes["facets"] = writer.facets(record)
    whole = in_pattern(writer, record, msgspec.structs.replace(view, **changes))
    if writer.style.versions != "none" and record.other_versions():
        whole = with_versions(writer, record, whole)
    is_line = writer.drawn == "lines" and record.kind_name != "skills"
    if is_line and not whole.line and not writer.style.run_in:
        whole = in_one_paragraph(writer, whole)
    return whole


def source_of(record: Record) -> str:
    """Return what tells a record from all others: `publications/goat`, `awards/3`."""
    where = "/".join(record.spot.path) if record.spot else ""
    return f"{record.kind_name}/{record.id or where}"


def own_view(index: Index, lang: str, record: Record) -> EntryView:
    """Return a record of a site's own kind as an entry, in the words of a language."""
    return entry_of(EntryFormatter(index, lang, Section()), record)


def _publication(writer: EntryFormatter, p: Publication) -> EntryView:
    output = writer.index.translated(f"publication:{p.id}", writer.lang)
    values = RecordValues(writer, p, "")
    imprint = values.imprint()
    return EntryView(
        title=writer.phrase(p.title),
        url=output.url if output else "",
        authors=writer.authors(p.authors),
        venue=values.venue_view(),
        ranks=tuple(
            RankView(scheme=scheme.upper(), rank=values.ranks[scheme.lower()])
            for scheme in writer.style.ranks.words
            if scheme.lower() in values.ranks
        ),
        shape=writer.shape(p.shape),
        award=writer.phrase(p.award),
        note=writer.phrase(p.note),
        status=Phrase() if p.status == "published" else writer.word(f"status.{p.status}"),
        details=(*_edited_by(writer, p), *imprint),
        imprint=imprint,
        abstract=writer.phrase(p.abstract) if writer.style.abstract else Phrase(),
    )


def _edited_by(writer: EntryFormatter, p: Publication) -> tuple[Phrase, ...]:
    names = writer.commas.joined((author.name for author in writer.authors(p.editors)), "names")
    return (writer.said("edited_by", escaped(names)),) if names else ()


def _experience(writer: EntryFormatter, r: Experience) -> EntryView:
    return EntryView(
        title=writer.phrase(r.role),
        subtitle=writer.fields(r, "organization", "unit"),
        location=writer.phrase(r.location),
    )


def _education(writer: EntryFormatter, r: Education) -> EntryView:
    thesis = writer.phrase(r.thesis)
    return EntryView(
        title=writer.phrase(r.degree),
        subtitle=writer.fields(r, "area", "institution", "unit"),
        location=writer.phrase(r.location),
        authors=writer.authors(r.advisors),
        details=(writer.said("thesis", thesis),) if thesis else (),
    )


def _project(writer: EntryFormatter, r: Project) -> EntryView:
    page = page_of(writer.index, r, writer.lang)
    return EntryView(
        url=page.url if page else "",
        title=writer.phrase(r.title),
        role=writer.field(r, "role"),
        subtitle=writer.fields(r, "organization", "unit"),
        location=writer.phrase(r.location),
    )


def _patent(writer: EntryFormatter, r: Patent) -> EntryView:
    return EntryView(
        title=writer.phrase(r.title) or Phrase(r.number),
        authors=writer.authors(r.inventors),
        subtitle=writer.fields(r, "assignee"),
        details=(
            *writer.fields(r, *(("number",) if r.title else ()), "office"),
            *_stages(writer, r),
        ),
    )


def _stages(writer: EntryFormatter, patent: Patent) -> Iterator[Phrase]:
    """Yield what sort of right it is and how far: `trade secret`, `filed Mar 2020`, `granted`."""
    grouped = writer.style.group
    if patent.kind != "patent" and grouped != "kind":
        yield writer.word(f"patent.{patent.kind}")
    for stage, when in patent.dates.items():
        yield writer.said(f"dated.{stage}", writer.when(when))
    if patent.status and patent.status not in patent.dates and grouped != "status":
        yield writer.word(f"status.{patent.status}")


def _award(writer: EntryFormatter, r: Award) -> EntryView:
    return EntryView(
        title=writer.phrase(r.title),
        subtitle=writer.fields(r, "organization"),
        details=writer.fields(r, "level"),
        count=r.count,
        items=tuple(writer.sub_award(sub) for sub in r.awards),
    )


def _service(writer: EntryFormatter, r: Service) -> EntryView:
    return EntryView(title=writer.phrase(r.role), items=writer.phrases(r.organizations))


def _teaching(writer: EntryFormatter, r: Teaching) -> EntryView:
    return EntryView(
        title=writer.phrase(r.course),
        role=writer.field(r, "role"),
        details=writer.fields(r, "code"),
        subtitle=writer.fields(r, "institution", "level"),
        location=writer.phrase(r.location),
        url=page.url if (page := page_of(writer.index, r, writer.lang)) else "",
    )


def _talk(writer: EntryFormatter, r: Talk) -> EntryView:
    page = page_of(writer.index, r, writer.lang)
    if page is None and r.publication:
        page = writer.index.translated(f"publication:{r.publication}", writer.lang)
    return EntryView(
        title=writer.phrase(r.title),
        subtitle=writer.fields(r, "event"),
        location=writer.phrase(r.location),
        abstract=writer.phrase(r.abstract) if writer.style.abstract else Phrase(),
        url=page.url if page else "",
    )


def _skills(writer: EntryFormatter, r: Skills) -> EntryView:
    return EntryView(
        title=writer.phrase(r.label),
        items=writer.phrases(r.items),
        body=writer.phrase(r.text).followed_by(writer.body(r)),
    )


def _news(writer: EntryFormatter, r: News) -> EntryView:
    text, page = writer.phrase(r.text), page_of(writer.index, r, writer.lang)
    if page is None:
        return EntryView(title=text)
    if "](" not in text.text:
        return EntryView(title=text, url=page.url)
    links = () if writer.style.links == "none" else link_views(writer.index, r.links, writer.lang)
    label = writer.word("details").text  # links in the sentence leave no room for one around it
    return EntryView(
        title=text, links=(LinkView(kind="more", label=label, url=page.url, is_local=True), *links)
    )


def _reference(writer: EntryFormatter, r: Reference) -> EntryView:
    links = [email_link(r.email)] if r.email else []
    links += [phone_link(r.phone)] if r.phone else []
    return EntryView(
        title=writer.phrase(r.name),
        subtitle=writer.fields(r, "position", "organization"),
        details=writer.fields(r, "relation"),
        links=(*links, *link_views(writer.index, r.links, writer.lang)),
    )


def _interest(writer: EntryFormatter, r: Interest) -> EntryView:
    return EntryView(title=writer.phrase(r.title), subtitle=writer.fields(r, "text"))


def _member(writer: EntryFormatter, r: Member) -> EntryView:
    """Return a member as a wall or a list of people shows him or her; the text is on the page."""
    index, lang = writer.index, writer.lang
    page = page_of(index, r, lang)
    name, time = r.name.in_language(lang), r.when
    has_text = writer.style.body and "body" in writer.style.given_fields  # its page has it
    return EntryView(
        title=Phrase(escaped(name), "zh" if is_han(name) and not lang.startswith("zh") else ""),
        url=page.url if page else r.url,
        role=writer.field(r, "role"),
        subtitle=writer.fields(r, "affiliation"),
        location=writer.phrase(r.location),
        date=writer.when(time) if time else "",
        datetime=machine_date(time) if time else "",
        body=writer.phrase(r.bio).followed_by(writer.phrase(r.body)) if has_text else Phrase(),
        links=() if writer.style.links == "none" else member_links(index, r, lang),
        portrait=(resolve(index, r.portrait, lang) or "") if r.portrait else "",
        monogram=r.name.monogram(lang),
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
    Member: _member,
}


def with_versions(writer: EntryFormatter, paper: Record, view: EntryView) -> EntryView:
    """Return the entry of a paper with its other versions, where the section wants them."""
    said = [_version(writer, version) for version in paper.other_versions()]
    if writer.style.versions == "lines":
        lines = Phrase("\n\n".join(said), "", paper.spot)
        return replace(view, body=view.body.followed_by(lines))
    words = writer.word("versions").text + writer.word("colon").text
    words += writer.word("cite.semicolon").text.join(said)
    if not view.line:
        return replace(view, details=(*view.details, Phrase(words, "", paper.spot)))
    *columns, last = view.line
    stop = "。" if writer.lang[:2] in ("zh", "ja") else ". "
    stop = " " if last_seen(last.text) in ".。!?！？" else stop
    return replace(view, line=(*columns, Phrase(f"{last}{stop}{words}", "", paper.spot)))


def _version(writer: EntryFormatter, version: Record) -> str:
    """Return a version as Markdown: in the pattern of the style, or where it appeared."""
    has_line = writer.style.versions == "lines"
    line = line_of(writer, version, "") if has_line else ()
    text = " ".join(filter(None, map(str, line))) or RecordValues(writer, version, "").appeared()
    links = link_views(writer.index, version.whole_links, writer.lang)
    shown = writer.word("comma").text.join(f"[{link.label}](<{link.url}>)" for link in links)
    if not shown or writer.style.links == "none":
        return text
    return text + writer.said("in_brackets", shown).text


def own_entry(writer: EntryFormatter, record: Record) -> EntryView:
    """Return a record of one of the site's own kinds, with its fields in their order.

    The first text heads the entry; fields with a label follow those without.
    """
    values, colon = RecordValues(writer, record, ""), writer.word("colon").text
    title, body = Phrase(), writer.body(record)
    people: tuple[Author, ...] = ()
    links: list[LinkView] = []
    bare: list[Phrase] = []
    labelled: list[Phrase] = []
    for name, field in record.declared.items():
        value, spot = getattr(record, name), record.spot and record.spot.inside(name)
        label = writer.word(f"{record.kind_name}.{name}").text if field.label else ""
        if value in (None, "", ()) or name == writer.style.group:
            continue
        if field.type == "link":
            link = replace(value, label=value.label or field.label)
            shown = link_view(writer.index, name, link, writer.lang)
            links += [shown] if shown else []
        elif field.type == "markdown":
            body = body.followed_by(writer.phrase(value))
        elif field.type == "people" and not people and not label:
            people = value
        elif field.is_heading and not title:
            title = writer.phrase(escaped(value) if isinstance(value, str) else value)
        elif said := values.of(Field((name,))):
            text = f"{label}{colon}{said}" if label else said
            (labelled if label else bare).append(Phrase(text, "", spot))
    return EntryView(
        kind=record.kind_name,
        title=title,
        authors=writer.authors(people),
        subtitle=tuple(bare),
        details=tuple(labelled),
        body=body,
        links=(*links, *link_views(writer.index, record.links, writer.lang)),
    )
