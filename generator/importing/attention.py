"""Looks at the new site as its owner would, and says what to mend before it is published.

Each rule is a code with how often it holds and the first place. The worst come first, and at most
ten are said, so that what matters is read before the findings, of which there may be hundreds.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from generator.importing.plan import SitePlan
from generator.importing.report import OF_NO_READER, Finding, OldAddress
from generator.importing.texts.markup import paired

MOST = 10
_FEWEST_AT_HOME = 12
"""Words of the smallest home page that says more than a name."""
_SENTENCES = {
    "home-empty": "The home page says hardly anything: write a few lines into content/index.md.",
    "no-name": "Your name was not found: write it under `person` in content/site.yaml.",
    "pages-gone": "Pages of yours that have no address any more ({n}): see {first} in the report.",
    "does-not-build": "Pages that are drafts now, since they do not build ({n}): mend {first}.",
    "records-lost": "Records that were left out, since they do not build ({n}): see {first}.",
    "unreadable": "Files that could not be read ({n}): mend {first}, and import again.",
    "not-an-author": "Your name stands in no list of authors: write how it is spelt there under "
    "`person.aliases` in content/site.yaml.",
    "pictures-gone": "Pictures that pages show and the source does not have ({n}): see {first}.",
    "left-over": "Pages that show what the old program would have replaced ({n}): see {first}.",
    "empty-pages": "Pages with nothing on them ({n}): write or delete {first}.",
    "empty-headings": "Pages with a heading that has nothing below ({n}): see {first}.",
    "menu-gone": "Entries of the menu that led nowhere and are gone ({n}): {first}.",
    "no-date": "Posts without a date, which got that of 1970 ({n}): write the date of {first}.",
    "no-authors": "Papers without authors ({n}): add them, as in {first}.",
}
"""Code -> what to do, the worst first."""
_CODE = re.compile(
    rb"<(pre|code|script|style|math|textarea|svg)\b", re.IGNORECASE
)  # fmt: skip
_TAG = re.compile(
    rb"<(/?)(h[1-6]|img|picture|table|iframe|video|ul|ol|figure|math|pre)\b[^<>]*>|<[^<>]*>"
)
_RAW = re.compile(
    r"\{%|\{\{|\{:|\\(?:begin|end|frac|mathbb|textbf|cite)\{|\$\$|(?<![\w/:])\:[a-z][a-z_]{2,30}\:(?![\w/])|"
    r"&lt;/?(?:div|span|br|img|center|font|p|a|b|i|strong|em|table|iframe)\b"
)


class Look(msgspec.Struct, frozen=True):
    """What a reader of one page would stumble over."""

    left_over: str = ""
    """Markup of the old program that shows as text."""
    empty_heading: str = ""


class Advice(msgspec.Struct, frozen=True):
    """One line of "Before you publish"."""

    code: str
    how_often: int
    first: str = ""

    @property
    def sentence(self) -> str:
        """What to do, in words."""
        return _SENTENCES[self.code].format(n=self.how_often, first=self.first)


def look_at(main: bytes) -> Look:
    """Look at the main part of a page."""
    shown = paired(main, _CODE, lambda m: re.compile(rb"(?i)</%s\s*>" % m[1]), lambda *_: b"<pre>")
    found = _RAW.search(_TAG.sub(b" ", shown).decode("utf-8", "replace"))
    heading, level, at = "", 0, 0
    empty = ""
    for tag in _TAG.finditer(shown):
        name = (tag[2] or b"").lower()
        said = shown[at : tag.start()].strip()
        at = tag.end()
        if name[:1] == b"h" and tag[1]:
            heading, level = said.decode("utf-8", "replace"), int(name[1:])
        elif name[:1] == b"h":
            empty = empty or (heading if int(name[1:]) <= level and not said else "")
            heading, level = "", 0
        elif said or name:
            heading, level = "", 0
    return Look(found[0] if found else "", empty)


def before_you_publish(
    plan: SitePlan,
    findings: list[Finding],
    addresses: list[OldAddress],
    pages: Mapping[str, tuple[str, ...]],
    looks: Mapping[str, Look],
) -> list[Advice]:
    """Return what to mend, the worst first."""
    found = {code: list(places) for code, places in _rules(plan, findings, addresses, pages, looks)}
    advice = [
        Advice(code, len(found[code]), str(found[code][0]))
        for code in _SENTENCES
        if found.get(code)
    ]
    return advice[:MOST]


def _rules(
    plan: SitePlan,
    findings: list[Finding],
    addresses: list[OldAddress],
    pages: Mapping[str, tuple[str, ...]],
    looks: Mapping[str, Look],
) -> Iterator[tuple[str, Iterable[str]]]:
    def places(*codes: str) -> list[str]:
        return [one.file for one in findings if one.code in codes for _ in range(one.how_often)]

    person = plan.site.get("person")
    name = str(person.get("name") or "") if isinstance(person, dict) else ""
    own = {page.address or "/" for page in plan.documents if not page.front.get("draft")}
    yield "home-empty", ["/"] if len(pages.get("/", ())) < _FEWEST_AT_HOME else []
    yield "no-name", ["person"] if name in ("", "TODO") else []
    gone = [one.old for one in addresses if one.how == "gone" and one.why not in OF_NO_READER]
    yield "pages-gone", [old for old in gone if re.search(r"(?:/|\.html?)$", old)]
    yield "does-not-build", places("page-does-not-build")
    yield "records-lost", places("record-does-not-build", "cv-does-not-build")
    yield "unreadable", places("unreadable", "encoding", "too-large")
    yield "not-an-author", _papers_of_others(plan, name)
    shown = [one for one in findings if one.code in ("picture", "dead-link")]
    yield "pictures-gone", [one.file for one in shown if _is_picture(one.what)]
    yield "left-over", [page for page, look in looks.items() if look.left_over]
    yield "empty-pages", [page for page, words in pages.items() if page in own and len(words) < 2]
    yield "empty-headings", [page for page, look in looks.items() if look.empty_heading]
    yield "menu-gone", [one.what for one in findings if one.code == "menu"]
    yield "no-date", [one.file for one in findings if one.code == "date" and "1970" in one.became]
    papers = plan.entries.get("publications", [])
    yield "no-authors", [one.source for one in papers if not one.values.get("authors")]


def _is_picture(what: str) -> bool:
    return re.search(r"\.(?:jpe?g|png|gif|webp|svg|avif|bmp)\W*$", what, re.IGNORECASE) is not None


def _papers_of_others(plan: SitePlan, name: str) -> list[str]:
    """Return the papers where not a single one names the person; nothing where one does."""
    words = [word for word in re.findall(r"[^\W\d_]+", name.casefold()) if len(word) > 1]
    authors = [str(one.values.get("authors")) for one in plan.entries.get("publications", [])]
    authors += [text for path, text in plan.texts.items() if path.endswith(".bib")]
    said = " ".join(authors).casefold()
    if not words or not authors or any(word in said for word in (words[0], words[-1])):
        return []
    return authors
