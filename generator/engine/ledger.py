"""Tracks what outputs read: the site's current facts, and the ledger of the last build.

For each output, the ledger holds what it read in the last build, the digest of its bytes, and its
warnings. No dependency graph is stored. Each build computes the current digests of what outputs
read and compares them with those in the ledger (a verifying trace, as in Shake): a deleted page, a
new override in a theme and a reverted file with an old date all just change digests.

There are two levels. An output reads facts, and a fact is made of parts of the site: the
configuration, one page, one paper, all outputs. Facts are many, and some take long to compute;
parts are few. If no part of a fact has changed, the fact has not changed and need not be computed.

The file is JSON of texts and numbers, so reading one from a stranger's repository runs nothing. It
holds no absolute path, so the project can be moved.
"""

from collections.abc import Callable
from functools import cache, cached_property
from itertools import chain
from typing import Any

import msgspec

from generator.graph.facts import FACTS
from generator.graph.index import Index, part
from generator.model.files import Made, Output
from generator.model.lookups import Known, Read, fingerprint, in_words
from generator.model.site import Page, Post, Site
from generator.model.theme import Theme
from generator.problems import Message

NO_GROUP = -1


class ReadRow(msgspec.Struct, frozen=True, array_like=True):
    """A value that outputs read, and its digest in the last build."""

    read: Read
    digest: str
    group: int = NO_GROUP
    """For a fact, the number of the group of its parts."""


class Ledger(msgspec.Struct):
    """All entries of one output folder."""

    outputs: str = ""
    """The digest of all `Output`s together."""
    parts: list[tuple[str, str]] = []
    """Parts of the site and their digests."""
    groups: list[tuple[int, ...]] = []
    """Sets of parts, by their numbers; many facts are made of the same set."""
    reads: list[ReadRow] = []
    """Every read once; outputs refer to reads by index."""
    entries: dict[str, Made] = {}
    """Path of an output -> how it was made."""

    def __post_init__(self) -> None:
        """Raise ValueError if a number, perhaps a stranger's, is not an index of its list."""
        parts = {n for group in self.groups for n in group}
        groups = {row.group for row in self.reads} - {NO_GROUP}
        reads = set(chain.from_iterable([entry.reads for entry in self.entries.values()]))
        for numbers, known in (parts, self.parts), (groups, self.groups), (reads, self.reads):
            if min(numbers, default=0) < 0 or max(numbers, default=-1) >= len(known):
                raise ValueError("a number that is beyond its list")


class LedgerUpdate:
    """Compares the ledger of the last build with the current site, and makes the new ledger."""

    def __init__(self, last: Ledger, part_digest: Callable[[str], str]) -> None:
        """`part_digest` gives the current digest of a part of the site."""
        self.last = last
        self._part_digest = part_digest
        self._entries: dict[str, Made] = {}
        self._reads = [row.read for row in last.reads]
        """All reads by number: those of the last build, then new ones."""
        self._numbers = {read: number for number, read in enumerate(self._reads)}
        self._current: dict[int, Known] = {}
        """The current digest and parts of reads that are new or were looked up again."""
        self._changed: dict[int, Message] = {}
        """Reads that have changed, with the reason."""
        changed = {n for n, (part, old) in enumerate(last.parts) if part_digest(part) != old}
        groups = enumerate(last.groups)
        self._changed_groups = {NO_GROUP, *(n for n, g in groups if not changed.isdisjoint(g))}
        self._are_same_outputs = last.outputs == part_digest("outputs")
        names = [part for part, _ in last.parts]
        self._parts_of = cache(lambda group: frozenset(names[n] for n in last.groups[group]))

    def earlier(self, read: Read) -> Known | None:
        """Return the last digest and parts of a fact if none of its parts has changed."""
        number = self._numbers.get(read)
        if number is None or number >= len(self.last.reads):
            return None
        row = self.last.reads[number]
        if row.group in self._changed_groups:
            return None
        return Known(row.digest, self._parts_of(row.group))

    def compare(self, find: Callable[[Read], Known | None]) -> None:
        """Find the reads of the last build that have changed; look up only those that may have.

        `find` returns the current digest and parts of a read, or None if it no longer exists.
        """
        for number, row in enumerate(self.last.reads):
            if row.group not in self._changed_groups:
                continue
            current = find(row.read)
            if current is None:
                self._changed[number] = Message.of("stale-gone", what=in_words(row.read))
                continue
            self._current[number] = current
            if current.digest != row.digest:
                self._changed[number] = Message.of("stale-changed", what=in_words(row.read))

    def why_stale(self, output: Output) -> Message | None:
        """Return why an output must be made again, or None if it is fresh."""
        entry = self.last.entries.get(output.path)
        if entry is None:
            return Message.of("stale-new")
        if not self._are_same_outputs and entry.described != fingerprint(output):
            return Message.of("stale-output")
        if self._changed.keys().isdisjoint(entry.reads):
            return None
        return next(self._changed[n] for n in entry.reads if n in self._changed)

    def keep(self, path: str, stamp: str) -> Made:
        """Take over the entry of a fresh output, and return it."""
        entry = self.last.entries[path]
        if entry.stamp != stamp:
            entry = msgspec.structs.replace(entry, stamp=stamp)
        self._entries[path] = entry
        return entry

    def enter(self, path: str, made: Made, reads: list[tuple[Read, Known]]) -> None:
        """Add the entry of an output that was made in this build."""
        made.reads = []
        for read, known in reads:
            number = self._numbers.setdefault(read, len(self._reads))
            if number == len(self._reads):
                self._reads.append(read)
            self._current[number] = known
            made.reads.append(number)
        self._entries[path] = made

    def stamp(self, path: str, stamp: str) -> None:
        """Set the stamp of an output's file once it is in place."""
        self._entries[path].stamp = stamp

    def digests(self) -> dict[str, str]:
        """Return the paths of this build's outputs, each with the digest of its bytes."""
        return {path: entry.digest for path, entry in self._entries.items()}

    def stamps(self) -> dict[str, str]:
        """Return the paths of this build's outputs, each with the stamp of its file."""
        return {path: entry.stamp for path, entry in self._entries.items()}

    def updated(self) -> Ledger:
        """Return this build's ledger: only the reads of its outputs, renumbered.

        Parts and groups keep their numbers, so that rows need not be made again.
        """
        entries = self._entries
        numbers = sorted(set[int]().union(*(entry.reads for entry in entries.values())))
        if len(numbers) < len(self._reads):
            new = {number: place for place, number in enumerate(numbers)}
            entries = {
                path: msgspec.structs.replace(entry, reads=[new[n] for n in entry.reads])
                for path, entry in entries.items()
            }
        rows: list[ReadRow] = []
        parts = {part: number for number, (part, _) in enumerate(self.last.parts)}
        groups = {group: number for number, group in enumerate(self.last.groups)}
        for number in numbers:
            known = self._current.get(number)
            if known is None:
                rows.append(self.last.reads[number])
                continue
            made_of = tuple(parts.setdefault(part, len(parts)) for part in sorted(known.parts))
            group = groups.setdefault(made_of, len(groups)) if made_of else NO_GROUP
            rows.append(ReadRow(self._reads[number], known.digest, group))
        digests = [(part, self._part_digest(part)) for part in parts]
        return Ledger(self._part_digest("outputs"), digests, list(groups), rows, entries)


class Parts(msgspec.Struct, eq=False, dict=True):
    """The digests of a site's parts, each computed when it is first asked for.

    `_page_digest` covers a page's text, too.
    """

    _site: Site
    _theme: Theme
    _outputs: tuple[Output, ...]
    _base_url: str
    _page_digest: Callable[[Page], str]
    _known: dict[str, str] = {}

    def digest(self, part: str) -> str:
        """Return the current digest of a part; empty for a page or paper that does not exist."""
        found = self._known.get(part)
        if found is None:
            kind, _, rest = part.partition(" ")
            if kind == "page":
                found = self._pages.get(part, "")
            elif kind == "publication":
                found = self._publications.get(part, "")
            else:
                found = fingerprint(self._value(kind, rest))
            self._known[part] = found
        return found

    def _value(self, kind: str, rest: str) -> Any:
        site = self._site
        match kind:
            case "config":
                return site.config, site.drafts, self._base_url
            case "theme":
                theme = self._theme
                own = theme.words, theme.designs, theme.section_styles
                return theme.options, theme.skin, *own
            case "people" | "venues" | "cvs" | "citation_counts" | "pictures":
                return getattr(site, kind)
            case "statics" | "broken":
                return sorted(getattr(site, kind))
            case "pages":
                return [(p.file, p.key, p.lang, p.is_post, p.front, p.sections)
                        for p in site.pages]  # fmt: skip
            case "files":
                return [(p.file, p.key, p.lang) for p in site.pages]
            case "outputs":
                return self._outputs
            case "picture":
                return site.pictures.get(rest)
            case "records" if rest == Post.kind_name:
                return site.posts
            case "records":
                return site.records.get(rest, ()) if rest else site.records
        raise KeyError(kind)

    @cached_property
    def _pages(self) -> dict[str, str]:
        return {part("page", (p.key, p.lang)): self._page_digest(p) for p in self._site.pages}

    @cached_property
    def _publications(self) -> dict[str, str]:
        return {part("publication", one.id): fingerprint(one) for one in self._site.papers}


class Facts:
    """The facts of one site, each computed at most once."""

    def __init__(self, index: Index, earlier: Callable[[Read], Known | None]) -> None:
        """`earlier` returns the last digest and parts of a fact whose parts have not changed."""
        self.index = index
        self._earlier = earlier
        self._values: dict[Read, Any] = {}
        self.noted: dict[Read, Known] = {}
        """Every fact that was looked up, with its digest and parts."""

    def lookup(self, read: Read) -> tuple[Any, str]:
        """Return a fact's value and digest; raises KeyError for a name that is not a fact."""
        if read not in self._values:
            name, *args = read
            parts: set[str] = set()
            self.index.noted = parts
            self._values[read] = value = FACTS[str(name)](self.index, *args)
            known = self.noted.get(read) or self._earlier(read)
            self.noted[read] = known or Known(fingerprint(value), frozenset(parts))
        return self._values[read], self.noted[read].digest

    def current(self, read: Read) -> Known:
        """Return a fact's digest and parts; compute it only if it may have changed."""
        known = self.noted.get(read) or self._earlier(read)
        if known is None:
            self.lookup(read)
            known = self.noted[read]
        self.noted[read] = known
        return known
