"""Jekyll: lists of papers, projects, news and other records, and what each record says."""

import re

import pytest

from generator.importing.sources.samples import title_digest
from tests.importing.conftest import PNG, Files, Planned
from tests.importing.jekyll_sites import CONFIG, academic, body, folio, found, page


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


def test_a_record_with_a_text_keeps_its_address() -> None:
    plan = academic({
        "_portfolio/one.md": page("title: One\npermalink: /portfolio/one.html\nredirect_from: /one/", "Words."),
        "_portfolio/two.md": page("title: Two\npermalink: /portfolio/two.html"),
    })  # fmt: skip
    one, two = plan.entries["projects"]
    assert one.values["permalink"] == "/portfolio/one.html" and one.values["aliases"] == ["/one/"]
    assert "permalink" not in two.values and "/portfolio/two.html" in plan.redirects


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


def test_a_list_of_news_without_news_is_no_page() -> None:
    text = page("title: news\npermalink: /news/", "{% include news.liquid %}")
    plan = folio({"_pages/news.md": text}, [title_digest("news")])
    assert "/news/" not in [one.address for one in plan.documents]


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
        "_publications/three.md": page("title: Three", "![x](https://example.org/x.png)\n# A\nx"),
        "_pages/p.html": page("permalink: /p/", "{% for p in site.publications %}{% endfor %}"),
        "m.png": "x",
    })  # fmt: skip
    papers = {str(one.values["title"]): one for one in plan.entries["publications"]}
    one, two = papers["One"], papers["Two"]
    assert "![Map](/m.png)" in body(plan, "/publications/one.html")
    assert one.values["page"] == "publications/one.md" and one.values["note"] == "In press"
    assert one.values["links"]["url"] == "https://example.org/one"
    assert one.values["venue"] == "Sea & Map"
    assert not two.values.get("abstract") and not two.values.get("note")
    assert found(plan, "picture") == ["https://example.org/x.png"]
    assert body(plan, "/p/").strip() == ":::{publications}\n:body: false\n:::"


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


def test_an_empty_list_in_no_menu_is_no_page_whatever_its_title() -> None:
    loop = "{% for post in site.NAME %}{% include archive-single.html %}{% endfor %}"
    pages = {f"_pages/{name}.html": page(f"permalink: /{name}/\ntitle: My {name}", loop.replace("NAME", name))
             for name in ("talks", "teaching")}  # fmt: skip
    plan = academic({**pages, "_data/navigation.yml": "main: [{title: T, url: /teaching/}]\n"})
    assert [one.address for one in plan.documents] == ["/teaching/"]


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


def test_a_project_names_its_code() -> None:
    front = "title: Maps\ngithub: tess/maps\nrelated_publications: one, two"
    plan = folio({"_projects/a.md": page(front, "Words."), "_config.yml": CONFIG + "collections: "
                  "{projects: {output: true}}\n"})  # fmt: skip
    assert plan.entries["projects"][0].values["links"]["code"] == "https://github.com/tess/maps"
    assert not found(plan, "field"), "the layout asks whether there are any, and lists those cited"


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


def test_what_a_list_of_posts_says_is_named_and_it_stays_in_the_menu() -> None:
    loop = "{% for post in site.posts %} min read in {{ post.title }} {% endfor %}"
    plan = folio({
        "_pages/blog.md": page("permalink: /blog/\ntitle: blog\nnav: true",
                               f"<p>\n  On maps and on <b>their</b> makers.\n</p>\n{loop * 12}"),
        "_posts/2020-01-02-a.md": page("title: A", "Words."),
    })  # fmt: skip
    assert found(plan, "theme-text") == ["On maps and on <b>their</b> makers."]
    assert {"to": "/blog/", "label": "blog"} in plan.menu and plan.redirects["/blog/"] == "/posts/"


@pytest.mark.parametrize(("name", "group"), [
    ("papers", ""), ("{{ site.scholar.bibliography }}", ""),
    ("papers --group_by type", ":group: kind\n"), ("papers --group_by year", ":group: year\n"),
])  # fmt: skip
def test_a_list_of_the_only_bibliography_names_no_papers(name: str, group: str) -> None:
    text = page("permalink: /p/", f"Papers.\n\n{{% bibliography -f {name} %}}")
    plan = folio({"_pages/p.md": text, "_bibliography/papers.bib": "@misc{one, title={One}}\n"})
    assert f":::{{publications}}\n{group}:::" in body(plan, "/p/")
    assert not found(plan, "bibliography-query")


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


@pytest.mark.parametrize(("text", "said"), [
    ("* **We** won\n  a prize.", "**We** won a prize."), ("* One.\n* Two.", "One. Two."),
    ("*We* won.", "*We* won."),
])  # fmt: skip
def test_news_that_is_one_item_of_a_list_is_its_words(text: str, said: str) -> None:
    plan = folio({"_news/a.md": page("date: 2020-01-02\ninline: true", text)})
    assert plan.entries["news"][0].values["text"] == said


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
