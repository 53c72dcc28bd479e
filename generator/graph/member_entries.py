"""Member of a group -> entry of a section."""

from __future__ import annotations

from generator.graph.entry_formatter import EntryFormatter
from generator.graph.links import member_links, page_of, resolve
from generator.graph.patterns.markdown import escaped
from generator.graph.wording import machine_date
from generator.model.members import Member
from generator.model.people import is_han
from generator.model.text import Phrase
from generator.model.views.entry_views import EntryView


def member_entry(writer: EntryFormatter, r: Member) -> EntryView:
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
