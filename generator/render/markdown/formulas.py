"""`$a^2$` in a line and `$$ … $$` on lines of its own.

A dollar opens a formula if no blank follows it, and the next dollar must close it: no blank
before, no digit behind. `$5 and $6` is thus two prices. A page with numbered equations has all
its formulas converted together, so that the numbers run through and references find them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from generator.render.fragment import quoted
from generator.render.markdown.context import RenderContext, word
from generator.render.markdown.mathml import NUMBERED, MathFault, number_equations

_TEXT = r"\\(?:text|mbox|hbox)[a-z]*\{[^{}$]*(?:\$[^{}$]+\$[^{}$]*)+\}"
r"""Words in a formula with formulas in them: `\text{if $x > 0$}`."""
_INLINE = re.compile(rf"\$(?![\s$])((?:[^\\$]|{_TEXT}|\\.)*+)\$(?![0-9])", re.DOTALL)
_DISPLAY = re.compile(rf"\$\$(?!\$)((?:[^\\$]|{_TEXT}|\\.)++)\$\$", re.DOTALL)
_REFERENCE = re.compile(r'<a href="#[^"]*">([^<]*)</a>')
_ONLY_REFERENCE = re.compile(r"\\eqref\{[^{}]*\}")
_ID = re.compile(r' id="([^"]*)"')


def formulas_plugin(md: MarkdownIt) -> None:
    """Teach `md` both kinds of formula."""
    interrupts: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    md.inline.ruler.before("escape", "math_inline", _in_line)
    md.block.ruler.before("fence", "math_block", _block, interrupts)
    md.core.ruler.push("equations", _number)
    md.add_render_rule("math_inline", _render_in_line)
    md.add_render_rule("math_block", _render_block)


def _in_line(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "$":
        return False
    match = _DISPLAY.match(state.src, state.pos, state.posMax)
    if not match:
        match = _INLINE.match(state.src, state.pos, state.posMax)
        if not match or match[1][-1:].isspace():
            return False
    if not silent:
        token = state.push("math_inline", "math", 0)
        token.markup = "$$" if match[0].startswith("$$") else "$"
        token.content = match[1].strip()
        token.meta["start"] = len(token.markup) + len(match[1]) - len(match[1].lstrip())
    state.pos = match.end()
    return True


def _block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    start = state.bMarks[start_line] + state.tShift[start_line]
    if not state.src.startswith("$$", start) or state.is_code_block(start_line):
        return False
    last = _closing(state, start_line, end_line)
    if last is None:
        if not silent and state.src[start : state.eMarks[start_line]].strip() == "$$":
            context: RenderContext = state.env["context"]
            place = start_line, start - context.text.rfind("\n", 0, start) - 1
            context.fault(place, "formula-never-closed")
        return False
    if not silent:
        token = state.push("math_block", "math", 0)
        token.map = [start_line, last + 1]
        token.markup = "$$"
        token.content = state.getLines(start_line, last + 1, state.blkIndent, False)
        tex = token.content.partition("$$")[2]
        token.meta["start"] = len(token.content) - len(tex.lstrip())
        state.line = last + 1
    return True


def _closing(state: StateBlock, start_line: int, end_line: int) -> int | None:
    """The line on which the formula ends; an empty line or the end of its list ends the search."""
    for number in range(start_line, end_line):
        outside = number > start_line and state.sCount[number] < state.blkIndent
        if outside or state.isEmpty(number):
            return None
        start = state.bMarks[number] + state.tShift[number] + (2 if number == start_line else 0)
        line = state.src[start : state.eMarks[number]].rstrip()
        if "$$" in line:
            alone = line.index("$$") == len(line) - 2
            return number if alone and (number > start_line or len(line) > 2) else None
    return None


def _tex(token: Token) -> str:
    if token.type == "math_inline":
        return token.content
    return token.content[token.meta["start"] : token.content.rindex("$$")].rstrip()


def _number(state: StateCore) -> None:
    """Convert the formulas of a text with numbered equations together."""
    if not NUMBERED.search(state.src):
        return
    context: RenderContext = state.env["context"]
    formulas = [
        token
        for block in state.tokens
        for token in (block, *(block.children or ()))
        if token.type in ("math_inline", "math_block") and _converts(context, token)
    ]
    pairs = [(_tex(token), token.markup == "$$") for token in formulas]
    try:
        results = number_equations(pairs, context.options.prefix)
    except MathFault as fault:  # each is good alone, so they disagree: a label used twice
        context.fault(context.place(formulas[0]), "formulas", message=fault.message)
        return
    for token, mathml in zip(formulas, results, strict=True):
        token.meta["mathml"] = mathml


def _converts(context: RenderContext, token: Token) -> bool:
    try:
        context.inner.to_mathml(_tex(token), token.markup == "$$")
    except MathFault:
        return False
    return True


# ---------------------------------------------------------------------- markup


def _render_in_line(
    writer: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
) -> str:
    return _render(env["context"], tokens[idx])


def _render_block(
    writer: RendererHTML, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
) -> str:
    context, token = env["context"], tokens[idx]
    token.attrJoin("class", "math")
    label = quoted(word("formula", context.options))
    attributes = f'{writer.renderAttrs(token)} role="group" tabindex="0" aria-label="{label}"'
    return f"<div{attributes}>{_render(context, token)}</div>\n"


def _render(context: RenderContext, token: Token) -> str:
    """The MathML, or for a formula with a fault its TeX, visibly."""
    tex, display = _tex(token), token.markup == "$$"
    try:
        mathml = token.meta.get("mathml")
        mathml = mathml or context.inner.to_mathml(tex, display)
    except MathFault as fault:
        offset = token.meta["start"] + min(fault.offset, len(tex))
        place = context.place(token, offset)
        context.fault(place, "formula", what=fault.message)
        return f'<code class="math-error">{quoted(tex)}</code>'
    context.has_math = True
    for name in _ID.findall(mathml):
        context.register_id(name, context.place(token))
    reference = _REFERENCE.search(mathml)
    if not reference:
        return str(mathml)
    if "(??)" in mathml:
        context.fault(context.place(token), "formula-label-missing")
    if _ONLY_REFERENCE.fullmatch(tex):  # a link in the text: screen readers do not look into math
        return reference[0]
    return _REFERENCE.sub(r"\1", mathml)
