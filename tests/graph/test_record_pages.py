"""Talks, courses, projects and news: which have pages, and what stands there."""

import pytest

from generator.graph.facts.machine_facts import contents, search_part
from generator.graph.facts.record_facts import record
from generator.graph.index import Index
from generator.graph.links import resolve
from generator.graph.references import reference_problems
from generator.model.config import Config
from generator.model.dates import Clock
from generator.model.names import Name
from generator.model.people import Person
from generator.model.site import Site
from generator.model.theme import Theme
from generator.model.views import EntryView
from tests.conftest import SiteCase
from tests.graph.conftest import IndexOf, files_of, shown

SITE = "person: {name: Jin Fang}\nlanguages: [en, zh]\nurl: https://jin.example.org/\n"
FILES = files_of("record-pages")


def entries(index_of: IndexOf, kind: str, lang: str = "en") -> tuple[EntryView, ...]:
    return shown(index_of(FILES, site=SITE), kind, lang).entries


def test_records_with_an_id_and_a_text_have_pages_and_no_others(index_of: IndexOf) -> None:
    index = index_of(FILES, site=SITE)
    pages = {
        output.url for output in index.outputs if output.traits.is_page and output.lang == "en"
    }
    assert pages >= {"/talks/long/", "/teaching/net/", "/projects/hive/", "/news/prize/", "/news/"}
    assert not pages & {"/talks/bare/", "/projects/none/", "/talks/", "/projects/"}
    assert resolve(index, "net", "zh") == "/zh/teaching/net/"


def test_lists_lead_to_the_pages(index_of: IndexOf) -> None:
    talks = {entry.title.text: entry.url for entry in entries(index_of, "talks", "zh")}
    assert talks["论山羊"] == "/zh/talks/long/"
    assert talks["Bare"] == "/zh/publications/goat/"  # as ever
    assert [e.url for e in entries(index_of, "projects")] == ["/projects/hive/", ""]
    news = entries(index_of, "news")
    assert (news[0].url, news[0].links) == ("/news/prize/", ())
    assert (news[1].url, [link.url for link in news[1].links]) == ("", ["/news/linked/"])
    assert (news[2].url, news[2].links) == ("", ())


def test_a_page_that_the_author_writes_takes_the_place_of_the_records_own(
    index_of: IndexOf,
) -> None:
    text = "---\ntitle: T\n---\nText.\n"
    files = {**FILES, "talks/bare.md": text, "projects/hive.zh.md": text, "talks/other.md": text}
    index = index_of(files, site=SITE)
    layouts = {output.url: output.layout for output in index.outputs}
    assert layouts["/talks/bare/"] == "talk"
    assert layouts["/zh/projects/hive/"] == layouts["/projects/hive/"] == "project"
    assert layouts["/talks/other/"] == "page"
    view = record(index, "en", "page:talks/bare")
    assert view is not None and view.entry.title.text == "Bare"
    assert view.entry.url == "/talks/bare/"


def test_a_talk_says_when_and_where_and_which_paper(index_of: IndexOf) -> None:
    view = record(index_of(FILES, site=SITE), "en", "page:talks/long")
    assert view is not None and view.paper is not None
    assert (view.time, view.entry.date) == ("14:00 – 15:30 (UTC+8)", "28 October 2024")
    assert view.text.text == "*All* about them."
    assert view.paper.id == "goat"


def test_a_course_has_staff_and_a_schedule(index_of: IndexOf) -> None:
    view = record(index_of(FILES, site=SITE), "en", "page:teaching/net")
    assert view is not None
    assert [(p.name, p.is_self, p.words) for p in view.staff] == [
        ("Jin Fang", True, ""),
        ("Ann Lee", False, " (TA)"),
    ]
    first, second, third = view.schedule
    said = (first.week, first.date, first.datetime, first.time)
    assert said == ("1", "2 September 2024", "2024-09-02", "")
    assert [link.kind for link in first.links] == ["slides"]
    said = (second.time, second.location.text, second.readings[0].text)
    assert said == ("12:00", "Room 2", "ch. 2")
    assert (third.date, third.topic.text) == ("", "To be said")


@pytest.mark.parametrize(
    ("broken", "typed", "is_broken"),
    [
        ("content/papers/ab.md", "/papers/a", False),
        ("content/papers/ab.md", "/papers/ab/", True),
        ("content/papers/ab.zh.md", "../papers/ab.md#top", True),
        ("content/posts/2024-01-02-hello.md", "/posts/hello/", True),
        ("content/publications.yaml", "publications", True),
        ("goat", "publications/goat", True),
        ("goat", "oat", False),
    ],
)
def test_a_link_is_excused_only_by_the_source_that_it_names(
    broken: str, typed: str, is_broken: bool
) -> None:
    site = Site(config=Config(person=Person(name=Name(family="Jin"))), broken=frozenset({broken}))
    assert Index(site, Theme(name="bare"), (), "").is_broken(typed) == is_broken


def test_the_search_and_the_contents_know_the_pages(index_of: IndexOf) -> None:
    index = index_of(FILES, site=SITE)
    urls = {document.url for document in search_part(index, "zh", "0/1")}
    assert urls >= {"/zh/talks/long/", "/zh/teaching/net/", "/zh/projects/hive/", "/zh/news/prize/"}
    listed = {group.kind: [item.url for item in group.items] for group in contents(index, "en")}
    assert (listed["talks"], listed["projects"]) == (["/talks/long/"], ["/projects/hive/"])


def test_a_file_of_a_session_that_is_not_there_is_told(index_of: IndexOf) -> None:
    files = {"teaching.yaml": "- {course: C, schedule: [{topic: T, files: {slides: no.pdf}}]}\n"}
    (problem,) = reference_problems(index_of(files))
    assert problem.message == 'this site has no page and no file "no.pdf"'


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("14:00", Clock("14:00")),
        ("9:05-10:15", Clock("09:05", "10:15")),
        ("09:00–10:00 Z", Clock("09:00", "10:00", "UTC")),
        ("14:00 – 15:30 +05:30", Clock("14:00", "15:30", "UTC+5:30")),
        ("14:00 to 15:00 -8", Clock("14:00", "15:00", "UTC−8")),
    ],
)
def test_a_time_of_day_is_read_as_people_write_it_and_others_are_told(
    written: str, read: Clock
) -> None:
    assert Clock.from_scalar(written) == read
    for none in ("2pm", "24:00", "14:60", "15:00–14:00", "14:00 +25:00", "x"):
        with pytest.raises(ValueError, match=r"is not a time of day|ends before"):
            Clock.from_scalar(none)


PAPER = "- {id: goat, title: Goats, authors: [Ada Lovelace], date: 2024, page: papers/goat.md}\n"
SHOWS = """{% set paper = site.publication(here.subject) %}{{ paper.text | blocks if paper.text }}
{% for talk in paper.talks %}{{ talk.title }}{% endfor %}"""


@pytest.fixture
def goat(site: SiteCase) -> SiteCase:
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\nlanguages: [en, zh]\n")
    site.write("content/publications.yaml", PAPER)
    site.write("content/index.md", "---\ntitle: Home\n---\n[read](papers/goat.md)\n")
    site.write("content/papers/goat.md", "---\ntitle: T\naliases: [/old/]\n---\n## Results\n\nIt *leaps*.\n\n[up](#results)\n")  # fmt: skip
    return site.write("themes/bare/templates/publication.html", SHOWS)


def test_the_text_stands_on_the_page_of_the_paper_and_nowhere_else(goat: SiteCase) -> None:
    talks = "- {title: Old, date: 2020, publication: goat}\n- {title: New, date: 2024, publication: goat}\n"
    goat.write("content/talks.yaml", talks + "- {title: Other, date: 2024}\n")
    built = goat.build_clean()
    page = built.read("publications/goat/index.html")
    assert '<h2 id="results">Results</h2>' in page and "<em>leaps</em>" in page
    assert 'href="#results"' in page
    assert "papers/goat/index.html" not in built.files()
    assert "papers/goat" not in built.read("sitemap.xml")
    assert page.index("New") < page.index("Old") and "Other" not in page, "talks, newest first"
    assert '<a href="publications/goat/">read</a>' in built.read("index.html")
    assert "publications/goat/" in built.read("old/index.html")


def test_each_language_has_its_text_or_the_first_one(goat: SiteCase) -> None:
    built = goat.build()
    assert '<div lang="en">' in built.read("zh/publications/goat/index.html")
    goat.write("content/papers/goat.zh.md", "---\ntitle: T\n---\n跳跃。\n")
    assert "跳跃。" in goat.build().read("zh/publications/goat/index.html")
