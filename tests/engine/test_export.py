"""`masthead export`: what other programs get, what they cannot hold, and the way there and back."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.cli import main
from tests.conftest import SiteCase
from tests.importing.conftest import run_import
from tests.importing.cv_samples import JSON_RESUME, RENDERCV

HEAD = "person: {name: Ada Lovelace, email: ada@x.example, phone: '+999 1', role: Analyst}\n"


def exported(project: Path, format: str, *options: str) -> tuple[int, str, str]:
    """Export, and return the exit code, the file and what the terminal said."""
    file, said = project / "exported", io.StringIO()
    with redirect_stderr(said):
        code = main(["export", format, "--project", str(project), "-o", str(file), *options])
    return code, file.read_text("utf-8") if file.exists() else "", said.getvalue()


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a tree, with the names on the way to it."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from leaves(one, f"{path}.{name}".lstrip("."))
    elif isinstance(value, list):
        for one in value:
            yield from leaves(one, path)
    elif value not in (None, ""):
        yield path, str(value)


@pytest.fixture
def full(site: SiteCase) -> SiteCase:
    site.write("content/site.yaml", HEAD)
    site.write(
        "content/publications.yaml",
        "- {id: goat, title: Goats, authors: [Ada Lovelace, B. Bee], date: 2024, preview: a.png}\n"
        "- {id: secret, title: Secret, authors: [Ada Lovelace], date: 2023, visibility: private}\n",
    )
    site.write("static/a.png", "x")
    site.write("content/talks.yaml", "- {title: A talk, event: A conference, date: 2024-05}\n")
    return site.write("content/skills.yaml", "- {label: Tools, items: [Make, Git]}\n")


def test_papers_go_into_bibtex_and_csl(full: SiteCase) -> None:
    code, bibtex, said = exported(full.root, "bibtex")
    assert code == 1
    assert "@misc{goat," in bibtex and "secret" not in bibtex
    assert "bibtex has no place for publications: preview (1)" in said
    assert "bibtex has no place for talks, as a whole (1)" in said
    _, csl, _ = exported(full.root, "csl-json")
    assert [item["id"] for item in json.loads(csl)] == ["goat"]


def test_private_fields_are_taken_only_when_they_are_asked_for(full: SiteCase) -> None:
    for format in ("json-resume", "rendercv", "bibtex", "csl-json"):
        _, text, _ = exported(full.root, format)
        assert not [word for word in ("Secret", "+999", "ada@x") if word in text], format
        _, text, _ = exported(full.root, format, "--private")
        assert "Secret" in text
        if format in ("json-resume", "rendercv"):
            assert "+999 1" in text and "ada@x.example" in text


def test_a_cv_of_rendercv_has_all_records_in_sections(full: SiteCase) -> None:
    _, text, _ = exported(full.root, "rendercv")
    cv = yaml.safe_load(text)["cv"]
    assert cv["headline"] == "Analyst"
    assert cv["sections"]["Talks"] == [
        {"name": "A talk", "summary": "A conference", "date": "2024-05"}
    ]
    assert cv["sections"]["Skills"] == [{"label": "Tools", "details": "Make, Git"}]
    assert cv["sections"]["Publications"][0]["authors"] == ["*Ada Lovelace*", "B. Bee"]


def test_a_report_names_each_field_that_is_left_out(full: SiteCase) -> None:
    report = full.root / "report.json"
    exported(full.root, "json-resume", "--report", str(report))
    lost = json.loads(report.read_text())["lost"]
    assert {"kind": "publications", "record": "goat", "field": "authors"} in lost
    assert {"kind": "talks", "record": "A talk", "field": ""} in lost


def test_words_are_exported_as_they_were_typed(full: SiteCase) -> None:
    full.write("content/skills.yaml", '- {label: "Ada\'s \'tools\' -- all", items: ["*Make*"]}\n')
    _, text, _ = exported(full.root, "json-resume")
    (skill,) = json.loads(text)["skills"]
    assert skill == {"name": "Ada's 'tools' -- all", "keywords": ["Make"]}


def test_mistakes_in_the_sources_are_told_and_nothing_is_written(full: SiteCase) -> None:
    full.write("content/talks.yaml", "- {titel: A talk}\n")
    code, text, said = exported(full.root, "rendercv")
    assert code == 1 and not text
    assert "content/talks.yaml:1:4: error: unknown field" in said
    code, _, said = exported(full.root / "nowhere", "rendercv")
    assert code == 2


def test_a_json_resume_comes_back_but_for_what_the_report_names(tmp_path: Path) -> None:
    imported = run_import(tmp_path, {"resume.json": JSON_RESUME})
    _, text, _ = exported(imported.folder, "json-resume", "--private")
    before, after = set(leaves(json.loads(JSON_RESUME))), set(leaves(json.loads(text)))
    assert {path for path, _ in before - after} == {
        "$schema", "meta.canonical",  # of the file itself
        "hobby",  # lost: no field of the format
        "basics.image",  # todo: a picture is a file of the site
        "basics.location.address", "basics.location.postalCode",  # private
        "basics.location.city", "basics.location.region", "basics.location.countryCode",  # in one
        "basics.summary",  # its Markdown became plain words
    }  # fmt: skip
    assert ("basics.summary", "She tests everything.") in after
    assert ("basics.location.city", "Nowhere, North, NW") in after
    for code in ("field", "portrait", "private", "place"):
        assert imported.found(code), code


def test_a_cv_of_rendercv_comes_back_but_for_what_the_report_names(tmp_path: Path) -> None:
    imported = run_import(tmp_path, {"cv.yaml": RENDERCV})
    _, text, _ = exported(imported.folder, "rendercv", "--private")
    before = set(leaves(yaml.load(RENDERCV, yaml.BaseLoader)["cv"]))
    after = set(leaves(yaml.load(text, yaml.BaseLoader)["cv"]))
    missing = {
        one for one in before - after
        if (_titled(one[0]), one[1]) not in {(_titled(path), said) for path, said in after}
    }  # fmt: skip
    assert missing == {
        ("phone", "tel:+999 30 000000"),  # the same number without its scheme
        ("photo", "ada.jpg"),
        ("social_networks.network", "Nowhere"),
        ("social_networks.username", "ada"),
        ("custom_connections.fontawesome_icon", "calendar"),
        ("sections.publications.url", "https://papers.example/1"),  # its DOI leads there
        ("sections.projects.name", "A Thing"),
        ("sections.projects.url", "https://thing.example/"),  # a link on the name
        ("sections.projects.colour", "red"),
        ("sections.Invited Talks.reversed_number", "The new one"),
        ("sections.Invited Talks.reversed_number", "The old one"),
    }
    assert ("sections.Projects.name", "[A Thing](https://thing.example/)") in after
    for code in ("field", "portrait", "profile", "numbers"):
        assert imported.found(code), code
    again = run_import(tmp_path / "again", {"cv.yaml": text})
    for kind in ("education", "experience", "publications", "skills", "projects"):
        path = f"content/{kind}.yaml"
        known, found = (yaml.safe_load(one.text(path)) for one in (imported, again))
        assert [{**one, "links": 0} for one in known] == [{**one, "links": 0} for one in found]


def _titled(path: str) -> str:
    """The names of sections as RenderCV prints them."""
    return path.replace("_", " ").lower()
