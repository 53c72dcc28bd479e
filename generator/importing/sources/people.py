"""People in the words of others: names of authors in free text, and where people are found.

Authors that are extracted from free text are a guess, and have to be marked so.
"""

import re
import unicodedata
from html import unescape
from posixpath import commonprefix

from generator.importing.fields import FieldReader
from generator.importing.plan import SitePlan, id_of
from generator.importing.private_facts import is_secret
from generator.model.files import packaged_data
from generator.model.names import Name, marks_hidden, marks_shown, without_title
from generator.model.records.members import group_meant

_NAME = r"[A-ZÀ-Þ][\w'’.-]*"
_ABBREVIATED = re.compile(rf"^(?:{_NAME}\s+)?(?:[A-Z]\.[\s-]*)+$")
_SUFFIX = re.compile(
    r"\b(?:Jr|Sr|II|III|IV|Ph\.?D|M\.?D)\b|\b(?:Inc|Ltd|Group|Team|Collaboration)\b"
)
"""What follows a comma or an `and` of one name."""
_DEGREE = re.compile(
    r"(?:,\s*(?i:Ph\.?\s?D|M\.?D|M\.?Sc|M\.?A|M\.?S|MBA|Dr|P\.?E|P\.?Eng)\.?|\s+Ph\.?\s?D\.?)+\s*$"
)
"""Degrees after a name. They are not given names."""
_GROUPS = {"alum": "alumni", "former": "alumni", "past": "alumni", "visit": "visitor",
           "post": "postdoc", "principal": "faculty", "faculty": "faculty",
           "professor": "faculty", "lecturer": "faculty", "phd": "phd", "ph.d": "phd",
           "doctoral": "phd", "undergrad": "undergraduate", "bachelor": "undergraduate",
           "grad": "phd", "master": "master", "msc": "master", "staff": "staff", "admin": "staff",
           "engineer": "staff"}  # fmt: skip
"""Beginning of a word that is said of members -> Masthead's word for such people."""
_YEAR = re.compile(r"[\s,]*\(?(?:19|20)\d{2}[a-z]?\)?")
_TITLE = re.compile(r"[\"“”]|<i>|<em>|&quot;|[.,:]\s*\*")
_JOURNAL = re.compile(
    r",\s*(?:<(?:i|em)>|(?<![*_])[*_](?![*_]))(?=[^*<>,]*(?:\d|\w[^\w*<>,]+\w+[^\w*<>,]+\w))|"
    r"(?<=\.)\s+<(i|em)>(?=[^<>]*</\1>[\s.,:]*\(?\w*\d)|"
    r"[\s.,]+(?:<(?:b|strong)>|(?<!\*)\*\*(?=\w))(?=[^*<>]*\d|[A-Z]{3,}(?:</|\*\*))"
)
"""A venue or a title: in italics after names, with a number or of three words, or before one; in
bold, with a number or as an abbreviation."""
_NETWORKS = packaged_data("tables/import_networks", dict[str, dict[str, str]])
_ADDRESSES, _OTHER_NAMES = _NETWORKS["addresses"], _NETWORKS["other_names"]
"""Name of a network -> where its people are found; its name in settings -> ours."""
EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_ENDINGS = re.compile(r"_(?:username|userid|user|id|url|profile)$")


def named(name: str) -> dict[str, str]:
    """Return the fields for a name with what is around it: `Dr. Tess Tester, PhD`."""
    bare, before = without_title(name.strip())
    found = _DEGREE.search(bare)
    behind = found[0].strip(" ,") if found else ""
    if not name.strip().startswith(before):  # 教授
        before, behind = "", before
    bare = _DEGREE.sub("", bare)
    if bare.count(",") > 1:  # no name has two
        bare, _, more = bare.partition(",")
        behind = f"{more.strip()}, {behind}".strip(", ")
    fields = {"name": bare, "prefix": before, "title": behind}
    return {field: said for field, said in fields.items() if said or field == "name"}


_HAN = r"\u3040-\u9fff\uac00-\ud7af"
BEHIND_NAME = re.compile(
    r"^(.*\S)\s*[(（]([^()（）]*)[)）]$|"
    rf"^([{_HAN}]+)[\s|/]+([^{_HAN}|/()]+)$|^([^{_HAN}|/()]*[^{_HAN}|/()\s])[\s|/]+([{_HAN}]+)$"
)
"""A name with a further form after it, in brackets, or one in another script."""


def in_two_scripts(latin: str, native: str) -> dict[str, str]:
    """Return a name in Latin letters and in the person's own script. The family name is the last
    word, or the first if it alone is in capitals, or if the others sound as the given name in
    hangul."""
    words, own = latin.split(), native.replace(" ", "")[1:]
    is_marked = len(words[0]) > 1 and words[0].isupper() and not latin.isupper()  # ZHANG Wei
    name = Name.from_scalar(latin)
    is_turned = is_marked or _in_common(words[1:], own) > _in_common(words[:-1], own)
    if is_turned and "," not in latin:
        name = Name(given=" ".join(words[1:]), family=words[0])
    return {"given": name.given, "family": name.family, "native": native}


_SAME_SOUNDS = str.maketrans("gbdjr", "kptcl")
"""Letters that hangul has one of: 김 is Gim or Kim."""


def _in_common(words: list[str], native: str) -> int:
    """Return how many letters words and syllables of hangul have in common at their beginning."""
    named = (unicodedata.name(one, "").partition("HANGUL SYLLABLE ")[2] for one in native)
    both = ("".join(some).replace("-", "").lower() for some in (words, named))
    return len(commonprefix([one.translate(_SAME_SOUNDS) for one in both]))


_ALL = re.compile(r"(?i)(?:(?:current|lab|group|our)\s)*(?:team|members?|people|students|group)?")
"""The heading of a list of all members, whose roles say more."""


def group_of(plan: SitePlan, heading: str, role: str = "") -> str:
    """Return the group of a member by the heading of a list, or by the role; one that Masthead has
    no word for keeps its heading."""
    for said in (*([] if _ALL.fullmatch(heading) else [heading]), role):
        found = (g for part, g in _GROUPS.items() if re.search(rf"\b{re.escape(part)}", said, re.I))
        if group := group_meant(said.strip()) or next(found, ""):
            return group
    heading = heading or "Members"
    plan.site.setdefault("words", {})[f"people.group.{id_of(heading)}"] = heading
    return id_of(heading)


def names_in_citation(citation: str, title: str) -> list[str]:
    """Return the authors that a citation begins with: before the year, or before the title."""
    citation = unescape(citation).replace("\ufffd", " ")
    names = citation[: found.start()] if (found := _JOURNAL.search(citation)) else citation
    # Stars are emphasis, except single ones that stand only after names.
    stars = r"\*+" if re.search(r"(?<!\w)\*", names) else r"\*{2,}"
    text = re.sub(rf"<[^>]+>|{stars}|_(?=\w)|(?<=\w)_", "", names).strip()
    years = [  # behind that of a journal stand numbers alone
        one for one in _YEAR.finditer(text)
        if one[0][-1:] == ")" or re.search(r"[^\W\d_]", text[one.end() :])
    ]  # fmt: skip
    ends = [end.start() for end in (*years[:1], _TITLE.search(text)) if end]
    whole = text.casefold().find(title.casefold()) if len(title.split()) > 2 else -1
    at = text.casefold().find(title.casefold()[:25]) if title else -1
    ends += [whole] if whole > 0 else []
    ends += [at] if text[: max(0, at)].rstrip()[-1:] in (*'.,:;)“"', "") and at > 0 else []
    ends += [len(text)] if found else []
    head = text[: min(ends)] if ends else "" if re.search(r"\d", text) else text
    authors = authors_of(head) if len(head) < 1500 else []
    authors = authors if ends or len(authors) > 1 else []  # names alone
    return authors if all(_IS_NAME.fullmatch(one) for one in authors) else []


_PARTICLES = r"[dl]['’]\w+|v[ao]n|te[rn]|de[rnls]?|d[iaou]s?|l[ae]|e?l|al|i?bin|y"
_FAMILY = re.compile(rf"(?:(?:{_PARTICLES}) )+\S+")
_WORD = rf"(?:[^\W\d_a-zß-ÿ][\w'’.-]*|{_PARTICLES})"
_IS_NAME = re.compile(rf"et al\.|{_WORD}(?:[ -]{_WORD}){{0,5}}\W?")
"""What may be a name and is not part of a title: words with capitals, and particles."""


def authors_of(text: str) -> list[str]:
    """Return the single names of `Last, First, First Last, and F. Last`."""
    text = re.sub(r"\s+", " ", text).strip(" .,;:&-–(")
    text = re.sub(r"\.,", ".,", text)
    has_more = bool(re.search(r"\bet\.?\s*al\b|\band others\b|\.\.\.|…", text))
    text = re.sub(r"(?:\.\.\.|…)[,\s]*(?=&|and\b)|(?:\.\.\.|…),?", "", text)
    text = re.sub(r",?\s*\bet\.?\s*al\b\.?|,?\s*and others", "", text)
    text = re.sub(r",?\s+(?:and|&)\s+|\s*;\s*", " ; ", text)
    parts: list[str] = []
    groups = [
        [piece.strip(" .") + ("." if re.search(r"\b[A-Z]\.?$", piece.strip()) else "")
         for piece in group.split(",") if piece.strip(" .")] for group in text.split(" ; ")
    ]  # fmt: skip
    are_turned = len(groups) > 1 and all(len(pieces) == 2 for pieces in groups)
    alone = [pieces for pieces in groups if len(pieces) % 2 and " " not in "".join(pieces)]
    for pieces in groups:
        if are_turned:
            parts.append(f"{pieces[1]} {pieces[0]}")
        else:
            parts += pieces if alone else _joined(pieces)  # family names and no others
    names = [name.strip() for name in parts if re.search(r"[^\W\d_]{2}", name)]
    return names + (["et al."] if has_more and names else [])


_INITIALS = re.compile(r"(?:[A-ZÀ-Þ]\.?[\s-]*|[a-z]\.){1,4}")


def _joined(pieces: list[str]) -> list[str]:
    """Join `Last`, `First` to `First Last`, where the pieces show that names were turned round."""
    if len(pieces) % 2 == 0 and all(map(_INITIALS.fullmatch, pieces[1::2])):
        return [
            f"{given} {family}" for family, given in zip(pieces[::2], pieces[1::2], strict=True)
        ]
    found: list[str] = []
    at = 0
    while at < len(pieces):
        here = pieces[at]
        after = pieces[at + 1] if at + 1 < len(pieces) else ""
        is_family = " " not in here or bool(_FAMILY.fullmatch(here))
        is_given = bool(_ABBREVIATED.match(after)) or " " not in here + after or len(pieces) == 2
        if after and is_family and is_given:
            found.append(f"{after} {here}".replace("..", "."))
            at += 2
        else:
            found.append(here)
            at += 1
    return found


def names_of(value: object) -> list[str]:
    """Return the names of a list, or of one text in which commas or `and` part them.

    An item that contains several names is split, too; its caller sees that by their number.
    """
    if isinstance(value, list):
        return [name for one in value if str(one).strip() for name in _in_item(str(one).strip())]
    text, marks = marks_hidden(str(value or ""))
    names = (name.strip() for name in re.split(r"(?:\s*,)?\s+(?:and|&)\s+|\s*[,;]\s*", text))
    return [marks_shown(name, marks) for name in names if name]


def _in_item(item: str) -> list[str]:
    """Return the names in an item of a list: `A B and C D`, `Last, First and Last, First`."""
    if _SUFFIX.search(item) or "(" in item:
        return [item]
    parts = [part.strip(' "') for part in re.split(r"\s+(?:and|&)\s+|;", item)]
    if "" in parts or (len(parts) == 1 and item.count(",") < 2):
        return [item]
    is_each_one = all(part.count(",") < 2 for part in parts)
    return parts if is_each_one else authors_of(item)


def profile(name: str, value: str) -> tuple[str, str]:
    """Return the kind and the URL of a profile that a setting names, or two empty texts."""
    kind = _OTHER_NAMES.get(name) or _ENDINGS.sub("", name)
    kind = _OTHER_NAMES.get(kind, kind)
    value = value.strip()
    if kind == "scholar" and "://" not in value:
        value = value.rpartition("user=")[2].partition("&")[0]
    if "://" not in value:
        value = _BY_HOST.sub("https://", value)
    if kind == "mastodon" and "://" not in value:
        user, _, host = value.removeprefix("@").partition("@")
        value = value if "/" in value else f"{host}/@{user}" if host else value
    if re.match(r"https?://", value):
        return (kind, value) if kind in _ADDRESSES or kind == "ieee" else ("", "")
    if kind not in _ADDRESSES or not re.fullmatch(r"(?!.*[:/]/)[^\s\"<>\w]*\w[^\s\"<>]*", value):
        return "", ""
    return kind, _ADDRESSES[kind].format(value.removeprefix("@"))


_BY_HOST = re.compile(r"^(?:https?:)?/{0,2}(?=(?:[\w-]+\.)+(?:com|org|net|[a-z]{2})/)")
"""Begins an address without its scheme, or with a part of it."""


def kind_of(url: str) -> str:
    """Return the network to which an address belongs, by its host, or nothing."""
    host = re.match(r"https?://(?:www\.)?([^/]+)/.", url)
    place = f"//{host[1]}/" if host else "\0"
    forms = ((kind, form.replace("//www.", "//")) for kind, form in _ADDRESSES.items())
    return next((kind for kind, form in forms if place in form), "")


def take_profiles(reader: FieldReader, person: dict[str, object]) -> None:
    """Take all profiles out of some settings into `person.links`, and the ORCID iD."""
    links: dict[str, object] = {}
    for one in reader.mappings("links"):  # of Minimal Mistakes
        to, label = one.said("url"), one.said("label")
        if to.startswith("mailto:"):
            person["email"] = person.get("email") or to.removeprefix("mailto:")
        elif to:
            links[kind_of(to) or label] = to if kind_of(to) else {"to": to, "label": label}
    for name in list(reader.fields):
        value = reader.fields[name]
        if not isinstance(value, str) or not value.strip():
            continue
        orcid = re.search(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]", value)
        if name.startswith("orcid") and orcid:
            reader.text(name)
            person["orcid"] = orcid[0]
            continue
        if is_secret(name, value) and not name.startswith(("scholar", "google")):
            continue
        kind, url = profile(name, value)
        if kind:
            reader.text(name)
            links.setdefault(kind, url)
    person["links"] = dict(person.get("links") or {}) | links  # type: ignore[call-overload]


_SPELT = re.compile(
    r"([\w.+-]+)\s*(?:[\[({]\s*(?:at|@)\s*[\])}]|\sat\s|\s@\s)\s*([\w-]+(?:\.[\w-]+)+)",
    re.IGNORECASE,
)


def mail_of(said: str) -> str:
    """Return an address of mail that is written so that programs do not find it: `a at b.c`."""
    found = _SPELT.fullmatch(re.sub(r"(?i)\s*[\[(]dot[\])]\s*|\sdot\s", ".", said.strip()))
    return f"{found[1]}@{found[2]}" if found else said
