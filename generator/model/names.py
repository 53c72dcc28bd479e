"""Names in Latin letters and in the person's own script, initials, lists of names in one text, and
marks after a name that are not part of it: signs, numbers, roles in words.

People paste lists of authors from papers, CVs, web pages and DBLP: `Mei Lin¹*`, `Lin^1,2^, Mei`,
`Mei Lin (equal contribution)`, `方缙（通讯作者）`, `Mei Lin 0042`.
"""

import re
import unicodedata
from functools import cache, lru_cache
from typing import ClassVar

import msgspec

from generator.model.languages import (
    LANGUAGE_OF_SCRIPT,
    is_east_asian,
    is_han,
    meant,
    script_of,
    scripts_in,
    scripts_of,
)
from generator.problems import Message

SIGNS = "*†‡§¶‖✉#＊°△▲☆★◊♯"
"""Signs that may mean a role; `RoleMarks` knows which."""

_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
NO_LETTERS = frozenset(f"{SIGNS}{_RAISED}∗^")
"""Characters that occur in no name."""
_LOWERED = str.maketrans(_RAISED, "0123456789abcdefghijklmnoprstuvwxyz")
_BRACKETS = r"[(（](?:[^()（）]|[(（][^()（）]{0,60}[)）]){0,120}+[)）]|\[[^\[\]]{0,120}\]"
_ONE = rf"""(?:
    (?<!\\)\^[\w\s,;.{SIGNS}∗]{{1,20}}\^ | <sup>[^<>]{{1,20}}</sup> | [{_RAISED}]+
    | \\?\^?[{SIGNS}∗][\ufe0e\ufe0f]?\^? | {_BRACKETS}
    | (?:(?<=[^\W\d_])[0-9０-９]{{1,2}}|(?<=\s)[0-9０-９]{{1,4}})(?:,[0-9０-９]{{1,2}})*(?!\d)
)"""
_MARKS = (
    rf"(?<![{SIGNS}])\s{{0,3}}{_ONE}(?:\s{{0,3}}(?:,\s{{0,3}})?{_ONE}){{0,9}}"
    r"(?=\s{0,3}(?:$|[,;；、，&])|\s{1,3}(?:and|und)\s)"
)
"""All marks after one name, at the end of a text or before the next name. Each part has a bound,
because an attempt to match must not take time in proportion to the text. Digits of other scripts
than Latin and Chinese are letters of names. Compiled only for a name with marks: it takes 3 ms."""
_EACH = _ONE.replace(r"(?<=[^\W\d_])", "")
_MAY_HAVE_ANY = re.compile(rf"[^\w\s.,'’·-]|[\d_{_RAISED}]")
_EMPHASISED = re.compile(r"(\*{1,3}|_{1,3})(?=[^\s*_])(.+?)(?<=[^\s*_])\1(?!\w)")
_NUMBERS = re.compile(r"(?:\d{1,4}|[a-z])(?:[\s,;]+(?:\d{1,4}|[a-z]))*")
_OF_DBLP = re.compile(r"0\d{3}")
"""DBLP's numbers for people of the same name (`Wei Wang 0001`)."""


class Marked(msgspec.Struct, frozen=True, gc=False):
    """A name, and the marks after it."""

    name: str
    signs: str = ""
    roles: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    """Numbers and letters of affiliations."""
    words: tuple[str, ...] = ()
    """Words in brackets that are not a role."""

    @property
    def unknown(self) -> tuple[str, ...]:
        """Marks that are not part of the name and have no meaning, as typed."""
        return self.numbers + self.words


def marked(text: str) -> Marked:
    """Split a name from the marks after it, after its family name, or around it."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if not _MAY_HAVE_ANY.search(text):
        return Marked(text)
    emphasised = _EMPHASISED.match(text)
    whole = emphasised[2] + text[emphasised.end() :] if emphasised else text
    bare, runs = _without(whole)
    if not bare.strip():
        return Marked(whole)
    signs, roles, numbers, words = "", list[str](), list[str](), list[str]()
    for one in (one for run in runs for one in re.findall(_EACH, run, re.VERBOSE)):
        inside = one[1:-1].strip() if one[0] in "(（[" else one
        plain = re.sub(r"</?sup>|[\\^\ufe0e\ufe0f]", "", inside).translate(_LOWERED)
        found = plain.replace("∗", "*")
        rest = "".join(" " if ch in SIGNS else ch for ch in found).strip(" ,;.")
        if (said := _roles_in(inside)) and inside != one:
            roles += said
        elif not rest or _NUMBERS.fullmatch(rest):
            signs += "".join(sign for sign in found if sign in SIGNS)
            numbers += [rest] if rest and not _OF_DBLP.fullmatch(rest) else []
        else:
            words.append(one)
    return Marked(
        bare.strip(),
        "".join(dict.fromkeys(signs)),
        tuple(dict.fromkeys(roles)),
        tuple(numbers),
        tuple(words),
    )


_TITLES_BEFORE = re.compile(
    r"(?:(?:Univ\.-|Assoc\. |Asst\. )?Prof(?:\.\s*|(?:essor)?\s+)|(?:PD )?Dr(?:\.\s*|\s+))+"
)
_TITLES_BEHIND = ("副教授", "助理教授", "教授", "博士", "老师", "院士", "研究员")


def is_emoji(character: str) -> bool:
    """Whether a character is a picture, such as 📧."""
    return "\U0001f000" <= character <= "\U0001faff"


def without_title(name: str) -> tuple[str, str]:
    """Return a name without its title, and the title: `Prof.` in `Prof. Lin`, 教授 in 方缙教授.

    王博士 keeps its title: 博士 is also a given name.
    """
    if before := _TITLES_BEFORE.match(name):
        return name[before.end() :], before[0].strip()
    behind = next((one for one in _TITLES_BEHIND if name.endswith(one)), "")
    is_name = behind == "博士" and len(name) == 3
    return (name, "") if is_name or name == behind else (name.removesuffix(behind), behind)


def explained(text: str) -> dict[str, str]:
    """Return the role of each sign that a text explains: `* 通讯作者`, `(† denotes equal …)`."""
    found = ((match[1], _labels().get(fold(match[2]).removesuffix("s"), ""))
             for match in re.finditer(_EXPLAINED, text))  # fmt: skip
    return {sign: role for sign, role in found if role}


_EXPLAINED = (
    rf"([{SIGNS}])\s*(?:[:：=]|denotes?\b|indicates?\b|means?\b|marks?\b|表示|代表|为|是|指)?\s*"
    rf"(?:(?:the|an?)\b)?([^{SIGNS},.;:，。；、()（）\n]+)"
)


def marks_hidden(text: str) -> tuple[str, list[str]]:
    """Return a list of names with one private character for the marks of each name, and the marks.

    The remaining commas separate names, or are inside one.
    """
    found: list[str] = []

    def hide(match: re.Match[str]) -> str:
        found.append(match[0])
        return chr(_FIRST + len(found) - 1)

    if _MAY_HAVE_ANY.search(text):
        text = re.sub(_MARKS, hide, text, flags=re.VERBOSE)
    return text, found


def marks_shown(text: str, found: list[str]) -> str:
    """Return part of a text with its marks restored, as before `marks_hidden`."""
    for place, run in enumerate(found):
        text = text.replace(chr(_FIRST + place), run)
    return text


_FIRST = 0xE000


def _without(text: str) -> tuple[str, list[str]]:
    """Return a text without its marks, and the marks; braces make a group."""
    runs: list[str] = []

    def take(match: re.Match[str]) -> str:
        before = text[: match.start()]
        if before.count("{") > before.count("}"):
            return match[0]
        runs.append(match[0])
        return ""

    return re.sub(_MARKS, take, text, flags=re.VERBOSE), runs


def _roles_in(words: str) -> list[str]:
    """Return the roles that words mean; empty if one of the words means none."""
    found = [_labels().get(fold(word), "") for word in re.split("[,，、;；،]", words)]
    return found if all(found) else []


@cache
def _labels() -> dict[str, str]:
    """Return folded word -> role for the words that people write after a name."""
    return {fold(word): role for word, role in meant("role.").items()}


# ------------------------------------------------------------------ names

PARTICLES = frozenset(
    re.findall(r"\w+", "van von der den de del della da di du dos la le ten ter bin ibn al el")
)
OTHERS = frozenset({"et al.", "et al", "others", "and others", "etc", "etc.", "等"})


class Name(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A name in Latin letters, in the person's own script, or both."""

    given: str = ""
    """Given names: `Jin`, `Jean-Pierre`, `J.`."""
    family: str = ""
    """Family name with its particles: `Fang`, `van der Berg`. A group has only this."""
    native: str = ""
    """The name in the person's own script, in its own order: `方缙`."""
    suffix: str = ""
    """`Jr.`, `III`."""

    expects: ClassVar[str] = "form-name"

    def __post_init__(self) -> None:
        """Join the parts of a Chinese, Japanese or Korean name: 陈 and 晓禾 become 陈晓禾."""
        if self.given and not self.native and has_family_first(self.family + self.given):
            msgspec.structs.force_setattr(self, "native", self.family + self.given)
            msgspec.structs.force_setattr(self, "given", "")
            msgspec.structs.force_setattr(self, "family", "")

    @classmethod
    def from_scalar(cls, text: str) -> "Name":
        """Read `Jin Fang`, `Fang, Jin`, `J. Fang`, `方缙` or `{A Group}`."""
        found = marked(text)
        if behind := (*found.unknown, *found.roles, *found.signs):
            raise ValueError(Message.of("sign-behind-name", sign=behind[0]))
        return cls.of(found)

    @classmethod
    def of(cls, found: Marked) -> "Name":
        """Return the parts of a name whose marks are already removed."""
        text = found.name
        if not text:
            raise ValueError(Message.of("name-empty"))
        if text.startswith("{") and text.endswith("}"):
            return cls(family=text[1:-1])
        if sum(map(text.count, "(（")) != sum(map(text.count, ")）")):
            raise ValueError(Message.of("name-bracket", text=text))
        if sign := next((ch for ch in text if ch in NO_LETTERS or is_emoji(ch)), ""):
            raise ValueError(Message.of("sign-in-name", sign=sign))
        if is_east_asian(text):
            return cls(native=text)
        if "," in text:
            family, *rest = (part.strip() for part in text.split(","))
            suffix = next((part for part in rest[:2] if is_suffix(part)), "")
            given = [part for part in rest if part != suffix]
            if not family and not any(given):
                raise ValueError(Message.of("name-empty"))
            if len(given) > 1:
                raise ValueError(Message.of("name-commas", name=text))
            return cls(given[0] if given else "", family, suffix=suffix)
        words = text.split(" ")
        suffix = words.pop() if len(words) > 2 and is_suffix(words[-1]) else ""
        first = next((i for i, w in enumerate(words[:-1]) if i and w in PARTICLES), len(words) - 1)
        return cls(" ".join(words[:first]), " ".join(words[first:]), suffix=suffix)

    def full(self) -> str:
        """Return `Jin Fang`, or the native form if there is no other."""
        return " ".join(filter(None, (self.given, self.family, self.suffix))) or self.native

    def given_initials(self) -> str:
        """Return `J.-P.` for `Jean-Pierre`."""
        words = [[part for part in word.split("-") if part] for word in self.given.split()]
        return " ".join("-".join(f"{_first(part)}." for part in parts) for parts in words if parts)

    def family_first(self) -> str:
        """Return `Fang, Jin`: the form of BibTeX and of library catalogues."""
        if not self.given:
            return self.full()
        return ", ".join(filter(None, (self.family, self.suffix, self.given)))

    def own(self) -> str:
        """Return the form in the person's own script, or else the full one."""
        return self.native or self.full()

    def in_language(self, lang: str) -> str:
        """Return the form for a page in a language.

        That is the person's own form if the language uses its script: on a Chinese page, `方缙`.
        """
        return self.native if script_of(self.native) in scripts_of(lang) else self.full()

    def native_lang(self) -> str:
        """Return the language of the name in its own script, or only the script (BCP 47)."""
        return next((LANGUAGE_OF_SCRIPT[s] for s in scripts_in(self.native)), "")

    def monogram(self, lang: str) -> str:
        """Return one or two letters to represent the person: `JF`, on Chinese pages `方`."""
        shown = self.in_language(lang)
        if is_east_asian(shown):
            return self.native[:1]
        if shown == self.native and not shown.isascii():
            first, *more = [word.removeprefix("ال") or word for word in shown.split()]
            # Letters are not joined: لا of ليلى and المنصوري would be a word. The article is
            # skipped.
            between = "\u200c" if script_of(shown) == "ARABIC" else ""
            return between.join(word[:1] for word in (first, *more[-1:]))
        return (self.given[:1] + self.family[:1]).upper()


BETWEEN = re.compile(r",?\s+(?:and|und|&)\s+|\s*[;；、，]\s*")
"""Separators of people that never occur inside a name."""
_NAME = re.compile(r"[^\W\d_](?:[^\W\d_]|[ .'’·,()-])*[\ue000-\uf8ff]?")


def split_people(text: str) -> list[str]:
    """Return the names in a text: one, or those of a list such as `A B, C D and E F`,
    `甲，乙、丙等`.

    A comma may be inside a name, as in `Fang, Jin` and `Smith, Jr., John`. It separates people if
    each part has two words or is Chinese, or if initials follow each family name: `Fang, J., Xu,
    H.`. A text in braces is one group.
    """
    text = " ".join(text.split())
    if "{" in text:
        return [text]
    bare, marks = marks_hidden(text)
    parts = [part for piece in BETWEEN.split(bare) for part in _cut_at_commas(piece) if part]
    if not all(map(_NAME.fullmatch, parts)):
        return [text]
    parts = [marks_shown(part, marks) for part in parts]
    last = parts[-1] if parts else ""
    if is_han(last) and len(last) > 2 and last.endswith("等"):
        parts[-1:] = [last.removesuffix("等"), "等"]
    return parts


def _cut_at_commas(text: str) -> list[str]:
    parts = [part.strip() for part in text.strip(", ").split(",")]
    families, given = parts[::2], parts[1::2]
    if len(parts) > 2 and len(families) == len(given) and all(map(is_initials, given)):
        return [f"{one}, {other}" for one, other in zip(families, given, strict=True)]
    are_people = all(is_han(part) or " " in part for part in parts)
    return parts if are_people and not any(map(is_suffix, parts)) else [text]


def spellings(name: Name) -> list[str]:
    """Return the folded forms by which a full name is recognized."""
    latin = (f"{name.given} {name.family} {name.suffix}", f"{name.family} {name.given}")
    forms = [fold(form) for form in latin] if name.family else []
    return [*forms, fold(name.native)] if name.native else forms


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Return the text without accents, case, punctuation and blanks: `Fáng Jìn` -> `fangjin`."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(ch for ch in decomposed if ch.isalnum()).casefold()


def has_family_first(text: str) -> bool:
    """Whether the family name comes first in a name, without a blank: 陈晓禾, 山田さくら.

    Names only in katakana are those of foreigners.
    """
    if text.isascii() or not is_east_asian(text) or re.search("[A-Za-z]", text):
        return False
    return scripts_in(text) != ["KATAKANA"]


def is_initials(given: str) -> bool:
    """Whether given names are only initials: `J.`, `J.-P.`, `JP`."""
    parts = [part for part in re.split(r"[\s.\-]+", given) if part]
    return all(len(part) == 1 or (part.isupper() and len(part) <= 2) for part in parts)


def _first(word: str) -> str:
    """Return the first letter of a word with its combining marks."""
    if word[1:2].isascii():
        return word[0]
    end = next((n for n, ch in enumerate(word) if n and unicodedata.category(ch)[0] != "M"), None)
    return word[:end]


def initial_letters(given: str) -> str:
    """Return the first letters of given names, folded: `jp` for `Jean-Pierre` and for `J.-P.`."""
    if is_initials(given):
        return fold(given)
    return "".join(fold(part)[:1] for part in re.split(r"[\s\-]+", given) if part)


def is_suffix(word: str) -> bool:
    """Whether a word after a name is a part of it: `Jr.`, `III`."""
    return word.rstrip(".") in {"Jr", "Sr", "II", "III", "IV"}
