"""Rules on what other programs leave behind in texts: their tags, attributes and formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.check.prose import Prose
from generator.check.rules import CheckContext, Found, rule

_TEMPLATE = re.compile(
    r"\{\{[<%].*?[%>]\}\}(?P<hugo>)|\{%.*?%\}(?P<tag>)|\{\{[^{}\n]*\}\}(?P<output>)"
    r"|\{:\s*(?:[.#][\w-]|[\w-]+\s*(?:=|\}))[^{}\n]*\}?(?P<kramdown>)"
)
_WROTE = {
    "hugo": "a shortcode of Hugo",
    "tag": "a tag of Liquid or Nunjucks",
    "output": "a value that Liquid or Nunjucks would have put here",
    "kramdown": "an attribute of kramdown",
}
_LONGEST = 40


@rule("template-leftover", "warning", "Texts")
def template_leftover(context: CheckContext) -> Iterator[Found]:
    """A text holds what another program would have replaced: `{% cite x %}`, `{{ page.title }}`,
    `{{< figure >}}`, `{: .note}`.

    Jekyll, Hexo and Hugo run texts through a template language first. Masthead does not, and
    readers see it as it stands. Code, formulas and comments are left alone, and so is BibTeX.
    """
    for prose in context.prose:
        if prose.spot.file.endswith(".bib") or "{" not in prose.text:
            continue
        for match in _TEMPLATE.finditer(prose.read):
            said = match[0] if len(match[0]) <= _LONGEST else match[0][:_LONGEST] + "…"
            kind = next(name for name in _WROTE if match[name] is not None)
            hint = "write it in Masthead's Markdown, or between backquotes if it is code"
            if kind == "kramdown":
                hint = "attributes stand on a line before the block, or behind words: {.note}"
            message = f'"{said}" is {_WROTE[kind]}, and readers see it'
            yield Found(prose.at(match.start()), message, hint)


_DISPLAYED = re.compile(r"\$\$(?!\$)([^$\n]+)\$\$")
_BEFORE = re.compile(r"(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*")


@rule("formula-in-line", "warning", "Texts")
def formula_in_line(context: CheckContext) -> Iterator[Found]:
    """A formula between `$$` stands among words, and gets a line of its own.

    kramdown, of which Jekyll is made, has `$$` for both; here a formula in a line is `$x$`.
    """
    for prose in context.prose:
        if "$$" not in prose.text or prose.spot.file.endswith(".bib"):
            continue
        for match in _DISPLAYED.finditer(prose.formulas):
            start = prose.formulas.rfind("\n", 0, match.start()) + 1
            before = prose.formulas[start : match.start()]
            after = prose.formulas[match.end() :].partition("\n")[0]
            if not _BEFORE.fullmatch(before) or after.strip(" \t.,;:!?)。，"):
                hint = f"write ${match[1].strip()}$ for a formula in the line"
                message = "this formula stands among words and is displayed on a line of its own"
                yield Found(prose.at(match.start()), message, hint)


_MARKDOWN = re.compile(
    r"""<[A-Za-z][^<>]*?\s(markdown\s*=\s*["']?(?:1|block|span)\b["']?)[^<>]*>"""
)


@rule("markdown-in-html", "warning", "Texts")
def markdown_in_html(context: CheckContext) -> Iterator[Found]:
    """HTML has the attribute `markdown="1"`, which kramdown reads: the Markdown in it stays raw.

    Here Markdown in HTML is read where blank lines part it from the tags (CommonMark, 4.6).
    """
    for prose in context.prose:
        if "markdown" in prose.text and "<" in prose.text:
            yield from _marked(prose)


def _marked(prose: Prose) -> Iterator[Found]:
    for match in _MARKDOWN.finditer(prose.read):
        hint = "take it out, and leave a blank line behind this tag and one before its end"
        yield Found(prose.at(match.start(1)), f"{match[1]} means nothing here", hint)
