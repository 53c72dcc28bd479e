"""The stages in order. The only file that knows them all."""

from __future__ import annotations

import inspect
import re
import time
from pathlib import Path
from urllib.parse import unquote

from generator.graph.check import check
from generator.graph.facts import FACTS, Facts
from generator.graph.index import Index
from generator.graph.outputs import outputs_of, with_homes
from generator.load import load
from generator.memory.fingerprint import fingerprint
from generator.memory.ledger import Books, ledger_bytes, read_ledger
from generator.memory.lock import locked
from generator.memory.reads import Read, Reads
from generator.memory.version import generator_version
from generator.model.builds import BuildRequest, Report
from generator.model.files import Sources, digest_of
from generator.model.outputs import FragmentLink, Output, Rendered
from generator.model.site import Site
from generator.parse.locate import Locator
from generator.parse.section import read_section
from generator.parse.site import parse
from generator.parse.theme import parse_theme
from generator.problems import Place, Problem, SiteError, Spot, sorted_by_place
from generator.render.page import Renderer
from generator.write import refuse_dangerous, save, write

_IDS = re.compile(rb"""\sid=["']?([^"'\s>]+)""")


def run(request: BuildRequest) -> Report:
    """Build a site: load, parse, graph, render, write.

    Raises SiteError with all problems at once, each at its place; nothing is written then, and
    the last good site stays as it is. Two builds of one project take turns.
    """
    refuse_dangerous(request.output, request.project)
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
    outputs, found = outputs_of(site, theme, sources)
    problems += found
    index = Index(site, theme, outputs, _base_url(request, site, problems))
    problems += check(index)
    clock.lap("graph")
    renderer = Renderer(theme, _template_facts(), read_section)
    books, found = _books(request)
    problems += found
    making = Making(request, sources, Facts(index), renderer, books)
    made, kept = making.all(outputs)
    problems += making.problems
    problems += _dead_fragments(making.fragment_links, outputs, made, request.output)
    clock.lap("render")
    if _stopping(problems, request.strict):
        raise _located(problems, sources)
    written = write(made, kept, request.output, project)
    save(project.memory("ledger", request.output), ledger_bytes(books.next))
    clock.lap("write")
    return Report(
        outputs=len(outputs),
        pages=sum(output.path.endswith(".html") for output in outputs),
        rendered=len(made),
        written=written.changed,
        removed=written.removed,
        warnings=_located(problems, sources).problems,
        seconds=clock.laps,
    )


class Making:
    """Makes the outputs that are stale, and keeps the others."""

    def __init__(
        self,
        request: BuildRequest,
        sources: Sources,
        facts: Facts,
        renderer: Renderer,
        books: Books,
    ) -> None:
        self._request = request
        self._sources = sources
        self._facts = facts
        self._renderer = renderer
        self._books = books
        self.problems: list[Problem] = []
        self.fragment_links: list[FragmentLink] = []

    def all(self, outputs: tuple[Output, ...]) -> tuple[dict[str, bytes], set[str]]:
        """Return the bytes of outputs made again by path, and the paths of those kept."""
        made: dict[str, bytes] = {}
        kept: set[str] = set()
        for number, output in enumerate(outputs, 1):
            if self._request.progress:
                self._request.progress(number, len(outputs))
            reason = self._why_stale(output)
            if reason is None:
                entry = self._books.keep(output)
                kept.add(output.path)
                self.problems += entry.problems
                self.fragment_links += entry.fragment_links
                continue
            if self._request.explain:
                self._request.explain(output.path, reason)
            made[output.path] = self._make(output)
        return made, kept

    def _why_stale(self, output: Output) -> str | None:
        if self._request.force:
            return "everything is made again (--force)"
        reason = self._books.why_stale(output, self._now)
        if reason is None:
            made = self._books.last.entries[output.path].made
            if made != _digest_on_disk(self._request.output / output.path):
                return "the file is missing or was changed by hand"
        return reason

    def _make(self, output: Output) -> bytes:
        reads = Reads(self._facts.lookup)
        if output.kind in ("template", "asset"):
            result = self._renderer.render(output, reads)
        else:
            result = Rendered(b"", [], [])
        if output.kind == "static":
            file = self._sources.static(output.source)
            reads.note("file", file.digest(), output.source)
            result.data = file.read()
        self.problems += result.problems
        self.fragment_links += result.fragment_links
        self._books.enter(output, digest_of(result.data), reads.noted, result)
        return result.data

    def _now(self, read: Read) -> str | None:
        """Return today's digest of what an output read in an earlier build."""
        if read[0] == "file":
            return self._sources.static(read[1]).digest()
        if read[0] in FACTS:
            return self._facts.lookup(read)[1]
        return self._renderer.digest(read)


def _books(request: BuildRequest) -> tuple[Books, list[Problem]]:
    """Open the ledger of the last build into the same folder."""
    path = request.project.memory("ledger", request.output)
    asked = fingerprint((request.base_url, request.drafts))
    version = generator_version()
    last, fault = read_ledger(path, version, asked)
    place = Place(f".cache/{path.name}")
    hint = "nothing is lost: everything is made again"
    problems = [Problem(place, fault, hint, "warning")] if fault else []
    return Books(last, version, asked), problems


def _digest_on_disk(path: Path) -> str:
    try:
        return digest_of(path.read_bytes())
    except OSError:
        return ""


def _dead_fragments(
    links: list[FragmentLink], outputs: tuple[Output, ...], made: dict[str, bytes], folder: Path
) -> list[Problem]:
    """Warn of links to an id that the page they lead to does not have."""
    paths = {output.url: output.path for output in outputs}
    ids: dict[str, set[str]] = {}
    problems = []
    for link in links:
        path = paths.get(link.address)
        if path is None or not path.endswith(".html"):
            continue
        if path not in ids:
            page = made[path] if path in made else (folder / path).read_bytes()
            ids[path] = {name.decode("utf-8", "replace") for name in _IDS.findall(page)}
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
    url = request.base_url or site.config.url
    if url and not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", url):
        where = Place("--base-url") if request.base_url else Spot("content/site.yaml", ("url",))
        hint = "write it like https://user.github.io/repo/"
        problems.append(Problem(where, f'"{url}" is not the URL of a site', hint))
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
