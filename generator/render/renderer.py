"""What draws the outputs of one site in one theme. Each part is loaded when something needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from generator.model.config import Config
from generator.model.files import Made, Output, SourceFile
from generator.model.lookups import BlobCache, Read, ReadTracker
from generator.model.sections import Section
from generator.model.site import Page
from generator.model.text import Body
from generator.model.theme import Theme
from generator.problems import Spot
from generator.render.fragment import Options
from generator.render.theme import ABSENT, Designs, TemplateDigests

if TYPE_CHECKING:
    from jinja2 import BytecodeCache

    from generator.render.templates import Environment, ReadSection
    from generator.render.text import CachedMarkdown
    from generator.render.typst.social_cards import CardDrawer


class Renderer:
    """Renders the outputs of one site with one theme.

    It hands each kind of output what that needs; what draws them does not know it.
    """

    def __init__(
        self,
        theme: Theme,
        template_facts: Mapping[str, bool],
        read_section: ReadSection,
        open_cache: Callable[[], BlobCache] | None = None,
        fonts: tuple[SourceFile, ...] = (),
        open_templates: Callable[[], BytecodeCache | None] | None = None,
        marks_sources: bool = False,
    ) -> None:
        """`template_facts` are the facts that templates may read by name, and whether each takes
        arguments; `read_section` reads the options of a directive. `open_cache` opens what was
        rendered and drawn before, when something must be rendered, `open_templates` the templates
        that were compiled before. `fonts` are those of the site itself. `marks_sources` says that
        elements of pages name what they show, for a preview.
        """
        self.theme = theme
        self.template_facts = template_facts
        self.read_section = read_section
        self.digests = TemplateDigests(theme)
        self.fonts = fonts
        self._cvs = Designs(theme, fonts, "cv")
        self._card_design = Designs(theme, fonts, "cards")
        self._open_cache = open_cache
        self._open_templates = open_templates
        self._marks_sources = marks_sources

    @cached_property
    def markdown(self) -> CachedMarkdown:
        """Markdown through the cache."""
        from generator.render.text import CachedMarkdown

        return CachedMarkdown(self._open_cache and self._open_cache())

    @cached_property
    def _cards(self) -> CardDrawer:
        from generator.render.typst.social_cards import CardDrawer

        return CardDrawer(self._card_design, self._open_cache and self._open_cache())

    @cached_property
    def templates(self) -> Environment:
        """The theme's templates; Jinja is loaded for them."""
        from generator.render.templates import Environment

        compiled = self._open_templates() if self._open_templates else None
        return Environment(
            self.theme, self.digests, self.template_facts, self.read_section, compiled
        )

    def sections(
        self, page: Page, body: str | Body, config: Config
    ) -> Iterator[tuple[int, Section, Spot]]:
        """Yield the sections in the text of a page that have no fault: the line of each in the
        text, from 0, the section, and where it stands."""
        breaks = config.markdown.breaks if page.front.breaks is None else page.front.breaks
        options = Options(
            lang=page.lang,
            html=config.markdown.html,
            breaks=breaks,
            titles=config.words_in(page.lang),
        )
        for slot in self.markdown.convert(body, options, is_inline=False).sections:
            where = page.body_spot.at(page.body_spot.line + slot.line, 0)
            section, faults = self.read_section(slot.name, slot.options, where)
            if section is not None and not faults:
                yield slot.line, section, where

    def digest(self, read: Read) -> str | None:
        """Return today's digest of a theme's file that an output read; None for other reads."""
        name, file = read[0], read[1]
        if name == "template":
            return self.digests.of(file)
        if name == "design":
            return self._cvs.digest
        if name == "card_design":
            return self._card_design.digest
        if name not in ("icon", "asset_file"):
            return None
        found = self.theme.files.get(f"icons/{file}.svg" if name == "icon" else str(file))
        return found.digest if found else ABSENT

    def render(self, output: Output, reads: ReadTracker) -> Made:
        """Return one output; those that are copied, scaled or empty are not made here."""
        made_by = output.traits.made_by
        if made_by == "cv_pdf":
            from generator.render.typst.cv_pdf import CvRendering

            return CvRendering(self._cvs, self.markdown, output, reads).result()
        if made_by == "card":
            from generator.render.typst.social_cards import card

            return card(self._cards, self.markdown, output, reads)
        if made_by in ("export", "search"):
            from generator.render.exports import exported, search_index

            made = exported if made_by == "export" else search_index
            return made(output, reads, self.markdown)
        from generator.render.page import PageRendering

        return PageRendering(
            self.templates, self.markdown, output, reads, self._left_out, self._marks_sources
        ).result()

    def _left_out(self, pdf: Output, reads: ReadTracker) -> tuple[str, ...]:
        """Return the sources of the entries for which a CV's PDF has no room."""
        from generator.render.typst.cv_pdf import CvRendering

        return CvRendering(self._cvs, self.markdown, pdf, reads).left_out()
