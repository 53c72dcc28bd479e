"""Chinese pages are as new as the English ones, and where one is not, a reader sees it."""

import shutil
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY
from tools.docs_site import gather
from tools.translations import faults, guides, main, stamped, translation

DOCS = REPOSITORY / "docs"
ENGLISH = "# A page\n\nFirst.\n\n## One\n\nA long\nline.\n\n## Two\n\nSecond.\n"
CHINESE = "".join(
    f"{heading}\n<!-- en -->\n\n{text}\n\n"
    for heading, text in (("# 页面", "第一。"), ("## 一", "一行。"), ("## 二", "第二。"))
)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """An English page with a Chinese version that is up to date."""
    english = tmp_path / "page.md"
    english.write_text(ENGLISH, "utf-8")
    translation(english).write_text(stamped(CHINESE, ENGLISH), "utf-8")
    return english


@pytest.mark.parametrize("guide", guides(), ids=lambda page: page.name)
def test_the_chinese_version_of_each_page_is_up_to_date(guide: Path) -> None:
    assert faults(guide) == []


@pytest.mark.parametrize(
    ("english", "said"),
    [
        (ENGLISH.replace("A long", "A very long"), ["page.zh.md:7: the English part has changed"]),
        (ENGLISH.replace("A long\nline.", "A long line."), []),
        (f"{ENGLISH}\n## Three\n", ["page.zh.md: not as many parts as in page.md"]),
        (ENGLISH.partition("## Two")[0], ["page.zh.md: not as many parts as in page.md"]),
    ],
    ids=["changed", "broken elsewhere", "added", "removed"],
)
def test_an_english_part_that_has_changed_is_named_until_the_command_notes_it(
    page: Path, english: str, said: list[str]
) -> None:
    page.write_text(english, "utf-8")
    assert faults(page)[: len(said) or None] == said
    if "changed" in "".join(said):
        main(["--write", str(translation(page))])
        assert faults(page) == []
    translation(page).unlink()
    assert faults(page) == ["page.zh.md: missing"]


def test_the_site_says_of_a_part_that_it_is_out_of_date_and_shows_no_digest(tmp_path: Path) -> None:
    docs = Path(shutil.copytree(DOCS, tmp_path / "docs"))
    gather(docs, tmp_path / "before")
    start = docs / "start.md"
    start.write_text(start.read_text("utf-8").replace("## Check\n", "## Check\n\nNew.\n"), "utf-8")
    gather(docs, tmp_path / "after")
    before = (tmp_path / "before/content/start.zh.md").read_text("utf-8")
    after = (tmp_path / "after/content/start.zh.md").read_text("utf-8")
    assert "<!-- en" not in before + after
    pairs = zip(before.splitlines(), after.splitlines(), strict=True)
    assert [(old, new) for old, new in pairs if old != new] == [
        ("", "*本节的英文原文在翻译之后有改动，以英文版为准。*")
    ]
