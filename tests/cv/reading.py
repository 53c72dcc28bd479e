"""A CV's page as the lines that a reader sees."""

import html
import re

_UNSEEN = re.compile(r"<(script|style|svg|annotation|template)\b.*?</\1>", re.DOTALL)
_BLOCK = re.compile(r"</?(?:p|li|ul|ol|div|section|header|h[1-6]|details|summary)\b[^>]*>")
_TAG = re.compile(r"<[^>]+>")
_MAIN = re.compile(r"<main\b.*</main>", re.DOTALL)


def lines_of(page: str) -> list[str]:
    """The lines of a page's main part, marks behind names included, white space folded."""
    main = _MAIN.search(page)
    assert main, "the page has no <main>"
    blocks = _BLOCK.split(_UNSEEN.sub("", main[0]))
    texts = (" ".join(html.unescape(_TAG.sub("", block)).split()) for block in blocks)
    return [text for text in texts if text]


def sections_of(page: str) -> dict[str, list[str]]:
    """The lines of each section of a CV by its heading."""
    found: dict[str, list[str]] = {}
    for section in re.findall(r"<section\b.*?</section>", page, re.DOTALL):
        title, *lines = lines_of(f"<main>{section}</main>")
        found[title] = lines
    return found
