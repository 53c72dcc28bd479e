"""What machines read and no template draws: BibTeX, CSL-JSON, JSON Resume, calendars, the search.

The index of the search is JSON (RFC 8259), read by `search.js` of the theme:

    {"parts": 1, "words": {…}, "documents": [[address, kind, title, date, words, text], …]}

`address` is relative to the root of the site, `kind` is a number, 0 page, 1 post, 2 paper, and
`words` are names and topics, joined by a line break. Only the first part of an index has `words`,
those of the interface. Readers search the text itself, so that Chinese, which puts nothing between
its words, needs no dictionary, and a snippet can be cut from what was searched.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from generator.model.files import Output, Rendered
from generator.model.text import Phrase
from generator.model.tracking import ReadTracker
from generator.model.views.site_views import SearchDocument, SearchPart
from generator.render.cached_markdown import CachedMarkdown
from generator.render.fragment import page_options
from generator.render.links import without_addresses, without_own


def exported(output: Output, reads: ReadTracker, markdown: CachedMarkdown) -> Rendered:
    """Return an output's bytes: UTF-8, JSON in lines, with nothing in it that is empty."""
    text = _guarded(_text(output, reads, markdown), output, reads).encode()
    if output.path.endswith(".json"):
        text = msgspec.json.format(text, indent=2) + b"\n"
    return Rendered(text)


def _calendar(output: Output, reads: ReadTracker, markdown: CachedMarkdown) -> str:
    from generator.render.calendar import calendar_file

    kind, _, id = output.subject.partition("/")
    calendar = reads.get("calendar", output.lang, kind, id)
    base = reads.get("info", output.lang).url.rstrip("/")
    return calendar_file(
        calendar,
        lambda phrase: markdown.plain(phrase.text, html=False),
        lambda url: base + url if base and url.startswith("/") else url,
    )


def _guarded(text: str, output: Output, reads: ReadTracker) -> str:
    """Return a text without the person's own e-mail address."""
    if "@" not in text or not reads.get("guards_email", output.lang):
        return text
    return without_own(text, reads.get("person", output.lang).email)


def _text(output: Output, reads: ReadTracker, markdown: CachedMarkdown) -> str:
    """Return what an output says, as a calendar, in BibTeX or JSON."""
    lang = output.lang
    if output.layout == "calendar.ics":
        return _calendar(output, reads, markdown)
    if output.layout == "resume.json":
        return _json(reads.get("resume", lang), markdown)
    if output.layout == "paper.bib":
        text: str = reads.get("paper_bibtex", lang, output.subject)
        return text
    if output.layout == "publications.bib":
        return "\n".join(_papers("paper_bibtex", str, output, reads, markdown))
    items = _papers("paper_csl", partial(_json, markdown=markdown), output, reads, markdown)
    return f"[{','.join(items)}]"


def _papers(
    fact: str,
    written: Callable[[Any], str],
    output: Output,
    reads: ReadTracker,
    markdown: CachedMarkdown,
) -> list[str]:
    """Return a fact of each paper as it is written.

    A list of papers reads each paper by itself, and takes the texts of those that have not changed
    from the cache: working out two thousand of them takes a tenth of a second.
    """

    def text(*read: str) -> str:
        question = f"{fact} {reads.digest(*read)}"
        return markdown.answer("x", str, question, lambda: written(reads.get(*read)))

    return [text(fact, output.lang, id) for id in reads.get("publication_ids", output.lang)]


def _json(value: Any, markdown: CachedMarkdown) -> str:
    return msgspec.json.encode(_said(value, markdown)).decode("utf-8")


def _said(value: Any, markdown: CachedMarkdown) -> Any:
    """Return a tree of texts with their plain words, and without what is empty."""
    kind = type(value)
    if kind is str:
        return value
    if kind is Phrase:
        return markdown.plain(value.text, html=False)
    if kind is dict:
        return {
            key: said for key, item in value.items() if item and (said := _said(item, markdown))
        }
    if kind is list:
        return [said for item in value if item and (said := _said(item, markdown))]
    return value


LONGEST = 5000
"""Of a longer text so many characters are searched: readers load all of them."""

_KINDS = ("page", "post", "paper")
_INTERFACE = ("count", "one", "none", "more")
_PLURALS = ("zero", "two", "few", "many")
"""Further forms of `count`, by the categories of the CLDR, in languages that have them."""


def search_index(output: Output, reads: ReadTracker, markdown: CachedMarkdown) -> Rendered:
    """Return a part of the index of a language."""
    part: SearchPart = reads.get("search_part", output.lang, output.subject)
    found: dict[str, Any] = {"parts": part.parts}
    if output.subject.startswith("0/"):
        names = (*_INTERFACE, *_KINDS)
        words = {n: reads.get("word", output.lang, f"search.{n}") for n in names}
        plurals = {n: reads.get("word", output.lang, f"search.{n}") for n in _PLURALS}
        found["words"] = words | {n: w for n, w in plurals.items() if w != f"search.{n}"}
    is_guarded = reads.get("guards_email", output.lang)
    titles = reads.get("markdown_words", output.lang)
    found["documents"] = [
        _entry(document, markdown, titles, is_guarded) for document in part.documents
    ]
    return Rendered(msgspec.json.encode(found))


def _entry(
    document: SearchDocument, markdown: CachedMarkdown, titles: dict[str, str], is_guarded: bool
) -> tuple[str | int, ...]:
    body = document.body
    if isinstance(body, Phrase):
        text = markdown.plain(body.text, html=False) if body else ""
    else:
        options = page_options(document.lang, document.html, document.breaks, titles)
        text = markdown.words(body, options)[:LONGEST] if body else ""
    title = markdown.plain(document.title.text, html=False)
    more = "\n".join(markdown.plain(words.text, html=False) for words in document.words)
    if is_guarded and "@" in title + more + text:
        title, more, text = map(without_addresses, (title, more, text))
    kind = _KINDS.index(document.kind)
    return document.url.lstrip("/"), kind, title, document.date, more, text[:LONGEST]
