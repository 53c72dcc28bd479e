"""Each rule speaks where it should, at the right place, and nowhere else."""

import re
import shutil
from pathlib import Path

import pytest

from generator.check.rules import RULES
from tests.check.checking import check
from tests.conftest import REPOSITORY, SiteCase

ELSEWHERE = {"picture-too-large", "file-refused-by-github",
             "post-from-the-future", "leaves-in-the-future"}  # fmt: skip
"""Rules with a test of their own: they need large files or a day."""


SITES = {
    folder.relative_to(REPOSITORY / "tests/check/sites").as_posix(): folder
    for folder in sorted((REPOSITORY / "tests/check/sites").glob("*/*"))
}
"""By `rule/what it is about`, what goes before the small site; `expected.txt` has all findings.

The small site has the bare theme, which knows no CVs; one that is about a CV writes a `site.yaml`."""


def expected(folder: Path) -> list[str]:
    file = folder / "expected.txt"
    return file.read_text("utf-8").splitlines() if file.exists() else []


def test_every_rule_has_a_site_on_which_it_speaks_and_one_on_which_it_must_not() -> None:
    speaks = {name.partition("/")[0] for name, folder in SITES.items() if expected(folder)}
    silent = {name.partition("/")[0] for name, folder in SITES.items() if not expected(folder)}
    assert speaks == silent == set(RULES) - ELSEWHERE


@pytest.mark.parametrize("name", SITES)
def test_a_rule_says_what_is_wrong_at_its_place_and_nothing_of_what_is_right(
    name: str, site: SiteCase
) -> None:
    shutil.copytree(SITES[name], site.root, dirs_exist_ok=True)
    said = check(site.root).said()
    assert said == expected(SITES[name])
    assert all(line.endswith(f"[{name.partition('/')[0]}]") for line in said)


def test_every_rule_says_what_it_is_for() -> None:
    for rule in RULES.values():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)+", rule.code)
        assert re.match(r"(?:[^\n]+\n?)+[.:]", rule.look.__doc__ or ""), rule.code


@pytest.mark.slow
def test_nothing_is_said_of_the_sample_site(sample_copy: SiteCase) -> None:
    assert check(sample_copy.root).said() == []


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


def test_a_text_in_no_language_of_the_site_is_the_one_that_is_missing(site: SiteCase) -> None:
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\nlanguages: [en, zh]\n")
    site.write("content/index.zh.md", "---\ntitle: 首页\n---\n\n你好。\n")
    site.write("content/awards.yaml", "- title: {en: A prize, cn: 奖}\n")
    (problem,) = check(site.root).problems
    assert "is not one of the site's languages: write `zh`" in str(problem.hint)


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        ("preview-not-described", "add `preview_alt = {…}` with what it shows, in a few words"),
        ("link-text-lost-its-link", r"write \href{address}{words}, or delete the words"),
    ],
)
def test_the_way_out_in_bibtex_is_bibtex(rule: str, wanted: str, site: SiteCase) -> None:
    shutil.copytree(SITES[f"{rule}/speaks-in-bibtex"], site.root, dirs_exist_ok=True)
    (problem,) = check(site.root).problems
    assert problem.hint == wanted
