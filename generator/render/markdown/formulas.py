"""Formulas: TeX between dollars becomes MathML in the build.

`$a^2$` is inline, and `$$ … $$` is on lines of its own. A dollar opens a formula if no blank
follows it, and if the next dollar can close it, with no blank before it and no digit after it. `$5
and $6` is thus two prices. If a page has numbered equations, all its formulas are converted
together, so that numbers are consecutive and references find them.

`math-core` does the conversion. Only `to_mathml` and `number_equations` call it, because it is
young and its interface has changed before. Version 0.9 has two weaknesses, both measured, so each
formula is checked before it is converted:

- It recurses once per nesting level and once per operator on the C stack, so a very deep formula
  would crash the process. A long formula runs in a thread with a larger stack; an absurdly long one
  is refused.
- Its time doubles with each unclosed bracket. Twenty take 20 ms and are the limit; forty would take
  hours.

`formula_words` turns a formula into words where MathML is impossible: in `<title>`, metadata,
feeds and exports.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, TypeVar

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from generator.model.files import packaged_data
from generator.render.fragment import OPEN_PREFIX
from generator.render.markdown.context import RenderContext, content_of, start_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from math_core import LatexToMathML

_TEXT = r"\\(?:text|mbox|hbox)[a-z]*\{[^{}$]*(?:\$[^{}$]+\$[^{}$]*)+\}"
r"""Words in a formula that contain formulas: `\text{if $x > 0$}`."""
_INLINE = re.compile(rf"\$(?![\s$])((?:[^\\$]|{_TEXT}|\\.)*+)\$(?![0-9])", re.DOTALL)
_DISPLAY = re.compile(rf"\$\$(?!\$)((?:[^\\$]|{_TEXT}|\\.)++)\$\$", re.DOTALL)


def formulas_plugin(md: MarkdownIt) -> None:
    """Add both kinds of formula to `md`."""
    interrupts: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    md.inline.ruler.before("escape", "math_inline", _in_line)
    md.block.ruler.before("fence", "math_block", _block, interrupts)
    md.core.ruler.push("equations", _number)


def _in_line(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "$":
        return False
    match = _DISPLAY.match(state.src, state.pos, state.posMax)
    if not match:
        match = _INLINE.match(state.src, state.pos, state.posMax)
        if not match or match[1][-1:].isspace():
            return False
        if match[1].count("`") % 2 and "`" in state.src[match.end() : state.posMax]:
            return False  # the closing dollar is inside code
    if not silent:
        token = state.push("math_inline", "math", 0)
        token.markup = "$$" if match[0].startswith("$$") else "$"
        token.content = match[1].strip()
        token.meta["start"] = len(token.markup) + len(match[1]) - len(match[1].lstrip())
    state.pos = match.end()
    return True


def _block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    line = content_of(state, start_line)
    if not line.startswith("$$") or state.is_code_block(start_line):
        return False
    last = _closing(state, start_line, end_line)
    if last is None:
        if not silent and line == "$$":
            context: RenderContext = state.env["context"]
            context.fault(start_of(state, start_line), "formula-never-closed")
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
    """Return the line that ends the formula, or None if an empty line or the end of its list is
    first."""
    for number in range(start_line, end_line):
        outside = number > start_line and state.sCount[number] < state.blkIndent
        if outside or state.isEmpty(number):
            return None
        line = content_of(state, number)[2 if number == start_line else 0 :]
        if "$$" in line:
            alone = line.index("$$") == len(line) - 2
            return number if alone and (number > start_line or len(line) > 2) else None
    return None


def tex_of(token: Token) -> str:
    """Return the TeX of a formula."""
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
    pairs = [(tex_of(token), token.markup == "$$") for token in formulas]
    try:
        results = number_equations(pairs, OPEN_PREFIX)
    except MathFault as fault:  # each is valid alone, so they conflict: a label is used twice
        context.fault(context.place(formulas[0]), "formulas", message=fault.message)
        return
    for token, mathml in zip(formulas, results, strict=True):
        token.meta["mathml"] = mathml


def mathml_of(context: RenderContext, token: Token) -> str:
    """Return the MathML of a formula. Raises `MathFault`."""
    tex, display = tex_of(token), token.markup == "$$"
    mathml: str = context.answer("formula", str, tex, partial(to_mathml, tex, display), display)
    return mathml


def _converts(context: RenderContext, token: Token) -> bool:
    try:
        mathml_of(context, token)
    except MathFault:
        return False
    return True


# ---------------------------------------------------------------------- MathML


T = TypeVar("T")
Formula = tuple[str, bool]
"""TeX, and whether it is displayed on lines of its own."""

NUMBERED = re.compile(
    r"\\(?:label|tag|eqref)\b|\\begin\{(?:equation|align|gather|multline|alignat|flalign|eqnarray)\}"
)
"""TeX that numbers or references equations, so that all formulas are converted together."""
_LABEL = re.compile(r"\\(?:label|eqref)\s*\{[^{}]*\}")

_DEEP = 100
_DEEPEST = 250
"""Levels of nested MathML elements. Making PDFs takes several Python calls for each level."""
_MATHML_TAG = re.compile(r"<(/?)[a-z]+[^<>]*(?<!/)>")
_TOO_DEEP = 8_000
_TOO_LONG = 100_000
_ROOM = 128 * 1024 * 1024
_OPEN_BRACKETS = 20
_NESTS = re.compile(r"\\[A-Za-z]+|[{(\[^_]|\\[^A-Za-z]")
_DEFINES = re.compile(
    r"\\(?:[gex]?def|let|futurelet|(?:re)?newcommand|providecommand|DeclareMathOperator"
    r"|(?:re)?newenvironment|catcode|csname)(?![A-Za-z])"
)
_BRACKETS = (
    r"\\(?:left|right|middle|[bB]igg?[lrm]?)(?![A-Za-z])\s*+(?:\\[A-Za-z]++|\\?.)"
    r"|(?P<environment>\\begin(?![A-Za-z]))|(?P<group>\{)|(?P<end>\}|\\end(?![A-Za-z]))"
    r"|(?P<cell>&|\\\\)"
    r"|(?P<open>[(\[⌈⌊⌜⌞⎰❲⟅⟦⟨⟪⟬⟮⦃⦅⦇⦉⦋⦍⦏⦑⦓⦕⦗⧘⧚⧼]|\\\{|\\(?:ul|ll)corner(?![A-Za-z])"
    r"|\\l(?:[aA]ng|[bB]r|[vV]ert|l?brack|ceil|floor|group|moust|l?paren)[A-Za-z]*+"
    r"|\\(?:bra|ket|braket)(?![A-Za-z{]))"
    r"|(?P<close>[)\]⌉⌋⌝⌟⎱❳⟆⟧⟩⟫⟭⟯⦄⦆⦈⦊⦌⦎⦐⦒⦔⦖⦘⧙⧛⧽]|\\\}|\\(?:ur|lr)corner(?![A-Za-z])"
    r"|\\r(?:[aA]ng|[bB]r|[vV]ert|r?brack|ceil|floor|group|moust|r?paren)[A-Za-z]*+)"
    r"|\\[A-Za-z]++|\\."
)
_MESSAGE = re.compile(r"(?:(?:input|macro)\d+:)?(\d+): (.*)", re.DOTALL)
_starting = threading.Lock()


class MathFault(Exception):
    """A formula that cannot be typeset: the reason, and the index of the character."""

    def __init__(self, offset: int, message: str) -> None:
        self.offset = offset
        self.message = message
        super().__init__(f"{offset}: {message}")


def to_mathml(tex: str, display: bool) -> str:
    """Return the MathML of one formula. Raises `MathFault`."""
    weight = _weigh(tex)
    converter = _converter("")
    conversion = partial(converter.convert_with_local_state, _readable(tex), displaystyle=display)
    mathml = _convert(conversion, weight)
    if weight > _DEEP and _depth(mathml) > _DEEPEST:
        raise MathFault(0, f"the formula is nested more than {_DEEPEST} levels deep")
    return _valid(mathml)


def _depth(mathml: str) -> int:
    deepest = depth = 0
    for end in _MATHML_TAG.findall(mathml):
        depth += -1 if end else 1
        deepest = max(deepest, depth)
    return deepest


def number_equations(formulas: Sequence[Formula], prefix: str = "") -> list[str]:
    r"""Return the MathML of a text's formulas, numbered, with each `\eqref` resolved."""
    weight = max((_weigh(tex) for tex, _ in formulas), default=0)
    pairs = [(_readable(tex), display) for tex, display in formulas]
    conversion = partial(_converter(prefix).convert_all, pairs)
    return [_valid(mathml) for mathml in _convert(conversion, weight)]


def _readable(tex: str) -> str:
    """Return TeX with labels that math-core reads; in LaTeX, a label may have a `_`."""
    return _LABEL.sub(lambda label: label[0].replace("_", "-"), tex)


def _valid(mathml: str) -> str:
    """Return MathML that HTML's checker accepts and that needs no exception in a page's policy.

    `scriptlevel` is removed: browsers accept it on every element, the checker only on few. Styles
    become classes of `math.css`.
    """
    mathml = mathml.replace(' scriptlevel="0"', "")
    return _STYLE.sub(_with_classes, mathml) if " style=" in mathml else mathml


_STYLE = re.compile(r' style="([^"]*)"')
_COLOUR = re.compile(r"color: ?(#[0-9A-Fa-f]{3,8}|[a-z]+);?")


@cache
def _classes() -> dict[str, str]:
    """Return the class of `math.css` for each declaration in math-core's styles; empty if none is
    needed."""
    return packaged_data("tables/mathml", dict[str, str])


def _with_classes(style: re.Match[str]) -> str:
    """Return a style as classes, or unchanged if a declaration has no class."""
    if colour := _COLOUR.fullmatch(style[1]):
        return f' mathcolor="{colour[1]}"'
    rules = [rule.strip().lower().replace(": ", ":") for rule in style[1].split(";")]
    if any(rule and rule not in _classes() for rule in rules):
        return style[0]
    names = (f"m-{_classes()[rule]}" for rule in rules if rule and _classes()[rule])
    return f' class="{" ".join(names)}"'


def _convert(conversion: Callable[[], T], weight: int) -> T:
    from math_core import LatexError

    try:
        return conversion() if weight < _DEEP else _with_room(conversion)
    except LatexError as error:
        match = _MESSAGE.fullmatch(str(error))
        offset, message = (int(match[1]), match[2]) if match else (0, str(error))
        raise MathFault(offset, message[:1].lower() + message[1:].rstrip(".")) from None


def _weigh(tex: str) -> int:
    """Return how deep the conversion may recurse. Raises `MathFault` if that is too deep."""
    if len(tex) > _TOO_LONG:
        raise MathFault(0, f"the formula has {len(tex)} characters")
    if defines := _DEFINES.search(tex):
        raise MathFault(
            defines.start(), f"{defines[0]} stands in a formula, where no command can be defined"
        )
    unclosed = _unclosed(tex)
    if unclosed > _OPEN_BRACKETS:
        raise MathFault(0, f"{unclosed} brackets are opened and never closed")
    weight = len(_NESTS.findall(tex))
    if weight > _TOO_DEEP:
        raise MathFault(0, "the formula is too large")
    return weight


def _unclosed(tex: str) -> int:
    """Return the largest number of unclosed brackets in one group, cell or row of the formula."""
    most = 0
    levels = [("group", 0)]
    for match in re.finditer(_BRACKETS, tex):  # compiled only for a formula: it takes 1 ms
        kind, (level, count) = match.lastgroup, levels[-1]
        if kind == "open":
            levels[-1] = level, count + 1
        elif kind == "close":
            levels[-1] = level, max(0, count - 1)
        elif kind == "group" or kind == "environment":
            levels.append((kind, 0))
        elif kind == "end" and len(levels) > 1:
            most = max(most, count)
            levels.pop()
        elif kind == "cell" and level == "environment":
            most = max(most, count)
            levels[-1] = level, 0
    return max(most, *(count for _, count in levels))


def _with_room(conversion: Callable[[], T]) -> T:
    """Run `conversion` on a stack that is large enough for the deepest formula that we accept."""
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(max_workers=1)
    with _starting:
        usual = threading.stack_size(_ROOM)
        try:
            result = pool.submit(conversion)
        finally:
            threading.stack_size(usual)
    with pool:
        return result.result()


@lru_cache(16)
def _converter(prefix: str) -> LatexToMathML:
    from math_core import LatexToMathML

    return LatexToMathML(fancy_error=False, annotation=True, id_prefix=prefix)


_APPLIED = "\u2061"
"""Ends a function or a superscript: a blank separates it from a letter that follows."""
_END = re.compile(rf"{_APPLIED}(?![\w√∑∏∫])")
_UNSAYABLE = ("mtable", "menclose", "mmultiscripts", "mroot")
_APART = re.compile(r"[=<>×·⋅±∓∘∣∥⟂←-⇿∈-∋∖∝∧-∪∼-⋯]")
"""Relations and operators with a blank on both sides."""
_RAISED = {"msup": "^", "msub": "_", "msubsup": "_^", "mover": "^", "munder": "_",
           "munderover": "_^"}  # fmt: skip
_MARKS = {"∗": "*", "′": "′", "∘": "°"}
"""Superscripts that need no `^`."""
_STYLED = re.compile("[\U0001d400-\U0001d537\U0001d56c-\U0001d7ff]")
"""Letters in mathematical styles, except those of sets."""
_INSIDE = re.compile(r"(?<=[(\[{|^_/]) | (?=[)\]},;^_/])")


def formula_words(tex: str) -> str:
    """Return a formula as one line of text, or its TeX if a part cannot be put into words."""
    from xml.etree import ElementTree

    try:
        mathml = to_mathml(tex, display=False).replace("&ApplyFunction;", _APPLIED)
        words = _words(ElementTree.fromstring(mathml))
    except (MathFault, ValueError, ElementTree.ParseError):
        return tex
    words = _END.sub("", words).replace(_APPLIED, " ")
    return _INSIDE.sub("", " ".join(words.split())) or tex


def _words(node: Element) -> str:
    """Return the words of an element. Raises ValueError if they do not fit on one line."""
    tag, text = node.tag, node.text or ""
    if tag in _UNSAYABLE or node.get("accent"):
        raise ValueError
    inside = [_words(child) for child in node if child.tag != "annotation"]
    if tag == "mspace":
        return " " if node.get("width") else ""
    if tag == "mo":
        text = text.replace("⋅", "·")
        return f" {text} " if _APART.fullmatch(text) else _plain(text)
    if tag == "mfrac" and node.get("linethickness"):  # a binomial coefficient
        raise ValueError
    if tag == "mfrac":
        return "/".join(map(_held, inside))
    if tag == "msqrt":
        return "√" + _held("".join(inside))
    if tag in _RAISED:
        raised = [one.strip() for one in inside[1:]]
        signs = zip(_RAISED[tag], raised, strict=True)
        said = "".join(_MARKS.get(one) or sign + _held(one) for sign, one in signs)
        return f"{inside[0]}{said}{_APPLIED}"
    return _plain(text) + "".join(inside)


def _held(words: str) -> str:
    """Return words in brackets, or bare if they are a single number or letter."""
    words = words.strip()
    return words if words.isalnum() or len(words) == 1 else f"({words})"


def _plain(text: str) -> str:
    """Return letters without their mathematical style: a bold x becomes an x."""
    text = text.replace("\ufe00", "").replace("−", "-")
    return _STYLED.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
