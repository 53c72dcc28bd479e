"""al-folio: what becomes of a site that has each feature once."""

import pytest

from generator.importing.texts.scholar import entries_in
from tests.importing.conftest import AL_FOLIO, Imported, Said, import_once, page, planned, source

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


def test_the_home_page_shows_what_its_layout_showed(folio: Imported) -> None:
    text = folio.text("content/index.md")
    assert "I test Tess's things. See [papers](/publications/) and [@tester2024one]." in text
    assert "A formula $a_b$ in a line." in text
    assert ":::{news}\n:title: News" in text
    assert ":::{publications}\n:title: Selected publications\n:selected: true" in text


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
    assert (b["abbr"], b["note"]) == ("Y", "In press; Fast")
    words = done.plan.site["words"]
    assert (words["link.html"], words["link.website"]) == ("PAPER", "OpenReview")
    assert done.found("bib-field") == ["shown"]


FOLIO_SAYS: dict[str, Said] = {
    "the person is taken from the settings": {
        "content/site.yaml": [
            "url: https://tess.github.io/home/", "name: Tess Q. Tester", "- Tess Tester\n",
            "- T. Tester\n", "orcid: 0000-0002-1825-0097", "github: https://github.com/tess",
            "scholar: https://scholar.google.com/citations?user=AbCdEfGhIJKL",
            "role: '**Tester** at the [University of Tests](https://example.org)'",
            "portrait: assets/img/me.png",
        ],
    },
    "pages that list records become sections": {
        "content/publications.md": ":::{publications}\n:::",
        "content/projects.md": ["What I do.", ":::{projects}\n:::"], "also list-page": "/blog/",
    },
    "posts keep their addresses and what stood in liquid": {
        "at /blog/2024/Some-Post/": ("same", "/blog/2024/Some-Post/"), "at /blog/2024/": ("redirect", "/posts/"),
        "content/posts/2024-01-02-Some-Post.md": [
            "/old/post/", "tags:\n  - ros\n  - ble\ncategories:\n  - notes\n",
            "It was assigned, SOME POST, .", "[the post before](/blog/2023/older/)",
            ":::{details} Click here\nUnfolded.\n:::", '```python\nprint("{{ not evaluated }}")\n```',
            "{{ shown }}", ":::{note} TODO import\n`{% tabs group %}`\n:::",
            "<div>\n\n*Read* as Markdown.\n\n</div>",
        ], "also alias": "/old.pdf",
    },
    "a row with captions of its own stands one below another": {
        "content/projects/one.md": [
            "![A picture](/assets/img/me.png)\n\n:::{figure} /assets/img/me.png\nWith a caption\n:::\n\n*Both of me.*",
            "*Both of me.*", "> A tip.\n",
        ], "not content/projects/one.md": ["block-tip", "<div", "{:"],
    },
    "projects are in their order and lead where they led": {
        "content/projects.yaml": ["Project Zero", "page: https://example.org/zero", "Project One"],
        "files": "content/projects/one.md",
    },
    "news are records": {
        "content/news.yaml": [
            "id: long\n  date: '2024-06-01'\n  text: A long story\n\n",
            "text: A [paper](/publications/) was accepted 🎉",
        ], "content/news/long.md": "It is told here.",
    },
    "the cv becomes records without the date of birth": {
        "content/education.yaml": "# import: guessed\n  degree: PhD\n",
        "also private": "Date of Birth", "not content/education.yaml": "1990",
    },
    "a collection without records becomes pages": {
        "at /books/good/": ("same", "/books/good/"), "also field": "rating: five",
    },
}  # fmt: skip


@pytest.mark.parametrize("said", FOLIO_SAYS.values(), ids=FOLIO_SAYS)
def test_what_folio_says(folio: Imported, said: Said) -> None:
    folio.says(said)
