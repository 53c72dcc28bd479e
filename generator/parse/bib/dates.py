"""`date`, or `year`, `month` and `day`, of an entry -> its date."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from generator.model.bibtex_types import MONTHS
from generator.model.dates import When
from generator.parse.bib.entries import Field
from generator.parse.bib.splitting import Fault

STATUS_WORDS: dict[str, Any] = {
    "": "published", "published": "published", "inpress": "accepted", "accepted": "accepted",
    "forthcoming": "accepted", "toappear": "accepted", "prepublished": "accepted",
    "submitted": "submitted", "underreview": "under-review", "inreview": "under-review",
    "inrevision": "in-revision", "inpreparation": "in-preparation",
    "inprep": "in-preparation",
}  # fmt: skip
"""What stands for a date that is still to come, or in biblatex's `pubstate` -> status."""

_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20|21)\d\d(?!\d)")
_MONTH = re.compile(r"[A-Za-z]+|\d+")

Plain = Callable[[Field], str]


def date_of(fields: dict[str, Field], plain: Plain, fault: Fault) -> tuple[When | None, str]:
    """Return the date and the status that the fields say; they are taken out of `fields`."""
    whole = fields.pop("date", None)
    if whole is not None and whole.value.strip():
        for name in ("year", "month", "day"):
            fields.pop(name, None)
        words = plain(whole).strip("/ ")
        try:
            return When.from_scalar(words.replace("/", " – ")), "published"
        except ValueError:
            return _from_year(whole, words, {}, plain, fault)
    year = fields.pop("year", None)
    if year is None or not year.value.strip():
        return None, "published"
    return _from_year(year, plain(year), fields, plain, fault)


def _from_year(
    field: Field, words: str, fields: dict[str, Field], plain: Plain, fault: Fault
) -> tuple[When | None, str]:
    years = _YEAR.findall(words)
    status = STATUS_WORDS.get(re.sub(r"[^a-z]", "", words.lower()), "published")
    if not years:
        if status == "published":
            hint = "write a year of four digits, or leave the field out"
            message = f'"{words}" is not a year, so this entry has no date'
            fault(field.offset, message, hint, False)
        return None, status
    if words != years[0]:
        hint = "write a year of four digits"
        fault(field.offset, f'"{words}" is read as the year {years[0]}', hint, False)
    month, day = fields.pop("month", None), fields.pop("day", None)
    text = years[0]
    if month is not None and month.value.strip():
        text = _with_month(text, month, plain, fault)
    if day is not None and re.fullmatch(r"\d{1,2}", plain(day)) and text.count("-") == 1:
        text = f"{text}-{int(plain(day)):02}"
    try:
        return When.from_scalar(text), status
    except ValueError as error:
        place = day or month or field
        fault(place.offset, str(error), "the year alone is read", False)
        return When.from_scalar(years[0]), status


def _with_month(year: str, field: Field, plain: Plain, fault: Fault) -> str:
    """Return `2024-05`, `2024-05-03`, or `2024-05 – 2024-06`."""
    words = plain(field)
    months: list[int] = []
    day = 0
    tokens = _MONTH.findall(words)
    has_name = any(token[:3].lower() in MONTHS for token in tokens)
    for token in tokens:
        if token[:3].lower() in MONTHS:
            months.append(MONTHS.index(token[:3].lower()) + 1)
        elif token.isdigit() and has_name and 1 <= int(token) <= 31:
            day = day or int(token)
        elif token.isdigit() and 1 <= int(token) <= 12:
            months.append(int(token))
    if not months:
        hint = "write it like `month = jan`, or as a number from 1 to 12"
        fault(field.offset, f'"{words}" is not a month', hint, False)
        return year
    if len(months) > 1 and months[-1] > months[0]:
        return f"{year}-{months[0]:02} – {year}-{months[-1]:02}"
    return f"{year}-{months[0]:02}" + (f"-{day:02}" if day else "")
