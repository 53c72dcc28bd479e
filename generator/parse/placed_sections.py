"""The sections that pages place, and those that a theme's templates ask for, without rendering.

Which records a site shows has to be known before a page is drawn. Of a page's Markdown counts what
`render/markdown/directives.py` makes a section of; code and HTML comments hold none. Of a template
counts a call such as `{{ render_section('news') }}` where all its options are numbers, words or
true and false; what a template works out, nobody knows before it is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from generator.model.caches import SourceCache
from generator.model.files import digest_of
from generator.model.sections import ANY_KINDS, Section
from generator.model.site import NO_KINDS
from generator.model.text import MarkdownCode
from generator.model.theme import Ask, ThemeFile
from generator.problems import Spot

_MARK = re.compile(
    rf"{MarkdownCode.MARK}|(?P<comment><!--)"
    r"|^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(?P<colons>:{3,})[ \t]*"
    r"\{[ \t]*(?P<name>[a-z][\w-]*)[ \t]*\}.*$",
    re.MULTILINE | re.IGNORECASE,
)
"""What hides what is in it, or where a section begins."""
_OPTION = re.compile(r"[ \t>]*:([A-Za-z][\w-]*:(?:[ \t].*)?)$")


def placed_sections(file: str, body: str, cache: SourceCache) -> tuple[Section, ...]:
    """Return the sections in a page's text, without what they say in words.

    What is wrong with one is reported when it is drawn. They are cached by their options, since
    most edits are of other text.
    """
    placed = list(_placed(body)) if ":::" in body else []
    if not placed:
        return ()
    digest = digest_of("\n".join(f"{name}\n{options}" for name, options in placed).encode())
    name = f"sections {file}"
    known: tuple[Section, ...] | None = cache.get(name, digest, tuple[Section, ...])
    if known is None:
        known = tuple(_sections(placed))
        cache.put(name, digest, known)
    return known


def _sections(placed: list[tuple[str, str]]) -> Iterator[Section]:
    from generator.parse.yaml_reader import read_section

    for name, options in placed:
        section, _ = read_section(name, options, Spot(""))
        if section is not None:
            words = {"title": None, "text": None, "et_al": None, "spot": None}
            yield msgspec.structs.replace(section, **words)


def _placed(body: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each section, and its options as YAML."""
    code = MarkdownCode(body)
    position = 0
    while mark := _MARK.search(body, position):
        position = mark.end()
        if mark["fence"] or mark["ticks"]:
            position = code.end(mark)
        elif mark["comment"]:
            end_of_it = body.find("-->", position)
            position = end_of_it if end_of_it >= 0 else len(body)
        else:
            name = mark["name"].lower()
            if name in ANY_KINDS or name not in NO_KINDS:
                yield name, _options(body[position + 1 :])


def _options(text: str) -> str:
    """Return the option lines at the beginning of a text, as YAML."""
    lines = []
    for line in text.split("\n"):
        option = _OPTION.match(line)
        if option:
            lines.append(option[1])
        elif lines and line[:2].isspace() and line.strip(" \t>:"):
            lines.append("  " + line.strip())  # which continues the option above
        elif line.strip():
            break
    return "\n".join(lines)


_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_CALL = re.compile(
    r"\b(?:render_section|records)\(\s*(?P<quote>['\"])(?P<kind>[a-z][\w-]*)(?P=quote)"
    r"(?P<options>(?:\s*,\s*\w+\s*=\s*(?:'[^']*'|\"[^\"]*\"|[\w.-]+(?:\([^()]*\))?))*)\s*,?\s*\)"
)
_ARGUMENT = re.compile(r"(\w+)\s*=\s*('[^']*'|\"[^\"]*\"|[\w.-]+(?:\([^()]*\))?)")
_LITERAL = re.compile(r"'[^']*'|\"[^\"]*\"|-?\d+|true|false", re.IGNORECASE)
_LOOKS = frozenset(("title", "text"))
"""Options that choose no records, so that templates may work them out: `title=word('news')`."""


def asked_for(files: dict[str, ThemeFile], cache: SourceCache) -> tuple[Ask, ...]:
    """Return what the templates of pages ask for, by the files that count."""
    pages = [(name, file) for name, file in files.items() if _is_page(name)]
    digest = digest_of("\n".join(f"{name} {file.digest}" for name, file in pages).encode())
    known: tuple[Ask, ...] | None = cache.get("asks of templates", digest, tuple[Ask, ...])
    if known is None:
        known = tuple(ask for name, file in pages for ask in _asks(name, file))
        cache.put("asks of templates", digest, known)
    return known


def _is_page(name: str) -> bool:
    return name.startswith("templates/") and name.endswith(".html")


def _asks(name: str, file: ThemeFile) -> Iterator[Ask]:
    text = _COMMENT.sub("", file.data.decode("utf-8", "replace"))
    for call in _CALL.finditer(text):
        options = dict(_ARGUMENT.findall(call["options"]))
        known = {key: value for key, value in options.items() if key not in _LOOKS}
        if all(map(_LITERAL.fullmatch, known.values())):
            said = {key: value.strip("'\"") for key, value in known.items()}
            yield Ask(name.removeprefix("templates/"), call["kind"], said)
