"""Where lines and pages of PDFs end, measured over ten invented CVs in four languages.

Each text holds the sign of its record (`q17`) once in a few words, so that a line tells of which
record it is.
"""

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest

from tests.conftest import SiteCase, made_once
from tests.cv import random_cvs
from tests.cv.conftest import lines_printed
from tests.cv.pages import Line, lines_of_pdf

pytestmark = pytest.mark.broadsheet

WHOLE = (
    "C++", "C#", "p. 12", "178–189", "pp. 3–14", "12 km", "3.2 ms", "90 %", "J. Fang", "A. B. Xu",
    "CCF-B", "CCF B", "pre-training", "TCP/IP", "2021 – 2023", "5,000 h",
)  # fmt: skip
WORDS = random_cvs.WORDS | {
    "zh": "研究 面向 大规模 集群 的 通信系统 ， 提出 “先记账 、 后发送” 的 方法 （ 见 《论文》 ） ； 降低 时延 。 完成 部署",
}
CVS = [
    ("en", "classic", 2.1, 60), ("en", "modern", 2.6, 34), ("en", "classic", 3.1, 12),
    ("zh", "classic", 2.1, 60), ("zh", "modern", 2.6, 34), ("zh", "classic", 3.1, 12),
    ("de", "classic", 2.4, 50), ("de", "modern", 2, 20),
    ("ar", "classic", 2.1, 40), ("ar", "modern", 2.8, 20),
]  # fmt: skip
CLOSING = "，。、；：？！）》】」』”’,.;:?!)]}％…،؛؟"
DATE = re.compile(r"(?:[^\W\d]+\.? )?20\d\d(?:\.\d+)?")
OPENING = "（《【「『“‘([{"


def text(chance: random.Random, lang: str, sign: str, count: int) -> str:
    """Some words of a language, with what must not be broken among them."""
    words = WORDS[lang].split()
    glue = "" if lang == "zh" else " "
    said = ""
    for place in range(count):
        word = chance.choice(WHOLE) if place % 3 == 1 else words[(place * 7 + count) % len(words)]
        if not place and not word[0].isalpha():
            word = words[0]
        if place % 4 == 0:
            word = f"{word} {sign}"
        if lang == "zh" and said[-1:].isascii() and word[:1].isascii():
            word = f"，{word}"
        said += (glue if said else "") + word
    return said.rstrip("，、；（") + (f"。{sign}" if lang == "zh" else f" {sign}.")


PERSON = """\
languages: [en, zh, de, ar]
person:
  name: {given: Ada Maria, family: Lovelace, native: 洛芙莱斯}
  role: Analyst · Poet | Translator
  affiliation: Analytical Engine Works
  email: ada.maria.lovelace@example.org
  url: https://ada.example.org/
  phone: '+00 000 0000 0000'
  location: Example Town upon Exampleton
  links: {github: ada-lovelace, orcid: 0000-0000-0000-0001, scholar: abcdefgh, dblp: 1/2}
"""


def write(site: SiteCase) -> None:
    """Write the records and the CVs."""
    chance = random.Random(11)
    site.write("content/site.yaml", PERSON)
    files: dict[str, list[str]] = {kind: [] for kind in RECORDS}
    number = 0
    for lang, design, margin, many in CVS:
        sections = []
        for kind, share, style in (
            ("projects", 0.4, "cards"), ("experience", 0.2, "cards"),
            ("awards", 0.3, "cards"), ("publications", 0.5, "lines"), ("talks", 0.2, "lines"),
            ("skills", 0.1, "cards"), ("references", 0.1, "cards"),
        ):  # fmt: skip
            ids = []
            for _ in range(max(2, round(many * share))):
                number += 1
                sign = f"q{number}"
                ids.append(f"r{number}")
                files[kind].append(record(chance, lang, kind, f"r{number}", sign))
            across = ", columns: 2" if kind == "references" else ""
            sections.append(
                f"  - {{of: {kind}, title: Heading h{number} {kind}, only: [{', '.join(ids)}],"
                f" style: {style}, names: initials, text: {text(chance, lang, f'x{number}', 9)!r}{across}}}\n"
            )
        site.write(
            f"content/cv/{lang}-{design}-{many}.yaml",
            f"lang: {lang}\ndesign: {{name: {design}, options: {{margin: {margin}}}}}\n"
            "contact: [email, phone, url, location, github, scholar, dblp, orcid]\n"
            "sections:\n" + "".join(sections),
        )
    for kind, records in files.items():
        site.write(f"content/{kind}.yaml", "".join(records))


RECORDS = {
    "projects": "title: <9>\n  role: <2>\n  DATE",
    "experience": "role: <3>\n  organization: <5>\n  DATE",
    "awards": "title: <14>\n  DATE",
    "publications": "title: <12>\n  authors: [J. Fang, Ada Lovelace*, A. B. Xu†, 徐宏力, 方缙]\n  DATE\n  venue: <4>",
    "talks": "title: <10>\n  event: <4>\n  DATE",
    "skills": "label: <1>\n  items: [C++, C#, TCP/IP, <2>]",
    "references": "name: Bram SIGN\n  position: <2>\n  organization: <3>",
}
"""Kind -> its fields; `<9>` is a text of nine words."""


def record(chance: random.Random, lang: str, kind: str, id: str, sign: str) -> str:
    """One record; every third project has a body of several items."""

    def said(count: int) -> str:
        return repr(text(chance, lang, sign, count))

    body = ""
    if kind in ("projects", "experience") and chance.random() < 0.7:
        items = "".join(
            f"    - {text(chance, lang, sign, chance.randrange(3, 40))}\n"
            for _ in range(chance.randrange(1, 9))
        )
        more = f"    {text(chance, lang, sign, 30)}\n\n" if chance.random() < 0.4 else ""
        body = f"  body: |\n{more}{items}"
    date = f"date: 20{chance.randrange(10, 25)}-03"
    form = RECORDS[kind].replace("DATE", date)
    fields = re.sub(r"<(\d+)>", lambda count: said(int(count[1])), form)
    return f"- id: {id}\n  {fields.replace('SIGN', sign)}\n{body}"


@pytest.fixture(scope="module", params=[pytest.param("ten", marks=pytest.mark.slow)])
def cvs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Line]]:
    def make(folder: Path) -> dict[str, list[Line]]:
        site = SiteCase(folder / "project")
        write(site)
        site.build_clean()
        pdfs = sorted((site.output / "pdf").glob("*.pdf"))
        return {path.stem: lines_of_pdf(path) for path in pdfs}

    return made_once(tmp_path_factory, "cvs", make)


def test_ten_cvs_fill_many_pages(cvs: dict[str, list[Line]]) -> None:
    assert len(cvs) == 10
    assert sum(lines[-1].page + 1 for lines in cvs.values()) > 20
    assert all(any(whole in line.text for line in cvs["en-classic-60"]) for whole in WHOLE)


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
    lines = cvs["en-classic-12"]
    one, other = (line for line in lines if "Bram" in line.text)
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
    assert random_cvs.tried(seeds, tmp_path / "project") == {}
