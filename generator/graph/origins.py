"""Page of the site -> the place in the sources at which an author edits what it shows."""

from __future__ import annotations

from generator.model.address import slug_of
from generator.model.outputs import Output
from generator.model.site import Site
from generator.model.theme import Theme
from generator.problems import Spot


def origins_of(outputs: tuple[Output, ...], site: Site, theme: Theme) -> dict[str, Spot]:
    """Return output path -> the spot where it comes from, for each page.

    A page leads to its text, a publication to its record. What no file of the author's asks for
    (the archive, the 404 page) leads to the template that draws it.
    """
    pages = {page.file: page for page in site.pages}
    records = {record.id: record.spot for record in site.records.get("publications", ())}
    tagged: dict[str, Spot] = {}
    for page in site.pages:
        for tag in page.front.tags:
            tagged.setdefault(slug_of(tag), page.front_spot("tags"))
    templates = {name: Spot(file.path) for name, file in theme.files.items()}
    found: dict[str, Spot] = {}
    for output in outputs:
        if output.kind != "template" or not output.path.endswith(".html"):
            continue
        spot = templates.get(f"templates/{output.layout}.html")
        if output.layout == "publication":
            spot = records.get(output.subject) or spot
        elif output.layout == "tag":
            spot = tagged.get(output.subject, spot)
        elif output.source in pages:
            spot = pages[output.source].body_spot
        elif output.layout in ("home", "cv"):
            spot = Spot(output.source)
        if spot is not None:
            found[output.path] = spot
    return found
