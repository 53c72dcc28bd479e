"""Braces of a BibTeX title that keep capitals: `On {Bayesian} Games`.

Format: Patashnik, "BibTeXing" (1988), section 4, on `change.case$`: a style may lower all letters
of a title but the first, except those in braces; a brace with a command behind it protects nothing.
"""

from __future__ import annotations

import re

from generator.model.bibtex_types import has_inner_capital

_TOKEN = re.compile(r"\$[^$]*\$|(?:\\[A-Za-z]+[ \t\n]*|\\.)\{?|[{}]|[^\\{}$]+|.", re.DOTALL)


def with_kept_capitals(title: str) -> str:
    """Return a title as LaTeX where braces keep a capital of it that our own BibTeX would not keep.

    Ours protects each word with a capital inside (`GOAT`, `eBPF`): a name such as `Bayesian` is
    known to its author alone. Here words of the first kind get the braces that they lack. Where no
    brace says more than ours would, the result is empty.
    """
    if "{" not in title:
        return ""
    letters: list[tuple[str, int, bool]] = []  # with their offset; whether braces keep them
    groups: list[bool] = []
    for match in _TOKEN.finditer(title):
        token = match[0]
        if token == "}":
            if groups:
                groups.pop()
        elif token.endswith("{"):
            groups.append(token == "{" and title[match.end() : match.end() + 1] != "\\")
        elif token[0] not in "\\$":
            letters += ((ch, match.start() + n, any(groups)) for n, ch in enumerate(token))
    says_more = False
    found = title
    for word in reversed(list(re.finditer(r"\w+", "".join(ch for ch, _, _ in letters)))):
        inside = letters[word.start() : word.end()]
        begin, end = inside[0][1], inside[-1][1] + 1
        if not has_inner_capital(word[0]):
            says_more |= word[0][0].isupper() and inside[0][2]
        elif title[begin:end] == word[0] and not any(is_kept for _, _, is_kept in inside):
            found = f"{found[:begin]}{{{word[0]}}}{found[end:]}"
    return found if says_more else ""
