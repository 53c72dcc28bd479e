"""Works and people as services describe them, in a form that can be compared with a site's."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from generator.model.files import packaged_data
from generator.model.languages import script_of
from generator.model.links import arxiv_id
from generator.model.names import Name, fold, marked
from generator.model.people import Directory
from generator.model.records.career import Record
from generator.model.records.works import Publication, PublicationKind, venue_among
from generator.model.site import Site


class ServiceTables(msgspec.Struct):
    """Services' words, and their meanings here."""

    kinds: dict[str, dict[str, PublicationKind]]
    """Kinds of works by service."""
    no_papers: dict[str, frozenset[str]]
    """Kinds of works that are not papers, by service."""
    hosts: dict[str, str]
    """The kinds of links to hosts, by parts of their names."""


TABLES = packaged_data("tables/services", ServiceTables)
SITE = "site"
OTHER_AUTHORS = "TODO Authors"
"""Stands for the authors whom a service does not name."""
NO_ROLE = "TODO position"


class FoundWork(msgspec.Struct, frozen=True, kw_only=True):
    """One work of one service. Texts are Markdown; missing values are empty."""

    service: str
    """The name of the service: `crossref`; `SITE` for a paper of the site."""
    key: str
    """Its id there."""
    title: str
    authors: tuple[str, ...] = ()
    """`Jin Fang` or `Fang, Jin`, in order."""
    editors: tuple[str, ...] = ()
    """The editors of a book without authors."""
    date: str = ""
    """`2024`, `2024-06` or `2024-06-30`."""
    venue: str = ""
    kind: PublicationKind = "other"
    is_paper: bool = True
    """Whether it is neither an erratum nor a supplement nor an editorial, an index or the like."""
    volume: str = ""
    number: str = ""
    pages: str = ""
    publisher: str = ""
    doi: str = ""
    """In lower case, as DOIs have no case (ISO 26324)."""
    arxiv: str = ""
    """Without a version: `2404.01234`."""
    isbn: str = ""
    thesis: str = ""
    """What sort of thesis it is: `Ph.D. thesis`."""
    other_dois: tuple[str, ...] = ()
    """DOIs of other forms of it, such as its preprint."""
    url: str = ""
    """Its page, if it has no id."""
    is_retracted: bool = False
    is_guess: bool = False
    """Whether only a search by name attributes it to the person."""
    is_at_home: bool = False
    """Whether the service places the author at an institution where it now knows the person."""
    citations: int | None = None

    @property
    def year(self) -> int:
        """The year, or 0."""
        return int(self.date[:4]) if self.date else 0

    @property
    def is_preprint(self) -> bool:
        """Whether this is the form before publication."""
        return self.kind == "preprint"

    @property
    def title_key(self) -> str:
        """The letters and digits of the title, equal for all spellings of one title."""
        return title_key(self.title)


def kind_of(service: str, types: Iterable[str]) -> PublicationKind:
    """Return the kind of a work: the meaning of the first of a service's types that has one."""
    kinds = TABLES.kinds.get(service, {})
    return next((kinds[one] for one in types if one in kinds), "other")


def found_work(types: Collection[str] = (), **values: object) -> FoundWork:
    """Return a work made from a service's raw values, after cleaning them.

    `types` are the service's words for its kind, the most specific first.
    """
    found = msgspec.convert(values, FoundWork)
    title, was_cut = _title(found.title)
    retracted = _RETRACTED.match(title)
    title = title[retracted.end() :] if retracted else title
    doi = doi_of(found.doi)
    arxiv = arxiv_of(found.arxiv) or arxiv_of(doi)
    kind = found.kind if found.kind != "other" else kind_of(found.service, types)
    is_paper = found.is_paper and TABLES.no_papers.get(found.service, frozenset()).isdisjoint(types)
    if doi.startswith(_PREPRINT_DOIS) or (arxiv and not doi and kind in ("other", "journal")):
        kind = "preprint"
    return replace(
        found,
        title=title + "…" * was_cut,
        authors=tuple(name for name in map(_name, found.authors) if name),
        editors=tuple(name for name in map(_name, found.editors) if name),
        date=_date(found.date) or (f"20{arxiv[:2]}-{arxiv[2:4]}" if _DATED.match(arxiv) else ""),
        is_retracted=found.is_retracted or bool(retracted),
        venue=markdown_of(found.venue),
        kind=kind,
        is_paper=is_paper and (bool(found.editors) or not _NO_PAPER.fullmatch(title)),
        volume=one_line(found.volume),
        number=one_line(found.number),
        pages=re.sub(r"\s*[-–—]+\s*", "-", one_line(found.pages)).strip("-"),
        publisher=markdown_of(found.publisher),
        doi=doi,
        arxiv=arxiv,
        isbn=one_line(found.isbn),
        other_dois=tuple(
            other for other in map(doi_of, found.other_dois) if other not in ("", doi)
        ),
    )


def whole_title(title: str, subtitle: str) -> str:
    """Return a title with its subtitle, only once if the service has it in the title, too."""
    if fold(subtitle) in fold(title):
        return title
    return subtitle if fold(title) in fold(subtitle) else f"{title}: {subtitle}"


_RETRACTED = re.compile(r"(?:RETRACTED(?: ARTICLE| PAPER)?|WITHDRAWN)\s*:\s*", re.IGNORECASE)
"""Words that publishers put before a title (Crossref, "Retractions")."""
_DATED = re.compile(r"\d\d(?:0[1-9]|1[0-2])\.\d")
"""arXiv's ids since 2007 contain year and month."""
_DOI = re.compile(r"10\.\d{4,9}/(?:\(sici\)[^\s\"]+|[^\s\"<>]+)", re.IGNORECASE)
"""Brackets occur only in old SICIs."""
_PREPRINT_DOIS = ("10.48550/", "10.21203/", "10.1101/", "10.36227/", "10.2139/ssrn", "10.31219/",
                  "10.31234/", "10.20944/", "10.26434/", "10.31224/", "10.22541/",
                  "10.3386/")  # fmt: skip
"""Prefixes of the DOIs of arXiv, Research Square, bioRxiv, TechRxiv, SSRN, OSF, PsyArXiv,
Preprints, ChemRxiv, engrXiv, Authorea and NBER."""


def doi_of(text: str) -> str:
    """Return the DOI in a text such as `https://doi.org/10.1/X`, in lower case, or ""."""
    found = _DOI.search(one_line(html.unescape(text)))
    return found[0].rstrip(".,;").lower() if found else ""


def arxiv_of(text: str) -> str:
    """Return the arXiv id (without its version) in an address, a DOI or an id, or ""."""
    return re.sub(r"v\d+$", "", arxiv_id(text).lower())


@lru_cache(10_000)
def title_key(title: str) -> str:
    """Return the letters and digits of a title, without accents and case."""
    return fold(_TAG.sub("", title))


_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<!--(?s:.*?)(?:-->|\Z)")
"""A tag or a comment. An unclosed one extends to the end, as in HTML, so that many openings are
read only once."""
_MARKUP = {"i": "*", "em": "*", "b": "**", "strong": "**", "sub": "~", "sup": "^"}
_FORMULA = r"\$[^$\s](?:[^$]*[^$\s])?\$"
_SPECIAL = re.compile(r"([\\`*_\[\]<>~^$|])")
_CUT = re.compile(r"\s*(?:\.\.\.|…)\s*$")


def markdown_of(text: str) -> str:
    """Return a service's title as Markdown, without HTML and XML, and escaped.

    Crossref's titles contain HTML (`<i>`, `<sub>`) and MathML (its metadata documentation, "face
    markup"), DBLP's `<i>`, `<sub>`, `<sup>`; some have doubly escaped entities.
    """
    found: list[str] = []
    text = html.unescape(html.unescape(one_line(text)))
    for number, part in enumerate(re.split(rf"({_TAG.pattern}|{_FORMULA})", text)):
        if not number % 2:
            found.append(_SPECIAL.sub(r"\\\1", part))
        elif part.startswith("$"):
            found.append(part)
        else:
            name = part.strip("</> ").split()[0].lower().split(":")[-1] if part[1:2] != "!" else ""
            found.append("\0" + _MARKUP[name] + "\0" if name in _MARKUP else "")
    joined = unicodedata.normalize("NFC", "".join(found))
    joined = re.sub(r"\0(\*{1,2}|~|\^)\0\s*\0\1\0", "", joined)  # the emphasis is empty
    return one_line(joined.replace("\0", ""))


def one_line(text: str) -> str:
    """Return a text on one line, without characters that cannot be shown."""
    shown = "".join(" " if unicodedata.category(c)[0] in "CZ" and c not in "\u200c\u200d" else c
                    for c in text)  # fmt: skip
    return " ".join(re.sub("[\u2010\u2011]", "-", shown).split())  # unusual hyphens


def _title(text: str) -> tuple[str, bool]:
    """Return a title without its final dot, and whether the service has truncated it."""
    words = markdown_of(text)
    cut = _CUT.search(words)
    words = words[: cut.start()] if cut else words
    if words.endswith(".") and not words.endswith(("..", "etc.", "al.")):
        words = words[:-1].rstrip()
    return words, bool(cut)


_GROUP = re.compile(
    r"^[^,]*\b(?:Collaborations?|Consortium|Group|Team|Network|Investigators|Initiative|Committee)$"
    r"|(?:合作组|课题组|编委会)$"
)
"""Names of groups. Some services present these as people."""


def _name(text: str) -> str:
    """Return a name without numbers and signs; a text that is not a person's name stays, as a
    group's."""
    words = one_line(html.unescape(text)).strip(" ,;")
    if _GROUP.search(words) and not words.startswith("{"):
        return f"{{{words}}}"
    found = marked(words)
    name = words if found.words else found.name
    return name if fold(name) else ""


def _date(text: str) -> str:
    found = re.match(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?", text.strip(), re.ASCII)
    if not found or not 1500 <= int(found[1]) <= 2200:
        return ""
    parts = [found[1]]
    for part, most in ((found[2], 12), (found[3], 31)):
        if not part or not 1 <= int(part) <= most:
            break
        parts.append(f"{int(part):02}")
    return "-".join(parts)


_NO_PAPER = re.compile(
    r"(?:author |publisher )?(?:correction|corrigendum|erratum|retraction|addendum|更正|勘误)\b.*|"
    r"supplement(?:ary|al)? (?:material|information|data|appendix).*|(?:front|back) matter|"
    r"(?:(?:front|back|inside) )+cover\b.*|table of contents|contents|(?:guest )?editorial|"
    r"editorial board|preface|foreword|(?:author|subject) index|message from the .+|"
    r"(?:decision letter|author response)\b.*|proceedings of .+|目录|编者按|前言",
    re.IGNORECASE,
)
"""Titles of errata, supplements, front matter and the like."""


# ---------------------------------------------------------------------- papers of the site


def site_works(site: Site) -> Iterator[FoundWork]:
    """Yield the papers of a site in all their forms and titles, as works of the service `SITE`."""
    directory = Directory((*site.people, site.config.person))
    for paper in site.papers:
        for form in (paper, *paper.other_versions()):
            # In full and in Latin letters, if the site has such a form.
            authors = tuple(text_of_name(directory.spelled(author.name))
                            for author in form.authors if not author.is_others)  # fmt: skip
            kind = "preprint" if is_preprint_paper(form, site) else "other"
            work = replace(
                work_of_paper(form), service=SITE, key=paper.id, authors=authors, kind=kind
            )
            for title in dict.fromkeys(form.title.forms.values()):
                yield replace(work, title=title)


def work_of_paper(paper: Publication) -> FoundWork:
    """Return a paper as a work; its texts are already Markdown."""
    cleaned = found_work(
        service="bibtex",
        key=paper.key or paper.id,
        title="x",
        date=paper.date.first.iso() if paper.date else "",
        kind=paper.kind or "other",
        volume=paper.volume,
        number=paper.number,
        pages=paper.pages,
        doi=paper.doi,
        arxiv=paper.arxiv,
        isbn=paper.isbn,
    )
    return replace(
        cleaned,
        title=paper.title.any(),
        authors=tuple(text_of_name(a.name) for a in paper.authors if not a.is_others),
        venue=paper.venue,
        publisher=paper.publisher,
    )


def is_preprint_paper(paper: Publication, site: Site) -> bool:
    """Whether a paper of the site is a preprint."""
    kind = paper.kind_at(venue_among(site.venues, paper.venue))
    return kind == "preprint" or paper.venue.lower() in ("arxiv", "corr")


def name_in(text: str) -> Name | None:
    """Return a person's name, or None for any other text, such as a group's name."""
    try:
        return Name.from_scalar(text)
    except ValueError:
        return None


def text_of_name(name: Name) -> str:
    """Return a name, preferably in Latin letters, as a text that is read as the same name."""
    full = name.full()
    latin = Name(name.given, name.family, suffix=name.suffix) if name.family else name
    if name_in(full) == latin:
        return full
    return name.family_first() if name.given else f"{{{full}}}"


# ---------------------------------------------------------------------- people


CareerKind = Literal["experience", "education", "awards", "projects"]
"""The kind of record that an entry becomes; a grant becomes a project."""


class CareerEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A position, a degree, a prize or a grant at ORCID."""

    kind: CareerKind
    fields: dict[str, str]
    """The fields of its record, as in YAML: `{role: Postdoc, date: 2019-04 – present}`."""


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """A person at one service. Missing values are empty."""

    name: str = ""
    """`Fang, Jin`, or undivided if the name has only one part."""
    native: str = ""
    """The name in the person's own script."""
    other_names: tuple[str, ...] = ()
    links: dict[str, str] = {}
    """Addresses by their kind: `{github: https://…}`."""
    career: tuple[CareerEntry, ...] = ()
    orcid: str = ""


def native_among(names: Iterable[str]) -> str:
    """Return the first name that is not in Latin letters, or ""."""
    bare = (re.split(r"[(（]", name)[0].strip() for name in names)
    return next((name for name in bare if script_of(name) not in ("", "LATIN")), "")


_ADDRESS = re.compile(r"https?://([\w.-]{1,200})(?::\d{1,5})?((?:[/?#][^\s<>\"]{0,2000})?)")


def links_among(addresses: Iterable[str]) -> dict[str, str]:
    """Return links by kind: a known host, `website` for the first other one, then its host."""
    found: dict[str, str] = {}
    for address in map(str.strip, addresses):
        parts = _ADDRESS.fullmatch(address)
        if parts is None:
            continue
        host, path = parts[1].lower(), parts[2].strip("/")
        known = next((kind for part, kind in TABLES.hosts.items() if f".{part}" in f".{host}"), "")
        if path or not known:  # a service's front page is not a link to a person
            found.setdefault(known or (host if "website" in found else "website"), address)
    return found


def span(start: str, end: str, is_open: bool = True) -> str:
    """Return a record's date from two dates: `2019-04 – present`."""
    if start and end:
        return start if start == end else f"{start} – {end}"
    return f"{start} – present" if start and is_open else start or end


def entry_of(kind: CareerKind, fields: dict[str, str]) -> CareerEntry:
    """Return an entry made from raw texts; these become Markdown."""
    said = {name: markdown_of(text) for name, text in fields.items()}
    return CareerEntry(kind=kind, fields=said)


def name_of(entry: CareerEntry) -> str:
    """Return the name of an entry in lists and refusals: `Postdoc, A University, 2019-04`."""
    names = ("role", "degree", "title", "organization", "institution", "date")
    return ", ".join(entry.fields[name] for name in names if entry.fields.get(name))


_PLACES: dict[CareerKind, str] = {"experience": "organization", "education": "institution",
                                  "awards": "title", "projects": "title"}  # fmt: skip
"""The field that tells one entry from another."""


def new_among(
    entries: Iterable[CareerEntry], records: Mapping[str, Iterable[Record]]
) -> Iterator[CareerEntry]:
    """Yield the entries that neither the site's records nor earlier entries have: none of the same
    kind has this place or title at about the same time."""
    known = [
        (kind, fold(name), record.date.first.year if record.date else 0)
        for kind, place in _PLACES.items()
        for record in records.get(kind, ())
        if (said := getattr(record, place))
        for name in said.forms.values()
    ]
    for entry in entries:
        own = fold(entry.fields.get(_PLACES[entry.kind], ""))
        found = re.match(r"\d{4}", entry.fields.get("date", ""))
        year = int(found[0]) if found else 0
        if not any(
            kind == entry.kind
            and (own in name or name in own)
            and (not year or not then or abs(year - then) <= 1)
            for kind, name, then in known
        ):
            yield entry
            known.append((entry.kind, own, year))
