"""Differences between services and the site: papers and their fields, versions, and careers.

The data of several services on one paper are merged first: its published form, and its preprint.
The site always wins: if a service differs, that is only shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from generator.model.names import Name, fold
from generator.model.people import Directory
from generator.model.records.works import Publication
from generator.model.site import Site
from generator.problems import spoken
from generator.works.found import (
    OTHER_AUTHORS,
    SITE,
    CareerEntry,
    FoundWork,
    is_preprint_paper,
    name_in,
    name_of,
    new_among,
    site_works,
    title_key,
    work_of_paper,
)
from generator.works.matching import Groups, Likeness, likeness
from generator.works.records import Form, Said, forms_of, version_of

ADDED = ("date", "venue", "volume", "number", "pages", "doi", "arxiv", "isbn")
"""Fields that a paper of the site gets if it lacks them."""
_COMPARED = ("title", "date", "pages", "volume", "doi")
"""Fields whose differences are shown."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One addition: a record, or fields or a version of an existing paper."""

    kind: str = "publications"
    """The kind of the record."""
    paper: Publication | None = None
    """The paper of the site, or None for a new one."""
    title: str = ""
    """The name of a new record that is not a paper."""
    fields: Said
    versions: tuple[Said, ...] = ()
    doubt: str = ""
    """In words, the reason that the author must review it; if empty, it is sure."""
    services: tuple[str, ...] = ()
    is_guess: bool = False
    """Whether only a name attributes it to the person: no list of theirs, and not their place."""

    @property
    def name(self) -> str:
        """What it is about: the paper's id, or the new title."""
        return self.paper.id if self.paper else self.title or str(self.fields["title"][0])

    @property
    def identity(self) -> str:
        """Its name in a refusal: a paper of the site, a DOI, an arXiv id, or a title's letters."""
        ids = (self.fields[name][0] for name in ("doi", "arxiv") if name in self.fields)
        return self.paper.id if self.paper else str(next(ids, title_key(self.name)))

    @property
    def parts(self) -> list[str]:
        """The fields of a paper that it adds or extends."""
        return [*self.fields, *("versions" for _ in self.versions[:1])]


class Comparison(msgspec.Struct, kw_only=True):
    """The result of comparing the works of all services with the site."""

    changes: list[Change] = []
    differences: list[str] = []
    """In words, the fields in which a service differs from the site."""
    left_out: int = 0
    """How many works are errata, supplements or front matter."""
    papers: dict[str, tuple[FoundWork, ...]] = {}
    """Id of a paper of the site -> its works at services, for citation counts."""


def compared(
    site: Site,
    works: Sequence[FoundWork],
    order: Sequence[str],
    career: Sequence[CareerEntry] = (),
    today: str = "",
) -> Comparison:
    """Return the news in the works of services; `order` has the services, the most reliable first.

    The `career` of the site's person is compared, too. A paper dated after `today` is accepted, not
    published.
    """
    others = {work.doi for work in works if not work.is_paper} - {""}
    wanted = [work for work in works if work.is_paper and work.doi not in others]
    found = Comparison(left_out=len(works) - len(wanted))
    own = list(site_works(site))
    by_id = {paper.id: paper for paper in site.papers}
    items = [*own, *wanted]
    groups = Groups(items)
    doubts = _doubts(groups, items)
    owners = Directory((site.config.person,))
    is_guess_only = not own and not any(work.service in _CURATED for work in wanted)
    for numbers in groups.all():
        members = [items[number] for number in numbers]
        ids = list(dict.fromkeys(one.key for one in members if one.service == SITE))
        of_services = [one for one in members if one.service != SITE]
        if not of_services:
            continue
        forms = forms_of(of_services, order)
        if not ids:
            is_at_home = is_guess_only and any(one.is_at_home for one in of_services)
            doubt = doubts.get(groups.group(numbers[0]), "")
            for whole in _papers_in(forms):
                new = _new_paper(whole, doubt, owners, is_at_home)
                if today and _date(new) > today:
                    new.fields["status"] = ("accepted", new.fields["date"][1])
                found.changes.append(new)
            continue
        found.papers |= dict.fromkeys(ids, tuple(of_services))
        if len(ids) == 1:
            _compare(by_id[ids[0]], forms, site, found)
    found.changes = list(_without_namesakes(found.changes, own, owners))
    found.changes.sort(key=lambda change: change.name)
    found.changes.sort(key=_date, reverse=True)
    found.changes.sort(key=lambda change: change.paper is not None)
    found.changes += _new_entries(site, career)
    return found


def _new_entries(site: Site, career: Sequence[CareerEntry]) -> Iterator[Change]:
    """Yield the career entries for which the site has no record."""
    latest = sorted(career, key=lambda one: one.fields.get("date", ""), reverse=True)
    for entry in new_among(latest, site.records):
        yield Change(
            kind=entry.kind,
            title=name_of(entry),
            fields={name: ((text,) if name == "details" else text, "orcid")
                    for name, text in entry.fields.items() if text},
            services=("orcid",),
        )  # fmt: skip


_CURATED = {"orcid", "dblp"}
"""Services with lists of works that people maintain."""
_LISTED = {*_CURATED, "datacite"}
"""Services that attribute data sets and software by people's own statements."""


def _without_namesakes(
    changes: Sequence[Change], own: Sequence[FoundWork], owners: Directory
) -> Iterator[Change]:
    """Yield the changes; a guess is in doubt if it shares no co-author with the person's other
    papers or, if all are guesses, with those of the most frequent co-author."""

    def short(name: Name) -> str:
        return fold(f"{name.family}{name.given[:1]}")

    def others(names: Iterable[Name]) -> set[str]:
        return {short(name) for name in names if not owners.find(name)} - selves

    selves = {short(person.name) for person in owners.people}
    circles = [others(_names(change.fields)) for change in changes]
    sure = [one for change, one in zip(changes, circles, strict=True) if not change.is_guess]
    sure += [others(filter(None, map(name_in, paper.authors))) for paper in own]
    if not any(sure) and all(change.is_guess for change in changes):
        counts = Counter(name for circle in circles for name in circle)
        sure = [one for one in circles if {name for name, _ in counts.most_common(1)} & one]
    near = set[str]().union(*sure)
    for change, circle in zip(changes, circles, strict=True):
        if change.is_guess and circle and not (circle & near or change.doubt):
            change = msgspec.structs.replace(change, doubt=spoken("doubt-guess"))
        yield change


def _date(change: Change) -> str:
    return str(change.fields.get("date", ("", ""))[0])


def _doubts(groups: Groups, items: Sequence[FoundWork]) -> dict[int, str]:
    """Return, for each group that may be the same paper as another group, a description of that.

    Of two new ones, only the lesser is in doubt: a preprint, or the one that fewer services know.
    """
    found: dict[int, str] = {}
    members = {groups.group(numbers[0]): [items[n] for n in numbers] for numbers in groups.all()}

    def worth(number: int) -> tuple[bool, bool, int, int]:
        group = groups.group(number)
        inside = members[group]
        is_published = any(not one.is_preprint and one.doi for one in inside)
        return any(one.service == SITE for one in inside), is_published, len(inside), -group

    for pair in groups.doubts:
        better, lesser = sorted(pair, key=worth, reverse=True)
        if worth(lesser)[1] and not _are_alike(members, groups, better, lesser):
            continue  # a preprint could belong to either paper
        item = items[better]
        if item.service == SITE:
            doubt = spoken("doubt-same-here", id=item.key)
        else:
            doubt = spoken("doubt-same", title=item.title)
        found.setdefault(groups.group(lesser), doubt)
    return found


def _are_alike(members: dict[int, list[FoundWork]], groups: Groups, one: int, other: int) -> bool:
    """Whether the published forms of two groups may be the same."""
    first, second = ([work for work in members[groups.group(number)] if not work.is_preprint]
                     for number in (one, other))  # fmt: skip
    return any(likeness(a, b) is not Likeness.DIFFERENT for a in first for b in second)


_NO_TEXTS = {"dataset": "doubt-dataset", "software": "doubt-software"}
"""Kinds of works that are not texts, each with the doubt about it."""


def _papers_in(forms: list[Form]) -> list[list[Form]]:
    """Return the papers to which these forms belong: a talk and an article with the same title are
    two papers, even if a common preprint has grouped them."""
    kinds = [form.value("kind") for form in forms if not form.is_preprint]
    if sorted(kinds) != ["conference", "journal"]:
        return [forms]
    talk = forms[kinds.index("conference")]
    return [[form for form in forms if form is not talk], [talk]]


def _new_paper(forms: list[Form], doubt: str, owners: Directory, is_at_home: bool) -> Change:
    main, *others = forms
    published = [form for form in forms if not form.is_preprint]
    if len(published) > 1:
        doubt = doubt or spoken("doubt-twice")
    services = tuple(dict.fromkeys(name for form in forms for name in form.services))
    is_curated = not _CURATED.isdisjoint(services)
    works = [work for form in forms for work in form.works]
    if not {"authors", "editors"} & main.said.keys() and "orcid" in services:
        main.said["authors"] = ((OTHER_AUTHORS,), "orcid")
    elif not (is_at_home or "orcid" in services or any(map(owners.find, _names(main.said)))):
        doubt = doubt or spoken("doubt-name")
    if not any(main.value(name) for name in ("doi", "arxiv", "isbn")):
        venue, date = main.value("venue"), main.value("date")
        is_known = (is_curated and (venue or date)) or (is_at_home and venue)
        is_other = main.value("kind") == "other"
        is_own = "orcid" in services and (venue or not is_other)
        if not is_own and (is_other or not is_known):
            doubt = doubt or spoken("doubt-no-id")
    elif main.value("title").endswith("…"):
        doubt = doubt or spoken("doubt-cut")
    elif main.value("kind") in _NO_TEXTS and _LISTED.isdisjoint(services):
        doubt = doubt or spoken(_NO_TEXTS[main.value("kind")])
    return Change(
        paper=None,
        fields=main.said,
        versions=tuple(map(version_of, others)),
        doubt=doubt,
        services=services,
        is_guess=not is_at_home and all(work.is_guess for work in works),
    )


def _names(said: Said) -> Iterator[Name]:
    for field in {"authors", "editors"} & said.keys():
        names = said[field][0]
        assert isinstance(names, tuple)
        yield from filter(None, map(name_in, names))


def _compare(paper: Publication, forms: list[Form], site: Site, found: Comparison) -> None:
    is_preprint = is_preprint_paper(paper, site)
    own = _own_form(paper, forms, is_preprint)
    fields: Said = {}
    if own:
        ours = work_of_paper(paper)
        fields = {
            name: own.said[name] for name in ADDED if name in own.said and not getattr(paper, name)
        }
        if paper.eprint:
            fields.pop("arxiv", None)
        for name in _COMPARED:
            mine, theirs = getattr(ours, name), own.value(name)
            if getattr(paper, name) and theirs and _differs(name, mine, theirs):
                found.differences.append(
                    spoken("sync-differs", id=paper.id, field=name, ours=mine, theirs=theirs,
                           service=own.said[name][1])
                )  # fmt: skip
    missing = [form for form in forms if form is not own and not _has(paper, form)]
    doubt = ""
    if own is None and not is_preprint:
        missing = [form for form in missing if form.is_preprint]
    if len(missing) > 1:
        doubt = spoken("doubt-twice")
    versions = tuple(version_of(form) for form in missing)
    if fields or versions:
        services = [service for _, service in fields.values()]
        services += [name for form in missing for name in form.services]
        found.changes.append(Change(
            paper=paper, fields=fields, versions=versions, doubt=doubt,
            services=tuple(dict.fromkeys(services)),
        ))  # fmt: skip


def _own_form(paper: Publication, forms: list[Form], is_preprint: bool) -> Form | None:
    """Return the form that the site's record describes."""
    alike = [form for form in forms if form.is_preprint == is_preprint]
    if paper.doi:
        return next((form for form in alike if form.value("doi") == paper.doi.lower()), None)
    if len(alike) != 1:
        return None
    year = paper.date.first.year if paper.date else alike[0].year
    return alike[0] if abs(alike[0].year - year) <= 1 or not alike[0].year else None


def _differs(name: str, ours: str, theirs: str) -> bool:
    if name == "title":
        return title_key(ours) != title_key(theirs.rstrip("…")) and not theirs.endswith("…")
    if name == "date":
        return ours[:4] != theirs[:4]
    return ours.casefold() != theirs.casefold()


def _has(paper: Publication, form: Form) -> bool:
    """Whether the site already has a form, as the paper itself or as a version."""
    known = (paper, *paper.versions)
    dois = {one.doi.lower() for one in known if one.doi}
    if form.value("doi") in dois or (form.is_preprint and paper.eprint):
        return True
    return any(form.value("arxiv") == one.arxiv.split("v")[0] for one in known if one.arxiv)
