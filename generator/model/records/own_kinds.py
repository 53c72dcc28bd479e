"""Kinds of records that a site declares, under `kinds` in `site.yaml`.

Each becomes a struct like the built-in kinds. The decoder, the caches, sections, patterns and
messages treat all kinds alike.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any, ClassVar, Literal

import msgspec

from generator.model.dates import When
from generator.model.links import Link
from generator.model.people import Author
from generator.model.records.career import Record
from generator.model.text import Placed, Text, fields_of
from generator.problems import Message, Problem, Spot

FieldType = Literal["text", "markdown", "word", "number", "date", "people", "link", "list"]

_TYPES: dict[str, tuple[Any, Any]] = {
    "text": (Text, None),
    "markdown": (Text, None),
    "word": (str, ""),
    "number": (Decimal, None),
    "date": (When, None),
    "people": (tuple[Author, ...], ()),
    "link": (Link, None),
    "list": (tuple[Text, ...], ()),
}
"""Type of a field -> Python's type and the default."""


class OwnField(Placed, frozen=True, omit_defaults=True, kw_only=True):
    """A field of a kind that a site declares."""

    type: FieldType = "text"
    """`text` (Markdown in a line, in one or each language), `markdown` (blocks), `word` (used as it
    is), `number`, `date` (a day, month or year, a span, a list), `people`, `link` (a page, file or
    URL), `list` (of texts)."""
    choices: tuple[str, ...] = ()
    """Instead of a type: the words to choose from. `words` in `site.yaml` translates them:
    `{grants.role.lead: {en: Principal investigator, de: Leitung}}`."""
    label: Text | None = None
    """A label before the value in an entry: `Amount`."""
    required: bool = False
    """Whether every record must have it."""

    expects: ClassVar[str] = "form-own-field"

    @property
    def is_heading(self) -> bool:
        """Whether it can be the heading of an entry."""
        return self.type in ("text", "word") and not self.choices

    @property
    def groups(self) -> bool:
        """Whether a section can group by it."""
        return self.type in ("text", "word", "number", "list")

    @classmethod
    def from_scalar(cls, text: str) -> "OwnField":
        """Read the bare name of a type. Raises ValueError with the reason in words."""
        if text not in _TYPES:
            raise ValueError(Message.of("field-type-unknown", text=text))
        return cls(type=text)  # type: ignore[arg-type]


class OwnKind(Placed, frozen=True, omit_defaults=True, kw_only=True):
    """A kind of records that a site declares; its records are in the data file of that name."""

    title: Text | None = None
    """The heading of its sections; by default, its name."""
    fields: dict[str, OwnField]
    """Its fields in order, besides those that every record has: `{title: text, amount: number}`.
    The first `text` or `word` is the title of its entries."""
    pages: bool = False
    """Whether each record with an `id` has a page: `/openings/phd-2027/`."""


def record_type(name: str, kind: OwnKind) -> type[Record]:
    """Return the struct of a kind's records; equal declarations give the same struct."""
    return _made(name, msgspec.json.encode(kind))


@lru_cache(maxsize=256)  # more kinds than any site has; a preview makes one for each edit
def _made(name: str, declaration: bytes) -> type[Record]:
    kind = msgspec.json.decode(declaration, type=OwnKind)
    people = [word for word, field in kind.fields.items() if field.type == "people"]
    fields: list[Any] = []
    for word, field in kind.fields.items():
        wanted, default = _TYPES[field.type]
        if field.choices:
            wanted = Literal[field.choices if field.required else ("", *field.choices)]
            default = ""
        if field.required:
            fields.append((word, wanted))
        else:
            fields.append((word, wanted | None if default is None else wanted, default))
    return msgspec.defstruct(  # type: ignore[return-value]
        name,
        fields,
        bases=(Record,),
        namespace={
            "kind_name": name,
            "declared": kind.fields,
            "declaration": declaration.decode(),
            "people_fields": tuple(people),
            "page_texts": ("id",) if kind.pages else (),
            "makers_field": next((word for word in people if not kind.fields[word].label), ""),
            "__doc__": f"A record of the kind {name}.",
        },
        frozen=True,
        kw_only=True,
    )


def words_of_kinds(kinds: Mapping[str, OwnKind]) -> dict[str, Text]:
    """Return the headings of kinds and the labels of fields as words of the interface."""
    labels = {
        f"{name}.{word}": field.label
        for name, kind in kinds.items()
        for word, field in kind.fields.items()
        if field.label
    }
    return labels | {name: kind.title for name, kind in kinds.items() if kind.title}


def kind_faults(
    kinds: Mapping[str, OwnKind], file: str, taken: Collection[str]
) -> Iterator[Problem]:
    """Yield problems of declarations; a kind may not have one of the names in `taken`."""
    for name, kind in kinds.items():
        spot = Spot(file, ("kinds",))
        if not _NAME.fullmatch(name) or name in taken:
            is_word = _NAME.fullmatch(name)
            yield Problem.of(
                spot.key(name), "own-kind-name-taken" if is_word else "own-kind-name", name=name
            )
            continue
        if not any(f.is_heading for f in kind.fields.values()):
            yield Problem.of(spot.key(name), "own-kind-without-text", name=name)
        for word, field in kind.fields.items():
            yield from _field_faults(word, field, spot.inside(name, "fields"))


def _field_faults(word: str, field: OwnField, spot: Spot) -> Iterator[Problem]:
    if hasattr(Record, word) or word in _TAKEN:
        known = tuple(name for name in fields_of(Record) if name != "spot")
        yield Problem.of(
            spot.key(word),
            "own-field-of-all" if word in known else "own-field-taken",
            word=word,
            known=known,
        )
    elif not _FIELD.fullmatch(word):
        yield Problem.of(spot.key(word), "own-field-name", word=word)
    if field.choices and field.type != "text":
        yield Problem.of(spot.key(word), "own-field-type-and-choices", word=word)


_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_FIELD = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_TAKEN = {"year", "month", "day", "type", "start", "end", "file", "versions", "given_fields"}
_TAKEN |= {"aliases", "permalink", "kind_name", "has_web_address", "set_by_reader"}
_TAKEN |= {"expects", "items_in", "form_keys", "from_scalar", "from_items", "from_forms"}
"""Words that have another meaning in place of a field's name."""
