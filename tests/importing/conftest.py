"""A source from a few files, and what an import makes of it."""

import io
import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from generator.cli import main
from tests.conftest import files_below

Files = dict[str, str | bytes]
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360"
    "60606000000005000157cfc8ea0000000049454e44ae426082"
)
"""A picture of one pixel."""
SOURCES = Path(__file__).parent / "sources"
"""Invented sources: a site of each program has each feature of the program's table once."""
AS_RENDERCV, JSON_RESUME, RENDERCV = (
    (SOURCES / "cvs" / name).read_text("utf-8")
    for name in ("al-folio.yaml", "resume.json", "rendercv.yaml")
)
"""A CV in each format, with every field that the formats have."""


def source(name: str) -> Files:
    """The files of an invented source; those that are no text as bytes."""
    files = files_below(SOURCES / name)
    return {path: data if b"\0" in data else data.decode() for path, data in files.items()}


@dataclass
class Imported:
    """What came of an import."""

    code: int
    folder: Path
    said: str

    def text(self, path: str) -> str:
        return (self.folder / path).read_text("utf-8")

    @property
    def files(self) -> set[str]:
        found = (path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix() for path in found}

    @property
    def report(self) -> Any:
        return json.loads(self.text("import-report.json"))

    def found(self, code: str) -> list[str]:
        """What the findings of a code say."""
        return [one.get("what", "") for one in self.report["findings"] if one["code"] == code]

    def address(self, old: str) -> tuple[str, str]:
        """How an old address fared, and where it leads."""
        one = next(one for one in self.report["addresses"] if one["old"] == old)
        return one["how"], one.get("new", "")


def write(folder: Path, files: Files) -> Path:
    for path, text in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def run_import(
    tmp_path: Path, files: Files, *options: str, published: Files | None = None
) -> Imported:
    """Import a source that is given by its files, in a folder of its own."""
    source = write(tmp_path / "source", files)
    words = ["import", str(source), str(tmp_path / "site"), *options]
    if published is not None:
        words += ["--published", str(write(tmp_path / "published", published))]
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = main(words)
    return Imported(code, tmp_path / "site", said.getvalue())


@pytest.fixture
def imported(tmp_path: Path) -> Callable[..., Imported]:
    """Imports a source, given by its files."""

    def run(files: Files, *options: str, published: Files | None = None) -> Imported:
        return run_import(tmp_path, files, *options, published=published)

    return run
