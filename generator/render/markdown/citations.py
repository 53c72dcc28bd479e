"""Citations: `[@goat]`, `[@goat, p. 3; @grid]`, and `@goat` as a part of the sentence.

The form is Pandoc's. What is cited, and in which style, is the site's to say: a citation becomes a
slot. An `@` after a letter, a digit or a part of an address (`me@example.org`, `…/@name`) is none,
nor is one inside of a link, and `[@goat](…)` stays a link.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from generator.render.fragment import CitationSlot, Cited
from generator.render.markdown.context import Draft
from generator.render.markdown.han import is_han

_WORK = r"""@([^\s\[\]{},;@"'<>`\\]{1,200}+)(?:,([^\[\];]{0,200}+))?"""
_GROUP = re.compile(rf"\[({_WORK}\s*+(?:;\s*+{_WORK}\s*+)*+)\](?![(\[])")
_ONE = re.compile(_WORK)
_IN_SENTENCE = re.compile(
    r"@([A-Za-z0-9_](?:[A-Za-z0-9_:./+-]{0,198}[A-Za-z0-9_])?)(?![A-Za-z0-9_@])"
)
_BEFORE = re.compile(r"[\w./@:+~=&#%-]")
"""What an `@` belongs to that stands behind it: an address, a handle."""


def citations_plugin(md: MarkdownIt) -> None:
    """Teach `md` citations, which come before links."""
    md.inline.ruler.before("link", "citation", _citation)
    md.add_render_rule("citation", _render)


def _citation(state: StateInline, silent: bool) -> bool:
    if state.linkLevel:  # no link stands in another
        return False
    start = state.pos
    if state.src[start] == "@":
        match = None if _is_attached(state.src, start) else _IN_SENTENCE.match(state.src, start)
        works = [match] if match else []
    else:
        match = _GROUP.match(state.src, start) if state.src.startswith("[@", start) else None
        if match and normalizeReference(match[1]) in state.env.get("references", {}):
            return False
        works = list(_ONE.finditer(state.src, start, match.end())) if match else []
    if match is None or match.end() > state.posMax:
        return False
    if not silent:
        token = state.push("citation", "", 0)
        token.content = match[0]
        token.meta["works"] = [
            (work[1], (work[2] or "").strip() if work.re is _ONE else "", work.start() - start)
            for work in works
        ]
    state.pos = match.end()
    return True


def _is_attached(text: str, at: int) -> bool:
    return at > 0 and bool(_BEFORE.match(text[at - 1])) and not is_han(text[at - 1])


def _render(
    writer: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
) -> str:
    draft: Draft = env["draft"]
    token = tokens[idx]
    works = tuple(
        Cited(id, *draft.place(token, offset), locator)
        for id, locator, offset in token.meta["works"]
    )
    return draft.hole(CitationSlot(works, token.content, token.content[0] == "@"))
