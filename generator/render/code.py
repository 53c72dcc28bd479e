"""Code is highlighted while the page is built: Pygments gives the tokens classes, CSS colours them.

The two palettes are our own, a dozen colours each, chosen for a contrast of at least 4.5 to 1 on
the theme's code backgrounds; a test computes it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from generator.render.fragment import quoted

if TYPE_CHECKING:
    from pygments.formatter import Formatter
    from pygments.lexer import Lexer

LIGHT_BACKGROUND = "#f6f7f9"
DARK_BACKGROUND = "#161b22"

PALETTE: dict[str, tuple[str, str]] = {
    "Token": ("#1f2328", "#e6edf3"),
    "Token.Comment": ("#57606a", "#9198a1"),
    "Token.Comment.Preproc": ("#953800", "#ffa657"),
    "Token.Keyword": ("#b3202c", "#ff7b72"),
    "Token.Operator.Word": ("#b3202c", "#ff7b72"),
    "Token.Literal.Number": ("#0550ae", "#79c0ff"),
    "Token.Keyword.Constant": ("#0550ae", "#79c0ff"),
    "Token.Literal.String": ("#0a3069", "#a5d6ff"),
    "Token.Literal.String.Escape": ("#0550ae", "#79c0ff"),
    "Token.Literal.String.Interpol": ("#0550ae", "#79c0ff"),
    "Token.Literal.String.Regex": ("#116329", "#7ee787"),
    "Token.Name.Function": ("#6639ba", "#d2a8ff"),
    "Token.Name.Decorator": ("#6639ba", "#d2a8ff"),
    "Token.Name.Class": ("#953800", "#ffa657"),
    "Token.Name.Exception": ("#953800", "#ffa657"),
    "Token.Name.Namespace": ("#953800", "#ffa657"),
    "Token.Name.Builtin": ("#0550ae", "#79c0ff"),
    "Token.Name.Constant": ("#0550ae", "#79c0ff"),
    "Token.Name.Attribute": ("#0550ae", "#79c0ff"),
    "Token.Name.Variable": ("#953800", "#ffa657"),
    "Token.Name.Tag": ("#116329", "#7ee787"),
    "Token.Generic.Deleted": ("#82071e", "#ffa198"),
    "Token.Generic.Inserted": ("#116329", "#7ee787"),
    "Token.Generic.Heading": ("#0550ae", "#79c0ff"),
    "Token.Generic.Subheading": ("#0550ae", "#79c0ff"),
    "Token.Generic.Prompt": ("#57606a", "#9198a1"),
    "Token.Generic.Output": ("#57606a", "#9198a1"),
    "Token.Generic.Error": ("#82071e", "#ffa198"),
    "Token.Generic.Traceback": ("#82071e", "#ffa198"),
}
"""The light and the dark colour of each kind of word; a finer kind takes that of its parent."""

_PLAIN = frozenset({"", "text", "plain", "plaintext", "txt", "none"})
_TOO_LONG, _LONGEST_LINE = 50_000, 1_000
"""Characters. In a third of the lexers the time grows with the square of a line's length."""
_LANGUAGE = re.compile(r"\{?[ \t]*\.?([^\s{}]*)")


def language_of(info: str) -> str:
    """The language that a fence names: the first word behind the backticks."""
    match = _LANGUAGE.match(info)
    return match[1] if match else ""


def highlight(code: str, language: str) -> tuple[str, str, str]:
    """`code` as HTML, and if it had to stay plain, what to tell the author and a hint."""
    if language.lower() in _PLAIN:
        return quoted(code), "", ""
    lexer = _lexer(language.lower())
    if lexer is None:
        from difflib import get_close_matches

        names = get_close_matches(language.lower(), _names(), n=1)
        hint = f'did you mean "{names[0]}"?' if names else "write 'text' for code without colours"
        return quoted(code), f'no highlighter for "{language}"', hint
    if len(code) > _TOO_LONG:
        return quoted(code), f"{len(code)} characters are too many to highlight", "shorten the code"
    longest = max(map(len, code.split("\n")))
    if longest > _LONGEST_LINE:
        message = f"a line of {longest} characters is too long to highlight"
        return quoted(code), message, "break the line, or write 'text' for its language"
    from pygments import highlight as colour

    return colour(code, lexer, _formatter()).removesuffix("\n") + "\n", "", ""


@cache
def _names() -> dict[str, str]:
    """Every alias of a language with the name of its lexer.

    Plugins are left out: what a page looks like must not depend on what else is installed.
    """
    from pygments.lexers import get_all_lexers

    lexers = get_all_lexers(plugins=False)
    return {alias: name for name, aliases, _, _ in lexers for alias in aliases}


def _lexer(language: str) -> Lexer | None:
    from pygments.lexers import find_lexer_class

    name = _names().get(language)
    lexer = find_lexer_class(name) if name else None
    return lexer(stripnl=False) if lexer else None


@cache
def _formatter() -> Formatter[str]:
    from pygments.formatters.html import HtmlFormatter

    return HtmlFormatter(nowrap=True)


def highlight_css() -> str:
    """The style sheet of highlighted code: light, and dark by the reader's choice or system.

    Each kind of word takes its colour from a custom property, so the two palettes are written
    as two lists of colours and not as two sets of rules.
    """
    groups = _groups()
    light = _colours(LIGHT_BACKGROUND, [pair[0] for pair in groups])
    dark = _colours(DARK_BACKGROUND, [pair[1] for pair in groups])
    rules = [
        f"{', '.join(f'.hl .{name}' for name in names)} {{ color: var(--hl-{number}); }}"
        for number, names in enumerate(groups.values())
        if names
    ]
    return "\n".join(
        [
            "/* Printed by highlight_css() of generator/render/code.py; the palette is there. */",
            f".hl {{ {light} }}",
            f"[data-theme=dark] .hl {{ {dark} }}",
            "@media (prefers-color-scheme: dark) {",
            f"  :root:not([data-theme=light]) .hl {{ {dark} }}",
            "}",
            ".hl { color: var(--hl-0); background: var(--hl-background); }",
            *rules,
            ".hl .ge, .hl .ges { font-style: italic; }",
            ".hl .gs, .hl .ges { font-weight: 600; }",
            "",
        ]
    )


def _colours(background: str, colours: list[str]) -> str:
    properties = [f"--hl-{number}: {colour};" for number, colour in enumerate(colours)]
    return " ".join([f"--hl-background: {background};", *properties])


def _groups() -> dict[tuple[str, str], list[str]]:
    """The classes that share a pair of colours; first the pair of code as a whole."""
    from pygments.token import STANDARD_TYPES

    groups: dict[tuple[str, str], list[str]] = {PALETTE["Token"]: []}
    for kind, name in STANDARD_TYPES.items():
        ancestor = str(kind)
        while ancestor not in PALETTE:
            ancestor = ancestor.rpartition(".")[0]
        if name and ancestor != "Token":
            groups.setdefault(PALETTE[ancestor], []).append(name)
    return groups
