"""Records of a Hugo site, with a page for each language, and the lists of them.

Papers and talks of Hugo Blox have a folder each, with `index.md` and maybe `cite.bib`. Format:
docs.hugoblox.com, "Publications", "Events".
"""

import posixpath
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from generator.importing.plan import Document, Entry, id_of, target_of
from generator.importing.reading import FieldReader, SourcePage, shown
from generator.importing.sources.hugo.languages import in_languages
from generator.importing.sources.hugo.site import NOT_NEEDED, Hugo
from generator.importing.sources.people import names_of
from generator.model.languages import language

_TEXTS = frozenset({
    "title", "abstract", "event", "location", "body", "note", "degree", "institution", "role",
    "organization", "label",
})  # fmt: skip
"""Fields of records that may say something else in each language."""
_FACTS = frozenset({"authors", "venue", "date", "kind", "doi", "arxiv"})
_LISTS = (("publications", "/publication/"), ("talks", "/talks/"), ("projects", "/project/"))
FOLDERS = {
    "publications": ("publication/", "publications/", "papers/"),
    "talks": ("event/", "events/", "talk/", "talks/"), "projects": ("project/", "projects/"),
}  # fmt: skip
"""Kind of record -> the folders of the content in which their pages lie."""


def add_record(site: Hugo, kind: str, path: str, entry: Entry, part: str = "") -> None:
    """Add a record, or its texts in another language to the one that is there.

    `part` tells the records of one page apart.
    """
    here = site.place_of(path)
    site.titles.setdefault((kind, here.language.code), "")
    known = site.records.setdefault((kind, here.key + part), entry)
    if known is entry:
        site.plan.add_entry(kind, entry)
        return
    main, code = site.places.main.code, here.language.code
    for name, value in entry.values.items():
        if name in _TEXTS:
            known.values[name] = in_languages(known.values.get(name), value, main, code)
        elif name in ("tags", "links", "items") and value:
            known.values[name] = _both(known.values.get(name), value)
        elif name in _FACTS and value and value != known.values.get(name):
            site.plan.findings.add("lost", "translation", path, f"{name}: {shown(value)}")
    site.plan.take(path, f"content/{kind}.yaml")
    where = site.places.prefix(here.language) + str(known.values.get("permalink") or "")
    for old in (entry.address, *entry.values.get("aliases", ())) if known.address else ():
        if old and old != where:
            site.plan.redirects.setdefault(old, where)


def _both(known: Any, more: Any) -> Any:
    if isinstance(more, dict):
        return {**more, **(known or {})}
    return list(dict.fromkeys([*(known or []), *more]))


def pages_of(site: Hugo, kind: str) -> Iterator[tuple[str, SourcePage, FieldReader, str]]:
    """Yield the published pages of the records of a kind.

    Of the page that lists them, the address and the title are noted.
    """
    for path, page, fields, was in (one for folder in FOLDERS[kind] for one in site.pages(folder)):
        if posixpath.basename(path).startswith("_index"):
            here = site.place_of(path)
            if here.language == site.places.main:
                site.plan.lists[kind] = was
            site.titles[kind, here.language.code] = fields.text("title")
            site.plan.leave(path, "the heading of a list, which Masthead makes")
        elif was:
            yield path, page, fields, was
        else:
            site.plan.leave(path, "a draft")


def in_list(site: Hugo, kind: str, path: str, ident: str) -> str:
    """Return where a record stands in the list of its kind."""
    where = dict(_LISTS)[kind]
    return f"{site.prefix_of(path)}{site.plan.lists.get(kind, where)}#{ident}"


def add_lists(site: Hugo) -> None:
    """Add the pages that list records, in each language that has any."""
    for kind, where in _LISTS:
        address = site.plan.lists.setdefault(kind, where)
        if not site.plan.entries.get(kind):
            continue
        for one in site.places.languages:
            title = site.titles.get((kind, one.code))
            is_main = one == site.places.main
            if title is None and not is_main:
                continue
            ending = ".md" if is_main else f".{one.code}.md"
            target = target_of(address).removesuffix(".md") + ending
            front = {"title": title or language(one.code).word(kind)}
            body = f":::{{{kind}}}\n:::\n"
            site.plan.add_document(
                Document(source=site.path, target=target, front=front, body=body,
                         address=site.places.prefix(one) + address)
            )  # fmt: skip


KINDS = {
    "1": "conference", "2": "journal", "3": "preprint", "4": "report", "5": "book", "6": "chapter",
    "7": "thesis", "8": "other", "paper-conference": "conference", "article-journal": "journal",
    "article": "preprint", "manuscript": "preprint", "report": "report", "book": "book",
    "chapter": "chapter", "thesis": "thesis", "patent": "other", "dataset": "dataset",
    "software": "software", "article-magazine": "journal", "article-newspaper": "other",
}  # fmt: skip
_LINKS = ("pdf", "arxiv", "preprint", "code", "dataset", "poster", "project", "slides", "source",
          "video")  # fmt: skip
_NAMES = {"dataset": "data", "source": "source"}


def take_papers(site: Hugo, owners: dict[str, str]) -> None:
    """Make records of the papers. `owners` has the name of each author by the folder's name."""
    for path, page, fields, was in pages_of(site, "publications"):
        entry = _paper(site, path, fields, was, owners)
        if page.body.strip():
            entry.values["body"] = page.body.strip()
        beside = site.bundle_files(path, was)
        featured = [p for p in beside if posixpath.basename(p).startswith("featured.")]
        if featured and not featured[0].endswith(".svg"):
            entry.values["preview"] = was + posixpath.basename(featured[0])
        _compare(site, path, entry)
        fields.value("date", "slug", "draft", "url", "lastmod")
        fields.rest(not_needed=NOT_NEEDED)
        add_record(site, "publications", path, entry)


def _paper(site: Hugo, path: str, fields: FieldReader, was: str, owners: dict[str, str]) -> Entry:
    types = fields.words("publication_types")
    kind = next((KINDS[word] for word in types if word in KINDS), "")
    ids = fields.mapping("hugoblox").inside("ids")
    doi, arxiv = fields.text("doi") or str(ids.get("doi") or ""), str(ids.get("arxiv") or "")
    typed = fields.words("authors", "author")
    names = names_of(typed)
    values = {
        "id": id_of(site.name_of(path)),
        "title": fields.text("title") or "TODO",
        "authors": [owners.get(name, name) for name in names],
        "venue": _venue(site, fields),
        "date": fields.day("date"),
        "kind": kind,
        "abstract": fields.text("abstract"),
        "doi": doi.removeprefix("https://doi.org/"),
        "arxiv": arxiv,
        "tags": fields.words("tags") + fields.words("categories"),
        "selected": fields.flag("featured") is True,
        "links": links_of(fields),
        "permalink": was,
        "aliases": site._aliases(fields),
    }
    if not values["authors"]:
        site.plan.findings.add("todo", "authors", path, "no authors")
    notes = [note for note in fields.items("author_notes") if str(note).strip()]
    if notes:
        values["note"] = "; ".join(dict.fromkeys(str(note).strip() for note in notes))
    summary = fields.text("summary")
    if summary and not values["abstract"]:
        values["abstract"] = summary
    elif summary:
        site.plan.findings.add(
            "lost", "field", path, f"summary: {summary}", line=fields.line("summary")
        )
    projects = fields.words("projects")
    if projects:
        site.plan.findings.add("lost", "field", path, f"projects: {', '.join(projects)}")
    entry = Entry(values=values, source=path, line=1, address=was)
    if len(names) > len(typed):
        entry.guessed.add("authors")
        became = "; ".join(names)
        site.plan.findings.add("guessed", "authors", path, ", ".join(typed), became)
    return entry


def links_of(fields: FieldReader) -> dict[str, str]:
    """Return the links of a record: `url_pdf`, `url_code`, …, and those under `links`."""
    links: dict[str, str] = {}
    others = [n.removeprefix("url_") for n in fields.fields if n.startswith("url_")]
    for name in dict.fromkeys([*_LINKS, *others]):
        target = fields.text(f"url_{name}")
        if target:
            links[_NAMES.get(name, name)] = target
    for one in fields.mappings("links"):
        if one.get("url"):
            name = str(one.get("name") or one.get("type") or "link")
            word = re.sub(r"[^\w]+", "-", name).strip("-").lower() or "link"
            links.setdefault(word, str(one["url"]))
    return links


def _venue(site: Hugo, fields: FieldReader) -> str:
    whole, short = (_bare(fields.text(name)) for name in ("publication", "publication_short"))
    if not (whole and short) or whole == short:
        return whole or short
    for venue in site.plan.entries.get("venues", []):
        if venue.values["name"] == whole and venue.values["short"] == short:
            return str(venue.values["id"])
    values = {"id": id_of(short), "name": whole, "short": short}
    venue = Entry(values=values, source=fields.file)
    site.plan.add_entry("venues", venue)
    return str(venue.values["id"])


def _bare(text: str) -> str:
    return re.sub(r"^In\s+", "", re.sub(r"[*_]", "", text)).strip(" .,")


def _compare(site: Hugo, path: str, entry: Entry) -> None:
    """Say where `cite.bib` beside a paper differs from it: one of the two is wrong."""
    bib = f"{posixpath.dirname(path)}/cite.bib"
    text = site.tree.text_if_any(bib)
    said = {one[1].lower(): " ".join(one[2].split()) for one in reversed([*_IN_BIB.finditer(text)])}
    title, date = str(entry.values["title"]), str(entry.values["date"])
    differing = []
    if _plain(said.get("title", title)) != _plain(title):
        differing.append((f"title: {said['title']}", title))
    if date and not date.startswith(year := said.get("year", "")) and year.isdigit():
        differing.append((f"year: {year}", date))
    number, ours = len(re.split(r"\s+and\s+", said.get("author", ""))), len(entry.values["authors"])
    if "author" in said and number != ours:
        differing.append((f"{number} authors", f"{ours} authors"))
    for what, became in differing:
        site.plan.findings.add("todo", "two-sources", bib, what, became)


_IN_BIB = re.compile(
    r"\b(title|year|author)\s*=\s*[{\"]+(.+?)[}\"]+\s*,?\s*\n", re.IGNORECASE | re.DOTALL
)


def _plain(text: str) -> str:
    """Return the letters of a title, without TeX's commands and without accents."""
    bare = re.sub(r"\\(?:[a-zA-Z]+|.)|[{}]", "", text)
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKD", bare)).casefold()


def take_talks(site: Hugo) -> None:
    """Make records of the talks. Their old addresses become places of the list."""
    for path, page, fields, was in pages_of(site, "talks"):
        ident, event = id_of(site.name_of(path)), fields.text("event_url")
        said = (fields.text("abstract") or fields.text("summary"), page.body.strip())
        values = {
            "id": ident,
            "title": fields.text("title") or "TODO",
            "event": fields.text("event"),
            "location": fields.text("location"),
            "date": fields.day("date"),
            "links": {**({"event": event} if event else {}), **links_of(fields)},
            "tags": fields.words("tags") + fields.words("categories"),
            "body": "\n\n".join(filter(None, said)),
        }
        fields.value("summary", "address", "authors", "projects", "slug", "featured", "draft")
        fields.rest(not_needed=NOT_NEEDED)
        site.bundle_files(path, was)
        add_record(site, "talks", path, Entry(values=values, source=path, line=page.line))
        site.plan.redirects[was] = in_list(site, "talks", path, ident)
