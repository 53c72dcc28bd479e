"""A section: which records, in which order, in which style; posts as records, and styles that a theme adds."""

from typing import Any

import msgspec
import pytest

from generator.graph.facts.linked_data import nodes_of
from generator.graph.facts.record_facts import counts, related
from generator.graph.facts.site_facts import post, posts
from generator.graph.index import Index
from generator.graph.query import chosen, section_view
from generator.graph.section_checks import section_problems
from generator.model.sections import Section
from generator.model.theme import OptionSpec, OptionValue, StyleSpec
from generator.model.views import EntryView
from generator.problems import Problem, Spot
from tests.cases import rows
from tests.graph.conftest import IndexOf, asked, files_of, shown

FILES, CAREER = files_of("sections"), files_of("career")


def ids(index_of: IndexOf, text: str) -> list[str]:
    return [record.id for record in chosen(asked(text), index_of(FILES))]


@pytest.mark.parametrize(("options", "expected"), rows("sections", "Which records a section shows"))
def test_a_query_finds_its_records_in_order(index_of: IndexOf, options: str, expected: str) -> None:
    assert ids(index_of, options) == expected.split()


@pytest.mark.parametrize(
    ("dates", "expected"),
    [
        (["2018 – 2024", "2022-09 – 2023-03"], [0, 1]),  # a stay inside
        (["2018 – 2024", "2023-10 – 2024-03"], [0, 1]),  # a year ends in December
        (["2016 – 2020", "2014 – 2022"], [1, 0]),  # what ended last
        (["2023 – 2025", "2010 – present", "2021 – 2027 (expected)"], [1, 2, 0]),
        (["2024", "2024-06", "2023-12"], [1, 0, 2]),
    ],
)
def test_what_goes_on_comes_first_and_then_what_ended_last(
    index_of: IndexOf, dates: list[str], expected: list[int]
) -> None:
    lines = [f"- {{degree: '{n}', institution: X, date: '{d}'}}\n" for n, d in enumerate(dates)]
    found = chosen(asked("", "education"), index_of({"education.yaml": "".join(lines)}))
    assert [int(record.degree.forms[""]) for record in found] == expected


def entries(index_of: IndexOf, options: str, lang: str = "en") -> dict[str, EntryView]:
    view = section_view(asked(options), index_of(FILES), lang)
    return {entry.id: entry for entry in view.entries}


@pytest.mark.parametrize(
    ("where", "strange"),
    [("jurnal", ["jurnal"]), ("'!jurnal'", ["jurnal"]), ("[Journal, '!preprint', '*']", [])],
)
def test_a_word_that_no_field_of_choices_has_is_a_mistake(
    index_of: IndexOf, where: str, strange: list[str]
) -> None:
    section = asked(f"where: {{kind: {where}}}")
    found = list(section_problems(section, index_of(FILES), Spot("page.md")))
    assert [dict(one.text.arguments)["text"] for one in found] == strange


@pytest.mark.parametrize(
    ("id", "options", "full", "short", "year"), rows("sections", "Names of venues")
)
def test_the_style_decides_between_the_venues_names(
    index_of: IndexOf, id: str, options: str, full: str, short: str, year: str
) -> None:
    venue = entries(index_of, options.replace("⏎", "\n"))[id].venue
    assert venue is not None
    assert (venue.full.text, venue.short, venue.year) == (full, short, year)


def test_the_venue_speaks_the_language_of_the_page(index_of: IndexOf) -> None:
    chinese = entries(index_of, "", "zh")
    for id, said in (("new", ("示例会议", "")), ("old", ("Journal of Examples", "en"))):
        venue = chinese[id].venue
        assert venue is not None and (venue.full.text, venue.full.lang) == said
    assert chinese["middle"].note.text == "口头报告"


def test_ranks_are_shown_only_in_the_schemes_asked_for(index_of: IndexOf) -> None:
    assert entries(index_of, "")["new"].ranks == ()
    shown = entries(index_of, "ranks: ccf, core")["new"].ranks
    assert shown == ("CCF A", "CORE A*")


def test_long_author_lists_are_cut_where_the_section_says_so(index_of: IndexOf) -> None:
    authors = entries(index_of, "max_authors: 2\nnames: initials")["middle"].authors
    assert [author.name for author in authors] == ["B. Chen", "J. Fang", "et al."]
    assert [author.is_self for author in authors] == [False, True, False]
    for options, lang, words in (
        ("", "en", "et al."),
        ("", "zh", "等"),
        ("et_al: etc", "en", "etc"),
    ):
        assert entries(index_of, options, lang)["coming"].authors[-1].name == words


def test_the_legend_names_each_role_once_and_only_where_one_occurs(index_of: IndexOf) -> None:
    index = index_of(FILES)
    assert section_view(asked(""), index, "en").legend == ("equal", "corresponding")
    assert section_view(asked("only: old, middle"), index, "en").legend == ()
    assert section_view(asked("legend: false"), index, "en").legend == ()


def test_groups_by_year_follow_the_order_of_the_records(index_of: IndexOf) -> None:
    view = section_view(asked("group: year\nnumbered: true"), index_of(FILES), "en")
    assert [g.title for g in view.groups] == ["Forthcoming and preprints", "2024", "2021", "2019"]
    assert [g.start for g in view.groups] == [1, 2, 3, 4]


def test_years_stand_in_order_where_something_goes_on_since_one_of_them(index_of: IndexOf) -> None:
    grouped = asked("group: year\nof: publications, experience", "timeline")
    *_, first = view = section_view(grouped, index_of(FILES | CAREER), "en").groups
    assert [group.title for group in view if group.title.isdigit()] == [
        "2024",
        "2022",
        "2021",
        "2019",
    ]
    assert [entry.title.text for entry in first.entries] == ["Intern", "An old paper"]
    kept = asked("group: year\nof: publications, experience\norder: -date", "timeline")
    assert section_view(kept, index_of(FILES | CAREER), "en").groups[1].title == "2022"


def test_groups_by_kind_have_headings_in_words(index_of: IndexOf) -> None:
    options = asked("group: kind\norder: kind, -date")
    titles = [g.title for g in section_view(options, index_of(FILES), "zh").groups]
    assert titles == ["会议论文", "研讨会论文", "期刊论文"]
    index = index_of({"awards.yaml": "- {title: Prize, stage: {en: Ph.D., zh: 博士}}\n"})
    (group,) = section_view(asked("group: stage", "awards"), index, "zh").groups
    assert group.title == "博士"


def test_one_section_may_hold_records_of_several_types(index_of: IndexOf) -> None:
    timeline = asked("of: experience, education", "timeline")
    view = section_view(timeline, index_of(CAREER), "en")
    shown = [(entry.kind, entry.title.text) for entry in view.entries]
    assert shown == [("experience", "Engineer"), ("education", "Ph.D."), ("experience", "Intern")]


def test_what_is_not_for_the_web_is_in_no_view_for_it(index_of: IndexOf) -> None:
    web = section_view(asked("", "references"), index_of(files_of("referees")), "en")
    shown = msgspec.json.encode(web).decode()
    assert "b@example.org" in shown
    assert "a@example.org" not in shown and "Prof. C" not in shown and "Prof. D" not in shown
    pdf = section_view(asked("", "references"), index_of(files_of("referees"), medium="pdf"), "en")
    printed = msgspec.json.encode(pdf).decode()
    assert "a@example.org" in printed and "Prof. D" in printed and "Prof. C" not in printed


@pytest.mark.parametrize("word", ["date", "end"])
def test_by_their_ends_what_goes_on_comes_last_and_a_year_ends_with_its_december(
    index_of: IndexOf, word: str
) -> None:
    index = index_of(files_of("positions"))
    found = chosen(asked(f"order: {word}", "experience"), index)
    assert [record.id for record in found] == ["month", "whole", "expected", "goes-on"]


POSTS = files_of("posts")


def ids_of_posts(index: Index, **options: Any) -> list[str]:
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
    assert ids_of_posts(index_of(POSTS), **options) == expected.split()


def test_an_entry_has_the_title_and_the_page_of_its_language(index_of: IndexOf) -> None:
    index = index_of(POSTS)
    for lang, title, url in (("en", "Old", "/posts/old/"), ("zh", "旧", "/zh/posts/old/")):
        entry = shown(index, "posts", lang).entries[0]
        assert (entry.title.text, entry.url) == (title, url)
        item = post(index, lang, entry.url)
        assert item is not None and item.url == url


def test_what_a_section_of_posts_asks_for_is_checked(index_of: IndexOf) -> None:
    index = index_of(POSTS)
    asked = Section(of=("posts",), only=("odl",), where={"auhtor": ("Ann",)})
    found = [p.where.path[0] for p in section_problems(asked, index, Spot("x"))]  # type: ignore[union-attr]
    assert sorted(found) == ["only", "where"]


def test_the_time_of_day_orders_posts_of_one_day(index_of: IndexOf) -> None:
    clocks = {"a": "9:30", "b": "23:05:10", "c": "10:00 +0100"}
    index = index_of({
        f"posts/{name}.md": f"---\ntitle: {name}\ndate: 2025-03-01 {clock}\n---\nA.\n"
        for name, clock in clocks.items()
    })  # fmt: skip
    assert ids_of_posts(index) == ["b", "c", "a"]
    assert [item.key for item in posts(index, "en")] == ["posts/b", "posts/c", "posts/a"]


def test_who_wrote_a_post_stands_in_lists_and_for_search_engines(index_of: IndexOf) -> None:
    index = index_of(POSTS)
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


GRID = StyleSpec(
    options={
        "columns": OptionSpec(type="number", default=OptionValue("3")),
        "label": OptionSpec(type="text", default=OptionValue("All")),
    }
)
GOAT = "- {id: goat, title: A goat, authors: [A Lee], date: 2024}\n"
HERE = Spot("page.md")


def index_with_grid(index_of: IndexOf, site: str = "") -> Index:
    return index_of({"publications.yaml": GOAT}, site=site, section_styles={"grid": GRID})


def problems_of(index: Index, options: str) -> list[Problem]:
    return list(section_problems(asked(options, "publications"), index, HERE))


def test_a_style_of_the_theme_comes_with_its_options_typed(index_of: IndexOf) -> None:
    index = index_with_grid(index_of)
    section = asked("style: grid\noptions: {columns: 2}", "publications")
    view = section_view(section, index, "zh")
    assert view.style == "grid"
    assert view.options == {"columns": 2, "label": "All"}
    assert problems_of(index, "style: grid\noptions: {columns: 2, label: Every}") == []
    cards = section_view(asked("style: cards", "publications"), index, "zh")
    assert cards.entries == view.entries, "it says all that a card says"


@pytest.mark.parametrize(
    ("asked_for", "severity", "message", "hint"),
    [
        ("mosaic, columns: 2", "warning", 'there is no style "mosaic"',
         "cards are drawn instead; there are: cards, lines, "),
        ("grid, colums: 2", "warning", '"colums" is not one of the words allowed here',
         'did you mean "columns"?'),
        ("grid, xyz: 2", "warning", '"xyz" is not one of the words allowed here',
         "one of: columns, label"),
        ("grid, columns: many", "error", '"many" is not a number', ""),
        *((f"{style}, columns: 2", "warning", f'the style "{style}" has no options', "")
          for style in ("cards", "lines", "ieee")),
    ],
)  # fmt: skip
def test_a_style_or_an_option_that_the_theme_has_not_is_told_with_a_way_out(
    index_of: IndexOf, asked_for: str, severity: str, message: str, hint: str
) -> None:
    style, option = asked_for.split(", ")
    index, section = index_with_grid(index_of), f"style: {style}\noptions: {{{option}}}"
    (problem,) = problems_of(index, section)
    assert (problem.severity, problem.message) == (severity, message)
    assert problem.hint.startswith(hint)
    view = section_view(asked(section, "publications"), index, "en")
    drawn = "grid" if style == "grid" else "lines" if style in ("lines", "ieee") else "cards"
    assert view.style == drawn
    assert view.options == ({"columns": 3, "label": "All"} if style == "grid" else {})


def test_a_style_of_the_sites_own_goes_before_one_of_the_theme(index_of: IndexOf) -> None:
    site = "person: {name: Ada Lee}\nstyles: {grid: '{title}.'}\n"
    index = index_with_grid(index_of, site)
    section = Section(of=("publications",), style="grid")
    view = section_view(section, index, "en")
    assert view.style == "lines"
    assert "A goat" in str(view.entries[0].line[0])
