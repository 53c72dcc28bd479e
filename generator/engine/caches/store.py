"""The format of the caches in `.cache/`: records with a checksum; and the cache of images.

A record is a line of JSON, its head, and then a body. The head holds the format of the body, the
version of the program whose result the body is, and a checksum, because a letter that changed on
the disk would show up on a page. Nothing in a record is ever run, so one from a stranger's
repository does no harm. A record of another version is treated as missing, and so is a damaged
one, with a warning. Four files have other formats: the snapshot (`snapshot.py`), the list of
written outputs (`write.py`), the data behind `rendered.json` (`render_cache.py`), whose records
have checksums in the index, and compiled templates, which are outside of the project.
"""

import os
import re
import zlib
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from generator.disk.own_folder import TEMPORARY, OwnFolder
from generator.interrupts import held_back
from generator.model.files import blake2b

UNDECODABLE = (msgspec.MsgspecError, UnicodeDecodeError)
"""What decoders raise for bytes that are damaged: msgspec leaves faulty UTF-8 to Python."""


LAST_BUILD = "what the last build remembered"


class _Head(msgspec.Struct):
    format: int
    version: str = ""
    checksum: int = 0


def record(format: int, version: str, body: bytes) -> bytes:
    """Return the bytes of a record.

    `format` is the number of the body's format. `version` stands for everything besides the inputs
    that the body depends on: the generator and its libraries.
    """
    return msgspec.json.encode(_Head(format, version, zlib.crc32(body))) + b"\n" + body


def read_record(
    folder: OwnFolder, name: str, format: int, version: str, what: str = LAST_BUILD
) -> tuple[bytes | None, str]:
    """Return the body of a record, or None and perhaps a warning, which calls the file `what`.

    A file that does not exist, or was written by another version, gives no warning. One of a newer
    format does, and so does a damaged one.
    """
    try:
        data = folder.read(name)
    except FileNotFoundError:
        return None, ""
    except OSError as error:
        return None, f"cannot read {what}: {error.strerror}"
    return body_of(data, format, version, what)


def body_of(
    data: bytes, format: int, version: str, what: str = LAST_BUILD
) -> tuple[bytes | None, str]:
    """Return the body of a record that was read already; see `read_record`."""
    line, _, body = data.partition(b"\n")
    try:
        head = decoder_of(_Head).decode(line)
    except UNDECODABLE:
        return None, damaged(what)
    if head.format > format:
        return None, f"{what} is of a newer Masthead"
    if (head.format, head.version) != (format, version):
        return None, ""
    return (body, "") if zlib.crc32(body) == head.checksum else (None, damaged(what))


def damaged(what: str = LAST_BUILD) -> str:
    """Return the warning for a record that was cut off or changed."""
    return f"{what} is damaged"


@cache
def decoder_of(kind: Any) -> msgspec.json.Decoder[Any]:
    """Return the decoder for a type."""
    with held_back():  # msgspec (0.22) crashes if Ctrl-C arrives while it inspects a type
        return msgspec.json.Decoder(kind)


# ------------------------------------------------------------------ images

IMAGE_FORMAT = 1
"""The format of an image's record; a newer Masthead may write a higher one."""

_IMAGE_NAME = re.compile(rf"[0-9a-f]{{32}}(\.\d+{re.escape(TEMPORARY)})?")
_FEW_IMAGES = 50_000_000
"""Bytes. A folder that is no larger is never tidied."""


def key_of(made_of: bytes) -> str:
    """Return the key of an image, which is the name of its file."""
    return blake2b(made_of, digest_size=16).hexdigest()


class DiskImageCache:
    """Images that took long to make: social cards, or copies of pictures; a record for each.

    They do not depend on pages, so they are kept longer than an output's entry in the ledger: a
    deleted `_site/`, a renamed picture or a visit to another branch costs nothing. They are too
    large for the render cache, which holds new records in memory until the build ends. Each file is
    renamed into its place, so processes that draw at the same time, or die, leave whole files.
    """

    def __init__(self, folder: Path, version: str, is_trusted: bool = True) -> None:
        """`version` stands for the code that draws. Unless the cache `is_trusted`, it returns
        nothing, and every image is written again."""
        self._folder = OwnFolder(folder, is_all_ours=True)
        self._version = version
        self._is_trusted = is_trusted
        self.used: set[str] = set()
        """Keys that were read or written since the caller last emptied this, for each output."""
        self.is_changed = False
        """Whether this process, or one that shared its work, has added an image."""

    def get(self, made_of: bytes) -> bytes | None:
        """Return an image, or None where there is none that can be trusted.

        `made_of` holds everything that the image depends on.
        """
        key = key_of(made_of)
        self.used.add(key)
        if not self._is_trusted:
            return None
        with suppress(OSError):
            data = self._folder.read(key)
            return body_of(data, IMAGE_FORMAT, self._sealed_for(key))[0]
        return None

    def get_or(self, made_of: bytes, make: Callable[[], bytes]) -> bytes:
        """Return an image; where there is none that can be trusted, make it and keep it."""
        image = self.get(made_of)
        if image is None:
            image = make()
            self.put(made_of, image)
        return image

    def put(self, made_of: bytes, image: bytes) -> None:
        """Keep an image. Where it cannot be written, the next build draws it again."""
        key = key_of(made_of)
        self.used.add(key)
        self.is_changed = True
        with suppress(OSError):
            data = record(IMAGE_FORMAT, self._sealed_for(key), image)
            self._folder.write(key, data, writer=str(os.getpid()))

    def _sealed_for(self, key: str) -> str:
        """Return the version of an image's record, with the key: a renamed file is refused."""
        return f"{self._version} {key}"

    def prune(self, live: Collection[str]) -> None:
        """Remove images that no output shows, once they are more than half of a large folder.

        `live` are the keys of the images that outputs show now. Until then the others stay, since
        they may belong to another branch or another output folder.
        """
        with suppress(OSError):
            found = [(e, e.stat(follow_symlinks=False).st_size) for e in self._folder.entries()
                     if _IMAGE_NAME.fullmatch(e.name)]  # fmt: skip
            worth = sum(size for entry, size in found if entry.name in live)
            if sum(size for _, size in found) <= max(_FEW_IMAGES, 2 * worth):
                return
            for entry, _ in found:
                if entry.name not in live:
                    with suppress(OSError):
                        self._folder.remove(entry.name)
