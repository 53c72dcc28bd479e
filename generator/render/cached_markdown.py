"""Markdown through a cache: what was rendered once is not rendered again.

Rendering is a pure function of a text and its options, so the result is cached under the digest of
both. The parser, Pygments and math-core are loaded only for what the cache does not hold.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

from generator.model.files import digest_of
from generator.model.lookups import BlobCache
from generator.model.text import Body
from generator.render.fragment import Fragment, Options, is_unmarked, unbroken

T = TypeVar("T")
_encode = msgspec.msgpack.Encoder().encode


class CachedMarkdown:
    """Rendered Markdown, and other answers that take long, by the digests of what was asked.

    Answers are kept in this process, except for the bodies of pages, and in a cache on the disk.
    The cache never changes an answer.
    """

    def __init__(self, cache: BlobCache | None = None) -> None:
        """Use `cache`, and add new answers to it; with None they are kept in memory only."""
        self._cache = cache
        self._known: dict[tuple[str, str, bytes], tuple[Any, str]] = {}
        """Answers, each with its key in the cache."""
        self.is_empty = cache is None or cache.is_empty
        """Whether the cache was empty at the start, so that much will be computed."""

    def convert(self, text: str | Body, options: Options, is_inline: bool) -> Fragment:
        """Return the fragment for blocks of Markdown, or for one line of it."""
        if isinstance(text, str) and is_unmarked(text):
            html = unbroken(text) if is_inline or not text else f"<p>{unbroken(text)}</p>\n"
            return Fragment((html,) if html else (), excerpt="" if is_inline else text)

        def converted() -> Fragment:
            from generator.render.markdown import convert as markdown

            convert = markdown.convert_inline if is_inline else markdown.convert
            return convert(str(text), options)

        return self.answer("l" if is_inline else "b", Fragment, text, converted, options)

    def plain(self, text: str, html: bool) -> str:
        """Return Markdown as plain text; without `html` there is no raw HTML, and `<T>` is text."""
        if is_unmarked(text):
            return text

        def words() -> str:
            from generator.render.markdown.convert import plain

            return plain(text, html)

        return self.answer("p", str, text, words, html)

    def words(self, text: str | Body, options: Options) -> str:
        """Return the words of Markdown blocks as they are rendered, see `Fragment.words`."""
        return self.answer(
            "w", str, text, lambda: self.convert(text, options, False).words, options
        )

    def answer(
        self,
        kind: str,
        result: type[T],
        question: str | Body,
        find: Callable[[], T],
        options: object = None,
    ) -> T:
        """Return the result of `find`, of the type `result`, from the cache if it is there.

        `question` and `options` hold everything that the result depends on; `kind` is a letter that
        no other sort of question uses. The body of a page is known by its digest, and read only by
        `find`.
        """
        # No text begins with NUL, so no text equals a digest with a NUL before it.
        name = question if isinstance(question, str) else f"\0{question.digest}"
        asked = kind, name, _encode(options)
        known = self._known.get(asked)
        if known is None:
            known = self._look_up(asked, result, find)
            if isinstance(question, str) or self._cache is None:  # not thousands of pages
                self._known[asked] = known
        elif self._cache is not None:
            self._cache.used.add(known[1])
        found: T = known[0]
        return found

    def _look_up(
        self, asked: tuple[str, str, bytes], result: type[T], find: Callable[[], T]
    ) -> tuple[T, str]:
        """Return an answer, and its key in the cache."""
        if self._cache is None:
            return find(), ""
        kind, name, options = asked
        digest = name[1:] if name[:1] == "\0" else digest_of(name.encode("utf-8", "surrogatepass"))
        # Digests have one length, so no two pairs give the same bytes.
        key = self._cache.key(kind, digest.encode() + options)
        data = self._cache.get(key)
        if data is not None:
            with suppress(msgspec.MsgspecError, UnicodeDecodeError):
                return msgspec.msgpack.decode(data, type=result), key
        found = find()
        self._cache.put(key, _encode(found))
        return found, key
