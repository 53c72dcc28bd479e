"""`{#id .class key=value}`: after a link, an image or code, at the end of a heading, above a block,
and after words in square brackets, which become a span: `[GOAT]{lang=en}`.

Attributes may give an element a name and a style, but no behaviour: event handlers and addresses
are refused. (An address belongs in the link itself, where it is checked and resolved.) In text from
data files, only the names in `_FROM_DATA` are allowed.
"""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from generator.render.markdown.context import RenderContext, content_of

_ONE = re.compile(
    r"""[ \t\n]*+(?:
        \#(?P<id>[^\s{}"'<>=]++)
      | \.(?P<class>[^\s{}.\#"'<>=]++)
      | (?P<key>[A-Za-z_:][\w:.-]*+)=(?:"(?P<quoted>[^"{}]*+)"|(?P<bare>[^\s{}"'<>=]++))
    )(?=[\s}.\#])""",
    re.VERBOSE,
)
_CLOSE = re.compile(r"[ \t\n]*+\}")
_AFTER = frozenset({"image", "code_inline", "link_close"})
_ADDRESSES = frozenset({"href", "src", "srcset", "action", "formaction", "data", "poster"})
_ADDRESSES |= {"background", "cite", "ping", "xlink:href", "srcdoc"}
_FROM_DATA = frozenset({"id", "class", "alt", "lang", "dir", "title", "width", "height"})
_LENGTH = re.compile(r"[0-9]+(?:\.[0-9]+)?(?:%|px|em|rem|ch|vw|vh|cm|mm|in|pt)")

Attributes = dict[str, str]


def read(text: str, start: int = 0) -> tuple[int, Attributes] | None:
    """Return the attributes in `{…}` at `start` and the position after it, or None if it is just
    text."""
    if not text.startswith("{", start):
        return None
    found: Attributes = {}
    position = start + 1
    while match := _ONE.match(text, position):
        position = match.end()
        if match["id"]:
            found["id"] = match["id"]
        else:
            key = "class" if match["class"] else match["key"]
            value = match["class"] or match["bare"] or match["quoted"] or ""
            found[key] = f"{found[key]} {value}" if key == "class" and key in found else value
    close = _CLOSE.match(text, position)
    return (close.end(), found) if close and found else None


def attach(
    context: RenderContext, token: Token, attributes: Attributes, place: tuple[int, int]
) -> None:
    """Put `attributes` on `token`, and report those that are not allowed."""
    for name, value in attributes.items():
        key = name.lower()
        if key.startswith("on") or key in _ADDRESSES:
            context.fault(place, "attribute-forbidden", name=name)
        elif not context.options.html and key not in _FROM_DATA:
            context.fault(
                place, "attribute-not-here", name=name, from_data=tuple(sorted(_FROM_DATA))
            )
        elif key in ("width", "height"):
            _size(context, token, key, value, place)
        elif key == "class":
            token.attrJoin("class", value)
        else:
            token.attrSet(key, value)
            if key == "id":
                context.register_id(value, place)
            elif key == "alt":
                token.meta["decorative"] = not value


def _size(
    context: RenderContext, token: Token, key: str, value: str, place: tuple[int, int]
) -> None:
    """Put a length into the style; HTML has attributes only for a picture's size in pixels."""
    pixels = value.removesuffix("px") if token.tag == "img" else value
    if pixels.isdecimal():
        token.attrSet(key, pixels)
    elif _LENGTH.fullmatch(value):
        style = str(token.attrGet("style") or "")
        token.attrSet("style", f"{style}{';' if style else ''}{key}:{value}")
    else:
        context.fault(place, "attribute-size", value=value, key=key)


def attributes_plugin(md: MarkdownIt) -> None:
    """Add the rules for attributes to `md`: for spans, after inline elements, above blocks, and at
    the end of headings."""
    md.inline.ruler.before("link", "span", _span)
    md.inline.ruler.push("attributes", _after_inline)
    md.block.ruler.before("fence", "attributes", _above_block)
    md.core.ruler.after("block", "attributes", _resolve)


def _after_inline(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "{" or state.pending or not state.tokens:
        return False
    if state.tokens[-1].type not in _AFTER:
        return False
    found = read(state.src, state.pos)
    if found is None or found[0] > state.posMax:
        return False
    if not silent:
        context: RenderContext = state.env["context"]
        token = _opening(state.tokens)
        attach(context, token, found[1], context.place_here(state.pos))
    state.pos = found[0]
    return True


def _span(state: StateInline, silent: bool) -> bool:
    """Read words in brackets with attributes after them, as in Pandoc."""
    if state.src[state.pos] != "[" or not _may_have_spans(state.src):
        return False
    start, end = state.pos, state.md.helpers.parseLinkLabel(state, state.pos)
    found = read(state.src, end + 1) if end > start + 1 else None
    if found is None or found[0] > state.posMax:
        return False
    if not silent:
        context: RenderContext = state.env["context"]
        token = state.push("span_open", "span", 1)
        attach(context, token, found[1], context.place_here(end + 1))
        before, state.pos, state.posMax = state.posMax, start + 1, end
        state.md.inline.tokenize(state)
        state.push("span_close", "span", -1)
        state.posMax = before
    state.pos = found[0]
    return True


@lru_cache(maxsize=4)
def _may_have_spans(text: str) -> bool:
    """Whether a paragraph may have a span. This is asked at each bracket, so it is cached."""
    return "]{" in text


def _opening(tokens: list[Token]) -> Token:
    """Return the token that takes the attributes: for a closing link, the opening one."""
    last = tokens[-1]
    if last.type != "link_close":
        return last
    return next(t for t in reversed(tokens) if t.type == "link_open" and t.level == last.level)


def _above_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    line = content_of(state, start_line)
    if not line.startswith("{") or state.is_code_block(start_line):
        return False
    found = read(line)
    if found is None or found[0] != len(line):
        return False
    if not silent:
        token = state.push("attributes", "", 0)
        token.map = [start_line, start_line + 1]
        token.content = line
        token.meta["attributes"] = found[1]
        state.line = start_line + 1
    return True


def _resolve(state: StateCore) -> None:
    """Attach attributes to the block below them, or to the heading that they end."""
    if "{" not in state.src:
        return
    context: RenderContext = state.env["context"]
    kept: list[Token] = []
    waiting: list[Token] = []
    for token in (*state.tokens, Token("end of the text", "", -1)):
        if token.type == "attributes":
            waiting.append(token)
            continue
        for above in waiting:
            place = context.place(above)
            if token.nesting < 0:
                context.fault(place, "attributes-without-block", severity="warning")
            else:
                attach(context, token, above.meta["attributes"], place)
        waiting.clear()
        if token.type == "inline" and kept and kept[-1].type == "heading_open":
            _heading(context, kept[-1], token)
        kept.append(token)
    state.tokens = kept[:-1]


def _heading(context: RenderContext, heading: Token, inline: Token) -> None:
    content = inline.content
    start = content.rfind("{") if content.endswith("}") else -1
    if content[:start].endswith((")", "]", "`")):  # these belong to a link, an image or code
        return
    found = read(content, start) if start >= 0 else None
    if found:
        attach(context, heading, found[1], context.place(inline, start))
        inline.content = content[:start].rstrip()
