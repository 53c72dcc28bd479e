"""Text that was to be replaced."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.check.evidence import Evidence
from generator.check.rules import Found, rule

_PLACEHOLDER = re.compile(
    r"(?<![A-Za-z0-9_-])(?:TBD|TODO|FIXME|XXXX+)(?![A-Za-z0-9_-])"
    r"|\b[Ll]orem ipsum\b"
    r"|\b(?:[Yy]our|YOUR) (?:(?:[Ff]ull|[Ff]irst|[Ll]ast) )?"
    r"(?:Name|NAME|University|Institution|Email)\b"
    r"|\b(?:Firstname|First name) (?:Lastname|Last name)\b"
    r"|\b[Yy]our[-_.](?:name|user(?:name)?)\b"
    r"|待定(?!系数)|待补充|待完善|待填写|此处填写"
)  # fmt: skip


@rule("placeholder-text", "warning")
def placeholder_text(evidence: Evidence) -> Iterator[Found]:
    """A text still holds a placeholder: TBD, TODO, FIXME, lorem ipsum, Your Name, 待定.

    Read in every text and field. Code, formulas and comments are left alone, and so are addresses
    of other hosts.
    """
    for prose in evidence.prose:
        if "/" in prose.text and re.match(r"https?://\S+$", prose.text):
            continue
        seen: set[str] = set()
        for match, spot in prose.find(_PLACEHOLDER):
            if match[0] not in seen:
                seen.add(match[0])
                yield Found(
                    spot, f'"{match[0]}" is a placeholder', "write what is meant, or nothing"
                )


_LOST = re.compile(
    r"[（(](?:链接|(?i:link|click here))[)）]"
    r"|(?<![!\]\\\[])\[(?:链接|论文|代码|幻灯片|视频"
    r"|(?i:link|here|pdf|code|slides?|video|poster|paper|demo|blog|arxiv|doi|website))\]"
    r"(?![(\[:{])"
)  # fmt: skip
_DEFINED = re.compile(r"^[ \t>]*\[([^\]\n]+)\]:", re.MULTILINE)


@rule("link-text-lost-its-link", "warning")
def link_text_lost_its_link(evidence: Evidence) -> Iterator[Found]:
    """A text says "(link)", "（链接）" or "[pdf]", and there is no link.

    Such words stay behind when text is copied out of a PDF or a word processor. Words in brackets
    that are defined as a link further down are left alone, and so are titles: "GOAT [demo]".
    """
    for prose in evidence.prose:
        if "title" in prose.spot.path:
            continue
        defined = {name.casefold() for name in _DEFINED.findall(prose.read)}
        for match in _LOST.finditer(prose.read):
            after = prose.read[match.end() : match.end() + 2]
            if match[0][1:-1].casefold() not in defined and after not in ("](", "]["):
                message = f'"{match[0]}" reads like a link, but is none'
                hint = "write [words](address), or take the words out"
                yield Found(prose.at(match.start()), message, hint)
