"""The fields of what was written: a mapping that remembers its lines, and its reader.

Scalars are texts. A field that no source takes is a finding (`FieldReader`).
"""

import re
from collections.abc import Collection, Iterator
from datetime import date
from typing import Any

from generator.importing.private_facts import is_private, is_secret, private_values, service_of
from generator.importing.report import Findings
from generator.model.dates import When
from generator.model.files import packaged_data


class Fields(dict[str, Any]):
    """A mapping of names to texts, lists and further mappings."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, int] = {}
        """The line of each name, from 1."""

    def inside(self, name: str) -> "Fields":
        """Return the mapping that a field is; an empty one where it is none."""
        found = self.get(name)
        return found if isinstance(found, Fields) else Fields()

    def mappings(self, *names: str) -> list["Fields"]:
        """Return the mappings in the lists that some fields are."""
        lists = (self.get(name) for name in names)
        some = (one for found in lists if isinstance(found, list) for one in found)
        return [one for one in some if isinstance(one, Fields)]

    def said(self, *names: str) -> str:
        """Return the first of some fields that says anything and is no mapping, as a text."""
        found = (one for one in map(self.get, names) if one and not isinstance(one, Fields))
        return str(next(found, "")).strip()

    def is_on(self, name: str) -> bool:
        """Whether a switch is on."""
        return str(self.get(name)).lower() == "true"


def mapping_of(**values: Any) -> Fields:
    """Return a mapping that the import has made."""
    fields = Fields()
    fields.update(values)
    return fields


def settings_named(settings: object, *names: str) -> Iterator[object]:
    """Yield the settings of these names, those above before those inside of others."""
    if isinstance(settings, Fields):
        yield from (settings[name] for name in names if settings.get(name))
        for name, inner in settings.items():
            yield from settings_named(inner, *names) if name not in names else ()
    elif isinstance(settings, list):
        for inner in settings:
            yield from settings_named(inner, *names)


def switches(settings: object, *names: str) -> list[str]:
    """Return what the settings of these names say in lower case, or the `enable` inside of them."""
    return [
        str(switch).lower()
        for one in settings_named(settings, *names)
        for switch in (settings_named(one, "enable") if isinstance(one, Fields) else [one])
    ]


_DAY = re.compile(r"\s*(\d{4})[-/.* ](\d{1,2})(?:[-/.* ]0?(\d{1,2}))?(?!\d)")
NOT_NEEDED = packaged_data("tables/import_not_needed", dict[str, frozenset[str]])
"""Fields and settings of a program that say how it works, or how a theme shows a page."""
_ASIDE = re.compile(
    r"\A(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+|[T\s]+\d\d?:\d\d.*|(?<=\d)(?:st|nd|rd|th)\b",
    re.I | re.S,
)
"""What stands beside a date: the day of the week, the time of the day, the end of an ordinal."""
_WORDED = re.compile(r"(\d{1,4})[\s-]([a-z]+)[.,]?[\s-](\d{1,4})", re.IGNORECASE)
_TRUE = frozenset(["true", "yes", "on", "1"])
_FALSE = frozenset(["false", "no", "off", "0"])


class FieldReader:
    """Reads the fields of one mapping, each once."""

    def __init__(self, fields: Fields, file: str, findings: Findings) -> None:
        self.fields, self.file, self.findings = fields, file, findings
        self.taken: set[str] = set()
        findings.keep_quiet(private_values(fields))

    def line(self, name: str) -> int:
        """Return the line of a field, or 0 if it is unknown."""
        return self.fields.lines.get(name, 0)

    def value(self, *names: str) -> Any:
        """Return the first of some fields that says anything; all of them count as taken."""
        found: Any = ""
        for name in names:
            self.taken.add(name)
            found = found or self.fields.get(name) or ""
        return found

    def text(self, *names: str) -> str:
        """Return the first of some fields that is a text, or a list of one; without blanks."""
        for name in names:
            value = self.fields.get(name)
            value = value[0] if isinstance(value, list) and len(value) == 1 else value
            if isinstance(value, str) and value.strip():
                self.taken.update(names)
                value = value.strip()
                return value.replace("&amp;", "&") if value.startswith("http") else value
        return ""

    def day(self, *names: str) -> str:
        """Return the day of the first of some fields that is a text; nothing where it is none."""
        text = self.text(*names)
        day = day_of(text)
        # A template of Hugo, `:fileModTime`, a switch, or no day.
        if text and not day and not text.startswith(("{", ":", "true", _NO_DAY)):
            self.findings.add("lost", "date-unread", self.file, text, line=self.line(names[0]))
        return day

    def words(self, *names: str) -> list[str]:
        """Return a list of words, however it was written: a list, lists in it, or with commas."""
        value = self.value(*names)
        return flat(re.split(r"[,，]", value) if isinstance(value, str) else value)

    def flag(self, *names: str) -> bool | None:
        """Return a switch, or None where it says neither."""
        text = str(self.value(*names)).strip().lower()
        return True if text in _TRUE else False if text in _FALSE else None

    def mapping(self, *names: str) -> Fields:
        """Return a mapping inside this one; an empty one where there is none."""
        for name in names:
            if found := self.fields.inside(name):
                self.taken.add(name)
                return found
        return Fields()

    def inner(self, *names: str) -> "FieldReader":
        """Return a reader of a mapping inside this one."""
        return FieldReader(self.mapping(*names), self.file, self.findings)

    def inners(self, *names: str) -> "list[FieldReader]":
        """Return readers of the mappings in the lists that some fields are."""
        return [FieldReader(one, self.file, self.findings) for one in self.mappings(*names)]

    def items(self, name: str) -> list[Any]:
        """Return a list inside this mapping; an empty one where there is none."""
        found = self.fields.get(name)
        if isinstance(found, list):
            self.taken.add(name)
            return found
        return []

    def mappings(self, *names: str) -> list[Fields]:
        """Return the mappings in the lists that some fields are."""
        self.taken.update(name for name in names if isinstance(self.fields.get(name), list))
        return self.fields.mappings(*names)

    def drop(self, names: Collection[str], code: str = "field-not-needed") -> None:
        """Take fields that mean nothing in the new site, because it does that by itself."""
        for name in names:
            if name in self.fields and name not in self.taken:
                self.taken.add(name)
                self.findings.add("left", code, self.file, name, line=self.line(name), once=True)

    def rest(self, code: str = "field", not_needed: Collection[str] = ()) -> None:
        """Report all fields that were not taken; those that are not needed are dropped."""
        self.drop(not_needed)
        for name, value in self.fields.items():
            is_comment = name.startswith("<!--")
            if name not in self.taken and not is_comment and _says(value, service_of(name)):
                self.report(name, code)

    def report(self, name: str, code: str) -> None:
        """Report a field that was not taken."""
        self.taken.add(name)
        line, value = self.line(name), self.fields[name]
        if service := service_of(name):
            self.findings.add("lost", "service", self.file, f"{name} ({service})", line=line)
        elif is_secret(name, value):
            self.findings.add("secret", "secret", self.file, name, line=line)
        elif is_private(name):
            self.findings.add("secret", "private", self.file, name, line=line)
        else:
            what = f"{name}: {shown(value)}"
            self.findings.add("lost", code, self.file, what, line=line)


def _says(value: Any, is_service: object = "") -> bool:
    """Whether a value carries information; for a service, its name and the fact that it is off do
    not count."""
    if isinstance(value, dict):
        is_off = str(value.get("enable")).lower() == "false"
        return not is_off and any(
            _says(one, True) for name, one in value.items() if name != "provider"
        )
    if isinstance(value, list):
        return any(map(_says, value))
    return str(value).strip() != "" and not (is_service and str(value).lower() == "false")


_NAMING = frozenset({
    "bullet", "number", "reversed_number", "label", "name", "title", "id", "slug", "text", "value",
    "year", "url", "link", "icon", "file", "path",
})  # fmt: skip
"""Fields of items, none of which begins a sentence."""


def text_in(item: Any) -> Any:
    """Return an item of a list as it was meant: `- Advisor: A. B` is a text, no mapping."""
    if isinstance(item, Fields) and len(item) == 1:
        ((name, value),) = item.items()
        if isinstance(value, str) and value and name not in _NAMING:
            return f"{name}: {value}"
    return item


def flat(value: Any) -> list[str]:
    """Return the texts of a list and of lists in it; commas are a part of them."""
    if isinstance(value, list):
        return [word for one in value for word in flat(text_in(one))]
    return [value.strip()] if isinstance(value, str) and value.strip() else []


def shown(value: Any) -> str:
    """Return a value in a few words for a report; secrets inside of it are left out."""
    if isinstance(value, dict):
        inside = (
            f"{name}: {'…' if is_private(name) or is_secret(name, one) else shown(one)}"
            for name, one in value.items()
        )
        return "{" + ", ".join(inside) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(shown, value)) + "]"
    return str(value)


_NO_DAY = "0001-01-01"
"""How Go writes that there is no date."""


def day_of(text: str) -> str:
    """Return the day of `2022-12-2 14:35:22` as `2022-12-02`, or nothing where there is none.

    Others are read as dates of records are: `14/11/2024`, `January 5th, 2021`, `2021-Sept-03`.
    """
    found = _DAY.match(text)
    if text.startswith(_NO_DAY):
        return ""
    if not found:
        try:
            plain = _ASIDE.sub("", text.strip()).replace("/", ".")
            if worded := _WORDED.fullmatch(plain):  # the year may come first
                plain = " ".join(worded.groups()[:: -1 if worded[1][2:] else 1])
            return When.from_scalar(plain).first.iso()
        except ValueError:
            return ""
    year, month, day = int(found[1]), int(found[2]), int(found[3] or 0)
    try:
        date(year, month, day or 1)
    except ValueError:
        return ""
    return f"{year:04}-{month:02}-{day:02}" if day else f"{year:04}-{month:02}"
