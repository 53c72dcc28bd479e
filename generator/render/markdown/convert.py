"""Markdown to HTML, as a pure function of the text and its options.

    convert(text, options)         -> Fragment    a page, a post, the body of a record
    convert_inline(text, options)  -> Fragment    one line: a title, a name
    plain(text)                    -> str         the words alone: <title>, descriptions, feeds

What must be asked of the site stays open in the fragment; see `fragment.Fragment.fill`.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from markdown_it.common.utils import normalizeReference
from markdown_it.token import Token

from generator.render.fragment import Fragment, Options, quoted
from generator.render.markdown.context import UNCACHED, InnerRenderers, RenderContext
from generator.render.markdown.grammar import parser
from generator.render.markdown.typography import AS_TYPED, text_of
from generator.render.markdown.writer import MORE

DEFAULT = Options()

_LARGE = 500_000
_CODE_OR_NOTE = re.compile(r"(?P<code>(?<!`)(`+)(?!`).+?(?<!`)\2(?!`))|\[\^[^\s\[\]]+\]", re.DOTALL)


def convert(text: str, options: Options = DEFAULT, inner: InnerRenderers = UNCACHED) -> Fragment:
    """The fragment for blocks of Markdown."""
    return _convert(text, options, inner, inline=False)


def convert_inline(
    text: str, options: Options = DEFAULT, inner: InnerRenderers = UNCACHED
) -> Fragment:
    """The fragment for one line of Markdown: no paragraph around it, no lists or headings in it."""
    return _convert(text, options, inner, inline=True)


def _convert(text: str, options: Options, inner: InnerRenderers, inline: bool) -> Fragment:
    context = RenderContext(text, options, inner)
    md = parser(options.extensions, options.html)
    env: dict[str, Any] = {"context": context}
    try:
        with _uncollected(context.text):
            tokens = md.parseInline(context.text, env) if inline else md.parse(context.text, env)
            if not inline:
                context.excerpt = _excerpt(context.text, tokens, env)
            html = md.renderer.render(tokens, md.options, env)
    except RecursionError:
        context = RenderContext(text, options)
        context.fault((0, 0), "text-too-deep")
        html = quoted(context.text) if inline else f"<p>{quoted(context.text)}</p>\n"
    return context.finish(html)


@contextmanager
def _uncollected(text: str) -> Iterator[None]:
    """Megabytes of text make millions of tokens that all stay alive until the end.

    Looking for garbage among them, again and again, takes half of the time.
    """
    if len(text) < _LARGE or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def plain(text: str, html: bool = True, as_typed: bool = False) -> str:
    """The words of inline or block Markdown on one line, without markup.

    Links and pictures give their text, formulas are said in words; code blocks, raw HTML, sections
    and footnotes give nothing. Without `html` there is no raw HTML: `<T>` are three letters. With
    `as_typed` quotes and hyphens stay what they are, and do not become typographic.
    """
    words: list[str] = []
    for token in _parse(text, html, as_typed):
        if token.type == "footnote_block_open":
            break
        if token.type == "inline":
            words.append(text_of(token.children or [], formula=_in_words))
        elif token.type == "math_block":
            words.append(token.content.strip().removeprefix("$$").removesuffix("$$"))
    return " ".join(" ".join(words).split())


def _in_words(tex: str) -> str:
    from generator.render.markdown.formulas.plain_words import formula_words

    return formula_words(tex)


def _excerpt(text: str, tokens: list[Token], env: dict[str, Any]) -> str:
    """The Markdown that stands for the whole in a list of posts.

    It is what comes before `<!-- more -->`, or else the first paragraph with words in it. Footnote
    references are left out; the definitions that its links refer to come along.
    """
    lines = text.split("\n")
    blocks = [token for token in tokens if token.level == 0 and token.map and token.nesting >= 0]
    marker = next((b for b in blocks if b.type == "html_block" and MORE.match(b.content)), None)
    if marker and marker.map:
        first, last = 0, marker.map[0]
    else:
        paragraph = _first_paragraph(tokens)
        if paragraph is None or not paragraph.map:
            return ""
        first, last = paragraph.map
    chosen = _CODE_OR_NOTE.sub(
        lambda match: match["code"] or "", "\n".join(lines[first:last])
    ).strip()
    return "\n\n".join(
        [chosen, *_definitions(chosen, env.get("references", {}), lines, first, last)]
    )


def _parse(text: str, html: bool, as_typed: bool) -> list[Token]:
    context = RenderContext(text, DEFAULT)
    try:
        env = {"context": context, AS_TYPED: as_typed}
        return parser(True, html).parse(context.text, env)
    except RecursionError:
        return []


def _first_paragraph(tokens: list[Token]) -> Token | None:
    for index, token in enumerate(tokens):
        if token.type == "paragraph_open" and token.level == 0:
            children = tokens[index + 1].children or []
            if text_of([child for child in children if child.type != "image"]).strip():
                return token
        elif token.type == "footnote_block_open":
            return None
    return None


def _definitions(
    chosen: str, references: dict[str, Any], lines: list[str], first: int, last: int
) -> list[str]:
    """The link definitions outside of the excerpt that it may need."""
    labels = {normalizeReference(label) for label in re.findall(r"\[([^\[\]]+)\]", chosen)}
    return [
        "\n".join(lines[reference["map"][0] : reference["map"][1]])
        for label, reference in references.items()
        if label in labels and not first <= reference["map"][0] < last
    ]
