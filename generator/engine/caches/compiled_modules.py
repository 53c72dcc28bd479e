"""The modules that builds load, in one file of the user's own cache.

For each of its 300 modules Python looks through the folders of `sys.path`, looks at the source, and
opens and reads a file of compiled code. Of an edit of one post that took 16 of 144 ms of CPU in a
small site, 20 of 182 ms with 300 papers, both with two busy cores. So the code is kept together,
and a module's source is only looked at. If its time or its size is another, Python finds the module
in its usual way, as it does with its own files of compiled code (PEP 3147, PEP 552), from which
ours is copied.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import MAGIC_NUMBER
from types import CodeType, ModuleType
from typing import IO, NamedTuple
from zlib import crc32

from generator.disk.own_folder import OwnFolder, read_at

_NAME = "modules-"
_HEAD = 12
"""Bytes before the codes: where the table of modules behind them begins, its length and its
checksum, four bytes each."""
_MOST = 800
"""As many modules are kept at most; a build with everything loads some 500."""
_MONTH = 30 * 24 * 3600
"""Seconds."""


class _Module(NamedTuple):
    source: str
    time: int
    """When the source was changed, in nanoseconds."""
    size: int
    cached: str
    """Python's own file of the compiled code."""
    is_package: bool
    offset: int
    """Where the code begins in our file."""
    length: int
    checksum: int


class CompiledModules:
    """Finds modules for Python (`importlib.abc.MetaPathFinder`)."""

    def __init__(self, folder: OwnFolder) -> None:
        """They are in one file of `folder` for each version of Python and each `sys.path`."""
        self._folder = folder
        environment = "\0".join((f"{sys.hexversion:x}", sys.prefix, *sys.path))
        self._name = f"{_NAME}{crc32(environment.encode('utf-8', 'surrogateescape')):08x}"
        self._file: IO[bytes] | None = None
        self._known: dict[str, _Module] = {}
        with suppress(OSError):
            self._file = folder.reading(self._name)
            self._known = _table(self._file.fileno())

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how to load a module, or None where its source is not the one that is kept."""
        module = self._known.get(name)
        if module is None:
            return None
        if not _is_current(module):
            del self._known[name]
            return None
        spec = ModuleSpec(name, _Loader(name, module.source, self), origin=module.source)
        spec.has_location = True
        spec.cached = module.cached
        if module.is_package:
            spec.submodule_search_locations = [os.path.dirname(module.source)]  # noqa: PTH120
        return spec

    def code(self, name: str) -> bytes | None:
        """Return a module's code, or None where it cannot be read or is damaged."""
        module = self._known.get(name)
        if module is None or self._file is None:
            return None
        try:
            code = read_at(self._file.fileno(), module.length, module.offset)
        except OSError:
            return None
        return code if crc32(code) == module.checksum else None

    def save(self) -> None:
        """Keep what Python found in its usual way, beside what others have kept meanwhile."""
        if sys.dont_write_bytecode:
            return
        names = [name for name in list(sys.modules) if name not in self._known]
        new = {name: found for name in names if (found := _compiled(name))}
        if not new:
            return
        kept = CompiledModules(self._folder)
        for name, module in kept._known.items():
            code = kept.code(name)
            if code is not None and _is_current(module):
                new.setdefault(name, (module, code))
        kept.close()
        if len(new) > _MOST:
            new = {name: found for name, found in new.items() if name in sys.modules}
        with suppress(OSError):
            self._folder.write(self._name, _as_file(new), writer=str(os.getpid()))
            self._remove_unused()

    def close(self) -> None:
        """Close the file; from here on Python finds all modules in its usual way."""
        self._known.clear()
        if self._file is not None:
            self._file.close()
            self._file = None

    def _remove_unused(self) -> None:
        entries = [e for e in self._folder.entries() if e.name.startswith(_NAME)]
        times = {entry.name: entry.stat(follow_symlinks=False).st_mtime for entry in entries}
        for name, time in times.items():
            if times[self._name] - time > _MONTH:
                self._folder.remove(name)


class _Loader(SourceFileLoader):
    """Loads a module from the code that is kept, or as Python does where that is damaged."""

    def __init__(self, name: str, source: str, modules: CompiledModules) -> None:
        super().__init__(name, source)
        self._modules = modules

    def get_code(self, fullname: str) -> CodeType | None:
        code = self._modules.code(fullname)
        return super().get_code(fullname) if code is None else marshal.loads(code)


def _is_current(module: _Module) -> bool:
    return _stamp(module.source) == (module.time, module.size)


def _stamp(source: str) -> tuple[int, int] | None:
    try:
        status = os.stat(source)  # noqa: PTH116
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _table(file: int) -> dict[str, _Module]:
    head = read_at(file, _HEAD, 0)
    offset, length, checksum = (int.from_bytes(head[n : n + 4], "big") for n in (0, 4, 8))
    data = read_at(file, length, offset)
    if len(head) < _HEAD or crc32(data) != checksum:
        return {}
    return {name: _Module(*fields) for name, fields in marshal.loads(data).items()}


def _compiled(name: str) -> tuple[_Module, bytes] | None:
    """Return what Python knows of a module that it has loaded, and its code out of Python's file.

    That file begins with 16 bytes: the number of its format, flags, and the time and size of the
    source; the flags are 0 where these two tell whether it is up to date (PEP 552).
    """
    spec = getattr(sys.modules[name], "__spec__", None)
    if spec is None or spec.name != name or type(spec.loader) is not SourceFileLoader:
        return None
    source, cached = spec.origin, spec.cached
    stamp = _stamp(source) if source else None
    if stamp is None or not cached:
        return None
    time, size = stamp
    try:
        with open(cached, "rb") as file:  # noqa: PTH123
            data = file.read()
    except OSError:
        return None
    seconds = time // 1_000_000_000
    words = (0, seconds & 0xFFFFFFFF, size & 0xFFFFFFFF)
    if data[:16] != MAGIC_NUMBER + b"".join(word.to_bytes(4, "little") for word in words):
        return None
    is_package = spec.submodule_search_locations is not None
    return _Module(source, time, size, cached, is_package, 0, 0, 0), data[16:]


def _as_file(modules: dict[str, tuple[_Module, bytes]]) -> bytes:
    codes = bytearray(_HEAD)
    table = {}
    for name, (module, code) in modules.items():
        table[name] = (*module[:5], len(codes), len(code), crc32(code))
        codes += code
    data = marshal.dumps(table)
    head = len(codes), len(data), crc32(data)
    codes[:_HEAD] = b"".join(number.to_bytes(4, "big") for number in head)
    return bytes(codes + data)
