"""The scripts and styles that the templates of a theme hold letter by letter: its pages may too."""

import re
from bisect import bisect
from collections.abc import Callable, Iterable
from typing import NamedTuple

from generator.html import raw_text, start_tags
from generator.model.theme import Theme
from generator.problems import Place
from generator.render.policy.sources import VALUE, Source, is_inline, sources_in
from generator.render.theme import BELOW, TemplateDigests, template_file

Tokens = Callable[[str], Iterable[tuple[int, str, str]]]
"""Takes a template's source; returns Jinja's tokens: line, kind, text."""
Mixed = dict[str, Place]
"""`script` or `style` -> the place of one in a template that has values in it."""


class Written(NamedTuple):
    """What templates hold letter by letter."""

    sources: frozenset[Source]
    """Scripts and styles by their hashes; no host, since a theme decides on none."""
    mixed: Mixed


_NOTHING = Written(frozenset(), {})
_HOLDING = re.compile(r"<(?:script|style)[\s>]|[\s\"']style\s*=", re.IGNORECASE)


class TemplateTexts:
    """Reads what the templates of a theme hold letter by letter, each once."""

    def __init__(self, theme: Theme, digests: TemplateDigests, tokens: Tokens) -> None:
        self._theme = theme
        self._digests = digests
        self._tokens = tokens
        self._files: dict[str, Written] = {}
        self._drawn: dict[frozenset[str], Written] = {}

    def written_in(self, drawn: Iterable[str]) -> Written:
        """Return what is written in some templates, all that they name, and icons."""
        key = frozenset(drawn)
        if key not in self._drawn:
            names = frozenset().union(*map(self._digests.reachable, key))
            all_of_them = [self._file(name) for name in sorted(names)]
            self._drawn[key] = Written(
                frozenset().union(*(one.sources for one in all_of_them)),
                {kind: place for one in all_of_them for kind, place in one.mixed.items()},
            )
        return self._drawn[key]

    def _file(self, name: str) -> Written:
        if name not in self._files:
            self._files[name] = self._looked_at(name)
        return self._files[name]

    def _looked_at(self, name: str) -> Written:
        file = template_file(self._theme, name)
        text = file.data.decode("utf-8") if file else ""
        if file is None or not _HOLDING.search(text):
            return _NOTHING
        starts, lines = [0], [1]
        if not name.lstrip(BELOW).startswith("icons/"):
            text, starts, lines = _with_values(self._tokens(text))
        sources = (source for source in sources_in(text) if source[1].startswith("'"))
        mixed: Mixed = {}
        for tag in start_tags(text, ("script", "style")):
            if is_inline(tag.name, tag.attributes) and VALUE in raw_text(text, tag):
                at = bisect(starts, tag.end) - 1
                line = lines[at] + text.count("\n", starts[at], tag.end)
                mixed.setdefault(tag.name, Place(file.path, line))
        return Written(frozenset(sources), mixed)


def _with_values(tokens: Iterable[tuple[int, str, str]]) -> tuple[str, list[int], list[int]]:
    """Return a template's own text, the offsets in it at which its pieces begin, and the lines on
    which they begin in the source."""
    text, starts, lines = "", [0], [1]
    for line, kind, value in tokens:
        if kind == "data":
            starts.append(len(text))
            lines.append(line)
            text += value
        elif kind in ("variable_begin", "block_begin"):
            text += f" {VALUE} "  # the blanks keep it out of the names of tags
    return text, starts, lines
