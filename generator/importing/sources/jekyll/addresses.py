"""Addresses of Jekyll: styles of permalinks, words of patterns (`url_drop.rb`), order by day."""

import posixpath
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from generator.importing.fields import FieldReader, Fields, day_of
from generator.importing.plan import address
from generator.importing.sources.source import topics, words_of_day

DATED = re.compile(r"(\d{4}-\d{1,2}-\d{1,2})-(.+)")
"""The name of a document that begins with its day."""
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
    """Return the address that a pattern gives with values in the places of its words, as readers
    ask for it: `/x` is the file `x.html`, and `/x.md` a page of HTML at `x.md.html` (Jekyll's
    `Document#destination`)."""
    found = address(re.sub(r":([a-z_]+)", lambda m: _longest(m[1], values), scheme).strip())
    last = found.rpartition("/")[2]
    is_file = re.search(r"\.(?!md$|markdown$)\w{1,5}$", last)
    return f"{found}.html" if last and not is_file else found


def _longest(word: str, values: Mapping[str, str]) -> str:
    """Return the value of the longest name that a word begins with: `:title_x` is the title and
    `_x`. What Jekyll does not know stays."""
    known = max((name for name in values if word.startswith(name)), key=len, default="")
    return values[known] + word[len(known) :] if known else f":{word}"


def post_address(usual: str, name: str, day: str, fields: FieldReader) -> str:
    """Return the address of a post by its own pattern, or by the usual one of the site."""
    scheme = fields.text("permalink")
    scheme = STYLES.get(scheme, scheme) or usual
    above = re.split(r"_(?:posts|drafts)/", fields.file)[0].split("/")  # they are categories, too
    categories = [*filter(None, above), *topics(fields, "categories", "category")]
    values = {
        **words_of_day(day, fields.fields.said("date")),
        **words_of_name(fields.text("slug") or name),
        "categories": "/".join(dict.fromkeys(one.lower() for one in categories)),
        "slugified_categories": "/".join(dict.fromkeys(map(slug, categories))),
    }
    return filled(scheme, values)


def page_address(usual: str, path: str, own: str) -> str:
    """Return the address of a page that is in the source at a path."""
    place = path.rpartition(".")[0]
    if own:
        folder, _, base = place.rpartition("/")
        values = {"path": folder, "basename": base, "output_ext": ".html"}
        return filled(own, values)
    if place == "index" or place.endswith("/index"):
        return address(place.removesuffix("index"))
    return address(f"{place}/" if usual.endswith("/") else f"{place}.html")


def entry_address(
    usual: str, collection: str, settings: Fields, path: str, own: str, day: str = ""
) -> str:
    """Return the address of a document of a collection."""
    scheme = own or settings.said("permalink")
    ending = "/" if usual.endswith("/") else ".html"
    scheme = STYLES.get(scheme, scheme) or f"/:collection/:path{ending}"
    below = posixpath.splitext(path.partition("/")[2])[0]
    base = posixpath.basename(below)
    dated = DATED.fullmatch(base)
    values = {
        **words_of_day(day or (day_of(dated[1]) if dated else "") or "1970"),
        **words_of_name(dated[2] if dated else base),
        "collection": collection, "path": below, "name": slug(base),
    }  # fmt: skip
    return filled(scheme, values)


def order_of(document: dict[str, Any]) -> tuple[str, ...]:
    """Return what Jekyll sorts a document by (`Document#<=>`); one without a date is of today."""
    written = str(document["date"])
    words = words_of_day(day, written) if (day := day_of(written)) else {}
    return (day or "9", *(words.get(n, "") for n in ("hour", "minute", "second")), document["path"])
