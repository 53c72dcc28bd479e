"""BibTeX's lists of people -> authors.

Format: Patashnik, "Designing BibTeX Styles" (1988), section 4: `First von Last`,
`von Last, First`, `von Last, Jr, First`; names stand between the word `and`, braces keep together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec

from generator.model.people import OTHERS, Author, Name, is_han

Words = Callable[[str], str]
"""Raw LaTeX -> plain words."""

_ET_AL = Author(Name(family="et al."))
_MARKS = re.compile(
    r"(?:\s*(?:\\textsuperscript\s*\{[^{}]*\}|\$\^?(?:\{[^{}$]*\}|[^{}$]*)\$|\\?[*†‡§¶‖∗]))+(?=,|\s*$)"
)
_MARK_COMMANDS = {"dagger": "†", "dag": "†", "ddagger": "‡", "ddag": "‡", "star": "*", "ast": "*"}
_NO_MARK = re.compile(r"\\textsuperscript\b|\\[A-Za-z]+|[\s{}$^\\]")
_JUNIOR = re.compile(r"(?:Jr|Sr|[IVX]+|\d(?:st|nd|rd|th))\.?|Ph\.?\s?D\.?|M\.?D\.?", re.IGNORECASE)
_INITIAL = re.compile(r"[^\W\d_]\.")

Doubt = tuple[str, str]
"""What may be wrong with a name, and a way out."""


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


def author_of(raw: str, words: Words) -> tuple[Author, list[Doubt]]:
    """Return one author, and what may be wrong.

    A `*` behind a name means an equal contribution, as in al-folio. Other marks are explained in
    the paper and nowhere in its entry; they are no part of a name.
    """
    if words(raw).lower() in OTHERS:
        return _ET_AL, []
    marks = "".join(_MARKS.findall(raw)) if raw else ""
    bare = _MARKS.sub("", raw) if marks else raw
    mark = _NO_MARK.sub(lambda m: _MARK_COMMANDS.get(m[0][1:], ""), marks).replace("∗", "*")
    author = Author(_name(bare, words))
    doubts = list(_doubts(bare, author.name, words))
    if mark.strip("*"):
        hint = "`*` means an equal contribution; publications.yaml has `roles` for the others"
        doubts.append((f'the mark "{mark}" behind this name is left out', hint))
    return msgspec.structs.replace(author, roles=("equal",)) if "*" in mark else author, doubts


def _doubts(raw: str, name: Name, words: Words) -> Iterator[Doubt]:
    """Yield what BibTeX would read as well, and hardly anybody means."""
    commas = _split(raw, ",") if raw.count(",") > 1 else []
    signs = ";" in raw or "&" in raw
    signs = signs and any(len(_split(raw, mark)) > 1 for mark in ";&")
    if signs or len(commas) > 3 or (len(commas) == 3 and not _JUNIOR.fullmatch(words(commas[1]))):
        yield f'"{words(raw)}" is read as one name', "names stand between the word `and`"
    elif _INITIAL.fullmatch(name.family) and name.given and "," not in raw:
        whole = f"{name.family}, {name.given}"
        hint = f"write `{name.given}, {name.family}`; or `{whole}` where that is meant"
        yield f'"{name.family}" is read as a family name', hint


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
    """Return the parts between a mark outside of braces; of blanks, `~` is one as well."""
    parts, start, depth = [], 0, 0
    for match in re.finditer(r"\\[^&]|[{},;&~]|\s+", raw, re.DOTALL):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
        elif depth <= 0 and match[0][0] != "\\":
            found = match[0] if match[0] in ",;&" else " "
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
