"""Sets aside what no step may touch: code, formulas, raw blocks. It comes back at the end.

Most sites of researchers were written for MathJax, in browsers. An import writes their formulas in
the words of `math-core`; what has none becomes code, see `mending.py`. Commands are those of
MathJax 3 (https://docs.mathjax.org/en/v3.2-latest/input/tex/macros/index.html).
"""

import re
from collections.abc import Callable, Mapping
from html import unescape

from generator.importing.texts.links import HTML_BLOCK, edited
from generator.importing.texts.markup import TextContext, lines_around, paired
from generator.model.files import packaged_data

_FIRST, _LAST = "\uf8f0", "\uf8f1"
"""Characters of Unicode's private use area. They enclose the number of a text set aside."""
_PLACE = re.compile(f"{_FIRST}(\\d+){_LAST}")
_FENCE = re.compile(
    r"(?P<before>[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*)(?P<mark>`{3,}|~{3,})(?P<info>.*)"
)
_BLOCK = re.compile(
    r"(?:(?<=\n\n)|(?<=\A\n)|\A|(?P<head>^ {0,3}#{1,6}[ \t].*\n))"
    r"(?P<code>(?:(?: {4}|\t).*\S.*(?:\n|\Z))+)|"
    r"(?:(?! {0,3}#{1,6}[ \t].*\n(?: {4}|\t)).*\S.*(?:\n|\Z))+",
    re.MULTILINE,
)
_ITEM = re.compile(r"^ {0,3}(?:[-*+]|\d+[.)]|\[\^[^\]]+\]:)[ \t]", re.MULTILINE)
_MARKER = re.compile(r"^ *(?:[-*+]|\d+[.)]|\[\^[^\]]+\]:) +", re.MULTILINE)
_SPAN = re.compile(
    r"(?<![`\\])(`+)(?!`)((?:(?!\n[ \t]*(?:\n|(?:[-*+#]|\d+[.)]) |>)).)+?)(?<!`)\1(?!`)", re.DOTALL
)
_HTML = re.compile(r"<(pre|script|style|textarea)\b|<!--", re.IGNORECASE)
_COMMENT_ENDS = re.compile("-->")
_BLANK = re.compile(r"\n[ \t]*(?=\n)")
"""An empty line. It ends HTML around code (CommonMark, 4.6)."""
_TAG_OF_BLOCK = re.compile(
    r"(</?(?:table|thead|tbody|t[dhr]|div|p|h[1-6]|ul|ol|li|dl|dt|dd|details|summary|center|section|"
    r"article|figure|figcaption|blockquote|form|hr)\b[^<>]*>)",
    re.IGNORECASE,
)
_AROUND_BLOCKS = re.compile(
    r"<(/?)(?:table|div|ul|ol|dl|details|center|section|article|figure|form)\b[^<>]*>",
    re.IGNORECASE,
)
_END_SET_IN = re.compile(r"(?<=\n\n)[ \t]{4,}(?=</)")
"""What would make code of the end of an element."""
_ELEMENT = re.compile(r"</?[a-zA-Z](?!\w*://)[^<>]*>")
_MARKDOWN = re.compile(r"\[[^\[\]\n]*\]\([^()\s]+\)|\*\*\S[^*\n]*\*\*|<https?://[^<>\s]+>")
"""A picture or a link, stress, an address."""
_DOLLAR = re.compile(r"(\\.|https?://[^\s<>()]*)|\$")
_SINGLE = re.compile(r"(\\.|https?://[^\s<>()]*|\$\$(?s:.*?)\$\$)|\$")
_PARAGRAPH = re.compile(r"(?:.*\S.*(?:\n|\Z))+")
_DISPLAY = re.compile(r"(?<!\\)\$\$(.+?)(?<!\\)\$\$", re.DOTALL)
_BLANKS = re.compile(r"\n(?:[ \t>]*\n)+")
_OF_TEX = re.compile(r"\\[A-Za-z]|[\^_=]|\A\W*\Z")
"""What each part of a formula has that empty lines part; TeX takes none."""
_LONE = re.compile(r"(?<!\\)\$\$")
"""Two dollars that no others end, but those in code."""
_BEYOND_DOUBT = re.compile(r"\$\$|(?<!\$)\$[^$`\n]*\\[A-Za-z]+\{[^$`\n]*\$")
_BRACKETS = re.compile(
    r"(?<!\\)\\\\\[(?=[^\n]*\\|\s*\n)(.{1,2000}?)\\\\\]|(?<!\\)\\\\\((.{1,500}?)\\\\\)", re.DOTALL
)
r"""Formulas in `\\[` and `\\(`, of which Markdown leaves MathJax one backslash."""
_PASSED = re.compile(
    r"(?<!\\)\\([\[(])((?:(?!\n[ \t]*\n|\]\(|(?<!\\)\\[\[(]).){1,2000}?)(?<!\\)\\([\])])", re.DOTALL
)
_IS_PASSED = {"[": re.compile(r"\\[A-Za-z]|[\^=]"), "(": re.compile(
    r"\\[A-Za-z]|[\^_=<>]|"
    r"^(?=.*[A-Za-z])(?:(?:log|exp|max|min|sin|cos|[A-Za-z\d]{1,2})(?![A-Za-z\d])|\W)+$"
)}  # fmt: skip
r"""Formulas in `\[` and `\(`. Goldmark passes them on to MathJax in Hugo Blox (`passthrough`), and
so does kramdown in HTML."""
_BARE = re.compile(
    r"(?<![$\\\w])\\begin\{(?P<name>equation|align|gather|multline|eqnarray|alignat|flalign|"
    r"[pbvBV]?matrix|smallmatrix|[dr]?cases|aligned|alignedat|gathered|split|array)(?P<star>\*?)\}"
    r"(?P<inside>.{1,4000}?)\\end\{(?P=name)(?P=star)\}",
    re.DOTALL,
)
"""An environment that MathJax sets without any dollars around it."""
_TEXT = r"\\(?:text|mbox|hbox)[a-z]*\{[^{}$\n]*(?:\$[^{}$\n]+\$[^{}$\n]*)+\}"
r"""Words in a formula with formulas in them: `\text{if $x > 0$}`."""
_INLINE = re.compile(
    rf"(?<![\\$A-Za-z0-9_])\$(?![\s$])((?:{_TEXT}|\\.|[^$\n\\])+?)(?<![\s\\])\$(?![\d$])"
)
_LOOSE = re.compile(
    rf"{_INLINE.pattern}|(?<![\\$A-Za-z0-9_])\$(?!\$)((?:(?!\n[ \t]*\n)[^$]){{1,300}}?)(?<!\\)"
    r"\$(?![\d$])(?:(?<!\s\$)|(?![A-Za-z]))"
)
"""A formula, or one with blanks inside of its dollars, as MathJax takes it."""
_IS_TEX = re.compile(
    r"[\\^_{}=<>+*/|≤≥≠-]|^.{1,3}$|^[A-Za-z]{1,12}$|^[A-Za-z0-9]*['’]*[\[(].{0,30}[\])]\w{0,3}$|^\d+\.\d+$|"
    r"^\w{1,4}['’]?(?:[,，、] ?\w{1,4}['’]?)+$"
)
"""What is a formula between dollars, and no prose between two prices."""
_CHINESE, _IN_PROSE = re.compile("[\u4e00-\u9fff]"), re.compile("[，。：；]")
_DOUBLED = re.compile(r"\\\\\{.*?\\\\\}|\\\\\|.*?\\\\\|", re.DOTALL)
"""Braces and bars with two backslashes."""
_IS_SUM = re.compile(r"[=+^<>≤≥≠×∈]|^\w+\(.*\)$")

_FOR_MARKDOWN = re.compile(
    r"(?<!\\)\\[+\[\]()]|(?<!\\left)(?<!\\right)(?<!\\)\\\.|(?<!\\)\{[^{}\\]*\\\}|"
    r"\\\\(?=(?:begin|frac|sum|times|cdot|leq?|geq?|neq?|left|right|in)\b)"
)
"""Backslashes for Hexo's Markdown. It takes one before each mark, and none of TeX."""


class Aside:
    """What was set aside of one text."""

    def __init__(self) -> None:
        self._kept: list[str] = []

    @staticmethod
    def cleared(text: str) -> str:
        """Return a text without the characters that stand for what is set aside."""
        return text.replace(_FIRST, "").replace(_LAST, "")

    def put(self, text: str) -> str:
        """Set a text aside and return what takes its place."""
        self._kept.append(text)
        return f"{_FIRST}{len(self._kept) - 1}{_LAST}"

    def back(self, text: str) -> str:
        """Return a text with all that was set aside; one thing may be inside another."""
        for _ in range(6):
            if _FIRST not in text:
                break
            text = _PLACE.sub(lambda m: self._kept[int(m[1])], text)
        return text

    def fences(self, text: str, change: Callable[[str], str]) -> str:
        """Set fenced code aside, each block as `change` returns it."""
        out: list[str] = []
        block: list[str] = []
        mark, indent = "", 0
        for line in text.split("\n"):
            if not mark:
                opening = _FENCE.fullmatch(line)
                if opening and "`" not in opening["info"]:
                    mark, block, indent = opening["mark"], [line], len(opening["before"])
                else:
                    out.append(line)
                continue
            block.append(line)
            bare = line.strip(" \t>")
            is_mark = bare and set(bare) == {mark[0]} and len(bare) >= len(mark)
            if is_mark and line.index(bare) <= indent + 3:  # CommonMark, 4.5
                out.append(self.put(change("\n".join(block))))
                mark = ""
        if mark:  # never closed: code to the end, as CommonMark has it
            out.append(self.put(change("\n".join(block))))
        return "\n".join(out)

    def indented(self, text: str) -> str:
        """Set code by indentation aside, in a list where it is set in from its last item
        (CommonMark, 4.4). Tags in an element that is open are none."""
        is_listed, margin, inside = [False], [0], [0]

        def change(block: re.Match[str]) -> str:
            is_html = inside[0] and re.match(r"\s*<", block["code"] or "")
            if block["code"] is None or is_html:
                marks = _AROUND_BLOCKS.findall(_SPAN.sub("", block[0]))
                inside[0] = max(0, inside[0] + len(marks) - 2 * marks.count("/"))
            whole = block[0].expandtabs(4)
            is_text = len(whole) - len(whole.lstrip(" ")) < margin[0] + 4
            for one in _MARKER.finditer(whole) if block["code"] is None or is_text else ():
                margin[0] = len(one[0])
            if block["code"] is None:
                goes_on = is_listed[0] and block[0][:1] in " \t"
                is_listed[0] = goes_on or bool(_ITEM.search(block[0]))
                return block[0]
            is_listed[0] = is_listed[0] and not block["head"]
            is_kept = (is_listed[0] and is_text) or is_html or re.search(r"\{[%{]", block["code"])
            code = self.put(block["code"].rstrip("\n")) + "\n"
            return block[0] if is_kept else (block["head"] or "") + code

        return _BLOCK.sub(change, text)

    def spans(self, text: str, change: Callable[[str], str] = lambda code: code) -> str:
        """Set code in lines aside, each as `change` returns it."""
        return _SPAN.sub(lambda m: self.put(change(m[0])), text)

    def at_margin(self, text: str) -> str:
        """Return a text without the indentation that all of its lines share, as Hexo reads the
        content of a tag; fences that were set aside lose as much."""
        full = [line for line in self.back(text).split("\n") if line.strip()]
        width = min((len(line) - len(line.lstrip(" \t")) for line in full), default=0)
        indent = re.compile(rf"^[ \t]{{0,{width}}}", re.MULTILINE)
        for place in re.findall(rf"^{_PLACE.pattern}", text, re.MULTILINE):
            self._kept[int(place)] = indent.sub("", self._kept[int(place)])
        return indent.sub("", text)

    def markdown_in_html(self, text: str) -> str:
        """Return a text in which Markdown within HTML is between empty lines, where it is read:
        what tags became, and formulas, since MathJax found them in HTML, too."""

        def is_read(words: str) -> bool:
            bare = _ELEMENT.sub("", words)
            return bool(_MARKDOWN.search(bare)) or any(
                self._kept[int(place)].startswith("$") for place in _PLACE.findall(bare)
            )

        def block(found: re.Match[str]) -> str:
            indent = re.match(r"[ \t]*", found[0])
            before = f"\n\n{indent[0] if indent else ''}"
            parts = _TAG_OF_BLOCK.split(found[0])  # words and tags take turns
            for i in (i for i in range(0, len(parts), 2) if is_read(parts[i])):
                for place in map(int, _PLACE.findall(parts[i])):
                    self._kept[place] = unescape(self._kept[place])
                parts[i] = before + " ".join(parts[i].split()) + before
            return "".join(parts)

        return _END_SET_IN.sub("", HTML_BLOCK.sub(block, text))

    def html(self, text: str, change: Callable[[str], str] = lambda code: code) -> str:
        """Set comments and elements aside in which nothing is Markdown, elements as `change`
        returns what is in them."""
        return paired(
            text,
            _HTML,
            lambda m: re.compile(rf"(?i)</{m[1].lower()}\s*>") if m[1] else _COMMENT_ENDS,
            lambda m, inside, end: self.put(m[0] + _BLANK.sub("&#10;", change(inside)) + end)
            if m[1] and m[1].lower() == "pre"
            else self.put(m[0] + (change(inside) if m[1] else _BLANK.sub("", inside)) + end),
        )  # fmt: skip

    def _displayed(self, text: str, context: TextContext) -> str:
        """Set displayed formulas aside, but no prose between two of them."""
        edits: list[tuple[int, int, str]] = []
        at = 0
        while match := _DISPLAY.search(text, at):
            parts, at = _BLANKS.split(match[1]), match.start() + 2
            if len(parts) == 1 or all(map(_OF_TEX.search, parts)):
                at = match.end()
                edits.append((match.start(), at, self.put(_displayed(match, context))))
        return edited(text, edits)

    def formulas(self, text: str, context: TextContext) -> str:
        """Set formulas aside, such as Masthead reads them, or escape dollars. None are in code in
        HTML (docs.mathjax.org, `skipHtmlTags`)."""
        first = len(self._kept)
        text = self.html(text)
        code = range(first, len(self._kept))
        text = self._with_formulas(text, context)
        return _PLACE.sub(lambda m: self._kept[int(m[1])] if int(m[1]) in code else m[0], text)

    def _with_formulas(self, text: str, context: TextContext) -> str:
        if not context.delimiter and _BEYOND_DOUBT.search(text):
            became = "TeX as text, as before; without the backslashes these are formulas"
            context.note("guessed", "formulas-off", "$$…$$", became)
        if context.delimiter != "$":
            form = _SINGLE if context.delimiter else _DOLLAR
            text = _PARAGRAPH.sub(
                lambda m: form.sub(lambda d: d[1] or "\\$", m[0])
                if m[0].count("$") > 1 and not HTML_BLOCK.match(m[0]) else m[0], text,
            )  # fmt: skip
        if not context.delimiter:
            return text
        text = _OPERATOR.sub(r"\\def\\\2{\\operatorname\1{\3}}", text)
        if defined := dict(_DEFINED.findall(text)):  # for all formulas that follow
            context.macros = {**context.macros, **defined}
            text = _MARK_OF_IT.sub("", _DEFINED.sub("\0", text))

        def formula(match: re.Match[str]) -> str:
            inside = (match[1] or match[2]).replace("\u200b", "")  # as Typora ends one
            inside = re.sub(r"\n[ \t]*(?:>[ \t]*)+", "\n", inside)
            is_one = _IS_TEX.search(inside.strip())
            if match[1] is None and (inside[:1] != " " or inside[-1:] != " "):
                is_one = re.search(r"\\[A-Za-z]|[\^_=]", inside)
            if _CHINESE.search(inside) and not re.search(r"\\[A-Za-z]", inside):
                is_one = None if _IN_PROSE.search(inside) else _IS_SUM.search(inside)
            if not is_one or "](http" in inside:
                return ""
            return self.put(f"${_tex(inside, context).strip()}$")

        def bare(match: re.Match[str]) -> str:
            if _is_between_dollars(match):
                return match[0]
            displayed = self.put(f"$$\n{_tex(match[0], context)}\n$$")
            return f"\n\n{displayed}\n\n"

        text = re.sub(r"\((\$+)\s*\\ref(\{[^{}$]*\})\s*\1\)", r"\1\\eqref\2\1", text)
        if context.syntax != "plain":
            text = _BRACKETS.sub(lambda m: f"$${m[1]}$$" if m[1] else f"${m[2].strip()}$", text)
        if context.syntax == "hugo":
            text = _PASSED.sub(_in_dollars, text)
        if context.syntax == "liquid":  # Markdown leaves MathJax no backslash outside of HTML
            text = HTML_BLOCK.sub(lambda html: _PASSED.sub(_in_dollars, html[0]), text)
        text = self._displayed(text, context)
        if context.syntax != "plain":
            text = _BARE.sub(bare, text)
        text = _LONE.sub(r"\\$\\$", text)
        form = _INLINE if context.syntax == "plain" else _LOOSE
        edits: dict[int, tuple[int, str]] = {}
        at = 0
        while match := form.search(text, at):
            if found := formula(match):
                edits[match.start()] = (match.end(), found)
                at = match.end()
            else:  # what ends it may begin the next one
                at = match.start() + 1
                odd = (match.start(), match.end() - 1) if match[1] else ()
                edits |= {one: (one + 1, "\\$") for one in odd}
        return edited(text, [(start, *one) for start, one in edits.items()])


def _is_between_dollars(match: re.Match[str]) -> bool:
    """Whether an environment is part of a formula in the line."""
    above, below = _paragraph_around(match)
    return len(re.findall(r"(?<!\\)\$", above)) % 2 == 1 and "$" in below


def _paragraph_around(match: re.Match[str]) -> tuple[str, str]:
    """Return what stands before and after something in its paragraph, or in its item of a list."""
    text, (start, end) = match.string, match.span()
    above = _PARAGRAPH_BEGINS.split(text[max(0, start - 4000) : start])[-1]
    return above, _PARAGRAPH_ENDS.split(text[end : end + 4000])[0]


_PARAGRAPH_BEGINS = re.compile(r"\n[ \t>]*\n|^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+", re.MULTILINE)
_PARAGRAPH_ENDS = re.compile(r"\n[ \t>]*(?:\n|\Z|(?:[-*+]|\d+[.)])[ \t]|\{:)")


def _in_dollars(match: re.Match[str]) -> str:
    is_one = _IS_PASSED[match[1]].search(match[2]) and match[1] + match[3] in ("[]", "()")
    mark = "$" if match[1] == "(" else "$$"
    return f"{mark}{match[2].strip()}{mark}" if is_one else match[0]


_OF_A_BLOCK = re.compile(
    r"\n[ \t>]*\n|\\begin\{(?:equation|align|gather|multline)\*?\}|\\(?:tag|label)\b"
)
"""What a formula in a line cannot have."""


def _displayed(match: re.Match[str], context: TextContext) -> str:
    """Return a displayed formula with its dollars.

    In kramdown and mmark, two dollars inside of a line or a paragraph are a formula in the line
    (kramdown's syntax, "Math Blocks"; `parse_block_math`). In HTML, it was MathJax that read them.
    """
    tex = match[1]
    label = _LABEL.search(tex)
    if label and f"ref{{{label[1]}}}" in context.whole and not _NUMBERED.search(tex):
        tex = rf"\begin{{equation}}{tex}\end{{equation}}"  # as `tags: all` of MathJax does
    tex = _tex(tex, context)
    before, after = lines_around(match)
    around = re.sub(r"^\s*(?:>\s*|[-*+]\s+|\d+\.\s+)*", "", before) + after.strip()
    around = _ELEMENT.sub("", around)  # alone in HTML
    above, below = _paragraph_around(match)
    rest = re.sub(r"\{%.*?%\}", "", _ELEMENT.sub("", above + below), flags=re.DOTALL).strip(
        "> \t\n"
    )
    is_set_apart = HTML_BLOCK.match(above.lstrip("\n")) or _OF_A_BLOCK.search(tex)
    is_in_line = context.syntax == "liquid" or context.page.get("markup") == "mmark"
    if is_in_line and (around.strip() or (rest and not is_set_apart)):
        context.note("changed", "formula-in-line", "$$…$$", "$…$")
        return f"${tex.strip()}$"
    if re.fullmatch(
        r"[ \t]*>[ \t>]*", before
    ):  # its other lines may lack the mark (CommonMark, 5.1)
        tex = re.sub(r"\n[ \t>]*", f"\n{before}", tex)
    return "$$" + _BLANKS.sub("\n", tex) + "$$"


def _tex(tex: str, context: TextContext) -> str:
    r"""Return TeX as Masthead reads it.

    What hid it from the Markdown of Hexo and Hugo goes: `\_`, `\*`, `\)`, `\\\\`; not Pandoc.
    """
    tex = _expanded(tex, context.macros)
    for colour in dict.fromkeys(_COLOUR.findall(tex)):
        context.note("changed", "attribute", colour)
    if context.syntax not in ("nunjucks", "hugo") or "pandoc" in context.extras:
        return adapted(tex)
    if context.syntax == "nunjucks" and _FOR_MARKDOWN.search(tex):
        is_row = "begin" in tex and not re.search(r"\\{3}\s", tex)
        tex = re.sub(r"\\([!-/:-@\[-`{-~])" + r"(?!\s)" * is_row, r"\1", tex)
    if context.syntax == "hugo":  # as Goldmark leaves it to MathJax
        tex = _DOUBLED.sub(lambda pair: re.sub(r"\\\\(?=[{}|])", r"\\", pair[0]), tex)
        tex = re.sub(r"(?<!\\)\\{3,6}(?=\s)", lambda _: r"\\", tex)
        if "unnumbered" in context.extras and not re.search(r"\\(?:label|tag)\b", tex):
            tex = _ENDS.sub(r"\\\1{\2*}", tex)
    parts = re.split(r"(\\(?:text|mathrm|operatorname)\s*\{[^{}]*\})", tex)
    parts[::2] = [
        re.sub(r"(?<!\\)\\([_*~()])", r"\1", one).replace("\\\\\\\\", "\\\\") for one in parts[::2]
    ]
    return adapted("".join(parts))


_LABEL = re.compile(r"\s*\\label\s*\{([^{}]*)\}")
_NAME, _ODD = re.compile(r"\\(?:label|eqref)\s*\{[^{}]*"), re.compile(r"[^\\{\s\w:.-]|[^\x00-\x7f]")
"""The name of an equation, and what `math-core` takes in none."""
_OF_NUMBERS = r"\{(equation|align|gather|multline|alignat|flalign|eqnarray)\}"
_NUMBERED, _ENDS = re.compile(rf"\\begin{_OF_NUMBERS}"), re.compile(rf"\\(begin|end){_OF_NUMBERS}")
_GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
_ENVIRONMENT = re.compile(r"\\begin\{")
_WORDS = re.compile(rf"\\(?:text(?:rm|normal|up)?|mbox|hbox){_GROUP}")
_FORMULA_IN_WORDS = re.compile(r"(?<!\\)\$([^$]*)(?<!\\)\$")
_TAG = re.compile(rf"\\tag(\*?){_GROUP}")
_NAMES = "black|blue|brown|cyan|gray|green|magenta|orange|pink|purple|red|teal|violet|white|yellow"
_COLOUR = re.compile(
    rf"\\(?:text)?color(?![A-Za-z]|\s*\{{(?:{_NAMES})\}})\s*(?:\[[^\]]*\])?\s*\{{[^{{}}]*\}}"
)
"""A colour by none of the names that `math-core` knows as MathJax does."""
_LOOKS = re.compile(
    r"\\(?:[tT]iny|scriptsize|footnotesize|small|normalsize|[lL]arge|LARGE|[hH]uge)(?![A-Za-z])\s*|"
    r"\\(?:(?:class|cssId|style|require)\s*\{[^{}]*\}|bbox(?![A-Za-z])\s*(?:\[[^\]]*\])?)"
)
"""Sizes. A formula in one is set as it is."""
_REWRITTEN: tuple[tuple[re.Pattern[str], str], ...] = (
    (_COLOUR, ""),
    (re.compile(r"\\color\s*(\{\w+\}\s*\{)"), r"\\textcolor\1"),  # MathJax colours what follows
    (_LOOKS, ""),
    (re.compile(r"\\pmb(?![A-Za-z])"), r"\\boldsymbol"),
    (re.compile(r"(\\(?:left|right|[bB]igg?[lr]?)\s*)<"), r"\1\\langle "),
    (re.compile(r"(\\(?:left|right|[bB]igg?[lr]?)\s*)>"), r"\1\\rangle "),
    (re.compile(r"\(\s*\\ref\s*(\{[^{}]*\})\s*\)|\\ref\s*(\{[^{}]*\})"), r"\\eqref\1\2"),
    (re.compile(r"\\(begin|end)\{split\}"), r"\\\1{aligned}"),
    (re.compile(r"\\(begin|end)\{smallmatrix\}"), r"\\\1{matrix}"),
    (re.compile(r"\\begin\{alignedat\}\s*\{\d+\}|\\begin\{alignedat\}"), r"\\begin{aligned}"),
    (re.compile(r"\\end\{alignedat\}"), r"\\end{aligned}"),
    (re.compile(r"\\begin\{alignat(\*?)\}\s*\{\d+\}"), r"\\begin{align\1}"),
    (re.compile(r"\\(begin|end)\{(?:alignat|flalign|eqnarray)(\*?)\}"), r"\\\1{align\2}"),
    (re.compile(r"\\tag\*\s*\{\$([^${}]*)\$\}"), r"\\qquad \1"),
    (re.compile(rf"(\\mathop\s*{_GROUP})\s*\\limits(?![A-Za-z])"), r"\1"),
    (re.compile(rf"\\substack\s*{_GROUP}"), r"\\begin{subarray}{c}\1\\end{subarray}"),
)
_THREE_COLUMNS = re.compile(r"\\begin\{eqnarray(\*?)\}.*?\\end\{eqnarray\1\}", re.DOTALL)
_SECOND = re.compile(r"(?<!\\)&((?:(?!\\\\)[^&])*)(?<!\\)&")
"""The second column of a row, with its marks."""
_WORD = re.compile(
    r"\\(?:text(?:rm|bf|it|sf|tt|normal|up)?|mbox|hbox)\s*\{[^{}]*\}|\\(?:[A-Za-z]+|.)|[^\x00-\x7f]",
    re.DOTALL,
)
_OURS = packaged_data("tables/import_formulas", dict[str, str])
"""Commands and signs of MathJax that `math-core` refuses, and what comes nearest."""


_DEFINED = re.compile(
    r"\\(?:(?:re)?newcommand\*?|providecommand|g?def)\s*(?:\{\s*)?\\([A-Za-z]+)\s*\}?"
    rf"\s*(?:\[\d\]|(?:\#\d)*)\s*{_GROUP}"
)
"""The definition of a command. In MathJax it holds for the rest of a page."""
_OPERATOR = re.compile(rf"\\DeclareMathOperator(\*?)\s*(?:\{{\s*)?\\([A-Za-z]+)\s*\}}?\s*{_GROUP}")
"""The definition of a command for words that are set upright."""
_MARK_OF_IT = re.compile(r"(\$+)\s*\0[\s\0]*\1|\0")
_LONGEST = 20_000
"""Characters of a formula that commands may grow to."""


def _expanded(tex: str, macros: Mapping[str, str]) -> str:
    """Return a formula without the commands that its page or the settings of MathJax define."""
    for name, said in [*macros.items()] * 3 if macros else ():  # one may stand in another
        if f"\\{name}" not in tex or len(tex) > _LONGEST or not name.isalpha():
            continue
        number = max(map(int, re.findall(r"#(\d)", said)), default=0)
        form = rf"\\{name}(?![A-Za-z])" + rf"\s*(?:{_GROUP}|(\\[A-Za-z]+|[^\s{{}}\\]))" * number

        def written(m: re.Match[str], said: str = said) -> str:
            filled = re.sub("#([1-9])", lambda n: m[2 * int(n[1]) - 1] or m[2 * int(n[1])], said)
            return f"{filled} " if filled[-1:].isalpha() else filled

        tex = re.sub(form, written, tex)
    return tex


def adapted(tex: str) -> str:
    """Return a formula in words that `math-core` takes; the same where there is nothing to say."""
    tex = _WORDS.sub(_with_inner_formulas, tex)
    tex = _THREE_COLUMNS.sub(lambda rows: _SECOND.sub(r"&\1", rows[0]), tex)
    for pattern, written in _REWRITTEN:
        tex = pattern.sub(written, tex)
    tex = _WORD.sub(lambda word: _OURS.get(word[0], word[0]), tex)
    tex = _NAME.sub(lambda m: _ODD.sub(lambda one: f"{ord(one[0]):x}", m[0]), tex)
    if not _ENVIRONMENT.search(tex):
        tex = _LABEL.sub("", tex)
        if _TAG.search(tex):
            tex = rf"\begin{{equation}}{tex}\end{{equation}}"
    return tex


def _with_inner_formulas(text: re.Match[str]) -> str:
    r"""Return `\text{if $x$ is}` as `\text{if }{x}\text{ is}`."""
    pieces = _FORMULA_IN_WORDS.split(text[1])
    words = (re.sub(r"(?<!\\)([_#%&^])", r"\\\1", piece) for piece in pieces[::2])
    parts = [rf"\text{{{piece}}}" if piece else "" for piece in words]
    formulas = [f"{{{formula}}}" for formula in pieces[1::2]]
    return "".join(a + b for a, b in zip(parts, [*formulas, ""], strict=True))
