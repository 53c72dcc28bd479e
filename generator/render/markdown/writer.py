"""Tokens -> HTML with placeholders for slots.

markdown-it's renderer writes the plain elements. The methods here write the others: addresses
become slots, headings get ids, pictures load lazily, and code is highlighted. Elements that scroll
sideways have a label and can be focused with the keyboard.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

import msgspec
from markdown_it.common.utils import unescapeAll
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from generator.model.links import heading_id
from generator.problems import Message, did_you_mean
from generator.render.fragment import (
    OPEN_PREFIX,
    BibliographySlot,
    CitationSlot,
    Cited,
    Heading,
    LinkSlot,
    SectionSlot,
    quoted,
)
from generator.render.markdown.context import RenderContext, word
from generator.render.markdown.directives import ADMONITIONS
from generator.render.markdown.formulas import MathFault, mathml_of, tex_of
from generator.render.markdown.raw_html import Rewriting, danger
from generator.render.markdown.typography import break_joins, text_of

if TYPE_CHECKING:
    from pygments.formatters.html import HtmlFormatter

Tokens = Sequence[Token]

MORE = re.compile(r"[ \t]*<!--[ \t]*more[ \t]*-->[ \t]*\n?", re.IGNORECASE)
"""The line that ends an excerpt. It is not rendered."""


class Writer(RendererHTML):
    """The renderer. The state of a text is in the `RenderContext` in `env`."""

    def renderToken(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """Return a tag; report once per text that the parser has omitted blocks nested too deep."""
        token = tokens[idx]
        if token.block and token.level >= options.maxNesting - 1 and "deep" not in env:
            env["deep"] = True
            context: RenderContext = env["context"]
            place = context.place(token)
            context.fault(place, "text-nested-deeper", maxnesting=options.maxNesting)
        return super().renderToken(tokens, idx, options, env)

    # ------------------------------------------------------------------ text

    def softbreak(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        context: RenderContext = env["context"]
        if context.options.breaks:
            return self.hardbreak(tokens, idx, options, env)
        return "" if break_joins(tokens, idx) else "\n"

    def html_inline(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        return Rewriting(env["context"], tokens[idx]).run()

    def html_block(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        if MORE.fullmatch(tokens[idx].content):
            return ""
        return Rewriting(env["context"], tokens[idx]).run()

    # ------------------------------------------------------------------ links and pictures

    def link_open(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        context, token = env["context"], tokens[idx]
        close = next(i for i in range(idx, len(tokens)) if tokens[i].type == "link_close")
        target = str(token.attrs.pop("href", ""))
        place = _target_place(context, token, tokens[close], target)
        if _refuse(context, place, target):
            tokens[close].meta["dropped"] = True
            return ""
        placeholder = context.placeholder(LinkSlot(target, "link", *place))
        if token.info == "auto":  # its text is the address: no style sheet should stretch its line
            token.attrJoin("class", "url")
        return f'<a href="{placeholder}"{self.renderAttrs(token)}>'

    def link_close(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        return "" if tokens[idx].meta.get("dropped") else "</a>"

    def image(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        context, token = env["context"], tokens[idx]
        alt = str(token.attrs.get("alt") or text_of(token.children or []))
        if not alt and not token.meta.get("decorative"):
            context.fault(
                context.place(token), "picture-without-alt", severity="warning", rule="alt-missing"
            )
        place = _target_place(context, token, None, str(token.attrs["src"]))
        return self._picture(context, token, alt, place)

    def figure_image(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        context, token = env["context"], tokens[idx]
        if "alt" not in token.attrs:
            context.fault(
                context.place(token), "figure-without-alt", severity="warning", rule="alt-missing"
            )
        alt = str(token.attrs.get("alt", ""))
        return self._picture(context, token, alt, context.place(token)) + "\n"

    def _picture(
        self, context: RenderContext, token: Token, alt: str, place: tuple[int, int]
    ) -> str:
        target = str(token.attrs.pop("src"))
        token.attrs.pop("alt", None)
        if _refuse(context, place, target):
            return quoted(alt)
        token.attrs.setdefault("loading", "lazy")
        token.attrs.setdefault("decoding", "async")
        attributes = {"alt": alt, **{name: str(value) for name, value in token.attrs.items()}}
        still = str(token.meta.get("still", ""))
        slot = LinkSlot(target, "image", *place, attributes=attributes, still=still)
        return context.placeholder(slot)

    def zoom_open(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        context, meta = env["context"], tokens[idx].meta
        if danger(meta["target"]):  # the picture's own slot reports it
            tokens[idx + 2].meta["dropped"] = True
            return ""
        slot = LinkSlot(meta["target"], "zoom", *meta["place"])
        return f'<a class="zoom" href="{context.placeholder(slot)}">'

    zoom_close = link_close

    # ------------------------------------------------------------------ headings and sections

    def heading_open(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        context, token = env["context"], tokens[idx]
        level = min(int(token.tag[1]) + _shift(tokens, env), 6)
        token.tag = tokens[idx + 2].tag = f"h{level}"
        text = text_of(tokens[idx + 1].children or [])
        if "id" not in token.attrs:
            token.attrs["id"] = context.unique_id(OPEN_PREFIX + heading_id(text))
        if context.headings and level > context.headings[-1].level + 1:
            context.fault(context.place(tokens[idx + 1]), "heading-level", severity="warning")
        context.headings.append(Heading(level, str(token.attrs["id"]), text))
        return self.renderToken(tokens, idx, options, env)

    def blockquote_open(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """Write an empty quotation on two lines, as in the specification."""
        return self.renderToken(tokens, idx, options, env).removesuffix("\n") + "\n"

    def slot(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        context: RenderContext = env["context"]
        slot: SectionSlot | BibliographySlot = tokens[idx].meta["slot"]
        if isinstance(slot, SectionSlot):
            slot = msgspec.structs.replace(slot, is_below_heading=bool(context.headings))
        return context.placeholder(slot) + "\n"

    # ------------------------------------------------------------------ footnotes and citations

    def footnote_ref(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        context: RenderContext = env["context"]
        number, name = _number_and_name(tokens[idx])
        context.register_id(name, context.place(tokens[idx]))
        env.setdefault("written", set()).add(name)
        label = word("footnote", context.options).replace("{n}", str(number))
        return (
            f'<sup class="footnote-ref"><a href="#{OPEN_PREFIX}fn-{number}" id="{quoted(name)}"'
            f' role="doc-noteref" aria-label="{quoted(label)}">{number}</a></sup>'
        )

    def footnote_block_open(
        self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        label = quoted(word("footnotes", env["context"].options))
        return f'<section class="footnotes" role="doc-endnotes" aria-label="{label}">\n<ol>\n'

    def footnote_block_close(
        self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        return "</ol>\n</section>\n"

    def footnote_open(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        name = f"{OPEN_PREFIX}fn-{tokens[idx].meta['id'] + 1}"
        env["context"].register_id(name, (0, 0))
        return f'<li id="{quoted(name)}">'

    def footnote_close(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        return "</li>\n"

    def footnote_anchor(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """Write the link back from a note to one of its references."""
        number, name = _number_and_name(tokens[idx])
        if name not in env.get("written", ()):  # the reference was in the alt text of a picture
            return ""
        again = tokens[idx].meta["subId"]
        which = f"{number}-{again + 1}" if again else str(number)
        label = quoted(word("backlink", env["context"].options).replace("{n}", which))
        return (
            f' <a class="footnote-back" href="#{quoted(name)}" role="doc-backlink"'
            f' aria-label="{label}">\u21a9\ufe0e</a>'
        )

    def citation(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        context: RenderContext = env["context"]
        token = tokens[idx]
        works = tuple(
            Cited(id, *context.place(token, offset), locator)
            for id, locator, offset in token.meta["works"]
        )
        slot = CitationSlot(works, token.content, is_narrative=token.content[0] == "@")
        return context.placeholder(slot)

    # ------------------------------------------------------------------ formulas

    def math_inline(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        return _formula(env["context"], tokens[idx])

    def math_block(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        context, token = env["context"], tokens[idx]
        token.attrJoin("class", "math")
        label = quoted(word("formula", context.options))
        attributes = f'{self.renderAttrs(token)} role="group" tabindex="0" aria-label="{label}"'
        return f"<div{attributes}>{_formula(context, token)}</div>\n"

    # ------------------------------------------------------------------ what scrolls sideways

    def table_open(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        context: RenderContext = env["context"]
        env["tables"] = number = env.get("tables", 0) + 1
        label = word("table", context.options) + (f" {number}" if number > 1 else "")
        wrap = f'<div class="table-wrap" role="region" tabindex="0" aria-label="{quoted(label)}">'
        return f"{wrap}\n{self.renderToken(tokens, idx, options, env)}"

    def table_close(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        return "</table>\n</div>\n"

    def th_open(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        if not tokens[idx + 1].content:  # an empty cell heads no column
            tokens[idx].tag = tokens[idx + 2].tag = "td"
        return self.td_open(tokens, idx, options, env)

    def td_open(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        """Align a cell by a class, because a policy that allows one style attribute would allow
        all."""
        token = tokens[idx]
        side = str(token.attrGet("style") or "").removeprefix("text-align:")
        if side:
            token.attrs.pop("style")
            token.attrJoin("class", f"align-{side}")
        return self.renderToken(tokens, idx, options, env)

    def fence(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        context, token = env["context"], tokens[idx]
        language = fence_language(token.info)
        find = partial(highlight, token.content, language)
        html, message, hint = context.answer("code", Highlighted, token.content, find, language)
        if message:
            if language in ADMONITIONS:
                hint = Message.of("admonition-meant", name=language)
            place, said = context.place(token), dict(message.arguments)
            context.fault(place, message.code, hint=hint, severity="warning", **said)
        token.attrJoin("class", "hl")
        attributes = self.renderAttrs(token)
        inner = f' class="language-{quoted(language)}"' if language else ""
        return f'<pre{attributes} tabindex="0"><code{inner}>{html}</code></pre>\n'

    def code_block(self, tokens: Tokens, idx: int, options: OptionsDict, env: EnvType) -> str:
        tokens[idx].attrJoin("class", "hl")
        html, attributes = quoted(tokens[idx].content), self.renderAttrs(tokens[idx])
        return f'<pre{attributes} tabindex="0"><code>{html}</code></pre>\n'


def _refuse(context: RenderContext, place: tuple[int, int], target: str) -> bool:
    """Return whether an address would run a script; report it if so. Then only the text is
    shown."""
    scheme = danger(target)
    if scheme:
        context.fault(place, "markdown-link-scheme", scheme=scheme)
    return bool(scheme)


def _target_place(
    context: RenderContext, token: Token, close: Token | None, target: str
) -> tuple[int, int]:
    """Return the place of the address in the text, or of the link if that is a reference or an
    autolink."""
    block, start = token.meta.get("at", (None, 0))
    if block is None:
        return 0, 0
    content = block.content
    end = close.meta["at"][1] if close and "at" in close.meta else start + 2 + len(token.content)
    if content.startswith("](", end):
        found = content.find(target, end + 2, end + len(target) + 20)
        start = found if found >= 0 else end + 2
    elif token.info == "auto":
        start += 1
    elif close:
        start -= 1  # the token begins after the bracket
    return context.place(token, start - token.meta["at"][1])


def _number_and_name(token: Token) -> tuple[int, str]:
    """Return the number and the id of a reference to a note."""
    number, again = token.meta["id"] + 1, token.meta["subId"]
    return number, f"{OPEN_PREFIX}fnref-{number}" + (f"-{again + 1}" if again else "")


_REFERENCE = re.compile(r'<a href="#[^"]*">([^<]*)</a>')
_ONLY_REFERENCE = re.compile(r"\\eqref\{[^{}]*\}")
_ID = re.compile(r' id="([^"]*)"')


def _formula(context: RenderContext, token: Token) -> str:
    """Return the MathML, or the visible TeX of a faulty formula."""
    tex = tex_of(token)
    try:
        mathml: str = token.meta.get("mathml") or mathml_of(context, token)
    except MathFault as fault:
        offset = token.meta["start"] + min(fault.offset, len(tex))
        context.fault(context.place(token, offset), "formula", what=fault.message)
        return f'<code class="math-error">{quoted(tex)}</code>'
    context.has_math = True
    for name in _ID.findall(mathml):
        context.register_id(name, context.place(token))
    reference = _REFERENCE.search(mathml)
    if not reference:
        return mathml
    if "(??)" in mathml:
        context.fault(context.place(token), "formula-label-missing")
    if _ONLY_REFERENCE.fullmatch(tex):  # screen readers skip links in formulas
        return reference[0]
    return _REFERENCE.sub(r"\1", mathml)


_TOP_HEADING = 2
"""The level of the highest heading in a text, since the page's title is the `<h1>`. Some authors
begin with `#` and some with `##`; both get the same outline."""


def _shift(tokens: Tokens, env: EnvType) -> int:
    """Return by how many levels the headings are lowered."""
    if "shift" not in env:
        levels = [int(token.tag[1]) for token in tokens if token.type == "heading_open"]
        env["shift"] = _TOP_HEADING - min(levels)
    return int(env["shift"])


_PLAIN = frozenset({"", "text", "plain", "plaintext", "txt", "none"})
_TOO_LONG, _LONGEST_LINE = 50_000, 1_000
"""Characters. A third of the lexers take time that grows with the square of a line's length."""
_LANGUAGE = re.compile(r"\{?[ \t]*\.?([^\s{}]*)")


def fence_language(info: str) -> str:
    """Return the language that a fence names: the first word after the backticks.

    As everywhere in CommonMark, backslashes and references such as `&ouml;` are decoded.
    """
    match = _LANGUAGE.match(unescapeAll(info))
    return match[1] if match else ""


Highlighted = tuple[str, Message | None, Message | None]
"""Code as HTML; if it had to stay plain, also a message to the author and a hint."""


def highlight(code: str, language: str) -> Highlighted:
    """Return code as HTML, with colours if its language is known."""
    if language.lower() in _PLAIN:
        return quoted(code), None, None
    name = _lexers().get(language.lower())
    if name is None:
        message = Message.of("code-language-unknown", language=language)
        return quoted(code), message, did_you_mean(language.lower(), _lexers(), 0.75)
    if len(code) > _TOO_LONG:
        return quoted(code), Message.of("code-too-long", count=len(code)), None
    longest = max(map(len, code.split("\n")))
    if longest > _LONGEST_LINE:
        return quoted(code), Message.of("code-line-too-long", count=longest), None
    from pygments import highlight as colour
    from pygments.lexers import find_lexer_class

    lexer = find_lexer_class(name)
    assert lexer is not None
    html = colour(code, lexer(stripnl=False), _formatter())
    return html.removesuffix("\n") + "\n", None, None


@cache
def _formatter() -> HtmlFormatter[str]:
    """Return the formatter of all code: each new one would work out a style sheet."""
    from pygments.formatters.html import HtmlFormatter

    return HtmlFormatter(nowrap=True)


@cache
def _lexers() -> dict[str, str]:
    """Every alias of a language with the name of its lexer.

    Plugins are left out: a page must not depend on other installed packages.
    """
    from pygments.lexers import get_all_lexers

    lexers = get_all_lexers(plugins=False)
    return {alias: name for name, aliases, _, _ in lexers for alias in aliases}
