"""Records that had pages of their own: the text goes into the record, or stays a page if long."""

import posixpath
import re

from generator.importing.plan import Document, Entry
from generator.importing.reading import FrontMatter
from generator.importing.sources.jekyll.pages import address_of_target, target_of
from generator.importing.sources.jekyll.site import Jekyll

_LONG = 1200
"""Characters. A longer text, or one with headings, is read on a page of its own."""
LISTS = {"talks": "/talks/", "teaching": "/teaching/", "news": "/news/", "projects": "/projects/",
         "publications": "/publications/"}  # fmt: skip


def id_of(path: str) -> str:
    """Return the id of a record that had a file of its own."""
    name = posixpath.basename(path).rpartition(".")[0] or posixpath.basename(path)
    return re.sub(r"[^\w.-]+", "-", name).strip("-.").lower() or "entry"


def add_with_text(
    site: Jekyll,
    kind: str,
    entry: Entry,
    page: FrontMatter,
    document: Document,
    is_page: bool = False,
) -> None:
    """Add a record with its text: in the record itself, or, where it is long, as a page."""
    is_paper = kind == "publications"
    body = str(entry.values.get("body") or "") if is_paper else page.body.strip()
    is_page = is_page or len(body) > _LONG or bool(re.search(r"^#{1,6} ", body, re.MULTILINE))
    if body and is_page and document.address and not is_paper:
        document.target = target_of(document.address)
        if address_of_target(document.target) != document.address:
            document.front["permalink"] = document.address
        document.front["title"] = document.front.get("title") or str(
            entry.values.get("title") or entry.values.get("course") or "TODO"
        )
        links = dict(entry.values.get("links") or {})
        entry.values["links"] = {"page": document.address, **links}
        site.plan.add_document(document)
        entry.address = ""
        site.plan.add_entry(kind, entry)
        return
    if body:
        entry.values["body"] = body
    entry.line = page.line
    site.plan.add_entry(kind, entry)
    if is_paper:
        entry.values["permalink"] = entry.address
        entry.values["aliases"] = document.front.get("aliases")
    else:
        lead = f"{site.plan.lists.get(kind, LISTS[kind])}#{entry.values['id']}"
        for old in [entry.address, *document.front.get("aliases", [])]:
            if old:
                site.plan.redirects.setdefault(old, lead)


def needs_list(site: Jekyll, kind: str, title: str) -> None:
    """Add a page that lists the records of a kind where the source has none."""
    others = [one for one in site.plan.documents if one.address != "/"]
    has_list = any(f":::{{{kind}}}" in one.body for one in others)
    where = site.plan.lists.get(kind, LISTS[kind])
    if not site.plan.entries.get(kind) or has_list:
        return
    if any(one.address == where for one in site.plan.documents):
        return
    site.plan.add_document(
        Document(
            source="_config.yml",
            target=target_of(where),
            address=where,
            front={"title": title},
            body=f":::{{{kind}}}\n:::\n",
        )
    )
    site.plan.findings.add("changed", "list-added", "_config.yml", kind, where)
