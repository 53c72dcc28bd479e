"""The definition of a rule, the data that it may read, and the list of all rules.

A rule is a pure function from a `CheckContext` (the site, its texts with their places, and its
outputs) to findings. Its docstring documents what the rule finds, why that matters, and what it
ignores. The first sentence is the short form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

import msgspec

from generator.html import start_tags
from generator.model.files import Output
from generator.model.records.career import Record
from generator.model.sections import Cv, Section
from generator.model.site import PAGE_ENDINGS, Page
from generator.model.text import Text, Visibility, fields_of, without_fences
from generator.problems import Problem, Severity, Spot

if TYPE_CHECKING:
    from generator.api import BuiltSite

WrittenText = tuple[tuple[str, ...], Text | str, Spot]
"""The path of fields to a text, the text, and its spot."""
SITE = "content/site.yaml"
_LEADING = (
    *("a", "img", "link", "script", "source", "video", "audio", "iframe", "embed", "object"),
    *("track", "area", "image", "use"),
)
"""Elements that link to or embed other files."""
R = TypeVar("R", bound=Record)


class CheckContext:
    """The data that a rule may read. Values are computed only when a rule asks for them."""

    def __init__(self, built: BuiltSite, today: tuple[int, int, int] | None = None) -> None:
        """`today` is the year, month and day; without it, no date counts as in the future."""
        self.built = built
        self.site = built.site
        self.index = built.index
        self.chosen = built.chosen
        self.today = today
        self._sections: dict[str, tuple[tuple[int, Section, Spot], ...]] = {}

    @property
    def languages(self) -> tuple[str, ...]:
        """The site's languages, the first one first."""
        return self.site.config.languages

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """All records that are in at least one output."""
        return tuple(
            record
            for records in self.site.records.values()
            for record in records
            if record.visibility.word != "private"
        )

    def of(self, kind: str) -> list[Record]:
        """Return the records of one kind."""
        return [record for record in self.records if record.kind_name == kind]

    def of_type(self, wanted: type[R]) -> list[R]:
        """Return the records of one kind by its type."""
        return [record for record in self.records if isinstance(record, wanted)]

    def spot(self, written: Record | Cv) -> Spot:
        """Return the spot of a record or a CV. All that were read from a file have one."""
        assert written.spot is not None
        return written.spot

    @cached_property
    def data_texts(self) -> tuple[tuple[Any, tuple[WrittenText, ...]], ...]:
        """The configuration and each person, venue and record, with all texts in it."""
        values: list[tuple[Any, Spot]] = [(self.site.config, Spot(SITE))]
        values += [
            (venue, Spot("content/venues.yaml", (venue.id,))) for venue in self.site.venues.values()
        ]
        texts = ((value, tuple(texts_of(value, spot))) for value, spot in values)
        return (*texts, *self.record_texts)

    @cached_property
    def record_texts(self) -> tuple[tuple[Record, tuple[WrittenText, ...]], ...]:
        """Each record with all its texts, shared by several rules."""
        return tuple((r, tuple(texts_of(r, self.spot(r)))) for r in self.records)

    @cached_property
    def bodies(self) -> tuple[tuple[Page, Prose], ...]:
        """The pages that the author wrote and that are not private, each with its Markdown."""
        return tuple(
            (page, Prose(self.index.body(page).text, page.body_spot, page.lang))
            for page in self.site.pages
            if page.front.visibility.word != "private" and page.file.endswith(PAGE_ENDINGS)
        )

    @cached_property
    def prose(self) -> tuple[Prose, ...]:
        """Each text of the site once; texts of data and front matter come first."""
        texts = [text for _, texts in self.data_texts for text in texts]
        for cv in self.site.cvs:
            texts += texts_of(cv, self.spot(cv))
        for page, _ in self.bodies:
            texts += texts_of(page.front, page.front_spot())
        found = [prose for _, text, spot in texts for prose in prose_of(text, spot)]
        found += [prose for _, prose in self.bodies]
        unique = {(prose.spot, prose.text): prose for prose in found if prose.text}
        return tuple(unique.values())

    @cached_property
    def prose_by_file(self) -> dict[str, list[Prose]]:
        """The same by file; "" has all of it."""
        found: dict[str, list[Prose]] = {"": list(self.prose)}
        for prose in self.prose:
            found.setdefault(prose.spot.file, []).append(prose)
        return found

    def sections(self, page: Page) -> tuple[tuple[int, Section, Spot], ...]:
        """Return the valid sections on a page.

        Each comes with its line in the text, counted from 0, and its spot.
        """
        if page.file not in self._sections:
            self._sections[page.file] = tuple(self.built.sections(page))
        return self._sections[page.file]

    def pages(self) -> Iterator[tuple[Output, str]]:
        """Yield the HTML pages of the site, each with its text; pages are read one by one."""
        for output in self.index.outputs:
            if output.traits.is_page and output.path.endswith(".html"):
                yield output, self.built.read(output).decode("utf-8", "replace")

    @cached_property
    def tags(self) -> list[tuple[Output, str, dict[str, str]]]:
        """The page, the name and the attributes of each tag with an address.

        Most tags occur on all pages, in the menu, the head and the foot, so they are parsed only
        once.
        """
        known: dict[str, dict[str, str]] = {}
        found = []
        for output, html in self.pages():
            for tag in start_tags(html, _LEADING):
                if tag.inside not in known:
                    known[tag.inside] = tag.attributes
                found.append((output, tag.name, known[tag.inside]))
        return found


def texts_of(value: Any, spot: Spot, path: tuple[str, ...] = ()) -> Iterator[WrittenText]:
    """Yield all texts in the value at a spot."""
    if isinstance(value, Text):
        yield path, value, value.spot or spot
    elif isinstance(value, str):
        if value:
            yield path, value, spot
    elif isinstance(value, Visibility):
        return
    elif isinstance(value, msgspec.Struct):
        for name in fields_of(type(value)):
            inner = getattr(value, name)
            if inner and name not in ("spot", "given_fields"):
                yield from texts_of(inner, spot.inside(name), (*path, name))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from texts_of(inner, spot.inside(str(key)), (*path, str(key)))
    elif isinstance(value, tuple):
        for number, inner in enumerate(value):
            own = getattr(inner, "spot", None)
            at = own if isinstance(own, Spot) else spot.inside(str(number))
            yield from texts_of(inner, at, path)


def prose_of(text: Text | str, spot: Spot) -> list[Prose]:
    """Return a text at a spot in each of its languages."""
    if isinstance(text, str):
        return [Prose(text, spot)]
    return [
        Prose(form, spot.inside(lang) if lang else spot, lang) for lang, form in text.forms.items()
    ]


Family = Literal[
    "People", "Languages", "Dates", "Papers", "Counts", "Texts",
    "Links and pictures", "Files",
]  # fmt: skip
"""The group of a rule; the reference lists them in this order."""


Look = Callable[[CheckContext], Iterable[Problem]]


class Rule(NamedTuple):
    """One rule of `masthead check`."""

    code: str
    """A short, stable name in kebab-case, by which the rule is silenced: `paper-twice`."""
    severity: Severity
    family: Family
    look: Look

    def findings(self, context: CheckContext) -> list[Problem]:
        """Return the rule's findings, as problems with its code and severity."""
        found = self.look(context)
        return [
            msgspec.structs.replace(one, severity=self.severity, rule=self.code) for one in found
        ]


RULES: dict[str, Rule] = {}
"""Every rule by its code; `check/__init__.py` imports the files that fill it."""


def rule(code: str, severity: Severity, family: Family) -> Callable[[Look], Look]:
    """Return a decorator that registers a function in RULES."""

    def enter(look: Look) -> Look:
        assert code not in RULES, f"two rules have the code {code}"
        RULES[code] = Rule(code, severity, family, look)
        return look

    return enter


# ---------------------------------------------------------------------- texts as rules read them


_CODE = (
    r"<!--(?:.*?-->|.*)|<(script|style|pre|code)\b(?:.*?</\1>|.*)"
    r"|(?<![`\\])(`++)(?:(?!\n\s*\n).)+?(?<!`)\2(?!`)"
)
_UNREAD = re.compile(
    rf"{_CODE}"
    r"|(?<!\\)\$\$.+?(?<!\\)\$\$|(?<![\\\w$])\$(?![\s$])[^$\n]+?(?<![\s\\])\$(?![\w$])",
    re.DOTALL,
)
_ADDRESSES = re.compile(
    r"(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+\"[^\"\n]*\")?\)"  # of links, without titles
    r"|<[^<>\n]+>|\b(?:https?://|www\.)[^\s<>)\]，。；）]+"
    r"|^[ \t>]*\[[^\]\n]+\]:.*$"  # definitions of links and footnotes
    r"|^[ \t]*:[A-Za-z][\w-]*:.*$|\{[^{}\n]*\}",  # options of directives, attributes
    re.MULTILINE,
)


class Prose:
    """A text of the site, in one language, with its place."""

    def __init__(self, text: str, spot: Spot, lang: str = "") -> None:
        self.text = text
        """Markdown source."""
        self.spot = spot
        """Where it starts."""
        self.lang = lang
        """Its language; empty for a text without one."""

    @cached_property
    def read(self) -> str:
        """The text with blanks for code, formulas and comments: only visible text and links are
        left."""
        return _UNREAD.sub(_blank, without_fences(self.text))

    @cached_property
    def words(self) -> str:
        """The same with blanks for addresses, attributes and options: only words are left."""
        return _ADDRESSES.sub(_blank, self.read)

    def at(self, offset: int) -> Spot:
        """Return the spot of a character."""
        line = self.text.count("\n", 0, offset)
        column = offset - (self.text.rfind("\n", 0, offset) + 1)
        return self.spot.at(self.spot.line + line, column if line else self.spot.column + column)

    def find(self, pattern: re.Pattern[str]) -> Iterator[tuple[re.Match[str], Spot]]:
        """Yield the matches of a pattern in the words, each with its place."""
        for match in pattern.finditer(self.words):
            yield match, self.at(match.start())


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def is_one_letter_off(first: str, second: str) -> bool:
    """Whether two words differ in one letter that is wrong, missing or extra.

    A difference in a digit is intended: `wang1` and `wang2`, "Part 1" and "Part 2". Two exchanged
    letters (`Jihn`) count as one.
    """
    if first == second or abs(len(first) - len(second)) > 1:
        return False
    short, long = sorted((first, second), key=len)
    start = next((i for i, ch in enumerate(short) if ch != long[i]), len(short))
    if len(short) < len(long):
        return short[start:] == long[start + 1 :] and long[start].isalpha()
    if short[start + 1 :] == long[start + 1 :]:
        return short[start].isalpha() and long[start].isalpha()
    swapped = long[start + 1 : start + 2] + long[start]
    return short[start : start + 2] == swapped and short[start + 2 :] == long[start + 2 :]
