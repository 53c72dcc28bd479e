"""al-folio: what becomes of a site that has each feature once."""

import pytest

from generator.importing.texts.scholar import entries_in
from tests.importing.conftest import AL_FOLIO, Imported, import_once, page, planned, source

FILES = source("al-folio")


@pytest.fixture(scope="module")
def folio(tmp_path_factory: pytest.TempPathFactory) -> Imported:
    return import_once(tmp_path_factory, "folio", FILES)


def test_it_builds(folio: Imported) -> None:
    assert folio.code == 1
    assert folio.report["source"]["kind"] == "al-folio"
    taken = folio.report["taken"]
    assert taken["posts"] == 2 and taken["news"] == 2 and taken["projects"] == 2
    assert taken["publications"] == 1 and taken["people"] == 1 and "venues" not in taken
    assert not folio.found("page-does-not-build"), folio.report["findings"]


def test_the_bibliography_is_taken_as_it_is(folio: Imported) -> None:
    text = folio.text("content/publications.bib")
    assert text.startswith("@inproceedings{tester2024one,\n  title = {One Test},\n")


def test_the_person_is_taken_from_the_settings(folio: Imported) -> None:
    text = folio.text("content/site.yaml")
    assert "name: Tess Q. Tester" in text
    assert "- Tess Tester\n" in text and "- T. Tester\n" in text
    assert "github: https://github.com/tess" in text
    assert "scholar: https://scholar.google.com/citations?user=AbCdEfGhIJKL" in text
    assert "orcid: 0000-0002-1825-0097" in text
    assert "url: https://tess.github.io/home/" in text
    assert "portrait: assets/img/me.png" in text
    assert "role: '**Tester** at the [University of Tests](https://example.org)'" in text


def test_the_home_page_shows_what_its_layout_showed(folio: Imported) -> None:
    text = folio.text("content/index.md")
    assert "I test Tess's things. See [papers](/publications/) and [@tester2024one]." in text
    assert "A formula $a_b$ in a line." in text
    assert ":::{news}\n:title: News" in text
    assert ":::{publications}\n:title: Selected publications\n:selected: true" in text


def test_pages_that_list_records_become_sections(folio: Imported) -> None:
    assert ":::{publications}\n:::" in folio.text("content/publications.md")
    text = folio.text("content/projects.md")
    assert "What I do." in text and ":::{projects}\n:::" in text
    assert "/blog/" in folio.found("list-page")


def test_posts_keep_their_addresses_and_what_stood_in_liquid(folio: Imported) -> None:
    assert folio.address("/blog/2024/Some-Post/") == ("same", "/blog/2024/Some-Post/")
    text = folio.text("content/posts/2024-01-02-Some-Post.md")
    assert "It was assigned, SOME POST, ." in text
    assert "[the post before](/blog/2023/older/)" in text
    assert ":::{details} Click here\nUnfolded.\n:::" in text
    assert '```python\nprint("{{ not evaluated }}")\n```' in text
    assert "{{ shown }}" in text
    assert ":::{note} TODO import\n`{% tabs group %}`\n:::" in text
    assert "<div>\n\n*Read* as Markdown.\n\n</div>" in text
    assert "tags:\n  - ros\n  - ble\ncategories:\n  - notes\n" in text
    assert "/old/post/" in text and "/old.pdf" in folio.found("alias")


def test_a_row_with_captions_of_its_own_stands_one_below_another(folio: Imported) -> None:
    text = folio.text("content/projects/one.md")
    assert (
        "![A picture](/assets/img/me.png)\n\n"
        ":::{figure} /assets/img/me.png\nWith a caption\n:::\n\n*Both of me.*"
    ) in text
    assert "*Both of me.*" in text
    assert "> A tip.\n" in text and "block-tip" not in text
    assert "<div" not in text and "{:" not in text


def test_projects_are_in_their_order_and_lead_where_they_led(folio: Imported) -> None:
    text = folio.text("content/projects.yaml")
    assert text.index("Project Zero") < text.index("Project One")
    assert "content/projects/one.md" in folio.files and "page: https://example.org/zero" in text


def test_news_are_records(folio: Imported) -> None:
    text = folio.text("content/news.yaml")
    assert "text: A [paper](/publications/) was accepted 🎉" in text
    assert (
        "id: long\n  date: '2024-06-01'\n  text: A long story\n\n" in text
    )  # its page has the rest
    assert "It is told here." in folio.text("content/news/long.md")


def test_the_cv_becomes_records_without_the_date_of_birth(folio: Imported) -> None:
    text = folio.text("content/education.yaml")
    assert "# import: guessed\n  degree: PhD\n" in text
    assert "Date of Birth" in folio.found("private")
    assert "1990" not in text


def test_a_collection_without_records_becomes_pages(folio: Imported) -> None:
    assert folio.address("/books/good/") == ("same", "/books/good/")
    assert "rating: five" in folio.found("field")


def test_nothing_of_liquid_stands_outside_of_code(folio: Imported) -> None:
    for path in folio.files:
        if path.endswith(".md") and path != "import-report.md":
            text = "".join(folio.text(path).split("`")[::2])
            assert "{%" not in text and "{:" not in text, path


def test_of_two_bibliographies_each_paper_is_taken_once_and_pictures_are_shown() -> None:
    entry = "@article{{{key}, title = {{{key}}}, author = {{Ann Other}}, year = 2024}}\n"
    previewed = "@misc{four,\n  title = {Four},\n  preview = {four.png},\n}\n"
    files = {
        "_config.yml": "name: Tess Tester\nscholar: {last_name: Tester}\n",
        "_projects/empty.md": "",
        "_bibliography/papers.bib": entry.format(key="one") + previewed + entry.format(key="two"),
        "_bibliography/second.bib": entry.format(key="two") + entry.format(key="three"),
    }
    site = planned(files, kind="al-folio")
    plan = site.plan
    assert plan.site["person"]["name"] == "Tess Tester" and not plan.entries
    assert plan.papers == 4
    assert plan.site["theme"] == {"options": {"teaser": "small"}}
    assert plan.texts["content/publications/second.bib"] == entry.format(key="three")
    assert site.found("second-bib") == ["two"]


def test_the_menu_is_that_of_the_header() -> None:
    below = "children:\n  - {title: books, permalink: /books/}\n  - {title: divider}\n  - {title: gone, permalink: /gone/}"
    files = {
        "_config.yml": "name: Tess Tester\nscholar: {last_name: Tester}\nblog_nav_title: blog\n",
        "_bibliography/papers.bib": "",
        "_posts/2020-01-01-x.md": "---\ntitle: X\n---\nWords.\n",
        "_pages/about.md": page("permalink: /\ntitle: about\nnav: true\nnav_order: 9"),
        "_pages/z.md": page("permalink: /z/\ntitle: first\nnav: true"),
        "_pages/x.md": page("permalink: /x/\ntitle: second\nnav: true\nnav_order: 2"),
        "_pages/y.md": page(
            f"permalink: /y/\ntitle: more\nnav: true\nnav_order: 10\ndropdown: true\n{below}"
        ),
        "_pages/books.md": page("permalink: /books/\ntitle: bookshelf\nnav: false"),
        "_pages/twice.md": page("permalink: /x/\ntitle: again\nnav: true\nnav_order: 3"),
        "blog/index.html": "---\npermalink: /blog/\n---\n{% for post in paginator.posts %}{% endfor %}\n",
    }
    plan = planned(files).plan
    assert [(one["to"], one["label"]) for one in plan.menu] == [
        ("/", "about"), ("/blog/", "blog"), ("/z/", "first"), ("/x/", "second"), ("/y/", "more"),
        ("/books/", "books"), ("/gone/", "gone"),
    ]  # fmt: skip
    files["blog/index.html"] = files["blog/index.html"].replace("---\n{%", "nav: false\n---\n{%")
    assert "/blog/" not in [one["to"] for one in planned(files).plan.menu]


def test_fields_that_the_owners_layout_prints_are_links_and_notes_of_papers() -> None:
    layout = (
        "{% if entry.preview %}<img src='{{ entry.preview }}'>{% elsif entry.abbr %}{{ entry.abbr }}{% endif %}"
        "{% if entry.shown %}x{% endif %}<a href=\"{{ entry.paper | prepend: '/pdf/' }}\" class=b>PAPER</a>"
        '<a href="{{ entry.review }}">OpenReview</a>{{ entry.prenote }}<br>{{ entry.more }}'
    )
    bib = (
        "@article{a, title = {A}, year = 2020, abbr = {X}, preview = {a.jpg},\n  paper = {a.pdf},\n"
        "  review = {https://r.org/a}, prenote={Done at a firm.},\n  more={We {do} it.}, shown={true}\n}\n"
        "@article{b, title = {B}, year = 2020, abbr = {Y}, note = {In press}, more={Fast}}\n"
    )
    files = {"_layouts/bib.html": layout, "_bibliography/papers.bib": bib}
    done = planned(AL_FOLIO | files)
    said = entries_in(done.text("content/publications.bib"))
    a, b = said["a"], said["b"]
    assert (a["html"], a["website"], a["note"]) == (
        "a.pdf",
        "https://r.org/a",
        "Done at a firm. We {do} it.",
    )
    assert "abbr" not in a and (b["abbr"], b["note"]) == ("Y", "In press; Fast")
    words = done.plan.site["words"]
    assert (words["link.html"], words["link.website"]) == ("PAPER", "OpenReview")
    assert done.found("bib-field") == ["shown"]
