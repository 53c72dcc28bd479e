"""The CV of al-folio in its three forms: sections of its own, those of RenderCV, a JSON Resume."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.importing.al_folio_site import FILES
from tests.importing.conftest import Imported, run_import
from tests.importing.cv_samples import JSON_RESUME

PAGE = "---\nlayout: cv\npermalink: /cv/\ntitle: vita\ncv_format: {}\n---\n"
AS_RENDERCV = """\
cv:
  name: Tess Tester
  label: Tester
  phone: "+999 30 000000"
  summary: She tests.
  address: {street: 1 Test Street, city: Nowhere, postalCode: "00000"}
  social_networks:
    - {network: GitHub, username: tess}
  sections:
    Education:
      - institution: University of Tests
        url: https://uni.example/
        area: Tests
        studyType: PhD
        start_date: 2019
        end_date: 2024
        courses: Theory of Tests
        highlights: [Passed.]
    Experience:
      - company: A Firm
        position: Engineer
        location: Nowhere
        start_date: 2024-06
        summary: What it is.
    Volunteer:
      - {company: A Club, position: Treasurer, start_date: 2014, end_date: 2015}
    Honors and Awards:
      - {title: A Prize, awarder: Test Society, date: 2021-11-01, url: https://prize.example/}
    Publications:
      - {title: One Test, authors: [Tess Tester], publisher: Tests, releaseDate: 2024-01-01}
    Skills:
      - {name: Web, level: Master, icon: fa-x, keywords: "HTML, CSS"}
    Languages:
      - {name: German, summary: Native}
    Interests:
      - {name: Birds, keywords: "Owls, Wrens"}
    Certificates:
      - {name: Certified, date: 2018-01-01, issuer: Board}
    Service to Others:
      - bullet: Reviewed [much](/publications/).
      - bullet: Reviewed [more](/nowhere/).
"""
OLD = """\
- title: General Information
  type: map
  contents:
    - {name: Date of Birth, value: 1 January 1990}
    - {name: Languages, value: English}
- title: Honors and Awards
  type: time_table
  contents:
    - {year: 2020, items: [A prize, Another prize]}
    - {year: soon, items: [A third]}
- title: Secret Arts
  type: time_table
  contents:
    - {title: Juggling, year: 2019, description: [With balls., {title: Also, contents: [With rings.]}]}
    - Riding
"""


def data(imported: Imported, kind: str) -> Any:
    return yaml.safe_load(imported.text(f"content/{kind}.yaml"))


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Imported:
    made = {**FILES, "_data/cv.yml": AS_RENDERCV, "_pages/cv.md": PAGE.format("rendercv")}
    return run_import(tmp_path_factory.mktemp("later"), made)


def test_the_later_form_becomes_records_and_a_cv_in_the_place_of_its_page(
    later: Imported,
) -> None:
    assert later.code == 1, later.said
    cv = data(later, "cv/resume")
    assert (cv["permalink"], cv["title"], cv["headline"]) == ("/cv/", "vita", "Tester")
    assert [one["title"] for one in cv["sections"]] == [
        "Education", "Experience", "Volunteer", "Honors and Awards", "Publications", "Skills",
        "Languages", "Interests", "Certificates", "Service to Others",
    ]  # fmt: skip
    assert later.address("/cv/") == ("same", "/cv/")
    assert "content/cv.md" not in later.files


def test_its_entries_keep_their_fields(later: Imported) -> None:
    (degree,) = data(later, "education")
    assert degree["degree"] == "PhD" and degree["date"] == "2019 – 2024"
    assert degree["details"] == ["Theory of Tests"] and degree["body"] == "- Passed."
    firm, club = data(later, "experience")
    assert firm["date"] == "2024-06 – present" and club["kind"] == "volunteer"
    prize, certificate = data(later, "awards")
    assert prize["links"] == {"website": "https://prize.example/"}
    assert certificate["tags"] == ["certificates"]
    web, languages = data(later, "skills")
    assert web["items"] == ["HTML", "CSS"] and languages["items"] == ["German (Native)"]


def test_its_papers_are_those_of_the_bibliography(later: Imported) -> None:
    assert "content/publications.yaml" not in later.files
    assert later.found("cv-publications") == ["Publications"]


def test_private_facts_of_a_cv_stay_behind(later: Imported) -> None:
    assert data(later, "site")["person"]["phone"] == "+999 30 000000"
    assert later.found("private") == ["address.postalCode", "address.street"]
    files = [(later.folder / path).read_bytes() for path in later.files]
    assert not any(b"1 Test Street" in data or b'00000"' in data for data in files)


def test_links_in_the_texts_of_a_cv_are_converted(later: Imported) -> None:
    text = data(later, "cv/resume")["sections"][-1]["text"]
    assert text == "- Reviewed [much](/publications/).\n- Reviewed more."
    assert "/nowhere/" in later.found("dead-link")


def test_a_json_resume_in_the_template_is_taken_where_its_page_shows_it(tmp_path: Path) -> None:
    made = {
        **FILES,
        "_data/cv.yml": AS_RENDERCV,
        "assets/json/resume.json": JSON_RESUME,
        "_pages/cv.md": PAGE.format("jsonresume"),
    }
    done = run_import(tmp_path, made)
    assert data(done, "education")[0]["institution"] == "University of Tests"
    assert data(done, "references")[0]["name"] == "Bob Bee"
    assert done.address("/cv/") == ("same", "/cv/")


def test_the_old_form_loses_nothing(tmp_path: Path) -> None:
    done = run_import(tmp_path, {**FILES, "_data/cv.yml": OLD})
    assert [(one["title"], one.get("date")) for one in data(done, "awards")] == [
        ("A prize", "2020"), ("Another prize", "2020"), ("A third", None),
    ]  # fmt: skip
    assert done.found("date") == ["soon"] and done.found("private") == ["Date of Birth"]
    sections = {one["title"]: one for one in data(done, "cv/resume")["sections"]}
    assert sections["General information"]["text"] == "- **Languages**: English"
    assert sections["Secret Arts"]["text"] == (
        "- **Juggling**, 2019\n  - With balls.\n  - Also\n    - With rings.\n- Riding"
    )
