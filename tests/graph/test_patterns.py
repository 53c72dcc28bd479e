"""Records in patterns, to the letter."""

import pytest

from generator.graph.facts.paper_formats import bibtex_entry, csl_item
from generator.graph.field_values import FORMATS, field_kind
from generator.graph.query import section_view
from generator.graph.references import reference_problems
from generator.graph.section_checks import section_problems
from generator.model.languages import direction_against
from generator.model.site import KINDS
from generator.model.styles import PRESETS, pattern_of, preset
from generator.model.views import SectionView
from generator.problems import Problem, Spot
from generator.render.markdown.convert import plain
from tests.cases import rows
from tests.graph.conftest import IndexOf, asked, files_of

SITE = """
person: {name: {given: Jin, family: Fang, native: 方缙}}
languages: [en, zh]
styles:
"""
FILES, RECORDS = files_of("lines"), files_of("patterns")


def view(
    index_of: IndexOf,
    pattern: str,
    kind: str = "publications",
    lang: str = "en",
    more: str = "",
    files: dict[str, str] = FILES,
    site: str = SITE,
) -> SectionView:
    index = index_of(FILES | files, site=f"{site}  own: {pattern}\n")
    assert list(reference_problems(index)) == []
    section = asked(f"style: own\n{more}", kind)
    assert list(section_problems(section, index, Spot("page.md"))) == []
    return section_view(section, index, lang)


def lines(index_of: IndexOf, pattern: str, *more: str, **options: str) -> list[str]:
    """The entries in words, columns parted by `|`."""
    return in_words(view(index_of, f"'{pattern}'", *more, **options))


def in_words(found: SectionView) -> list[str]:
    return ["|".join(plain(str(column)) for column in entry.line) for entry in found.entries]


ONLY = "only: two"


def test_a_career_in_columns(index_of: IndexOf) -> None:
    pattern = "{date} | {organization} | {unit} | {role}"
    assert lines(index_of, pattern, "experience", lang="zh") == [
        "2021.9 – 至今|某某大学|软件学院|副教授",
        "2018.7 – 2021.8|Elsewhere||Lecturer",
    ]
    assert view(index_of, f"'{pattern}'", "experience").columns == 4
    assert view(index_of, "'{role}'", "experience").columns == 0


TABLES = (
    "Names are said as their formats say",
    "Values, and what stands between them",
    "No separator stands beside a field that is empty",
    "The line of a Chinese CV",
)


@pytest.mark.parametrize(
    ("paper", "lang", "pattern", "line"),
    [row for title in TABLES for row in rows("patterns", title)],
)
def test_a_pattern_makes_its_line(
    index_of: IndexOf, paper: str, lang: str, pattern: str, line: str
) -> None:
    assert lines(index_of, pattern, lang=lang, more=f"only: {paper}") == [line]


def test_the_section_says_what_a_pattern_leaves_open(index_of: IndexOf) -> None:
    options = "only: three\nnames: initials\nmax_authors: 2\net_al: u. a."
    assert lines(index_of, "{authors}", more=options) == ["J. Fang, H. Xu, u. a."]
    assert lines(index_of, "{authors: full, max 1}", more=options) == ["Jin Fang u. a."]


def test_what_lacks_everything_is_shown_as_lines_are(index_of: IndexOf) -> None:
    shown = lines(index_of, "[{isbn}]", more=ONLY)
    assert shown == lines(
        index_of, "{authors}, {title}, {venue} ({venue.short}), {year}", more=ONLY
    )


def test_other_kinds_have_their_fields(index_of: IndexOf) -> None:
    assert lines(index_of, "{title}[ ×{count}]: {awards}", "awards") == [
        "Prizes ×2: Cup (2020), 奖、杯"
    ]
    pattern = "{inventors}, {title}, {number}[, {kind}], {dates.granted: long}[, {dates.expired}]"
    assert lines(index_of, pattern, "patents") == [
        "Jin Fang, A machine, CN1, Utility models, July 2022"
    ]


def test_a_style_has_a_pattern_for_each_kind_and_language(index_of: IndexOf) -> None:
    style = """
    journal: 'J {title}'
    publications: 'P {title}'
    journal.zh: 'JZ {title}'
    zh: 'Z [{title}|{role}]'
    default: 'D [{title}|{role}]'
"""
    more = "only: two, three"

    for lang, last in (("en", "J Is it so?"), ("zh", "JZ Is it so?")):
        assert in_words(view(index_of, style, lang=lang, more=more)) == ["P Title", last]
    style = "{other: '{title}, {venue}', experience: '{role}'}"  # that of papers of another kind
    found = view(index_of, style, "experience")
    assert in_words(found) == ["Associate professor", "Lecturer"]


def place(problem: Problem) -> str:
    assert isinstance(problem.where, Spot)
    return f"{'/'.join(problem.where.path)}:{problem.where.column}"


def test_a_field_that_the_records_of_a_section_lack_is_named_with_all_they_have(
    index_of: IndexOf,
) -> None:
    index = index_of({}, site=f"{SITE}  own: '{{date}} | {{organization}}'\n")
    assert list(reference_problems(index)) == []
    (problem,) = section_problems(asked("style: own", "education"), index, Spot("page.md"))
    assert place(problem) == "styles/own:10"
    assert problem.message == 'education have no field "organization"'
    assert "degree, area, institution" in problem.hint


def test_a_field_that_no_record_has_is_said_of_the_style_and_not_of_each_section(
    index_of: IndexOf,
) -> None:
    index = index_of({}, site=f"{SITE}  own: '{{titel}}'\n")
    assert len(list(reference_problems(index))) == 1
    assert list(section_problems(asked("style: own", "education"), index, Spot("page.md"))) == []


def test_the_styles_that_come_with_us_name_no_field_that_is_not_there() -> None:
    for style in map(preset, PRESETS):
        for key, text in style.patterns.items():
            kind = KINDS.get(key, KINDS["publications"])
            for field in pattern_of(text).fields():
                assert all(field_kind(kind, name) for name in field.names), (key, text)
                assert all(one.word in FORMATS for one in field.formats), (key, text)


def patents(
    index_of: IndexOf,
    more: str = "",
    site: str = "",
    lang: str = "en",
    pattern: str = "{number}{inventors: own-marks}",
) -> SectionView:
    files = {"patents.yaml": RECORDS["patents.yaml"]}
    site = f"person: {{name: Jin Fang}}\n{site}styles:\n"
    options = f"group: assignee\nrun_in: true\n{more}"
    return view(index_of, f"'{pattern}'", "patents", lang, options, files, site)


def test_patents_are_run_in_behind_their_assignee(index_of: IndexOf) -> None:
    found = patents(index_of)
    lines = [group.line.text for group in found.groups]
    assert lines[0].startswith("**A Firm:** ")
    assert list(map(plain, lines)) == ["A Firm: CN1§, CN2, CN3§", "某某公司：CN4, CN5"]
    assert found.legend == ("first-inventor",)


def test_a_label_that_is_run_in_has_the_colon_of_the_page(index_of: IndexOf) -> None:
    french, own = (
        patents(index_of, more=more, lang="fr") for more in ("", "words: {colon: ' – '}")
    )
    assert french.groups[0].line.text.startswith("**A Firm\u00a0:** ")
    assert french.groups[1].line.text.startswith("**某某公司：**")
    assert plain(own.groups[0].line.text).startswith("A Firm – CN1")


def test_columns_that_are_run_in_lose_nothing(index_of: IndexOf) -> None:
    (first, *_) = patents(index_of, pattern="{number} | {assignee}").groups
    assert plain(first.line.text) == "A Firm: CN1 A Firm, CN2 A Firm, CN3 A Firm"


@pytest.mark.parametrize(
    ("option", "expected", "legend"),
    [
        ("marks: {first-inventor: '*'}", "A Firm: CN1*, CN2, CN3*", ("first-inventor",)),
        ("marks: none", "A Firm: CN1, CN2, CN3", ()),
        ("marks: words", "A Firm: CN1, CN2, CN3", ()),
    ],
)
def test_a_section_chooses_its_marks_and_the_legend_follows(
    index_of: IndexOf, option: str, expected: str, legend: tuple[str, ...]
) -> None:
    found = patents(index_of, more=option)
    assert plain(found.groups[0].line.text) == expected
    assert found.legend == legend


def test_signs_behind_names_mean_the_roles_that_have_them_as_marks(index_of: IndexOf) -> None:
    papers = {"publications.yaml": "- {id: a, title: T, authors: [Li Lei*, Jin Fang^†^, Wei Wang]}"}

    def shown(marks: str) -> tuple[list[tuple[str, tuple[str, ...], str]], list[Problem]]:
        index = index_of(papers, site=f"person: {{name: Jin Fang}}\n{marks}\n")
        (entry,) = section_view(asked("", "publications"), index, "en").groups[0].entries
        people = [(author.name, author.roles, author.words) for author in entry.authors]
        return people, list(reference_problems(index))

    assert shown("") == (
        [("Li Lei", ("equal",), ""), ("Jin Fang", ("corresponding",), ""), ("Wei Wang", (), "")], [],
    )  # fmt: skip
    assert shown("marks: {corresponding: '*'}")[0][0] == ("Li Lei", ("corresponding",), "")
    words = shown("marks: {equal: words}")[0][0]
    assert words == ("Li Lei", (), " (equal contribution)")
    papers["publications.yaml"] = "- {id: a, title: T, authors: [Li Lei✉]}"
    assert shown("") == ([("Li Lei", ("corresponding",), "")], [])
    papers["publications.yaml"] = "- {id: a, title: T, authors: [Li Lei#]}"
    (problem,) = shown("")[1]
    assert problem.message == 'the sign "#" after this name means no role'
    assert shown("marks: {corresponding: '#'}") == ([("Li Lei", ("corresponding",), "")], [])
    papers["publications.yaml"] = "- {id: a, title: T, authors: ['Li Lei#', 'Wei Wang*']}"
    (problem,) = shown("")[1]
    assert problem.hint == (
        'say what it means: `marks: {equal: "#", corresponding: "*"}` in site.yaml'
    )
    (problem,) = shown("marks: {equal: '#'}")[1]
    assert problem.message == 'the sign "*" after this name means no role'


FIRST = "marks: {first-inventor: '*'}"


@pytest.mark.parametrize(
    ("marks", "of_papers", "of_patents"),
    [
        ("", "equal", "equal"),
        (FIRST, "equal", "first-inventor"),
        ("marks: {corresponding: '*', first-inventor: '*'}", "corresponding", "first-inventor"),
    ],
)
def test_a_role_counts_only_for_the_kinds_of_records_that_have_it(
    index_of: IndexOf, marks: str, of_papers: str, of_patents: str
) -> None:
    files = {
        "publications.yaml": "- {id: a, title: T, authors: [Jin Fang*]}",
        "patents.yaml": "- {title: T, date: 2024, inventors: [Jin Fang*]}",
    }
    index = index_of(files, site=f"person: {{name: Jin Fang}}\n{marks}\n")
    assert list(reference_problems(index)) == []
    for kind, role in (("publications", of_papers), ("patents", of_patents)):
        (entry,) = section_view(asked("", kind), index, "en").groups[0].entries
        assert [author.roles for author in entry.authors] == [(role,)]


@pytest.mark.parametrize(
    ("author", "message", "hint"),
    [
        ("Jin Fang#", 'the sign "#" after this name means no role',
         'say what it means: `marks: {corresponding: "#"}` in site.yaml'),
        ("{name: Jin Fang, roles: first-inventor}", "nobody in this list is a first-inventor",
         "only inventors of patents can be that: remove `first-inventor`"),
    ],
)  # fmt: skip
def test_no_author_of_a_paper_is_a_first_inventor(
    index_of: IndexOf, author: str, message: str, hint: str
) -> None:
    files = {"publications.yaml": f"- {{id: a, title: T, authors: [{author}]}}"}
    site = "person: {name: Jin Fang}\nmarks: {first-inventor: '#'}\n"
    (problem,) = reference_problems(index_of(files, site=site))
    assert (problem.message, problem.hint) == (message, hint)


@pytest.mark.parametrize(
    ("note", "sign", "role"),
    [
        ("* corresponding author", "*", "corresponding"),
        ("（*为通讯作者）", "*", "corresponding"),
        ("#: Equal contribution; * the corresponding authors", "#", "equal"),
        ("† 同等贡献", "†", "equal"),
        ("* Equal contribution", "*", ""),
        ("Equal contribution", "*", ""),
    ],
)
def test_what_a_list_says_about_a_sign_is_heard(
    index_of: IndexOf, note: str, sign: str, role: str
) -> None:
    paper = f"- {{id: a, title: T, authors: [Jin Fang{sign}], note: '{note}'}}"
    hint = f'`marks: {{{role}: "{sign}"}}` in site.yaml'
    found = list(reference_problems(index_of({"publications.yaml": paper})))
    assert [hint in problem.hint and problem.is_error for problem in found] == [True] * bool(role)
    index = index_of({"publications.yaml": paper.partition(", note")[0] + "}"})
    section = asked(f"text: '{note}'", "publications")
    said = [one for one in section_problems(section, index, Spot("x")) if sign in one.message]
    assert [hint in one.hint for one in said] == [True] * bool(role)


def test_a_patent_has_a_title_or_a_number(index_of: IndexOf) -> None:
    (problem,) = reference_problems(index_of({"patents.yaml": "- {assignee: A Firm}"}))
    assert problem.message == "this patent has neither a title nor a number"


@pytest.mark.parametrize(
    ("pattern", "lines", "left"),
    [
        (
            "**{title}**[ ({links.code}, {links.demo})]",
            ["**Masthead** ([Code](<https://a.example/(x)>), [try it](<https://b.example/>))",
             "**No links**"],
            ["web"],
        ),
        ('{title: to "code"}: {year}', ["[Masthead](<https://a.example/(x)>){.quiet}: 2020", "No links: 2019"],
         ["demo", "web"]),
        ("{title}[: {links: and}]",
         ["Masthead: [Code](<https://a.example/(x)>), [try it](<https://b.example/>), and "
          "[Web](<https://c.example/>)", "No links"], []),
    ],
)  # fmt: skip
def test_links_in_the_sentence_are_not_repeated_behind_it(
    index_of: IndexOf, pattern: str, lines: list[str], left: list[str]
) -> None:
    labels = "words: {link.code: Code, link.web: Web}"
    files = {"projects.yaml": RECORDS["projects.yaml"]}
    entries = view(index_of, f"'{pattern}'", "projects", files=files, site=labels + SITE).entries
    assert [entry.line[0].text for entry in entries] == lines
    assert [link.kind for link in entries[0].links] == left


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("{date} | {role}", "start"),
        ("{year}[–{date: end}] | {role} | {unit}", "start"),
        ("{role} | {date: year}", "end"),
        ("{role} | {organization}", ""),
        ("{date}, {role}", ""),
    ],
)
def test_a_column_of_dates_is_known(index_of: IndexOf, pattern: str, expected: str) -> None:
    assert view(index_of, f"'{pattern}'", "experience").dates_at == expected


@pytest.mark.parametrize(
    ("formats", "lang", "expected"),
    [
        ("", "zh", "徐宏力教授，Dr. 李明（副导师）"),
        (": full", "zh", "徐宏力教授，Dr. Ming Li（副导师）"),
        (": initials", "en", "H. Xu教授, Dr. M. Li (co-advisor)"),
    ],
)
def test_an_advisor_keeps_title_and_role(
    index_of: IndexOf, formats: str, lang: str, expected: str
) -> None:
    files = {"education.yaml": RECORDS["advised.yaml"]}
    found = view(index_of, f"'{{advisors{formats}}}'", "education", lang, files=files)
    assert in_words(found) == [expected]


def test_a_kind_that_nobody_has_named_is_not_printed(index_of: IndexOf) -> None:
    files = {"talks.yaml": "- {title: One, kind: invited, date: 2024}\n- {title: Two}\n"}
    found = view(index_of, "'{title}[ ({kind})]'", "talks", files=files)
    assert in_words(found) == ["Two", "One (Invited talks)"]


def test_a_doi_in_a_line_leads_there_and_has_no_link_behind(index_of: IndexOf) -> None:
    (entry,) = view(index_of, "'{title}. doi:{doi}'", more="only: three").groups[0].entries
    assert "[10.1/x\\_y](<https://doi.org/10.1/x_y>)" in str(entry.line[0])
    assert entry.links == ()


ARABIC = """
person: {name: {given: Layla, family: Haddad, native: ليلى حداد}}
languages: [ar]
styles:
  own: '{authors: family-first " ", initials ""}. {title}.'
"""


def test_a_line_in_arabic_keeps_names_as_they_are_written_and_latin_ones_apart(
    index_of: IndexOf,
) -> None:
    people = "- {name: {given: Sami, family: Najjar, native: سامي النجار}}\n"
    files = {"people.yaml": people, "publications.yaml": RECORDS["arabic.yaml"]}
    index = index_of(files, site=ARABIC)
    found = section_view(asked("style: own\norder: file", "publications"), index, "ar")
    assert in_words(found) == [
        "حداد ل، النجار س. قصور القلب.",
        "Haddad L, Najjar S. Heart failure: a trial.",
        "Najjar S. دراسة HEART.",
        ". 2020;15(2):45–52.",
        "Najjar S. DATE-PCI: مقارنة المدخل الكعبري.",
    ]
    assert [entry.line_dir for entry in found.entries] == ["", "ltr", "ltr", "", ""]
    assert direction_against("قصور القلب", "en") == "rtl"
    cards = section_view(asked("order: file", "publications"), index, "ar").entries
    names = [[author.name for author in entry.authors] for entry in cards]
    assert names[:2] == [["ليلى حداد", "سامي النجار"]] * 2


def test_a_rank_has_the_words_of_its_scheme(index_of: IndexOf) -> None:
    venues = "- {id: icnp, name: X, ranks: {ccf: B, ccf-zh: T1, cas: 1 区}}\n"
    site = SITE.replace("styles:", "words: {rank.ccf-zh: {zh: 'CCF 中文 {}'}}\nstyles:")
    index = index_of({**FILES, "venues.yaml": venues}, site=f"{site}  own: '{{ranks}}'\n")
    found = section_view(asked(f"style: own\n{ONLY}", "publications"), index, "zh")
    assert in_words(found) == ["CCF B 类、CCF 中文 T1、CAS 1 区"]
    own = asked(f"style: own\nwords: {{rank.ccf: '{{}} 类'}}\n{ONLY}", "publications")
    assert list(section_problems(own, index, Spot("page.md"))) == []
    assert in_words(section_view(own, index, "zh")) == ["B 类、CCF 中文 T1、CAS 1 区"]


def test_the_editors_of_a_book_are_people(index_of: IndexOf) -> None:
    pattern = (
        "[{authors}|{editors: and} (Hg.)]: {title}.[ In: {venue}. Hg. von {editors: and}.]"
        "[ {place}: {publisher}] {year}[, S. {pages}]."
    )
    index = index_of(
        {**FILES, "publications.yaml": RECORDS["edited.yaml"]}, site=f"{SITE}  own: '{pattern}'\n"
    )
    assert list(reference_problems(index)) == []
    found = section_view(asked("style: own\norder: file", "publications"), index, "en")
    part, whole = found.entries
    assert in_words(found) == [
        "Jin Fang: A part. In: The Whole. Hg. von Hongli Xu and Ming Li. "
        "Bielefeld: Some Press 2014, S. 55–79.",
        "Jin Fang and Hongli Xu (Hg.): The Whole. 2014.",
    ]
    assert "[Jin Fang]{.self}" in str(whole.line[0])
    assert [str(one) for one in part.details] == ["ed. by Hongli Xu, Ming Li"]
    paper = index.publications["part"]
    assert "  editor    = {Xu, Hongli and Li, Ming}," in bibtex_entry(
        paper, index.venue_of(paper), index.directory
    )
    assert [name["family"] for name in csl_item(paper, index, "")["editor"]] == ["Xu", "Li"]


def test_of_two_fields_each_kind_needs_one(index_of: IndexOf) -> None:
    index = index_of(
        FILES, site=f"{SITE}  own: '{{role or title}}'\n  off: '{{role or assignee}}'\n"
    )
    assert list(reference_problems(index)) == []
    good = asked("of: experience, awards\nstyle: own", "section")
    assert list(section_problems(good, index, Spot("page.md"))) == []
    bad = asked("of: experience, awards\nstyle: off", "section")
    said = [problem.message for problem in section_problems(bad, index, Spot("page.md"))]
    assert said == ['awards have no field "role"', 'awards have no field "assignee"']


def test_a_latin_title_has_latin_marks_in_a_chinese_line(index_of: IndexOf) -> None:
    files = {
        "publications.yaml": "- {id: a, title: Goats, authors: [Li Lei], date: 2024}\n"
        "- {id: b, title: 水, authors: [Li Lei], date: 2023}\n"
        "- {id: c, title: Goats 与水, authors: [Li Lei], date: 2022}\n",
    }
    for lang, marked in (("zh", [True, False, False]), ("en", [False, False, False])):
        shown = view(index_of, "'{year}，“{title}”。'", lang=lang, files=files)
        said = [str(entry.line[0]) for entry in shown.entries]
        assert [line.endswith("”]{lang=en}。") for line in said] == marked, said
