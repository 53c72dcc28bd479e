"""Jekyll: what becomes of records: their links, pictures and names, and the lists that lead there."""

from generator.importing.sources.samples import title_digest
from tests.importing.conftest import AL_FOLIO, PNG, Files, Run, page, planned

ACADEMIC: Files = {
    "_config.yml": "author: {name: Tess Tester, avatar: /me/face.png}\n",
    "_includes/author-profile.html": "{{ author.name }}",
}


def test_an_address_of_a_project_is_a_link_and_its_own_words_make_it_no_sample() -> None:
    made = planned(
        AL_FOLIO
        | {
            "_projects/a.md": page("title: Kilns\nlink: https://kilns.example\nimg: a.png"),
            "_projects/b.md": page(
                "title: Kilns\ndescription: All that I know of them is here", ""
            ),
            "assets/img/a.png": PNG,
        },
        [title_digest("Kilns")],
    )
    first, second = made.data("projects")
    assert first["links"] == {"url": "https://kilns.example"}
    assert second["body"] == "All that I know of them is here"


def test_a_picture_of_another_server_costs_a_record_its_picture_alone(imported: Run) -> None:
    face = "https://old.example.org/face.jpg"
    made = imported(AL_FOLIO | {
        "_config.yml": str(AL_FOLIO["_config.yml"]) + "wechat_qr: code.png\ncollections: {team: {output: true}}\n",
        "assets/img/code.png": PNG,
        "_pages/team.md": "---\npermalink: /team/\ntitle: Team\n---\n{% for one in site.team %}{{ one.title }}{% endfor %}\n",
        "_projects/a.md": page(f"title: Kilns\nimg: {face}?raw=true"),
        "_team/a.md": page(f"title: Ann Other\nimg: {face}"),
    })  # fmt: skip
    assert made.data("people")[0]["name"] == "Ann Other"
    assert made.person["links"]["wechat"]["to"] == "/assets/img/code.png"
    assert sorted(made.found("picture")) == [f"img: {face}", f"img: {face}?raw=true"]
    advice = " ".join(made.report["before_you_publish"])
    assert (
        f"(2): save them into static/ and name them there, first _projects/a.md (img: {face}?raw=true)"
        in advice
    )


def test_a_list_that_a_template_writes_leads_to_records_where_they_are_shown(imported: Run) -> None:
    course = "collection: teaching\ndate: 2020-01-01"
    made = imported(ACADEMIC | {
        "_config.yml": "author: {name: Tess Tester}\ncollections: {teaching: {output: true, permalink: '/:collection/:path/'}}\n",
        "_includes/course.html": "{% assign course = site.teaching | where: 'ref', include.ref | first %}\n"
        '<div><a href="{{ course.url | relative_url }}">{{ course.title }}</a></div>\n',
        "_pages/teaching.md": page(
            "permalink: /teaching/\ntitle: Teaching",
            '{% include course.html ref="kilns" %}\n{% include course.html ref="mills" %}',
        ),
        "_pages/cv.md": page("permalink: /cv/\ntitle: CV", "{% for post in site.teaching %}{% include archive-single-cv.html %}{% endfor %}"),
        "_teaching/kilns.md": page(f"title: Kilns\nref: kilns\ndescription: How to build them\n{course}", ""),
        "_teaching/mills.md": page(f"title: Mills\nref: mills\n{course}", ""),
    })  # fmt: skip
    text = made.text("content/teaching.md")
    assert 'href="/teaching/kilns/"' in text and 'href="/cv/#mills"' in text
    assert made.address("/teaching/mills/") == ("redirect", "/cv/#mills")


def test_rules_between_rows_are_no_code_and_words_of_one_word_no_text() -> None:
    row = '    <div class="row">\n        <h4>Won</h4>\n    </div>\n'
    text = f'<div class="a">\n{row}    <hr>\n{row}</div>\n\n![YW](/gone.png)\n'
    made = planned(AL_FOLIO | {"_pages/a.md": page("permalink: /a/\ntitle: A", text)})
    assert "\n    <hr>" not in made.document("/a/").body and "<hr>" in made.document("/a/").body
    assert "YW" not in made.document("/a/").body


def test_a_break_in_a_title_is_a_blank_and_a_portrait_is_found_below_images() -> None:
    made = planned(ACADEMIC | {
        "images/me/face.png": PNG,
        "_portfolio/a.md": page('title: "Old<br/><br/>Mills"\ncollection: portfolio'),
    })  # fmt: skip
    assert made.data("projects")[0]["title"] == "Old Mills"
    assert made.person["portrait"] == "images/me/face.png" and not made.found("picture")


def test_a_mapping_in_a_list_shows_its_name_and_no_signs() -> None:
    loop = "{% for repo in site.data.repositories.github_repos %}{% include repository/repo.liquid repository=repo %}{% endfor %}"
    made = planned(AL_FOLIO | {
        "_data/repositories.yml": "github_repos:\n  - id: tess/kilns\n    description: Words\n  - tess/mills\n",
        "_pages/code.md": page("permalink: /code/\ntitle: Code", loop),
    })  # fmt: skip
    body = made.document("/code/").body
    assert "[tess/kilns](https://github.com/tess/kilns)" in body and "tess/mills" in body
    assert "{'" not in body


def test_people_in_categories_are_grouped_in_their_order() -> None:
    loop = (
        "{% for category in page.display_categories %}<h2>{{ category }}</h2>\n"
        "{% assign some = site.team | where: 'category', category %}\n"
        "{% for project in some %}{% include projects.liquid %}{% endfor %}{% endfor %}"
    )
    front = "permalink: /team/\ntitle: Team\ndisplay_categories: [Lab, Friends]"
    made = planned(AL_FOLIO | {
        "_config.yml": str(AL_FOLIO["_config.yml"]) + "collections: {team: {output: true}}\n",
        "_pages/team.md": page(front, loop),
        "_team/a.md": page("title: Ann Other\ncategory: Friends"),
        "_team/b.md": page("title: Tess Tester\ncategory: Lab"),
        "_projects/c.md": page("title: Kilns"),
    })  # fmt: skip
    body = made.document("/team/").body
    assert ":::{people}\n:group: group\n:::" in body and "{projects}" not in body
    assert made.site["groups"] == ["lab", "friends"]


def test_a_record_that_led_elsewhere_still_does() -> None:
    front = "title: Mills\nexcerpt: A mill\nredirect_to: https://mills.example"
    made = planned(ACADEMIC | {"_portfolio/a.md": page(front, "")})
    assert made.plan.redirects["/portfolio/a.html"] == "https://mills.example"
    assert "permalink" not in made.data("projects")[0]
