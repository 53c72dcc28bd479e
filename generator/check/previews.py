"""Rules on previews and films: no words for those who do not see them, places that they tell."""

from __future__ import annotations

from collections.abc import Iterator

from generator.check.context import CheckContext
from generator.check.rules import Found, rule
from generator.model.files import FILMS, digest_of, kind_named
from generator.problems import Place


@rule("preview-not-described", "warning", "Links and pictures")
def preview_not_described(context: CheckContext) -> Iterator[Found]:
    """A preview has no words for those who do not see it: give it a `preview_alt`.

    Without them it counts as decoration and is passed over, which a figure that shows a result
    should not be. Posts are looked at, too.
    """
    hint = "add `preview_alt:` with what it shows, in a few words"
    for record in context.records:
        if record.preview and not record.preview_alt:
            spot = context.spot(record).inside("preview")
            yield Found(spot, "this preview has no words for those who cannot see it", hint)
    for page, _ in context.bodies:
        if page.front.preview and not page.front.preview_alt:
            spot = page.front_spot("preview")
            yield Found(spot, "this preview has no words for those who cannot see it", hint)


@rule("film-tells-place", "warning", "Files")
def film_tells_place(context: CheckContext) -> Iterator[Found]:
    """A film says where it was taken, in a field that telephones write.

    It is published without that place, as photographs are. The file of the project keeps it, and
    whoever can see the repository can read it there. What is found: `©xyz`, `loci` and Apple's
    location in an MP4, tags of a location in a WebM.
    """
    for output in context.index.outputs:
        if output.traits.made_by != "copy" or kind_named(output.path) not in FILMS:
            continue
        film = context.site.pictures.get(output.path)
        if film is not None and film.digest != digest_of(context.read(output)):
            message = "this film says where it was taken; it is published without that"
            hint = "take it out of the file, too, if others see the project: "
            hint += "`ffmpeg -i FILM -map_metadata -1 -c copy OTHER` writes one without"
            yield Found(Place(output.source), message, hint)
