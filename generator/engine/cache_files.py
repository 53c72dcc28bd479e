"""The files of the cache: records, and blobs.

The cache of sources and the ledgers are records, each a file of its own: a head of one line of
JSON, then a body. The head holds a checksum of the body, because a damaged byte would show on a
page, and a version: the digest of all that the body depends on besides the sources. Nothing in a
record is ever run, so one from a stranger's repository does no harm. A record of another version is
treated as missing, and so is a damaged one, with a warning.

Blobs are results that take long to make: rendered texts and copies of pictures. Each is stored
under the digest of everything that it was made of. They follow each other in one file, each with a
head: its key, its length, and the checksums of the data and of the head. Every process of a build
appends to the file, a whole blob at a time. A build uses the blobs before the first incomplete one,
and compares the checksum when it reads one. So an aborted build or a damaged disk loses blobs, but
never yields a wrong one.

A file that has become too large is emptied. That costs little: outputs that are fresh need no
blobs, and a text that is drawn again later is kept again.
"""

import os
import struct
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from typing import Any, TypeVar
from zlib import crc32

import msgspec

from generator.disk import OwnFolder, read_at
from generator.problems import Message, Place, Problem
from generator.processes import held_back

T = TypeVar("T", bound=msgspec.Struct)

UNDECODABLE = (msgspec.MsgspecError, ValueError)
"""Errors that decoders raise for damaged bytes; msgspec leaves faulty UTF-8 to Python."""


class _Head(msgspec.Struct):
    version: str = ""
    checksum: int = 0


class Records:
    """The records in a folder."""

    def __init__(
        self, folder: OwnFolder, shown: str, process_cache: dict[str, tuple[bytes, Any]]
    ) -> None:
        """`shown` is the folder's name in warnings. `process_cache` keeps decoded values beside
        their bytes, so that a value is never out of date. They must not be changed."""
        self._folder = folder
        self._shown = shown
        self._process_cache = process_cache
        self.problems: list[Problem] = []
        """Warnings about records that cannot be used."""

    def read(self, name: str, version: str, kind: type[T]) -> T | None:
        """Return the saved value, or None if there is none that can be used."""
        try:
            body = record_body(self._folder.read(name), version)
            if body is None:
                return None
            known, value = self._process_cache.get(name, (b"", None))
            found: T = value if known == body else json_decoder(kind).decode(body)
            return found
        except FileNotFoundError:
            return None
        except OSError as error:
            message = Message.of("cache-unreadable", reason=str(error.strerror))
        except UNDECODABLE:
            message = Message.of("cache-damaged")
        place = Place(f"{self._shown}/{name}")
        self.problems.append(Problem(place, message, severity="warning"))
        return None

    def save(self, name: str, version: str, value: object) -> None:
        """Save a value, and keep it for the next build of this process."""
        body = msgspec.json.encode(value)
        self._folder.save(name, record(version, body))
        self._process_cache[name] = body, value


def record(version: str, body: bytes) -> bytes:
    """Return the bytes of a record."""
    return msgspec.json.encode(_Head(version, crc32(body))) + b"\n" + body


def record_body(data: bytes, version: str) -> bytes | None:
    """Return the body of a record, or None for another version.

    Raises one of `UNDECODABLE` for a truncated or changed record.
    """
    line, _, body = data.partition(b"\n")
    head = json_decoder(_Head).decode(line)
    if head.version != version:
        return None
    if crc32(body) != head.checksum:
        raise ValueError("another checksum")
    return body


@cache
def json_decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Return the decoder for a type."""
    with held_back():  # msgspec (0.22) crashes if Ctrl-C arrives while it inspects a type
        return msgspec.json.Decoder(kind)


BLOBS = "blobs"
_HEAD = struct.Struct("<12sIII")
"""Key, length, checksum of the key and the data, checksum of these three."""
_PIECE = 1 << 16
"""Bytes of the file that are searched for heads at once."""
LARGEST = 1 << 29
"""Bytes of the file. A larger one is emptied when it is opened."""


class Blobs:
    """The blobs of earlier builds and of this one. Only one build at a time may open it."""

    def __init__(self, folder: OwnFolder, version: str, is_trusted: bool = True) -> None:
        """`version` stands for the code that makes blobs. If earlier blobs are not trusted, they
        are removed. The file is opened when a blob is first needed."""
        self.fault: Message | None = None
        """The problems of the file."""
        self._folder = folder
        self._version = version
        self._is_trusted = is_trusted
        self._is_open = False
        self._file: int | None = None
        """The open file; None if it cannot be used."""
        self._places: dict[bytes, tuple[int, int, int]] = {}
        """Key -> the offset, length and checksum of its data."""
        self._end = 0
        """The known length of the file in bytes."""

    def open(self) -> None:
        """Open the file, unless it is open. Call this before this process is forked."""
        if self._is_open:
            return
        self._is_open = True
        try:
            self._file = self._folder.open_file(BLOBS, os.O_APPEND)
            if not self._is_trusted or os.fstat(self._file).st_size > LARGEST:
                os.ftruncate(self._file, 0)
            self.look_again()
            os.ftruncate(self._file, self._end)  # an incomplete blob
        except OSError as error:
            self.fault = Message.of("cache-unreadable", reason=str(error.strerror))

    def key(self, kind: str, made_of: bytes) -> str:
        """Return the key of a blob; `made_of` is everything that it depends on except the code."""
        code = f"{kind} {self._version} ".encode()
        return blake2b(code + made_of, digest_size=12).hexdigest()

    def get(self, key: str) -> bytes | None:
        """Return the blob with a key, or None if there is none that can be trusted."""
        self.open()
        name = bytes.fromhex(key)
        if name not in self._places or self._file is None:
            return None
        start, length, checksum = self._places[name]
        with suppress(OSError):
            data = read_at(self._file, length, start)
            if crc32(data, crc32(name)) == checksum:
                return data
        self.fault = Message.of("cache-damaged")
        return None

    def put(self, key: str, data: bytes) -> None:
        """Keep a blob. If it cannot be written, the next build makes it again."""
        self.open()
        if self._file is None:
            return
        name = bytes.fromhex(key)
        head = _HEAD.pack(name, len(data), crc32(data, crc32(name)), 0)[:-4]
        try:
            os.write(self._file, head + crc32(head).to_bytes(4, "little") + data)
            self.look_again()
        except OSError as error:
            reason, folder = str(error.strerror), os.path.basename(self._folder.root)  # noqa: PTH119
            self.fault = Message.of("cache-unwritable", reason=reason, name=folder)

    def look_again(self) -> None:
        """Read the entries that this process and copies of it have added."""
        if self._file is None:
            return
        size = os.fstat(self._file).st_size
        piece, begin = b"", 0
        while self._end < size:
            at = self._end - begin
            head = piece[at : at + _HEAD.size]
            if len(head) < _HEAD.size:  # most blobs are small, so a piece has many heads
                piece, begin = read_at(self._file, _PIECE, self._end), self._end
                head = piece[: _HEAD.size]
            if len(head) < _HEAD.size:
                return
            name, length, checksum, of_head = _HEAD.unpack(head)
            start = self._end + _HEAD.size
            if crc32(head[:-4]) != of_head:
                self.fault = Message.of("cache-damaged")
                return
            if start + length > size:  # the build that wrote it was aborted
                return
            self._places[name] = start, length, checksum
            self._end = start + length

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
