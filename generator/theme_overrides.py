"""A site's copies of theme files: the record of what they were made of, what has changed, merging.

`masthead theme eject` copies files of the packaged theme to `themes/NAME/` and notes each as it was
in `themes/NAME/.ejected.json`, since a later version of Masthead no longer has it. The record is
committed with the copies. Its name begins with a dot, so no build reads it. Only `masthead theme`
calls this module.
"""

import base64
import binascii
import difflib
import os
import subprocess
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from generator import __version__
from generator.disk.own_folder import OwnFolder
from generator.disk.temporary import temporary_folder
from generator.model.files import digest_of
from generator.problems import Place, Problem, SiteError, did_you_mean

FILE = ".ejected.json"
_ABOUT = "Files that `masthead theme eject` copied here, each as it was. Keep this file with them."


class EjectedFile(msgspec.Struct, frozen=True):
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
    files: dict[str, EjectedFile] = {}


def ejected(data: bytes, version: str) -> EjectedFile:
    """Return the record of a file that is being copied out."""
    packed = base64.b64encode(zlib.compress(data, 9)).decode("ascii")
    return EjectedFile(version, digest_of(data), packed)


State = Literal["unchanged", "changed", "gone", "deleted"]
"""Of the packaged file: the same, another one, no longer there. Or: your copy is not there."""


class CopyStatus(msgspec.Struct, frozen=True):
    """How one copy compares with the file of the packaged theme."""

    name: str
    """Path in the theme: `templates/page.html`."""
    state: State
    since: str
    """The version that the copy was made of."""
    then: bytes
    now: bytes
    """The packaged file; nothing where it is gone."""
    mine: bytes

    @property
    def is_own(self) -> bool:
        """Whether the copy was changed at all."""
        return _lines_of(self.mine) != _lines_of(self.then)

    def diff(self) -> str:
        """Return what changed in Masthead since, as a unified diff; for no text, a sentence."""
        if b"\0" in self.then + self.now:
            return f"(not text: {len(self.then):,} bytes then, {len(self.now):,} now)\n"
        lines = difflib.unified_diff(
            _lines_of(self.then),
            _lines_of(self.now),
            f"{self.name} (Masthead {self.since})",
            f"{self.name} (Masthead {__version__})",
        )
        return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def chosen(typed: str, names: Iterable[str], theme: str) -> str:
    """Return the file that is meant: by its path in the theme, or by the end of that path.

    Raises LookupError, with what may have been meant.
    """
    names = list(names)
    word = typed.replace("\\", "/").removeprefix("./").removeprefix(f"themes/{theme}/")
    if word in names:
        return word
    ends = [name for name in names if name.endswith(f"/{word}")]
    if len(ends) == 1:
        return ends[0]
    if ends:
        raise LookupError(f'"{typed}" may be {" or ".join(ends)}')
    last = {name.rpartition("/")[2]: name for name in names}
    near = did_you_mean(word, names)
    if not near and (hint := did_you_mean(word.rpartition("/")[2], last)):
        near = f'did you mean "{last[hint.split(chr(34))[1]]}"?'
    near = near or "`masthead theme files` lists them all"
    raise LookupError(f'the theme has no file "{typed}"; {near}')


class ThemeCopies:
    """The theme of a project, and the copies that the project has of its files."""

    def __init__(self, project: OwnFolder, theme: str, upstream: dict[str, str]) -> None:
        """`upstream` are the files of the packaged theme: path in the theme -> path on the disk.

        Raises SiteError where the record of the copies cannot be used; it is never replaced by a
        guess.
        """
        self.project = project
        self.theme = theme
        self.upstream = upstream
        self.record = self._read_record()

    def _read_record(self) -> dict[str, EjectedFile]:
        """Return what is known of the copies, by path in the theme."""
        path = self.way(FILE)
        try:
            found = msgspec.json.decode(self.project.read(path), type=_Record).files
            for file in found.values():
                file.data()
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, msgspec.DecodeError) as error:
            hint = "restore it from your repository; it says what your copies were made from"
            message = f"this record cannot be read: {error}"
            raise SiteError([Problem(Place(path), message, hint)]) from error
        return found

    def save(self, record: dict[str, EjectedFile]) -> None:
        """Write what is known of the copies, one file on a line so that diffs stay small."""
        text = msgspec.json.encode(_Record(files=dict(sorted(record.items()))))
        self.project.save(self.way(FILE), msgspec.json.format(text, indent=1) + b"\n")

    def way(self, name: str) -> str:
        """Return where the copy of a theme's file lies in the project."""
        return f"themes/{self.theme}/{name}"

    def is_there(self, name: str) -> bool:
        """Whether anything lies in the place of a copy."""
        return os.path.lexists(self.project.path(self.way(name)))

    def packaged(self, name: str) -> bytes:
        """Return the bytes of a file of the packaged theme."""
        return Path(self.upstream[name]).read_bytes()

    def file(self, typed: str) -> str:
        """Return which file of the theme is meant. Raises LookupError."""
        return chosen(typed, self.upstream, self.theme)

    def _copy(self, typed: str) -> str:
        try:
            return chosen(typed, self.record, self.theme)
        except LookupError:
            name = self.file(typed)
            message = f'"{name}" was not copied out of the theme; '
            raise LookupError(f"{message}`masthead theme eject {name}` does it") from None

    def statuses(self, files: list[str]) -> list[CopyStatus]:
        """Return the status of copies: of those that are named, or of all that are recorded.

        Raises LookupError for a name that is not the name of a copy, and OSError for a link.
        """
        return [
            self._status(name) for name in sorted(map(self._copy, files) if files else self.record)
        ]

    def _status(self, name: str) -> CopyStatus:
        then = self.record[name].data()
        now = self.packaged(name) if name in self.upstream else b""
        state: State = "unchanged" if now == then else "changed"
        if name not in self.upstream:
            state = "gone"
        try:
            mine = self.project.read(self.way(name))
        except (FileNotFoundError, NotADirectoryError):
            state, mine = "deleted", b""
        return CopyStatus(name, state, self.record[name].masthead, then, now, mine)


def merged(status: CopyStatus) -> bytes | None:
    """Return the copy with what is new in Masthead, or None where both changed the same lines.

    A copy that was never changed becomes the new file. Anything else is git's three-way merge
    (`git merge-file`); without git the answer is None, too.
    """
    if not status.is_own:
        return status.now
    if b"\0" in status.mine + status.now:
        return None
    with temporary_folder() as folder:
        ends = b"\r\n" if b"\r\n" in status.mine else b"\n"
        for part, data in (("mine", status.mine), ("then", status.then), ("now", status.now)):
            folder.create(part, data.replace(b"\r\n", b"\n"))
        command = ["git", "merge-file", "-p", "mine", "then", "now"]
        try:
            run = subprocess.run(command, cwd=folder.root, capture_output=True, check=False)
        except OSError:
            return None
    return run.stdout.replace(b"\n", ends) if run.returncode == 0 else None


def _lines_of(data: bytes) -> list[str]:
    """Return the lines of a text, with line feeds at their ends, however they ended."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    return text.splitlines(keepends=True)
