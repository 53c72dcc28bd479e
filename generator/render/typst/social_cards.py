"""Social cards, drawn by the theme's Typst design.

A card is decoration, so no text on it stops a build. It is drawn with the characters that fonts
have. If too little of the title is left, the site's host is the title.
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import msgspec

from generator.model.files import Made, Output
from generator.model.lookups import BlobCache, ReadTracker
from generator.model.site_views import CARD_SIZE, CardView
from generator.problems import Place, Problem, Spot
from generator.render.text import CachedMarkdown, TextRendering
from generator.render.theme import Designs
from generator.render.typst.compiler import (
    Typesetter,
    TypstFault,
    han_fonts_for,
    han_without_font,
    size_of,
)
from generator.render.typst.cv_pdf import DocumentWriter
from generator.render.typst.nodes import trimmed

Document = dict[str, Any]
"""The data for a design; see docs/reference/cards.md."""

_DESIGN = "card"
_SETTING = Spot("content/site.yaml", ("cards",))
_SPACES = re.compile(" {2,}")


class CardDrawer:
    """Draws all cards of a build with the theme's design; Typst is set up for the first one."""

    def __init__(self, design: Designs, cache: BlobCache | None) -> None:
        """`cache` has the cards of earlier builds."""
        self.design = design
        self._cache = cache
        self._typesetters: dict[tuple[str, ...], Typesetter] = {}

    def earlier(self, document: Document) -> bytes | None:
        """Return the cached card of the same document, or None."""
        return None if self._cache is None else self._cache.get(self._key(document))

    def draw(self, document: Document) -> bytes | TypstFault:
        """Return the picture of a card, or the fault."""
        if (earlier := self.earlier(document)) is not None:
            return earlier
        picture = self._typesetter(document).png(self._inputs(document))
        if isinstance(picture, TypstFault):
            return picture
        if size_of(picture) != CARD_SIZE:
            width, height = size_of(picture)
            wanted = "a card has 1200 by 630: set page(width: 600pt, height: 315pt)"
            return TypstFault(message=f"it is {width} by {height} pixels, and {wanted}")
        from generator.render.picture_copies import flattened

        picture = flattened(picture)
        if self._cache is not None:
            self._cache.put(self._key(document), picture)
        return picture

    def worded(self, document: Document) -> tuple[Document, tuple[str, ...]]:
        """Return the document without characters that no font has, and these characters.

        If less than half of the title's letters and digits are left, the host is the title.
        """
        found, gone = document, set[str]()
        while missing := set(self._typesetter(found).missing(self._inputs(found))) - gone:
            gone |= missing  # without them, a shortened title may show more of its end
            found = _without(document, dict.fromkeys(map(ord, gone)))
            found["title"] = trimmed(found["title"])
            if 2 * _letters(found["title"]) <= _letters(document["title"]):
                found["title"] = [document["host"]]
        return found, tuple(sorted(gone))

    def _inputs(self, document: Document) -> Document:
        return {
            **document,
            "fonts": [family.name for family in self._typesetter(document).families],
        }

    def _key(self, document: Document) -> str:
        assert self._cache is not None
        return self._cache.key("card", json.dumps([document, self.design.digest]).encode())

    def _typesetter(self, document: Document) -> Typesetter:
        """Return the typesetter of a document; documents that need the same fonts share one."""
        han = han_fonts_for(document["lang"], json.dumps(document, ensure_ascii=False))
        if han not in self._typesetters:
            folders = self.design.font_folders()
            self._typesetters[han] = Typesetter(self.design.files(_DESIGN), *folders, han)
        return self._typesetters[han]


def card(drawer: CardDrawer, markdown: CachedMarkdown, output: Output, reads: ReadTracker) -> Made:
    """Return one card as a PNG, and the problems of its content."""
    key = output.key.removeprefix("card:")
    view: CardView = reads.get("card_view", output.lang, key, output.subject)
    reads.note("card_design", drawer.design.digest, _DESIGN)
    texts = TextRendering(output, reads, None, markdown)
    document = _document(view, texts)
    picture: bytes | TypstFault | None = drawer.earlier(document)
    if picture is None:
        document, missing = drawer.worded(document)
        texts.problems += _warnings(missing)
        picture = drawer.draw(document)
    if isinstance(picture, TypstFault):
        texts.problems += _faults(picture, drawer.design)
        picture = b""
    return Made(picture, texts.problems, [])


def _document(view: CardView, texts: TextRendering) -> Document:
    writer = DocumentWriter(texts)
    given = ("kind", "lang", "title", "venue", "date", "host", "name", "role", "affiliation")
    return {
        **writer.fields(view, *given, "options"),
        "authors": [writer.author(author, {}) for author in view.authors],
        "site": texts.plain(view.site),
        "commas": msgspec.structs.asdict(view.commas),
    }


# ---------------------------------------------------------------- what fonts can show


def _letters(value: Any) -> int:
    """Return the number of letters and digits in the texts of nodes."""
    if isinstance(value, str):
        return sum(unicodedata.category(character)[0] in "LN" for character in value)
    if isinstance(value, dict):
        value = [value.get(key, "") for key in ("s", "tex", "c")]
    return sum(map(_letters, value))


def _without(value: Any, gone: dict[int, None]) -> Any:
    """Return a document without these characters."""
    if isinstance(value, str):
        text = value.translate(gone)
        return value if text == value else _SPACES.sub(" ", text)
    if isinstance(value, list):
        return [_without(item, gone) for item in value]
    if isinstance(value, dict):
        return {key: _without(item, gone) for key, item in value.items()}
    return value


# ---------------------------------------------------------------- what is said


def _warnings(missing: tuple[str, ...]) -> Iterator[Problem]:
    """Yield warnings that are the same for all cards, so that each is reported only once."""
    han = han_without_font(missing)
    if han.characters:
        of_all = f"the {han.language} characters of the social cards"
        yield Problem.of(
            _SETTING,
            "cards-font-of-language-missing",
            characters=of_all,
            hint=han.hint,
            severity="warning",
        )
    if len(missing) > len(han.characters):
        yield Problem.of(_SETTING, "cards-characters-without-font", severity="warning")


def _faults(refusal: TypstFault, design: Designs) -> Iterator[Problem]:
    """Yield faults that are the same for all cards, so that a mistake in the design is reported
    once."""
    file = design.file(refusal.file) or design.file(design.path(_DESIGN))
    assert file is not None
    where = Place(file.path, refusal.line)
    if refusal.family:
        yield Problem.of(where, "font-missing", family=refusal.family)
    if refusal.message:
        yield Problem.of(where, "cards-fail", message=refusal.message)
