"""Random changes to good sources, at the level of parsers: no change gives a traceback or hangs.

The same seed gives the same changes. What is tried is in memory: no build, no folder.
"""

import random
import traceback
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, get_args

from generator.model.config import Config
from generator.model.files import SourceFile, Sources
from generator.model.records.own_kinds import FieldType, OwnField, OwnKind, record_type
from generator.model.sections import Cv
from generator.model.site import LISTS
from generator.parse.bib.bib_file import parse_bib
from generator.parse.content import parse
from generator.parse.data_file import parse_list, parse_one
from generator.parse.locate import Locator
from generator.parse.pages import page_of
from generator.problems import Place, SiteError, Spot
from generator.render.fragment import Options
from generator.render.markdown.convert import convert
from tests.cases import load
from tests.conftest import REPOSITORY

_LONGEST = 20_000

Read = Callable[[str, bytes], object]


class Family(NamedTuple):
    """Good sources of one kind, and what reads them."""

    sources: list[tuple[str, bytes]]
    read: Read
    tokens: tuple[str, ...]


GRANTS = record_type(
    "grants",
    OwnKind(
        fields={
            **{name: OwnField(type=name) for name in get_args(FieldType)},
            "title": OwnField(required=True),
            "role": OwnField(choices=("lead", "partner")),
            "amount": OwnField(type="number"),
            "team": OwnField(type="people"),
        }
    ),
)
"""A kind of a site's own, with fields of all types."""


def _file(path: str, data: bytes) -> SourceFile:
    return SourceFile(path, "nowhere", data)


def _located(path: str, data: bytes, problems: Any) -> None:
    """Find the place of each problem, as printing it would."""
    sources = Sources(content={path: _file(path, data)})
    for problem in problems:
        if isinstance(problem.where, Spot):
            Locator(sources).locate(problem.where)
        else:
            assert isinstance(problem.where, Place)


def _data(path: str, data: bytes) -> None:
    kind = path.removeprefix("content/").partition("/")[0].rsplit(".", 1)[0]
    file = _file(path, data)
    parsed = parse_one(file, Cv) if kind == "cv" else parse_list(file, LISTS.get(kind, GRANTS))
    _located(path, data, parsed.problems)


def _page(path: str, data: bytes) -> None:
    _located(path, data, page_of(_file(path, data), ("en", "zh")).problems)


def _markdown(path: str, data: bytes) -> None:
    words: dict[str, str] = {}
    text = data.decode("utf-8", "replace")
    for html in (True, False):
        fragment = convert(text, Options(html=html, titles=words))
        fragment.fill(link=lambda slot: slot.target, section=lambda slot: "")


def _bibtex(path: str, data: bytes) -> None:
    _located(path, data, parse_bib(_file(path, data)).problems)


def _options(path: str, data: bytes) -> None:
    _located(path, data, parse_one(_file(path, data), Config).problems)
    try:
        parse(Sources(content={path: _file(path, data)}))
    except SiteError as error:
        assert error.problems


def _contents(*patterns: str) -> list[tuple[str, bytes]]:
    roots = [REPOSITORY, *sorted((REPOSITORY / "tests" / "sites").iterdir())]
    found = []
    for root in roots:
        for pattern in patterns:
            for path in sorted((root / "content").glob(pattern)):
                found.append((path.relative_to(root).as_posix(), path.read_bytes()[:_LONGEST]))
    return found


_YAML = ("- ", ": ", "\n", "  ", "[", "]", "{", "}", "&a ", "*a", "|\n", ">\n", '"', "'", "#", "!!str ",
         "---\n", "~", "id: ", "date: ", "2024", "<<: ", "\t", "%", "@", "`", "null", "true", ", ", "? ")  # fmt: skip
_MARKDOWN = ("# ", "> ", "- ", "1. ", "```", "~~~\n", ":::{note}\n", ":::\n", "$", "$$\n", "[", "](", ")", "![",
             "{.a}", "<a ", ">", "<!--", "-->", "|", "\n\n", "    ", "*", "**", "_", "`", "[^a]", "[@x]", "\\", "&amp;",
             "<svg>", "<script>", "</", ":::{publications}\n:of: x\n:::\n", "\\frac{", "\\begin{", "方", "“", "--")  # fmt: skip
_BIBTEX = ("@misc{a,", "@string{", "@comment{", "@xdata{", "title={", "}", "{", '"', "#", ",", "\\", "$", " and ", "crossref={a}",
           "xdata={a}", "xdata=a-title", "author={", "family=", "\\'", "\\char", "\\foo{", "%", "\n", "~", "--", "date={2020/", "month=", "é", "@")  # fmt: skip


def families() -> dict[str, Family]:
    pages = _contents("*.md", "posts/*.md")
    bibliographies = [("content/a.bib", case.parts["bibtex"].encode()) for case in load("bibtex")]
    return {
        "data": Family(_contents("[!s]*.yaml", "cv/*.yaml"), _data, _YAML),
        "front matter": Family(pages, _page, (*_YAML, "---\n")),
        "Markdown": Family(pages, _markdown, _MARKDOWN),
        "BibTeX": Family(bibliographies + _contents("*.bib"), _bibtex, _BIBTEX),
        "options": Family(_contents("site.yaml"), _options, _YAML),
    }  # fmt: skip


def mutated(family: Family, chance: random.Random) -> tuple[str, bytes]:
    """Return a good source with one to six changes."""
    path, data = chance.choice(family.sources)
    text = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at, length = chance.randint(0, len(text)), chance.randint(1, 40)
        token = chance.choice(family.tokens).encode()
        match chance.randrange(8):
            case 0:
                del text[at : at + length]
            case 1:
                text[at:at] = text[at : at + length] * chance.randint(1, 5)
            case 2:
                text[at:at] = token
            case 3:
                text[at:at] = token * chance.randint(2, 60)
            case 4 if text:
                text[at % len(text)] = chance.randrange(256)
            case 5:
                other = chance.choice(family.sources)[1]
                begin = chance.randint(0, len(other))
                text[at:at] = other[begin : begin + 10 * length]
            case 6:
                del text[at:]
            case _:
                odd = "\0\t\r\x85\u2028\ufeff\u202e\U0001f600\u65b9"
                text[at : at + 1] = chance.choice(odd).encode()
    return path, bytes(text[:_LONGEST])


def faults(name: str, family: Family, seed: int, count: int) -> Iterator[str]:
    chance = random.Random(f"{name} {seed}")
    for _ in range(count):
        path, data = mutated(family, chance)
        try:
            family.read(path, data)
        except Exception:
            yield f"{path}\n{data!r}\n{traceback.format_exc()}"
