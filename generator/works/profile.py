"""A person at services, except works: names, links, positions, degrees, prizes, grants."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import Literal

import msgspec

from generator.model.languages import script_of
from generator.model.names import fold
from generator.model.records.career import Record
from generator.works.found import TABLES, markdown_of

CareerKind = Literal["experience", "education", "awards", "projects"]
"""The kind of record that an entry becomes; a grant becomes a project."""


class CareerEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A position, a degree, a prize or a grant at one service."""

    kind: CareerKind
    service: str
    """The name of the service: `orcid`."""
    fields: dict[str, str]
    """The fields of its record, as in YAML: `{role: Postdoc, date: 2019-04 – present}`."""


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """A person at one service. Missing values are empty."""

    name: str = ""
    """`Fang, Jin`, or undivided if the name has only one part."""
    native: str = ""
    """The name in the person's own script."""
    other_names: tuple[str, ...] = ()
    affiliation: str = ""
    bio: str = ""
    links: dict[str, str] = {}
    """Addresses by their kind: `{github: https://…}`."""
    career: tuple[CareerEntry, ...] = ()
    orcid: str = ""


def native_among(names: Iterable[str]) -> str:
    """Return the first name that is not in Latin letters, or ""."""
    bare = (re.split(r"[(（]", name)[0].strip() for name in names)
    return next((name for name in bare if script_of(name) not in ("", "LATIN")), "")


_PLAIN = re.compile(r"(?:personal |own )?(?:home ?page|web ?(?:site|page)|site|page)", re.I)
"""Labels that mean no more than `website`."""
_ADDRESS = re.compile(r"https?://([\w.-]{1,200})(?::\d{1,5})?((?:[/?#][^\s<>\"]{0,2000})?)")


def links_among(addresses: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return links by kind, from pairs of a label and an address."""
    found: dict[str, str] = {}
    for label, address in addresses:
        parts = _ADDRESS.fullmatch(address.strip())
        if parts is None:
            continue
        host, path = parts[1].lower(), parts[2].strip("/")
        known = next((kind for part, kind in TABLES.hosts.items() if f".{part}" in f".{host}"), "")
        if known and not path:
            continue  # a service's front page is not a link to a person
        said = re.sub(r"[^\w .&–-]", "", label).strip()[:40]
        is_plain = "website" not in found and (not said or _PLAIN.fullmatch(said))
        found.setdefault(known or ("website" if is_plain else said) or host, address.strip())
    return found


def span(start: str, end: str, is_open: bool = True) -> str:
    """Return a record's date from two dates: `2019-04 – present`."""
    if start and end:
        return start if start == end else f"{start} – {end}"
    return f"{start} – present" if start and is_open else start or end


# ---------------------------------------------------------------------- entries of a career


_LONGEST = 1000
"""The longest text, in characters; a longer one is not a name."""
_MOST = 500
"""The most entries of one person, since all pairs are compared."""


def entry_of(kind: CareerKind, service: str, fields: dict[str, str]) -> CareerEntry:
    """Return an entry made from a service's raw texts; these become Markdown."""
    said = {name: markdown_of(text[:_LONGEST]) for name, text in fields.items()}
    return CareerEntry(kind=kind, service=service, fields=said)


def name_of(entry: CareerEntry) -> str:
    """Return the name of an entry in lists and refusals: `Postdoc, A University, 2019-04`."""
    names = ("role", "degree", "title", "organization", "institution", "date")
    return ", ".join(entry.fields[name] for name in names if entry.fields.get(name))


def once(entries: Iterable[CareerEntry]) -> list[CareerEntry]:
    """Return entries without repetitions."""
    found: list[CareerEntry] = []
    for entry in islice(entries, _MOST):
        place = _PLACES.get(entry.kind, "title")
        if not any(
            entry.kind == other.kind
            and is_same(entry, [other.fields.get(place, "")], other.fields.get("date", ""))
            for other in found
        ):
            found.append(entry)
    return found


_PLACES = {"experience": "organization", "education": "institution"}
"""The field that tells one entry from another; for other kinds, it is the title."""


def is_in(entry: CareerEntry, records: Iterable[Record]) -> bool:
    """Whether one of the site's records is the same as an entry."""
    place = _PLACES.get(entry.kind, "title")
    return any(
        is_same(entry, name.forms.values(), record.date.first.iso() if record.date else "")
        for record in records
        if (name := getattr(record, place))
    )


def is_same(entry: CareerEntry, names: Iterable[str], date: str) -> bool:
    """Whether an entry has one of these places or titles, at about the same time."""
    own = fold(entry.fields.get(_PLACES.get(entry.kind, "title"), ""))
    dates = (entry.fields.get("date", ""), date)
    years = [int(found[0]) for one in dates if (found := re.match(r"\d{4}", one))]
    return (not years or abs(years[0] - years[-1]) <= 1) and any(
        own == name or (min(len(own), len(name)) > 5 and (own in name or name in own))
        for name in map(fold, names)
    )
