"""What stands behind a name and is no part of it: signs, numbers, roles in words.

Lists of authors are pasted out of papers, CVs, web pages and DBLP: `Mei Lin¹*`, `Lin^1,2^, Mei`,
`Mei Lin (equal contribution)`, `方缙（通讯作者）`, `Mei Lin 0042`. All who read names ask here.
"""

import re
import unicodedata
from functools import cache

import msgspec

from generator.model.languages import LANGUAGES, language

SIGNS = "*†‡§¶‖✉#＊"
"""Signs that may mean a role; which one, `RoleMarks` knows."""

_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ"
NO_LETTERS = frozenset(f"{SIGNS}{_RAISED}∗^")
"""What stands in no name."""
_LOWERED = str.maketrans(_RAISED, "0123456789abcdefghijklmnoprstuvwxyz")
_BRACKETS = r"[(（](?:[^()（）]|[(（][^()（）]{0,60}[)）]){0,120}+[)）]|\[[^\[\]]{0,120}\]"
_ONE = rf"""(?:
    (?<!\\)\^[\w\s,;.{SIGNS}∗]{{1,20}}\^ | <sup>[^<>]{{1,20}}</sup> | [{_RAISED}]+
    | \\?\^?[{SIGNS}∗][\ufe0e\ufe0f]?\^? | {_BRACKETS}
    | (?:(?<=[^\W\d_])\d\d?|(?<=\s)\d{{1,4}})(?:,\d\d?)*(?!\d)
)"""
_MARKS = re.compile(
    rf"(?<![{SIGNS}])\s{{0,3}}{_ONE}(?:\s{{0,3}}(?:,\s{{0,3}})?{_ONE}){{0,9}}"
    r"(?=\s{0,3}(?:$|[,;；、，&])|\s{1,3}(?:and|und)\s)",
    re.VERBOSE,
)
"""All that stands behind one name, at the end of a text or before the next name. Each part has a
bound, because no start of a match may cost the length of the text."""
_EACH = re.compile(_ONE.replace(r"(?<=[^\W\d_])", ""), re.VERBOSE)
_MAY_HAVE_ANY = re.compile(rf"[^\w\s.,'’·-]|[\d_{_RAISED}]")
_EMPHASISED = re.compile(r"(\*{1,3}|_{1,3})(?=[^\s*_])(.+?)(?<=[^\s*_])\1(?!\w)")
_NUMBERS = re.compile(r"(?:\d{1,4}|[a-z])(?:[\s,;]+(?:\d{1,4}|[a-z]))*")
_OF_DBLP = re.compile(r"0\d{3}")
"""DBLP's numbers for people of one name (`Wei Wang 0001`): they say who it is, and nothing else."""
_ALSO_SAID = {
    "equal": "equal contribution; equal; equally contributed; contributed equally; co-first author;"
    "joint first author; 共同第一作者; 共同一作; 并列第一作者; 共同第一; 同等贡献作者",
    "corresponding": "corresponding; correspondence; 通信作者; 通讯; 通信; 責任著者; 교신 저자",
    "first-inventor": "first-inventor",
    "student": "student",
    "equal-2": "equal-2",
    "equal-3": "equal-3",
    "co-advisor": "co-adviser; co-supervisor",
}


class Marked(msgspec.Struct, frozen=True, gc=False):
    """A name, and what stands behind it."""

    name: str
    signs: str = ""
    roles: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    """Numbers and letters of affiliations."""
    words: tuple[str, ...] = ()
    """Words in brackets that nobody understands."""

    @property
    def unknown(self) -> tuple[str, ...]:
        """What is no part of the name and says nothing, as it was typed."""
        return self.numbers + self.words


def marked(text: str) -> Marked:
    """Return a name without what stands behind it, behind its family name, or around it."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if not _MAY_HAVE_ANY.search(text):
        return Marked(text)
    emphasised = _EMPHASISED.match(text)
    whole = emphasised[2] + text[emphasised.end() :] if emphasised else text
    bare, runs = _without(whole)
    if not bare.strip():
        return Marked(whole)
    signs, roles, numbers, words = "", list[str](), list[str](), list[str]()
    for one in (one for run in runs for one in _EACH.findall(run)):
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


def without_title(name: str) -> tuple[str, str]:
    """Return a name without its title, and the title: `Prof.` of `Prof. Lin`, 教授 of 方缙教授.

    王博士 keeps its title: 博士 is also a given name.
    """
    if before := _TITLES_BEFORE.match(name):
        return name[before.end() :], before[0].strip()
    behind = next((one for one in _TITLES_BEHIND if name.endswith(one)), "")
    is_name = behind == "博士" and len(name) == 3
    return (name, "") if is_name or name == behind else (name.removesuffix(behind), behind)


def explained(text: str) -> dict[str, str]:
    """Return the role of each sign that a text explains: `* 通讯作者`, `(† denotes equal …)`."""
    found = ((match[1], _labels().get(_folded(match[2]).removesuffix("s"), ""))
             for match in _EXPLAINED.finditer(text))  # fmt: skip
    return {sign: role for sign, role in found if role}


_EXPLAINED = re.compile(
    rf"([{SIGNS}])\s*(?:[:：=]|denotes?\b|indicates?\b|means?\b|marks?\b|表示|代表|为|是|指)?\s*"
    rf"(?:(?:the|an?)\b)?([^{SIGNS},.;:，。；、()（）\n]+)"
)


def hidden(text: str) -> tuple[str, list[str]]:
    """Return a list of names with one private character for all behind a name, and what each hides.

    The commas that are left stand between names, or inside one.
    """
    found: list[str] = []

    def hide(match: re.Match[str]) -> str:
        found.append(match[0])
        return chr(_FIRST + len(found) - 1)

    return (_MARKS.sub(hide, text) if _MAY_HAVE_ANY.search(text) else text), found


def shown(text: str, found: list[str]) -> str:
    """Return a part of a text as it was before `hidden`."""
    for place, run in enumerate(found):
        text = text.replace(chr(_FIRST + place), run)
    return text


_FIRST = 0xE000


def _without(text: str) -> tuple[str, list[str]]:
    """Return a text without its marks, and these; what stands in braces is one group."""
    runs: list[str] = []

    def take(match: re.Match[str]) -> str:
        before = text[: match.start()]
        if before.count("{") > before.count("}"):
            return match[0]
        runs.append(match[0])
        return ""

    return _MARKS.sub(take, text), runs


def _roles_in(words: str) -> list[str]:
    """Return the roles that some words say, or nothing where one of them says none."""
    found = [_labels().get(_folded(word), "") for word in re.split("[,，、;；،]", words)]
    return found if all(found) else []


@cache
def _labels() -> dict[str, str]:
    """Return the role of each label that pages and PDFs may print behind a name."""
    said = {_folded(one): role for role, words in _ALSO_SAID.items() for one in words.split(";")}
    for code in LANGUAGES:
        for key, word in language(code).words.items():
            if key.startswith("role."):
                said[_folded(word)] = key.removeprefix("role.")
    return said


def _folded(word: str) -> str:
    return "".join(ch for ch in unicodedata.normalize("NFKC", word) if ch.isalnum()).casefold()
