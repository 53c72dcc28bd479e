"""Publication -> BibTeX entry. Format: Patashnik, "BibTeXing" (1988), section 3."""

from __future__ import annotations

import re

from generator.model.people import Directory
from generator.model.records import Publication
from generator.model.venues import Venue

_TYPES = {
    "conference": "inproceedings",
    "workshop": "inproceedings",
    "demo": "inproceedings",
    "poster": "inproceedings",
    "journal": "article",
    "book": "book",
    "chapter": "incollection",
    "thesis": "phdthesis",
    "report": "techreport",
}
_HOLDERS = {
    "article": "journal",
    "inproceedings": "booktitle",
    "incollection": "booktitle",
    "phdthesis": "school",
    "techreport": "institution",
}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# Bold, emphasis, code and links of Markdown say nothing to BibTeX; math stays as it is. What is
# emphasised has an end to it, or the time for marks that never close would grow with its square.
_MARKDOWN = re.compile(r"(\*\*|__|\*|`)(?=\S)(.{1,300}?)(?<=\S)\1|\[([^\[\]]*)\]\([^()]*\)")
_MARKS = re.compile(r"[*_`\[]")
_CAPITALS = re.compile(r"(?<![{\w])(\w*[^\W\d_a-z]\w*[^\W\d_a-z]\w*|\w+[A-Z]\w*)(?!\w)")
_INNER_CAPITAL = re.compile(r"\w[^\W\d_a-z]")
_RANGE = re.compile(r"(\d)\s*[-–]+\s*(\d)")
_NAME = re.compile(r"[A-Za-z][\w:.-]*")
_NOT_IN_KEYS = re.compile(r"[\s,{}()\"#%~\\=']")
_SPECIAL = re.compile(r"(?<!\\)([&%#_])")
_BRACE = re.compile(r"[{}]")
_MATH = re.compile(r"(\$[^$]+\$)")
_WITH_A_MEANING = re.compile(r"[{}$&%#_]")


def bibtex_entry(publication: Publication, venue: Venue | None, people: Directory) -> str:
    """Return the entry of one paper. Names are spelled as in `people.yaml`; UTF-8 is kept."""
    kind = publication.kind_at(venue)
    entry_type = _TYPES.get(kind, "misc")
    holder = _HOLDERS.get(entry_type, "howpublished")
    date = publication.date.last if publication.date else None
    venue_name = (venue.name or venue.short) if venue else None
    fields = {
        "author": " and ".join(_name(publication, people)),
        "title": _protected(_plain(publication.title.any())),
        holder: _plain(venue_name.any()) if venue_name else publication.venue,
        "volume": publication.volume,
        "number": publication.number,
        "pages": _RANGE.sub(r"\1--\2", publication.pages),
        "publisher": publication.publisher or (venue.publisher if venue else ""),
        "year": str(date.year) if date else "",
        "month": _MONTHS[date.month - 1] if date and date.month else "",
        "doi": publication.doi,
        "isbn": publication.isbn,
        "eprint": publication.eprint,
        "archiveprefix": "arXiv" if publication.eprint else "",
        "note": _plain(publication.note.any()) if publication.note else "",
        **{name: value for name, value in publication.bibtex.items() if is_field_name(name)},
    }
    filled = {name: value for name, value in fields.items() if value}
    width = max(map(len, filled))
    lines = [f"  {name:<{width}} = {_value(name, value)}" for name, value in filled.items()]
    key = _NOT_IN_KEYS.sub("", publication.id)
    return f"@{entry_type}{{{key},\n" + ",\n".join(lines) + "\n}\n"


def is_field_name(name: str) -> bool:
    """Whether BibTeX could take this for a field's name."""
    return _NAME.fullmatch(name) is not None


def _name(publication: Publication, people: Directory) -> list[str]:
    names = []
    for author in publication.authors:
        person = people.find(author.name)
        name = person.name if person is not None else author.name
        if author.is_others:
            names.append("others")
        elif name.family and not name.given:
            names.append(f"{{{name.family}}}" if " " in name.family else name.family)
        else:
            names.append(name.family_first())
    return names


def _plain(text: str) -> str:
    return _MARKDOWN.sub(lambda m: m[2] or m[3] or "", text) if _MARKS.search(text) else text


def _protected(title: str) -> str:
    """Return a title with braces around words whose capitals a style must not lower."""
    return _CAPITALS.sub(r"{\1}", title) if _INNER_CAPITAL.search(title) else title


def _value(name: str, value: str) -> str:
    """Return a field's value: the name of a month is a macro and stands without braces."""
    return value if name == "month" and value in _MONTHS else f"{{{_escaped(name, value)}}}"


def _escaped(name: str, value: str) -> str:
    value = " ".join(value.split())
    if not _WITH_A_MEANING.search(value):
        return value
    balanced = value if _is_balanced(value) else _BRACE.sub("", value)
    if name in ("doi", "url", "eprint"):
        return balanced
    parts = _MATH.split(balanced)
    return "".join(p if p.startswith("$") else _SPECIAL.sub(r"\\\1", p) for p in parts)


def _is_balanced(value: str) -> bool:
    """Whether a value's braces pair up, so that it cannot end the field that it stands in."""
    depth = 0
    for brace in _BRACE.findall(value):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0
