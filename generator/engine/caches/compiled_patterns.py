"""Regular expressions that Python has compiled, kept in the user's own cache.

Each process of Python compiles its regular expressions anew, by a compiler that is itself written
in Python. A small build has 250 of them, four in five those of its libraries, and compiling them
took 27 of its 150 ms of CPU. So what the compiler made is kept for this version of Python, by
pattern and flags. The key is all that it was made of, so nothing that is kept is out of date.

`re` has no public way to do this. What we take from its insides is the same in Python 3.11 to 3.14;
where something is missing, nothing is kept and all else works as ever. A test holds that a pattern
made of kept code equals the one that `re` compiles.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from zlib import crc32

from generator.disk.own_folder import OwnFolder

Compiled = tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]
"""What `_sre.compile` takes behind the pattern: all its flags, its code as words of 32 bits, how
many groups it has, their numbers by name and their names by number."""

_FILE = f"patterns-{sys.implementation.cache_tag}-{sys.hexversion:x}"
_CHECKSUM = 4
"""Bytes before the rest: damaged code is not run."""
_MOST = 2000
"""As many patterns are kept at most: a site can have any number of its own."""
_UNKEPT = 128 | 4
"""The flags `DEBUG`, which prints, and `LOCALE`, by which the same pattern is not the same."""


class CompiledPatterns:
    """The patterns that are known, and whether this process has compiled further ones."""

    def __init__(self, folder: OwnFolder) -> None:
        """They are kept in a file of `folder`."""
        self._folder = folder
        self._known = self._kept()
        self._has_new = False

    def compile(self, pattern: Any, flags: int = 0) -> Any:
        """Do what `re._compiler.compile` does, with the code of last time if there is any."""
        flags = int(flags)
        if type(pattern) not in (str, bytes) or flags & _UNKEPT:
            return _compile_anew(pattern, flags)
        key = pattern, flags
        if key not in self._known:
            self._known[key] = _compiled(pattern, flags)
            self._has_new = True
        all_flags, code, *groups = self._known[key]
        words = memoryview(code).cast("I").tolist()
        return _pattern_of(pattern, all_flags, words, *groups)

    def save(self) -> None:
        """Keep what this process has compiled beside what others have kept meanwhile."""
        if not self._has_new:
            return
        self._has_new = False
        known = self._kept() | self._known
        data = marshal.dumps(known if len(known) <= _MOST else self._known)
        with suppress(OSError):
            self._folder.write(_FILE, _checksum(data) + data, writer=str(os.getpid()))

    def _kept(self) -> dict[tuple[str | bytes, int], Compiled]:
        try:
            kept = self._folder.read(_FILE)
        except OSError:
            return {}
        data = kept[_CHECKSUM:]
        return marshal.loads(data) if kept[:_CHECKSUM] == _checksum(data) else {}


def _compiled(pattern: str | bytes, flags: int) -> Compiled:
    """Compile a pattern as `re._compiler.compile` does."""
    from array import array

    parsed = _parser.parse(pattern, flags)
    state = parsed.state
    names: list[str | None] = [None] * state.groups
    for name, number in state.groupdict.items():
        names[number] = name
    code = array("I", _compiler._code(parsed, flags)).tobytes()
    return flags | state.flags, code, state.groups - 1, state.groupdict, tuple(names)


def _checksum(data: bytes) -> bytes:
    return crc32(data).to_bytes(_CHECKSUM, "big")


_compile_anew: Callable[..., Any]
try:
    from re import _compiler, _parser  # type: ignore[attr-defined]

    _compile_anew, _pattern_of = _compiler.compile, _compiler._sre.compile
    _CAN_KEEP = sys.implementation.name == "cpython" and bool(_compiler._code and _parser.parse)
except (ImportError, AttributeError):
    _CAN_KEEP = False


def use(patterns: CompiledPatterns) -> None:
    """Have `re` use what is kept, in this process and in its copies."""
    if _CAN_KEEP:
        _compiler.compile = patterns.compile
