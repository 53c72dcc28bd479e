"""Writes what Masthead's Markdown has for the tags of others: figures, boxes, visible TODOs."""

import re
import shlex

_ARGUMENT = re.compile(
    r"""(?P<name>[\w-]+)\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s,]+))"""
    r"""|"(?P<text>[^"]*)"|'(?P<other>[^']*)'|(?P<word>[^\s,]+)""",
    re.DOTALL,
)
_WIDTH = re.compile(r"\d+(?:\.\d+)?(?:%|em|px)?")


def arguments(text: str) -> tuple[list[str], dict[str, str]]:
    """Return the arguments of a tag: those without a name, and those with one."""
    plain: list[str] = []
    named: dict[str, str] = {}
    for match in _ARGUMENT.finditer(text):
        if match["name"]:
            found = (match["double"], match["single"], match["bare"])
            named.setdefault(match["name"], next(one for one in found if one is not None))
        else:
            found = (match["text"], match["other"], match["word"])
            plain.append(next(one for one in found if one is not None))
    return plain, named


def words_of(text: str) -> list[str]:
    """Return the arguments of a tag that has none with names, quotes taken away."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def picture(source: str, alt: str = "", caption: str = "", width: str = "") -> str:
    """Return a picture, in a block of its own where it has a caption."""
    alt = " ".join(alt.split())
    has_width = bool(_WIDTH.fullmatch(width)) and not width.startswith("0")
    width = width.removesuffix("px")
    if not caption.strip():
        plain = alt.replace("[", "(").replace("]", ")")
        return f"![{plain}]({target(source)})" + (f"{{width={width}}}" if has_width else "")
    options = [f":alt: {alt}"] if alt else []
    options += [f":width: {width}"] if has_width else []
    return block("figure", target(source), caption.strip(), options)


def target(address: str) -> str:
    """Return an address as the target of a link."""
    bare = address.strip().removeprefix("<").removesuffix(">")
    if re.search(r"[\s()<>]", bare):
        bare = bare.replace("<", "%3C").replace(">", "%3E").replace("\n", " ")
        return re.sub(r"\s", "%20", bare).replace("(", "%28").replace(")", "%29")
    return bare


def block(name: str, behind: str, inside: str, options: list[str] | None = None) -> str:
    """Return a block with as many colons as what is inside of it needs."""
    deepest = max((len(found) for found in re.findall(r"^:{3,}", inside, re.MULTILINE)), default=2)
    colons = ":" * max(3, deepest + 1)
    lines = [f"{colons}{{{name}}} {behind}".rstrip(), *(options or []), inside.strip("\n"), colons]
    return "\n\n" + "\n".join(lines) + "\n\n"


def todo(tag: str, is_alone: bool) -> str:
    """Return the visible rest of a tag that has no counterpart, which `masthead check` finds."""
    code = " ".join(tag.split()).replace("`", "'")
    if is_alone:
        return block("note", "TODO import", f"`{code}`")
    return f"(TODO import: `{code}`)"


def is_alone(text: str, start: int, end: int) -> bool:
    """Whether a part of a text stands on lines of its own."""
    before = text[text.rfind("\n", 0, start) + 1 : start]
    after = text[end : text.find("\n", end) if "\n" in text[end:] else len(text)]
    return not before.strip() and not after.strip()
