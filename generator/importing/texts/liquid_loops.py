"""Blocks of Liquid that loop over records -> sections: a listing is replaced whole, never half."""

import re

from generator.importing.texts.context import TextContext

_TAG = re.compile(r"\{%-?\s*(?P<name>[\w-]+)(?P<args>(?:[^%]|%(?!\}))*?)-?%\}")
_LOOPS = ("for", "if", "unless", "case", "tablerow", "capture")
_COLLECTIONS = {
    "projects": "projects", "portfolio": "projects", "publications": "publications",
    "papers": "publications", "talks": "talks", "teaching": "teaching", "teachings": "teaching",
    "courses": "teaching", "news": "news", "announcements": "news", "expressions": "projects",
    "articles": "publications",
}  # fmt: skip
_ASKS = re.compile(r"\b(?:site|paginator)\.[\w.]+|\bpaginator\b|\bgroup_by|\bwhere\b")
_MEMBER = re.compile(r"\bsite\.(?:collections\.)?(\w+)")


def without_loops(text: str, context: TextContext) -> str:
    """Put a section where a block of Liquid looks through records; it is replaced as a whole."""
    out: list[str] = []
    at = 0
    shown: set[str] = set()
    for start, end in _blocks(text):
        inside = text[start:end]
        if start < at or not (_ASKS.search(inside) or "bibliography" in inside):
            continue
        kinds = _kinds_in(inside)
        out.append(text[at:start])
        for kind in kinds:
            if kind not in shown:
                out.append(section(kind))
                shown.add(kind)
        if not kinds and re.search(r"\bfor\b", inside):
            context.note("lost", "listing", inside.split("\n", 1)[0])
        elif not kinds:
            context.note("left", "theme-logic", inside.split("\n", 1)[0])
        at = end
    out.append(text[at:])
    return "".join(out)


def _blocks(text: str) -> list[tuple[int, int]]:
    """Return where blocks of Liquid begin and end that lie in no other."""
    found: list[tuple[int, int]] = []
    open_: list[str] = []
    start = 0
    for match in _TAG.finditer(text):
        name = match["name"]
        if name in _LOOPS:
            start = start if open_ else match.start()
            open_.append(name)
        elif name.startswith("end") and open_ and name[3:] == open_[-1]:
            open_.pop()
            if not open_:
                found.append((start, match.end()))
    return found


def _kinds_in(block: str) -> list[str]:
    names = _MEMBER.findall(block)
    found = [_COLLECTIONS[name] for name in names if name in _COLLECTIONS]
    found += ["publications"] if re.search(r"\{%-?\s*bibliography", block) else []
    found += (
        ["posts"] if re.search(r"site\.posts|paginator|site\.tags|site\.categories", block) else []
    )
    return list(dict.fromkeys(found))


def section(kind: str, options: str = "") -> str:
    """Return the directive that lists records of a kind; of posts, a link to their list."""
    if kind == "posts":
        return "\n\n[Posts](/posts/)\n\n"
    return f"\n\n:::{{{kind}}}\n{options}:::\n\n"
