"""Fonts for Chinese, Japanese and Korean: which a document needs, and where the extras put them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import msgspec

from generator.installation import HAN_PACKAGE, has_extra
from generator.model.languages import is_han, known_code

HAN_HINT = "or put a font of your own into fonts/"
"""Said behind how to add the extra."""

_HAN_FONTS = {
    "zh": ("fonts/ofl/notosanssc", "Noto Sans SC"),
    "zh-Hant": ("fonts/ofl/notosanstc", "Noto Sans TC"),
    "ja": ("fonts/ofl/notosansjp", "Noto Sans JP"),
    "ko": ("fonts/ofl/notosanskr", "Noto Sans KR"),
}
_SERIF_FONTS = {
    "zh": ("pylopdf_fonts_zh_cn", "Noto Serif SC"),
    "zh-Hant": ("pylopdf_fonts_zh_tw", "Noto Serif TC"),
    "ja": ("pylopdf_fonts_jp", "Noto Serif JP"),
    "ko": ("pylopdf_fonts_ko", "Noto Serif KR"),
}
"""Come with the extras `zh-serif`, …: Song, Ming, Mincho and Myeongjo, all in one weight."""
_REGIONS = {
    "zh": ("SC", "CN", "GB"),
    "zh-Hant": ("TC", "TW", "HK", "HC"),
    "ja": ("JP", "J"),
    "ko": ("KR", "K"),
}
"""How the families of a collection name the region whose shapes they have, at their ends."""
_BOLD = 600
"""The least weight that looks bold beside a regular one, in the units of OpenType."""
_VARIABLE = ("wght", "VF", "Variable")
"""How the names of files say that a font has all weights."""
_HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")
_KANA = re.compile("[\u3041-\u30ff]")


class Family(msgspec.Struct, frozen=True):
    """A family of fonts that a design may use where its own lack a character."""

    name: str
    has_bold: bool = True
    is_own: bool = False
    """Whether its files lie in the site's `fonts/`."""


class WithoutFont(NamedTuple):
    """Characters of Chinese, Japanese and Korean, where the fonts for them are not installed."""

    characters: tuple[str, ...] = ()
    language: str = "Chinese"
    extra: str = "zh"
    """The extra that brings the fonts."""


def han_without_font(characters: Iterable[str]) -> WithoutFont:
    """Return those of some characters that an extra which is not installed has a font for."""
    text = "" if has_extra("zh") else "".join(characters)
    if _HANGUL.search(text):
        return WithoutFont(tuple(c for c in text if is_han(c) or _HANGUL.match(c)), "Korean", "ko")
    if _KANA.search(text):
        return WithoutFont(tuple(c for c in text if is_han(c) or _KANA.match(c)), "Japanese", "ja")
    return WithoutFont(tuple(filter(is_han, text)))


def han_fonts_for(lang: str, text: str) -> tuple[str, ...]:
    """Return whose fonts a document needs, the most fitting first: `("ja", "zh")`.

    Each of these fonts has ten megabytes, so no other is opened. That of simplified Chinese has
    kana, too.
    """
    own = known_code(lang)
    codes = [own] if own in _HAN_FONTS else []
    codes += ["zh", *(["ko"] if _HANGUL.search(text) else [])]
    return tuple(dict.fromkeys(codes))


def _folders(package: str) -> list[Path]:
    found = find_spec(package)
    return [Path(folder) for folder in (found and found.submodule_search_locations) or ()]


def _serifs(codes: Iterable[str]) -> Iterator[tuple[Path, str]]:
    """Yield the folders of the fonts with serifs that are installed, and their families."""
    for code in codes:
        package, family = _SERIF_FONTS[code]
        yield from ((folder, family) for folder in _folders(package))


def han_paths(codes: Iterable[str]) -> list[Path]:
    """Return the folders of those fonts that are installed."""
    sans = [folder / _HAN_FONTS[code][0] for folder in _folders(HAN_PACKAGE) for code in codes]
    return [*sans, *(path for path, _ in _serifs(codes))]


def families_for(
    codes: Sequence[str], own: Iterable[tuple[str, int, str | None]]
) -> tuple[Family, ...]:
    """Return all families for a document, the most fitting first.

    `codes` are what `han_fonts_for` says of it; `own` holds family, weight and path of the faces
    of the site's own fonts, which go before those that are installed.
    """
    with_bold: dict[str, bool] = {}
    for family, weight, path in own:
        is_variable = any(word in Path(path or "").name for word in _VARIABLE)
        with_bold[family] = with_bold.get(family, False) or is_variable or weight >= _BOLD
    names = sorted(with_bold, key=lambda family: (_strangeness(family, codes), family))
    families = [Family(name, with_bold[name], is_own=True) for name in names]
    if has_extra("zh"):
        families += [Family(_HAN_FONTS[code][1]) for code in codes]
    return (*families, *(Family(family, has_bold=False) for _, family in _serifs(codes)))


def _strangeness(family: str, codes: Sequence[str]) -> int:
    """Return how far the shapes of a family's characters are from those that a document wants.

    A collection (`.ttc`) has a family for each region: `Noto Serif CJK JP`, `… SC`. One without
    a region may be anything that an author has chosen; `Source Han Serif` is Japanese.
    """
    words = family.split()
    region = words[-1]
    if region not in sum(_REGIONS.values(), ()):
        region = "JP" if words[:2] == ["Source", "Han"] else ""
    wanted = [place for place, code in enumerate(codes) if region in _REGIONS[code]]
    strangeness = wanted[0] if wanted else 1 if not region else 9
    return strangeness + (10 if {"Mono", "Code", "HW"} & set(words) else 0)
