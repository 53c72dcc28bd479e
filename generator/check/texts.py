"""Rules on texts: their claims about numbers, leftovers in them, and missing translations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from generator.check.rules import CheckContext, Prose, WrittenText, prose_of, rule
from generator.model.sections import Section
from generator.model.site import Page
from generator.model.text import Text
from generator.problems import Message, Problem, Spot

_NUMBERS = re.findall(
    r"\w+",
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty",
)
_HAN = "零一二三四五六七八九"
_COUNT = r"\d{1,4}|[一二两三四五六七八九十]{1,3}"
"""A number of papers in Chinese; numbers in words are below 100."""
_NOUNS = {
    "patents": "patents",
    "papers": "publications",
    "publications": "publications",
    "talks": "talks",
    "awards": "awards",
    "projects": "projects",
    "专利": "patents",
    "论文": "publications",
}
_CLAUSE = r"(?:(?!\n[ \t>]*(?:\n|[-*+#|:]|\d+[.)]))[^.;:!?,])*?"
_NOUN = re.compile(
    r"\b(?:(?:(?:Chinese|European|Japanese|Korean|U\.?S\.?)\s)?patents|papers|publications|talks"
    r"|awards|projects)\b"
    rf"(?!{_CLAUSE}\s(?:about|as|at|by|for|from|in(?!\s(?:all|total)\b)|on|that|to|under|which|with)\b)"
    r"(?!\s(?:[a-z]+\s){0,2}(?!listed|published|granted|issued)[a-z-]+(?:ed|ing)\b)(?!,[^.;:!?]*\bat\b)",
    re.IGNORECASE,
)
"""The counted noun, unless the sentence then restricts it."""
_NUMBER = re.compile(
    rf"(?<![\w.,/-])(\d{{1,4}}|{'|'.join(_NUMBERS)})\s"
    r"(?:(?:peer-reviewed|refereed|scientific|research|academic|granted|issued)\s)*\Z",
    re.IGNORECASE,
)
_FAR = 60
"""The number precedes the noun within this many characters."""
_PARTIAL = re.compile(
    r"(?:over|than|about|around|nearly|almost|least|most|another|other|first|last|latest|these|"
    r"those|\bin|(?<!total )of|top|some|up to|only|next|recent|selected|~|≈|\d)\s*$",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.!?;。！？；\n]")
_TIME = re.compile(
    r"\b(?:19|20)\d\d\b|\byears?\b|\bmonths?\b|\bthis\b|\bduring\b|\bsince\b|今年|去年|期间|年",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"(?:^|[，。；、：（(\s和与及]|发表|拥有|共有?|合计|累计|现有|已有|获得?|申请)了?\s*"
    r"(?:发表|拥有|共有?)?(?:学术)?(?:已?获?授权)?(?:发明)?"
    rf"(?P<noun1>论文|专利)\s*(?:共\s*)?(?P<n1>{_COUNT})\s*[篇项件]"
    r"(?!目|[^\S\n]*(?:发表|[于在被]))"
    r"|(?:^|发表|拥有|共有?|获得?|申请|(?<=[和与及，。；、]))了?\s*"
    rf"(?P<n2>{_COUNT})\s*[篇项件](?:学术)?"
    r"(?:已?获?授权)?(?:发明)?(?P<noun2>论文|专利)(?=\s*(?:[，。；、）)和与及其]|$))",
    re.MULTILINE,
)
_CHINESE_PART = re.compile(r"其中|作者|一作|通讯")
_HEADING = re.compile(
    rf"^[ \t]*#{{1,6}}[^\n]*?({'|'.join(_NOUNS)})\s*[（(](\d{{1,4}})[)）]\s*$", re.I | re.M
)


@rule("count-differs", "warning", "Counts")
def count_differs(context: CheckContext) -> Iterator[Problem]:
    """A text claims a number that differs from the list's: "21 patents" above a list of 20.

    The rule reads the descriptions of the site and the person, CVs and pages, but not posts. It
    ignores vague numbers ("over 20 patents", "about 20") and numbers of a part ("three papers on
    routing", "in 2024 two papers"). It compares a number with all records of the kind, with the
    published ones, and with each list on the page. It ignores a number that is far from all of
    these, since many sites list a selection. It reads the number in a heading, too: `## Patents
    (21)`.
    """
    config = context.site.config
    texts = [config.description, config.person.bio, config.person.role]
    for cv in context.site.cvs:
        texts += [cv.headline, cv.summary, *(section.text for section in cv.sections)]
    for text in texts:
        for prose in prose_of(text, text.spot) if text and text.spot else ():
            yield from _claims(prose, context, {})
    for page, prose in context.bodies:
        if page.is_post:
            continue
        listed: dict[str, set[int]] = {}
        for _, section, _ in context.sections(page):
            for kind in section.of:
                listed.setdefault(kind, set()).add(len(context.chosen(section, context.index)))
        yield from _claims(prose, context, listed)


def _claims(prose: Prose, context: CheckContext, listed: dict[str, set[int]]) -> Iterator[Problem]:
    for start, number, noun in (*_in_english(prose.words), *_in_chinese(prose.words)):
        before = prose.words[max(start - _FAR, 0) : start]
        if _PARTIAL.search(before) or _TIME.search(_SENTENCE.split(before)[-1]):
            continue
        claimed = _number(number)
        kind = _NOUNS[noun.lower().split()[-1]]
        if _CHINESE_PART.search(_SENTENCE.split(before)[-1]):
            continue
        counts = _real(context, kind) | listed.get(kind, set())
        nearest = min(counts - {0}, key=lambda n: abs(n - claimed), default=claimed)
        if nearest != claimed and abs(nearest - claimed) <= max(1, nearest // 8):
            where = prose.at(start)
            yield Problem.of(where, "count-differs", claimed=claimed, kind=kind, count=nearest)


def _number(said: str) -> int:
    """Return a number that is written in digits, in English or in Chinese."""
    if said.isdecimal():
        return int(said)
    if said.isascii():
        return _NUMBERS.index(said.lower()) + 1
    tens, ten, ones = said.replace("两", "二").rpartition("十")
    return (10 * (_HAN.find(tens) or 1) if ten else 0) + _HAN.find(ones)


def _in_english(words: str) -> Iterator[tuple[int, str, str]]:
    """Yield the offset, the number and the noun of each claim in English, or in a heading."""
    for heading in _HEADING.finditer(words):
        yield heading.start(2), heading[2], heading[1]
    for noun in _NOUN.finditer(words):
        first = max(noun.start() - _FAR, 0)
        number = _NUMBER.search(words[first : noun.start()])
        if number:
            yield first + number.start(1), number[1], noun[0]


def _in_chinese(words: str) -> Iterator[tuple[int, str, str]]:
    """Yield the same in Chinese: 发表论文 12 篇, 拥有 3 项专利, 授权专利 7 项."""
    if "论文" in words or "专利" in words:
        for match in _CHINESE.finditer(words):
            number = "n1" if match["n1"] else "n2"
            yield match.start(number), match[number], match["noun1"] or match["noun2"]


def _real(context: CheckContext, kind: str) -> set[int]:
    """Return the correct counts for a kind: all, only published ones, all except preprints, …"""
    records = context.of(kind)
    papers = [record for record in records if record.has_venue]
    kinds = context.index.kind_of
    out = [paper for paper in papers if paper.value_of("status") in ("published", "accepted")]
    patents = records if kind == "patents" else []
    offices = Counter(str(patent.value_of("number") or "")[:2] for patent in patents)
    return {
        len(records),
        *offices.values(),
        len(out),
        sum(paper.has_appeared for paper in papers),
        sum(kinds(paper) not in ("preprint", "demo", "poster") for paper in out),
        sum(kinds(paper) in ("conference", "journal") for paper in out),
        sum(kinds(patent) in ("patent", "utility-model", "design") for patent in patents),
        sum(kinds(patent) == "patent" for patent in patents),
        sum(patent.value_of("status") == "granted" for patent in patents),
    }


_PLACEHOLDER = re.compile(
    r"(?<![A-Za-z0-9_-])(?:TBD|TODO(?!\s*(?:lists?\b|列表|清单|状态))|FIXME|XXXX+)(?![A-Za-z0-9_-])"
    r"|\b[Ll]orem ipsum\b"
    r"|\b(?:[Yy]our|YOUR) (?:(?:[Ff]ull|[Ff]irst|[Ll]ast) )?"
    r"(?:Name|NAME|University|Institution|Email)\b"
    r"|\b(?:Firstname|First name) (?:Lastname|Last name)\b"
    r"|\b[Yy]our[-_.](?:name|user(?:name)?)\b"
    r"|待定(?!系数)|待补充|待完善|待填写|此处填写"
)  # fmt: skip


@rule("placeholder-text", "warning", "Texts")
def placeholder_text(context: CheckContext) -> Iterator[Problem]:
    """A text still has a placeholder: TBD, TODO, FIXME, lorem ipsum, Your Name, 待定.

    The rule reads every text and field. It ignores code, formulas, comments and addresses of other
    hosts.
    """
    for prose in context.prose:
        if "/" in prose.text and re.match(r"https?://\S+$", prose.text):
            continue
        seen: set[str] = set()
        for match, spot in prose.find(_PLACEHOLDER):
            if match[0] not in seen:
                seen.add(match[0])
                yield Problem.of(spot, "placeholder", match=match[0])


_LOST = re.compile(
    r"[（(](?:链接|(?i:link|click here))[)）]"
    r"|(?<![!\]\\\[])\[(?:链接|论文|代码|幻灯片|视频"
    r"|(?i:link|here|pdf|code|slides?|video|poster|paper|demo|blog|arxiv|doi|website))\]"
    r"(?![(\[:{])"
)  # fmt: skip
_DEFINED = re.compile(r"^[ \t>]*\[([^\]\n]+)\]:", re.MULTILINE)


@rule("link-text-lost-its-link", "warning", "Texts")
def link_text_lost_its_link(context: CheckContext) -> Iterator[Problem]:
    """A text has "(link)", "（链接）" or "[pdf]" without a link.

    Such words remain when text is copied from a PDF or a word processor. The rule ignores words in
    brackets that are defined as a link further down, titles, "GOAT [demo]", and a label at the
    beginning of a line: "**[paper]** Accepted."
    """
    for prose in context.prose:
        if "title" in prose.spot.path:
            continue
        for match in _LOST.finditer(prose.read):
            defined = {name.casefold() for name in _DEFINED.findall(prose.read)}
            after = prose.read[match.end() : match.end() + 2]
            if not prose.read[: match.start()].rpartition("\n")[2].strip("*_-+> "):
                continue
            if match[0][1:-1].casefold() not in defined and after not in ("](", "]["):
                is_latex = prose.spot.file.endswith(".bib")
                link = r"\href{address}{words}" if is_latex else "[words](address)"
                where = prose.at(match.start())
                yield Problem.of(where, "link-text-alone", match=match[0], link=link)


@rule("translation-missing", "warning", "Languages")
def translation_missing(context: CheckContext) -> Iterator[Problem]:
    """A field is written for some of the site's languages, but not for all.

    Readers of the missing language get the text in another one. A plain text without languages is
    meant for all of them, so it is not reported; neither are records that only pages and CVs in
    other languages show. All such fields of a record are one finding, at its title if that is among
    them.
    """
    if len(context.languages) < 2:
        return
    shown: dict[Spot | None, set[str]] = {}
    placed = list[tuple[Section, str]]()
    for page, _ in context.bodies:
        placed += [(section, page.lang) for _, section, _ in context.sections(page)]
    for cv in context.index.shown_cvs.values():
        placed += [(section, cv.lang or context.languages[0]) for section in cv.whole_sections]
    for section, lang in placed:
        for record in context.chosen(section, context.index):
            if not record.page_name:  # pages of records exist in all languages
                shown.setdefault(record.spot, set()).add(lang)
    for value, texts in context.data_texts:
        langs = shown.get(getattr(value, "spot", None), context.languages)
        wanted = [lang for lang in context.languages if lang in langs]
        yield from _missing(wanted, texts, context.languages)


_HEADINGS = ("title", "name", "label", "role", "degree", "course")


def _missing(
    languages: Iterable[str], texts: Iterable[WrittenText], known: Collection[str]
) -> Iterator[Problem]:
    lacking: dict[str, dict[str, Spot]] = {}
    hints: dict[str, Message] = {}
    for path, text, where in texts:
        if not isinstance(text, Text) or "" in text.forms or path[0] == "words":
            continue
        for lang in languages if any(map(str.strip, text.forms.values())) else ():
            if not text.forms.get(lang, "").strip():
                lacking.setdefault(lang, {}).setdefault(".".join(path), where)
                if odd := next((code for code in text.forms if code not in known), ""):
                    hints[lang] = Message.of("language-meant", code=odd, lang=lang)
    for lang, fields in lacking.items():
        names = ", ".join(fields)
        first = next(fields[name] for name in (*_HEADINGS, *fields) if name in fields)
        hint = hints.get(lang)
        yield Problem.of(first, "translation-missing", lang=lang, names=names, hint=hint)


@rule("page-without-translation", "warning", "Languages")
def page_without_translation(context: CheckContext) -> Iterator[Problem]:
    """A page is missing in a language that the site's other pages have.

    Readers get a page in the wrong language, or a menu with a gap. A language with a CV should at
    least have a home page. The rule ignores languages without any pages, and posts if fewer than
    half of them are translated: posts are often written in one language on purpose.
    """
    spoken = {cv.lang for cv in context.site.cvs}
    for posts in (False, True):
        group = [page for page, _ in context.bodies if page.is_post == posts]
        written = {(page.key, page.lang): page for page in group}
        keys = dict.fromkeys(page.key for page in group)
        for lang in context.languages:
            there = sum((key, lang) in written for key in keys)
            if posts and 2 * there < len(keys):
                continue
            if not there:  # a language with a CV should have a home page
                keys = {key: None for key in keys if key == Page.at_home and lang in spoken}
            for key in keys:
                # The translation may be an unreadable page.
                is_broken = any(path.startswith(f"content/{key}.") for path in context.site.broken)
                if (key, lang) not in written and not is_broken:
                    first = next(c for c in context.languages if (key, c) in written)
                    yield _missing_page(written[key, first], lang, context.languages[0])


def _missing_page(page: Page, lang: str, default: str) -> Problem:
    stem, _, ending = page.file.rpartition(".")
    stem = stem.removesuffix(f".{page.lang}")
    file = f"{stem}.{ending}"
    if lang != default or file == page.file:  # whose front matter has a different `lang`
        file = f"{stem}.{lang}.{ending}"
    return Problem.of(
        page.front_spot("title"), "page-without-translation", lang=page.lang, other=lang, file=file
    )
