"""What stands between two words of a list: by their scripts, and by what the list is of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, pairwise
from typing import Literal

import msgspec

from generator.model.people import is_han

Listed = Literal["names", "facts", "items"]
Signs = tuple[str, str, str]
"""What stands between two, by how many of them are in Chinese characters: none, one, both."""


class Commas(msgspec.Struct, frozen=True):
    """The signs between the words of a list, in one language."""

    names: Signs = (", ", ", ", "，")
    """Between people: 方缙，徐宏力; Jin Fang, 徐宏力."""
    facts: Signs = (", ", ", ", "，")
    """Between things of different sorts: 教授，某某大学."""
    items: Signs = (", ", ", ", "、")
    """Between things of one sort: 编程、文言."""

    def between(self, before: str, after: str, of: Listed) -> str:
        """Return what stands between two neighbours; nothing before 等, which stands for others."""
        if of == "names" and after == "等" and is_han(before):
            return ""
        signs: Signs = getattr(self, of)
        return signs[is_han(before) + is_han(after)]

    def joined(self, words: Iterable[str], of: Listed) -> str:
        """Return those of some words that say something, with what stands between them."""
        said = [word for word in words if word]
        signs = (self.between(one, other, of) for one, other in pairwise(said))
        return "".join(chain(said[:1], *zip(signs, said[1:], strict=True)))


def commas(lang: str, word: Callable[[str], str]) -> Commas:
    """Return the signs of a language, of which `word` gives the words.

    In a Chinese text two Latin neighbours have a Latin comma between them, and in any other text
    two Chinese ones a Chinese one (GB/T 15834—2011, 4.5 and 4.6). Japanese writes one sign.
    """
    name, comma, items = word("names.comma"), word("comma"), word("items.comma")
    match lang.partition("-")[0]:
        case "zh":
            return Commas((name, name, "，"), (", ", comma, comma), (", ", items, items))
        case "ja":
            return Commas((name, name, comma), (comma, comma, comma), (items, items, items))
    return Commas((name, name, "，"), (comma, comma, "，"), (items, items, "、"))
