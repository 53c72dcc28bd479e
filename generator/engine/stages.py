"""The stages in order. The only file that knows them all."""

from __future__ import annotations

import re
import time
from functools import partial

import msgspec

from generator.engine.ahead import Ahead
from generator.engine.lazy_sources import body, page_digest, read_section
from generator.engine.lock import locked
from generator.engine.outputs import Making
from generator.engine.project_cache import Memory
from generator.engine.request import BuildRequest, Report
from generator.engine.source_cache import DiskSourceCache
from generator.graph.cv_inheritance import with_whole_cvs
from generator.graph.facts import FACTS, Facts
from generator.graph.image_outputs import papers_shown
from generator.graph.index import Index
from generator.graph.outputs import outputs_of, with_homes
from generator.graph.parts import Parts
from generator.graph.references import check
from generator.load import load
from generator.model.config import ThemeChoice
from generator.model.files import Font, Output, Sources, SourcesChanged
from generator.model.site import Site
from generator.model.theme import Theme
from generator.model.tracking import fingerprint
from generator.parse.content import parse
from generator.parse.theme_layers import packaged_files, parse_theme, theme_choice
from generator.problems import Place, Problem, SiteError, Spot, sorted_by_place
from generator.project import Project
from generator.render.renderer import Renderer
from generator.write import Staging, refuse_dangerous, write


def run(request: BuildRequest) -> Report:
    """Build a site: load, parse, graph, render, write.

    Raises SiteError with all problems at once, each at its place; nothing is written then, and
    the last good site stays as it is. Two builds of one project take turns.
    """
    refuse_dangerous(request.output, request.project)
    if not request.project.content.is_dir():
        hint = "run masthead in the folder of a site, or name it with --project DIR"
        raise SiteError([Problem(Place("content"), "there is no content/ folder here", hint)])
    with locked(request.project.cache / "lock") as lock:
        for _ in range(_TRIES):
            try:
                return _run(request, lock)
            except SourcesChanged as changed:
                file = changed
                request = msgspec.structs.replace(request, started=None)  # which has been ended
    message = "this file keeps changing while the site is built"
    raise SiteError([Problem(Place(str(file)), message, "build again when it has come to rest")])


_TRIES = 5


def _run(request: BuildRequest, lock: int) -> Report:
    watch, memory = _Watch(), Memory(request, lock)

    sources, problems = load(request.project, memory.sources)
    if not sources.content and problems:
        raise SiteError(_located(problems, sources))
    watch.lap("load")

    site, theme = _parsed(request, sources, memory.sources, problems)
    renderer = _renderer(request, theme, sources, memory)
    ahead = _ahead(request, renderer, memory)
    watch.lap("parse")

    base_url = _base_url(request, site, problems)
    outputs, origins, found = _graph(request, site, theme, sources, base_url)
    problems += found
    index = Index(site, theme, outputs, base_url, read_body=partial(body, sources))
    watch.lap("graph")

    parts = Parts(site, theme, outputs, (base_url, index.medium), partial(page_digest, sources))
    books = memory.books(parts.digest)
    facts = Facts(index, books.known)
    staging = Staging(request.output, None if request.writes else request.project.cache / "check")
    making = Making(request, sources, facts, renderer, books, memory, staging, ahead)
    try:
        made, kept = making.all(
            outputs, () if _stopping(problems, request.strict) else request.first
        )
        problems += making.problems
        problems, silenced = _checked(request, problems, site, index, sources, staging, renderer)
        stops = request.writes and _stopping(problems, request.strict)
        # What is wrong with the memory is no fault of the site's, and heals by building.
        problems += [*memory.keep_rendered(books), *memory.problems]
        said = _located(problems, sources)
        watch.lap("render")

        if stops:
            raise SiteError(said)
        if not request.writes:
            return Report(warnings=said, silenced=silenced, seconds=watch.laps)
        if request.before_writing:
            request.before_writing()
        written = write(staging, made, kept, request.output, memory.file("written"))
    finally:
        staging.clear()
        if ahead:
            ahead.wait()
    watch.lap("write")

    report = Report(
        outputs=len(outputs),
        pages=sum(output.path.endswith(".html") for output in outputs),
        rendered=len(made),
        written=len(written.changed),
        removed=written.removed,
        changed=written.changed,
        origins=origins,
        warnings=said,
        silenced=silenced,
        base_url=base_url,
        seconds=watch.laps,
    )
    if request.told:
        request.told(report)
    memory.save(sources, books, made, pages=None if problems else report.pages)
    watch.lap("save")
    return report


def _parsed(
    request: BuildRequest, sources: Sources, memory: DiskSourceCache, problems: list[Problem]
) -> tuple[Site, Theme]:
    """Return what the sources say; what is wrong with them goes to the problems."""
    try:
        site, found = parse(sources, request.drafts, memory)
        problems += found
    except SiteError as error:
        raise SiteError(_located([*problems, *error.problems], sources)) from None
    site = with_homes(with_whole_cvs(site, problems))
    theme, found = parse_theme(sources, site.config.theme, memory)
    problems += found
    return _with_first_pages(site, theme, sources, memory, problems), theme


def _with_first_pages(
    site: Site, theme: Theme, sources: Sources, memory: DiskSourceCache, problems: list[Problem]
) -> Site:
    """Return the site with what the PDFs look like whose first pages the theme shows."""
    papers = papers_shown(site, theme)
    if not papers:
        return site
    from generator.parse.picture_files import first_pages_of

    pages, found = first_pages_of(papers, sources, memory)
    problems += found
    return msgspec.structs.replace(site, pictures={**site.pictures, **pages})


def _renderer(request: BuildRequest, theme: Theme, sources: Sources, memory: Memory) -> Renderer:
    """Return what draws, with all that it may know: no page, and no record."""
    fonts = tuple(Font(n, f.digest(), str(f.absolute)) for n, f in sorted(sources.fonts.items()))
    facts = {name: entry.takes_arguments for name, entry in FACTS.items() if entry.is_for_templates}
    return Renderer(
        theme,
        facts,
        partial(read_section, memory.sources),
        lambda: memory.shelf,
        fonts,
        request.kept,
        lambda: memory.cards,
        memory.compiled_templates,
    )


def _ahead(request: BuildRequest, renderer: Renderer, memory: Memory) -> Ahead | None:
    """Return the process that was started ahead, if one was; it is told what to draw with."""
    if request.started is None:
        return None
    ahead = Ahead(request.started, renderer.read_section)
    place, compiled = memory.shelf_place, memory.compiled_templates
    ahead.begin(renderer.theme, renderer.template_facts, place, renderer.fonts, compiled)
    return ahead


_Graph = tuple[tuple[Output, ...], dict[str, Spot], list[Problem]]
"""Outputs, where a preview finds their sources, and what is wrong with the site as a whole."""


def _graph(
    request: BuildRequest, site: Site, theme: Theme, sources: Sources, base_url: str
) -> _Graph:
    """Return what follows from all but the pages' texts; most edits are edits of a text."""
    pages = tuple(msgspec.structs.replace(page, body="") for page in site.pages)
    bare = msgspec.structs.replace(site, pages=pages)

    def find() -> _Graph:
        outputs, problems = outputs_of(bare, theme, sources, request.is_preview, base_url)
        problems += check(Index(bare, theme, outputs, base_url))
        origins: dict[str, Spot] = {}
        if request.is_preview:
            from generator.graph.permalinks import origins_of

            origins = origins_of(outputs, bare, theme)
        return outputs, origins, problems

    if not request.is_preview:  # nobody builds again in this process
        return find()
    files = [(name, file.path, file.digest) for name, file in theme.files.items()]
    names = [*sources.content, "", *sources.statics]
    look = theme.options, theme.words, theme.designs
    made_of = bare, theme.name, look, files, names, base_url
    return request.kept.of("graph", fingerprint(made_of), find)


def packaged_theme(project: Project) -> tuple[str, dict[str, str]]:
    """Return the theme of a site, and the packaged files below it: name -> place on the disk."""
    sources, _ = load(project)
    config = sources.content.get("content/site.yaml")
    choice = theme_choice(config) if config else ThemeChoice()
    return choice.name, packaged_files(sources, choice)


def _base_url(request: BuildRequest, site: Site, problems: list[Problem]) -> str:
    written, given = site.config.url, request.base_url
    for url, where in (
        (written, Spot("content/site.yaml", ("url",))),
        (given, Place("--base-url")),
    ):
        if url and not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", url):
            hint = "write it like https://user.github.io/repo/"
            problems.append(Problem(where, f'"{url}" is not the URL of a site', hint))
    url = given or written
    return url.rstrip("/") + "/" if url else ""


def _checked(
    request: BuildRequest,
    problems: list[Problem],
    site: Site,
    index: Index,
    sources: Sources,
    staging: Staging,
    renderer: Renderer,
) -> tuple[list[Problem], int]:
    """Return the problems with what the rules find, if asked, and how many are silenced."""
    if not request.checks:
        return problems, 0
    from generator.engine.checking import checked

    return checked(problems, site, index, sources, staging, renderer, request.ask)


def _stopping(problems: list[Problem], strict: bool) -> bool:
    return any(p.is_error or (strict and p.severity == "warning") for p in problems)


def _located(problems: list[Problem], sources: Sources) -> tuple[Problem, ...]:
    """Return the problems sorted by place, each with the line on which it stands today."""
    if not problems:
        return ()
    from generator.engine.source_map import located
    from generator.parse.locate import Locator

    return tuple(sorted_by_place(located(problems, Locator(sources))))


class _Watch:
    """How long each stage took, in seconds."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps[name] = now - self._last
        self._last = now
