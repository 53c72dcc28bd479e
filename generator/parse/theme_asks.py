"""The sections that a theme's templates ask for in so many words: `{{ render_section('news') }}`.

Which records pages show has to be known before a page is drawn. A call counts where all its options
are numbers, words or true and false; what a template works out, nobody knows before it is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.model.caches import SourceCache
from generator.model.files import digest_of
from generator.model.theme import Ask, ThemeFile

_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_CALL = re.compile(
    r"\b(?:render_section|records)\(\s*(?P<quote>['\"])(?P<kind>[a-z][\w-]*)(?P=quote)"
    r"(?P<options>(?:\s*,\s*\w+\s*=\s*(?:'[^']*'|\"[^\"]*\"|[\w.-]+(?:\([^()]*\))?))*)\s*,?\s*\)"
)
_OPTION = re.compile(r"(\w+)\s*=\s*('[^']*'|\"[^\"]*\"|[\w.-]+(?:\([^()]*\))?)")
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
        options = dict(_OPTION.findall(call["options"]))
        known = {key: value for key, value in options.items() if key not in _LOOKS}
        if all(map(_LITERAL.fullmatch, known.values())):
            said = {key: value.strip("'\"") for key, value in known.items()}
            yield Ask(name.removeprefix("templates/"), call["kind"], said)
