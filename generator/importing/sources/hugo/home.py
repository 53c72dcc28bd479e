"""The home page of Hugo Blox: blocks or widgets -> Markdown with sections; the owner's profile."""

import posixpath
import re
from typing import Any

from generator.importing.dates import day_of
from generator.importing.fields import FieldReader
from generator.importing.plan import Document, Entry
from generator.importing.reading import Fields
from generator.importing.sources.front_pages import readers
from generator.importing.sources.hugo.site import Hugo
from generator.importing.sources.profiles import profile
from generator.importing.texts.liquid_loops import section

_FOLDERS = {"publication": "publications", "publications": "publications", "project": "projects",
            "projects": "projects", "event": "talks", "events": "talks", "talk": "talks",
            "talks": "talks", "post": "posts", "posts": "posts", "blog": "posts"}  # fmt: skip
_WIDGETS = {"publications": "publications", "featured": "publications", "projects": "projects",
            "portfolio": "projects", "talks": "talks", "events": "talks", "posts": "posts",
            "recent_posts": "posts"}  # fmt: skip
_QUIET = ("hero", "slider", "cta", "tag_cloud", "contact", "search", "stats", "demo", "cta-card")


def take_owner(site: Hugo) -> tuple[dict[str, str], str]:
    """Return the names of authors by their folders, and the text about the owner.

    The owner's profile becomes `person`, education and interests.
    """
    names: dict[str, str] = {}
    about, owner = "", None
    paths = [p for p in site.tree.below(f"{site.folder}authors/", ".md") if p not in site.plan.left]
    found = list(readers(site.tree, paths, site.plan))
    for path, page, fields in found:
        folder = posixpath.basename(posixpath.dirname(path))
        if folder == "authors":
            site.plan.leave(path, "the heading of a list, which Masthead makes")
            continue
        names[folder] = fields.text("title", "name") or folder
        if fields.flag("superuser") or folder == "admin" or owner is None:
            owner = (path, page, fields, folder)
    for path, _, _ in found:
        if owner and path != owner[0] and posixpath.dirname(path).count("/") > 1:
            folder = posixpath.basename(posixpath.dirname(path))
            if folder in names:
                site.plan.add_entry("people", Entry(values={"name": names[folder]}, source=path))
    title = str(site.config.get("title") or "")
    person: dict[str, Any] = {"name": title or "TODO"}
    if owner:
        path, page, fields, folder = owner
        person = _person(site, path, fields, names[folder])
        about = page.body
        site.plan.take(path, "content/site.yaml")
        for other in site.tree.below(posixpath.dirname(path) + "/"):
            base = posixpath.basename(other).lower()
            is_picture = base.startswith("avatar.") and not base.endswith(".svg")
            if is_picture and not site.options.samples.holds_file(site.tree, other):
                site.plan.add_file(f"static/media/{base}", other)
                person["portrait"] = f"media/{base}"
        for alias in ("admin", "me", folder):
            names[alias] = str(person["name"])
    else:
        site.plan.site_guessed.add("person.name")
        site.plan.findings.add("guessed", "person-name", site.path, title, title)
    site.plan.site["person"] = person
    site.plan.site["title"] = "" if title == person["name"] else title
    return names, about


def _person(site: Hugo, path: str, fields: FieldReader, name: str) -> dict[str, Any]:
    links: dict[str, str] = {}
    email = fields.text("email")
    for one in [*fields.items("social"), *fields.items("profiles"), *fields.items("links")]:
        if not isinstance(one, Fields):
            continue
        link = str(one.get("link") or one.get("url") or "")
        icon = str(one.get("icon") or "").split("/")[-1].lower()
        if link.startswith("mailto:"):
            email = email or link.removeprefix("mailto:")
        elif link and not link.startswith(("/#", "#")):
            kind = profile(icon, link)[0] or re.sub(r"\W+", "-", icon).strip("-") or "link"
            links.setdefault(kind, link)
    organizations = [
        str(one.get("name") or "") if isinstance(one, Fields) else str(one)
        for one in [*fields.items("organizations"), *fields.items("affiliations")]
    ]
    _education(site, path, fields)
    for word in fields.items("interests"):
        if isinstance(word, str) and word:
            site.plan.add_entry("interests", Entry(values={"title": word}, source=path))
    fields.drop(["superuser", "user_groups", "highlight_name", "first_name", "last_name", "status",
                 "name_pronunciation", "authors", "role_", "email_", "gravatar"])  # fmt: skip
    person = {
        "name": name, "role": fields.text("role", "tagline"),
        "affiliation": ", ".join(filter(None, organizations)), "bio": fields.text("bio"),
        "email": email if "@" in email else "", "links": links,
    }  # fmt: skip
    fields.rest()
    return person


def _education(site: Hugo, path: str, fields: FieldReader) -> None:
    inside = fields.mapping("education")
    courses = inside.get("courses") if inside else fields.items("education")
    for one in courses if isinstance(courses, list) else []:
        if isinstance(one, Fields):
            values = {
                "degree": str(one.get("course") or one.get("degree") or one.get("area") or "TODO"),
                "institution": str(one.get("institution") or "TODO"),
                "date": _span(one) or str(one.get("year") or ""),
                "body": str(one.get("summary") or ""),
            }
            site.plan.add_entry("education", Entry(values=values, source=path))


def _span(one: Fields) -> str:
    start = day_of(str(one.get("date_start") or one.get("start_date") or ""))
    end = day_of(str(one.get("date_end") or one.get("end_date") or ""))
    return f"{start} – {end or 'present'}" if start else end


def take_home(site: Hugo, about: str) -> None:
    """Make the home page of blocks in `_index.md`, or of the widgets in `home/`."""
    parts: list[tuple[float, str]] = []
    path = site.tree.first(f"{site.folder}_index.md", f"{site.folder}home/index.md")
    line = 1
    for found, page, fields in readers(
        site.tree, [path] if path.endswith("_index.md") else [], site.plan
    ):
        line = page.line
        for number, one in enumerate(fields.items("sections")):
            if isinstance(one, Fields):
                parts.append((number, _block(site, found, one, about)))
        parts.append((999, page.body))
        site.plan.take(found, "content/index.md")
    widgets = site.tree.below(f"{site.folder}home/", ".md")
    for found, page, fields in readers(site.tree, widgets, site.plan):
        kind = fields.text("widget")
        if fields.flag("active") is False or fields.flag("headless") or not kind:
            site.plan.leave(found, "a widget that was switched off")
            continue
        weight = fields.text("weight")
        content = Fields()
        content.update(page.fields)
        content["text"] = page.body
        widget = Fields()
        widget.update({"block": kind, "content": content, "id": posixpath.basename(found)[:-3]})
        order = float(weight) if re.fullmatch(r"-?\d+(\.\d+)?", weight) else 500
        parts.append((order, _block(site, found, widget, about)))
        site.plan.take(found, "content/index.md")
    if not parts:
        parts = [(0, about)]
    body = "\n\n".join(
        text.strip() for _, text in sorted(parts, key=lambda p: p[0]) if text.strip()
    )
    title = str(site.plan.site.get("title") or site.plan.site["person"]["name"])
    site.plan.add_document(
        Document(source=path or site.path, target="content/index.md", address="/", line=line,
                 front={"title": title}, body=body, syntax="hugo")
    )  # fmt: skip


def _block(site: Hugo, path: str, block: Fields, about: str) -> str:
    kind = str(block.get("block") or "").partition(".")[0]
    inside = block.get("content")
    content = inside if isinstance(inside, Fields) else Fields()
    title = str(content.get("title") or "")
    name = str(block.get("id") or "")
    head = (
        f"## {title}" + (f" {{#{name}}}" if re.fullmatch(r"[\w-]+", name) else "") if title else ""
    )
    text = str(content.get("text") or "")
    subtitle = str(content.get("subtitle") or "")
    if kind in ("about", "resume-biography", "resume-biography-3", "avatar"):
        return "\n\n".join(filter(None, [about, text]))
    if kind in ("markdown", "blank", "custom", ""):
        return "\n\n".join(filter(None, [head, subtitle, text]))
    listed = _listed(kind, content)
    if listed:
        return "\n\n".join(filter(None, [head, subtitle, text, listed]))
    if kind in ("experience", "accomplishments", "resume-experience", "resume-awards"):
        records = _records(site, path, kind, content)
        return "\n\n".join(filter(None, [head, text, records]))
    code = "block" if kind not in _QUIET or text.strip() else "theme-block"
    site.plan.findings.add(
        "lost" if code == "block" else "left", code, path, f"{kind}: {title or name}"
    )
    return "\n\n".join(filter(None, [head, subtitle, text])) if text.strip() else ""


def _listed(kind: str, content: Fields) -> str:
    filters = content.get("filters")
    filters = filters if isinstance(filters, Fields) else Fields()
    options = (
        ":selected: true\n"
        if kind == "featured" or str(filters.get("featured_only")) == "true"
        else ""
    )
    folders = filters.get("folders") or content.get("page_type") or ""
    names = folders if isinstance(folders, list) else [folders]
    found = [_FOLDERS[str(name)] for name in names if str(name) in _FOLDERS]
    kinds = found or ([_WIDGETS[kind]] if kind in _WIDGETS else [])
    if kind in ("pages", "collection", "portfolio") or kinds:
        return "".join(section(one, options if one == "publications" else "") for one in kinds)
    return ""


def _records(site: Hugo, path: str, kind: str, content: Fields) -> str:
    listed = content.get("items") or content.get("experience") or content.get("item") or []
    target = "experience" if "experience" in kind else "awards"
    for one in listed if isinstance(listed, list) else []:
        if not isinstance(one, Fields):
            continue
        body, title = str(one.get("description") or ""), str(one.get("title") or "TODO")
        values: dict[str, Any] = {"date": _span(one), "body": body}
        if target == "experience":
            company, place = str(one.get("company") or "TODO"), str(one.get("location") or "")
            values |= {"role": title, "organization": company, "location": place}
        else:
            url = one.get("certificate_url")
            values |= {"title": title, "organization": str(one.get("organization") or "")}
            values |= {"date": day_of(str(one.get("date_start") or one.get("date") or ""))}
            values |= {"links": {"certificate": str(url)}} if url else {}
        site.plan.add_entry(target, Entry(values=values, source=path))
    return section(target) if site.plan.entries.get(target) else ""
