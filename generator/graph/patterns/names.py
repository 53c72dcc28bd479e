"""People in a pattern: how each name is written, and what stands between two."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from generator.graph.entry_formatter import EntryFormatter
from generator.graph.patterns.markdown import escaped, linked, spanned, spoken
from generator.model.languages import Listed, is_han, script_of
from generator.model.people import Advisor, Author
from generator.model.styles.patterns import Field
from generator.model.views.entry_views import AuthorView

_LONGEST_WHOLE = 7
"""Shorter names in Chinese characters stay on one line."""


def people(writer: EntryFormatter, authors: tuple[Author, ...], field: Field) -> str:
    """Return names as Markdown, as the formats of a field say."""
    has_others = bool(authors) and authors[-1].is_others
    listed = authors[:-1] if has_others else authors
    most = int(field.argument("max") or writer.style.max_authors)
    kept = listed
    last: Author | None = None
    if most and len(listed) > most:
        kept = listed[: int(field.argument("show") or most)]
        ellipsis = field.argument("ellipsis")
        last = listed[-1] if ellipsis is not None else None
        has_others = last is None
    names = [_view(writer, author, field, place) for place, author in enumerate(kept)]
    said = [signed(writer, name) for name in names]
    text = joined(writer, said, field, "names", is_whole=not has_others)
    if last is not None:
        whole = signed(writer, _view(writer, last, field, len(kept)))
        return f"{text}{field.argument('ellipsis')}{whole}"
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


def _others(writer: EntryFormatter, names: list[AuthorView], field: Field) -> str:
    own = field.argument("others")
    if own is not None:
        return own
    is_han_name = bool(names) and is_han(names[-1].name)
    words = writer.own_phrase(writer.style.et_al).text
    words = words or writer.index.word("et_al", _language(writer, is_han_name))
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


def _view(writer: EntryFormatter, author: Author, field: Field, place: int) -> AuthorView:
    """Return a name, and behind it those roles that the formats of a field let stand there."""
    view = writer.author(author, field, place)
    if field.has("no-roles"):
        return replace(view, roles=(), words="")
    if field.has("roles") and not isinstance(author, Advisor):
        words = writer.role_words(writer.index.config.marks.roles_of(author))
        return replace(view, roles=(), words=words)
    return view


def signed(writer: EntryFormatter, view: AuthorView) -> str:
    """Return one name as Markdown with its roles: one's own set off, others as links."""
    text = escaped(view.name)
    is_short = is_han(view.name) and len(view.name) < _LONGEST_WHOLE
    if view.url and not view.is_self:
        text = linked(text, view.url)
    kind = "self" if view.is_self else "author" if is_short else ""
    text = spanned(text, view.lang, f"{kind} .whole" if is_short else kind)
    return text + marks_of(writer, view) + escaped(view.words)


def own_marks(writer: EntryFormatter, authors: tuple[Author, ...]) -> str:
    """Return the marks of the site's own person among some people."""
    views = map(writer.author, authors)
    return "".join(marks_of(writer, view) for view in views if view.is_self)


def marks_of(writer: EntryFormatter, view: AuthorView) -> str:
    """Return the marks behind a name, and note that a legend must tell them."""
    writer.shown_roles.update(view.roles)
    words = ((writer.role_marks.of(role), writer.word(f"role.{role}")) for role in view.roles)
    return "".join(f'[{escaped(mark)}]{{.role title="{word}"}}' for mark, word in words)
