"""Lines of Chinese texts with long Latin words, measured in the browser."""

from itertools import pairwise
from pathlib import Path

import pytest
from conftest import Tell

from tests.conftest import SiteCase
from tools.looks.server import serve

pytestmark = [pytest.mark.browser, pytest.mark.broadsheet]

LINES = (Path(__file__).parent / "lines.js").read_text("utf-8")
TEXT = (
    "研究与开发，代码见 <https://example.org/some-long-organization-name/some-long-repository-name> 和 "
    "<https://example.net/internationalization/of-documentation-and-more/>，也见 Internationalization Documentation of Organizations Notes，方向。"
)


def test_lines_with_urls_break_behind_slashes_and_hyphens_and_are_not_torn_apart(
    site: SiteCase, tell: Tell
) -> None:
    site.write("content/site.yaml", "languages: [zh]\nperson: {name: 方缙}\n")
    site.write("content/notes.md", f"---\ntitle: 说明\n---\n{TEXT}\n")
    assert site.build().ok
    plain = TEXT.replace("<", "").replace(">", "")
    with serve(site.output) as served:
        steps = [["goto", f"{served.root}notes/"], ["eval", LINES]]
        views = [{"width": width, "height": 900} for width in (390, 720, 780, 900)]
        told = [tell(*steps, viewport=view) for view in views]
    for (lines,) in told:
        assert len(lines) > 1
        assert all(line["blank"] < 10 for line in lines), lines
        for one, other in pairwise(line["text"] for line in lines):
            is_blank_between = one + other not in plain
            assert is_blank_between or one[-1] in "/-" or not one[-1].isascii(), lines
