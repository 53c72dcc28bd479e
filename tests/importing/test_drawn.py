"""What sites that nobody had looked at taught: each rule of an old program in a small source."""

from pathlib import Path

from tests.importing.conftest import AL_FOLIO, PNG, Run, cases, import_here, page, planned

HEXO = {
    "package.json": '{"hexo": {"version": "7.0.0"}}',
    "_config.yml": "title: Tess\nauthor: Tess Tester\nurl: https://tess-example.org\ntheme: next\n",
    "source/_posts/one.md": "---\ntitle: One\ndate: 2020-01-02\n---\nA text.\n",
    "source/works/index.md": "My work on engines.\n",
    "source/about/index.md": "---\ntitle: About me\n---\nI test engines.\n",
}
HUGO = {
    "config/_default/hugo.yaml": "title: Lab of Engines\nbaseURL: https://lab-example.org/\n",
    "go.mod": "module x\nrequire github.com/HugoBlox/kit v1\n",
    "content/publication/one/index.md": "---\ntitle: On engines\ndate: 2020-01-02\n"
    "authors: [me, ann]\n---\n",
}
PAGES = {
    "_config.yml": "title: Tess\nurl: https://tess-example.org\n"
    "author:\n  name: Tess Tester, PhD\n",
    "_includes/author-profile.html": "x",
    "_pages/about.md": "---\npermalink: /\ntitle: About\n---\nI test engines.\n",
    "_publications/one.md": "---\ntitle: On engines\ndate: 2020-01-02\nauthors: Tess Tester\n"
    "permalink: /publication/one\n---\n",
}


def test_a_paper_with_a_title_of_the_template_and_filler_text_is_a_sample(imported: Run) -> None:
    site = imported(HUGO | {
        "content/publication/sample/index.md": "---\ntitle: An example conference paper\n"
        "date: 2013-07-01\nauthors: [me]\n"
        "abstract: Lorem ipsum dolor sit amet, consectetur.\n---\n"
        "Some words that no digest knows stand here.\n",
    })  # fmt: skip
    assert site.report["taken"]["publications"] == 1


def test_a_bibliography_among_the_data_of_hexo_is_taken(imported: Run) -> None:
    site = imported(HEXO | {"source/_data/papers.bib": str(AL_FOLIO["_bibliography/papers.bib"])})
    assert site.report["taken"]["publications"] == 1
    assert site.found("no-section") == ["1 publications"]


def test_a_link_in_a_record_may_say_where_it_opens(imported: Run) -> None:
    site = imported(PAGES | {
        "_publications/two.md": "---\ntitle: On wheels\ndate: 2021-01-02\nauthors: Tess Tester\n"
        "permalink: /publication/two\n---\nRead it: [Access](https://example.org/x){:target=\"\\_blank\"}\n",
    })  # fmt: skip
    assert site.report["taken"]["publications"] == 2
    assert "[Access](https://example.org/x)" in site.text("content/publications.yaml")


def test_a_section_named_home_stands_for_the_home_page(imported: Run) -> None:
    site = imported(HUGO | {
        "config/_default/menus.yaml": "main:\n  - name: Home\n    url: '#about'\n    weight: 1\n",
        "content/home/about.md": "---\nwidget: about\nactive: true\nweight: 20\n---\n",
        "content/home/about-us.md": "---\nwidget: blank\nactive: true\nweight: 0\n"
        "title: Last\n---\nThe last words.\n",
        "content/home/news.md": "---\nwidget: blank\nactive: true\nweight: 30\ntitle: Then\n---\nX.\n",
    })  # fmt: skip
    assert "menu:\n  - to: /\n    label: Home\n" in site.text("content/site.yaml")
    home = site.text("content/index.md")
    assert home.index("## Then") < home.index("## Last")


def test_a_page_of_posts_in_the_words_of_its_template_stays_in_the_menu() -> None:
    blog = "---\nlayout: default\npermalink: /blog/\ntitle: Reviews\nnav: true\nnav_order: 2\n"
    listing = "pagination: {enabled: true}\n---\n{% for post in site.posts %}{{ post.title }}{% endfor %}\n"
    post = {"_posts/2024-01-02-one.md": "---\ntitle: One\n---\nA review of mine.\n"}
    done = planned(AL_FOLIO | post | {"_pages/blog.md": blog + listing})
    assert "label: Reviews" in done.text("content/site.yaml")


def test_projects_keep_the_case_of_their_pages(imported: Run) -> None:
    page = "---\nlayout: page\ntitle: Double DQN\npermalink: /projects/DDQN-Mario/\n---\nA text.\n"
    done = imported(AL_FOLIO | {"_projects/DDQN-Mario.md": page})
    assert "- id: DDQN-Mario\n" in done.text("content/projects.yaml")
    assert done.address("/projects/DDQN-Mario/") == ("same", "/projects/DDQN-Mario/")


def test_an_entry_of_bibtex_that_is_never_closed_costs_no_other(imported: Run) -> None:
    entry = "@article{{{key},\n  title = {title},\n  author = {{Ann Tester}},\n  journal = {{J}},\n  year = {{2020}}\n}}\n\n"
    bib = entry.format(key="one", title="{A {title},") + entry.format(key="two", title="{Two}")
    site = imported(AL_FOLIO | {"_bibliography/papers.bib": bib})
    assert "\narticle{one,\n" in "\n" + site.text("content/publications.bib")
    (said,) = site.found("record-does-not-build")
    assert said.startswith('@article{one, this brace of the field "title" is never closed')
    assert "@article{two,\n" in site.text("content/publications.bib")


def test_an_author_of_hugo_is_one_folder_in_small_letters_and_in_capitals() -> None:
    site = planned(HUGO | {
        "content/authors/Admin/_index.md": "---\ntitle: Tess Tester\nsuperuser: true\n---\nI test.\n",
        "content/publication/one/index.md": "---\ntitle: On engines\ndate: 2020-01-02\n"
        "authors: [admin]\n---\n",
        "content/publication/two/index.md": "---\ntitle: On rails\ndate: 2020-01-01\n"
        "authors: [ADMIN]\n---\n",
    })  # fmt: skip
    assert site.text("content/publications.yaml").count("- Tess Tester") == 2


def test_a_cv_that_a_page_or_the_menu_links_wins_over_one_that_is_so_called() -> None:
    def links(home: str, menu: str = "") -> dict[str, object]:
        made = planned(HUGO | {
            "content/authors/admin/_index.md": f"---\ntitle: Tess\nsuperuser: true\n---\n{home}\n",
            "config/_default/menus.yaml": menu,
            **dict.fromkeys(("static/Tess-CV-Aug2023.pdf", "static/Tess-CV-Feb2025.pdf"), "%PDF-"),
        })  # fmt: skip
        return made.plan.site["person"]["links"]

    assert not links('More is [here]({{< staticref "Tess-CV-Feb2025.pdf" >}}).')
    assert not links("I test.", "main: [{name: CV, url: /Tess-CV-Feb2025.pdf}]\n")


def test_the_caption_of_a_header_without_a_picture_and_a_summary_are_no_texts_of_a_page() -> None:
    front = "+++\ntitle = 'Sets'\nsummary = 'Click here'\nimage_preview = 'sets.jpg'\n"
    front += "[header]\n  image = ''\n  caption = 'My caption :smile:'\n+++\n"
    site = planned(HUGO | {
        "content/teaching/sets.md": front, "static/img/sets.jpg": PNG,
        "content/teaching/logic.md": "---\ntitle: Logic\nsummary: Or here\n---\n",
    })  # fmt: skip
    pages = {one.address: one.body for one in site.plan.documents}
    assert pages["/teaching/sets/"].strip() == "![](/img/sets.jpg)"
    assert pages["/teaching/logic/"] == ""


def test_backups_of_editors_are_left_out(tmp_path: Path) -> None:
    backups = ["content/home/teaching.md_bk", "static/a.pdf.bak", "static/a.pdf~"]
    site = import_here(tmp_path, HUGO | dict.fromkeys(backups, "x"))
    assert site.named("not-followed") == backups
    assert not [one for one in backups if one in str(site.report["files"]["taken"])]


def test_blanks_at_the_end_of_an_item_are_no_backslash() -> None:
    items = (
        "- Taught **engines**.  \n- Drew maps.  \n  - Small ones  \n\n1. One  \n2. Two  \nand more"
    )
    said = items.replace("\n", "\n    ")
    widget = f"widget: experience\nexperience:\n- title: Tester\n  company: Works\n  date_start: '2020-01-01'\n  description: |\n    {said}"
    done = planned(HUGO | {"content/home/experience.md": page(widget, "")})
    text = done.text("content/experience.yaml")
    assert "**engines**.\n" in text and "maps.\n" in text and "One\n" in text
    assert text.count("\\") == 1 and "Two\\\n" in text


def test_advice_says_nothing_false(tmp_path: Path) -> None:
    awards = (
        '+++\nwidget = "accomplishments"\n[[item]]\norganization="The College of Engines"\n'
        'organization_url="https://college.example.net/"\ntitle="A cup"\ndate_start="2020-01-01"\n+++\n'
    )
    done = import_here(tmp_path, HUGO | {
        "static/index.html": "<!doctype html><title>Content Manager</title>",
        "content/home/awards.md": awards,
        "content/_index.md": page("title: Home\ntype: widget_page", ""),
        "content/post/a.md": page("title: A\ndate: 2020-01-01", "Quite slow (and costs $$$).\n"),
    })  # fmt: skip
    assert "college.example.net" in done.text("content/awards.yaml")
    said = "".join(done.report["before_you_publish"])
    assert not any(one in said for one in ("organization_url", "static/index.html", "$$"))


def test_text_below_a_picture_in_html_is_a_paragraph() -> None:
    text = '### Tom\n<img alt="Tom" src="/img/tom.png"/>\nTom is a **cat**.\n'
    done = planned(HUGO | {"content/pets.md": page("title: Pets", text), "static/img/tom.png": PNG})
    assert 'src="/img/tom.png"/>\n\nTom is a **cat**.' in done.text("content/pets.md")


test_what_small_sites_say = cases({
    "a page of hexo without a title has the name of its folder": (HEXO,
        {"content/works.md": "title: Works"}),
    "an owner in data is found and no other author takes the place": (HUGO | {
        "data/authors/ann.yaml": "slug: ann\nname:\n  first: Ann\n  last: Other\nrole: Student\n",
        "data/authors/me.yaml":
            "slug: me\nis_owner: true\nname:\n  display: Tess Tester\nrole: Professor\nexperience:\n"
            "  - title: Professor\n    institution: University of Tests\n    start: 2019-01-01\n",
        "content/authors/me/_index.md": "I lead the laboratory.\n",
    }, {
        "content/site.yaml": "name: Tess Tester\n  role: Professor",
        "content/publications.yaml": "- Tess Tester\n    - Ann Other",
        "content/index.md": "I lead the laboratory.",
        "content/experience.yaml": "organization: University of Tests",
    }),
    "a link with blanks is one in kramdown": (PAGES | {
        "_pages/more.md": "---\ntitle: More\npermalink: /more/\n---\n"
        "[The syllabus](/files/The syllabus of 2020.pdf)\n",
        "files/The syllabus of 2020.pdf": b"%PDF-1.4\n",
    }, {"content/more.md": "[The syllabus](/files/The%20syllabus%20of%202020.pdf)"}),
    "the profiles of a page of people stay with pictures and texts": (AL_FOLIO | {
        "_pages/people.md":
            "---\nlayout: profiles\ntitle: People\npermalink: /people/\nnav: true\nprofiles:\n"
            "  - align: left\n    image: ann.png\n    content: about_ann.md\n"
            "    more_info: <p>Ann Other, student</p>\n---\n",
        "_pages/about_ann.md": "Ann builds engines.\n", "assets/img/ann.png": PNG,
    }, {
        "content/people.md": ["(/assets/img/ann.png)", "Ann Other, student", "Ann builds engines."],
    }),
    "an address in angle brackets is no html": (PAGES | {
        "_talks/one.md": "---\ntitle: On engines\ndate: 2020-01-02\nvenue: A hall\n---\n"
        "Its <b>page</b>: <https://hall.example.org/a?b=1&c=2>\n",
    }, {"content/talks.yaml": "Its **page**: <https://hall.example.org/a?b=1&c=2>"}),
    "a caption below a form is a quotation and mail may have a blank": (HEXO | {
        "source/_posts/one.md": page(
            "title: One\ndate: 2020-01-01\nmathjax: true",
            "<form>\n    <table><tr><td>A</td></tr></table>\n</form>\n"
            "> Some parameter ($t$), shown\n\n[Mail](mailto: ann@example.org)\n"),
    }, {
        "content/posts/2020-01-01-one.md": [
            "</form>\n\n> Some parameter ($t$), shown\n", "[Mail](mailto:ann@example.org)",
        ],
    }),
    "posts of one day keep their order": (HEXO | {
        f"source/_posts/{name}.md": page(f"title: {name}\ndate: {date}")
        for name, date in {"a": "2020-01-01 10:20:30", "b": "2020-01-01 9:05", "c": "2020-03-02 8:00"}.items()
    }, {
        "content/posts/2020-01-01-a.md": "date: '2020-01-01 10:20:30'",
        "content/posts/2020-01-01-b.md": "date: 2020-01-01 9:05",
        "not content/posts/2020-03-02-c.md": "date: ",
    }),
    "the abstract of a post of jekyll is its description": (PAGES | {
        "_posts/2020-01-01-a.md": page(
            "title: A\nabstract: In short, of maps and more.\nsubtitle: Part 1"),
    }, {"content/posts/2020-01-01-a.md": "description: In short, of maps and more.\n"}),
})  # fmt: skip
