"""Characters that no font has, at the author's places."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from generator.model.people import is_han
from generator.model.text import Phrase
from generator.model.views import EntryView
from generator.problems import Problem, Spot
from generator.render.pdf.typesetting import has_han


def missing(
    characters: tuple[str, ...], what: str, view: msgspec.Struct, where: Spot
) -> Iterator[Problem]:
    """Yield the mistakes that a view's texts have characters that no font has.

    `what` is shown, a `CV`; `where` it comes from, for those that are in no text with a place.
    Without a font for Chinese, its characters are one mistake together.
    """
    chinese = tuple(filter(is_han, characters)) if not has_han() else ()
    if chinese:
        message = f'no font has the Chinese characters of this {what} ("{chinese[0]}", …)'
        hint = "install one with: pip install 'masthead[zh]', or put your own into fonts/"
        yield Problem(where, message, hint)
    for character in characters:
        if character not in chinese:
            message = f'no font has the character "{character}" (U+{ord(character):04X})'
            hint = "put a font that has it into fonts/, or write it in another way"
            yield Problem(next(spots_of(character, view), where), message, hint)


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
