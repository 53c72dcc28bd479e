"""A page's Markdown for machines: its sections as lists, its links from the site's root."""

from __future__ import annotations

import re
from collections.abc import Callable

from generator.render.fragment import BibliographySlot, Fragment, LinkSlot, SectionSlot

_LINK = r"(\]\([ \t]*<?|^[ \t>]*\[[^\]\n]+\]:[ \t]*<?){}(?=[\s>)]|$)"


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
    for target, slot in links.items():
        address = link(slot)
        if address != target and target in text:
            pattern = re.compile(_LINK.format(re.escape(target)), re.MULTILINE)
            text = pattern.sub(lambda match, to=address: match[1] + to, text)  # type: ignore[misc]
    return text.strip("\n")
