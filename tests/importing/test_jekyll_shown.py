"""Jekyll: what pages of al-folio and academicpages showed by their layouts, loops and HTML."""

import re
from collections.abc import Iterable

import pytest
import yaml

from generator.importing.plan import SitePlan
from generator.importing.source_tree import SourceTree
from generator.importing.sources.jekyll.al_folio import AlFolio
from generator.importing.sources.people import profile
from generator.importing.sources.samples import file_digest, sentences, title_digest
from tests.importing.conftest import PNG, Files, Planned, planned

CONFIG = "name: Tess Tester\nscholar: {last_name: Tester}\n"


def folio(files: Files, known: Iterable[str] = ()) -> SitePlan:
    """The plan of a site of al-folio with all texts converted."""
    return planned({"_config.yml": CONFIG, **files}, known, "al-folio").plan


def academic(files: Files, known: Iterable[str] = ()) -> SitePlan:
    """The same of a site of academicpages."""
    config = "title: Tess\nauthor: {name: Tess Tester}\n"
    return planned({"_config.yml": config, **files}, known, "academicpages").plan


def page(front: str, text: str = "") -> str:
    return f"---\n{front}\n---\n{text}\n"


def body(plan: SitePlan, address: str) -> str:
    return Planned(plan).document(address).body


def found(plan: SitePlan, code: str) -> list[str]:
    return Planned(plan).found(code)


# ------------------------------------------------------------------ loops


def test_a_loop_over_data_says_what_it_said() -> None:
    plan = folio({
        "_pages/teaching.md": page("permalink: /teaching/", "#### Assistant\n\n"
        "{% for c in site.data.courses %}\n- {{ c.name }}{% if c.is_new %} (new){% endif %}\n{% endfor %}"),
        "_data/courses.yml": "- {name: Maps, is_new: true}\n- {name: Seas, is_new: false}\n",
        "_data/others.yml": "- {name: Stars}\n",
    })  # fmt: skip
    text = body(plan, "/teaching/")
    assert "- Maps (new)\n" in text and "- Seas\n" in text and ":::" not in text
    assert plan.taken["_data/courses.yml"] == "content/teaching.md"
    assert Planned(plan).named("theme-data") == ["_data/others.yml"]


def test_a_tag_without_counterpart_in_a_loop_is_one_todo() -> None:
    loop = "{% for one in page.cards %}\n{% include card.html of=one %}\n{% endfor %}\n"
    plan = folio({"_pages/x.md": page("permalink: /x/\ncards: [a, b, c]", f"Words.\n\n{loop}")})
    assert body(plan, "/x/").count("TODO import") == 1


def test_numbers_are_sorted_as_numbers() -> None:
    plan = folio({
        "_config.yml": CONFIG + "collections: {shelf: {output: true}}\n",
        "_pages/s.md": page("permalink: /s/", "{% assign sorted = site.shelf | sort: 'rank' %}"
                            "{% for one in sorted %}\n- {{ one.title }}\n{% endfor %}"),
        "_shelf/a.md": page("title: Maps\nrank: 2", "A."),
        "_shelf/b.md": page("title: Seas\nrank: 10", "B."),
    })  # fmt: skip
    text = body(plan, "/s/")
    assert text.index("- Maps") < text.index("- Seas")
    assert not found(plan, "template-error")


# ------------------------------------------------------------------ pages


def test_a_list_in_the_templates_words_stays_where_its_papers_are_the_owners() -> None:
    known = [title_digest("papers"), *(one for one, _ in sentences("All of them in an order."))]
    files = {
        "_pages/papers.md": page(
            "permalink: /publications/\ntitle: papers\nnav: true\ndescription: All of them in an order.",
            "All of them in an order.\n{% bibliography --group_by year %}",
        ),
        "_pages/cv.md": page(
            "permalink: /cv/\ntitle: papers\nnav: true", "All of them in an order."
        ),
    }
    bib = "@article{one, title={One}, author={Tester, Tess}, year=2020}\n"
    plan = folio(files | {"_bibliography/papers.bib": bib}, known)
    assert ":::{publications}\n:group: year" in body(plan, "/publications/")
    assert [one["to"] for one in plan.site["menu"]] == ["/", "/publications/"]
    assert not found(plan, "menu") and plan.gone["/cv/"] == "a sample of the template"
    assert not found(plan, "list-added")
    assert not any(one.address == "/publications/" for one in folio(files, known).documents)


def test_an_entry_of_the_header_that_falls_away_is_named() -> None:
    plan = folio({"_pages/_x.md": page("permalink: /x/\ntitle: X\nnav: true", "Words.")})
    assert not found(plan, "menu")  # Jekyll hid it
    children = "children: [{title: Gone, permalink: /gone/}]"
    plan = folio(
        {"_pages/x.md": page(f"permalink: /x/\ntitle: X\nnav: true\n{children}", "Words.")}
    )
    assert found(plan, "menu") == ["Gone: /gone/"]


def test_the_layout_of_the_home_shows_the_same_at_other_addresses() -> None:
    front = (
        "layout: about\npermalink: /about/\nsubtitle: <p>Clerk</p><p>Reader</p>\nselected_papers: true\n"
        "announcements: {enabled: true}\nprofile: {image: me.png}"
    )
    files = {"assets/img/me.png": "x", "_news/a.md": page("date: 2020-01-02", "A.")}
    files["_config.yml"] = CONFIG + "collections: {news: {output: true}}\n"
    plan = folio({"_pages/about.md": page(front, "I test."), **files})
    text = body(plan, "/about/")
    assert ":::{news}" in text and ":selected: true" in text
    assert plan.site["person"]["role"] == "Clerk, Reader"


def test_the_template_is_told_by_its_layouts_where_there_are_no_papers() -> None:
    def signs(*paths: str) -> list[str]:
        files = dict.fromkeys(paths, b"x")
        tree = SourceTree("x", dict.fromkeys(files, 1), {}, files.__getitem__)
        return AlFolio().evidence(tree)

    assert signs("_layouts/about.liquid", "_includes/repository/repo.liquid")
    assert not signs("_layouts/about.html") and not signs("_layouts/post.html")


def test_a_url_that_nobody_can_read_is_named() -> None:
    plan = folio({"_config.yml": CONFIG + "url: https:///t.example.org\n"})
    assert plan.site["url"] == "https://t.example.org/" and not found(plan, "no-url")
    assert found(folio({"_config.yml": CONFIG + "url: t example\n"}), "no-url") == ["t example"]


def test_the_head_of_a_menu_is_no_entry_that_leads_nowhere() -> None:
    front = "permalink: /m/\ntitle: More\nnav: true\ndropdown: true\nchildren: [{title: X, permalink: /x/}]"
    plan = folio(
        {"_pages/m.md": page(front), "_pages/x.md": page("permalink: /x/\ntitle: X", "Words.")}
    )
    assert [one["to"] for one in plan.site["menu"]] == ["/", "/x/"] and not found(plan, "menu")


def test_a_page_of_a_script_that_leads_on_is_a_redirect_to_the_owners_own_pdf() -> None:
    script = '<script>\n  window.location.href = "{{ site.baseurl }}/assets/rendercv/rendercv_output/B_CV.pdf";\n</script>'
    plan = folio({
        "_pages/cv.md": page("title: CV\npermalink: /cv/\nnav: true", script),
        **{f"assets/rendercv/rendercv_output/{name}_CV.pdf": b"%PDF-1.4 " + name.encode()
           for name in ("B", "Albert_Einstein")},
    })  # fmt: skip
    assert plan.redirects["/cv/"] == "/assets/rendercv/rendercv_output/B_CV.pdf"
    kept = [path for path in plan.files if path.endswith(".pdf")]
    assert kept == ["static/assets/rendercv/rendercv_output/B_CV.pdf"]


def test_a_home_that_only_leads_on_is_named() -> None:
    html = '<html><head>\n<meta http-equiv="refresh" content="0; url=https://lab.example.org/"></head></html>'
    plan = folio({"index.html": page("layout: null", html)})
    assert found(plan, "home-led") == ["/"] and plan.left["index.html"] == "it only redirects"


def test_a_page_that_leads_on_is_no_page() -> None:
    plan = academic({
        "_pages/cv.md": page("permalink: /cv/\nredirect_to: /files/cv.pdf\nredirect_from: /resume", "Old."),
        "files/cv.pdf": "x",
    })  # fmt: skip
    assert not [one for one in plan.documents if one.address == "/cv/"]
    assert plan.redirects["/cv/"] == plan.redirects["/resume"] == "/files/cv.pdf"


def test_pages_show_their_descriptions_and_never_the_templates() -> None:
    known = [one for one, _ in sentences("Change this text to your own.")]
    plan = folio(
        {
            "_pages/x.md": page("layout: page\npermalink: /x/\ndescription: Maps of *all* seas.", "Words."),
            "_pages/y.md": page("layout: page\npermalink: /y/\ndescription: Change this text to your own.", "Words."),
        },
        known,
    )  # fmt: skip
    assert body(plan, "/x/").strip() == "Maps of *all* seas.\n\nWords."
    assert (
        body(plan, "/y/").strip() == "Words."
        and not Planned(plan).document("/y/").front["description"]
    )


# ------------------------------------------------------------------ records


def test_two_entries_with_one_key_are_two_papers() -> None:
    entry = "@article{{one, title={{{}}}, author={{Tester, Tess}}, year=2020}}\n"
    bib = entry.format("Maps") + entry.format("Seas") + entry.format("Maps")
    plan = folio({"_bibliography/papers.bib": bib})
    text = plan.texts["content/publications.bib"]
    assert (
        text.count("@article{") == 2
        and "{one, title={Maps}" in text
        and "{one-2, title={Seas}" in text
    )
    assert plan.papers == 2 and found(plan, "key-twice") == ["one"]


# ------------------------------------------------------------------ texts


def test_a_record_with_a_text_keeps_its_address() -> None:
    plan = academic({
        "_portfolio/one.md": page("title: One\npermalink: /portfolio/one.html\nredirect_from: /one/", "Words."),
        "_portfolio/two.md": page("title: Two\npermalink: /portfolio/two.html"),
    })  # fmt: skip
    one, two = plan.entries["projects"]
    assert one.values["permalink"] == "/portfolio/one.html" and one.values["aliases"] == ["/one/"]
    assert "permalink" not in two.values and "/portfolio/two.html" in plan.redirects


# ------------------------------------------------------------------ samples


def test_pages_of_a_template_that_show_nothing_go_and_those_that_the_owner_filled_stay() -> None:
    said = "Change this text to your own."
    known = [title_digest("shown"), *(one for one, _ in sentences(said))]
    front = f"title: shown\ndescription: {said}\n"
    loop = "{% for one in site.data.repos %}\n- {{ one }}\n{% endfor %}"
    files = {
        "_pages/talks.md": page("permalink: /talks/\ntitle: shown", "{% for one in site.talks %}{% include x.html %}{% endfor %}"),
        "_pages/cv.md": page(f"permalink: /cv/\nlayout: cv\n{front}"),
        "_pages/people.md": page(f"permalink: /people/\nlayout: profiles\nprofiles: [{{content: me.txt}}]\n{front}"),
        "_pages/repos.md": page(f"permalink: /repos/\n{front}", loop),
    }  # fmt: skip
    assert not folio(files, known).documents
    filled = {
        "_data/repos.yml": "[maps]",
        "_pages/me.txt": "Me.",
        "_data/cv.yml": "- {title: Education, type: time_table, contents: [{title: PhD, year: 2020}]}\n",
    }
    plan = folio(files | filled, known)
    assert {one.address for one in plan.documents} == {"/people/", "/repos/"}
    assert plan.cv and plan.cv.address == "/cv/"


def test_a_record_with_the_title_and_the_day_of_a_sample_is_one() -> None:
    known = [title_digest("A talk 2012-03-01")]
    talks = {
        "_talks/one.md": page("title: A talk\ndate: 2012-03-01", "Words that a release changed."),
        "_talks/two.md": page("title: A talk\ndate: 2013-03-01", "Words of mine."),
    }
    assert [one.source for one in academic(talks, known).entries["talks"]] == ["_talks/two.md"]
    untitled = {"_talks/one.md": page("date: 2012-03-01", "Words of mine.")}
    assert academic(untitled, [title_digest("None 2012-03-01")]).entries["talks"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [" ", "\n", "<meta refresh", "# a\n", "<br>\n", "x", "a\n===\n", "<h2>a</h2>\n", "a <b\n"],
)
def test_no_text_of_a_stranger_takes_long(text: str) -> None:
    text *= 100_000 // len(text)
    plan = academic({
        "_pages/x.md": page("permalink: /x/", f"{text}{{% for p in site.talks %}}{{% endfor %}}{text}"),
        "_publications/one.md": page("title: One\nauthors: Tess Tester", text),
    })  # fmt: skip
    assert plan.documents


def test_dates_are_read_as_people_write_them_and_others_are_named() -> None:
    texts = {"one": "14/11/2024", "two": "January 5th, 2021", "three": "sometime",
             "four": "03-04-2023 15:59:00-0400", "five": "2022-Sept-08 15:59:00-0400",
             "six": "Mon, 07 Mar 2022 10:00:00 +0100"}  # fmt: skip
    plan = academic(
        {f"_talks/{name}.md": page(f"title: Talk {name}\ndate: {date}", "It is about maps.")
         for name, date in texts.items()},
    )  # fmt: skip
    dates = [entry.values["date"] for entry in plan.entries["talks"]]
    assert sorted(dates) == [
        "",
        "2021-01-05",
        "2022-03-07",
        "2022-09-08",
        "2023-04-03",
        "2024-11-14",
    ]
    assert found(plan, "date-unread") == ["sometime"]


def test_the_cv_of_the_templates_person_is_never_the_owners() -> None:
    sections = (
        "- title: General Information\n  contents: [{name: Full Name, value: Albert Einstein}]\n",
        "- title: Education\n  contents: [{title: PhD, institution: Zurich, year: 1905}]\n",
    )
    known = [
        title_digest(f"{one['title']} {one['contents']}")
        for one in yaml.safe_load("".join(sections))
    ]
    site = {
        "_data/cv.yml": "".join(sections),
        "_pages/cv.md": page("layout: cv\npermalink: /cv/"),
        "_layouts/cv.html": "{% for one in site.data.cv %}{% endfor %}",
    }
    assert folio(site, known).cv is None
    named = sections[0].replace(
        "Albert Einstein", "Tess Tester\n    }, {name: Languages, value: Maps"
    )
    cv = folio(site | {"_data/cv.yml": named + sections[1]}, known).cv
    assert cv is not None and "Maps" in str(cv.fields) and "Education" not in str(cv.fields)
    cv = folio(site | {"_data/cv.yml": "".join(sections).replace("PhD", "MSc")}, known).cv
    assert cv is not None and "Education" in str(cv.fields)
    hidden = {"_layouts/cv.html": "{{ content }}<!-- {% for one in site.data.cv %} -->"}
    assert folio(site | hidden).cv is None


def test_a_cv_that_no_page_shows_is_none() -> None:
    files = {
        "_config.yml": f"{CONFIG}exclude: [_pages/cv.md]\n",
        "_data/cv.yml": "- {title: Education, contents: [{title: PhD, institution: Zurich}]}\n",
        "_pages/cv.md": page("layout: cv\npermalink: /cv/"),
        "_layouts/cv.liquid": "{% for one in site.data.cv %}{% endfor %}",
    }
    plan = folio(files)
    assert plan.cv is None and plan.left["_data/cv.yml"] == "no page shows it"
    assert folio(files | {"_includes/cv.html": "{{ site.data.cv }}"}).cv is not None


def test_a_list_of_news_without_news_is_no_page() -> None:
    text = page("title: news\npermalink: /news/", "{% include news.liquid %}")
    plan = folio({"_pages/news.md": text}, [title_digest("news")])
    assert "/news/" not in [one.address for one in plan.documents]


def test_an_id_of_scholar_may_be_an_address() -> None:
    assert profile("scholar_userid", "citations?user=AbC&hl=en")[1].endswith("user=AbC")


# ------------------------------------------------------------------ academicpages


def test_papers_in_a_collection_of_their_own_are_papers_and_listed_where_they_were() -> None:
    loop = "{% for post in site.NAME reversed %}{% include archive-single.html %}{% endfor %}"
    plan = academic({
        "_config.yml": "title: T\nauthor: {name: Tess Tester}\n"
        "collections: {publications: {output: true}, drafts_of_mine: {output: true}, notes: {output: true}}\n",
        "_publications/one.md": page("title: One\nvenue: Tests\ndate: 2020-01-02"),
        "_drafts_of_mine/two.md": page(
            "title: Two\ndate: 2021-01-02\npaperurl: /two.pdf\nsite: https://example.org/two"
        ),
        "_notes/three.md": page("title: Three\nexcerpt: Short", "A note."),
        "_includes/archive-single.html": '<a href="{{ post.site }}">Site of it</a>',
        "_pages/x.md": page("permalink: /x/", loop.replace("NAME", "drafts_of_mine")),
        "_pages/y.md": page("permalink: /y/", loop.replace("NAME", "publications")),
        "_pages/z.md": page("permalink: /z/", loop.replace("NAME", "notes")),
    })  # fmt: skip
    two = next(one for one in plan.entries["publications"] if one.values["title"] == "Two")
    assert two.values["links"]["site"] == {"to": "https://example.org/two", "label": "Site of it"}
    assert ":where: {tags: 'drafts_of_mine'}" in body(plan, "/x/")
    assert ":where: {tags: '!drafts_of_mine'}" in body(plan, "/y/")
    assert "- [Three](/notes/three.html): Short" in body(plan, "/z/")


def test_drafts_make_no_list_of_posts() -> None:
    plan = academic({
        "_drafts/one.md": page("title: One", "Words."),
        "_pages/archive.html": page("permalink: /archive/", "{% for p in site.posts %}{% endfor %}"),
    })  # fmt: skip
    assert "/archive/" not in plan.redirects


def test_the_json_resume_of_a_page_is_a_cv_and_never_the_templates() -> None:
    said = '{"basics": {"name": "NAME"}, "work": [{"name": "Tests Inc", "position": "Tester"}]}'
    files = {
        "_pages/cv-json.md": page(
            "permalink: /cv-json/\ntitle: CV", "{% include cv-template.html %}"
        )
    }
    own = academic(files | {"_data/cv.json": said.replace("NAME", "Tess Tester")})
    assert own.cv and own.cv.address == "/cv-json/"
    assert own.entries["experience"][0].values["role"] == "Tester"
    of_template = academic(files | {"_data/cv.json": said.replace("NAME", "Your Sidebar Name")})
    assert not of_template.cv and not of_template.documents and not of_template.entries


def test_a_page_without_a_title_has_that_of_the_menu() -> None:
    plan = academic({
        "_pages/cv.md": page("permalink: /cv/\ntitle: ''", "Words."),
        "_data/navigation.yml": "main: [{title: CV, url: /cv/}]\n",
    })  # fmt: skip
    assert Planned(plan).document("/cv/").front["title"] == "CV"


def test_the_text_of_a_paper_keeps_its_pictures_and_lists_show_none_of_it() -> None:
    text = (
        "[![Map](/m.png)](https://example.org/one)\n\nWe drew a map.\n\nAnd another.\n\n# More\n\nx"
    )
    plan = academic({
        "_publications/one.md": page(
            "title: One\npaperurl: '[here](https://example.org/one)'\nvenue: Sea &amp; Map\n"
            "excerpt: In press",
            text,
        ),
        "_publications/two.md": page("title: Two\nexcerpt: We drew <b>a map</b>.", text),
        "_publications/three.md": page("title: Three", "![x](https://example.org/x.png)\n\n# A\n\nx"),
        "_pages/p.html": page("permalink: /p/", "{% for p in site.publications %}{% endfor %}"),
        "m.png": "x",
    })  # fmt: skip
    papers = {str(one.values["title"]): one for one in plan.entries["publications"]}
    one, two = papers["One"], papers["Two"]
    assert "![Map](/m.png)" in one.values["body"] and one.values["note"] == "In press"
    assert one.values["links"]["url"] == "https://example.org/one"
    assert one.values["venue"] == "Sea & Map"
    assert not two.values.get("abstract") and not two.values.get("note")
    assert found(plan, "picture") == ["https://example.org/x.png"]
    assert body(plan, "/p/").strip() == ":::{publications}\n:body: false\n:::"


# ------------------------------------------------------------------ what Jekyll itself decides


def test_of_pages_with_one_address_the_last_stays() -> None:
    plan = academic({
        "_pages/about (copy).md": page("permalink: /\ntitle: Old", "A copy."),
        "_pages/about.md": page("permalink: /\ntitle: Tess", "I test."),
    })  # fmt: skip
    assert body(plan, "/").strip() == "I test." and len(plan.documents) == 1
    assert Planned(plan).named("hidden-page") == ["_pages/about (copy).md"]


def test_an_own_page_for_the_blog_stays_in_the_menu() -> None:
    plan = folio({"_pages/blog.md": page("permalink: /blog/\ntitle: blog\nnav: true", "Soon.")})
    assert {"to": "/blog/", "label": "blog"} in plan.menu


def test_the_resume_of_the_template_is_told_by_what_it_says() -> None:
    said = (
        '{"basics": {"name": "Tess", "email": "albert@einstein.de"}, "work": [{"name": "Tests"}]}'
    )
    plan = folio({"assets/json/resume.json": said, "_config.yml": CONFIG + "jekyll_get_json: []\n"})
    assert not plan.cv and not plan.entries


def test_the_note_on_contacts_stands_below_a_home_that_shows_contacts() -> None:
    files = {"_config.yml": CONFIG + "contact_note: Write to me.\n"}
    for social, ends in (("true", "Words.\n\nWrite to me."), ("false", "Words.")):
        front = f"layout: about\npermalink: /\nsocial: {social}"
        assert body(folio(files | {"_pages/about.md": page(front, "Words.")}), "/").strip() == ends


def test_a_resume_has_its_sections_in_order_and_no_contacts_that_its_layout_left_out() -> None:
    said = """{"basics": {"name": "Tess", // the owner
      "profiles": [{"network": "X", "username": "someone"}]}, /* and */
      "education": [{"institution": "Sea", "url": "https://sea.example.net//x"}],
      "work": [{"name": "Tests", "highlights": ["One."]}]}"""
    config = CONFIG + "jekyll_get_json: []\n"
    plan = folio({
        "assets/json/resume.json": said, "_config.yml": config,
        "_includes/resume/basics.html": "x", "_data/cv.yml": "- {title: Awards, contents: [A]}\n",
    })  # fmt: skip
    assert plan.cv and [one["of"] for one in plan.cv.fields["sections"]] == [
        "education", "experience",
    ]  # fmt: skip
    assert "x" not in plan.site["person"].get("links", {}) and "awards" not in plan.entries
    broken = folio({
        "assets/json/resume.json": "{", "_config.yml": config, "assets/pdf/own.pdf": "%PDF",
        "_data/cv.yml": "- {title: Awards, contents: [A]}\n", "_layouts/cv.html": "site.data.cv",
        "_pages/cv.md": page("layout: cv\npermalink: /cv/\ncv_pdf: own.pdf", "<!-- See -->"),
    })  # fmt: skip
    assert broken.cv and broken.cv.address == "/cv/" and "awards" in broken.entries
    assert found(broken, "unreadable") and broken.cv.fields["pdf"] == "none"


def test_projects_of_a_cv_are_words_where_a_page_lists_others() -> None:
    cv = "- title: Projects\n  contents: [{title: Maps, description: [Drawn.]}]\n"
    alone = folio({"_data/cv.yml": cv})
    beside = folio({"_data/cv.yml": cv, "_projects/a.md": page("title: Sea")})
    assert [one.values["title"] for one in alone.entries["projects"]] == ["Maps"]
    assert [one.values["title"] for one in beside.entries["projects"]] == ["Sea"]
    assert beside.cv and "Maps" in str(beside.cv.fields["sections"])


def test_a_pdf_that_a_page_names_as_the_cv_is_linked_where_no_cv_is() -> None:
    home = page("layout: about\npermalink: /\ncv_pdf: CV.pdf", "Words.")
    plan = folio({
        "_pages/about.md": home, "assets/pdf/CV.pdf": "%PDF-", "_layouts/cv.html": "{{ content }}",
        "_data/cv.yml": "- {title: Awards, contents: [A]}\n",
        "_includes/resume/awards.html": "{% for one in data[1] %}{% endfor %}",
    })  # fmt: skip
    assert plan.site["person"]["links"]["cv"] == {"to": "/assets/pdf/CV.pdf", "label": "CV"}
    assert plan.cv is None


def test_the_name_of_an_owner_is_that_of_the_header() -> None:
    names = "first_name: Tess\nmiddle_name: Q\nlast_name: Tester\nscholar: {last_name: Tester}\n"
    assert folio({"_config.yml": names}).site["person"]["name"] == "Tess Q Tester"
    titled = folio({"_config.yml": names + "title: Tess Tester\n"})
    assert titled.site["person"]["name"] == "Tess Tester"


def test_a_layout_for_a_cv_that_is_not_there_is_no_cv() -> None:
    assert folio({"_layouts/cv.html": "{% for one in site.data.cv %}"}).cv is None


def test_a_bibliography_that_nothing_lists_is_left_and_so_are_papers_of_a_template() -> None:
    entry = "@article{{{}, title={{{}}}, author={{A, B}}, year={{2020}},\n  selected={{true}}\n}}\n"
    sample = entry.format("e", "A sample's").replace("A, B", "Einstein, A.")
    plan = folio({
        "_bibliography/papers.bib": entry.format("a", "Maps") + sample,
        "_bibliography/old.bib": entry.format("b", "Old"),
        "_bibliography/more.bib": entry.format("c", "More"),
        "_pages/p.md": page("permalink: /p/", "{% bibliography -f more %}"),
    }, [title_digest("A sample's")])  # fmt: skip
    assert plan.papers == 2 and "Maps" in plan.texts["content/publications.bib"]
    assert Planned(plan).named("bib-not-listed") == ["_bibliography/old.bib"]


def test_a_paper_with_a_title_of_the_templates_is_its_own_if_the_author_is() -> None:
    bib = (
        "@misc{own, title={On Motion}, author={Tester, Tess}}\n@misc{bare, title={On Motion}}\n"
        "@misc{sample, title={On Motion}, author={Einstein, A.}, pdf={x.pdf}}\n"
    )
    plan = folio({"_bibliography/papers.bib": bib}, [title_digest("On Motion")])
    assert re.findall(r"@misc.(\w+)", plan.texts["content/publications.bib"]) == ["own", "bare"]
    assert found(plan, "template-sample") == ["sample"]


def test_a_page_of_a_template_that_leads_on_leads_on() -> None:
    text = page("permalink: /cv/\ntitle: cv\nnav: true\nredirect_to: /assets/pdf/cv.pdf")
    plan = folio({"_pages/cv.md": text, "assets/pdf/cv.pdf": "%PDF-"}, [title_digest("cv")])
    assert plan.redirects["/cv/"] == "/assets/pdf/cv.pdf"


def test_a_project_keeps_its_summary_beside_its_text_and_its_picture() -> None:
    plan = academic({
        "_portfolio/one.md": page("title: One\nexcerpt: With Ada.\nimage: a.png", "Text."),
        "images/a.png": "x",
    })  # fmt: skip
    assert plan.entries["projects"][0].values["body"] == "With Ada."
    assert body(plan, "/portfolio/one.html").strip() == "Text."
    assert plan.site["theme"]["options"]["teaser"] == "small"


def test_all_pictures_of_an_excerpt_stay_in_the_list() -> None:
    two = "![](/maps/a.png)\n![](/maps/b.png)"
    plan = academic({
        "maps/a.png": PNG, "maps/b.png": PNG,
        "_portfolio/one.md": page(f'title: One\nexcerpt: "Roads![Roads](/maps/a.png) {two}"'),
        "_portfolio/two.md": page(f'title: Two\nexcerpt: "\n{two}"'),
    })  # fmt: skip
    bodies = [one.values["body"] for one in plan.entries["projects"]]
    assert bodies == ["Roads ![Roads](/maps/a.png) ![](/maps/a.png) ![](/maps/b.png)",
                      "![](/maps/a.png) ![](/maps/b.png)"]  # fmt: skip


def test_lists_show_the_excerpt_of_a_project_and_its_page_shows_the_rest_once() -> None:
    two = "<img src='/images/a.png'>\n<img src='/images/b.png'>"
    embed = "<embed src='/files/c.pdf' type='application/pdf' />"
    first = "First of all, boats.\n\n> A quote.\n\nOn boats, at length.\n\nMore."
    plan = academic({
        "_portfolio/one.md": page("title: One\nexcerpt: \"A<br/><img src='/images/a.png'>\"", two),
        "_portfolio/two.md": page("title: Two\nexcerpt: B", embed),
        "_portfolio/three.md": page("title: Three\nexcerpt: 'On boats, at length.'", first),
        "_talks/four.md": page("title: Four", embed.replace("embed src", "object data")),
        "images/a.png": "x", "images/b.png": "x", "files/c.pdf": "%PDF",
    })  # fmt: skip
    assert [one.values["body"] for one in plan.entries["projects"]] == [
        "A", "On boats, at length.", "B",
    ]  # fmt: skip
    assert plan.entries["projects"][0].values["preview"] == "images/a.png"
    assert body(plan, "/portfolio/one.html").count("/images/") == 2
    assert body(plan, "/portfolio/two.html").strip() == "[c.pdf](/files/c.pdf)"
    assert (
        body(plan, "/portfolio/three.html").strip() == "First of all, boats.\n\n> A quote.\n\nMore."
    )
    assert plan.entries["talks"][0].values["body"].strip() == "[c.pdf](/files/c.pdf)"


def test_cards_of_any_collection_keep_their_order_and_their_pictures() -> None:
    files: Files = {
        f"_trips/{name}.md": page(f"title: {name}\nimg: assets/{name}.png\nimportance: {number}")
        for name, number in (("alps", 2), ("sea", 10), ("zoo", 1))
    }
    plan = folio({
        "_config.yml": f"{CONFIG}collections: {{trips: {{output: true}}, projects: {{output: true}}}}\n",
        "_pages/t.md": page("permalink: /t/", "Trips.\n\n{% assign all = site.trips | sort: 'importance' %}\n"
                            "{% for project in all %}{% include projects.liquid %}{% endfor %}"),
        **files, **{f"assets/{name}.png": PNG for name in ("alps", "sea", "zoo")},
        "_projects/one.md": page("title: One", "Words."),
    })  # fmt: skip
    cards = re.findall(
        r"- !\[\w+\]\(/assets/(\w+).png\)\{width=240\}\\\n  \[(\w+)\]", body(plan, "/t/")
    )
    assert cards == [("zoo", "zoo"), ("alps", "alps"), ("sea", "sea")]
    assert ":::" not in body(plan, "/t/")


def test_a_field_that_an_own_include_prints_behind_others_is_said() -> None:
    shown = (
        "<a href='{{ post.url }}{{ post.secret }}'>x</a> <p>In <i>{{ post.venue }}</i>, "
        "{{ post.date | date: '%Y' }}. {{post.toappear}}</p>{% if post.x and post.co == 'no' %}"
        "<p>{{ post.y }} (with {{ post.co }})</p>"
    )
    plan = academic({
        "_includes/archive-single.html": shown,
        "_publications/one.md": page("title: One\nvenue: V\ntoappear: In Maps\nsecret: x\nco: no", "Words."),
        "_publications/two.md": page("title: Two\nco: Ada", "Words."),
    })  # fmt: skip
    said = {one.values["title"]: one.values["details"] for one in plan.entries["publications"]}
    assert said == {"One": ["In Maps"], "Two": ["with Ada"]}


def test_two_backslashes_break_a_line() -> None:
    plan = folio(
        {"_pages/p.md": page("permalink: /p/", "Hi there,\\\\\nit is me, `a\\\\`.\\\\\n\nOn.")}
    )
    assert body(plan, "/p/") == "Hi there,\\\nit is me, `a\\\\`.\\\\\n\nOn.\n"


def test_an_empty_list_in_no_menu_is_no_page_whatever_its_title() -> None:
    loop = "{% for post in site.NAME %}{% include archive-single.html %}{% endfor %}"
    pages = {f"_pages/{name}.html": page(f"permalink: /{name}/\ntitle: My {name}", loop.replace("NAME", name))
             for name in ("talks", "teaching")}  # fmt: skip
    plan = academic({**pages, "_data/navigation.yml": "main: [{title: T, url: /teaching/}]\n"})
    assert [one.address for one in plan.documents] == ["/teaching/"]


def test_profiles_of_a_cv_are_the_persons_and_of_two_fields_an_empty_one_is_no_loss() -> None:
    cv = "cv:\n  name: Tess Tester\n  social_networks: [{network: GitHub, username: tess}]\n"
    plan = folio({
        "_pages/cv.md": page("layout: cv\npermalink: /cv/\ntitle: CV"),
        "_data/cv.yml": f"{cv}  sections: {{education: [{{institution: I, degree: D, start_date: 2020}}]}}\n",
        "_pages/p.md": page("permalink: /p/\ntitle:\ntitle: Two", "Words."),
    })  # fmt: skip
    assert plan.site["person"]["links"]["github"] == "https://github.com/tess"
    assert not found(plan, "field") and not found(plan, "duplicate-key")


def test_of_a_hidden_folder_what_the_settings_name_is_read() -> None:
    files = {f"_pages/{name}.md": page(f"permalink: /{name}/", "Words.") for name in ("one", "two")}
    plan = folio(files | {"_config.yml": CONFIG + "include: [_pages/one.md]\n"})
    assert [one.address for one in plan.documents] == ["/one/"]
    assert len(folio(files | {"_config.yml": CONFIG + "include: [_pages]\n"}).documents) == 2


def test_a_project_that_leads_elsewhere_keeps_the_page_with_its_text() -> None:
    files: Files = {"_config.yml": CONFIG + "collections: {projects: {output: true}}\n"}
    for leads, links in (("https://x.example.net", {"page": "https://x.example.net"}),
                         ("https://unsplash.com", {})):  # fmt: skip
        plan = folio(files | {"_projects/a.md": page(f"title: A\nredirect: {leads}", "Words.")})
        assert body(plan, "/projects/a.html").strip() == "Words."
        assert plan.entries["projects"][0].values["links"] == links


def test_a_list_of_some_records_shows_these_or_says_that_it_shows_all() -> None:
    loop = "{{% for p in site.publications %}}{{% if {} %}}{{{{ p.title }}}}{{% endif %}}{{% endfor %}}"
    files = {
        "_publications/a.md": page("title: A\nvenue: Sea"), "_publications/b.md": page("title: B"),
        "_pages/p.md": page("permalink: /p/", "One.\n\n" + loop.format("p.venue")
                            + "\n\nTwo.\n\n" + loop.format('p.path contains "/b."')),
    }  # fmt: skip
    plan = academic(files)
    one, two = body(plan, "/p/").split("Two.")
    assert ":only: [a]" in one and ":only: [b]" in two and not found(plan, "list-filter")
    plan = academic(files | {"_pages/p.md": page("permalink: /p/", loop.format("p.title"))})
    assert ":only:" not in body(plan, "/p/")
    plan = academic(files | {"_pages/p.md": page("permalink: /p/", loop.format("page.x == p.x"))})
    assert ":only:" not in body(plan, "/p/")
    plan = academic(files | {"_pages/p.md": page("permalink: /p/", loop.format("p.venue == 1"))})
    assert found(plan, "list-filter") == ["p.venue == 1"] and ":only:" not in body(plan, "/p/")


def test_a_project_names_its_papers_and_its_code() -> None:
    front = "title: Maps\ngithub: tess/maps\nrelated_publications: one, two"
    plan = folio({"_projects/a.md": page(front, "Words."), "_config.yml": CONFIG + "collections: "
                  "{projects: {output: true}}\n"})  # fmt: skip
    assert plan.entries["projects"][0].values["links"]["code"] == "https://github.com/tess/maps"
    assert found(plan, "field") == ["related_publications: one, two"]


def test_a_page_at_an_address_that_ends_as_markdown_is_a_page() -> None:
    plan = academic({"_publications/a.md": page("title: Maps\npermalink: /p/maps.md", "Words.")})
    assert plan.entries["publications"][0].values["permalink"] == "/p/maps.md.html"


def test_an_account_may_be_an_address_without_its_scheme() -> None:
    url = "https://www.linkedin.com/in/tess"
    assert profile("linkedin", "www.linkedin.com/in/tess") == ("linkedin", url)


def test_news_at_home_lead_to_a_list_only_where_there_is_one() -> None:
    home = page("layout: about\npermalink: /\nnews: true\nselected_papers: true", "I test.")
    assert ":more:" not in body(folio({"_pages/about.md": home}), "/")
    news = {"_news/one.md": page("date: 2020-01-02\ninline: true", "We moved.")}
    assert ":more: /news/" in body(folio(news | {"_pages/about.md": home}), "/")


def test_projects_of_ones_own_are_records_and_their_list_is_that_of_the_template() -> None:
    loop = "{% for post in site.projects %}{% include archive-single.html %}{% endfor %}"
    front = "title: Maps\ndate: 2022-08-10\nexcerpt: \"Roads.<br/><img src='/images/a.png'>\""
    plan = academic({
        "_projects/a.md": page(front, "Words."), "images/a.png": "x",
        "_projects/b.md": page("title: Old\nyear: 2018"), "_drafts/d.md": page("layout: post"),
        "_config.yml": "name: Tess Tester\ncollections: {projects: {output: true}, notes: {output: true}}\n",
        "_pages/p.html": page("permalink: /projects/\ntitle: Projects", loop),
        "_notes/n.md": page("title: One\ndate: 2024-06-30", "Well done,\nall.\n\nMore."),
        "_pages/n.html": page("permalink: /notes/", loop.replace("projects", "notes")),
    })  # fmt: skip
    values, old = (one.values for one in plan.entries["projects"])
    assert (values["date"], values["preview"]) == ("2022-08-10", "images/a.png")
    assert old["date"] == "2018" and not any(one.is_post for one in plan.documents)
    assert ":::{projects}" in body(plan, "/projects/")
    assert found(plan, "field") == ["date: 2024-06-30"]
    assert body(plan, "/notes/").strip() == "- [One](/notes/n.html) — 2024-06-30: Well done, all."


def test_of_a_profile_the_templates_words_go_and_a_page_of_samples_with_them() -> None:
    place = (
        "<p>555 your office number</p> <p>123 your address street</p> <p>Your City, State 12345</p>"
    )
    one = f"{{content: about_a.md, more_info: '{place}'}}"
    front = f"layout: profiles\ntitle: people\npermalink: /people/\nprofiles: [{one}]"
    known = [title_digest("people"), *(digest for digest, _ in sentences(place))]
    plan = folio({"_pages/people.md": page(front), "_pages/about_a.md": "I am Ada."}, known)
    assert body(plan, "/people/").strip() == "I am Ada."
    plan = folio({"_pages/people.md": page(front.replace("about_a.md", "''"))}, known)
    assert not plan.documents


def test_what_an_owner_says_in_the_footer_stands_in_it() -> None:
    said = "Powered by <a href='https://jekyllrb.com/'>Jekyll</a> with <a href='x.io'>al-folio</a> theme."
    for own, footer in (("", ""), ("See <a href='/b/'>B</a>.", "See [B](/b/).")):
        plan = folio({"_config.yml": f'{CONFIG}footer_text: "{said} {own}"\n',
                      "_pages/b.md": page("permalink: /b/", "B.")})  # fmt: skip
        assert plan.site.get("footer", "") == footer


def test_a_sample_picture_that_an_own_project_shows_is_the_owners() -> None:
    files = {f"assets/img/{one}.jpg": "x" * 50 + one for one in "123"}
    known = [file_digest(text.encode()) for text in files.values()]
    front = "title: Maps\nimg: assets/img/1.jpg"
    plan = folio({
        "_config.yml": CONFIG + "collections: {projects: {output: true}}\n",
        "_projects/a.md": page(front, "Words. ![](/assets/img/2.jpg)"), **files,
    }, known)  # fmt: skip
    assert plan.entries["projects"][0].values["preview"] == "assets/img/1.jpg"
    assert {*plan.files} == {f"static/assets/img/{one}.jpg" for one in "12"}


def test_a_cv_of_ones_own_is_shown_by_the_page_of_the_template() -> None:
    text = "{% include cv-template.html %} A page with these words of the template."
    known = [title_digest("CV"), *(digest for digest, _ in sentences(text))]
    cv = '{"basics": {"name": "Tess Tester"}, "education": [{"institution": "Sea", "studyType": "PhD"}]}'
    files = {"_pages/cv.md": page("title: CV\npermalink: /cv/", text), "_data/cv.json": cv}
    plan = academic(files, known)
    assert plan.cv and plan.cv.address == "/cv/" and not found(plan, "theme-data")


def test_books_and_courses_are_listed_by_the_layout_and_the_include_of_the_theme() -> None:
    plan = folio({
        "_config.yml": CONFIG + "collections: {books: {output: true}, teachings: {output: true}}\n",
        "_books/b.md": page("title: Long\nauthor: Bo Reed", "Good."),
        "_pages/books.md": page("layout: book-shelf\npermalink: /books/", "Read."),
        "_teachings/c.md": page("title: Seas\ndescription: On seas.", "Words."),
        "_pages/c.md": page("permalink: /c/", "{% include courses.liquid %}"),
    })  # fmt: skip
    assert body(plan, "/books/").strip() == "Read.\n\n- [Long](/books/b.html): Good."
    assert body(plan, "/books/b.html").strip() == "*Bo Reed*\n\nGood."
    assert body(plan, "/c/").strip() == "- [Seas](/teachings/c.html): On seas."


def test_what_a_list_of_posts_says_is_named_and_it_stays_in_the_menu() -> None:
    loop = "{% for post in site.posts %} min read in {{ post.title }} {% endfor %}"
    plan = folio({
        "_pages/blog.md": page("permalink: /blog/\ntitle: blog\nnav: true",
                               f"<p>\n  On maps and on <b>their</b> makers.\n</p>\n{loop * 12}"),
        "_posts/2020-01-02-a.md": page("title: A", "Words."),
    })  # fmt: skip
    assert found(plan, "theme-text") == ["On maps and on <b>their</b> makers."]
    assert {"to": "/blog/", "label": "blog"} in plan.menu and plan.redirects["/blog/"] == "/posts/"


@pytest.mark.parametrize("name", ["papers", "{{ site.scholar.bibliography }}"])
def test_a_list_of_the_only_bibliography_names_no_papers(name: str) -> None:
    text = page("permalink: /p/", f"Papers.\n\n{{% bibliography -f {name} %}}")
    plan = folio({"_pages/p.md": text, "_bibliography/papers.bib": "@misc{one, title={One}}\n"})
    assert ":::{publications}\n:::" in body(plan, "/p/") and not found(plan, "bibliography-query")


def test_lists_in_a_loop_have_the_papers_of_their_own_file_and_of_years_in_words() -> None:
    loop = (
        "Mine.\n{%- for y in page.years %}\n<h2>{{y}}</h2>\n"
        "{% bibliography -f NAME -q @*[year={{y}}]* %}\n{% endfor %}"
    )
    years = "\nyears: [Events, 2024, 2023]"
    plan = folio({
        "_config.yml": "title: T\nscholar: {bibliography: papers.bib}\n",
        **{f"_pages/{name}.md": page(f"permalink: /{name}/{years}", loop.replace("NAME", name))
           for name in ("papers", "talks")},
        "_bibliography/papers.bib": "@misc{one, title={One}, year={2024}}\n",
        "_bibliography/talks.bib": "@misc{two, title={Two}, year={2024}}\n@misc{bare, year={2024}}\n"
        "@misc{old, title={Old}, year={2001}}\n@misc{two, title={Two again}, year={2023}}\n"
        "@misc{three, title={Three}, year={Events}}\n",
    })  # fmt: skip
    assert ":only: one\n" in body(plan, "/papers/")
    assert ":only: three, two, two-2\n" in body(plan, "/talks/")


def test_a_record_whose_text_is_a_page_leads_to_it_and_has_no_other() -> None:
    plan = academic({
        "_config.yml": "title: Tess\ncollections: {portfolio: {output: true, permalink: '/:collection/:path/'}}\n",
        "_portfolio/One.md": page("title: A\nexcerpt: Short.", "# Long\n\nWords."),
    })  # fmt: skip
    own = Planned(plan).document("/portfolio/One/")
    assert own.target == f"content/projects/{plan.entries['projects'][0].values['id']}.md"
    assert own.front["permalink"] == "/portfolio/One/"
    assert not plan.entries["projects"][0].values["links"]


def test_a_description_is_words_alone() -> None:
    said = "'Three *long* [days](https://x.example)<br/><img src=\"/images/a.png\"> of 2 * 3'"
    plan = academic({
        "_config.yml": "title: Tess\ncollections: {trips: {output: true}}\n",
        "_trips/one.md": page(f"title: A\nexcerpt: {said}", "Words."), "images/a.png": "x",
    })  # fmt: skip
    assert Planned(plan).document("/trips/one.html").front["description"] == (
        "Three long days of 2 * 3"
    )


def test_projects_with_a_paper_are_no_papers_and_say_what_their_list_said() -> None:
    front = "title: A\nexcerpt: Song lyrics.\npaperurl: /files/a.pdf"
    plan = academic({
        "_config.yml": "title: Tess\ncollections: {projects: {output: true}}\n",
        "_projects/one.md": page(front, "Song lyrics."), "files/a.pdf": "x",
        "_publications/two.md": page("title: B\nexcerpt: Maps.\nvenue: C", "Maps."),
    })  # fmt: skip
    values = plan.entries["projects"][0].values
    assert (values["body"], values["links"]) == ("Song lyrics.", {"pdf": "/files/a.pdf"})
    assert plan.entries["publications"][0].values["abstract"] == "Maps."


def test_a_bibliography_without_a_name_has_the_papers_of_the_settings_file_alone() -> None:
    plan = folio({
        "_config.yml": "title: T\nscholar: {bibliography: papers.bib}\norcid_id: 0000-0002-1825-0097\n",
        "_pages/p.md": page("permalink: /p/", "Papers.\n\n{% bibliography %}"),
        "_bibliography/papers.bib": "@misc{one, title={One}}\n",
        "_bibliography/post.bib": "@misc{two, title={Two}}\n",
        "_pages/q.md": page("permalink: /q/", "Theirs.\n\n{% bibliography -f post %}"),
        "_data/cv.yml": "cv:\n  name: Ann\n  social_networks: [{network: ORCID, username: yourorcidurl}]\n"
        "  sections: {education: [{institution: I, degree: D, start_date: 2020, end_date: 2021}]}\n",
    })  # fmt: skip
    assert ":only: one\n" in body(plan, "/p/")
    assert plan.site["person"]["orcid"] == "0000-0002-1825-0097"


GROUP: Files = {
    "_config.yml": "title: Lab\nauthor: {name: Lab}\ncollections: {members: {output: true}, alumni: {output: true}}\n",
    "_includes/card.html": "<img src='{{ post.photo | prepend: \"/images/of/staff/\" }}'><p>{{ post.studied }}</p>",
    "_members/ann": page("title: Ann Ames\nphoto: ann.png\nstudied: In Oslo, 2020\nsort_key: 7"),
    "_alumni/bob.md": page("title: Bob Best\nphoto: no.png"),
    "_pages/m.md": page("permalink: /members/", "{% for post in site.members %}{% include card.html %}{% endfor %}"),
    "_pages/n.md": page("permalink: /alumni/", "{% for post in site.alumni %}{% include card.html %}{% endfor %}"),
    "images/of/staff/ann.png": b"x",
}  # fmt: skip


def test_a_document_needs_no_ending_and_a_member_says_what_its_card_said() -> None:
    plan = academic(GROUP)
    assert ":only: [ann]\n" in body(plan, "/members/"), "a loop shows one collection"
    assert ":only: [bob]\n" in body(plan, "/alumni/")
    values = next(one.values for one in plan.entries["people"] if one.values["id"] == "ann")
    assert (values["bio"], values["portrait"]) == ("In Oslo, 2020", "images/of/staff/ann.png")
    assert found(plan, "field") == [] and found(plan, "picture") == ["photo: no.png"]
    assert (plan.redirects["/members/ann.html"], plan.redirects["/alumni/bob.html"]) == (
        "/members/#ann", "/alumni/#bob",
    )  # fmt: skip


def test_years_between_entries_of_a_cv_are_theirs_and_another_name_is_said() -> None:
    plan = folio({"_data/cv.yml": """
- title: General Information
  contents: [{name: Full Name, value: Tess Tester (特)}]
- title: Awards
  contents: [{year: 2020}, {items: [A cup]}, {year: 2021}, {items: [A medal, A plate]}]
- title: Interests
  contents: [{title: Maps, items: [Old ones., New ones.]}]
"""})  # fmt: skip
    assert [one.values["date"] for one in plan.entries["awards"]] == ["2020", "2021", "2021"]
    assert plan.cv and [one["title"] for one in plan.cv.fields["sections"]] == [
        "Awards",
        "Interests",
    ]
    assert plan.entries["interests"][0].values["text"] == "Old ones; New ones."
    assert found(plan, "cv-name") == ["Tess Tester (特)"]


def test_of_a_resume_the_entries_of_the_template_are_nobodys() -> None:
    resume = """{"basics": {"name": "Tess", "email": "none@example.org", "profiles": [
        {"network": "ORCID", "username": "", "url": "http://orcid.org/yourorcidurl"}]},
        "education": [{"institution": "GitHub University", "area": "M.S. in Jekyll"}%s],
        "publications": [{"name": "Paper Title Number 1"}, {"name": "Mine"}]}"""
    files: Files = {"_pages/cv.md": page("permalink: /cv-json/\nredirect_from: [/resume-json]",
                                         "{% include cv-template.html %}"),
                    "_publications/a.md": page("title: Mine\ndate: 2020-01-01\nauthors: Tess Tester")}  # fmt: skip
    known = [title_digest("Paper Title Number 1")]
    own = ', {"institution": "Oslo", "area": "Maps"}'
    plan = academic({**files, "_data/cv.json": resume % own}, known)
    assert [one.values["institution"] for one in plan.entries["education"]] == ["Oslo"]
    assert len(plan.entries["publications"]) == 1 and "orcid" not in plan.site["person"]
    assert plan.redirects["/resume-json"] == "/cv-json/"
    assert not plan.site["person"]["email"]


def test_a_text_in_a_list_stays_and_a_list_by_a_variable_shows_all() -> None:
    text = "| a | b |\n|---|---|\n" + "".join(f"| Graduate {n} | year {n} |\n" for n in range(12))
    plan = academic({
        **GROUP,
        "_pages/m.md": page("permalink: /members/", "{% for role in roles %}{% if role != 'past' %}"
        "{% for p in site.members %}{% if p.role contains role %}{{ p.title }}{% endif %}{% endfor %}"
        f"{{% else %}}\n\n{text}\n{{% endif %}}{{% endfor %}}"),
    })  # fmt: skip
    assert ":::{people}\n:only: [ann]\n" in body(plan, "/members/")
    assert "| Graduate 7 | year 7 |" in body(plan, "/members/")
    assert found(plan, "list-filter") == ["p.role contains role"]


def test_news_and_projects_without_pages_lead_from_nowhere() -> None:
    plan = folio({
        "_config.yml": CONFIG + "collections: {news: {output: false}, projects: {output: false}}\n",
        "_news/2026-04-15-a.md": page("inline: true", "We won."),
        "_projects/b.md": page("title: B", ""),
    })  # fmt: skip
    assert plan.redirects == {}
    assert plan.entries["news"][0].values["date"] == "2026-04-15"


@pytest.mark.parametrize(("text", "said"), [
    ("* **We** won\n  a prize.", "**We** won a prize."), ("* One.\n* Two.", "One. Two."),
    ("*We* won.", "*We* won."),
])  # fmt: skip
def test_news_that_is_one_item_of_a_list_is_its_words(text: str, said: str) -> None:
    plan = folio({"_news/a.md": page("date: 2020-01-02\ninline: true", text)})
    assert plan.entries["news"][0].values["text"] == said


def test_an_include_of_markdown_keeps_its_lines_and_no_comment() -> None:
    said = "{% capture said %}{% include talks.md %}{% endcapture %}\n  {{ said | markdownify }}"
    plan = folio({
        "_pages/talks.md": page("permalink: /talks/", "{% include talks.html %}"),
        "_includes/talks.html": f"<section>\n  {said}\n</section>\n",
        "_includes/talks.md": "<!--\nA line for each.\n\nNewest first.\n-->\n### North\n\n2020\n: Maps.\n",
    })  # fmt: skip
    text = body(plan, "/talks/")
    assert "<section>\n\n### North\n\n2020\n: Maps.\n\n" in text and "Newest" not in text


# ------------------------------------------------------------------ what strangers' sites had


@pytest.mark.parametrize(
    ("name", "own", "person"),
    [
        ("Tess Tester 陈思", "Tess", {"given": "Tess", "family": "Tester", "native": "陈思"}),
        ("陈思 | CHEN Si", "Tess", {"given": "Si", "family": "CHEN", "native": "陈思"}),
        ("Tess O'Tester", "Tess", "Tess O'Tester"),
    ],
)
def test_the_name_above_the_portrait_is_one_or_that_of_the_site(
    name: str, own: str, person: object
) -> None:
    plan = academic({"_config.yml": f'title: {own}\nauthor: {{name: "{name}"}}\n'})
    assert plan.site["person"]["name"] == person


def test_an_item_with_a_colon_is_a_text_in_each_list_of_a_cv() -> None:
    plan = folio({
        "_pages/cv.md": page("permalink: /cv/\nlayout: cv"),
        "_data/cv.yml": "cv:\n  sections:\n    Education:\n      - institution: Tarn\n        studyType: PhD\n"
        "        highlights:\n          - Minor: Maps (2020 - 2021)\n          - GPA: 4.0\n"
        "    Skills:\n      - name: Code\n        keywords: [C]\n    Notes:\n      - Ships: three\n",
    })  # fmt: skip
    (education,) = plan.entries["education"]
    assert education.values["body"] == "- Minor: Maps (2020 - 2021)\n- GPA: 4.0"
    assert plan.cv is not None
    _, skills, notes = plan.cv.fields["sections"]
    assert "skip" not in skills and "Ships: three" in notes["text"]


def test_an_own_include_says_what_it_says_whatever_its_name() -> None:
    include = ("{% comment %}Mine.{% endcomment %}\n<ul class=\"x\">\n  {% for one in site.data.news %}\n"
               "    <li>\n      {% include base_path %}\n      <span>{{ one.date }}</span>\n"
               "      <b>{{ one.text | markdownify | remove: \"<p>\" }}</b>\n    </li>\n  {% endfor %}\n</ul>\n")  # fmt: skip
    files = {
        "_pages/about.md": page("permalink: /", "# News\n\n{% include news.html %}"),
        "_includes/news.html": include,
        "_data/news.yml": "- date: 2026.02.01\n  text: A [map](https://maps.example/).\n",
    }
    text = body(academic(files), "/").strip()
    assert "<span>2026.02.01</span>" in text and "A [map](https://maps.example/)." in text
    of_theme = "{% for one in site.news %}{{ one.content }}{% endfor %}"
    files |= {"_includes/news.html": of_theme, "_news/a.md": page("date: 2026-02-01", "A.")}
    files["_config.yml"] = CONFIG + "collections: {news: {output: true}}\n"
    assert ":::{news}" in body(folio(files), "/")


def test_a_paper_of_which_all_stands_in_its_citation_or_its_text() -> None:
    bib = "'@article{k, title={{A} map}, author={Tester, Tess and Sailor, Sam}, pages={1--9}}'"
    plan = academic({
        "_publications/a.md": page(f"title: A\ncitation: {bib}"),
        "_publications/b.md": page("title: Bees and maps\nimage: figures/b.png\n"
        "citation: 'Tester, T., Sailor, S., ... & Zest, F. (2020). \"Bees and maps.\" https://doi.org/10.1234/abc.&quot'"),
        "images/figures/b.png": "x",
        "_talks/t.md": page("title: T\ncitation: Tester &amp; Sailor at Tarn"),
        "_portfolio/p.md": page("title: P\nexcerpt: 'A ship.'", "A <b>ship</b>.\n\n"
        "<iframe src='https://www.youtube.com/embed/abcdefghi_1'></iframe>"),
    })  # fmt: skip
    second, first = (one.values for one in plan.entries["publications"])
    assert first["authors"] == ["Tess Tester", "Sam Sailor"] and first["pages"] == "1–9"
    assert second["authors"] == ["T. Tester", "S. Sailor", "F. Zest", "et al."]
    assert second["preview"] == "images/figures/b.png"
    assert plan.entries["talks"][0].values["details"] == ["Tester & Sailor at Tarn"]
    film = "https://www.youtube.com/watch?v=abcdefghi_1"
    assert plan.entries["projects"][0].values["body"] == f"A **ship**.\n\n[{film}]({film})"


def test_the_owner_is_known_without_middle_names_and_the_menu_by_any_address() -> None:
    plan = academic({
        "_config.yml": "title: T\nurl: https://t.example\nauthor: {name: Tess Ann Tester, uri: 'https://tess.example', email: “t@t.example”}\n",
        "_publications/a.md": page("title: A\nauthors: [Tess Tester, S. Sailor]"),
        "_pages/x.md": page("permalink: /x/\ntitle: Maps"), 
        "_data/navigation.yml": "main:\n  - {title: Maps, utl: /x/}\n",
    })  # fmt: skip
    person = plan.site["person"]
    assert person["aliases"] == ["Tess Tester"] and person["email"] == "t@t.example"
    assert person["links"] == {"website": "https://tess.example"}
    assert [one["to"] for one in plan.site["menu"]][1:] == ["/x/"]


def test_a_pdf_that_the_owner_named_is_no_sample() -> None:
    plan = folio(
        {
            "_bibliography/papers.bib": "@article{a, title={A}, author={Tess Tester}, year={2020}, pdf={mine.pdf}}",
            "_data/socials.yml": "cv_pdf: /assets/pdf/cv.pdf\n",
            "_pages/about.md": page("permalink: /\nlayout: about\nsubtitle: \"<a href='#'>Affiliations</a>. Address. Contacts. Motto. Etc.\""),
            "_pages/list.md": page("permalink: /l/", "{% bibliography %}"),
            **dict.fromkeys(("assets/pdf/mine.pdf", "assets/pdf/cv.pdf", "assets/pdf/example_pdf.pdf"), "%PDF x"),
        },
        [file_digest(b"%PDF x")],
    )  # fmt: skip
    assert {"static/assets/pdf/mine.pdf", "static/assets/pdf/cv.pdf"} == plan.files.keys()
    assert plan.site["person"]["links"]["cv"]["to"] == "/assets/pdf/cv.pdf"
    assert not plan.site["person"]["role"]


@pytest.mark.parametrize(
    ("content", "has_text"), [("{{ content }}", True), ("<!-- {{ content }} -->", False)]
)
def test_words_in_a_layout_of_the_owners_stand_on_its_pages(content: str, has_text: bool) -> None:
    plan = folio({
        "_pages/about.md": page("layout: about\npermalink: /", "We draw maps."),
        "_layouts/about.html": "---\nlayout: default\n---\n{% if page.x %}<b>Not {% if page.y %}this{% endif %}</b>{% endif %}\n"
        f"<h1>{{{{ page.title }}}}</h1>\n  {content}\n  <div>\n\n    We are a team of people who tell stories.\n  </div>\n",
    })  # fmt: skip
    text = body(plan, "/")
    assert "We are a team of people who tell stories.\n" in text and "<div>" not in text
    assert ("We draw maps." in text, "Not" in text) == (has_text, False)


def test_a_line_of_a_table_that_no_pipe_closes_is_part_of_it() -> None:
    table = "| Day | Place |\n|-----|------\n| Monday | Tarn\n| Friday | Fell |\n"
    plan = academic({
        "_pages/a.md": page("permalink: /a/", table),
        "_pages/b.md": page("permalink: /b/", "| Monday | Tarn\n| Friday | Fell |\n"),
    })  # fmt: skip
    assert body(plan, "/a/").strip() == table.strip()
    assert body(plan, "/b/").strip().startswith("|  |  |\n| - | - |\n| Monday")
