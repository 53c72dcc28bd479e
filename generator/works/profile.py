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
        if not any(entry.kind == other.kind and is_same(entry, _texts(other.fields))
                   for other in found):  # fmt: skip
            found.append(entry)
    return found


def is_same(entry: CareerEntry, other: dict[str, list[str]]) -> bool:
    """Whether an entry is the same as a record, judged by title, place and year."""
    own = _texts(entry.fields)
    years = _years(own), _years(other)
    is_time = not all(years) or abs(years[0][0] - years[1][0]) <= 1
    if entry.kind not in ("experience", "education"):
        return _alike(own, other, "title") and is_time
    place = "organization" if entry.kind == "experience" else "institution"
    what = "role" if entry.kind == "experience" else "degree"
    return _alike(own, other, place) and is_time and (all(years) or _alike(own, other, what))


def texts_of(record: Record) -> dict[str, list[str]]:
    """Return the texts in the fields of a record, in all languages."""
    found: dict[str, list[str]] = {}
    for name in ("role", "degree", "title", "organization", "institution"):
        text = getattr(record, name, None)
        found[name] = list(text.forms.values()) if text else []
    found["date"] = [record.date.first.iso()] if record.date else []
    return found


def _texts(fields: dict[str, str]) -> dict[str, list[str]]:
    return {name: [text] for name, text in fields.items()}


def _alike(one: dict[str, list[str]], other: dict[str, list[str]], name: str) -> bool:
    first, second = ([fold(text) for text in texts.get(name, ())] for texts in (one, other))
    return any(a == b or (min(len(a), len(b)) > 5 and (a in b or b in a))
               for a in first for b in second)  # fmt: skip


def _years(texts: dict[str, list[str]]) -> list[int]:
    return [int(year) for text in texts.get("date", ()) for year in re.findall(r"\d{4}", text)]
