"""Finds works that are the same paper: by DOI and arXiv id, then by title, year and people.

The same comparison merges the works of several services, and finds the site's own paper. It would
rather ask than guess: two works must share more than a title, and merely similar ones are `unsure`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from difflib import SequenceMatcher
from enum import Enum
from functools import lru_cache
from itertools import combinations

from generator.model.names import fold, initial_letters
from generator.works.found import OTHER_AUTHORS, SITE, FoundWork, name_in


class Likeness(Enum):
    """The relation of two works."""

    DIFFERENT = 0
    UNSURE = 1
    """Perhaps the same: the author must decide."""
    SAME = 2
    """The same paper, perhaps in two forms: a preprint and its publication."""


_LEAST_LETTERS = 16
"""A title with fewer letters, such as `Introduction`, is not enough by itself."""
_LEAST_CUT = 25
"""The fewest letters by which the beginning of a title is recognized."""
_MOST_LETTERS = 200
"""Longer titles are not tested for similarity, which takes quadratic time."""


def likeness(one: FoundWork, other: FoundWork) -> Likeness:
    """Return the relation of two works."""
    if _share_an_id(one, other) or _says_so(one, other) or _says_so(other, one):
        return Likeness.SAME
    titles = _titles(one, other)
    people = _people(one, other)
    years = abs(one.year - other.year) if one.year and other.year else 0
    are_forms = one.is_preprint != other.is_preprint
    are_all_same = people == 1.0 and _as_many(one, other)
    if titles < _DOUBTFUL or _numbers(one.title) != _numbers(other.title):
        is_retitled = are_forms and are_all_same and years <= 4 and _shared_words(one, other) >= 0.6
        return Likeness.UNSURE if is_retitled else Likeness.DIFFERENT
    if people < 0.5:
        return Likeness.DIFFERENT
    says_enough = min(_letters(one.title_key), _letters(other.title_key)) >= _LEAST_LETTERS
    is_exact = titles == 1.0 and says_enough
    # A merely similar title with other people means a different paper.
    is_alike = titles >= _SURE and says_enough and are_all_same and _same_first(one, other)
    have_two_dois = bool(one.doi and other.doi)
    if are_forms:
        is_one = years <= 4 and (is_exact or is_alike)
        return Likeness.SAME if is_one else Likeness.UNSURE
    if _are_two_works(one, other, have_two_dois):
        return Likeness.DIFFERENT
    if have_two_dois or (one.arxiv and other.arxiv):
        return Likeness.UNSURE if is_exact else Likeness.DIFFERENT
    if is_exact:
        return Likeness.SAME if years <= (3 if people == 1.0 else 1) else Likeness.UNSURE
    if is_alike and years <= 1:
        return Likeness.SAME
    return Likeness.UNSURE if years <= 1 else Likeness.DIFFERENT


_SURE = 0.94
_DOUBTFUL = 0.86


def _share_an_id(one: FoundWork, other: FoundWork) -> bool:
    are_one_paper = one.service == other.service == SITE and one.key == other.key
    has_id = (one.doi and one.doi == other.doi) or (one.arxiv and one.arxiv == other.arxiv)
    return are_one_paper or bool(has_id)


def _says_so(one: FoundWork, other: FoundWork) -> bool:
    """Whether a service lists one work as a form of the other."""
    return bool(other.doi) and other.doi in one.other_dois


def _are_two_works(one: FoundWork, other: FoundWork, have_two_dois: bool) -> bool:
    """Whether they are a talk and its article, or a thesis and its book."""
    kinds = {one.kind, other.kind}
    return kinds == {"thesis", "book"} or (have_two_dois and kinds == {"conference", "journal"})


def _titles(one: FoundWork, other: FoundWork) -> float:
    """Return the similarity of two titles: 1 for equal letters."""
    first, second = sorted((one.title_key, other.title_key), key=len)
    if first == second:
        return 1.0 if first else 0.0
    if len(first) >= _LEAST_CUT and second.startswith(first):
        return 0.95  # it is cut off, or the other one has a subtitle
    is_near = len(first) >= 0.7 * len(second)
    if not is_near or not _LEAST_LETTERS <= len(first) <= len(second) <= _MOST_LETTERS:
        return 0.0
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    if matcher.quick_ratio() < _DOUBTFUL:
        return 0.0
    return min(matcher.ratio(), 0.99)


def _letters(key: str) -> int:
    """Return the number of a title's letters; a Chinese character counts as three."""
    return len(key) if key.isascii() else len(key) + 2 * sum(c >= "\u3040" for c in key)


_NUMBER = re.compile(r"\d+|\b(?:I{1,3}|I?V|VI{1,3}|IX|X)\b")


def _numbers(title: str) -> list[str]:
    """Return the numbers in a title: `Part I` and `Part II` are two papers."""
    return _NUMBER.findall(title.rstrip("…"))


def _people(one: FoundWork, other: FoundWork) -> float:
    """Return the share of people in the shorter list who are also in the longer one."""
    first, second = sorted((_listed(one), _listed(other)), key=len)
    if not first:
        return 0.9
    families = defaultdict(list)
    for name in second:
        family, initials = _person(name)
        families[family].append(initials)
    known = 0
    for name in first:
        family, initials = _person(name)
        known += any(_fit(initials, other) for other in families.get(family, ()))
    return known / len(first)


def _listed(work: FoundWork) -> tuple[str, ...]:
    """Return the authors, or none if the list is incomplete."""
    return () if OTHER_AUTHORS in work.authors else work.authors


def _same_first(one: FoundWork, other: FoundWork) -> bool:
    firsts = [_person(work.authors[0])[0] for work in (one, other) if work.authors]
    return len(set(firsts)) < 2


def _shared_words(one: FoundWork, other: FoundWork) -> float:
    """Return the share of words that two titles have in common, regardless of endings."""
    first, second = ({fold(word)[:6] for word in re.findall(r"\w{3,}", work.title)}
                     for work in (one, other))  # fmt: skip
    return len(first & second) / max(1, len(first | second))


def _as_many(one: FoundWork, other: FoundWork) -> bool:
    return len(_listed(one)) == len(_listed(other)) or not (_listed(one) and _listed(other))


@lru_cache(maxsize=65536)
def _person(text: str) -> tuple[str, str]:
    """Return the folded family name, and the initials of the given names."""
    name = name_in(text)
    if name is None:
        return fold(text), ""
    if name.native:
        return fold(name.native), ""
    # Services split names before or inside the family name: `Ana Della | Torre`.
    return fold(re.split(r"[\s-]", name.family)[-1]), initial_letters(name.given)


def _fit(one: str, other: str) -> bool:
    return not one or not other or one[0] == other[0]


# ---------------------------------------------------------------------- many at once


class Groups:
    """Groups works of the same paper, pair by pair."""

    def __init__(self, works: Sequence[FoundWork]) -> None:
        self.works = works
        self._parents = list(range(len(works)))
        doubts: list[tuple[int, int]] = []
        for one, other in _pairs(works):
            like = likeness(works[one], works[other])
            if like is Likeness.SAME:
                self._parents[self.group(one)] = self.group(other)
            elif like is Likeness.UNSURE:
                doubts.append((one, other))
        self.doubts = [pair for pair in doubts if self.group(pair[0]) != self.group(pair[1])]
        """Pairs that may be the same paper."""

    def group(self, number: int) -> int:
        """Return the number of a work's group."""
        while self._parents[number] != number:
            self._parents[number] = self._parents[self._parents[number]]
            number = self._parents[number]
        return number

    def all(self) -> list[list[int]]:
        """Return the groups, each with the numbers of its works, ordered by the first."""
        found: dict[int, list[int]] = defaultdict(list)
        for number in range(len(self.works)):
            found[self.group(number)].append(number)
        return list(found.values())


_BEGINNING = 20
_LARGEST_BLOCK = 120
"""The most works with the same beginning that are compared: of a collaboration's many
`Measurement of the …`, only those with the same title are."""


def _pairs(works: Sequence[FoundWork]) -> Iterable[tuple[int, int]]:
    """Return the pairs that are worth comparing, since all pairs would be millions."""
    blocks: dict[Hashable, list[int]] = defaultdict(list)
    for number, work in enumerate(works):
        for key in _keys(work):
            blocks[key].append(number)
    small = (block for block in blocks.values() if len(block) <= _LARGEST_BLOCK)
    return dict.fromkeys(pair for block in small for pair in combinations(block, 2))


def _keys(work: FoundWork) -> Iterable[Hashable]:
    key = work.title_key
    yield "title", key
    yield "beginning", key[:_BEGINNING]
    yield "end", key[-_BEGINNING:]
    for doi in (work.doi, *work.other_dois):
        if doi:
            yield "doi", doi
    if work.arxiv:
        yield "arxiv", work.arxiv
    if work.service == SITE:
        yield "paper", work.key
    words = sorted((fold(word) for word in work.title.split()), key=lambda w: (-len(w), w))
    yield "words", tuple(words[:2])
