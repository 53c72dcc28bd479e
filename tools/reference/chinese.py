"""Pages of the reference and schemas in Chinese: each English text, looked up in `zh.json`.

A text is a paragraph, a heading, an item of a list or a cell of a table on the English page. It is
its own key, as in gettext, so a changed text has no translation until one is written. Until then,
it stays English with a mark, and a test names it. A block of code may have a Chinese version, too.
The help texts of commands are in the catalogs of messages.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from generator.problems import speaking
from tools.reference.commands import help_texts
from tools.reference.wording import anchor

TEXTS = Path(__file__).with_name("zh.json")
_TYPES = {
    r"(.+); or a list of such": "{}，一个或多个",
    r"a mapping of (names|`.+`) to (.+)": "由{}到{}的映射",
    r"mapping of names to (.+)": "由名称到{}的映射",
    r"list of (.+)": "{} 的列表",
    r"(.+), or none": "{}，或空",
}
"""Types that consist of others."""
_NAME = re.compile(r"masthead [a-z ]+|[a-z]+(-[a-z]+)+|\[?([A-Z][a-z]+){2,}(\]\(\S+\))?")
"""Headings and types that are names in the code: of a command, a rule of the check, a view."""
_LEFT = "*（尚未译出）* "
_LINK = re.compile(r"\]\(([\w-]+\.md)?(#[^)\s]*)?\)")


class Chinese:
    """Translates English texts to Chinese, and records requested texts."""

    def __init__(self) -> None:
        with speaking("zh"):
            said = help_texts()
        help_of_commands = dict(zip(help_texts(), said, strict=True))
        self.texts: dict[str, str] = json.loads(TEXTS.read_text("utf-8")) | help_of_commands
        self.missing: list[str] = []
        self.used = set(help_of_commands)

    def pages(self, english: dict[str, str]) -> dict[str, str]:
        """Return the Chinese versions of pages by the names of their files."""
        made = {name: self._page(text) for name, text in english.items()}
        places = {name: _places(text, made[name]) for name, text in english.items()}
        return {
            name.replace(".md", ".zh.md"): _with_links(text, name, places)
            for name, text in made.items()
        }

    def schema(self, value: Any) -> Any:
        """Return a JSON Schema whose descriptions are Chinese."""
        if isinstance(value, list):
            return [self.schema(item) for item in value]
        if not isinstance(value, dict):
            return value
        return {
            key: self.of(inner)
            if key == "description" and isinstance(inner, str)
            else self.schema(inner)
            for key, inner in value.items()
        }

    def faults(self) -> list[str]:
        """Return the requested texts that `zh.json` lacks, and its texts that were not
        requested."""
        lacking = [f"no Chinese for: {text}" for text in dict.fromkeys(self.missing)]
        left = [f"no page says any more: {text}" for text in self.texts if text not in self.used]
        return [f"../tools/reference/zh.json: {fault}" for fault in lacking + left]

    def of(self, text: str) -> str:
        """Return a text in Chinese; a text that is only code is the same in every language."""
        if text in self.texts:
            self.used.add(text)
            return self.texts[text]
        if _NAME.fullmatch(text):
            return text
        if not re.search(r"[A-Za-z]{2}", re.sub(r"`[^`]*`", "", text)):
            return re.sub(r"`\.$", "`。", text.replace("`, `", "`、`"))
        for english, chinese in _TYPES.items():
            if match := re.fullmatch(english, text):
                return chinese.format(*map(self.of, match.groups()))
        self.missing.append(text)
        return _LEFT + text

    def _page(self, text: str) -> str:
        return "\n\n".join(map(self._block, _blocks(text))) + "\n"

    def _block(self, block: str) -> str:
        if block.startswith("```"):
            self.used.add(block)
            return self.texts.get(block, block)
        if block.startswith("<!--"):
            return block
        if block.startswith("|"):
            return self._table([re.split(r" (?<!\\)\| ", row[2:-2]) for row in block.split("\n")])
        if block.startswith("- "):
            items = re.split(r"^- ", block, flags=re.MULTILINE)[1:]
            return "\n".join(f"- {self.of(' '.join(item.split()))}" for item in items)
        signs = re.match(r"#* ?", block)
        assert signs
        return signs[0] + self.of(" ".join(block[signs.end() :].split()))

    def _table(self, rows: list[list[str]]) -> str:
        has_chinese = rows[0][-1] == "中文"
        head = [[self.of(cell) for cell in rows[0]]]
        rest = rows[1:] if has_chinese else [[self.of(cell) for cell in row] for row in rows[1:]]
        return "\n".join(f"| {' | '.join(row)} |" for row in head + rest)


def _blocks(text: str) -> list[str]:
    """Return the blocks of a page: code with its empty lines, and other text between empty
    lines."""
    parts = re.split(r"^(````\w*\n.*?^````|```\w*\n.*?^```)$", text, flags=re.M | re.S)
    return [
        block
        for part in parts
        for block in ([part] if part.startswith("```") else part.strip("\n").split("\n\n"))
        if block
    ]


def _places(english: str, chinese: str) -> dict[str, str]:
    """Return the anchors of an English page's headings -> those of the Chinese headings."""
    headings = [re.findall(r"^#+ (.+)$", text, re.MULTILINE) for text in (english, chinese)]
    return {f"#{anchor(old)}": f"#{anchor(new)}" for old, new in zip(*headings, strict=True)}


def _with_links(text: str, page: str, places: dict[str, dict[str, str]]) -> str:
    """Return a Chinese page with its links changed to Chinese pages, where these exist."""

    def led(match: re.Match[str]) -> str:
        target, place = match[1] or page, match[2] or ""
        if target not in places:
            return match[0]
        file = target.replace(".md", ".zh.md") if match[1] else ""
        return f"]({file}{places[target].get(place, place)})"

    return _LINK.sub(led, text)
