"""Words that people read: per language, as Markdown source."""

from __future__ import annotations

import re
from typing import ClassVar

import msgspec

from generator.problems import Spot

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")  # BCP 47, the part that people use


class Text(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Text in one or several languages, kept as Markdown source.

    Written plainly it is in the site's first language; written as a mapping of language codes to
    texts, a page takes the form in its own language and falls back to the site's first.
    """

    forms: dict[str, str]
    """Language code (BCP 47) -> Markdown. The code `""` means: written plainly."""
    spot: Spot | None = None
    """Where the text stands, so that a fault inside its Markdown can be named."""

    expects: ClassVar[str] = "text, or a text for each language ({en: …, zh: …})"

    @classmethod
    def from_scalar(cls, text: str) -> Text:
        """Return a text that was written plainly."""
        return cls({"": text})

    @classmethod
    def from_forms(cls, forms: dict[str, str]) -> Text:
        """Return a text that was written for each language."""
        for lang in forms:
            if not _LANGUAGE.fullmatch(lang):
                raise ValueError(f'"{lang}" is not the code of a language')
        return cls(forms)

    def __bool__(self) -> bool:
        return any(self.forms.values())

    def pick(self, lang: str, default: str) -> Phrase:
        """Return the form for a page in `lang`, on a site whose first language is `default`."""
        if lang in self.forms:
            return Phrase(self.forms[lang], "", self._at(lang))
        if "" in self.forms:
            return Phrase(self.forms[""], "" if lang == default else default, self.spot)
        for other in (default, *self.forms):
            if other in self.forms:
                return Phrase(self.forms[other], other, self._at(other))
        return Phrase()

    def _at(self, form: str) -> Spot | None:
        return self.spot.inside(form) if self.spot else None

    def any(self) -> str:
        """Return some form of the text: for sorting, slugs and messages."""
        return next((form for form in self.forms.values() if form), "")


class Phrase(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A text as one page shows it: one language, with a mark when that is not the page's own."""

    text: str = ""
    """Markdown source."""
    lang: str = ""
    """The language, only where it differs from the page's: for the `lang` attribute."""
    spot: Spot | None = None
    """Where it stands in the sources."""

    def __bool__(self) -> bool:
        return bool(self.text)

    def __str__(self) -> str:
        return self.text
