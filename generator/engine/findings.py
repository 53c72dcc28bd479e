"""The problems of a build, each at its place, and the findings of the rules of `check/`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote

import msgspec

from generator.graph.facts.site_facts import markdown_words
from generator.graph.index import Index
from generator.model.files import FragmentLink, Output, SourceFile, Sources
from generator.model.site import PAGE_ENDINGS, Page, Site
from generator.parse.locate import Locator
from generator.problems import Place, Problem, Spot, sorted_by_place, unique
from generator.project import ProjectFolders
from generator.render.fragment import SectionSlot, page_options
from generator.render.renderer import Renderer
from generator.write import Staging

if TYPE_CHECKING:
    from generator.check import Look
    from generator.check.rules import Rule

_DATA_ENDINGS = (".yaml", ".yml", ".bib")


_MANY = 500
"""Outputs. The rules look at fewer of them in less time than it takes to copy this process."""


def in_order(problems: list[Problem], sources: Sources) -> tuple[Problem, ...]:
    """Return the problems sorted by place, each with the line on which it stands now."""
    return tuple(sorted_by_place(located(problems, Locator(sources))))


def located(problems: Iterable[Problem], locator: Locator) -> Iterator[Problem]:
    """Yield the problems, each with a place instead of a spot, and as this machine says it."""
    for problem in problems:
        if problem.extra:
            from generator.installation import how_to_add

            hint = how_to_add(problem.extra) + (f", {problem.hint}" if problem.hint else "")
            problem = msgspec.structs.replace(problem, way_out=hint, extra="")
        if isinstance(problem.where, Spot):
            yield msgspec.structs.replace(problem, where=locator.locate(problem.where))
        else:
            yield problem


def place_of(spot: Spot, project: ProjectFolders) -> Place:
    """Return the line and column of a spot in its file as it is now."""
    absolute = project.root / spot.file
    if not absolute.is_file():
        return Place(spot.file)
    file = SourceFile(spot.file, absolute)
    return Locator(Sources(content={spot.file: file})).locate(spot)


def dead_fragments(
    links: list[FragmentLink], outputs: tuple[Output, ...], staging: Staging
) -> list[Problem]:
    """Return a warning for each link to an id that its page does not have."""
    paths = {output.url: output.path for output in outputs}
    ids: dict[str, set[str]] = {}
    problems = []
    for link in links:
        path = paths.get(link.address)
        if path is None or not path.endswith(".html"):
            continue
        if path not in ids:
            page = staging.read(path).decode("utf-8", "replace")
            ids[path] = set(_places(page))
        if unquote(link.fragment) not in ids[path]:
            problems.append(
                Problem.of(
                    link.where,
                    "fragment-missing",
                    address=link.address,
                    fragment=link.fragment,
                    severity="warning",
                    rule="fragment-missing",
                )
            )
    return problems


def _places(page: str) -> Iterator[str]:
    """Yield the names on a page that a link can lead to: ids, and `<a name>` of older HTML."""
    from generator.html import start_tags

    for tag in start_tags(page, having="id"):
        yield tag.attributes.get("id", "")
    for tag in start_tags(page, ("a",), having="name"):
        yield tag.attributes.get("name", "")


def _look_in_processes(staging: Staging) -> Callable[[Look, list[Rule]], list[list[Problem]]]:
    """Return what has several processes call a function with rules."""
    from generator.engine.workers import shared_among_processes

    staging.open()
    return lambda look, rules: shared_among_processes(rules, look, staging.folder)


def checked(
    problems: list[Problem],
    site: Site,
    index: Index,
    sources: Sources,
    staging: Staging,
    renderer: Renderer,
    today: tuple[int, int, int] | None = None,
) -> tuple[list[Problem], int]:
    """Return the problems of a build and the findings of the rules, each with its place, and the
    number of findings that the author has silenced. Errors of the build are never silenced.
    """
    from generator.check import findings
    from generator.check.rules import CheckContext
    from generator.check.silencing import silenced
    from generator.parse.source_text import decoded

    locator = Locator(sources)

    def placed(page: Page) -> tuple[SectionSlot, ...]:
        markdown = site.config.markdown
        breaks = markdown.breaks if page.front.breaks is None else page.front.breaks
        options = page_options(page.lang, markdown.html, breaks, markdown_words(index, page.lang))
        return renderer.markdown.convert(index.body(page), options, is_inline=False).sections

    context = CheckContext(
        site,
        index,
        read=lambda output: staging.read(output.path),
        size=lambda output: staging.size(output.path),
        read_section=renderer.read_section,
        placed=placed,
        build_problems=problems,
        today=today,
    )

    def lines_of(file: str) -> list[str]:
        source = sources.content.get(file)
        text = decoded(source.read(), file, []) if source else None
        return text.split("\n") if text else []

    entry = Spot("content/site.yaml", ("check", "ignore"))
    asked = [(word, locator.locate(entry.inside(word))) for word in site.config.check.ignore]
    texts = [file for file in sources.content if file.endswith((*PAGE_ENDINGS, *_DATA_ENDINGS))]
    found = findings(context, _look_in_processes(staging) if len(index.outputs) >= _MANY else map)
    said = unique(located([*problems, *found], locator))
    firm = {p for p in located(problems, locator) if p.is_error}  # with these there is no build
    others, count = silenced((p for p in said if p not in firm), asked, texts, lines_of)
    return [*firm, *others], count
