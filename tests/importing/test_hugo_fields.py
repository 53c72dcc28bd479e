"""Hugo Blox: what the fields of pages and profiles show comes across."""

import re

import pytest

from generator.importing.sources.samples import sentences, title_digest
from tests.importing.conftest import PNG, Run, cases, page, planned
from tests.importing.test_hugo_rules import site


def test_a_talk_keeps_its_place_days_picture_summary_and_page(imported: Run) -> None:
    front = (
        "title: On Tests\nevent: Days\nlocation: A Hall\naddress: {street: 1 Way, city: Ulm,"
        " country: Germany}\ndate: '2020-05-04T09:30:00Z'\ndate_end: '2020-05-06T10:00:00Z'\n"
        "authors: [admin, Bo Beta]\nsummary: In short.\nabstract: At length.\n"
        "image: {caption: The stage}"
    )
    hour = "title: Hour\nevent_start: '2021-05-04T09:30:00Z'\nevent_end: '2021-05-04T10:15:00Z'"
    done = imported(site(**{
        "content/event/one/index.md": page(front, "More."), "content/event/one/featured.png": PNG,
        "content/event/two.md": page(f"{hour}\nauthors: [admin]", ""),
    }))  # fmt: skip
    two, one = done.data("talks")
    assert one["location"] == "A Hall, Ulm, Germany" and one["date"] == "2020-05-04 – 2020-05-06"
    assert one["preview"] == "event/one/featured.png" and one["preview_alt"] == "The stage"
    assert (one["details"], one["abstract"], one["body"]) == ("In short.", "At length.", "More.")
    assert one["people"] == ["Ann Tester", "Bo Beta"]
    assert (two["time"], two.get("people")) == ("09:30–10:15", None)
    assert done.address("/event/one/") == ("same", "/event/one/")
    assert done.address("/event/two/") == ("redirect", "/event/#two")
    assert done.found("private") == ["street"] or "1 Way" not in str(done.report)


def test_the_text_of_a_list_stands_above_it() -> None:
    files = site(**{
        f"content/{folder}/_index.md": page(f"title: My {folder}", f"See {folder} [there](/x/).")
        for folder in ("publication", "post")
    })  # fmt: skip
    files |= {f"content/{folder}/a.md": page("title: A\ndate: 2020-01-01")
              for folder in ("publication", "post")}  # fmt: skip
    done = planned(files)
    text = done.text("content/publication.md")
    assert text.index("title: My publication") < text.index("See publication there.")
    assert text.index("See publication there.") < text.index(":::{publications}")
    assert "title: My post\n---\n\nSee post there." in done.text("content/posts/index.md")


def test_records_and_posts_keep_their_blocks_and_those_of_lists_are_named() -> None:
    kinds = ("publication", "event", "project", "post")
    blocks = (
        "title: My {0}\ntype: landing\nsections:\n- {{block: collection, content: "
        "{{title: My {0}, text: Chosen by me., filters: {{folders: [{0}]}}}}}}\n"
        "- {{block: cta-card, content: {{title: More, text: Ask., button: {{text: Me, url: 'https://a.org/'}}}}}}"
    )
    files = site(**{
        f"content/{folder}/_index.md": page(blocks.format(folder), "") for folder in kinds
    })  # fmt: skip
    front = "title: A\ndate: 2020-01-01\nsections: [{block: markdown, content: {text: A block.}}]"
    files |= {f"content/{folder}/a.md": page(front, "") for folder in kinds}
    done = planned(files)
    assert sorted(done.found("widget")) == [f"My {folder}" for folder in sorted(kinds)]
    for name in ("projects/a", "posts/2020-01-01-a"):
        assert done.text(f"content/{name}.md").endswith("A block.\n")


def test_a_profile_of_the_newest_form_has_its_portrait_text_and_languages() -> None:
    files = site(**{
        "data/authors/ann.yaml": "name: {display: Ann Tester, pronouns: she}\nis_owner: true\n"
        "bio: |\n  First.\n\n  **Second.**\nlanguages:\n  - {name: German, label: Native}\n"
        "  - {name: Norse, percent: 20}\n  - {name: Latin, percent: TEM8}\n"
        "  - {name: CET, description: '569', level: 3}\n  - {name: Dutch, label: 90 (25 at reading)}\n",
        "data/authors/bo.yaml": "name: {display: Bo Beta}\nuser_groups: [PhD students]\n",
        "assets/media/authors/ann.jpg": PNG, "assets/media/authors/bo.png": PNG,
    })  # fmt: skip
    del files["content/authors/admin/_index.md"]
    done = planned(files)
    assert "First.\n\n**Second.**" in done.text("content/index.md")
    person = done.person
    assert person["portrait"] == "media/avatar.jpg" and "bio" not in person
    assert "portrait: media/bo-avatar.png" in done.text("content/people.yaml")
    [known] = done.data("skills")
    shown = ["German (Native)", "Norse", "Latin (TEM8)", "CET (569)", "Dutch: 90 (25 at reading)"]
    assert known["items"] == shown
    assert "pronouns: she" in done.found("field")


@pytest.mark.parametrize(
    ("written", "became"),
    [
        ('{{< button url="/x.pdf" >}}My CV{{< /button >}}', "[My CV](/x.pdf)"),
        ('{{< cta cta_text="A" cta_link="/x.pdf" >}}', "[A](/x.pdf)"),
        ('{{< card url="/x.pdf" title="T" subtitle="S" />}}', "[T](/x.pdf): S"),
        ('{{< gdocs src = "https://x.org/p" >}}', "<https://x.org/p>"),
        ("{{<hl>}}loud{{</hl>}} {{< list_children >}}", "loud"),
        ('{{< card title="T" >}}More{{< /card >}}', "T\n\nMore"),
        ('{{< figure src="https://x.org/图 a.png" caption="C" link="https://y.org" >}}',
         ":::{figure} https://x.org/图%20a.png\n:alt: C\n[C](https://y.org)\n:::"),
        ('[CV]({{< staticref "x.pdf" "newtab" >}})', "[CV](/x.pdf)"),
        ("$$\n(a\\_1\\) \\\\\\\\\\\\\nb\n$$\n\nSo ($\\ref{a}$).", "$$\n(a_1) \\\\\nb\n$$\n\nSo $\\eqref{a}$."),
        ('[W]({{< ref "publication/one/index.md" >}})', "[W](/publication/one/)"),
        ('[W]({{< relref "one#there" >}})', "[W](/publication/one/#there)"),
        ('[W]({{< ref "../Publication/ONE.md" >}}) [V]({{< ref "/_index.md" >}}) [U]({{< relref "#u" >}})',
         "[W](/publication/one/) [V](/) [U](#u)"),
        ('{{< table path="d.csv" caption="Data" >}}', "[Data](/about/d.csv)"),
        ("A $\n\\frac{a}{b}$.\n\n> B $\n> \\mu$ c $ x_1 $ f $f(t)dt$.", "A $\\frac{a}{b}$.\n\n> B $\\mu$ c $x_1$ f $f(t)dt$."),
        ('{{< embed-pdf url="/x.pdf" >}}', "[/x.pdf](/x.pdf)"),
        ('{{< notebook src="https://a.org/x.ipynb" title="N" >}}', "[N](https://a.org/x.ipynb)"),
        (r"A \(x_1\) \(q(x)\) \[Paper\] \[1\] \(see\) \[[A](https://a.org/?a=b)\]" + "\n\n\\[\\alpha\\]",
         r"A $x_1$ $q(x)$ \[Paper\] \[1\] \(see\) \[[A](https://a.org/?a=b)\]" + "\n\n$$\\alpha$$"),
        ("{{< center >}}Words.{{< /center >}}", "Words."),
        ("```\n{{</* hl */>}}A{{</* /hl */>}}\n```\n\n`{{%/* toc */%}}`",
         "```\n{{< hl >}}A{{< /hl >}}\n```\n\n`{{% toc %}}`"),
    ],
)  # fmt: skip
def test_shortcodes_keep_their_words(written: str, became: str) -> None:
    done = planned(site(**{
        "content/about/index.md": page("title: About", written),
        "content/about/d.csv": "a,b\n", "content/about/lines.json": "{}", "static/x.pdf": "%PDF-1.4",
        "content/publication/one/index.md": page("title: One\nauthors: [admin]\ndate: 2020-01-01"),
    }))  # fmt: skip
    assert done.text("content/about.md").partition("---\n\n")[2].strip() == became
    assert not done.found("shortcode") and not done.found("dead-link")


def test_a_time_that_is_none_stays_in_words_and_what_is_required_is_said_first(
    imported: Run,
) -> None:
    courses = "{course: PhD, institution: A, year: Current}, {institution: B, date_start: '2019-02', date_end: '2018-01'}"
    done = imported(site(**{
        "content/authors/admin/_index.md": page(
            f"title: Ann Tester\nsuperuser: true\neducation: {{courses: [{courses}]}}\n"
            "work: [{company_name: C, date_start: '2020-01-01'}]", "I test."),
    }))  # fmt: skip
    one, two = done.data("education")
    assert ("date" in one, one["details"]) == (False, "Current")
    assert (str(two["date"]), two["details"]) == ("2019-02", "2019-02 – 2018-01")
    assert any("TODO (1): write role (" in one for one in done.report["before_you_publish"])


def test_dates_come_from_other_fields_and_names_and_widgets_are_no_posts() -> None:
    done = planned(site(**{
        "content/post/a.md": page("title: A\npublishDate: 2020-02-03"),
        "content/post/2021-02-03-b.md": page("title: B"),
        "content/post/w.md": page("widget: pages\nheadless: true\ntitle: W"),
        "content/about.md": page("title: About", '<iframe src="gone.html" height="5"></iframe>\n\nX.'),
    }))  # fmt: skip
    posts = {path for path in done.files if path.startswith("content/posts/")}
    assert posts == {"content/posts/2020-02-03-a.md", "content/posts/2021-02-03-b.md"}
    assert "iframe" not in done.text("content/about.md") and done.found("dead-link") == [
        "gone.html"
    ]


def test_what_stood_below_the_name_of_the_main_language_leads_on(imported: Run) -> None:
    done = imported(site(
        "defaultContentLanguage: ja\ndefaultContentLanguageInSubdir: true\n"
        "languages:\n  ja: {contentDir: content}\n",
        **{"content/home/about.md": page("widget: about\nactive: true"),
           "content/post/_index.md": page("title: Posts", ""),
           "content/talk/w.md": page("widget: pages\ntitle: W"),
           "content/post/a.md": page("title: A\ndate: 2020-01-01")},
    ))  # fmt: skip
    assert done.address("/ja/post/") == ("redirect", "/posts/")
    assert done.address("/ja/post/a/") == ("redirect", "/post/a/")
    assert not any(re.search("talk|home", one["old"]) for one in done.report["addresses"])


def test_one_bad_formula_of_a_record_costs_itself_and_quotes_keep_tex(imported: Run) -> None:
    abstract = r"We bound $a_1$ by $\nosuchthing{b}$ and $\frac{c}{d}$ in all of our cases."
    done = imported(site(**{
        "content/publication/one/index.md": page(f"title: One\ndate: 2020-01-01\nabstract: {abstract}"),
        "content/publication/two/index.md": page(
            'title: Two\ndate: 2020-01-01\nabstract: "By $\\epsilon$ and $\\frac{1}{2}$."'),
    }))  # fmt: skip
    one, two = done.data("publications")
    assert one["abstract"] == abstract.replace(r"$\nosuchthing{b}$", r"`$\nosuchthing{b}$`")
    assert two["abstract"] == r"By $\epsilon$ and $\frac{1}{2}$."


def test_folders_of_records_in_others_have_pages_of_their_own(imported: Run) -> None:
    done = imported(site("menu: {main: [{name: Talks, url: event/}]}", **{
        "content/event/_index.md": page("title: All talks", "See all."),
        "content/event/lunch/_index.md": page("title: Lunch", "On Wednesdays."),
        "content/event/lunch/a/index.md": page("title: A\ndate: 2020-01-01\nsubtitle: By Bo", "X."),
        "content/event/b/index.md": page("title: B\ndate: 2020-01-01"),
        "content/event/w.md": page("widget: pages\ntitle: W\nheadless: true"),
    }))  # fmt: skip
    assert "On Wednesdays.\n\n:::{talks}\n:only: a\n:order: -date\n" in done.text(
        "content/event/lunch.md"
    )
    assert "See all.\n\n:::{talks}" in done.text("content/event.md")
    a, _ = done.data("talks")
    assert a["body"] == "*By Bo*\n\nX."
    assert done.address("/event/") == ("same", "/event/") and not done.found("menu")
    assert done.address("/event/lunch/") == ("same", "/event/lunch/")


def test_scripts_in_records_are_named_and_tokens_stand_in_no_text() -> None:
    key, lock = "AIza" + "Sy0123456789" * 3, "-----{} PRIVATE KEY-----"
    text = f'Where.\n\n<script>\nfunction f() {{ return "{key}"; }}\n</script>\n\nHow.'
    pem = f"{lock.format('BEGIN')}\nabc\n{lock.format('END')}"
    done = planned(site(**{
        "content/event/a.md": page("title: A", text),
        "content/post/b.md": page("title: B\ndate: 2020-01-01", f"Say `{key}`.\n\n{pem}\n\nEnd."),
    }))  # fmt: skip
    assert "Where.\n\n    How." in done.text("content/talks.yaml")
    assert "Say `…`.\n\n…\n\nEnd." in done.text("content/posts/2020-01-01-b.md")
    assert [what[:8] for what in done.found("html")] == ["<script>"]
    assert done.named("secret") == ["content/event/a.md", "content/post/b.md"]
    assert "0123456789" not in str(done.plan.findings.all())


@pytest.mark.parametrize(
    ("latin", "native", "given", "family"),
    [
        ("LEE SOL HA", "이솔하", "SOL HA", "LEE"), ("Lee Hyeon Woo", "이현우", "Hyeon Woo", "Lee"),
        ("Ki-tae Kim", "김기태", "Ki-tae", "Kim"), ("Kim Kitae", "김기태", "Kitae", "Kim"),
        ("Xiaohe Chen", "陈晓禾", "Xiaohe", "Chen"),
    ],
)  # fmt: skip
def test_the_family_name_is_the_last_word_or_sounds_like_it(
    latin: str, native: str, given: str, family: str
) -> None:
    files = site("languages: {en: {contentDir: content/en}, ko: {contentDir: content/ko}}")
    for code, name in (("en", latin), ("ko", native)):
        files[f"content/{code}/authors/admin/_index.md"] = page(f"title: {name}\nsuperuser: true")
    name = planned(files).person["name"]
    assert (name["given"], name["family"], name["native"]) == (given, family, native)


def test_items_of_lists_show_picture_and_summary_and_lead_to_pages_of_their_own() -> None:
    block = "sections:\n  - block: collection\n    content: {title: Us, filters: {folders: [club]}}"
    out = "external_link: https://x.org/"
    done = planned(site(**{
        "content/_index.md": page(f"title: Home\n{block}", ""),
        "content/club/_index.md": page("title: Clubs\nbanner: {image: club.jpg}", ""),
        "assets/media/club.jpg": PNG, "content/club/a/featured.png": PNG,
        "content/club/a/index.md": page(f"title: A\ndate: 2020-01-01\n{out}\nsummary: Until 2021", ""),
        "content/club/b.md": page(
            "title: B\nsummary: false", "# Not\n\n<script>\nf()\n\ng()\n</script>\n\n[First](../x/)\nof it.<!--more-->\n- Second."
        ),
        "content/club/c.md": page(f"title: C\n{out}", ""),
        "content/project/_index.md": page("title: P\nbanner: {image: club.jpg}", ""),
        "content/project/p/index.md": page("title: P\nimage: {caption: A boat}"),
        "content/project/p/featured.png": PNG,
    }))  # fmt: skip
    text, home = done.text("content/club.md"), done.text("content/index.md")
    assert text.index("![](/media/club.jpg)") < text.index("- [B](/club/b/)\\\n  First of it.")
    assert not done.found("name-clash")
    first = "- [A](/club/a/), 2020-01-01\\\n  Until 2021\\\n  [website](https://x.org/)\\\n  ![](/club/a/featured.png){width=240}"
    assert first in text and first in home and "\\\n  First of it." in home
    assert "- [C](https://x.org/)" in text and "- [C](https://x.org/)" in home
    assert "---\n\n![](/media/club.jpg)\n\n:::{projects}" in done.text("content/project.md")
    assert "---\n\n*A boat*\n" in done.text("content/projects/p.md")


BOTH = "languages: {ko: {contentDir: content/ko}, en: {contentDir: content/en}}\ndefaultContentLanguage: ko"


def test_profiles_in_two_languages_pair_what_they_list() -> None:
    front = (
        "title: Ann Tester\nsuperuser: true\ninterests: [{0}]\neducation:\n  - {{area: {0}, "
        "institution: {0}, date_start: 2020-03-01, date_end: {1}, summary: {2}}}\n"
        "skills: [{{name: Fun, items: [{{name: {0}}}, {{name: C}}, {{name: ''}}]}}]"
    )
    words = "Thesis on the many tests of engines and boats."
    files = site(BOTH)
    for code, said in (("ko", ("바둑", "현재")), ("en", ("Go", "now"))):
        files[f"content/{code}/authors/admin/_index.md"] = page(front.format(*said, words))
        files[f"content/{code}/_index.md"] = page("title: H\nsections: [{block: about}]", "")
    files["content/ko/authors/admin/content/slides.md"] = page("title: Slides")
    done = planned(files, [digest for digest, _ in sentences(words)])
    (skills,) = done.data("skills")
    assert skills["items"] == [{"ko": "바둑", "en": "Go"}, "C"]
    assert not done.found("translation") and "## 관심분야" in done.text("content/index.md")
    assert "Thesis" not in done.text("content/education.yaml")
    assert "content/people.yaml" not in done.files and done.found("widget") == ["Slides"]


@pytest.mark.parametrize(
    "said", ["A highly-customizable Hugo résumé theme powered by X.", "My own."]
)
def test_the_description_of_the_template_is_not_the_sites(said: str) -> None:
    done = planned(
        site(**{"config/_default/params.yaml": f"marketing: {{seo: {{description: {said}}}}}"})
    )
    assert ("description: My own." in done.text("content/site.yaml")) == (said == "My own.")


def test_a_list_of_no_records_keeps_its_text_and_a_picture_beside_a_page_is_named_barely() -> None:
    block = "sections:\n- block: collection\n  content: {title: W, filters: {folders: [works]}}"
    front = "title: {}\nsummary: Short.\nimage: {{filename: {}}}"
    done = planned(site(**{
        "content/_index.md": page(f"title: Home\n{block}", ""),
        "content/publication/_index.md": page("title: Papers", "**Tester, A.** One paper."),
        "content/post/_index.md": page("title: Notes", "None yet."),
        "content/works/a/index.md": page(front.format("A", "Fig1.png"), "Words."),
        "content/works/a/Fig1.png": PNG,
        "content/works/b/index.md": page(front.format("B", "gone.png"), "Words."),
    }))  # fmt: skip
    assert done.text("content/publication.md").endswith("---\n\n**Tester, A.** One paper.\n")
    assert "None yet." in done.text("content/posts/index.md")
    home = done.text("content/index.md")
    assert "Short.\\\n  ![](/works/a/Fig1.png){width=240}\n" in home
    assert home.endswith("[B](/works/b/)\\\n  Short.\n") and "gone.png" in done.found("dead-link")


def test_views_of_cards_are_tiles_and_the_name_of_the_templates_person_is_nobodys() -> None:
    words = "Here are all of the things that I have made over many years."
    known = [*(one for one, _ in sentences(words)), title_digest("Fay Sample")]
    block = "block: collection, content: {{title: P, text: '{}', filters: {{folders: [{}]}}}}"
    files = site(**{
        "content/_index.md": page(
            f"title: Home\nsections:\n- {{{block.format(words, 'project')}, design: {{view: card}}}}\n"
            f"- {{{block.format('Own.', 'event')}, design: {{view: article-grid}}}}", ""),
        "content/project/a/index.md": page("title: A", "A [made](b.pdf) thing.\n<!--more-->\n\nMore."),
        "content/project/a/featured.png": PNG,
        "content/event/b/index.md": page("title: B\ndate: 2020-01-01", ""),
        "content/authors/admin/_index.md": page(
            "title: 王安\nfirst_name: Fay\nlast_name: Sample\nname_pronunciation: Fay Sample\n"
            "superuser: true"),
        "content/c.md": page("title: C", '<div style="width: 9%">\n{{< figure src="/x.png" >}}\n</div>'),
        "static/x.png": PNG,
    })  # fmt: skip
    done = planned(files, known)
    assert ":::{projects}\n:limit: 5\n:style: grid\n:::" in done.text("content/index.md")
    assert ":::{talks}\n:limit: 5\n:::" in done.text("content/index.md")
    assert words in done.found("template-sample") and not done.found("field")
    assert "body: A made thing.\n" in done.text("content/projects.yaml")
    assert "name: 王安\n" in done.text("content/site.yaml")
    assert '<div style="width: 9%">\n\n![](/x.png)\n\n</div>' in done.text("content/c.md")


def test_a_name_in_parts_is_a_name_and_groups_of_the_template_are_samples() -> None:
    known = [*map(title_digest, ("Go 80", "C 40", "English 100 Chinese 75"))]
    groups = (
        "skills: [{name: S, items: [{name: Go, percent: 80}, {name: C, percent: 40}]}]\n"
        "languages: [{name: English, percent: 100}, {name: Chinese, percent: 75}]\n"
    )
    for said, name in (("first_name: Ann\nlast_name: Tester\n", "Ann Tester"), ("", "TODO")):
        done = planned(
            site(**{
                "hugo.yaml": "theme: blox\n",
                "content/authors/admin/_index.md": page(f"{said}superuser: true\n{groups}"),
                "content/experience.md": page(
                    "title: E\nsections: [{block: resume-skills}, {block: resume-languages}]", ""),
            }),
            known,
        )  # fmt: skip
        assert f"name: {name}\n" in done.text("content/site.yaml")
        assert "content/skills.yaml" not in done.files


@pytest.mark.parametrize(
    ("social", "shown"), [("", None), ("mailto:ann@tests.edu", "ann@tests.edu")]
)
def test_mail_for_a_gravatar_is_public_only_if_a_link_says_it(
    social: str, shown: str | None
) -> None:
    links = f"social: [{{icon: envelope, link: '{social}'}}]\n" if social else ""
    profile = (
        f"---\ntitle: Ann Tester\nsuperuser: true\nemail: ann@private.org\n{links}---\nI test.\n"
    )
    done = planned(site(**{"content/authors/admin/_index.md": profile}))
    assert done.person.get("email") == shown
    assert "ann@private.org" not in done.text("content/site.yaml")


test_what_fields_of_hugo_say = cases({
    "posts and projects keep picture buttons and authors": (site(**{
        "content/post/a/index.md": page(
            "title: A\ndate: 2020-01-01\nauthors: [admin, Bo Beta]\nurl_code: '#'\n"
            "url_pdf: https://x.org/a.pdf\nimage: {caption: 'Photo by [Bo](https://bo.org)'}\n"
            "links:\n  - {name: Read on, url: https://y.org/, icon: x}"),
        "content/post/a/featured.png": PNG,
        "content/project/engine/index.md": page("title: E\nimage: {preview_only: true}", "See."),
        "content/project/engine/featured.png": PNG,
        "content/post/old.md": page("title: O\ndate: 2020-01-02\nheader: {image: b.png}"),
        "static/img/b.png": PNG,
    }), {
        "content/posts/2020-01-01-a.md": [
            "preview: post/a/featured.png\nauthor:\n  - Ann Tester\n  - Bo Beta\n",
            ":::{figure} /post/a/featured.png\nPhoto by [Bo](https://bo.org)\n:::",
            "Words.\n\n[pdf](https://x.org/a.pdf) · [Read on](https://y.org/)\n",
        ], "content/projects.yaml": ["body: See.\n", "preview: project/engine/featured.png"],
        "content/posts/2020-01-02-old.md": "![](/img/b.png)",
    }),
    "the profile of academic 3 stands in settings and in the block about": ({
        "config.toml": 'title = "Ann"\nbaseurl = "https://ann.org/"\ntheme = "academic"\n[params]\n'
        '  name = "Ann Tester"\n  role = "Engineer"\n  avatar = "me.jpg"\n  email = "ann@tests.edu"\n'
        '  organizations = [{name = "Uni", url = ""}, {name = "GenCo", url = "https://example.com/"}]\n'
        '  [[params.social]]\n    icon = "github"\n'
        '    icon_pack = "fab"\n    link = "//github.com/ann"\n',
        "static/img/me.jpg": PNG,
        "content/home/about.md": '+++\nwidget = "about"\nactive = true\n[interests]\n'
        '  interests = ["Maps"]\n[[education.courses]]\n  course = "PhD"\n  institution = "Uni"\n'
        "  year = 2012\n+++\n# Biography\n\nI test.\n",
        "content/publication/one.md": '+++\ntitle = "One"\ndate = "2019-01-01"\nselected = true\n'
        'authors = ["A. Tester"]\nabstract_short = "In short."\nimage_preview = "p.jpg"\n'
        '[[url_custom]]\n  name = "Site"\n  url = "https://s.org/"\n[[links]]\n  type = "preprint"\n'
        '  provider = "arxiv"\n  id = "1512.04133"\n+++\n',
        "static/img/p.jpg": PNG,
        "content/talk/two.md": '+++\ntitle = "Two"\ndate = "2017-01-01"\n'
        'time_start = 2018-05-04T10:00:00\n+++\n',
    }, {
        "person name": "Ann Tester", "person role": "Engineer", "person affiliation": "Uni",
        "person portrait": "media/avatar.jpg", "person email": None,
        "person links": {"github": "https://github.com/ann"},
        "content/index.md": "I test.\n\n## Interests\n\n:::{interests}",
        "content/education.yaml": "degree: PhD\n",
        "content/talks.yaml": "date: '2018-05-04'\n  time: '10:00'",
        "records publications.*.selected": [True], "records publications.*.details": ["In short."],
        "records publications.*.preview": ["img/p.jpg"],
        "records publications.*.links": [
            {"Site": "https://s.org/", "preprint": "https://arxiv.org/abs/1512.04133"},
        ],
    }),
    "a page of any folder says where it was and lists of nothing are not lost": (site(**{
        "content/conferences/a/index.md": page(
            "title: A\npublication: '*A Conference*'\nlocation: Ulm\nabstract: At length.\n"
            "lastMod: 2020-01-02",
            "![x](https://x.org/x.png)"),
        "content/_index.md": page(
            "title: Home\nsections:\n  - {block: about.biography}\n"
            "  - {block: collection, content: {title: Teaching, filters: {folders: [teaching]}}}"),
        "content/teaching/_index.md": page("title: Teaching", ""),
    }), {
        "content/conferences/a.md": [
            "updated: '2020-01-02'", "*A Conference*\n\nUlm\n\nAt length.\n\n![x](https://x.org/x.png)",
        ], "block": [], "theme-block": ["collection: Teaching", "Teaching"],
    }),
    "a list is at the address of its folder also where its page is a sample": (
        site("menu: {main: [{name: Talks, url: event}]}", **{
            "content/event/_index.md": page("title: Recent Talks", ""),
            "content/event/b/index.md": page("title: B\ndate: 2020-01-01"),
        }), {
        "content/event.md": ":::{talks}", "also menu": {"to": "/event/", "label": "Talks"},
    }, [title_digest("Recent Talks")]),
    "relative links lead from the root and services of others are named": (site(**{
        "content/publication/a/index.md": page("title: A\nurl_pdf: files/a b.pdf\nauthors: [admin]"),
        "content/post/b.md": page("title: B\ndate: 2020-01-01\nurl_pdf: files/a b.pdf"),
        "static/files/a b.pdf": "x",
        "config/_default/params.yaml": "skype: ann_t\ntelegram: '@Telegram'\ncomment:\n"
        "  disqus: {shortname: ann, show_count: true}\n"
        "marketing: {analytics: {google_analytics: ''}}\n",
        "content/home/contact.md": page("widget: contact\ntitle: Reach"),
        "content/home/projects.md": page(
            "widget: projects\ntitle: P\nview: 3\nfilter: [{name: A, tag: '*'}, {name: B, tag: b}]", ""),
        "content/project/c/index.md": page("title: C"), "content/project/c/featured.png": PNG,
    }), {
        "content/publications.yaml": "pdf: /files/a%20b.pdf",
        "content/posts/2020-01-01-b.md": "[pdf](/files/a%20b.pdf)",
        "content/index.md": ["- Skype: ann_t\n", ":::{projects}\n:filter: true\n:style: grid\n:::"],
        "not content/index.md": "elegram", "service": ["disqus.shortname"],
    }),
    "a summary that names the authors alone is no detail": (site(**{
        "content/publication/p/index.md": page(
            "title: P\ndate: 2020-01-01\nauthors: [admin, 'B{\\\"o} Other']\nsummary: Ann Tester, Bö Other"),
    }), {"records publications.*.details": [None], "content/publications.yaml": "- Bö Other"}),
    "academic has a date since version 4 and time_start before": (site(**{
        "config/_default/menus.yaml": "", "content/event/t.md": page("title: T\ndate: 2020-01-02\ntime_start: 2019-01-01T10:00"),
    }), {"content/talks.yaml": "date: '2020-01-02'", "field": []}),
})  # fmt: skip
