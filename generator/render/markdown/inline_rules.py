"""Our own rules of inline Markdown: attributes, spans, footnotes and citations.

Attributes are `{#id .class key=value}`: after a link, an image or code, at the end of a heading,
above a block, and after words in square brackets, which become a span: `[GOAT]{lang=en}`. They may
give an element a name and a style, but no behaviour: event handlers and addresses are refused. (An
address belongs in the link itself, where it is checked and resolved.) In text from data files, only
the names in `_FROM_DATA` are allowed.

A footnote is `[^name]` with `[^name]: text` anywhere, or `^[text]` in place. The plugin of
mdit-py-plugins collects the definitions and moves them to the end. Our own rules read references:
they take linear time, report undefined names, and know their places.

A citation has Pandoc's form: `[@goat]`, `[@goat, p. 3; @grid]`, or `@goat` as part of the sentence,
perhaps followed by a place in brackets: `@goat [p. 3]`. A citation becomes a slot, since the site
knows the works and the style. An `@` after a letter, a digit or a part of an address
(`me@example.org`, `…/@name`) or in a link begins no citation, and `[@goat](…)` stays a link.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.helpers import parseLinkLabel
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from generator.render.markdown.context import RenderContext, content_of
from generator.render.markdown.typography import is_chinese_or_japanese

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


_REFERENCE = re.compile(r"\[\^([^\s\[\]]{1,200}+)\](?!\()")


def footnotes_plugin(md: MarkdownIt) -> None:
    """Add footnotes to `md`: the plugin's definitions, and our own rules for references."""
    footnote_plugin(md)
    md.inline.ruler.at("footnote_ref", _footnote)
    md.inline.ruler.at("footnote_inline", _footnote_in_place)


def _notes(env: Any) -> dict[str, Any]:
    notes: dict[str, Any] = env.setdefault("footnotes", {})
    notes.setdefault("refs", {})
    notes.setdefault("list", {})
    return notes


def _footnote(state: StateInline, silent: bool) -> bool:
    if not state.src.startswith("[^", state.pos):
        return False
    match = _REFERENCE.match(state.src, state.pos, state.posMax)
    if not match:
        return False
    name, notes = match[1], _notes(state.env)
    number = notes["refs"].get(":" + name)
    if number is None:
        if not silent:
            context: RenderContext = state.env["context"]
            place = context.place_here(state.pos)
            context.fault(place, "footnote-missing", name=name, severity="warning")
        return False
    if not silent:
        if number < 0:
            number = notes["refs"][":" + name] = len(notes["list"])
            notes["list"][number] = {"label": name, "count": 0}
        note = notes["list"][number]
        state.push("footnote_ref", "", 0).meta |= {"id": number, "subId": note["count"]}
        note["count"] += 1
    state.pos = match.end()
    return True


def _footnote_in_place(state: StateInline, silent: bool) -> bool:
    if not state.src.startswith("^[", state.pos):
        return False
    start = state.pos + 2
    end = parseLinkLabel(state, state.pos + 1)
    if end < 0:
        return False
    if not silent:
        notes = _notes(state.env)["list"]
        number, tokens = len(notes), list[Token]()
        content = state.src[start:end]
        notes[number] = {"content": content, "tokens": tokens}
        state.md.inline.parse(content, state.md, state.env, tokens)
        for token in tokens:  # they were relative to the start of the note
            if "at" in token.meta:
                block, offset = token.meta["at"]
                token.meta["at"] = block, offset + start
        state.push("footnote_ref", "", 0).meta |= {"id": number, "subId": 0}
    state.pos = end + 1
    return True


_WORK = r"""@([^\s\[\]{},;@"'<>`\\]{1,200}+)(?:,([^\[\];]{0,200}+))?"""
_GROUP = re.compile(rf"\[({_WORK}\s*+(?:;\s*+{_WORK}\s*+)*+)\](?![(\[])")
_CITED = re.compile(_WORK)
_IN_SENTENCE = re.compile(
    r"@([A-Za-z0-9_](?:[A-Za-z0-9_:./+-]{0,198}[A-Za-z0-9_])?)(?![A-Za-z0-9_@])"
    r"(?: \[(?!\^)(?=[^\[\]@;\n]{0,80}\d)([^\[\]@;\n]{1,100})\](?![(\[]))?"
)
"""Brackets with a digit after a citation give the place in the work: `@goat [p. 3]`."""
_BEFORE = re.compile(r"[\w./@:+~=&#%-]")
"""Text before an `@` that makes it part of an address or a handle."""


def citations_plugin(md: MarkdownIt) -> None:
    """Add citations to `md`, before links."""
    md.inline.ruler.before("link", "citation", _citation)


def _citation(state: StateInline, silent: bool) -> bool:
    if state.linkLevel:  # links cannot be nested
        return False
    start = state.pos
    if state.src[start] == "@":
        match = None if _is_attached(state.src, start) else _IN_SENTENCE.match(state.src, start)
        works = [match] if match else []
    else:
        match = _GROUP.match(state.src, start) if state.src.startswith("[@", start) else None
        if match and _is_reference(state, match[1]):
            return False
        works = list(_CITED.finditer(state.src, start, match.end())) if match else []
    if match is None:
        return False
    end = match.end()
    if match.re is _IN_SENTENCE and match[2] and _is_reference(state, match[2]):
        end = match.end(1)
    if end > state.posMax:
        return False
    if not silent:
        token = state.push("citation", "", 0)
        token.content = state.src[start:end]
        token.meta["works"] = [
            (work[1], (work[2] or "").strip() if work.end() <= end else "", work.start() - start)
            for work in works
        ]
    state.pos = end
    return True


def _is_reference(state: StateInline, label: str) -> bool:
    return normalizeReference(label) in state.env.get("references", {})


def _is_attached(text: str, at: int) -> bool:
    return at > 0 and bool(_BEFORE.match(text[at - 1])) and not is_chinese_or_japanese(text[at - 1])
