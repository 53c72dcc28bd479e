"""What the last build made of what: per output its reads, the digest of its bytes, its warnings.

There is no stored graph to keep in step. Each build asks for the digests of today and compares
them with those that were noted (a verifying trace, as in Shake): a deleted page, a new override
in a theme, a reverted file with an old date are just different digests. There are two levels of
them. A read of an output is a fact, and a fact is made of parts of the site; a fact whose parts
are what they were is not computed again.

The file is JSON and holds nothing but texts and numbers, so reading one from a stranger's
repository runs nothing; no path in it is absolute, so it survives a move of the project.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from generator.atomic import save
from generator.engine.store import DAMAGED, UNDECODABLE, decoder_of, read_sealed, sealed
from generator.model.caches import ProcessCache
from generator.model.files import FragmentLink
from generator.model.tracking import Read
from generator.problems import Problem

FORMAT = 2
"""The shape of the file; a higher number means that it is not ours to read."""
NO_GROUP = -1


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one output came about."""

    described: str
    """The digest of its `Output`."""
    made: str
    """The digest of its bytes."""
    stamp: str
    """Tells the state of its file; empty where it cannot be told."""
    reads: list[int] = []
    """Numbers of its reads in the ledger's list."""
    texts: list[str] = []
    """Keys of the rendered texts in it, which are kept on the shelf as long as it is."""
    problems: tuple[Problem, ...] = ()
    """Warnings, which are shown again as long as the output is fresh."""
    fragment_links: tuple[FragmentLink, ...] = ()


class ReadRow(msgspec.Struct, frozen=True, array_like=True):
    """Something that outputs read, with the digest that it had."""

    read: tuple[str, ...]
    digest: str
    group: int = NO_GROUP
    """For a fact, the number of the group of parts that it is made of."""


class Ledger(msgspec.Struct):
    """All entries of one output folder."""

    outputs: str = ""
    """The digest of all `Output`s together."""
    whole: int = 0
    """How many reads it had when it was last numbered anew."""
    parts: list[tuple[str, str]] = []
    """Parts of the site and their digests."""
    groups: list[tuple[int, ...]] = []
    """Sets of parts, by their numbers; many facts are made of the same ones."""
    reads: list[ReadRow] = []
    """Every read once; entries name them by their number."""
    entries: dict[str, Entry] = {}
    """Path of an output -> how it came about."""

    def is_whole(self) -> bool:
        """Whether every number in it leads somewhere."""
        parts, groups, reads = len(self.parts), len(self.groups), len(self.reads)
        return (
            all(0 <= n < parts for group in self.groups for n in group)
            and all(NO_GROUP <= row.group < groups for row in self.reads)
            and all(0 <= n < reads for entry in self.entries.values() for n in entry.reads)
        )


def in_words(read: Read) -> str:
    """Return a read as a person would name it: `the template post.html`, `the menu (zh)`."""
    name, *rest = read
    if name in ("template", "icon", "file"):
        return f"the {name} {rest[0]}"
    lang, *arguments = rest or [""]
    if name in ("section", "section_faults"):
        return f"the answer to a section ({lang})"
    if name == "target":
        return f'where the link "{arguments[0]}" leads'
    words = name.replace("_", " ")
    about = f" {arguments[0]}" if arguments else ""
    return f"the {words}{about} ({lang})"


def read_ledger(path: Path, version: str, kept: ProcessCache) -> tuple[Ledger, str]:
    """Return the last build's ledger, and a warning where there is one that cannot be used.

    `version` stands for the generator and what it was asked for. A ledger of another one is no
    mistake: nothing in it holds, and everything is made again.
    """
    body, fault = read_sealed(path, FORMAT, version)
    if body is None:
        return Ledger(), fault
    known: Ledger | None = kept.get(path.name, body)
    if known is not None:
        return known, ""
    try:
        ledger: Ledger = decoder_of(Ledger).decode(body)
    except UNDECODABLE:
        return Ledger(), DAMAGED
    return (ledger, "") if ledger.is_whole() else (Ledger(), DAMAGED)


def save_ledger(path: Path, version: str, ledger: Ledger, kept: ProcessCache) -> None:
    """Write a ledger; `kept` has it for the next build of this process."""
    body = msgspec.json.encode(ledger)
    save(path, sealed(FORMAT, version, body))
    kept.put(path.name, body, ledger)
