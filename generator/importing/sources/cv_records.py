"""Records of the entries of CVs: what RenderCV, JSON Resume, al-folio and Hugo Blox call them."""

import re
import textwrap
from typing import Any

import msgspec

from generator.importing.fields import FieldReader, Fields, day_of
from generator.importing.plan import Entry
from generator.importing.sources.people import names_of
from generator.importing.texts.markup import target
from generator.model.dates import When
from generator.model.files import packaged_data
from generator.model.links import bare_identifier, slug_of


class _CvTables(msgspec.Struct):
    """What formats of CVs call sections and fields."""

    sections: dict[str, tuple[str, str, dict[str, Any], dict[str, Any]]]
    """Section of JSON Resume -> the kind of its records, its title, its query, and what all its
    records say. Certificates are among the awards."""
    told: dict[str, str]
    """Field of an entry -> the kind of record that it tells, or a section of JSON Resume."""
    fields: dict[str, dict[str, str]]
    """Kind of record -> field -> what formats call it. One with `!` has to be there, one with `*`
    is a list, one with `,` a text of such."""
    links: dict[str, str]
    """Name of a link of a record -> what formats call it."""
    titles: dict[str, str]
    """Title of a section in the later form of al-folio -> the section of JSON Resume whose fields
    it has."""
    kinds: dict[str, str]
    """Word in the title of a section in the old form of al-folio -> the kind of its records."""


CVS = packaged_data("tables/import_cvs", _CvTables)
_UNDATED = ("skills", "interests", "references")
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


def cv_record(kind: str, reader: FieldReader, /, **more: Any) -> Entry:
    """Return the record of an entry of a CV: `more`, and the fields that any format has."""
    values: dict[str, Any] = {}
    guessed: set[str] = set()
    for field, theirs in CVS.fields[kind].items():
        name, form = field.rstrip("!*,"), field[-1]
        if form in "*,":
            words = reader.words(*theirs.split())
            values[name] = words if form == "*" else ", ".join(words)
        else:
            found = reader.text(*theirs.split())
            values[name] = found or ("TODO" if form == "!" else "")
    if kind == "education" and not values["degree"]:
        values |= {"degree": values["area"] or "Studies", "area": ""}
        guessed.add("degree")
    if kind == "publications":
        values |= _of_paper(reader, values["title"])
    elif kind not in _UNDATED:
        said = [str(reader.value(name)).strip("\n") for name in ("summary", "description")]
        whole = "\n\n".join(filter(None, map(textwrap.dedent, said)))
        values["body"] = as_body(whole, reader.words("highlights"))
    if kind not in _UNDATED:
        links = {name: reader.text(*theirs.split()) for name, theirs in CVS.links.items()}
        button = reader.mapping("button")
        links[str(button.get("text") or "link")] = button.said("url")
        if "://example." in button.said("url"):
            reader.findings.add("left", "template-sample", reader.file, button.said("text"))
        links = {name: url for name, url in links.items() if url and "://example." not in url}
        where = next((one for one in ("organization", "institution") if values.get(one)), "")
        if re.match(r"https?:", links.get("organization", "")) and "[" not in values.get(
            where, "["
        ):
            values[where] = f"[{values[where]}]({target(links.pop('organization'))})"
        date, in_words = _when(reader, kind)
        marks = _marks_of(reader) if kind == "education" else []
        values |= {"date": date, "details": marks or in_words, "links": links}
    values |= more
    if isinstance(values.get("details"), list):  # what the text says stands once
        said = [line.strip("-* .") for line in str(values.get("body")).split("\n")]
        values["details"] = [one for one in values["details"] if one.strip(" .") not in said]
    line = min(reader.fields.lines.values(), default=0)
    return Entry(values=values, source=reader.file, line=line, guessed=guessed)


def _of_paper(reader: FieldReader, title: str) -> dict[str, Any]:
    """Return what only papers have; JSON Resume knows no authors."""
    authors = names_of(reader.value("authors"))
    if not authors:
        what = f"{title}: the format has no authors"
        reader.findings.add("todo", "authors", reader.file, what, "add `authors`")
    words = slug_of(title).split("-")
    doi = bare_identifier(reader.text("doi"))
    return {"id": "-".join(words[:6]) or "paper", "authors": authors, "doi": doi}


def _marks_of(reader: FieldReader) -> list[str]:
    """Return the thesis, the score and the courses of a degree, as lines below it."""
    thesis = reader.text("title") if reader.text("studyType") else ""
    score = reader.text("score", "gpa", "grade")
    score = f"GPA {score}" if re.fullmatch(r"\d(?:\.\d+)?(?:\s?/.*)?", score) else score
    courses = reader.items("courses") or [reader.text("courses")]
    return [one for one in (thesis, score, *map(str, courses)) if one]


def told_by(given: Fields) -> str:
    """Return the kind of record, or the section of JSON Resume, that an entry's fields tell."""
    found = next((kind for field, kind in CVS.told.items() if given.get(field)), "")
    is_skill = given.get("keywords") and given.keys() <= {"name", "keywords", "icon"}
    return found or ("skills" if is_skill else "projects")


def _when(reader: FieldReader, kind: str) -> tuple[str, str]:
    """Return the time of an entry, from one day to another or open; and what it says in words that
    are not such a time: `Present` alone, or an end before its beginning."""
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
