"""Results of pure functions, kept under digests of everything that went into them.

Two files. Records are only ever appended to the data file; the index says which data file that is,
how far it is known to be good, and where each record lies in it. The index is replaced as a whole
and last, so a build that dies at any moment leaves a pair that can be read. When most of the data
is of no use any more, what is left moves to a data file of another name, for the same reason.

A record's checksum is looked at when it is read. One that does not hold, whatever happened to the
disk, is as good as none: its value is computed again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Annotated
from zlib import crc32

import msgspec

from generator.disk.own_folder import OwnFolder
from generator.engine.store import UNDECODABLE, damaged, decoder_of, read_record, record
from generator.model.caches import CacheRecord

FORMAT = 2
"""The shape of the files; another number means that they are not ours to read."""

_INDEX = "rendered.json"
_WHAT = "what was rendered before"
_DATA = re.compile(r"rendered-([0-9]{1,9})\.data")
_SMALL = 1_000_000
"""Bytes of data that are never worth the work of moving them."""

_Natural = Annotated[int, msgspec.Meta(ge=0)]


class _Record(msgspec.Struct, frozen=True, array_like=True, gc=False):
    offset: _Natural
    length: _Natural
    crc: int
    inner: tuple[str, ...] = ()


class _Index(msgspec.Struct):
    number: _Natural = 0
    """Which data file. A number and not a name: an index from a stranger names no other file."""
    size: _Natural = 0
    """As many bytes of it as were written when the index was."""
    worth: _Natural = 0
    """As many bytes of it as were of use when somebody last looked."""
    records: dict[str, _Record] = {}


class DiskRenderCache:
    """What earlier builds computed and this one may take; one build at a time may save.

    A new one is empty, and when it is saved, replaces what was there.
    """

    def __init__(self, folder: Path, version: str) -> None:
        self.fresh: dict[str, CacheRecord] = {}
        """What was put since the last save, in the form that `put` takes behind the key."""
        self.recent: dict[str, CacheRecord] = {}
        """What was put since somebody last made this empty: for one output, say."""
        self.used: set[str] = set()
        """Keys that were got or put, and the inner keys of their records."""
        self._folder = OwnFolder(folder, is_all_ours=True)
        self._version = version
        self._index = _Index()
        self._data: IO[bytes] | None = None

    @classmethod
    def open(cls, folder: Path, version: str) -> tuple[DiskRenderCache, str]:
        """Return the cache in a folder, and a warning where there is one that cannot be used.

        A cache of another `version` of what computes is no mistake: it is empty.
        """
        cache = cls(folder, version)
        body, fault = read_record(cache._folder, _INDEX, FORMAT, version, _WHAT)
        if body is None:
            return cache, fault
        try:
            if cache._take(decoder_of(_Index).decode(body)):
                return cache, ""
        except FileNotFoundError:
            return cache, ""
        except OSError as error:
            return cache, f"cannot read {_WHAT}: {error.strerror}"
        except UNDECODABLE:
            pass
        return cache, damaged(_WHAT)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is stored."""
        return not self._index.records

    def get(self, key: str) -> bytes | None:
        """Return the bytes under a key, or None where there are none that can be trusted."""
        entry = self.fresh.get(key) or self._stored(key)
        if entry is None:
            return None
        data, inner = entry
        self.used.add(key)
        if inner:
            self.used.update(inner)
        return data

    def put(self, key: str, data: bytes, inner: tuple[str, ...] = ()) -> None:
        """Keep bytes under a key, in memory until they are saved.

        `inner` are the keys of other records that went into these bytes. Nobody asks for them as
        long as this one is there, but they must outlast it.
        """
        self.fresh[key] = self.recent[key] = data, inner
        self.used.add(key)
        self.used.update(inner)

    def save(self, live: Callable[[], Collection[str]] | None = None) -> None:
        """Write what is fresh; where nothing is, nothing is written.

        `live` gives the keys that are worth keeping besides those used in this build, and is
        asked only where so much data has come together that the rest might be dropped. Raises
        OSError; what was stored before is then as good as it was.
        """
        if not self.fresh:
            return
        moving = self._to_move(live)
        index = self._index
        if moving is None:
            number, records, entries = index.number, dict(index.records), iter(self.fresh.items())
        else:
            number, records, entries = self._free_number(), {}, self._moved(moving)
        with self._folder.append(self._name(number)) as file:
            start = file.tell()
            try:
                for key, (data, inner) in entries:
                    records[key] = _Record(file.tell(), len(data), _checksum(key, data), inner)
                    file.write(data)
                file.flush()
                after = _Index(number, file.tell(), index.worth, records)
                self._replace_index(after)
            except OSError:
                with suppress(OSError):
                    os.ftruncate(file.fileno(), start)
                raise
        self.fresh.clear()
        self._take(after)
        self._remove_others(number)

    def close(self) -> None:
        """Let go of the data file; what is only stored there cannot be got any more."""
        if self._data is not None:
            self._data.close()
            self._data = None

    def _take(self, index: _Index) -> bool:
        """Read from now on where `index` says, unless its data file has been cut."""
        self.close()
        data = self._folder.reading(self._name(index.number))
        if os.fstat(data.fileno()).st_size < index.size:
            data.close()
            return False
        self._data, self._index = data, index
        return True

    def _stored(self, key: str) -> CacheRecord | None:
        record = self._index.records.get(key)
        if record is None or self._data is None:
            return None
        if record.offset + record.length > self._index.size:
            return None
        try:
            data = _read(self._data.fileno(), record.length, record.offset)
        except OSError:
            return None
        return (data, record.inner) if _checksum(key, data) == record.crc else None

    def _to_move(self, live: Callable[[], Collection[str]] | None) -> set[str] | None:
        """Return the stored keys that go to a new data file, or None where the old one will do."""
        if self._data is None:
            return set()
        size = os.fstat(self._data.fileno()).st_size
        if live is None or size <= max(_SMALL, 2 * self._index.worth):
            return None
        worth = self._closure([*live(), *self.used])
        self._index.worth = sum(self._index.records[key].length for key in worth)
        return worth if 2 * self._index.worth < size else None

    def _closure(self, keys: Iterable[str]) -> set[str]:
        """Return those of the keys that are stored, and the keys inside of them."""
        found: set[str] = set()
        waiting = list(keys)
        while waiting:
            key = waiting.pop()
            record = self._index.records.get(key)
            if record and key not in found:
                found.add(key)
                waiting += record.inner
        return found

    def _moved(self, keys: Collection[str]) -> Iterator[tuple[str, CacheRecord]]:
        for key in sorted(keys - self.fresh.keys()):
            entry = self._stored(key)
            if entry is not None:
                yield key, entry
        yield from self.fresh.items()

    # ------------------------------------------------------------------ files

    def _name(self, number: int) -> str:
        return f"rendered-{number}.data"

    def _numbers(self) -> list[int]:
        """The data files that are there: the one, and what builds that died have left."""
        try:
            entries = self._folder.entries()
        except FileNotFoundError:
            return []
        found = (_DATA.fullmatch(entry.name) for entry in entries)
        return [int(match[1]) for match in found if match]

    def _free_number(self) -> int:
        return max(self._numbers(), default=0) + 1

    def _remove_others(self, number: int) -> None:
        for other in self._numbers():
            if other != number:
                with suppress(OSError):
                    self._folder.remove(self._name(other))

    def _replace_index(self, index: _Index) -> None:
        data = record(FORMAT, self._version, msgspec.json.encode(index))
        self._folder.write(_INDEX, data)


def _checksum(key: str, data: bytes) -> int:
    """Return the checksum of a record; its key counts, or a garbled one could name another's."""
    return crc32(data, crc32(key.encode()))


def _read(descriptor: int, length: int, offset: int) -> bytes:
    """Read without moving the position, which forked processes share."""
    if hasattr(os, "pread"):
        return os.pread(descriptor, length, offset)
    os.lseek(descriptor, offset, os.SEEK_SET)  # Windows, where nothing forks
    return os.read(descriptor, length)
