"""Values -> YAML as a person would write it, with a comment above what was guessed."""

import re
import textwrap
from collections.abc import Collection, Mapping
from typing import Any

import yaml

GUESSED = "# import: guessed"


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

    Two blanks there are a line break, which a backslash is, too (CommonMark, 6.7).
    """
    text = text.expandtabs(4).strip("\n")
    text = re.sub(r"(?<=\S) {2,}\n(?=[ \t]*\S)", "\\\\\n", text)
    return textwrap.dedent(re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)).lstrip()


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
