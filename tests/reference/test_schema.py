"""The schemas say about a data file what the reader says, and the sample files name them."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from generator.model.config import Config
from generator.model.files import SourceFile
from generator.model.records.works import CitationCounts
from generator.model.sections import Cv
from generator.model.site import LISTS, data_kind
from generator.parse.data_file import parse_list, parse_one
from generator.parse.pages import page_of, split
from generator.problems import Problem, SiteError
from generator.sync.writing import read_settings
from tests.cases import rows
from tests.conftest import REPOSITORY, SiteCase
from tools.reference.chinese import Chinese
from tools.reference.data import yaml_block
from tools.reference.examples import DATA
from tools.reference.schema import schemas

CONTENT = REPOSITORY / "content"
SCHEMAS = schemas()
CHINESE = Chinese()
MODELINE = re.compile(r"# yaml-language-server: \$schema=(\S+)")


class Editor(yaml.SafeLoader):
    """YAML as editors read it (1.2, core schema): no dates, and `NO` is no boolean."""


Editor.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(("timestamp", "bool"))]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Editor.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)


def faults(name: str, text: str) -> list[str]:
    """What an editor would underline in a text."""
    value: Any = yaml.load(text, Loader=Editor)
    return [error.message for error in Draft202012Validator(SCHEMAS[name]).iter_errors(value)]


FILES = {
    "site": ("site", Config),
    "cv": ("cv/resume", Cv),
    "citation-counts": ("citation-counts", CitationCounts),
}
"""Data files that are one mapping each."""


def problems(name: str, text: str) -> tuple[Problem, ...]:
    if name == "page":
        text = f"---\n{text}\n---\n\nText.\n"
        return page_of(SourceFile("content/about.md", Path(), text.encode()), ("en", "zh")).problems
    if name == "sync":
        try:
            read_settings(text.encode())
        except SiteError as error:
            return tuple(error.problems)
        return ()
    path, kind = FILES.get(name, (name, None))
    source = SourceFile(f"content/{path}.yaml", Path(), text.encode())
    return (parse_one(source, kind) if kind else parse_list(source, LISTS[name])).problems


def sample_files() -> list[str]:
    return sorted(path.relative_to(CONTENT).as_posix() for path in CONTENT.rglob("*.yaml"))


def schema_of(name: str) -> str:
    return "site" if name == "site.yaml" else data_kind(name) or ""


def test_every_data_file_has_a_schema() -> None:
    assert set(SCHEMAS) == {"site", "cv", "page", "sync", "citation-counts", *LISTS}
    assert set(DATA) == set(SCHEMAS)
    for schema in SCHEMAS.values():
        Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("name", sample_files())
def test_a_sample_file_fits_its_schema_and_names_it_in_the_first_line(name: str) -> None:
    path = CONTENT / name
    text = path.read_text("utf-8")
    assert faults(schema_of(name), text) == []
    modeline = MODELINE.match(text)
    assert modeline, "the first line is no modeline"
    schema = (path.parent / modeline[1]).resolve()
    assert schema == (REPOSITORY / "docs/schema" / f"{schema_of(name)}.json").resolve()
    assert schema.is_file()


def test_the_data_of_two_long_cvs_and_the_front_matter_of_the_sample_fit_their_schemas() -> None:
    for site in ("cv-english", "cv-chinese"):
        content = REPOSITORY / "tests/sites" / site / "content"
        for path in content.rglob("*.yaml"):
            name = schema_of(path.relative_to(content).as_posix())
            assert faults(name, path.read_text("utf-8")) == [], path
    for path in CONTENT.rglob("*.md"):
        parts = split(path.read_text("utf-8"), path.name, [])
        assert parts and faults("page", parts.front) == [], path


@pytest.mark.parametrize("name", DATA)
def test_the_example_of_each_file_pleases_schema_and_reader_and_a_misspelt_field_neither(
    name: str,
) -> None:
    block = yaml_block(DATA[name])
    chinese = CHINESE.texts.get(block, block).removeprefix("```yaml\n").removesuffix("```")
    for text in (DATA[name], chinese):
        assert faults(name, text) == []
        assert problems(name, text) == ()
    misspelt = re.sub(r"^(- |)(\w+):", r"\1\2x:", DATA[name].lstrip(), count=1)
    assert misspelt != DATA[name].lstrip()
    assert faults(name, misspelt) and problems(name, misspelt)


@pytest.mark.parametrize(("case", "name", "text"), rows("schemas", "Accepted"))
def test_schema_and_reader_both_accept(case: str, name: str, text: str) -> None:
    assert faults(name, text) == []
    assert problems(name, text) == ()


@pytest.mark.parametrize(("case", "name", "text"), rows("schemas", "Refused"))
def test_schema_and_reader_both_refuse(case: str, name: str, text: str) -> None:
    assert faults(name, text)
    assert problems(name, text)


def test_a_record_in_a_file_of_its_own_needs_no_id() -> None:
    text = "{title: x, authors: A}"
    source = SourceFile("content/publications/goat.yaml", Path(), text.encode())
    assert faults("publications", text) == []
    assert parse_list(source, LISTS["publications"]).problems == ()
    assert faults("publications", "{title: x, autors: A}")


def test_the_schemas_of_a_chinese_site_explain_fields_in_chinese(tmp_path: Path) -> None:
    site = SiteCase(tmp_path)
    site.write("content/index.md", "你好。\n")
    for languages, folder in (("[zh, en]", "docs/schema/zh"), ("[de, zh]", "docs/schema")):
        site.write("content/site.yaml", f"person: {{name: 陈晓禾}}\nlanguages: {languages}\n")
        assert site.build().ok
        schema = (site.root / ".cache/schema/venues.json").read_bytes()
        assert schema == (REPOSITORY / folder / "venues.json").read_bytes()
