"""Markdown through a memory: what was parsed, coloured or set once is not parsed again.

Rendering is a pure function of a text and its options, so its result can be kept under the digest
of both: first in this process, then on the shelf that outlasts it. What is remembered never
changes what comes out, only how long it takes. The parser, Pygments and math-core are loaded when
something must be computed, which on most days is nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from typing import Generic, TypeVar

import msgspec

from generator.memory.shelf import Shelf
from generator.render.fragment import Fragment, Options
from generator.render.unmarked import is_unmarked

T = TypeVar("T")
Keys = list[str]
"""The keys of what went into a result, gathered while it is computed."""

_encode = msgspec.msgpack.Encoder().encode


class Remembered:
    """The functions of `markdown.py`, `code.py` and `math.py`, each with its memory."""

    def __init__(self, shelf: Shelf | None = None) -> None:
        """Take what `shelf` holds, and put on it what is computed; None remembers in memory."""
        self._blocks = _Results("b", Fragment, shelf)
        self._lines = _Results("l", Fragment, shelf)
        self._plain = _Results("p", str, shelf)
        self._excerpts = _Results("e", tuple[str, bool], shelf)
        self._code = _Results("c", tuple[str, str, str], shelf)
        self._math = _Results("m", str, shelf)

    def convert(self, text: str, options: Options, is_inline: bool) -> Fragment:
        """Return the fragment for blocks of Markdown, or for one line of it."""
        if is_unmarked(text):
            html = text if is_inline or not text else f"<p>{text}</p>\n"
            return Fragment((html,) if html else ())
        results = self._lines if is_inline else self._blocks
        return results.of(
            text, _encode(options), partial(self._converted, text, options, is_inline)
        )

    def plain(self, text: str, html: bool) -> str:
        """Return the words of Markdown without markup; without `html`, `<T>` are three letters."""
        if is_unmarked(text):
            return text

        def compute(_: Keys) -> str:
            from generator.render.markdown import plain

            return plain(text, html)

        return self._plain.of(text, _encode(html), compute)

    def excerpt(self, text: str) -> tuple[str, bool]:
        """Return the Markdown that stands for the whole in a list, and whether more follows it."""

        def compute(_: Keys) -> tuple[str, bool]:
            from generator.render.markdown import excerpt

            return excerpt(text)

        return self._excerpts.of(text, b"", compute)

    def code(self, code: str, language: str, outer: Keys | None = None) -> tuple[str, str, str]:
        """Return code as HTML, and if it had to stay plain, what to tell the author and a hint."""

        def compute(_: Keys) -> tuple[str, str, str]:
            from generator.render.code import highlight

            return highlight(code, language)

        return self._code.of(code, _encode(language), compute, outer)

    def math(
        self, tex: str, display: bool, macros: Mapping[str, str], outer: Keys | None = None
    ) -> str:
        """Return the MathML of one formula. Raises `MathFault`, which is not remembered."""

        def compute(_: Keys) -> str:
            from generator.render.math import to_mathml

            return to_mathml(tex, display, macros)

        return self._math.of(tex, _encode((display, macros)), compute, outer)

    def _converted(self, text: str, options: Options, is_inline: bool, inner: Keys) -> Fragment:
        from generator.render.draft import Steps
        from generator.render.markdown import convert, convert_inline

        steps = Steps(partial(self.code, outer=inner), partial(self.math, outer=inner))
        return (convert_inline if is_inline else convert)(text, options, steps)


class _Results(Generic[T]):
    """What one function gave: by its arguments in this process, by their digest on the shelf."""

    def __init__(self, kind: str, result: type[T], shelf: Shelf | None) -> None:
        self._kind = kind
        """The letter that begins this function's keys."""
        self._decode = msgspec.msgpack.Decoder(result).decode
        self._shelf = shelf
        self._known: dict[tuple[str, bytes], tuple[T, str]] = {}

    def of(
        self, text: str, others: bytes, compute: Callable[[Keys], T], outer: Keys | None = None
    ) -> T:
        """Return the result for a text and the other arguments, which come encoded.

        `compute` gives it where nobody knows it, and adds the keys of what it used to its
        argument; in the same way the key of this result is added to `outer`.
        """
        known = self._known.get((text, others))
        if known is None:
            known = self._known[text, others] = self._look_up(text, others, compute)
        elif self._shelf is not None:
            self._shelf.used.add(known[1])
        result, key = known
        if outer is not None:
            outer.append(key)
        return result

    def _look_up(self, text: str, others: bytes, compute: Callable[[Keys], T]) -> tuple[T, str]:
        key = self._key(text, others)
        if self._shelf is None:
            return compute([]), key
        data = self._shelf.get(key)
        if data is not None:
            with suppress(msgspec.MsgspecError, UnicodeDecodeError):
                return self._decode(data), key
        inner: Keys = []
        result = compute(inner)
        with suppress(UnicodeEncodeError):  # half a surrogate pair is in no file, but in a string
            self._shelf.put(key, _encode(result), tuple(dict.fromkeys(inner)))
        return result, key

    def _key(self, text: str, others: bytes) -> str:
        digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12)
        # The others stand behind, with their length, so that no two pairs run into the same bytes.
        digest.update(others + len(others).to_bytes(4, "little"))
        return self._kind + digest.hexdigest()
