"""A page of the author's as the text of a paper's page."""

import pytest

from tests.conftest import SiteCase

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
