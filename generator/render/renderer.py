"""The outputs of one site in one theme. Jinja is loaded when something must be drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.model.caches import ProcessCache, RenderCache
from generator.model.files import Output, Rendered, digest_of
from generator.model.sections import Section
from generator.model.theme import Theme
from generator.model.tracking import Read, ReadTracker
from generator.problems import Problem, Spot
from generator.render.remembered import Remembered
from generator.render.theme import ABSENT, TemplateDigests

if TYPE_CHECKING:
    from generator.model.caches import ImageCache
    from generator.render.templates import Environment
    from generator.render.typst.designs import CardDesign
    from generator.render.typst.social_cards import CardPress

ReadSection = Callable[[str, str, Spot], tuple[Section | None, list[Problem]]]
"""Directive name, option lines and their place -> section, and what is wrong with it."""


class Font(NamedTuple):
    """A font of the site's own."""

    name: str
    """Its path: `fonts/NotoSerifSC.otf`."""
    digest: str
    place: str
    """Where it lies on the disk."""


class Renderer:
    """Renders the outputs of one site with one theme."""

    def __init__(
        self,
        theme: Theme,
        template_facts: Mapping[str, bool],
        read_section: ReadSection,
        open_shelf: Callable[[], RenderCache] | None = None,
        fonts: tuple[Font, ...] = (),
        kept: ProcessCache | None = None,
        open_cards: Callable[[], ImageCache] | None = None,
        compiled_folder: Path | None = None,
    ) -> None:
        """`open_shelf` opens what was rendered before, when something must be rendered; `fonts`
        are those of the site itself, `kept` is what this process has kept of earlier renderings;
        `open_cards` opens the cards that were drawn before; `compiled_folder` holds compiled
        templates.
        """
        self.theme = theme
        self.template_facts = template_facts
        """Facts that templates may read by name; whether each takes arguments."""
        self.read_section = read_section
        self.digests = TemplateDigests(theme)
        self.fonts = fonts
        self._open_shelf = open_shelf
        self._kept = kept or ProcessCache()
        self._open_cards = open_cards
        self.compiled_folder = compiled_folder

    @cached_property
    def remembered(self) -> Remembered:
        """Markdown through its memory."""
        return Remembered(self._open_shelf() if self._open_shelf else None)

    @cached_property
    def card_design(self) -> CardDesign:
        """What cards are drawn by."""
        from generator.render.typst.designs import CardDesign

        return CardDesign(self.theme, self.fonts)

    @cached_property
    def press(self) -> CardPress:
        """What draws cards; Typst is loaded when one must be drawn."""
        from generator.render.typst.social_cards import CardPress

        return CardPress(self.card_design, self._open_cards and self._open_cards())

    @cached_property
    def environment(self) -> Environment:
        """The Jinja environment, which is set up only when something must be drawn."""
        from generator.render.templates import Compiled, Environment

        folder = self.compiled_folder
        compiled = self._kept.of("templates", (), lambda: Compiled(folder))
        return Environment(self.theme, compiled)

    def digest(self, read: Read) -> str | None:
        """Return today's digest of a theme's file that an output read; None for other reads."""
        name, file = read[0], read[1]
        if name == "template":
            return self.digests.of(file)
        if name == "design":
            return self._design_digest
        if name == "card_design":
            return self.card_design.digest
        if name not in ("icon", "asset_file"):
            return None
        found = self.theme.files.get(f"icons/{file}.svg" if name == "icon" else file)
        return found.digest if found else ABSENT

    @cached_property
    def _design_digest(self) -> str:
        """The digest of all that PDFs are typeset with: designs may share files, and do fonts."""
        theme = (
            f"{name}={file.digest}"
            for name, file in sorted(self.theme.files.items())
            if name.startswith("cv/")
        )
        own = (f"{font.name}={font.digest}" for font in self.fonts)
        return digest_of("\n".join((*theme, *own)).encode())

    def render(self, output: Output, reads: ReadTracker) -> Rendered:
        """Return one output; those that are copied, scaled or empty are not made here."""
        made_by = output.traits.made_by
        if made_by == "cv_pdf":
            from generator.render.typst.cv_pdf import DocumentRendering

            return DocumentRendering(self, output, reads).result()
        if made_by == "card":
            from generator.render.typst.social_cards import CardRendering

            return CardRendering(self, output, reads).result()
        if made_by == "export":
            from generator.render.exports import exported

            return exported(output, reads, self.remembered)
        if made_by == "search":
            from generator.render.search import search_index

            return search_index(output, reads, self.remembered)
        from generator.render.page import PageRendering

        return PageRendering(self, output, reads).result()

    def prepare(self) -> None:
        """Load what drawing needs, before copies of this process share the work."""
        from generator.render import page

        assert page and self.environment
        if self.remembered.is_empty:
            from generator.render.markdown import convert as markdown

            markdown.convert("*warm*")
