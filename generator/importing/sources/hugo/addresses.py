"""Addresses of Hugo: patterns of permalinks, and the paths that are made of names and topics.

Format: gohugo.io, "Permalinks", and Hugo's `paths.Sanitize`.
"""

import re
import unicodedata

from generator.importing.fields import FieldReader, Fields, day_of
from generator.importing.sources.source import words_of_day


def pattern_of(permalinks: Fields, name: str, kind: str) -> str:
    """Return the pattern of the addresses of a section's pages, or of a topic's."""
    found = permalinks.inside(kind).get(name)
    return str(found or (permalinks.get(name) if kind != "section" else "") or "")


def filled(pattern: str, place: str, slug: str, fields: FieldReader, config: Fields) -> str:
    """Return a pattern with its words filled, for the page at a place."""
    day = day_of(fields.fields.said("date"))
    *sections, name = place.split("/")
    title = urlized(str(fields.fields.get("title") or name).replace("/", "-"), config)
    values = {
        **words_of_day(day or "0001"), "section": "".join(sections[:1]),
        "sections": "/".join(sections),  # also of those with a slice, `:sections[1:]`
        "title": title, "slug": slug or title, "slugorfilename": slug or name,
        "slugorcontentbasename": slug or name, "filename": name, "contentbasename": name,
    }  # fmt: skip
    values["yearday"] = values["y_day"].lstrip("0")
    return re.sub(r":([a-z]+)(?:\[[\w:]*\])?", lambda m: values.get(m[1], m[0]), pattern)


def urlized(place: str, config: Fields) -> str:
    """Return a path as it appears in addresses (Hugo, `paths.Sanitize`)."""
    if config.is_on("removepathaccents"):
        parts = unicodedata.normalize("NFD", place)
        place = "".join(ch for ch in parts if unicodedata.category(ch) != "Mn")
    kept = "".join(
        ch if unicodedata.category(ch)[0] in "LMN" or ch in "./_#+~-@% " else "" for ch in place
    )
    found = re.sub(" +", "-", re.sub(r" +(?=-)|(?<=-) +", "", kept.strip()))
    return found if config.is_on("disablepathtolower") else found.lower()


def topic_pattern(permalinks: Fields, name: str) -> str:
    """Return the pattern of the addresses of tags or categories."""
    pattern = pattern_of(permalinks, name, "term")
    said = re.sub(r":(?:title|contentbasename|filename)", ":slug", pattern)
    is_sayable = said.endswith("/:slug/") and said.count(":") == 1
    return said if is_sayable else f"/{name}/:slug/"
