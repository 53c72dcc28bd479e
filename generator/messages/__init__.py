"""The sentences of problems: Python names a code and arguments; a file for each language has the
words.

`en.json` is an object by code. A value is a sentence, a list of a sentence and a hint, or two forms
of a sentence: `one` for a `number` of 1, if the language has such a form, and `other`. A name in
braces stands for an argument, as in `str.format`. Sentences that another language lacks are in
English. Programs read codes and arguments; only people read sentences.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Union

import msgspec

Argument = Union[str, int, "Message", tuple[str, ...]]
Entry = str | list[str] | dict[str, str]

_language = "en"
_language_here: ContextVar[str] = ContextVar("_language_here")


def speak(language: str) -> None:
    """Set the language of all later messages, by the code of its catalog."""
    global _language
    _language = language


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Set the language of messages within a block; other threads keep theirs."""
    token = _language_here.set(language)
    try:
        yield
    finally:
        _language_here.reset(token)


def speaks() -> str:
    """Return the code of the current language of messages."""
    return _language_here.get(_language)


class Message(msgspec.Struct, frozen=True, gc=False):
    """A sentence that is not yet in any language."""

    code: str
    """The code of the sentence, in kebab-case."""
    arguments: tuple[tuple[str, Argument], ...] = ()
    """The values for the names in the sentence."""

    @classmethod
    def of(cls, code: str, /, **arguments: Argument) -> "Message":
        """Return a message; the arguments are the names in its sentence."""
        return cls(code, tuple(arguments.items()))

    def __str__(self) -> str:
        return self.in_words()

    def in_words(self, part: int = 0) -> str:
        """Return the sentence, or for part 1 its hint: its own, or that of a message among its
        arguments."""
        entry = _catalog(speaks())[self.code]
        if isinstance(entry, dict):
            is_one = ("number", 1) in self.arguments
            entry = entry["one" if is_one and "one" in entry else "other"]
        parts = [entry] if isinstance(entry, str) else entry
        if part >= len(parts):
            inner = (value for _, value in self.arguments if isinstance(value, Message))
            return next((hint for message in inner if (hint := message.in_words(part))), "")
        return parts[part].format_map({name: _shown(value) for name, value in self.arguments})


def spoken(code: str, /, **arguments: Argument) -> str:
    """Return a sentence in the current language."""
    return str(Message.of(code, **arguments))


def is_said(code: str) -> bool:
    """Whether the catalog has a message with this code."""
    return code in _catalog(speaks())


def _shown(value: Argument) -> Argument:
    return spoken("comma").join(value) if isinstance(value, tuple) else value


@cache
def _catalog(language: str) -> dict[str, Entry]:
    text = Path(__file__).with_name(f"{language}.json").read_bytes()
    said = msgspec.json.decode(text, type=dict[str, Entry])
    return said if language == "en" else _catalog("en") | said
