"""Where lines and pages of PDFs end, measured over ten invented CVs in four languages.

Each text holds the sign of its record (`q17k3z`) once in a few words, so that a line tells of which
record it is.
"""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.conftest import SiteCase, made_once
from tests.cv.conftest import lines_printed
from tests.cv.pages import Line, lines_of_pdf
from tests.cv.random_cvs import WHOLE, RandomCv, tried, write

pytestmark = pytest.mark.broadsheet

CVS = [
    ("en", "classic", 2.1, 16), ("en", "modern", 2.6, 9), ("en", "classic", 3.1, 3),
    ("zh", "classic", 2.1, 16), ("zh", "modern", 2.6, 9), ("zh", "classic", 3.1, 3),
    ("de", "classic", 2.4, 13), ("de", "modern", 2, 5),
    ("ar", "classic", 2.1, 10), ("ar", "modern", 2.8, 5),
]  # fmt: skip
CLOSING = "，。、；：？！）》】」』”’,.;:?!)]}％…،؛؟"
DATE = re.compile(r"(?:[^\W\d]+\.? )?20\d\d(?:\.\d+)?")
OPENING = "（《【「『“‘([{"


@pytest.fixture(scope="module", params=[pytest.param("ten", marks=pytest.mark.slow)])
def cvs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Line]]:
    def make(folder: Path) -> dict[str, list[Line]]:
        site = SiteCase(folder / "project")
        write(site, [RandomCv(number, *cv) for number, cv in enumerate(CVS)])
        site.build_clean()
        pdfs = [site.output / f"pdf/c{number}.pdf" for number in range(len(CVS))]
        return {f"{cv[0]} {n}": lines_of_pdf(pdfs[n]) for n, cv in enumerate(CVS)}

    return made_once(tmp_path_factory, "cvs", make)


def test_ten_cvs_fill_many_pages(cvs: dict[str, list[Line]]) -> None:
    assert len(cvs) == 10
    assert sum(lines[-1].page + 1 for lines in cvs.values()) > 20
    assert all(any(whole in line.text for line in cvs["en 0"]) for whole in WHOLE)


def broken(before: str, after: str) -> list[str]:
    """What has been broken between two lines."""
    return [
        whole
        for whole in WHOLE
        for at in range(1, len(whole))
        if re.search(rf"(?<!\w){re.escape(whole[:at].rstrip())}$", before)
        and re.match(rf"{re.escape(whole[at:].lstrip())}(?!\w)", after)
    ]


def test_what_belongs_together_is_never_broken(cvs: dict[str, list[Line]]) -> None:
    for name, lines in cvs.items():
        for before, after in pairwise(lines):
            assert not broken(before.text, after.text), (name, before.text, after.text)


def test_no_line_is_stretched(cvs: dict[str, list[Line]]) -> None:
    for name, lines in cvs.items():
        for line in lines:
            for one, rest, gap in line.gaps():
                if name.startswith("ar") or one in "•–·" or rest[0] in "·†" or DATE.fullmatch(rest):
                    continue
                is_han = one > "\u2e80" and rest > "\u2e80"
                assert gap < (0.3 if is_han else 0.62), (name, line.text, one, rest, gap)


def test_no_line_begins_or_ends_with_a_sign_that_belongs_elsewhere(
    cvs: dict[str, list[Line]],
) -> None:
    """Separators, and punctuation by Requirements for Chinese Text Layout (W3C, 2025), 3.1.3."""
    for name, lines in cvs.items():
        for text in (line.text for line in lines):
            assert not re.search(r"(?:^|\S)\s*[·|]$|\s[–—-]$|^[·|]", text), (name, text)
            if not name.startswith("ar"):  # such a line is in the order in which it is drawn
                assert text[0] not in CLOSING and text[-1] not in OPENING, (name, text)


def signs(line: Line, letter: str) -> set[str]:
    return set(re.findall(rf"{letter}\d+", line.text))


def test_a_page_never_ends_with_a_heading_or_a_title_nor_begins_with_a_leftover_line(
    cvs: dict[str, list[Line]],
) -> None:
    for name, lines in cvs.items():
        for before, after in pairwise(lines):
            if before.page == after.page:
                continue
            assert not signs(before, "h"), (name, before.text)
            for sign in signs(before, "[qx]") & signs(after, "[qx]"):
                for page in (before.page, after.page):
                    rest = [n for n in lines if n.page == page and sign in signs(n, "[qx]")]
                    assert len(rest) > 1, (name, before.text, after.text)


def test_a_heading_its_text_and_its_first_entry_stand_on_one_page(
    cvs: dict[str, list[Line]],
) -> None:
    for name, lines in cvs.items():
        for place, line in enumerate(lines):
            if signs(line, "h"):
                first = next(n for n in lines[place:] if signs(n, "q"))
                assert first.page == line.page, (name, line.text)


def test_short_entries_stand_in_columns(cvs: dict[str, list[Line]]) -> None:
    *_, names = (n for n, line in enumerate(cvs["en 2"]) if signs(line, "h"))
    first = {sign: line for line in cvs["en 2"][:names:-1] for sign in signs(line, "q")}
    *_, one, other = sorted(first.values(), key=lambda line: (line.page, -line.top, line.left))
    assert one.top == other.top and one.left + 100 < other.left


def test_a_hard_break_leaves_no_blank(cv: SiteCase) -> None:
    cv.write(
        "content/awards.yaml",
        "- title: A prize\n  body: |\n    One line\\\n    another line  \n    a third\n",
    )
    left = {line.text: round(line.left, 1) for line in lines_printed(cv)}
    lefts = [left[words] for words in ("One line", "another line", "a third")]
    assert max(lefts) - min(lefts) < 1, lefts


def test_lines_of_chinese_patterns_part_no_name_and_end_in_two_characters(cv: SiteCase) -> None:
    styles = "styles: {p: {publications: '**{title}** {authors}', projects: '{title}'}}\n"
    cv.write("content/site.yaml", f"languages: [zh]\nperson: {{name: 方缙}}\n{styles}")
    names = "徐宏力, 欧阳晓, 赵功名, 方缙, 李四光, 王小二*, 张三丰, 周伯通, 陈晓禾, 刘建华, 孙悟空"
    papers, projects = "", ""
    for many in range(1, 13):
        title = "甲" * (many + 31)
        papers += f"- {{id: p{many}, title: {title}, authors: [{names}], date: 2020, venue: v}}\n"
        title = "研究 Systems 甲&乙" + "究" * (many + 30)
        projects += f"- {{title: {title}升。, date: 2020, body: {title}升。}}\n"
    cv.write("content/publications.yaml", papers)
    cv.write("content/projects.yaml", projects)
    cv.write("content/venues.yaml", "- {id: v, name: 学报, ranks: {ccf: 中文 A}}\n")
    papers = "{of: publications, style: lines, ranks: ccf, year: none}"
    sections = f"[{papers}, {{of: publications, style: p}}, {{of: projects, style: p}}]"
    options = "{name: classic, options: {margin: 2.3}}"
    lines = lines_printed(cv, f"lang: zh\ndesign: {options}\nsections: {sections}\n")
    ends = {line.text[-4:] for line in lines}
    assert any(line.text.startswith("究究") for line in lines), "some titles take two lines"
    assert not {end for end in ends if len(end) < 3 and end.endswith("。")}, ends
    for one, other in pairwise(lines):
        for whole in (*names.replace("*", "").split(", "), "CCF 中文 A"):
            cuts = ((whole[:n].strip(), whole[n:].strip()) for n in range(1, len(whole)))
            assert not any(one.text.endswith(a) and other.text.startswith(b) for a, b in cuts)
    gaps = [gap for line in lines for a, b, gap in line.gaps() if (a, b[0]) == ("甲", "&")]
    assert len(gaps) == 24 and max(gaps) < 0.05, "`&` between Han characters has no added space"
    page = (cv.output / "cv/resume/index.html").read_text("utf-8")
    assert page.count('class="author whole">徐宏力</span>') == 24


def test_no_line_begins_with_a_semicolon_or_a_colon_and_an_issue_keeps_its_number(
    cv: SiteCase,
) -> None:
    styles = "styles: {p: '{title}{authors}：{note}', q: '{authors}**：{note}**'}\n"
    cv.write("content/site.yaml", f"languages: [zh]\nperson: {{name: 方缙}}\n{styles}")
    projects, papers = "", ""
    for many in range(20, 50):
        body = f"{'约' * many}长期 6 年；丙，第 3 期共享 C++：甲"
        projects += f"- {{title: 甲, date: 2020, body: {body}}}\n"
        title = "题" * many
        papers += f"- {{id: p{many}, title: {title}, authors: [徐宏力], note: 甲, date: 2020}}\n"
    papers += "- {id: q, title: 题, authors: [赵功名*], note: 乙, date: 2020}\n"
    cv.write("content/projects.yaml", projects)
    cv.write("content/publications.yaml", papers)
    sections = (
        "[{of: projects}, {of: publications, style: p}, {of: publications, only: q, style: q}]"
    )
    options = "{name: modern, options: {margin: 2.3}}"
    printed = lines_printed(cv, f"lang: zh\ndesign: {options}\nsections: {sections}\n")
    lines = [line.text for line in printed]
    assert [sum(end in line for line in lines) for end in ("年；", "力：")] == [30, 30]
    assert not [line for line in lines if line[0] in "；："]
    assert sum(line.count("：") for line in lines) == 62, "none is printed twice"
    assert not [line for line in lines if line.endswith("第") or re.match("3|期共", line)]


@pytest.mark.parametrize("design", ["classic", "modern"])
def test_an_apostrophe_in_a_chinese_cv_is_that_of_its_letters(design: str, cv: SiteCase) -> None:
    cv.write("content/site.yaml", "languages: [zh]\nperson: {name: 方缙}\n")
    cv.write("content/awards.yaml", "- {title: Dean's list, date: 2020}\n")
    lines = lines_printed(cv, f"design: {design}\nsections: [{{of: awards}}]\n")
    (line,) = (line for line in lines if line.text.startswith("Dean"))
    assert len({c.font for c in line.characters if c.text in "n’s"}) == 1


@pytest.mark.parametrize(
    "seeds",
    [range(1), *(pytest.param(range(n, n + 9), marks=pytest.mark.slow) for n in range(1, 37, 9))],
    ids=str,
)
def test_the_pdf_has_each_word_of_the_page_in_its_place(seeds: range, tmp_path: Path) -> None:
    """Random CVs: one here, 36 in the long suite, any number by hand."""
    assert tried(seeds, tmp_path / "project") == {}
