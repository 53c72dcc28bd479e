"""Code is highlighted while the page is built: Pygments gives the tokens classes, CSS colours them.

`tools/highlight.py` has the colours of the packaged theme, and writes its style sheet.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from generator.messages import Message
from generator.render.fragment import quoted

if TYPE_CHECKING:
    from pygments.formatter import Formatter
    from pygments.lexer import Lexer

_PLAIN = frozenset({"", "text", "plain", "plaintext", "txt", "none"})
_TOO_LONG, _LONGEST_LINE = 50_000, 1_000
"""Characters. In a third of the lexers the time grows with the square of a line's length."""
_LANGUAGE = re.compile(r"\{?[ \t]*\.?([^\s{}]*)")


def language_of(info: str) -> str:
    """The language that a fence names: the first word behind the backticks."""
    match = _LANGUAGE.match(info)
    return match[1] if match else ""


def highlight(code: str, language: str) -> tuple[str, Message | None, Message | None]:
    """Return code as HTML, and if it had to stay plain, what to tell the author and a hint."""
    if language.lower() in _PLAIN:
        return quoted(code), None, None
    lexer = _lexer(language.lower())
    if lexer is None:
        from difflib import get_close_matches

        names = get_close_matches(language.lower(), _names(), n=1)
        message = Message.of("code-language-unknown", language=language)
        return quoted(code), message, Message.of("did-you-mean", word=names[0]) if names else None
    if len(code) > _TOO_LONG:
        return quoted(code), Message.of("code-too-long", count=len(code)), None
    longest = max(map(len, code.split("\n")))
    if longest > _LONGEST_LINE:
        return quoted(code), Message.of("code-line-too-long", count=longest), None
    from pygments import highlight as colour

    return colour(code, lexer, _formatter()).removesuffix("\n") + "\n", None, None


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
