"""Compares themes: all must have the same addresses, and on each page the same words of records and
texts.

A page must have each word as often as in all other themes. Words of the interface, including labels
and buttons, may differ.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from generator.model.languages import LANGUAGES, language

_UNSEEN = re.compile(r"<(script|style|svg|template|math|head)\b.*?</\1>|<[^>]+>", re.DOTALL)
_FOLDED_BIBTEX = re.compile(
    r'<details[^>]*>\s*<summary>[^<]*</summary>\s*<pre class="bibtex".*?</details>', re.DOTALL
)
_WORD = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+")


def addresses(folder: Path) -> set[str]:
    """Return the paths of all files of a site except the theme's own."""
    files = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return {path for path in files if not path.startswith("assets/")}


def lost_words(sites: Mapping[str, Path]) -> list[str]:
    """Return the words that a theme omits and others show: one line for each page of a theme.

    `sites` are the output folders of a site, by theme.
    """
    found = []
    some = next(iter(sites.values()))
    for page in sorted(some.rglob("index.html")):
        path = page.relative_to(some)
        texts = {theme: (site / path).read_text("utf-8") for theme, site in sites.items()}
        main_parts = [words_of_html(_main_part(text)) for text in texts.values()]
        due = _shown_by_all_but_one(main_parts)
        for theme, text in texts.items():  # the theme may show it beside the main part
            if lost := due - words_of_html(text):
                words = " ".join(sorted(lost.elements()))
                found.append(f"{theme}, /{path.parent.as_posix()}/: {words}")
    return found


def _shown_by_all_but_one(pages: list[Counter[str]]) -> Counter[str]:
    """Return the count of each word on these pages, without the page that has it least."""
    words = {word for page in pages for word in page}
    return Counter({word: sorted(page[word] for page in pages)[1] for word in words})


def _main_part(page: str) -> str:
    """Return the main part of a page, without collapsed BibTeX."""
    found = re.search(r"<main\b.*</main>", page, re.DOTALL)
    return _FOLDED_BIBTEX.sub(" ", found[0] if found else page)


def words_of_html(text: str) -> Counter[str]:
    """Return the count of each word in the body of a page, visible or collapsed."""
    return _counted(_UNSEEN.sub(" ", text))


def _counted(text: str) -> Counter[str]:
    text = _han_of_interface().sub(" ", html.unescape(text).casefold())
    found = Counter(_WORD.findall(text))
    return Counter({word: count for word, count in found.items() if word not in _of_interface()})


@cache
def _of_interface() -> frozenset[str]:
    texts = [*language("und").words.values()]
    for lang in LANGUAGES:
        texts += language(lang).words.values()
    return frozenset(
        word for text in texts for word in _WORD.findall(text.casefold()) if not _is_han(word)
    )


def _is_han(word: str) -> bool:
    return "\u3400" <= word <= "\u9fff"


@cache
def _han_of_interface() -> re.Pattern[str]:
    """Return a pattern of the interface's words in Chinese, where no blanks separate words."""
    texts = {part for text in language("zh").words.values() for part in re.split(r"\{.*?\}", text)}
    longest_first = sorted((text for text in texts if len(text) > 1), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first)))
