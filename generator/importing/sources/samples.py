"""Tells the samples of a template from what people wrote, by content and never by name.

What is in the sites of several users, byte for byte or sentence for sentence, is their
template's. `sample_digests.txt` has digests of such files, sentences and titles, and none of their
content; `tools/sample_digests.py` makes it.
"""

import hashlib
import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from generator.importing.fields import Fields
from generator.importing.reading import SourcePage
from generator.importing.source_tree import PICTURES, SourceTree
from generator.model.files import packaged_data

_DIGESTS = Path(__file__).parent / "sample_digests.txt"
_LARGEST = 8 << 20
_MOSTLY = 0.9
"""The share of a text's words that are in sentences of a template, if it is a sample."""
PARTLY = 0.4
"""The same below the title of a sample that bears its date, too."""
_MOSTLY_TITLED = 0.7
"""The same below the title of a sample: templates reword their samples from time to time."""
_FILLER = re.compile(r"\s*Lorem ipsum dolor sit amet\b", re.IGNORECASE)
_LONG = 25
"""Words from which a text of sample sentences is a sample under any title."""
_MARKUP = re.compile(
    r"<!--(?:(?!<!--).)*?-->|\{:[^{}\n]*\}|\{%[^%{}]*%\}|\{\{[^{}]*\}\}|</?[a-zA-Z][^<>]*>",
    re.DOTALL,
)
SENTENCE_ENDS = re.compile(r"[.!?:。！？]+(?=\s)|\n+")
_FEWEST = 4
"""Words of the shortest sentence that is compared."""
_ENTRY = re.compile(r"^[ \t]*@\w+[ \t]*[{(]", re.MULTILINE)
_TITLE = re.compile(r"\btitle\s*=\s*[{\"]+(.+?)[}\"]+\s*(?:,|$)", re.MULTILINE)
_AUTHOR = re.compile(r"\bauthor\s*=\s*[{\"](.*)", re.IGNORECASE)
_NAMED = re.compile(r"(?<=[\"'(\s])[\w./-]+\.\w+")
_NO_ENTRY = re.compile(r"[ \t]*@(?:string|preamble|comment)\b", re.IGNORECASE)
"""What entries need that stay."""


_OF_NOBODY = packaged_data("tables/import_nobody", dict[str, str])
"""Name of a setting -> what templates say in it of their own person, and of themselves."""


def without_nobody(settings: Fields) -> None:
    """Empty the settings that are the template's, or placeholders: `UA-XXXXXXXX`."""
    for name, value in settings.items():
        if isinstance(value, str) and is_of_nobody(name, value):
            settings[name] = ""


def is_of_nobody(name: str, value: str) -> bool:
    """Whether what a setting says is the template's, or a placeholder."""
    of_template = f"{_OF_NOBODY.get(name, 'x{4,}')}|(?:UA-|G-)?[X-]{{4,}}"
    return re.fullmatch(of_template, value.strip(), re.IGNORECASE | re.DOTALL) is not None


class Samples:
    """Knows the samples of templates by digests."""

    def __init__(self, takes_all: bool = False, digests: Collection[str] | None = None) -> None:
        """`takes_all` has samples taken for what people wrote."""
        self._digests = _known() if digests is None else frozenset(digests)
        if takes_all:
            self._digests = frozenset()

    def holds(self, text: str, least: float = _MOSTLY) -> bool:
        """Whether a text is that of a template, but for few words."""
        known, words = self._share(text)
        return bool(words) and known >= least * words

    def holds_title(self, title: object) -> bool:
        """Whether a title is that of a template's page, or a position that of its person."""
        return bool(title) and title_digest(title) in self._digests

    def own_title(self, page: SourcePage) -> str:
        """Return the title of a page, if it is not that of a template's."""
        return "" if self.holds_title(title := page.fields.said("title")) else title

    def holds_page(self, page: SourcePage, is_record: bool = False) -> bool:
        """Whether a page is a sample: its text is, and so is its title.

        A text may be long enough to tell by itself. A record is its front matter, so a sample's
        text below the author's own title, or with his own description, makes it no sample.
        """
        title = page.fields.get("title")  # news has none: its text tells
        is_known = self.holds_title(title) if title else is_record and bool(page.body.strip())
        is_known |= "Relevant Topic in Your Field" in str(title)  # of academicpages, with a number
        is_dated = dated_title(page.fields) in self._digests
        description = page.fields.said("description")
        if is_dated and (is_record or self.holds(description)):
            return True
        is_own = is_record and self._share(description)[1] and not self.holds(description)
        known, words = self._share(page.body)
        if not words:
            has_words = bool(page.body.strip()) or not is_record
            return is_known and not is_own and (not has_words or self.holds(description))
        if is_known and _FILLER.match(page.fields.said("abstract")):
            return True
        if is_known or is_dated:
            return not is_own and known >= (PARTLY if is_dated else _MOSTLY_TITLED) * words
        return words >= _LONG and not is_record and known >= _MOSTLY * words

    def own(self, page: SourcePage, tree: SourceTree) -> SourcePage:
        """Return a page without its text, if that is a sample's; one that names a file of the
        owner's, such as a notebook, is none."""
        if not self.holds(page.body):
            return page
        named = {name.strip("/") for name in _NAMED.findall(page.body)} & tree.sizes.keys()
        is_own = any(not (name.endswith(PICTURES) or self.holds_file(tree, name)) for name in named)
        return page if is_own else page._replace(body="")

    def _share(self, text: str) -> tuple[int, int]:
        """Return how many words of a text are in sentences of a template, and how many in all."""
        known = total = 0
        for digest, words in sentences(text) if self._digests else ():
            total += words
            known += words if digest in self._digests else 0
        return known, total

    def holds_file(self, tree: SourceTree, path: str) -> bool:
        """Whether a file is that of a template, byte for byte."""
        if not self._digests or tree.sizes[path] > _LARGEST:
            return False
        try:
            return self.holds_bytes(tree.read(path))
        except OSError:
            return False

    def holds_bytes(self, data: bytes) -> bool:
        """Whether the bytes of a file are those of a template's, whatever ends its lines."""
        return bool({file_digest(data), file_digest(data.replace(b"\r\n", b"\n"))} & self._digests)

    def without(self, bib: str) -> tuple[str, list[str]]:
        """Return a bibliography without the entries of a template, and these."""
        head, *entries = in_entries(bib)
        kept = [one for one in entries if _NO_ENTRY.match(one) or not self._holds_entry(one)]
        return head + "".join(kept), [one for one in entries if one not in kept]

    def _holds_entry(self, entry: str) -> bool:
        """Whether an entry is a template's: all of its words are, or both its title and its author,
        since people add fields to the papers of a template."""
        words, *title = entry_digests(entry)
        author = _AUTHOR.search(entry)
        is_titled = author and is_of_nobody("author", author[1]) and {*title} & self._digests
        return words in self._digests or bool(is_titled)


def in_entries(bib: str) -> list[str]:
    """Return a bibliography in BibTeX in parts: what precedes the first entry, then each."""
    starts = [match.start() for match in _ENTRY.finditer(bib)]
    parts = zip([0, *starts], [*starts, len(bib)], strict=True)
    return [bib[start:end] for start, end in parts]


def sentences(text: str) -> Iterator[tuple[str, int]]:
    """Yield a digest of each sentence of a text without its markup, and how many words it has."""
    for sentence in SENTENCE_ENDS.split(_MARKUP.sub(" ", text)):
        words = _words(sentence)
        if len(words) >= _FEWEST:
            yield _digest(" ".join(words), 8), len(words)


def title_digest(title: Any) -> str:
    """Return a digest of a title, other than that of a sentence with its words."""
    return _digest(f"title {' '.join(_words(str(title or '')))}", 8)


def dated_title(fields: Fields) -> str:
    """Return a digest of the title of a page with its day; nothing where it lacks one of them."""
    title, day = fields.get("title"), fields.said("date")[:10]
    return title_digest(f"{title} {day}") if title and day else ""


def entry_digest(entry: str) -> str:
    """Return a digest of the words of an entry in BibTeX, without marks, blanks and capitals."""
    return _digest(" ".join(_words(entry)), 16)


def entry_digests(entry: str) -> Iterator[str]:
    """Yield a digest of the words of an entry, and one of its title."""
    yield entry_digest(entry)
    if title := _TITLE.search(entry):
        yield title_digest(title[1])


def file_digest(data: bytes) -> str:
    """Return a digest of a file."""
    return hashlib.sha256(data).hexdigest()[:16]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _digest(text: str, length: int) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:length]


@cache
def _known() -> frozenset[str]:
    lines = _DIGESTS.read_text("ascii").split("\n")
    return frozenset(line for line in lines if line and not line.startswith("#"))
