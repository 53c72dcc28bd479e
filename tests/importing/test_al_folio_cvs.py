"""The CV of al-folio in its three forms: sections of its own, those of RenderCV, a JSON Resume."""

import json
from pathlib import Path

import pytest

from tests.importing.conftest import (
    AL_FOLIO,
    AS_RENDERCV,
    JSON_RESUME,
    SOURCES,
    Imported,
    cases,
    import_here,
    import_once,
    planned,
    source,
)

FILES = source("al-folio")

PAGE = "---\nlayout: cv\npermalink: /cv/\ntitle: vita\ncv_format: {}\n---\n"
OLD = (SOURCES / "cvs" / "al-folio-old.yaml").read_text("utf-8")


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Imported:
    made = {**FILES, "_data/cv.yml": AS_RENDERCV, "_pages/cv.md": PAGE.format("rendercv")}
    return import_once(tmp_path_factory, "later", made)


def test_the_later_form_becomes_records_and_a_cv_in_the_place_of_its_page(later: Imported) -> None:
    assert later.code == 1
    cv = later.data("cv/resume")
    assert (cv["permalink"], cv["title"], cv["headline"]) == ("/cv/", "vita", "Tester")
    assert [one["title"] for one in cv["sections"]] == [
        "Education", "Experience", "Volunteer", "Honors and Awards", "Publications", "Skills",
        "Languages", "Interests", "Certificates", "Service to Others",
    ]  # fmt: skip
    assert later.address("/cv/") == ("same", "/cv/")
    assert "content/cv.md" not in later.files


def test_its_entries_keep_their_fields(later: Imported) -> None:
    (degree,) = later.data("education")
    assert degree["degree"] == "PhD" and degree["date"] == "2019 – 2024"
    assert degree["details"] == ["Theory of Tests"] and degree["body"] == "- Passed."
    firm, club = later.data("experience")
    assert firm["date"] == "2024-06 – present" and club["kind"] == "volunteer"
    prize, certificate = later.data("awards")
    assert prize["links"] == {"website": "https://prize.example/"}
    assert certificate["tags"] == ["certificates"]
    web, languages = later.data("skills")
    assert web["items"] == ["HTML", "CSS"] and languages["items"] == ["German (Native)"]


def test_its_papers_are_those_of_the_bibliography(later: Imported) -> None:
    assert "content/publications.yaml" not in later.files
    assert later.found("cv-publications") == ["Publications"]


def test_private_facts_of_a_cv_stay_behind(later: Imported) -> None:
    assert later.person["phone"] == "+999 30 000000"
    assert later.found("private") == ["address.postalCode", "address.street"]
    files = [(later.folder / path).read_bytes() for path in later.files]
    assert not any(b"1 Test Street" in data or b'00000"' in data for data in files)


def test_links_in_the_texts_of_a_cv_are_converted(later: Imported) -> None:
    text = later.data("cv/resume")["sections"][-1]["text"]
    assert text == "- Reviewed [much](/publications/).\n- Reviewed more."
    assert "/nowhere/" in later.found("dead-link")


def test_a_json_resume_in_the_template_is_taken_where_its_page_shows_it(tmp_path: Path) -> None:
    made = {
        **FILES,
        "_data/cv.yml": AS_RENDERCV,
        "assets/json/resume.json": JSON_RESUME,
        "_pages/cv.md": PAGE.format("jsonresume"),
    }
    done = import_here(tmp_path, made)
    assert done.data("education")[0]["institution"] == "University of Tests"
    assert done.data("references")[0]["name"] == "Bob Bee"
    assert done.address("/cv/") == ("same", "/cv/")


def test_the_old_form_loses_nothing() -> None:
    done = planned({**FILES, "_data/cv.yml": OLD})
    assert [(one["title"], one.get("date")) for one in done.data("awards")] == [
        ("A prize", "2020"), ("Another prize", "2020"), ("A third", None),
    ]  # fmt: skip
    assert done.found("date") == ["soon"] and done.found("private") == ["Date of Birth"]
    sections = {one["title"]: one for one in done.data("cv/resume")["sections"]}
    assert sections["General information"]["text"] == "- **Languages**: English"
    assert sections["Secret Arts"]["text"] == (
        "- **Juggling**, 2019\n  - With balls.\n  - Also\n    - With rings.\n- Riding"
    )


def test_what_only_the_cv_says_of_the_person_is_kept_or_named(tmp_path: Path) -> None:
    resume = '{"basics": {"name": "Theo Other", "email": "theo@test.example"}}'
    bare = {**FILES, "_config.yml": "title: Tess\nfirst_name: Tess\nlast_name: Tester\n"}
    bare.pop("_data/socials.yml", None)
    made = {**bare, "assets/json/resume.json": resume, "_pages/cv.md": PAGE.format("jsonresume")}
    imported = import_here(tmp_path, made)
    assert imported.person["email"] == "theo@test.example"
    assert imported.found("cv-name") == ["Theo Other"]
    assert "Theo Other" in str(imported.report["before_you_publish"])


NEW = """cv:
  name: Tess Tester
  sections:
    Technical Skills: [{name: Tongues, icon: x, keywords: "Java, R"}]
    Contests: [{title: Olympiad, awarder: The Jury, date: 2020, summary: Silver.}]
    Voices: [{name: Bob, reference: She tests well.}]
    Training: [{institution: School, area: Maps, score: First, courses: [Ink], highlights: [First.]}]
    Odd Jobs:
      - {name: Atlas, url: "https://atlas.example", start_date: 2023-09, end_date: 2024-06}
"""
FIELDS = """- title: Education
  contents:
    - {title: PhD, institution: School, department: Maps, link: "https://s.example", items: [A, B]}
- title: Skills
  contents: [{title: Ink, items: [Black, Red], location: At home}]
"""


def test_entries_are_told_by_their_fields_where_no_title_tells_them() -> None:
    made = {**FILES, "_data/cv.yml": NEW, "_projects/a.md": "---\ntitle: Sea\n---\nSea.\n"}
    done = planned(made)
    assert done.data("skills")[0]["items"] == ["Java", "R"]
    prize = done.data("awards")[0]
    assert (prize["organization"], prize["body"]) == ("The Jury", "Silver.")
    assert done.data("references")[0]["body"] == "She tests well."
    degree = done.data("education")[0]
    assert (degree["details"], degree["body"]) == (["Ink"], "- First.")
    assert "Atlas" not in done.text("content/projects.yaml")
    text = done.data("cv/resume")["sections"][-1]["text"]
    assert text == "- [**Atlas**](https://atlas.example), Sep 2023 – Jun 2024"


test_what_small_sites_say = cases({
    "a mark on no letter makes no other name": ({
        **FILES,
        "_config.yml": "title: Tess\nfirst_name: Tess\nlast_name: Tester\n",
        "assets/json/resume.json": '{"basics": {"name": "ٍTess Tester"}}',
        "_pages/cv.md": PAGE.format("jsonresume"),
    }, {"cv-name": []}),
    "fields of the old form are shown or named": ({**FILES, "_data/cv.yml": FIELDS}, {
        "records education.0.institution": "Maps, School", "records education.0.body": "- A\n- B",
        "records education.0.links": {"website": "https://s.example"},
        "records skills.0.text": "Black; Red", "also field": "location: At home",
    }),
    "a json resume shows what its includes printed": ({
        **AL_FOLIO,
        "assets/json/resume.json": json.dumps({"basics": {"name": "T", "phone": "+1 555 0100"}, "education": [{"institution": "A", "startDate": "2001", "score": "14/20"}], "publications": [{"name": "One", "summary": "We rode on a tarn at night, in all weathers."}, {"name": "Two", "summary": "A bib says."}]}),
        "_bibliography/papers.bib":
            "@article{one, title={One}, author={Tester, T}, year={2020}, abstract={Oh! A bib "
            "says.}}\n",
        "_includes/resume/education.liquid": "{% for content in data[1] %}{{ content.institution }}{{ content.startDate }}{% endfor %}",
        "assets/pdf/my.pdf": "%PDF",
        "_pages/cv.md": "---\nlayout: cv\npermalink: /cv/\ntitle: CV\ncv_pdf: my.pdf\n---\n",
    }, {
        "records education.0.details": None, "not-printed": ["education.score"],
        "theme-text": ["We rode on a tarn at night, in all weathers."],
        "private-contact": ["phone"],
    }),
})  # fmt: skip
