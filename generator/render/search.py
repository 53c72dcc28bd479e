"""The index of the site's search: what each document says, as plain text.

The file is JSON (RFC 8259), read by `search.js` of the theme:

    {"parts": 1, "words": {…}, "documents": [[address, kind, title, date, words, text], …]}

`address` is relative to the root of the site, `kind` is a number, 0 page, 1 post, 2 paper, and
`words` are names and topics, joined by a line break. Only the first part of an index has `words`,
those of the interface. Readers search the text itself, so that Chinese, which puts nothing between
its words, needs no dictionary, and a snippet can be cut from what was searched.
"""

from __future__ import annotations

from typing import Any

import msgspec

from generator.model.files import Output, Rendered
from generator.model.text import Phrase
from generator.model.tracking import ReadTracker
from generator.model.views.site_views import SearchDocument, SearchPart
from generator.render.cached_markdown import CachedMarkdown
from generator.render.fragment import page_options

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
        from generator.render.guarding import without_addresses

        title, more, text = map(without_addresses, (title, more, text))
    kind = _KINDS.index(document.kind)
    return document.url.lstrip("/"), kind, title, document.date, more, text[:LONGEST]
