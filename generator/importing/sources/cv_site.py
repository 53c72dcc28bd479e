"""A site that is made of one CV: records by kind, a home that shows them, and the CV itself.

What RenderCV and JSON Resume have in common. Sections keep the titles and the order that they had.
"""

import posixpath
import re
import textwrap
from typing import Any

from generator.importing.plan import Document, Entry, Resume, SitePlan, in_yaml
from generator.importing.reading import FieldReader, day_of
from generator.importing.source_tree import PICTURES, SourceTree
from generator.importing.sources.people import named, profile
from generator.importing.texts.markup import target
from generator.model.dates import When
from generator.model.links import slug_of

_SAME = {"googlescholar": "scholar", "twitter": "x"}


class CvSite:
    """Fills a plan with one CV."""

    def __init__(self, plan: SitePlan, file: str) -> None:
        self._plan = plan
        self.file = file
        self.sections: list[dict[str, Any]] = []
        """The sections of the CV, in their order."""
        self._has_photo = False

    def person(self, name: str, **more: Any) -> dict[str, Any]:
        """Note whose site it is, and return the fields of the person."""
        who: dict[str, Any] = {**named(name or "TODO"), **more}
        if not name:
            self._plan.site_guessed.add("person.name")
            self._plan.findings.add("guessed", "person-name", self.file, "", "person.name: TODO")
        self._plan.site["person"] = {key: value for key, value in who.items() if value}
        return self._plan.site["person"]  # type: ignore[no-any-return]

    def photo(self, named: str, tree: SourceTree) -> None:
        """Show the person's picture at home and in the CV, where the source has the file."""
        path = posixpath.normpath(named).lstrip("/")
        if tree.has(path) and path.lower().endswith(PICTURES):
            self._plan.add_file(f"static/{path}", path)
            self._plan.site["person"]["portrait"] = path
            self._has_photo = True
        else:
            became = "put the file under static/, and name it as `portrait`"
            self._plan.findings.add("todo", "portrait", self.file, named, became)

    def profile(self, network: str, username: str, url: str = "", line: int = 0) -> None:
        """Add where else the person is found; a network that we do not know needs a URL."""
        bare = re.sub(r"[^a-z0-9]", "", network.lower())
        kind = _SAME.get(bare, bare)
        who = self._plan.site["person"]
        if kind == "orcid":
            who["orcid"] = who.get("orcid") or username or url
            return
        known, usual = profile(kind, username)
        url = url or usual
        if not re.match(r"https?://", url):
            what = f"{network}: no address is known"
            self._plan.findings.add("lost", "profile", self.file, what, line=line)
            return
        bare_name = username.strip("@").partition("@")[0].lower()
        if bare_name not in url.lower():
            what = f"{network}: {username}"
            self._plan.findings.add("lost", "profile", self.file, what, url, line=line)
        if bare == "twitter":
            self._plan.findings.add("changed", "profile", self.file, network, "X", line=line)
        known = known or profile(kind, url)[0]
        link = url if known else {"to": url, "label": network}
        who.setdefault("links", {}).setdefault(kind or "link", link)

    def add(self, kind: str, reader: FieldReader, /, **values: Any) -> Entry:
        """Add a record; `rest` reports the fields that were not taken."""
        entry = cv_record(kind, reader, **values)
        self._plan.add_entry(kind, entry)
        return entry

    def of(self, kind: str) -> list[Entry]:
        """Return the records of a kind so far."""
        return self._plan.entries.get(kind, [])

    def section(self, kind: str, title: str, **options: Any) -> None:
        """Add a section with records to the CV and to the home."""
        self.sections.append({"of": kind, "title": title, **options})

    def words(self, title: str, text: str) -> None:
        """Add a section with words of the author's own."""
        self.sections.append({"title": title, "text": text})

    def _take_pdfs(self, tree: SourceTree) -> None:
        """Keep the PDFs of the CV that are beside it, or where RenderCV puts them."""
        name = slug_of(str(self._plan.site["person"]["name"]))
        for path in tree.below("", ".pdf"):
            folder, _, base = path.rpartition("/")
            words = slug_of(base.lower().removesuffix(".pdf").replace("_", " "))
            is_cv = re.search(r"\b(?:cv|resume|vitae)\b", words) or name in words
            if folder in ("", "rendercv_output", "output") and is_cv:
                self._plan.add_file(f"static/{base}", path)
                links = self._plan.site["person"].setdefault("links", {})
                links.setdefault("cv", {"to": f"/{base}", "label": "CV (PDF)"})

    def finish(self, summary: str, headline: str, tree: SourceTree) -> None:
        """Plan the home and the CV."""
        plan = self._plan
        self.write_cv(headline=headline, photo=self._has_photo, summary=summary)
        self._take_pdfs(tree)
        name = str(plan.site["person"]["name"])
        blocks = [summary.strip()] if summary.strip() else []
        for section in self.sections:
            if "of" in section:
                options = "".join(
                    f":{key}: {_in_line(value)}\n" for key, value in section.items() if key != "of"
                )
                blocks.append(f":::{{{section['of']}}}\n{options}:::")
            else:
                blocks.append(f"## {section['title']}\n\n{section['text'].strip()}")
        plan.add_document(
            Document(source=self.file, target="content/index.md", address="/",
                     front={"title": name}, body="\n\n".join(blocks) + "\n")
        )  # fmt: skip
        plan.menu = [{"to": "/cv/resume/"}]

    def write_cv(self, **fields: Any) -> Resume:
        """Plan the CV with the sections and some more fields, and return it."""
        for section in self.sections:  # no CV would build that names a record that is not there
            if section.get("skip") not in [
                one.values.get("id") for one in self.of(section.get("of", ""))
            ]:
                section.pop("skip", None)
        who = self._plan.site["person"]
        contact = [name for name in ("location", "email", "phone", "url", "orcid") if who.get(name)]
        contact += [kind for kind, to in (who.get("links") or {}).items() if isinstance(to, str)]
        said = {"contact": contact, "updated": "none", **fields}
        cv = {key: value for key, value in said.items() if value} | {"sections": self.sections}
        self._plan.cv = made = Resume(source=self.file, fields=cv)
        self._plan.take(self.file, made.target)
        return made


def _in_line(value: Any) -> str:
    """Return a value of an option on one line of YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_in_line(one)}" for key, one in value.items()) + "}"
    text = in_yaml(str(value)).removesuffix("\n").removesuffix("\n...")
    return " ".join(text.split())


_POINTS = re.compile(r"(?<!\d)\s+-\s+(?=\S)(?![^()]*\))")
"""Parts the points of a highlight of RenderCV; a span of time is none."""


def as_body(summary: str, highlights: list[str], has_points: bool = True) -> str:
    """Return a summary and highlights as one text; `export` takes them apart again."""
    items = []
    for highlight in highlights:
        whole = " ".join(highlight.split())
        first, *points = _POINTS.split(whole) if has_points else [whole]
        inner = "".join(f"\n  - {point}" for point in points) if points else ""
        items.append(f"- {first}{inner}")
    return "\n\n".join(filter(None, (summary.strip(), "\n".join(items))))


_TEXTS = {
    "experience": {"role!": "position title role", "location": "location",
                   "organization!": "company_name company organization org name institution"},
    "education": {"degree": "studyType degree course title", "area": "area",
                  "institution!": "institution company organization org", "location": "location"},
    "awards": {"title!": "title name", "organization": "awarder issuer organization institution"},
    "publications": {"title!": "name title", "venue": "publisher journal", "abstract": "summary"},
    "projects": {"title!": "name title", "kind": "type", "location": "location",
                 "organization": "entity institution organization event venue"},
    "teaching": {"course!": "title", "institution": "institution", "location": "location"},
    "service": {"role!": "title"}, "talks": {"title!": "title", "event": "institution"},
    "skills": {"label!": "label name title", "text": "details"},
    "interests": {"title!": "name title"}, "references": {"name!": "name", "body": "reference"},
}  # fmt: skip
"""Kind of record -> field -> what formats of CVs call it; one with `!` has to be there."""
_LINKS = {"website": "url website", "certificate": "certificate_url",
          "organization": "company_url organization_url institution_url"}  # fmt: skip
"""Name of a link of a record -> what formats of CVs call it."""
_UNDATED = ("skills", "interests", "references")


def cv_record(kind: str, reader: FieldReader, /, **more: Any) -> Entry:
    """Return the record of an entry of a CV: `more`, and the fields that any format has."""
    values: dict[str, Any] = {}
    guessed: set[str] = set()
    for name, theirs in _TEXTS[kind].items():
        found = reader.text(*theirs.split())
        values[name.rstrip("!")] = found or ("TODO" if name.endswith("!") else "")
    if kind == "education" and not values["degree"]:
        values |= {"degree": values["area"] or "Studies", "area": ""}
        guessed.add("degree")
    if kind == "publications":
        words = slug_of(values["title"]).split("-")
        values["id"] = "-".join(words[:6]) or "paper"
    elif kind not in _UNDATED:
        said = [str(reader.value(name)).strip("\n") for name in ("summary", "description")]
        whole = "\n\n".join(filter(None, map(textwrap.dedent, said)))
        values["body"] = as_body(whole, reader.words("highlights"))
    if kind not in _UNDATED:
        links = {name: reader.text(*theirs.split()) for name, theirs in _LINKS.items()}
        button = reader.mapping("button")
        links[str(button.get("text") or "link")] = str(button.get("url") or "")
        links = {name: url for name, url in links.items() if url and "://example." not in url}
        where = next((one for one in ("organization", "institution") if values.get(one)), "")
        if re.match(r"https?:", links.get("organization", "")) and "[" not in values.get(
            where, "["
        ):
            values[where] = f"[{values[where]}]({target(links.pop('organization'))})"
        date, in_words = _when(reader, kind)
        values |= {"date": date, "details": in_words, "links": links}
    values |= more
    if isinstance(values.get("details"), list):  # what the text says stands once
        said = [line.strip("-* .") for line in str(values.get("body")).split("\n")]
        values["details"] = [one for one in values["details"] if one.strip(" .") not in said]
    line = min(reader.fields.lines.values(), default=0)
    return Entry(values=values, source=reader.file, line=line, guessed=guessed)


def _when(reader: FieldReader, kind: str) -> tuple[str, str]:
    """Return the time of an entry, from one day to another, which may be open; and what it says
    in words that are not such a time: `Present` alone, or an end before its beginning."""
    written = reader.text("date", "year", "releaseDate")
    first = _day(reader.text("startDate", "start_date", "date_start", "start"))
    last = _day(reader.text("endDate", "end_date", "date_end", "end"))
    if first and kind == "awards" and last in ("", first):
        written = first
    elif first:
        is_open = last.lower() in ("", "present", "now", "current", "ongoing")
        written = f"{first} – {'present' if is_open else last}"
    elif re.search(r"\d\s+-|-\s+\w|\d{4}-\d{4}", written):
        written = re.sub(r"\s*-\s*", " – ", written)
    written = _day(written or last)
    for said in dict.fromkeys((written, first)):
        try:
            if said:
                When.from_scalar(said)
        except ValueError:
            line = reader.line("date") or reader.line("start_date")
            reader.findings.add("changed", "date", reader.file, written, "in words", line=line)
        else:
            return said, written if said != written else ""
    return "", written


def _day(text: str) -> str:
    """Return a day without the time after it, and with two digits for the month."""
    bare = re.sub(r"[T ]\d{1,2}:\d\d.*", "", text)
    month = re.fullmatch(r"(\d{4}-\d{1,2})(-\d{1,2})?", bare)  # there is no 31st of April
    return (day_of(bare) or day_of(month[1]) or bare) if month else bare


def section_id(title: str) -> str:
    """Return a section's name as a tag that its records carry."""
    return slug_of(title) or "section"
