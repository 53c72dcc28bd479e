"""Records of a site of Hugo, which may have a page in each language, and the lists of them."""

from typing import Any

from generator.importing.fields import FieldReader, shown
from generator.importing.plan import Document, Entry, target_of
from generator.importing.sources.hugo.languages import in_languages
from generator.importing.sources.hugo.site import Hugo
from generator.model.languages import language

_TEXTS = frozenset({
    "title", "abstract", "event", "location", "body", "note", "degree", "institution", "role",
    "organization", "label",
})  # fmt: skip
"""Fields of records that may say something else in each language."""
_FACTS = frozenset({"authors", "venue", "date", "kind", "doi", "arxiv"})
_LISTS = (("publications", "/publication/"), ("talks", "/talks/"), ("projects", "/project/"))


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


def note_list(site: Hugo, kind: str, path: str, fields: FieldReader, was: str) -> None:
    """Note the address and the title of the page that lists the records of a kind."""
    here = site.place_of(path)
    if here.language == site.places.main:
        site.plan.lists[kind] = was
    site.titles[kind, here.language.code] = fields.text("title")
    site.plan.leave(path, "the heading of a list, which Masthead makes")


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
