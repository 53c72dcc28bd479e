"""Rows of pictures in the grid of Bootstrap, as al-folio has them -> pictures one below another."""

import re

from generator.importing.texts.context import TextContext

_ROW = re.compile(r"<div\s+class=[\"'](?:row|container|figure)\b[^\"']*[\"'][^>]*>", re.IGNORECASE)
_DIV = re.compile(r"<(/?)div\b[^>]*>", re.IGNORECASE)
_CAPTION = re.compile(
    r"<div\s+class=[\"']caption[^\"']*[\"'][^>]*>(?P<inside>.*?)</div>", re.DOTALL | re.IGNORECASE
)


def converted(text: str, context: TextContext) -> str:
    """Return a text in which rows of pictures are pictures, and captions are in italics."""
    at = 0
    while True:
        match = _ROW.search(text, at)
        if match is None:
            break
        end = _end(text, match.end())
        if end is None:
            at = match.end()
            continue
        inside = _DIV.sub("\n", text[match.end() : end[0]])
        lines = [line.strip() for line in inside.split("\n")]
        lines = [f"\n{line}\n" if line.startswith("![") else line for line in lines]
        became = "\n\n" + re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n\n"
        context.note("changed", "row", match[0], "one below another")
        text = text[: match.start()] + became + text[end[1] :]
        at = match.start()
    return _CAPTION.sub(_caption, text)


def _caption(match: re.Match[str]) -> str:
    words = " ".join(match["inside"].split())
    return f"\n\n*{words}*\n\n" if words and "*" not in words else f"\n\n{words}\n\n"


def _end(text: str, start: int) -> tuple[int, int] | None:
    depth = 1
    for match in _DIV.finditer(text, start):
        depth += -1 if match[1] else 1
        if depth == 0:
            return match.start(), match.end()
    return None
