"""Papers of a Hugo site: a folder each, with `index.md` and maybe `cite.bib`.

Format: docs.hugoblox.com, "Publications".
"""

import posixpath
import re
from difflib import SequenceMatcher

from generator.edit.bib_file import plain_words, read_bib
from generator.importing.fields import FieldReader
from generator.importing.plan import Entry, id_of
from generator.importing.sources.hugo.records import (
    HUGO,
    add_record,
    beyond,
    page_links,
    pages_of,
    plain,
    preview_of,
    related_to,
    shows_summaries,
    take_rest,
)
from generator.importing.sources.hugo.site import Hugo
from generator.importing.sources.people import names_of
from generator.importing.sources.source import aliases
from generator.importing.texts.scholar import entries_in
from generator.model.links import is_doi
from generator.model.names import Name, fold, initial_letters, marked, spellings

_ARXIV = re.compile(r"https?://(?:www\.)?arxiv\.org/(?:abs|pdf)/([\w.-]+/\d+|\d{4}\.\d+)")
_ROLES = {"equal": "equal", "corresponding": "correspond"}
"""Role of an author -> what a note says of such."""


def take_papers(site: Hugo) -> None:
    """Make records of the papers."""
    for path, page, fields, was in pages_of(site, "publications"):
        entry = _paper(site, path, fields, was)
        text = beyond(page.body.strip(), str(entry.values["abstract"]))
        entry.values["body"] = f"{text}\n\n{entry.values['body']}".strip()
        entry.values |= preview_of(site, fields, was)
        _compare(site, path, entry)
        take_rest(fields)
        add_record(site, "publications", path, entry)


def _paper(site: Hugo, path: str, fields: FieldReader, was: str) -> Entry:
    types = fields.words("publication_types")
    kind = next((HUGO["kinds"][word] for word in types if word in HUGO["kinds"]), "")
    if types and not kind and types[0] != "0":
        kind = next((one for one in HUGO["kinds"].values() if one in types[0].lower()), "")
        site.plan.findings.add("guessed", "kind", path, types[0], kind)
    ids = fields.mapping("hugoblox").inside("ids")
    doi, arxiv = fields.text("doi") or ids.said("doi"), ids.said("arxiv")
    links = page_links(fields)
    if "://" in doi and not is_doi(doi):
        links, doi = {"website": doi} | links, ""
    venue, note = _venue(site, fields, links)
    doi = _doi_of(doi or links.get("doi", ""))  # which has a button of its own
    links = {name: to for name, to in links.items() if _doi_of(to).lower() != doi.lower()}
    known = (_ARXIV.match(link) for link in links.values())
    arxiv = arxiv or next((one[1] for one in known if one), "")
    typed = fields.words("authors", "author")
    names = names_of(typed)
    authors = list(map(site.author, names))
    title, abstract = fields.text("title"), fields.text("abstract")
    lists = ("summary",) if abstract else ("summary", "abstract_short")
    summary = " · ".join(filter(None, (fields.text("subtitle"), fields.text(*lists))))
    is_long = len(summary) > _SUMMARY and not shows_summaries(site, "publications")
    is_known = plain(summary) in plain(title + abstract + venue + "".join(authors))
    notes = []
    for at, one in zip(range(len(authors)), fields.items("author_notes"), strict=False):
        roles = [role for role, word in _ROLES.items() if word in str(one).lower()]
        notes += [f"{authors[at]}: {one}"] if str(one).strip() and not roles else []
        authors[at] += f" ({', '.join(roles)})" if roles else ""
    values = {
        "id": id_of(site.name_of(path)),
        "title": title or "TODO",
        "authors": authors,
        "venue": venue,
        "note": note,
        "date": fields.day("date"),
        "kind": kind,
        "abstract": abstract or (summary if is_long else ""),
        "details": "" if is_known or (is_long and not abstract) else summary,
        "body": "; ".join(notes),
        "doi": doi,
        "arxiv": arxiv,
        "tags": fields.words("tags") + fields.words("categories"),
        "selected": fields.flag("featured", "selected") is True,
        "related": related_to(site, fields),
        "links": links,
        "permalink": was,
        "aliases": aliases(fields, site.plan),
    }
    if not values["authors"]:
        site.plan.findings.add("todo", "authors", path, "no authors")
    entry = Entry(values=values, source=path, line=1, address=was)
    if len(names) > len(typed):
        entry.guessed.add("authors")
        site.plan.findings.add("guessed", "authors", path, ", ".join(typed), "; ".join(names))
    return entry


def _venue(site: Hugo, fields: FieldReader, links: dict[str, str]) -> tuple[str, str]:
    """Return the venue of a paper, and what is said after a link there, which joins `links`."""
    names, notes = [], []
    for typed in (fields.text("publication"), fields.text("publication_short")):
        link = _LINK.search(typed)
        if link:
            after = typed[link.end() :].replace("*", "").strip(" .,")
            notes += [re.sub(r"^\(([^()]*(?:\([^()]*\)[^()]*)*)\)$", r"\1", after)] if after else []
            typed = typed[: link.start()] + link[1]
        names.append(_bare(plain_words(typed)))
        if link and link[2] not in links.values():
            links["doi" if is_doi(link[2]) else names[-1]] = link[2]
    (whole, short), note = names, "; ".join(dict.fromkeys(notes))
    if behind := re.search(r"\s*\([^()]*\)$", whole):  # `(submitted)`, said twice
        short = short.removesuffix(behind[0]).rstrip(" ,")
    if not (whole and short) or whole in short:
        return short or whole, note
    for venue in site.plan.entries.get("venues", []):
        if venue.values["name"] == whole and venue.values["short"] == short:
            return str(venue.values["id"]), note
    venue = Entry(values={"id": id_of(short), "name": whole, "short": short}, source=fields.file)
    site.plan.add_entry("venues", venue)
    return str(venue.values["id"]), note


_LINK = re.compile(r"\[([^\[\]]*)\]\(([^\s()]+)\)")


def _bare(text: str) -> str:
    return re.sub(r"^In\s+", "", re.sub(r"\*|\b_|_\b|</?\w+>", "", text)).strip(" .,")


_SUMMARY = 160  # characters; a longer summary of a paper without an abstract is one


def _compare(site: Hugo, path: str, entry: Entry) -> None:
    """Say where `cite.bib` beside a paper differs from it: one of the two is wrong. Where none is,
    take what readers cite: further authors, which names are family names, the kind, and where the
    paper stands."""
    bib = f"{posixpath.dirname(path)}/cite.bib"
    text = site.tree.text_if_any(bib)
    if bib not in site.tree.sizes or site.options.samples.holds_file(site.tree, bib):
        return
    first = next(iter(entries_in(text).values()), {})
    said = {name: plain_words(one) for name, one in first.items()}
    papers, _ = read_bib(bib, text.encode())
    title, date = str(entry.values["title"]), str(entry.values["date"])
    differing = []
    if plain(said.get("title", title)) != plain(title):
        differing.append((f"title: {said['title']}", title))
    if date and not date.startswith(year := said.get("year", "")) and year.isdigit():
        differing.append((f"year: {year}", date))
    ours = entry.values["authors"]
    names = [one.name for paper in papers[:1] for one in paper.authors]
    authors = _with_further(ours, names)
    if names and not authors and len(names) != len(ours):
        differing.append((f"{len(names)} authors", f"{len(ours)} authors"))
    is_near = SequenceMatcher(None, said.get("title", title), title).ratio() > 0.8
    is_near = is_near or (entry.values["kind"] == "thesis" and "school" in said)  # is translated
    if not differing or (is_near and len(differing) == 1):
        cited = {name: said[name] for name in _CITED if name in said}
        cited["doi"] = entry.values["doi"] or _doi_of(cited.get("doi", ""))
        venues = (said.get(name) for name in ("journal", "journaltitle", "school"))
        venue, typed = next(filter(None, venues), ""), str(entry.values["venue"])
        is_twice = venue and _PLACED.fullmatch(typed.removeprefix(venue))
        cited["venue"] = venue if is_twice else typed or venue
        kind = entry.values["kind"] or next((one.kind for one in papers), "")
        key = next((one.id for one in papers), "")
        cited["key"] = "" if key == entry.values["id"] else key
        entry.values |= cited | {"kind": kind, "authors": authors or ours}
        old = str(site.plan.site["person"]["name"])
        turned = [one for one in names if fold(old) == fold(f"{one.family} {one.given}")]
        if turned and "," not in old and fold(old) != fold(turned[0].full()):
            new = site.plan.site["person"]["name"] = turned[0].family_first()
            site.names |= {folder: new for folder, name in site.names.items() if name == old}
            site.plan.findings.add("guessed", "person-name", bib, old, new)
        if len(authors) > len(ours):
            entry.guessed.add("authors")
            site.plan.findings.add("guessed", "authors", path, ", ".join(ours), "; ".join(authors))
    for what, became in differing:
        site.plan.findings.add("todo", "two-sources", bib, what, became)


_PLACED = re.compile(r"(?i)(?:[\W\d]|\b(?:no|nr|n|vol|volume|issue|pp?|pages)\b)+")
"""The volume, the number, the year and the pages behind a journal."""
_CITED = ("volume", "number", "pages", "doi", "publisher")


def _doi_of(said: str) -> str:
    """Return a DOI without the address that it may be part of."""
    return re.sub(r"https?://(?:dx\.|www\.)?doi\.org/|\\(?=_)", "", said)


def _with_further(authors: list[str], names: list[Name]) -> list[str]:
    """Return the names in BibTeX, with the authors of the page as it writes them; none if an author
    is not among them."""
    left, found = [*authors], list[str]()
    for name in names:
        same = next((one for one in left if _is_same(one, name)), "")
        left = [one for one in left if one != same]
        known = spellings(name)[:2]  # the other has the family name first
        is_split = " " in name.family or fold(same) in known[1:]  # as full names do not tell
        is_short = re.fullmatch(r"(?:\w\.[\s-]?)+ ?[\w'-]+", same) and "." not in name.given
        is_better = not same or is_short or (is_split and fold(same) in known)
        typed = name.family_first() if is_split else name.full()
        found.append(typed if is_better else same)
    return [] if left else found


def _is_same(author: str, name: Name) -> bool:
    """Whether an author has a name, or its family name with the same first letter."""
    bare = fold(marked(author).name)
    is_short = bare.startswith(initial_letters(name.given)[:1]) and bare.endswith(fold(name.family))
    return bare in spellings(name) or (bool(name.given) and is_short)
