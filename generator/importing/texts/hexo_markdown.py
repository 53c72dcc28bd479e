"""Markdown of Hexo: fences, boxes and marks, as its renderers read them. Its tags are in `tags.py`.

Formats: hexojs/hexo, `backtick_code_block.ts`; marked.js.org; the README of markdown-it-container.
"""

import re
import textwrap
from collections.abc import Callable

from generator.importing.texts import markup
from generator.importing.texts.aside import Aside
from generator.importing.texts.links import HTML_BLOCK
from generator.importing.texts.markup import TextContext

_FENCE = re.compile(
    r"^(?P<before>[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*)(?P<mark>`{3,}|~{3,})(?P<info>[^`\n]*)\n",
    re.MULTILINE,
)
_CAPTION = re.compile(r"\s*([\w+#.-]+)\s+([^\s{}][^{}]*)")


def fences(text: str, aside: Aside) -> str:
    """Return a text of Hexo with fenced code set aside, and the captions of code above it.

    Hexo makes code of fences before Markdown is read: a block goes on to a line that ends in its
    mark, whatever the indent, and loses the indent that its lines share (hexojs/hexo,
    `backtick_code_block.ts`). So each is written as CommonMark closes it.
    """

    def block(opening: re.Match[str], inside: str, _: str) -> str:
        first, mark, info = opening.groups()
        before = re.sub(r"[^\s>]", " ", first)
        code = re.sub(r"(?:^|\n)[ \t>]*\Z", "", inside).rstrip()
        code = textwrap.dedent(re.sub(r"(?m)^[ \t]*>" * before.count(">"), "", code))
        said = _CAPTION.fullmatch(info)
        caption = re.sub(r"([\\*_<])", r"\\\1", OF_CODE.sub("", said[2]).strip()) if said else ""
        above = f"{first}*{caption}*\n{before.rstrip(' ')}\n" if caption else ""
        head = f"{before if above else first}{mark}{said[1] if said else info}"
        lines = (f"{before}{line}" if line else before.rstrip() for line in code.split("\n"))
        return above + aside.put("\n".join([head, *lines, f"{before}{mark}"]))

    def closing(opening: re.Match[str]) -> re.Pattern[str]:
        mark = opening["mark"]
        return re.compile(rf"(?m)(?<!{mark[0]}){mark}{mark[0]}*[ \t]*$")

    return markup.paired(text, _FENCE, closing, block)


OF_CODE = re.compile(
    r"\b(?:lang(?:uage)?|line_number|line_threshold|first_line|mark|highlight|wrap|class):\S*"
)
"""An option of a block of code; what is left is its caption (hexo.io/docs/tag-plugins)."""


def _with_bar(table: re.Match[str]) -> str:
    """Return the first lines of a table with as many cells in the second one as in the first."""
    rows = [re.sub(r"^[ \t]*\||\|[ \t]*$", "", table[part]) for part in ("head", "bar")]
    head, bar = (re.split(r"(?<!\\)\|", row) for row in rows)
    cells = (one.strip() or "-" for one in [*bar, *["-"] * len(head)][: len(head)])
    return table[0] if len(head) == len(bar) else f"{table['head']}\n| {' | '.join(cells)} |"


_FORMS: tuple[tuple[str, re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    # `** bold **`
    ("", re.compile(r"\*\*(?!\*)([^*\n]*[^*\s][^*\n]*)\*\*(?!\*)"),
     lambda m: f"**{m[1].strip()}**"),
    # The names of tabs are comments. They go above what the tabs hold.
    ("", re.compile(r"<!--[ \t]*(?:tab|timeline|node|folder|okr)\b[ \t]*([^@\n]*?)(?:@[^\n]*?)?-->|"
                    r"<!--[ \t]*end(?:tab|timeline)[ \t]*-->"),
     lambda m: f"\n\n**{s}**\n\n" if (s := re.sub("<[^<>]*>", "", m[1] or "").strip()) else "\n"),
    # A footnote. If nothing calls it, marked prints it as it is.
    ("", re.compile(r"^\[\^[^\]\n]+\]:", re.M),
     lambda m: "\\" * (m.string.count(m[0][:-1]) == 1) + m[0]),
    # Words between `__`, and the letters, of Chinese say, before and behind them.
    ("strong",
     re.compile(r"(?<![A-Za-z0-9_\\])(?:(?<=(\w))|)__(?=\S)([^_\n]*[^_\s])__(?!_)(?=(\w)|)"),
     lambda m: f"**{m[2]}**" if m[1] or m[3] else m[0]),
    ("mark", re.compile(r"(?<![A-Za-z0-9=\\])==(?=[^\s=)])((?:[^=\n]|=(?!=))*[^\s=])==(?!=)"),
     lambda m: f"<mark>{m[1]}</mark>"),
    ("tilde", re.compile(r"(?<![\w~\\])~(?=[^\s~])([^~\n]*[^\s~])~(?![\w~])"), r"~~\1~~"),
    # A heading without a blank behind its marks; the rules of styles have these, too.
    ("heads", re.compile(r"^( {0,3}#{1,6})(?=[^#\s{};][^{};\n]*$)", re.M), r"\1 "),
    # A number before a bracket, which begins no list.
    ("brackets", re.compile(rf"{HTML_BLOCK.pattern}|^([ \t>]*(?:[-*+][ \t]+)?\d+)(?=\)[ \t])",
                            HTML_BLOCK.flags), lambda m: f"{m[1]}\\" if m[1] else m[0]),
    # A table of which the second line has more cells than the first, or fewer.
    ("bars", re.compile(r"^(?P<head>(?=.*\|).*+)\n(?P<bar>(?=.*-)[ \t]*"
                        r"(?:\|[ \t:|-]+|[:-][ \t:-]*\|[ \t:|-]*))$", re.M), _with_bar),
    # A line of what is no tag in CommonMark (6.6), which prints it; browsers did not.
    ("tags", re.compile(
        r"^[ \t]*<(?![^\s<>]+(?:@|:/))(?!/?[A-Za-z][\w-]*(?:\s+[A-Za-z_:][\w.:-]*"
        r"(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'=<>`]+))?)*\s*/?>)"
        r"/?[A-Za-z]\w*(?:\"[^\"\n]*\"|'[^'\n]*'|[^'\"<>\n])*>[ \t]*$", re.M), lambda m: ""),
    # The words of a picture alone in its paragraph are its caption (`implicit_figures`).
    ("pandoc", re.compile(
        r"(?:\A|(?<=\n\n))!\[(?=[^\]]*[^\]\s])((?:\\.|[^\[\]\n\\])+)\]\(([^()\n\"]+?)(?:\s+\"[^\"\n]*\")?\)"
        r"(?:\{[^{}\n]*?(?:width=\"?(\w+%?)\"?)?[^{}\n]*\})?[ \t]*(?=\n[ \t]*\n|\n?\Z)"),
     lambda m: markup.picture(m[2], m[1], m[1], m[3] or "")),
)  # fmt: skip
"""Markdown of Hexo that Masthead writes in another way, and how, in this order; a name has what
only some renderers read, see `SitePlan.extras`."""


def converted(text: str, context: TextContext) -> str:
    """Return a text of Hexo in Masthead's Markdown, but for its tags."""
    text = _with_boxes(text, context) if ":::" in text else text
    for name, form, change in _FORMS:
        text = form.sub(change, text) if not name or name in context.extras else text
    return text


_COLONS = re.compile(r":{3,}[ \t]*(?:([^\W\d_][\w-]*)(.*))?")
_DEEPEST = 9
_TITLE = re.compile(r"\btitle\s*=\s*[\"'“]?([^\"'“”{}]*)")


def _with_boxes(text: str, context: TextContext) -> str:
    """Return a text with the containers of markdown-it-container as boxes: `::: tip A title`."""
    heads: list[re.Match[str]] = []
    parts: list[list[str]] = [[]]
    for line in text.split("\n"):
        # What ends one may stand below an item of a list.
        found = _COLONS.fullmatch(line.rstrip() if line.strip(" :") else line.strip())
        if found and found[1] and len(heads) < _DEEPEST:
            heads.append(found)
            parts.append([])
        elif found and not found[1] and heads:
            inside, (name, rest) = "\n".join(parts.pop()), heads.pop().groups()
            if name.lower() not in markup.BOXES:
                context.note("changed", "template-tag", f"::: {name}", "a note")
            kind, said = markup.BOXES.get(name.lower(), "note"), _TITLE.search(rest)
            title = said[1] if said else re.sub(r"\{[^{}]*\}|^#\S*", "", rest)
            parts[-1].append(markup.block(kind, title.strip(), inside))
        else:
            parts[-1].append(f"\\{line}" if line.startswith(":::") else line)
    while heads:  # never closed
        inner = parts.pop()
        parts[-1] += [f"\\{heads.pop()[0]}", *inner]
    return "\n".join(parts[0])
