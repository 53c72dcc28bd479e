"""Posts as records: sections ask for them as for all others, and they name who wrote them."""

from typing import Any

import pytest

from generator.graph.facts.linked_data import nodes_of
from generator.graph.facts.record_facts import counts, related
from generator.graph.facts.site_facts import post, posts
from generator.graph.index import Index
from generator.graph.query import chosen
from generator.graph.section_checks import section_problems
from generator.model.sections import Section
from generator.problems import Spot
from tests.graph.conftest import IndexOf, files_of, shown

FILES = files_of("posts")


def ids(index: Index, **options: Any) -> list[str]:
    return [record.id for record in chosen(Section(of=("posts",), **options), index)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "old new mid"),
        ({"order": ("date",)}, "old mid new"),
        ({"where": {"author": ("Ann Ay",)}}, "old mid"),
        ({"where": {"tags": ("x",)}}, "old"),
        ({"where": {"related": ("goat",)}}, "old"),
        ({"only": ("new", "old")}, "new old"),
    ],
)
def test_a_section_shows_pinned_posts_first_and_asks_for_them_as_for_records(
    index_of: IndexOf, options: dict[str, Any], expected: str
) -> None:
    assert ids(index_of(FILES), **options) == expected.split()


def test_an_entry_has_the_title_and_the_page_of_its_language(index_of: IndexOf) -> None:
    index = index_of(FILES)
    for lang, title, url in (("en", "Old", "/posts/old/"), ("zh", "旧", "/zh/posts/old/")):
        entry = shown(index, "posts", lang).entries[0]
        assert (entry.title.text, entry.url) == (title, url)
        item = post(index, lang, entry.url)
        assert item is not None and item.url == url


def test_what_a_section_of_posts_asks_for_is_checked(index_of: IndexOf) -> None:
    index = index_of(FILES)
    asked = Section(of=("posts",), only=("odl",), where={"auhtor": ("Ann",)})
    found = [p.where.path[0] for p in section_problems(asked, index, Spot("x"))]  # type: ignore[union-attr]
    assert sorted(found) == ["only", "where"]


def test_who_wrote_a_post_stands_in_lists_and_for_search_engines(index_of: IndexOf) -> None:
    index = index_of(FILES)
    listed = {item.key: [a.full for a in item.authors] for item in posts(index, "en")}
    assert listed == {
        "posts/2025-03-01-new": [],
        "posts/2024-02-01-mid": ["Ann Ay", "Otto Out"],
        "posts/2024-01-01-old": ["Ann Ay"],
    }
    mid, new = (
        index.by_key[f"page:posts/{id}", "en"] for id in ("2024-02-01-mid", "2025-03-01-new")
    )
    assert [a["name"] for a in nodes_of(index, "en", mid)[0]["author"]] == ["Ann Ay", "Otto Out"]
    assert nodes_of(index, "en", new)[0]["author"]["name"] == "Jin Fang"
    assert [kind for kind, _ in related(index, "en", "page:people/ann-ay")] == [
        "publications",
        "posts",
    ]
    assert "posts" not in counts(index, "en").records
