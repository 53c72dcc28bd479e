"""The current facts of the site, and the digests of the parts that they are made of.

An output reads facts, and a fact is made of parts of the site: the configuration, one page, one
paper, all outputs. There are many facts, some of which take long to compute, and few parts. If no
part of a fact has changed, the fact has not changed, and it need not be computed to know that.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from generator.graph.facts import FACTS
from generator.graph.index import Index, page_part, publication_part
from generator.model.files import Output
from generator.model.site import Page, Site
from generator.model.theme import Theme
from generator.model.tracking import Known, Read, fingerprint


class Parts:
    """The digests of a site's parts, each computed when it is first asked for."""

    def __init__(
        self,
        site: Site,
        theme: Theme,
        outputs: tuple[Output, ...],
        settings: tuple[str, ...],
        page_digest: Callable[[Page], str],
    ) -> None:
        """`settings` are those of the request; `page_digest` covers a page's text, too."""
        self._site = site
        self._theme = theme
        self._outputs = outputs
        self._settings = settings
        self._page_digest = page_digest
        self._known: dict[str, str] = {}

    def digest(self, part: str) -> str:
        """Return the current digest of a part; empty for a page or paper that does not exist."""
        found = self._known.get(part)
        if found is None:
            kind, _, rest = part.partition(" ")
            if kind == "page":
                found = self._pages.get(part, "")
            elif kind == "publication":
                found = self._publications.get(part, "")
            else:
                found = fingerprint(self._value(kind, rest))
            self._known[part] = found
        return found

    def _value(self, kind: str, rest: str) -> Any:
        site = self._site
        match kind:
            case "config":
                return site.config, site.drafts, self._settings
            case "theme":
                theme = self._theme
                own = theme.words, theme.designs, theme.section_styles
                return theme.options, theme.translated, theme.skin, *own
            case "people":
                return site.people
            case "venues":
                return site.venues
            case "cvs":
                return site.cvs
            case "pages":
                return [(p.file, p.key, p.lang, p.is_post, p.front, p.sections)
                        for p in site.pages]  # fmt: skip
            case "files":
                return [(p.file, p.key, p.lang) for p in site.pages]
            case "outputs":
                return self._outputs
            case "citations":
                return site.citation_counts
            case "statics":
                return sorted(site.statics)
            case "picture":
                return site.pictures.get(rest)
            case "pictures":
                return site.pictures
            case "broken":
                return sorted(site.broken)
            case "records":
                return site.records.get(rest, ()) if rest else site.records
        raise KeyError(kind)

    @cached_property
    def _pages(self) -> dict[str, str]:
        return {page_part((p.key, p.lang)): self._page_digest(p) for p in self._site.pages}

    @cached_property
    def _publications(self) -> dict[str, str]:
        papers = self._site.records.get("publications", ())
        return {publication_part(paper.id): fingerprint(paper) for paper in papers}


class Facts:
    """The facts of one site, each computed at most once."""

    def __init__(
        self,
        index: Index,
        known: Callable[[Read], Known | None] = lambda read: None,
    ) -> None:
        """`known` returns what the last build knew of a fact, if none of its parts has changed."""
        self.index = index
        self._earlier = known
        self._found: dict[Read, tuple[Any, str]] = {}
        self.known: dict[Read, Known] = {}
        """Every fact that was looked up, with its digest and parts."""

    def lookup(self, read: Read) -> tuple[Any, str]:
        """Return a fact's value and digest; raises KeyError for a name that is no fact."""
        found = self._found.get(read)
        if found is None:
            name, *args = read
            noted: set[str] = set()
            self.index.noted = noted
            value = FACTS[str(name)].function(self.index, *args)
            known = self.known.get(read) or self._earlier(read)
            if known is None:
                known = Known(fingerprint(value), frozenset(noted))
            self.known[read] = known
            found = self._found[read] = (value, known.digest)
        return found

    def digest(self, read: Read) -> str:
        """Return a fact's digest; compute the fact only if it may have changed."""
        return self.today(read).digest

    def today(self, read: Read) -> Known:
        """Return a fact's digest and parts; compute it only if it may have changed."""
        known = self.known.get(read) or self._earlier(read)
        if known is None:
            self.lookup(read)
            known = self.known[read]
        self.known[read] = known
        return known
