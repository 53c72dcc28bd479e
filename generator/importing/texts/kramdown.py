"""What kramdown reads and Masthead does not: attributes behind a block, and its own options.

Format: kramdown.gettalong.org/syntax, "Inline Attribute Lists".
"""

import re

from generator.importing.texts.context import TextContext

_ON_A_LINE = re.compile(r"^(?P<before>[ \t>]*)\{:(?P<inside>[^}\n]*)\}[ \t]*$", re.MULTILINE)
_INLINE = re.compile(r"(?<=[\])*_`\uf8f1])\{:(?P<inside>[^}\n]*)\}")
_BOXES = {"block-tip": "tip", "block-warning": "warning", "block-danger": "warning",
          "notice": "note", "notice--info": "note", "notice--primary": "note",
          "notice--warning": "warning", "notice--danger": "warning",
          "notice--success": "tip"}  # fmt: skip
_PART = re.compile(r"#[\w:.-]+|\.[\w-]+|[\w-]+=(?:\"[^\"]*\"|'[^']*'|[^\s\"']+)")
_SAFE = re.compile(r"(?:id|width|height|lang|title|alt|style|target|rel)=")


def converted(text: str, context: TextContext) -> str:
    """Return a text in which attributes stand where Masthead reads them: before a block."""
    text = re.sub(r"\{::(?:nomarkdown|comment|options)[^}]*/?\}|\{:/[^}]*\}", "", text)
    text = re.sub(r"^\s*[-*]\s+.*\n\{:\s*toc[^}]*\}[ \t]*$", "", text, flags=re.MULTILINE)
    blocks = re.split(r"(\n[ \t]*\n)", text)
    blocks = [_moved(block, context) if "{:" in block else block for block in blocks]
    return _INLINE.sub(lambda m: _braces(m["inside"], context), "".join(blocks))


def _moved(block: str, context: TextContext) -> str:
    """Return a block with the attributes that stood behind it in front, or as a box."""
    found = list(_ON_A_LINE.finditer(block))
    if not found:
        return block
    match = found[-1]
    rest = (block[: match.start()] + block[match.end() :]).strip("\n")
    names = [part[1:] for part in _PART.findall(match["inside"]) if part.startswith(".")]
    box = next((_BOXES[name] for name in names if name in _BOXES), "")
    if box and rest:
        lines = [re.sub(r"^>[ ]?", "", line) for line in rest.split("\n")]
        return f":::{{{box}}}\n" + "\n".join(lines) + "\n:::"
    braces = _braces(match["inside"], context)
    if not braces or not rest:
        return rest
    last = rest.rpartition("\n")[2]
    if re.match(r" {0,3}#{1,6} ", last) and "\n" not in rest:
        return f"{rest} {braces}"
    return f"{braces}\n{rest}"


def _braces(inside: str, context: TextContext) -> str:
    parts = _PART.findall(inside)
    kept = [part for part in parts if part[0] in "#." or _SAFE.match(part)]
    kept = [part for part in kept if part not in (".no_toc", ".no-toc")]
    gone = [part for part in parts if part not in kept and part[0] not in "#."]
    if gone:
        context.note("changed", "attribute", " ".join(gone))
    return "{" + " ".join(kept) + "}" if kept else ""
