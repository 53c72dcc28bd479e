"""Each rule speaks where it should, at the right place, and nowhere else.

What somebody has looked at is not said again. A build knows no clock, so checks name the posts that lie ahead;
and files that are too large: for readers, and for GitHub.
"""

import os
import re
import shutil
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.api import BuildRequest, build
from generator.check import check_on
from generator.check.dates import fit, in_words, spans_fit, spans_in
from generator.check.rules import RULES, Prose, is_one_letter_off
from generator.model.dates import Date, When
from generator.model.files import ProjectFolders
from generator.problems import SiteError, Spot
from tests.cases import rows
from tests.check.checking import HOME, TWO_LANGUAGES, check
from tests.conftest import REPOSITORY, SiteCase, masthead
from tests.faults.conftest import page
from tests.pictures.drawing import photo, saved

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


CODE = "post-from-the-future"
NOW = date(2024, 5, 17)


def posts(site: SiteCase, *days: str) -> SiteCase:
    for number, day in enumerate(days):
        site.write(f"content/posts/p{number}.md", page(f"title: P{number}\ndate: {day}"))
    return site


def test_a_post_that_lies_ahead_is_named(site: SiteCase) -> None:
    posts(site, "2024-05-16", "2024-05-17", "2024-05-18", "2024-06", "2024", "2025")
    said = [line for line in check(site.root, today=NOW).said() if CODE in line]
    assert said == [
        f"content/posts/p{n}.md:3:7: warning: this post is dated {day}, which is in the future, but it is published now [{CODE}]"
        for n, day in ((2, "2024-05-18"), (3, "2024-06"), (5, "2025"))
    ]


def test_without_a_day_nobody_knows_and_a_draft_may_wait(site: SiteCase) -> None:
    assert CODE not in check(posts(site, "2999-01-01").root).codes()
    site.write("content/posts/p0.md", page("title: P\ndate: 2999-01-01\ndraft: true"))
    assert CODE not in check(site.root, today=NOW).codes()


def test_the_command_knows_the_day_and_a_build_says_nothing(site: SiteCase) -> None:
    tomorrow = date.today() + timedelta(days=2)
    posts(site, tomorrow.isoformat())
    found = masthead("check", "--project", str(site.root))
    assert f"this post is dated {tomorrow.isoformat()}, which is in the future" in found.stdout
    built = masthead("build", "--project", str(site.root))
    assert (built.returncode, built.stderr) == (0, "")


def test_a_member_who_leaves_some_day_is_no_alumna_yet(site: SiteCase) -> None:
    untils = ("2024", "2024-05", "2024-06", "2031", "2031 (expected)")
    members = (
        f"- {{name: {n} Li, group: phd, until: {u}}}" for n, u in zip("ABCDE", untils, strict=True)
    )
    site.write("content/people.yaml", "\n".join(members) + "\n")
    said = [line for line in check(site.root, today=NOW).said() if "leaves-in" in line]
    assert said == [
        f"content/people.yaml:{n}:35: warning: this person leaves on {day}, which is in the future, but is "
        "already among the alumni [leaves-in-the-future]"
        for n, day in ((3, "2024-06"), (4, "2031"))
    ]


PERSON = "person: {name: Ada Lovelace}\n"


def test_an_entry_silences_a_rule_everywhere_in_some_files_or_where_words_are(
    site: SiteCase,
) -> None:
    site.write("content/index.md", HOME + "TODO\n").write("content/skills.yaml", "- label: TBD\n")
    left = 'content/index.md:5:1: warning: "TODO" is a placeholder [placeholder-text]'
    for rule, said, silenced in (
        ("placeholder-text", [], 2), ("placeholder-text content/sk*", [left], 1),
        ("placeholder-text label:", [left], 1),
    ):  # fmt: skip
        settings = f'{PERSON}check: {{ignore: ["{rule}"]}}\n'
        found = check(site.write("content/site.yaml", settings).root)
        assert (found.said(), found.silenced) == (said, silenced)


def test_a_warning_of_the_build_is_silenced_too(site: SiteCase) -> None:
    site.write("content/index.md", HOME + "[here](#nowhere)\n")
    assert check(site.root).codes() == ["fragment-missing"]
    site.write("content/site.yaml", PERSON + "check: {ignore: [fragment-missing]}\n")
    assert (check(site.root).said(), check(site.root).silenced) == ([], 1)


def test_an_error_of_the_build_is_said_whatever_is_ignored(site: SiteCase) -> None:
    site.write("content/site.yaml", PERSON + "check: {ignore: [link-broken]}\n")
    site.write("content/index.md", HOME + "[here](gone.md)\n")
    found = check(site.root)
    assert (
        'content/index.md:5:8: error: this link leads nowhere: "gone.md" [link-broken]'
        in found.said()
    )
    assert found.silenced == 0


def test_an_unknown_code_gets_the_nearest_one(site: SiteCase) -> None:
    site.write("content/site.yaml", PERSON + "check: {ignore: [placeholder-txt]}\n")
    found = check(site.root)
    problem = next(p for p in found.problems if p.rule == "ignore-unknown")
    assert str(problem.where) == "content/site.yaml:2:18"
    assert problem.message == 'there is no rule "placeholder-txt"'
    assert problem.hint == 'did you mean "placeholder-text"?'


def test_every_rule_can_be_silenced_for_the_whole_site(site: SiteCase) -> None:
    codes = ", ".join(RULES)
    site.write("content/site.yaml", TWO_LANGUAGES + f"check: {{ignore: [{codes}]}}\n")
    site.write("content/skills.yaml", "- label: {en: TODO}\n")
    found = check(site.root)
    assert found.codes() == []
    assert found.silenced == 2


SPOT = Spot("content/index.md", ("body",))
PIECES = ["`", "``", "```", "~~~", "$", "$$", "\n", " ", "a", "[x](", ")", "<!--", "-->", "<pre>"]
PIECES += ["</pre>", "\\", "{", "}", "https://x.org/a", ":", "](", "> ", "方"]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_every_character_stays_at_its_place(text: str) -> None:
    prose = Prose(text, SPOT)
    for seen in (prose.read, prose.words):
        pairs = list(zip(seen, text, strict=True))
        assert all(ch in (" ", there) and (ch == "\n") == (there == "\n") for ch, there in pairs)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a `b` c", "a     c"),
        ("a ``b ` c`` d", "a           d"),
        ("a $b$ c, $5 and $6", "a     c, $5 and $6"),
        ("```\nb\n```\nc", "   \n \n   \nc"),
        ("~~~~ py\n```\n~~~~\nc", "       \n   \n    \nc"),
        ("[a](b) <https://c.org> https://d.org/e.", f"[a]{' ' * 36}"),
        ("a <!-- b --> c", "a            c"),
        (":::{news}\n:limit: 3\n:::", ":::      \n         \n:::"),
    ],
)
def test_words_are_what_a_reader_reads(text: str, words: str) -> None:
    assert Prose(text, SPOT).words == words


def test_a_place_inside_a_text_is_that_in_its_file() -> None:
    prose = Prose("one\ntwo three", Spot("a.yaml", ("x",), 0, 4))
    assert prose.at(0) == Spot("a.yaml", ("x",), 0, 4)
    assert prose.at(8) == Spot("a.yaml", ("x",), 1, 4)


@pytest.mark.parametrize(("text", "spans"), rows("slips", "Spans of time in running text"))
def test_spans_of_time_are_seen_in_running_text(text: str, spans: str) -> None:
    found = [in_words(mention.span) for mention in spans_in(Prose(text, SPOT))]
    assert "; ".join(found) == spans


def test_dates_fit_as_far_as_both_tell() -> None:
    assert fit(Date(2024), Date(2024, 6))
    assert not fit(Date(2024, 5), Date(2024, 6))
    (goes_on,), (ends,), (expected,) = (
        When.from_scalar(text).spans
        for text in ("2020 – present", "2020-09 – 2024-06", "2020-09 – 2026-06 (expected)")
    )
    assert spans_fit(goes_on, expected)
    assert not spans_fit(goes_on, ends)


@pytest.mark.parametrize(
    ("first", "second", "is_near"), rows("slips", "Words that are one letter apart")
)
def test_one_letter_is_one_letter(first: str, second: str, is_near: str) -> None:
    assert is_one_letter_off(first, second) is (is_near == "yes")
    assert is_one_letter_off(second, first) is (is_near == "yes")


MIB = 1024 * 1024


def sparse(site: SiteCase, path: str, size: int) -> None:
    """Write a file that is large and takes no room."""
    site.write(path, b"")
    os.truncate(site.root / path, size)


@pytest.mark.slow
def test_a_file_that_github_refuses_is_an_error_before_anything_is_deployed(
    site: SiteCase, tmp_path: Path
) -> None:
    sparse(site, "static/data.bin", 100 * MIB + 1)
    assert check(site.root).said() == [
        "static/data.bin: error: this file is 104.9 MB, and GitHub takes no more than 100 MiB "
        "[file-refused-by-github]"
    ]
    sparse(site, "static/data.bin", 100 * MIB)
    assert check(site.root).said() == []


def test_a_build_that_checks_writes_nothing_that_github_would_refuse(site: SiteCase) -> None:
    sparse(site, "static/data.bin", 100 * MIB + 1)
    request = BuildRequest(project=ProjectFolders(site.root), output=site.output, check=check_on())
    with pytest.raises(SiteError) as stopped:
        build(request)
    assert [problem.rule for problem in stopped.value.problems] == ["file-refused-by-github"]
    assert not (site.output / "index.html").exists()
    site.delete("static/data.bin").write("content/skills.yaml", "- label: TODO\n")
    report = build(request)
    assert [problem.rule for problem in report.warnings] == ["placeholder-text"]
    assert (site.output / "index.html").exists()


def test_large_pictures_are_warned_of_and_files_up_to_the_limits_are_right(site: SiteCase) -> None:
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\npictures: false\n")
    sparse(site, "static/img/a.JPG", 1_000_001)
    sparse(site, "static/img/b.jpg", 1_000_000)
    sparse(site, "static/data.bin", 30_000_000)
    assert check(site.root).said() == [
        "static/img/a.JPG: warning: this picture is 1.0 MB [picture-too-large]",
    ]


def test_a_photo_of_which_pages_send_copies_may_be_large(site: SiteCase) -> None:
    site.write("static/a.jpg", saved(photo(), "JPEG") + b"\0" * 2_000_000)
    assert check(site.root).said() == []


def test_a_broken_link_of_a_template_is_told_once(site: SiteCase) -> None:
    """It may stand on thousands of pages."""
    site.write("themes/mine/theme.yaml", "extends: bare\n")
    site.write("themes/mine/templates/publication.html", '<p><a href="/gone/">x</a></p>\n')
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\ntheme: {name: mine}\n")
    papers = "".join(f"- {{id: p{n}, title: Paper {n}, authors: [A B]}}\n" for n in range(5))
    site.write("content/publications.yaml", papers)
    file = "content/publications.yaml"
    assert [said for said in check(site.root).said() if "/gone/" in said] == [
        f'{file}: error: a link on /publications/p0/ leads nowhere: "/gone/" [link-broken]'
    ]


def test_a_wrong_address_of_a_person_is_one_finding(site: SiteCase) -> None:
    site.write("content/people.yaml", "- {name: Bo Li, url: 'htps//bo.example'}\n")
    papers = "".join(f"- {{id: p{n}, title: P, authors: [Bo Li], date: 2024}}\n" for n in range(3))
    site.write("content/publications.yaml", papers)
    found = [one for one in check(site.root).said() if "bo.example" in one]
    assert found == ['content/people.yaml:1:22: error: "htps//bo.example" is not a URL [build]']
