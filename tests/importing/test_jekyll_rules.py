"""Jekyll: which files it publishes, at which addresses, and what its settings say of Markdown."""

import pytest

from generator.importing.plan import site_files
from tests.importing.conftest import AL_FOLIO, Files, Run, page, planned


def site(config: str = "", **more: str) -> Files:
    """A site of academicpages with settings and files; two underscores part folders in names."""
    files: Files = {
        "_config.yml": f"title: Ann Tester\nurl: https://ann.example.org\nauthor:\n"
        f"  name: Ann Tester\n{config}",
        "_includes/author-profile.html": "",
        "_pages/about.md": "---\npermalink: /\ntitle: Ann\n---\nI study maps and their makers.\n",
    }
    return {**files, **more}


@pytest.mark.parametrize(
    ("config", "path", "front", "was"),
    [
        ("permalink: pretty", "_posts/2020-03-04-A_Post.md", "title: P", "/2020/03/04/A_Post/"),
        ("permalink: /:short_year/:i_month/:slug.html", "_posts/2020-03-04-A_Post.md", "title: P",
         "/20/3/a-post.html"),
        ("permalink: weekdate", "_posts/2020-03-04-x.md", "title: P", "/2020/W10/Wed/x.html"),
        ("permalink: ordinal", "_posts/2020-03-04-x.md", "title: P", "/2020/064/x.html"),
        ("permalink: none", "atlas/_posts/2020-03-04-x.md", "category: Maps", "/atlas/maps/x.html"),
        ("permalink: /:slugified_categories/:title/", "_posts/2020-03-04-x.md",
         "categories: [Old Maps]", "/old-maps/x/"),
        ("permalink: /:hour:minute/:title/", "_posts/2020-03-04-x.md",
         "date: 2020-03-04 09:05:00", "/0905/x/"),
        ("defaults:\n  - scope: {path: '', type: posts}\n    values: {permalink: '/b/:title/'}",
         "_posts/2020-03-04-x.md", "title: P", "/b/x/"),
        ("collections: {notes: {output: true}}\npermalink: pretty", "_notes/One.md", "title: N",
         "/notes/One/"),
        ("collections: {notes: {output: true}}", "_notes/One.md", "title: N", "/notes/One.html"),
        ("collections: {notes: {output: true, permalink: '/n/:year/:title/'}}",
         "_notes/2020-03-04-One Two.md", "title: N", "/n/2020/One-Two/"),
        ("", "_pages/x.md", "permalink: /p/:basename/", "/p/x/"),
    ],
)  # fmt: skip
def test_a_page_has_the_address_that_jekyll_gives_it(
    imported: Run, config: str, path: str, front: str, was: str
) -> None:
    front = front if "title:" in front else f"title: P\n{front}"
    done = imported(site(config, **{path: page(front)}))
    assert done.address(was) == ("same", was)


def test_settings_say_which_pages_are_published() -> None:
    done = planned(site(
        "collections: {notes: {output: true}}\nexclude: [private, _pages/out.md]\ninclude: [_pages]\n"
        "show_drafts: true\ndefaults:\n  - scope: {path: _pages/lab}\n    values: {published: false}",
        **{
            "_posts/2999-01-01-late.md": page("title: Late"),
            "_drafts/idea.md": page("title: Idea"),
            "_pages/lab/x.md": page("title: Lab\npermalink: /lab/"),
            "private/y.md": page("title: Private"),
            "_pages/out.md": page("title: Out\npermalink: /out/"),
            "_notes/late.md": page("title: Late note\ndate: 2999-01-01"),
            "data.json": "{}",
            "package.json": "{}",
        },
    ))  # fmt: skip
    assert "draft: true" in done.text("content/posts/2999-01-01-late.md")
    assert "draft: true" in done.text("content/notes/late.md")
    assert done.found("hidden-page") == [""]
    assert done.found("render-drafts") == ["show_drafts: true"]
    assert {"static/data.json"} == {path for path in done.files if path.startswith("static/")}
    assert not any(name in path for path in done.files for name in ("private", "lab", "out"))


def test_switches_have_jekyll_publish_more() -> None:
    done = planned(site("future: true\nunpublished: true", **{
        "_posts/2999-01-01-late.md": page("title: Late"),
        "_pages/x.md": page("title: X\npermalink: /x/\npublished: false"),
    }))  # fmt: skip
    assert "draft" not in done.text("content/posts/2999-01-01-late.md")
    assert "draft" not in done.text("content/x.md")


def test_a_permalink_to_another_site_is_a_link(imported: Run) -> None:
    done = imported(site(
        "collections: {press: {output: true}}",
        **{
            "_press/seas.md": page("title: Seas\npermalink: https://news.example/seas", ""),
            "_publications/maps.md": page(
                "title: Maps\npermalink: https://journal.example/maps\nauthor: Ann Tester"
            ),
        },
    ))  # fmt: skip
    assert "(https://news.example/seas)" in done.text("content/press/seas.md")
    assert "https://journal.example/maps" in done.text("content/publications.yaml")
    assert done.address("/press/seas.html") == ("same", "/press/seas.html")


def test_a_document_at_the_address_of_a_page_is_the_page_as_jekyll_writes_it_later() -> None:
    listing = "{% for one in site.talks %}{{ one.title }}{% endfor %}"
    done = planned(site("collections: {notes: {output: true}, talks: {output: true}, drawn: {}}", **{
        "_pages/notes.md": page("title: Old\npermalink: /notes/", "{% include lost.html %}"),
        "_notes/all.md": page("title: Notes\npermalink: /notes/", "- One\n- Two"),
        "_pages/talks.md": page("title: Talks\npermalink: /talks/", listing),
        "_talks/all.md": page("title: My talks\npermalink: /talks/", "# 2020\n\n- On maps"),
        "_pages/teaching.md": page("title: Teaching\npermalink: /teaching/", "Courses."),
        "_teaching/one.md": page("title: Maps\npermalink: /teaching/", "A course."),
        **{f"_teaching/{name}.md": page(f"title: {name}\npermalink: /both/", "# I\n\n- X") for name in "cd"},
        **{f"_drawn/{name}.md": page(f"title: {name}") for name in ("a", "b")},
    }))  # fmt: skip
    assert done.text("content/notes.md") == "---\ntitle: Notes\n---\n\n- One\n- Two\n"
    assert done.text("content/talks.md") == "---\ntitle: My talks\n---\n\n# 2020\n\n- On maps\n"
    assert "content/talks.yaml" not in done.files
    assert done.named("hidden-page") == ["_pages/notes.md", "_pages/talks.md"]
    assert "Courses." in done.text("content/teaching.md"), "a record, and no page by its text"
    assert {"content/drawn/a.md", "content/drawn/b.md"} <= done.files, "they have no address"
    courses = done.text("content/teaching.yaml")
    assert all(f"course: {name}\n" in courses for name in ("Maps", "c", "d")), "lists have both"


def test_pages_that_are_a_collection_are_taken_once() -> None:
    done = planned(site("collections: {pages: {output: true, permalink: '/:path/'}}", **{
        "_pages/maps.md": page("title: Maps"),
    }))  # fmt: skip
    assert done.document("/maps/").target == "content/maps.md"
    assert not [path for path in done.files if path.startswith("content/pages")]


def test_papers_stand_in_one_list_where_the_titles_of_their_categories_are_in_comments() -> None:
    loop = ("{% for category in site.publication_category %}{% for post in site.publications reversed %}"
            "<!-- <h2>{{ category[1].title }}</h2> -->{% include archive-single.html %}"
            "{% endfor %}{% endfor %}")  # fmt: skip
    done = planned(site("publication_category: {working: {title: Working}, books: {title: Books}}", **{
        "_publications/a.md": page("title: A\ncategory: books\ndate: 2024-01-01"),
        "_publications/b.md": page("title: B\ncategory: working\ndate: 2020-01-01"),
        "_pages/papers.html": page("title: Papers\npermalink: /papers/", loop),
    }))  # fmt: skip
    assert done.text("content/papers.md").endswith(":::{publications}\n:body: false\n:::\n")


def test_a_collection_of_the_owners_own_keeps_its_links() -> None:
    config = "collections: {schools: {output: true, permalink: '/:collection/:path/'}}"
    done = planned(site(config, **{
        "_schools/maps.md": page("title: Maps\nlink: https://school.example.org/", ""),
        "_schools/seas.md": page("title: Seas\nlink: /files/sea.pdf", "Words."), "files/sea.pdf": "%PDF",
    }))  # fmt: skip
    assert "[Direct Link](https://school.example.org/)" in done.text("content/schools/maps.md")
    assert "Words.\n\n[Direct Link](/files/sea.pdf)" in done.text("content/schools/seas.md")


@pytest.mark.parametrize(("sort", "order"), [("", "file"), (" | sort: 'startDate' | reverse", "-start")])  # fmt: skip
def test_degrees_stand_in_the_order_in_which_the_include_showed_them(sort: str, order: str) -> None:
    include = f"{{% assign education = data[1]{sort} %}}{{% for one in education %}}{{% endfor %}}"
    resume = '{"basics": {"name": "T"}, "education": [{"institution": "A", "startDate": "2001"}]}'
    done = planned({
        **AL_FOLIO, "assets/json/resume.json": resume,
        "_includes/resume/education.liquid": include,
        "_pages/cv.md": page("layout: cv\npermalink: /cv/\ntitle: CV", ""),
    })  # fmt: skip
    sections = done.data("cv/resume")["sections"]
    assert sections == [{"of": "education", "title": "Education", "order": order}]


def test_html_of_fields_leaves_no_mark_alone() -> None:
    told = page("title: One\ndescription: '<em><p>Maps.</p><p>Seas.</p></em>'", "")
    about = page("layout: about\npermalink: /lab/\nsubtitle: '<p>A <b>lab</b></p>'\ntitle: Lab")
    done = planned({
        **AL_FOLIO, "_config.yml": f"{AL_FOLIO['_config.yml']!s}collections: {{projects: {{}}}}",
        "_projects/1.md": told, "_pages/lab.md": about,
        "_pages/x.md": page("title: X\npermalink: /x/", '<div class="caption"><p>A map</p></div>'),
    })  # fmt: skip
    (one,) = done.data("projects")
    assert one["body"] == "*Maps.*\n\n*Seas.*"
    assert done.document("/lab/").body.startswith("*A <b>lab</b>*\n")
    assert "\n*A map*\n" in done.text("content/x.md")


@pytest.mark.parametrize(("said", "place"), [
    ("<p>Room 3, University of Maps</p>", "Room 3, University of Maps"),
    ("<p>Room 5</p><p>Test Street</p>", "Room 5, Test Street"), ("Testville", "Testville"),
    ("<p>Room 5, </p>\n\n<p>Test Street,</p>", "Room 5, Test Street"),
    ("<p>Student at University of Maps; maps at Sea</p>", None),
    ("Only what is tested holds.", None),
])  # fmt: skip
def test_what_stands_below_the_portrait_is_a_place_or_words(said: str, place: str | None) -> None:
    about = f"layout: about\npermalink: /\ntitle: about\nprofile: {{more_info: '{said}'}}"
    done = planned({**AL_FOLIO, "_pages/about.md": page(about)})
    assert done.person.get("location") == place
    assert (said in done.document("/").body) == (place is None)


def test_front_matter_that_is_never_closed_is_text() -> None:
    text = "---\nThey speak.\n\n[PDF](https://x.example/a.pdf)\n"
    done = planned(site(**{
        "_publications/2015-12-21-maps-of-the-sea.md": text,
        "_posts/2020-01-02-x.md": "---\ntitle: A post\ntags: [x]\n\nIts words.\n",
    }))  # fmt: skip
    (paper,) = done.data("publications")
    assert (paper["title"], paper["date"]) == ("Maps Of The Sea", "2015-12-21"), "as Jekyll has it"
    post = done.document("/2020/01/02/x.html")
    assert post.body.strip().startswith("title: A post") and "Its words." in post.body
    assert done.found("front-matter-line") == ["---", "---"]


def test_a_place_where_a_script_puts_its_words_stays_and_an_empty_box_goes() -> None:
    text = 'Mine:\n\n<div data-feed-id="12"></div>\n\n<div class="row"></div>\n\nWords.'
    done = planned(site(**{"_pages/x.md": page("title: X\npermalink: /x/", text)}))
    body = done.text("content/x.md")
    assert 'data-feed-id="12"' in body and "row" not in body


def test_a_row_of_mail_in_a_cv_is_the_persons_address() -> None:
    cv = (
        "- title: General Information\n  type: map\n  contents:\n"
        "    - {name: Full Name, value: Ann Tester}\n"
        "    - {name: Email, value: ann@u.example / ann@v.example}\n"
        "- title: Experience\n  type: time_table\n  contents:\n"
        "    - {title: Tester, year: 2020, institution: 'A Lab, <a href=\"https://lab.example/\">Maps</a>'}\n"
    )
    front = "layout: cv\npermalink: /cv/\ntitle: cv"
    done = planned({**AL_FOLIO, "_data/cv.yml": cv, "_pages/cv.md": page(front, "")})
    assert done.plan.site["person"]["email"]
    assert any("ann@v.example" in text for _, text in site_files(done.plan))
    assert "A Lab, [Maps](https://lab.example/)" in done.text("content/experience.yaml")
