"""The fonts that come with a theme: named by its style sheet, small, and with their licences."""

import re
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY

FOLDERS = sorted((REPOSITORY / "themes").glob("*/assets/fonts"))
MOST = 120 * 1024
"""Bytes of fonts that a page may load."""


@pytest.fixture(params=FOLDERS, ids=[folder.parts[-3] for folder in FOLDERS])
def fonts(request: pytest.FixtureRequest) -> Path:
    folder: Path = request.param
    return folder


def rules(fonts: Path) -> list[str]:
    sheet = (fonts.parent / "fonts.css").read_text("utf-8")
    return re.findall(r"@font-face \{(.*?)\}", sheet, re.DOTALL)


def test_the_style_sheet_names_each_file_once(fonts: Path) -> None:
    named = [name for rule in rules(fonts) for name in re.findall(r'url\("fonts/(.*?)"\)', rule)]
    assert sorted(named) == sorted(path.name for path in fonts.glob("*.woff2"))


def test_a_page_in_a_western_language_loads_at_most_so_much(fonts: Path) -> None:
    files = [path for path in fonts.glob("*.woff2") if not path.stem.endswith("-ext")]
    assert sum(path.stat().st_size for path in files) <= MOST


def test_each_family_has_its_licence_and_a_font_that_stands_in(fonts: Path) -> None:
    families = {name for rule in rules(fonts) for name in re.findall(r'font-family: "(.*?)"', rule)}
    for family in {name for name in families if not name.endswith(" fallback")}:
        licence = fonts / f"{family.lower().replace(' ', '-')}-OFL.txt"
        assert "SIL OPEN FONT LICENSE" in licence.read_text("utf-8")
        assert f"{family} fallback" in families
    for rule in rules(fonts):
        assert ("size-adjust" in rule) == ("local(" in rule)
