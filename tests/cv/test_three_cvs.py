"""Three CVs of invented people, written with the docs alone: what their pages and PDFs say.

An American engineer's has two lines for each entry, a Chinese one has labels and paragraphs of projects, a
European scholar's has numbered sections and dates in a column.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY, SiteCase, visible_text
from tests.cv.conftest import read_pdf
from tests.cv.pages import lines_of_pdf

pytestmark = pytest.mark.broadsheet

SITES = REPOSITORY / "tests" / "sites"
SAID = {
    "cv-engineer/resume": [
        "Email: maya@okonkwo-reyes.example",
        "GitHub: github.com/mokonkworeyes-example",
        "Cascade Storage, Durability Portland, Oregon Senior Staff Engineer Apr 2021 – present",
        "Ph.D. in Computer Science 2011 – 2016 Advisor: Ingrid Solheim, Co-advisor: Paul Adeyemi",
        "shardcheck (github.com/mokonkworeyes-example/shardcheck) June 15, 2024 Author and maintainer",
        "• “Dispatch under partial failure,” US 10,888,002 B1, November 17, 2020",
        "FAST ’25",
    ],
    "cv-projects-zh/jianli": [
        "邮箱：yunxi.mo@mo-yunxi.example",
        "云栖仓储科技 调度组 后端研发工程师 2022.7–至今",
        "分布式限流组件 负责人 2023下半年 技术栈：Go、Redis、Raft 代码：code.mo-yunxi.example/limiter 背景：",
        "• 莫云溪 (同等贡献)，徐宏力 (通讯作者). “Rate limits that forgive”，ICNP（CCF B 类），2022。",
        "云栖仓储科技：CN900001A；CN900002A。",
        "研究生国家奖学金 2020；2021",
    ],
    "cv-scholar/cv": [
        "1. Academic positions 2021–present Lecturer, Universiteit Noordhaven, Noordhaven",
        "Supervisor: Prof. Henrike Sommer, co-supervisor: Jean Lacaze",
        "Vandermolen, Liesbeth, Lacaze, Jean. “The gloss as argument.” Journal of Imaginary Philology",
        "3–5 Oct 2024 “Reading against the line,” Philology ’24, Lisbon",
    ],
}
UNSAID = {
    "cv-engineer": ["Curriculum vitae", "电话"],
    "cv-projects-zh": ["个人简历", "电话", "H1", "H2"],
    "cv-scholar": ["Oct 2018 – Sep"],
}


def squeezed(text: str) -> str:
    """A text without blanks, which a PDF has in other places."""
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("cv", SAID)
def test_a_cv_that_follows_the_docs_says_all_of_it_in_both_designs(cv: str, tmp_path: Path) -> None:
    folder, name = cv.split("/")
    shutil.copytree(SITES / folder, tmp_path / "project")
    site = SiteCase(tmp_path / "project")
    built = site.build(strict=True)
    assert built.ok and not built.problems, built.said()
    page = visible_text(built.read(f"cv/{name}/index.html").partition("<main")[2])
    pdfs = [site.output / "pdf" / f"{one}.pdf" for one in (name, "modern")]
    printed = [squeezed(read_pdf(pdf).text) for pdf in pdfs]
    for said in SAID[cv]:
        assert squeezed(said) in squeezed(page), said
        for text in printed:
            assert squeezed(said) in text, said
    for unsaid in UNSAID[folder]:
        assert all(unsaid not in text for text in (page, *printed)), unsaid
    edges = {line.left for pdf in pdfs for line in lines_of_pdf(pdf)}
    assert min(edges) > 50, "nothing leaves the margin"
