"""Rules on people and records: different spellings, a paper listed twice, a field that no CV
shows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from generator.check.rules import CheckContext, is_one_letter_off, rule
from generator.model.languages import language
from generator.model.links import bare_identifier
from generator.model.names import Name, fold, is_initials
from generator.model.people import Directory, Person
from generator.model.records.career import Record
from generator.model.records.members import Member, group_meant
from generator.model.records.works import Patent, Publication
from generator.model.sections import Section
from generator.problems import Problem, Spot, did_you_mean

_SHORTEST = 5
"""In shorter names, one letter may make a different name: Jian and Jiao."""
_OFTEN = 3
"""A name that occurs this often is not a slip."""
_PAIR = re.compile(r"(?<![\w-])(?=([^\W\d_a-z][\w'’-]+) ([^\W\d_a-z][\w'’-]+)(?![\w-]))")
_GENITIVE = re.compile(r"['’]s?$")


class _Mention(NamedTuple):
    given: str
    family: str
    full: str
    spot: Spot
    record: str
    """The record that names the person, or ""."""


@rule("person-spelled-twice", "warning", "People")
def person_spelled_twice(context: CheckContext) -> Iterator[Problem]:
    """One person seems to be written in two ways: `Gongmin Zhao` and `Gongming Zhao`.

    The rule compares authors, advisors, inventors, `people.yaml` and names in texts. Two full names
    belong to one person if the family names are the same and the given names (of five letters or
    more) differ in one letter that is not the first; if the given names are the same and the family
    names differ in this way; or if only case, accents, hyphens or the order of the parts differ.
    Initials that fit a full name are not reported, and neither are names in Chinese characters,
    where each character matters. Each syllable of pinyin matters, too: `Xinyi Hu` and `Xinyu Hu`
    are two people, unless `people.yaml` has one of them. But `n` and `ng` are easily confused, and
    `Xinjji` is not pinyin but a slip for `Xinji`.

    Two names are two people if both are on one paper, if both are entries of `people.yaml`, or if
    each is written three times or more. An alias in `people.yaml` makes the two names one person.
    """
    people = (context.site.config.person, *context.site.people)
    directory = Directory(people)
    mentions = _mentions(context)
    unknown = [m for m in mentions if directory.find(Name(m.given, m.family)) is None]
    yield from _by_fold(unknown)
    known = _Known(mentions, people)
    reported: set[tuple[str, str]] = set()
    for mention in unknown:
        key = fold(mention.given), fold(mention.family)
        other = known.near(key) if key not in reported else None
        if other is not None and known.is_rarer(key, other):
            reported |= {key, other}
            yield _misspelt(mention.full, known.full[other], mention.spot)
    yield from _in_texts(context, known, directory)


@rule("name-cut-at-comma", "warning", "People")
def name_cut_at_comma(context: CheckContext) -> Iterator[Problem]:
    """A list of people may be one name, split: `[Fang, Jin]` without quotation marks is two people.

    The rule reports lists of two, four, six, … names if each is one Latin word, not in capitals. It
    does not report family names: `[Lovelace, Babbage]`, if `people.yaml` or `site.yaml` has a
    Lovelace with another given name.
    """
    given: dict[str, set[str]] = {}
    for person in (context.site.config.person, *context.site.people):
        given.setdefault(fold(person.name.family), set()).add(fold(person.name.given))
    for record in context.records:
        for field in record.people_fields:
            words = [author.name.full() for author in record.people_in(field)]
            is_cut = all(word.isalpha() and word.isascii() for word in words)
            pairs = list(zip(words[::2], words[1::2], strict=False))
            is_cut &= all(fold(b) in given.get(fold(a), {fold(b)}) for a, b in pairs)
            if words and len(words) % 2 == 0 and is_cut and not any(map(str.isupper, words)):
                yield Problem.of(
                    context.spot(record).inside(field),
                    "names-of-one-word",
                    count=len(words),
                    pairs=tuple(f'"{a}, {b}"' for a, b in pairs),
                )


@rule("author-twice", "warning", "People")
def author_twice(context: CheckContext) -> Iterator[Problem]:
    """Two authors of one paper are taken for the same person: `Y. Lee` and `Young-suk Lee`.

    A name with initials is found if only one person of the site fits, so a namesake on the same
    paper would show as this person. Give the namesake an entry in `people.yaml`, spelled as in the
    record: a full spelling counts before initials. Advisors and inventors are compared, too.
    """
    directory = Directory((context.site.config.person, *context.site.people))
    for record in context.records:
        for field in record.people_fields:
            known: dict[str, str] = {}
            for number, author in enumerate(record.people_in(field)):
                written, person = author.name.full(), directory.find(author.name)
                who = person.name.full() if person else ""
                if who and (first := known.setdefault(who, written)) != written:
                    spot = context.spot(record).inside(field, str(number))
                    yield Problem.of(spot, "author-twice", first=first, second=written, who=who)


def _misspelt(wrong: str, right: str, spot: Spot) -> Problem:
    return Problem.of(spot, "person-spelled-twice", wrong=wrong, right=right)


def _mentions(context: CheckContext) -> list[_Mention]:
    found = []
    for record in context.records:
        spot = context.spot(record)
        for field in record.people_fields:
            for number, author in enumerate(record.people_in(field)):
                name = author.name
                if name.given and name.family and not is_initials(name.given):
                    # Initials between given names are ignored.
                    given = " ".join(p for p in name.given.split() if len(p.rstrip(".")) > 1)
                    at, key = spot.inside(field, str(number)), f"{record.kind_name} {record.id}"
                    given = given or name.given
                    found.append(_Mention(given, name.family, name.full(), at, key))
    return found


def _by_fold(mentions: list[_Mention]) -> Iterator[Problem]:
    """Report names that differ only in case, accents, hyphens or the order of the parts."""
    groups: dict[str, list[_Mention]] = {}
    for mention in mentions:
        key = "\0".join(sorted((fold(mention.given), fold(mention.family))))
        groups.setdefault(key, []).append(mention)
    for group in groups.values():
        spelt = Counter(f"{mention.given} {mention.family}" for mention in group)
        right, *others = (spelling for spelling, _ in spelt.most_common())
        for wrong in others:
            where, beside = (
                [m for m in group if f"{m.given} {m.family}" == spelling]
                for spelling in (wrong, right)
            )
            if {m.record for m in where}.isdisjoint(m.record for m in beside):
                yield _misspelt(wrong, right, where[0].spot)


@rule("field-not-shown", "warning", "Texts")
def field_not_shown(context: CheckContext) -> Iterator[Problem]:
    """A CV leaves out a field that its records have: no pattern of its sections names `advisors`.

    A pattern prints only the fields that it names. Each field is reported once for a CV and a kind,
    at the first section that leaves it out. The rule ignores the details of a reference (numbers,
    and words such as the status), tags, and links, because links follow a line.
    """
    index = context.index.printed  # which includes fields that only the PDF shows
    for cv in index.shown_cvs.values():
        left: dict[Spot, tuple[Record, Section, set[str]]] = {}
        for section in cv.whole_sections:
            if not section.shows_in(index.medium):
                continue
            for record, names in context.built.left_out(
                section, index, cv.lang or index.default_lang
            ):
                _, first, before = left.get(context.spot(record), (record, section, set(names)))
                left[context.spot(record)] = record, first, before & set(names)
        fields: dict[tuple[str, str], list[Section]] = {}
        for record, first, missing in left.values():
            for name in sorted(missing):
                fields.setdefault((record.kind_name, name), []).append(first)
        for (kind, name), sections in fields.items():
            spot = sections[0].spot or context.spot(cv)
            yield Problem.of(spot, "field-not-shown", field=name, kind=kind, count=len(sections))


@rule("group-without-words", "warning", "People")
def group_without_words(context: CheckContext) -> Iterator[Problem]:
    """A member's group has no heading, so lists of members print it as it is typed.

    It may be misspelt, `phdd`. Your own groups get headings under `words` in `site.yaml`.
    """
    keys = (*language("en").words, *context.index.own_words)
    known = [key.removeprefix(_GROUP) for key in keys if key.startswith(_GROUP)]
    for member in context.of_type(Member):
        if member.group and member.group not in known and not group_meant(member.group):
            spot, near = context.spot(member).inside("group"), did_you_mean(member.group, known)
            yield Problem.of(spot, "group-without-words", hint=near, group=member.group)


_GROUP = "people.group."
"""The prefix of a group's name in the key of its words."""
_Key = tuple[str, str]
"""Given names and family name, folded."""


class _Known:
    """All full names in the data, each with the number of mentions and their places."""

    def __init__(self, mentions: list[_Mention], people: tuple[Person, ...]) -> None:
        self.count: Counter[_Key] = Counter()
        self.full: dict[_Key, str] = {}
        self.listed: set[_Key] = set()
        self.records: dict[_Key, set[str]] = {}
        for mention in mentions:
            key = fold(mention.given), fold(mention.family)
            self.count[key] += 1
            self.full.setdefault(key, mention.full)
            self.records.setdefault(key, set()).add(mention.record)
        for person in people:
            for name in (person.name, *person.aliases):
                if name.given and not is_initials(name.given):
                    key = fold(name.given), fold(name.family)
                    self.listed.add(key)
                    self.full.setdefault(key, name.full())
        self._by_part: dict[tuple[int, str], list[_Key]] = {}
        for key in self.full:
            for place in enumerate(key):
                self._by_part.setdefault(place, []).append(key)
        self._near: dict[_Key, _Key | None] = {}

    def near(self, key: _Key) -> _Key | None:
        """Return a name that differs in one letter and may be the same person's.

        Of several, it is the first in the alphabet, preferably with the same family name.
        """
        if key not in self._near:
            others = (o for place in enumerate(key) for o in self._by_part.get(place, ()))
            slips = (o for o in others if self._is_slip(key, o) and not self._are_two(key, o))
            self._near[key] = min(slips, key=lambda o: (o[1] != key[1], o), default=None)
        return self._near[key]

    def is_rarer(self, key: _Key, other: _Key) -> bool:
        """Whether a name is the likelier slip of two; of equals, the later one is."""
        if other in self.listed or self.count[key] != self.count[other]:
            return other in self.listed or self.count[key] < self.count[other]
        order = list(self.full)
        return order.index(key) > order.index(other)

    def _is_slip(self, key: _Key, other: _Key) -> bool:
        part = 0 if key[1] == other[1] else 1
        one, two = key[part], other[part]
        is_long = min(len(one), len(two)) >= _SHORTEST and (part == 0 or len(key[0]) >= _SHORTEST)
        return is_long and one[0] == two[0] and is_one_letter_off(one, two)

    def _are_two(self, key: _Key, other: _Key) -> bool:
        together = self.records.get(key, set()) & self.records.get(other, set())
        known = (key in self.listed) + (other in self.listed)
        if together or known == 2 or min(self.count[key], self.count[other]) >= _OFTEN:
            return True
        are_names = all(map(is_pinyin, (*key, *other)))
        return are_names and not known and not all(map(sounds_alike, key, other))


def _in_texts(context: CheckContext, known: _Known, directory: Directory) -> Iterator[Problem]:
    for prose in context.prose:
        if " " not in prose.text:
            continue
        reported: set[_Key] = set()
        for match, spot in prose.find(_PAIR):
            first, second = (_GENITIVE.sub("", word) for word in (match[1], match[2]))
            for given, family in ((first, second), (second, first)):
                key = fold(given), fold(family)
                is_new = key not in known.full and key not in reported
                if not is_new or directory.find(Name(given, family)) is not None:
                    continue
                other = known.near(key)
                if other is not None and (key[1], key[0]) not in known.full:
                    reported.add(key)
                    yield _misspelt(f"{given} {family}", known.full[other], spot)


_SYLLABLE = (
    "[bpmf](?:a|ai|an|ang|ao|ei|en|eng|i|ian|iao|ie|in|ing|iu|o|ou|u)"
    "|[dtnl](?:a|ai|an|ang|ao|e|ei|en|eng|i|ia|ian|iang|iao|ie|in|ing|iu|ong|ou|u|uan|ue|ui|un|uo"
    "|v|ve)"
    "|[gkh](?:a|ai|an|ang|ao|e|ei|en|eng|ong|ou|u|ua|uai|uan|uang|ui|un|uo)"
    "|[jqx](?:i|ia|ian|iang|iao|ie|in|ing|iong|iu|u|uan|ue|un)"
    "|(?:[zcs]h?|r)(?:a|ai|an|ang|ao|e|ei|en|eng|i|ong|ou|u|ua|uai|uan|uang|ui|un|uo)"
    "|y(?:a|an|ang|ao|e|i|in|ing|o|ong|ou|u|uan|ue|un)|w(?:a|ai|an|ang|ei|en|eng|o|u)"
    "|a|ai|an|ang|ao|e|en|er|o|ou"
)
"""A syllable of Hanyu Pinyin (ISO 7098) without tone; a few do not occur in Chinese."""


def is_pinyin(word: str) -> bool:
    """Whether a folded word consists of syllables of pinyin: `gongming` does, `gongmimg` does
    not."""
    # Compiled when first needed, since few sites have similar names.
    return re.fullmatch(f"(?:{_SYLLABLE})+", word) is not None


def sounds_alike(first: str, second: str) -> bool:
    """Whether two words in pinyin differ only in `n` and `ng`; speakers confuse the two."""
    return first.replace("ng", "n") == second.replace("ng", "n")


_SHORT = 15
"""Papers of different years may share a title with fewer letters: `Guest Editorial`."""
_FRONT_MATTER = re.compile(
    r"(?:guest)?editorial|(?:introduction|preface|foreword|editorial)to|(?:preface|foreword|前言)$"
)
"""Beginnings of folded titles that occur in every issue of a journal."""
_OF_ARXIV = "10.48550/"
"""The prefix of arXiv's DOIs; any other DOI belongs to another form of the paper."""
_SHORTER = {"conference", "workshop", "other"}
"""Kinds of papers that often have an extended version in a journal."""


@rule("paper-twice", "warning", "Papers")
def paper_twice(context: CheckContext) -> Iterator[Problem]:
    """A paper or a patent is listed twice: two have one DOI, arXiv id, title or number.

    Titles are compared without case, accents and punctuation. Write a preprint and its paper as one
    record with `versions`. The rule ignores a talk, a demo or a poster with the paper's title; a
    paper and its longer form in a journal, or at another venue in another year, because most people
    count these as two papers; two papers with different DOIs; and editorials of two special issues.
    Patent numbers are compared without the letters at the end, which distinguish application and
    grant: write these stages as `dates` of one record.
    """
    seen: dict[tuple[str, str], list[Publication]] = {}
    for paper in context.of_type(Publication):
        keys = _keys(paper)
        same = [
            (what, first)
            for what, key in keys
            for first in seen.get((what, key), ())
            if what != "title" or not _are_two(context, first, paper)
        ]
        for known in keys:
            seen.setdefault(known, []).append(paper)
        if same:
            what, first = same[0]
            yield _twice(context, "paper-twice", what, paper, first, first.id or first.title.any())
    numbers: dict[str, Patent] = {}
    for patent in context.of_type(Patent):
        number = re.sub(r"[^0-9A-Z]", "", patent.number.upper())
        number = re.sub(r"(?<=\d{7})[A-Z]\d?$", "", number)
        other = numbers.setdefault(number, patent) if number else patent
        if other is not patent:
            yield _twice(context, "patent-twice", "number", patent, other, other.id or other.number)


def _twice(
    context: CheckContext, code: str, what: str, record: Record, first: Record, name: str
) -> Problem:
    place = context.built.locate(context.spot(first))
    at = f"{place.file}:{place.line}"
    return Problem.of(context.spot(record), code, what=what, id=name, at=at)


def _keys(paper: Publication) -> list[tuple[str, str]]:
    doi = _doi(paper)
    arxiv = re.sub(r"v\d+$", "", bare_identifier(paper.arxiv).lower())
    title = fold(paper.title.any())
    kind = paper.kind if paper.kind in ("demo", "poster", "thesis") else ""
    if len(title) < _SHORT or _FRONT_MATTER.match(title):
        title += f" {paper.venue} {paper.date.last.iso() if paper.date else ''}"
    keys = (("DOI", doi), ("arXiv id", arxiv), ("title", f"{title} {kind}"))
    return [(what, key) for what, key in keys if key]


def _doi(paper: Publication) -> str:
    return bare_identifier(paper.doi).lower()


def _are_two(context: CheckContext, first: Publication, second: Publication) -> bool:
    """Whether papers with the same title are different: each has a DOI, or neither is a preprint
    and they appeared in different places, in different years or one of them in a journal."""
    dois = {_doi(first), _doi(second)}
    if len(dois) == 2 and all(doi and not doi.startswith(_OF_ARXIV) for doi in dois):
        return True
    kinds = {context.index.kind_of(first), context.index.kind_of(second)}
    is_elsewhere = first.venue and second.venue and fold(first.venue) != fold(second.venue)
    years = {one.date.last.year for one in (first, second) if one.date}
    is_longer = "journal" in kinds and bool(kinds & _SHORTER)
    return bool(is_elsewhere) and "preprint" not in kinds and (is_longer or len(years) == 2)
