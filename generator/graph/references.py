"""What is wrong with the site as a whole: references that lead nowhere.

Each file may be right by itself; only together do they show that `blog: goat` has no post.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from generator.graph.addresses.permalinks import VALUES, as_address, unsafe_part
from generator.graph.index import Index
from generator.graph.links import KNOWN_DEAD, is_known_dead, resolve
from generator.graph.name_checks import name_problems, title_problems, turned_names
from generator.graph.outputs.images import card_problems
from generator.graph.outputs.machine_files import FEED_ENDINGS
from generator.graph.patterns.checking import style_problems
from generator.graph.section_checks import cv_problems, default_problems, shown_nowhere_else
from generator.graph.teasers import Previewed, preview_problems
from generator.graph.wording import words_missing
from generator.model.links import Link, expanded, is_external, is_safe
from generator.model.records.bibtex_types import bibtex_key, is_field_name, is_key
from generator.model.records.career import Education, Record, Teaching
from generator.model.records.members import Member
from generator.model.records.works import Patent, Publication, Talk
from generator.model.site import text_key
from generator.problems import Problem, Spot, did_you_mean, which_file

_TOPIC = ("slug", "name")
"""Words of the patterns of tags and categories."""
_ID = re.compile(r"[a-z0-9][a-z0-9._-]*")
"""What is meant for a venue's id, and not for its name."""


def check(index: Index) -> Iterator[Problem]:
    """Yield a problem for each reference in data, menu or front matter that leads nowhere."""
    site = index.site
    yield from _links(index, site.config.person.links, Spot("content/site.yaml", ("person",)))
    if site.config.person.portrait:
        spot = Spot("content/site.yaml", ("person",))
        yield from _link(index, "portrait", site.config.person.portrait, spot, "portrait")
    if site.config.person.portrait_dark:
        spot = Spot("content/site.yaml", ("person",))
        yield from _link(index, "portrait", site.config.person.portrait_dark, spot, "portrait_dark")
    for kind, records in site.records.items():
        for record in records:
            spot = record.spot or Spot(f"content/{kind}.yaml")
            found = _record(index, record, spot)
            yield from map(_as_warning, found) if spot.file.endswith(".bib") else found
    yield from _equal_keys(index)
    yield from turned_names(index)
    name = Spot("content/site.yaml", ("person", "name"))
    yield from title_problems(site.config.person.name, name, "`prefix` or `title` is for it")
    for entry in site.config.menu or ():
        spot = entry.spot or Spot("content/site.yaml", ("menu",))
        yield from _link(index, "menu", entry.to, spot, "to")
    for page in site.pages:
        front = page.front
        if front.publication:
            yield from _publication(index, front.publication, page.front_spot("publication"))
        if front.image:
            yield from _link(index, "image", front.image, page.front_spot("image"), file=page.file)
        yield from _preview(index, front, page.front_spot(), page.file)
    for cv in site.cvs:
        yield from cv_problems(index, cv, Spot(f"content/cv/{cv.id}.yaml"))
    yield from shown_nowhere_else(index)
    yield from default_problems(index, site.config.section_defaults, Spot("content/site.yaml"))
    yield from _addresses(index)
    yield from card_problems(index)
    yield from style_problems(index)
    yield from words_missing(index)


def _as_warning(problem: Problem) -> Problem:
    """Return the same as a warning: a .bib is often not its owner's to mend."""
    return msgspec.structs.replace(problem, severity="warning")


def _record(index: Index, record: Record, spot: Spot) -> Iterator[Problem]:
    yield from name_problems(index, record, spot)
    yield from _links(index, record.links, spot)
    yield from _preview(index, record, spot)
    for name, field in record.declared.items():
        if field.type == "link" and getattr(record, name):
            yield from _link(index, name, getattr(record, name).to, spot, name, "to")
    if type(record) in _OF_KIND:
        yield from _OF_KIND[type(record)](index, record, spot)


def _paper(index: Index, paper: Publication, spot: Spot) -> Iterator[Problem]:
    is_said_by_reader = spot.file.endswith(".bib")
    if not (paper.authors or paper.editors or is_said_by_reader):
        message = f'the publication "{paper.id}" names no authors'
        hint = "add `authors: [Given Family, …]`"
        yield Problem(spot, message, hint, "warning", "authors-missing")
    yield from _text(index, paper, spot.inside("page"))
    yield from _numbers_and_venue(index, paper, spot)
    for version in paper.other_versions():
        yield from _links(index, version.links, version.spot or spot)
        yield from _numbers_and_venue(index, version, version.spot or spot)
    yield from _bibtex(paper, spot)


def _degree(index: Index, degree: Education, spot: Spot) -> Iterator[Problem]:
    for place, advisor in enumerate(degree.advisors):
        if advisor.url:
            yield from _link(index, "url", advisor.url, spot, "advisors", str(place), "url")


def _course(index: Index, course: Teaching, spot: Spot) -> Iterator[Problem]:
    for place, session in enumerate(course.schedule):
        yield from _links(index, session.files, spot.inside("schedule", str(place)), "files")


def _patent(_: Index, patent: Patent, spot: Spot) -> Iterator[Problem]:
    if not (patent.title or patent.number):
        hint = "add a `title`, or a `number`"
        yield Problem(spot, "this patent has neither a title nor a number", hint)


def _talk(index: Index, talk: Talk, spot: Spot) -> Iterator[Problem]:
    if talk.publication:
        yield from _publication(index, talk.publication, spot.inside("publication"))


def _member(index: Index, person: Member, spot: Spot) -> Iterator[Problem]:
    if person.portrait:
        yield from _link(index, "portrait", person.portrait, spot, "portrait")
    if person.since and person.until and person.until.last.is_before(person.since.first):
        message = f"{person.name.full()} leaves before the date of joining"
        yield Problem(spot.inside("until"), message, "mend `since` or `until`")
    has_times = any((person.since, person.until, person.status))
    if has_times and not person.group:
        hint = "add `group: phd`, `faculty`, `alumni`, …, or take the dates out"
        message = "this person is in no `group`, so that no list of members shows the dates"
        field = "since" if person.since else "until" if person.until else "status"
        yield Problem(spot.inside(field), message, hint, "warning")


_OF_KIND: dict[type[Record], Callable[[Index, Any, Spot], Iterator[Problem]]] = {
    Publication: _paper,
    Education: _degree,
    Member: _member,
    Teaching: _course,
    Patent: _patent,
    Talk: _talk,
}
"""What the fields of one kind can get wrong."""


def _preview(index: Index, shown: Previewed, spot: Spot, file: str = "") -> Iterator[Problem]:
    for name, typed in (("preview", shown.preview), ("preview_still", shown.preview_still)):
        if typed:
            yield from _link(index, "image", typed, spot.inside(name), file=file)
    yield from preview_problems(index, shown, spot, file)


def _text(index: Index, paper: Publication, spot: Spot) -> Iterator[Problem]:
    """Report the page of a paper that is not there, or cannot be its text."""
    key = text_key(paper.page)
    owner = index.papers_by_page.get(key)
    if not key or owner == paper.id or index.is_broken(paper.page):
        return
    pages = [page for page in index.site.pages if page.key == key]
    if owner is not None:
        message = f'the text "{paper.page}" stands on the page of "{owner}" already'
        hint = "each paper has a text of its own"
    elif pages and pages[0].is_post:
        message = f'"{paper.page}" is a post, which has a page of its own'
        hint = f"write `publication: {paper.id}` in the post: the two then link to each other"
    elif pages:
        message = f'"{paper.page}" cannot be the text of a paper: it has an address of its own'
        hint = "write a file for the paper alone, such as content/papers/goat.md"
    else:
        message = f'there is no page "{paper.page}" under content/'
        files = [page.file.removeprefix("content/") for page in index.site.pages]
        hint = which_file(paper.page, files) or "name a Markdown file, as papers/goat.md"
    yield Problem(spot, message, hint)


def _numbers_and_venue(index: Index, paper: Publication, spot: Spot) -> Iterator[Problem]:
    for kind, number in (("doi", paper.doi), ("arxiv", paper.arxiv)):
        if number:
            yield from _link(index, kind, number, spot, kind)
    yield from _venue(index, paper, spot)


def _publication(index: Index, id: str, spot: Spot) -> Iterator[Problem]:
    """Report the id of a paper that is not there to be linked to."""
    if id in index.publications or index.is_broken("publications"):
        return
    if any(record.id == id for record in index.site.records.get("publications", ())):
        hint = "take it out here, or change the `visibility` of the paper or of its section"
        yield Problem(spot, f'the publication "{id}" is not shown on the web', hint)
    else:
        hint = did_you_mean(id, index.publications)
        hint = hint or "the ids stand in publications.yaml, or are the keys of a .bib"
        yield Problem(spot, f'there is no publication "{id}"', hint)


def _equal_keys(index: Index) -> Iterator[Problem]:
    """Report papers that BibTeX could not tell apart. Equal ids are told where they are read."""
    seen: dict[str, Publication] = {}
    for paper in index.publications.values():
        first = seen.setdefault(bibtex_key(paper), paper)
        if first is not paper and first.id != paper.id:
            message = f'this and the publication "{first.id}" have one key in BibTeX: '
            where = (paper.spot or Spot("content/publications.yaml")).inside("key")
            hint = "give one of the two another `key:`"
            yield Problem(where, f'{message}"{bibtex_key(paper)}"', hint)


def _bibtex(record: Publication, spot: Spot) -> Iterator[Problem]:
    if not is_key(record.key):
        hint = "a key has no blanks, commas, braces, brackets or quotation marks"
        yield Problem(spot.inside("key"), f'"{record.key}" cannot be a key in BibTeX', hint)
    for name in record.bibtex:
        if not is_field_name(name):
            message = f'"{name}" is not the name of a BibTeX field'
            hint = "a name begins with a letter and has letters, digits and hyphens"
            yield Problem(spot.inside("bibtex").key(name), message, hint)


def _links(
    index: Index, links: dict[str, Link], spot: Spot, field: str = "links"
) -> Iterator[Problem]:
    for kind, link in links.items():
        yield from _link(index, kind, link.to, spot, field, kind, "to")


def _link(
    index: Index, kind: str, to: str, spot: Spot, *inside: str, file: str = ""
) -> Iterator[Problem]:
    """Report a link that leads nowhere; `inside` is where it stands further in than `spot`."""
    target = expanded(kind, to)
    if is_external(target):
        if not is_safe(target):
            message = f'a link cannot be of the kind "{target.split(":")[0]}:"'
            hint = "give a page, a file under static/, or an https:// URL"
            yield Problem(spot.inside(*inside), message, hint)
        elif kind in ("portrait", "image"):
            message = "a picture of the site must lie in it: readers ask no other host"
            hint = "put the file under static/ and name it here"
            yield Problem(spot.inside(*inside), message, hint)
        return
    if resolve(index, target, index.default_lang, file) is None and not index.is_broken(target):
        known = [*index.names, *index.site.statics]
        hint = which_file(target, known) or "name a page, a file under static/, or a URL"
        message = f'this site has no page and no file "{to}"'
        if is_known_dead(index, target, file):
            message += ", as you know"
            yield Problem(spot.inside(*inside), message, "", "warning", KNOWN_DEAD)
            return
        yield Problem(spot.inside(*inside), message, hint, code="link-broken")


def _venue(index: Index, record: Publication, spot: Spot) -> Iterator[Problem]:
    venue = record.venue
    if spot.file.endswith(".bib"):
        return  # there a venue is named in words
    if _ID.fullmatch(venue) and venue not in index.site.venues and not index.is_broken("venues"):
        hint = did_you_mean(venue, index.site.venues)
        hint = hint or "add it to venues.yaml, or write the venue's name in words"
        message = f'venues.yaml has no venue "{venue}"'
        yield Problem(spot.inside("venue"), message, hint)


def _addresses(index: Index) -> Iterator[Problem]:
    """Report what is wrong with the patterns of addresses, and with those of the feed."""
    posts = index.config.posts
    spot = Spot("content/site.yaml", ("posts",))
    example = "for example /:year/:month/:day/:slug/"
    where = spot.inside("permalink")
    yield from _scheme(posts.permalink, VALUES, ("slug", "title"), where, example)
    for name in ("tag_permalink", "category_permalink"):
        scheme: str = getattr(posts, name)
        yield from _scheme(scheme, _TOPIC, _TOPIC, spot.inside(name), "for example /tags/:slug/")
    for place, typed in enumerate(posts.feed_addresses):
        if not as_address(typed).endswith(FEED_ENDINGS):
            message = f'"{typed}" is no address of a feed: hosts serve it as a page'
            hint = f"it ends in {' or '.join(FEED_ENDINGS)}"
            yield Problem(spot.inside("feed_addresses", str(place)), message, hint)


def _scheme(
    scheme: str, values: Iterable[str], needed: tuple[str, str], spot: Spot, hint: str
) -> Iterator[Problem]:
    """Report what is wrong with a pattern of addresses."""
    words = [f":{word}" for word in needed]
    if not any(word in scheme for word in words):
        yield Problem(spot, f"the permalink scheme has neither {' nor '.join(words)}", hint)
    if unsafe_part(scheme):
        yield Problem(spot, f'"{unsafe_part(scheme)}" cannot stand in a permalink', hint)
    for word in re.findall(r":\w*", scheme):
        if not word[1:].startswith(tuple(values)):
            yield Problem(spot, f'the permalink scheme has no "{word}"', hint)
