"""JSON Resume: a CV in JSON. Format: jsonresume.org/schema, v1.0.0 (July 2021)."""

import re
from contextlib import suppress
from typing import Any

from generator.importing.plan import Entry, SitePlan
from generator.importing.reading import FieldReader, Fields, Unreadable, read_json
from generator.importing.source_tree import SourceTree
from generator.importing.sources.cv_site import CvSite, as_body
from generator.importing.sources.people import names_of
from generator.importing.sources.source import ImportOptions, data_of

_HERE = "certificates"
"""The tag of certificates. They are among the awards."""


class JsonResume:
    """A CV in the format of JSON Resume."""

    kind = "json-resume"

    def evidence(self, tree: SourceTree) -> list[str]:
        """Return the first file at the top that is one: JSON with `basics`."""
        path = _file(tree)
        return [f"basics in {path}"] if path else []

    def read(self, tree: SourceTree, plan: SitePlan, options: ImportOptions) -> None:
        """Fill the plan with records, a home and a CV."""
        path = _file(tree)
        resume = data_of(tree, path, plan) if path else None
        whole = resume if isinstance(resume, Fields) else Fields()
        reader = FieldReader(whole, path, plan.findings)
        site = CvSite(plan, path)
        basics = FieldReader(reader.mapping("basics"), path, plan.findings)
        summary, headline = _basics(basics, site, plan, tree)
        for name in SECTIONS:
            take_section(name, reader.items(name), site, plan)
        reader.rest(not_needed={"$schema", "meta"})
        site.finish(summary, headline, tree)


def take_section(
    name: str, items: list[Any], site: CvSite, plan: SitePlan, title: str = "", **options: str
) -> None:
    """Make records of a section, `work`, and have the CV show them; `title` is the author's own."""
    kind, usual, more = SECTIONS[name]
    for one in items:
        if isinstance(one, Fields):
            fields = FieldReader(one, site.file, plan.findings)
            take_record(name, fields, site)
            fields.rest(not_needed={"icon"})
        else:
            plan.findings.add("lost", "entry", site.file, f"{title or name}: {one}")
    if any(isinstance(one, dict) for one in items):
        site.section(kind, title or usual, **more, **options)


def _file(tree: SourceTree) -> str:
    if tree.first("_config.yml", "hugo.toml", "hugo.yaml", "config.toml"):
        return ""
    names = [path for path in tree.below("", ".json") if "/" not in path]
    for path in sorted(names, key=lambda path: (path != "resume.json", path)):
        with suppress(Unreadable):
            found = read_json(tree.text_if_any(path))
            if isinstance(found, Fields) and found.inside("basics"):
                return path
    return ""


def _basics(reader: FieldReader, site: CvSite, plan: SitePlan, tree: SourceTree) -> tuple[str, str]:
    label = reader.text("label")
    where = FieldReader(reader.mapping("location"), site.file, plan.findings)
    place = [where.text("city"), where.text("region"), where.text("countryCode")]
    for name in ("address", "postalCode"):
        if where.text(name):
            plan.findings.add("secret", "private", site.file, f"location.{name}")
    if sum(map(bool, place)) > 1:
        became = ", ".join(filter(None, place))
        plan.findings.add("changed", "place", site.file, "city, region, countryCode", became)
    where.rest()
    image = reader.text("image", "picture")
    url = reader.text("url", "website")
    site.person(
        reader.text("name"), role=label, location=", ".join(filter(None, place)),
        email=reader.text("email"), phone=reader.text("phone"), url=url,
    )  # fmt: skip
    if image:
        site.photo(image, tree)
    for one in reader.mappings("profiles"):
        profile = FieldReader(one, site.file, plan.findings)
        network, user = profile.text("network"), profile.text("username")
        site.profile(network, user, profile.text("url"))
        profile.rest()
    summary = reader.text("summary")
    reader.rest()
    return summary, label


def take_record(name: str, reader: FieldReader, site: CvSite) -> Entry:
    """Make a record of an item of a section: what its format has besides what all CVs have."""
    more: dict[str, Any] = {}
    guessed: set[str] = set()
    if name == "work":
        body = as_body(reader.text("summary"), reader.words("highlights"), has_points=False)
        more = {"kind": "industry", "unit": reader.text("description"), "body": body}
        guessed = {"kind"}
    elif name == "volunteer":
        more = {"kind": "volunteer"}
    elif name == "education":
        thesis = reader.text("title") if reader.text("studyType") else ""
        more = {"details": [thesis, *marks_of(reader)] if thesis else marks_of(reader)}
    elif name == "certificates":
        more = {"tags": [_HERE]}
    elif name == "publications":
        more = {"authors": names_of(reader.value("authors"))}
        if not more["authors"]:
            what = f"{reader.text('name', 'title') or 'TODO'}: the format has no authors"
            reader.findings.add("todo", "authors", site.file, what, "add `authors`")
    elif name == "skills":
        level = reader.text("level")
        more = {"items": reader.words("keywords"), "details": [level] if level else []}
    elif name == "interests":
        more = {"text": ", ".join(reader.words("keywords"))}
    elif name == "projects":
        more = {"role": ", ".join(reader.words("roles")), "tags": reader.words("keywords")}
    elif name == "languages":
        language, fluency = reader.text("language", "name"), reader.text("fluency", "summary")
        word = f"{language} ({fluency})" if fluency else language
        known = [one for one in site.of("skills") if one.values.get("id") == "languages"]
        if known:
            known[0].values["items"].append(word)
            return known[0]
        more = {"id": "languages", "label": "Languages", "items": [word]}
    entry = site.add(SECTIONS[name][0], reader, **more)
    entry.guessed |= guessed
    return entry


def marks_of(reader: FieldReader) -> list[str]:
    """Return the score and the courses of a degree, as lines below it."""
    score = reader.text("score", "gpa", "grade")
    score = f"GPA {score}" if re.fullmatch(r"\d(?:\.\d+)?(?:\s?/.*)?", score) else score
    courses = reader.items("courses") or [reader.text("courses")]
    return [one for one in (score, *map(str, courses)) if one]


SECTIONS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "work": ("experience", "Work", {"where": {"kind": "!volunteer"}}),
    "volunteer": ("experience", "Volunteering", {"where": {"kind": "volunteer"}}),
    "education": ("education", "Education", {}),
    "awards": ("awards", "Awards", {"where": {"tags": f"!{_HERE}"}}),
    "certificates": ("awards", "Certificates", {"where": {"tags": _HERE}}),
    "publications": ("publications", "Publications", {}),
    "skills": ("skills", "Skills", {"skip": "languages"}),
    "languages": ("skills", "Languages", {"only": "languages"}),
    "interests": ("interests", "Interests", {}),
    "references": ("references", "References", {}),
    "projects": ("projects", "Projects", {}),
}
"""Section of the format -> the kind of records, the title and the query."""
