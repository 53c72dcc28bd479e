"""Two long CVs of people who do not exist: what their data say stands in their pages.

`expected.txt` beside `content/` is the whole CV as a reader sees it, line by line. To write it anew
after a change of words: MASTHEAD_GOLDENS=write. Read it before you commit it.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from generator.model.site import data_kind
from tests.conftest import REPOSITORY, Built, SiteCase
from tests.cv.conftest import read_pdf
from tests.cv.reading import bare, lines_of, sections_of
from tools.reference.schema import schemas

pytestmark = pytest.mark.broadsheet

SITES = REPOSITORY / "tests" / "sites"
CVS = {"cv-english": "cv/orla/index.html", "cv-chinese": "cv/jianli/index.html"}
PDFS = {"cv-english": "pdf/orla.pdf", "cv-chinese": "pdf/jianli.pdf"}
PRINTED = {
    "cv-english": [
        "+00 000 0000 0001",
        "+00 000 0000 0002",
        "ines-referee@example.edu",
        "tobias-referee@example.edu",
        "1 January 1985",
        "Little Example",
    ],
    "cv-chinese": ["+00 000 0000 0003", "虚构党员", "1990 年"],
}
"""What only the PDF may show."""
PRIVATE = {
    "cv-english": ["ines-private", "Nobody May See Yet", "secret-paper"],
    "cv-chinese": ["薪酬", "任何输出"],
}
NOT_SAID = {
    *("id", "kind", "roles", "visibility", "tags", "links", "selected", "priority", "count"),
    *("date", "dates", "status", "venue", "authors", "inventors", "advisors"),
    *("doi", "arxiv", "publication"),
}
"""Fields that stand in the CV in other words, or not at all; `expected.txt` tells how."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Built]:
    """Build a site once, strictly: a warning is a failure."""
    known: dict[str, Built] = {}

    def build(name: str) -> Built:
        if name not in known:
            project = tmp_path_factory.mktemp(name) / "project"
            shutil.copytree(SITES / name, project)
            known[name] = SiteCase(project).build(strict=True)
        return known[name]

    return build


@pytest.fixture
def english(built: Callable[[str], Built]) -> dict[str, list[str]]:
    return sections_of(built("cv-english").read(CVS["cv-english"]))


@pytest.fixture
def chinese(built: Callable[[str], Built]) -> dict[str, list[str]]:
    return sections_of(built("cv-chinese").read(CVS["cv-chinese"]))


def follow(lines: list[str], wanted: list[str]) -> bool:
    """Whether some lines stand one right after the other."""
    return any(lines[i : i + len(wanted)] == wanted for i in range(len(lines)))


# ---------------------------------------------------------------------- both


@pytest.mark.parametrize("name", CVS)
def test_the_whole_cv_reads_as_expected(name: str, built: Callable[[str], Built]) -> None:
    expected = SITES / name / "expected.txt"
    lines = "\n".join(lines_of(built(name).read(CVS[name]))) + "\n"
    if os.environ.get("MASTHEAD_GOLDENS") == "write":
        expected.write_text(lines, "utf-8")
    assert lines == expected.read_text("utf-8")


@pytest.mark.parametrize("name", CVS)
def test_nothing_is_warned_of(name: str, built: Callable[[str], Built]) -> None:
    assert built(name).ok, built(name).said()
    assert built(name).problems == ()


@pytest.mark.parametrize("name", CVS)
def test_the_data_fit_the_schemas_and_need_no_html(name: str) -> None:
    content = SITES / name / "content"
    for path in sorted(content.rglob("*.yaml")):
        text = path.read_text("utf-8")
        assert not re.search(r"</?[a-z!]", text, re.IGNORECASE), path
        inside = path.relative_to(content).as_posix()
        kind = "site" if inside == "site.yaml" else data_kind(inside)
        value = yaml.load(text, yaml.BaseLoader)
        schema = schemas()[kind or ""]
        faults = [e.message for e in Draft202012Validator(schema).iter_errors(as_written(value))]
        assert faults == [], path
    for path in sorted(content.rglob("*.md")):
        assert not re.search(r"</?[a-z!]", path.read_text("utf-8"), re.IGNORECASE), path


def as_written(value: Any) -> Any:
    """What an editor takes YAML for: the texts `true` and `3` are no texts."""
    if isinstance(value, dict):
        return {key: as_written(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_written(item) for item in value]
    if value in ("true", "false"):
        return value == "true"
    return int(value) if re.fullmatch(r"[1-9]\d{0,3}", value) else value


@pytest.mark.parametrize("name", CVS)
def test_every_text_of_the_records_stands_in_the_cv(
    name: str, built: Callable[[str], Built]
) -> None:
    page = bare(" ".join(lines_of(built(name).read(CVS[name]))))
    missing = [text for text in shown_texts(SITES / name / "content") if bare(text) not in page]
    assert missing == []


def shown_texts(content: Path) -> Iterator[str]:
    """Each text that the records of a site hold for everybody, paragraph by paragraph."""
    hidden = {"references": {"email", "phone"}}
    for path in sorted(content.glob("*.yaml")):
        if path.stem in ("site", "people", "venues"):
            continue
        for record in yaml.load(path.read_text("utf-8"), yaml.BaseLoader):
            if record.get("visibility") != "private":
                yield from texts_in(record, NOT_SAID | hidden.get(path.stem, set()))


def texts_in(value: Any, skipped: set[str]) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from texts_in(item, skipped) if key not in skipped else ()
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item, skipped)
    else:
        yield from filter(None, (re.sub(r"^\s*(\d+\.|-)\s", "", x) for x in value.splitlines()))


@pytest.mark.parametrize("name", CVS)
def test_what_is_for_the_pdf_is_in_no_other_file_and_what_is_private_in_none(
    name: str, built: Callable[[str], Built]
) -> None:
    source = "".join(p.read_text("utf-8") for p in (SITES / name / "content").rglob("*.yaml"))
    printed = read_pdf(built(name).output / PDFS[name]).text
    for word in PRINTED[name]:
        assert bare(word) in bare(printed), word
    for path, data in built(name).bytes().items():
        text = path + data.decode("utf-8", "replace") + (printed if path == PDFS[name] else "")
        for word in PRIVATE[name] if path == PDFS[name] else (*PRINTED[name], *PRIVATE[name]):
            assert word in source, f"{word} is not in the data, and so tests nothing"
            assert word not in text and word.replace(" ", "") not in text, (path, word)


@pytest.mark.parametrize("design", ["classic", "modern", "plain"])
@pytest.mark.parametrize("name", CVS)
def test_the_pdf_holds_every_line_of_the_page(name: str, design: str, tmp_path: Path) -> None:
    site = SiteCase(tmp_path / "project")
    shutil.copytree(SITES / name, site.root)
    (cv,) = (site.root / "content/cv").iterdir()
    cv.write_text(f"design: {design}\n{cv.read_text('utf-8')}", "utf-8")
    built = site.build()
    assert built.ok, built.said()
    printed = bare(read_pdf(built.output / PDFS[name]).text)
    missing = [
        (line, word)
        for line in lines_of(built.read(CVS[name]))
        for word in re.split(r"[^\w]+", line)
        if bare(word) not in printed and line not in ("PDF",)
    ]
    assert missing == []


@pytest.mark.parametrize("name", CVS)
def test_marks_are_explained_once_in_each_section_that_has_them(
    name: str, built: Callable[[str], Built]
) -> None:
    page = built(name).read(CVS[name])
    for section in re.findall(r"<section\b.*?</section>", page, re.DOTALL):
        used = set(re.findall(r'class="role"(?:><abbr)? title="([^"]+)"', section))
        legends = re.findall(r'<p class="legend">.*?</p>', section, re.DOTALL)
        assert len(legends) == (1 if used else 0)
        for mark in used:
            assert legends[0].count(mark) >= 1


# ---------------------------------------------------------------------- the English one


def test_a_section_may_be_free_text(english: dict[str, list[str]]) -> None:
    assert english["Summary"][1] == (
        "Citations: 1,234 · h-index: 19 · i10-index: 27 (Imaginary Scholar, March 2026)"
    )
    assert english["Research Statement"][3:] == [
        "Both meet in the third:",
        "Contracts. A store may promise",
        "durability, with a price;",
        "order, with a price;",
        "nothing, for free.",
    ]
    assert "Personal Details" not in english


def test_lists_go_on_after_a_paragraph_and_nest(built: Callable[[str], Built]) -> None:
    page = built("cv-english").read(CVS["cv-english"])
    tidewater = page[page.index("Stores write everything twice") :]
    assert tidewater.index("<ol>") < tidewater.index("segments are sorted")
    assert tidewater.index("This much was published") < tidewater.index('<ol start="3">')
    assert re.search(r"index inside:\s*(</p>)?\s*<ol>\s*<li>segments", tidewater)
    assert "<strong>Problem.</strong> Stores" in page


def test_equal_contributions_in_two_groups_beside_other_marks(
    english: dict[str, list[str]],
) -> None:
    papers = english["Publications"]
    assert (
        "P. Hartsorrow*‡, O. Quillfeather*†, Y. Amberlake, B. Thistledown¶, I. Calloway-Fenn¶, "
        "Tidewater: A Log That Is Also the Index, Symposium on Imaginary Operating Systems (SIOS), "
        "2021, CORE A*, pp. 1–16, Best Paper Award"
    ) in papers
    assert papers[-1] == (
        "* Equal contribution † Corresponding author ‡ Student under my supervision "
        "¶ Joint senior authors"
    )


@pytest.mark.parametrize(
    "line",
    [
        "J. Vale‡, O. Quillfeather, Contracts for Stores, Symposium on Imaginary Operating Systems (SIOS), 2026, CORE A*, to appear, accepted",
        "J. Vale*‡, P. Hartsorrow*, O. Quillfeather†, The Price of Order, Conference on Fictional Storage (CFS), 2026, CORE A, under review",
        "B. Thistledown*†, O. Quillfeather*†, Layout Repair, Proved, Transactions on Invented Computing (TIC), 2021, vol. 11, no. 1, art. 104512",
        "O. Quillfeather†, P. Hartsorrow‡, B. Thistledown†, Sealing Segments Lazily, Transactions on Invented Computing (TIC), 2022, vol. 12, no. 3, pp. 101–134",
        "O. Quillfeather, et al., A Survey of Write Amplification, arXiv preprint, 2025, arXiv:2501.00001",
        "O. Quillfeather, Write Once, Pay Twice, 2023, Example Press, ISBN 978-0-00-000001-9",
        "O. Quillfeather, I. Calloway-Fenn, Logs, Handbook of Imaginary Systems, 2020, pp. 301–340, Example Press, ISBN 978-0-00-000000-2, edited by T. Wrenhollow",
        "O. Quillfeather, Everything Is a Lease, 2026, in preparation",
    ],
)
def test_a_publication_in_one_line(line: str, english: dict[str, list[str]]) -> None:
    assert line in english["Publications"]


def test_all_papers_are_there_and_numbered_through(built: Callable[[str], Built]) -> None:
    page = built("cv-english").read(CVS["cv-english"])
    (papers,) = re.findall(r'<section[^>]* id="publications">.*?</section>', page, re.DOTALL)
    assert papers.count('<li class="entry"') == 25
    starts = [int(n) for n in re.findall(r'<ol class="entries[^>]* start="(\d+)"', papers)]
    assert starts == [11, 13, 18, 20, 21, 22, 23, 24, 25]


def test_patents_by_owner_say_their_stages_and_who_invented_first(
    english: dict[str, list[str]],
) -> None:
    patents = english["Patents"]
    owners = ["Fictional Foundry", "Saltmarsh Institute of Imaginary Computing", "Other"]
    assert [line for line in patents if line in owners] == owners
    assert follow(
        patents,
        [
            "A method for sealing segments [NX 1000001 B2, filed Mar 2019, granted Jul 2021]",
            "Orla Quillfeather§, Bram Thistledown",
        ],
    )
    assert "A casing for a disk that floats [NX D000007, registered design, granted]" in patents
    assert sum("§" in line for line in patents) == 12 + 1


def test_a_career_with_changes_visits_and_a_degree_to_come(english: dict[str, list[str]]) -> None:
    jobs = english["Appointments"]
    assert [line for line in jobs if re.match(r"(\w{3} |Summer )?\d{4}", line)] == [
        "Apr 2022 – present",
        "2021 – present",
        "Jun 2023 – Aug 2023, Jun 2024 – Aug 2024",
        "Jan 2019 – Mar 2022",
        "Oct 2016 – Dec 2018",
        "Summer 2014",
    ]
    assert "Host: Prof. Ines Calloway-Fenn" in jobs
    studies = english["Education"]
    assert studies[0] == "Sep 2024 – Dec 2026 (expected)"
    assert follow(
        studies,
        [
            "Advisors: Ines Calloway-Fenn, Tobias Wrenhollow",
            "Thesis: On Stores that Remember: Logs, Layouts and Leases · Outstanding Dissertation Prize",
        ],
    )
    assert follow(studies, ["Advisor: Ottoline Gray-Example", "GPA 3.98/4.00 · rank 1 of 87"])


def test_money_and_prizes(english: dict[str, list[str]]) -> None:
    assert english["Funding"][:4] == [
        "2023 – 2027",
        "Who Pays for a Write?",
        "PI, Imaginary Research Council",
        "Grant IRC-000123 · EUR 1,200,000",
    ]
    awards = english["Awards and Honours"]
    assert "Early Career Prize (EUR 50,000), Imaginary Research Council" in awards
    assert follow(awards, ["2019, 2021, 2022", "Distinguished Reviewer ×3, CFS"])
    assert awards[-1] == (
        "Student prizes, University of Upper Make-Believe: Travel Grant ×2 (2012, 2014), "
        "Programming Contest (second place, 2013)"
    )


def test_referees_without_their_addresses(english: dict[str, list[str]]) -> None:
    assert english["Referees"][:3] == [
        "Prof. Ines Calloway-Fenn",
        "Chair of Compilers, University of Upper Make-Believe",
        "Ph.D. advisor",
    ]
    assert "bram-referee@example.org" in english["Referees"]


# ---------------------------------------------------------------------- the Chinese one


def test_work_and_study_in_one_timeline(chinese: dict[str, list[str]]) -> None:
    lines = chinese["工作与教育经历"]
    assert [line for line in lines if re.match(r"\d{4}", line)] == [
        "2021.7-至今",
        "2022.9-2026.6 (预计)",
        "2023 H2",
        "2018.7-2021.6",
        "2015.9-2018.6",
        "2016.7-2016.9, 2017.7-2017.9",
        "2011.9-2015.6",
    ]
    assert follow(
        lines,
        [
            "工学博士（在职），计算机科学与技术，虚构大学，示例学院",
            "导师：顾示例，闻虚白",
            "学位论文：《虚构网络中的若干问题研究》",
        ],
    )
    assert "保送 · GPA 3.9/4.0 · 专业排名 2/120" in lines


def test_long_projects_keep_their_labels(built: Callable[[str], Built]) -> None:
    page = built("cv-chinese").read(CVS["cv-chinese"])
    for label in ("背景", "方法", "成果"):
        assert page.count(f"<strong>{label}</strong>：") == 4
    assert '<ol start="3">' in page


@pytest.mark.parametrize(
    "line",
    [
        "云镜墨*，何可疑*，顾示例†，先记账，后发送，虚构计算机学报，2025, CCF 中文A，年度优秀论文",
        "云镜墨，何可疑，顾示例†，闻虚白†, Ledger: Credits Before Packets, (ICFN'24), CCF A, 口头报告，录用率 15%",
        "云镜墨†，何可疑, Ann Nobody, Credits Before Packets, Revisited, (ToFN'26), CCF A, 中科院 1区，已录用",
        "何可疑，云镜墨†等, Packets Against Their Specification, (ISEN'21), CCF B",
        "云镜墨，闻虚白, Routing by Example, (ICFN'26), CCF A, 审稿中",
        "云镜墨，虚构链路的测量，硕士学位论文，无名理工大学，2018",
    ],
)
def test_a_paper_in_chinese_words(line: str, chinese: dict[str, list[str]]) -> None:
    assert line in chinese["学术论文"]


def test_patents_and_trade_secrets_stand_together(chinese: dict[str, list[str]]) -> None:
    lines = chinese["专利与技术秘密"]
    assert lines[:3] == ["2024.11", "信用签发参数表 [技术秘密]，示例科技有限公司", "云镜墨"]
    assert follow(
        lines,
        [
            "一种虚构交换机 [ZL 0000 0 0000002.X，2020.3 申请，2022.7 授权]，示例科技有限公司",
            "何可疑§，云镜墨，闻虚白",
        ],
    )
    assert "示例代码托管平台软件 V1.0 [0000SR000004，软件著作权]" in lines
    assert lines[-1] == "§ 第一发明人"


def test_awards_by_stage_with_half_years_counts_and_prizes_below(
    chinese: dict[str, list[str]],
) -> None:
    assert chinese["荣誉奖励"] == [
        "工作",
        "2022 下半年、2023 上半年",
        "年度技术突破奖 ×2（特等），示例科技有限公司",
        "2021 上半年",
        "季度之星",
        "博士",
        "2024.12",
        "优秀博士生（奖金 8,000 元）",
        "硕士",
        "2016、2017",
        "国家虚构奖学金 ×2",
        "学科竞赛：示例杯网络竞赛（一等奖，2016.5）、虚构数学建模 ×2（二等奖，2016 上半年、2017 上半年）",
        "本科",
        "2015.6",
        "优秀毕业生",
    ]


def test_the_phone_is_left_to_the_pdf(built: Callable[[str], Built]) -> None:
    assert "phone" in (SITES / "cv-chinese/content/cv/jianli.yaml").read_text("utf-8")
    lines = lines_of(built("cv-chinese").read(CVS["cv-chinese"]))
    assert lines[4:6] == ["jingmo@example.edu", "无名市"]


# ---------------------------------------------------------------------- other styles


def test_every_kind_of_record_can_be_written_in_lines(tmp_path: Path) -> None:
    shutil.copytree(SITES / "cv-english" / "content", tmp_path / "content")
    case = SiteCase(tmp_path)
    kinds = ["education", "experience", "patents", "awards", "talks", "teaching", "service"]
    sections = "".join(f"  - {{of: {kind}, style: lines, dates: year}}\n" for kind in kinds)
    case.write("content/cv/lines.yaml", f"sections:\n{sections}")
    found = sections_of(case.build(strict=True).read("cv/lines/index.html"))
    assert (
        "M.Sc., Mathematics, Lower Example College, GPA 3.98/4.00, rank 1 of 87, "
        "Advisor: Ottoline Gray-Example"
    ) in found["Education"]
    assert (
        "Orla Quillfeather§, Bram Thistledown, A method for sealing segments, Fictional Foundry, "
        "NX 1000001 B2, filed 2019, granted 2021"
    ) in found["Patents"]
    assert "Distinguished Reviewer ×3, CFS" in found["Awards"]
    assert (
        "Layouts, by Hand, Summer School on Make-Believe Compilers, Upper Make-Believe, "
        "90 participants"
    ) in found["Talks"]
    assert (
        "Storage Systems, Lecturer, Saltmarsh Institute, Graduate, CS 499, 45 students, rated 4.8/5"
    ) in found["Teaching"]


# ---------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ("text: See [it](nowhere).", 'content/cv/cv.yaml:2:20: error: this link leads nowhere: "nowhere"'),
        ("title: Empty", "content/cv/cv.yaml:2:5: error: this section says neither `of` nor `text`"),
        ("{of: talks, visibility: pfd}", 'content/cv/cv.yaml:2:29: error: "pfd" is not one of the words'),
        ("{of: talks, columns: 7}", 'content/cv/cv.yaml:2:26: error: a section cannot have 7 columns'),
        ("{of: publications, imprint: pags}", 'error: `imprint` names "pags"'),
    ],
)  # fmt: skip
def test_a_mistake_in_a_section_is_named_with_its_line(
    section: str, said: str, site: SiteCase
) -> None:
    site.write("content/cv/cv.yaml", f"sections:\n  - {section}\n")
    assert said in site.build().said()


def test_html_in_the_text_of_a_section_is_text(site: SiteCase) -> None:
    site.write("content/cv/cv.yaml", 'sections:\n  - {title: T, text: "a <b>bold</b> claim"}\n')
    built = site.build()
    assert "<b>bold" not in built.read("cv/cv/index.html")
