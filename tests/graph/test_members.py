"""Members of a group: sections of people, their pages, and the papers that they are on."""

from typing import Any

import msgspec
import pytest

from generator.graph.facts.linked_data import nodes_of
from generator.graph.facts.machine_facts import contents, search_part
from generator.graph.facts.record_facts import record
from generator.graph.facts.site_facts import menu, translations
from generator.graph.links import resolve
from generator.graph.section_checks import section_problems
from generator.model.sections import Section
from generator.problems import Spot
from tests.graph.conftest import IndexOf, files_of, shown, titles

SITE = 'person: {name: "{Network Group}"}\nlanguages: [en, zh]\nurl: https://example.org/\n'
FILES = files_of("members")


ALL = ["Hongli Xu", "Jin Fang", "Ann Lee", "Old Timer"]


@pytest.mark.parametrize(
    ("lang", "options", "groups"),
    [
        ("en", {}, {"": ALL}),
        ("zh", {}, {"": ["徐宏力", *ALL[1:]]}),
        ("en", {"group": "group"}, {"Faculty": ALL[:1], "Ph.D. students": ALL[1:3], "Alumni": ALL[3:]}),
        ("zh", {"group": "group"}, {"教师": ["徐宏力"], "博士研究生": ALL[1:3], "往届成员": ALL[3:]}),
        ("en", {"group": "status"}, {"Current members": ALL[:3], "Alumni": ALL[3:]}),
        ("en", {"where": {"status": ("alumni",)}}, {"": ALL[3:]}),
        ("en", {"where": {"status": ("current",)}}, {"": ALL[:3]}),
        ("en", {"where": {"status": ("alumni",)}, "group": "group"}, {"Ph.D. students": ALL[3:]}),
        ("en", {"where": {"year": ("2018",)}}, {"": ALL[3:]}),
    ],
)  # fmt: skip
def test_a_section_shows_the_members_it_asks_for_in_groups_and_alumni_last(
    index_of: IndexOf, lang: str, options: dict[str, Any], groups: dict[str, list[str]]
) -> None:
    view = shown(index_of(FILES, site=SITE), "people", lang, **options)
    assert {
        group.title: [one.title.text for one in group.entries] for group in view.groups
    } == groups


def test_a_coauthor_without_a_group_is_shown_to_those_who_ask_by_name(index_of: IndexOf) -> None:
    files = {"people.yaml": "- {id: out, name: Outer Coauthor}\n- {name: A B, group: staff}\n"}
    assert titles(shown(index_of(files), "people", only=("out",))) == ["Outer Coauthor"]


def test_an_entry_says_role_time_and_page_and_keeps_the_address_private(
    index_of: IndexOf,
) -> None:
    head, jin, ann, _ = shown(index_of(FILES, site=SITE), "people").entries
    assert (head.role.text, head.url, head.monogram) == ("Professor", "/people/xu/", "HX")
    assert [link.url for link in head.links] == ["https://example.org/xu/"]
    assert (jin.url, jin.date) == ("/people/jin-fang/", "Sep 2020 – Jun 2026 (expected)")
    assert (jin.links, ann.date) == ((), "")
    printed = shown(index_of(FILES, "pdf", site=SITE), "people").entries[1]
    assert [link.url for link in printed.links] == ["mailto:jin@example.org"]


@pytest.mark.parametrize(
    ("fields", "shown", "standing"),
    [
        ("since: 2020", "2020 – present", False),
        ("since: 2020, until: 2022", "2020 – 2022", True),
        ("until: 2022", "2022", True),
        ("since: 2019, status: alumni", "2019", True),
        ("since: 2019, until: 2021, status: current", "2019 – 2021", False),
    ],
)
def test_the_time_of_a_member_follows_from_dates_alone(
    index_of: IndexOf, fields: str, shown: str, standing: bool
) -> None:
    index = index_of({"people.yaml": f"- {{name: A B, group: phd, {fields}}}\n"})
    view, member = record(index, "en", "page:people/a-b"), index.records["people"][0]
    assert view is not None
    assert (view.entry.date, member.is_past, view.group) == (shown, standing, "Ph.D. students")


def test_a_member_has_a_page_in_each_language_with_the_whole_text(index_of: IndexOf) -> None:
    index = index_of(FILES, site=SITE)
    pages = {output.url for output in index.outputs if output.layout == "member"}
    names = ("xu", "old-timer", "jin-fang", "ann-lee")
    assert pages == {f"{lang}/people/{name}/" for lang in ("", "/zh") for name in names}
    view = record(index, "zh", "page:people/jin-fang")
    assert view is not None and view.text.text == "研究交换机。\n\nMore about Jin."
    assert resolve(index, "jin-fang", "zh") == "/zh/people/jin-fang/"


def test_authors_without_a_page_of_their_own_lead_to_the_member(index_of: IndexOf) -> None:
    index = index_of(FILES, site=SITE)
    entries = shown(index, "publications").entries
    urls = {author.full: author.url for entry in entries for author in entry.authors}
    assert urls == {
        "Jin Fang": "/people/jin-fang/",
        "Hongli Xu": "https://example.org/xu/",
        "Outer Coauthor": "https://example.org/outer/",
    }


def test_search_contents_and_search_engines_know_the_page(index_of: IndexOf) -> None:
    index = index_of(FILES, site=SITE)
    listed = {group.kind: [item.url for item in group.items] for group in contents(index, "en")}
    assert "/people/jin-fang/" in listed["people"]
    found = {document.url: document for document in search_part(index, "en", "0/1")}
    assert "Fáng Jìn" in [word.text for word in found["/people/jin-fang/"].words]
    output = index.by_address["/people/jin-fang/"]
    page, trail = nodes_of(index, "en", output)
    assert page["mainEntity"]["memberOf"] == {
        "@type": "ResearchOrganization",
        "@id": "https://example.org/#person",
        "name": "Network Group",
        "url": "https://example.org/",
    }
    assert "jin@example.org" not in msgspec.json.encode(msgspec.to_builtins(page)).decode()
    assert [item["name"].text for item in trail["itemListElement"]][-1] == "Jin Fang"


def test_a_pattern_prints_people_as_it_prints_authors(index_of: IndexOf) -> None:
    site = SITE + 'styles: {line: "{name: initials}[, {role}][ ({date})]"}\n'
    index = index_of(FILES, site=site)
    lines = ["".join(p.text for p in e.line) for e in shown(index, "people", style="line").entries]
    assert lines[1] == "[J. Fang](</people/jin-fang/>){.quiet} (Sep 2020 – Jun 2026 (expected))"


def test_a_section_without_members_says_how_to_make_some(index_of: IndexOf) -> None:
    index = index_of({"people.yaml": "- {name: A B}\n"})
    (problem,) = section_problems(Section(of=("people",)), index, Spot("content/index.md"))
    assert "nobody in people.yaml has a `group`" in problem.message


OWN_PAGE = "---\ntitle: {}\n---\nText.\n"


@pytest.mark.parametrize(
    ("files", "pages"),
    [
        (("jin-fang.md", "jin-fang.zh.md"), ("page", "page")),
        (("jin-fang.md",), ("page", "member")),
        (("jin-fang.zh.md",), ("member", "page")),
        ((), ("member", "member")),
    ],
)
def test_all_links_to_a_member_lead_to_her_page_in_the_readers_language(
    index_of: IndexOf, files: tuple[str, ...], pages: tuple[str, ...]
) -> None:
    """Links by authors' names, members, texts, menus, languages, whoever wrote the page."""
    written = {f"people/{name}": OWN_PAGE.format(name) for name in files}
    index = index_of({**FILES, **written}, site=SITE + "menu: [jin-fang, people/jin-fang]\n")
    for lang, kind in zip(("en", "zh"), pages, strict=True):
        address = {"en": "/people/jin-fang/", "zh": "/zh/people/jin-fang/"}[lang]
        assert index.by_address[address].source.endswith(".md") == (kind == "page")
        entries = shown(index, "publications people", lang).entries
        (author, *_) = next(entry for entry in entries if entry.id == "one").authors
        assert author.url == address
        assert address in [entry.url for entry in entries]
        assert resolve(index, "jin-fang", lang) == address
        if "jin-fang.md" in files:
            assert resolve(index, "people/jin-fang.md", lang) == address
        assert [item.url for item in menu(index, lang)] == [address, address]
        found = translations(index, lang, index.by_address[address].key)
        assert [(one.url, one.exact) for one in found] == [
            ("/people/jin-fang/", True),
            ("/zh/people/jin-fang/", True),
        ]
        listed = [item.url for group in contents(index, lang) for item in group.items]
        sought = [document.url for document in search_part(index, lang, "0/1")]
        assert listed.count(address) == sought.count(address) == 1


GROUPS = {
    "Ann": "master", "Bo": "fellow", "Cy": "博士生, since: 2023", "Di": "phd, since: 2021", "Ed": "PI",
    "Flo": "校友", "Hal": "phd, until: 2024", "Ian": "master, until: 2025", "Gus": "Postdoctorants",
}  # fmt: skip
FOLDER = {f"people/{n.lower()}.yaml": f"{{name: {n} Ay, group: {g}}}\n" for n, g in GROUPS.items()}


@pytest.mark.parametrize(
    ("groups", "names"),
    [
        ("", "Ed Gus Di Cy Ann Bo Ian Hal Flo"),
        ("groups: [fellow, master]\n", "Bo Ann Ed Gus Di Cy Ian Hal Flo"),
    ],
)
def test_files_of_members_stand_in_the_order_of_academic_life_or_of_the_site(
    index_of: IndexOf, groups: str, names: str
) -> None:
    found = titles(shown(index_of(FOLDER, site=SITE + groups), "people"))
    assert [name.split()[0] for name in found] == names.split()


@pytest.mark.parametrize(
    ("languages", "words", "headings"),
    [
        ("[en, zh]", ["博士生", "博士生"], ["博士研究生"]),
        ("[zh]", ["博士生", "博士生"], ["博士生"]),
        ("[zh]", ["博士生", "phd"], ["博士研究生"]),
        ("[zh]", ["教授", "导师", "客人"], ["教师", "客人"]),
    ],
)
def test_members_stand_under_one_heading_by_whichever_word_for_their_group(
    index_of: IndexOf, languages: str, words: list[str], headings: list[str]
) -> None:
    people = "".join(f"- {{name: A{n} B, group: {word}}}\n" for n, word in enumerate(words))
    site = SITE.replace("[en, zh]", languages)
    index = index_of({"people.yaml": people}, site=site)
    grouped = shown(index, "people", "zh", group="group")
    assert [group.title for group in grouped.groups] == headings
    found = shown(index, "people", "zh", where={"group": ("phd",)}).entries
    assert len(found) == words.count("博士生") + words.count("phd")


def test_the_old_address_of_a_member_leads_to_the_page(index_of: IndexOf) -> None:
    record = "- {name: Ann Ay, group: phd, old_addresses: [/members/ann/, /zh/ann/]}\n"
    index = index_of({"people.yaml": record}, site=SITE)
    led = {output.url: output.target for output in index.outputs if output.layout == "redirect"}
    assert led == {"/members/ann/": "/people/ann-ay/", "/zh/ann/": "/zh/people/ann-ay/"}
