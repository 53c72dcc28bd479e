"""What was copied out of the packaged theme, and as what: `themes/NAME/.ejected.json`.

It lies with the copies, is committed with them, and holds each file as it was, since a later
version of Masthead no longer has it. Its name begins with a dot, so no build reads it.
"""

from __future__ import annotations

import base64
import binascii
import zlib

import msgspec

from generator.disk.own_folder import OwnFolder
from generator.model.files import digest_of
from generator.problems import Place, Problem, SiteError

FILE = ".ejected.json"
_ABOUT = "Files that `masthead theme eject` copied here, each as it was. Keep this file with them."


class Ejected(msgspec.Struct, frozen=True):
    """One file as it was when it was copied out."""

    masthead: str
    """The version of Masthead: `0.1.0`."""
    digest: str
    """Of its bytes; tells whether `content` is whole."""
    content: str
    """The bytes, by zlib and base64."""

    def data(self) -> bytes:
        """Return the bytes. Raises ValueError where they are not the ones that were kept."""
        try:
            data = zlib.decompress(base64.b64decode(self.content, validate=True))
        except (binascii.Error, zlib.error) as error:
            raise ValueError(str(error)) from error
        if digest_of(data) != self.digest:
            raise ValueError("the digest is another one")
        return data


class _Record(msgspec.Struct, frozen=True):
    about: str = _ABOUT
    files: dict[str, Ejected] = {}


def ejected(data: bytes, version: str) -> Ejected:
    """Return what is to be remembered of a file."""
    packed = base64.b64encode(zlib.compress(data, 9)).decode("ascii")
    return Ejected(version, digest_of(data), packed)


def read_record(project: OwnFolder, theme: str) -> dict[str, Ejected]:
    """Return what is known of the copies in `themes/THEME/`, by path in the theme.

    Raises SiteError where the file cannot be used; it is never replaced by a guess.
    """
    path = f"themes/{theme}/{FILE}"
    place = Place(path)
    try:
        found = msgspec.json.decode(project.read(path), type=_Record).files
        for file in found.values():
            file.data()
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, msgspec.DecodeError) as error:
        hint = "take it back from your repository; it says what your copies were made of"
        raise SiteError([Problem(place, f"this record cannot be read: {error}", hint)]) from error
    return found


def save_record(project: OwnFolder, theme: str, files: dict[str, Ejected]) -> None:
    """Write what is known of the copies, one file on a line so that diffs stay small."""
    record = _Record(files=dict(sorted(files.items())))
    text = msgspec.json.format(msgspec.json.encode(record), indent=1)
    project.save(f"themes/{theme}/{FILE}", text + b"\n")
