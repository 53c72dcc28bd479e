"""Each rule speaks where it should, at the right place, and nowhere else."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from generator.check.rules import RULES
from tests.check.cases import FIRES, QUIET, Fires, Quiet
from tests.check.checking import check, with_files
from tests.conftest import REPOSITORY, SiteCase

pytestmark = pytest.mark.broadsheet

ELSEWHERE = {
    "picture-too-large",
    "pdf-too-large",
    "file-refused-by-github",
    "site-refused-by-pages",
    "post-from-the-future",
}
"""Rules with a test of their own: they need large files or a day."""


def test_every_rule_has_a_case_that_speaks_and_one_that_must_not() -> None:
    assert set(FIRES) == set(RULES) - ELSEWHERE
    assert set(QUIET) == set(RULES) - ELSEWHERE


@pytest.mark.parametrize(
    ("code", "case"),
    [(code, case) for code, cases in FIRES.items() for case in cases],
    ids=lambda value: value if isinstance(value, str) else value.about,
)
def test_a_rule_says_what_is_wrong_at_its_place(code: str, case: Fires, site: SiteCase) -> None:
    found = check(with_files(site, case.files).root)
    assert found.said() == [f"{line} [{code}]" for line in case.said]


@pytest.mark.parametrize(
    ("code", "case"),
    [(code, case) for code, cases in QUIET.items() for case in cases],
    ids=lambda value: value if isinstance(value, str) else value.about,
)
def test_a_rule_says_nothing_of_what_is_right(code: str, case: Quiet, site: SiteCase) -> None:
    assert check(with_files(site, case.files).root).said() == []


def test_every_rule_says_what_it_is_for() -> None:
    for rule in RULES.values():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)+", rule.code)
        assert rule.title.endswith(".") or ":" in rule.title, rule.code


def test_nothing_is_said_of_the_sample_site(sample_copy: SiteCase) -> None:
    assert check(sample_copy.root).said() == []
    assert check(sample_copy.root, base_url="https://example.org/repo/").said() == []


@pytest.mark.parametrize("name", ["cv-english", "cv-chinese"])
def test_nothing_is_said_of_the_fictional_people(name: str, tmp_path: Path) -> None:
    shutil.copytree(REPOSITORY / "tests" / "sites" / name, tmp_path / "project")
    assert check(tmp_path / "project").said() == []


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("content/about.zh.md", "content/about.md"),
        ("content/about.md", "content/about.en.md"),
        ("content/about/index.md", "content/about/index.en.md"),
    ],
)
def test_the_way_out_of_a_missing_translation_is_a_file_that_can_be_written(
    site: SiteCase, written: str, wanted: str
) -> None:
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\nlanguages: [en, zh]\n")
    site.write("content/index.zh.md", "---\ntitle: 首页\n---\n\n你好。\n")
    site.write(written, "---\ntitle: 关于\nlang: zh\n---\n\n你好。\n")
    (problem,) = check(site.root).problems
    assert problem.hint == f"write {wanted}"
    site.write(wanted, "---\ntitle: About\n---\n\nMe.\n")
    assert check(site.root).problems == ()
