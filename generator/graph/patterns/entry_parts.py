"""Entries that are made of the fields of patterns: versions of a paper, records of own kinds."""

from __future__ import annotations

from msgspec.structs import replace

from generator.graph.entry_formatter import EntryFormatter
from generator.graph.links import link_view, link_views
from generator.graph.patterns.line import line_of
from generator.graph.patterns.markdown import escaped, last_seen
from generator.graph.patterns.values import RecordValues
from generator.model.people import Author
from generator.model.records.career import Record
from generator.model.styles.patterns import Field
from generator.model.text import Phrase
from generator.model.views.entry_views import EntryView, LinkView


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
