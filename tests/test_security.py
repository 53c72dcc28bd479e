"""SECURITY.md names a test for each promise."""

import re
from pathlib import Path

from tests.conftest import REPOSITORY

TEXT = (REPOSITORY / "SECURITY.md").read_text("utf-8")


def test_each_promise_names_tests() -> None:
    part = TEXT.partition("## What is promised")[2].partition("\n## ")[0]
    paragraphs = [found.strip() for found in part.split("\n\n") if found.strip()]
    assert len(paragraphs) > 10
    for words in paragraphs:
        assert words.startswith("**") and re.search(r"`test_\w+`", words), words[:60]


WANTED = set(re.findall(r"`(test_\w+)`", TEXT))
"""The names of all tests that it names."""


def test_each_test_that_a_promise_names_is_there() -> None:
    """It may be a slow one, but it must be one of its name, and in one file only."""
    where: dict[str, set[Path]] = {}
    for place in ("tests", "tests/*"):
        for path in REPOSITORY.glob(f"{place}/test_*.py"):
            found = re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
            for name in WANTED.intersection(found):
                where.setdefault(name, set()).add(path)
    assert sorted(WANTED - where.keys()) == [], "SECURITY.md names tests that do not exist"
    assert {name: files for name, files in where.items() if len(files) > 1} == {}


def test_each_file_that_it_names_is_there() -> None:
    for name in re.findall(r"`(tests/[\w/.]+)`", TEXT):
        assert (REPOSITORY / name).is_file(), name
