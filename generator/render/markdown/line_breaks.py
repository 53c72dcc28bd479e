"""What no line of a page parts: `p. 12`, `178–189`, a number and its unit, an initial and its name.

PDFs keep the same pieces whole (`cv/lines.typ` in the theme), by the same rules but for words with
hyphens, which a narrow screen may break. A piece stands in a `<span>` that the style sheet keeps on
one line: no character is another one, so what is copied, searched for or read aloud is what its
author has typed. Where browsers break lines by themselves: Unicode Standard Annex 14.
"""

from __future__ import annotations

import re
from functools import cache

_UNITS = "|".join((
    r"[%‰°€£¥$٪]",
    r"[yzafpnµμmcdhkKMGTPEZY]?(?:Hz|bits?|bps|B|b|Wh?|VA?|A|m|g|s|J|N|Pa|K|Ω|eV|mol|[lL]|FLOPS|FLOP)[²³]?",
    r"min|h|d|dB|px|pt|dpi|ppm|ppb|rpm|fps|ha|EUR|USD|CHF|GBP|CNY|RMB|Mio\.?|Mrd\.?|(?:m|b|tr)illion",
    r"(?:year|month|week|day|hour)s?|Jahren?|Monaten?|Stunden?|كم|سم|مم|كغ|ملغ|مل",
    r"[月日号篇项次人个名位件款届卷页万亿元倍岁天周秒米条台套门级章节种][\w年]?",
))  # fmt: skip
_CAPITAL = r"[A-ZÀ-ÖØ-Þ]"
_NUMBER = r"\d[\d.,]{0,15}"
# It begins with one character and looks back from there: only so does the search step over ordinary
# text without trying all that follows.
_WHOLE = (
    r"[A-ZÀ-ÖØ-Þ0-9§№€£¥$](?<![A-Za-z0-9_.&#/@-].)(?:"
    # 178–189; 12–14 ms; 12 km; 12 篇
    rf"(?<=\d)[\d.,]{{0,15}}(?:–{_NUMBER}(?: (?:{_UNITS}))?| (?:{_UNITS}))(?![A-Za-z0-9])"
    # § 5; € 12
    r"|(?<=[§№€£¥$]) \d[\w.–-]{0,15}"
    # A类
    r"|(?<=[A-EI]) ?[类類区區级級]"
    # J. Fang; J.-P. Serre; CCF-B; C++
    rf"|(?<={_CAPITAL})(?:\.[ -]?(?:{_CAPITAL}\.[ -]?){{0,3}}(?<=[ .-]){_CAPITAL}[\w’'-]{{1,30}}"
    r"|[A-Z0-9]{1,9}-[A-Z0-9]{1,3}(?![\w-])|\+\+)"
    ")"
)
# p. 12; vol. 3; Fig. 7
_LABELLED = (
    r"(?<![A-Za-z0-9_.&#/@-])(?:pp?|[Vv]ols?|[Nn]os?|[Nn]r|[Ff]igs?|[Ee]qs?|[Ss]ecs?|[Cc]h(?:aps?)?"
    r"|[Aa]rts?|[Tt]abs?|S|Bd|Abb|Kap|[сС]|[тТ]|ص)\. \d[\w.–-]{0,15}"
)
_BEHIND_LABEL = re.compile(r"\. \d")


@cache
def _pattern(has_labels: bool) -> re.Pattern[str]:
    """Compile a pattern at its first use: the one with labels is slower, and few texts need it."""
    return re.compile(f"{_LABELLED}|{_WHOLE}" if has_labels else _WHOLE)


_URL = re.compile(r"(https?://[!-;=?-~]+)")
_BEHIND_SLASH = re.compile(r"(?<=/)(?=[\w~@?#%])")
_SHORT_WITH_HYPHEN = re.compile(r"[^/?-]{0,30}[?-][^/]{0,30}/?")


def unbroken(html: str) -> str:
    """Return a piece of HTML without tags in which what belongs together stays on one line."""
    if "://" in html:
        parts = _URL.split(html)
        parts[::2] = map(_without_urls, parts[::2])
        parts[1::2] = map(_url, parts[1::2])
        return "".join(parts)
    return _without_urls(html)


def _without_urls(html: str) -> str:
    return _pattern(_BEHIND_LABEL.search(html) is not None).sub(_in_span, html)


def _url(url: str) -> str:
    """Return a URL that breaks behind its slashes, and elsewhere only where a part is long."""
    parts = (_SHORT_WITH_HYPHEN.fullmatch(part) or part for part in _BEHIND_SLASH.split(url))
    return "<wbr>".join(part if isinstance(part, str) else _in_span(part) for part in parts)


def _in_span(found: re.Match[str]) -> str:
    return f'<span class="whole">{found[0]}</span>'
