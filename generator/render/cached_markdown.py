"""Markdown, code and formulas through a cache: what was rendered once is not rendered again.

Rendering is a pure function of a text and its options, so the result is cached under the digest of
both: in this process (except for the bodies of pages), and in a cache on the disk. The cache never
changes the result. The parser, Pygments and math-core are loaded only for what it does not hold.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from generator.messages import Message
from generator.model.files import digest_of
from generator.model.lookups import BlobCache
from generator.model.text import Body
from generator.render.fragment import Fragment, Options, is_unmarked, unbroken

if TYPE_CHECKING:
    from generator.render.markdown.context import InnerRenderers

Others = TypeVar("Others")
Result = TypeVar("Result")
T = TypeVar("T")
Highlighted = tuple[str, Message | None, Message | None]
"""Code as HTML; why it is plain, and a hint."""

_encode = msgspec.msgpack.Encoder().encode


class CachedMarkdown:
    """The functions of `convert.py`, `code.py` and `mathml.py`, with a cache."""

    def __init__(self, cache: BlobCache | None = None) -> None:
        """Use `cache`, and add new results to it; with None they are cached in memory only."""
        self._cache = cache
        self.is_empty = cache is None or cache.is_empty
        """Whether the cache was empty at the start, so that much will be computed."""
        self._blocks = _Results("b", Fragment, self._convert, cache)
        self._lines = _Results("l", Fragment, self._convert_inline, cache)
        self._plain = _Results("p", str, _plain, cache)
        self._words = _Results("w", str, self._words_of, cache, is_late=True)
        self._excerpts = _Results("e", str, self._excerpt_of, cache, is_late=True)
        self._code = _Results("c", tuple[str, Message | None, Message | None], _highlight, cache)
        self._math = _Results("m", str, _to_mathml, cache)

    def convert(self, text: str | Body, options: Options, is_inline: bool) -> Fragment:
        """Return the fragment for blocks of Markdown, or for one line of it."""
        if isinstance(text, str) and is_unmarked(text):
            html = unbroken(text) if options.extensions else text
            html = html if is_inline or not text else f"<p>{html}</p>\n"
            return Fragment((html,) if html else (), excerpt="" if is_inline else text)
        return (self._lines if is_inline else self._blocks).of(text, options)

    def plain(self, text: str, html: bool) -> str:
        """Return Markdown as plain text; without `html` there is no raw HTML, and `<T>` is text."""
        return text if is_unmarked(text) else self._plain.of(text, html)

    def words(self, text: str | Body, options: Options) -> str:
        """Return the words of Markdown blocks as they are rendered, see `Fragment.words`."""
        return self._words.of(text, options)

    def excerpt(self, text: str | Body, options: Options) -> str:
        """Return the Markdown that represents a text in a list, see `Fragment.excerpt`."""
        return self._excerpts.of(text, options)

    def code(self, code: str, language: str) -> Highlighted:
        """Return code as HTML, and if it could not be highlighted, a message and a hint."""
        return self._code.of(code, language)

    def math(self, tex: str, display: bool) -> str:
        """Return the MathML of one formula. Raises `MathFault`, which is not cached."""
        return self._math.of(tex, display)

    def answer(self, kind: str, result: type[T], question: str, find: Callable[[], T]) -> T:
        """Return the result of `find`, of the type `result`, from the cache if it is there.

        `question` holds everything that the result depends on; `kind` is a letter that no other
        sort of question uses.
        """
        known: _Results[None, T] = _Results(kind, result, lambda *_: find(), self._cache)
        return known.of(question, None)

    def _convert(self, text: str, options: Options) -> Fragment:
        from generator.render.markdown.convert import convert

        return convert(text, options, self._inner_renderers())

    def _convert_inline(self, text: str, options: Options) -> Fragment:
        from generator.render.markdown.convert import convert_inline

        return convert_inline(text, options, self._inner_renderers())

    def _words_of(self, text: str | Body, options: Options) -> str:
        return self._blocks.of(text, options).words

    def _excerpt_of(self, text: str | Body, options: Options) -> str:
        return self._blocks.of(text, options).excerpt

    def _inner_renderers(self) -> InnerRenderers:
        from generator.render.markdown.context import InnerRenderers

        return InnerRenderers(self.code, self.math)


def _plain(text: str, html: bool) -> str:
    from generator.render.markdown.convert import plain

    return plain(text, html)


def _highlight(code: str, language: str) -> Highlighted:
    from generator.render.markdown.code import highlight

    return highlight(code, language)


def _to_mathml(tex: str, display: bool) -> str:
    from generator.render.markdown.mathml import to_mathml

    return to_mathml(tex, display)


class _Results(Generic[Others, Result]):
    """The results of one function: by its arguments in memory, by their digest in the cache."""

    def __init__(
        self,
        kind: str,
        result: type[Result],
        compute: Callable[[Any, Others], Result],
        cache: BlobCache | None,
        is_late: bool = False,
    ) -> None:
        """With `is_late`, `compute` gets a page's body unread, since it may not need the text."""
        self._is_late = is_late
        self._kind = kind
        """A letter that no other function has."""
        self._decode = msgspec.msgpack.Decoder(result).decode
        self._compute = compute
        self._cache = cache
        self._known: dict[tuple[str, bytes], tuple[Result, str]] = {}

    def of(self, text: str | Body, others: Others) -> Result:
        """Return the result for a text and the function's other arguments.

        The body of a page is identified by its digest, and read only if the result must be
        computed.
        """
        # No text begins with NUL, so no text equals a digest with a NUL before it.
        name = text if isinstance(text, str) else f"\0{text.digest}"
        arguments = name, _encode(others)
        known = self._known.get(arguments)
        if known is None:
            known = self._look_up(text, others, arguments[1])
            if not isinstance(text, Body) or self._cache is None:  # not thousands of pages
                self._known[arguments] = known
        elif self._cache is not None:
            self._cache.used.add(known[1])
        return known[0]

    def _look_up(self, text: str | Body, others: Others, options: bytes) -> tuple[Result, str]:
        """Return the result, and its key in the cache."""
        if self._cache is None:
            return self._computed(text, others), ""
        if isinstance(text, Body):
            digest = text.digest
        else:
            digest = digest_of(text.encode("utf-8", "surrogatepass"))
        # The digest of a text always has the same length, so no two pairs give the same bytes.
        key = self._cache.key(self._kind, digest.encode() + options)
        data = self._cache.get(key)
        if data is not None:
            with suppress(msgspec.MsgspecError, UnicodeDecodeError):
                return self._decode(data), key
        result = self._computed(text, others)
        with suppress(UnicodeEncodeError):  # half a surrogate pair: JSON cannot hold it
            self._cache.put(key, _encode(result))
        return result, key

    def _computed(self, text: str | Body, others: Others) -> Result:
        return self._compute(text if self._is_late else str(text), others)
