"""Where our extensions have no say, the output is CommonMark's, example by example.

The examples come from the specification itself, `spec.txt` of the npm package `commonmark-spec`
0.31.2. It is looked for in `$COMMONMARK_SPEC`, then among the packages of the browser tests.
"""

import os
import re
from functools import cache
from pathlib import Path

import pytest
from markdown_it.common.normalize_url import normalizeLink

from generator.render.fragment import LinkSlot, plain_picture
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


def picture(slot: LinkSlot) -> str:
    return plain_picture(address(slot), slot.attributes)


OURS = re.compile(
    r'(?<=<h\d) id="[^"]*"| class="hl" tabindex="0"| loading="lazy" decoding="async"| class="url"'
)
"""What our writer adds to the HTML that CommonMark prescribes."""
TYPOGRAPHY = str.maketrans({"“": "&quot;", "”": "&quot;", "’": "'"})
DIFFERENT = {
    "dashes are set": {46, 55, 87},
    "code is highlighted": {142, 143},
    "a tag that never ends is shown": {156, 157, 158},
}
"""Examples whose HTML differs from the specification's in more than what is added."""


def lowered(html: str) -> str:
    """Headings as a page has them: the highest one becomes `<h2>`."""
    by = 2 - min(map(int, re.findall(r"<h(\d)", html)), default=2)
    return re.sub(r"(?<=<h|/h)\d", lambda level: str(min(int(level[0]) + by, 6)), html)


@pytest.mark.skipif(not SPEC.exists(), reason=f"no specification at {SPEC}; npm install brings it")
def test_every_example_of_the_specification_gives_its_html_but_for_what_we_add() -> None:
    assert len(examples()) == 652
    different = set()
    for number, (markdown, expected) in enumerate(examples(), 1):
        html = convert(markdown).fill(link=address, section=str, picture=picture)
        html = OURS.sub("", html).translate(TYPOGRAPHY).replace(" />", ">")
        if html != lowered(expected).replace(" />", ">"):
            different.add(number)
    assert different == set().union(*DIFFERENT.values())
