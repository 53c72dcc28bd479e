"""Front matter and data are YAML, and YAML has many ways to go wrong."""

import pytest

from tests.cases import load, rows
from tests.conftest import SiteCase, masthead
from tests.faults.conftest import Broken, hints, page

P = "content/p.md"


SYNTAX_ERRORS = [
    [text.removesuffix("\n") for text in case.parts.values()] for case in load("yaml_syntax")
]
"""What front matter says, then the error and the way out."""


def test_a_syntax_error_has_its_place_and_a_way_out(broken: Broken) -> None:
    for number, (front, *_) in enumerate(SYNTAX_ERRORS):
        broken.write(f"content/p{number:02}.md", page(front))
    said = (f"content/p{n:02}.md:{error}" for n, (_, error, _) in enumerate(SYNTAX_ERRORS))
    built = broken.refuses(*said)
    assert hints(built) == [way_out for *_, way_out in SYNTAX_ERRORS]


def test_a_title_of_digits_stays_as_it_is_written_and_one_of_nothing_is_none(
    site: SiteCase,
) -> None:
    titles = ("2024", "1.10", "NO", "true", "0x1F", "2024-01-01", "12:30", "1e3", "'null'")
    for number, title in enumerate(titles):
        site.write(f"content/p{number}.md", page(f"title: {title}"))
    for number, written in enumerate(("null", "~", "", "Null")):
        site.write(f"content/my-page-{number}.md", page(f"title: {written}"))
        site.write(f"content/other{number}.md", page(f"title: {written}", "# The heading\n\nHi.\n"))
    built = site.build()
    for number, title in enumerate(titles):
        assert f"<h1>{title.strip(chr(39))}</h1>" in built.read(f"p{number}/index.html")
    for number in range(4):
        assert f"<h1>My page {number}</h1>" in built.read(f"my-page-{number}/index.html")
        assert "<h1>The heading</h1>" in built.read(f"other{number}/index.html")


def test_norway_is_a_language(site: SiteCase) -> None:
    site.write("content/site.yaml", "person: {name: Ada}\nlanguages: [en, no]\n")
    site.write(P, page("title: P\nlang: no"))
    site.write("content/q.no.md", page("title: Q"))
    built = site.build()
    for path in ("no/p/index.html", "no/q/index.html", "no/index.html"):
        assert '<html lang="no">' in built.read(path)
    pages = (data for path, data in built.bytes().items() if "html" in path)
    assert not any(b"false" in data.replace(b'spellcheck="false"', b"") for data in pages)


@pytest.mark.parametrize("languages", ["[]", "''"])
def test_a_site_without_a_language_is_an_error(broken: Broken, languages: str) -> None:
    broken.write("content/site.yaml", f"person: {{name: Ada}}\nlanguages: {languages}\n")
    broken.refuses("content/site.yaml:2:12: error: the site has no language")


LAUGHS = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12)
)


BOMBS = dict(rows("hostile_texts", "Front matter that is deep, or stands for much"))


@pytest.mark.slow
def test_bombs_are_bounded_errors(broken: Broken) -> None:
    """They are built in a process of its own, since libyaml itself can fall over its stack."""
    paths = []
    fronts = (eval(text, {"LAUGHS": LAUGHS}) for text in BOMBS.values())
    for number, front in enumerate(fronts):
        paths += [f"content/p{number}.md", f"content/cv/c{number}.yaml"]
        broken.write(paths[-2], page(front)).write(paths[-1], front)
    run = masthead("build", "--project", str(broken.site.root))
    assert run.returncode == 1, run.stderr[-500:]
    assert "Traceback" not in run.stderr
    assert [path for path in paths if f"{path}:" not in run.stderr] == []
    assert len(run.stderr) < 20_000 * len(paths)
    after = broken.site.output
    assert {p.relative_to(after).as_posix() for p in after.rglob("*")} == set(broken.before)


def test_hyphens_in_the_body_are_a_rule(site: SiteCase) -> None:
    site.write(P, page("title: P", "One.\n\n---\n\ntwo: three\n\n---\n\nFour.\n"))
    site.write("content/q.md", "# Q\n\nOne.\n\n---\n\nTwo.\n")
    site.write("content/r.md", "\n---\n\nWords.\n")
    built = site.build()
    assert built.read("p/index.html").count("<hr>") == 2
    assert "two: three" in built.text("p/index.html")
    assert built.read("q/index.html").count("<hr>") == 1
    assert built.read("r/index.html").count("<hr>") == 1


def test_an_anchor_is_fine_and_so_are_fields_of_ones_own_under_extra(site: SiteCase) -> None:
    extra = "extra: {mood: good, number: 1.10, nothing: , '': x, other: *t}"
    built = site.write(P, page(f"title: &t Hello\n{extra}")).build()
    assert "<h1>Hello</h1>" in built.read("p/index.html") and not built.problems
