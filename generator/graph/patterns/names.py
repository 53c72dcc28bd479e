"""People in a pattern: how each name is written, and what stands between two."""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.graph.entry_formatter import EntryFormatter
from generator.graph.patterns.markdown import escaped, linked, spanned, spoken
from generator.model.languages import Listed, is_east_asian, is_han, script_of, scripts_of
from generator.model.names import Name
from generator.model.people import Advisor, Author
from generator.model.styles.patterns import Field
from generator.model.views.entry_views import AuthorView

_LONGEST_WHOLE = 9
"""Shorter names in Chinese characters stay on one line."""
_LETTER = re.compile(r"(\w)\.")


def people(writer: EntryFormatter, authors: tuple[Author, ...], field: Field) -> str:
    """Return names as Markdown, as the formats of a field say."""
    has_others = bool(authors) and authors[-1].is_others
    listed = authors[:-1] if has_others else authors
    most = int(field.argument("max") or 0)
    kept = listed
    last: Author | None = None
    if most and len(listed) > most:
        kept = listed[: int(field.argument("show") or most)]
        ellipsis = field.argument("ellipsis")
        last = listed[-1] if ellipsis is not None else None
        has_others = last is None
    names = [_Said(writer, author, field, place) for place, author in enumerate(kept)]
    text = joined(writer, [n.markdown for n in names], field, "names", is_whole=not has_others)
    if last is not None:
        return f"{text}{field.argument('ellipsis')}{_Said(writer, last, field, len(kept)).markdown}"
    return text + _others(writer, names, field) if has_others else text


def joined(
    writer: EntryFormatter,
    items: Sequence[str],
    field: Field,
    of: Listed = "items",
    is_whole: bool = True,
) -> str:
    """Return some words as a list; each is Markdown."""
    text = ""
    for place, item in enumerate(items):
        if place:
            before = items[place - 1]
            own = field.argument("join")
            between = _between(writer, before, item, of) if own is None else own
            if is_whole and place == len(items) - 1:
                both = is_han(before) and is_han(item)
                between = _before_last(writer, field, between, len(items), both)
            text += between
        text += item
    return text


def _between(writer: EntryFormatter, before: str, after: str, of: Listed) -> str:
    """Return what stands between two; between two in Latin letters an Arabic comma is none."""
    sign = writer.commas.between(before, after, of)
    is_latin = all(script_of(spoken(item)) == "LATIN" for item in (before, after))
    return sign.replace("،", ",") if is_latin else sign


def _before_last(
    writer: EntryFormatter, field: Field, between: str, count: int, is_han_pair: bool
) -> str:
    last, word = field.argument("last"), field.argument("and")
    if last is not None and count > 2:
        return last
    if word is None:
        return between
    if word:
        return word
    lang = _language(writer, is_han_pair)
    said = writer.index.word("cite.and", lang)
    # English has a comma before "and" behind three names.
    return f",{said}" if count > 2 and lang.startswith("en") else said


def _others(writer: EntryFormatter, names: list[_Said], field: Field) -> str:
    own = field.argument("others")
    if own is not None:
        return own
    is_han_name = bool(names) and names[-1].is_han
    words = writer.index.word("et_al", _language(writer, is_han_name))
    between = field.argument("join")
    if between is not None and names:
        return between + words
    if is_han_name or not names:
        return words
    return f", {words}" if len(names) > 1 else f" {words}"


def _language(writer: EntryFormatter, is_han_name: bool) -> str:
    """Return in which language to speak beside a name: words follow the script of the names."""
    is_han_page = writer.lang.startswith("zh")
    if is_han_name == is_han_page:
        return writer.lang
    return "zh" if is_han_name else "en"


_FORMS = ("full", "initials", "native", "family-first", "family", "first-reversed", "capitals")
"""The formats that say how a name is written; without one, the section's `names` does."""


class _Said:
    """One person."""

    def __init__(self, writer: EntryFormatter, author: Author, field: Field, place: int) -> None:
        view = writer.author(author)
        name, written = writer.index.directory.spelled(author.name), author.name.full()
        if is_east_asian(written) and scripts_of(writer.lang):
            shown = name.in_language(writer.lang)  # as it is in the work, where readers know it
        elif field.has(*_FORMS):
            is_own = script_of(written) in scripts_of(writer.lang)
            shown = _name(author.name if is_own else name, field, place)
        else:
            shown = view.name
        if isinstance(author, Advisor) and shown != view.name:
            shown = writer.titled(author, shown)
        self.is_han = is_han(shown)
        text = escaped(shown)
        lang = "zh" if self.is_han and "CJK" not in scripts_of(writer.lang) else ""
        is_short = self.is_han and len(shown) < _LONGEST_WHOLE
        if view.url and not view.is_self:
            text = linked(text, view.url)
        kind = "self" if view.is_self else "author" if is_short else ""
        text = spanned(text, lang, f"{kind} .whole" if is_short else kind)
        self.markdown = text + _roles(writer, view, field, author)


def _roles(writer: EntryFormatter, view: AuthorView, field: Field, author: Author) -> str:
    if field.has("no-roles"):
        return ""
    if field.has("roles") and not isinstance(author, Advisor):
        return escaped(writer.role_words(writer.index.config.marks.roles_of(author)))
    return marks_of(writer, view) + escaped(view.words)


def own_marks(writer: EntryFormatter, authors: tuple[Author, ...]) -> str:
    """Return the marks of the site's own person among some people."""
    views = map(writer.author, authors)
    return "".join(marks_of(writer, view) for view in views if view.is_self)


def marks_of(writer: EntryFormatter, view: AuthorView) -> str:
    """Return the marks behind a name, and note that a legend must tell them."""
    writer.shown_roles.update(view.roles)
    marks = (writer.role_marks.of(role) for role in view.roles)
    return "".join(spanned(escaped(mark), "", "role") for mark in marks)


def _name(name: Name, field: Field, place: int) -> str:
    if field.has("native"):
        return name.own()
    if is_han(name.full()) or not (name.given or name.family):
        return name.full()
    if field.has("family"):
        return name.family or name.full()
    given = name.given
    initials = field.argument("initials")
    if initials is not None and given:
        given = name.given_initials()
        if _argument_given(field, "initials"):
            given = _LETTER.sub(r"\1", given).replace("-", " ").replace(" ", initials)
    family = name.family.upper() if field.has("capitals") else name.family
    if field.has("family-first") or (field.has("first-reversed") and place == 0):
        comma = field.argument("family-first") if _argument_given(field, "family-first") else ", "
        suffix = f", {name.suffix}" if name.suffix and comma == ", " else f" {name.suffix}"
        reversed_name = f"{family}{comma}{given}" if given else family
        return reversed_name + (suffix if name.suffix else "")
    return " ".join(filter(None, (given, family, name.suffix)))


def _argument_given(field: Field, word: str) -> bool:
    return any(f.word == word and f.argument is not None for f in field.formats)
