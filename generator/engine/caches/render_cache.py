"""The render cache: results of pure functions under digests of everything that went into them.

There are two files. Records are only appended to the data file. The index names the data file, says
how many bytes of it are valid, and where each record is. It is replaced last and as a whole, so a
build that dies at any moment leaves a pair that can be read. When most of the data is not used any
more, the rest is copied to a new data file with another name, for the same reason.

The checksum of a record is compared when it is read. If it is wrong, the record is treated as
missing, and its value is computed again.
"""

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Annotated
from zlib import crc32

import msgspec

from generator.disk.own_folder import OwnFolder, read_at
from generator.engine.caches.store import UNDECODABLE, damaged, decoder_of, read_record, record
from generator.model.caches import CacheRecord

FORMAT = 2
"""The format of the files; a newer Masthead may write a higher one."""

_INDEX = "rendered.json"
_WHAT = "what was rendered before"
_DATA = re.compile(r"rendered-([0-9]{1,9})\.data")
_SMALL = 1_000_000
"""Bytes. A data file that is no larger is never copied."""

_Natural = Annotated[int, msgspec.Meta(ge=0)]


class _Record(msgspec.Struct, frozen=True, array_like=True, gc=False):
    offset: _Natural
    length: _Natural
    crc: int
    inner: tuple[str, ...] = ()


class _Index(msgspec.Struct):
    number: _Natural = 0
    """The number of the data file: no name, or a stranger's index could name any file."""
    size: _Natural = 0
    """How many bytes the data file had when the index was written."""
    worth: _Natural = 0
    """How many bytes of the data were in use when that was last counted."""
    records: dict[str, _Record] = {}


class DiskRenderCache:
    """What earlier builds have computed; only one build at a time may save it.

    A new cache is empty. Saving it replaces what was there.
    """

    def __init__(self, folder: Path, version: str) -> None:
        self.fresh: dict[str, CacheRecord] = {}
        """What was put since the last save: key -> bytes and inner keys."""
        self.recent: dict[str, CacheRecord] = {}
        """What was put since the caller last replaced this, for each output."""
        self.used: set[str] = set()
        """Keys that were read or written, and the inner keys of their records."""
        self._folder = OwnFolder(folder, is_all_ours=True)
        self._version = version
        self._index = _Index()
        self._data: IO[bytes] | None = None

    @classmethod
    def open(cls, folder: Path, version: str) -> "tuple[DiskRenderCache, str]":
        """Return the cache in a folder, and a warning where there is one that cannot be used.

        A cache of another `version` gives no warning; it is empty.
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

        `inner` are the keys of other records that went into these bytes. They are not looked up
        as long as this record exists, but must be kept as long as it.
        """
        self.fresh[key] = self.recent[key] = data, inner
        self.used.add(key)
        self.used.update(inner)

    def save(self, live: Callable[[], Collection[str]] | None = None) -> None:
        """Write the new records, if there are any.

        `live` gives the keys to keep besides those used in this build. It is called only where
        there is so much data that the rest may be dropped. Raises OSError; what was stored before
        is then unchanged.
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
        """Close the data file; stored records cannot be read any more."""
        if self._data is not None:
            self._data.close()
            self._data = None

    def _take(self, index: _Index) -> bool:
        """Use an index and its data file; return False if the data file was cut off."""
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
            data = read_at(self._data.fileno(), record.length, record.offset)
        except OSError:
            return None
        return (data, record.inner) if _checksum(key, data) == record.crc else None

    def _to_move(self, live: Callable[[], Collection[str]] | None) -> set[str] | None:
        """Return the stored keys to copy to a new data file, or None to go on with the old one."""
        if self._data is None:
            return set()
        size = os.fstat(self._data.fileno()).st_size
        if live is None or size <= max(_SMALL, 2 * self._index.worth):
            return None
        worth = self._closure([*live(), *self.used])
        self._index.worth = sum(self._index.records[key].length for key in worth)
        return worth if 2 * self._index.worth < size else None

    def _closure(self, keys: Iterable[str]) -> set[str]:
        """Return the keys that are stored, and all inner keys of their records."""
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
        """Return the numbers of all data files: the current one, and those of builds that died."""
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
    """Return the checksum of a record. It covers the key, or a damaged index could swap records."""
    return crc32(data, crc32(key.encode()))
