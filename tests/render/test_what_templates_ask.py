"""What a template of a theme's own may ask: records as data, BibTeX, pictures, options, counts."""

import pytest

from generator.api import BuildRequest, build
from generator.model.files import ProjectFolders
from tests.conftest import Built, SiteCase

PAPERS = """
- {id: goat, title: A goat, authors: [A Lee], date: 2024, selected: true, bibtex: {note: one}}
- {id: newt, title: A newt, authors: [A Lee], date: 2023}
"""
HEAD = "{% set heading = page.title %}\n{% extends 'base.html' %}\n{% block main %}"
OWN = "themes/bare/templates/own.html"


@pytest.fixture
def papers(site: SiteCase) -> SiteCase:
    """A site of two papers, and a page that a test's own template draws."""
    site.write("content/publications.yaml", PAPERS)
    return site.write("content/own.md", "---\ntitle: Own\nlayout: own\n---\nText.\n")


def drawn(site: SiteCase, template: str) -> str:
    built = site.write(OWN, f"{HEAD}<section>{template}</section>{{% endblock %}}").build()
    return built.text("own/index.html", "section")


def rebuilt(site: SiteCase) -> set[str]:
    said: dict[str, str] = {}
    project = ProjectFolders(site.root)
    build(BuildRequest(project=project, output=site.output, explain=said.__setitem__))
    return set(said)


def test_records_are_data_in_the_order_of_their_section(papers: SiteCase) -> None:
    options = {
        "limit=1": "A goat,",
        "order='date'": "A newt, A goat,",
        "where={'title': 'A newt'}": "A newt,",
        "only=['newt', 'goat']": "A newt, A goat,",
        "selected=true": "A goat,",
    }
    loop = "{% for e in records('publications', OPTION).entries %}{{ e.title }}, {% endfor %};"
    said = drawn(papers, "".join(loop.replace("OPTION", option) for option in options))
    assert said == " ;".join([*options.values(), ""]).strip()


def test_a_template_may_ask_for_records_of_several_kinds(papers: SiteCase) -> None:
    papers.write("content/talks.yaml", "- {title: A talk, date: 2024-06}\n")
    loop = "{% for entry in records('timeline', of=KINDS).entries %}{{ entry.title }}, {% endfor %}"
    for kinds in ("'publications, talks'", "['publications', 'talks']"):
        assert drawn(papers, loop.replace("KINDS", kinds)) == "A talk, A goat, A newt,"
    listed = drawn(papers, "{{ render_section('section', of='talks, publications') }}")
    assert "A talk" in listed and "A newt" in listed


BIBTEX = (
    "{% for entry in records('publications').entries %}<pre>{{ entry | bibtex }}</pre>{% endfor %}"
)


def test_the_bibtex_of_an_entry_is_that_of_its_page(papers: SiteCase) -> None:
    built = papers.write(OWN, f"{HEAD}{BIBTEX}{{% endblock %}}").build()
    entry = built.read("publications/goat/index.html").partition("<pre>")[2].partition("</pre>")[0]
    assert "@misc{goat" in entry
    assert entry in built.read("own/index.html")


def test_a_page_that_asks_for_no_bibtex_reads_none(papers: SiteCase) -> None:
    papers.write("content/list.md", "---\ntitle: List\n---\n:::{publications}\n:::\n")
    assert papers.write(OWN, f"{HEAD}{BIBTEX}{{% endblock %}}").build().ok
    papers.write("content/publications.yaml", PAPERS.replace("note: one", "note: two"))
    pages = {path for path in rebuilt(papers) if path.endswith(".html")}
    assert pages == {"own/index.html", "publications/goat/index.html"}


def test_an_entry_of_another_kind_has_no_bibtex(papers: SiteCase) -> None:
    papers.write("content/talks.yaml", "- {id: goat, title: A talk}\n")
    template = "{% for entry in records('talks').entries %}[{{ entry | bibtex }}]{% endfor %}"
    assert drawn(papers, template) == "[]"


STYLES = """
title: Bare
extends: broadsheet
section_styles:
  tiles:
    description: Short ones side by side.
    options: {columns: {type: number, default: 3}}
"""
TILES = """<div class="tiles" data-columns="{{ section.options.columns }}">
{% for entry in group.entries %}<b>{{ entry.title | inline }} {{ entry.extra.kind }}</b>{% endfor %}
</div>
"""


def with_styles(site: SiteCase, manifest: str = STYLES) -> Built:
    site.write("themes/mine/theme.yaml", manifest)
    site.write("content/site.yaml", "person: {name: Ada}\ntheme: mine\n")
    site.write("content/talks.yaml", "- {title: A talk, extra: {kind: fun}}\n")
    section = ":::{talks}\n:title: Talks\n:style: tiles\n:options: {columns: 2}\n:::\n"
    return site.write("content/index.md", f"---\ntitle: Home\n---\n{section}").build()


def test_a_style_of_the_theme_is_drawn_by_the_part_of_its_name(site: SiteCase) -> None:
    site.write("themes/mine/templates/parts/section-tiles.html", TILES)
    page = with_styles(site).read("index.html")
    assert '<div class="tiles" data-columns="2">\n<b>A talk fun</b>' in page
    assert ">Talks</h2>" in page


def test_a_part_that_draws_a_style_is_an_edit_of_the_pages_that_use_it(site: SiteCase) -> None:
    site.write("themes/mine/templates/parts/section-tiles.html", TILES)
    site.write("content/about.md", "---\ntitle: About\n---\nText.\n")
    assert with_styles(site).ok
    site.write("themes/mine/templates/parts/section-tiles.html", f"{TILES}.")
    assert {path for path in rebuilt(site) if path.endswith(".html")} == {"index.html"}


def test_a_theme_below_a_theme_draws_its_style_and_has_its_options(site: SiteCase) -> None:
    site.write("themes/mine/templates/parts/section-tiles.html", TILES)
    more = "options: {columns: {default: 4}, label: {type: text}}"
    site.write("themes/near/theme.yaml", f"extends: mine\nsection_styles: {{tiles: {{{more}}}}}\n")
    assert with_styles(site).ok
    site.write("content/site.yaml", "person: {name: Ada}\ntheme: near\n")
    site.write("content/index.md", "---\ntitle: Home\n---\n:::{talks}\n:style: tiles\n:::\n")
    assert 'data-columns="4"' in site.build().read("index.html")
