"""Languages: their words, dates and marks, each in a file under `generator/words/`; also scripts,
and the separators of lists.

Everything in these files except the words comes from the Unicode CLDR (`tools/cldr.py`). A build
reads the files of the site's languages, and English for words that they lack; `words:` and
`labels:` in `site.yaml` change or add words. `und.json` (BCP 47: undetermined) has words that are
the same in all languages, such as `arXiv`, and the dates of ISO 8601 for languages without a file.
"""

import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain, pairwise
from typing import Any, Literal

import msgspec

from generator.model.files import packaged_data

LANGUAGES = ("en", "zh", "zh-Hant", "ja", "ko", "de", "fr", "es", "pt", "it", "ru", "ar", "he")
"""The languages that have a file."""


class Language(msgspec.Struct, frozen=True):
    """The name, dates, marks and words of a language."""

    name: str
    """As its speakers call it."""
    direction: Literal["ltr", "rtl"] = "ltr"
    months: dict[str, tuple[str, ...]] = {}
    """Names of the months by the letters of UTS #35 in patterns: `MMM`, `MMMM`, `LLLL`."""
    dates: dict[str, str] = {}
    """Patterns: `short.month`, `long.day`, `day`, `range`, …; see `graph/wording.py`. The patterns
    of `numbers` are for CVs: `10/2019`, in Chinese `2019.10`."""
    quotes: tuple[str, str, str, str] = ("“", "”", "‘", "’")
    """Quotation marks: the outer pair, the inner pair."""
    number_signs: tuple[str, str] = (",", ".")
    """The separator of groups of three digits, and the decimal separator."""
    typed: dict[str, tuple[str, ...]] = {}
    """Further words that people type in dates, by meaning: the number of a month, `H1`, `T2`, `秋`,
    `present`, `since`, `to`."""
    also: dict[str, tuple[str, ...]] = {}
    """Further words that people type for roles and groups, by the keys of their labels."""
    words: dict[str, str] = {}

    def number(self, digits: str) -> str:
        """Return a number in the language's form: `250.000`, `3,5`. Years have no groups."""
        group, point = self.number_signs
        whole, has_point, fraction = digits.partition(".")
        if not (whole.lstrip("+-").isdecimal() and (fraction.isdecimal() or not has_point)):
            return digits
        if len(whole.lstrip("+-")) > 4:
            whole = f"{int(whole):,}".replace(",", group)
        return f"{whole}{point}{fraction}" if has_point else whole

    def word(self, key: str) -> str:
        """Return a word: the language's own, or the common one of all languages, or the English
        one."""
        shared = language("und").words.get(key) or language("en").words.get(key)
        return self.words.get(key) or shared or key


@cache
def meant(kind: str) -> dict[str, str]:
    """Return folded word -> meaning in all languages for keys with a prefix: for `role.`, labels of
    roles and other words for them."""
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
    """Return a language by its code; `de-AT` finds `de`; an unknown language has no words."""
    known = known_code(code)
    found = packaged_data(f"words/{known or 'und'}", Language)
    if known:
        return found
    is_rtl = code.partition("-")[0].lower() in _RIGHT_TO_LEFT
    return msgspec.structs.replace(found, name=code, direction="rtl" if is_rtl else "ltr")


def known_code(code: str) -> str:
    """Return the code of the known language to use for this one: `zh-Hant` for `zh-TW`, or ""."""
    base, *rest = code.lower().split("-")
    if base == "zh" and any(part in _TRADITIONAL for part in rest):
        return "zh-Hant"
    return base if base in LANGUAGES else ""


# ------------------------------------------------------------------ scripts

_DATA = packaged_data("tables/scripts", dict[str, dict[str, Any]])
_SCRIPTS: dict[str, list[str]] = _DATA["of_languages"]
"""Languages in other than Latin letters -> scripts, by Unicode's names of characters."""
LANGUAGE_OF_SCRIPT: dict[str, str] = _DATA["languages"]
"""The script of a name -> its language, if the script determines it."""


def scripts_of(lang: str) -> tuple[str, ...]:
    """Return the scripts of a language; empty for languages in Latin letters."""
    return tuple(_SCRIPTS.get(lang.partition("-")[0], ()))


def direction_against(text: str, lang: str) -> Literal["", "ltr", "rtl"]:
    """Return the direction of a line (`ltr`, `rtl`) if it differs from its page's, or "".

    Its first letter decides, as in HTML's `dir=auto`, but most of its letters must agree: an Arabic
    sentence may begin with a Latin name.
    """
    ways = [_WAYS.get(unicodedata.bidirectional(ch), "") for ch in text if ch.isalpha()]
    ltr, rtl = ways.count("ltr"), ways.count("rtl")
    if language(lang).direction == "rtl":
        return "ltr" if ltr and ways[0] == "ltr" and ltr >= rtl else ""
    return "rtl" if rtl and ways[0] == "rtl" and rtl >= ltr else ""


_WAYS: dict[str, Literal["ltr", "rtl"]] = {"L": "ltr", "R": "rtl", "AL": "rtl"}


def scripts_in(text: str) -> list[str]:
    """Return the scripts of a text. Kana precede Chinese characters, because only Japanese has
    kana."""
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
"""The separator of two items if none, one or both are in Chinese characters."""


class Commas(msgspec.Struct, frozen=True):
    """The separators of lists in one language."""

    names: Signs = (", ", ", ", "，")
    """Between people: 方缙，徐宏力; Jin Fang, 徐宏力."""
    facts: Signs = (", ", ", ", "，")
    """Between facts of different sorts: 教授，某某大学."""
    items: Signs = (", ", ", ", "、")
    """Between items of one sort: 编程、文言."""

    def between(self, before: str, after: str, of: Listed) -> str:
        """Return the separator between two neighbours. Nothing stands before 等 ("et al.")."""
        if of == "names" and after == "等" and is_han(before):
            return ""
        signs: Signs = getattr(self, of)
        is_bare = not any(
            ch.isalpha() for ch in after
        )  # a year takes the sign for the text before it
        return signs[is_han(before) + is_han(before if is_bare else after)]

    def joined(self, words: Iterable[str], of: Listed) -> str:
        """Return the words that are not empty, joined by their separators."""
        said = [word for word in words if word]
        signs = (self.between(one, other, of) for one, other in pairwise(said))
        return "".join(chain(said[:1], *zip(signs, said[1:], strict=True)))


def commas(lang: str, word: Callable[[str], str]) -> Commas:
    """Return the separators of a language; `word` returns its words.

    In a Chinese text, a Latin comma separates two Latin neighbours; in any other text, a Chinese
    comma separates two Chinese neighbours (GB/T 15834—2011, 4.5 and 4.6). Japanese has only one
    sign.
    """
    name, comma, items = word("names.comma"), word("comma"), word("items.comma")
    match lang.partition("-")[0]:
        case "zh":
            return Commas((name, name, "，"), (", ", comma, comma), (", ", items, items))
        case "ja":
            return Commas((name, name, comma), (comma, comma, comma), (items, items, items))
    return Commas((name, name, "，"), (comma, comma, "，"), (items, items, "、"))
