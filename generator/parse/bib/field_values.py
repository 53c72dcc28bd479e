"""Values of single fields of BibTeX: lists of people, dates, titles whose braces keep capitals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from generator.messages import Message
from generator.model.dates import When
from generator.model.languages import is_han
from generator.model.links import bare_identifier, is_external
from generator.model.names import OTHERS, Name, has_family_first, marked
from generator.model.people import Author
from generator.model.records.bibtex_types import EDITIONS, MONTHS, has_inner_capital
from generator.parse.bib.syntax import BibtexField, Fault, closes_at_end, parts_of

ToPlain = Callable[[str], str]
"""Raw LaTeX -> plain words."""

_ET_AL = Author(Name(family="et al."))
_MARKS = re.compile(
    r"(?:\s*(?:\\textsuperscript\s*\{[^{}]*\}|\$\^?(?:\{[^{}$]*\}|[^{}$]*)\$|\\d?dag(?:ger)?\b(?:\{\})?|\\?[*†‡§¶‖∗✉#]))+(?=,|\s*$)"
)
_MARK_COMMANDS = {"dagger": "†", "dag": "†", "ddagger": "‡", "ddag": "‡", "star": "*", "ast": "*"}
_NO_MARK = re.compile(r"\\textsuperscript\b|\\[A-Za-z]+|[\s{}$^\\]")
_JUNIOR = re.compile(r"(?:Jr|Sr|[IVX]+|\d(?:st|nd|rd|th))\.?|Ph\.?\s?D\.?|M\.?D\.?", re.IGNORECASE)
_BY_PARTS = re.compile(r"\"?\s*(?:family|given|prefix|suffix)(?:-i)?\s*=", re.IGNORECASE)
_IN_TARGETS = re.compile(
    r"\\(?:url|path|nolinkurl)\b|\\textasciitilde(?:\{\})?|\\([_%&#~$])(?:\{\})?|[{}]"
)
_INITIAL = re.compile(r"[^\W\d_]\.")


def edition_of(words: str) -> str:
    """Return `2` for `Second`, `2nd` or `2. ed.`; other words as they are."""
    number = re.fullmatch(r"(?i)(\d+)(?:st|nd|rd|th|\.)?(?: ed(?:\.|ition)?)?", words)
    word = words.removesuffix(" edition").capitalize()
    if word in EDITIONS:
        return str(EDITIONS.index(word) + 1)
    return number[1] if number else words


def author_of(raw: str, words: ToPlain) -> tuple[Author, list[Message]]:
    """Return one author, and what may be wrong.

    Signs behind a name mean roles, as in YAML. Numbers and letters there are explained in the
    paper and nowhere in its entry; they are not part of a name.
    """
    found = marked(_MARKS.sub(_raised, raw))
    if words(found.name).lower() in OTHERS:
        return _ET_AL, []
    name = _name(found.name, words)
    doubts = list(_doubts(found.name, name, words))
    doubts += [Message.of("bib-name-mark", mark=words(left)) for left in found.unknown]
    return Author.with_roles(name, found), doubts


def _raised(match: re.Match[str]) -> str:
    """Return LaTeX's marks behind a name as Markdown's: `^1,*^`."""
    return f"^{_NO_MARK.sub(lambda m: _MARK_COMMANDS.get(m[0][1:], ''), match[0])}^"


def _doubts(raw: str, name: Name, words: ToPlain) -> Iterator[Message]:
    """Yield what BibTeX would read as well, and hardly anybody means."""
    if _BY_PARTS.match(raw):
        return
    commas = parts_of(raw, ",") if raw.count(",") > 1 else []
    signs = ";" in raw or "&" in raw
    signs = signs and any(len(parts_of(raw, mark)) > 1 for mark in ";&")
    if signs or len(commas) > 3 or (len(commas) == 3 and not _JUNIOR.fullmatch(words(commas[1]))):
        yield Message.of("bib-name-is-one", name=words(raw))
    elif _INITIAL.fullmatch(name.family) and name.given and "," not in raw:
        yield Message.of("bib-name-is-initial", family=name.family, given=name.given)


def _name(raw: str, words: ToPlain) -> Name:
    if _BY_PARTS.match(raw):
        return _name_by_parts(raw, words)
    if raw.startswith("{") and closes_at_end(raw):
        whole = words(raw)
        return Name(native=whole) if has_family_first(whole) else Name(family=whole)
    parts = parts_of(raw, ",")
    if len(parts) > 1:
        family, given = words(parts[0]), words(parts[-1])
        suffix = words(parts[1]) if len(parts) > 2 else ""
        if not family:
            return Name(family=given)
        return Name(given, family, suffix=suffix)
    whole = words(raw)
    if has_family_first(whole):
        return Name(native=whole.replace(" ", "") if is_han(whole) else whole)
    pieces = parts_of(raw, " ")
    bare = [words(piece) for piece in pieces]
    suffix = ""
    if len(bare) > 2 and bare[-1].rstrip(".") in ("Jr", "Sr", "II", "III", "IV"):
        suffix = bare.pop()
    # A brace keeps a word from being one, unless it holds an accent: `{\\'e}l`.
    particles = (i for i, word in enumerate(bare[:-1]) if word[:1].islower())
    first = next((i for i in particles if not re.match(r"\{(?!\\)", pieces[i])), len(bare) - 1)
    return Name(" ".join(bare[:first]), " ".join(bare[first:]), suffix=suffix)


def _name_by_parts(raw: str, words: ToPlain) -> Name:
    """Read `given=Ana, prefix=de la, family=Cruz` (biblatex 3.20, 2.3.3 "Name Lists")."""
    found: dict[str, str] = {}
    for part in parts_of(raw, ","):
        name, _, value = part.strip('" ').partition("=")
        found.setdefault(name.strip().lower(), words(value.strip()))
    family = " ".join(filter(None, (found.get("prefix", ""), found.get("family", ""))))
    given = found.get("given", "")
    return Name(given, family, suffix=found.get("suffix", "")) if family else Name(family=given)


STATUS_WORDS: dict[str, Any] = {
    "": "published", "published": "published", "inpress": "accepted", "accepted": "accepted",
    "forthcoming": "accepted", "toappear": "accepted", "prepublished": "accepted",
    "submitted": "submitted", "underreview": "under-review", "inreview": "under-review",
    "inrevision": "in-revision", "inpreparation": "in-preparation",
    "inprep": "in-preparation",
}  # fmt: skip
"""What stands for a date that is still to come, or in biblatex's `pubstate` -> status."""

_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20|21)\d\d(?!\d)")
_MONTH = re.compile(r"[A-Za-z]+|\d+")

Plain = Callable[[BibtexField], str]


def date_of(fields: dict[str, BibtexField], plain: Plain, fault: Fault) -> tuple[When | None, str]:
    """Return the date and the status that the fields say; they are taken out of `fields`."""
    whole = fields.pop("date", None)
    if whole is not None and whole.value.strip():
        for name in ("year", "month", "day"):
            fields.pop(name, None)
        words = plain(whole).strip("/ ")
        try:
            return When.from_scalar(words.replace("/", " – ")), "published"
        except ValueError:
            return _from_year(whole, words, {}, plain, fault)
    year = fields.pop("year", None)
    if year is None or not year.value.strip():
        return None, "published"
    return _from_year(year, plain(year), fields, plain, fault)


def _from_year(
    field: BibtexField, words: str, fields: dict[str, BibtexField], plain: Plain, fault: Fault
) -> tuple[When | None, str]:
    years = _YEAR.findall(words)
    status = STATUS_WORDS.get(re.sub(r"[^a-z]", "", words.lower()), "published")
    if not years:
        if status == "published":
            fault(field.offset, "bib-year", words=words)
        return None, status
    if words != years[0]:
        fault(field.offset, "bib-year-read-as", words=words, years=years[0])
    month, day = fields.pop("month", None), fields.pop("day", None)
    text = years[0]
    if month is not None and month.value.strip():
        text = _with_month(text, month, plain, fault)
    if day is not None and re.fullmatch(r"\d{1,2}", plain(day)) and text.count("-") == 1:
        text = f"{text}-{int(plain(day)):02}"
    try:
        return When.from_scalar(text), status
    except ValueError as error:
        place = day or month or field
        fault(place.offset, "bib-date", error=error.args[0])
        return When.from_scalar(years[0]), status


def _with_month(year: str, field: BibtexField, plain: Plain, fault: Fault) -> str:
    """Return `2024-05`, `2024-05-03`, or `2024-05 – 2024-06`."""
    words = plain(field)
    months: list[int] = []
    day = 0
    tokens = [token for token in _MONTH.findall(words) if not token.isdigit() or len(token) < 3]
    has_name = any(token[:3].lower() in MONTHS for token in tokens)
    for token in tokens:
        if token[:3].lower() in MONTHS:
            months.append(MONTHS.index(token[:3].lower()) + 1)
        elif token.isdecimal() and has_name and 1 <= int(token) <= 31:
            day = day or int(token)
        elif token.isdecimal() and 1 <= int(token) <= 12:
            months.append(int(token))
    if not months:
        fault(field.offset, "bib-month", words=words)
        return year
    if len(months) > 1 and months[-1] > months[0]:
        return f"{year}-{months[0]:02} – {year}-{months[-1]:02}"
    return f"{year}-{months[0]:02}" + (f"-{day:02}" if day else "")


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
    found: list[str] = []
    done = 0
    for word in re.finditer(r"\w+", "".join(ch for ch, _, _ in letters)):
        inside = letters[word.start() : word.end()]
        begin, end = inside[0][1], inside[-1][1] + 1
        if not has_inner_capital(word[0]):
            says_more |= word[0][0].isupper() and inside[0][2]
        elif title[begin:end] == word[0] and not any(is_kept for _, _, is_kept in inside):
            found += (title[done:begin], "{", word[0], "}")
            done = end
    return "".join((*found, title[done:])) if says_more else ""


def target_of(raw: str) -> str:
    """Return a URL, file or number as it is meant: without LaTeX's escapes."""
    bare = _IN_TARGETS.sub(lambda m: m[1] or ("~" if "tilde" in m[0] else ""), raw)
    return ("" if is_external(bare.lstrip()) else " ").join(bare.split())


def doi_in(target: str) -> str:
    """Return the bare DOI that a field or URL holds, or nothing."""
    bare = bare_identifier(target)
    return bare if re.match(r"10\.\d+/.", bare) else ""
