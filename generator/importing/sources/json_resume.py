"""JSON Resume: a CV in JSON. Format: jsonresume.org/schema, v1.0.0 (July 2021)."""

from contextlib import suppress
from typing import Any

from generator.importing.plan import SitePlan
from generator.importing.reading import FieldReader, Fields, Unreadable, read_json
from generator.importing.source_tree import SourceTree
from generator.importing.sources.cv_site import CvSite, as_body
from generator.importing.sources.people import names_of
from generator.importing.sources.source import ImportOptions, data_of

_HERE = "certificates"
"""The tag of certificates. They stand among the awards."""


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
    name: str, items: list[Any], site: CvSite, plan: SitePlan, title: str = ""
) -> None:
    """Make records of a section, `work`, and have the CV show them; `title` is the author's own."""
    kind, usual, more = SECTIONS[name]
    for one in items:
        if isinstance(one, Fields):
            fields = FieldReader(one, site.file, plan.findings)
            _RECORDS[name](fields, site)
            fields.rest(not_needed={"icon"})
        else:
            plan.findings.add("lost", "entry", site.file, f"{title or name}: {one}")
    if any(isinstance(one, dict) for one in items):
        site.section(kind, title or usual, **more)


def _file(tree: SourceTree) -> str:
    if tree.first("_config.yml", "hugo.toml", "hugo.yaml", "config.toml"):
        return ""
    names = [path for path in tree.below("", ".json") if "/" not in path]
    for path in sorted(names, key=lambda path: (path != "resume.json", path)):
        if path in ("package.json", "package-lock.json"):
            continue
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


def _span(reader: FieldReader, site: CvSite) -> str:
    first, last = reader.text("startDate", "start_date"), reader.text("endDate", "end_date")
    return site.when(first, last or ("present" if first else ""), reader)


def _links(reader: FieldReader, *names: str) -> dict[str, str]:
    url = reader.text(*names or ("url", "website"))
    return {"website": url} if url else {}


def _body(reader: FieldReader) -> str:
    return as_body(reader.text("summary"), reader.words("highlights"))


def _work(reader: FieldReader, site: CvSite) -> None:
    site.add(
        "experience", reader, role=reader.text("position") or "TODO",
        organization=reader.text("name", "company") or "TODO", unit=reader.text("description"),
        location=reader.text("location"), kind="industry", date=_span(reader, site),
        links=_links(reader), body=_body(reader),
    ).guessed.add("kind")  # fmt: skip


def _volunteer(reader: FieldReader, site: CvSite) -> None:
    site.add(
        "experience", reader, role=reader.text("position") or "TODO",
        organization=reader.text("organization") or "TODO", location=reader.text("location"),
        kind="volunteer", date=_span(reader, site), links=_links(reader), body=_body(reader),
    )  # fmt: skip


def _education(reader: FieldReader, site: CvSite) -> None:
    score = reader.text("score", "gpa")
    details = [f"GPA {score}"] if score and "gpa" not in score.lower() else [score] if score else []
    degree, area = reader.text("studyType", "degree"), reader.text("area")
    courses = reader.items("courses") or [reader.text("courses")]
    site.add(
        "education", reader, degree=degree or area or "Studies", area=area if degree else "",
        institution=reader.text("institution") or "TODO", location=reader.text("location"),
        date=_span(reader, site), details=[*details, *filter(None, map(str, courses))],
        links=_links(reader), body=_body(reader),
    ).guessed.update([] if degree else ["degree"])  # fmt: skip


def _award(reader: FieldReader, site: CvSite) -> None:
    site.add(
        "awards", reader, title=reader.text("title", "name") or "TODO",
        organization=reader.text("awarder"), date=site.when(reader.text("date"), "", reader),
        links=_links(reader), body=reader.text("summary"),
    )  # fmt: skip


def _certificate(reader: FieldReader, site: CvSite) -> None:
    site.add(
        "awards", reader, title=reader.text("name") or "TODO", organization=reader.text("issuer"),
        date=site.when(reader.text("date"), "", reader), links=_links(reader), tags=[_HERE],
    )  # fmt: skip


def _publication(reader: FieldReader, site: CvSite) -> None:
    title, authors = reader.text("name", "title") or "TODO", names_of(reader.value("authors"))
    site.add(
        "publications", reader, title=title, authors=authors, venue=reader.text("publisher"),
        date=site.when(reader.text("releaseDate", "date"), "", reader),
        abstract=reader.text("summary"), links=_links(reader),
    )  # fmt: skip
    if authors:
        return
    what = "the format has no authors"
    reader.findings.add("todo", "authors", site.file, f"{title}: {what}", "add `authors`")


def _skill(reader: FieldReader, site: CvSite) -> None:
    level = reader.text("level")
    site.add(
        "skills", reader, label=reader.text("name") or "TODO",
        items=reader.words("keywords"), details=[level] if level else [],
    )  # fmt: skip


def _interest(reader: FieldReader, site: CvSite) -> None:
    words = ", ".join(reader.words("keywords"))
    site.add("interests", reader, title=reader.text("name") or "TODO", text=words)


def _reference(reader: FieldReader, site: CvSite) -> None:
    name, said = reader.text("name") or "TODO", reader.text("reference")
    site.add("references", reader, name=name, body=said)


def _project(reader: FieldReader, site: CvSite) -> None:
    site.add(
        "projects", reader, title=reader.text("name") or "TODO", kind=reader.text("type"),
        role=", ".join(reader.words("roles")), organization=reader.text("entity"),
        date=_span(reader, site),
        tags=reader.words("keywords"), links=_links(reader),
        body=as_body(reader.text("description", "summary"), reader.words("highlights")),
    )  # fmt: skip


def _language(reader: FieldReader, site: CvSite) -> None:
    language, fluency = reader.text("language", "name"), reader.text("fluency", "summary")
    word = f"{language} ({fluency})" if fluency else language
    entries = site.of("skills")
    known = next((one for one in entries if one.values.get("id") == "languages"), None)
    if known is None:
        site.add("skills", reader, id="languages", label="Languages", items=[word])
    else:
        known.values["items"].append(word)


_RECORDS = {
    "work": _work, "volunteer": _volunteer, "education": _education, "awards": _award,
    "certificates": _certificate, "publications": _publication, "skills": _skill,
    "languages": _language, "interests": _interest, "references": _reference,
    "projects": _project,
}  # fmt: skip
"""Section of the format -> what makes a record of one of its items."""
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
