"""The records, pages and settings of a site, and their names in questions.

A *source* names one of them: `content/publications.yaml#goat`; `content/news.yaml##3` for a record
without an id, by its index; `content/site.yaml#` for the whole value of a file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from generator.api import without_markup
from generator.edit.data_file import DataFile
from generator.model.files import packaged_schemas
from generator.model.names import Name
from generator.model.records.career import Record
from generator.model.records.own_kinds import OwnField, OwnKind, record_type
from generator.model.site import PAGE_ENDINGS, Site, data_kind, is_bibliography, is_single
from generator.model.text import Text, fields_of
from generator.problems import Place, speaks, spoken

_ENDINGS = (".yaml", ".yml", ".bib", *PAGE_ENDINGS)
_TITLES = ("title", "name", "role", "degree", "course", "label", "text", "organization")
"""Fields that can title a record; the first that it has counts."""
_LONGEST_TITLE = 200
USUAL = ["person", "title", "name", "course", "role", "degree", "label", "text", "area",
         "institution", "organization", "organizations", "position", "relation", "authors",
         "inventors", "event", "venue", "kind", "level", "group", "number", "date", "unit",
         "affiliation", "location", "items", "volume", "pages", "doi", "email", "portrait",
         "url", "description", "languages", "theme", "menu", "headline", "photo", "summary",
         "sections", "links", "abstract", "body", "details", "tags"]  # fmt: skip
"""Fields that people usually fill in, in the order of forms, for all kinds."""


class Refusal(Exception):
    """A question cannot be answered; carries the reason for the user."""

    def __init__(self, message: str, status: int = 400, **more: str) -> None:
        """`status` is HTTP's; `more` has named values for the script."""
        super().__init__(message)
        self.status = status
        self.more = more


def fault(code: str, file: str, error: OSError) -> Refusal:
    """Return the system's reason that a file cannot be read or written."""
    return Refusal(spoken(code, file=file, reason=error.strerror or str(error)))


class RecordSource(NamedTuple):
    """The subject of a form."""

    file: str
    """Its path in the project."""
    id: str = ""
    """The id of a record, `#3` for one without an id, or "" for the whole file."""

    def __str__(self) -> str:
        return f"{self.file}#{self.id}"

    @property
    def way(self) -> str:
        """Its path under `content/`."""
        return self.file.removeprefix("content/")

    @property
    def is_whole(self) -> bool:
        """Whether it is the whole value of its file."""
        is_alone = self.file == "content/site.yaml" or is_single(self.file)
        return self.is_page or (is_alone and not self.file.endswith(".bib"))

    @property
    def is_page(self) -> bool:
        """Whether it is a page or a post."""
        return self.file.endswith(PAGE_ENDINGS)


def source_in(text: object) -> RecordSource:
    """Return the source that a question names. Raises Refusal for what cannot be edited."""
    file, sign, id = str(text).partition("#")
    parts = file.split("/")
    is_hidden = any(part.startswith(".") or not part for part in parts)
    is_known = parts[0] == "content" and file.endswith(_ENDINGS)
    if not sign or is_hidden or not is_known or "\\" in file:
        raise Refusal("this is not a record, page or setting of the site")
    return RecordSource(file, id)


def field_at(place: Place, file: DataFile) -> tuple[str, str]:
    """Return the source of the record at a place, and the path of the field in it."""
    lines = file.text.split("\n")
    before = sum(len(line) + 1 for line in lines[: max(place.line - 1, 0)])
    path = [*file.path_at(before + max(place.column - 1, 0))]
    source, value = RecordSource(place.file), file.value
    if path and not source.is_whole:
        key, *path = path
        record = value[int(key)] if isinstance(value, list) else {"id": key}
        own = record.get("id") if isinstance(record, dict) else None
        source = source._replace(id=str(own) if own else f"#{key}")
    return str(source), ".".join(map(str, path))


def kind_of(source: RecordSource, own: Collection[str]) -> str:
    """Return the kind of a file's content: `publications`, `site`, `cv`, `page`. Raises Refusal."""
    if source.is_page:
        return "page"
    if source.way == "site.yaml":
        return "site"
    kind = "publications" if is_bibliography(source.way) else data_kind(source.way, own)
    if not kind:
        raise Refusal("Masthead does not know what this file contains")
    return kind


def records_of(site: Site, kind: str) -> Sequence[Any]:
    """Return everything of a kind on a site: records, venues, CVs or pages."""
    if kind == "venues":
        return list(site.venues.values())
    if kind == "cv":
        return site.cvs
    if kind in ("page", "pages", "posts"):
        pages = (page for page in site.pages if kind == "page" or page.is_post == (kind == "posts"))
        return [page for page in pages if not page.is_generated]
    return site.records.get(kind, ())


def source_of(value: Any) -> RecordSource:
    """Return the source of a record, a venue, a CV or a page."""
    if hasattr(value, "file"):
        return RecordSource(value.file)
    if not hasattr(value, "spot"):  # a venue, which takes part in too many facts to carry one
        return RecordSource("content/venues.yaml", value.id)
    key = value.spot.path[0] if value.spot.path else ""
    is_id = key == getattr(value, "id", "") or not key.isdecimal()
    return RecordSource(value.spot.file, key if is_id else f"#{key}")


def title_of(value: Any) -> str:
    """Return the title of a record or page for people."""
    if hasattr(value, "front"):
        return value.front.title or str(value.key)
    for field in _TITLES:
        said = getattr(value, field, None)
        words = ", ".join(map(_words, said)) if isinstance(said, tuple) else _words(said)
        if words.strip():
            return _line(words.strip().split("\n")[0][:_LONGEST_TITLE])
    return str(getattr(value, "id", ""))


@lru_cache(10_000)
def _line(markdown: str) -> str:
    return without_markup(markdown)


def _words(said: Any) -> str:
    if isinstance(said, Text):
        return str(said.any())
    return said.full() if isinstance(said, Name) else str(said or "")


def year_of(value: Any) -> str:
    """Return the year of a record or a post, or ""."""
    date = getattr(getattr(value, "front", value), "date", None)
    return str(date.first.iso()[:4]) if date is not None else ""


def schema_for(kind: str, own: Mapping[str, OwnKind]) -> dict[str, Any]:
    """Return the JSON Schema of one record of a kind, with the definitions that it uses.

    It explains fields in the language of messages, or else in English. Format: JSON Schema, draft
    2020-12, as in `docs/schema/`.
    """
    if kind in own:
        return _own_schema(record_type(kind, own[kind]), _packaged("education"))
    whole = _packaged(kind)
    forms = whole.get("anyOf", ())
    if not forms:
        return whole
    shared = whole["$defs"]
    one = shared[forms[-1]["$ref"].rpartition("/")[2]]
    needed = {*one.get("required", ()), *forms[0]["items"].get("required", ())}
    return {**one, "required": sorted(needed), "$defs": shared}


def _own_schema(kind: type[Record], education: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON Schema of one record of a site's own kind.

    It is derived from the schema of `education.yaml`, because that has fields of every type.
    Format: JSON Schema, draft 2020-12.
    """
    definitions = {**education["$defs"]}
    degree = definitions.pop("Education")["properties"]
    shared = {name: schema for name, schema in degree.items() if name in fields_of(Record)}
    optional = [*shared, *(name for name, field in kind.declared.items() if not field.required)]
    visibility = {"$ref": "#/$defs/Visibility", "propertyNames": {"enum": optional}}
    return {
        "title": kind.kind_name,
        "type": "object",
        "properties": {
            **shared,
            "visibility": {**shared["visibility"], "anyOf": [visibility, {"type": "null"}]},
            **{name: _field_schema(field, degree) for name, field in kind.declared.items()},
        },
        "required": [name for name, field in kind.declared.items() if field.required],
        "additionalProperties": False,
        "$defs": definitions,
    }


def _field_schema(field: OwnField, degree: dict[str, Any]) -> dict[str, Any]:
    if field.choices:
        return {"enum": [*field.choices, *(() if field.required else ("", None))]}
    like = {"date": "date", "people": "advisors", "list": "details"}.get(field.type, "thesis")
    schemas: dict[str, dict[str, Any]] = {
        "word": {"type": ["string", "number", "null"]},
        "number": {"type": ["number", "string", "null"], "pattern": "^[+-]?[0-9._]+$"},
        "link": {"anyOf": [{"$ref": "#/$defs/Link"}, {"type": "null"}]},
    }
    return schemas.get(field.type) or {
        key: value for key, value in degree[like].items() if key != "description"
    }


def _packaged(kind: str) -> dict[str, Any]:
    folder = packaged_schemas()
    translated = folder / speaks() / f"{kind}.json"
    path = translated if translated.is_file() else folder / f"{kind}.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def arranged(schema: Mapping[str, Any], usual: Collection[str]) -> tuple[dict[str, Any], list[str]]:
    """Return a schema with its fields in the order of forms, and the names of usual fields.

    Usual fields are required or in `usual`. The kind's other fields
    come next, then the fields of all kinds, and finally previews.
    """
    fields, required = schema.get("properties", {}), schema.get("required", ())
    wanted = {*required, *usual} - {"id", "visibility"}

    def rank(name: str) -> tuple[bool | int, ...]:
        number = USUAL.index(name) if name in USUAL else len(USUAL)
        is_shared = name in Record.__struct_fields__
        is_preview = name.startswith("preview")
        return is_preview, name not in required, name not in wanted, number, is_shared

    order = sorted(fields, key=rank)
    ordered = {**schema, "properties": {name: fields[name] for name in order}}
    return ordered, [name for name in order if name in wanted]


def terms_of(site: Site, what: str) -> list[Any]:
    """Return the suggestions for completing a field: `people`, `venues`, `tags`, or `pages` with
    their titles."""
    records = [record for kind in site.records.values() for record in kind]
    if what == "people":
        names = [site.config.person.name, *(person.name for person in site.people)]
        named = (author.name for one in records for field in one.people_fields
                 for author in one.people_in(field) if not author.is_others)  # fmt: skip
        found = [name.full() for name in (*names, *named)]
    elif what == "venues":
        found = [*site.venues, *(paper.venue for paper in site.papers)]
    elif what == "tags":
        found = [tag for one in records for tag in one.tags]
        found += [tag for page in site.pages for tag in page.front.tags]
    elif what == "pages":
        pages = [page for page in records_of(site, "pages") if page.lang == site.default_lang]
        shown = [("/" if page.key == "index" else page.key, title_of(page)) for page in pages]
        return [
            *shown,
            *((f"/cv/{cv.id}/", f"CV: {cv.id}") for cv in site.cvs),
            ("/posts/", "Posts"),
        ]
    else:
        raise Refusal(f"nothing completes {re.sub(r'[^a-z]', '', what)}")
    return list(dict.fromkeys(filter(None, found)))
