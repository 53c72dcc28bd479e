"""The lines of a PDF where they stand on its pages, and the fonts of their characters."""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Character:
    """A character with its box (left, bottom, right, top) in points, its size and its font."""

    text: str
    box: Box
    size: float
    font: str


@dataclass(frozen=True)
class Line:
    """Characters that stand beside each other, in the order in which the file has them."""

    page: int
    characters: tuple[Character, ...]

    @property
    def text(self) -> str:
        return "".join(character.text for character in self.characters).strip()

    @property
    def left(self) -> float:
        return min(character.box[0] for character in self.characters)

    @property
    def top(self) -> float:
        return round(max(character.box[3] for character in self.characters), 1)

    def gaps(self) -> Iterator[tuple[str, str, float]]:
        """A character, what follows, and how far apart they are, in ems; one blank or none between."""
        seen = [c for c in self.characters if not c.text.isspace()]
        places = {id(c): place for place, c in enumerate(self.characters)}
        for one, other in pairwise(seen):
            if places[id(other)] - places[id(one)] <= 2:
                rest = "".join(c.text for c in self.characters[places[id(other)] :])
                yield one.text, rest.strip(), (other.box[0] - one.box[2]) / one.size


def lines_of_pdf(path: Path) -> list[Line]:
    """All lines of a PDF from the first page to the last, footers left out."""
    found: list[Line] = []
    with pypdfium2.PdfDocument(path) as document:
        for number, page in enumerate(document):
            lines: list[list[Character]] = []
            last: Character | None = None
            for character in _characters(page.get_textpage()):
                if last is None or not (character.text.isspace() or _are_beside(last, character)):
                    lines.append([])
                lines[-1].append(character)
                if last is None or not character.text.isspace():
                    last = character
            if number:
                lines.pop()
            found += [Line(number, tuple(line)) for line in lines]
    return [line for line in found if line.text]


def _are_beside(one: Character, other: Character) -> bool:
    middle = (other.box[1] + other.box[3]) / 2
    return one.box[1] < middle < one.box[3] or (
        one.box[1] < (one.box[1] + one.box[3]) / 2 < other.box[3]
        and other.box[1] < (one.box[1] + one.box[3]) / 2
    )


def _characters(page: pypdfium2.PdfTextPage) -> Iterator[Character]:
    name = ctypes.create_string_buffer(200)
    for index in range(page.count_chars()):
        text = chr(pdfium.FPDFText_GetUnicode(page, index))
        if pdfium.FPDFText_IsGenerated(page, index) == 1 and text in "\r\n":
            continue
        left, bottom, right, top = page.get_charbox(index, loose=True)
        size = pdfium.FPDFText_GetFontSize(page, index) or 1.0
        pdfium.FPDFText_GetFontInfo(page, index, name, 200, None)
        yield Character(
            text, (left, bottom, right, top), size, name.value.decode("utf-8", "replace")
        )
