"""Looks at the new site as its owner would, and says what to mend before it is published.

Each rule is a message with how often it holds and the first place. The worst come first, and at
most ten are said, so that what matters is read before the findings, of which there may be hundreds.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from generator.importing.plan import SitePlan
from generator.importing.report import OF_NO_READER, Finding, OldAddress
from generator.importing.texts.markup import paired
from generator.messages import Message

MOST = 10
_FEWEST_AT_HOME = 12
"""Words of the smallest home page that says more than a name."""
_CODE = re.compile(
    rb"<(pre|code|script|style|math|textarea|svg)\b", re.IGNORECASE
)  # fmt: skip
_TAG = re.compile(
    rb"<(/?)(h[1-6]|img|picture|table|iframe|video|ul|ol|figure|math|pre)\b[^<>]*>|<[^<>]*>"
)
_RAW = re.compile(
    r"TODO import|\{%|\{\{|\{:|\\(?:begin|end|frac|mathbb|textbf|cite)\{|\$\$|"
    r"(?<![\w/:])\:[a-z][a-z_]{2,30}\:(?![\w/])|"
    r"&lt;/?(?:div|span|br|img|center|font|p|a|b|i|strong|em|table|iframe)\b"
)


class Look(msgspec.Struct, frozen=True):
    """What a reader of one page would stumble over."""

    left_over: str = ""
    """Markup of the old program that shows as text."""
    empty_heading: str = ""


def look_at(main: bytes) -> Look:
    """Look at the main part of a page."""
    shown = paired(
        main,
        _CODE,
        lambda m: re.compile(rb"(?i)</%s\s*>" % m[1]),
        lambda m, *_: b"" if m[1].lower() in (b"script", b"style") else b"<pre>",
    )
    found = _RAW.search(_TAG.sub(b" ", shown).decode("utf-8", "replace"))
    heading, level, at = "", 0, 0
    empty = ""
    for tag in _TAG.finditer(shown + b"<h2>"):  # the page ends as before another part
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
) -> list[Message]:
    """Return what to mend, the worst first."""
    found = ((code, list(places))
             for code, places in _rules(plan, findings, addresses, pages, looks))  # fmt: skip
    advice = [
        Message.of(code, number=len(places), first=str(places[0]))
        for code, places in found
        if places
    ]
    return advice[:MOST]


def _rules(
    plan: SitePlan,
    findings: list[Finding],
    addresses: list[OldAddress],
    pages: Mapping[str, tuple[str, ...]],
    looks: Mapping[str, Look],
) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield each message, the worst first, with the places of which it speaks."""

    def places(*codes: str) -> list[str]:
        return [one.file for one in findings if one.code in codes for _ in range(one.how_often)]

    person = plan.site.get("person")
    name = str(person.get("name") or "") if isinstance(person, dict) else ""
    drafts = {page.source for page in plan.documents if page.front.get("draft")}
    own = {page.address or "/" for page in plan.documents if page.source not in drafts}
    yield "mend-home-empty", ["/"] if len(pages.get("/", ())) < _FEWEST_AT_HOME else []
    yield "mend-no-name", ["person"] if name in ("", "TODO") else []
    gone = [one.old for one in addresses if one.how == "gone" and one.why not in OF_NO_READER]
    yield "mend-pages-gone", [old for old in gone if re.search(r"(?:/|\.html?)$", old)]
    yield "mend-does-not-build", places("page-does-not-build")
    yield "mend-records-lost", places("record-does-not-build", "cv-does-not-build")
    yield "mend-unreadable", places("unreadable", "encoding", "too-large")
    yield "mend-not-an-author", _papers_of_others(plan, name)
    shown = [one for one in findings if one.code in ("picture", "dead-link")]
    yield "mend-pictures-gone", [one.file for one in shown if _is_picture(one.what)]
    yield "mend-left-over", [page for page, look in looks.items() if look.left_over]
    yield (
        "mend-empty-pages",
        [page for page, words in pages.items() if page in own and len(words) < 2],
    )
    yield "mend-empty-headings", [page for page, look in looks.items() if look.empty_heading]
    yield "mend-menu-gone", [one.what for one in findings if one.code == "menu"]
    undated = [one.file for one in findings if one.code == "date" and "1970" in one.became]
    yield "mend-no-date", [file for file in undated if file not in drafts]
    papers = plan.entries.get("publications", [])
    yield "mend-no-authors", [one.source for one in papers if not one.values.get("authors")]


def _is_picture(what: str) -> bool:
    return re.search(r"\.(?:jpe?g|png|gif|webp|svg|avif|bmp)\W*$", what, re.IGNORECASE) is not None


def _papers_of_others(plan: SitePlan, name: str) -> list[str]:
    """Return the papers where not a single one names the person; nothing where one does."""
    words = [word for word in re.findall(r"[^\W\d_]+", name.casefold()) if len(word) > 1]
    papers = plan.entries.get("publications", [])
    authors = [str(said) for one in papers if (said := one.values.get("authors"))]
    authors += [text for path, text in plan.texts.items() if path.endswith(".bib")]
    said = " ".join(authors).casefold()
    if not words or not authors or any(word in said for word in (words[0], words[-1])):
        return []
    return authors
