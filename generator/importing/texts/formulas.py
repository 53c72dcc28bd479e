"""Formulas as MathJax and KaTeX read them in the source -> as Masthead reads them."""

import re

from generator.importing.texts.context import TextContext


def converted(tex: str, is_displayed: bool, before: str, after: str, context: TextContext) -> str:
    """Return a formula with its dollars.

    In kramdown, two dollars inside of a line are a formula in the line (kramdown's syntax, "Math
    Blocks"); before it and behind it is what stands on its line.
    """
    if context.syntax == "nunjucks":
        tex = _unescaped(tex)
    around = re.sub(r"^\s*(?:>\s*|[-*+]\s+|\d+\.\s+)*", "", before) + after.strip()
    if is_displayed and context.syntax == "liquid" and around.strip():
        context.note("changed", "formula-in-line", f"$${tex}$$", f"${tex.strip()}$")
        return f"${tex.strip()}$"
    if not is_displayed:
        return f"${tex.strip()}$"
    return f"$${tex}$$"


def _unescaped(tex: str) -> str:
    r"""Return TeX without the backslashes that hid it from Markdown: `\_`, `\*`, `\\\\`."""
    parts = re.split(r"(\\(?:text|mathrm|operatorname)\s*\{[^{}]*\})", tex)
    parts[::2] = [
        re.sub(r"(?<!\\)\\([_*~])", r"\1", part).replace("\\\\\\\\", "\\\\") for part in parts[::2]
    ]
    return "".join(parts)
