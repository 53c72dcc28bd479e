"""The reference names all there is, and what is committed is what the code makes today."""

import re
from functools import cache
from pathlib import Path

import msgspec
import pytest
from markdown_it import MarkdownIt

from generator.commands import cli
from generator.graph.facts import FACTS
from generator.model.config import Config
from generator.model.sections import Cv
from generator.model.site import KINDS, LISTS, FrontMatter
from generator.model.text import Phrase, fields_of, written_fields
from generator.model.theme import ThemeManifest
from generator.model.views import View
from generator.parse.pages import read_section
from generator.problems import Spot
from generator.render.fragment import Options
from generator.render.markdown import directives
from generator.render.markdown.convert import convert
from tests.conftest import REPOSITORY
from tools.reference.__main__ import main, out_of_date
from tools.reference.chinese import Chinese
from tools.reference.commands import commands
from tools.reference.examples import SECTIONS
from tools.reference.markdown import BLOCKS, OPTIONS_IN_WORDS
from tools.reference.pages import CONTENTS, pages
from tools.reference.structs import (
    field_docstrings,
    is_written_as_fields,
    structs_in,
)
from tools.reference.templates import packaged_theme, readable_facts, views
from tools.reference.wording import anchor

Struct = type[msgspec.Struct]
made = cache(pages)


def section(page: str, heading: str) -> str:
    """The part of a page below a heading, down to the next one that is no deeper."""
    match = re.search(rf"^(#+) {re.escape(heading)}$", made()[page], re.MULTILINE)
    assert match, f"{page} has no heading {heading}"
    rest = made()[page][match.end() :]
    following = re.search(rf"^#{{1,{len(match[1])}}} ", rest, re.MULTILINE)
    return rest[: following.start()] if following else rest


def first_column(text: str) -> set[str]:
    """The names in code at the beginning of the rows of tables."""
    return set(re.findall(r"^\| `([^`]+)`", text, re.MULTILINE))


def written_structs() -> list[Struct]:
    """All structs that an author can write fields of."""
    found: list[Struct] = []
    waiting: list[Struct] = [Config, Cv, FrontMatter, ThemeManifest, *LISTS.values()]
    while waiting:
        struct = waiting.pop()
        if struct not in found and is_written_as_fields(struct):
            found.append(struct)
            waiting += [s for f in written_fields(struct).values() for s in structs_in(f.type)]
    return sorted(found, key=lambda struct: struct.__name__)


def all_views() -> list[Struct]:
    """Those that `FACTS` has loaded; what others share is no view itself."""
    return [end for view in View.__subclasses__() for end in view.__subclasses__() or [view]]


def test_every_field_has_a_docstring() -> None:
    for struct in [*written_structs(), *all_views(), Phrase]:
        docs = field_docstrings(struct)
        assert struct.__doc__, struct
        missing = [name for name in fields_of(struct) if not docs.get(name)]
        assert missing == [], struct
    assert all(fact.__doc__ for fact in FACTS.values())


@pytest.mark.parametrize("kind", [*LISTS, "cv"])
def test_the_page_on_data_names_every_field_of_every_kind(kind: str) -> None:
    below = section("data.md", kind)
    for name, field in written_fields(LISTS.get(kind, Cv)).items():
        assert f"`{name}`" in below
        assert name in first_column(below) or not field.required
    docs = field_docstrings(LISTS.get(kind, Cv))
    for name in first_column(below):
        assert docs[name].replace("|", "\\|") in below


def test_every_value_that_is_made_of_fields_is_explained_once() -> None:
    everything = "\n".join(made().values())
    for struct in written_structs():
        rows = [f"| `{name}` | " for name in written_fields(struct)]
        assert all(row in everything for row in rows), struct


def test_the_page_on_templates_names_every_field_of_every_view() -> None:
    assert views() == {*all_views(), Phrase}
    for view in views():
        below = first_column(section("templates.md", view.__name__))
        assert below >= set(fields_of(view)) - {"spot"}, view


def test_the_packaged_theme_uses_nothing_that_its_pages_do_not_name() -> None:
    theme = packaged_theme("broadsheet")
    names = [name for name in theme.files if name.startswith("templates/")]
    templates = "\n".join(theme.text(name) or "" for name in names)
    assert set(re.findall(r"(?<!['\w./])site\.(\w+)", templates)) <= set(readable_facts())
    here = first_column(section("templates.md", "here"))
    assert {f"here.{name}" for name in re.findall(r"\bhere\.(\w+)", templates)} <= here
    used = set(re.findall(r"\bsite\.options\.(\w+)", templates))
    assert used <= first_column(section("theme-broadsheet.md", "Options"))
    layouts, parts = (first_column(section("theme-broadsheet.md", h)) for h in ("Layouts", "Parts"))
    listed = {f"templates/{name}" for name in layouts | {f"parts/{part}" for part in parts}}
    assert listed == set(names)


def test_the_page_on_templates_names_what_style_sheets_ask_and_templates_offer() -> None:
    base = packaged_theme("base")
    sheets = "".join(base.text(f"assets/{n}") or "" for n in ("base.css", "finding.css"))
    ours = {"seal", "latin-text", "own-text", "plain-text", "plain-head"}
    asked = set(re.findall(r"var\(--([a-z-]+)", sheets)) - ours
    listed = first_column(section("templates.md", "Style sheets"))
    assert {f"--{name}" for name in asked} <= listed
    assert {"--paper", "--measure", "--tall"} <= listed
    offered = first_column(section("templates.md", "Blocks"))
    assert {"base.html", "home.html", "publication.html"} <= offered
    assert "head_extra" in section("templates.md", "Blocks")
    assert len(first_column(section("templates.md", "Macros"))) >= 12


def test_the_page_on_markdown_names_every_block_its_other_names_and_options() -> None:
    blocks = section("markdown.md", "Blocks")
    for name in (*directives.ADMONITIONS, *directives._ALIASES, *BLOCKS, *KINDS):
        assert f"`{name}`" in blocks
    assert directives.OPTIONS.keys() - BLOCKS.keys() == directives.ADMONITIONS - {"note"}
    read = {name for options in directives.OPTIONS.values() for name in options}
    assert read == set(OPTIONS_IN_WORDS) and read <= first_column(blocks)


def test_the_page_on_commands_names_every_flag() -> None:
    for name, command in commands().items():
        below = section("commands.md", f"masthead {name}")
        for flag in re.findall(r"(?<![\w-])--?[a-z][\w-]*", command.format_usage()):
            assert flag == "-h" or f"`{flag}" in below
    for flag in re.findall(r"--[\w-]+", cli.parser().format_help()):
        assert flag in made()["commands.md"]


@pytest.mark.parametrize("about", [about for about, _ in SECTIONS])
def test_the_example_of_a_section_is_read_without_a_problem(about: str) -> None:
    lines = dict(SECTIONS)[about].strip().split("\n")
    name = re.fullmatch(r":::\{(\w+)\}", lines[0])
    assert name and lines[-1] == ":::"
    options = "\n".join(f" {line.removeprefix(':')}" for line in lines[1:-1])
    found, problems = read_section(name[1], options, Spot("content/index.md"))
    assert found and not problems


@pytest.mark.parametrize("name", ["markdown.md", "markdown.zh.md"])
def test_the_examples_of_markdown_render_without_a_fault(name: str) -> None:
    page = (REPOSITORY / "docs/reference" / name).read_text("utf-8")
    examples = re.findall(r"^````markdown\n(.*?)^````$", page, re.M | re.S)
    assert len(examples) > 5
    for example in examples:
        assert convert(example, Options()).faults == ()


def test_every_link_between_the_pages_leads_somewhere() -> None:
    headings = {
        name: {anchor(heading) for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}
        for name, text in made().items()
    }
    for name, text in made().items():
        bare = re.sub(r"^(`{3,}).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)]+)\)", re.sub(r"`[^`\n]*`", "", bare)):
            page, _, place = target.partition("#")
            if page.startswith("/gallery/"):  # what `make docs` builds of the folder's sites
                assert (REPOSITORY / "tools/gallery" / page.split("/")[2]).is_dir(), target
            elif page.startswith("../"):
                assert (REPOSITORY / "docs/reference" / page).exists(), target
            else:
                assert not place or place in headings[page or name], f"{name}: {target}"
                assert (page or name) in made()


def test_the_index_lists_every_page() -> None:
    assert set(re.findall(r"\]\(([\w-]+\.md)\)", made()["README.md"])) == set(CONTENTS)
    assert set(made()) == {*CONTENTS, "README.md"}


def test_what_is_committed_is_what_the_code_makes() -> None:
    assert out_of_date(REPOSITORY / "docs") == []


def test_a_text_that_has_changed_stays_english_with_a_mark_until_it_is_translated() -> None:
    chinese = Chinese()
    changed = made() | {"cv.md": made()["cv.md"].replace("The contact line takes", "It takes")}
    page = chinese.pages(changed)["cv.zh.md"]
    assert "*（尚未译出）* It takes `email`" in page and "## 字体" in page
    said = [fault for fault in chinese.faults() if "contact line" in fault or "It takes" in fault]
    file = "../tools/reference/zh.json"
    assert said[0].startswith(f"{file}: no Chinese for: It takes")
    assert said[1].startswith(f"{file}: no page says any more: The contact line")


@pytest.mark.slow
def test_the_check_names_what_is_missing_changed_and_left_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    docs = tmp_path / "docs"
    assert main([str(docs)]) == 0
    assert main([str(docs), "--check"]) == 0
    (docs / "schema/news.json").unlink()
    (docs / "reference/site.md").write_text("# site\n", "utf-8")
    (docs / "reference/old.md").write_text("", "utf-8")
    capsys.readouterr()
    assert main([str(docs), "--check"]) == 1
    said = capsys.readouterr().err
    assert "schema/news.json: missing" in said
    assert "reference/site.md: out of date" in said
    assert "reference/old.md: nothing makes this any more" in said
    assert not (docs / "schema/news.json").exists(), "--check writes nothing"
    (docs / "reference/old.md").unlink()
    assert main([str(docs)]) == 0


def test_signs_of_patterns_with_a_bar_are_shown_as_they_are_written() -> None:
    page = (REPOSITORY / "docs/reference/patterns.md").read_text("utf-8")
    shown = MarkdownIt("commonmark").enable("table").render(page)
    for sign in ("[doi:{doi}|{links.pdf}]", "{date} | {role}", r"\|"):
        assert f"<code>{sign}</code>" in shown
