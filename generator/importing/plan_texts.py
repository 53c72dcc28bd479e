"""Converts all texts of a plan, now that it is known where each address leads."""

import posixpath
from collections.abc import Callable
from typing import Any

from generator.importing.plan import Document, Entry, Resume, SitePlan
from generator.importing.texts.conversion import converted
from generator.importing.texts.links import AddressMap
from generator.importing.texts.markup import TextContext
from generator.limited_child import step

IN_MARKDOWN = frozenset(
    {"title", "abstract", "body", "text", "note", "award", "summary", "details"}
)
"""Fields of records that hold Markdown."""
_LINKED = ("portrait", "preview", "image")
"""Fields that name a file of the site."""


def convert_texts(plan: SitePlan, leads_to: Callable[[str, SitePlan], str]) -> None:
    """Convert the text of each page, post and record, and have all links lead where they led."""
    step("")
    names, folders = plan.names, plan.folders
    known = known_addresses(plan)
    links = AddressMap(
        known, plan.hosts, plan.base_path, names, folders, lambda found: leads_to(found, plan)
    )
    for document in plan.documents:
        step(document.source)
        _page(document, plan, links)
    for kind, entries in plan.entries.items():
        for entry in entries:
            step(entry.source)
            _record(kind, entry, plan, links)
    if plan.cv is not None:
        step(plan.cv.source)
        _cv(plan.cv, plan, links)
    step("")
    _person_and_menu(plan, links)


def _cv(cv: Resume, plan: SitePlan, links: AddressMap) -> None:
    context = TextContext(
        file=cv.source, findings=plan.findings, links=links, address=cv.address,
        syntax=plan.syntax, site=plan.variables, is_data=True,
    )  # fmt: skip
    for fields, name in ((cv.fields, "summary"), *((one, "text") for one in cv.fields["sections"])):
        if fields.get(name):
            fields[name] = converted(str(fields[name]), context)


def _person_and_menu(plan: SitePlan, links: AddressMap) -> None:
    context = TextContext(file="_config.yml", findings=plan.findings, links=links, is_data=True)
    person = plan.site.get("person")
    for fields in (person if isinstance(person, dict) else {}, plan.site):
        for name in ("bio", "role", "affiliation", "location", "description", "title"):
            if fields.get(name):
                fields[name] = _in_line(fields[name], context)
    menu = []
    for one in plan.menu:
        to = links.new_target(one["to"], "/")
        if to is None:
            plan.findings.add("lost", "menu", "menu", f"{one['label']}: {one['to']}")
        else:
            menu.append({**one, "to": to})
    if menu:
        plan.site["menu"] = [{"to": "/"}, *menu] if menu[0]["to"] != "/" else menu


def _in_line(value: Any, context: TextContext) -> Any:
    """Return a text, or one for each language, on one line of Markdown."""
    if isinstance(value, dict):
        return {code: _in_line(one, context) for code, one in value.items()}
    return " ".join(converted(str(value), context).split()).replace("\\ ", " ")


def known_addresses(plan: SitePlan) -> dict[str, str]:
    """Return each old address whose content the plan has, with its new one."""
    known = {
        f"/{target.partition('/')[2]}": "" for target in plan.files if target.startswith("static/")
    }
    known = {address: address for address in known}
    known |= {address: address for address in plan.published_files}
    if plan.cv is not None:
        known[plan.cv.address] = plan.cv.address
    for _, target, other in plan.clashes:
        known.setdefault(f"/{target.partition('/')[2]}", f"/{other.partition('/')[2]}")
    for document in plan.documents:
        if document.address and not document.front.get("draft"):
            known[document.address] = document.address
    for kind, entries in plan.entries.items():
        for entry in entries:
            if entry.address:
                known.setdefault(entry.address, str(entry.values.get("permalink") or f"/{kind}/"))
            for code in plan.site.get("languages", [])[1:] if entry.values.get("permalink") else ():
                there = f"/{code}{entry.values['permalink']}"
                known.setdefault(there, there)
    homes = ["/", *(f"/{code}/" for code in plan.site.get("languages", [])[1:])]
    has_posts = any(one.target.startswith("content/posts/") for one in plan.documents)
    made = [*homes, *(f"{home}posts/" for home in homes if has_posts)]
    return {address: address for address in made} | known | plan.redirects


def _page(document: Document, plan: SitePlan, links: AddressMap) -> None:
    context = TextContext(
        file=document.source, findings=plan.findings, links=links, whole=document.body,
        line=document.line, address=document.address or "/", syntax=document.syntax,
        page=document.variables, site=plan.variables,
    )  # fmt: skip
    document.body = converted(document.body, context)
    data = _data_context(context)
    for name in ("title", "description"):
        if document.front.get(name):
            document.front[name] = " ".join(converted(str(document.front[name]), data).split())
    _files(document.front, context)


def _data_context(context: TextContext) -> TextContext:
    return TextContext(
        file=context.file, findings=context.findings, links=context.links, line=context.line,
        address=context.address, syntax=context.syntax, page=context.page, site=context.site,
        is_data=True,
    )  # fmt: skip


def _record(kind: str, entry: Entry, plan: SitePlan, links: AddressMap) -> None:
    context = TextContext(
        file=entry.source, findings=plan.findings, links=links, line=entry.line,
        address=entry.address or "/", syntax=plan.syntax, site=plan.variables, is_data=True,
    )  # fmt: skip
    for name, value in entry.values.items():
        if name in IN_MARKDOWN:
            context.whole = value if isinstance(value, str) else ""
            entry.values[name] = _in_markdown(value, context, name)
    _files(entry.values, context)
    targets = entry.values.get("links")
    if isinstance(targets, dict):
        for name, typed in list(targets.items()):
            new = links.new_target(str(typed), context.address)
            if new is None:
                plan.findings.add("lost", "dead-link", entry.source, f"{kind}: {name}: {typed}",
                                  line=entry.line)  # fmt: skip
                del targets[name]
            else:
                targets[name] = new


def _in_markdown(value: Any, context: TextContext, name: str) -> Any:
    if isinstance(value, list):
        return [_in_markdown(one, context, name) for one in value]
    if isinstance(value, dict):
        return _in_languages(value, context, name)
    text = converted(str(value), context)
    return text if name in ("body", "abstract") else " ".join(text.split())


def _in_languages(forms: dict[str, Any], context: TextContext, name: str) -> dict[str, Any]:
    """Convert a text for each language; relative links begin at the page in that language."""
    here, main, found = context.address, next(iter(forms), ""), {}
    for code, one in forms.items():
        context.address = here if code == main else f"/{code}{here}"
        found[code] = _in_markdown(one, context, name)
    context.address = here
    return found


def _files(values: dict[str, Any], context: TextContext) -> None:
    """Have the fields that name a picture name it from the root of `static/`; drop dead ones."""
    for name in _LINKED:
        typed = str(values.get(name) or "")
        if not typed:
            continue
        new = context.links.new_target(typed, context.address)
        if new is None or "://" in new or not posixpath.splitext(new)[1]:
            context.findings.add("lost", "picture", context.file, f"{name}: {typed}")
            values[name] = ""
        else:
            values[name] = new.lstrip("/")
