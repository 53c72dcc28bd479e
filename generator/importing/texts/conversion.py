"""One text -> Masthead's Markdown. The order of the steps matters.

Code is set aside first, so that no step changes it; then come the tags of templates, since they may
make any Markdown; then attributes, formulas, HTML, headings and links; then code comes back.

Attributes of blocks stand behind them in kramdown and Hugo. Formats: kramdown.gettalong.org/syntax,
"Inline Attribute Lists"; gohugo.io, "Markdown attributes".
"""

import re
import unicodedata
from collections import Counter

from generator.importing.plan import Syntax
from generator.importing.texts import html_parts, liquid, nunjucks, shortcodes
from generator.importing.texts.aside import Aside
from generator.importing.texts.emoji import with_emoji
from generator.importing.texts.links import rewritten, with_blanks_encoded
from generator.importing.texts.markup import TextContext, end_of, paired
from generator.model.links import heading_id

_INSIDE = r"(?:(?!\{[{%:])[^\n])*?"
_LEFTOVER = re.compile(
    rf"\{{%{_INSIDE}%\}}|\{{\{{{_INSIDE}\}}\}}|\{{:[^{{}}\n]*\}}|\{{%|\{{\{{|\{{:"
)
_COMMENT, _COMMENT_ENDS = re.compile("<!--"), re.compile("-->")
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
    text = _with_comments_closed(text, context)
    text = aside.formulas(text, context)
    text = html_parts.before_asides(text, context)
    if context.is_data:
        text = paired(text, _COMMENT, lambda _: _COMMENT_ENDS, lambda *_: "")
    text = aside.html(text)
    if context.syntax == "nunjucks":
        text = nunjucks.converted(text, context)
    elif context.syntax == "liquid":
        text = html_parts.whole_blocks(text)
        text = html_parts.without_rows(liquid.converted(text, context, aside), context)
        text = before_blocks(aside.spans(aside.fences(text, lambda block: block)), context)
    elif context.syntax == "hugo":
        text = before_blocks(of_hugo(text), context)
        text = shortcodes.converted(text, context)
    text = html_parts.converted(text, context)
    text = aside.spans(aside.fences(text, lambda block: block))  # what a step has just made
    text = with_emoji(with_ids(text, context.syntax))
    text = with_blanks_encoded(text) if context.syntax == "liquid" else text
    text = rewritten(
        text,
        lambda typed: context.links.new_target(typed, context.address, context.file),
        lambda typed: _dead(typed, context),
    )
    text = _without_leftovers(text, context, aside)
    text = re.sub(r"\n(?:[ \t]*\n){2,}", "\n\n", text)
    return aside.back(text)


def _with_comments_closed(text: str, context: TextContext) -> str:
    """Return a text without a comment that is never closed, which hides the rest of a page."""
    start = text.rfind("<!--")
    if start < 0 or "-->" in text[start:]:
        return text
    context.note("lost", "open-comment", text[start : start + 80])
    return text[:start]


def _dead(typed: str, context: TextContext) -> None:
    context.note("lost", "dead-link", typed, "its words, without the link")


def _without_leftovers(text: str, context: TextContext, aside: Aside) -> str:
    """Return a text in which what is left of template languages shows as code."""

    def shown(match: re.Match[str]) -> str:
        context.note("todo", "template-leftover", match[0], "the same as code")
        return aside.put(f"`{match[0]}`")

    return _LEFTOVER.sub(shown, text)


_ON_A_LINE = re.compile(r"^(?P<before>[ \t>]*)\{:(?P<inside>[^}\n]*)\}[ \t]*$", re.MULTILINE)
_INLINE = re.compile(r"(?<=[\])*_`\uf8f1])\{:(?P<inside>[^}\n]*)\}")
_BOXES = {"block-tip": "tip", "block-warning": "warning", "block-danger": "warning",
          "notice": "note", "notice--info": "note", "notice--primary": "note",
          "notice--warning": "warning", "notice--danger": "warning",
          "notice--success": "tip"}  # fmt: skip
_PART = re.compile(r"#[\w:.-]+|\.[\w-]+|[\w-]+=(?:\"[^\"]*\"|'[^']*'|[^\s\"']+)")
_SAFE = re.compile(r"(?:id|width|height|lang|title|alt|style|target|rel)=")
_OF_HUGO = r"(?:[.#][\w-]+|[\w-]+=(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s{}\"']+))"
_BEHIND = re.compile(
    rf"^([ \t>]*)\{{[ \t]*({_OF_HUGO}(?:[ \t]+{_OF_HUGO})*)[ \t]*\}}[ \t]*$", re.MULTILINE
)
_HEADING = re.compile(r"^( {0,3}(#{1,6})[ \t]+)(.+?)([ \t]+#+)?[ \t]*$", re.MULTILINE)
_OWN_ID = re.compile(r"\{[^}]*#[^}]*\}\s*$")
_MARKUP = re.compile(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^()]*\)|<[^<>]+>|[*`]|(?<!\w)_|_(?!\w)|~~")


def of_hugo(text: str) -> str:
    """Return a text of Hugo whose attributes behind a block are written as kramdown's: `{: .x}`."""
    return _BEHIND.sub(r"\1{: \2}", text)


def before_blocks(text: str, context: TextContext) -> str:
    """Return a text in which attributes stand where Masthead reads them: before a block."""
    text = re.sub(r"\{::(?:nomarkdown|comment|options)[^{}]*/?\}|\{:/[^{}]*\}", "", text)
    text = re.sub(r"^[ \t]*[-*][ \t]+.*\n\{:\s*toc[^{}]*\}[ \t]*$", "", text, flags=re.MULTILINE)
    blocks = re.split(r"(\n[ \t]*\n)", text)
    blocks = [_moved(block, context) if "{:" in block else block for block in blocks]
    return _INLINE.sub(lambda m: _braces(m["inside"], context), "".join(blocks))


def _moved(block: str, context: TextContext) -> str:
    """Return a block with the attributes that stood behind it in front, or as a box."""
    found = list(_ON_A_LINE.finditer(block))
    if not found:
        return block
    match = found[-1]
    rest = (block[: match.start()] + block[match.end() :]).strip("\n")
    names = [part[1:] for part in _PART.findall(match["inside"]) if part.startswith(".")]
    box = next((_BOXES[name] for name in names if name in _BOXES), "")
    if box and rest:
        lines = [re.sub(r"^>[ ]?", "", line) for line in rest.split("\n")]
        return f":::{{{box}}}\n" + "\n".join(lines) + "\n:::"
    braces = _braces(match["inside"], context)
    if not braces or not rest:
        return rest
    last = rest.rpartition("\n")[2]
    if re.match(r" {0,3}#{1,6} ", last) and "\n" not in rest:
        return f"{rest} {braces}"
    return f"{braces}\n{rest}"


def _braces(inside: str, context: TextContext) -> str:
    parts = _PART.findall(inside.replace("\\_", "_"))
    if context.is_data:  # a text of a record has none; where links open is the theme's
        parts = [part for part in parts if not part.startswith(("target=", "rel="))]
    kept = [part for part in parts if part[0] in "#." or _SAFE.match(part)]
    kept = [part for part in kept if part not in (".no_toc", ".no-toc")]
    gone = [part for part in parts if part not in kept and part[0] not in "#."]
    if gone:
        context.note("changed", "attribute", " ".join(gone))
    return "{" + " ".join(kept) + "}" if kept else ""


def with_ids(text: str, syntax: Syntax) -> str:
    """Return a text in which headings keep the ids that links from elsewhere may name."""
    if syntax == "plain":
        return text
    seen: Counter[str] = Counter()
    ours: Counter[str] = Counter()

    def mark(match: re.Match[str]) -> str:
        words = match[3]
        if _OWN_ID.search(words):
            return match[0]
        old, new = _old_id(words, syntax, seen), _counted(heading_id(_bare(words)), ours)
        if not old or old == new or not re.fullmatch(r"[\w.:-]+", old):
            return match[0]
        return f"{match[1]}{words} {{#{old}}}"

    return _HEADING.sub(mark, text)


def _bare(words: str) -> str:
    return _MARKUP.sub(lambda m: m[1] or "", words).replace("\\", "").strip()


def _old_id(words: str, syntax: Syntax, seen: Counter[str]) -> str:
    bare = _bare(words)
    if syntax == "nunjucks":  # hexo-util, `slugize` without a transform
        base = nunjucks.HEXO_MARKS.sub("-", bare).strip("-")
    else:  # kramdown, `basic_generate_id` with GFM's rule; goldmark, as GitHub does it
        base = "".join(ch for ch in bare.lower() if ch in " -_" or _is_word(ch)).replace(" ", "-")
    return _counted(base, seen)


def _is_word(ch: str) -> bool:
    return unicodedata.category(ch)[0] in "LNM"


def _counted(base: str, seen: Counter[str]) -> str:
    number = seen[base]
    seen[base] += 1
    return f"{base}-{number}" if number else base
