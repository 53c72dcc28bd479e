"""One text -> Masthead's Markdown. The order of the steps matters.

Code is set aside first, so that no step changes it; then come the tags of templates, since they may
make any Markdown; then attributes, formulas, HTML, headings and links; then code comes back.
"""

import re

from generator.importing.texts import attributes, html_parts, liquid, nunjucks, shortcodes
from generator.importing.texts.aside import Aside
from generator.importing.texts.links import rewritten
from generator.importing.texts.markup import TextContext, end_of, paired

_INSIDE = r"(?:(?!\{[{%:])[^\n])*?"
_LEFTOVER = re.compile(
    rf"\{{%{_INSIDE}%\}}|\{{\{{{_INSIDE}\}}\}}|\{{:[^{{}}\n]*\}}|\{{%|\{{\{{|\{{:"
)
_RAW = re.compile(r"\{%-?\s*raw\s*-?%\}")
_RAW_MARK = re.compile(
    r"^[ \t]*\{%-?\s*(?:end)?raw\s*-?%\}[ \t]*\n|\{%-?\s*(?:end)?raw\s*-?%\}", re.MULTILINE
)


def converted(text: str, context: TextContext) -> str:
    """Return the text of a page or of a field in Masthead's Markdown."""
    aside = Aside()
    text = aside.cleared(text)
    if context.syntax == "nunjucks":
        text = nunjucks.code_blocks(text)
    elif context.syntax == "liquid":
        text = liquid.code_blocks(text)
    elif context.syntax == "hugo":
        text = shortcodes.code_blocks(text)
    text = aside.fences(text, lambda block: _RAW_MARK.sub("", block))
    text = aside.spans(text)
    text = paired(text, _RAW, lambda _: end_of("raw"), lambda _, inside, end: aside.put(inside))
    text = aside.formulas(text, context)
    text = html_parts.before_asides(text, context)
    text = aside.html(text)
    if context.syntax == "nunjucks":
        text = nunjucks.converted(text, context)
    elif context.syntax == "liquid":
        text = html_parts.without_rows(liquid.converted(text, context, aside), context)
        text = attributes.before_blocks(
            aside.spans(aside.fences(text, lambda block: block)), context
        )
    elif context.syntax == "hugo":
        text = attributes.before_blocks(attributes.of_hugo(text), context)
        text = shortcodes.converted(text, context)
    text = html_parts.converted(text, context)
    text = aside.spans(aside.fences(text, lambda block: block))  # what a step has just made
    text = attributes.with_ids(text, context.syntax)
    text = rewritten(
        text,
        lambda typed: context.links.new_target(typed, context.address),
        lambda typed: _dead(typed, context),
    )
    text = _without_leftovers(text, context, aside)
    text = re.sub(r"\n(?:[ \t]*\n){2,}", "\n\n", text)
    return aside.back(text)


def _dead(typed: str, context: TextContext) -> None:
    context.note("lost", "dead-link", typed, "its words, without the link")


def _without_leftovers(text: str, context: TextContext, aside: Aside) -> str:
    """Return a text in which what is left of template languages shows as code."""

    def shown(match: re.Match[str]) -> str:
        context.note("todo", "template-leftover", match[0], "the same as code")
        return aside.put(f"`{match[0]}`")

    return _LEFTOVER.sub(shown, text)
