"""The CV of al-folio: sections with `title`, `type` and `contents`, or since 2025 as RenderCV's.

The later form has the sections of RenderCV, of which some have the fields of JSON Resume. The
template can also show a JSON Resume. Format: github.com/alshedivat/al-folio, `_layouts/cv.liquid`.
"""

import re
from collections.abc import Mapping
from typing import Any

from generator.importing.fields import FieldReader, Fields, flat, mapping_of, shown, text_in
from generator.importing.plan import Document, Entry, SitePlan
from generator.importing.private_facts import is_private
from generator.importing.sources.cv_records import CVS, cv_record, told_by
from generator.importing.sources.cv_site import NOT_NEEDED, CvSite, section_id
from generator.importing.sources.jekyll.site import COMMENTED, Jekyll
from generator.importing.sources.people import EMAIL
from generator.importing.sources.samples import without_nobody
from generator.importing.sources.source import data_of, is_sample, words_of_day
from generator.importing.texts.scholar import bare_words

_RESUMES = ("assets/json/resume.json", "_data/resume.json")
_PARTS = {"name", "icon", "description", "items", "organization", "department", "year", "link"}
"""Fields of an entry of the old form that a record has under other names."""
_GUESSED = {"experience": "role", "education": "degree"}
"""Kind of record -> the field for which the CV has only a title."""


def take_cv(site: Jekyll, pages: list[Document]) -> None:
    """Make records of the CV, unless it is the template's, and a CV at its page's address."""
    page = next((one for one in pages if one.variables.get("layout") == "cv"), None)
    asked = page.variables.said("cv_format") if page else ""
    path, data = site.data("cv")
    is_fetched = "jekyll_get_json" in site.config and "cv" not in data
    resume = site.tree.first(*_RESUMES)
    layout = site.tree.first("_layouts/cv.liquid", "_layouts/cv.html")
    asking = [text for text in site.texts if re.search(r"\bsite\.data\.(?:cv|resume)\b", text)]
    if page is None and layout and {*asking} == {site.templates[layout]}:
        for one in filter(None, (path, resume)):
            if not site.is_sample_file(one):
                site.hide(one, "no page shows it")
        return
    is_resume = asked == "jsonresume" or (not asked and (is_fetched or not path))
    if resume and is_resume and take_resume(site, resume, page):
        site.plan.leave(path or resume, "the CV showed the JSON Resume")
        return
    if not data or (layout and not site.is_asked(path)):
        return
    if not site.is_sample_file(path):
        if "" not in data:
            _as_rendercv(site, path, data, page)
            return
        cv = CvSite(site.plan, path)
        for section in data.mappings(""):
            if not _is_sample_section(str(section.get("title")), section.get("contents"), cv, site):
                take_old_section(section, cv, site.plan)
        _write(cv, FieldReader(Fields(), path, site.plan.findings), site, page)


def take_resume(site: Jekyll, path: str, page: Document | None) -> bool:
    """Take a JSON Resume; whether there was one that is not the template's.

    jekyll-get-json passes over one that cannot be read (`rescue`); at `_data/`, Jekyll stops.
    """
    is_cut = "albert@einstein" in site.tree.text_if_any(path)
    if site.is_sample_file(path) or is_sample(path, is_cut, site.plan):
        return False
    found = data_of(site.tree, path, site.plan)
    if found is None:
        return path.startswith("_data/")
    reader = FieldReader(found if isinstance(found, Fields) else Fields(), path, site.plan.findings)
    basics = reader.mapping("basics")
    if is_sample(path, _is_of_template(basics), site.plan):
        return False
    cv = CvSite(site.plan, path)
    without_nobody(basics)
    chosen = flat(site.config.get("jsonresume"))
    for name in list(reader.fields):  # which the layout showed in their order
        if chosen and name not in chosen:
            reader.drop([name])
        elif own := [one for one in reader.items(name) if not _is_sample_entry(one, site)]:
            if name in CVS.sections:
                _take(name, name.capitalize(), own, cv, site, page)
            else:  # a section of the owner's own
                take_old_section(mapping_of(title=name.capitalize(), contents=own), cv, site.plan)
    if is_sample(path, not cv.sections and not site.plan.papers, site.plan):
        return False
    reader.rest(not_needed=NOT_NEEDED)
    _write(cv, FieldReader(basics, path, site.plan.findings), site, page)
    return True


def _is_sample_entry(entry: Any, site: Jekyll) -> bool:
    """Whether a template writes an entry of its own person, as of its sample papers."""
    fields = entry if isinstance(entry, Fields) else Fields()
    names = {name: value for name, value in fields.items() if isinstance(value, str)}
    kept = mapping_of(**names)
    without_nobody(kept)
    titles = (names.get(name) for name in ("name", "title", "course"))
    return kept != names or any(map(site.options.samples.holds_title, titles))


def _is_of_template(person: Mapping[str, Any]) -> bool:
    """Whether a CV is that of the person to whom all releases of a template give one.

    People change the name first, so what else is said of the person tells, too.
    """
    is_named = str(person.get("name") or "").casefold() in ("albert einstein", "your sidebar name")
    said = f"{person.get('email')} {person.get('summary')}".casefold()
    return is_named or "albert@einstein" in said or "a german-born theoretical physicist" in said


def _is_sample_section(title: str, entries: Any, cv: CvSite, site: Jekyll) -> bool:
    """Whether a section is word for word that of the template's person; it is noted then."""
    is_one = site.options.samples.holds_title(f"{title} {entries}")
    if is_one:
        site.plan.findings.add("left", "template-sample", cv.file, title)
    return is_one


def _as_rendercv(site: Jekyll, path: str, data: Fields, page: Document | None) -> None:
    whole = FieldReader(data, path, site.plan.findings)
    fields = whole.inner("cv")
    if is_sample(path, _is_of_template(fields.fields), site.plan):
        return
    cv = CvSite(site.plan, path)
    for title, entries in fields.mapping("sections").items():
        if _is_sample_section(title, entries, cv, site):
            continue
        words = str(title).lower().strip()
        name = CVS.titles.get(words, words)
        first = text_in(entries[0]) if isinstance(entries, list) and entries else None
        first = first if isinstance(first, Fields) else Fields()
        is_one = bool(first) and not {"bullet", "label"} & first.keys()
        if name in CVS.sections and is_one:
            _take(name, str(title), entries, cv, site, page)
        elif is_one and told_by(first) == "projects" and _lists_projects(site.plan):
            cv.words(str(title), "\n".join(map(_as_text, entries)))
        else:
            cv.take_titled(str(title), entries)
    whole.rest(not_needed=NOT_NEEDED)
    _write(cv, fields, site, page)


def _take(
    name: str, title: str, items: list[Any], cv: CvSite, site: Jekyll, page: Document | None
) -> None:
    """Take a section; papers are already in the bibliography, if there is one. Entries keep the
    order of the file, unless the include of the section sorted them, or a page had it do so. What
    the include of a JSON Resume never printed stays out."""
    if name == "publications" and (site.plan.papers or site.plan.entries.get(name)):
        cv.section("publications", title)
        site.plan.findings.add("left", "cv-publications", cv.file, title, "the bibliography")
        known = " ".join(bare_words(" ".join(site.plan.texts.values())))
        for said in (one.said("summary") for one in items if isinstance(one, Fields)):
            if site.plan.papers and " ".join(bare_words(said)) not in known:
                site.plan.findings.add("lost", "theme-text", cv.file, said)
        return
    if name == "projects" and _lists_projects(site.plan):
        take_old_section(mapping_of(title=title, contents=items), cv, site.plan)
        return
    include = site.templates.get(f"_includes/resume/{name}.liquid", "")
    printed = {*re.findall(r"\bcontent\.(\w+)", include)} if cv.file.endswith(".json") else set()
    for one in (one for one in items if isinstance(one, Fields) and printed):
        for field in sorted({*one} - printed):
            del one[field]
            site.plan.findings.add("left", "not-printed", cv.file, f"{name}.{field}")
    how = re.search(r"\|\s*sort: 'startDate'(?: \| (reverse))?", include)
    asked = page.variables.inside("sort_entries").get(name) if page else ""
    order = (how[1] or "forward") if how and "sort_entries" not in include else str(asked)
    cv.take_section(name, items, title, order=_ORDERS.get(order, "file"))


_ORDERS = {"reverse": "-start", "forward": "start"}
"""How an include sorts entries -> the order of a section."""


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
    name = re.sub(r"(?<!\S)[\u0300-\u036f\u064b-\u065f]+", "", fields.text("name"))  # on no letter
    if name and name != known:
        site.plan.findings.add("lost", "cv-name", cv.file, name, known)
    person = site.plan.site["person"]
    mails = fields.words("email")
    person["email"] = person.get("email") or next(iter(mails), "")
    summary, headline = fields.text("summary"), fields.text("label", "headline")
    summary = "" if site.options.samples.holds(summary) else summary
    if not fields.value("profiles"):  # whose links are looked for on the pages
        cv.take_profiles(fields)
    fields.value("location", "address", "image", "url", "website", "photo")
    fields.rest()
    if is_sample(cv.file, not (cv.sections or summary), site.plan):
        return
    title = address = ""
    if page is not None and not COMMENTED.sub("", page.body).strip():
        title, address = str(page.front.get("title") or ""), page.address
        site.plan.documents.remove(page)
    pdf = pdf_of(site, page) if page else ""
    said = str(page.front.get("description") or "") if page else ""  # below the title
    words = "\n\n".join(filter(None, (said, summary, pdf and f"[PDF]({pdf})")))
    own = "none" if pdf else ""  # Masthead makes no second one
    if own and fields.text("phone"):
        site.plan.findings.add("secret", "private-contact", cv.file, "phone")
    made = cv.write_cv(title=title, headline=headline, summary=words, permalink=address, pdf=own)
    if address:
        assert page is not None
        site.plan.taken[page.source] = made.target
        site.plan.redirects |= dict.fromkeys(page.front.get("aliases") or (), address)


def pdf_of(site: Jekyll, page: Document) -> str:
    """Return the address of the PDF that a page named as the CV, if it is there."""
    named = page.variables.said("cv_pdf")
    path = named.lstrip("/")
    path = path if "/" in path else f"assets/pdf/{path}"
    if named.startswith(("http://", "https://")):
        return named
    return f"/{path}" if named and is_own_pdf(site, path) else ""


def is_own_pdf(site: Jekyll, path: str) -> bool:
    """Whether a file is there, and no sample under its first name."""
    is_sample_named, holds = path.endswith("/example_pdf.pdf"), site.options.samples.holds_file
    return site.tree.has(path) and not (is_sample_named and holds(site.tree, path))


def take_old_section(section: Fields, cv: CvSite, plan: SitePlan) -> None:
    """Make records of a section; what cannot be one is in the CV as a text."""
    title, contents = section.said("title"), section.get("contents") or []
    items = contents if isinstance(contents, list) else [contents]
    words = title.lower().strip()
    if words == "general information":
        _general(items, cv, plan)
        return
    kind = CVS.kinds.get(words) or next((k for part, k in CVS.kinds.items() if part in words), "")
    kind = "" if kind == "projects" and _lists_projects(plan) else kind
    tag, texts, is_any = section_id(title), [], False
    above = ""  # a year in a list of its own entries
    for item in items:
        if isinstance(item, Fields) and item.keys() == {"year"}:
            above = str(item["year"])
            continue
        for one in _parted(item, above):
            entry = _record(kind, one, tag, cv, plan)
            if entry is None:
                texts.append(_as_text(one))
                continue
            is_any = True
            plan.add_entry(kind, entry)
            plan.findings.add("guessed", "cv-section", cv.file, title, f"content/{kind}.yaml")
    if is_any:
        cv.section(kind, title, where={"tags": tag}, order="file")
    if any(texts):
        cv.words(title or "More", "\n".join(filter(None, texts)))


def _lists_projects(plan: SitePlan) -> bool:
    """Whether a page lists the projects of a collection. Those of the CV do not join them."""
    return any(one.source.startswith("_projects/") for one in plan.entries.get("projects", []))


def _general(items: list[Any], cv: CvSite, plan: SitePlan) -> None:
    texts = []
    for one in items:
        name = one.said("name") if isinstance(one, Fields) else ""
        if is_private(name):
            plan.findings.add("secret", "private", cv.file, name)
        elif name.lower() in ("full name", "name"):
            known, said = str(plan.site["person"]["name"]), shown(one.get("value"))
            if said not in ("", known):
                plan.findings.add("lost", "cv-name", cv.file, said, known)
        elif name:
            person, said = plan.site["person"], shown(one.get("value"))
            mails = EMAIL.findall(said) if name.lower() in ("email", "e-mail", "mail") else []
            person["email"] = person.get("email") or next(iter(mails), "")
            if not mails or {*mails} != {person["email"]}:
                texts.append(f"- **{name}**: {said}")
    if texts:
        cv.words("General information", "\n".join(texts))


def _parted(item: Any, above: str = "") -> list[Any]:
    """Return the entries of `{year: 2020, items: [A prize, Another]}` one by one."""
    if isinstance(item, Fields) and not (item.get("title") or item.get("name")):
        inside, when = item.get("items"), item.get("year") or item.get("date") or above
        if isinstance(inside, list) and all(isinstance(one, str) for one in inside):
            return [mapping_of(title=one, year=when) for one in inside]
    return [item]


_LINK = re.compile(r"""<a\b[^<>]*?\bhref=["']([^"'<>]+)["'][^<>]*>(.*?)</a>""", re.DOTALL)


def _record(kind: str, one: Any, tag: str, cv: CvSite, plan: SitePlan) -> Entry | None:
    """Return a record; nothing where it has no name or its kind is not known."""
    if isinstance(one, str):
        one = mapping_of(title=one) if kind in ("interests", "awards", "projects") else None
    title = one.said("title", "name") if isinstance(one, Fields) else ""
    if not kind or not title:
        return None
    body = "\n".join(
        filter(None, (_list(one.get(name) or []) for name in ("description", "items")))
    )
    place = one.said("institution", "organization")
    place = _LINK.sub(r"[\2](\1)", place)
    within = one.said("department")
    said = mapping_of(**{name: value for name, value in one.items() if name not in _PARTS})
    said.update({
        "title": title, "institution": ", ".join(filter(None, (within, place))),
        "date": one.said("year", "date"),
        "url": one.said("url", "link"), "description": body,
    })  # fmt: skip
    more: dict[str, Any] = {"tags": [tag]}
    if kind in ("interests", "skills"):
        said["details"] = re.sub(r"^- ", "", re.sub(r"\.?\n- ", "; ", str(said.pop("description"))))
        more["text"] = said["details"]
    reader = FieldReader(said, cv.file, plan.findings)
    entry = cv_record(kind, reader, **more)
    reader.rest(not_needed={"details"})
    entry.guessed |= {_GUESSED[kind]} if kind in _GUESSED else set()
    return entry


_DATES = (("start_date", "startDate"), ("end_date", "endDate"))
_NO_WORDS = ("title", "name", "icon", "link", "url", *_DATES[0], *_DATES[1])
_MONTH = re.compile(r"\b\d{4}-\d\d?\b(?:-\d\d?)?")


def _in_words(day: re.Match[str]) -> str:
    return "{short_month} {year}".format(**words_of_day(day[0]))


def _as_text(one: Any) -> str:
    """Return an entry as an item of a list in Markdown, with all that it says."""
    one = text_in(one)
    if not isinstance(one, Fields):
        return f"- {one}" if str(one).strip() else ""
    named = [one.said(name) for name in ("title", "name")]
    head = " ".join(f"**{name}**" for name in named if name)
    link = one.get("url") or one.get("link")
    head = f"[{head}]({link})" if link and head else head
    others = [str(value) for name, value in one.items()
              if isinstance(value, str) and value and name not in _NO_WORDS]  # fmt: skip
    inner = [_list(value, 1) for value in one.values() if isinstance(value, list)]
    begin, end = (one.said(*names) for names in _DATES)
    when = [_MONTH.sub(_in_words, day) for day in (begin, end or ("present" if begin else ""))]
    span = " – ".join(dict.fromkeys(filter(None, when)))
    said = "- " + ", ".join(filter(None, [head, *others, span]))
    return "\n".join(filter(None, [said, *inner]))


def _list(items: Any, depth: int = 0) -> str:
    if isinstance(items, str):
        return items
    lines = []
    for one in items if isinstance(items, list) else []:
        if isinstance(one, Fields):
            said = [f"{name}: {value}" for name, value in one.items() if isinstance(value, str)]
            lines.append("  " * depth + f"- {one.get('title') or '; '.join(said)}".rstrip())
            lines.append(_list(one.get("contents") or [], depth + 1))
        else:
            lines.append("  " * depth + f"- {one}")
    return "\n".join(filter(None, lines))
