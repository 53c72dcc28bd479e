"""What problems say: a code and arguments in Python, the sentence in a file for each language.

`en.json` holds an object by code. A value is a sentence, a list of a sentence and a hint, or two
forms of a sentence: `one` where its `number` is 1, if the language has such a form, and `other`. A
name in braces stands for an argument, as `str.format` has it. What another language lacks is said
in English. Programs read codes and arguments; only people read sentences.
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
    """Have all messages from here on in a language, by the code of its catalog."""
    global _language
    _language = language


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Have the messages of a block in a language; other threads go on in theirs."""
    token = _language_here.set(language)
    try:
        yield
    finally:
        _language_here.reset(token)


def speaks() -> str:
    """Return the code of the language of messages here."""
    return _language_here.get(_language)


class Message(msgspec.Struct, frozen=True, gc=False):
    """One thing to say, in no language yet."""

    code: str
    """Which sentence; a word in kebab-case."""
    arguments: tuple[tuple[str, Argument], ...] = ()
    """What the sentence leaves open, by name."""

    @classmethod
    def of(cls, code: str, /, **arguments: Argument) -> "Message":
        """Return a message; the arguments are those that its sentence names."""
        return cls(code, tuple(arguments.items()))

    def __str__(self) -> str:
        return self.in_words()

    def in_words(self, part: int = 0) -> str:
        """Return the sentence, or for part 1 its hint; without one, that of a message inside it."""
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
    """Return a sentence in the language that is spoken."""
    return str(Message.of(code, **arguments))


def is_said(code: str) -> bool:
    """Whether the catalog has a message."""
    return code in _catalog(speaks())


def _shown(value: Argument) -> Argument:
    return spoken("comma").join(value) if isinstance(value, tuple) else value


@cache
def _catalog(language: str) -> dict[str, Entry]:
    text = Path(__file__).with_name(f"{language}.json").read_bytes()
    said = msgspec.json.decode(text, type=dict[str, Entry])
    return said if language == "en" else _catalog("en") | said
