"""BibTeX's lists of people -> authors.

Format: Patashnik, "Designing BibTeX Styles" (1988), section 4: `First von Last`,
`von Last, First`, `von Last, Jr, First`; names stand between the word `and`, braces keep together.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from generator.model.people import OTHERS, Author, Name, is_han

Words = Callable[[str], str]
"""Raw LaTeX -> plain words."""

_ET_AL = Author(Name(family="et al."))
_STAR = re.compile(r"(?:\s*(?:\\textsuperscript\{\\?\*\}|\$\^\{?\*\}?\$|\*))+(?=,|\s*$)")


def split_names(value: str) -> list[str]:
    """Return the names of a list, each as it is written: cut at `and` outside of braces."""
    if "{" not in value:
        return [name.strip() for name in re.split(r"(?i)(?:^|\s)and(?=\s|$)", value)]
    names, start = [], 0
    depth = 0
    for match in re.finditer(r"(?i)\\.|[{}]|(?<!\S)and(?!\S)", value):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
        elif len(match[0]) == 3 and depth <= 0:
            names.append(value[start : match.start()].strip())
            start = match.end()
    return [*names, value[start:].strip()]


def author_of(raw: str, words: Words) -> Author:
    """Return one author. A `*` behind a name means an equal contribution, as in al-folio."""
    bare = _STAR.sub("", raw)
    author = Author(_name(bare, words))
    if words(raw).lower() in OTHERS:
        return _ET_AL
    return msgspec.structs.replace(author, roles=("equal",)) if bare != raw else author


def _name(raw: str, words: Words) -> Name:
    if raw.startswith("{") and _closes_at_end(raw):
        whole = words(raw)
        return Name(native=whole) if _is_chinese(whole) else Name(family=whole)
    parts = _split(raw, ",")
    if len(parts) > 1:
        family, given = words(parts[0]), words(parts[-1])
        suffix = words(parts[1]) if len(parts) > 2 else ""
        if not family:
            return Name(family=given)
        if _is_chinese(family) and (not given or _is_chinese(given)):
            return Name(native=family + given)
        return Name(given, family, suffix=suffix)
    whole = words(raw)
    if _is_chinese(whole):
        return Name(native=whole.replace(" ", ""))
    pieces = _split(raw, " ")
    bare = [words(piece) for piece in pieces]
    suffix = ""
    if len(bare) > 2 and bare[-1].rstrip(".") in ("Jr", "Sr", "II", "III", "IV"):
        suffix = bare.pop()
    particles = (i for i, word in enumerate(bare[:-1]) if i and word[:1].islower())
    first = next((i for i in particles if not pieces[i].startswith("{")), len(bare) - 1)
    if len(bare) > 1 and bare[0][:1].islower() and not pieces[0].startswith("{"):
        first = 0
    return Name(" ".join(bare[:first]), " ".join(bare[first:]), suffix=suffix)


def _is_chinese(text: str) -> bool:
    return is_han(text) and not re.search("[A-Za-z]", text)


def _split(raw: str, mark: str) -> list[str]:
    """Return the parts of a name between commas or blanks (`~` is one) outside of braces."""
    parts, start, depth = [], 0, 0
    for match in re.finditer(r"\\.|[{},~]|\s+", raw, re.DOTALL):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
        elif depth <= 0 and match[0][0] != "\\":
            found = "," if match[0] == "," else " "
            if found == mark:
                parts.append(raw[start : match.start()].strip())
                start = match.end()
    return [part for part in (*parts, raw[start:].strip()) if part or mark == ","]


def _closes_at_end(raw: str) -> bool:
    """Whether the brace at the start is closed by the last character, and not before."""
    depth = 0
    for match in re.finditer(r"\\.|[{}]", raw):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if not depth:
            return match.end() == len(raw)
    return False
