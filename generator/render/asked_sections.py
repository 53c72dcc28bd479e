"""A section as a template asks for it, `render_section('news', limit=5)`, and as facts take it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args, get_origin

import msgspec

from generator.model.sections import ANY_KINDS, Section, Words
from generator.model.site import KINDS
from generator.model.text import Text, fields_of
from generator.model.theme import OptionValue
from generator.problems import did_you_mean
from generator.render.templates import TemplateMistake


def asked_section(
    kind: str, options: dict[str, Any], own_kinds: Callable[[], tuple[str, ...]]
) -> Section:
    """Return the section of a kind of record, or of several (`timeline`), with some options.

    `own_kinds` tells the kinds that the site declares, and is asked only for a kind that is none of
    ours. Raises TemplateMistake for what no section has.
    """
    fields = fields_of(Section)
    for key in options:
        if key not in fields:
            raise TemplateMistake(f'a section has no "{key}"', did_you_mean(key, fields))
    given = {key: _short(value, fields[key].type) for key, value in options.items()}
    of = given.pop("of", Words())
    if of and kind not in ANY_KINDS:
        hint = f'for several kinds, `timeline` takes the place of "{kind}"'
        raise TemplateMistake(f'"{kind}" says already of which kind the records are', hint)
    if not of and kind in ANY_KINDS:
        hint = "add the kinds, such as `of='publications, talks'`"
        raise TemplateMistake(f'"{kind}" does not say what it holds', hint)
    for word in of.words or (kind,):
        if word not in KINDS and word not in (own := own_kinds()):
            message = f'there are no records of the kind "{word}"'
            raise TemplateMistake(message, did_you_mean(word, (*KINDS, *ANY_KINDS, *own)))
    return Section(of=of or Words((kind,)), given_fields=tuple(given), **given)


def query_of(section: Section) -> str:
    """Return a section as the fact `section` takes it: JSON, without where it stands."""
    return msgspec.json.encode(msgspec.structs.replace(section, spot=None)).decode()


def _short(value: Any, wanted: Any) -> Any:
    """Return an option of a section, which a template may give in the short form of its type."""
    if isinstance(value, dict) and get_origin(wanted) is dict:
        return {name: _short(one, get_args(wanted)[1]) for name, one in value.items()}
    forms: tuple[Any, ...] = (Words, Text, OptionValue)
    for form in forms:
        if wanted is form or form in get_args(wanted):
            if isinstance(value, (list, tuple)) and form is not Text:
                return form.from_items([form.from_scalar(str(one)) for one in value])
            if isinstance(value, bool):
                return form.from_scalar("true" if value else "false")
            return form.from_scalar(str(value)) if isinstance(value, (str, int, float)) else value
    return value
