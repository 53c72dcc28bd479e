"""How a mistake is told: at its place, on one line, in any terminal and on GitHub."""

import json

import pytest

from generator.problems import Place, Problem, annotation, did_you_mean, printed, which_file
from tests.conftest import SiteCase, lacks, masthead
from tests.faults.conftest import Broken, messages, page


def test_on_github_each_mistake_becomes_a_mark_on_its_line(broken: Broken) -> None:
    """Format: GitHub's "Workflow commands". The file is named from where the command runs."""
    broken.write("content/a,b.md", page('titel: A\nslug: "100%"\nlang: "x\\ny"'))
    words = ("check", "--format", "github", "--project", "project")
    run = masthead(*words, cwd=broken.site.root.parent)
    assert run.returncode == 1
    assert run.stdout.splitlines()[:2] == [
        "::error file=project/content/a%2Cb.md,line=2,col=1::"
        'unknown field "titel" [build] (did you mean "title"?)',
        "::error file=project/content/a%2Cb.md,line=4,col=7::"
        '"x\\ny" is not one of the site\'s languages [build] (`languages` in site.yaml has: en)',
    ]


def test_a_mark_escapes_what_github_would_read_as_its_own() -> None:
    problem = Problem(Place("a:b%.md", 3), "100% of a\r\nb", severity="warning")
    mark = "::warning file=a%3Ab%25.md,line=3::100%25 of a\\r\\nb"
    assert annotation(problem) == mark


def test_a_terminal_without_unicode_still_gets_the_message(broken: Broken) -> None:
    broken.write("content/方.md", page("titel: 方缙"))
    where = ("--project", str(broken.site.root))
    run = masthead("build", *where, PYTHONIOENCODING="ascii")
    assert run.returncode == 1
    assert "Traceback" not in run.stderr
    assert run.stderr.count('unknown field "titel"') == 1


def shown(problem: Problem, line: str) -> list[str]:
    return printed(problem, lambda place: line).split("\n")


@pytest.mark.parametrize(
    ("line", "column", "cells"),
    [("方缙 x", 4, 5), ("e\u0301e x", 4, 2), ("\tx", 2, 1), ("🐐x", 2, 2)],
)
def test_the_caret_stands_under_the_letter_whatever_its_width(
    line: str, column: int, cells: int
) -> None:
    *_, caret = shown(Problem(Place("p.md", 1, column), "x"), line)
    assert caret == "      | " + " " * cells + "^"


def test_of_a_long_line_the_part_around_the_mistake_is_shown() -> None:
    line = "a" * 500_000 + "HERE" + "b" * 500_000
    _, excerpt, caret = shown(Problem(Place("p.md", 1, 500_001), "x"), line)
    assert len(excerpt) < 120
    assert excerpt[caret.index("^") :].startswith("HERE")


@pytest.mark.parametrize("text", ["a\nb", "a\rb", "a\x1b[31mb", "a\u2028b", "a\u202eb", "a\udce9b"])
def test_what_a_user_wrote_cannot_break_the_line_or_the_terminal(text: str) -> None:
    first, *rest = shown(Problem(Place(text, 1), text, text), "")
    assert not any(ch in first for ch in "\n\r\x1b\u2028\u202e\udce9")
    assert rest == [f"      help: {json.dumps(text)[1:-1]}"]


def test_a_message_that_quotes_a_whole_file_is_cut() -> None:
    (first,) = shown(Problem(Place("p.md"), f'"{"x" * 1_000_000}" is not a date'), "")
    assert len(first) < 1000
    assert first.startswith('p.md: error: "xxx')
    assert first.endswith('xxx" is not a date')


def test_a_person_who_is_all_private_keeps_the_name_and_nothing_else(site: SiteCase) -> None:
    site.write(
        "content/site.yaml",
        "person: {name: Ada, phone: SECRET, bio: SECRET, email: SECRET@x.org, visibility: private}\n",
    )
    site.write(
        "content/people.yaml",
        "- {name: Bob, url: 'https://SECRET.org/', visibility: {url: private}}\n"
        "- {name: Eve, url: 'https://SECRET.org/', visibility: private}\n",
    )
    site.write("content/publications.yaml", "- {id: a, title: T, authors: [Ada, Bob, Eve]}\n")
    built = site.build()
    assert messages(built) == []
    assert not [path for path, data in built.bytes().items() if b"secret" in data.lower()]


@pytest.mark.parametrize("url", ["user.github.io/repo", "ftp://x.org/", "https://x.org/?q"])
def test_a_base_url_that_is_none_is_told_where_it_was_given(broken: Broken, url: str) -> None:
    message = f'error: "{url}" is not the URL of a site'
    broken.refuses(f"--base-url: {message}", base_url=url)


def test_a_fault_of_our_own_shows_its_traceback(
    site: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It must not look like a mistake in the theme through which it was met."""
    lacks(monkeypatch, "difflib")  # which is imported for a hint
    site.write("themes/bare/templates/page.html", "{{ '~~~ pythn' | blocks }}")
    site.write("content/about.md", "---\ntitle: About\n---\n")
    with pytest.raises(ImportError, match="difflib"):
        site.build()


def test_a_file_that_was_meant_is_named_with_what_is_wrong_in_the_link() -> None:
    known = ["pics/UPPER.JPG", "pics/a #1.jpg", "assets/img/2024/figure.png", "about"]
    capitals = 'capitals count in the names of files: did you mean "pics/UPPER.JPG"?'
    hints = [str(which_file(word, known)) for word in ("upper.jpg", "./pics/upper.jpg", "a #1.jpg")]
    assert hints == [capitals] * 2 + ['write the # of a file\'s name as %23: "a %231.jpg"']
    assert str(which_file("figure.png", known)) == 'did you mean "assets/img/2024/figure.png"?'
    assert str(which_file("abuot", known)) == 'did you mean "about"?'
    assert which_file("", known) is which_file("nothing-like-it", known) is None
    assert str(did_you_mean("title", ["tile", "title"])) != 'did you mean "title"?', "not itself"
    assert did_you_mean("", ["title"]) is None


PERSON = "person: {name: Ada Lovelace}\n"


@pytest.mark.parametrize(
    ("file", "text", "place", "hint"),
    [
        ("awards.yaml", "- title: A\n\u00a0 date: 1843\n", "2:1: error", "plain spaces"),
        ("site.yaml", f"{PERSON}theme: {{options: {{accent: “#123”}}}}\n", "2:27: error", '"#123"'),
        ("site.yaml", f"{PERSON}languages: [en, cn]\n", "2:12: warning", 'did you mean "zh"?'),
        ("a.md", "[CV](/cv/resum/)\n", "1:6: error", 'did you mean "/cv/resume/"?'),
    ],
)
@pytest.mark.broadsheet
def test_a_mistake_has_its_way_out(
    file: str, text: str, place: str, hint: str, site: SiteCase
) -> None:
    site.write("content/site.yaml", PERSON)
    site.write("content/cv/resume.yaml", "sections: [{of: awards}]\n")
    site.write("content/awards.yaml", "- {title: A, date: 1843}\n")
    said = site.write(f"content/{file}", text).build().said()
    assert said.count(": error: ") + said.count(": warning: ") == 1
    assert f"content/{file}:{place}: " in said
    assert hint in said.partition("help: ")[2]
    assert len(said.splitlines()[0]) < 200
