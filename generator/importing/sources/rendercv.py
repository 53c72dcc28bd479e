"""RenderCV: a CV in YAML. Format: docs.rendercv.com, "YAML Input Structure", version 2.

A section is a list of entries of one type. The fields of its first entry tell the type. Its title
is the author's own. Sections of plain text stay as they are, in the CV and on the home.
"""

import re
from typing import Any

from generator.importing.plan import SitePlan
from generator.importing.reading import FieldReader, Fields, text_in
from generator.importing.source_tree import LARGEST_TEXT, SourceTree
from generator.importing.sources.cv_site import CvSite, as_body, section_id
from generator.importing.sources.json_resume import SECTIONS, marks_of, take_record
from generator.importing.sources.source import ImportOptions, data_of
from generator.model.links import bare_identifier

_LISTS = ("bullet", "number", "reversed_number")
"""The field of an entry that is one item of a list."""
_ADVISOR = re.compile(r"(?:advis|supervis)[a-z]*\s*:\s*(.+)", re.IGNORECASE)
_THESIS = re.compile(r"(?:[\w.]+\s+)?thesis(?: title)?\s*:\s*(.+)", re.IGNORECASE)
_GRADE = re.compile(r"(?:c?gpa|grade)\b.*", re.IGNORECASE)
_LINKED = re.compile(r"\[([^\]]+)\]\((https?://[^()\s]+)\)")
_STARS = re.compile(r"(\*{1,3}|_{1,3})(.+?)\1")


class RenderCv:
    """A CV in the format of RenderCV."""

    kind = "rendercv"

    def evidence(self, tree: SourceTree) -> list[str]:
        """Return the first file at the top that is one: YAML with `cv` and its `sections`."""
        path = _file(tree)
        return [f"cv.name and cv.sections in {path}"] if path else []

    def read(self, tree: SourceTree, plan: SitePlan, options: ImportOptions) -> None:
        """Fill the plan with records, a home and a CV."""
        path = _file(tree)
        found = data_of(tree, path, plan) if path else None
        whole = FieldReader(found if isinstance(found, Fields) else Fields(), path, plan.findings)
        cv = FieldReader(whole.mapping("cv"), path, plan.findings)
        site = CvSite(plan, path)
        headline = _person(cv, site, plan, tree)
        for title, entries in cv.mapping("sections").items():
            take_section(str(title), entries, site, plan)
        cv.rest()
        whole.rest(
            not_needed={"design", "locale", "locale_catalog", "settings", "rendercv_settings"}
        )
        site.finish("", headline, tree)


def _file(tree: SourceTree) -> str:
    if tree.first("_config.yml", "hugo.toml", "hugo.yaml", "config.toml"):
        return ""
    for path in tree.below("", ".yaml", ".yml"):
        if "/" in path or tree.sizes[path] > LARGEST_TEXT:
            continue
        text = tree.text_if_any(path)
        if re.search(r"^cv:", text, re.MULTILINE) and re.search(r"^\s+sections:", text, re.M):
            return path
    return ""


def _person(reader: FieldReader, site: CvSite, plan: SitePlan, tree: SourceTree) -> str:
    headline, photo = reader.text("headline", "label"), reader.text("photo")
    (email, *others), phones = (reader.words("email") or [""]), reader.words("phone")
    site.person(
        reader.text("name"), role=headline, location=reader.text("location"), email=email,
        phone=(phones or [""])[0].removeprefix("tel:"), url=reader.words("website")[:1],
    )  # fmt: skip
    if photo:
        site.photo(photo, tree)
    who = plan.site["person"]
    if "url" in who:
        who["url"] = who["url"][0]
    for more in (*others, *phones[1:]):
        plan.findings.add("lost", "field", site.file, f"a second one: {more.split('@')[-1]}")
    for one in reader.mappings("social_networks"):
        network = FieldReader(one, site.file, plan.findings)
        where = network.line("network")
        site.profile(network.text("network"), network.text("username"), line=where)
        network.rest()
    for one in reader.mappings("custom_connections"):
        link = FieldReader(one, site.file, plan.findings)
        site.profile(link.text("placeholder", "text"), "", link.text("url"))
        link.rest(not_needed={"fontawesome_icon"})
    return headline


def take_section(title: str, entries: Any, site: CvSite, plan: SitePlan) -> None:
    title = _title(title)
    items = list(
        map(text_in, entries if isinstance(entries, list) else [entries] if entries else [])
    )
    records = [one for one in items if isinstance(one, Fields)]
    if not records:
        site.words(title, "\n\n".join(str(one) for one in items))
        return
    marks = [name for name in _LISTS if name in records[0]]
    if marks:
        said = [str(one.get(marks[0]) or "") for one in records]
        said = said[::-1] if marks[0] == "reversed_number" else said
        if marks[0] == "reversed_number":
            plan.findings.add("changed", "numbers", site.file, f"{title}: counted down", "up")
        numbers = [f"{n}." if marks[0] != "bullet" else "-" for n in range(1, len(said) + 1)]
        site.words(title, "\n".join(map("{} {}".format, numbers, said)))
        return
    tag = section_id(title)
    kinds = []
    for one in records:
        reader = FieldReader(one, site.file, plan.findings)
        kinds.append(_record(reader, site, tag))
        reader.rest(not_needed={"icon"})
    for one in items:
        if not isinstance(one, Fields):
            plan.findings.add("lost", "entry", site.file, f"{title}: {one}")
    for kind in dict.fromkeys(kinds):
        site.section(kind, title, where={"tags": tag}, order="file")


def _title(name: str) -> str:
    """Return a section's title as RenderCV prints it: `selected_honors` as `Selected Honors`."""
    if " " in name or any(ch.isupper() for ch in name):
        return name
    return name.replace("_", " ").title()


def _record(reader: FieldReader, site: CvSite, tag: str) -> str:
    """Add one entry, by the fields that tell its type, and return the kind of its record."""
    given = reader.fields
    if "institution" in given:
        return _education(reader, site, tag)
    more: dict[str, Any] = {}
    if "company" in given or "position" in given:
        kind = "experience"
    elif "title" in given and "authors" in given:
        authors = [_STARS.sub(r"\2", one) for one in reader.words("authors")]
        kind, more = (
            "publications",
            {"authors": authors, "doi": bare_identifier(reader.text("doi"))},
        )
    elif "label" in given:
        kind = "skills"
    elif section := section_of(given):
        entry = take_record(section, reader, site)
        entry.values["tags"] = [*dict.fromkeys([*entry.values.get("tags", []), tag])]
        return SECTIONS[section][0]
    else:
        kind, more = "projects", {"kind": tag}
        if linked := _LINKED.fullmatch(reader.text("name", "title")):
            more["title"] = linked[1]
            more |= {} if reader.text("url") else {"links": {"website": linked[2]}}
    site.add(kind, reader, **more, tags=[tag, *reader.words("keywords")])
    return kind


_TOLD = {"awarder": "awards", "issuer": "awards", "reference": "references",
         "language": "languages", "fluency": "languages", "level": "skills"}  # fmt: skip
_PLAIN = {"name", "keywords", "icon"}


def section_of(given: Fields) -> str:
    """Return the section of JSON Resume whose entries have such fields, where one tells it."""
    found = next((name for field, name in _TOLD.items() if given.get(field)), "")
    return found or ("skills" if given.get("keywords") and given.keys() <= _PLAIN else "")


def is_project(given: Fields) -> bool:
    """Whether an entry has no fields of another kind."""
    others = {"institution", "company", "position", "authors", "label", "bullet", "number"}
    return not (given.keys() & others or section_of(given))


def _education(reader: FieldReader, site: CvSite, tag: str) -> str:
    highlights = reader.words("highlights")
    values: dict[str, Any] = {"details": marks_of(reader), "advisors": []}
    rest: list[str] = []
    guessed: set[str] = set()
    for text in highlights:
        bare = _STARS.sub(r"\2", text)
        if found := _THESIS.fullmatch(bare):
            values["thesis"] = found[1].strip()
            guessed.add("thesis")
        elif found := _ADVISOR.fullmatch(bare):
            values["advisors"].append(found[1].strip())
            guessed.add("advisors")
        elif _GRADE.fullmatch(bare) and len(bare) < 60:
            values["details"].append(bare)
            guessed.add("details")
        else:
            rest.append(text)
    body = as_body(reader.text("summary", "description"), rest)
    entry = site.add("education", reader, body=body, tags=[tag], **values)
    entry.guessed |= guessed
    for name in sorted(entry.guessed):
        reader.findings.add("guessed", "education", site.file, name, str(entry.values[name]))
    return "education"
