"""Which files a site is written to, that no two of them are in each other's way, and which of them
something that an author typed could mean."""

from pathlib import Path, PurePosixPath

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.graph.facts.site_facts import menu
from generator.graph.links import candidates
from generator.graph.outputs import outputs_of
from generator.model.config import Config
from generator.model.files import SourceFile, Sources
from generator.model.names import Name
from generator.model.people import Person
from generator.model.site import Site
from generator.model.theme import Theme
from tests.cases import rows
from tests.conftest import SiteCase
from tests.graph.conftest import IndexOf

SITE = Site(config=Config(person=Person(name=Name("Jin", "Fang"))))
NAMES = st.lists(st.sampled_from(["a", "A", "b", "c.pdf"]), min_size=1, max_size=4).map("/".join)


@given(st.sets(NAMES, max_size=8).map(sorted))
@example(["a", "a/b/c.pdf"])
@example(["A", "a/b", "a/b/c.pdf"])
def test_a_file_keeps_out_all_that_needs_a_folder_of_its_name(names: list[str]) -> None:
    statics = {f"static/{name}": SourceFile(f"static/{name}", Path(name)) for name in names}
    outputs, problems = outputs_of(SITE, Theme(name="bare", files={}), Sources(statics=statics))
    firsts = {name.casefold(): name for name in reversed(names)}
    expected = {
        name
        for folded, name in firsts.items()
        if not any(str(folder) in firsts for folder in PurePosixPath(folded).parents)
    }
    assert {output.path for output in outputs if output.kind == "static"} == expected
    assert len(problems) == len(names) - len(expected)


def test_a_permalink_scheme_is_filled_once_whatever_the_values_say(site: SiteCase) -> None:
    head = "person: {name: Ada Lovelace}\n"
    site.write("content/site.yaml", f"{head}posts: {{permalink: /:year-:month/:slug/:title}}\n")
    front = "title: On :day and Ways\ndate: 2022-03\nslug: ':title'"
    site.write("content/posts/p.md", f"---\n{front}\n---\nText.\n")
    assert "2022-03/:title/on-day-and-ways/index.html" in site.build().files()


MEANINGS = "What a link could mean, in the post that is at /2022/12/02/goat/"
FILE, URL = "content/posts/goat.md", "/2022/12/02/goat/"


@pytest.mark.parametrize(("typed", "meanings", "suffix"), rows("addresses", MEANINGS))
def test_what_is_typed_is_sought_beside_the_file_then_the_page_then_at_the_root(
    typed: str, meanings: str, suffix: str
) -> None:
    found, rest = candidates(typed, FILE, URL)
    assert (" ; ".join(found), rest) == (meanings, suffix)


def test_a_page_at_the_root_and_data_without_a_file_are_beside_the_root() -> None:
    for file in ("content/index.md", ""):
        found, _ = candidates("about", file, "/")
        assert set(found) == {"/about"}


def test_an_entry_of_the_menu_leads_to_a_part_of_the_page_in_the_readers_language(
    index_of: IndexOf,
) -> None:
    home, only = "---\ntitle: Home\n---\n## Papers\n", "---\ntitle: Notes\n---\n## Old\n"
    site = "person: {name: Jin Fang}\nlanguages: [en, zh]\nmenu: [/, '/#papers', 'notes#old']\n"
    index = index_of({"index.md": home, "index.zh.md": home, "notes.md": only}, site=site)
    assert [item.url for item in menu(index, "zh")] == ["/zh/", "/zh/#papers", "/notes/#old"]
    assert [item.url for item in menu(index, "en")] == ["/", "/#papers", "/notes/#old"]
