"""Jekyll: what becomes of records: their links, pictures and names, and the lists that lead there."""

from generator.importing.sources.samples import title_digest
from tests.importing.conftest import AL_FOLIO, PNG, Files, Run, cases, page, planned

ACADEMIC: Files = {
    "_config.yml": "author: {name: Tess Tester, avatar: /me/face.png}\n",
    "_includes/author-profile.html": "{{ author.name }}",
}


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


test_what_records_say = cases({
    "an address of a project is a link and its own words make it no sample": (AL_FOLIO | {
        "_projects/a.md": page("title: Kilns\nlink: https://kilns.example\nimg: a.png"),
        "_projects/b.md": page("title: Kilns\ndescription: All that I know of them is here", ""),
        "assets/img/a.png": PNG,
    }, {
        "number projects": 2, "records projects.0.links": {"url": "https://kilns.example"},
        "records projects.1.body": "All that I know of them is here",
    }, [title_digest("Kilns")]),
    "people in categories are grouped in their order": (AL_FOLIO | {
        "_config.yml": str(AL_FOLIO["_config.yml"]) + "collections: {team: {output: true}}\n",
        "_pages/team.md": page(
            "permalink: /team/\ntitle: Team\ndisplay_categories: [Lab, Friends]",
            "{% for category in page.display_categories %}<h2>{{ category }}</h2>\n"
            "{% assign some = site.team | where: 'category', category %}\n"
            "{% for project in some %}{% include projects.liquid %}{% endfor %}{% endfor %}"),
        "_team/a.md": page("title: Ann Other\ncategory: Friends"),
        "_team/b.md": page("title: Tess Tester\ncategory: Lab"),
        "_projects/c.md": page("title: Kilns"),
    }, {
        "/team/": ":::{people}\n:group: group\n:::", "not /team/": "{projects}",
        "site groups": ["lab", "friends"],
    }),
    "a record that led elsewhere still does": (ACADEMIC | {
        "_portfolio/a.md": page(
            "title: Mills\nexcerpt: A mill\nredirect_to: https://mills.example", ""),
    }, {"to /portfolio/a.html": "https://mills.example", "records projects.0.permalink": None}),
})  # fmt: skip
