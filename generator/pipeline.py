"""The stages in order. The only file that knows them all."""

from __future__ import annotations

import re
import time
from functools import partial

import msgspec

from generator.drawing.ahead import Ahead
from generator.graph.check import check
from generator.graph.facts import FACTS, Facts
from generator.graph.index import Index
from generator.graph.origins import origins_of
from generator.graph.outputs import outputs_of, with_homes
from generator.graph.parts import Parts
from generator.graph.pictures import papers_shown
from generator.graph.resumes import with_whole_cvs
from generator.load import load
from generator.making import Making, dead_fragments
from generator.memory.fingerprint import fingerprint
from generator.memory.lock import locked
from generator.memory.sources import SourceMemory
from generator.model.builds import BuildRequest, Report
from generator.model.config import ThemeChoice
from generator.model.files import SourceFile, Sources, SourcesChanged
from generator.model.outputs import Output
from generator.model.pages import Page
from generator.model.sections import Section
from generator.model.site import Site
from generator.model.theme import Theme
from generator.parse.site import parse
from generator.parse.theme import packaged_files, parse_theme, theme_choice
from generator.problems import Place, Problem, SiteError, Spot, sorted_by_place
from generator.project import Project
from generator.remembering import Memory
from generator.render.renderer import Font, Renderer
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
    watch = _Watch()
    memory = Memory(request, lock)
    sources, problems = load(request.project, memory.sources, memory.clock)
    if not sources.content and problems:
        raise _located(problems, sources)
    watch.lap("load")
    try:
        site, found = parse(sources, request.drafts, memory.sources)
        problems += found
    except SiteError as error:
        raise _located([*problems, *error.problems], sources) from None
    site = with_homes(with_whole_cvs(site, problems))
    theme, found = parse_theme(sources, site.config.theme, memory.sources)
    problems += found
    read_section = partial(_read_section, memory.sources)
    site = _with_first_pages(site, theme, sources, memory.sources, problems)
    fonts = tuple(Font(n, f.digest(), str(f.absolute)) for n, f in sorted(sources.fonts.items()))
    ahead = Ahead(request.started, read_section) if request.started else None
    if ahead:
        ahead.begin(theme, _template_facts(), memory.shelf_place, fonts)
    watch.lap("parse")
    base_url = _base_url(request, site, problems)
    outputs, origins, found = _graph(request, site, theme, sources, base_url)
    problems += found
    index = Index(site, theme, outputs, base_url, read_body=partial(_body, sources))
    watch.lap("graph")
    parts = Parts(site, theme, outputs, (base_url, index.medium), partial(_digest, sources))
    books = memory.books(parts.digest)
    renderer = Renderer(
        theme,
        _template_facts(),
        read_section,
        lambda: memory.shelf,
        fonts,
        request.kept,
        lambda: memory.cards,
    )
    facts = Facts(index, books.known)
    aside = None if request.writes else request.project.cache / "check"
    staging = Staging(request.output, aside)
    making = Making(request, sources, facts, renderer, books, memory, staging, ahead)
    try:
        made, kept = making.all(outputs)
        if ahead:
            ahead.stop()  # its end takes as long as the writing
        problems += making.problems
        problems += dead_fragments(making.fragment_links, outputs, staging)
        silenced = 0
        if request.checks:
            from generator.checking import checked

            problems, silenced = checked(
                problems, site, index, sources, staging, read_section, request.ask
            )
        is_stopping = request.writes and _stopping(problems, request.strict)
        # What is wrong with the memory is no fault of the site's, and heals by building.
        problems += memory.keep_rendered(books)
        problems += memory.problems
        watch.lap("render")
        if is_stopping:
            raise _located(problems, sources)
        if not request.writes:
            said = _located(problems, sources).problems
            return Report(warnings=said, silenced=silenced, seconds=watch.laps)
        if request.before_writing:
            request.before_writing()
        written = write(staging, made, kept, request.output, request.project)
    finally:
        staging.clear()
        if ahead:
            ahead.wait()
    pages = sum(output.path.endswith(".html") for output in outputs)
    watch.lap("write")
    report = Report(
        outputs=len(outputs),
        pages=pages,
        rendered=len(made),
        written=len(written.changed),
        removed=written.removed,
        changed=written.changed,
        origins=origins,
        warnings=_located(problems, sources).problems,
        silenced=silenced,
        base_url=base_url,
        seconds=watch.laps,
    )
    if request.told:
        request.told(report)
    memory.save(sources, books, made, pages=None if problems else pages)
    watch.lap("save")
    return report


def _with_first_pages(
    site: Site, theme: Theme, sources: Sources, memory: SourceMemory, problems: list[Problem]
) -> Site:
    """Return the site with what the PDFs look like whose first pages the theme shows."""
    papers = papers_shown(site, theme)
    if not papers:
        return site
    from generator.parse.pictures import first_pages_of

    pages, found = first_pages_of(papers, sources, memory)
    problems += found
    return msgspec.structs.replace(site, pictures={**site.pictures, **pages})


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
        return outputs, origins_of(outputs, bare, theme) if request.is_preview else {}, problems

    if not request.is_preview:  # nobody builds again in this process
        return find()
    files = [(name, file.path, file.digest) for name, file in theme.files.items()]
    names = [*sources.content, "", *sources.statics]
    look = theme.options, theme.words, theme.designs
    made_of = bare, theme.name, look, files, names, base_url
    return request.kept.of("graph", fingerprint(made_of), find)


def _body(sources: Sources, page: Page) -> str:
    from generator.parse.pages import body_of

    return body_of(sources.content[page.file], page)


def _digest(sources: Sources, page: Page) -> str:
    """Return the digest of all that makes a page: its file, and how its language is told."""
    file = sources.content.get(page.file)
    return f"{file.digest() if file else ''} {page.key} {page.lang}"


def _read_section(
    memory: SourceMemory, name: str, options: str, where: Spot
) -> tuple[Section | None, list[Problem]]:
    """Read a directive's options; the same ones were read before without YAML's help."""
    what = f"section {name} {options}"
    known: Section | None = memory.get(what, "", Section)
    if known is not None:
        return known, []
    from generator.parse.section import read_section

    section, problems = read_section(name, options, where)
    if section is not None and not problems:
        memory.put(what, "", section)
    return section, problems


def place_of(spot: Spot, project: Project) -> Place:
    """Return where a spot stands today, in its file as it is now."""
    absolute = project.root / spot.file
    if not absolute.is_file():
        return Place(spot.file)
    from generator.parse.locate import Locator

    file = SourceFile(spot.file, absolute)
    return Locator(Sources(content={spot.file: file})).locate(spot)


def packaged_theme(project: Project) -> tuple[str, dict[str, str]]:
    """Return the theme of a site, and the packaged files below it: name -> place on the disk."""
    sources, _ = load(project)
    config = sources.content.get("content/site.yaml")
    choice = theme_choice(config) if config else ThemeChoice()
    return choice.name, packaged_files(sources, choice)


def _template_facts() -> dict[str, bool]:
    """Return the facts that templates may read; whether each takes arguments."""
    return {name: entry.takes_arguments for name, entry in FACTS.items() if entry.is_for_templates}


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


def _stopping(problems: list[Problem], strict: bool) -> bool:
    return any(p.is_error or (strict and p.severity == "warning") for p in problems)


def _located(problems: list[Problem], sources: Sources) -> SiteError:
    """Return the problems sorted by place, as an error to raise or to read."""
    if not problems:
        return SiteError([])
    from generator.parse.locate import Locator

    locator = Locator(sources)
    located = (
        problem
        if isinstance(problem.where, Place)
        else msgspec.structs.replace(problem, where=locator.locate(problem.where))
        for problem in problems
    )
    return SiteError(sorted_by_place(located))


class _Watch:
    """How long each stage took, in seconds."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps[name] = now - self._last
        self._last = now
