"""Entries in patterns: pages, PDFs and Markdown say the same, and the marks behind names, too."""

import ctypes
import html
import re
from typing import get_args

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from generator.model.people import Role
from tests.conftest import SiteCase, visible_text
from tests.cv.conftest import SITE, lines_printed, pdf_of, printed, squeezed

pytestmark = pytest.mark.broadsheet

STYLES = """
languages: [en, zh]
styles:
  ieee: '{authors: initials, and}, “{title},” in *{venue}*[, {year}][, pp. {pages}].'
  jobs: '{date} | {organization} | {unit} | {role}'
"""
PAPERS = """
- {id: goat, title: A *goat*, authors: [Ada Lovelace, {name: C. Babbage, roles: [equal]}],
   venue: Proc. ICNP, date: 2024, pages: 1-12}
"""
JOBS = """
- {role: 副教授, organization: 某某大学, unit: 软件学院, date: 2021-09 – present}
- {role: 讲师, organization: 另一所大学, date: 2018-09 – 2021-08, body: 教过编译原理。}
"""
SECTIONS = "- {of: publications, style: ieee}\n- {of: experience, style: jobs}\n"
LINE = "A. Lovelace and C. Babbage*, “A goat,” in Proc. ICNP, 2024, pp. 1–12."


@pytest.fixture
def patterned(cv: SiteCase) -> SiteCase:
    cv.write("content/site.yaml", SITE + STYLES)
    cv.write("content/publications.yaml", PAPERS)
    cv.write("content/experience.yaml", JOBS)
    cv.write("content/cv/resume.yaml", f"lang: zh\nsections:\n{SECTIONS}")
    return cv


def test_a_page_and_the_pdf_print_the_same_words(patterned: SiteCase) -> None:
    pdf = pdf_of(patterned)
    page = (patterned.output / "cv/resume/index.html").read_text("utf-8")
    assert squeezed(LINE) in squeezed(visible_text(page))
    assert squeezed(LINE) in squeezed(pdf.text)
    for words in ("2021.9–至今某某大学软件学院副教授", "2018.9–2021.8另一所大学讲师教过编译原理。"):
        assert words in squeezed(visible_text(page))
        assert words in squeezed(pdf.text)


def test_the_own_name_is_set_apart_and_the_title_leads_to_its_page(patterned: SiteCase) -> None:
    built = patterned.build()
    page = built.read("cv/resume/index.html")
    assert '<span class="self">A. Lovelace</span>' in page
    assert re.search(r'<a href="[^"]*publications/goat/" class="quiet">A <em>goat</em></a>', page)
    assert '<em><span lang="en">Proc. ICNP</span></em>' in page
    assert page.count('<span class="column">') == 8


COLUMNS = """
languages: [de]
styles:
  dated:
    experience: '{date: numbers} | {role}'
    awards: '{date: numbers} | {title}'
    teaching: '{date: numbers} | {course}'
  at-the-end: '**{title}** | {role} | {date: numbers}'
"""


@pytest.fixture
def lined_up(cv: SiteCase) -> dict[str, float]:
    """Where some words begin on the page of a CV."""
    cv.write("content/site.yaml", SITE + COLUMNS)
    job = "role: Aufseherin, organization: X, date: 04/2011–09/2019, body: Darunter."
    cv.write("content/experience.yaml", f"- {{{job}}}\n")
    cv.write("content/awards.yaml", "- {title: Urkunde, date: 2012}\n")
    cv.write("content/teaching.yaml", "- {course: Seminar, date: WS 2024/25}\n")
    projects = "- {title: Kurz, role: Leitung, date: 2020}\n"
    projects += "- {title: Ein langer Titel, role: Hilfe, date: 03/2019–05/2021}\n"
    cv.write("content/projects.yaml", projects)
    dated = "[{of: experience}, {of: awards}, {of: teaching}, {of: projects, style: at-the-end}]"
    found: dict[str, float] = {}
    for line in lines_printed(cv, f"section_defaults: {{style: dated}}\nsections: {dated}\n"):
        whole = "".join(c.text for c in line.characters)
        for word in ("Aufseherin", "Urkunde", "Seminar", "Darunter", "2020", "2021"):
            if word in whole:
                first = line.characters[whole.index(word)]
                last = line.characters[whole.index(word) + len(word) - 1]
                found[word] = first.box[0] if word.isalpha() else last.box[2]
    return found


def test_what_stands_beside_dates_lines_up_in_all_sections(lined_up: dict[str, float]) -> None:
    beside = [lined_up[word] for word in ("Aufseherin", "Urkunde", "Seminar", "Darunter")]
    assert max(beside) - min(beside) < 2


def test_dates_in_the_last_column_end_where_lines_do(lined_up: dict[str, float]) -> None:
    assert abs(lined_up["2020"] - lined_up["2021"]) < 2 and lined_up["2020"] > 450


def test_nothing_that_a_pattern_says_is_repeated_behind_it(cv: SiteCase) -> None:
    skills, references = "'**{label}:** {text}'", "'{name}, {email}'"
    styles = f"{{skills: {skills}, references: {references}, awards: '{{title}} [{{links.code}}]'}}"
    cv.write("content/site.yaml", f"{SITE}styles: {{p: {styles}}}\n")
    cv.write("content/skills.yaml", "- {label: Looms, text: I weave cards.}\n")
    cv.write("content/references.yaml", "- {name: Bram, email: b_ram@example.org}\n")
    cv.write("content/awards.yaml", "- {title: One, links: {code: 'https://code.example.org/'}}\n")
    sections = "[{of: skills}, {of: references}, {of: awards}]"
    text = printed(cv, f"section_defaults: {{style: p}}\nsections: {sections}\n")
    page = (cv.output / "cv/resume/index.html").read_text("utf-8")
    for said in (text, visible_text(page).partition("Looms")[2]):
        assert said.count("I weave cards.") == 1, said
    assert text.count("b_ram@example.org") == 1
    assert 'href="https://code.example.org/">' in page, "a link that looks like one"


def colours(site: SiteCase, words: str) -> list[tuple[int, ...]]:
    """The colours in which some words are printed."""
    found = []
    with pypdfium2.PdfDocument(pdf_of(site).path) as document:
        text = document[0].get_textpage()
        for place in re.finditer(words, text.get_text_range()):
            rgba = [ctypes.c_uint() for _ in range(4)]
            pdfium.FPDFText_GetFillColor(text, place.start(), *map(ctypes.byref, rgba))
            found.append(tuple(part.value for part in rgba))
    return found


def test_a_date_has_one_colour_wherever_it_stands(cv: SiteCase) -> None:
    cv.write("content/site.yaml", SITE + "styles: {s: '{title}, {date}', c: '{date} | {title}'}\n")
    sections = "[{of: awards}, {of: awards, style: s}, {of: awards, style: c}]"
    cv.write("content/cv/resume.yaml", f"design: modern\nsections: {sections}\n")
    found = colours(cv, "1841")
    assert len(found) == 3 and len(set(found)) == 1


def test_links_of_a_pattern_look_like_links_and_titles_like_text(patterned: SiteCase) -> None:
    patterned.write("content/site.yaml", SITE + "styles: {p: '{title} {doi}[ {links.code}]'}\n")
    links = "doi: 10.1/xy, links: {code: 'https://code.example.org/'}"
    patterned.write("content/publications.yaml", f"- {{id: a, title: Goat, authors: [], {links}}}")
    patterned.write("content/cv/resume.yaml", "sections: [{of: publications, style: p}]\n")
    title, doi, code = (colours(patterned, words) for words in ("Goat", "10.1/xy", "(?i)code"))
    assert title == [(0, 0, 0, 255)] and doi == code != title


TWO_LINES = """
styles:
  two-lines:
    experience: |
      **{organization}**[, {unit}] | {location}
      *{role}* | {date: dots}
      [Mentor: {extra.mentor}]
"""


def test_an_entry_may_have_lines_with_words_at_their_ends(cv: SiteCase) -> None:
    cv.write("content/site.yaml", SITE + TWO_LINES)
    mill = "role: Miller, organization: The Mill, location: Exeter, date: 1840-02, body: I ground."
    cv.write("content/experience.yaml", f"- {{{mill}}}\n")
    sections = "[{of: experience, style: two-lines}]"
    lines = lines_printed(cv, f"design: modern\nsections: {sections}\n")
    (mill,) = (line for line in lines if "The Mill" in line.text)
    (miller,) = (line for line in lines if "Miller" in line.text)
    (ground,) = (line for line in lines if "I ground" in line.text)
    assert abs(mill.left - miller.left) < 1 and abs(mill.left - ground.left) < 1
    ends = [line.characters[-1].box[2] for line in (mill, miller)]
    assert max(ends) - min(ends) < 1 and min(ends) > 450
    page = (cv.output / "cv/resume/index.html").read_text("utf-8")
    assert '<strong>The Mill</strong> <span class="end">Exeter</span><br>' in page
    assert page.count("<br>") == 1, "a line with nothing in it is left out"


def test_a_new_line_in_a_group_is_one_of_the_entry(cv: SiteCase) -> None:
    cv.write("content/site.yaml", SITE + 'styles: {s: "• | **{title}**[\\n{level}] | {date}"}\n')
    cv.write("content/awards.yaml", "- {title: Cup, level: first}\n- {title: Pot}\n")
    cv.write("content/cv/resume.yaml", "sections: [{of: awards, style: s}]\n")
    page = cv.build().read("cv/resume/index.html")
    assert "<strong>Cup</strong><br>" in page and page.count("<br>") == 1


def test_marks_behind_latin_names_leave_their_commas_latin_in_a_chinese_cv(cv: SiteCase) -> None:
    marks = "marks: {equal: '#', corresponding: '*'}\nstyles: {s: '{authors: full}'}\n"
    cv.write("content/site.yaml", f"{SITE}languages: [zh]\n{marks}")
    people = "[Ann Bee#, Cy Dee#*, 李明#, 王芳*, Flo Gee]"
    cv.write("content/publications.yaml", f"- {{id: p, title: X, authors: {people}, date: 2020}}\n")
    cv.write("content/cv/resume.yaml", "sections: [{of: publications, style: s}]\n")
    said = cv.build().text("cv/resume/index.html").replace(" ", "")
    assert "AnnBee#,CyDee#*,李明#，王芳*,FloGee" in said


def test_a_patent_with_stages_alone_has_a_date_for_the_newest_and_for_what_may_go(
    cv: SiteCase,
) -> None:
    long = "Many words of praise. " * 60
    prizes = (f"- {{title: Prize {n}, date: {2020 + n % 4}, body: {long}}}\n" for n in range(9))
    cv.write("content/awards.yaml", "".join(prizes))
    stages = "dates: {filed: 2001-05, granted: 2002}"
    cv.write("content/patents.yaml", f"- {{title: Old loom, number: X1, {stages}, body: {long}}}\n")
    text = printed(cv, "fit: 1\nsections: [{of: patents}, {of: awards}]\n")
    assert "Prize 3" in text and "Old loom" not in text
    cv.write("content/patents.yaml", "- {title: New loom, number: X1, dates: {filed: 2025-06}}\n")
    assert "June 2025" in pdf_of(cv).text


AUTHORS = {
    f"{letter}. {role.strip('-23').replace('-', '').title()}": role
    for letter, role in zip("ABCDEFGH", get_args(Role), strict=False)
}
"""An author for each role there is."""
MARKED = re.compile(
    r'<span class="author(?: whole)?"[^>]*>([^<]+)</span>\s*<sup class="role"><abbr title="[^"]+">([^<]+)<'
)
EXPLAINED = re.compile(r'<span><sup class="role">([^<]+)</sup>\s*([^<]+)</span>')


def bare(text: str) -> str:
    """A text without blanks, and without the sign that asks for a letter instead of a picture."""
    return re.sub(r"[\s\ufe0e]", "", html.unescape(text))


def test_each_role_has_a_mark_and_a_pdf_has_those_of_the_page(cv: SiteCase) -> None:
    people = [(r, f"    - {{name: {n}, roles: [{r}]}}\n") for n, r in AUTHORS.items()]
    authors = "".join(line for role, line in people if role != "first-inventor")
    inventors = "".join(line for role, line in people if role == "first-inventor")
    cv.write("content/publications.yaml", f"- id: goat\n  title: Goat\n  authors:\n{authors}")
    cv.write("content/patents.yaml", f"- title: A tether\n  inventors:\n{inventors}")
    cv.write("content/cv/resume.yaml", "sections: [{of: publications}, {of: patents}]\n")
    pdf = bare(pdf_of(cv).text)
    page = (cv.output / "cv/resume/index.html").read_text("utf-8")
    marked = {name: bare(mark) for name, mark in MARKED.findall(page)}
    assert marked.keys() == AUTHORS.keys()
    assert len(set(marked.values())) == len(get_args(Role))
    for name, mark in marked.items():
        assert bare(name) + mark in pdf
    explained = EXPLAINED.findall(page)
    assert [bare(mark) for mark, _ in explained] == list("*†‡¶‖§")
    assert set(marked.values()) == set("*†‡§¶‖")
    for mark, words in explained:
        assert bare(mark + words) in pdf


def test_a_sign_of_ones_own_behind_a_name_is_explained(cv: SiteCase) -> None:
    cv.write("content/site.yaml", SITE + "marks: {student: '△'}\n")
    cv.write("content/publications.yaml", "- {id: goat, title: Goat, authors: [Cy Dee△]}\n")
    cv.write("content/cv/resume.yaml", "sections: [{of: publications}]\n")
    assert "△Studentundermysupervision" in bare(pdf_of(cv).text)
