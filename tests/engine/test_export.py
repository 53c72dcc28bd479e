"""`masthead export`: what other programs get, and the way there and back."""

import io
import json
import shutil
from collections.abc import Iterator
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import pytest

from generator.commands.cli import main
from tests.conftest import SiteCase
from tests.importing.conftest import JSON_RESUME, run_import


def run(project: Path, format: str, *options: str) -> tuple[int, str]:
    """Export, and return the exit code and what the terminal said."""
    said = io.StringIO()
    with redirect_stderr(said):
        code = main(["export", format, "--project", str(project), *options])
    return code, said.getvalue()


def exported(project: Path, format: str, *options: str) -> tuple[int, str, str]:
    """Export, and return the exit code, the file and what the terminal said."""
    file = project / "exported"
    code, said = run(project, format, "-o", str(file), "--force", *options)
    return code, file.read_text("utf-8") if file.exists() else "", said


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
    shutil.copytree(Path(__file__).parent / "sites/exported", site.root, dirs_exist_ok=True)
    return site.write("static/a.png", "x")


def test_papers_go_into_bibtex_and_csl(full: SiteCase) -> None:
    code, bibtex, said = exported(full.root, "bibtex")
    assert code == 0 and not said
    assert "@misc{goat," in bibtex and "secret" not in bibtex
    _, csl, _ = exported(full.root, "csl-json")
    assert [item["id"] for item in json.loads(csl)] == ["goat"]


def test_private_fields_are_taken_only_when_they_are_asked_for(full: SiteCase) -> None:
    for format in ("json-resume", "bibtex", "csl-json"):
        _, text, _ = exported(full.root, format)
        assert not [word for word in ("Secret", "+999", "ada@x") if word in text], format
        _, text, _ = exported(full.root, format, "--private")
        assert "Secret" in text
        if format == "json-resume":
            assert "+999 1" in text and "ada@x.example" in text


def test_a_file_that_is_there_is_replaced_only_with_force(full: SiteCase) -> None:
    file = full.root / "library.bib"
    file.write_text("@misc{mine}")
    code, said = run(full.root, "bibtex", "-o", str(file))
    assert (code, file.read_text()) == (2, "@misc{mine}")
    assert "library.bib already exists: name another file, or add --force" in said
    assert run(full.root, "bibtex", "-o", str(file), "--force")[0] == 0
    assert "@misc{goat," in file.read_text()


@pytest.mark.parametrize(
    "path", ["content/publications.bib", "content/new.bib", "static/x.bib", "themes/mine/x.bib"]
)
def test_no_source_of_a_site_is_written_even_with_force(full: SiteCase, path: str) -> None:
    for before in (None, "@misc{mine}"):
        if before:
            full.write(path, before)
        (full.root / path).parent.mkdir(parents=True, exist_ok=True)
        code, said = run(full.root, "bibtex", "-o", str(full.root / path), "--force")
        assert code == 2 and "would be a source of the site" in said
        assert (full.root / path).exists() == bool(before)


def test_a_link_to_a_source_is_no_way_around(full: SiteCase) -> None:
    full.write("content/publications.bib", "@misc{mine, title={A}, author={B}}")
    (full.root / "out.bib").symlink_to(full.root / "content/publications.bib")
    assert run(full.root, "bibtex", "-o", str(full.root / "out.bib"), "--force")[0] == 2
    assert "mine" in (full.root / "content/publications.bib").read_text()


def test_words_are_exported_as_they_were_typed(full: SiteCase) -> None:
    full.write("content/skills.yaml", '- {label: "Ada\'s \'tools\' -- all", items: ["*Make*"]}\n')
    _, text, _ = exported(full.root, "json-resume")
    (skill,) = json.loads(text)["skills"]
    assert skill == {"name": "Ada's 'tools' -- all", "keywords": ["Make"]}


def test_mistakes_in_the_sources_are_told_and_nothing_is_written(full: SiteCase) -> None:
    full.write("content/talks.yaml", "- {titel: A talk}\n")
    code, text, said = exported(full.root, "json-resume")
    assert code == 1 and not text
    assert "content/talks.yaml:1:4: error: unknown field" in said
    code, _, said = exported(full.root / "nowhere", "json-resume")
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
    for code in ("field", "portrait", "private"):
        assert imported.found(code), code
