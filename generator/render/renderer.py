"""Draws the outputs of one site in one theme: by templates, by Typst, or by code for formats that
machines read.

Jinja and Typst are loaded when something needs them. BibTeX, CSL-JSON, JSON Resume and the search
need no template.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from generator.model.config import Config
from generator.model.files import Made, Output, Sources
from generator.model.lookups import BlobCache, Read, ReadTracker
from generator.model.sections import Section
from generator.model.site import Page
from generator.model.site_views import SearchDocument
from generator.model.text import Body, Phrase, filled
from generator.model.theme import Theme
from generator.problems import Problem, Spot
from generator.render.fragment import Options
from generator.render.links import guarded_text
from generator.render.text import CachedMarkdown
from generator.render.theme import ABSENT, Designs, TemplateDigests

if TYPE_CHECKING:
    from jinja2 import BytecodeCache

    from generator.render.templates import Environment, ReadSection

_SECTION: Any = tuple[Section | None, list[Problem]]
"""What `ReadSection` returns."""


class Renderer:
    """Renders the outputs of one site with one theme.

    It passes each kind of output what it needs; the code that draws them does not depend on this
    class.
    """

    def __init__(
        self,
        theme: Theme,
        template_facts: Mapping[str, bool],
        read_section: ReadSection,
        cache: BlobCache | None = None,
        sources: Sources = Sources(),  # noqa: B008
        open_templates: Callable[[], BytecodeCache | None] | None = None,
        marks_sources: bool = False,
    ) -> None:
        """`template_facts` maps the facts that templates may read to whether each takes arguments;
        `read_section` reads the options of a directive. `cache` has earlier results.
        `sources` have the fonts and the photo of PDFs. `open_templates` opens the cache of compiled
        templates when one is needed. With `marks_sources`, for a preview, elements of pages name
        their sources."""
        self.theme = theme
        self.template_facts = template_facts
        self._read_section = read_section
        self.digests = TemplateDigests(theme)
        self._designs = Designs(theme, sources)
        self.markdown = CachedMarkdown(cache)
        self._open_templates = open_templates
        self._marks_sources = marks_sources

    @cached_property
    def templates(self) -> Environment:
        """The theme's templates; this loads Jinja."""
        from generator.render.templates import Environment

        compiled = self._open_templates() if self._open_templates else None
        return Environment(
            self.theme, self.digests, self.template_facts, self.read_section, compiled
        )

    def read_section(
        self, name: str, options: str, where: Spot
    ) -> tuple[Section | None, list[Problem]]:
        """Return the section that a directive describes, and its problems.

        Both are cached: then a build after a change to a template need not load YAML, a tenth of
        its time for a small site.
        """

        def read() -> tuple[Section | None, list[Problem]]:
            return self._read_section(name, options, where)

        answer = self.markdown.answer
        found: tuple[Section | None, list[Problem]]
        found = answer("section", _SECTION, options, read, (name, where))
        return found

    def sections(
        self, page: Page, body: str | Body, config: Config
    ) -> Iterator[tuple[int, Section, Spot]]:
        """Yield the valid sections in the text of a page: the line in the text (from 0), the
        section, and its spot."""
        breaks = config.markdown.breaks if page.front.breaks is None else page.front.breaks
        options = Options(
            lang=page.lang,
            html=config.markdown.html,
            breaks=breaks,
            titles=config.words_in(page.lang),
        )
        for slot in self.markdown.convert(body, options, is_inline=False).sections:
            where = page.body_spot.at(page.body_spot.line + slot.line, 0)
            section, faults = self.read_section(slot.name, slot.options, where)
            if section is not None and not faults:
                yield slot.line, section, where

    def digest(self, read: Read) -> str | None:
        """Return the current digest of a theme's file that an output read; None for other reads."""
        name, file = read[0], read[1]
        if name == "template":
            return self.digests.of(file)
        if name == "design":
            return self._designs.digest
        if name not in ("icon", "asset_file"):
            return None
        found = self.theme.files.get(f"icons/{file}.svg" if name == "icon" else str(file))
        return found.digest if found else ABSENT

    def render(self, output: Output, reads: ReadTracker) -> Made:
        """Return one output. Outputs that are copied, scaled or empty are made elsewhere."""
        kind, name = output.kind, output.subject
        if kind == "document":
            from generator.render.cv_pdf import CvRendering

            return CvRendering(self._designs, self.markdown, output, reads).result()
        if kind == "export":
            return _exported(output, reads, self.markdown)
        if kind == "index":
            return _search_index(output, reads, self.markdown)
        if kind == "asset" and not name.endswith(".jinja"):
            from generator.picture_metadata import published

            file = self.theme.files[name]
            reads.note("asset_file", file.digest, name)
            return Made(*published(file.read(), file.path))
        from generator.render.page import PageRendering

        return PageRendering(
            self.templates, self._designs, self.markdown, output, reads, self._marks_sources
        ).result()


def _exported(output: Output, reads: ReadTracker, markdown: CachedMarkdown) -> Made:
    """Return the bytes of an export: UTF-8; JSON is indented and has no empty values."""
    lang, ending = output.lang, output.path.rpartition(".")[2]
    match output.layout:
        case "resume.json":
            text = _json(reads.get("resume", lang), markdown)
        case "paper.bib":
            text = reads.get("paper_bibtex", lang, output.subject)
        case "publications.bib":
            papers = reads.get("publication_ids", lang)
            text = "\n".join(reads.get("paper_bibtex", lang, id) for id in papers)
        case _:
            papers = reads.get("publication_ids", lang)
            text = _json([reads.get("paper_csl", lang, id) for id in papers], markdown)
    if ending == "json":
        text = msgspec.json.format(text, indent=2) + "\n"
    return Made(guarded_text(text, ending, reads, lang).encode())


def _json(value: Any, markdown: CachedMarkdown) -> str:
    said = filled(value, lambda phrase: markdown.plain(phrase.text, html=False))
    return msgspec.json.encode(said).decode("utf-8")


_LONGEST = 5000
"""The number of characters of a text that can be searched. Readers load all of them."""

_KINDS = ("page", "post", "paper")
_INTERFACE = ("count", "one", "none", "more")
_PLURALS = ("zero", "two", "few", "many")
"""Further forms of `count`, by the categories of the CLDR, in languages that have them."""


def _search_index(output: Output, reads: ReadTracker, markdown: CachedMarkdown) -> Made:
    """Return a part of the index of a language.

    It is JSON (RFC 8259), read by `search.js` of the theme:

        {"parts": 1, "words": {…}, "documents": [[address, kind, title, date, words, text], …]}

    `address` is relative to the site's root; `kind` is 0 for a page, 1 for a post, 2 for a paper; a
    document's `words` are names and topics, joined by line breaks. The `words` of the interface are
    only in the first part of an index. The search looks in the text itself, so Chinese needs no
    dictionary, and snippets can be cut from the text.
    """
    documents: tuple[SearchDocument, ...] = reads.get("search_part", output.lang, output.subject)
    number, _, parts = output.subject.partition("/")
    found: dict[str, Any] = {"parts": int(parts)}
    if number == "0":
        names = (*_INTERFACE, *_KINDS, *_PLURALS)
        words = {name: reads.word(output.lang, f"search.{name}") for name in names}
        found["words"] = {name: word for name, word in words.items() if word != f"search.{name}"}
    options = Options(
        html=reads.get("raw_html", output.lang), titles=reads.get("markdown_words", output.lang)
    )
    found["documents"] = [_entry(document, markdown, options) for document in documents]
    text = msgspec.json.encode(found).decode()
    return Made(guarded_text(text, "json", reads, output.lang).encode())


def _entry(
    document: SearchDocument, markdown: CachedMarkdown, options: Options
) -> tuple[str | int, ...]:
    body = document.body
    if isinstance(body, Phrase):
        text = markdown.plain(body.text, html=False) if body else ""
    else:
        own = msgspec.structs.replace(options, lang=document.lang, breaks=document.breaks)
        text = markdown.words(body, own)[:_LONGEST] if body else ""
    title = markdown.plain(document.title.text, html=False)
    more = "\n".join(markdown.plain(words.text, html=False) for words in document.words)
    kind = _KINDS.index(document.kind)
    return document.url.lstrip("/"), kind, title, document.date, more, text[:_LONGEST]
