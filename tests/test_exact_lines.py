"""One set of records gives the publication lines of three documents, white space aside.

The lines are those of the owner's two CVs and of his old homepage. Where these contradict each
other (World Wide Web "Conference" and "Conferences"), the records keep "Conference".
"""

import re
import shutil

import pytest

from tests.conftest import REPOSITORY, Built, SiteCase, visible_text

CHINESE_CV = """
S. Zheng, W. Bao, Q. Hou, X. Zheng, J. Fang, etc, Triton-distributed: Programming Overlapping Kernels on Distributed AI Systems with the Triton Compiler, (Arxiv)
S. Zheng, J. Fang, X. Zheng, Q. Hou, W. Bao, N. Zheng, Z. Jiang, D. Wang, J. Ye, H. Lin, L. Chang, X. Liu, TileLink: Generating Efficient Compute-Communication Overlapping Kernels using Tile-Centric Primitives, (MLSys'25)
J. Fang, G. Zhao, H. Xu, L. Luo, Z. Yao, A. Xie, Non-Idle Machine-Aware Worker Placement for Efficient Distributed Training in GPU Clusters, (ICNP'24), CCF B
J. Fang, G. Zhao, H. Xu, Z. Yu, B. Shen, L. Xie, Accelerating Distributed Training with Collaborative In-network Aggregation, (ToN'24), CCF A
J. Liu, Y. Zhai, G. Zhao, H. Xu, J. Fang, Z. Zeng, Y. Zhu, InArt: In-Network Aggregation with Route Selection for Accelerating Distributed Training, (WWW'24), CCF A
J. Fang, G. Zhao, H. Xu, C. Wu, Z. Yu, GRID: Gradient Routing with In-network Aggregation for Distributed Training, (ToN'23), CCF A
J. Fang, G. Zhao, H. Xu, Z. Yu, B. Shen, L. Xie, GOAT: Gradient Scheduling with Collaborative In-Network Aggregation for Distributed Training, (IWQoS'23), CCF B
J. Fang, G. Zhao, H. Xu, H. Tu, H. Wang, Reveal: Robustness-Aware VNF Placement and Request Scheduling in Edge Clouds, (ComNet'23), CCF B
"""

ENGLISH_CV = """
S. Zheng, W. Bao, Q. Hou, X. Zheng, J. Fang, etc, Triton-distributed: Programming Overlapping Kernels on Distributed AI Systems with the Triton Compiler, (Arxiv)
S. Zheng, J. Fang, X. Zheng, Q. Hou, W. Bao, N. Zheng, Z. Jiang, D. Wang, J. Ye, H. Lin, L. Chang, X. Liu, TileLink: Generating Efficient Compute-Communication Overlapping Kernels using Tile-Centric Primitives, (MLSys'25)
J. Fang, G. Zhao, H. Xu, L. Luo, Z. Yao, A. Xie, Non-Idle Machine-Aware Worker Placement for Efficient Distributed Training in GPU Clusters, IEEE International Conference on Network Protocols (ICNP'24)
J. Fang, G. Zhao, H. Xu, Z. Yu, B. Shen, L. Xie, Accelerating Distributed Training with Collaborative In-network Aggregation, IEEE/ACM Transactions on Networking (ToN'24)
J. Fang, G. Zhao, H. Xu, Z. Yu, B. Shen, L. Xie, GOAT: Gradient Scheduling with Collaborative In-Network Aggregation for Distributed Training, IEEE/ACM International Symposium on Quality of Service (IWQoS'23)
J. Fang, G. Zhao, H. Xu, C. Wu, Z. Yu, GRID: Gradient Routing with In-network Aggregation for Distributed Training, IEEE/ACM Transactions on Networking (ToN'23)
J. Fang, G. Zhao, H. Xu, H. Tu, H. Wang, Reveal: Robustness-Aware VNF Placement and Request Scheduling in Edge Clouds, Computer Networks (ComNet'23)
J. Liu, Y. Zhai, G. Zhao, H. Xu, J. Fang, Z. Zeng, Y. Zhu, InArt: In-Network Aggregation with Route Selection for Accelerating Distributed Training, International World Wide Web Conference (WWW'24)
"""

HOMEPAGE = """
Non-Idle Machine-Aware Worker Placement for Efficient Distributed Training in GPU Clusters Jin Fang, Gongming Zhao, Hongli Xu, Luyao Luo, Zhen Yao, An Xie IEEE International Conference on Network Protocols (ICNP), 2024 [pdf] [slide]
InArt: In-Network Aggregation with Route Selection for Accelerating Distributed Training Jiawei Liu, Yutong Zhai, Gongming Zhao, Hongli Xu, Jin Fang, Zhen Zeng, Ying Zhu International World Wide Web Conference (WWW), 2024 [pdf]
Accelerating Distributed Training with Collaborative In-network Aggregation Jin Fang, Gongming Zhao, Hongli Xu, Zhuolong Yu, Bingchen Shen, Liguang Xie IEEE/ACM Transactions on Networking (ToN), 2024 [pdf]
GOAT: Gradient Scheduling with Collaborative In-Network Aggregation for Distributed Training Jin Fang, Gongming Zhao, Hongli Xu, Zhuolong Yu, Bingchen Shen, Liguang Xie IEEE/ACM International Symposium on Quality of Service (IWQoS), 2023 [pdf] [slide] [video] [blog]
GRID: Gradient Routing with In-network Aggregation for Distributed Training Jin Fang, Gongming Zhao, Hongli Xu, Changbo Wu, Zhuolong Yu IEEE/ACM Transactions on Networking (ToN), 2023 [pdf] [blog]
Reveal: Robustness-Aware VNF Placement and Request Scheduling in Edge Clouds Jin Fang, Gongming Zhao, Hongli Xu, Huaqing Tu, Haibo Wang Computer Networks (ComNet), 2023 [pdf] [code] [blog]
"""

CHINESE_SECTION = """
:::{publications}
:style: lines
:names: initials
:venue: short
:year: apostrophe
:ranks: ccf
:et_al: etc
:links: none
:::
"""

ENGLISH_SECTION = """
:::{publications}
:style: lines
:names: initials
:year: apostrophe
:et_al: etc
:links: none
:order: triton-distributed, tilelink, titan, goat-ton, goat, grid, reveal, inart
:::
"""

HOMEPAGE_SECTION = """
:::{publications}
:where: {links: pdf}
:order: -year, kind
:links: brackets
:::
"""

SECTIONS = {
    "chinese-cv": CHINESE_SECTION,
    "english-cv": ENGLISH_SECTION,
    "homepage": HOMEPAGE_SECTION,
}
LINES = {
    "chinese-cv": CHINESE_CV,  # initials, short venues, ranks of the CCF
    "english-cv": ENGLISH_CV,  # initials, full venues with the short one
    "homepage": HOMEPAGE,  # full names, venue and year, labels of links
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The sample site with the three sections on pages, and without its CVs and cards."""
    site = SiteCase(tmp_path_factory.mktemp("lines") / "project")
    for name in ("content", "static", "themes"):
        without_cv = shutil.ignore_patterns("cv", "index*.md")  # which link to them
        shutil.copytree(REPOSITORY / name, site.root / name, ignore=without_cv)
    settings = (REPOSITORY / "content/site.yaml").read_text("utf-8")
    settings = settings.replace("cards: true", "cards: false")
    site.write("content/site.yaml", re.sub(r".*/cv/resume/.*\n", "", settings))
    for name, section in SECTIONS.items():
        site.write(f"content/{name}.md", f"---\ntitle: Lines\n---\n{section}")
    return site.build()


def lines_of(page: str) -> list[str]:
    """The visible text of each entry of a page."""
    entries = re.findall(r"<li\b[^>]*\bclass=\"[^\"]*\bentry\b.*?</li>", page, re.DOTALL)
    return [squeezed(visible_text(entry)) for entry in entries]


def squeezed(text: str) -> str:
    """The text without any white space: line breaks and blanks do not count."""
    return "".join(text.split())


def expected(lines: str) -> list[str]:
    return [squeezed(line) for line in lines.strip().splitlines()]


@pytest.mark.parametrize("name", LINES)
def test_a_section_of_the_same_records_has_the_lines_of_the_document(
    built: Built, name: str
) -> None:
    assert lines_of(built.read(f"{name}/index.html")) == expected(LINES[name])


def test_the_own_name_is_set_apart_in_every_line(built: Built) -> None:
    page = built.read("chinese-cv/index.html")
    assert (
        len(re.findall(r'<span class="self"><span class="whole">J\. Fang</span></span>', page)) == 8
    )
