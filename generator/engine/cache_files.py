"""The files of the cache: records, and blobs.

The cache of sources and the ledgers are records, each a file with a checksum. A record is a line of
JSON, its head, and then a body. The head holds the version of what the body depends on besides the
sources, and a checksum, because a letter that changed on the disk would show up on a page. Nothing
in a record is ever run, so one from a stranger's repository does no harm. A record of another
version is treated as missing, and so is a damaged one, with a warning.

Blobs are what took long to make, each under the digest of everything that it was made of: rendered
texts, social cards and copies of pictures. They lie in one file of data, behind one another. An
index says where each is: its key, offset, length and checksum. Every process of a build adds to
both files by itself. The data of a blob is written before its entry, and compared with the checksum
when it is read. So a build that dies at any moment, or a damaged disk, costs blobs and never gives
a wrong one.

When most of the data is garbage, both files are emptied. That costs little: outputs that are fresh
need no blobs, and a text or card that is drawn again later is kept again.
"""

import os
import struct
import zlib
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from typing import Any, TypeVar
from zlib import crc32

import msgspec

from generator.disk.own_folder import OwnFolder, read_at
from generator.interrupts import held_back
from generator.messages import Message
from generator.model.lookups import ProcessCache
from generator.problems import Place, Problem

T = TypeVar("T")

UNDECODABLE = (msgspec.MsgspecError, ValueError)
"""What decoders raise for bytes that are damaged: msgspec leaves faulty UTF-8 to Python."""


class _Head(msgspec.Struct):
    version: str = ""
    checksum: int = 0


class Records:
    """The records in a folder."""

    def __init__(self, folder: OwnFolder, shown: str, process_cache: ProcessCache) -> None:
        """`shown` is the folder's name in warnings; `process_cache` keeps what was decoded."""
        self._folder = folder
        self._shown = shown
        self._process_cache = process_cache
        self.problems: list[Problem] = []
        """Warnings about records that cannot be used."""

    def read(self, name: str, version: str, decode: Callable[[bytes], T]) -> T | None:
        """Return what was saved, or None where nothing can be used.

        `decode` gets the body, and raises one of `UNDECODABLE` where it is damaged.
        """
        try:
            body = body_of(self._folder.read(name), version)
            if body is None:
                return None
            known: T | None = self._process_cache.get(name, body)
            return decode(body) if known is None else known
        except FileNotFoundError:
            return None
        except OSError as error:
            message = Message.of("cache-unreadable", reason=str(error.strerror))
        except UNDECODABLE:
            message = Message.of("cache-damaged")
        place = Place(f"{self._shown}/{name}")
        self.problems.append(Problem(place, message, severity="warning"))
        return None

    def save(self, name: str, version: str, body: bytes, value: object) -> None:
        """Save a body, and keep its `value` for the next build of this process."""
        self._folder.save(name, record(version, body))
        self._process_cache.put(name, body, value)


def record(version: str, body: bytes) -> bytes:
    """Return the bytes of a record."""
    return msgspec.json.encode(_Head(version, zlib.crc32(body))) + b"\n" + body


def body_of(data: bytes, version: str) -> bytes | None:
    """Return the body of a record, or None for another version.

    Raises one of `UNDECODABLE` for one that was cut off or changed.
    """
    line, _, body = data.partition(b"\n")
    head = decoder_of(_Head).decode(line)
    if head.version != version:
        return None
    if zlib.crc32(body) != head.checksum:
        raise ValueError("another checksum")
    return body


@cache
def decoder_of(kind: Any) -> msgspec.json.Decoder[Any]:
    """Return the decoder for a type."""
    with held_back():  # msgspec (0.22) crashes if Ctrl-C arrives while it inspects a type
        return msgspec.json.Decoder(kind)


INDEX, DATA = "blobs.index", "blobs.data"
_ENTRY = struct.Struct("<12sqII")
"""Key, offset, length, checksum."""
_STEP = 1 << 24
"""Bytes. Each time that the data has grown past another so many, they are looked through."""


class Blobs:
    """What earlier builds have made. Only one build at a time may open it."""

    def __init__(
        self, folder: OwnFolder, version: Callable[[str], str], is_trusted: bool = True
    ) -> None:
        """`version` gives what stands for the code that makes blobs of a kind. Unless they are
        trusted, those of earlier builds are not given out, and all are made again. No file is
        opened before a blob is needed."""
        self.used: set[str] = set()
        """Keys of the blobs that were read or made since the caller last emptied this."""
        self.fault: Message | None = None
        """What is wrong with the files, if anything."""
        self._folder = folder
        self._version = version
        self._is_trusted = is_trusted
        self._is_open = False
        self._files: tuple[int, int] | None = None
        """The open index and data; None where they cannot be used."""
        self._process = os.getpid()
        self._entries = bytearray()
        self._places: dict[bytes, int] = {}
        """Key -> where its entry begins in `_entries`."""
        self._begun_at = 0
        """Bytes of the data when it was opened."""

    def open(self) -> None:
        """Open the files, unless they are open. To be called before this process is copied."""
        if self._is_open:
            return
        self._is_open = True
        try:
            self._files = index, _ = self._opened()
            size = os.fstat(index).st_size
            os.ftruncate(index, size - size % _ENTRY.size)  # half an entry
            self._look_again()
        except OSError as error:
            self.fault = Message.of("cache-unreadable", reason=str(error.strerror))
        self._begun_at = self._size()
        if not self._is_trusted:
            self._places.clear()

    def key(self, kind: str, made_of: bytes) -> str:
        """Return the key of a blob; `made_of` is everything that it depends on, but the code."""
        code = f"{kind} {self._version(kind)} ".encode()
        return blake2b(code + made_of, digest_size=12).hexdigest()

    def get(self, key: str) -> bytes | None:
        """Return the blob with a key, or None where there is none that can be trusted."""
        self.open()
        name = bytes.fromhex(key)
        place = self._places.get(name)
        if place is None or self._files is None:
            return None
        _, offset, length, checksum = _ENTRY.unpack_from(self._entries, place)
        with suppress(OSError):
            if offset + length <= self._size():
                data = read_at(self._files[1], length, offset)
                if crc32(data, crc32(name)) == checksum:
                    self.used.add(key)
                    return data
        self.fault = Message.of("cache-damaged")
        return None

    def put(self, key: str, data: bytes) -> None:
        """Keep a blob. If it cannot be written, the next build makes it again."""
        self.open()
        self.used.add(key)
        if self._files is None:
            return
        name = bytes.fromhex(key)
        try:
            if self._process != os.getpid():  # a copy shares its parent's positions in files
                self._files, self._process = self._opened(), os.getpid()
            index, file = self._files
            if os.write(file, data) == len(data):
                offset = os.lseek(file, 0, os.SEEK_CUR) - len(data)
                checksum = crc32(data, crc32(name))
                os.write(index, _ENTRY.pack(name, offset, len(data), checksum))
                self._look_again()
        except OSError as error:
            reason, folder = str(error.strerror), os.path.basename(self._folder.root)  # noqa: PTH119
            self.fault = Message.of("cache-unwritable", reason=reason, name=folder)

    def look_again(self) -> None:
        """Take in what copies of this process have added."""
        with suppress(OSError):
            self._look_again()

    def close(self, live: Callable[[], Collection[str]] | None = None) -> None:
        """Close the files. Empty them first if they have grown and most of the data is garbage.

        `live` gives the keys of the blobs in outputs. It is not called unless the files have grown.
        Without it, as in a build that fails, nothing is removed.
        """
        if self._files is None:
            return
        with suppress(OSError):
            has_grown = self._size() // _STEP > self._begun_at // _STEP
            if live and has_grown and self._is_garbage({*live(), *self.used}):
                for file in self._files:  # an index without data would name what is not there
                    os.ftruncate(file, 0)
        for file in self._files:
            os.close(file)
        self._files = None

    def _is_garbage(self, live: set[str]) -> bool:
        """Whether the live blobs are less than half of the data."""
        names = {bytes.fromhex(key) for key in live} & self._places.keys()
        entries = (_ENTRY.unpack_from(self._entries, self._places[name]) for name in names)
        needed: int = sum(length for _, _, length, _ in entries)
        return 2 * needed < self._size()

    def _opened(self) -> tuple[int, int]:
        index = self._folder.open_file(INDEX, os.O_APPEND)
        return index, self._folder.open_file(DATA, os.O_APPEND)

    def _size(self) -> int:
        return os.fstat(self._files[1]).st_size if self._files else 0

    def _look_again(self) -> None:
        assert self._files is not None
        start = len(self._entries)
        new = os.fstat(self._files[0]).st_size - start
        found = read_at(self._files[0], new - new % _ENTRY.size, start)
        self._entries += found
        for number, (name, *_) in enumerate(_ENTRY.iter_unpack(found)):
            self._places[name] = start + number * _ENTRY.size
