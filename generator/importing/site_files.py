"""A plan -> the files of a Masthead site: YAML as a person would write it, and Markdown."""

import re
import textwrap
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import yaml

from generator.importing.plan import Document, Entry, SitePlan
from generator.project import modeline

_HEAD = (
    "# Made by `masthead import`. Fields marked `# import: guessed` were not written by anybody.\n"
)
GUESSED = "# import: guessed"
"""Stands above a value that the import has inferred."""
GITIGNORE = "/_site/\n/.cache/\n/_unpublished/\n/import-report.md\n/import-report.json\n"


def site_files(plan: SitePlan) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file that is written; `plan.files` are copied besides."""
    yield (
        "content/site.yaml",
        modeline("site") + _HEAD + mapping(_said(plan.site), plan.site_guessed),
    )
    for document in plan.documents:
        yield document.target, page_text(document)
    for kind, entries in sorted(plan.entries.items()):
        yield f"content/{kind}.yaml", data_text(kind, entries)
    if plan.cv is not None:
        yield plan.cv.target, modeline("cv") + mapping(_said(plan.cv.fields))
    yield from sorted(plan.texts.items())
    yield ".gitignore", GITIGNORE


def page_text(document: Document) -> str:
    """Return the file of a page."""
    front = _said(document.front)
    head = f"---\n{mapping(front, document.guessed)}---\n\n" if front else ""
    return head + document.body.strip("\n") + "\n"


def data_text(kind: str, entries: list[Entry]) -> str:
    """Return the file of all records of a kind."""
    return modeline(kind) + "\n".join(item(_said(one.values), one.guessed) for one in entries)


def entry_at(text: str, line: int) -> tuple[int, int]:
    """Return which record of a data file stands at a line of it, and how many lines before that;
    -1 where none does."""
    starts = [n for n, one in enumerate(text.split("\n")[:line]) if one.startswith("- ")]
    return len(starts) - 1, starts[-1] if starts else 0


def _said(values: Mapping[str, object]) -> dict[str, object]:
    """Return the fields that say something, also of mappings inside."""
    found: dict[str, object] = {}
    for name, value in values.items():
        value = _said(value) if isinstance(value, Mapping) else value
        if value not in ("", [], {}, None):
            found[name] = value
    return found


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as they are, and lists in lists with an indent."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        """Indent lists below their names."""
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: Any) -> bool:
        """Write equal values again."""
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    if "\n" in text:
        text = _lines(text)
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _lines(text: str) -> str:
    """Return Markdown such as a block of YAML can hold: no tabs, no blanks at the ends of lines.

    Two blanks there are a line break, and so is a backslash (CommonMark, 6.7).
    """
    text = text.expandtabs(4).strip("\n")
    text = re.sub(r"(?<=\S) {2,}\n(?=[ \t]*\S)", "\\\\\n", text)
    return textwrap.dedent("\n".join(line.rstrip() for line in text.split("\n"))).lstrip()


_Dumper.add_representer(str, _text)


def in_yaml(value: Any) -> str:
    """Return a value in YAML."""
    return yaml.dump(
        value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=100,
        default_flow_style=False,
    )  # fmt: skip


def mapping(values: Mapping[str, Any], guessed: Collection[str] = (), inside: str = "") -> str:
    """Return a mapping in YAML; names in `guessed` get a comment: `title`, `person.name`."""
    lines = []
    for name, value in values.items():
        path = f"{inside}{name}"
        if path in guessed:
            lines.append(f"{GUESSED}\n")
        if isinstance(value, dict) and any(one.startswith(f"{path}.") for one in guessed):
            lines += [f"{name}:\n", indented(mapping(value, guessed, f"{path}."), "  ")]
        else:
            lines.append(in_yaml({name: value}))
    return "".join(lines)


def item(values: Mapping[str, Any], guessed: Collection[str] = ()) -> str:
    """Return a mapping as an item of a list."""
    text = mapping(values, guessed)
    first, rest = "- ", indented(text, "  ")
    return first + rest[2:] if rest.startswith("  ") else f"- {{}}\n{rest}"


def indented(text: str, by: str) -> str:
    """Return a text with blanks in front of each line that holds anything."""
    return "".join(by + line if line.strip() else line for line in text.splitlines(keepends=True))
