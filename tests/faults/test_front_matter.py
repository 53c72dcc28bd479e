"""Front matter and data are YAML, and YAML has many ways to go wrong."""

import pytest

from tests.cases import load
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


BOMBS = {
    "billion laughs": LAUGHS,
    "billion laughs in a list": "tags:\n"
    + "".join(f"- {line.partition(': ')[2]}\n" for line in LAUGHS.splitlines()),
    "merge bomb": "extra:\n  <<: &a {b: c}\n  d: {<<: [*a, *a]}",
    "self in mapping": "extra: &e {a: *e}",
    "self in list": "tags: &t [*t]",
    "self in title": "title: &t [*t, *t]",
    "keys that are lists": "? [a, b]\n: c\n? {a: b}\n: d",
    "key that holds itself": "? &k [*k]\n: c",
    "5,000 deep: dashes": "extra:\n  " + "- " * 5000 + "a",
    "5,000 deep: brackets": "extra: " + "[" * 5000 + "]" * 5000,
    "5,000 deep: braces": "extra: " + "{a: " * 5000 + "}" * 5000,
    "100,000 deep: brackets": "extra: " + "[" * 100_000 + "]" * 100_000,
    "100,000 deep: braces": "extra: " + "{a: " * 100_000 + "}" * 100_000,
    "100,000 deep: dashes": "extra:\n  " + "- " * 100_000 + "a",
    "100,000 deep: keys": "extra:\n  " + "? " * 100_000 + "a",
    "a million open": "extra: " + "[" * 1_000_000,
    "3,000 deep: fields": "extra:\n" + "".join(f"{' ' * n}a:\n" for n in range(1, 3000)),
    "3,000 deep: items": "extra:\n" + "".join(f"{' ' * n}-\n" for n in range(1, 3000)),
    "anchors": "title: " + "&a " * 10_000,
    "tags": "title: " + "!" * 100_000,
    "50,000 fields": "extra:\n" + "".join(f"  k{n}: v\n" for n in range(50_000)) + "  k0: v",
}


@pytest.mark.slow
def test_bombs_are_bounded_errors(broken: Broken) -> None:
    """They are built in a process of its own, since libyaml itself can fall over its stack."""
    paths = []
    for number, front in enumerate(BOMBS.values()):
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


def test_fields_of_ones_own_under_extra_are_fine(site: SiteCase) -> None:
    extra = "extra: {mood: good, number: 1.10, nothing: , '': x}"
    built = site.write(P, page(f"title: Hello\n{extra}")).build()
    assert "<h1>Hello</h1>" in built.read("p/index.html") and not built.problems
