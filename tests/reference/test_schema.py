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


def problems(name: str, text: str) -> tuple[Problem, ...]:
    """What the reader says about the same text."""
    if name == "page":
        source = SourceFile("content/about.md", Path(), f"---\n{text}\n---\n\nText.\n".encode())
        return page_of(source, ("en", "zh")).problems
    data = text.encode()
    if name == "site":
        return parse_one(SourceFile("content/site.yaml", Path(), data), Config).problems
    if name == "citation-counts":
        return parse_one(SourceFile(f"content/{name}.yaml", Path(), data), CitationCounts).problems
    if name == "sync":
        try:
            read_settings(data)
        except SiteError as error:
            return tuple(error.problems)
        return ()
    if name == "cv":
        return parse_one(SourceFile("content/cv/resume.yaml", Path(), data), Cv).problems
    return parse_list(SourceFile(f"content/{name}.yaml", Path(), data), name).problems


def sample_files() -> list[str]:
    found = [path.relative_to(CONTENT).as_posix() for path in CONTENT.rglob("*.yaml")]
    assert len(found) > 10
    return sorted(found)


def schema_of(name: str) -> str:
    return "site" if name == "site.yaml" else data_kind(name) or ""


def test_every_data_file_has_a_schema() -> None:
    assert set(SCHEMAS) == {"site", "cv", "page", "sync", "citation-counts", *LISTS}
    assert set(DATA) == set(SCHEMAS)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.parametrize("name", sample_files())
def test_a_sample_file_fits_its_schema(name: str) -> None:
    assert faults(schema_of(name), (CONTENT / name).read_text("utf-8")) == []


@pytest.mark.parametrize("name", sample_files())
def test_a_sample_file_names_its_schema_in_the_first_line(name: str) -> None:
    path = CONTENT / name
    modeline = MODELINE.match(path.read_text("utf-8"))
    assert modeline, "the first line is no modeline"
    schema = (path.parent / modeline[1]).resolve()
    assert schema == (REPOSITORY / "docs/schema" / f"{schema_of(name)}.json").resolve()
    assert schema.is_file()


def test_the_front_matter_of_the_sample_pages_fits_its_schema() -> None:
    for path in CONTENT.rglob("*.md"):
        parts = split(path.read_text("utf-8"), path.name, [])
        assert parts and faults("page", parts.front) == [], path


@pytest.mark.parametrize("name", DATA)
def test_the_example_of_each_file_pleases_the_schema_and_the_reader(name: str) -> None:
    block = yaml_block(DATA[name])
    chinese = CHINESE.texts.get(block, block).removeprefix("```yaml\n").removesuffix("```")
    for text in (DATA[name], chinese):
        assert faults(name, text) == []
        assert problems(name, text) == ()


@pytest.mark.parametrize("name", DATA)
def test_a_misspelt_field_displeases_the_schema_and_the_reader(name: str) -> None:
    misspelt = re.sub(r"^(- |)(\w+):", r"\1\2x:", DATA[name].lstrip(), count=1)
    assert misspelt != DATA[name].lstrip()
    assert faults(name, misspelt)
    assert problems(name, misspelt)


ACCEPTED = {
    "people by id": ("people", "{ada: {name: Ada}}"),
    "a span with named ends": ("awards", "[{title: x, date: {start: 2020-09, expected: 2026-06}}]"),
    "numbers where texts are": ("publications", "[{id: 7, title: 1984, authors: A, number: 1.10}]"),
    "a date as a number": ("news", "[{date: 2024, text: x}]"),
    "a date as a day": ("news", "[{date: 2024-06-30, text: x}]"),
    "a date as a list": ("awards", "[{title: x, date: [2022, 2023-05]}]"),
    "a text per language": ("interests", "[{title: {en: x, zh-Hans: y}}]"),
    "a text that looks like a boolean": ("venues", "[{id: no, publisher: NO}]"),
    "a single author": ("publications", "[{id: a, title: x, authors: Ada Lovelace}]"),
    "an author with roles": (
        "publications", "[{id: a, title: x, authors: {name: {family: L}, roles: equal}}]",
    ),
    "tags with commas": ("talks", "[{title: x, tags: 'a, b'}]"),
    "a mapping of ids to records": ("publications", "{goat: {title: x, authors: A}}"),
    "empty optional fields": ("publications", "[{id: a, title: x, authors: A, venue: , links: }]"),
    "a listed word": ("patents", "[{title: x, status: granted}]"),
    "a visibility per field": ("references", "[{name: x, visibility: {phone: private}}]"),
    "a theme by name": ("site", "{person: {name: A}, theme: broadsheet}"),
    "pictures put off": ("site", "{person: {name: A}, pictures: false}"),
    "widths of pictures": ("site", "{person: {name: A}, pictures: {widths: [480], quality: 70}}"),
    "theme options of all types": (
        "site", "{person: {name: A}, theme: {options: {a: true, b: 3, c: [x, y], d: '#fff'}}}",
    ),
    "fields of the author's own": ("page", "{extra: {featured: true, weight: 3}}"),
    "services by their words": ("sync", "{services: crossref, ids: {dblp: 65/9612}}"),
    "conditions": ("cv", "{sections: [{of: [talks, news], where: {selected: true, year: 2024}}]}"),
}  # fmt: skip
REFUSED = {
    "a record without its id": ("publications", "[{title: x, authors: A}]"),
    "a record without a required field": ("publications", "{goat: {authors: [x]}}"),
    "a record that is no mapping": ("skills", "[Python]"),
    "a list for a text": ("interests", "[{title: [x]}]"),
    "a mapping for a plain text": ("talks", "[{title: x, publication: {en: goat}}]"),
    "a text for a mapping": ("projects", "[{title: x, links: pdf/goat.pdf}]"),
    "a word for a number": ("awards", "[{title: x, count: twice}]"),
    "a word for true or false": ("publications", "[{id: a, title: x, authors: A, selected: yes}]"),
    "a word for pictures": ("site", "{person: {name: A}, pictures: small}"),
    "an unlisted word": ("patents", "[{title: x, status: grnted}]"),
    "an unlisted role": ("publications", "[{id: a, title: x, authors: {name: A, roles: boss}}]"),
    "a text that is no date": ("news", "[{date: last summer, text: x}]"),
    "a number that is no year": ("news", "[{date: 7, text: x}]"),
    "a visibility for a required field": ("talks", "[{title: x, visibility: {title: web}}]"),
    "an empty date in a list": ("awards", "- title: x\n  date:\n    - 2022\n    -\n"),
    "dates inside dates": ("awards", "[{title: x, date: [[2022]]}]"),
    "a text for something that is no language": ("interests", "[{title: {english: x}}]"),
    "an unlisted visibility": ("people", "[{name: A, visibility: secret}]"),
    "a visibility for a field that is not there": (
        "references", "[{name: x, visibility: {fone: private}}]",
    ),
    "an empty required field": ("experience", "[{role: , organization: x}]"),
    "an empty link": ("projects", "[{title: x, links: {pdf: }}]"),
    "a field that the reader sets": ("cv", "{id: resume}"),
    "a misspelt field further in": ("awards", "[{title: x, awards: [{titel: y}]}]"),
    "a misspelt option of a section": ("cv", "{sections: [{of: news, limt: 3}]}"),
    "a misspelt field of the person": ("site", "{person: {name: A, emial: x}}"),
    "an unlisted service": ("sync", "{services: [crosref]}"),
    "an unlisted service that counts": ("sync", "{citations: crosref}"),
    "an id at an unlisted service": ("sync", "{ids: {dblb: 65/9612}}"),
    "a field of the author's own without `extra`": ("page", "{featured: true}"),
}  # fmt: skip


@pytest.mark.parametrize("case", ACCEPTED)
def test_schema_and_reader_both_accept(case: str) -> None:
    name, text = ACCEPTED[case]
    assert faults(name, text) == []
    assert problems(name, text) == ()


@pytest.mark.parametrize("case", REFUSED)
def test_schema_and_reader_both_refuse(case: str) -> None:
    name, text = REFUSED[case]
    assert faults(name, text)
    assert problems(name, text)


def test_a_record_in_a_file_of_its_own_needs_no_id() -> None:
    text = "{title: x, authors: A}"
    source = SourceFile("content/publications/goat.yaml", Path(), text.encode())
    assert faults("publications", text) == []
    assert parse_list(source, "publications").problems == ()
    assert faults("publications", "{title: x, autors: A}")


def test_the_schemas_of_a_chinese_site_explain_fields_in_chinese(tmp_path: Path) -> None:
    site = SiteCase(tmp_path)
    site.write("content/index.md", "你好。\n")
    for languages, folder in (("[zh, en]", "docs/schema/zh"), ("[de, zh]", "docs/schema")):
        site.write("content/site.yaml", f"person: {{name: 陈晓禾}}\nlanguages: {languages}\n")
        assert site.build().ok
        schema = (site.root / ".cache/schema/venues.json").read_bytes()
        assert schema == (REPOSITORY / folder / "venues.json").read_bytes()
