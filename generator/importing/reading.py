"""YAML, TOML and front matter, however written -> plain values that remember their lines.

Scalars stay texts: `1.10` and `NO` are what was written. What cannot be read is a finding, and so
is each field that no source takes (`FieldReader`).
"""

import json
import re
import tomllib
from collections.abc import Collection, Iterator
from datetime import date
from typing import Any, NamedTuple

import yaml

from generator.importing.private_facts import is_private, is_secret, private_values, service_of
from generator.importing.report import Findings
from generator.importing.source_tree import LARGEST_TEXT
from generator.model.dates import When
from generator.model.files import packaged_data

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_DEEPEST = 60
_NODE = 64
"""Characters that a value counts for besides its own: 500,000 empty ones are too many."""
_TOO_DEEP = f"values are nested more than {_DEEPEST} deep"
_TEX = {7: "\\a", 8: "\\b", 11: "\\v", 12: "\\f", 27: "\\e"}
"""Signs that no author means in double quotes -> how they were written there: `"$\\epsilon$"`."""
_EMPTY = frozenset(["", "~", "null", "Null", "NULL"])


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


class Unreadable(Exception):
    """A text that is not what its name says, with the reason and the line.

    `is_slip` says that one line may be wrong, and the others right.
    """

    def __init__(self, reason: str, line: int = 0, is_slip: bool = False) -> None:
        self.reason, self.line, self.is_slip = reason, line, is_slip
        super().__init__(reason)


def read_yaml(text: str, file: str, findings: Findings, line: int = 1) -> Any:
    """Return what a text in YAML says; `line` is its first line in the file. Raises Unreadable.

    A tab that indents a line is two blanks, as for Hexo (hexo-front-matter, `escape`).
    """
    text = _TABS.sub(lambda tabs: "  " * len(tabs[0]), text)
    try:
        loader = _LOADER(text)
        try:
            node = loader.get_single_node()
        finally:
            loader.dispose()
        return _Converter(file, findings, line).value(node, 0)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = line + mark.line if mark else line
        if "nesting depth" in str(error):  # of libyaml, which would fill the stack
            raise Unreadable(_TOO_DEEP, where) from None
        raise Unreadable(error.problem or "no YAML", where, is_slip=True) from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise Unreadable(f"no YAML: {type(error).__name__}", line) from None


_TABS = re.compile(r"^\t+", re.MULTILINE)


class _Converter:
    """Turns nodes of YAML into values, up to a bound: aliases can make millions of a few."""

    def __init__(self, file: str, findings: Findings, line: int) -> None:
        self._file, self._findings, self._line = file, findings, line
        self._size = 0

    def value(self, node: yaml.Node | None, depth: int) -> Any:
        self._size += _NODE + (len(node.value) if isinstance(node, yaml.ScalarNode) else 0)
        if depth > _DEEPEST:
            raise Unreadable(_TOO_DEEP, self._line)
        if self._size > 2 * LARGEST_TEXT:
            raise Unreadable("its aliases stand for too many values", self._line)
        if isinstance(node, yaml.ScalarNode):
            is_plain = not node.style  # None, or an empty text where libyaml reads
            return "" if is_plain and node.value in _EMPTY else str(node.value).translate(_TEX)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(one, depth + 1) for one in node.value]
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, depth)
        return ""

    def _mapping(self, node: yaml.MappingNode, depth: int) -> Fields:
        fields = Fields()
        for key, one in node.value:
            name = str(key.value) if isinstance(key, yaml.ScalarNode) else "?"
            found = self.value(one, depth + 1)
            if name == "<<" and isinstance(found, dict):
                for inner, value in found.items():
                    fields.setdefault(inner, value)
                continue
            at = self._line + key.start_mark.line
            if name in fields.lines and fields[name] not in ("", found):
                self._findings.add("lost", "duplicate-key", self._file, f"{name}: the first of two",
                                   line=fields.lines[name])  # fmt: skip
            fields[name] = found
            fields.lines[name] = at
        return fields


_NAME = re.compile(r"\s*\[{0,2}\s*[\"']?([\w-]+)")


def read_toml(text: str, line: int = 1) -> Fields:
    """Return what a text in TOML says, all scalars as texts. Raises Unreadable."""
    if max(one.partition("=")[0].count(".") for one in text.split("\n")) > _DEEPEST:
        raise Unreadable(_TOO_DEEP)  # `tomllib` would be slow with names in names
    try:
        found = _texts(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        at = re.search(r"line (\d+)", str(error))
        raise Unreadable("no TOML", line + int(at[1]) - 1 if at else line) from None
    assert isinstance(found, Fields)
    for number, one in enumerate(text.split("\n"), line):
        name = _NAME.match(one)
        if name and name[1] in found:
            found.lines.setdefault(name[1], number)
    return found


_JSON_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*+")|//[^\n]*|/\*.*?\*/', re.DOTALL)


def read_json(text: str) -> Any:
    """Return what a text in JSON says, all scalars as texts. Raises Unreadable.

    It may have comments, as Ruby reads it for Jekyll (ruby/json, `parser.rl`).
    """
    try:
        return _texts(json.loads(_JSON_COMMENT.sub(lambda found: found[1] or "", text)))
    except json.JSONDecodeError as error:
        raise Unreadable(f"no JSON: {error.msg}", error.lineno) from None
    except (RecursionError, ValueError):
        raise Unreadable("no JSON") from None


def _texts(value: Any, depth: int = 0) -> Any:
    if depth > _DEEPEST:
        raise Unreadable(_TOO_DEEP)
    if isinstance(value, dict):
        fields = Fields()
        for name, one in value.items():
            fields[str(name)] = _texts(one, depth + 1)
        return fields
    if isinstance(value, list):
        return [_texts(one, depth + 1) for one in value]
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value).translate(_TEX)


class SourcePage(NamedTuple):
    """The front matter of a file, and its text with the line on which that begins."""

    fields: Fields
    body: str
    line: int
    is_there: bool


_IS_TEXT = re.compile(r"[^\[{]|\[[^\[\]]*\]\s*[^\s,\]]")
"""Begins a value on one line that is neither a list nor a mapping: `[CVPR] A paper: first part`."""
_FIELD = re.compile(r"^([\w-]+)[ \t]*:[ \t]*(.*)", re.MULTILINE)
_SLIP = re.compile(r"(\s*(?:-\s+)*[\w-]+:[ \t]+)([^\s\"'\[{|>&*!#%@`].*:[ \t].*)")
"""A line with a field whose value, without quotes, has a colon in it."""
_MOST_SLIPS = 9


def yaml_or_lines(text: str, file: str, findings: Findings, line: int = 1) -> Any:
    """Return what a text in YAML says. Where it is none, each field is read for itself.

    The commonest slip is a colon in a title, `title: First note: on engines`: its line is taken as
    it is, also in a list. Another field of several lines that is not YAML is lost. Raises
    Unreadable where no line is a field.
    """
    for _ in range(_MOST_SLIPS):
        try:
            found = read_yaml(text, file, findings, line)
            if not isinstance(found, str) or not found:
                return found
            problem = Unreadable("this is no mapping of names to values", line, True)
            break
        except Unreadable as error:
            problem, lines = error, text.split("\n")
        at = problem.line - line
        slip = _SLIP.fullmatch("".join(lines[at : at + 1])) if problem.is_slip else None
        if slip is None:
            break
        findings.add("guessed", "front-matter-line", file, slip[0].strip(), line=problem.line)
        lines[at] = slip[1] + "'" + slip[2].replace("'", "''") + "'"
        text = "\n".join(lines)
    begins = list(_FIELD.finditer(text))
    if not begins or not problem.is_slip:
        raise problem
    fields = Fields()
    ends = [*(one.start() for one in begins[1:]), len(text)]
    at = line + text.count("\n", 0, begins[0].start())
    for field, end in zip(begins, ends, strict=True):
        name, written, whole = field[1], field[2].strip(), text[field.start() : end]
        try:
            read = read_yaml(whole, file, findings, at)
        except Unreadable as error:
            problem, read = error, None
        if isinstance(read, Fields):
            fields[name] = read[name]
        elif _IS_TEXT.match(written) and not text[field.end() : end].strip():
            fields[name] = written.strip("\"'")
            findings.add("guessed", "front-matter-line", file, f"{name}: {written}", line=at)
        else:
            findings.add("lost", "front-matter-field", file, f"{name}: {problem.reason}", line=at)
        fields.lines[name] = at
        at += whole.count("\n")
    return fields


_OPEN = re.compile(r"\s*?(---|\+\+\+)[ \t]*\n")
_WITHOUT_OPENING = re.compile(
    r"\s*?((?=[A-Za-z])(?:[A-Za-z_][\w-]*[ \t]*:.*\n|[ \t#-](?!--).*\n|\n)+)-{3,}[ \t]*(?:\n|\Z)"
)


def read_front_matter(
    text: str, file: str, findings: Findings, is_hexo: bool = False
) -> SourcePage:
    """Split a file and read its front matter: YAML, or TOML between `+++`.

    A file without it is all text. In Hexo its first line may be missing, as older versions wrote
    posts (hexo-front-matter, `rFrontMatterNew`). Raises Unreadable.
    """
    if is_hexo and (head := _WITHOUT_OPENING.match(text)):
        page = read_front_matter(f"---\n{head[1]}---\n{text[head.end() :]}", file, findings)
        return page._replace(line=page.line - 1)
    opening = _OPEN.match(text)
    if opening is None:
        return SourcePage(Fields(), text, 1, False)
    mark = opening[1]
    ends = r"---|\.\.\." if mark == "---" else re.escape(mark)
    closing = re.compile(rf"^(?:{ends})[ \t]*(?:\n|\Z)", re.MULTILINE).search(text, opening.end())
    first = 1 + text.count("\n", 0, opening.end())
    if closing is None and mark == "---":  # all is text to Jekyll and Hexo
        findings.add("guessed", "front-matter-line", file, mark)
        return SourcePage(Fields(), text[opening.end() :], first, True)
    if closing is None:
        raise Unreadable("the front matter is never closed", 1)
    inside = text[opening.end() : closing.start()]
    is_toml = mark == "+++"
    fields = read_toml(inside, first) if is_toml else yaml_or_lines(inside, file, findings, first)
    fields = fields or Fields()
    if not isinstance(fields, Fields):
        raise Unreadable("the front matter is no mapping of names to values", first)
    line = 1 + text.count("\n", 0, closing.end())
    return SourcePage(fields, text[closing.end() :], line, True)


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
        if text and not day and text[:1] not in "{:":  # a template of Hugo, `:fileModTime`
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


def day_of(text: str) -> str:
    """Return the day of `2022-12-2 14:35:22` as `2022-12-02`, or nothing where there is none.

    Others are read as dates of records are: `14/11/2024`, `January 5th, 2021`, `2021-Sept-03`.
    """
    found = _DAY.match(text)
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
