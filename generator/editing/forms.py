"""The content of the form of a record or a page: fields, their values, and their problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from generator.edit.bib_file import KEY, BibFile
from generator.edit.changes import CannotEdit, Path
from generator.edit.data_file import DataFile, PageFile
from generator.editing.records import (
    USUAL,
    RecordSource,
    arranged,
    field_at,
    kind_of,
    records_of,
    schema_for,
    source_of,
    title_of,
)
from generator.model.files import digest_of
from generator.model.site import Site, is_bibliography
from generator.model.theme import Theme
from generator.problems import Message, Place, Problem, spoken

_BIBTEX = ("author", "title", "journal", "booktitle", "year", "month", "volume", "number", "pages",
           "publisher", "doi", "eprint", "url", "note", "abstract", "keywords", KEY)  # fmt: skip


class Opened(NamedTuple):
    """A record or page in its file, as it was read."""

    source: RecordSource
    file: DataFile
    path: Path

    @property
    def value(self) -> Any:
        """Its value; for a page, the front matter."""
        value: Any = self.file.value
        for key in self.path:
            value = value[key]
        if self.source.is_page:
            return {name: one for name, one in value.items() if name != "body"}
        return {} if value is None else value

    @property
    def place(self) -> Place:
        """The line at which it begins."""
        start = 0
        with suppress(CannotEdit):
            start = self.file.offset(self.path)
        return Place(self.source.file, self.file.text.count("\n", 0, start) + 1, 1)

    @property
    def number(self) -> int:
        """Its index among the records of its file."""
        key = self.path[0]
        return key if isinstance(key, int) else list(self.file.value).index(key)

    @property
    def digest(self) -> str:
        """A digest that changes if the record's text changes."""
        return digest_of((self.file.raw(self.path) if self.path else self.file.text).encode())

    def raw_parts(self) -> dict[str, str]:
        """Return dotted path -> raw text for values that forms cannot show."""
        if isinstance(self.file, BibFile):
            odd = (name for name in self.value if not self.file.is_plain((*self.path, name)))
            return {name: self.file.raw((*self.path, name)) for name in odd}
        return dict(self._odd((), self.value))

    def _odd(self, inner: Path, value: Any) -> Iterator[tuple[str, str]]:
        path = (*self.path, *inner)
        if (value == {} and not inner) or self.file.is_plain(path):
            return
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        found = [one for key, part in parts for one in self._odd((*inner, key), part)] if (
            isinstance(value, dict | list)) else []  # fmt: skip
        if found or (not inner and isinstance(value, dict)):
            yield from found
        else:
            yield ".".join(map(str, inner)), self.file.raw(path)


def form_of(opened: Opened, site: Site, printed: Iterable[Problem]) -> dict[str, Any]:
    """Return the content of the form of a record or a page; `printed` are the site's problems."""
    source, file = opened.source, opened.file
    kind = kind_of(source, site.config.kinds)
    body = {"body": file.value["body"]} if isinstance(file, PageFile) else {}
    return {
        **drawn(kind, site, opened.value if is_bibliography(source.way) else None),
        "source": str(source),
        "file": source.file,
        "title": title_in(site, source) or source.id or source.way,
        "digest": opened.digest,
        "value": opened.value,
        "raw": opened.raw_parts(),
        "problems": problems_of(printed, source, file),
        **body,
    }


def drawn(kind: str, site: Site, entry: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the data from which a form is drawn; `entry` is a BibTeX entry, whose fields are
    texts."""
    languages = list(site.config.languages)
    if entry is not None:
        names = dict.fromkeys([*entry, *_BIBTEX])
        schema: dict[str, Any] = {"properties": {n: {"type": "string"} for n in names}}
        return {"kind": kind, "schema": schema, "usual": list(entry), "languages": []}
    own = site.config.kinds
    name = "page" if kind in ("pages", "posts") else kind
    if name == "page":
        first = ["title", "date", "tags"] if kind == "posts" else ["title"]
    else:
        first = [*USUAL, *(own[kind].fields if kind in own else ())]
    schema, usual = arranged(schema_for(name, own), first)
    return {"kind": kind, "schema": schema, "usual": usual, "languages": languages}


_TYPES = {"number": "number", "bool": "boolean", "list": "array"}


def theme_schema(value: object, name: str, themes: Sequence[Theme]) -> dict[str, Any]:
    """Return the JSON Schema of the field `theme`, whose value may be a word, with the options of
    the theme with a name."""
    options: dict[str, Any] = {}
    for option, spec in next((one.specs for one in themes if one.name == name), {}).items():
        form: dict[str, Any] = {"type": _TYPES.get(str(spec.type), "string")}
        choices = {"enum": [*spec.choices]} if spec.choices else {}
        form |= {"items": {"type": "string"} | choices} if spec.type == "list" else choices
        with suppress(ValueError):
            form["default"] = spec.value(spec.default)
        options[option] = {"description": spec.description} | form
    names = {"enum": [one.name for one in themes]}
    parts = {"name": names, "options": {"type": "object", "properties": options}}
    word = [{"type": "string"}] if isinstance(value, str) else []
    return {"anyOf": [*word, {"type": "object", "properties": parts}]}


def title_in(site: Site | None, source: RecordSource) -> str:
    """Return the title of a record or page for people, or ""."""
    if site is None:
        return ""
    records = records_of(site, kind_of(source, site.config.kinds))
    return next((title_of(one) for one in records if source_of(one) == source), "")


def problems_of(
    found: Iterable[Problem], source: RecordSource, file: DataFile | None
) -> list[dict[str, Any]]:
    """Return the problems of a form's content."""
    said = (said_of(one, source, file) for one in found
            if getattr(one.where, "file", "") == source.file)  # fmt: skip
    return [one for one in said if one["is_here"]]


def said_of(problem: Problem, source: RecordSource, file: DataFile | None) -> dict[str, Any]:
    """Return a problem for the form: in words, with the path of its field.

    `file` is the tried state of the source's file.
    """
    place = problem.where
    assert isinstance(place, Place)
    said = {"path": [], "message": problem.message, "hint": problem.hint, "is_here": False}
    match problem.way_out:
        case Message(code="expected"):
            said["hint"] = ""  # the field's help says this without YAML
        case Message(code="put-file"):
            said["hint"] = spoken("edit-choose-file")
        case Message(code="otherwise", arguments=given):
            choice = spoken("edit-choose-file")
            said["hint"] = spoken("otherwise", first=dict(given)["first"], second=choice)
    if file is not None and place.file == source.file:
        with suppress(CannotEdit, LookupError):
            found, field = field_at(place, file)
            said["is_here"] = found == str(source) or source.is_page
            path = field.split(".") if field else []
            if isinstance(problem.text, Message) and problem.text.code == "field-missing":
                path.append(str(dict(problem.text.arguments)["field"]))
                said.update(message=spoken("edit-field-missing"), hint="")
            elif isinstance(problem.text, Message) and problem.text.code == "authors-missing":
                path.append("authors")
            said["path"] = path if said["is_here"] else []
    return said if said["is_here"] else said | {"place": str(place)}
