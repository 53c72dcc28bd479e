"""Reads a site's sources without a build: for trials of changes, and for exports.

Nothing is drawn, so mistakes inside a text, such as a dead link, are not found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from generator.engine.findings import in_order, located
from generator.engine.project_cache import DiskSourceCache
from generator.engine.snapshot import ANY_TIME
from generator.engine.stages import body, completed, with_sections
from generator.graph.facts.json_resume import ResumeWriter
from generator.graph.facts.record_facts import paper_bibtex, paper_csl
from generator.graph.index import Index
from generator.graph.links import resolve
from generator.graph.outputs import outputs_of
from generator.graph.query import chosen
from generator.graph.references import reference_problems
from generator.graph.section_checks import section_problems
from generator.load import load
from generator.model.files import ProjectFolders, SourceFile, Sources, digest_of
from generator.model.links import is_external
from generator.model.lookups import NO_CACHE, SourceCache
from generator.model.records.career import Record
from generator.model.site import Site
from generator.model.text import Visibility, filled
from generator.parse.content import parse
from generator.parse.locate import Locator
from generator.parse.pages import read_section
from generator.parse.theme import PACKAGED, parse_theme
from generator.problems import Place, Problem, SiteError, Spot
from generator.render.renderer import Renderer

_TARGET = re.compile(r"\]\(\s*<?([^)\s>]+)|@([A-Za-z0-9](?:[\w:.-]*\w)?)")
"""The target of a link in Markdown, and the key of a citation."""


def _read(
    sources: Sources, problems: list[Problem], cache: SourceCache = NO_CACHE, drafts: bool = False
) -> tuple[Site | None, list[Problem]]:
    """Return the site that the sources describe, or None if they are too faulty, and all
    problems."""
    try:
        site, more = parse(sources, drafts, cache)
    except SiteError as error:
        return None, [*problems, *error.problems]
    return site, [*problems, *more]


def site_in(project: ProjectFolders) -> Site:
    """Read a site from its sources. Raises SiteError with all mistakes in them."""
    sources, problems = load(project)
    return _without_errors(sources, *_read(sources, problems))


def _without_errors(sources: Sources, site: Site | None, problems: list[Problem]) -> Site:
    errors = [problem for problem in problems if problem.is_error]
    if site is None or errors:
        raise SiteError(in_order(errors, sources))
    return site


# ------------------------------------------------------------------ trials


class Trial(NamedTuple):
    """The site that a build would read, and its problems."""

    site: Site | None
    """None if nothing can be built."""
    problems: tuple[Problem, ...]
    """Each with its spot, if it has one."""
    printed: tuple[Problem, ...]
    """The same problems, each with its line."""
    graph: Index | None = None
    sources: Sources | None = None

    def left_behind(self, before: Trial) -> Iterator[Problem]:
        """Yield the links and citations in texts that were alive in the earlier trial `before` and
        are dead in this one. Those in code count, too, since no text is converted."""
        old, new = before.graph, self.graph
        if old is None or new is None or self.sources is None:
            return
        gone = old.publications.keys() - new.publications.keys()
        if not gone and old.by_address.keys() <= new.by_address.keys():
            return

        def is_dead(typed: str, file: str) -> bool:
            was, now = (resolve(index, typed, index.default_lang, file) for index in (old, new))
            return was is not None and now is None

        for file in self.sources.content.values():
            if not file.path.endswith((".md", ".markdown", ".yaml", ".yml")):
                continue
            text = file.read().decode("utf-8", "replace")
            for found in _TARGET.finditer(text):
                typed, id = found.groups()
                start = found.start()
                line, column = text.count("\n", 0, start), start - text.rfind("\n", 0, start)
                where = Place(file.path, line + 1, column)
                if id in gone:
                    yield Problem.of(where, "publication-missing", id=id)
                elif typed and not is_external(typed) and is_dead(typed, file.path):
                    yield Problem.of(where, "target-missing", target=typed)

    def shown(self, name: str, options: str) -> tuple[list[Record], list[Problem]]:
        """Return the records that a section shows, and its problems.

        `options` is YAML, as in `read_section`.
        """
        section, problems = read_section(name, options, Spot(""))
        if section is None or self.graph is None:
            return [], problems
        problems += section_problems(section, self.graph, Spot(""))
        return chosen(section, self.graph), problems


class Trials:
    """Reads a site as a build would, and finds its problems, without drawing anything.

    It caches its reads, so that a trial after a small change is quick. It keeps the last two
    trials, since a form needs the site before and after a change.
    """

    def __init__(self, project: ProjectFolders, drafts: bool = False) -> None:
        self._project = project
        self._drafts = drafts
        self._cache = DiskSourceCache()
        self._packaged: dict[str, SourceFile] = {}
        """The files of packaged themes. They do not change while Masthead runs."""
        self._kept: list[tuple[object, Trial]] = []

    def of(self) -> Trial:
        """Return the trial of the site as it is."""
        return self._tried(*self._loaded(), {})

    def around(self, changed: Mapping[str, bytes | None]) -> tuple[Trial, Trial]:
        """Return the trial of the current site, and the trial of the site with some files changed.

        `changed` maps the path of a file under `content/` to its new bytes, or to None if it is
        removed. The second trial is that of the site once the change is written.
        """
        loaded = self._loaded()
        return self._tried(*loaded, {}), self._tried(*loaded, changed)

    def _loaded(self) -> tuple[Sources, list[Problem], DiskSourceCache]:
        cache = DiskSourceCache(self._cache.next, ANY_TIME)
        sources, problems = load(self._project, cache, self._packaged)
        themes = sources.themes.items()
        self._packaged = {path: file for path, file in themes if path.startswith(PACKAGED)}
        return sources, problems, cache

    def _tried(
        self,
        found: Sources,
        problems: list[Problem],
        cache: DiskSourceCache,
        changed: Mapping[str, bytes | None],
    ) -> Trial:
        content = {path: file for path, file in found.content.items() if path not in changed}
        for path, data in changed.items():
            if data is not None:
                absolute = Path(self._project.root, path)
                content[path] = SourceFile(path, absolute, data, "", digest_of(data))
        sources = msgspec.structs.replace(found, content=dict(sorted(content.items())))
        read = {path: file.digest() for path, file in sources.content.items()}
        others = (sources.statics, sources.themes, sources.fonts)
        state = (read, *({p: file.stamp for p, file in one.items()} for one in others), problems)
        for number, (known, trial) in enumerate(self._kept):
            if known == state:
                self._kept.insert(0, self._kept.pop(number))
                return trial
        self._cache = cache
        site, problems = _read(sources, problems, cache, self._drafts)
        index: Index | None = None
        if site is not None:
            index, more = _with_outputs(site, sources, cache)
            problems = [*problems, *more]
        cache.note_all(sources)  # those of the theme were read just now
        printed = tuple(located(problems, Locator(sources)))
        trial = Trial(site, tuple(problems), printed, index, sources)
        self._kept = [(state, trial), *self._kept[:1]]
        return trial


def _with_outputs(site: Site, sources: Sources, cache: SourceCache) -> tuple[Index, list[Problem]]:
    """Return the index of a site, and the problems of its addresses and references."""
    theme, problems = parse_theme(sources, site.config.theme, cache)
    renderer = Renderer(theme, {}, read_section)
    whole = with_sections(completed(site, problems), partial(body, sources), renderer, cache)
    outputs, found = outputs_of(whole, theme, sources, True, site.config.url)
    index = Index(whole, theme, outputs, site.config.url)
    return index, [*problems, *found, *reference_problems(index)]


# ------------------------------------------------------------------ exports


def exported(project: ProjectFolders, format: str, lang: str, is_private: bool) -> bytes:
    """Return a site in the format of another program, see `api.export`.

    A build's files for programs hold only what its pages show. An export holds all that fits the
    format.
    """
    sources, problems = load(project)
    read, problems = _read(sources, problems)
    site = completed(read, problems) if read is not None else None
    site = _without_errors(sources, site, problems)
    theme, _ = parse_theme(sources, site.config.theme)
    if is_private:
        site = _opened(site)
    outputs, _ = outputs_of(site, theme, sources)
    index = Index(site, theme, outputs, site.config.url)
    lang = lang or site.default_lang
    found: Any
    match format:
        case "bibtex":
            return "\n".join(paper_bibtex(index, lang, id) for id in index.publications).encode()
        case "csl-json":
            found = [paper_csl(index, lang, id) for id in index.publications]
        case _:
            found = ResumeWriter(index, lang, is_whole=True).resume()
    encoded = msgspec.json.encode(filled(found, lambda phrase: without_markup(phrase.text)))
    return msgspec.json.format(encoded, indent=2) + b"\n"


def _opened(site: Site) -> Site:
    """Return a site in which nothing is hidden."""
    return msgspec.structs.replace(
        site,
        config=msgspec.structs.replace(
            site.config, person=_shown(site.config.person), guard_email=False
        ),
        records={kind: tuple(map(_shown, records)) for kind, records in site.records.items()},
    )


def _shown(value: Any) -> Any:
    by_default = getattr(value, "hidden_by_default", {})
    everybody = Visibility(fields=dict.fromkeys(by_default, "public"))
    return msgspec.structs.replace(value, visibility=everybody)


def without_markup(markdown: str) -> str:
    """Return Markdown as a line of text, without raw HTML: `<T>` are three letters."""
    from generator.render.markdown.convert import plain  # slow to load, and trials do not need it

    return plain(markdown, html=False, as_typed=True)
