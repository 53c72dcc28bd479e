"""Takes fields out of front matter and data, so that none is forgotten: the rest is a finding."""

import re
from collections.abc import Collection
from datetime import date
from typing import Any

from generator.importing.private_facts import is_private, is_secret, private_values, service_of
from generator.importing.reading import Fields
from generator.importing.report import Findings

_DAY = re.compile(r"\s*(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?!\d)")
_TRUE = frozenset(["true", "yes", "on", "1"])
_FALSE = frozenset(["false", "no", "off", "0"])


class FieldReader:
    """Reads the fields of one mapping, each once."""

    def __init__(self, fields: Fields, file: str, findings: Findings) -> None:
        self.fields, self.file, self.findings = fields, file, findings
        self._taken: set[str] = set()
        findings.keep_quiet(private_values(fields))

    def line(self, name: str) -> int:
        """Return the line of a field, or 0 if it is unknown."""
        return self.fields.lines.get(name, 0)

    def value(self, *names: str) -> Any:
        """Return the first of some fields that says anything; all of them count as taken."""
        found: Any = ""
        for name in names:
            self._taken.add(name)
            found = found or self.fields.get(name) or ""
        return found

    def text(self, *names: str) -> str:
        """Return the first of some fields that is a text, without blanks around it."""
        for name in names:
            value = self.fields.get(name)
            if isinstance(value, str) and value.strip():
                self._taken.update(names)
                return value.strip()
        return ""

    def day(self, *names: str) -> str:
        """Return the day of the first of some fields that is a text; nothing where it is none."""
        return day_of(self.text(*names))

    def words(self, *names: str) -> list[str]:
        """Return a list of words, however it was written: a list, lists in it, or with commas."""
        value = self.value(*names)
        return _flat(re.split(r"[,，]", value) if isinstance(value, str) else value)

    def flag(self, *names: str) -> bool | None:
        """Return a switch, or None where it says neither."""
        text = str(self.value(*names)).strip().lower()
        return True if text in _TRUE else False if text in _FALSE else None

    def mapping(self, *names: str) -> Fields:
        """Return a mapping inside this one; an empty one where there is none."""
        for name in names:
            if found := self.fields.inside(name):
                self._taken.add(name)
                return found
        return Fields()

    def items(self, name: str) -> list[Any]:
        """Return a list inside this mapping; an empty one where there is none."""
        found = self.fields.get(name)
        if isinstance(found, list):
            self._taken.add(name)
            return found
        return []

    def mappings(self, *names: str) -> list[Fields]:
        """Return the mappings in the lists that some fields are."""
        self._taken.update(name for name in names if isinstance(self.fields.get(name), list))
        return self.fields.mappings(*names)

    def drop(self, names: Collection[str], code: str = "field-not-needed") -> None:
        """Take fields that mean nothing in the new site, because it does that by itself."""
        for name in names:
            if name in self.fields and name not in self._taken:
                self._taken.add(name)
                self.findings.add("left", code, self.file, name, line=self.line(name), once=True)

    def rest(self, code: str = "field", not_needed: Collection[str] = ()) -> None:
        """Report all fields that were not taken; those that are not needed are dropped."""
        self.drop(not_needed)
        for name, value in self.fields.items():
            if name not in self._taken and value not in ("", [], {}):
                self._report(name, value, code)

    def _report(self, name: str, value: Any, code: str) -> None:
        line = self.line(name)
        if service := service_of(name):
            self.findings.add("secret", "service", self.file, f"{name} ({service})", line=line)
        elif is_secret(name, value):
            self.findings.add("secret", "secret", self.file, name, line=line)
        elif is_private(name):
            self.findings.add("secret", "private", self.file, name, line=line)
        else:
            what = f"{name}: {shown(value)}"
            self.findings.add("lost", code, self.file, what, line=line)


def _flat(value: Any) -> list[str]:
    """Return the texts of a list and of lists in it; commas are a part of them."""
    if isinstance(value, list):
        return [word for one in value for word in _flat(one)]
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


def day_of(text: str) -> str:
    """Return the day of `2022-12-2 14:35:22` as `2022-12-02`, or nothing where there is none."""
    found = _DAY.match(text)
    if not found:
        return text.strip() if re.fullmatch(r"\s*\d{4}\s*", text) else ""
    year, month, day = int(found[1]), int(found[2]), int(found[3] or 0)
    try:
        date(year, month, day or 1)
    except ValueError:
        return ""
    return f"{year:04}-{month:02}-{day:02}" if day else f"{year:04}-{month:02}"
