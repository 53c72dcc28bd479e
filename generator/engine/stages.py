"""The stages of a build, in order. `reading.py` runs the first of them without a build."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial

import msgspec

from generator.disk import OwnFolder
from generator.engine.ledger import Facts, LedgerUpdate, Parts
from generator.engine.outputs import OutputMaker
from generator.engine.project_cache import ProjectCache
from generator.engine.request import BuildRequest, Report
from generator.graph.addresses import origins_of
from generator.graph.cvs import photos_shown, with_whole_cvs
from generator.graph.facts import FOR_TEMPLATES
from generator.graph.index import Index
from generator.graph.outputs import outputs_of, outputs_of_home, unpublished_outputs, with_homes
from generator.graph.pictures import papers_shown
from generator.graph.references import reference_problems
from generator.load import load
from generator.model.files import Output, Sources
from generator.model.links import SITE_URL
from generator.model.lookups import SourceCache, fingerprint
from generator.model.sections import Section
from generator.model.site import Page, Site
from generator.model.theme import OptionValue, Theme
from generator.parse.content import parse
from generator.parse.pages import body_of, read_section
from generator.parse.theme import SKIN, parse_theme
from generator.problems import Place, Problem, SiteError, Spot
from generator.render.renderer import Renderer
from generator.write import Staging, Written, write


class BuildRun:
    """One build. Each stage reads attributes that earlier stages have set."""

    # Of `load`:
    sources: Sources
    # Of `parse`:
    site: Site
    theme: Theme
    renderer: Renderer
    # Of `graph`:
    base_url: str
    outputs: tuple[Output, ...]
    origins: dict[str, Spot]
    """See `Report.origins`."""
    index: Index
    ledger: LedgerUpdate
    maker: OutputMaker
    # Of `render`:
    made: list[str]
    """The paths of the outputs that were made again."""

    def __init__(self, request: BuildRequest, memory: OwnFolder, lock: int) -> None:
        self.request = request
        self.memory = memory
        self.cache = ProjectCache(request, memory, lock)
        self.problems: list[Problem] = []
        self.said: tuple[Problem, ...] = ()
        """All problems, each with its line and column."""
        self.silenced = 0
        self.written = Written()
        self.staging = Staging(
            # The user has named it, so a link to it from outside of the project may be followed.
            OwnFolder(os.path.realpath(request.output), is_all_ours=request.is_preview),
            None if request.writes else OwnFolder(request.project.cache / "check"),
        )

    def run(self) -> Report:
        """Run the stages. Raises SiteError at the stage where the build must stop."""
        try:
            self.load()
            self.parse()
            self.graph()
            self.render()
            self.check()
            if self.request.writes:
                self.write()
                self.save()
        finally:
            self.staging.clear()
            self.cache.blobs.close()
        return self.report()

    def load(self) -> None:
        """Folders -> sources."""
        self.sources, self.problems = load(self.request.project, self.cache.sources)
        if not self.sources.content and self.problems:
            raise SiteError(self._located())

    def parse(self) -> None:
        """Sources -> site and theme."""
        try:
            site, found = parse(self.sources, self.request.drafts, self.cache.sources)
        except SiteError as error:
            self.problems += error.problems
            raise SiteError(self._located()) from None
        self.problems += found
        if not self.request.copies:
            pictures = msgspec.structs.replace(site.config.pictures, made=False)
            config = msgspec.structs.replace(site.config, pictures=pictures)
            site = msgspec.structs.replace(site, config=config)
        self.site = completed(site, self.problems)
        self.theme, found = self._chosen_theme()
        self.problems += found
        self._add_pictures()
        # It gets no pages or records, because outputs must read those as facts.
        self.renderer = Renderer(
            self.theme, FOR_TEMPLATES, read_section, self.cache.blobs, self.sources,
            self.cache.templates, self.request.is_preview,
        )  # fmt: skip
        self.site = with_sections(
            self.site, partial(body, self.sources), self.renderer, self.cache.sources
        )

    def graph(self) -> None:
        """Site and theme -> outputs and the index that answers their reads."""
        request, self.base_url = self.request, self._given_url()
        self.outputs, found = self._found_outputs()
        self.problems += found
        self.origins = origins_of(self.outputs, self.theme) if request.is_preview else {}
        self.index = Index(
            self.site, self.theme, self.outputs, self.base_url,
            # A text must not lead back to the build: a struct with `gc=False` may hold it, and the
            # build would never be freed.
            read_body=partial(body, self.sources),
        )  # fmt: skip
        digest = partial(page_digest, self.sources)
        parts = Parts(self.site, self.theme, self.outputs, self.base_url, digest)
        self.ledger = self.cache.ledger(parts.digest)
        self.maker = OutputMaker(
            request, self.sources, Facts(self.index, self.ledger.earlier), self.renderer,
            self.ledger, self.cache, self.staging,
        )  # fmt: skip
        if request.unpublished:
            self.outputs = unpublished_outputs(self.site, self.theme)
        elif request.home_only:
            self.outputs = outputs_of_home(self.outputs)

    def render(self) -> None:
        """Outputs -> bytes, staged."""
        self.made = self.maker.run(
            self.outputs, () if self._has_stopping_problems() else self.request.first
        )
        self.problems += self.maker.problems
        if self.maker.fragment_links:
            from generator.engine.findings import dead_fragments

            links = self.maker.fragment_links
            self.problems += dead_fragments(links, self.outputs, self.staging)

    def check(self) -> None:
        """Run the request's check, if it has one; stop if there is an error."""
        if self.request.check:
            from generator.engine.findings import BuiltSite

            built = BuiltSite(
                self.problems, self.site, self.index, self.sources, self.staging, self.renderer
            )
            self.problems, self.silenced = self.request.check(built)
        stops = self.request.writes and self._has_stopping_problems()
        # Problems of the cache do not stop a build: the next one writes it anew.
        self.problems += self.cache.problems
        self.said = self._located()
        if stops:
            raise SiteError(self.said)

    def write(self) -> None:
        """Bytes -> disk."""
        request = self.request
        if request.before_writing:
            request.before_writing()
        manifest = self.cache.file("written")
        self.written = write(self.staging, self.ledger.digests(), self.memory, manifest)
        self.staging.clear()

    def save(self) -> None:
        """Save the caches for the next build."""
        report = self.report()
        # A later build must not end early: it has to look into the folder of unpublished PDFs.
        is_unsure = report.warnings or report.has_unpublished
        pages = None if is_unsure else report.pages
        self.cache.save(self.sources, self.ledger, self.made, pages, self.site.config)

    def report(self) -> Report:
        """Return the report on this build."""
        return Report(
            outputs=len(self.outputs),
            pages=sum(output.path.endswith(".html") for output in self.outputs),
            rendered=len(self.made),
            removed=self.written.removed,
            changed=self.written.changed,
            has_unpublished=any(not cv.publish for cv in self.site.cvs),
            origins=self.origins,
            warnings=(*self.said, *self.written.problems),
            silenced=self.silenced,
            base_url=self.base_url,
        )

    # ------------------------------------------------------------------ steps

    def _add_pictures(self) -> None:
        """Add pictures: the first pages of PDFs if the theme shows them, and the photos of CVs even
        if the site wants no copies of pictures."""
        papers, known = papers_shown(self.site, self.theme), self.site.pictures
        photos = [path for path in photos_shown(self.site) if path not in known]
        if not (papers or photos):
            return
        from generator.parse.pictures import described, first_pages_of

        sources, cache = self.sources, self.cache.sources
        pictures = {
            **known,
            **{path: described("picture", sources.at(path), cache) for path in photos},
        }
        if papers:
            pages, found = first_pages_of(papers, sources, cache)
            pictures |= pages
            self.problems += found
        self.site = msgspec.structs.replace(self.site, pictures=pictures)

    def _found_outputs(self) -> tuple[tuple[Output, ...], list[Problem]]:
        """Return the outputs, and the problems of the site.

        They depend on everything but the texts of pages. Most edits change only a text, so a build
        takes them from the last one.
        """
        sources, theme, is_preview = self.sources, self.theme, self.request.is_preview
        pages = tuple(msgspec.structs.replace(page, body="") for page in self.site.pages)
        site = msgspec.structs.replace(self.site, pages=pages)
        files = [(n, file.path, file.digest) for n in theme.files for file in theme.all_of(n)]
        names = [*sources.content, "", *sources.statics]
        look = (theme.options, theme.skin, theme.words, theme.designs,
                theme.section_styles)  # fmt: skip
        made_of = fingerprint((site, theme.name, look, files, names, self.base_url, is_preview))
        known: tuple[tuple[Output, ...], list[Problem]] | None = self.cache.sources.get(
            "outputs", made_of, tuple[tuple[Output, ...], list[Problem]]
        )
        if known is not None:
            return known
        outputs, problems = outputs_of(site, theme, sources, is_preview, self.base_url)
        problems += reference_problems(Index(site, theme, outputs, self.base_url))
        self.cache.sources.put("outputs", made_of, (outputs, problems))
        return outputs, problems

    def _chosen_theme(self) -> tuple[Theme, list[Problem]]:
        choice, wanted = self.site.config.theme, self.request.theme
        if self.request.skin:
            options = {**choice.options, SKIN: OptionValue(self.request.skin)}
            choice = msgspec.structs.replace(choice, options=options)
        if not wanted:
            return parse_theme(self.sources, choice, self.cache.sources)
        choice = msgspec.structs.replace(choice, name=wanted)
        return parse_theme(self.sources, choice, self.cache.sources, Place("--theme"))

    def _given_url(self) -> str:
        written, given = self.site.config.url, self.request.base_url
        for url, where in (
            (written, Spot("content/site.yaml", ("url",))),
            (given, Place("--base-url")),
        ):
            if url and not SITE_URL.fullmatch(url):
                self.problems.append(
                    Problem.of(where, "site-url-with-name" if "@" in url else "site-url", url=url)
                )
        url = given or written
        return url.rstrip("/") + "/" if url else ""

    def _has_stopping_problems(self) -> bool:
        stopping = ("error", "warning") if self.request.strict else ("error",)
        return any(problem.severity in stopping for problem in self.problems)

    def _located(self) -> tuple[Problem, ...]:
        """Return the problems sorted by place, each with its current line."""
        if not self.problems:
            return ()
        from generator.engine.findings import in_order

        return in_order(self.problems, self.sources)


def completed(site: Site, problems: list[Problem]) -> Site:
    """Return a site with default homes and complete CVs; add the problems of CVs to `problems`."""
    return with_homes(with_whole_cvs(site, problems))


def with_sections(
    site: Site, read_body: Callable[[Page], str], renderer: Renderer, cache: SourceCache
) -> Site:
    """Return the site with the sections in the texts of its pages. This does not render the texts.

    A public record that only hidden sections show is an error, which must be known before a page
    is drawn. Problems of a section are reported when it is drawn.
    """
    words = dict.fromkeys(("title", "text", "et_al", "spot"))
    pages = []
    for page in site.pages:
        if page.has_sections:
            name, digest = f"sections {page.file}", f"{page.body} {site.config.markdown.html}"
            found: tuple[Section, ...] | None = cache.get(name, digest, tuple[Section, ...])
            if found is None:
                placed = renderer.sections(page, read_body(page), site.config)
                found = tuple(msgspec.structs.replace(one, **words) for _, one, _ in placed)
                cache.put(name, digest, found)
            page = msgspec.structs.replace(page, sections=found)
        pages.append(page)
    return msgspec.structs.replace(site, pages=tuple(pages))


def body(sources: Sources, page: Page) -> str:
    """Return the Markdown of a page. Raises SourcesChanged if its file has changed since it was
    loaded."""
    return body_of(sources.content[page.file], page)


def page_digest(sources: Sources, page: Page) -> str:
    """Return a digest of a page's file, key and language."""
    return f"{sources.content[page.file].digest()} {page.key} {page.lang}"
