"""Authors of papers as their lists meant them: emphasis, `Family AB`, and signs.

A name that is emphasised is the owner's, and a legend in any text says what a sign means.
"""

import re
from collections.abc import Iterable
from itertools import chain
from typing import Any, NamedTuple

from generator.importing.plan import Entry, SitePlan
from generator.model.names import Name, explained, initial_letters, marked
from generator.model.people import DEFAULT_MARKS, Directory, Person, RoleMarks

_EMPHASISED = re.compile(
    r"(?<!\w)(\*{1,3}|_{1,2}|<(?:b|strong|em|i|u)>)(?=\w)(.{1,99}?)(?:\1|</\w+>)"
)
_TAG = re.compile(r"</?(?!sup)[a-z][^<>]*>")
_FAMILY_FIRST = re.compile(r"^(\w(?=.*[a-zß-ÿ] )[\w'’ -]{0,60}?) ([A-Z]\.?(?:[ -]?[A-Z]\.?){0,2})$")
"""`Lee YS` and `Kim V N`, as in the Vancouver style of citations."""
_WITH_ARTICLE = re.compile(r"^([\w.' -]+?) ((?:El|Al) [\w' -]+)$")
"""`Tess El Amrani`, whose family name has a particle with a capital."""
_BESIDE = re.compile(
    r"(?i)</?sup>|[\\^]|\bco-(?=corresp)|\b(?:these )?authors (?=contributed)|\bare (?=the )"
)
"""What a legend may say beside a sign and its role."""


class _Author(NamedTuple):
    """A name in a list, without signs; of two namesakes the greater one is more likely the
    owner."""

    is_emphasised: bool
    initials: int
    name: str
    place: int


def take_authors(plan: SitePlan) -> None:
    """Take the authors of papers as their lists meant them."""
    papers = [one for one in plan.entries.get("publications", []) if one.values.get("authors")]
    lists = [_take_names(one) for one in papers]
    _take_marks(plan)
    if isinstance(plan.site.get("person"), dict):
        _take_owner(plan, papers, lists)


def _take_names(paper: Entry) -> list[_Author]:
    """Write the names of a paper without emphasis, and as `Family, AB` where all are `Family AB`;
    return them."""
    typed = list(map(str, paper.values["authors"]))
    authors = [_TAG.sub("", _EMPHASISED.sub(r"\2", one)) for one in typed]
    authors = [_WITH_ARTICLE.sub(r"\2, \1", one) for one in authors]
    names = [marked(one).name for one in authors]
    turned = [_FAMILY_FIRST.sub(r"\1, \2", name) for name in names]
    both = list(zip(names, turned, strict=True))
    if len(both) > 1 and all(old != new for old, new in both if old != "et al."):
        authors = [one.replace(*pair, 1) for one, pair in zip(authors, both, strict=True)]
        names = turned
        paper.guessed.add("authors")
    paper.values["authors"] = authors
    emphasised = [bool(_EMPHASISED.match(one)) for one in typed]
    initials = [len(initial_letters(_name(name).given)) for name in names]
    return list(map(_Author, emphasised, initials, names, range(len(names))))


def _texts(plan: SitePlan) -> list[str]:
    """Return all that may say what signs after names mean."""
    records = [one.values for some in plan.entries.values() for one in some]
    texts = [f"{one.front.get('description')}\n{one.body}" for one in plan.documents]
    texts += [str(value) for one in records for value in one.values()]
    return texts + [text for path, text in plan.texts.items() if path.endswith(".bib")]


def _legends(plan: SitePlan) -> list[dict[str, str]]:
    texts = (re.sub(r"\s{2,}", "\n", _BESIDE.sub("", text)) for text in _texts(plan))
    return list(map(explained, texts))


def _take_marks(plan: SitePlan) -> None:
    """Give a role the sign that a text explains, where Masthead has another one for it."""
    legends = _legends(plan) if "publications" in plan.kinds() else []
    for sign in sorted({*chain(*legends)}):
        roles = {one[sign] for one in legends if sign in one}
        for role in roles & {"equal", "corresponding"} if len(roles) == 1 else ():
            if DEFAULT_MARKS[role] != sign:
                plan.site.setdefault("marks", {}).setdefault(role, sign)


def hide_signs(plan: SitePlan, shown: Iterable[str]) -> bool:
    """Hide the signs that no text explains, of those in legends of the new site: these would say
    what nobody has written. Whether there were any."""
    told, texts = {*chain(*_legends(plan))}, "\n".join(_texts(plan))
    known = RoleMarks(marks=plan.site.get("marks", {}))
    roles = {known.of(role): role for role in reversed(DEFAULT_MARKS)}
    hidden = {}
    for sign, word, *_ in map(str.split, sorted({*shown})):
        one, other = map(re.escape, (sign, word))
        beside = rf"{one}.{{,40}}{other}|{other}.{{,40}}{one}|[(（]{other}"
        if sign[-1] not in told and not re.search(beside, texts, re.IGNORECASE):
            hidden[roles[sign[-1]]] = "none"
            plan.findings.add("todo", "sign-hidden", "content/site.yaml", sign[-1])
    plan.site |= {"marks": known.marks | hidden} if hidden else {}
    return bool(hidden)


def _take_owner(plan: SitePlan, papers: list[Entry], lists: list[list[_Author]]) -> None:
    """Have lists know their owner, however papers spell the name, and tell namesakes apart."""
    person = plan.site["person"]
    own, title = _name(person["name"]), _name(plan.site.get("title"))
    first, _, middle = own.given.partition(" ")
    forms = [Name(first, own.family), Name(f"{first[:1]}. {middle}", own.family)]
    if Name(title.given.partition(" ")[0], title.family) == forms[0]:
        forms.append(title)
    people = [Person(name=_name(one.values["name"])) for one in plan.entries.get("people", [])]
    owner = Person(name=own, aliases=tuple(forms))
    wide, known = Directory((owner, *people)), Directory((Person(name=own), *people))

    def is_owner(one: _Author) -> bool:
        name = _name(one.name)
        return owner in map(wide.find, (name, Name(name.family, name.given)))

    spelled, namesakes, theirs = dict[str, str](), dict[str, str](), dict[str, str]()
    for paper, some in zip(papers, lists, strict=True):
        emphasised = (one for one in some if one.is_emphasised and not is_owner(one))
        theirs |= {one.name: paper.source for one in emphasised}
        his = sorted(filter(is_owner, some))
        spelled |= {one.name: paper.source for one in his[-1:]}
        for one in his[:-1]:
            plan.findings.add("guessed", "author-twice", paper.source, one.name, his[-1].name)
            if one[:2] == his[-1][:2]:  # either may be the owner
                continue
            namesakes[one.name] = paper.source
            if one.name == his[-1].name:
                authors, written = paper.values["authors"], one.name.replace(", ", " ")
                authors[one.place] = authors[one.place].replace(one.name, f"{{{written}}}", 1)
    for name in (one for one in namesakes if one not in spelled):
        plan.add_entry("people", Entry(values={"name": name}, source=namesakes[name]))
    if new := [name for name in spelled if known.find(_name(name)) is None]:
        person["aliases"] = [*(person.get("aliases") or ()), *new]
        became = f"person.aliases: {', '.join(new)}"
        plan.findings.add("guessed", "person-name", spelled[new[0]], person["name"], became)
    if theirs:
        file, *_ = theirs.values()
        plan.findings.add("lost", "author-emphasis", file, "; ".join(theirs), "as the others")


def _name(said: Any) -> Name:
    try:
        return Name(**said) if isinstance(said, dict) else Name.of(marked(str(said)))
    except (TypeError, ValueError):  # the build says what is wrong with it
        return Name()
