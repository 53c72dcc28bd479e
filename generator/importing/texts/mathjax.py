r"""What MathJax takes and Masthead does not: written in other words, where there are any.

Most sites of researchers were written for MathJax, in browsers. An import writes their formulas in
the words of `math-core`; what has none becomes code, see `mending.py`. Commands are those of
MathJax 3 (https://docs.mathjax.org/en/v3.2-latest/input/tex/macros/index.html).
"""

import re

_GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
_ENVIRONMENT = re.compile(r"\\begin\{")
_TEXT = re.compile(rf"\\(?:text(?:rm|normal|up)?|mbox|hbox){_GROUP}")
_IN_TEXT = re.compile(r"(?<!\\)\$([^$]*)(?<!\\)\$")
_TAG = re.compile(rf"\\tag(\*?){_GROUP}")
_PLAIN = re.compile(r"[ -~]*")
_REWRITTEN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), written)
    for pattern, written in (
        # A star that Markdown would have taken for emphasis; a dash, a slash that break no word.
        (r"(?<!\\)\\\*", "*"),
        (r"(?<!\\)\\[-/](?![A-Za-z])", ""),
        # Sizes and boxes: the formula in them is set as it is.
        (
            r"\\(?:[tT]iny|scriptsize|footnotesize|small|normalsize|[lL]arge|LARGE|[hH]uge)"
            r"(?![A-Za-z])\s*",
            "",
        ),
        (r"\\(?:strut|hfill?|hfil)(?![A-Za-z])\s*", ""),
        (rf"\\bbox(?:\[[^\]]*\])?\s*{_GROUP}", r"{\1}"),
        (rf"\\(?:smash(?:\[[tb]\])?|math[lrc]?lap|[lrc]lap|vcenter)\s*{_GROUP}", r"{\1}"),
        (rf"\\(?:raise|lower)\s*-?[\d.]+\s*[a-z]{{2}}\s*{_GROUP}", r"{\1}"),
        # Other names of the same.
        (r"\\pmb(?![A-Za-z])", r"\\boldsymbol"),
        (r"\\mathbbm(?:ss|tt)?(?![A-Za-z])", r"\\mathbb"),
        (rf"\\root\s*([^\\{{}}]+|{_GROUP})\s*\\of", r"\\sqrt[\1]"),
        (r"\\mathop\s*\{\s*(?:\\(?:rm|mathrm|text)\b\s*)?([A-Za-z ]+)\}\s*\\limits",
         r"\\operatorname*{\1}"),
        (rf"\\mathop\s*{_GROUP}\s*\\limits\s*_\s*{_GROUP}", r"\\underset{\2}{\1}"),
    )
)  # fmt: skip
_MATRICES = re.compile(rf"\\(matrix|pmatrix|cases)\s*{_GROUP}")


def adapted(tex: str) -> str:
    """Return a formula in words that `math-core` takes; the same where there is nothing to say."""
    tex = _TEXT.sub(_with_inner_formulas, tex)
    tex = _TAG.sub(_tagged, tex)
    for pattern, written in _REWRITTEN:
        tex = pattern.sub(written, tex)
    tex = _MATRICES.sub(_matrix, tex)
    if not _ENVIRONMENT.search(tex):
        tex = re.sub(r"\\label\s*\{[^{}]*\}", "", tex)
        if _TAG.search(tex):
            tex = rf"\begin{{equation}}{tex}\end{{equation}}"
    return tex


def _with_inner_formulas(text: re.Match[str]) -> str:
    r"""Return `\text{if $x$ is}` as `\text{if }{x}\text{ is}`."""
    pieces = _IN_TEXT.split(text[1])
    words = (re.sub(r"(?<!\\)([_#%&^])", r"\\\1", piece) for piece in pieces[::2])
    parts = [rf"\text{{{piece}}}" if piece else "" for piece in words]
    formulas = [f"{{{formula}}}" for formula in pieces[1::2]]
    return "".join(a + b for a, b in zip(parts, [*formulas, ""], strict=True))


def _tagged(tag: re.Match[str]) -> str:
    r"""Return a tag of other than ASCII letters as words behind the formula."""
    if _PLAIN.fullmatch(tag[2]) and "$" not in tag[2] and "\\" not in tag[2]:
        return tag[0]
    words = tag[2].replace("$", "")
    words = words if "\\" in words else rf"\text{{{words}}}"
    return rf"\qquad {words}" if tag[1] else rf"\qquad ({words})"


def _matrix(found: re.Match[str]) -> str:
    """Return one of plain TeX's tables as the environment of the same name."""
    rows = re.sub(r"\\cr(?:cr)?(?![A-Za-z])", r"\\\\", found[2])
    return rf"\begin{{{found[1]}}}{rows}\end{{{found[1]}}}"
