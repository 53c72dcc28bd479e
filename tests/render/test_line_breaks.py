"""Names of a few characters stay on one line of a page."""

import re

import pytest

from tests.conftest import SiteCase


@pytest.mark.broadsheet
def test_no_line_parts_a_chinese_name(site: SiteCase) -> None:
    paper = "{id: a, title: From 5 km to 7 km, authors: [Ada Lovelace, 徐宏力]}"
    site.write("content/publications.yaml", f"- {paper}\n")
    site.write("content/index.md", "A walk.\n\n:::{publications}\n:names: initials\n:::\n")
    built = site.build()
    assert re.search(r'class="author whole"[^>]*>徐宏力<', built.read("index.html"))
    (sheet,) = (path for path in built.files() if re.search(r"style.*\.css$", path))
    assert ".whole {" in built.read(sheet)
