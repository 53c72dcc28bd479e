"""Who may see a record, or a field of it."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypeVar

import msgspec

from generator.model.fields import fields_of

Shown = Literal["public", "web", "pdf", "private"]
Medium = Literal["web", "pdf"]

S = TypeVar("S", bound=msgspec.Struct)


class Visibility(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One word for the whole record, or a word for single fields of it."""

    whole: Shown = "public"
    """`public` (web pages and PDF), `web`, `pdf`, or `private` (no output at all)."""
    fields: dict[str, Shown] = {}
    """The same for single fields: `{phone: pdf, email: private}`."""

    expects: ClassVar[str] = "public, web, pdf or private, or {field: word}"

    @classmethod
    def from_scalar(cls, text: str) -> Visibility:
        """Read one word for the whole record."""
        return cls(whole=_word(text))

    @classmethod
    def from_forms(cls, forms: dict[str, str]) -> Visibility:
        """Read a word for each field."""
        return cls(fields={field: _word(word) for field, word in forms.items()})

    def shows_in(self, medium: Medium) -> bool:
        """Whether the whole record may appear in `medium`."""
        return self.whole in ("public", medium)


def _word(text: str) -> Shown:
    if text not in ("public", "web", "pdf", "private"):
        raise ValueError(f'"{text}" is not one of public, web, pdf, private')
    return text  # type: ignore[return-value]


def shown(record: S, medium: Medium) -> S | None:
    """Return the record as `medium` may show it: None, or with its hidden fields emptied."""
    visibility: Visibility = getattr(record, "visibility", _EVERYBODY)
    if not visibility.shows_in(medium):
        return None
    words: dict[str, Shown] = {**getattr(record, "hidden_by_default", {}), **visibility.fields}
    hidden = {field for field, word in words.items() if word not in ("public", medium)}
    if not hidden:
        return record
    changes: dict[str, Any] = {
        field.name: field.default
        if field.default is not msgspec.NODEFAULT
        else field.default_factory()
        for field in fields_of(type(record)).values()
        if field.name in hidden and not field.required
    }
    return msgspec.structs.replace(record, **changes) if changes else record


_EVERYBODY = Visibility()
