"""Without our extensions the output is CommonMark's, example by example.

The examples come from the specification itself, `spec.txt` of the npm package `commonmark-spec`
0.31.2. It is looked for in `$COMMONMARK_SPEC`, then among the packages of the browser tests.
"""

import os
import re
from functools import cache
from pathlib import Path

import pytest
from markdown_it.common.normalize_url import normalizeLink

from generator.render.fragment import LinkSlot, Options
from generator.render.markdown.convert import convert

INSTALLED = Path(__file__).parents[2] / "tools/browser/node_modules/commonmark-spec/spec.txt"
SPEC = Path(os.environ.get("COMMONMARK_SPEC", INSTALLED))
EXAMPLE = re.compile(r"^`{32} example\n(.*?)^\.\n(.*?)^`{32}$", re.MULTILINE | re.DOTALL)


@cache
def examples() -> list[tuple[str, str]]:
    text = SPEC.read_text(encoding="utf-8").split("<!-- END TESTS -->")[0].replace("→", "\t")
    return EXAMPLE.findall(text)


def address(slot: LinkSlot) -> str:
    """What CommonMark prints for an address: percent-encoded, but raw HTML is left alone."""
    return slot.target if slot.kind == "html" else normalizeLink(slot.target)


@pytest.mark.skipif(not SPEC.exists(), reason=f"no specification at {SPEC}; npm install brings it")
def test_every_example_of_the_specification_gives_exactly_its_html() -> None:
    assert len(examples()) == 652
    wrong = []
    for number, (markdown, expected) in enumerate(examples(), 1):
        fragment = convert(markdown, Options(extensions=False))
        html = fragment.fill(link=address, section=str)
        if html != expected:
            wrong.append(f"example {number}: {markdown!r} gave {html!r}, not {expected!r}")
    assert not wrong, "\n".join(wrong)
