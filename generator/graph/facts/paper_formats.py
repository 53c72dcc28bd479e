"""Publication -> BibTeX entry, CSL-JSON, and `citation_*` tags.

Formats: Patashnik, "BibTeXing" (1988), section 3; Citation Style Language 1.0.2, schema
`csl-data.json`; Google Scholar's "Inclusion Guidelines for Webmasters".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from generator.graph.index import Index
from generator.graph.wording import ordinal
from generator.model.languages import is_east_asian, is_han, scripts_of
from generator.model.links import bare_identifier, identifier_url, is_external
from generator.model.people import Author, Directory
from generator.model.records.bibliography import (
    EDITIONS,
    HOLDER_OF,
    KIND_NAMES,
    MONTHS,
    UNPRINTED,
    bibtex_key,
    bibtex_name,
    is_field_name,
    latex,
    protected,
)
from generator.model.records.works import Publication, Venue
from generator.model.text import Phrase, Text, is_balanced
from generator.model.views import EntryView, LinkView

_DASHES = re.compile(r"[–-]+")
_PDF_KINDS = ("pdf", "paper", "preprint", "fulltext")
"""Kinds of link that lead to the text of a paper."""

Tags = tuple[tuple[str, str | Phrase], ...]
_CONTAINERS = ("paper-conference", "article-journal", "article", "chapter")


def citation_tags(publication: Publication, venue: Venue, entry: EntryView, index: Index) -> Tags:
    """Return name and content of each tag in order: one author per tag, date, venue by kind.

    Contents that may be Markdown are phrases; the theme makes them plain with `plain`.
    """
    kind, date = publication.kind_at(venue), publication.date
    number = "technical_report_number" if kind == "report" else "issue"
    first, last = _first_and_last_page(publication)
    tags: list[tuple[str, str | Phrase]] = [
        ("citation_title", _phrase(publication.title)),
        *(("citation_author", name) for name in author_names(publication, index)),
        ("citation_publication_date", date.last.iso().replace("-", "/") if date else ""),
        (KIND_NAMES[kind].tag, venue_name(venue)),
        ("citation_publisher", publication.publisher_at(venue) if kind != "book" else ""),
        ("citation_volume", publication.volume),
        (f"citation_{number}", publication.number),
        ("citation_firstpage", first),
        ("citation_lastpage", last),
        ("citation_doi", bare_identifier(publication.doi)),
        ("citation_arxiv_id", bare_identifier(publication.eprint)),
        ("citation_isbn", publication.isbn),
        ("citation_issn", venue.issn),
        ("citation_language", language_of_paper(publication, index)),
        ("citation_keywords", "; ".join(publication.tags)),
        ("citation_abstract_html_url", index.absolute(entry.url)),
        ("citation_pdf_url", index.absolute(_pdf_url(entry.links))),
    ]
    return tuple((name, content) for name, content in tags if name and content)


def author_names(publication: Publication, index: Index) -> Iterator[str]:
    """Yield the full names of all authors in order, without a final `et al.`."""
    for author in publication.authors:
        if not author.is_others:
            yield index.directory.spelled(author.name).full()


def venue_name(venue: Venue) -> Phrase:
    """Return the name of a venue, the full one if it has a full and a short one."""
    return _phrase(venue.title) if venue.title else Phrase()


def _first_and_last_page(publication: Publication) -> tuple[str, str]:
    """Return `1` and `12` for `1--12`; for an article number, the number and ""."""
    first, _, last = _DASHES.sub("-", publication.pages).partition("-")
    return first.strip(), last.strip()


def language_of_paper(publication: Publication, index: Index) -> str:
    """Return the language of a paper, if it is given or evident from the title; otherwise "".

    A title in Latin letters is taken for English only on a site of English, or English and
    languages of another script.
    """
    if publication.language:
        return publication.language
    form, title = next(iter(publication.title.forms.items()), ("", ""))
    if form or is_han(title):
        return form or "zh"
    latin = [code for code in index.config.languages if not scripts_of(code)]
    return "en" if not [code for code in latin if not code.startswith("en")] else ""


def _pdf_url(links: tuple[LinkView, ...]) -> str:
    """Return the URL of a paper's PDF from its links, preferably one of this site."""
    found = [link for link in links if link.kind in _PDF_KINDS and _is_pdf(link.url)]
    return next((link.url for link in sorted(found, key=lambda link: not link.is_local)), "")


def _is_pdf(url: str) -> bool:
    path = url.partition("#")[0].partition("?")[0].lower()
    return path.endswith(".pdf") or "/pdf/" in path


def _phrase(text: Text) -> Phrase:
    return Phrase(text.any(), "", text.spot)


def csl_item(publication: Publication, index: Index, page: str) -> dict[str, Any]:
    """Return a paper as an item. Its texts are Markdown in the site's first language.

    `page` is the address of the paper's own page. Empty fields are left out.
    """
    lang = index.default_lang
    venue = index.venue_of(publication)
    kind = publication.kind_at(venue)
    name = index.phrase(venue.title, lang)
    publisher = publication.publisher_at(venue)
    csl_type = KIND_NAMES[kind].csl
    is_contained = csl_type in _CONTAINERS
    arxiv = bare_identifier(publication.eprint)
    date = publication.date.last if publication.date else None
    parts = [part for part in (date.year, date.month, date.day) if part] if date else []
    item = {
        "id": publication.id,
        "type": csl_type,
        "title": index.phrase(publication.title, lang),
        "author": [_csl_name(a, index) for a in publication.authors if not a.is_others],
        "editor": [_csl_name(a, index) for a in publication.editors if not a.is_others],
        "issued": {"date-parts": [parts]} if parts else None,
        "container-title": name if is_contained else "",
        "container-title-short": index.phrase(venue.short, lang) if is_contained else "",
        "citation-key": publication.key,
        "collection-title": publication.series,
        "edition": publication.edition,
        "publisher-place": publication.place,
        "publisher": publisher or ("" if is_contained else name),
        "volume": publication.volume,
        "issue": publication.number if csl_type != "report" else "",
        "number": publication.number if csl_type == "report" else arxiv and f"arXiv:{arxiv}",
        "page": publication.pages,
        "genre": "Poster" if kind == "poster" else "",
        "status": publication.status if publication.status != "published" else "",
        "DOI": bare_identifier(publication.doi),
        "ISBN": publication.isbn,
        "ISSN": venue.issn,
        "URL": index.absolute(page) or identifier_url("arxiv", arxiv),
        "abstract": index.phrase(publication.abstract, lang),
        "keyword": ", ".join(publication.tags),
        "note": index.phrase(publication.note, lang),
    }
    return {name: value for name, value in item.items() if value}


def _csl_name(author: Author, index: Index) -> dict[str, str]:
    name = index.directory.spelled(author.name)
    if name.given and name.family:
        return {"family": name.family, "given": name.given, "suffix": name.suffix}
    return {"literal": name.full()}


# ------------------------------------------------------------------ BibTeX

_RANGE = re.compile(r"(\d)\s*[-–]+\s*(\d)")
_SPECIAL = re.compile(r"(?<!\\)([&%#_])")
_BRACE = "[{}]"
_MATH = re.compile(r"(\$[^$]+\$)")
_AS_IT_IS = ("doi", "url", "eprint")


def bibtex_entry(
    publication: Publication, venue: Venue, people: Directory, is_full: bool = False
) -> str:
    """Return the entry of one paper. Names are as in the record (see `Directory`), in UTF-8; with a
    title in Chinese, Japanese or Korean, they are in that script.

    With `is_full`, it also has the abstract and keywords, for programs rather than readers.
    """
    entry_type = KIND_NAMES[publication.kind_at(venue)].bibtex
    date = publication.date.last if publication.date else None
    holder = HOLDER_OF.get(entry_type, "howpublished")
    publisher = publication.publisher_at(venue)
    if entry_type == "book" and not publisher:
        holder = "publisher"
    said = partial(_author, people=people, is_native=is_east_asian(publication.title.any()))
    texts = {
        "author": " and ".join(map(said, publication.authors)),
        "editor": " and ".join(map(said, publication.editors)),
        "title": protected(latex(publication.title.any())),
        holder: latex(venue_name(venue).text),
        "volume": latex(publication.volume),
        "number": latex(publication.number),
        "pages": latex(_RANGE.sub(r"\1--\2", publication.pages)),
    }
    if publisher:
        texts["publisher"] = latex(publisher)
    texts |= {
        "address": latex(publication.place),
        "edition": latex(_edition(publication.edition)),
        "series": latex(publication.series),
    }
    fields = {name: _balanced(text) for name, text in texts.items()} | {
        "year": str(date.year) if date else "",
        "month": MONTHS[date.month - 1] if date and date.month else "",
        "day": str(date.day) if date and date.day else "",
        "doi": _balanced(bare_identifier(publication.doi)),
        "url": _balanced(_address(publication)),
        "isbn": _balanced(latex(publication.isbn)),
        "eprint": _balanced(bare_identifier(publication.eprint)),
        "archiveprefix": "arXiv" if publication.eprint else "",
        "note": _balanced(latex(publication.note.any())) if publication.note else "",
    }
    if is_full:
        fields["keywords"] = _balanced(latex(_keywords(publication.tags)))
        abstract = publication.abstract.any() if publication.abstract else ""
        paragraphs = (_balanced(latex(part)) for part in abstract.split("\n\n"))
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


def _author(author: Author, people: Directory, is_native: bool) -> str:
    if author.is_others:
        return "others"
    name = people.spelled(author.name)
    return (latex(name.native) if is_native else "") or bibtex_name(name)


def _address(publication: Publication) -> str:
    """Return the URL of the work itself, if it is on another site."""
    link = publication.links.get("url")
    return link.to if link is not None and is_external(link.to) else ""


def _keywords(tags: tuple[str, ...]) -> str:
    has_comma = any("," in tag for tag in tags)
    return "; ".join(tags) + ";" * (len(tags) == 1) if has_comma else ", ".join(tags)


def _balanced(value: str) -> str:
    return value if is_balanced(value, _BRACE) else re.sub(_BRACE, "", value)


def _value(name: str, value: str) -> str:
    """Return a field's value in braces; only the name of a month, a macro, has none."""
    return value if name == "month" and value in MONTHS else f"{{{value}}}"


def _escaped(name: str, value: str) -> str:
    """Return a field of the record that is LaTeX already, with bare special characters escaped."""
    balanced = _balanced(value)
    if name in _AS_IT_IS:
        return balanced
    parts = _MATH.split(balanced)
    return "".join(p if p.startswith("$") else _SPECIAL.sub(r"\\\1", p) for p in parts)
