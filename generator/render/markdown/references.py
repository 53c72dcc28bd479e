"""Footnotes: `[^name]` with `[^name]: text` anywhere, or `^[text]` in place.

The plugin of mdit-py-plugins collects the definitions and moves them to the end. References are
read by rules of ours, which take linear time, notice a name that nothing defines, and know where
they stand in the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.helpers import parseLinkLabel
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from mdit_py_plugins.footnote import footnote_plugin

from generator.render.fragment import quoted
from generator.render.markdown.context import Draft
from generator.render.markdown.words import word

_REFERENCE = re.compile(r"\[\^([^\s\[\]]{1,200}+)\](?!\()")


def footnotes_plugin(md: MarkdownIt) -> None:
    """The plugin's blocks with our references and our markup."""
    footnote_plugin(md)
    md.inline.ruler.at("footnote_ref", _reference)
    md.inline.ruler.at("footnote_inline", _in_place)
    md.add_render_rule("footnote_ref", _render_reference)
    md.add_render_rule("footnote_block_open", _render_notes)
    md.add_render_rule("footnote_block_close", lambda *_: "</ol>\n</section>\n")
    md.add_render_rule("footnote_open", _render_note)
    md.add_render_rule("footnote_close", lambda *_: "</li>\n")
    md.add_render_rule("footnote_anchor", _render_backlink)


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
            draft: Draft = state.env["draft"]
            place = draft.place(Token("", "", 0, meta={"at": (draft.block, state.pos)}))
            hint = f"add a line [^{name}]: with its text"
            draft.fault(place, f'the footnote "{name}" is not defined', hint, "warning")
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
        for token in tokens:  # they were counted from the start of the note
            if "at" in token.meta:
                block, offset = token.meta["at"]
                token.meta["at"] = block, offset + start
        state.push("footnote_ref", "", 0).meta |= {"id": number, "subId": 0}
    state.pos = end + 1
    return True


# ---------------------------------------------------------------------- markup

Tokens = Sequence[Token]


def _render_reference(
    writer: RendererHTML, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType
) -> str:
    draft: Draft = env["draft"]
    prefix = draft.options.prefix
    number, name = _number_and_name(draft, tokens[idx])
    draft.take(name, draft.place(tokens[idx]))
    env.setdefault("written", set()).add(name)
    label = word("footnote", draft.options).replace("{n}", str(number))
    return (
        f'<sup class="footnote-ref"><a href="#{quoted(prefix)}fn-{number}" id="{quoted(name)}"'
        f' role="doc-noteref" aria-label="{quoted(label)}">{number}</a></sup>'
    )


def _render_notes(
    writer: RendererHTML, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType
) -> str:
    label = quoted(word("footnotes", env["draft"].options))
    return f'<section class="footnotes" role="doc-endnotes" aria-label="{label}">\n<ol>\n'


def _render_note(
    writer: RendererHTML, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType
) -> str:
    draft: Draft = env["draft"]
    name = f"{draft.options.prefix}fn-{tokens[idx].meta['id'] + 1}"
    draft.take(name, (0, 0))
    return f'<li id="{quoted(name)}">'


def _render_backlink(
    writer: RendererHTML, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType
) -> str:
    """The way back to one of the places that refer to the note."""
    draft: Draft = env["draft"]
    number, name = _number_and_name(draft, tokens[idx])
    if name not in env.get("written", ()):  # the reference was in the alt text of a picture
        return ""
    which = f"{number}-{tokens[idx].meta['subId'] + 1}" if tokens[idx].meta["subId"] else number
    label = quoted(word("backlink", draft.options).replace("{n}", str(which)))
    return (
        f' <a class="footnote-back" href="#{quoted(name)}" role="doc-backlink"'
        f' aria-label="{label}">\u21a9\ufe0e</a>'
    )


def _number_and_name(draft: Draft, token: Token) -> tuple[int, str]:
    """The number that a reference shows and the id that it has."""
    number, again = token.meta["id"] + 1, token.meta["subId"]
    return number, f"{draft.options.prefix}fnref-{number}" + (f"-{again + 1}" if again else "")
