"""Data files in each shape that people keep them in."""

from pathlib import Path

import msgspec
import pytest

from generator.model.files import SourceFile, Sources
from generator.model.lookups import fingerprint
from generator.model.records.works import Publication
from generator.model.sections import Cv
from generator.model.site import Site
from generator.parse.content import parse
from generator.parse.pages import body_of
from generator.problems import Problem, speaking
from tests.conftest import SiteCase

SITE = "person: {name: Ada Lovelace}\nlanguages: [en, zh]\n"
PAPER = "title: On Engines\nauthors: [Ada Lovelace]\n"


def read(files: dict[str, str]) -> tuple[Site, list[Problem]]:
    files = {"site.yaml": SITE, **files}
    content = {
        f"content/{name}": SourceFile(f"content/{name}", Path(name), text.encode())
        for name, text in sorted(files.items())
    }
    return parse(Sources(content))


def papers(files: dict[str, str]) -> list[str]:
    site, problems = read(files)
    assert not problems, problems
    found = site.records["publications"]
    assert all(isinstance(p, Publication) and p.title.any() == "On Engines" for p in found)
    return [paper.id for paper in found]


def indented(text: str) -> str:
    return "".join(f"  {line}\n" for line in text.splitlines())


@pytest.mark.parametrize(
    ("file", "word", "hint"),
    [
        ("publications.yaml", "year", "date"),
        ("publications.yaml", "booktitle", "venue"),
        ("experience.yaml", "company", "organization"),
        ("experience.yaml", "journal", ""),
    ],
)
def test_a_name_of_bibtex_or_of_other_cvs_is_told_what_it_is_called_here(
    file: str, word: str, hint: str
) -> None:
    _, problems = read({file: f"- {{{word}: 2024}}\n"})
    (said,) = [problem.hint or "" for problem in problems if f'"{word}"' in problem.message]
    assert said == f'did you mean "{hint}"?' if hint else said.startswith("known: ")


@pytest.mark.parametrize("number", ["-" + "9" * 23, "9" * 400])
def test_a_number_that_nobody_means_is_an_error_with_the_range(number: str) -> None:
    _, problems = read({"site.yaml": SITE + f"posts: {{feed: {number}}}\n"})
    (problem,) = problems
    assert problem.message == "this number is out of range"
    assert problem.hint == "it may be from -1,000,000,000,000,000 to 1,000,000,000,000,000"


def test_a_mistake_in_chinese_has_no_english_nouns() -> None:
    _, (problem,) = read({"site.yaml": SITE + "posts: [news]\n"})
    with speaking("zh"):
        assert problem.message == "此处应为映射，而不是列表"


def test_a_number_of_any_length_may_stand_in_a_text(site: SiteCase) -> None:
    number = "9" * 5000
    book = f"id: t, title: T, kind: book, edition: '{number}', pages: {number}-{number}"
    site.write("content/publications.yaml", f"- {{{book}}}\n")
    fields = "".join(f", {name}={{{number}}}" for name in ("month", "day", "edition"))
    bib = f"@book{{a, title={{T \\char{number}}}, author={{A B}}, year=2020{fields}}}"
    site.write("content/publications/more.bib", bib)
    page = "---\ntitle: Home\n---\n:::{publications}\n:style: STYLE\n:::\n"
    for style in ("cards", "chicago", "mine"):
        site.write("content/index.md", page.replace("STYLE", style))
        site.write("content/site.yaml", SITE + "styles: {mine: '{edition: label}'}\n")
        built = site.build()
        assert built.ok, built.said()


LIST, MAPPING = (
    "".join(f"{head.format(name)}\n{indented(PAPER)}" for name in ("one", "two"))
    for head in ("- id: {}", "{}:")
)


@pytest.mark.parametrize(
    "files",
    [
        {"publications.yaml": LIST},
        {"publications.yaml": MAPPING},
        {"publications/one.yaml": PAPER, "publications/two.yaml": PAPER},
        {"publications.yaml": f"one:\n{indented(PAPER)}", "publications/two.yml": PAPER},
    ],
    ids=["in one list", "in one mapping of ids", "in a file each", "in a list and a folder"],
)
def test_records_may_stand(files: dict[str, str]) -> None:
    assert sorted(papers(files)) == ["one", "two"]
    assert papers({"publications.yaml": ""}) == papers({"publications.yaml": "# none yet\n"}) == []


def test_texts_keep_what_yaml_would_turn_into_something_else() -> None:
    paper = "one: {title: NO, authors: [Ada Lovelace], volume: 1.10, number: 012, pages: 1_000}\n"
    site, problems = read({"publications.yaml": paper})
    assert not problems
    found = site.records["publications"][0]
    assert isinstance(found, Publication)
    said = (found.title.any(), found.volume, found.number, found.pages)
    assert said == ("NO", "1.10", "012", "1_000")


def test_the_language_of_a_page_is_in_its_name_or_in_its_front_matter() -> None:
    files = {"about.md": "", "about.zh.md": "", "talk.v2.md": "lang: zh\n"}
    files |= {"posts/2022-12-02-goat.zh.md": ""}
    pages = {name: f"---\ntitle: T\n{front}---\nText.\n" for name, front in files.items()}
    site, problems = read(pages)
    assert not problems
    found = {(page.key, page.lang): page for page in site.pages}
    posts = {("posts/2022-12-02-goat", "zh")}
    assert found.keys() == {("about", "en"), ("about", "zh"), ("talk.v2", "zh"), *posts}
    post = found["posts/2022-12-02-goat", "zh"]
    assert post.is_post and post.front.slug == "goat", "a post has its date and slug in its name"
    assert post.front.date is not None and post.front.date.first.iso() == "2022-12-02"


def test_a_page_without_a_title_takes_its_first_heading_and_keeps_its_line_numbers() -> None:
    site, problems = read({"about.md": "\n# Who I am\n\nText.\n"})
    assert not problems
    (page,) = site.pages
    assert page.front.title == "Who I am"
    assert page.is_title_in_body
    source = SourceFile(page.file, "", b"\n# Who I am\n\nText.\n")
    assert body_of(source, page).splitlines() == ["", "", "", "Text."]


@pytest.mark.parametrize(
    "text",
    [
        "- id: goat\n  tittle: GOAT\n  authors: [A]\n",
        "goat: {tittle: GOAT, authors: [A]}\n",
        "- id: goat\n  title: GOAT: gradients\n  authors: [A]\n",
        "- {id: goat, title: GOAT: gradients, authors: [A]}\n",
        "- {id: goat, tittle: G, authors: [A]}\n- {id: b, title: B, authors: [A], date: 2020}\n",
    ],
)
def test_what_names_a_record_that_cannot_be_read_is_no_second_mistake(
    site: SiteCase, text: str
) -> None:
    site.write("content/publications.yaml", text)
    site.write("content/news.yaml", "- {date: 2024, text: 'A [paper](goat).'}\n")
    site.write("content/about.md", "---\ntitle: About\n---\n\nSee [it](goat) and @goat.\n")
    errors = [problem for problem in site.build().problems if problem.is_error]
    places = {str(problem.where).partition(":")[0] for problem in errors}
    assert places == {"content/publications.yaml"}


@pytest.mark.parametrize(
    "record",
    [
        "awards.yaml: - {title: Goats (HR 0.82, 95% CI 0.71–0.95), date: 2020}",
        "patents.yaml: - {number: US 11,999,001 B2, title: X, inventors: [A. B]}",
    ],
)
def test_a_comma_that_cuts_a_value_in_braces_is_recognized(record: str) -> None:
    file, _, text = record.partition(": ")
    said = {(problem.message[:15], problem.hint) for problem in read({file: f"{text}\n"})[1]}
    hint = "a comma in braces ends a value: put the text before it in quotes"
    assert said == {('unknown field "', hint)}


def test_a_default_that_is_written_out_has_the_same_digest_when_it_comes_out_of_the_cache() -> None:
    """Else all that reads a CV would be worked out anew in the first build after one from nothing."""
    written = "title: CV\nsections: [{of: publications, venue: both, dates: long}]\n"
    (cv,) = read({"cv/cv.yaml": written})[0].cvs
    again = msgspec.json.decode(msgspec.json.encode(cv), type=Cv)
    assert fingerprint(cv) == fingerprint(again)
