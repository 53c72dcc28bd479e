"""What a paper of academicpages says: its links, what BibTeX adds, its abstract and its text."""

import html
import re

from generator.edit.bib_file import read_bib
from generator.importing.plan import Document, Entry
from generator.importing.reading import FieldReader, SourcePage
from generator.importing.sources.jekyll.site import Jekyll
from generator.importing.texts.scholar import entries_in

_LINKS = {
    "url": ("paperurl", "url", "link"), "slides": ("slidesurl", "slides"),
    "citation": ("bibtexurl",), "code": ("codeurl", "code", "github"),
    "video": ("videourl", "video", "youtube"), "doi": ("doi",), "arxiv": ("arxiv",),
}  # fmt: skip
"""Kind of link -> the fields that name one."""


def links_of(fields: FieldReader) -> dict[str, str]:
    links: dict[str, str] = {}
    for kind, names in _LINKS.items():
        found = re.sub(r"^\[[^\]]*\]\(([^()\s]+)\)$", r"\1", fields.text(*names))
        if found:
            host = re.match(r"https?://(?:dx\.|www\.)?(doi|arxiv)\.org/", found)
            is_pdf = found.lower().endswith(".pdf")
            own = "pdf" if is_pdf else host[1] if host else "url"
            links[own if kind == "url" else kind] = found
    return links


def named_links(site: Jekyll, fields: FieldReader) -> dict[str, dict[str, str]]:
    """Return the links in fields that only the owner's own includes know, with their words."""
    found = {}
    for name, value in fields.fields.items():
        is_of_other = name.endswith("_url") and name[:-4] in fields.fields
        is_link = isinstance(value, str) and re.match("https?://", value)
        if name not in fields.taken and is_link and not is_of_other:
            found[name] = {"to": fields.text(name), "label": _words_of_link(site, name)}
    return found


def _words_of_link(site: Jekyll, field: str) -> str:
    """Return the words with which an include shows the address in a field."""
    link = rf"<a\b[^<>]*\{{\{{ *\w+\.{re.escape(field)}\b[^<>]*>(?:<[^<>]*>|\s)*([^<>{{}}]+)<"
    texts = (text for path, text in site.templates.items() if path.startswith("_includes/"))
    found = (words[1].strip() for text in texts if (words := re.search(link, text)))
    return next(filter(None, found), field.replace("_", " ").capitalize())


def take_bibtex(text: str, entry: Entry) -> list[str]:
    """Take from the BibTeX in a paper's front matter what the record does not say, and return the
    authors that it names."""
    papers, _ = read_bib(entry.source, text.encode())
    said = next(iter(entries_in(text).values()), {})
    for name in ("volume", "number", "pages", "doi"):
        if name in said and name not in entry.values["links"]:
            entry.values.setdefault(name, re.sub("[{}]", "", said[name]).replace("--", "–").strip())
    return [one.name.full() for paper in papers[:1] for one in paper.authors]


_NO_ABSTRACT = re.compile(
    r"^(?:#{1,6} |[ \t]{0,9}(?:[-*+]|\d+\.) |!\[|[<|]|\{%|[=-]{3})", re.MULTILINE
)
"""Begins a heading, a list, a picture or a table."""


_SHORT = 160
"""Characters. A longer summary is taken for an abstract."""
RECOMMENDED = re.compile(r"^Recommended citation:(.*)\Z", re.MULTILINE | re.DOTALL)


def bare_words(text: str) -> list[str]:
    """Return the words of a text without the marks between them, HTML's signs resolved."""
    return re.findall(r"\w+", html.unescape(text))


def take_text(site: Jekyll, entry: Entry, page: SourcePage, document: Document) -> None:
    """Part the text of a paper into its abstract and the rest; a link that is known is dropped."""
    body, summary = page.body.strip(), document.front.get("description")
    targets = [one for one in dict(entry.values["links"]).values() if isinstance(one, str)]
    for target in targets:
        link = re.escape(target)
        linked = rf"<a\s[^>]*{link}[^>]*>([^<]*)</a>|\[([^\]<!]*)\]\({link}\)(?:\{{:[^}}]*\}})?"
        body = re.sub(rf"^(?:{linked})\s*(?:\n|\Z)", "", body, flags=re.MULTILINE)
        body = re.sub(linked, lambda m: "" if (m[1] or m[2]).startswith("Download") else m[0], body)
    first, _, others = body.partition("\n\n")
    if {*bare_words(first)} - {"Author", "Authors", "and"} == {
        *bare_words(" ".join(entry.values["authors"]))
    }:
        body = others  # they stand below the title
    said = " ".join(bare_words(re.sub(r"<[^<>]*>", " ", str(summary or ""))))
    if said in " ".join(bare_words(body)):
        summary = ""
    found = re.match(r"\s*(?:\*\*)?Abstract:?(?:\*\*)?:?\s*(.+)", body, re.DOTALL)
    is_short = body.strip().count("\n\n") < 3
    if not found and not summary and is_short and not _NO_ABSTRACT.search(body):
        found = re.fullmatch(r"\s*(.+)", body, re.DOTALL)
    if found and not re.search(r"^#{1,6} ", found[1], re.MULTILINE):
        entry.values["abstract"] = RECOMMENDED.sub("", found[1]).strip()
        body = ""
        if summary and summary not in found[1]:
            site.plan.findings.add("lost", "field", entry.source, f"excerpt: {summary}")
    elif summary and len(said) < _SHORT:
        note = entry.values.get("note")
        entry.values["note"] = f"{str(note).rstrip('.')}. {summary}" if note else summary
    elif summary:
        entry.values["abstract"] = summary
    entry.values["body"] = body.strip()
