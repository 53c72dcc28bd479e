"""Records that belong together: what one names, the other shows, and sections ask for it."""

import pytest

from generator.graph.facts.machine_facts import contents
from generator.graph.facts.record_facts import record, related
from generator.graph.index import Index
from generator.graph.query import chosen
from generator.graph.references import reference_problems
from generator.model.sections import Section
from generator.problems import Spot
from tests.graph.conftest import IndexOf, files_of, shown

SITE = files_of("lab")["site.yaml"]
FILES = {name: text for name, text in files_of("lab").items() if name != "site.yaml"}


def found(index: Index, kind: str, word: str) -> list[str]:
    where = {"related": (word,)}
    return [str(r.heading.any()) for r in chosen(Section(of=(kind,), where=where), index)]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("key", "kinds"),
    [
        ("page:projects/hive", "publications people grants"),
        ("publication:goat", "projects talks people"),
        ("page:grants/nsfc", "projects people"),
        ("page:people/jin-fang", "publications projects awards"),
        ("page:people/ann", "publications talks grants"),
        ("page:talks/t", "publications people"),
    ],
)
def test_a_page_knows_the_kinds_of_all_that_names_it_or_is_named(
    index_of: IndexOf, key: str, kinds: str
) -> None:
    index = index_of(FILES, site=SITE)
    assert [kind for kind, _ in related(index, "en", key)] == kinds.split()


def test_sections_ask_for_what_belongs_to_a_record_from_either_side(index_of: IndexOf) -> None:
    index = index_of(FILES, site=SITE)
    assert found(index, "projects", "nsfc") == ["Hive", "Second"]
    assert found(index, "projects", "people/jin-fang") == ["Hive"]
    assert found(index, "awards", "jin-fang") == ["Best prize"]
    assert found(index, "publications", "projects/hive") == ["Goats"]
    assert found(index, "publications", "talks/hive") == []
    assert found(index, "people", "hive") == ["Jin Fang"]


def test_the_sites_own_person_is_found_as_a_member_too(index_of: IndexOf) -> None:
    index = index_of(FILES, site=SITE.replace("{Network Group}", "Ann Ay"))
    found = [kind for kind, _ in related(index, "en", "page:people/ann")]
    assert found == ["publications", "talks", "grants"]


def test_hidden_records_are_named_on_no_page(index_of: IndexOf) -> None:
    hidden = FILES["publications.yaml"].replace("id: goat", "id: goat, visibility: private")
    index = index_of({**FILES, "publications.yaml": hidden, "talks.yaml": ""}, site=SITE)
    assert [kind for kind, _ in related(index, "en", "page:projects/hive")] == ["people", "grants"]
    assert not list(reference_problems(index))


def test_people_stand_in_entries_of_projects_awards_and_talks(index_of: IndexOf) -> None:
    index = index_of(FILES, site=SITE)
    entries = shown(index, "projects awards talks").entries
    assert {e.title.text: [a.name for a in e.authors] for e in entries} == {
        "Hive": ["Jin Fang", "Otto Out"],
        "Second": [],
        "Best prize": ["Jin Fang"],
        "On goats": ["Ann Ay"],
    }


def test_a_kind_of_ones_own_has_pages_that_lists_contents_and_links_know(
    index_of: IndexOf,
) -> None:
    index = index_of({**FILES, "grants/nsfc.zh.md": "---\ntitle: 基金\n---\n更多。\n"}, site=SITE)
    pages = {o.url: o.layout for o in index.outputs if "/grants/" in o.url}
    assert pages == {"/grants/nsfc/": "record", "/zh/grants/nsfc/": "record"}
    view = record(index, "en", "page:grants/nsfc")
    assert view is not None and view.text.text == "More.\n\nWhat we promise."
    assert view.entry.title.text == "Switches" and view.entry.url == "/grants/nsfc/"
    assert record(index, "zh", "page:grants/nsfc") is not None
    listed = {group.kind: [item.url for item in group.items] for group in contents(index, "en")}
    assert listed["grants"] == ["/grants/nsfc/"]


def test_what_is_named_and_not_there_is_an_error_with_a_hint(index_of: IndexOf) -> None:
    project = "- {id: p, title: P, related: {grants: [nfsc], grant: nsfc, people: jin-fan}}\n"
    found = list(reference_problems(index_of({**FILES, "projects.yaml": project}, site=SITE)))
    said = {(p.where.path, p.text.code) for p in found if isinstance(p.where, Spot)}
    assert said == {
        (("p", "related", "grants", "0"), "related-missing"),
        (("p", "related", "grant"), "kind-missing"),
        (("p", "related", "people", "0"), "related-missing"),
    }
