"""Braces of a BibTeX title that keep capitals: `On {Bayesian} Games`.

Format: Patashnik, "BibTeXing" (1988), section 4, on `change.case$`: a style may lower all letters
of a title but the first, except those in braces; a brace with a command behind it protects nothing.
"""

from __future__ import annotations

import re

from generator.model.bibtex import has_inner_capital

_TOKEN = re.compile(r"\$[^$]*\$|(?:\\[A-Za-z]+[ \t\n]*|\\.)\{?|[{}]|[^\\{}$]+|.", re.DOTALL)


def keeps_capitals(title: str) -> bool:
    """Whether braces keep a capital of a title that our own BibTeX would not put in braces.

    Ours protects each word with a capital inside (`GOAT`, `eBPF`): a name such as `Bayesian` is
    known to its author alone.
    """
    if "{" not in title:
        return False
    letters: list[str] = []
    kept: list[bool] = []
    groups: list[bool] = []
    for match in _TOKEN.finditer(title):
        token = match[0]
        if token == "}":
            if groups:
                groups.pop()
        elif token.endswith("{"):
            groups.append(token == "{" and title[match.end() : match.end() + 1] != "\\")
        elif token[0] not in "\\$":
            letters += token
            kept += [any(groups)] * len(token)
    for word in re.finditer(r"\w+", "".join(letters)):
        if word[0][0].isupper() and kept[word.start()] and not has_inner_capital(word[0]):
            return True
    return False
