"""Files that were read and changed are written: all of them, or none."""

from __future__ import annotations

from collections.abc import Mapping

from generator.disk.own_folder import OwnFolder


class NotWritten(Exception):
    """Why files keep what they say."""

    def __init__(self, way: str, error: OSError | None = None) -> None:
        """`way` is the file that stopped it: others have changed it meanwhile, or there was an
        error of the system."""
        super().__init__(way)
        self.way = way
        self.error = error


def read_if_there(folder: OwnFolder, way: str) -> bytes | None:
    """Return the bytes of a file, or None where there is none. Raises OSError."""
    try:
        return folder.read(way)
    except FileNotFoundError:
        return None


def write_all(
    folder: OwnFolder, before: Mapping[str, bytes | None], after: Mapping[str, bytes | None]
) -> None:
    """Write the files of `after`, or remove those without bytes. Raises NotWritten.

    `before` is what they said when they were read. If one cannot be written, or on an interrupt,
    those before it get their old bytes back.
    """
    for way in after:
        try:
            is_as_read = read_if_there(folder, way) == before[way]
        except OSError as error:
            raise NotWritten(way, error) from None
        if not is_as_read:
            raise NotWritten(way)
    done: list[str] = []
    try:
        for way, data in after.items():
            done.append(way)
            _put(folder, way, data)
    except BaseException as error:
        for way in done:
            _put(folder, way, before[way])
        if isinstance(error, OSError):
            raise NotWritten(done[-1], error) from None
        raise


def _put(folder: OwnFolder, way: str, data: bytes | None) -> None:
    if data is not None:
        folder.save(way, data)
    elif read_if_there(folder, way) is not None:
        folder.remove(way)
