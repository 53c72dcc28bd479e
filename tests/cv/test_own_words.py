"""What an author says in words of one's own: titles, labels, signs between dates, advisors."""

from __future__ import annotations

import pytest

from tests.conftest import SiteCase, visible_text
from tests.cv.conftest import SITE, lines_printed, page_of, pdf_of, printed

pytestmark = pytest.mark.broadsheet


def test_a_cv_may_have_neither_title_nor_headline(cv: SiteCase) -> None:
    sections = "design: modern\nsections: [{of: awards, title: ''}]\n"
    text = printed(cv, f"title: ''\nheadline: ''\n{sections}")
    html = cv.build().read("cv/resume/index.html")
    for unsaid in ("Curriculum vitae", "Analyst", "Awards"):
        assert unsaid not in text and unsaid not in visible_text(html.partition("<main")[2])
    assert "<title>Curriculum vitae" in html, "a browser's tab needs a name"
    both = printed(cv, sections)
    assert "Curriculum vitae" in both and "Analyst" in both


def test_labels_in_the_contact_line_leave_with_what_they_label(cv: SiteCase) -> None:
    cv.write("content/site.yaml", SITE + "  links: {github: 'https://github.com/ada-example'}\n")
    contact = "contact: ['电话：{phone}', 'E-mail: {email}', 'Code: {github}', github]\nlang: en\n"
    text = printed(cv, f"{contact}sections: [{{of: awards}}]\n")
    assert "电话：+00 000 0000 0000" in text
    assert "E-mail: ada@example.org · Code: github.com/ada-example · GitHub" in text
    assert "mailto:ada@example.org" in pdf_of(cv).links
    page = page_of(cv)
    assert "E-mail: ada@example.org" in page
    assert "电话" not in page and "0000" not in page
    contact = "contact: [email, 'Citizenship: Utopia']\nsections: [{of: awards}]\n"
    for options, sign in (("{}", "·"), ("{separator: '|'}", "|")):
        text = printed(cv, f"design: {{name: modern, options: {options}}}\n{contact}")
        assert f"ada@example.org {sign} Citizenship: Utopia" in text
    assert "Citizenship: Utopia" in page_of(cv)


def test_a_dash_and_a_comma_of_ones_own_hold_in_all_styles_of_dates(cv: SiteCase) -> None:
    cv.write("content/site.yaml", SITE + "languages: [zh]\n")
    cv.write("content/awards.yaml", "- {title: 甲, date: [2018, 2020-01 – 2021-06]}\n")
    text = printed(cv, "sections: [{of: awards, dates: year}]\n")
    assert "2018、2020 – 2021" in text, "what stands between two is the language's"
    styles = ("long", "short", "dots", "numbers", "year")
    sections = "".join(f"- {{of: awards, dates: {style}}}\n" for style in styles)
    words = 'words: {date.range: "{0}~{1}", date.list: " / "}'
    text = printed(cv, f"section_defaults: {{{words}}}\nsections:\n{sections}")
    assert text.replace(" 年", "").count("2018 / 2020") == text.count("~2021") == len(styles)


def test_dates_have_the_order_and_the_signs_that_the_site_says(cv: SiteCase) -> None:
    words = "words: {date.long.day: '{MMMM} {d}, {y}', date.short.day: '{MMM} {d}, {y}'}\n"
    cv.write("content/site.yaml", SITE + words)
    cv.write("content/awards.yaml", "- {title: Cup, date: [2024-06-15, 2025-07-01]}\n")
    assert "Jun 15, 2024, Jul 1, 2025" in printed(cv, "sections: [{of: awards}]\n")
    style = "styles: {s: '{title} {date: long, join \" / \"}'}\n"
    cv.write("content/site.yaml", SITE + words + style)
    text = printed(cv, "sections: [{of: awards, style: s}]\n")
    assert "Cup June 15, 2024 / July 1, 2025" in text
    cv.write("content/awards.yaml", "- {title: Chair, date: 2022-05 – present}\n")
    own = "sections: [{of: awards, style: s, words: {since: 'since {}'}}]\n"
    assert "Chair since May 2022" in printed(cv, own)


def test_days_have_the_dash_and_the_last_update_the_order_of_ones_own(cv: SiteCase) -> None:
    cv.write("content/awards.yaml", "- {title: Cup, date: 2024-06-15 – 2024-06-17}\n")
    words = "{date.range: '{0} to {1}', date.long.day: '{d}. {MMMM} {y}'}"
    text = printed(cv, f"section_defaults: {{words: {words}}}\nsections: [{{of: awards}}]\n")
    assert "15 to 17 Jun 2024" in text and "Updated 17. June 2024" in text
    assert "Updated 17. June 2024" in page_of(cv)


def test_people_of_one_role_stand_apart(cv: SiteCase) -> None:
    pattern = "{title}[, led by {authors.corresponding}][, with {authors.others: and}]"
    cv.write("content/site.yaml", f"{SITE}styles: {{s: {{publications: '{pattern}'}}}}\n")
    paper = "- {id: p, title: P, authors: [Ada Lovelace, Cy Dee†, A. Bee]}\n"
    cv.write("content/publications.yaml", paper)
    text = printed(cv, "sections: [{of: publications, style: s}]\n")
    assert "P, led by Cy Dee, with Cy Dee and A. Bee" in text and "†" not in text


def test_a_venue_has_another_name_each_year(cv: SiteCase) -> None:
    editions = "editions: {2024: Proceedings of the 32nd Conference on Goats}"
    venue = f"- {{id: icnp, name: Conference on Goats, short: ICNP, {editions}}}\n"
    cv.write("content/venues.yaml", venue)
    papers = "- {id: new, title: New, venue: icnp, date: 2024-05}\n"
    papers += "- {id: old, title: Old, venue: icnp, date: 2023}\n"
    cv.write("content/publications.yaml", papers)
    text = printed(cv, "sections: [{of: publications}]\n")
    assert "Proceedings of the 32nd Conference on Goats (ICNP), 2024" in text
    assert " Conference on Goats (ICNP), 2023" in text
    assert "{Proceedings of the 32nd" in cv.build().text("publications/new/index.html")


def test_a_doi_is_printed_once_awards_stand_by_their_newest_and_labels_have_a_colon(
    cv: SiteCase,
) -> None:
    cv.write("content/publications.yaml", "- {id: p, title: P, authors: [A. Bee], doi: 10.1/ab}\n")
    old = "- {title: Old, awards: [{title: Cup, date: 1840}]}\n"
    cv.write("content/awards.yaml", old + "- {title: New, date: 1850}\n")
    cv.write("content/interests.yaml", "- {title: Looms, text: I weave cards.}\n")
    more = "{of: interests}, {of: interests, style: lines}"
    text = printed(cv, f"sections: [{{of: publications, imprint: doi}}, {{of: awards}}, {more}]\n")
    assert text.count("Looms: I weave cards.") == 2
    assert text.lower().count("doi") == 1 and "https://doi.org/10.1/ab" in pdf_of(cv).links
    assert text.index("New") < text.index("Old")
    assert printed(cv, "sections: [{of: publications}]\n").lower().count("doi") == 1


def test_a_year_behind_a_chinese_venue_has_its_comma(cv: SiteCase) -> None:
    cv.write("content/site.yaml", SITE + "languages: [zh]\n")
    papers = "- {id: p, title: 水, authors: [方缙], venue: 水利学报, date: 2024}\n"
    papers += "- {id: q, title: Q, authors: [A. Bee], venue: Goats, date: 2023}\n"
    cv.write("content/publications.yaml", papers)
    sections = "[{of: publications, style: cards}, {of: publications, style: lines}]"
    text = printed(cv, f"sections: {sections}\n")
    for said in (text, page_of(cv)):
        assert said.replace(" ，", "，").replace("， ", "，").count("水利学报，2024") == 2
        assert said.replace(" ,", ",").replace("  ", " ").count("Goats, 2023") == 2


def test_a_role_keeps_the_capitals_of_an_acronym_and_columns_begin_at_the_left(
    cv: SiteCase,
) -> None:
    styles = "{education: '{degree}[, {advisors}]', awards: '• | {title} | {date: year}'}"
    cv.write("content/site.yaml", f"{SITE}styles: {{s: {styles}}}\n")
    advised = "- {degree: Ph.D., institution: X, advisors: [Cy Dee (co-advisor)]}\n"
    cv.write("content/education.yaml", advised)
    cv.write("content/awards.yaml", "- {title: First, date: 2022}\n- {title: Second, date: 2019}\n")
    sections = "[{of: awards}, {of: education, title: '', words: {role.co-advisor: DFG mentor}}]"
    lines = lines_printed(cv, f"section_defaults: {{style: s}}\nsections: {sections}\n")
    assert any("(DFG mentor)" in line.text for line in lines)
    (first,) = (line for line in lines if line.text.startswith("• First"))
    bullet, gap = next((one, gap) for one, rest, gap in first.gaps() if rest.startswith("First"))
    assert bullet == "•" and gap < 5
    first, second, untitled = (one.top for one in lines if one.text.startswith(("•", "Ph.D.")))
    assert second - untitled > 1.5 * (first - second), "a section begins without a gap"


def test_titles_before_and_behind_the_name_stand_in_headings_only(cv: SiteCase) -> None:
    titles = "  prefix: PD Dr.\n  title: '*Ph.D.*'\n  role:"
    cv.write("content/site.yaml", SITE.replace("  role:", titles))
    cv.write("content/cv/resume.yaml", "design: modern\nsections: [{of: publications}]\n")
    paper = "- {id: a, title: Engines, authors: [Ada Lovelace], date: 1843}\n"
    cv.write("content/publications.yaml", paper)
    pdf = pdf_of(cv)
    assert pdf.text.count("Ph.D.") == 1 and "PD Dr. Ada Lovelace Ph.D." in pdf.text
    assert pdf.reader.metadata is not None and pdf.reader.metadata.author == "Ada Lovelace"
    built = cv.build()
    before = '<h1><span class="before-name">PD Dr.</span> Ada Lovelace'
    head = before + ' <span class="other-name"><em>Ph.D.</em></span></h1>'
    assert head in built.read("index.html") and before in built.read("cv/resume/index.html")
    for path in ("publications/a/index.html", "publications.bib", "resume.json", "llms.txt"):
        assert "Ph.D." not in built.read(path) and "PD Dr." not in built.read(path), path


KINDS = """
languages: [en, zh]
kinds:
  clinical-trials:
    title: {en: Clinical trials, zh: 临床试验}
    fields:
      title: {type: text, required: true}
      register: {type: word, label: {en: Register, zh: 注册号}}
      patients: {type: number, label: Patients}
"""
TRIALS = "- {title: A trial of goats, register: NCT01, patients: 120, date: 2024, tags: [goats]}\n"


def test_a_page_a_cv_and_its_pdf_show_records_of_a_kind_of_ones_own(cv: SiteCase) -> None:
    cv.write("content/site.yaml", SITE + KINDS)
    cv.write("content/clinical-trials.yaml", TRIALS)
    cv.write("content/trials.md", "---\ntitle: T\n---\n\n:::{clinical-trials}\n:limit: 3\n:::\n")
    pdf = printed(cv, "sections:\n- of: clinical-trials\n")
    for text in (pdf, page_of(cv)):
        assert "Clinical trials" in text
        assert "A trial of goats" in text
        assert "Register: NCT01" in text
    assert "Patients: 120" in cv.build().text("trials/index.html")
