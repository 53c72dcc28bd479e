"""Characters that no font has, at the author's places."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from generator.model.people import is_han
from generator.model.text import Phrase
from generator.model.views.entry_views import EntryView
from generator.problems import Problem, Spot
from generator.render.typst.compiler import has_han


def lacking_han(characters: tuple[str, ...]) -> tuple[str, ...]:
    """Return the Chinese ones of some characters, where no font for Chinese is installed."""
    return () if has_han() else tuple(filter(is_han, characters))


def no_han(message: str, where: Spot) -> Problem:
    """Return the mistake that this font is missing: one for all characters together."""
    hint = "install one with: pip install 'masthead[zh]', or put your own into fonts/"
    return Problem(where, message, hint)


def missing(character: str, view: msgspec.Struct, where: Spot) -> Problem:
    """Return the mistake that no font has a character of a view's texts.

    It is `where` the view comes from, if it stands in no text with a place.
    """
    message = f'no font has the character "{character}" (U+{ord(character):04X})'
    hint = "put a font that has it into fonts/, or write it in another way"
    return Problem(next(spots_of(character, view), where), message, hint)


def spots_of(character: str, value: object) -> Iterator[Spot]:
    """Yield the places in the sources at which a view's texts hold a character."""
    if isinstance(value, Phrase):
        if character in value.text and value.spot is not None:
            lines = value.text.split("\n")
            line = next(n for n, text in enumerate(lines) if character in text)
            column = lines[line].index(character)
            start = value.spot.column if line == 0 else 0
            yield value.spot.at(value.spot.line + line, start + column)
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from spots_of(character, getattr(value, field))
        # Names and labels have no place of their own; the record has.
        if isinstance(value, EntryView) and value.title.spot and character in repr(value):
            yield value.title.spot
    elif isinstance(value, tuple):
        for item in value:
            yield from spots_of(character, item)
