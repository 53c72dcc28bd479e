"""Teasers: the picture or the short film that stands for a record or a post, and what is wrong
with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from generator.graph.index import Index
from generator.graph.links import candidates
from generator.graph.outputs.images import copies_of
from generator.model.config import PictureSettings
from generator.model.files import FILMS, Picture, kind_named
from generator.model.links import is_external, path_encoded
from generator.model.records.career import Record
from generator.model.site import Page, Site
from generator.model.text import Phrase, Text
from generator.model.theme import Theme
from generator.model.views.entry_views import TeaserView
from generator.problems import Problem, Spot

OTHER_FILMS = (".mov", ".avi", ".mkv", ".ogv", ".wmv", ".mpg", ".mpeg", ".flv", ".3gp")
"""Endings of films that not all browsers play, whatever is in them."""
CONVERT = "ffmpeg -i {} -an -vf scale=800:-2 -c:v libx264 -pix_fmt yuv420p -movflags +faststart {}"
"""What makes a film of any other."""
_MEGABYTE = 1_000_000


class Previewed(Protocol):
    """A record, or the front matter of a post."""

    @property
    def preview(self) -> str: ...
    @property
    def preview_still(self) -> str: ...


def draws_first_pages(theme: Theme) -> bool:
    """Whether papers without a preview have the first page of their PDF as one."""
    options = theme.options
    return options.get("first_pages", options.get("thumbnails")) is True


def papers_shown(site: Site, theme: Theme) -> tuple[str, ...]:
    """Return the PDFs whose first pages a theme shows, by address without the first slash."""
    if not draws_first_pages(theme) or not site.config.pictures.made:
        return ()
    papers = site.records.get("publications", ())
    paths = {_first_page(p, site.statics) for p in papers if p.visibility.shows_in("web")}
    return tuple(sorted(filter(None, paths)))


def teaser_of(index: Index, record: Record, lang: str) -> TeaserView | None:
    """Return the picture or film that stands for a record, or None where there is none."""
    if not record.preview and not (record.shows_first_page and draws_first_pages(index.theme)):
        return None
    statics = index.site.statics
    path = file_named(record.preview, statics) or _first_page(record, statics)
    still = file_named(record.preview_still, statics)
    return _teaser(index, path, still, index.phrase(record.preview_alt, lang))


def teaser_of_post(index: Index, post: Page) -> TeaserView | None:
    """Return the picture or film that stands for a post: its preview, or its picture for cards."""
    front = post.front
    if not (front.preview or front.image):
        return None
    statics = index.site.statics
    path = file_named(front.preview or front.image, statics, post.file)
    still = file_named(front.preview_still, statics, post.file)
    return _teaser(index, path, still, Phrase(front.preview_alt))


def _teaser(index: Index, path: str, still: str, alt: Phrase) -> TeaserView | None:
    picture = index.site.pictures.get(path) if path else None
    if picture is None or not picture.width or picture.fault:
        return None
    is_film = picture.kind in FILMS
    if is_film and film_fault(picture, index.config.pictures):
        return None
    if picture.kind == "pdf" and not copies_of(path, picture, index.config.pictures):
        return None
    shown = index.site.pictures.get(still) if still else None
    has_still = shown is not None and shown.width and not shown.is_animated
    return TeaserView(
        url=path_encoded(f"/{path}"),
        is_film=is_film,
        still=path_encoded(f"/{still}") if has_still else "",
        width=picture.width,
        height=picture.height,
        alt=alt,
    )


def _first_page(paper: Record, statics: frozenset[str]) -> str:
    link = paper.links.get("pdf")
    if paper.preview or link is None or is_external(link.to):
        return ""
    path = file_named(link.to, statics)
    return path if path.lower().endswith(".pdf") else ""


def file_named(typed: str, statics: frozenset[str], file: str = "") -> str:
    """Return the file of the site that a link leads to, or nothing; `file` is what it stands in."""
    if not typed or is_external(typed):
        return ""
    found = (address.lstrip("/") for address in candidates(typed, file, "/")[0])
    return next((path for path in found if path in statics), "")


def film_fault(film: Picture, settings: PictureSettings) -> str:
    """Return why pages cannot show a film by themselves, in words; nothing where they can."""
    most = settings.largest_film
    if not film.fault and film.bytes > most * _MEGABYTE:
        return f"it has {film.bytes / _MEGABYTE:,.1f} MB, and a page loads no more than {most} MB"
    return film.fault


def way_out(film: Picture, path: str) -> str:
    """Return what to do about a film that pages cannot show."""
    name = path.rpartition("/")[2]
    made = f"{name.rpartition('.')[0] or name}-web.mp4"
    command = CONVERT.format(*(_shell_word(word) for word in (name, made)))
    if film.bytes and not film.fault:
        return f"make a shorter or smaller one, for example with `{command}`"
    return f"save it again as MP4 with H.264, for example with `{command}`"


def _shell_word(name: str) -> str:
    from shlex import quote

    return quote(name)


def preview_problems(index: Index, shown: Previewed, spot: Spot, file: str) -> Iterator[Problem]:
    """Yield why a preview cannot be shown; that its file is missing is said elsewhere.

    `spot` is where the record or the front matter stands, `file` the page whose it is.
    """
    statics, pictures = index.site.statics, index.site.pictures
    alt: Text | str | None = getattr(shown, "preview_alt", None)
    for name, is_given in (("preview_still", shown.preview_still), ("preview_alt", alt)):
        if is_given and not shown.preview:
            yield Problem.of(spot.inside(name), "preview-missing", name=name)
    path = file_named(shown.preview, statics, file)
    if path:
        yield from _unshown(path, pictures.get(path), index.config.pictures, spot.inside("preview"))
    still = file_named(shown.preview_still, statics, file)
    found = pictures.get(still) if still else None
    if still and (kind_named(still) in ("", *FILMS) or (found and found.is_animated)):
        yield Problem.of(spot.inside("preview_still"), "preview-still-moves", still=still)


def _unshown(
    path: str, picture: Picture | None, settings: PictureSettings, spot: Spot
) -> Iterator[Problem]:
    if path.lower().endswith(OTHER_FILMS):
        ending = path[path.rindex(".") :].lower()
        hint = way_out(Picture(fault="another kind"), path)
        yield Problem.of(spot, "film-ending", ending=ending, hint=hint)
    elif not kind_named(path):
        yield Problem.of(spot, "preview-format", path=path)
    elif kind_named(path) in FILMS and picture and (fault := film_fault(picture, settings)):
        yield Problem.of(spot, "film-unplayable", fault=fault, hint=way_out(picture, path))
