"""Hugo: which files it publishes, at which addresses, and what its menu shows."""

from pathlib import Path

import pytest

from tests.importing.conftest import PNG, Files, Run, cases, import_here, page, planned


def site(config: str = "", **more: str | bytes) -> Files:
    """A site of Hugo Blox with settings and files."""
    files: Files = {
        "hugo.yaml": f"title: Ann Tester\nbaseURL: https://ann.example.org/\n{config}",
        "content/authors/admin/_index.md": page("title: Ann Tester\nsuperuser: true", "I test."),
        "content/_index.md": page("title: Home\nsections:\n  - block: about.biography"),
    }
    return {**files, **more}


@pytest.mark.parametrize(
    ("config", "path", "front", "was"),
    [
        ("", "post/It's A+B/index.md", "title: P", "/post/its-a+b/"),
        ("", "post/A - B.md", "title: P", "/post/a-b/"),
        ("disablePathToLower: true", "post/Big One.md", "title: P", "/post/Big-One/"),
        ("uglyURLs: true", "post/x.md", "title: P", "/post/x.html"),
        ("permalinks: {post: '/:year/:monthname/:slug/'}", "post/x.md", "title: It's (1)",
         "/2020/march/its-1/"),
        ("permalinks:\n  page: {post: '/:sections/:contentbasename/'}", "post/a/b/x.md",
         "title: P", "/post/a/b/x/"),
        ("permalinks: {post: '/w/:slugorfilename/'}", "post/x/index.md", "slug: Y Z", "/w/y-z/"),
        ("", "post/x.md", "slug: y", "/post/y/"),
        ("", "post/x.md", "url: /own/:year/", "/own/2020/"),
        ("", "notes/x.md", "url: own.html", "/own.html"),
        ("Permalinks: {notes: '/n/:yearday/:filename'}", "notes/x.md", "title: P", "/n/64/x/"),
    ],
)  # fmt: skip
def test_a_page_has_the_address_that_hugo_gives_it(
    imported: Run, config: str, path: str, front: str, was: str
) -> None:
    title = "" if "title:" in front else "title: P\n"
    done = imported(site(config, **{f"content/{path}": page(f"{title}date: 2020-03-04\n{front}")}))
    assert done.address(was) == ("same", was)


def test_topics_of_records_and_pages_of_authors_lead_on(imported: Run) -> None:
    paper = page("title: P\ndate: 2020-01-01\nauthors: [admin]\ntags: [Slow Boats, Harbours]")
    post = page("title: One\ndate: 2020-01-01\ntags: [Harbours]")
    done = imported(site(**{"content/publication/p.md": paper, "content/post/one.md": post}))
    assert done.address("/tags/slow-boats/") == ("redirect", "/publication/")
    assert done.address("/tags/harbours/") == ("same", "/tags/harbours/")
    assert done.address("/authors/admin/") == ("redirect", "/")


def test_pages_of_the_template_are_not_gone(imported: Run) -> None:
    settings = "defaultContentLanguageInSubdir: true\nlanguages: {en: {}, de: {}}\n"
    terms = page("title: Terms", "Add your terms here and set `draft: false` to publish it!")
    done = imported(
        site(settings, **{"content/terms.md": terms, "content/mine.md": page("title: M")})
    )
    assert "/en/terms/" not in {one["old"] for one in done.report["addresses"]}


HIDDEN = {
    "future": "publishDate: 2999-01-01", "undated": "date: 2999-01-01",
    "expired": "expiryDate: 2001-01-01", "bundle": "headless: true",
    "nowhere": "build: {render: never}", "unlisted": "_build: {list: never}",
}  # fmt: skip


def test_what_hugo_does_not_publish_is_a_draft() -> None:
    files = {
        f"content/post/{name}.md": page(f"title: {name}\n{front}") for name, front in HIDDEN.items()
    }
    files |= {"content/post/local.md": page("title: L\nbuild: {list: local, render: link}")}
    done = planned(site(**files))
    drafts = {
        path.rpartition("-")[2].removesuffix(".md") for path in done.files
        if path.startswith("content/posts/") and "draft: true" in done.text(path)
    }  # fmt: skip
    assert drafts == set(HIDDEN)


def test_one_hidden_widget_does_not_hide_the_home() -> None:
    files = site(**{"content/home/a.md": page("widget: blank\nheadless: true\ntitle: Funding")})
    del files["content/_index.md"]
    assert "draft" not in planned(files).text("content/index.md")


def test_front_matter_comes_from_above() -> None:
    done = planned(site(
        "ignoreFiles: ['\\.tmp\\.md$']",
        **{
            "content/post/_index.md": page("title: Posts\ncascade:\n  - build: {render: never}\n"
                                           "    target: {path: 'post/old/**'}"),
            "content/post/old/x.md": page("title: X\ndate: 2020-01-01"),
            "content/post/new.md": page("title: N\ndate: 2020-01-01"),
            "content/lab/_index.md": page("title: Lab\ncascade: {draft: true}"),
            "content/lab/secret.md": page("title: Secret"),
            "content/a.tmp.md": page("title: Tmp"),
            "content/plain.html": "<p>As it is",
        },
    ))  # fmt: skip
    assert "draft: true" in done.text("content/posts/2020-01-01-x.md")
    assert "draft" not in done.text("content/posts/2020-01-01-new.md")
    assert "static/plain.html" in done.files
    pages = [done.text(path) for path in done.files if path.endswith(".md")]
    assert not any("title: Tmp" in text for text in pages)
    assert not any("title: Secret" in text and "draft: true" not in text for text in pages)


def test_filters_of_a_list_are_named_and_folders_may_have_capitals() -> None:
    filters = "{publication_type: '2', tag: maps, author: bo, folders: [publication]}"
    done = planned(site(**{
        "content/_index.md": page("title: Home\nsections:\n  - block: collection\n    content:\n"
                                  f"      title: Journals\n      filters: {filters}"),
        "content/publication/one.md": page("title: One\nauthors: [admin]\ndate: 2020-01-01"),
        "content/Talk/Two.md": page("title: Two\ndate: 2020-01-01"),
        "content/authors/admin/_index.md": page("title: Dr. Ann Tester PhD\nsuperuser: true", "I test."),
    }))  # fmt: skip
    assert done.found("list-filter") == ["author: bo"]
    assert "title: Two" in done.text("content/talks.yaml")
    assert "name: Ann Tester\n  prefix: Dr.\n  title: PhD\n" in done.text("content/site.yaml")
    assert "authors:\n    - Ann Tester\n" in done.text("content/publications.yaml")


def test_the_menu_leads_to_places_that_the_home_has(imported: Run) -> None:
    entries = "about, Biography", "papers, Papers", "notes, Notes"
    menu = "".join(
        f'[[main]]\n  name = "{name}"\n  url = "#{to}"\n'
        for to, name in (one.split(", ") for one in entries)
    )
    done = imported(site(**{
        "config/_default/menus.toml": menu,
        "content/_index.md": page("title: Home\nsections:\n  - {block: about.biography, id: about}\n"
                                  "  - {block: markdown, id: notes, content: {title: Notes, text: N}}"),
    }))  # fmt: skip
    assert done.site["menu"] == [
        {"to": "/", "label": "Biography"}, {"to": "/#notes", "label": "Notes"},
    ]  # fmt: skip
    assert done.found("theme-block") == ["menu: Papers"] and not done.found("menu")


def test_an_entry_whose_place_is_gone_is_no_second_one_for_its_page() -> None:
    menu = "".join(f'[[main]]\n  name = "{to}"\n  url = "#{to}"\n' for to in ("notes", "papers"))
    block = "  - {block: markdown, id: notes, content: {title: Notes, text: N}}"
    done = planned(site(**{"config/_default/menus.toml": menu,
                            "content/_index.md": page(f"title: Home\nsections:\n{block}")}))  # fmt: skip
    said = done.site["menu"]
    assert [one["to"] for one in said] == ["/"] and done.found("theme-block") == ["menu: papers"]


def test_entries_below_another_follow_it_in_the_order_of_their_weights() -> None:
    menu = "{name: Last}, {name: Reach, weight: 30}, {name: B, parent: Reach, weight: 20}, " \
           "{name: A, parent: Reach, weight: 10}, {name: First, weight: 20}"  # fmt: skip
    for name in ("last", "b", "a", "first"):
        menu = menu.replace(f"name: {name.title()}", f"url: /{name}/, name: {name.title()}")
    pages = {f"content/{one}.md": page(f"title: {one}") for one in ("last", "b", "a", "first")}
    done = planned(site(f"menus:\n  main: [{menu}]\n", **pages))
    found = done.site["menu"]
    assert [one["to"] for one in found] == ["/", "/first/", "/a/", "/b/", "/last/"]
    assert not done.found("menu") and done.found("menu-levels") == ["Reach"]


def test_an_address_that_templates_have_for_nobody_is_not_the_sites(imported: Run) -> None:
    files = site()
    files["hugo.yaml"] = "title: Ann Tester\nbaseURL: https://example.com/\n"
    done = imported(files)
    assert "url:" not in done.text("content/site.yaml").replace("url: /", "")
    assert done.found("no-url") == ["https://example.com/"]
    assert "The address of your site" in str(done.report["before_you_publish"])


def paper(front: str, text: str = "") -> str:
    return page(
        f"title: One\nauthors: [admin, Bo Other, Cy Third]\ndate: 2020-01-01\n{front}", text
    )


def test_a_project_has_one_page_with_its_picture(imported: Run) -> None:
    front = "title: Boats\nsummary: We build.\nlinks: [{name: Boat Shop, url: 'https://b.org'}]\n"
    image = "image: {caption: A boat}"
    done = imported(site(**{
        "content/project/Boats/index.md": page(front + image, "All of it."),
        "content/project/Boats/featured.png": PNG,
        "content/publication/one/index.md": paper("projects: [Boats, internal-project]\npublication: '*{prd}*'"),
    }))  # fmt: skip
    text = done.text("content/projects.yaml")
    assert "links:\n    Boat Shop: https://b.org\n" in text
    assert "preview: project/boats/featured.png\n  preview_alt: A boat\n" in text
    assert "permalink: /project/boats/" in done.text("content/projects/boats.md")
    assert done.address("/project/boats/") == ("same", "/project/boats/")
    assert not done.found("field")
    assert "related:\n    projects:\n      - boats\n" in done.text("content/publications.yaml")
    assert done.data("venues") == [{"id": "prd", "name": "prd"}]


_CC = "[CC BY-NC-ND 4.0](https://creativecommons.org/licenses/by-nc-nd/4.0/)"


@pytest.mark.parametrize(
    ("notice", "enable", "foot"),
    [
        ("© {year} Me", True, _CC),
        ("&copy; {year} {name}. All rights. This is under {license}", False,
         "© 2026 Ann Tester. All rights."),
        ("© {year} {name}. Under {license}", True, f"© 2026 Ann Tester. Under {_CC}"),
        ("Thanks to Bo.", True, f"Thanks to Bo. · {_CC}"),
        ("&copy; {year}", False, ""),
    ],
)  # fmt: skip
def test_notice_and_licence_in_the_foot_stay(notice: str, enable: bool, foot: str) -> None:
    licence = f"{{enable: {enable}, allow_derivatives: false, share_alike: true}}"
    params = f"footer:\n  copyright:\n    notice: '{notice}'\n    license: {licence}\n"
    done = planned(site(**{"config/_default/params.yaml": params}))
    assert done.site.get("footer", "") == foot


def test_hidden_files_and_caches_have_no_address_and_a_large_icon_is_named(imported: Run) -> None:
    done = imported(site(**{
        "content/publication/one/index.md": paper("permalink: /x/\nicon_pack: fas"),
        "content/publication/one/.DS_Store": b"\0",
        "assets/media/icon.png": PNG + b"\0" * 300_000,
        "resources/_gen/x.content": "cached",
    }))  # fmt: skip
    assert not any(".DS_Store" in one["old"] for one in done.report["addresses"])
    left = {one["file"]: one["why"] for one in done.report["files"]["left"]}
    assert left["resources/_gen/x.content"] == "made by programs" and not done.found("field")
    assert done.found("site-icon") == ["too large"]


@pytest.mark.parametrize(("more", "named"), [(b"", []), (b"2", ["static/media/avatar.png"])])
def test_another_file_at_the_place_of_the_portrait_is_named(
    tmp_path: Path, more: bytes, named: list[str]
) -> None:
    done = import_here(tmp_path, site(**{
        "content/authors/admin/avatar.png": PNG, "static/media/avatar.png": PNG + more,
    }))  # fmt: skip
    assert (done.folder / "static/media/avatar.png").read_bytes() == PNG
    assert done.named("name-clash") == named


def test_an_entry_of_the_menu_for_a_place_that_the_home_does_not_have_is_left_out() -> None:
    menu = "menu: {main: [{name: Papers, url: '#featured'}, {name: Work, identifier: w, url: /}, {name: A, parent: w, url: a/}]}"
    paper = page(
        "title: Q\ndate: 2020-01-01\nauthors: [admin]\ndoi: ''\npublication: Letters, No.6, p.1-2 (2020)",
        "",
    )
    bib = "@article{q,\n  title = {Q},\n  journal = {Letters},\n  year = {2020},\n  doi = {https://doi.org/10.1000/q},\n}\n"
    done = planned(site(menu, **{
        "content/publication/q/index.md": paper, "content/publication/q/cite.bib": bib,
        "content/a.md": page("title: A"),
    }))  # fmt: skip
    menu_entries = [(one["to"], one["label"]) for one in done.plan.menu if one["to"] != "/"]
    assert menu_entries == [("a/", "A")] and "menu: Papers" in done.found("theme-block")
    done.says({"content/publications.yaml": ["venue: Letters\n", "doi: 10.1000/q"]})


def test_a_list_of_people_has_its_page_in_each_form() -> None:
    members = "widget: people\ntitle: Members\ncontent: {user_groups: [Staff]}"
    more = {"content/authors/bo/_index.md": page("title: Bo Beta\nuser_groups: [Staff]", "I test.")}
    for files, own in (
        ({"content/members/_index.md": page(members)}, "content/members.md"),
        ({"content/members/index.md": page("type: widget_page\ntitle: M"),
          "content/members/people.md": page(members)}, "content/members.md"),
    ):  # fmt: skip
        assert ":::{people}" in planned(site(**more, **files)).text(own)


def test_an_abstract_that_the_text_repeats_stands_once() -> None:
    abstract = "It says how engines of many kinds are tested."
    front, text = (
        f"title: X\ndate: 2020-01-01\nabstract: {abstract}",
        abstract.replace("many", "*many*"),
    )
    done = planned(site(**{
        "content/post/x.md": page(front, text), "content/event/x/index.md": page(front, text),
        "content/more/x.md": page(front, f"## Abstract\n\n{text}\n\nMore."),
    }))  # fmt: skip
    assert not done.found("field")
    assert done.text("content/talks.yaml").count("engines of") == 1
    assert done.text("content/more/x.md").partition("---\n\n")[2].count("engines of") == 1


def test_rules_for_crawlers_that_forbid_nothing_are_those_of_masthead() -> None:
    rules = "User-agent: *\nDisallow: {}\nSitemap: /sitemap.xml\n"
    for path in ("", "/private/"):
        made = planned(site(**{"static/robots.txt": rules.format(path)}))
        assert ("static/robots.txt" in made.files) == bool(path)


@pytest.mark.parametrize("kind", ["project", "work"])
def test_a_page_of_blocks_has_the_title_of_its_only_block(kind: str) -> None:
    block = "- {block: collection, content: {title: My Work, count: 0, filters: {folders: [%s]}}}"
    front = f"title: Window\ntype: landing\nsections:\n{block % kind}\n"
    files = site(**{
        f"content/{kind}/_index.md": page(front, ""), f"content/{kind}/a.md": page("title: A"),
    })  # fmt: skip
    text = planned(files).text(f"content/{kind}.md")
    assert "title: My Work\n" in text and "##" not in text
    more = "- {block: markdown, content: {title: Then, text: Words.}}\n"
    files[f"content/{kind}/_index.md"] = page(front + more, "")
    done = planned(files)
    is_lost = done.found("widget") == ["Window"]
    assert is_lost or "## Then" in done.text(f"content/{kind}.md")


def test_a_project_without_a_paragraph_has_its_subtitle_in_lists() -> None:
    text = page("title: One\nsubtitle: 'On old maps '", "- We draw maps.\n- We read maps.")
    done = planned(site(**{"content/project/one/index.md": text}))
    (one,) = done.data("projects")
    assert one["body"] == "On old maps"
    assert done.document("/project/one/").body == "- We draw maps.\n- We read maps."


def test_a_stylesheet_of_the_owner_that_says_something_is_named() -> None:
    sheet = "assets/scss/custom.scss"
    assert planned(site(**{sheet: ".lead { color: red; }\n"})).named("own-styles") == [sheet]
    assert not planned(site(**{sheet: "/* .lead { color: red; } */\n// {}\n"})).named("own-styles")


def test_a_folder_inside_of_posts_is_a_page_with_its_children(imported: Run) -> None:
    chapter = "title: %s\ndate: 2020-01-0%s\ntype: book\nweight: %s"
    done = imported(site(**{
        "content/post/_index.md": page("title: All"),
        "content/post/a/book/_index.md": page("title: Book\ntype: book", "About the book."),
        "content/post/a/book/two.md": page(chapter % ("Two", 1, 2), "1. First\n2. Second"),
        "content/post/a/book/one.md": page(chapter % ("One", 2, 1), "Words."),
        "content/post/b/_index.md": page("title: Other\ncascade: {type: docs}", "{{< list_children >}}\n\nOf others."),
        "content/post/b/part.md": page("title: Part", "A part."),
        "content/post/series/_index.md": page("title: Series"),
        "content/post/series/post.md": page("title: Post\ndate: 2021-01-01", "A post."),
    }))  # fmt: skip
    assert "title: All" in done.text("content/posts/index.md")
    assert {one for one in done.files if one.startswith("content/posts/")} == {
        "content/posts/2021-01-01-post.md", "content/posts/index.md",
    }  # fmt: skip
    book = done.text("content/post/a/book.md")
    assert book.endswith(
        "title: Book\n---\n\nAbout the book.\n\n- [One](/post/a/book/one/), 2020-01-02\\\n  Words.\n"
        "- [Two](/post/a/book/two/), 2020-01-01\n"
    )
    assert "\n- [Part](/post/b/part/)\\\n  A part.\n\nOf others.\n" in done.text(
        "content/post/b.md"
    )
    assert "- [Post](/post/series/post/)" in done.text("content/post/series.md")
    for place in ("a/book", "a/book/one", "b", "b/part", "series", "series/post"):
        assert done.address(f"/post/{place}/") == ("same", f"/post/{place}/")


test_what_a_site_of_hugo_says = cases({
    "a page that another cites is a link with its title": (site(**{
        "content/post/one-two/index.md": page("title: One & Two\ndate: 2020-01-01", "Words."),
        "content/about.md": page("title: About", '{{< cite page="/One-Two" view="4" >}}'),
    }), {"content/about.md": "\n[One & Two](/post/one-two/)\n"}),
    "a paper leads to its external link": (site(**{
        "content/publication/one/index.md": paper("external_link: https://else.example.org/one"),
    }), {"content/publications.yaml": "website: https://else.example.org/one", "field-not-needed": []}),
    "goldmark may pass formulas on to templates of the owner": (
        site("params: {math: false}\nmarkup: {goldmark: {extensions: {passthrough: {enable: true}}}}\n", **{
            "content/post/p.md": page("title: P\ndate: 2020-01-01", "So $x_1$ and $x_2$."),
        }), {"end content/posts/2020-01-01-p.md": "So $x_1$ and $x_2$.\n"}),
    "switches have hugo publish more": (
        site("buildFuture: true\nBuildExpired: true\nbuildDrafts: true", **{
            "content/post/late.md": page("title: L\ndate: 2999-01-01\nexpiryDate: 2001-01-01"),
        }), {
        "not content/posts/2999-01-01-late.md": "draft", "render-drafts": ["buildDrafts: true"],
    }),
    "topics have the addresses that they had without accents": (site("removePathAccents: true", **{
        "content/post/x.md": page("title: X\ndate: 2020-01-01\ntags: [Diseño, plain]"),
        "content/a.md": page("title: A\ntags: [Of A]"),
    }), {"to /tags/diseno/": "/tags/diseño/", "to /tags/plain/": None,
         "gone /tags/of-a/": "a topic of pages, of which no list is made"}),
    "a draft is named as a draft and a template is no day": (site(**{
        "content/notes/_index.md": page("title: Notes\ndraft: true", "Mine."),
        "content/post/a.md": page("title: A\ndate: 2020-01-01\nlastmod: '{{ .Lastmod }}'"),
        "content/post/b.md": page("title: B\ndate: 2020-01-01\nlastmod: true"),
    }), {
        "left content/notes/_index.md": "a draft", "unpublished": ["draft: true, Notes"],
        "widget": [], "date-unread": [],
    }),
    "a pdf with the name of the papers folder is its pdf": (site(**{
        "content/publication/One/index.md": paper("url_pdf: https://x.org/other.pdf"),
        "content/publication/One/one.PDF": b"%PDF-1.4 a paper",
    }), {"content/publications.yaml": "pdf: /publication/one/one.PDF"}),
    "lists have what those of academic had": (site(**{
        "content/project/p.md": page("title: P\nsummary: S.\nauthors: [Ann with Bo One and Di Two]", ""),
        "content/maps/_index.md": page("title: Maps", "- Mine."), "content/maps/a.md": page("title: A"),
        "content/_index.md": page("type: landing\nsections: [{block: about.biography}]", ""),
        "content/home/x.md": page("widget: blank\ntitle: X"),
        "content/authors/admin/_index.md": page("title: Ann Tester\nsuperuser: true\nsocial: [{icon: graduation-cap, link: 'https://www.researchgate.net/profile/Ann'}, {icon: graduation-cap, link: 'https://scholar.google.fr/citations?user=ab'}]"),
    }), {
        "content/projects.yaml": "S.\n\n    Ann with Bo One and Di Two",
        "content/maps.md": "- Mine.\n\n* [A]", "not content/index.md": "Words.\n\n",
        "left content/home/x.md": "a widget that the home page does not show",
        "person links": {"researchgate": "https://www.researchgate.net/profile/Ann", "scholar": "https://scholar.google.fr/citations?user=ab"},
    }),
    "formulas keep the colours that have the same names": (site(**{
        "content/a.md": page("title: A", r"So $\color {red}{x_1}$, $\textcolor{navy}{y_1}$ and $f'(x)v$."),
    }), {"end content/a.md": "So $\\textcolor{red}{x_1}$, ${y_1}$ and $f'(x)v$.\n", "attribute": [r"\textcolor{navy}"]}),
    "lists show the summary of a paper and its page the text": (site(**{
        "content/publication/one/index.md": paper(
            "abstract: We test engines.\nsummary: In press.\npublication_types: [conference]",
            "We test engines.\n\nThere are videos."),
    }), {
        "content/publications.yaml": [
            "kind: conference", "details: In press.\n", "body: There are videos.\n",
        ], "content/publication.md": ":body: false\n", "kind": ["conference"],
    }),
    "goldmark takes backslashes and wowchemy has pictures among its media": (site(**{
        "content/post/a/index.md": page(
            "title: A\ndate: 2020-01-01\nmath: true",
            r"Sets $\\{P_{1}\\}$ and ![](/posts/a/fig1.png)"),
        "assets/media/posts/a/fig1.png": PNG, "assets/media/posts/b/fig1.png": PNG + b"2",
        "content/post/b.md": page("title: B\ndate: 2020-01-01\nmarkup: mmark", "A $$x$$.\n\n$$\\begin{align}y\\end{align}$$"),
    }), {"content/posts/2020-01-01-a.md": [r"$\{P_{1}\}$", "![](/media/posts/a/fig1.png)"],
         "content/posts/2020-01-01-b.md": "A $x$.\n\n$$\\begin{align*}y\\end{align*}$$"}),
    "a section lists the pages below its text": (site(**{
        "content/maps/_index.md": page("title: Maps", "One map a day."),
        "content/maps/old.md": page("title: Old\ndate: 2019-05-06"),
        "content/maps/new/index.md": page("title: New\ndate: 2020-01-02T10:00:00Z"),
        "content/maps/first.md": page("title: First\nweight: 5\nshow_date: false\ndate: 2018-01-01"),
        "content/maps/hidden.md": page("title: Hidden\nbuild: {list: never}"),
    }), {
        "content/maps.md": "One map a day.\n\n- [First](/maps/first/)\\\n  Words.\n"
        "- [New](/maps/new/), 2020-01-02\\\n  Words.\n- [Old]", "not content/maps.md": "Hidden",
        "content/maps/new.md": "date: '2020-01-02'",
    }),
    "a section without a page of its own has the list that hugo makes": (site(**{
        "content/my-works/maps/_index.md": page("title: Maps", "One map a day."),
        "content/my-works/deep/er/x.md": page("title: X"),
        "content/about/index.md": page("title: About"),
        "content/about/more.md": page("title: More"), "content/home/.more.md": page("widget: blank"),
    }), {
        "left content/about/more.md": "ignored by Hugo", "left content/home/.more.md": "ignored by Hugo",
        "content/my-works.md": [
            "title: My Works",
            "- [Maps](/my-works/maps/)\\\n  One map a day.\n- [X](/my-works/deep/er/x/)",
        ], "list-made": ["My Works"], "content/about.md": "Words.",
    }),
    "the first picture by name is the portrait": (site(**{
        "content/authors/admin/avatar.jpg": PNG, "content/authors/admin/avatar.jpeg": PNG + b"2",
    }), {
        "content/site.yaml": "portrait: media/avatar.jpeg", "not files": "static/media/avatar.jpg",
    }),
    "a menu leads to the posts by the name of their folder": (site("menus: {main: [{name: News, url: post}]}\n", **{
        "content/post/_index.md": page("title: News"),
        "content/post/a.md": page("title: A\ndate: 2020-01-01", "Words."),
    }), {"content/site.yaml": "label: News", "menu": []}),
    "short titles and weights decide lists and menus": (site(**{
        "content/docs/_index.md": page("title: My Courses\nlinktitle: Courses\nmenu: {main: {weight: 3}}"),
        "content/docs/b.md": page("title: Basics of all\nlinkTitle: Basics\nmenu: {docs: {weight: 1}}\nbuild: {list: local}", "B."),
        "content/docs/a.md": page("title: Advanced\nweight: 2", "A."),
        "content/press/_index.md": page("title: Press"),
        "content/press/b.md": page("title: Articles of all\nlinktitle: Articles", "B."),
    }), {
        "content/press.md": "- [Articles of all](/press/b/)\\\n  B.",
        "content/docs.md": "- [Basics](/docs/b/)\\\n  B.\n- [Advanced](/docs/a/)\\\n  A.",
        "content/docs/b.md": "title: Basics of all", "menu": ["/docs/"], "field": [], "side-menu": ["docs"],
    }),
})  # fmt: skip
