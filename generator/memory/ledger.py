"""What the last build made of what: per output its reads, the digest of its bytes, its warnings.

There is no stored graph to keep in step. Each build asks for the digests of today and compares
them with those that were noted (a verifying trace, as in Shake): a deleted page, a new override
in a theme, a reverted file with an old date are just different digests.

The file is JSON and holds nothing but texts, so reading one from a stranger's repository runs
nothing; no path in it is absolute, so it survives a move of the project.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from generator.memory.fingerprint import fingerprint
from generator.memory.reads import Read
from generator.model.outputs import FragmentLink, Output, Rendered
from generator.problems import Problem

FORMAT = 1
"""The shape of the file; another number means that it is not ours to read."""

Now = Callable[[Read], str | None]
"""Read -> its digest today, or None when nothing of that name is there any more."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one output came about."""

    described: str
    """The digest of its `Output`."""
    made: str
    """The digest of its bytes."""
    reads: dict[int, str] = {}
    """Number of a read in the ledger's list -> the digest that it had."""
    problems: tuple[Problem, ...] = ()
    """Warnings, which are shown again as long as the output is fresh."""
    fragment_links: tuple[FragmentLink, ...] = ()


class Ledger(msgspec.Struct):
    """All entries of one output folder."""

    format: int = FORMAT
    version: str = ""
    """The digest of the generator that wrote it: another one trusts nothing in it."""
    request: str = ""
    """What was asked for: base URL, drafts."""
    reads: list[tuple[str, ...]] = []
    """Every read once; entries name them by their number."""
    entries: dict[str, Entry] = {}
    """Path of an output -> how it came about."""


class Books:
    """The ledger of the last build, and the one that this build writes."""

    def __init__(self, last: Ledger, version: str, request: str) -> None:
        self.last = last
        self.next = Ledger(version=version, request=request, reads=[], entries={})
        self._numbers: dict[Read, int] = {}

    def why_stale(self, output: Output, now: Now) -> str | None:
        """Return in words why an output must be made again, or None when it is fresh."""
        entry = self.last.entries.get(output.path)
        if entry is None:
            return "it is new"
        return why_stale(output, entry, self.last.reads, now)

    def keep(self, output: Output) -> Entry:
        """Take a fresh output's entry over, and return it."""
        entry = self.last.entries[output.path]
        reads = {self._number(self.last.reads[n]): digest for n, digest in entry.reads.items()}
        kept = msgspec.structs.replace(entry, reads=reads)
        self.next.entries[output.path] = kept
        return kept

    def enter(self, output: Output, made: str, noted: dict[Read, str], result: Rendered) -> None:
        """Note how an output was made in this build: the digest of its bytes, and its reads."""
        self.next.entries[output.path] = Entry(
            described=fingerprint(output),
            made=made,
            reads={self._number(read): digest for read, digest in noted.items()},
            problems=tuple(result.problems),
            fragment_links=tuple(result.fragment_links),
        )

    def _number(self, read: Read) -> int:
        number = self._numbers.get(read)
        if number is None:
            number = self._numbers[read] = len(self.next.reads)
            self.next.reads.append(read)
        return number


def why_stale(output: Output, entry: Entry, reads: list[Read], now: Now) -> str | None:
    """Return in words why an output must be made again, or None when it is fresh.

    A pure function of what the output is, what it read then, and the digests of today.
    """
    if entry.described != fingerprint(output):
        return "its address, layout or source is another"
    for number, digest in entry.reads.items():
        read = reads[number]
        today = now(read)
        if today is None:
            return f"{in_words(read)} is gone"
        if today != digest:
            return f"{in_words(read)} changed"
    return None


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


def read_ledger(path: Path, version: str, request: str) -> tuple[Ledger, str]:
    """Return the last build's ledger, and a warning where there is one that cannot be used.

    A ledger of another generator, or of a build that was asked for something else, is no
    mistake: nothing in it holds, and everything is made again.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Ledger(), ""
    except OSError as error:
        return Ledger(), f"cannot read what the last build remembered: {error.strerror}"
    try:
        head = msgspec.json.decode(data, type=_Head)
        if head.format > FORMAT:
            return Ledger(), "what the last build remembered is of a newer Masthead"
        if (head.format, head.version, head.request) != (FORMAT, version, request):
            return Ledger(), ""
        ledger = msgspec.json.decode(data, type=Ledger)
        if all(0 <= n < len(ledger.reads) for e in ledger.entries.values() for n in e.reads):
            return ledger, ""
    except (msgspec.MsgspecError, UnicodeDecodeError):
        pass
    return Ledger(), "what the last build remembered is damaged"


class _Head(msgspec.Struct):
    format: int = 0
    version: str = ""
    request: str = ""


def ledger_bytes(ledger: Ledger) -> bytes:
    """Return the file of a ledger."""
    return msgspec.json.encode(ledger)
