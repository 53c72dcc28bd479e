"""What machines read and no template draws: BibTeX, CSL-JSON, JSON Resume, the search.

The index of the search is JSON (RFC 8259), read by `search.js` of the theme:

    {"parts": 1, "words": {…}, "documents": [[address, kind, title, date, words, text], …]}

`address` is relative to the root of the site, `kind` is a number, 0 page, 1 post, 2 paper, and
`words` are names and topics, joined by a line break. Only the first part of an index has `words`,
those of the interface. Readers search the text itself. So Chinese needs no dictionary, though it
puts nothing between its words, and a snippet can be cut from what was searched.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from generator.model.files import Made, Output
from generator.model.lookups import ReadTracker
from generator.model.site_views import SearchDocument, SearchPart
from generator.model.text import Phrase, filled
from generator.render.fragment import Options
from generator.render.links import guarded_json, without_own
from generator.render.text import CachedMarkdown


def exported(output: Output, reads: ReadTracker, markdown: CachedMarkdown) -> Made:
    """Return an output's bytes: UTF-8, JSON in lines, with nothing in it that is empty."""
    text = _text(output, reads, markdown)
    is_json = output.path.endswith(".json")
    if is_json:
        text = msgspec.json.format(text, indent=2) + "\n"
    if "@" in text and reads.get("guards_email", output.lang):
        own = reads.get("person", output.lang).email
        text = guarded_json(text) if is_json else without_own(text, own)
    return Made(text.encode())


def _text(output: Output, reads: ReadTracker, markdown: CachedMarkdown) -> str:
    """Return what an output says in BibTeX or JSON."""
    lang = output.lang
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
    said = filled(value, lambda phrase: markdown.plain(phrase.text, html=False))
    return msgspec.json.encode(said).decode("utf-8")


LONGEST = 5000
"""The number of characters of a text that are searched. Readers load all of them."""

_KINDS = ("page", "post", "paper")
_INTERFACE = ("count", "one", "none", "more")
_PLURALS = ("zero", "two", "few", "many")
"""Further forms of `count`, by the categories of the CLDR, in languages that have them."""


def search_index(output: Output, reads: ReadTracker, markdown: CachedMarkdown) -> Made:
    """Return a part of the index of a language."""
    part: SearchPart = reads.get("search_part", output.lang, output.subject)
    found: dict[str, Any] = {"parts": part.parts}
    if output.subject.startswith("0/"):
        names = (*_INTERFACE, *_KINDS)
        words = {n: reads.get("word", output.lang, f"search.{n}") for n in names}
        plurals = {n: reads.get("word", output.lang, f"search.{n}") for n in _PLURALS}
        found["words"] = words | {n: w for n, w in plurals.items() if w != f"search.{n}"}
    titles = reads.get("markdown_words", output.lang)
    found["documents"] = [_entry(document, markdown, titles) for document in part.documents]
    text = msgspec.json.encode(found).decode()
    if "@" in text and reads.get("guards_email", output.lang):
        text = guarded_json(text)
    return Made(text.encode())


def _entry(
    document: SearchDocument, markdown: CachedMarkdown, titles: dict[str, str]
) -> tuple[str | int, ...]:
    body = document.body
    if isinstance(body, Phrase):
        text = markdown.plain(body.text, html=False) if body else ""
    else:
        options = Options(
            lang=document.lang, html=document.html, breaks=document.breaks, titles=titles
        )
        text = markdown.words(body, options)[:LONGEST] if body else ""
    title = markdown.plain(document.title.text, html=False)
    more = "\n".join(markdown.plain(words.text, html=False) for words in document.words)
    kind = _KINDS.index(document.kind)
    return document.url.lstrip("/"), kind, title, document.date, more, text[:LONGEST]
