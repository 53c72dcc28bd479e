"""Rules on languages: a page or a field without its translation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.check.rules import CheckContext, WrittenText, rule
from generator.model.site import Page
from generator.model.text import Text
from generator.problems import Problem, Spot


@rule("translation-missing", "warning", "Languages")
def translation_missing(context: CheckContext) -> Iterator[Problem]:
    """A field is written for some of the site's languages, but not for all.

    Readers of the language that is left out get the text in another one. What is written plainly,
    without languages, is meant for all of them and left alone. All such fields of a record are one
    finding, at its title where that is among them.
    """
    if len(context.languages) < 2:
        return
    for _, texts in context.data_texts:
        yield from _missing(context, texts)


_WITH_WORDS = ("labels", "words")
"""Fields of `site.yaml` that have a default in each language."""
_HEADINGS = ("title", "name", "label", "role", "degree", "course")


def _missing(context: CheckContext, texts: Iterable[WrittenText]) -> Iterator[Problem]:
    languages = context.languages
    lacking: dict[str, dict[str, Spot]] = {}
    for path, text, where in texts:
        if not isinstance(text, Text) or "" in text.forms or path[0] in _WITH_WORDS:
            continue
        written = [lang for lang in languages if text.forms.get(lang, "").strip()]
        if written:
            for lang in languages:
                if lang not in written:
                    lacking.setdefault(lang, {}).setdefault(".".join(path), where)
    for lang, fields in lacking.items():
        names = ", ".join(fields)
        first = next(fields[name] for name in (*_HEADINGS, *fields) if name in fields)
        yield Problem.of(first, "translation-missing", lang=lang, names=names)


@rule("page-without-translation", "warning", "Languages")
def page_without_translation(context: CheckContext) -> Iterator[Problem]:
    """A page is there in one language and not in another that the site's other pages have.

    Its readers meet a page in the wrong language, or a menu with a gap. A language with a CV should
    at least have a home page. A language in which nothing is written, or fewer than half of the
    posts, is left alone: posts are often written in one language on purpose.
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
                # The translation may be a page that could not be read.
                is_broken = any(path.startswith(f"content/{key}.") for path in context.site.broken)
                if (key, lang) not in written and not is_broken:
                    first = next(c for c in context.languages if (key, c) in written)
                    yield _missing_page(written[key, first], lang, context.languages[0])


def _missing_page(page: Page, lang: str, default: str) -> Problem:
    stem, _, ending = page.file.rpartition(".")
    stem = stem.removesuffix(f".{page.lang}")
    file = f"{stem}.{ending}"
    if lang != default or file == page.file:  # whose front matter says another `lang`
        file = f"{stem}.{lang}.{ending}"
    return Problem.of(
        page.front_spot("title"), "page-without-translation", lang=page.lang, other=lang, file=file
    )
