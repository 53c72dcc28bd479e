"""A record's text as the formats of CVs have it: a summary, and highlights in a list below it."""

import re

_ITEM = re.compile(r"[-*+][ \t]+(?=\S)")


def summary_and_highlights(text: str) -> tuple[str, list[str]]:
    """Return what stands before the list at the end of a text, and the items of that list.

    Points below an item follow it after hyphens, as RenderCV writes them: `Courses - One - Two`.
    A text that does not end in a list is all summary.
    """
    before, _, last = text.strip().rpartition("\n\n")
    if not _ITEM.match(last):
        return text.strip(), []
    items: list[str] = []
    for line in last.split("\n"):
        bare = line.strip()
        if not line[:1].isspace() and _ITEM.match(line):
            items.append(_ITEM.sub("", line, count=1).strip())
        elif _ITEM.match(bare):
            items[-1] += f" - {_ITEM.sub('', bare, count=1)}"
        else:
            items[-1] += f" {bare}"
    return before.strip(), items
