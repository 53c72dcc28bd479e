"""The index of the search: what is in it, and what an edit makes again."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from generator.graph import outputs
from tests.conftest import SiteCase

pytestmark = pytest.mark.broadsheet

SITE = Path(__file__).parent / "render/sites/search"
HEAD = "languages: [en, zh]\nperson: {name: Ada Lovelace}\n"


def written(site: SiteCase, options: str = "{}") -> SiteCase:
    shutil.copytree(SITE, site.root, dirs_exist_ok=True)
    theme = f"theme: {{name: broadsheet, options: {options}}}\n"
    return site.write("content/site.yaml", HEAD + theme)


def index(site: SiteCase, path: str = "search.json") -> dict[str, Any]:
    found: dict[str, Any] = json.loads((site.output / path).read_text("utf-8"))
    return found


def test_pages_posts_and_papers_are_found_by_their_words_alone(site: SiteCase) -> None:
    assert written(site).build().ok
    rows = {row[0]: row[1:] for row in index(site)["documents"]}
    assert rows["about/"] == [0, "About", "", "", "I research x<y. Note."]
    assert rows["posts/a/"] == [1, "One", "2024-01-02", "t", "First."]
    words = "Ada Lovelace\nBo Li\n李波\nA Conference\nAC\nnetwork"
    assert rows["publications/goat/"] == [2, "A Gradient at x", "2023", words, "The abstract."]


def test_each_language_has_an_index_and_posts_of_others_where_it_has_no_version(
    site: SiteCase,
) -> None:
    assert written(site).build().ok
    chinese = index(site, "zh/search.json")
    rows = {row[0]: row[1:] for row in chinese["documents"]}
    assert rows["zh/posts/b/"][4] == "在网计算。"
    assert rows["zh/publications/goat/"][4] == "摘要。"
    assert "posts/a/" in rows and "about/" not in rows
    assert chinese["words"]["paper"] == "论文"


def test_an_option_of_the_theme_takes_the_search_away(site: SiteCase) -> None:
    built = written(site, "{search: false}").build()
    assert not [path for path in built.files() if "search" in path and path.endswith("l")]
    assert not [path for path in built.files() if path.endswith("search.json")]
    assert 'class="search"' not in (site.output / "index.html").read_text("utf-8")
    written(site).write("content/search.md", "---\ntitle: Mine\n---\nHow I search.\n")
    built = site.build()
    assert "How I search" in built.read("search/index.html"), "a page of one's own in its place"
    assert 'class="search"' not in built.read("index.html")


@pytest.mark.slow
def test_a_large_site_has_an_index_in_parts_and_an_edit_makes_one_of_them_again(
    site: SiteCase,
) -> None:
    documents = outputs.DOCUMENTS
    written(site)
    for n in range(documents * 9 // 4):
        site.write(f"content/posts/2023-01-02-p{n}.md", f"---\ntitle: P{n}\n---\nText {n}.\n")
    assert site.build().ok
    parts = [index(site, f"search{end}.json") for end in ("", "-1", "-2", "-3")]
    assert {part["parts"] for part in parts} == {4}
    addresses = [row[0] for part in parts for row in part["documents"]]
    assert len(addresses) == len(set(addresses)) > documents * 9 // 4
    assert sum("words" in part for part in parts) == 1
    site.write("content/posts/2023-01-02-p7.md", "---\ntitle: P7\n---\nAnother text.\n")
    report = site.build().report
    assert report is not None
    assert sum(path.endswith(".json") for path in report.changed) == 2, "one for each language"
