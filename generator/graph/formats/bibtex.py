"""Publication -> BibTeX entry. Format: Patashnik, "BibTeXing" (1988), section 3."""

from __future__ import annotations

import re
from functools import lru_cache

from generator.graph.formats.citations import venue_name
from generator.graph.wording import ordinal
from generator.model.links import bare_identifier, is_external
from generator.model.names import Name
from generator.model.people import Author, Directory
from generator.model.records.bibtex_types import (
    EDITIONS,
    HOLDER_OF,
    MONTHS,
    TYPE_OF,
    UNPRINTED,
    bibtex_key,
    has_inner_capital,
    is_field_name,
)
from generator.model.records.works import Publication, Venue
from generator.model.text import SCRIPT

# Bold, emphasis, code and links of Markdown say nothing to BibTeX; math stays as it is. What is
# emphasised has an end to it, or the time for marks that never close would grow with its square.
_MARKDOWN = re.compile(
    r"(?<!\\)(\*\*|__|\*|`)(?=\S)(.{1,300}?)(?<=[^\s\\])\1|(?<!\\)\[([^\[\]]*)\]\([^()]*\)"
)
_MARKS = re.compile(r"[*_`\[]")
_WORD = re.compile(r"(?<![{\w])\w\w+(?!\w)")
_INNER_CAPITAL = re.compile(r"\w[^\W\d_a-z]")
_RANGE = re.compile(r"(\d)\s*[-–]+\s*(\d)")
_SPECIAL = re.compile(r"(?<!\\)([&%#_])")
_BRACE = re.compile(r"[{}]")
_MATH = re.compile(r"(\$[^$]+\$)")
_ESCAPABLE = re.compile(r"[{}$&%#_]")
# What is escaped in Markdown, a formula, or a character that LaTeX would take for a command.
_TOKEN = re.compile(rf"\\([!-/:-@\[-`{{-~])|(\$[^$]+\$)|{SCRIPT}|([&%#_$~^\\])")
_WITH_A_MEANING = re.compile(r"[\\$&%#_~^*`\[]")  # what either of the two may take for its own
_LATEX = {
    **{mark: f"\\{mark}" for mark in "&%#_$"},
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}", "}": r"\textbraceright{}",
}  # fmt: skip
_AS_IT_IS = ("doi", "url", "eprint")
_APART = re.compile(r"[\s,]|^[a-z]")


def bibtex_entry(
    publication: Publication, venue: Venue, people: Directory, is_full: bool = False
) -> str:
    """Return the entry of one paper. Names are those of the record, see `Directory`; UTF-8 is kept.

    One that `is_full` has the abstract and keywords, too: for programs, and not to be read.
    """
    entry_type = TYPE_OF.get(publication.kind_at(venue), "misc")
    date = publication.date.last if publication.date else None
    holder = HOLDER_OF.get(entry_type, "howpublished")
    publisher = publication.publisher_at(venue)
    if entry_type == "book" and not publisher:
        holder = "publisher"
    texts = {
        "author": " and ".join(_author(author, people) for author in publication.authors),
        "editor": " and ".join(_author(editor, people) for editor in publication.editors),
        "title": _protected(_latex(publication.title.any())),
        holder: _latex(venue_name(venue).text),
        "volume": _latex(publication.volume),
        "number": _latex(publication.number),
        "pages": _latex(_RANGE.sub(r"\1--\2", publication.pages)),
    }
    if publisher:
        texts["publisher"] = _latex(publisher)
    texts |= {
        "address": _latex(publication.place),
        "edition": _latex(_edition(publication.edition)),
        "series": _latex(publication.series),
    }
    fields = {name: _balanced(text) for name, text in texts.items()} | {
        "year": str(date.year) if date else "",
        "month": MONTHS[date.month - 1] if date and date.month else "",
        "day": str(date.day) if date and date.day else "",
        "doi": _balanced(bare_identifier(publication.doi)),
        "url": _balanced(_address(publication)),
        "isbn": _balanced(_latex(publication.isbn)),
        "eprint": _balanced(bare_identifier(publication.eprint)),
        "archiveprefix": "arXiv" if publication.eprint else "",
        "note": _balanced(_latex(publication.note.any())) if publication.note else "",
    }
    if is_full:
        fields["keywords"] = _balanced(_latex(_keywords(publication.tags)))
        abstract = publication.abstract.any() if publication.abstract else ""
        paragraphs = (_balanced(_latex(part)) for part in abstract.split("\n\n"))
        fields["abstract"] = r" \par ".join(filter(None, paragraphs))
    for name, value in publication.bibtex.items():
        if is_field_name(name) and name not in UNPRINTED:
            fields[name] = _escaped(name, value)
    filled = {name: " ".join(value.split()) for name, value in fields.items() if value.strip()}
    width = max(map(len, filled), default=0)
    lines = [f"  {name:<{width}} = {_value(name, value)}" for name, value in filled.items()]
    return f"@{entry_type}{{{bibtex_key(publication)},\n" + ",\n".join(lines) + "\n}\n"


def _edition(edition: str) -> str:
    """Return `Second` for `2`, as the styles of BibTeX expect it."""
    if not edition.isdecimal() or not edition.strip("0"):
        return edition
    return EDITIONS[int(edition) - 1] if len(edition) == 1 else ordinal(edition, "en")


def _author(author: Author, people: Directory) -> str:
    return "others" if author.is_others else _name(people.spelled(author.name))


@lru_cache(maxsize=4096)  # the same few co-authors stand on every paper
def _name(name: Name) -> str:
    if not name.given or not name.family:
        whole = _latex(name.full())
        return f"{{{whole}}}" if _APART.search(whole) else whole
    parts = (name.family, name.suffix, name.given)
    return ", ".join(_kept_together(_latex(part)) for part in parts if part)


def _address(publication: Publication) -> str:
    """Return where the work itself is; files of this site and copies of it have no place here."""
    link = publication.links.get("url")
    return link.to if link is not None and is_external(link.to) else ""


def _keywords(tags: tuple[str, ...]) -> str:
    has_comma = any("," in tag for tag in tags)
    return "; ".join(tags) + ";" * (len(tags) == 1) if has_comma else ", ".join(tags)


def _kept_together(part: str) -> str:
    """Return a part of a name in braces where BibTeX would take it apart."""
    return f"{{{part}}}" if "," in part or re.search(r"(?i)(^|\s)and(\s|$)", part) else part


def _latex(text: str) -> str:
    """Return Markdown as LaTeX: without emphasis, formulas as they are, specials escaped."""
    if not _WITH_A_MEANING.search(text):
        return text
    plain = _MARKDOWN.sub(lambda m: m[2] or m[3] or "", text) if _MARKS.search(text) else text
    return _TOKEN.sub(_token, plain)


def _token(match: re.Match[str]) -> str:
    escaped, formula, mark, script, special = match.groups()
    if script:
        name = "super" if mark == "^" else "sub"
        return f"\\text{name}script{{{_TOKEN.sub(_token, script)}}}"
    if formula:
        return formula if _is_balanced(formula) else formula.strip("$")
    return _LATEX.get(escaped or special, escaped or special)


def _balanced(value: str) -> str:
    return value if _is_balanced(value) else _BRACE.sub("", value)


def _protected(title: str) -> str:
    """Return a title with braces around words whose capitals a style must not lower."""
    if not _INNER_CAPITAL.search(title):
        return title
    parts = _MATH.split(title)
    return "".join(p if p.startswith("$") else _WORD.sub(_in_braces, p) for p in parts)


def _in_braces(match: re.Match[str]) -> str:
    return f"{{{match[0]}}}" if has_inner_capital(match[0]) else match[0]


def _value(name: str, value: str) -> str:
    """Return a field's value: the name of a month is a macro and stands without braces."""
    return value if name == "month" and value in MONTHS else f"{{{value}}}"


def _escaped(name: str, value: str) -> str:
    """Return a field that is taken over as it is: LaTeX, with no special left alone."""
    if not _ESCAPABLE.search(value):
        return value
    balanced = _balanced(value)
    if name in _AS_IT_IS:
        return balanced
    parts = _MATH.split(balanced)
    return "".join(p if p.startswith("$") else _SPECIAL.sub(r"\\\1", p) for p in parts)


def _is_balanced(value: str) -> bool:
    """Whether a value's braces pair up, so that it cannot end the field that it stands in."""
    if "{" not in value and "}" not in value:
        return True
    depth = 0
    for brace in _BRACE.findall(value):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0
