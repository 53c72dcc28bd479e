"""Hugo Blox: what the blocks of a home page say, and what else says who the owner is."""

import re

import pytest
import yaml

from generator.importing.sources.samples import file_digest, sentences
from tests.importing.conftest import PNG, Files, cases, page, planned
from tests.importing.test_hugo_rules import site

PROFILE = """\
---
title: Ann Tester
superuser: true
interests: [Engines, Boats]
education: {courses: [{course: PhD in Engines, institution: University of Tests, year: 2020}]}
skills: [{name: Technical, items: [{name: Welding}]}]
social: [{icon: envelope, link: ann@tests.edu}, {icon: github, link: 'https://github.com/ann'}]
---
I test.
"""


def home(sections: str, **more: str | bytes) -> Files:
    """A site of Hugo Blox whose home page is made of blocks."""
    return {
        "hugo.yaml": "title: Ann Tester\nbaseURL: https://ann-tests.org/\n",
        "content/authors/admin/_index.md": PROFILE,
        "content/_index.md": f"---\nsections:\n{sections}---\n",
        **more,
    }


def test_education_comes_first_where_the_block_says_so() -> None:
    job = "experience: [{position: Tester, company_name: Firm, date_start: 2020-01-01}]\n---\nI"
    files = home("  - {block: resume-experience, design: {is_education_first: true}}\n")
    files["content/authors/admin/_index.md"] = PROFILE.replace("---\nI", job)
    text = planned(files).text("content/index.md")
    assert 0 < text.index(":::{education}") < text.index(":::{experience}")


def test_a_block_without_a_heading_is_no_part_of_what_the_owner_studied() -> None:
    done = planned(home(
        "  - {block: about.biography}\n  - {block: slider, content: {item: [{content: See my boats}]}}\n"
        "  - {block: markdown, content: {title: News, text: None.}}\n"
    ))  # fmt: skip
    text = done.text("content/index.md")
    order = ("I test.", "See my boats", "## Interests", ":::{education}", "## News")
    assert [*order] == sorted(order, key=text.index)


@pytest.mark.parametrize(
    ("front", "name"),
    [
        ("title: 安小测\nfirst_name: Ann\nlast_name: Tester", ("Ann", "Tester", "安小测")),
        ("title: TESTER Ann (安小测)", ("Ann", "TESTER", "安小测")),
    ],
)  # fmt: skip
def test_a_name_has_each_script_once(front: str, name: tuple[str, str, str]) -> None:
    files = home("  - {block: about.biography}\n")
    files["content/authors/admin/_index.md"] = PROFILE.replace("title: Ann Tester", front)
    person = planned(files).person
    assert tuple(person["name"].values()) == name


@pytest.mark.parametrize(
    ("bio", "settings", "description", "lost"),
    [
        ("I test engines.", "", "I test engines.", []),
        ("My interests include .", "", "", []),
        ("I test engines.", "params: {description: Tests}", "Tests", ["bio: I test engines."]),
    ],
)
def test_a_line_about_the_owner_describes_the_site(
    bio: str, settings: str, description: str, lost: list[str]
) -> None:
    files = home("  - {block: about.biography}\n")
    files["content/authors/admin/_index.md"] = PROFILE.replace(
        "superuser", f"bio: {bio}\nsuperuser"
    )
    files["hugo.yaml"] = f"{files['hugo.yaml']}{settings}\n"
    done = planned(files)
    made = done.site
    assert made.get("description", "") == description and "bio" not in made["person"]
    assert done.found("field") == lost


def author(name: str, *groups: str, more: str = "superuser: true") -> str:
    return (
        f"---\ntitle: {name}\n{more}\nuser_groups: [{', '.join(groups)}]\n---\nWords of {name}.\n"
    )


def group(block: str, title: str = "Testers") -> Files:
    """A site of several authors, with one block on its home."""
    return {
        "hugo.yaml": f"title: {title}\nbaseURL: https://testers.example.org/\n",
        "content/_index.md": f"---\ntitle: Home\nsections:\n  - {block}\n---\n",
        "content/authors/admin/_index.md": author("Testers Care", "Admins"),
        "content/authors/bo/_index.md": author("Bo Other", "Researchers"),
        "content/authors/cy/_index.md": author("Cy Third", "Researchers", more="role: Fellow"),
    }


PEOPLE = "{block: people, content: {title: Team, user_groups: [Researchers]}}"


@pytest.mark.parametrize(
    ("block", "owner", "guessed"),
    [("{block: about.biography, content: {username: bo}}", "Bo Other", []),
     ("{block: about.biography}", "Testers Care", ["Testers"])],
    ids=["whom the block about the owner names", "admin, of several superusers"],
)  # fmt: skip
def test_the_owner_is(block: str, owner: str, guessed: list[str]) -> None:
    done = planned(group(block))
    assert done.person["name"] == owner and done.found("person-name") == guessed


def test_a_site_of_people_without_a_block_about_one_is_a_groups() -> None:
    done = planned(group(PEOPLE))
    written = done.text("content/site.yaml")
    assert yaml.safe_load(written)["person"] == {"name": "Testers"} and "guessed" in written
    people = {one["name"]: one for one in done.data("people")}
    assert people["Bo Other"]["group"] == people["Cy Third"]["group"] != ""
    assert "group" not in people["Testers Care"]


def test_groups_of_people_may_be_mappings_and_who_has_a_text_or_a_portrait_is_kept() -> None:
    block = "{block: people, content: {year: 2026, user_groups: [{id: staff, name: Team}]}}"
    groups = "user_groups: [{committee: staff, role: Lead}]"
    done = planned({
        **group(block),
        "content/authors/bo/_index.md": page(f"title: Bo Other\n{groups}", "I test."),
        "content/authors/cy/_index.md": page("title: Cy Third", "I paint."),
        "content/authors/di/_index.md": page("title: Di Fourth", ""),
        "content/authors/di/avatar.png": PNG,
        "content/authors/ed/_index.md": page("title: Ed Fifth\nrole: Guest", ""),
    })  # fmt: skip
    people = {one["name"]: one for one in done.data("people")}
    assert people["Bo Other"]["group"] and people["Bo Other"]["body"] == "I test."
    assert people["Cy Third"] == {"name": "Cy Third", "body": "I paint."}
    assert people["Di Fourth"]["portrait"] == "media/di-avatar.png"
    assert people["Ed Fifth"] == {"name": "Ed Fifth"}
    assert done.found("list-filter") == ["year: 2026"]


def test_filters_hold_in_lists_of_pages_too() -> None:
    course = "title: {}\ndate: 2020-01-01\ntags: [{}]\ncategories: [Lab]"
    files = {f"content/course/c{number}.md": page(course.format(f"C{number}", tag), "Words.")
             for number, tag in enumerate(("'2025'", "'2026', new", "Old"))}  # fmt: skip
    block = "  - {{block: portfolio, content: {{page_type: course, filters: {{{}}}}}}}\n"
    for filters, shown in (("tags: ['2026']", "1"), ("tags: ['2025', old]", "02"), ("tag: new", "1"),
                           ("category: lab", "012"), ("category: Other", "")):  # fmt: skip
        done = planned(home(block.format(filters), **files))
        assert "".join(sorted(re.findall(r"- \[C(\d)", done.text("content/index.md")))) == shown
        assert not done.found("list-filter")
    assert planned(home(block.format("year: 2026"), **files)).found("list-filter") == ["year: 2026"]


def test_tags_of_a_filter_are_those_of_any_record() -> None:
    files = {f"content/project/p{tag}.md": page(f"title: P\ntags: [{tag}]") for tag in "abc"}
    block = "  - {block: portfolio, content: {page_type: project, filters: {tags: [a, b]}}}\n"
    assert ':where: {tags: "a, b"}' in planned(home(block, **files)).text("content/index.md")


def test_a_superuser_in_a_group_that_a_block_shows_is_a_member_too() -> None:
    done = planned(group(PEOPLE, "Bo Other"))
    assert "name: Bo Other" in done.text("content/site.yaml")
    people = done.data("people")
    assert [one["name"] for one in people if one.get("group")] == ["Bo Other", "Cy Third"]


def test_a_block_of_people_shows_its_groups_alone() -> None:
    former = "{block: people, content: {title: Former, user_groups: [Alumni]}}"
    files = group(f"{PEOPLE}\n  - {former}")
    files["content/authors/di/_index.md"] = author("Di Fourth", "Alumni", more="role: Fellow")
    text = planned(files).text("content/index.md")
    assert '## Former\n\n:::{people}\n:where: {group: "alumni"}\n:::' in text
    assert '## Team\n\n:::{people}\n:where: {group: "' in text


def test_blocks_of_one_kind_show_their_own_items_each() -> None:
    done = planned(home(
        "  - {block: experience, content: {title: Jobs, items: [{title: Tester, company: A Firm}]}}\n"
        "  - {block: experience, id: past, content: {title: Before, items: [{title: Painter}]}}\n"
        "  - {block: experience, content: {title: Education, items: [{title: MSc, company: A School}]}}\n",
        **{"content/authors/admin/_index.md": "---\ntitle: Ann Tester\n---\nI test.\n"},
    ))  # fmt: skip
    text = done.text("content/index.md")
    assert '## Jobs\n\n:::{experience}\n:where: {tags: "jobs"}\n:::' in text
    assert ':::{experience}\n:where: {tags: "past"}\n:::' in text
    assert "## Education\n\n:::{education}\n:::" in text
    jobs = done.data("experience")
    assert [one["tags"] for one in jobs] == [["jobs"], ["past"]]
    (study,) = done.data("education")
    assert study == {"degree": "MSc", "institution": "A School"}


def test_what_the_template_says_in_its_contact_block_is_not_the_owners() -> None:
    contact = (
        "{title: Contact, email: test@example.org, address: {street: 450 Serra Mall, city: Stanford}, "
        "contact_links: [{name: Call, link: 'skype:echo123?call'}], form: {provider: netlify}}"
    )
    block = f"  - {{block: contact, id: contact, content: {contact}}}\n"
    profile = (
        "---\ntitle: Ann Tester\nsocial: [{icon: envelope, link: 'about/#contact'}]\n---\nI test.\n"
    )
    settings = {
        "config/_default/params.yaml": "email: ann at tests.edu\naddress: {city: Testville}\n"
    }
    done = planned(home(block, **settings, **{"content/authors/admin/_index.md": profile}))
    assert "- ann at tests.edu\n- Testville\n" in done.text("content/index.md")
    assert "email:" not in done.text("content/site.yaml")
    assert done.found("private") == [] and done.found("profile") == ["envelope: about/#contact"]
    alone = planned(home(block, **{"content/authors/admin/_index.md": profile}))
    assert alone.found("theme-block") == ["contact: Contact"] and not alone.found("block")


def test_what_blox_shows_besides_the_text_is_kept_or_named() -> None:
    post = (
        "---\ntitle: P\ndate: 2020-01-01\nsubtitle: How it was\nsummary: In short\n---\n"
        "```mermaid\ngraph TD\n```\n\n> > $$\nx = 1\n>> $$\n"
    )
    paper = "---\ntitle: Q\nauthors: [admin]\ndate: 2020-01-01\nurl_pdf: https://arxiv.org/abs/2001.01234\n---\n"
    done = planned(home(
        "  - block: resume-biography-3\n    content: {button: {text: My CV, url: uploads/cv.pdf}}\n",
        **{"content/post/p.md": post, "content/publication/q/index.md": paper, "static/uploads/cv.pdf": "x"},
    ))  # fmt: skip
    text = done.text("content/posts/2020-01-01-p.md")
    assert "*How it was*\n\n```mermaid" in text and "> > $$\n> > x = 1\n> > $$" in text
    assert done.found("diagram") == ["mermaid"]
    assert "arxiv: '2001.01234'" in done.text("content/publications.yaml")
    assert "I test.\n\n[My CV](/uploads/cv.pdf)" in done.text("content/index.md")


def test_what_is_left_of_a_template_is_named() -> None:
    words = "Use this part to speak of what you do all day long."
    known = [*(one for one, _ in sentences(words)), file_digest(b"sample")]
    files = home(
        "  - {block: resume-biography, content: {button: {text: My CV, url: cv.pdf}}}\n"
        f"  - {{block: markdown, content: {{title: My Work, text: '{words}'}}}}\n",
        **{"static/cv.pdf": "sample"},
    )
    files["hugo.yaml"] = "title: Hugo Academic CV Theme\nbaseURL: https://ann-tests.org/\n"
    course = f"---\ntitle: Own\ndate: 2020-01-01\n---\n{words}\n"
    done = planned(files | {"content/teaching/own.md": course}, known)
    text = done.text("content/index.md")
    assert "My Work" not in text and "My CV" not in text
    assert "title: Hugo" not in done.text("content/site.yaml")
    assert {*done.found("template-sample")} >= {
        "Hugo Academic CV Theme",
        "My Work",
        "My CV",
        "its text",
    }


def test_the_words_of_the_templates_person_are_never_the_owners() -> None:
    words = "Ada is a professor of many things at the lab of tests in the town of tests."
    profile = {
        "content/authors/admin/_index.md": f"---\ntitle: Tess\nsuperuser: true\n---\n{words}\n"
    }
    files = home("sections:\n- block: about.biography\n", **profile)
    known = [digest for digest, _ in sentences(words)]
    assert words in planned(files).document("/").body
    assert "Ada" not in planned(files, known).text("content/index.md")


def test_a_block_shows_its_pictures_features_and_subtitle() -> None:
    done = planned(home(
        "  - block: hero\n    content: {title: Hi, image: {filename: a.png}, cta_note: {label: Free}}\n"
        "  - block: slider\n    content: {slides: [{title: Sea, background: {image: {filename: b.png}}}]}\n"
        "  - block: cta-image-paragraph\n    content: {items: [{title: C, text: T, features: [D, E]}]}\n"
        "  - block: stats\n    content: {items: [{statistic: 10+, description: Years}]}\n"
        "  - block: dev-hero\n    content: {cta_buttons: [{text: Go, url: /go/}]}\n"
        "  - block: resume-skills\n    content: {title: Skills, subtitle: More there.}\n",
        **{"assets/media/a.png": PNG, "assets/media/b.png": PNG, "content/go.md": page("title: Go")},
    ))  # fmt: skip
    text = done.text("content/index.md")
    for said in ("![](/media/a.png)\n\nFree", "![](/media/b.png)\n\n**Sea**", "**C** T\n\n- D\n- E",
                 "**10+** Years", "[Go](/go/)", "## Skills\n\nMore there."):  # fmt: skip
        assert said in text, said


def test_the_first_names_of_the_blocks_of_profiles_are_known() -> None:
    profile = PROFILE.replace(
        "I test.", "").replace("---\n", "work: [{position: Tester, company_name: A Firm}]\n---\n", 2
    ).removeprefix("work: [{position: Tester, company_name: A Firm}]\n")  # fmt: skip
    done = planned(home(
        "  - block: biography\n  - block: experience\n  - {block: awards, content: {title: Awards}}\n"
        "  - block: languages\n  - {block: skills, content: {title: Skills}}\n",
        **{"content/authors/admin/_index.md": profile + "I test.\n",
           "content/tags/_index.md": page("title: Tags", "")},
    ))  # fmt: skip
    text = done.text("content/index.md")
    assert text.index("I test.") < text.index(":::{experience}") < text.index(":::{skills}")
    assert not done.found("block") and not any("tags" in path for path in done.files)


@pytest.mark.parametrize(
    ("block", "shown"),
    [
        ("hero, content: {title: H, announcement: {text: News, link: {text: Read, url: 'https://a.org/'}}}",
         "## H\n\nNews\n\n[Read](https://a.org/)"),
        ("dev-hero, content: {greeting: Hi, typewriter: {prefix: I build, strings: [boats, bikes]}}",
         "Hi\n\nI build\n\n- boats\n- bikes"),
        ("logos, content: {title: L, logos: [{name: Firm, url: 'https://f.org/', description: Big}]}",
         "## L\n\n**[Firm](https://f.org/)** Big"),
        ("trending-questions, content: {questions: [{question: Why?, answer_preview: So.}], "
         "view_all: {text: All, link: 'https://a.org/'}}", "[All](https://a.org/)\n\n**Why?** So."),
        ("search-hero, content: {title: S, stats: [{value: 10k, label: Users}]}", "**Users** 10k"),
        ("stats, content: {items: [{statistic: 5, description: Boats, sub_metric: of wood}]}",
         "**5**\n\nBoats\n\nof wood"),
        ("cta-button-list, content: {buttons: [{name: Go, url: 'https://a.org/'}]}",
         "[Go](https://a.org/)"),
        ("resume-biography-3, content: {headings: {about: My Summary}}", "## My Summary\n\nI test."),
    ],
)  # fmt: skip
def test_a_block_of_any_kind_shows_all_its_words(block: str, shown: str) -> None:
    text = planned(home(f"  - {{block: {block}}}\n")).text("content/index.md")
    assert shown in text


def test_a_gallery_of_which_only_the_template_had_pictures_has_no_heading() -> None:
    blocks = (
        "  - {block: markdown, content: {title: Gallery, text: '{{< gallery album=\"demo\" >}}'}}\n"
        "  - {block: markdown, content: {title: Trips, text: '{{< gallery album=\"trip\" >}}'}}\n"
    )
    done = planned(home(blocks, **{"assets/media/albums/trip/a.png": PNG, "assets/media/.x": "x"}))
    text = done.text("content/index.md")
    assert "## Gallery" not in text and done.found("template-sample") == ["Gallery"]
    assert "## Trips\n\n:::{gallery}\n![](/media/albums/trip/a.png)\n:::" in text
    assert not any("/.x" in path for path in done.files)


PAPERS: Files = {
    f"content/publication/p{number}/index.md": f"---\ntitle: Paper {number}\nauthors: [admin]\n"
    f"date: 202{number}-01-01\npublication_types: ['1']\n---\n"
    for number in range(7)
}


def test_a_list_without_a_number_shows_five_and_leads_to_all() -> None:
    block = "  - {block: collection, content: {title: Recent, filters: {folders: [publication]}}, design: {view: citation}}\n"
    done = planned(home(block, **PAPERS))
    assert (
        "## Recent\n\n:::{publications}\n:limit: 5\n:style: lines\n:more: /publication/\n:::"
        in done.text("content/index.md")
    )
    done = planned(home(block.replace("title", "count: 0, title"), **PAPERS))
    assert ":limit:" not in done.text("content/index.md")
    done = planned(home(block.replace("title", "archive: {enable: false}, title"), **PAPERS))
    assert ":more:" not in done.text("content/index.md")
    done = planned(home("", **PAPERS, **{
        "content/publication/_index.md": "---\ntitle: Papers\nsections:\n" + block + "---\n"
    }))  # fmt: skip
    assert ":limit:" not in done.text("content/publication.md")


def test_a_block_of_a_folder_shows_as_many_pages_as_it_says_with_their_days() -> None:
    news = {
        f"content/news/n{day}/index.md": page(f"title: N{day}\ndate: 2020-01-0{day}\n{more}", text)
        for day, more, text in ((1, "summary: S.", ""), (2, "summary: Said.", ""), (3, "", "Words."),
                                (4, "show_date: false", "Words."))
    }  # fmt: skip
    block = "widget: pages\ntitle: News\nweight: 2\ncontent: {{{}, filters: {{folders: [news]}}}}"
    files = site(**news, **{"content/home/news.md": page(block.format("count: 2"), "")})
    done = planned(files)
    home = done.text("content/index.md")
    assert "- [N4](/news/n4/)\\\n  Words.\n- [N3](/news/n3/), 2020-01-03\\\n  Words.\n" in home
    assert "[All News](/news/)" in home and "N2" not in home
    assert "[N1](/news/n1/), 2020-01-01\\\n  S.\n" in done.text("content/news.md")
    assert "date: '2020-01-02'" in done.text("content/news/n2.md")
    for order, said in (("count: 0", "N4 N3 N2 N1"), ("count: 9, order: asc", "N1 N2 N3 N4"),
                        ("count: 2, offset: 1", "N3 N2"), ("order: asc", "N1 N2 N3 N4")):  # fmt: skip
        files["content/home/news.md"] = page(block.format(order), "")
        shown = planned(files).text("content/index.md")
        assert re.findall(r"- \[(\w+)\]", shown) == said.split()


def test_groups_of_people_have_headings_and_texts_that_no_page_showed_stay_out() -> None:
    build = "build: {render: never}\ncascade: {build: {render: never, list: always}}"
    people = {
        f"content/authors/{name}/_index.md": page(f"title: {name.title()} Poe\nuser_groups: [{group}]", text)
        for name, group, text in (("cai", "PhD Students", "Lorem ipsum dolor."),
                                  ("dov", "Alumni", "I left."))
    }  # fmt: skip
    block = "widget: people\ntitle: Team\ncontent: {{user_groups: [{}]}}"
    files = site(
        **people, **{"content/home/team.md": page(block.format("PhD Students, Alumni"), "")}
    )
    assert ":::{people}\n:group: group\n:::" in planned(files).text("content/index.md")
    assert "I left." in planned(files).text("content/people.yaml")
    files["content/authors/_index.md"] = page(build, "")
    done = planned(files)
    assert not any("body" in one or "visibility" in one for one in done.data("people"))
    assert done.named("unpublished") == ["content/authors/dov/_index.md"]
    files["content/home/team.md"] = page(block.format("Alumni"), "")
    assert ":group: group" not in planned(files).text("content/index.md")


@pytest.mark.parametrize(
    ("widget", "name", "kind"),
    [("experience", "experience", "experience"), ("accomplishments", "item", "awards")],
)
def test_items_are_in_the_order_of_their_starts(widget: str, name: str, kind: str) -> None:
    item = "  - {title: %s, company: C, date_start: %s, date_end: %s}\n"
    items = item % ("Old", "2019-01-01", "''") + item % ("New", "2020-01-01", "2020-02-01")
    front = f"widget: {widget}\ntitle: T\n{name}:\n{items}"
    done = planned(site(**{"content/home/w.md": page(front)}) | {"content/_index.md": ""})
    assert f":::{{{kind}}}\n:order: -start\n:::" in done.text("content/index.md")


test_what_blocks_say = cases({
    "a block about the owner shows interests and education": (
        home("  - {block: about.biography}\n  - {block: skills, content: {title: Skills}}\n"), {
        "content/index.md": [
            "I test.", "## Interests\n\n:::{interests}\n:::", "## Education\n\n:::{education}\n:::",
            "## Skills\n\n:::{skills}\n:::",
        ], "block": [],
    }),
    "education that another block shows is shown once": (
        home("  - {block: about.biography}\n  - {block: resume-experience}\n"),
        {"once content/index.md": ":::{education}"}),
    "what templates of the owner's own showed is gone": (home("", **{
        "content/home/group.md": page("widget: group\ntitle: Group\npage_type: group", ""),
        "content/news/_index.md": page("title: News", ""), "layouts/section/news.html": "<p>",
        "content/news/all/index.md": page("news: [{title: We have built new engines}]", ""),
        "layouts/partials/widgets/group.html": "<p>Ben Beta",
    }), {
        "block": ["group: Group, shown by layouts/partials/widgets/group.html"],
        "gone /news/": "layouts/section/news.html", "gone /news/all/": "a page without text",
    }),
    "projects of one day go by their titles and hide it": (home("", **{
        f"content/project/{name}.md": page(f"title: {title}\ndate: 2020-01-01\nshow_date: {says}")
        for name, title, says in (("a", "Two", "false"), ("b", "One", "true"))
    }), {"records projects.*.title": ["One", "Two"], "records projects.*.date": ["2020-01-01", None]}),
    "a venue ends without the comma before what it says twice": (home("", **{
        "content/publication/q/index.md": page("title: Q\nauthors: [admin]\npublication: Letters of Maps, 6, (2025)\npublication_short: Maps, 6, (2025)"),
    }), {"records venues.*.short": ["Maps, 6"]}),
    "skills may have labels": (home("  - {block: resume-skills}\n", **{
        "content/authors/admin/_index.md": PROFILE.replace("items: [{name: Welding}]", "items: [{label: Welding, level: 90}, {label: Sailing, level: Good}]"),
    }), {"records skills.*.items": [["Welding", "Sailing (Good)"]]}),
    "an empty value in a bibliography is none and a short summary no abstract": (home("", **{
        "hugo.yaml": "title: Ann Tester\nbaseURL: /\n",
        "content/publication/q/index.md": "---\ntitle: Q\nauthors: [admin]\ndate: 2020-01-01\nsummary: Short.\n---\n",
        "content/publication/q/cite.bib": "@article{x,\n  title = {Q},\n  number={},\n  pages={1026-1030},\n  year = {2020},\n}\n",
    }), {
        "no-url": ["/"], "records publications.*.number": [None],
        "records publications.*.pages": ["1026-1030"], "records publications.*.abstract": [None],
    }),
    "a list keeps its order and its filters are named": (
        home("  - {block: collection, content: {order: asc, count: 3, offset: 2, filters: {folders: [publication], exclude_publication_type: '1', year: 2020, author: ann}}}\n  - {block: collection, content: {filters: {folders: [post], category: News}}}\n", **PAPERS, **{"content/post/a.md": "---\ntitle: A\ndate: 2020-01-01\ncategories: [News]\n---\nA.\n"}), {
        "content/index.md": [":limit: 3\n:order: date\n", ':where: {categories: "News"}'],
        "list-filter": ["author: ann", "exclude_publication_type: 1", "offset: 2", "year: 2020"],
    }),
    "a home of blocks without lists gets no lists of the theme": (
        home("  - {block: markdown, content: {title: Hi, text: I test.}}\n", **PAPERS),
        {"content/site.yaml": "home_sections: []"}),
})  # fmt: skip
