"""What `cite.bib` beside a paper of a Hugo site says, which readers cite."""

import posixpath
import re
import unicodedata
from difflib import SequenceMatcher

from generator.importing.plan import Entry
from generator.importing.sources.hugo.site import Hugo
from generator.importing.texts.scholar import entries_in
from generator.model.names import fold


def compare(site: Hugo, path: str, entry: Entry) -> None:
    """Say where `cite.bib` beside a paper differs from it: one of the two is wrong. Where none is,
    take what readers cite: which names are family names, and where the paper stands."""
    bib = f"{posixpath.dirname(path)}/cite.bib"
    text = site.tree.text_if_any(bib)
    if bib not in site.tree.sizes or site.options.samples.holds_file(site.tree, bib):
        return
    first = next(iter(entries_in(text).values()), {})
    said = {name: " ".join(one.split()).strip("{}") for name, one in first.items()}
    title, date = str(entry.values["title"]), str(entry.values["date"])
    differing = []
    if plain(said.get("title", title)) != plain(title):
        differing.append((f"title: {said['title']}", title))
    if date and not date.startswith(year := said.get("year", "")) and year.isdigit():
        differing.append((f"year: {year}", date))
    authors, ours = re.split(r"\s+and\s+", said.get("author", "")), entry.values["authors"]
    if "author" in said and len(authors) != len(ours):
        differing.append((f"{len(authors)} authors", f"{len(ours)} authors"))
    is_near = SequenceMatcher(None, said.get("title", title), title).ratio() > 0.8
    if not differing or (is_near and len(differing) == 1):
        cited = {name: said[name].replace("--", "–") for name in _CITED if name in said}
        cited["doi"] = entry.values["doi"] or doi_of(cited.get("doi", ""))
        entry.values |= cited
        if "author" in said and len(authors) == len(ours):
            both = zip(authors, ours, strict=True)
            ours = [typed if _is_split(typed, one) else one for typed, one in both]
            entry.values["authors"] = ours
    for what, became in differing:
        site.plan.findings.add("todo", "two-sources", bib, what, became)


_CITED = ("volume", "number", "pages", "doi")


def doi_of(said: str) -> str:
    """Return a DOI without the address that it may stand in."""
    return re.sub(r"https?://(?:dx\.|www\.)?doi\.org/", "", said)


def _is_split(typed: str, name: str) -> bool:
    """Whether an author in BibTeX has the letters of a name, and a family name of several words."""
    family, comma, given = typed.partition(",")
    is_same = fold(f"{given}{family}") == fold(name) and not re.search(r"[\\{}]", typed)
    return bool(comma) and " " in family.strip() and is_same


def plain(text: str) -> str:
    """Return the letters of a title, without TeX's commands and without accents."""
    bare = re.sub(r"\\(?:[a-zA-Z]+|.)|[{}]", "", text)
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKD", bare)).casefold()
