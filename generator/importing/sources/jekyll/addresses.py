"""Addresses of Jekyll: styles of permalinks, words of patterns (`url_drop.rb`), order by day."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from generator.importing.reading import day_of
from generator.importing.sources.source import words_of_day

STYLES = {
    "date": "/:categories/:year/:month/:day/:title.html",
    "pretty": "/:categories/:year/:month/:day/:title/",
    "ordinal": "/:categories/:year/:y_day/:title.html",
    "weekdate": "/:categories/:year/W:week/:short_day/:title.html",
    "none": "/:categories/:title.html",
}


def slug(text: str, is_cased: bool = False) -> str:
    """Return a text as it appears in addresses; one with its capitals keeps some marks, too."""
    kept = "._~!$&'()+,;=@" if is_cased else ""
    letters = (ch if unicodedata.category(ch)[0] in "LM" or ch.isdecimal() or ch in kept else "-"
               for ch in text)  # fmt: skip
    joined = re.sub("-{2,}", "-", "".join(letters)).strip("-")
    return joined if is_cased else joined.lower()


def words_of_name(name: str) -> dict[str, str]:
    """Return the words of patterns that the name of a file answers."""
    return {"title": slug(name, is_cased=True), "slug": slug(name), "output_ext": ".html"}


def filled(scheme: str, values: Mapping[str, str]) -> str:
    """Return a pattern with values in the places of its words."""
    return re.sub(r":([a-z_]+)", lambda m: _longest(m[1], values), scheme).strip()


def _longest(word: str, values: Mapping[str, str]) -> str:
    """Return the value of the longest name that a word begins with: `:title_x` is the title and
    `_x`. What Jekyll does not know stays."""
    known = max((name for name in values if word.startswith(name)), key=len, default="")
    return values[known] + word[len(known) :] if known else f":{word}"


def folders_above(path: str) -> list[str]:
    """Return the categories that a post has by the folders above `_posts`."""
    return [one for one in re.split(r"_(?:posts|drafts)/", path)[0].split("/") if one]


def order_of(document: dict[str, Any]) -> tuple[str, ...]:
    """Return what Jekyll sorts a document by (`Document#<=>`); one without a date is of today."""
    written = str(document["date"])
    words = words_of_day(day, written) if (day := day_of(written)) else {}
    return (day or "9", *(words.get(n, "") for n in ("hour", "minute", "second")), document["path"])
