"""The stages in order. The only file that knows them all."""

from __future__ import annotations

import inspect
import re
import time

import msgspec

from generator.graph.check import check
from generator.graph.facts import FACTS, Facts
from generator.graph.index import Index
from generator.graph.origins import origins
from generator.graph.outputs import outputs_of, with_homes
from generator.load import load
from generator.making import Making, dead_fragments
from generator.memory.fingerprint import fingerprint
from generator.memory.ledger import Books, ledger_bytes, read_ledger
from generator.memory.lock import locked
from generator.memory.shelf import Shelf
from generator.memory.version import generator_version
from generator.model.builds import BuildRequest, Report
from generator.model.files import SourceFile, Sources
from generator.model.site import Site
from generator.parse.locate import Locator
from generator.parse.section import read_section
from generator.parse.site import parse
from generator.parse.theme import parse_theme
from generator.problems import Place, Problem, SiteError, Spot, sorted_by_place
from generator.project import Project
from generator.render.page import Renderer
from generator.render.remembered import Remembered
from generator.write import refuse_dangerous, write


def run(request: BuildRequest) -> Report:
    """Build a site: load, parse, graph, render, write.

    Raises SiteError with all problems at once, each at its place; nothing is written then, and
    the last good site stays as it is. Two builds of one project take turns.
    """
    refuse_dangerous(request.output, request.project)
    if not request.project.content.is_dir():
        hint = "run masthead in the folder of a site, or name it with --project DIR"
        raise SiteError([Problem(Place("content"), "there is no content/ folder here", hint)])
    with locked(request.project.cache / "lock"):
        return _run(request)


def _run(request: BuildRequest) -> Report:
    clock = _Clock()
    project = request.project
    sources, problems = load(project)
    if not sources.content and problems:
        raise _located(problems, sources)
    clock.lap("load")
    try:
        site, found = parse(sources, request.drafts)
        problems += found
    except SiteError as error:
        raise _located([*problems, *error.problems], sources) from None
    site = with_homes(site)
    theme, found = parse_theme(sources, site.config.theme)
    problems += found
    clock.lap("parse")
    outputs, found = outputs_of(site, theme, sources, request.is_preview)
    problems += found
    index = Index(site, theme, outputs, _base_url(request, site, problems))
    problems += check(index)
    clock.lap("graph")
    books, found = _books(request)
    problems += found
    shelf, found = _shelf(request, books.next.version)
    problems += found
    renderer = Renderer(theme, _template_facts(), read_section, Remembered(shelf))
    making = Making(request, sources, Facts(index), renderer, books)
    made, kept = making.all(outputs)
    problems += making.problems
    problems += dead_fragments(making.fragment_links, outputs, made, request.output)
    problems += _saved(shelf)
    clock.lap("render")
    if _stopping(problems, request.strict):
        raise _located(problems, sources)
    written = write(made, kept, ledger_bytes(books.next), request.output, project)
    clock.lap("write")
    return Report(
        outputs=len(outputs),
        pages=sum(output.path.endswith(".html") for output in outputs),
        rendered=len(made),
        written=len(written.changed),
        removed=written.removed,
        changed=written.changed,
        origins=origins(outputs, site, theme),
        warnings=_located(problems, sources).problems,
        seconds=clock.laps,
    )


def place_of(spot: Spot, project: Project) -> Place:
    """Return where a spot stands today, in its file as it is now."""
    absolute = project.root / spot.file
    if not absolute.is_file():
        return Place(spot.file)
    file = SourceFile(spot.file, absolute)
    return Locator(Sources(content={spot.file: file})).locate(spot)


def _books(request: BuildRequest) -> tuple[Books, list[Problem]]:
    """Open the ledger of the last build into the same folder."""
    path = request.project.memory("ledger", request.output)
    asked = fingerprint((request.base_url, request.drafts, request.is_preview))
    version = generator_version()
    last, fault = read_ledger(path, version, asked)
    place = Place(f".cache/{path.name}")
    hint = "nothing is lost: everything is made again"
    problems = [Problem(place, fault, hint, "warning")] if fault else []
    return Books(last, version, asked), problems


def _shelf(request: BuildRequest, version: str) -> tuple[Shelf, list[Problem]]:
    """Open what earlier builds rendered; a forced build begins with nothing."""
    if request.force:
        return Shelf(request.project.cache, version), []
    shelf, fault = Shelf.open(request.project.cache, version)
    hint = "nothing is lost: all texts are rendered again"
    problem = Problem(Place(".cache/rendered.json"), fault, hint, "warning")
    return shelf, [problem] if fault else []


def _saved(shelf: Shelf) -> list[Problem]:
    """Save what was rendered, also where a mistake stops the build: it is right none the less."""
    try:
        shelf.save()
    except OSError as error:
        message = f"cannot write this: {error.strerror}"
        hint = "nothing is lost: the next build renders all texts again"
        return [Problem(Place(".cache/rendered.json"), message, hint, "warning")]
    finally:
        shelf.close()
    return []


def _template_facts() -> dict[str, bool]:
    """Return the facts that templates may read; whether each takes arguments."""
    return {
        name: len(inspect.signature(entry.function).parameters) > 2
        for name, entry in FACTS.items()
        if entry.is_for_templates
    }


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
    return any(problem.is_error or strict for problem in problems)


def _located(problems: list[Problem], sources: Sources) -> SiteError:
    """Return the problems sorted by place, as an error to raise or to read."""
    locator = Locator(sources)
    located = (
        problem
        if isinstance(problem.where, Place)
        else msgspec.structs.replace(problem, where=locator.locate(problem.where))
        for problem in problems
    )
    return SiteError(sorted_by_place(located))


class _Clock:
    """How long each stage took, in seconds."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps[name] = now - self._last
        self._last = now
