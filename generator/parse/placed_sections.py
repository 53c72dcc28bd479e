"""The sections that a page's Markdown places, found without rendering it.

The search and `llms.txt` lead from a record of a site's own kind to the first page that shows it,
and a public record that only hidden sections show is an error. Both must be known before a page is
drawn. A block counts if `render/markdown/directives.py` treats it as a section. Code and HTML
comments hold none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from generator.model.caches import SourceCache
from generator.model.files import digest_of
from generator.model.sections import ANY_KINDS, Section
from generator.model.site import NO_KINDS
from generator.model.text import MarkdownCode
from generator.problems import Spot

_MARK = re.compile(
    rf"{MarkdownCode.MARK}|(?P<comment><!--)"
    r"|^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(?P<colons>:{3,})[ \t]*"
    r"\{[ \t]*(?P<name>[a-z][\w-]*)[ \t]*\}.*$",
    re.MULTILINE | re.IGNORECASE,
)
"""What hides what is in it, or where a section begins."""
_LINE = re.compile(r"[^\n]*\n?")
_OPTION = re.compile(r"[ \t>]*:([A-Za-z][\w-]*:(?:[ \t].*)?)$")


def placed_sections(file: str, body: str, cache: SourceCache) -> tuple[Section, ...]:
    """Return the sections in a page's text, without what they say in words.

    What is wrong with one is reported when it is drawn. They are cached by their options, since
    most edits are of other text.
    """
    placed = list(_placed(body)) if ":::" in body else []
    if not placed:
        return ()
    digest = digest_of("\n".join(f"{name}\n{options}" for name, options in placed).encode())
    name = f"sections {file}"
    known: tuple[Section, ...] | None = cache.get(name, digest, tuple[Section, ...])
    if known is None:
        known = tuple(_sections(placed))
        cache.put(name, digest, known)
    return known


def _sections(placed: list[tuple[str, str]]) -> Iterator[Section]:
    from generator.parse.yaml_reader import read_section

    for name, options in placed:
        section, _ = read_section(name, options, Spot(""))
        if section is not None:
            words = {"title": None, "text": None, "et_al": None, "spot": None}
            yield msgspec.structs.replace(section, **words)


def _placed(body: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each section, and its options as YAML."""
    code = MarkdownCode(body)
    position = 0
    while mark := _MARK.search(body, position):
        position = mark.end()
        if mark["fence"] or mark["ticks"]:
            position = code.end(mark)
        elif mark["comment"]:
            end_of_it = body.find("-->", position)
            position = end_of_it if end_of_it >= 0 else len(body)
        else:
            name = mark["name"].lower()
            if name in ANY_KINDS or name not in NO_KINDS:
                yield name, _options(body, position + 1)


def _options(body: str, start: int) -> str:
    """Return the option lines from a position on, as YAML."""
    lines = []
    for match in _LINE.finditer(body, start):
        line = match[0].removesuffix("\n")
        option = _OPTION.match(line)
        if option:
            lines.append(option[1])
        elif lines and line[:2].isspace() and line.strip(" \t>:"):
            lines.append("  " + line.strip())  # which continues the option above
        elif line.strip():
            break
    return "\n".join(lines)
