"""`python -m tools.translations`: lists parts of Chinese pages that are out of date.

Below each heading of `start.zh.md` is the digest of the part of `start.md` that it translates:
`<!-- en 1a2b3c4d -->`. Parts are matched by their order; line breaks do not count. After a change
of an English part, change the Chinese one, then run `--write FILE` to update the digests. Pages of
the reference are generated from texts in both languages and have no digests.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_MARK = re.compile(r"^<!-- en ?(\w*) -->$", re.MULTILINE)
_OUTDATED = "*本节的英文原文在翻译之后有改动，以英文版为准。*"


def guides() -> list[Path]:
    """Return the English pages that a person has written."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    return [page for page in pages if not page.stem.endswith(".zh")]


def translation(page: Path) -> Path:
    """Return the path of the Chinese version of a page."""
    return page.with_suffix(".zh.md")


def digests(text: str) -> list[str]:
    """Return a digest of each part of an English page: its beginning, and the text below each
    `##`."""
    parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    return [sha256(" ".join(part.split()).encode()).hexdigest()[:8] for part in parts]


def faults(page: Path) -> list[str]:
    """Return the outdated parts of a page's Chinese version, each with its file and line."""
    chinese = translation(page)
    if not chinese.is_file():
        return [f"{chinese.name}: missing"]
    text = chinese.read_text("utf-8")
    marks = list(_MARK.finditer(text))
    found = []
    for mark, digest in zip_longest(marks, digests(page.read_text("utf-8"))):
        if not mark or not digest:
            found.append(f"{chinese.name}: not as many parts as in {page.name}")
            break
        if mark[1] != digest:
            line = text.count("\n", 0, mark.start()) + 1
            found.append(f"{chinese.name}:{line}: the English part has changed")
    return found


def stamped(chinese: str, english: str) -> str:
    """Return a Chinese page with the current digests of the English page."""
    today = iter(digests(english))
    return _MARK.sub(lambda mark: f"<!-- en {next(today, '')} -->", chinese)


def for_readers(chinese: str, english: str) -> str:
    """Return a Chinese page without digests, with the same number of lines; outdated parts are
    marked."""
    today = iter(digests(english))
    return _MARK.sub(lambda mark: "" if mark[1] == next(today, "") else _OUTDATED, chinese)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit code: 1 if something is out of date."""
    parser = argparse.ArgumentParser(prog="python -m tools.translations", description=__doc__)
    parser.add_argument("--write", nargs="+", type=Path, default=[], metavar="FILE")
    for chinese in parser.parse_args(arguments).write:
        english = chinese.with_name(chinese.name.replace(".zh.md", ".md")).read_text("utf-8")
        chinese.write_text(stamped(chinese.read_text("utf-8"), english), "utf-8")
    found = [fault for page in guides() for fault in faults(page)]
    print("\n".join(found), file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
