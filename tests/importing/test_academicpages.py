"""academicpages: what becomes of a site that has each feature once."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from generator.disk import OwnFolder
from generator.importing.mending import build_and_mend
from generator.importing.plan import SitePlan, site_files
from generator.importing.sources.people import names_in_citation, names_of
from generator.importing.sources.samples import file_digest
from tests.importing.conftest import (
    Imported,
    Planned,
    Run,
    import_once,
    page,
    planned,
    source,
    tree_of,
)

FILES = source("academicpages") | {"talkmap.py": "x"}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Imported:
    return import_once(tmp_path_factory, "pages", FILES)


def test_it_builds(pages: Imported) -> None:
    assert pages.code == 1
    taken = pages.report["taken"]
    kinds = ("publications", "talks", "teaching", "projects")
    assert [taken[kind] for kind in kinds] == [2, 1, 1, 1]
    assert not pages.found("page-does-not-build") and not pages.found("record-does-not-build")


def test_authors_out_of_a_citation_are_guesses_and_say_so(pages: Imported) -> None:
    text = pages.text("content/publications.yaml")
    assert (
        "# import: guessed\n  authors:\n    - T. Tester\n    - A. B. Other\n    - Cee Third\n"
        in text
    )
    assert "volume: '1'\n  number: '1'" in text and not pages.found("citation")
    assert "# import: guessed\n  note: nobody knows" in text


@pytest.mark.parametrize(
    ("citation", "names"),
    [
        ("Ann Other and Tess Tester (2020). A.", ["Ann Other", "Tess Tester"]),
        ("Tester, Tess, and Ann Other. 2020. A.", ["Tess Tester", "Ann Other"]),
        ("Tester, T. and Other, A. (2020)", ["T. Tester", "A. Other"]),
        ("Tester, Tess Ann. (2020). A.", ["Tess Ann Tester"]),
        ("Tester, Tess Ann, and Cee Other. 2020. A.", ["Tess Ann Tester", "Cee Other"]),
        ("Tess Tester, Ann Other, et al. (2020)", ["Tess Tester", "Ann Other", "et al."]),
        ("Tess Tester, Ann Other. A study of engines. Journal of Tests, 2020.", []),
        (
            "Tester, Tess Ann & Other, B. & Third, Cee. (2016). A.",
            ["Tess Ann Tester", "B. Other", "Cee Third"],
        ),
        (
            "Aye, P., de Bee, A., van der Cee, L., Dee, J. (2020). A.",
            ["P. Aye", "A. de Bee", "L. van der Cee", "J. Dee"],
        ),
        ("Tess Tester &amp; Ann\ufffdOther (2020). A.", ["Tess Tester", "Ann Other"]),
        ("Tess Tester, Ann Other and Cee Third", ["Tess Tester", "Ann Other", "Cee Third"]),
        ("Tester, Other and Third (2020). A.", ["Tester", "Other", "Third"]),
        ("T. Tester, A. Other, Engines, In Proceedings of Tests, 2020", []),
        ("J. Test. Theory. 2024, 20, 14, 6082–6097", []),
        ("Tess Tester, *Eur. Phys. J. C 82, 254 (2022)*", ["Tess Tester"]),
        ("Tess Tester, <i>Phys. Rev. D 113, 9 (2026)</i>", ["Tess Tester"]),
        ("Great Tester, T., & Sailor, S. (2020). A.", ["T. Great Tester", "S. Sailor"]),
        (
            "Old Bee, A.C., Cee, M.d.C., and Dee, R.S. (2021). A.",
            ["A.C. Old Bee", "M.d.C. Cee", "R.S. Dee"],
        ),
        ("Tester, T.* & Other, A. B. <i>Test.</i> (2020)", ["T. Tester", "A. B. Other"]),
        ("Tester, T., <i>Other, A.</i> (2020). A.", ["T. Tester", "A. Other"]),
        ("Ann Other, <b>Tess Tester</b>, <b>TESTS 2020</b>.", ["Ann Other", "Tess Tester"]),
        (
            "Ann Other, Tess Tester <strong>TESTS 2020</strong>, also at X",
            ["Ann Other", "Tess Tester"],
        ),
    ],
)
def test_names_are_found_in_the_usual_styles(citation: str, names: list[str]) -> None:
    assert names_in_citation(citation, "") == names


def test_a_record_that_no_page_lists_leads_to_the_page_and_no_place_on_it(imported: Run) -> None:
    course = (
        "---\ntitle: Maps\ncollection: teaching\npermalink: /teaching/maps\ndate: 2019-09-01\n---\n"
    )
    done = imported({
        "_config.yml": "author: {name: Tess Tester}\n",
        "_pages/teaching.md": "---\npermalink: /teaching/\ntitle: Teaching\n---\n## Cartography\nI taught maps.\n",
        "_teaching/maps.md": course,
    })  # fmt: skip
    assert "  /teaching/maps.html: /teaching/\n" in done.text("content/site.yaml")


def test_papers_keep_their_addresses(pages: Imported) -> None:
    assert pages.address("/articles/2020-one/") == ("same", "/articles/2020-one/")
    assert pages.address("/publications/old-one/") == ("alias", "/articles/2020-one/")
    text = pages.text("content/publications.yaml")
    assert "abstract: We test H~2~O." in text and "kind: journal" in text
    assert "pdf: https://example.org/one.pdf" in text and "Download" not in text


def test_a_talk_with_a_text_keeps_its_page(pages: Imported) -> None:
    assert pages.address("/talks/2019-talk.html") == ("same", "/talks/2019-talk.html")
    text = pages.text("content/talks.yaml")
    assert "event: Testing Days" in text and "details:\n    - Round table" in text
    assert "body: With [slides](/files/slides.pdf) and a dead link." in text


def test_a_course_with_a_long_text_stays_a_page(pages: Imported) -> None:
    assert pages.address("/teaching/course/") == ("same", "/teaching/course/")
    text = pages.text("content/teaching.yaml")
    assert "course: Testing (Fall 2022)" in text and "code: TST 106E" in text
    assert "# import: guessed\n  date: Fall 2022" in text


def test_the_person_and_the_menu_are_taken(pages: Imported) -> None:
    text = pages.text("content/site.yaml")
    assert "portrait: images/me.png" in text and "bio: they/them · I **test**." in text
    assert "label: Papers" in text and pages.found("menu") == ["Gone: /gone/"]


def test_verification_ids_are_named_and_not_printed(pages: Imported) -> None:
    assert "3hdu0GcCfjZ6" not in pages.text("import-report.json")
    assert any("google_site_verification" in one for one in pages.found("service"))


def test_lists_become_sections_and_archives_lead_to_the_posts(pages: Imported) -> None:
    assert ":::{publications}\n:body: false\n:::" in pages.text("content/publications.md")
    assert pages.address("/year-archive/") == ("redirect", "/posts/")
    assert pages.address("/wordpress/?p=65") == ("gone", "")
    assert "/wordpress/?p=65" in pages.found("alias")


def test_a_doubled_slash_in_a_permalink_is_one(pages: Imported) -> None:
    assert pages.address("/posts/2012/08/post/") == ("same", "/posts/2012/08/post/")
    text = pages.text("content/posts/2012-08-14-post.md")
    assert '<a id="part"></a>' in text and "[two](/publications/2021-two/)" in text


def test_files_of_a_collection_stay_where_jekyll_published_them() -> None:
    files = {
        "_config.yml": "title: A\ncollections:\n  talks:\n    output: true\n  drawn: {}\n",
        "_talks/deck/slides.html": "<!DOCTYPE html><title>Slides</title>",
        "_talks/deck/plot.png": "x",
        "_talks/deck/_notes.txt": "x",
        "_drawn/plot.png": "x",
    }
    plan = planned(files, kind="academicpages").plan
    kept = {target for target in plan.files if target.startswith("static/")}
    assert kept == {"static/talks/deck/slides.html", "static/talks/deck/plot.png"}
    assert not plan.entries


def test_of_two_papers_at_one_address_both_stay(imported: Run) -> None:
    paper = "---\ntitle: {}\npermalink: /publication/x\nexcerpt: In short.\ndate: 2024-01-01\n"
    paper += "citation: 'Ann Other. (2024).'\n---\nAbstract: At length.\n"
    site = imported({
        "_config.yml": "title: A\nauthor: {name: Ann Other}\n",
        "_publications/one.md": paper.format("One"),
        "_publications/two.md": paper.format("Two"),
    })  # fmt: skip
    text = site.text("content/publications.yaml")
    assert "title: One" in text and "title: Two" in text and text.count("permalink:") == 1
    assert site.found("value") == ["permalink: /publication/x.html"]
    assert text.count("In short.") == 2 and not site.found("field")


@pytest.mark.parametrize("behind", ["", "^1,2^", "¹,²", " (equal contribution, PI)", "*,†"])
def test_names_are_not_cut_within_what_stands_behind_them(behind: str) -> None:
    names = [f"Mei Lin{behind}", f"Jin Fang{behind}", f"Chris Dee{behind}"]
    assert names_of(f"{names[0]}, {names[1]} and {names[2]}") == names


def mended(tmp_path: Path, known: Iterable[str] = (), **person: object) -> SitePlan:
    """The plan of the site, with more said of its person, after all that does not build is gone."""
    plan = planned(FILES, known).plan
    plan.site["person"] |= person
    staged = OwnFolder(tmp_path / "site")
    for new, old in plan.files.items():
        staged.create(new, tree_of(FILES).read(old))
    for path, text in site_files(plan):
        staged.write(path, text.encode())
    build_and_mend(plan, staged, tmp_path / "work")
    return plan


def test_a_portrait_that_is_a_sample_costs_itself_alone(tmp_path: Path) -> None:
    me = FILES["images/me.png"]
    assert isinstance(me, bytes)
    plan = mended(tmp_path, [file_digest(me)])
    assert "portrait" not in plan.site["person"] and plan.site["person"]["bio"]
    assert not Planned(plan).found("value") and not Planned(plan).found("picture")


def test_a_list_with_two_wrong_items_costs_itself_alone(tmp_path: Path) -> None:
    plan = mended(tmp_path, aliases=["Tess (x", "Tessa (y"])
    person = plan.site["person"]
    assert "aliases" not in person and {"bio", "portrait", "links"} <= person.keys()


def test_two_addresses_of_a_record_are_two_links_each_of_the_kind_of_its_host() -> None:
    talk = "https://www.youtube.com/watch?v=abcdefghijk"
    made = planned({
        "_config.yml": "author: {name: Tess Tester}\n",
        "_includes/author-profile.html": "{{ author.name }}",
        "_publications/a": page("title: A\npaperurl: /files/a.pdf\nlink: https://example.net/a"),
        "_publications/b.md": page("title: B\npaperurl: https://x.net/1.pdf\nlink: /files/2.pdf"),
        "_publications/c.md": page("title: C\nlink: https://arxiv.org/abs/2001.00001\nurl: https://doi.org/10.1/c"),
        "files/a.pdf": b"%PDF", "files/2.pdf": b"%PDF",
        "_talks/d.md": page(f"title: D\nlink: {talk}\npaperurl: https://example.net/d.pdf"),
    })  # fmt: skip
    papers = {one["id"]: one["links"] for one in made.data("publications")}
    assert papers["a"] == {"pdf": "/files/a.pdf", "url": "https://example.net/a"}
    assert papers["b"]["pdf"] == "https://x.net/1.pdf"
    assert papers["b"]["link"]["to"] == "/files/2.pdf"
    assert papers["c"] == {
        "doi": "https://doi.org/10.1/c",
        "arxiv": "https://arxiv.org/abs/2001.00001",
    }
    assert made.data("talks")[0]["links"] == {"pdf": "https://example.net/d.pdf", "video": talk}


def test_authors_in_a_citation_end_at_its_venue() -> None:
    made = planned({
        "_config.yml": "author: {name: Tess Tester}\n",
        "_includes/author-profile.html": "{{ author.name }}",
        "_publications/a.md": page("title: Engines\nvenue: TESTS\ndate: 2020-01-01\ncitation: Ann Other, Tess Tester, <b>TESTS 2020 (Spotlight)</b>."),
        "_publications/b.md": page("title: Kilns\nvenue: TESTS\ndate: 2020-01-01\ncitation: Tess Tester, <b>TESTS</b> (Invited) 2020."),
        "_publications/c.md": page("title: Mills\nvenue: TESTS\ndate: 2020-01-01\ncitation: Ann Other and Tess Tester <b>TESTS 2020</b>, also at the workshop."),
    })  # fmt: skip
    papers = {one["id"]: one for one in made.data("publications")}
    assert [papers[one].get("authors") for one in "abc"] == [
        ["Ann Other", "Tess Tester"], ["Tess Tester"], ["Ann Other", "Tess Tester"],
    ]  # fmt: skip
    assert [papers[one].get("note") for one in "abc"] == [
        "(Spotlight).",
        "(Invited) 2020.",
        "also at the workshop.",
    ]


def rest_of(citation: str, more: str = "", text: str = "") -> dict[str, Any]:
    """What a paper says after a citation that goes on behind its authors, year and title."""
    front = f"title: Engines\nvenue: Tests\ndate: 2020-01-01\n{more}"
    front += f'\ncitation: "Other, A. (2020). Engines. <i>Tests</i>{citation}"'
    made = planned({
        "_config.yml": "author: {name: Tess Tester}\n",
        "_includes/author-profile.html": "{{ author.name }}",
        "_publications/a.md": page(front, text),
    })  # fmt: skip
    usual = ("id", "title", "authors", "venue", "date", "permalink")
    return {name: said for name, said in made.data("publications")[0].items() if name not in usual}


@pytest.mark.parametrize(
    ("citation", "fields"),
    [
        (", 9(4), 365-377.", {"volume": "9", "number": "4", "pages": "365-377"}),
        (". 32(2).", {"volume": "32", "number": "2"}),
        (", 12: 3–9", {"volume": "12", "pages": "3–9"}),
        (", 1-16.", {"pages": "1-16"}),
        (", 609.", {"pages": "609"}),
        (", 12 August.", {"note": "12 August."}),
    ],
)
def test_numbers_at_the_end_of_a_citation_are_fields(citation: str, fields: dict[str, str]) -> None:
    assert rest_of(citation) == fields


def test_an_address_in_a_citation_is_a_link_and_no_note() -> None:
    doi, url = "https://doi.org/10.1/x", "https://example.org/review?id=2"
    assert rest_of(f". {url}.", f"paperurl: {url}") == {"links": {"url": url}}
    assert rest_of(f", 4(1). {doi}") == {"volume": "4", "number": "1", "links": {"doi": doi}}
    other = rest_of(f". {url}.", "paperurl: https://example.org/a")
    assert other == {"note": f"<{url}>.", "links": {"url": "https://example.org/a"}}


def test_emphasis_that_a_second_tag_should_close_leaves_no_stars() -> None:
    text = "Review of <i>Mills<i>.\\\n<b>Read <i>it</i><b> at last.\n## More"
    said = {"body": "Review of *Mills*.\\\n**Read *it*** at last.\n## More"}
    assert rest_of(".", text=text) == said
