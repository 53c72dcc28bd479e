"""Jekyll: what pages of al-folio and academicpages showed by their layouts, loops and HTML."""

import pytest

from generator.importing.source_tree import SourceTree
from generator.importing.sources.jekyll.al_folio import AlFolio
from generator.importing.sources.people import profile
from generator.importing.sources.samples import file_digest, sentences, title_digest
from tests.importing.conftest import PNG, Planned, cases
from tests.importing.jekyll_sites import (
    CONFIG,
    academic,
    body,
    folio,
    found,
    of_folio,
    of_pages,
    page,
)


def test_a_tag_without_counterpart_in_a_loop_is_one_todo() -> None:
    loop = "{% for one in page.cards %}\n{% include card.html of=one %}\n{% endfor %}\n"
    plan = folio({"_pages/x.md": page("permalink: /x/\ncards: [a, b, c]", f"Words.\n\n{loop}")})
    assert body(plan, "/x/").count("TODO import") == 1


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
    twice = folio({"_config.yml": CONFIG + "url: https://t.example.org/x\nbaseurl: /x\n"})
    assert twice.site["url"] == "https://t.example.org/x/"
    assert found(folio({"_config.yml": CONFIG + "url: t example\n"}), "no-url") == ["t example"]


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
    assert plan.redirects["/cv/"] == plan.redirects["/resume.html"] == "/files/cv.pdf"


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


def test_of_pages_with_one_address_the_last_stays() -> None:
    plan = academic({
        "_pages/about (copy).md": page("permalink: /\ntitle: Old", "A copy."),
        "_pages/about.md": page("permalink: /\ntitle: Tess", "I test."),
    })  # fmt: skip
    assert body(plan, "/").strip() == "I test." and len(plan.documents) == 1
    assert Planned(plan).named("hidden-page") == ["_pages/about (copy).md"]


def test_the_note_on_contacts_stands_below_a_home_that_shows_contacts() -> None:
    files = {"_config.yml": CONFIG + "contact_note: Write to me.\n"}
    for social, ends in (("true", "Words.\n\nWrite to me."), ("false", "Words.")):
        front = f"layout: about\npermalink: /\nsocial: {social}"
        assert body(folio(files | {"_pages/about.md": page(front, "Words.")}), "/").strip() == ends


def test_a_picture_that_is_the_icon_stands_for_that_of_masthead() -> None:
    done = of_folio({"_config.yml": CONFIG + "icon: me.png\n", "assets/img/me.png": PNG})
    assert "image/png;base64" in done.text("themes/base/assets/favicon.svg.jinja")
    assert "static/assets/img/me.png" in done.files, "it keeps its address"


def test_the_name_of_an_owner_is_that_of_the_header() -> None:
    names = "first_name: Tess\nmiddle_name: Q\nlast_name: Tester\nscholar: {last_name: Tester}\n"
    assert folio({"_config.yml": names}).site["person"]["name"] == "Tess Q Tester"
    titled = folio({"_config.yml": names + "title: Tess Tester\n"})
    assert titled.site["person"]["name"] == "Tess Tester"


def test_of_a_hidden_folder_what_the_settings_name_is_read() -> None:
    files = {f"_pages/{name}.md": page(f"permalink: /{name}/", "Words.") for name in ("one", "two")}
    plan = folio(files | {"_config.yml": CONFIG + "include: [_pages/one.md]\n"})
    assert [one.address for one in plan.documents] == ["/one/"]
    assert len(folio(files | {"_config.yml": CONFIG + "include: [_pages]\n"}).documents) == 2


@pytest.mark.parametrize(
    ("field", "account", "link"),
    [
        (
            "scholar_userid",
            "citations?user=AbC&hl=en",
            "scholar: https://scholar.google.com/citations?user=AbC",
        ),
        ("linkedin", "www.linkedin.com/in/tess", "linkedin: https://www.linkedin.com/in/tess"),
    ],
)
def test_an_account_may_be_an_address(field: str, account: str, link: str) -> None:
    assert ": ".join(profile(field, account)) == link


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


@pytest.mark.parametrize(
    ("name", "own", "person"),
    [
        ("Tess Tester 陈思", "Tess", {"given": "Tess", "family": "Tester", "native": "陈思"}),
        ("TESTER, Tess (测试)", "Tess", {"given": "Tess", "family": "TESTER", "native": "测试"}),
        ("陈思 | CHEN Si", "Tess", {"given": "Si", "family": "CHEN", "native": "陈思"}),
        ("Tess O'Tester", "Tess", "Tess O'Tester"),
    ],
)
def test_the_name_above_the_portrait_is_one_or_that_of_the_site(
    name: str, own: str, person: object
) -> None:
    plan = academic({"_config.yml": f'title: {own}\nauthor: {{name: "{name}"}}\n'})
    assert plan.site["person"]["name"] == person


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


test_what_sites_of_al_folio_say = cases({
    "pages and news of polyglot are translations": ({
        "_config.yml": CONFIG + "languages: [en, ja]\ndefault_lang: en\n"
        "collections: {news: {output: true}}\n",
        "_pages/en/maps.md": page("permalink: /maps/\nlang: en\ntitle: Maps\nnav: true", "Old maps."),
        "_pages/ja/maps.md": page("permalink: /maps/\nlang: ja\ntitle: 地図\nnav: true", "古い地図"),
        "_news/en/a.md": page("date: 2020-01-02\ninline: true\nlang: en", "A map."),
        "_news/ja/a.md": page("date: 2020-01-02\ninline: true\nlang: ja", "地図"),
        "_posts/en/2020-01-02-a.md": page("title: A\nlang: en"),
        "_posts/ja/2020-01-02-a.md": page("title: A\nlang: ja"),
    }, {
        "site languages": ["en", "ja"], "/maps/": "Old maps.", "/ja/maps/": "古い地図",
        "files": ["content/maps.ja.md", "content/posts/2020-01-02-a.ja.md"], "also menu": {"to": "/maps/"},
        "records news.0.text": {"en": "A map.", "ja": "地図"}, "number news": 1, "hidden-page": [],
        "to /ja/news/a.html": "/ja/news/#a",
    }),
    "a layout that only sends readers on makes a redirect": ({
        "_layouts/sent.html": '<meta http-equiv="refresh" content="0;url=/a.pdf"><body></body>',
        "_pages/cv.md": page("permalink: /cv/\nlayout: sent\ntitle: CV\nnav: true", ""), "a.pdf": "x",
    }, {"to /cv/": "/a.pdf"}),
    "a loop over data says what it said": ({
        "_pages/teaching.md": page("permalink: /teaching/", "#### Assistant\n\n"
        "{% for c in site.data.courses %}\n- {{ c.name }}{% if c.is_new %} (new){% endif %}\n{% endfor %}"),
        "_data/courses.yml": "- {name: Maps, is_new: true}\n- {name: Seas, is_new: false}\n",
        "_data/others.yml": "- {name: Stars}\n",
    }, {
        "/teaching/": ["- Maps (new)\n", "- Seas\n"], "not /teaching/": ":::",
        "taken _data/courses.yml": "content/teaching.md", "in theme-data": ["_data/others.yml"],
    }),
    "what breaks the rules of Liquid is read as Jekyll reads it": ({
        "_config.yml": CONFIG + "collections: {shelf: {output: true}}\n",
        "_pages/s.md": page("permalink: /s/", "{% assign x = site.shelf | default: empty %}"
                            "{% assign all = (x | sort: 'end') | reverse %}{% for one in all %}\n"
                            "- {{ one.title title }}{% if (one.end or y) and x %}.{% endif %}\n{% endfor %}"),
        "_shelf/a.md": page("title: Maps", "A."), "_shelf/b.md": page("title: Seas\nend: 2019", "B."),
        "_shelf/c.md": page("title: Stars\nend: ongoing", "C."),
    }, {"/s/": "- Stars.\n\n- Seas.\n\n- Maps\n", "template-error": []}),
    "the settings are those with which a workflow builds": ({
        ".github/workflows/deploy.yml": "run: bundle exec jekyll build --config _config.yml,own.yml",
        "own.yml": "name: Ann Ames\nscholar: {last_name: Ames, first_name: [A.]}\n",
        "_config.yml": CONFIG + "baseurl: /home\n",
    }, {"person name": "Ann Ames", "person aliases": ["A. Ames"]}),
    "the layout of the home shows the same at other addresses": ({
        "_pages/about.md": page(
            "layout: about\npermalink: /about/\nsubtitle: <p>Clerk</p><p>Reader</p>\n"
            "selected_papers: true\nannouncements: {enabled: true}\nprofile: {image: me.png}",
            "I test."),
        "assets/img/me.png": "x",
        "_news/a.md": page("date: 2020-01-02", "A."),
        "_config.yml": CONFIG + "collections: {news: {output: true}}\n",
    }, {"/about/": [":::{news}", ":selected: true"], "person role": "Clerk, Reader"}),
    "the head of a menu is no entry that leads nowhere": ({
        "_pages/m.md": page(
            "permalink: /m/\ntitle: More\nnav: true\ndropdown: true\n"
            "children: [{title: X, permalink: /x/}]"),
        "_pages/x.md": page("permalink: /x/\ntitle: X", "Words."),
    }, {"site menu.*.to": ["/", "/x/"], "menu": []}),
    "an own page for the blog stays in the menu": ({
        "_pages/blog.md": page("permalink: /blog/\ntitle: blog\nnav: true", "Soon."),
    }, {"also menu": {"to": "/blog/", "label": "blog"}}),
    "a page of a template that leads on leads on": ({
        "_pages/cv.md": page("permalink: /cv/\ntitle: cv\nnav: true\nredirect_to: /assets/pdf/cv.pdf"),
        "assets/pdf/cv.pdf": "%PDF-",
    }, {"to /cv/": "/assets/pdf/cv.pdf"}, [title_digest("cv")]),
    "two backslashes break a line": ({
        "_pages/p.md": page("permalink: /p/", "Hi there,\\\\\nit is me, `a\\\\`.\\\\\n\nOn."),
    }, {"all /p/": "Hi there,\\\nit is me, `a\\\\`.\\\\\n\nOn."}),
    "profiles of a cv are the persons and of two fields an empty one is no loss": ({
        "_pages/cv.md": page("layout: cv\npermalink: /cv/\ntitle: CV"),
        "_data/cv.yml":
            "cv:\n  name: Tess Tester\n  social_networks: [{network: GitHub, username: tess}]\n"
            "  sections: {education: [{institution: I, degree: D, start_date: 2020}]}\n",
        "_pages/p.md": page("permalink: /p/\ntitle:\ntitle: Two", "Words."),
    }, {"person links.github": "https://github.com/tess", "field": [], "duplicate-key": []}),
    "books and courses are listed by the layout and the include of the theme": ({
        "_config.yml": CONFIG + "collections: {books: {output: true}, teachings: {output: true}}\n",
        "_books/b.md": page("title: Long\nauthor: Bo Reed", "Good."),
        "_pages/books.md": page("layout: book-shelf\npermalink: /books/", "Read."),
        "_teachings/c.md": page("title: Seas\ndescription: On seas.", "Words."),
        "_pages/c.md": page("permalink: /c/", "{% include courses.liquid %}"),
    }, {
        "all /books/": "Read.\n\n- [Long](/books/b.html): Good.",
        "all /books/b.html": "*Bo Reed*\n\nGood.",
        "all /c/": "- [Seas](/teachings/c.html): On seas.",
    }),
    "a bibliography without a name has the papers of the settings file alone": ({
        "_config.yml": "title: T\nscholar: {bibliography: papers.bib}\norcid_id: 0000-0002-1825-0097\n",
        "_pages/p.md": page("permalink: /p/", "Papers.\n\n{% bibliography %}"),
        "_bibliography/papers.bib": "@misc{one, title={One}}\n",
        "_bibliography/post.bib": "@misc{two, title={Two}}\n",
        "_pages/q.md": page("permalink: /q/", "Theirs.\n\n{% bibliography -f post %}"),
        "_data/cv.yml": "cv:\n  name: Ann\n  social_networks: [{network: ORCID, username: yourorcidurl}]\n"
        "  sections: {education: [{institution: I, degree: D, start_date: 2020, end_date: 2021}]}\n",
    }, {"/p/": ":only: one\n", "person orcid": "0000-0002-1825-0097"}),
    "news and projects without pages lead from nowhere": ({
        "_config.yml": CONFIG + "collections: {news: {output: false}, projects: {output: false}}\n",
        "_news/2026-04-15-a.md": page("inline: true", "We won."),
        "_projects/b.md": page("title: B", ""),
    }, {"site redirects": None, "records news.0.date": "2026-04-15"}),
    "an include of markdown keeps its lines and no comment": ({
        "_pages/talks.md": page("permalink: /talks/", "{% include talks.html %}"),
        "_includes/talks.html":
            "<section>\n  {% capture said %}{% include talks.md %}{% endcapture %}\n"
            "  {{ said | markdownify }}\n</section>\n",
        "_includes/talks.md": "<!--\nA line for each.\n\nNewest first.\n-->\n### North\n\n2020\n: Maps.\n",
    }, {"/talks/": "<section>\n\n### North\n\n2020\n: Maps.\n\n", "not /talks/": "Newest"}),
    "a pdf that a page names as the cv is linked where no cv is": ({
        "_pages/about.md": page("layout: about\npermalink: /\ncv_pdf: CV.pdf", "Words."),
        "assets/pdf/CV.pdf": "%PDF-", "_layouts/cv.html": "{{ content }}",
        "_data/cv.yml": "- {title: Awards, contents: [A]}\n",
        "_includes/resume/awards.html": "{% for one in data[1] %}{% endfor %}",
    }, {"person links.cv": {"to": "/assets/pdf/CV.pdf", "label": "CV"}, "cv address": None}),
    "years between entries of a cv are theirs and another name is said": ({
        "_data/cv.yml": "\n- title: General Information\n"
        "  contents: [{name: Full Name, value: Tess Tester (特)}]\n- title: Awards\n"
        "  contents: [{year: 2020}, {items: [A cup]}, {year: 2021}, {items: [A medal, A "
        "plate]}]\n- title: Interests\n"
        "  contents: [{title: Maps, items: [Old ones., New ones.]}]\n",
    }, {
        "records awards.*.date": ["2020", "2021", "2021"],
        "cv sections.*.title": ["Awards", "Interests"],
        "records interests.0.text": "Old ones; New ones.", "cv-name": ["Tess Tester (特)"],
    }),
    "a pdf that the owner named is no sample": ({
        "_bibliography/papers.bib": "@article{a, title={A}, author={Tess Tester}, year={2020}, pdf={mine.pdf}}",
        "_data/socials.yml": "cv_pdf: /assets/pdf/cv.pdf\n",
        "_pages/about.md": page("permalink: /\nlayout: about\nsubtitle: \"<a href='#'>Affiliations</a>. Address. Contacts. Motto. Etc.\""),
        "_pages/list.md": page("permalink: /l/", "{% bibliography %}"),
        **dict.fromkeys(("assets/pdf/mine.pdf", "assets/pdf/cv.pdf", "assets/pdf/example_pdf.pdf"), "%PDF x"),
    }, {
        "static": ["static/assets/pdf/mine.pdf", "static/assets/pdf/cv.pdf"],
        "person links.cv.to": "/assets/pdf/cv.pdf", "person role": None,
    }, [file_digest(b"%PDF x")]),
}, of_folio)  # fmt: skip


test_what_sites_of_academicpages_say = cases({
    "drafts make no list of posts": ({
        "_drafts/one.md": page("title: One", "Words."),
        "_pages/archive.html": page("permalink: /archive/", "{% for p in site.posts %}{% endfor %}"),
    }, {"to /archive/": None}),
    "a page without a title has that of the menu": ({
        "_pages/cv.md": page("permalink: /cv/\ntitle: ''", "Words."),
        "_data/navigation.yml": "main: [{title: CV, url: /cv/}]\n",
    }, {"front /cv/ title": "CV"}),
    "a project keeps its summary beside its text and its picture": ({
        "_portfolio/one.md": page("title: One\nexcerpt: With Ada.\nimage: a.png", "Text."),
        "images/a.png": "x",
    }, {
        "records projects.0.body": "With Ada.", "all /portfolio/one.html": "Text.",
        "site theme.options.teaser": "small",
    }),
    "a page at an address that ends as markdown is a page": ({
        "_publications/a.md": page("title: Maps\npermalink: /p/maps.md", "Words."),
    }, {"records publications.0.permalink": "/p/maps.md.html"}),
    "a description is words alone": ({
        "_config.yml": "title: Tess\ncollections: {trips: {output: true}}\n",
        "_trips/one.md": page(
            "title: A\n"
            "excerpt: 'Three *long* [days](https://x.example)<br/><img "
            'src="/images/a.png"> of 2 * 3\'',
            "Words."),
        "images/a.png": "x",
    }, {"front /trips/one.html description": "Three long days of 2 * 3"}),
}, of_pages)  # fmt: skip
