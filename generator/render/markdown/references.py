"""References inside a text: footnotes and citations.

A footnote is `[^name]` with `[^name]: text` anywhere, or `^[text]` in place.

The plugin of mdit-py-plugins collects the definitions and moves them to the end. Our own rules read
references: they take linear time, report undefined names, and know their places.

A citation has Pandoc's form: `[@goat]`, `[@goat, p. 3; @grid]`, or `@goat` as part of the sentence,
perhaps followed by a place in brackets: `@goat [p. 3]`. A citation becomes a slot, since the site
knows the works and the style. An `@` after a letter, a digit or a part of an address
(`me@example.org`, `…/@name`) or in a link begins no citation, and `[@goat](…)` stays a link.
"""

from __future__ import annotations

import re
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.helpers import parseLinkLabel
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from generator.render.markdown.context import RenderContext
from generator.render.markdown.typography import is_chinese_or_japanese

_REFERENCE = re.compile(r"\[\^([^\s\[\]]{1,200}+)\](?!\()")


def footnotes_plugin(md: MarkdownIt) -> None:
    """Add footnotes to `md`: the plugin's definitions, and our own rules for references."""
    footnote_plugin(md)
    md.inline.ruler.at("footnote_ref", _reference)
    md.inline.ruler.at("footnote_inline", _in_place)


def _notes(env: Any) -> dict[str, Any]:
    notes: dict[str, Any] = env.setdefault("footnotes", {})
    notes.setdefault("refs", {})
    notes.setdefault("list", {})
    return notes


def _reference(state: StateInline, silent: bool) -> bool:
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


def _in_place(state: StateInline, silent: bool) -> bool:
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
_ONE = re.compile(_WORK)
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
        works = list(_ONE.finditer(state.src, start, match.end())) if match else []
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
