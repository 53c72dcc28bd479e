"""A page's Markdown for machines: its sections as lists, its links from the site's root."""

from __future__ import annotations

import re
from collections.abc import Callable

from generator.model.text import MarkdownCode
from generator.render.fragment import BibliographySlot, Fragment, LinkSlot, SectionSlot

_LINK = r"(\]\([ \t]*<?|^[ \t>]*\[[^\]\n]+\]:[ \t]*<?)({})(?=[\s>)]|$)"


def restated(
    text: str,
    fragment: Fragment,
    *,
    link: Callable[[LinkSlot], str],
    section: Callable[[SectionSlot], str],
    bibliography: Callable[[BibliographySlot], str],
) -> str:
    """Return the Markdown of `fragment` with what the site knows in the places of its slots.

    `link` returns an address, the others return Markdown. Everything else stays as the author wrote
    it.
    """
    lines = text.split("\n")
    blocks = [part for part in fragment.parts if isinstance(part, SectionSlot | BibliographySlot)]
    for place in sorted(blocks, key=lambda part: -part.line):
        made = section(place) if isinstance(place, SectionSlot) else bibliography(place)
        lines[place.line : place.last + 1] = made.strip("\n").split("\n")
    text = "\n".join(lines)
    links = {part.target: part for part in fragment.parts if isinstance(part, LinkSlot)}
    addresses = {target: link(slot) for target, slot in links.items()}
    moved = {target: address for target, address in addresses.items() if address != target}
    if moved:
        pattern = re.compile(_LINK.format("|".join(map(re.escape, moved))), re.MULTILINE)
        text = pattern.sub(lambda match: match[1] + moved[match[2]], text)
    return without_comments(text).strip("\n")


_MARK = re.compile(rf"{MarkdownCode.MARK}|(?P<line>^ {{0,3}})?<!--", re.MULTILINE)
"""Where code in a fence, code in a line or a comment begins (CommonMark, 4.5, 6.1, 4.6)."""


def without_comments(text: str) -> str:
    """Return Markdown without HTML comments, which readers of the page do not see either.

    In code they are text. One that begins a line and is not closed goes to the end of all.
    """
    if "<!--" not in text:
        return text
    code = MarkdownCode(text)
    kept: list[str] = []
    done = position = 0
    while begin := _MARK.search(text, position):
        if begin["fence"] or begin["ticks"]:
            position = code.end(begin)
        else:
            end_of_it = text.find("-->", begin.end())
            if end_of_it < 0 and begin["line"] is None:
                break  # a text like others
            kept.append(text[done : begin.start()])
            done = position = end_of_it + 3 if end_of_it >= 0 else len(text)
    return "".join((*kept, text[done:]))
