"""Pages of records as the themes that come with Masthead draw them, and what machines find of them."""

from pathlib import Path

import pytest

from tests.conftest import Built, SiteCase, visible_text
from tests.graph.test_members import FILES as MEMBERS
from tests.graph.test_record_pages import FILES

SITE = """url: https://lab.example.org/
languages: [en, zh]
theme: broadsheet
person: {name: "{Network Group}", email: lab@example.org}
"""
PAGES = {
    "people/jin-fang/index.html": ("Jin Fang", "Works on", "More about Jin.", "Second"),
    "zh/people/xu/index.html": ("徐宏力", "教授", "Third", "学术成果"),
    "talks/long/index.html": (
        "On goats",
        "ICNP",
        "14:00 – 15:30",
        "about them.",
        "GOAT",
    ),
    "zh/talks/long/index.html": ("论山羊",),
    "teaching/net/index.html": ("Networking", "Ann Lee (TA)", "Schedule", "Packets, why", "ch. 2"),
    "projects/hive/index.html": ("Hive", "of text."),
    "news/prize/index.html": ("We won", "A long story.", "May 2024"),
    "news/index.html": ("News", "2024", "We won", "Nothing more"),
    "members/index.html": ("Faculty", "Hongli Xu", "Alumni", "Old Timer"),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder: Path = tmp_path_factory.mktemp("records")
    site = SiteCase(folder / "project")
    papers = MEMBERS["publications.yaml"] + FILES["publications.yaml"]
    for name, text in {**FILES, **MEMBERS, "publications.yaml": papers}.items():
        site.write(f"content/{name}", text)
    site.write("content/site.yaml", SITE)
    site.write("content/index.md", "---\ntitle: Home\n---\n:::{talks}\n:::\n\n:::{news}\n:::\n")
    members = "---\ntitle: Members\ndescription: M.\n---\n:::{people}\n:group: group\n:::\n"
    site.write("content/members.md", members)
    return site.build(base_url="https://lab.example.org/")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_says_what_the_record_says(made: Built, path: str) -> None:
    page = visible_text(made.read(path))
    for words in PAGES[path]:
        assert words in page, page


def test_the_pages_are_in_the_map_and_know_their_translations(made: Built) -> None:
    sitemap = made.read("sitemap.xml")
    page = made.read("talks/long/index.html")
    for path in ("talks/long", "people/jin-fang", "teaching/net", "news/prize", "projects/hive"):
        assert f"<loc>https://lab.example.org/{path}/</loc>" in sitemap
        assert f"https://lab.example.org/{path}/" in made.read("llms.txt")
    assert 'hreflang="zh" href="https://lab.example.org/zh/talks/long/"' in page


def test_no_page_tells_what_a_member_keeps_private(made: Built) -> None:
    assert not [path for path, data in made.bytes().items() if b"jin@example.org" in data]
