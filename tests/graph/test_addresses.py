"""What something that an author typed could mean."""

import pytest

from generator.graph.facts.site_facts import menu
from generator.graph.links import candidates
from tests.cases import rows
from tests.graph.conftest import IndexOf

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
