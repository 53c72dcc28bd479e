"""Has the rules look at a site that is rendered and not yet written."""

from __future__ import annotations

from generator.check import findings
from generator.check.context import CheckContext
from generator.check.silencing import silenced
from generator.engine.source_map import located
from generator.graph.index import Index
from generator.model.caches import Ask
from generator.model.files import Sources
from generator.model.site import PAGE_ENDINGS, Page, Site
from generator.parse.locate import Locator
from generator.parse.source_text import decoded
from generator.problems import Problem, Spot
from generator.render.fragment import SectionSlot
from generator.render.renderer import Renderer
from generator.render.text import page_options
from generator.write import Staging

_DATA_ENDINGS = (".yaml", ".yml", ".bib")


def checked(
    problems: list[Problem],
    site: Site,
    index: Index,
    sources: Sources,
    staging: Staging,
    renderer: Renderer,
    ask: Ask | None,
) -> tuple[list[Problem], int]:
    """Return the problems of a build with what the rules find, each with its place, and how many
    findings the author has silenced. Errors of the build are never silenced.
    """
    locator = Locator(sources)

    def placed(page: Page) -> tuple[SectionSlot, ...]:
        markdown = site.config.markdown
        breaks = markdown.breaks if page.front.breaks is None else page.front.breaks
        options = page_options(page.lang, markdown.html, breaks)
        return renderer.remembered.convert(index.body(page), options, is_inline=False).sections

    context = CheckContext(
        site,
        index,
        read=lambda output: staging.read(output.path),
        size=lambda output: staging.size(output.path),
        read_section=renderer.read_section,
        placed=placed,
        files=sources.content,
        ask=ask,
        said=problems,
    )

    def lines_of(file: str) -> list[str]:
        source = sources.content.get(file)
        text = decoded(source.read(), file, []) if source else None
        return text.split("\n") if text else []

    entry = Spot("content/site.yaml", ("check", "ignore"))
    asked = [(word, locator.locate(entry.inside(word))) for word in site.config.check.ignore]
    texts = [file for file in sources.content if file.endswith((*PAGE_ENDINGS, *_DATA_ENDINGS))]
    said = list(dict.fromkeys(located([*problems, *findings(context)], locator)))
    firm = {p for p in located(problems, locator) if p.is_error}  # no build without them
    others, count = silenced((p for p in said if p not in firm), asked, texts, lines_of)
    return [*firm, *others], count
