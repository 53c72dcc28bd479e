"""What `visibility` may name."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from generator.model.fields import fields_of
from generator.problems import Problem, Spot, did_you_mean

_NEVER_HIDDEN = frozenset({"draft", "spot", "visibility"})


def unknown_in_visibility(value: msgspec.Struct, spot: Spot) -> Iterator[Problem]:
    """Report fields in a value's `visibility` that it does not have or cannot do without.

    A misspelt one would publish what it means to hide.
    """
    visibility = getattr(value, "visibility", None)
    fields = fields_of(type(value))
    known = [name for name in fields if name not in _NEVER_HIDDEN]
    for field, word in visibility.fields.items() if visibility else ():
        where = spot.inside("visibility").key(field)
        if field not in known:
            hint = did_you_mean(field, known) or f"known: {', '.join(known)}"
            yield Problem(where, f'visibility names the unknown field "{field}"', hint)
        elif fields[field].required and word != "public":
            message = f'visibility cannot hide the field "{field}", which must be there'
            yield Problem(where, message, f"hide all of it with `visibility: {word}`")
