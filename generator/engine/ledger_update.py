"""The ledger of the last build, held against today; and the one that this build writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Protocol

import msgspec

from generator.engine.ledger import NO_GROUP, Entry, Ledger, ReadRow, in_words
from generator.model.files import FragmentLink, Output
from generator.model.tracking import Known, Read, fingerprint
from generator.problems import Problem

Now = Callable[[Read], Known | None]
"""Read -> what is known of it today, or None when nothing of that name is there any more."""


class Noticed(Protocol):
    """What was noticed while an output was made."""

    @property
    def problems(self) -> list[Problem]: ...
    @property
    def fragment_links(self) -> list[FragmentLink]: ...


class LedgerUpdate:
    """What was, what is, and what of it changed."""

    def __init__(self, last: Ledger, part_digest: Callable[[str], str]) -> None:
        """`part_digest` gives the digest of a part of the site today."""
        self.last = last
        self._part_digest = part_digest
        self._entries: dict[str, Entry] = {}
        self._reads: list[Read] = [row.read for row in last.reads]
        self._numbers = {read: number for number, read in enumerate(self._reads)}
        self._today: dict[int, Known] = {}
        """What is known today of reads that are new, or were looked at again."""
        self._changed: dict[int, str] = {}
        """Reads that are not what they were, with the reason in words."""
        changed = {n for n, (part, old) in enumerate(last.parts) if part_digest(part) != old}
        self._changed_groups = {
            number for number, group in enumerate(last.groups) if not changed.isdisjoint(group)
        }
        self._are_same_outputs = last.outputs == part_digest("outputs")
        self._parts_of = cache(self._named_parts)

    def known(self, read: Read) -> Known | None:
        """Return what the last build knew of a fact, if all its parts are what they were."""
        number = self._numbers.get(read)
        if number is None or number >= len(self.last.reads):
            return None
        row = self.last.reads[number]
        if row.group == NO_GROUP or row.group in self._changed_groups:
            return None
        return Known(row.digest, self._parts_of(row.group))

    def compare(self, now: Now) -> None:
        """Find out which reads of the last build have changed; only those that may have."""
        for number, row in enumerate(self.last.reads):
            if row.group != NO_GROUP and row.group not in self._changed_groups:
                continue
            today = now(row.read)
            if today is None:
                self._changed[number] = f"{in_words(row.read)} is gone"
                continue
            self._today[number] = today
            if today.digest != row.digest:
                self._changed[number] = f"{in_words(row.read)} changed"

    def why_stale(self, output: Output) -> str | None:
        """Return in words why an output must be made again, or None when it is fresh."""
        entry = self.last.entries.get(output.path)
        if entry is None:
            return "it is new"
        if not self._are_same_outputs and entry.described != fingerprint(output):
            return "its address, layout or source is another"
        if self._changed.keys().isdisjoint(entry.reads):
            return None
        return next(self._changed[n] for n in entry.reads if n in self._changed)

    def reads_of(self, path: str) -> list[Read]:
        """Return what an output read the last time."""
        return [self._reads[number] for number in self.last.entries[path].reads]

    def keep(self, path: str, stamp: str) -> Entry:
        """Take a fresh output's entry over, and return it."""
        entry = self.last.entries[path]
        if entry.stamp != stamp:
            entry = msgspec.structs.replace(entry, stamp=stamp)
        self._entries[path] = entry
        return entry

    def enter(
        self,
        output: Output,
        made: str,
        noted: Iterable[tuple[Read, Known]],
        texts: list[str],
        result: Noticed,
    ) -> None:
        """Note how an output was made in this build.

        `made` is the digest of its bytes, `texts` are the keys of what is on the shelf for it.
        """
        reads = []
        for read, known in noted:
            number = self._numbers.get(read)
            if number is None:
                number = self._numbers[read] = len(self._reads)
                self._reads.append(read)
            self._today[number] = known
            reads.append(number)
        self._entries[output.path] = Entry(
            described=fingerprint(output),
            made=made,
            stamp="",
            reads=reads,
            texts=texts,
            problems=tuple(result.problems),
            fragment_links=tuple(result.fragment_links),
        )

    def stamp(self, path: str, stamp: str) -> None:
        """Note the state of an output's file once it is in its place."""
        self._entries[path] = msgspec.structs.replace(self._entries[path], stamp=stamp)

    def texts(self) -> set[str]:
        """Return the keys of all rendered texts that outputs hold."""
        return {key for entry in self._entries.values() for key in entry.texts}

    def stamps(self) -> Iterator[tuple[str, str]]:
        """Yield the path and the stamp of each output of this build."""
        return ((path, entry.stamp) for path, entry in self._entries.items())

    def ledger(self) -> Ledger:
        """Return this build's ledger.

        Most of it is the last one's. What no output reads any more stays in it until that is a
        third, and only then is all of it numbered anew.
        """
        if not self.last.reads or len(self._reads) > 1.5 * self.last.whole:
            return self._whole_ledger()
        last = self.last
        reads, groups = list(last.reads), list(last.groups)
        numbers = {part: number for number, (part, _) in enumerate(last.parts)}
        group_numbers: dict[frozenset[str], int] = {}
        for number, known in sorted(self._today.items()):
            group = NO_GROUP
            if known.parts:
                group = group_numbers.get(known.parts, len(groups))
                if group == len(groups):
                    group_numbers[known.parts] = group
                    names = sorted(known.parts)
                    groups.append(tuple(numbers.setdefault(p, len(numbers)) for p in names))
            row = ReadRow(self._reads[number], known.digest, group)
            if number < len(reads):
                reads[number] = row
            else:
                reads.append(row)
        parts = [(part, self._part_digest(part)) for part in numbers]
        outputs = self._part_digest("outputs")
        return Ledger(outputs, last.whole, parts, groups, reads, self._entries)

    def _whole_ledger(self) -> Ledger:
        anew = Ledger(self._part_digest("outputs"), 0, [], [], [], {})
        numbers: dict[int, int] = {}
        groups: dict[frozenset[str], int] = {}
        parts: dict[str, int] = {}
        for path, entry in self._entries.items():
            for number in entry.reads:
                if number not in numbers:
                    numbers[number] = len(anew.reads)
                    anew.reads.append(self._row(number, groups))
            moved = [numbers[number] for number in entry.reads]
            anew.entries[path] = (
                entry if moved == entry.reads else msgspec.structs.replace(entry, reads=moved)
            )
        for group in groups:
            members = sorted(group)
            anew.groups.append(tuple(parts.setdefault(part, len(parts)) for part in members))
        anew.parts.extend((part, self._part_digest(part)) for part in parts)
        anew.whole = len(anew.reads)
        return anew

    def _row(self, number: int, groups: dict[frozenset[str], int]) -> ReadRow:
        known = self._today.get(number)
        if known is None:
            row = self.last.reads[number]
            known = Known(row.digest, self._parts_of(row.group))
        group = groups.setdefault(known.parts, len(groups)) if known.parts else NO_GROUP
        return ReadRow(self._reads[number], known.digest, group)

    def _named_parts(self, group: int) -> frozenset[str]:
        names = (self.last.parts[n][0] for n in self.last.groups[group]) if group >= 0 else ()
        return frozenset(names)
