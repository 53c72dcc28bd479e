"""Receives files that a person drops on a record. They go to `static/` under a clean name.

A file has a hidden name until it is complete, so a build never sees part of it.
"""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from typing import IO, Any

from generator.disk import TEMPORARY, OwnFolder
from generator.editing.records import Refusal, fault
from generator.model.files import ENDINGS, FILMS
from generator.model.links import slug_of
from generator.problems import spoken

_DOCUMENTS = (".pdf", ".pptx", ".ppt", ".odp", ".key", ".docx", ".odt", ".epub", ".djvu", ".ps",
              ".zip", ".bib", ".txt", ".csv", ".mp3", ".m4a", ".vtt", ".ico")  # fmt: skip
_MOST_NAMES = 1000
_LONGEST = 100
"""The longest name, in characters."""


def folder_for(ending: str) -> str:
    """Return the folder under `static/` for files with this ending. Raises Refusal."""
    kind = ENDINGS.get(ending)
    if kind is not None:
        return "films" if kind in FILMS else "images"
    if ending == ".pdf":
        return "pdf"
    if ending in _DOCUMENTS:
        return "files"
    raise Refusal(
        spoken("edit-file-kind", ending=ending, known=tuple(sorted((*ENDINGS, *_DOCUMENTS))))
    )


def clean_name(name: str) -> str:
    """Return the name of a file in a form for addresses: `My Slides.PDF` -> `my-slides.pdf`.

    Raises Refusal for a name without an ending, or without a letter or digit before it.
    """
    bare = name.replace("\\", "/").rpartition("/")[2]
    stem, dot, ending = bare.rpartition(".")
    slug = re.sub("-+", "-", slug_of(stem.replace(".", " ")))[:_LONGEST].strip("-.")
    if not dot or not slug or not ending.isalnum() or not ending.isascii():
        raise Refusal(spoken("edit-file-name", name=bare[:_LONGEST]))
    return f"{slug}.{ending.lower()}"


class Upload:
    """One file that is being received."""

    def __init__(self, static: OwnFolder, name: str, replaces: bool) -> None:
        """Begin. With `replaces`, a file of this name is replaced.

        Raises Refusal if the name is taken (409), the kind of file is not accepted, or the file
        cannot be written.
        """
        self._static = static
        self._replaces = replaces
        clean = clean_name(name)
        self._folder = folder_for("." + clean.rpartition(".")[2])
        self.way = f"{self._folder}/{clean}"
        """Its path under `static/`."""
        if not replaces and clean in self._names():
            raise self._taken()
        self._temporary = f"{self._folder}/.{secrets.token_hex(8)}{TEMPORARY}"
        self._fault: OSError | None = None
        try:
            self._file: IO[bytes] = static.creating(self._temporary)
        except OSError as error:
            raise fault("edit-cannot-write", f"static/{self._folder}", error) from None

    def write(self, data: bytes) -> None:
        """Append received bytes; if that fails, `keep` reports it."""
        if self._fault is None:
            try:
                self._file.write(data)
            except OSError as error:
                self._fault = error

    def keep(self) -> dict[str, Any]:
        """Give the file its name; return its path under `static/`. Raises Refusal."""
        try:
            self._file.close()
            if self._fault:
                raise self._fault
            if self._replaces:
                self._static.take(self._static.path(self._temporary), self.way)
            else:
                self._static.give_name(self._temporary, self.way)
        except FileExistsError:
            self.drop()
            raise self._taken() from None
        except OSError as error:
            self.drop()
            raise fault("edit-cannot-write", f"static/{self.way}", error) from None
        return {"path": self.way}

    def drop(self) -> None:
        """Remove the received bytes."""
        with suppress(OSError):
            self._file.close()
        with suppress(OSError):
            self._static.remove(self._temporary)

    def _names(self) -> set[str]:
        """Return the names in the folder, in lower case, since some disks ignore case."""
        try:
            return {entry.name.lower() for entry in self._static.entries(self._folder)}
        except FileNotFoundError:
            return set()
        except OSError as error:
            raise fault("edit-cannot-read", f"static/{self._folder}", error) from None

    def _taken(self) -> Refusal:
        names = self._names()
        stem, _, ending = self.way.rpartition("/")[2].rpartition(".")
        numbered = (f"{stem}-{number}.{ending}" for number in range(2, _MOST_NAMES))
        free = next((name for name in numbered if name not in names), "")
        return Refusal(spoken("edit-file-there", file=f"static/{self.way}"), 409, free=free)
