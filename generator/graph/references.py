"""Checks across files: dead references, and names of people.

A file may be right by itself: that `blog: goat` has no post only shows when all are known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from generator.graph.addresses import REDIRECTS, VALUES, as_address, unsafe_part
from generator.graph.index import Index
from generator.graph.links import resolve
from generator.graph.outputs import FEED_ENDINGS
from generator.graph.pictures import preview_problems
from generator.graph.section_checks import (
    cv_problems,
    default_problems,
    shown_nowhere_else,
    style_problems,
)
from generator.graph.wording import words_missing
from generator.model import names
from generator.model.links import Link, expanded, is_doi, is_external, is_orcid, is_safe
from generator.model.names import Name
from generator.model.people import Author
from generator.model.records.bibliography import bibtex_key, is_field_name, is_key
from generator.model.records.career import Education, Record, Teaching
from generator.model.records.members import Member
from generator.model.records.works import Patent, Publication, Talk
from generator.model.site import FrontMatter, text_key
from generator.model.text import Text
from generator.problems import Message, Problem, Spot, did_you_mean, which_file

_TOPIC = ("slug", "name")
"""Words in the address patterns of tags and categories."""
_ID = re.compile(r"[a-z0-9][a-z0-9._-]*")
"""The form of a venue's id; anything else is a name."""


def reference_problems(index: Index) -> Iterator[Problem]:
    """Yield a problem for each dead reference in data, the menu or front matter."""
    config = index.config
    person = Spot("content/site.yaml", ("person",))
    yield from _links(index, config.person.links, person)
    for name in ("portrait", "portrait_dark"):
        if typed := getattr(config.person, name):
            yield from _link(index, "portrait", typed, person, name)
    yield from _contact(config.person, person)
    turned = set[Name]()
    for kind, records in index.all_records.items():
        for record in records:
            spot = record.spot or Spot(f"content/{kind}.yaml")
            found = _record(index, record, spot)
            for problem in found:  # owners often cannot change a .bib
                severity = "warning" if spot.file.endswith(".bib") else problem.severity
                yield msgspec.structs.replace(problem, severity=severity)
            yield from _turned_names(index, record, spot, turned)
    yield from _equal_keys(index)
    spot = person.inside("name")
    yield from _title_problems(config.person.name, spot)
    for entry in config.menu or ():
        spot = entry.spot or Spot("content/site.yaml", ("menu",))
        yield from _link(index, "menu", entry.to, spot, "to")
    for old, to in config.redirects.items():
        yield from _link(index, "redirect", to, REDIRECTS.key(old))
    for page in index.all_pages:
        front = page.front
        if front.publication:
            yield from _publication(index, front.publication, page.front_spot("publication"))
        if front.image:
            yield from _link(index, "image", front.image, page.front_spot("image"), file=page.file)
        yield from _preview(index, front, page.front_spot(), page.file)
    for cv in index.all_cvs:
        yield from cv_problems(index, cv, Spot(f"content/cv/{cv.id}.yaml"))
    yield from shown_nowhere_else(index)
    yield from default_problems(index, config.section_defaults, Spot("content/site.yaml"))
    yield from _addresses(index)
    yield from style_problems(index)
    yield from words_missing(index)


def _record(index: Index, record: Record, spot: Spot) -> Iterator[Problem]:
    yield from name_problems(index, record, spot)
    yield from _links(index, record.links, spot)
    yield from _preview(index, record, spot)
    yield from _contact(record, spot)
    for kind, ids in record.related.items():
        yield from _related(index, kind, ids, spot.inside("related", kind))
    for name, field in record.declared.items():
        if field.type == "link" and getattr(record, name):
            yield from _link(index, name, getattr(record, name).to, spot, name, "to")
    if type(record) in _OF_KIND:
        yield from _OF_KIND[type(record)](index, record, spot)


def _related(index: Index, kind: str, ids: tuple[str, ...], spot: Spot) -> Iterator[Problem]:
    """Report ids of related records that do not exist. References to hidden records are allowed."""
    if kind not in index.kinds:
        hint = did_you_mean(kind, index.kinds)
        yield Problem.of(spot, "kind-missing", kind=kind, known=tuple(index.kinds), hint=hint)
        return
    known = {record.page_name or record.id for record in index.all_of(kind)}
    for place, name in enumerate(ids):
        if name not in known and not index.is_broken(kind):
            hint, where = did_you_mean(name, known), spot.inside(str(place))
            yield Problem.of(where, "related-missing", kind=kind, id=name, hint=hint)


def _paper(index: Index, paper: Publication, spot: Spot) -> Iterator[Problem]:
    is_said_by_reader = spot.file.endswith(".bib")
    if not (paper.authors or paper.editors or is_said_by_reader):
        yield Problem.of(
            spot, "authors-missing", id=paper.id, severity="warning", rule="authors-missing"
        )
    yield from _text(index, paper, spot.inside("page"))
    yield from _numbers_and_venue(index, paper, spot)
    for version in paper.other_versions():
        yield from _links(index, version.links, version.spot or spot)
        yield from _numbers_and_venue(index, version, version.spot or spot)
    if not is_key(paper.key):
        yield Problem.of(spot.inside("key"), "bibtex-key-invalid", key=paper.key)
    for name in paper.bibtex:
        if not is_field_name(name):
            yield Problem.of(spot.inside("bibtex").key(name), "bibtex-field-invalid", name=name)


def _degree(index: Index, degree: Education, spot: Spot) -> Iterator[Problem]:
    for place, advisor in enumerate(degree.advisors):
        if advisor.url:
            yield from _link(index, "url", advisor.url, spot, "advisors", str(place), "url")


def _course(index: Index, course: Teaching, spot: Spot) -> Iterator[Problem]:
    for place, session in enumerate(course.schedule):
        yield from _links(index, session.files, spot.inside("schedule", str(place)), "files")


def _patent(_: Index, patent: Patent, spot: Spot) -> Iterator[Problem]:
    if not (patent.title or patent.number):
        yield Problem.of(spot, "patent-unnamed")


def _talk(index: Index, talk: Talk, spot: Spot) -> Iterator[Problem]:
    if talk.publication:
        yield from _publication(index, talk.publication, spot.inside("publication"))


def _member(index: Index, person: Member, spot: Spot) -> Iterator[Problem]:
    if person.portrait:
        yield from _link(index, "portrait", person.portrait, spot, "portrait")
    if person.since and person.until and person.until.last.is_before(person.since.first):
        yield Problem.of(spot.inside("until"), "left-before-joining", name=person.name.full())
    has_times = any((person.since, person.until, person.status))
    if has_times and not person.group:
        field = "since" if person.since else "until" if person.until else "status"
        yield Problem.of(spot.inside(field), "dates-without-group", severity="warning")


_OF_KIND: dict[type[Record], Callable[[Index, Any, Spot], Iterator[Problem]]] = {
    Publication: _paper,
    Education: _degree,
    Member: _member,
    Teaching: _course,
    Patent: _patent,
    Talk: _talk,
}
"""The checks of one kind of record."""


def _preview(
    index: Index, shown: Record | FrontMatter, spot: Spot, file: str = ""
) -> Iterator[Problem]:
    for name, typed in (("preview", shown.preview), ("preview_still", shown.preview_still)):
        if typed:
            yield from _link(index, "image", typed, spot.inside(name), file=file)
    yield from preview_problems(index, shown, spot, file)


def _text(index: Index, paper: Publication, spot: Spot) -> Iterator[Problem]:
    """Report a paper's `page` that does not exist or cannot be its text."""
    key = text_key(paper.page)
    owner = index.papers_by_page.get(key)
    if not key or owner == paper.id or index.is_broken(paper.page):
        return
    pages = [page for page in index.all_pages if page.key == key]
    if owner is not None:
        yield Problem.of(spot, "text-of-another-paper", file=paper.page, paper=owner)
    elif pages and pages[0].is_post:
        yield Problem.of(spot, "text-is-a-post", file=paper.page, paper=paper.id)
    elif pages:
        yield Problem.of(spot, "text-has-an-address", file=paper.page)
    else:
        files = [page.file.removeprefix("content/") for page in index.all_pages]
        hint = which_file(paper.page, files)
        yield Problem.of(spot, "text-missing", file=paper.page, hint=hint)


def _numbers_and_venue(index: Index, paper: Publication, spot: Spot) -> Iterator[Problem]:
    for kind, number in (("doi", paper.doi), ("arxiv", paper.arxiv)):
        if number:
            yield from _link(index, kind, number, spot, kind)
    id, venues = paper.venue, index.venues
    if spot.file.endswith(".bib"):
        return  # BibTeX names venues in words
    if _ID.fullmatch(id) and id not in venues and not index.is_broken("venues"):
        hint = did_you_mean(id, venues)
        yield Problem.of(spot.inside("venue"), "venue-missing", id=id, hint=hint)


def _publication(index: Index, id: str, spot: Spot) -> Iterator[Problem]:
    """Report the id of a paper that does not exist or is hidden."""
    if id in index.publications or index.is_broken("publications"):
        return
    if any(record.id == id for record in index.all_records.get("publications", ())):
        yield Problem.of(spot, "publication-hidden", id=id)
    else:
        hint = did_you_mean(id, index.publications)
        yield Problem.of(spot, "publication-missing", id=id, hint=hint)


def _equal_keys(index: Index) -> Iterator[Problem]:
    """Report papers with equal BibTeX keys. Equal ids are reported when files are read."""
    seen: dict[str, Publication] = {}
    for paper in index.publications.values():
        first = seen.setdefault(bibtex_key(paper), paper)
        if first is not paper and first.id != paper.id:
            where = (paper.spot or Spot("content/publications.yaml")).inside("key")
            yield Problem.of(where, "bibtex-key-twice", id=first.id, key=bibtex_key(paper))


def _contact(who: Any, spot: Spot) -> Iterator[Problem]:
    """Report an ORCID iD or an e-mail address that cannot be one."""
    if (orcid := getattr(who, "orcid", "")) and not is_orcid(orcid):
        yield Problem.of(spot.inside("orcid"), "orcid-invalid", orcid=orcid)
    email = getattr(who, "email", "")  # a site's own field may be of any type
    if isinstance(email, str) and email and not re.search(r"[^\s@]@[^\s@]", email):
        where = spot.inside("email")
        yield Problem.of(where, "email-invalid", email=email, severity="warning")


def _links(
    index: Index, links: dict[str, Link], spot: Spot, field: str = "links"
) -> Iterator[Problem]:
    for kind, link in links.items():
        yield from _link(index, kind, link.to, spot, field, kind, "to")


def _link(
    index: Index, kind: str, to: str, spot: Spot, *inside: str, file: str = ""
) -> Iterator[Problem]:
    """Report a dead link; `inside` is its path below `spot`."""
    target = expanded(kind, to)
    if is_external(target):
        if not is_safe(target):
            scheme = f"{target.split(':')[0]}:"
            yield Problem.of(spot.inside(*inside), "link-scheme", scheme=scheme)
        elif kind == "orcid" and not is_orcid(to):
            yield Problem.of(spot.inside(*inside), "orcid-invalid", orcid=to)
        elif kind == "doi" and target != to and not is_doi(to):
            yield Problem.of(spot.inside(*inside), "doi-invalid", doi=to, severity="warning")
        elif kind in ("portrait", "image"):
            yield Problem.of(spot.inside(*inside), "picture-elsewhere")
        return
    if resolve(index, target, index.default_lang, file) is None and not index.is_broken(target):
        where = spot.inside(*inside)
        hint = which_file(target, [*index.names, *index.statics])
        if target.strip("/") == "posts":
            hint = Message.of("no-posts-yet")
        yield Problem.of(where, "target-missing", target=to, hint=hint, rule="link-broken")


def _addresses(index: Index) -> Iterator[Problem]:
    """Report problems of the address patterns, and of the feed's addresses."""
    posts = index.config.posts
    spot = Spot("content/site.yaml", ("posts",))
    example = Message.of("for-example", example="/:year/:month/:day/:slug/")
    where = spot.inside("permalink")
    yield from _scheme(posts.permalink, VALUES, ("slug", "title"), where, example)
    example = Message.of("for-example", example="/tags/:slug/")
    for name in ("tag_permalink", "category_permalink"):
        scheme: str = getattr(posts, name)
        yield from _scheme(scheme, _TOPIC, _TOPIC, spot.inside(name), example)
    for place, typed in enumerate(posts.feed_addresses):
        if not as_address(typed).endswith(FEED_ENDINGS):
            where = spot.inside("feed_addresses", str(place))
            yield Problem.of(where, "feed-address", address=typed, endings=FEED_ENDINGS)


def _scheme(
    scheme: str, values: Iterable[str], needed: tuple[str, str], spot: Spot, hint: Message
) -> Iterator[Problem]:
    """Report problems of an address pattern."""
    first, second = (f":{word}" for word in needed)
    if first not in scheme and second not in scheme:
        yield Problem.of(spot, "permalink-without", first=first, second=second, hint=hint)
    if bad := unsafe_part(scheme):
        yield Problem.of(spot, "permalink-characters", bad=bad, hint=hint)
    for word in re.findall(r":\w*", scheme):
        if not word[1:].startswith(tuple(values)):
            yield Problem.of(spot, "permalink-word", word=word, hint=hint)


def name_problems(index: Index, record: Record, spot: Spot) -> Iterator[Problem]:
    """Yield problems of the names in the record at a spot."""
    note = getattr(record, "note", None)  # a site's own field may be of any type
    said = note.forms.values() if isinstance(note, Text) else ()
    explained = names.explained("\n".join(said))
    if record.person_name is not None:
        yield from _title_problems(record.person_name, spot.inside("name"))
    listed = list(_people(record, spot))
    for where, author in listed:
        yield from _title_problems(author.name, where)
        sign = author.signs and index.config.marks.unknown_signs(author)
        if sign:
            role = explained.get(sign[0], "corresponding")
            meant = f'{role}: "{sign[0]}"'
            if sign[0] == "#" and not explained and any("*" in a.signs for _, a in listed):
                meant = 'equal: "#", corresponding: "*"'
            yield Problem.of(where, "author-sign", sign=sign, meant=meant)
        meanings = index.config.marks.meanings(author) if explained else {}
        for sign, role in explained.items():
            if sign in author.signs and meanings.get(sign, role) != role:
                other = meanings[sign]
                yield Problem.of(where, "author-sign-other", sign=sign, role=role, other=other)
        for role in author.roles:
            if role not in author.possible_roles:
                yield Problem.of(where.inside("roles"), "role-of-patents", role=role)
        found = index.directory.candidates(author.name) if where.path[-2:-1] == ("authors",) else ()
        if len(found) > 1:
            people = tuple(person.name.full() for person in found)
            yield Problem.of(where, "name-of-several", name=author.name.full(), people=people)


def _title_problems(name: Name, where: Spot) -> Iterator[Problem]:
    """Yield a warning for a title in a name: BibTeX and the search would take it for part of the
    name."""
    is_person = name.given or name.native
    if is_person and (title := names.without_title(name.full())[1]):
        yield Problem.of(where, "title-in-name", title=title, severity="warning", rule="name-title")


def _turned_names(
    index: Index, record: Record, spot: Spot, reported: set[Name]
) -> Iterator[Problem]:
    """Yield a warning for each name whose parts `people.yaml` has in reverse, but only the first
    time."""
    for where, author in _people(record, spot):
        name = author.name
        if name in reported or not index.directory.is_turned(name):
            continue
        reported.add(name)
        person = index.directory.find(name)
        known = person.name if person is not None else name
        yield Problem.of(
            where,
            "name-turned",
            here=name.family,
            there=known.family,
            file="site" if person is index.directory.people[0] else "people",
            full=name.full(),
            given=known.given,
            severity="warning",
            rule="name-turned",
        )


def _people(record: Record, spot: Spot) -> Iterator[tuple[Spot, Author]]:
    for name in record.people_fields:
        for place, author in enumerate(record.people_in(name)):
            yield spot.inside(name, str(place)), author
