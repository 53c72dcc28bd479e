"""The CV of al-folio: sections with `title`, `type` and `contents`, or since 2025 as RenderCV's.

The later form has the sections of RenderCV, of which some have the fields of JSON Resume. The
template can also show a JSON Resume. Format: github.com/alshedivat/al-folio, `_layouts/cv.liquid`.
"""

from typing import Any

from generator.importing.fields import FieldReader
from generator.importing.plan import Document, Resume
from generator.importing.reading import Fields, Unreadable, read_json
from generator.importing.sources.cv_site import CvSite
from generator.importing.sources.front_pages import leave, text_of
from generator.importing.sources.jekyll.al_folio_old_cv import take_old_section
from generator.importing.sources.jekyll.site import Jekyll
from generator.importing.sources.json_resume import SECTIONS, take_section
from generator.importing.sources.rendercv import take_section as take_section_of_rendercv

_RESUMES = ("assets/json/resume.json", "_data/resume.json")
_NAMES = {"experience": "work", "honors and awards": "awards", "academic interests": "interests",
          "open source projects": "projects", **{name: name for name in SECTIONS}}  # fmt: skip
"""Title of a section in the later form -> the section of JSON Resume whose fields it has."""


def take_cv(site: Jekyll, pages: list[Document]) -> None:
    """Make records of the CV, unless it is the template's, and a CV at its page's address."""
    page = next((one for one in pages if one.variables.get("layout") == "cv"), None)
    asked = str(page.variables.get("cv_format") or "") if page else ""
    path, data = site.data("cv")
    is_later = isinstance(data, Fields) and "cv" in data
    is_shown = "jekyll_get_json" in site.config and not is_later
    resume = site.tree.first(*_RESUMES)
    is_resume = asked == "jsonresume" or (not asked and (is_shown or not path))
    if resume and is_resume and _resume(site, resume, page):
        return
    if path and not site.is_sample_file(path):
        if isinstance(data, list):
            cv = CvSite(site.plan, path)
            for section in data:
                if isinstance(section, Fields):
                    take_old_section(section, cv, site.plan)
            _write(cv, FieldReader(Fields(), path, site.plan.findings), site, page)
        elif isinstance(data, Fields):
            _as_rendercv(site, path, data, page)


def _resume(site: Jekyll, path: str, page: Document | None) -> bool:
    """Take a JSON Resume; whether there was one that is not the template's."""
    text = text_of(site.tree, path, site.plan)
    if text is None or site.is_sample_file(path):
        return False
    try:
        found = read_json(text)
    except Unreadable as error:
        leave(path, site.plan, "unreadable", error.reason, error.line)
        return False
    reader = FieldReader(found if isinstance(found, Fields) else Fields(), path, site.plan.findings)
    basics = reader.mapping("basics")
    cv = CvSite(site.plan, path)
    for name in SECTIONS:
        if items := reader.items(name):
            _take(name, name.capitalize(), items, cv, site)
    reader.drop({"$schema", "meta"})
    reader.rest()
    _write(cv, FieldReader(basics, path, site.plan.findings), site, page)
    return True


def _as_rendercv(site: Jekyll, path: str, data: Fields, page: Document | None) -> None:
    whole = FieldReader(data, path, site.plan.findings)
    fields = FieldReader(whole.mapping("cv"), path, site.plan.findings)
    cv = CvSite(site.plan, path)
    for title, entries in fields.mapping("sections").items():
        name = _NAMES.get(str(title).lower().strip(), "")
        first = entries[0] if isinstance(entries, list) and entries else None
        if name and isinstance(first, Fields) and not {"bullet", "label"} & first.keys():
            _take(name, str(title), entries, cv, site)
        else:
            take_section_of_rendercv(str(title), entries, cv, site.plan)
    whole.drop({"design", "locale", "settings", "rendercv_settings"})
    whole.rest()
    _write(cv, fields, site, page)


def _take(name: str, title: str, items: list[Any], cv: CvSite, site: Jekyll) -> None:
    """Take a section; papers stand in the bibliography already, if there is one."""
    if name == "publications" and site.plan.papers:
        cv.section("publications", title)
        site.plan.findings.add("left", "cv-publications", cv.file, title, "the bibliography")
        return
    take_section(name, items, cv, site.plan, title)


def _write(cv: CvSite, fields: FieldReader, site: Jekyll, page: Document | None) -> None:
    """Write the CV in the place of its page; what it says of the person, the settings say, too."""
    if fields.text("phone"):
        site.plan.site["person"]["phone"] = fields.text("phone")
    for name in ("address", "location"):
        inside = fields.mapping(name)
        for part in ("street", "address", "postalCode"):
            if inside.get(part):
                site.plan.findings.add("secret", "private", cv.file, f"{name}.{part}")
    known = str(site.plan.site["person"]["name"])
    name = fields.text("name")
    if name and name != known:
        site.plan.findings.add("lost", "field", cv.file, f"name: {name}", known)
    summary, headline = fields.text("summary"), fields.text("label", "headline")
    fields.value("email", "location", "address", "image", "url", "website", "photo")
    for network in (*fields.items("social_networks"), *fields.items("profiles")):
        if isinstance(network, Fields) and network.get("network"):
            cv.profile(
                str(network["network"]), str(network.get("username") or ""),
                str(network.get("url") or ""),
            )  # fmt: skip
    fields.rest()
    title = address = ""
    if page is not None and not page.body.strip():
        title, address = str(page.front.get("title") or ""), page.address
        site.plan.documents.remove(page)
        site.plan.taken[page.source] = Resume.target
    words = "\n\n".join(filter(None, (summary, _link_to_pdf(site, page))))
    cv.write_cv(title=title, headline=headline, summary=words, permalink=address)


def _link_to_pdf(site: Jekyll, page: Document | None) -> str:
    """Return a link to the PDF that the page of the CV named, if it is there."""
    named = str(page.variables.get("cv_pdf") or "") if page else ""
    path = named.lstrip("/")
    path = path if "/" in path else f"assets/pdf/{path}"
    if named.startswith(("http://", "https://")):
        return f"[PDF]({named})"
    if not named or not site.tree.has(path) or site.options.samples.holds_file(site.tree, path):
        return ""
    return f"[PDF](/{path})"
