"""The filters of templates: Markdown rendered through a cache, with the site's answers.

Rendering is a pure function of a text and its options, so the result is cached under the digest of
both. The parser, Pygments and math-core are loaded only for texts that are not in the cache.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from markupsafe import Markup

from generator.model.files import Output, digest_of
from generator.model.lookups import BlobCache, ReadTracker
from generator.model.site import is_page_body
from generator.model.text import Body, Phrase, filled
from generator.model.views import EntryView, PageView, PostItem
from generator.problems import Place, Spot
from generator.render.fragment import (
    OPEN_PREFIX,
    Fragment,
    Heading,
    Options,
    SectionSlot,
    is_unmarked,
)
from generator.render.links import Links, MarkdownText, PagePictures, guarded_text

if TYPE_CHECKING:
    from generator.html import Source
    from generator.render.citing import Citing, DrawBibliography

T = TypeVar("T")
_encode = msgspec.msgpack.Encoder().encode


class CachedMarkdown:
    """Rendered Markdown, and other results that take long, by the digests of their inputs.

    Caching never changes a result.
    """

    def __init__(self, cache: BlobCache | None = None) -> None:
        """Use `cache`, and add new results to it; with None, every result is found anew."""
        self._cache = cache

    def convert(self, text: str | Body, options: Options, is_inline: bool) -> Fragment:
        """Return the fragment for blocks of Markdown, or for one line of it."""
        if isinstance(text, str) and is_unmarked(text):
            html = text if is_inline or not text else f"<p>{text}</p>\n"
            return Fragment((html,) if html else (), excerpt="" if is_inline else text)

        def converted() -> Fragment:
            from generator.render.markdown.convert import convert

            return convert(str(text), options, is_inline, self.answer)

        return self.answer("line" if is_inline else "blocks", Fragment, text, converted, options)

    def plain(self, text: str, html: bool) -> str:
        """Return Markdown as plain text; without `html`, there is no raw HTML, and `<T>` is
        text."""
        if is_unmarked(text):
            return text

        def words() -> str:
            from generator.render.markdown.convert import plain

            return plain(text, html)

        return self.answer("plain", str, text, words, html)

    def words(self, text: str | Body, options: Options) -> str:
        """Return the rendered words of Markdown blocks, see `Fragment.words`."""
        return self.answer(
            "words", str, text, lambda: self.convert(text, options, False).words, options
        )

    def answer(
        self,
        kind: str,
        result: type[T],
        question: str | Body,
        find: Callable[[], T],
        options: object = None,
    ) -> T:
        """Return the result of `find` (of type `result`), from the cache if it is there.

        `question` and `options` are everything on which the result depends; `kind` is a unique word
        for this sort of question. A page's body is identified by its digest, and only `find` reads
        it.
        """
        cache = self._cache
        if cache is None:
            return find()
        if isinstance(question, Body):
            digest = question.digest
        else:
            digest = digest_of(question.encode("utf-8", "surrogatepass"))
        # All digests have the same length, so different pairs give different bytes.
        key = cache.key(kind, digest.encode() + _encode(options))
        data = cache.get(key)
        if data is not None:
            with suppress(msgspec.MsgspecError, UnicodeDecodeError):
                return msgspec.msgpack.decode(data, type=result)
        found = find()
        cache.put(key, _encode(found))
        return found


_CONTEXT = "https://schema.org"
_ESCAPES = str.maketrans({ch: f"\\u{ord(ch):04x}" for ch in "<>&\u2028\u2029"})
"""In JSON, these occur only in strings, where they may be escaped as numbers. Then `</script>` and
`<!--` end or begin nothing (W3C, "JSON-LD 1.1", section 7.1)."""


class TextRendering:
    """The texts of one output, as the filters of templates render them from Markdown."""

    def __init__(
        self,
        output: Output,
        reads: ReadTracker,
        page: PageView | None,
        markdown: CachedMarkdown,
        draw_section: Callable[[SectionSlot, Place | Spot], str] = lambda *_: "",
        draw_bibliography: DrawBibliography = lambda *_: "",
        sizes: Callable[[], str] = lambda: "100vw",
    ) -> None:
        """`sizes` says how wide the page shows its pictures, in the words of HTML."""
        self._reads = reads
        self._lang = output.lang
        self.links = Links(output, reads)
        self.pictures = PagePictures(self.links, reads, output.lang, sizes)
        self.problems = self.links.problems
        """The problems of the output's content."""
        self._page = page
        self._markdown = markdown
        self._draw_section = draw_section
        self._draw_bibliography = draw_bibliography
        self._is_excerpt = False
        self.has_math = False
        """Whether anything rendered so far held a formula."""
        self.allowed: frozenset[Source] = frozenset()
        """Sources in the author's own texts, to be allowed by the page's policy."""

    def inline(self, value: MarkdownText | str) -> Markup:
        """Return a line of Markdown as HTML."""
        phrase = Phrase(value) if isinstance(value, str) else value
        if not phrase.lang and isinstance(phrase, Phrase) and is_unmarked(phrase.text):
            return Markup(phrase.text)
        fragment = self._fragment(phrase, is_inline=True)
        html = self._filled(fragment, phrase).replace(OPEN_PREFIX, "")
        return _with_language(html, phrase, "span")

    def blocks(self, value: MarkdownText | str, prefix: str = "", absolute: bool = False) -> Markup:
        """Return Markdown blocks as HTML; the highest headings in them become `<h2>`.

        With `absolute`, links have the site's URL, for texts that are read elsewhere.
        """
        phrase = Phrase(value) if isinstance(value, str) else value
        before, self.links.is_absolute = self.links.is_absolute, absolute or self.links.is_absolute
        fragment = self._fragment(phrase, is_inline=False)
        html = self._filled(fragment, phrase).replace(OPEN_PREFIX, prefix)
        self.links.is_absolute = before
        return _with_language(html, phrase, "div")

    def plain(self, value: MarkdownText | str) -> str:
        """Return Markdown as plain text."""
        return self._markdown.plain(str(value), html=False)

    def json_ld(self, nodes: list[dict[str, Any]]) -> Markup:
        """Return nodes of schema.org as JSON-LD for a `<script>`; their Markdown becomes plain."""
        bare = [filled(node, lambda phrase: " ".join(self.plain(phrase).split())) for node in nodes]
        whole = {"@context": _CONTEXT, **(bare[0] if len(bare) == 1 else {"@graph": bare})}
        text = msgspec.json.encode(whole).decode("utf-8").translate(_ESCAPES)
        return Markup(guarded_text(text, "json", self._reads, self._lang))

    def href(self, target: str) -> str:
        """Return the link from this page to an address of the site; URLs stay as they are."""
        return self.links.href(target)

    def absolute(self, target: str) -> str:
        """Return the URL of an address; if the site has no `url`, the address from the root."""
        return self.links.absolute(target)

    def content(self, post: PostItem, absolute: bool = False) -> Markup:
        """Return the whole text of a post in a list as HTML: for feeds."""
        return self.blocks(self._body(post), prefix=_id_prefix(post), absolute=absolute)

    def excerpt(self, post: PostItem) -> Markup:
        """Return the excerpt of a post in a list as HTML: the text before `<!-- more -->`, or else
        the post's `description`, or else the text's first paragraph. Problems in it are reported
        for the post's own page.
        """
        body = self._body(post)
        head = self._head(body)
        if post.summary and not head.is_excerpt_marked:
            return Markup("<p>{}</p>").format(post.summary)
        source = head.excerpt
        problems, links = len(self.problems), len(self.links.fragment_links)
        self._is_excerpt = True
        html = self.blocks(Phrase(source, body.lang, body.spot), prefix=_id_prefix(post))
        self._is_excerpt = False
        del self.problems[problems:], self.links.fragment_links[links:]
        return html

    def excerpt_text(self, value: PostItem | PageView) -> str:
        """Return the beginning of a post or page as plain text, for descriptions."""
        body = self._body(value) if isinstance(value, PostItem) else value.body
        return self._markdown.plain(self._head(body).excerpt, html=True)

    def headings(self, value: MarkdownText) -> tuple[Heading, ...]:
        """Return the headings in Markdown blocks, for a table of contents."""
        return tuple(
            msgspec.structs.replace(heading, id=heading.id.removeprefix(OPEN_PREFIX))
            for heading in self._fragment(value, is_inline=False).headings
        )

    def sections(self, value: MarkdownText) -> tuple[str, ...]:
        """Return the names of the sections that Markdown blocks place: `publications`."""
        fragment = self._converted(value, self._options(value), is_inline=False)
        return tuple(slot.name for slot in fragment.sections)

    def bibtex(self, entry: EntryView) -> str:
        """Return the BibTeX of a publication's entry; empty for other records."""
        is_paper = entry.kind == "publications" and entry.id
        return self._reads.get("bibtex", self._lang, entry.id) if is_paper else ""

    def _head(self, body: MarkdownText) -> Fragment:
        """Return the fragment that holds the head of a text: the one that the page itself uses."""
        lang = body.lang or self._lang
        options = Options(lang=lang, titles=self._titles(lang))
        return self._converted(body, options, is_inline=False)

    def _body(self, post: PostItem) -> MarkdownText:
        body: Body | None = self._reads.get("body", post.lang, post.key)
        if body is None:
            return Phrase()
        return body.in_language("" if post.lang == self._lang else post.lang)

    def _options(self, phrase: MarkdownText) -> Options:
        is_body = is_page_body(phrase.spot)
        own = is_body and self._page is not None and self._page.body.spot == phrase.spot
        lang = phrase.lang or self._lang
        return Options(
            lang=lang,
            html=is_body and self._reads.get("raw_html", self._lang),
            breaks=bool(own and self._page and self._page.breaks),
            titles=self._titles(lang),
        )

    def _titles(self, lang: str) -> dict[str, str]:
        words: dict[str, str] = self._reads.get("markdown_words", lang)
        return words

    def _converted(self, value: MarkdownText, options: Options, is_inline: bool) -> Fragment:
        source = value.text if isinstance(value, Phrase) else value  # a page is read when needed
        return self._markdown.convert(source, options, is_inline)

    def _fragment(self, phrase: MarkdownText, is_inline: bool) -> Fragment:
        """Return the fragment of a text, and note the problems of the text.

        Faulty TeX in a .bib file is shown as written and only a warning, since entries come from
        others.
        """
        fragment = self._converted(phrase, self._options(phrase), is_inline)
        for fault in fragment.faults:
            where = self.links.where(phrase, fault.where.line, fault.where.column)
            severity = "warning" if where.file.endswith(".bib") else fault.severity
            self.problems.append(msgspec.structs.replace(fault, where=where, severity=severity))
        self.has_math = self.has_math or fragment.has_math
        self.pictures.has_media |= fragment.has_pictures_to_open
        if fragment.sources and is_page_body(phrase.spot):
            self.allowed |= frozenset(fragment.sources)
        return fragment

    def _filled(self, fragment: Fragment, phrase: MarkdownText) -> str:
        fill = partial(
            fragment.fill,
            link=lambda slot: self.links.in_text(slot, phrase),
            section=lambda slot: self._draw_section(slot, self.links.where(phrase, slot.line, 0)),
            picture=lambda slot: self.pictures.in_text(slot, phrase),
        )
        if not fragment.has_citations or not is_page_body(phrase.spot):
            return fill()
        citing = self._citing(fragment, phrase)
        return fill(cite=citing.cite, bibliography=citing.bibliography) + citing.rest()

    def _citing(self, fragment: Fragment, phrase: MarkdownText) -> Citing:
        from generator.render.citing import Citing

        lang = phrase.lang or self._lang
        file = phrase.spot.file if phrase.spot else ""
        citing = Citing(
            fragment,
            self._reads.get("citation_style", lang, file),
            self._reads,
            lang,
            where=lambda work: self.links.where(phrase, work.line, work.column),
            href=self.links.href,
            draw=self._draw_bibliography,
            is_listing=not self._is_excerpt,
        )
        self.problems.extend(citing.problems)
        return citing


def _id_prefix(post: PostItem) -> str:
    """Return the prefix of ids in a post's text on a page with several posts."""
    return re.sub(r"[^0-9A-Za-z]+", "-", post.key) + "-"


def _with_language(html: str, phrase: MarkdownText, tag: str) -> Markup:
    """Return HTML, inside an element with its language if that differs from the page's."""
    if not phrase.lang:
        return Markup(html)
    return Markup(f'<{tag} lang="{Markup.escape(phrase.lang)}">{html}</{tag}>')
