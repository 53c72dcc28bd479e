"""Languages: their words, dates and marks, each in a file under `generator/words/`; also scripts,
and what stands between two items of a list.

All in these files but the words comes from the Unicode CLDR (`tools/cldr.py`). A build reads the
files of its site's languages, and English for what no language has; `words:` and `labels:` in
`site.yaml` change or add single words. `und.json` (BCP 47: undetermined) has the words that are the
same in all languages, such as `arXiv`, and the dates of ISO 8601 for languages without a file.
"""

import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain, pairwise
from typing import Any, Literal

import msgspec

from generator.model.files import packaged_data

LANGUAGES = ("en", "zh", "zh-Hant", "ja", "ko", "de", "fr", "es", "pt", "it", "ru", "ar", "he")
"""Those that have a file."""


class Language(msgspec.Struct, frozen=True):
    """One language's own name, its dates, its marks and its words."""

    name: str
    """As its speakers call it."""
    direction: Literal["ltr", "rtl"] = "ltr"
    months: dict[str, tuple[str, ...]] = {}
    """Names of the months by the letters of UTS #35 that patterns have: `MMM`, `MMMM`, `LLLL`."""
    dates: dict[str, str] = {}
    """Patterns: `short.month`, `long.day`, `day`, `range`, …; see `graph/wording.py`. Those of
    `numbers` are what CVs write: `10/2019`, in Chinese `2019.10`."""
    quotes: tuple[str, str, str, str] = ("“", "”", "‘", "’")
    """Quotation marks: the outer pair, the inner pair."""
    number_signs: tuple[str, str] = (",", ".")
    """What stands between groups of three digits, and before a fraction."""
    typed: dict[str, tuple[str, ...]] = {}
    """Words that people type in dates, besides those that pages print, by what they mean: the
    number of a month, `H1`, `T2`, `秋`, `present`, `since`, `to`."""
    also: dict[str, tuple[str, ...]] = {}
    """Further words that people type for roles and groups, by the keys of their labels."""
    words: dict[str, str] = {}

    def number(self, digits: str) -> str:
        """Return a number as the language writes it: `250.000`, `3,5`. Years have no groups."""
        group, point = self.number_signs
        whole, has_point, fraction = digits.partition(".")
        if not (whole.lstrip("+-").isdecimal() and (fraction.isdecimal() or not has_point)):
            return digits
        if len(whole.lstrip("+-")) > 4:
            whole = f"{int(whole):,}".replace(",", group)
        return f"{whole}{point}{fraction}" if has_point else whole

    def word(self, key: str) -> str:
        """Return a word: the language's own, the one of all languages, or the English one."""
        shared = language("und").words.get(key) or language("en").words.get(key)
        return self.words.get(key) or shared or key


@cache
def meant(kind: str) -> dict[str, str]:
    """Return what words mean in any language: for `role.` the role of each label and other word."""
    found: dict[str, str] = {}
    for one in map(language, LANGUAGES):
        labels = {key: (word,) for key, word in one.words.items()}
        for key, words in chain(labels.items(), one.also.items()):
            if key.startswith(kind):
                found |= dict.fromkeys(words, key.removeprefix(kind))
    return found


_TRADITIONAL = ("hant", "tw", "hk", "mo")
_RIGHT_TO_LEFT = ("ar", "arc", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi")


@cache
def language(code: str) -> Language:
    """Return a language by its code; `de-AT` finds `de`; an unknown one has no words."""
    known = known_code(code)
    found = packaged_data(f"words/{known or 'und'}", Language)
    if known:
        return found
    is_rtl = code.partition("-")[0].lower() in _RIGHT_TO_LEFT
    return msgspec.structs.replace(found, name=code, direction="rtl" if is_rtl else "ltr")


def known_code(code: str) -> str:
    """Return the code of the language that speaks for this one: `zh-Hant` for `zh-TW`, or ""."""
    base, *rest = code.lower().split("-")
    if base == "zh" and any(part in _TRADITIONAL for part in rest):
        return "zh-Hant"
    return base if base in LANGUAGES else ""


# ------------------------------------------------------------------ scripts

_DATA = packaged_data("tables/scripts", dict[str, dict[str, Any]])
_SCRIPTS: dict[str, list[str]] = _DATA["of_languages"]
"""Languages that are not written in Latin letters -> scripts, as Unicode names characters."""
LANGUAGE_OF_SCRIPT: dict[str, str] = _DATA["languages"]
"""The script of a name -> its language, where one can tell."""


def scripts_of(lang: str) -> tuple[str, ...]:
    """Return the scripts of a language that is not written in Latin letters; else nothing."""
    return tuple(_SCRIPTS.get(lang.partition("-")[0], ()))


def direction_against(text: str, lang: str) -> Literal["", "ltr", "rtl"]:
    """Return how a line runs that does not run as its page does; nothing where it does.

    Its first letter says so, as in HTML's `dir=auto`, and so must most of its letters: a sentence
    in Arabic may begin with a Latin name.
    """
    ways = [_WAYS.get(unicodedata.bidirectional(ch), "") for ch in text if ch.isalpha()]
    ltr, rtl = ways.count("ltr"), ways.count("rtl")
    if language(lang).direction == "rtl":
        return "ltr" if ltr and ways[0] == "ltr" and ltr >= rtl else ""
    return "rtl" if rtl and ways[0] == "rtl" and rtl >= ltr else ""


_WAYS: dict[str, Literal["ltr", "rtl"]] = {"L": "ltr", "R": "rtl", "AL": "rtl"}


def scripts_in(text: str) -> list[str]:
    """Return the scripts of a text. Kana come before Chinese characters: only Japanese has them."""
    found = {script_of(ch) for ch in text}
    return [script for script in LANGUAGE_OF_SCRIPT if script in found]


def script_of(text: str) -> str:
    """Return the script of the first letter of a text, as Unicode names it: `LATIN`, `CJK`."""
    letter = next((ch for ch in text if ch.isalpha()), "")
    return unicodedata.name(letter, "").partition(" ")[0] if letter else ""


def is_han(text: str) -> bool:
    """Whether a name is written in Chinese characters."""
    return not text.isascii() and any(
        "\u3400" <= ch <= "\u9fff" or "\U00020000" <= ch <= "\U0003ffff" for ch in text
    )


def is_east_asian(text: str) -> bool:
    """Whether a name is written in Chinese, Japanese or Korean characters: family name first."""
    return is_han(text) or any(
        "\u3041" <= ch <= "\u30ff" or "\uac00" <= ch <= "\ud7af" for ch in text
    )


Listed = Literal["names", "facts", "items"]
Signs = tuple[str, str, str]
"""What stands between two, by how many of them are in Chinese characters: none, one, both."""


class Commas(msgspec.Struct, frozen=True):
    """The signs between the words of a list, in one language."""

    names: Signs = (", ", ", ", "，")
    """Between people: 方缙，徐宏力; Jin Fang, 徐宏力."""
    facts: Signs = (", ", ", ", "，")
    """Between things of different sorts: 教授，某某大学."""
    items: Signs = (", ", ", ", "、")
    """Between things of one sort: 编程、文言."""

    def between(self, before: str, after: str, of: Listed) -> str:
        """Return what stands between two neighbours. Nothing stands before 等 ("et al.")."""
        if of == "names" and after == "等" and is_han(before):
            return ""
        signs: Signs = getattr(self, of)
        is_bare = not any(
            ch.isalpha() for ch in after
        )  # a year takes the sign of the text before it
        return signs[is_han(before) + is_han(before if is_bare else after)]

    def joined(self, words: Iterable[str], of: Listed) -> str:
        """Return those of some words that say something, with what stands between them."""
        said = [word for word in words if word]
        signs = (self.between(one, other, of) for one, other in pairwise(said))
        return "".join(chain(said[:1], *zip(signs, said[1:], strict=True)))


def commas(lang: str, word: Callable[[str], str]) -> Commas:
    """Return the signs of a language, of which `word` gives the words.

    In a Chinese text two Latin neighbours have a Latin comma between them, and in any other text
    two Chinese ones a Chinese one (GB/T 15834—2011, 4.5 and 4.6). Japanese writes one sign.
    """
    name, comma, items = word("names.comma"), word("comma"), word("items.comma")
    match lang.partition("-")[0]:
        case "zh":
            return Commas((name, name, "，"), (", ", comma, comma), (", ", items, items))
        case "ja":
            return Commas((name, name, comma), (comma, comma, comma), (items, items, items))
    return Commas((name, name, "，"), (comma, comma, "，"), (items, items, "、"))
