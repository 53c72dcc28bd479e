"""The photo beside the name in a CV: which file it is, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.graph.index import Index
from generator.graph.teasers import file_named
from generator.model.files import RASTER, kind_named
from generator.model.links import is_external
from generator.model.people import Person
from generator.model.sections import Cv
from generator.model.site import Site
from generator.problems import Problem, Spot, which_file


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
        hint = "add `portrait: me.jpg` to the person in site.yaml, or name a file here"
        yield Problem(where, "this CV is to show the person's portrait, and there is none", hint)
    elif is_external(typed):
        hint = "put the file under static/ and name it here"
        yield Problem(where, "a photo lies in the site: readers ask no other host", hint)
    elif not path:
        pictures = [name for name in index.site.statics if kind_named(name) in RASTER]
        hint = which_file(typed, pictures) or "put the file under static/ and name it here"
        yield Problem(where, f'this site has no picture "{typed}"', hint)
    elif picture is None or picture.kind not in RASTER:
        message = f'a photo in a CV is a JPEG, a PNG or a WebP, and "{typed}" is none'
        yield Problem(where, message, "save it as one of these, and name that file here")
    elif picture.fault:
        message = f"this photo cannot be shown: {picture.fault}"
        yield Problem(where, message, "save it again, or name another one")
