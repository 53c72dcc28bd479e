"""Styles: one pattern for all records, or one for each kind of record and language."""

from typing import ClassVar

import msgspec

from generator.problems import Spot


class Style(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How the records of a section are written; see docs/reference/patterns.md."""

    patterns: dict[str, str] = {}
    """The patterns by what they are for: `""` or `default` for all, `patents`, `journal`, `zh`, or
    several of these with dots, `journal.zh`."""
    spot: Spot | None = None
    """Where it stands in the sources (set by the reader)."""

    expects: ClassVar[str] = "a pattern, or a pattern for each kind of record or language"
    set_by_reader: ClassVar[frozenset[str]] = frozenset({"spot"})

    @classmethod
    def from_scalar(cls, text: str) -> "Style":
        """Read one pattern for all."""
        return cls(patterns={"": text})

    @classmethod
    def from_forms(cls, forms: dict[str, str]) -> "Style":
        """Read a pattern for each kind of record or language."""
        return cls(patterns=forms)

    def key_for(self, record_kind: str, kind: str, lang: str) -> str | None:
        """Return the key of the pattern that fits best: by kind, then by record, then by language.

        `kind` is what the record's own field `kind` says.
        """
        weights = {"default": 0, lang.partition("-")[0]: 1, lang: 2, record_kind: 4, kind: 8}
        fitting = {
            key: sum(weights[word] for word in key.split(".") if word)
            for key in self.patterns
            if all(word in weights for word in key.split(".") if word)
        }
        return max(fitting, key=lambda key: fitting[key], default=None)

    def spot_of(self, key: str) -> Spot | None:
        """Return where one of the patterns stands."""
        return self.spot.inside(key) if self.spot and key else self.spot
