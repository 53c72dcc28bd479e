"""CVs as they are after `extends`, and the photo beside the name in each.

What a CV does not say is as it is in the one that it extends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from generator.graph.index import Index
from generator.graph.teasers import file_named
from generator.model.files import RASTER, kind_named
from generator.model.links import is_external
from generator.model.people import Person
from generator.model.sections import Cv, Section
from generator.model.site import Site
from generator.problems import Problem, Spot, did_you_mean, which_file, which_one

_OWN = ("extends", "change", "without", "permalink", "pdf")
"""Fields that hold for one CV alone: two cannot be at one address."""


def with_whole_cvs(site: Site, problems: list[Problem]) -> Site:
    """Return the site with each CV as it is after all that it extends."""
    written = {cv.id: cv for cv in site.cvs}
    whole = tuple(_whole(cv, written, (), problems) for cv in site.cvs)
    return msgspec.structs.replace(site, cvs=whole)


def _whole(
    cv: Cv, written: dict[str, Cv], on_the_way: tuple[str, ...], problems: list[Problem]
) -> Cv:
    base = written.get(cv.extends)
    if cv.extends and not on_the_way:
        problems += _extends_problems(cv, written)
    if base is not None and base.id not in (cv.id, *on_the_way):
        base = _whole(base, written, (*on_the_way, cv.id), problems)
        said = {name: getattr(cv, name) for name in cv.given_fields if name not in _OWN}
        if "section_defaults" in said:
            said["section_defaults"] = cv.section_defaults.of_section(base.section_defaults)
        own = {name: getattr(cv, name) for name in (*_OWN, "id", "given_fields", "spot")}
        whole: Cv = msgspec.structs.replace(base, **{**own, **said})
    else:
        whole = cv
    if not on_the_way:
        problems += _section_problems(whole)
    return msgspec.structs.replace(whole, sections=tuple(_changed(whole)))


def _changed(cv: Cv) -> Iterator[Section]:
    for section in cv.sections:
        if section.name in cv.without.words:
            continue
        change = cv.change.get(section.name)
        yield change.of_section(section) if change is not None else section


def _extends_problems(cv: Cv, written: dict[str, Cv]) -> Iterator[Problem]:
    spot = _spot(cv, "extends")
    if cv.extends not in written:
        yield Problem.of(
            spot, "cv-missing", extends=cv.extends, hint=which_one(cv.extends, sorted(written))
        )
    seen, next_one = [cv.id], cv.extends
    while next_one in written and next_one not in seen:
        seen.append(next_one)
        next_one = written[next_one].extends
    if next_one == cv.id:
        way = " -> ".join([*seen, cv.id])
        yield Problem.of(spot, "cv-circle", way=way)


def _section_problems(cv: Cv) -> Iterator[Problem]:
    """Report sections that are named and not there, or there more than once."""
    names = [section.name for section in cv.sections]
    asked: list[tuple[str, Spot]] = [
        (word, _spot(cv, "without", word)) for word in cv.without.words
    ]
    asked += [(word, _spot(cv, "change").key(word)) for word in cv.change]
    for word, spot in asked:
        if word not in names:
            yield Problem.of(
                spot,
                "cv-section-missing",
                word=word,
                known=tuple(names),
                hint=did_you_mean(word, names),
            )
        elif names.count(word) > 1:
            yield Problem.of(spot, "cv-section-ambiguous", count=names.count(word), word=word)


def _spot(cv: Cv, *keys: Any) -> Spot:
    return Spot(f"content/cv/{cv.id}.yaml", tuple(keys))


def photo_of(person: Person, cv: Cv, statics: frozenset[str]) -> str:
    """Return the file of a CV's photo by its address without the first slash, or nothing."""
    return file_named(_typed(person, cv), statics)


def _typed(person: Person, cv: Cv) -> str:
    """Return how a CV's photo is called in the sources; nothing where it is to have none."""
    if cv.photo in ("true", "True"):
        return person.portrait
    return "" if cv.photo in ("false", "False") else cv.photo


def photos_shown(site: Site) -> tuple[str, ...]:
    """Return the photos of CVs, by address without the first slash."""
    found = (photo_of(site.config.person, cv, site.statics) for cv in site.cvs)
    return tuple(sorted({path for path in found if kind_named(path)}))


def photo_problems(index: Index, cv: Cv, where: Spot) -> Iterator[Problem]:
    """Yield why a CV cannot have the photo that it names."""
    if cv.photo in ("", "false", "False"):
        return
    person = index.site.config.person
    typed = _typed(person, cv)
    path = photo_of(person, cv, index.site.statics)
    picture = index.site.pictures.get(path) if path else None
    if not typed:
        yield Problem.of(where, "portrait-missing")
    elif is_external(typed):
        yield Problem.of(where, "photo-elsewhere")
    elif not path:
        pictures = [name for name in index.site.statics if kind_named(name) in RASTER]
        yield Problem.of(where, "photo-missing", file=typed, hint=which_file(typed, pictures))
    elif picture is None or picture.kind not in RASTER:
        yield Problem.of(where, "photo-format", file=typed)
    elif picture.fault:
        yield Problem.of(where, "photo-broken", fault=picture.fault)
