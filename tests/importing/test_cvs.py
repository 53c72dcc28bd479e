"""RenderCV and JSON Resume: what becomes of a CV that has each field once."""

from pathlib import Path

import pytest

from tests.importing.conftest import (
    JSON_RESUME,
    RENDERCV,
    Imported,
    Said,
    import_here,
    import_once,
    planned,
    run_import,
)


@pytest.fixture(scope="module")
def rendercv(tmp_path_factory: pytest.TempPathFactory) -> Imported:
    return import_once(tmp_path_factory, "rendercv", {"Ada_CV.yaml": RENDERCV})


@pytest.fixture(scope="module")
def resume(tmp_path_factory: pytest.TempPathFactory) -> Imported:
    return import_once(tmp_path_factory, "resume", {"resume.json": JSON_RESUME})


def test_a_cv_of_rendercv_builds(rendercv: Imported) -> None:
    assert rendercv.code == 1
    assert rendercv.report["source"]["kind"] == "rendercv"
    assert rendercv.report["taken"] == {
        "education": 2, "experience": 2, "publications": 1, "skills": 2, "projects": 1, "pages": 1,
    }  # fmt: skip


def test_a_json_resume_builds(resume: Imported) -> None:
    assert resume.code == 1
    assert resume.report["source"]["kind"] == "json-resume" and resume.report["version"] == 1
    assert resume.found("portrait") == ["https://tester.example/ada.jpg"], "it is not fetched"
    assert {one["how"] for one in resume.report["addresses"]} == {"same"}
    assert resume.report["taken"] == {
        "education": 1, "experience": 3, "awards": 2, "publications": 1, "skills": 2,
        "interests": 1, "references": 1, "projects": 1, "pages": 1,
    }  # fmt: skip


def test_street_and_postal_code_are_left_out_and_named(resume: Imported) -> None:
    person = resume.person
    assert person["location"] == "Nowhere, North, NW"
    assert resume.found("private") == ["location.address", "location.postalCode"]
    everything = "".join(resume.text(path) for path in resume.files)
    assert "Test Street" not in everything and '00000"' not in everything


def test_the_sections_of_a_json_resume_become_records(resume: Imported) -> None:
    first, second, club = resume.data("experience")
    assert first["unit"] == "Maker of tests"
    assert first["body"] == "What it was.\n\n- Did one.\n- Did two - at once."
    assert second["date"] == "2022-09 – present"
    assert club["kind"] == "volunteer"
    (degree,) = resume.data("education")
    assert degree["details"] == ["GPA 4.0", "T101 - Testing", "T102 - Retesting"]
    assert [one.get("tags", []) for one in resume.data("awards")] == [[], ["certificates"]]
    web, languages = resume.data("skills")
    assert web["items"] == ["HTML", "CSS"] and web["details"] == ["Master"]
    assert languages["items"] == ["English (Native)", "German"]
    (reference,) = resume.data("references")
    assert reference["body"] == "She tests well."
    assert resume.found("field") == ["hobby: Chess"]


def test_a_network_that_has_another_name_now_has_it() -> None:
    profile = '{"network": "Twitter", "username": "ada", "url": "https://twitter.com/ada"}'
    text = JSON_RESUME.replace('"profiles": [', f'"profiles": [{profile}, ')
    done = planned({"resume.json": text})
    assert done.person["links"]["x"] == "https://twitter.com/ada"


def test_papers_without_authors_stay_without_and_are_named(resume: Imported) -> None:
    (paper,) = resume.data("publications")
    assert "authors" not in paper
    assert resume.found("authors") == ["On Tests: the format has no authors"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cv.yaml", "cv:\n  name: [\n  sections:\n"),
        ("cv.yaml", "cv:\n  sections:\n    a: {b: c}\n    d: 7\n    e: [[x], {}]\n"),
        ("cv.yaml", "cv:\n  name: A\n  email: []\n  sections:\n    a:\n      - {institution: [1, 2]}\n"),
        ("cv.yaml", "cv: x\n\n  sections:\n"),
        ("resume.json", '{"basics": {"profiles": [1, {"network": 2}], "location": "x"}, "work": 3}'),
        ("resume.json", '{"basics": {}, "education": [{}], "languages": [{}, 5], "skills": [{}]}'),
    ],
)  # fmt: skip
def test_a_broken_cv_is_a_finding_and_no_traceback(tmp_path: Path, name: str, text: str) -> None:
    imported = run_import(tmp_path, {name: text})
    assert imported.code in (1, 2)
    assert "Traceback" not in imported.said


def test_a_field_that_says_null_is_a_field_that_is_not_there(tmp_path: Path) -> None:
    cv = """cv:
  name: Ada Tester
  email: null
  phone: ~
  website: null
  sections:
    studies:
      - {institution: A School, area: Tests, degree: null, url: null, highlights: [null, One]}
    papers:
      - {title: On Tests, authors: [Ada Tester, null], doi: null, journal: null, date: 2020}
"""
    done = import_here(tmp_path, {"cv.yaml": cv})
    assert done.code == 0
    assert done.person == {"name": "Ada Tester"}
    assert done.data("education")[0]["body"] == "- One"
    (paper,) = done.data("publications")
    assert paper["authors"] == ["Ada Tester"]
    assert {"venue", "doi", "links"}.isdisjoint(paper)


def test_the_pdfs_of_a_cv_are_kept_and_a_title_is_no_name() -> None:
    done = planned({
        "cv.yaml": "cv:\n  name: Dr. Ada Tester\n  sections:\n    notes: [One]\n",
        "rendercv_output/Ada_Tester_CV.pdf": b"%PDF-1.4\n", "invoice.pdf": b"%PDF-1.4\n",
    })  # fmt: skip
    person = done.person
    assert (person["name"], person["prefix"]) == ("Ada Tester", "Dr.")
    assert person["links"]["cv"]["to"] == "/Ada_Tester_CV.pdf"
    assert "static/Ada_Tester_CV.pdf" in done.files and "static/invoice.pdf" not in done.files


def test_a_sign_behind_a_name_costs_itself(tmp_path: Path) -> None:
    cv = """cv:
  name: Ada Tester³
  sections:
    papers:
      - {title: On Tests, authors: [Ada Tester³, Ben³ Other], date: 2020}
"""
    done = import_here(tmp_path, {"cv.yaml": cv})
    assert done.code == 1
    assert done.person["name"] == "Ada Tester"
    assert done.data("publications")[0]["authors"] == ["Ada Tester", "Ben Other"]
    assert done.found("name-cut") == ["Ada Tester³"]
    assert done.found("author-sign") == ["Ada Tester³", "Ben³ Other"]


RENDERCV_SAYS: dict[str, Said] = {
    "the person and the profiles are taken": {
        "person name": "Ada Tester", "person role": "Researcher of Tests",
        "person phone": "+999 30 000000", "person orcid": "0000-0002-1825-0097",
        "person links": {
            "github": "https://github.com/adat",
            "linkedin": "https://www.linkedin.com/in/ada-tester",
            "mastodon": "https://social.example/@ada",
            "scholar": "https://scholar.google.com/citations?user=AbCdEf",
            "bookacall": {"to": "https://cal.example/ada", "label": "Book a call"},
        }, "profile": ["Nowhere: no address is known"], "portrait": ["ada.jpg"],
    },
    "sections keep their titles and their order": {
        "records cv/resume.sections.*.title": [
            "Welcome", "Education", "Work Experience", "Voluntary Work", "Publications",
            "Selected Honors", "Skills", "Projects", "Patents", "Invited Talks",
        ], "records cv/resume.sections.0.text": "Hello **world**.\n\nA second paragraph.",
        "records cv/resume.sections.2": {
            "of": "experience", "title": "Work Experience",
            "where": {"tags": "work-experience"}, "order": "file",
        }, "records cv/resume.sections.8.text": "1. A first patent\n2. A second patent",
        "records cv/resume.sections.9.text": "1. The old one\n2. The new one",
    },
    "highlights stand in the text of a degree": {
        "number education": 2,
        "records education.0.body":
            "- Thesis: On Testing Tests\n- Advisor: Bob Bee\n- GPA: 3.9/4.0\n- Courses with names\n"
            "  - First one\n  - Second one", "records education.0.date": "2018-09 – 2023-05",
        "records education.1.degree": "Mathematics", "records education.1.area": None,
        "content/education.yaml": "- # import: guessed\n  degree: Mathematics",
    },
    "entries become records": {
        "number experience": 2, "records experience.0.date": "2023-06 – present",
        "records experience.0.body": "What it was.\n\n- Did one thing.\n- Did *another*.",
        "records experience.1.date": "2019 – 2020", "records experience.1.tags": ["voluntary-work"],
        "field": ["colour: red"], "records publications.*.authors": [["Ada Tester", "Bob Bee"]],
        "records publications.*.doi": ["10.1234/abc.def"],
        "records publications.*.venue": ["Journal of Tests"],
        "records projects.*.date": ["Fall 2021"],
    },
    "the menu of a cv leads to it": {
        "site menu": [{"to": "/"}, {"to": "/cv/resume/"}], "records cv/resume.title": None,
        "records cv/resume.updated": "none",
        "records cv/resume.contact": [
            "location", "email", "phone", "url", "orcid", "github", "linkedin", "mastodon", "scholar",
        ],
    },
}  # fmt: skip


@pytest.mark.parametrize("said", RENDERCV_SAYS.values(), ids=RENDERCV_SAYS)
def test_what_rendercv_says(rendercv: Imported, said: Said) -> None:
    rendercv.says(said)
