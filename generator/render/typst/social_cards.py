"""One social card: what it shows, drawn by the theme's design in Typst."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from generator.model.caches import ImageCache
from generator.model.files import Output, Rendered
from generator.model.tracking import ReadTracker
from generator.model.views.document_views import CARD_SIZE, CardView
from generator.problems import Place, Problem, Spot
from generator.render.fragment import SectionSlot
from generator.render.images.encoding import flattened
from generator.render.text import TextRendering
from generator.render.typst.compiler import Refusal, Typesetter, size_of
from generator.render.typst.cv_document import NodeWriter
from generator.render.typst.designs import CardDesign
from generator.render.typst.glyphs import lacking_han, missing, no_han, spots_of

if TYPE_CHECKING:
    from generator.render.renderer import Renderer

_PPI = 144
"""So a design draws on 600 by 315 points."""


class CardPress:
    """Draws all cards of a build by the theme's design; Typst is set up for the first one."""

    def __init__(self, design: CardDesign, drawn: ImageCache | None) -> None:
        """`drawn` are the cards of earlier builds."""
        self.design = design
        self._drawn = drawn

    def earlier(self, made_of: bytes) -> bytes | None:
        """Return a card that was drawn before."""
        return self._drawn.get(made_of) if self._drawn is not None else None

    def keep(self, made_of: bytes, picture: bytes) -> None:
        """Keep a card for later builds."""
        if self._drawn is not None:
            self._drawn.put(made_of, picture)

    def draw(self, document: dict[str, Any]) -> bytes | Refusal:
        """Return the picture of a card, or why there is none."""
        inputs = {**document, "fonts": self._typesetter.families}
        picture = self._typesetter.png(inputs, _PPI)
        if isinstance(picture, bytes) and size_of(picture) != CARD_SIZE:
            width, height = size_of(picture)
            wanted = "a card has 1200 by 630: set page(width: 600pt, height: 315pt)"
            return Refusal(message=f"it is {width} by {height} pixels, and {wanted}")
        return picture

    @cached_property
    def _typesetter(self) -> Typesetter:
        return Typesetter(self.design.files(), *self.design.font_folders())


class CardRendering:
    """One card on its way."""

    def __init__(self, renderer: Renderer, output: Output, reads: ReadTracker) -> None:
        self._press = renderer.press
        self._design = renderer.card_design
        self._output = output
        key = output.key.removeprefix("card:")
        self._view: CardView = reads.get("card_view", output.lang, key, output.subject)
        self._texts = TextRendering(output, reads, None, renderer.remembered, _no_section)
        self._problems = self._texts.problems
        reads.note("card_design", self._design.digest, self._design.name)

    def result(self) -> Rendered:
        """Return the picture, and what is wrong with what it shows."""
        document = self._document()
        made_of = json.dumps([document, self._design.digest]).encode()
        picture = self._press.earlier(made_of)
        if picture is None:
            picture = self._drawn(document)
            if picture and not self._problems:
                self._press.keep(made_of, picture)
        return Rendered(picture, self._problems, [])

    def _document(self) -> dict[str, Any]:
        view, writer = self._view, NodeWriter(self._texts)
        return {
            "kind": view.kind,
            "lang": view.lang,
            "title": writer.line(view.title),
            "authors": [writer.author(author) for author in view.authors],
            "venue": writer.venue(view.venue) if view.venue else None,
            "date": view.date,
            "site": self._texts.plain(view.site),
            "host": view.host,
            "name": view.name,
            "role": writer.line(view.role),
            "affiliation": writer.line(view.affiliation),
            "options": view.options,
        }

    def _drawn(self, document: dict[str, Any]) -> bytes:
        result = self._press.draw(document)
        if isinstance(result, Refusal) and result.characters:
            signs = tuple(filter(_is_sign, result.characters))
            if signs != result.characters:
                self._problems += self._missing(result.characters)
                return b""
            self._problems += self._left_out(signs)
            result = self._press.draw(_without(document, str.maketrans("", "", "".join(signs))))
        if isinstance(result, bytes):
            return flattened(result)
        self._problems += self._faults(result)
        return b""

    @property
    def _where(self) -> Spot:
        return self._view.title.spot or Spot(self._output.source)

    def _missing(self, characters: tuple[str, ...]) -> Iterator[Problem]:
        chinese = lacking_han(characters)
        if chinese:  # one mistake for the whole site
            where = Spot("content/site.yaml", ("cards",))
            yield no_han("no font has the Chinese characters of the social cards", where)
        for character in characters:
            if character not in chinese and not _is_sign(character):
                yield missing(character, self._view, self._where)

    def _left_out(self, signs: tuple[str, ...]) -> Iterator[Problem]:
        """Tell of emoji and other signs: the words of a card say enough without them."""
        for sign in signs:
            name = f'"{sign}" (U+{ord(sign):04X})'
            message = f"the social card leaves {name} out: no font has it"
            hint = "put a font that has it into fonts/, or give the page an `image`"
            where = next(spots_of(sign, self._view), self._where)
            yield Problem(where, message, hint, "warning")

    def _faults(self, refusal: Refusal) -> Iterator[Problem]:
        file = self._design.file(refusal.file)
        where = Place(file.path, refusal.line) if refusal.line else Place(file.path)
        if refusal.family:
            message = f"there is no font family {refusal.family}"
            yield Problem(where, message, "put its files into fonts/, or name another one")
        if refusal.message:
            # The same for all cards, so that a mistake in the design is told once.
            message = f"social cards cannot be drawn: {refusal.message}"
            yield Problem(where, message, "docs/reference/cards.md says what a design gets")


def _is_sign(character: str) -> bool:
    """Whether a character is no part of a word, as letters, their marks and digits are."""
    return unicodedata.category(character)[0] not in "LMN"


def _without(value: Any, signs: dict[int, int | None]) -> Any:
    """Return a document without some characters."""
    if isinstance(value, str):
        return value.translate(signs)
    if isinstance(value, list):
        return [_without(item, signs) for item in value]
    if isinstance(value, dict):
        return {key: _without(item, signs) for key, item in value.items()}
    return value


def _no_section(slot: SectionSlot, where: Place | Spot) -> str:
    return ""  # a line of text holds none
