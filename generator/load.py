"""Folders -> files. The only reader of `content/`, `static/`, `themes/` and `fonts/`."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

from generator.model.files import (
    ProjectFolders,
    SourceFile,
    Sources,
    digest_of,
    is_litter,
    packaged_themes,
)
from generator.model.lookups import NO_CACHE, SourceCache
from generator.problems import Message, Place, Problem

# Surrogates stand for the bytes of a name that is not UTF-8.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_LARGEST_TEXT, _LARGEST = 32 << 20, 1 << 30
"""Bytes. No host of static sites accepts larger files. Each file is read into memory as a whole."""
_TEXTS = (".md", ".yaml", ".yml", ".bib", ".html", ".css", ".js", ".typ", ".txt", ".xml", ".svg")


def load(
    project: ProjectFolders,
    cache: SourceCache = NO_CACHE,
    packaged: Mapping[str, SourceFile] | None = None,
) -> tuple[Sources, list[Problem]]:
    """Find all sources of a project, and read those whose stamps the cache does not know.

    `packaged` are the files of packaged themes, if an earlier call found them. Editors' temporary
    files are skipped. Symbolic links, unreadable and special files are problems, and nothing is
    read through them.
    """
    problems: list[Problem] = []
    reader = _FolderReader(problems, cache)
    content = reader.files(project.content, "content", with_bytes=True)
    statics = reader.files(project.static, "static", with_bytes=False)
    themes: dict[str, SourceFile] = {}
    folder = packaged_themes()
    if packaged:
        themes |= packaged
    elif os.path.realpath(folder) != os.path.realpath(project.themes):
        # Most of them belong to themes that the site does not show: they are read when asked for.
        themes |= reader.files(folder.resolve(), "themes", with_bytes=False, prefix="masthead:")
    themes |= reader.files(project.themes, "themes", with_bytes=True)
    fonts = reader.files(project.fonts, "fonts", with_bytes=False)
    return Sources(content, statics, themes, fonts), problems


class _FolderReader:
    """Walks folders of sources and never leaves them."""

    def __init__(self, problems: list[Problem], cache: SourceCache) -> None:
        self.problems = problems
        self.cache = cache

    def files(
        self, folder: Path, name: str, with_bytes: bool, prefix: str = ""
    ) -> dict[str, SourceFile]:
        """Return the files below `folder` by their path; each path starts with `name`.

        `prefix` keeps keys and cache names apart if two folders hold files of the same name. With
        `with_bytes`, files are read now unless the cache knows their stamps.
        """
        found: dict[str, SourceFile] = {}
        spellings: dict[str, str] = {}
        if folder.is_symlink():
            self._error(name, Message.of("source-is-link"))
            return found
        for path, absolute, status in self._walk(str(folder), name):
            normal = path if path.isascii() else unicodedata.normalize("NFC", path)
            other = spellings.setdefault(normal.casefold(), path)
            if other != path:
                self._error(path, Message.of("file-name-twice", other=other))
                continue
            if status.st_size > (_LARGEST_TEXT if normal.endswith(_TEXTS) else _LARGEST):
                self._error(path, Message.of("file-too-large", megabytes=status.st_size >> 20))
                continue
            stamp, digest = self.cache.known(prefix + normal, status)
            data = None
            if with_bytes and not digest:
                data = self._read(path, absolute)
                if data is None:
                    continue
                digest = digest_of(data)  # so that the next build need not read it
            found[prefix + normal] = SourceFile(
                prefix + normal, absolute, data, stamp, digest, keeps=bool(prefix)
            )
        return found

    def _walk(self, folder: str, name: str) -> Iterator[tuple[str, str, os.stat_result]]:
        """Yield the key, the path on disk and the status of each file."""
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except FileNotFoundError:
            return
        except OSError as error:
            self._error(name, Message.of("folder-unreadable", reason=str(error.strerror)))
            return
        for entry in entries:
            path = f"{name}/{entry.name}"
            if is_litter(entry.name):
                continue
            if _UNPRINTABLE.search(entry.name):
                self._error(path, Message.of("file-name-unprintable"))
                continue
            if entry.is_symlink():
                self._error(path, Message.of("source-is-link"))
                continue
            try:
                inside = entry.stat()
            except OSError as error:
                self._error(path, Message.of("unreadable", reason=str(error.strerror)))
                continue
            if stat.S_ISDIR(inside.st_mode):
                yield from self._walk(entry.path, path)
            elif stat.S_ISREG(inside.st_mode):
                yield path, entry.path, inside
            else:
                problem = Problem.of(Place(path), "file-not-regular", severity="warning")
                self.problems.append(problem)

    def _read(self, path: str, absolute: str) -> bytes | None:
        try:
            return Path(absolute).read_bytes()
        except OSError as error:
            self._error(path, Message.of("file-unreadable", reason=str(error.strerror)))
            return None

    def _error(self, path: str, message: Message) -> None:
        self.problems.append(Problem(Place(path), message))
