"""Rules on languages: a page or a field without its translation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from generator.check.rules import CheckContext, Found, WrittenText, rule
from generator.model.languages import script_of, scripts_of
from generator.model.people import Person
from generator.model.records.members import Member
from generator.model.records.works import Publication, Venue
from generator.model.site import Page
from generator.model.text import Text
from generator.problems import Spot


@rule("translation-missing", "warning", "Languages")
def translation_missing(context: CheckContext) -> Iterator[Found]:
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


def _missing(context: CheckContext, texts: Iterable[WrittenText]) -> Iterator[Found]:
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
        hint = f"add the {lang} text; a text that is the same in all languages is written plainly"
        yield Found(first, f"nothing in {lang} for: {names}", hint)


@rule("page-without-translation", "warning", "Languages")
def page_without_translation(context: CheckContext) -> Iterator[Found]:
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


def _missing_page(page: Page, lang: str, default: str) -> Found:
    stem, _, ending = page.file.rpartition(".")
    stem = stem.removesuffix(f".{page.lang}")
    file = f"{stem}.{ending}"
    if lang != default or file == page.file:  # whose front matter says another `lang`
        file = f"{stem}.{lang}.{ending}"
    message = f"this page is written in {page.lang}, but not in {lang}"
    return Found(page.front_spot("title"), message, f"write {file}")


_ENOUGH = 4
"""So many letters of a script are a text; fewer may be a name in a sentence."""
_UNTRANSLATED = ("name", "short", "venue", "publisher", "label")
"""Fields that many leave as they are in all languages."""


@rule("text-in-other-script", "warning", "Languages")
def text_in_other_script(context: CheckContext) -> Iterator[Found]:
    """A text is in a script that the page's language is not written in, and has no translation.

    A reader of the English pages meets `博士研究生`, or a page in Arabic is all in Latin letters.
    Latin letters in data are left alone, since names and terms keep them everywhere, and so are
    names and publications. A language into which fewer than half of such texts are translated is
    left alone, too: its pages are there for a part of the site. All such fields of a record are
    one finding.
    """
    groups = [
        texts
        for value, texts in context.data_texts
        if not isinstance(value, (Person, Member, Venue, Publication))
    ]
    found = [(code, one) for texts in groups for code, one in _foreign(context, texts)]
    for lang in context.languages:
        translated = sum(
            isinstance(text, Text) and lang in text.forms
            for texts in groups
            for _, text, _ in texts
        )
        here = [one for code, one in found if code == lang]
        if lang == context.languages[0] or len(here) <= translated:
            yield from here
    for page, prose in context.bodies:
        scripts = _scripts_in(prose.words)
        own = scripts_of(page.lang)
        if (
            own
            and len(prose.words.split()) > 2 * _MANY
            and scripts["LATIN"] > 9 * sum(scripts[script] for script in own)
        ):
            yield Found(page.body_spot, *_in_script("LATIN", page.lang))
        main = scripts.most_common(1)
        most, count = main[0] if main else ("LATIN", 0)
        if not own and most != "LATIN" and count > max(5 * _ENOUGH, sum(scripts.values()) / 2):
            yield Found(page.body_spot, *_in_script(most, page.lang))


_MANY = 20
"""So many words are a text."""


def _foreign(context: CheckContext, texts: Iterable[WrittenText]) -> Iterator[tuple[str, Found]]:
    found: dict[tuple[str, str], dict[str, Spot]] = {}
    for path, text, where in texts:
        if not isinstance(text, Text) or path[-1] in _UNTRANSLATED or path[0] in _WITH_WORDS:
            continue
        for lang, form in text.forms.items():
            others = [code for code in context.languages if code not in text.forms]
            script, count = next(iter(_scripts_in(form).most_common(1)), ("LATIN", 0))
            if script == "LATIN" or count < _ENOUGH:
                continue
            for code in [lang] if lang else others:
                if script not in scripts_of(code):
                    found.setdefault((script, code), {}).setdefault(".".join(path), where)
    for (script, code), fields in found.items():
        message, hint = _in_script(script, code)
        yield code, Found(next(iter(fields.values())), f"{message}: {', '.join(fields)}", hint)


def _in_script(script: str, lang: str) -> tuple[str, str]:
    said = {"CJK": "Chinese characters"}.get(script, f"{script.capitalize()} letters")
    return f"this is in {said}, and pages in {lang} show it as it is", f"add the {lang} text"


def _scripts_in(text: str) -> Counter[str]:
    """Return how many letters of each script a text has; kana and Hangul are scripts, too."""
    return Counter(script_of(ch) for ch in text if ch.isalpha())
