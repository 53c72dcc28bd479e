"""Rules on texts: leftovers in them, and missing translations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from generator.check.rules import CheckContext, WrittenText, rule
from generator.model.site import Page, page_key
from generator.model.text import Text
from generator.problems import Problem, Spot

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
    placed = [(s, page.lang) for page, _ in context.bodies for _, s, _ in context.sections(page)]
    for cv in context.index.shown_cvs.values():
        placed += [(section, cv.lang or context.languages[0]) for section in cv.whole_sections]
    for section, lang in placed:
        for record in context.chosen(section, context.index):
            if not page_key(record):  # pages of records exist in all languages
                shown.setdefault(record.spot, set()).add(lang)
    for value, texts in context.data_texts:
        langs = shown.get(getattr(value, "spot", None), context.languages)
        yield from _missing([lang for lang in context.languages if lang in langs], texts)


_WITH_WORDS = ("labels", "words")
"""Fields of `site.yaml` that have a default in each language."""
_HEADINGS = ("title", "name", "label", "role", "degree", "course")


def _missing(languages: Iterable[str], texts: Iterable[WrittenText]) -> Iterator[Problem]:
    lacking: dict[str, dict[str, Spot]] = {}
    for path, text, where in texts:
        if not isinstance(text, Text) or "" in text.forms or path[0] in _WITH_WORDS:
            continue
        for lang in languages if any(map(str.strip, text.forms.values())) else ():
            if not text.forms.get(lang, "").strip():
                lacking.setdefault(lang, {}).setdefault(".".join(path), where)
    for lang, fields in lacking.items():
        names = ", ".join(fields)
        first = next(fields[name] for name in (*_HEADINGS, *fields) if name in fields)
        yield Problem.of(first, "translation-missing", lang=lang, names=names)


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
