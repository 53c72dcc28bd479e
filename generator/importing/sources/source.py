"""What each program that sites come from has to answer, and how all of them read their files.

What cannot be read is left out, with a finding. So are the samples of a template: they are told
from what users wrote by content, never by name. What is in the sites of several users word for
word, or byte for byte, is their template's. The project keeps digests of that, and none of its
content.
"""

import hashlib
import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import msgspec

from generator.importing.fields import FieldReader
from generator.importing.plan import SitePlan
from generator.importing.private_facts import protection, secrets_in
from generator.importing.reading import (
    Fields,
    SourcePage,
    Unreadable,
    read_front_matter,
    read_json,
    read_toml,
    read_yaml,
)
from generator.importing.source_tree import (
    LARGEST_TEXT,
    ON_LFS,
    SourceTree,
    is_lfs_pointer,
    plain_text,
)

_DIGESTS = Path(__file__).parent / "sample_digests.txt"


class Samples:
    """Knows the samples of templates by digests."""

    def __init__(self, takes_all: bool = False, digests: Collection[str] | None = None) -> None:
        """`takes_all` has samples taken for what people wrote."""
        self._digests = _known() if digests is None else frozenset(digests)
        self._takes_all = takes_all

    def holds(self, text: str) -> bool:
        """Whether a text is that of a template: the same words, whatever stands between them."""
        if self._takes_all or not text.strip():
            return False
        return digest_of(text) in self._digests

    def holds_file(self, tree: SourceTree, path: str) -> bool:
        """Whether a file is that of a template, byte for byte."""
        if self._takes_all or tree.sizes[path] > 8 << 20:
            return False
        try:
            return self.holds_bytes(tree.read(path))
        except OSError:
            return False

    def without(self, bib: str) -> tuple[str, int]:
        """Return a bibliography without the entries of a template, and how many those were."""
        head, *entries = in_entries(bib)
        kept = [entry for entry in entries if not self.holds(entry)]
        return head + "".join(kept), len(entries) - len(kept)

    def holds_bytes(self, data: bytes) -> bool:
        """Whether the bytes of a file are those of a template's."""
        return not self._takes_all and digest_of_bytes(data) in self._digests


def in_entries(bib: str) -> list[str]:
    """Return a bibliography in BibTeX in parts: what stands before the first entry, then each."""
    starts = [match.start() for match in _ENTRY.finditer(bib)]
    parts = zip([0, *starts], [*starts, len(bib)], strict=True)
    return [bib[start:end] for start, end in parts]


def digest_of(text: str) -> str:
    """Return a digest of the words of a text, without marks, blanks and capitals."""
    words = re.findall(r"\w+", text.casefold())
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:16]


def digest_of_bytes(data: bytes) -> str:
    """Return a digest of a file."""
    return hashlib.sha256(data).hexdigest()[:16]


@cache
def _known() -> frozenset[str]:
    lines = _DIGESTS.read_text("ascii").split("\n")
    return frozenset(line for line in lines if line and not line.startswith("#"))


class ImportOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What a person has asked for."""

    samples: Samples
    """Tells the samples of templates from what people wrote."""
    home_words: Collection[str] = ()
    """The words of the published home page, in lower case, where it is known."""


class Source(Protocol):
    """A program that sites or CVs come from."""

    kind: str
    """Its name, as `--from` takes it: `hexo`."""

    def evidence(self, tree: SourceTree) -> list[str]:
        """Return what in a source shows that it was made for this program, or nothing."""

    def read(self, tree: SourceTree, plan: SitePlan, options: ImportOptions) -> None:
        """Fill a plan. Texts stay as they are; `conversion.py` does the rest.

        Whatever is not in the plan afterwards is in the findings.
        """

    def leads_to(self, address: str, plan: SitePlan) -> str:
        """Return where an address leads now that the program made by itself (a list of posts, a
        feed), or nothing."""


def leave(path: str, plan: SitePlan, code: str, what: str, line: int = 0) -> None:
    """Leave a file out, and say what is wrong with it."""
    plan.leave(path, code)
    plan.findings.add("lost", code, path, what, line=line)


def text_of(tree: SourceTree, path: str, plan: SitePlan) -> str | None:
    """Return a file as text, or None after noting why it cannot be read as one."""
    if tree.sizes[path] > LARGEST_TEXT:
        leave(path, plan, "too-large", f"{tree.sizes[path] >> 20} MB")
        return None
    try:
        data = tree.read(path)
        if not is_lfs_pointer(data):
            return plain_text(data)
        leave(
            path,
            plan,
            "lfs-pointer",
            ON_LFS,
        )
    except OSError as error:
        leave(path, plan, "unreadable", error.strerror or "its content cannot be read")
    except UnicodeDecodeError:
        leave(path, plan, "encoding", "this is not UTF-8; save it as UTF-8")
    return None


def data_of(tree: SourceTree, path: str, plan: SitePlan) -> Any:
    """Return what a file in YAML, TOML or JSON says, or None after noting why it is not that."""
    text = text_of(tree, path, plan)
    return None if text is None else _parsed(text, path, plan)


def settings_in(tree: SourceTree, path: str, plan: SitePlan) -> Fields:
    """Return a file of settings, in which keys are noted; empty where there is none to read."""
    text = text_of(tree, path, plan) if path else None
    if text is None:
        return Fields()
    for line, name in secrets_in(text):
        plan.findings.add("secret", "secret", path, name, line=line)
    plan.take(path, "content/site.yaml")
    found = _parsed(text, path, plan)
    return found if isinstance(found, Fields) else Fields()


def _parsed(text: str, path: str, plan: SitePlan) -> Any:
    try:
        if path.endswith(".json"):
            return read_json(text)
        if path.endswith(".toml"):
            return read_toml(text)
        return read_yaml(text, path, plan.findings)
    except Unreadable as error:
        leave(path, plan, "unreadable", error.reason, error.line)
        return None


def readers(
    tree: SourceTree, paths: list[str], plan: SitePlan
) -> Iterator[tuple[str, SourcePage, FieldReader]]:
    """Yield each page that can be read, with a reader of its front matter."""
    for path in paths:
        text = text_of(tree, path, plan)
        if text is None:
            continue
        if not text.strip():
            plan.leave(path, "an empty file")
            plan.findings.add("left", "empty-file", path)
            continue
        try:
            page = read_front_matter(text, path, plan.findings)
        except Unreadable as error:
            leave(path, plan, "unreadable", error.reason, error.line)
            continue
        found = protection(page.fields, page.body, plan.locked_tags, plan.hiding)
        if found[0]:
            plan.protected[path] = found
        yield path, page, FieldReader(page.fields, path, plan.findings)


_ENTRY = re.compile(r"^[ \t]*@\w+[ \t]*[{(]", re.MULTILINE)
