"""The stages in order. The only file that knows them all."""

from __future__ import annotations

import inspect
import re
import time
from collections.abc import Iterator
from urllib.parse import unquote

from generator.graph.check import check
from generator.graph.facts import FACTS, Facts
from generator.graph.index import Index
from generator.graph.origins import origins
from generator.graph.outputs import outputs_of, with_homes
from generator.load import load
from generator.memory.reads import Reads
from generator.model.builds import BuildRequest, Report
from generator.model.files import SourceFile, Sources
from generator.model.outputs import Output
from generator.model.site import Site
from generator.parse.locate import Locator
from generator.parse.section import read_section
from generator.parse.site import parse
from generator.parse.theme import parse_theme
from generator.problems import Place, Problem, SiteError, Spot, sorted_by_place
from generator.project import Project
from generator.render.page import Rendered, Renderer
from generator.render.text import FragmentLink
from generator.write import refuse_dangerous, write

_IDS = re.compile(rb"""\sid=["']?([^"'\s>]+)""")


def run(request: BuildRequest) -> Report:
    """Build a site: load, parse, graph, render, write.

    Raises SiteError with all problems at once, each at its place; nothing is written then, and
    the last good site stays as it is.
    """
    clock = _Clock()
    refuse_dangerous(request.output, request.project)
    sources, problems = load(request.project)
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
    facts = Facts(index)
    clock.lap("graph")
    renderer = Renderer(theme, _template_facts(), read_section)
    rendered = dict(_rendered(request, outputs, facts, renderer, sources))
    for result in rendered.values():
        problems += result.problems
    problems += _dead_fragments(rendered, outputs)
    clock.lap("render")
    stopping = _stopping(problems, request.strict)
    if stopping:
        raise _located(problems, sources)
    files = {output.path: rendered[output.path].data for output in outputs}
    written = write(files, request.output, request.project)
    clock.lap("write")
    return Report(
        outputs=len(files),
        pages=sum(output.path.endswith(".html") for output in outputs),
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


def _rendered(
    request: BuildRequest,
    outputs: tuple[Output, ...],
    facts: Facts,
    renderer: Renderer,
    sources: Sources,
) -> Iterator[tuple[str, Rendered]]:
    for number, output in enumerate(outputs, 1):
        if request.progress:
            request.progress(number, len(outputs))
        if output.kind == "static":
            file = sources.statics.get(output.source) or sources.content[output.source]
            yield output.path, Rendered(file.read(), [], [])
        elif output.kind == "empty":
            yield output.path, Rendered(b"", [], [])
        else:
            yield output.path, renderer.render(output, Reads(facts.lookup))


def _dead_fragments(rendered: dict[str, Rendered], outputs: tuple[Output, ...]) -> list[Problem]:
    """Warn of links to an id that the page they lead to does not have."""
    paths = {output.url: output.path for output in outputs}
    ids: dict[str, set[str]] = {}
    problems = []
    links: list[FragmentLink] = [ln for r in rendered.values() for ln in r.fragment_links]
    for link in links:
        path = paths.get(link.address)
        if path is None or not path.endswith(".html"):
            continue
        if path not in ids:
            found = _IDS.findall(rendered[path].data)
            ids[path] = {name.decode("utf-8", "replace") for name in found}
        if unquote(link.fragment) not in ids[path]:
            message = f'the page {link.address} has no place named "{link.fragment}"'
            hint = "name a heading's id, or give one with {#id}"
            problems.append(Problem(link.where, message, hint, "warning"))
    return problems


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
    import msgspec

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
