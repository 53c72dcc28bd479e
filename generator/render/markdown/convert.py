"""Markdown to HTML, as a pure function of the text and its options.

    convert(text, options)             -> Fragment    a page, a post, the body of a record
    convert(text, options, is_inline)  -> Fragment    one line: a title, a name
    plain(text)                        -> str         the words alone: <title>, descriptions, feeds

Anything that depends on the site stays open in the fragment; see `fragment.Fragment.fill`.

The state of a text is in `env` and not in the parser. Two parsers, with and without raw HTML, serve
all threads. This file also has the smallest rules: superscripts and subscripts (`3^rd^`, `H~2~O`),
and the line `<!-- more -->` in texts without HTML.

Emphasis works beside Chinese, Japanese and Korean characters. CommonMark decides whether `**` opens
or closes by looking for spaces and punctuation around it. Chinese has no spaces, so its punctuation
would make `**注意：**请` print raw asterisks. `InlineState` treats wide characters, including
punctuation, as letters that any delimiter may touch. Between narrow characters nothing changes, so
English stays CommonMark.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Literal

from markdown_it import MarkdownIt
from markdown_it.common.utils import isWhiteSpace, normalizeReference
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned
from markdown_it.token import Token
from markdown_it.utils import EnvType
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

from generator.model.text import SCRIPT
from generator.render.fragment import Fragment, Options, quoted
from generator.render.markdown.context import MARKED, Answer, RenderContext, found_anew
from generator.render.markdown.directives import directives_plugin
from generator.render.markdown.formulas import formula_words, formulas_plugin
from generator.render.markdown.inline_rules import (
    attributes_plugin,
    citations_plugin,
    footnotes_plugin,
)
from generator.render.markdown.raw_html import raw_text_plugin
from generator.render.markdown.typography import (
    AS_TYPED,
    is_cjk,
    is_punctuation,
    text_of,
    typographic_marks,
)
from generator.render.markdown.writer import MORE, Writer

DEFAULT = Options()

_CODE_OR_NOTE = re.compile(r"(?P<code>(?<!`)(`+)(?!`).+?(?<!`)\2(?!`))|\[\^[^\s\[\]]+\]", re.DOTALL)


def convert(
    text: str, options: Options = DEFAULT, is_inline: bool = False, answer: Answer = found_anew
) -> Fragment:
    """Return the fragment for blocks of Markdown, or for one line without lists or headings."""
    context = RenderContext(text, options, answer)
    md = parser(options.html)
    env: dict[str, Any] = {"context": context}
    try:
        tokens = md.parseInline(context.text, env) if is_inline else md.parse(context.text, env)
        if not is_inline:
            context.excerpt, context.is_excerpt_marked = _excerpt(context.text, tokens, env)
        html = md.renderer.render(tokens, md.options, env)
    except RecursionError:
        context = RenderContext(text, options)
        context.fault((0, 0), "text-too-deep")
        html = quoted(context.text) if is_inline else f"<p>{quoted(context.text)}</p>\n"
    return context.finish(html)


def plain(text: str, html: bool = True, as_typed: bool = False) -> str:
    """Return the words of inline or block Markdown on one line, without markup.

    Links and pictures yield their text, formulas their words; code blocks, raw HTML, sections and
    footnotes yield nothing. Without `html`, there is no raw HTML: `<T>` is three characters. With
    `as_typed`, quotes and hyphens do not become typographic.
    """
    context = RenderContext(text, DEFAULT)
    try:
        tokens = parser(html).parse(context.text, {"context": context, AS_TYPED: as_typed})
    except RecursionError:
        return ""
    words: list[str] = []
    for token in tokens:
        if token.type == "footnote_block_open":
            break
        if token.type == "inline":
            words.append(text_of(token.children or [], formula=formula_words))
        elif token.type == "math_block":
            words.append(token.content.strip().removeprefix("$$").removesuffix("$$"))
    return " ".join(" ".join(words).split())


def _excerpt(text: str, tokens: list[Token], env: dict[str, Any]) -> tuple[str, bool]:
    """Return the Markdown that represents the text in a list of posts, and whether it is marked.

    It is the part before the mark `<!-- more -->`, or else the first paragraph with words. Footnote
    references are left out; link definitions that it needs are added.
    """
    lines = text.split("\n")
    blocks = [token for token in tokens if token.level == 0 and token.map and token.nesting >= 0]
    marker = next((b for b in blocks if b.type == "html_block" and MORE.match(b.content)), None)
    if marker and marker.map:
        first, last = 0, marker.map[0]
    else:
        paragraph = _first_paragraph(tokens)
        if paragraph is None or not paragraph.map:
            return "", False
        first, last = paragraph.map
    chosen = _CODE_OR_NOTE.sub(
        lambda match: match["code"] or "", "\n".join(lines[first:last])
    ).strip()
    definitions = _definitions(chosen, env.get("references", {}), lines, first, last)
    return "\n\n".join([chosen, *definitions]), marker is not None


def _first_paragraph(tokens: list[Token]) -> Token | None:
    for index, token in enumerate(tokens):
        if token.type == "paragraph_open" and token.level == 0:
            children = tokens[index + 1].children or []
            words = text_of([child for child in children if child.type != "image"]).split()
            if words and not (len(words) == 1 and "://" in words[0]):  # an address says nothing
                return token
        elif token.type == "footnote_block_open":
            return None
    return None


def _definitions(
    chosen: str, references: dict[str, Any], lines: list[str], first: int, last: int
) -> list[str]:
    """Return the link definitions outside of the excerpt that it may need."""
    labels = {normalizeReference(label) for label in re.findall(r"\[([^\[\]]+)\]", chosen)}
    return [
        "\n".join(lines[reference["map"][0] : reference["map"][1]])
        for label, reference in references.items()
        if label in labels and not first <= reference["map"][0] < last
    ]


class InlineParser(ParserInline):
    """The inline parser with our state: the library has no other way to replace that."""

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        state = InlineState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules():
            rule(state)
        return state.tokens


class InlineState(StateInline):
    """The inline state. It also records where links, formulas and raw HTML begin."""

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        token = super().push(ttype, tag, nesting)
        if ttype in MARKED:
            context: RenderContext = self.env["context"]
            token.meta["at"] = (context.block, self.pos)
        return token

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:
        """Return whether the run of delimiters at `start` may open, whether it may close, and its
        length."""
        found = super().scanDelims(start, canSplitWord)
        end = start + found.length
        before = self.src[start - 1] if start else " "
        after = self.src[end] if end < self.posMax else " "
        if not is_cjk(before) and not is_cjk(after):
            return found
        # CommonMark's "left-flanking" and "right-flanking", with CJK as neutral ground.
        left, right = not isWhiteSpace(ord(after)), not isWhiteSpace(ord(before))
        opens = left and (canSplitWord or not right or is_punctuation(before))
        closes = right and (canSplitWord or not left or is_punctuation(after))
        return Scanned(opens, closes, found.length)


MAX_NESTING = 30
"""Levels of lists, quotations and emphasis. Hostile text takes time quadratic in this."""

_SPACED = re.compile(r"\]\(([^\s()<>]++(?: [^\s()<>\"']++)++)\)")


class MarkdownParser(MarkdownIt):
    """A markdown-it that leaves addresses as their author wrote them.

    The site normalizes them, because it must compare them with file names. The writer refuses
    dangerous ones, because it can report their places.
    """

    def normalizeLink(self, url: str) -> str:
        return url

    def validateLink(self, url: str) -> bool:
        return True


@lru_cache
def parser(html: bool) -> MarkdownParser:
    """Return the parser of texts with or without raw HTML."""
    md = MarkdownParser("commonmark", {"html": html})
    md.inline = InlineParser()
    md.configure("commonmark", {"html": html, "xhtmlOut": False, "maxNesting": MAX_NESTING})
    md.core.ruler.at("inline", _inline)
    md.enable(["table", "strikethrough"])
    md.disable("normalize")  # the text of a context contains neither carriage returns nor NUL
    md.use(directives_plugin).use(attributes_plugin).use(footnotes_plugin)
    md.use(tasklists_plugin, label=True)
    md.use(deflist_plugin).use(formulas_plugin).use(raw_text_plugin).use(citations_plugin)
    md.inline.ruler.push("script", _script)
    md.core.ruler.before("text_join", "typographic_marks", typographic_marks)
    if not html:
        md.block.ruler.before("html_block", "more", _more, {"alt": ["paragraph", "reference"]})
    # The rules are compiled on first use. That is not thread-safe, so use them now.
    md.renderer = Writer()  # our writer writes footnotes, not the plugin
    md.render("- *a* <b>c</b>", {"context": RenderContext("", DEFAULT)})
    return md


def _more(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Leave out the line that ends an excerpt, even in texts without HTML."""
    line = state.src[state.bMarks[start_line] : state.eMarks[start_line]]
    if state.is_code_block(start_line) or not MORE.fullmatch(line):
        return False
    if not silent:
        state.line = start_line + 1
    return True


def _inline(state: StateCore) -> None:
    """Parse the content of each block, telling the context which block it is."""
    context: RenderContext = state.env["context"]
    previous: Token | None = None
    for token in state.tokens:
        if token.type == "inline":
            if previous and previous.type in ("th_open", "td_open"):
                token.meta["cell"] = True
            context.block = token
            token.children = token.children or []
            state.md.inline.parse(token.content, state.md, state.env, token.children)
            if "](" in token.content:
                _spaced_addresses(context, token)
        previous = token


def _spaced_addresses(context: RenderContext, block: Token) -> None:
    """Warn of addresses with a blank: in CommonMark they make no link, and authors do not see
    why."""
    for child in block.children or ():
        match = _SPACED.search(child.content) if child.type == "text" else None
        if match:
            place = context.place(block, max(0, block.content.find(match[0])) + 2)
            context.fault(place, "link-with-blank", match=match[1], severity="warning")


_SCRIPT = re.compile(SCRIPT)
_ESCAPE = re.compile(r"\\(.)")


def _script(state: StateInline, silent: bool) -> bool:
    """Read superscripts and subscripts: `3^rd^`, `H~2~O`.

    mdit-py-plugins has plugins for this, but they also read `5~10 人，20~30 天`, `^_^` and
    `10^5-10^6` as scripts.
    """
    match = _SCRIPT.match(state.src, state.pos, state.posMax)
    if not match:
        return False
    if not silent:
        tag = "sup" if match["mark"] == "^" else "sub"
        state.push(f"{tag}_open", tag, 1).markup = match["mark"]
        state.push("text", "", 0).content = _ESCAPE.sub(r"\1", match["script"])
        state.push(f"{tag}_close", tag, -1).markup = match["mark"]
    state.pos = match.end()
    return True
