"""Copies the CLDR's data on our languages into `generator/words/`, for developers.

    npm pack cldr-dates-full@48.2.0 cldr-misc-full@48.2.0 cldr-localenames-full@48.2.0
    (each unpacked into a folder of its name, without the version)
    python -m tools.cldr FOLDER

It takes a language's own name, its direction, the names of months, patterns of dates, lists and
ranges, and quotation marks (Unicode CLDR, UTS #35). The form of numbers, the words of the interface
and the words that people type in dates are ours and stay. `OURS` has our other differences, with
reasons.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from generator.model.languages import LANGUAGES

WORDS = Path(__file__).parents[1] / "generator/words"

_NUMBERS = {"short.year": "{y}", "short.month": "{y}.{M}", "short.day": "{y}.{M}.{d}"}
_SPACED = {"dates": {"dots.range": "{0} – {1}"}}
OURS: dict[str, dict[str, Any]] = {
    # A dash, where English and Chinese CVs have a hyphen.
    **dict.fromkeys(("de", "es", "it", "pt", "ru"), _SPACED),
    # The day before the month, as in all English except that of the United States.
    "en": {
        "dates": {"short.day": "{d} {MMM} {y}", "long.day": "{d} {MMMM} {y}", "day": "{d} {MMMM}"}
    },
    # Numbers on narrow lines, as in Chinese CVs.
    "zh": {"dates": _NUMBERS},
    "zh-Hant": {"dates": {**_NUMBERS, "expected": "（{}）"}},
    # Brackets as wide as the characters around them.
    "ja": {"dates": {"expected": "（{}）"}},
    # Guillemets keep their blank inside, which the CLDR leaves to typesetters.
    "fr": {"quotes": ["«\u00a0", "\u00a0»", "“", "”"], **_SPACED},
    # A hyphen between digits would put the later date first.
    "ar": {"dates": {"dots.range": "{0}–{1}", "dots.list": "، "}},
    "he": {"dates": {"dots.range": "{0}–{1}"}},
}
_LETTERS = re.compile(r"'([^']*)'|(LLLL|LLL|MMMM|MMM|y+|M|d)")


def main() -> int:
    """Write the files of all languages anew; return the exit code."""
    folder = Path(sys.argv[1])
    for code in LANGUAGES:
        file = WORDS / f"{code}.json"
        known = json.loads(file.read_text("utf-8")) if file.exists() else {}
        ours = {
            key: known[key] for key in ("number_signs", "typed", "also", "words") if key in known
        }
        entry = _merged(_entry(folder, code), OURS.get(code, {}))
        dates = known.get("dates", {}).items()
        entry["dates"] |= {key: value for key, value in dates if key.startswith("numbers.")}
        text = json.dumps({**entry, **ours}, ensure_ascii=False, indent=2)
        text = re.sub(r"\[\n\s+(.*?)\n\s+\]", _on_one_line, text, flags=re.DOTALL)
        file.write_text(text + "\n", "utf-8")
    return 0


def _entry(folder: Path, code: str) -> dict[str, Any]:
    """Return the CLDR's data on one language."""

    def read(package: str, name: str) -> Any:
        path = folder / f"cldr-{package}-full/main/{code}/{name}.json"
        return json.loads(path.read_text("utf-8"))["main"][code]

    calendar = read("dates", "ca-gregorian")["dates"]["calendars"]["gregorian"]
    available = calendar["dateTimeFormats"]["availableFormats"]
    marks = read("misc", "delimiters")["delimiters"]
    lists = read("misc", "listPatterns")["listPatterns"]["listPattern-type-standard"]
    order = read("misc", "layout")["layout"]["orientation"]["characterOrder"]
    dates = {
        "short.year": available["y"],
        "short.month": available["yMMM"],
        "short.day": available["yMMMd"],
        "long.year": available["y"],
        "long.month": available["yMMMM"],
        "long.day": calendar["dateFormats"]["long"],
        "day": available["MMMMd"],
    }
    intervals = calendar["dateTimeFormats"]["intervalFormats"]
    dates = {name: _pattern(value) for name, value in dates.items()}
    names = {
        letters: list(calendar["months"][context][width].values())
        for context, letter in (("format", "M"), ("stand-alone", "L"))
        for letters, width in ((letter * 3, "abbreviated"), (letter * 4, "wide"))
        if any("{" + letters + "}" in pattern for pattern in dates.values())
    }
    return {
        "name": read("localenames", "languages")["localeDisplayNames"]["languages"][code],
        "direction": "rtl" if order == "right-to-left" else "ltr",
        "months": names,
        "dates": {
            **dates,
            "range": _plain(intervals["intervalFormatFallback"]),
            "list": lists["middle"].replace("{0}", "").replace("{1}", ""),
            "dots.range": "{0}-{1}",
            "dots.list": ", ",
            "expected": " ({})",
        },
        "quotes": [
            marks[name]
            for name in (
                "quotationStart", "quotationEnd", "alternateQuotationStart", "alternateQuotationEnd"
            )
        ],
    }  # fmt: skip


def _pattern(pattern: str) -> str:
    """Return `{d}. {MMMM} {y}` for `d. MMMM y`; quoted letters are literal."""
    return _plain(_LETTERS.sub(lambda m: m[1] if m[2] is None else "{" + m[2] + "}", pattern))


def _plain(pattern: str) -> str:
    """Return a pattern without narrow blanks, because few fonts have them."""
    return pattern.replace("\u202f", "\u00a0").replace("\u2009", " ")


def _merged(theirs: dict[str, Any], ours: dict[str, Any]) -> dict[str, Any]:
    """Return the CLDR's values, with ours in place of some."""
    return {
        key: {**value, **ours.get(key, {})} if isinstance(value, dict) else ours.get(key, value)
        for key, value in theirs.items()
    }


def _on_one_line(match: re.Match[str]) -> str:
    return "[" + re.sub(r",\n\s+", ", ", match[1]) + "]"


if __name__ == "__main__":
    sys.exit(main())
