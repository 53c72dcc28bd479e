"""Jekyll: Liquid, menus and HTML that owners of al-folio wrote themselves."""

import re

import pytest

from tests.importing.conftest import AL_FOLIO, PNG, Files, Planned, Run, cases, page
from tests.importing.jekyll_sites import CONFIG, academic, body, folio, found, of_folio

# ------------------------------------------------------------------ Liquid as Liquid has it


def test_a_tag_without_counterpart_in_a_capture_is_a_todo_on_the_page() -> None:
    text = (
        "{% capture read %}{% remote_include https://a.example.org/README.md %}{% endcapture %}\n"
        "{% assign lines = read | split: 'x' %}{% for line in lines offset:2 %}{{ line }}{% endfor %}"
    )
    plan = folio({"_pages/x.md": page("permalink: /x/", f"{text}\n\nWords.")})
    assert body(plan, "/x/").count("TODO import: `{% remote_include https://a.example") == 1
    assert found(plan, "template-tag")


# ------------------------------------------------------------------ the owner's own header


def test_a_header_that_lists_all_pages_has_them_in_the_order_of_its_field() -> None:
    header = (
        '<a class="page-link" href="{{ site.baseurl | prepend: site.url }}/">start</a>\n'
        '{% assign sorted_pages = site.pages | sort:"order" %}\n{% for page in sorted_pages %}\n'
        '{% if page.title and page.url != "/" %}<a class="page-link" '
        'href="{{ page.url | prepend: site.baseurl }}">{{ page.title }}</a>{% endif %}{% endfor %}\n'
        '<a class="page-link" href="{{ \'/assets/pdf/me.pdf\' | prepend: site.url }}">vitae</a>'
    )
    plan = folio({
        "_includes/header.html": header, "assets/pdf/me.pdf": "%PDF",
        "_pages/about.md": page("permalink: /\ntitle: Tess", "Words."),
        "_pages/a.md": page("permalink: /a/\ntitle: late\norder: 12"),
        "_pages/b.md": page("permalink: /b/\ntitle: early\norder: 3"),
    })  # fmt: skip
    assert [(one["to"], one["label"]) for one in plan.menu] == [
        ("/", "start"), ("/b/", "early"), ("/a/", "late"), ("/assets/pdf/me.pdf", "vitae"),
    ]  # fmt: skip


def test_links_of_the_header_have_their_words_beside_an_icon_and_whatever_their_class() -> None:
    header = (
        '<a class="navbar-brand" href="/">Tess</a><a class="nav-link" href="{{ \'/\' | relative_url }}">'
        "\n about\n {% if page.title == 'about' %}<span>(current)</span>{% endif %}</a>\n"
        "{% assign all = site.pages | sort: 'order' %}{% for p in all %}{% if p.nav %}"
        '<a class="nav-link" href="{{ p.url }}">{{ p.title }}</a>{% endif %}{% endfor %}\n'
        '<li><a href="/assets/pdf/me.pdf" target="_blank">\n<i class="far fa-file"></i>cv\n</a></li>'
    )
    plan = folio({
        "_includes/header.html": header, "assets/pdf/me.pdf": "%PDF",
        "_pages/about.md": page("permalink: /\ntitle: Home", "Words."),
        "_pages/a.md": page("permalink: /a/\ntitle: maps\nnav: true"),
        "_pages/b.md": page("permalink: /b/\ntitle: hidden"),
    })  # fmt: skip
    assert [(one["to"], one["label"]) for one in plan.menu] == [
        ("/", "about"), ("/a/", "maps"), ("/assets/pdf/me.pdf", "cv"),
    ]  # fmt: skip


# ------------------------------------------------------------------ HTML


def test_markup_that_shows_nothing_is_no_text_of_a_page() -> None:
    text = (
        '<h2><i class = "ti"/> Mail</h2>\n\n<slide-box\n  effect="a"\n  points=\'{\n"0": 1 }\'\n>\n\n'
        '[Kept](/x/)\n\n</slide-box>\n\n<img\n  src=""\n  alt=" – "\n/>\n\n`<my-box>` <br/> End.'
    )
    said = body(folio({"_pages/x.md": page("permalink: /x/", text)}), "/x/")
    assert '<h2><i class = "ti"></i> Mail</h2>' in said
    assert "slide-box" not in said and "points" not in said and "[Kept](/x/)" in said
    assert "<img" not in said and "`<my-box>` <br/> End." in said


def test_the_table_around_a_list_goes_with_its_rows() -> None:
    loop = "{% for one in site.news %}<tr><td>{{ one.title }}</td></tr>{% endfor %}"
    plan = folio({
        "_pages/x.md": page("permalink: /x/", f"<div>\n    <table>\n{loop}\n    </table>\n</div>"),
        "_news/a.md": page("title: A\ndate: 2020-01-02", "Words."),
    })  # fmt: skip
    assert ":::{news}\n:::" in body(plan, "/x/") and "table" not in body(plan, "/x/")


# ------------------------------------------------------------------ people


def test_a_member_keeps_the_name_whatever_becomes_of_the_picture(imported: Run) -> None:
    done = imported({
        **AL_FOLIO,
        "_team/ann.md": page("title: Dr. Ann Ames\nimg: https://a.example.org/ann.jpg", "Words."),
        "_team/bob.md": page("title: Bob Best\nimg: no.png"),
        "_team.md": page("permalink: /team/", "{{ site.team.size }}"),
    })  # fmt: skip
    assert [one["name"] for one in done.data("people")] == ["Ann Ames", "Bob Best"]
    said = [one for one in done.report["before_you_publish"] if one.startswith("Pictures ")]
    assert "on other servers" in said[0] and "(1)" in said[0] and "_team/ann.md" in said[0]
    assert "does not have (1): " in said[1] and "_team/bob.md" in said[1]


def test_a_card_of_a_repository_is_a_link_whatever_form_its_entry_has() -> None:
    plan = folio({
        "_data/repositories.yml": "github_repos:\n  - id: ann/maps\n    description: Maps.\n"
        "  - name: ann/atlas\n  - ann/boats\n",
        "_pages/x.md": page("permalink: /x/\nmine: ann/own", "Words.\n\n"
        "{% for one in site.data.repositories.github_repos %}\n"
        "{% include repository/repo.liquid repository=one %}\n{% endfor %}\n"
        "{% include repository/repo.liquid repository=page.mine %}"),
    })  # fmt: skip
    for name in ("maps", "atlas", "boats", "own"):
        assert f"- [ann/{name}](https://github.com/ann/{name})\n" in body(plan, "/x/")


@pytest.mark.parametrize("said", ["/me/a.png", "me//a.png", "/images/me/a.png", "images//me/a.png"])
def test_a_file_is_found_whatever_slashes_name_it(said: str) -> None:
    plan = academic({
        "_config.yml": f"title: Tess\nauthor: {{name: Tess Tester, avatar: {said}}}\n",
        "_pages/x.md": page("permalink: /x/\nimage: /images//me/a.png", "![Me](/images//me/a.png)"),
        "images/me/a.png": PNG,
    })  # fmt: skip
    assert plan.site["person"]["portrait"] == "images/me/a.png"
    assert Planned(plan).document("/x/").front["image"] == "images/me/a.png"
    assert "![Me](/images/me/a.png)" in body(plan, "/x/")
    assert not found(plan, "picture") and not found(plan, "dead-link")


def test_a_title_is_one_line_and_a_picture_in_it_is_the_preview() -> None:
    plan = academic({
        "_portfolio/a.md": page("title: \" <img src='/images/a.png'><br/><br/> Ames Labs, Oslo\"",
                                "# Engines\n\nI built engines."),
        "_portfolio/b.md": page("title: 'Maps<br>and their makers'"),
        "images/a.png": PNG,
    })  # fmt: skip
    first, second = (one.values for one in plan.entries["projects"])
    assert (first["title"], first["preview"]) == ("Ames Labs, Oslo", "images/a.png")
    assert second["title"] == "Maps and their makers"
    assert [one.front["title"] for one in plan.documents if one.front["title"].startswith("Ames")]


# ------------------------------------------------------------------ lists of the owner's own collections

OF_LAB: Files = {
    "_config.yml": f"{CONFIG}collections: {{team: {{output: true}}, trips: {{output: true}}, "
    "projects: {output: true}}\n",
    "_team/ann.md": page("title: Ann Ames\ncategory: Lab\nimportance: 2\ndescription: Professor of maps"),
    "_team/bob.md": page("title: Bob Best\ncategory: PhD Alumni\nimportance: 1"),
    "_team/cy.md": page("title: Cy Cole\ncategory: Lab\nimportance: 1"),
    "_trips/alps.md": page("title: Alps\ncategory: Lab\nimportance: 2\nexcerpt: ' '"),
    "_trips/sea.md": page("title: Sea\ncategory: Lab\nimportance: 1"),
    "_trips/zoo.md": page("title: Zoo\ncategory: PhD Alumni\nimportance: 1"),
    "_projects/one.md": page("title: One\ncategory: work", "Words."),
}  # fmt: skip
BY_CATEGORY = (
    "{{% for category in page.display_categories %}}\n<h2 class='category'>{{{{ category }}}}</h2>\n"
    "{{% assign some = site.{0} | where: 'category', category | sort: 'importance' %}}\n"
    "{{% for project in some %}}{{% include projects.liquid %}}{{% endfor %}}\n{{% endfor %}}"
)


def test_a_list_shows_its_collection_with_its_groups_in_its_order() -> None:
    front = "display_categories: [Lab, PhD Alumni]\npermalink: "
    plan = folio({
        **OF_LAB,
        "_pages/team.md": page("parts: [Lab, PhD Alumni]\npermalink: /team/",
                               f"Words.\n\n{BY_CATEGORY.format('team')}".replace("display_categories", "parts")),
        "_pages/lab.md": page("permalink: /lab/", "{% assign some = site.team | where: 'category', 'Lab' "
                              "| sort: 'importance' %}{% for one in some %}{{ one.title }}{% endfor %}"),
        "_pages/trips.md": page(f"{front}/trips/", f"Words.\n\n{BY_CATEGORY.format('trips')}"),
    })  # fmt: skip
    said = re.sub(r"\s*\n\s*", "\n", body(plan, "/team/"))
    assert said.strip() == (
        "Words.\n## Lab\n:::{people}\n:only: [cy, ann]\n:::\n"
        "## PhD Alumni\n:::{people}\n:only: [bob]\n:::"
    )
    ann = next(one.values for one in plan.entries["people"] if one.values["id"] == "ann")
    assert (ann["role"], ann["bio"]) == ("Professor of maps", "")
    assert body(plan, "/lab/").strip() == ":::{people}\n:only: [cy, ann]\n:::"
    said = re.sub(r"\s*\n\s*", "\n", body(plan, "/trips/"))
    assert said.strip() == (
        "Words.\n## Lab\n- [Sea](/trips/sea.html)\n- [Alps](/trips/alps.html)\n"
        "## PhD Alumni\n- [Zoo](/trips/zoo.html)"
    )


def test_years_above_records_are_groups_and_names_of_documents_are_not() -> None:
    plan = academic({
        "_talks/a.md": page("title: A\nname: Maps\ndate: 2020-01-02"),
        "_talks/b.md": page("title: B\nname: Boats\ndate: 2021-01-02"),
        "_pages/x.md": page("permalink: /x/", "{% assign all = site.talks | group_by_exp: 'one', "
                            "\"one.date | date: '%Y'\" %}{% for year in all %}\n## {{ year.name }}\n"
                            "{% for talk in year.items %}{{ talk.title }}{% endfor %}\n{% endfor %}"),
        "_pages/y.md": page("permalink: /y/", "{% for one in site.talks %}<h3>{{ one.name }}</h3>{% endfor %}"),
    })  # fmt: skip
    assert body(plan, "/x/").strip() == ":::{talks}\n:group: year\n:::"
    assert body(plan, "/y/").strip() == ":::{talks}\n:::"


def test_a_page_of_a_collection_to_which_no_page_leads_is_named(imported: Run) -> None:
    done = imported({**AL_FOLIO, "_config.yml": f"{AL_FOLIO['_config.yml']}collections: {{trips: {{output: true}}}}\n",
                     "_trips/alps.md": page("title: Alps"), "_trips/sea.md": page("title: Sea"),
                     "_pages/x.md": page("permalink: /x/\nnav: true\ntitle: X", "[Sea](/trips/sea.html)")})  # fmt: skip
    said = next(one for one in done.report["before_you_publish"] if "no page leads" in one)
    assert "(1)" in said and "/trips/alps.html (_trips/alps.md)" in said


test_what_sites_of_al_folio_say = cases({
    "nil is empty in each filter": ({
        "_config.yml": f"{CONFIG}url: ''\nbaseurl: ''\n",
        "_pages/x.md": page(
            "permalink: /x/\nno:\nsome: [a, '', b]",
            "[one]({{ '/a/' | prepend: site.baseurl | prepend: site.url }}) {{ 'x' | "
            "append: page.no }}{{ 'x-y' | replace: '-', page.no }} {{ page.some | join: '+' "
            "}} {{ page.no | relative_url }}{{ page.no | date_to_string }}."),
        "_pages/a.md": page("permalink: /a/\ntitle: A"),
    }, {"/x/": "[one](/a/) xxy a++b ."}),
    "a picture by a variable of a loop is shown": ({
        "_pages/x.md": page(
            "permalink: /x/\nall: [{name: Ann, image: a b.png}, {name: Bob, image: b.png}]",
            "{% for one in page.all %}{% assign file = one.image | prepend: 'assets/img/' %}\n"
            "{% include figure.liquid path=file alt=one.name %}\n\n### {{ one.name }}\n"
            "{% endfor %}"),
        "assets/img/a b.png": PNG, "assets/img/b.png": PNG,
    }, {
        "/x/": ["![Ann](/assets/img/a%20b.png)", "### Ann", "![Bob](/assets/img/b.png)"],
        "template-error": [],
    }),
    "a button in a link is a link": ({
        "_pages/x.md": page(
            "permalink: /x/",
            '<small><a href="/x/"><button class="b">Read on</button></a></small>\n'
            "<button>Off</button>"),
    }, {"/x/": '<a href="/x/">Read on</a>', "dead-button": ["<button>Off"]}),
    "profiles in a layout of the owners are shown by it alone": ({
        "_layouts/team.liquid": "---\nlayout: page\n---\n{% for one in page.profiles %}\n### {{ one.name }}\n{% endfor %}",
        "_pages/x.md": page(
            "permalink: /x/\nlayout: team\nprofiles:\n  - {name: Ann, image: a.png}", ""),
    }, {"/x/": "### Ann", "not /x/": "---", "picture": []}),
}, of_folio)  # fmt: skip
