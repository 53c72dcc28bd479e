"""Which records public sections show: those that none does are kept from programs, too.

A paper has a page of its own, so it is public unless sections say otherwise: one that stands only
in sections which the web does not show, or in CVs that nobody publishes, has neither a page nor an
entry anywhere. Other records have no page. They are in `resume.json` only where a page shows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from generator.graph.entries import source_of
from generator.graph.facts.registry import memoized
from generator.graph.index import Index
from generator.graph.query import chosen
from generator.model.sections import ANY_KINDS, Cv, Section, Words
from generator.model.site import KINDS, Page, Site
from generator.model.text import Medium, Visibility
from generator.model.theme import Theme


def without_hidden_papers(site: Site, theme: Theme) -> Site:
    """Return the site with each paper that sections show, but no public one, for PDFs only."""
    veiled = [section for section in _veiled(site) if "publications" in section.of.words]
    if not veiled:
        return site
    index = Index(site, theme, (), "")
    public = (*_on_pages(site.pages, theme), *_in_cvs(site.cvs, ("web", "pdf")))
    hidden = _shown_by(veiled, index) - _shown_by(public, index)
    papers = tuple(
        msgspec.structs.replace(paper, visibility=Visibility("pdf", paper.visibility.fields))
        if paper.visibility.whole == "public" and source_of(paper) in hidden
        else paper
        for paper in site.records["publications"]
    )
    return msgspec.structs.replace(site, records={**site.records, "publications": papers})


@memoized
def on_public_pages(index: Index) -> frozenset[str]:
    """Return the records that the pages of the site show, each as `source_of` names it."""
    sections = (*_on_pages(index.site.pages, index.theme), *_in_cvs(index.site.cvs, ("web",)))
    return frozenset(_shown_by(sections, index))


def _shown_by(sections: Iterable[Section], index: Index) -> set[str]:
    return {source_of(record) for section in sections for record in chosen(section, index)}


def _veiled(site: Site) -> Iterator[Section]:
    """Yield the sections that nobody finds on the web: by their own word, or by their CV's."""
    for cv in site.cvs:
        is_public = cv.publish and cv.visibility.whole != "private"
        yield from (s for s in cv.whole_sections if not (is_public and s.shows_in("web")))
    yield from (s for page in site.pages for s in page.sections if not s.shows_in("web"))


def _on_pages(pages: Sequence[Page], theme: Theme) -> Iterator[Section]:
    """Yield what pages place, what the theme adds to a home that places nothing, and what its
    templates ask for in so many words.

    Of the templates those of the home, of layouts that a page names, and all parts count.
    """
    drawn = {"home.html", "base.html", *(f"{page.front.layout}.html" for page in pages)}
    for ask in theme.asks:
        if ask.template in drawn or ask.template.startswith("parts/"):
            kinds = ask.options.get("of", "") if ask.kind in ANY_KINDS else ask.kind
            yield Section(of=Words.from_scalar(kinds), **_literal(ask.options))
    for page in pages:
        yield from (section for section in page.sections if section.shows_in("web"))
        if page.key == Page.at_home and not page.sections:
            words = (w for v in theme.options.values() if isinstance(v, tuple | list) for w in v)
            yield from (
                Section(of=Words((kind,))) for kind in dict.fromkeys(words) if kind in KINDS
            )


def _literal(options: Mapping[str, str]) -> dict[str, Any]:
    """Return those options of a section that say which records it shows."""
    found: dict[str, Any] = {
        name: Words.from_scalar(value)
        for name, value in options.items()
        if name in ("only", "skip", "order")
    }
    if options.get("limit", "").isdecimal():
        found["limit"] = int(options["limit"])
    if options.get("selected", "").lower() in ("true", "false"):
        found["selected"] = options["selected"].lower() == "true"
    return found


def _in_cvs(cvs: Iterable[Cv], media: tuple[Medium, ...]) -> Iterator[Section]:
    """Yield the public sections of the CVs that are published as one of some media."""
    for cv in cvs:
        if cv.publish and any(map(cv.visibility.shows_in, media)):
            yield from (section for section in cv.whole_sections if section.shows_in("web"))
