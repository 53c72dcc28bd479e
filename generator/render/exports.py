"""What machines read and no template draws: BibTeX, CSL-JSON, JSON Resume, and JSON-LD in a page.

Format of the last: W3C, "JSON-LD 1.1", section 7.1.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from generator.model.files import Output, Rendered
from generator.model.text import Phrase
from generator.model.tracking import ReadTracker
from generator.render.cached_markdown import CachedMarkdown


def exported(output: Output, reads: ReadTracker, markdown: CachedMarkdown) -> Rendered:
    """Return an output's bytes: UTF-8, JSON in lines, with nothing in it that is empty."""
    if output.layout == "calendar.ics":
        return Rendered(_calendar(output, reads, markdown).encode(), [], [])
    value = _value(output, reads)
    if isinstance(value, str):
        return Rendered(_guarded(value, output, reads).encode(), [], [])
    encoded = msgspec.json.encode(_said(value, markdown)).decode("utf-8")
    encoded = _guarded(encoded, output, reads)
    return Rendered(msgspec.json.format(encoded.encode(), indent=2) + b"\n", [], [])


def _calendar(output: Output, reads: ReadTracker, markdown: CachedMarkdown) -> str:
    from generator.render.calendar import calendar_file

    kind, _, id = output.subject.partition("/")
    calendar = reads.get("calendar", output.lang, kind, id)
    base = reads.get("info", output.lang).url.rstrip("/")
    text = calendar_file(
        calendar,
        lambda phrase: markdown.plain(phrase.text, html=False),
        lambda url: base + url if base and url.startswith("/") else url,
    )
    return _guarded(text, output, reads)


def _guarded(text: str, output: Output, reads: ReadTracker) -> str:
    """Return a text without the person's own e-mail address; entries of BibTeX begin with an @."""
    if not _ADDRESS.search(text) or not reads.get("guards_email", output.lang):
        return text
    from generator.render.guarding import without_own

    return without_own(text, reads.get("person", output.lang).email)


_ADDRESS = re.compile(r"[@%&](?:(?<=[^\s@]@)|(?<=%)40|(?<=&)(?:#|commat))")
r"""Begins with characters that are rare: five times faster than `[^\s@]@|%40|&#|&commat`."""


def _value(output: Output, reads: ReadTracker) -> Any:
    """Return what an output says.

    A list of papers reads each paper by itself: which of them has changed is known without
    writing all of them.
    """
    lang = output.lang
    if output.layout == "resume.json":
        return reads.get("resume", lang)
    if output.layout == "paper.bib":
        return reads.get("paper_bibtex", lang, output.subject)
    ids = reads.get("publication_ids", lang)
    if output.layout == "publications.bib":
        return "\n".join(reads.get("paper_bibtex", lang, id) for id in ids)
    return [reads.get("paper_csl", lang, id) for id in ids]


def _said(value: Any, markdown: CachedMarkdown) -> Any:
    """Return a tree of texts with their plain words, and without what is empty."""
    kind = type(value)
    if kind is str:
        return value
    if kind is Phrase:
        return markdown.plain(value.text, html=False)
    if kind is dict:
        return {
            key: said for key, item in value.items() if item and (said := _said(item, markdown))
        }
    if kind is list:
        return [said for item in value if item and (said := _said(item, markdown))]
    return value


_CONTEXT = "https://schema.org"
_ESCAPES = str.maketrans({ch: f"\\u{ord(ch):04x}" for ch in "<>&\u2028\u2029"})
"""Within JSON these stand only in strings, where they may be written as numbers. `</script>` and
`<!--` are then no end and no beginning of anything."""


def json_ld(nodes: list[dict[str, Any]], plain: Callable[[Phrase], str]) -> str:
    """Return nodes of schema.org as one JSON text, safe in a `<script>`.

    `plain` gives the words of Markdown.
    """
    bare = [_plain(node, plain) for node in nodes]
    whole = {"@context": _CONTEXT, **(bare[0] if len(bare) == 1 else {"@graph": bare})}
    return msgspec.json.encode(whole).decode("utf-8").translate(_ESCAPES)


def _plain(value: Any, plain: Callable[[Phrase], str]) -> Any:
    if isinstance(value, Phrase):
        return " ".join(plain(value).split())
    if isinstance(value, dict):
        return {name: _plain(inner, plain) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner, plain) for inner in value]
    return value
