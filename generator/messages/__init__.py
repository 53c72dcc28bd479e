"""What problems say: a code and arguments in Python, the sentence in a file for each language.

`en.json` holds an object by code. A value is a sentence, or a list of a sentence and a hint. A name
in braces stands for an argument, as `str.format` has it. Programs read codes and arguments; only
people read sentences.
"""

from functools import cache
from pathlib import Path
from typing import Union

import msgspec

Argument = Union[str, int, "Message", tuple[str, ...]]


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
        parts = _catalog()[self.code]
        parts = [parts] if isinstance(parts, str) else parts
        if part >= len(parts):
            inner = (value for _, value in self.arguments if isinstance(value, Message))
            return next((hint for message in inner if (hint := message.in_words(part))), "")
        return parts[part].format_map({name: _shown(value) for name, value in self.arguments})


def _shown(value: Argument) -> Argument:
    return ", ".join(value) if isinstance(value, tuple) else value


@cache
def _catalog() -> dict[str, str | list[str]]:
    text = Path(__file__).with_name("en.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, str | list[str]])
