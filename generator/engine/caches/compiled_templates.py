"""Compiled templates, kept in this process and in the user's own cache.

They lie outside of any project, since they are run. Compiling takes a third of the CPU that a small
site in the default theme takes from nothing. This module loads Jinja.
"""

from __future__ import annotations

import marshal
import os
from contextlib import suppress
from pathlib import Path
from types import CodeType

from jinja2.bccache import Bucket, BytecodeCache

from generator.disk.own_folder import OwnFolder
from generator.engine.caches.users_cache import is_private, users_cache
from generator.model.files import blake2b

_DIGEST = 16
"""Bytes of a digest."""
_MONTH = 30 * 24 * 3600
"""Seconds."""


class CompiledTemplates(BytecodeCache):
    """Compiled templates by name and source: in this process, and as files that outlast it.

    Each file begins with a digest: damaged code is not run. Of a template there is only the latest.
    """

    def __init__(self, folder: Path | None) -> None:
        """Without a `folder`, templates are kept in this process only."""
        self._files = None if folder is None else OwnFolder(folder, is_all_ours=True)
        self._codes: dict[str, tuple[str, CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template's code, if it was made of the same source."""
        checksum, code = self._codes.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code
        elif data := self._read(bucket):
            bucket.code = marshal.loads(data)
            self._keep(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template's code. Where it cannot be written, it is compiled again next time."""
        self._keep(bucket)
        if self._files is not None:
            code = marshal.dumps(bucket.code)
            data = _digest(bucket.checksum, code) + code
            with suppress(OSError):
                self._files.write(bucket.key, data, writer=str(os.getpid()))

    def _keep(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._codes[bucket.key] = bucket.checksum, bucket.code

    def _read(self, bucket: Bucket) -> bytes:
        """Return the code that was written for a template, or nothing where it is of no use."""
        if self._files is None:
            return b""
        try:
            data = self._files.read(bucket.key)
        except OSError:
            return b""
        digest, code = data[:_DIGEST], data[_DIGEST:]
        return code if digest == _digest(bucket.checksum, code) else b""


def _digest(checksum: str, code: bytes) -> bytes:
    return blake2b(checksum.encode() + code, digest_size=_DIGEST).digest()


def compiled_templates(project: Path, version: str) -> CompiledTemplates:
    """Return the templates that this version has compiled, for any project of the user."""
    return CompiledTemplates(compiled_templates_folder(project, version))


def compiled_templates_folder(project: Path, version: str) -> Path | None:
    """Return the folder for the templates that this version has compiled; it is made if need be.

    It lies in the user's own cache; None where there is none, or where others may write to it:
    what is in the folder is run. What other versions have compiled is removed after a month.
    """
    caches = users_cache(project)
    if caches is None:
        return None
    name = f"templates-{version}"
    folder = Path(caches.root, name)
    try:
        is_new = not folder.is_dir()
        caches.make(name)
        if not is_private(folder):
            return None
        if is_new:
            _remove_unused(caches, folder.stat().st_mtime)
    except OSError:
        return None
    return folder


def _remove_unused(caches: OwnFolder, now: float) -> None:
    """Remove the folders of versions that have compiled nothing for a month before `now`, a time
    of the file system."""
    for other in caches.entries():
        is_ours = other.name.startswith("templates-") and is_private(Path(other.path))
        if is_ours and now - other.stat().st_mtime > _MONTH:
            with suppress(OSError):
                caches.remove_tree(other.name)
