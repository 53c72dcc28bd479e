"""Social cards: the pictures that show a page where its link is shared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.graph.index import Index
from generator.model.files import Output
from generator.model.site import Site
from generator.model.theme import Theme
from generator.problems import Problem, Spot

DESIGN = "cards/card.typ"
"""The file of a theme that draws cards."""


def card_outputs(found: Iterable[Output], site: Site, theme: Theme) -> Iterator[Output]:
    """Yield a card for each page, post, paper and CV, where the site wants cards.

    A page with a picture of its own needs none, and a file of the author's at a card's address
    takes its place. Lists, the search and the 404 page show the card of the home.
    """
    if not site.config.cards or DESIGN not in theme.files:
        return
    pages = {(f"page:{page.key}", page.lang): page for page in site.pages}
    for output in list(found):
        is_page = output.key.startswith("page:")
        if output.kind != "template" or not (is_page or output.layout in ("publication", "cv")):
            continue
        page = pages.get((output.key, output.lang))
        if is_page and (page is None or page.front.image):
            continue
        url = card_address(output.url)
        if url.lstrip("/") not in site.statics:
            yield Output(path=url.lstrip("/"), url=url, kind="card", lang=output.lang,
                         layout="card", subject=output.subject, key=f"card:{output.key}",
                         source=output.source, is_listed=False)  # fmt: skip


def card_address(url: str) -> str:
    """Return where the card of a page lies: `/about/card.png`, `/about-card.png`."""
    return f"{url}card.png" if url.endswith("/") else f"{url.removesuffix('.html')}-card.png"


def card_problems(index: Index) -> Iterator[Problem]:
    """Yield why a site that wants cards has none."""
    if not index.config.cards:
        return
    where = Spot("content/site.yaml", ("cards",))
    if DESIGN not in index.theme.files:
        message = f'the theme "{index.theme.name}" draws no cards: it has no {DESIGN}'
        hint = "let the theme extend broadsheet, which has one, or take `cards` out"
        yield Problem(where, message, hint)
    elif not index.base_url:
        message = "there are no cards: they are named by their full URL, and the site has none"
        hint = "add the line `url: https://…` to site.yaml"
        yield Problem(where, message, hint, "warning")
