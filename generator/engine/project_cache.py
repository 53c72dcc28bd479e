"""All that earlier builds remember of a project: opened before a build, saved after it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from generator.atomic import save, told
from generator.engine import snapshot
from generator.engine import source_cache as sources
from generator.engine.compiled_templates import compiled_templates_folder
from generator.engine.ledger import read_ledger, save_ledger
from generator.engine.ledger_update import LedgerUpdate
from generator.engine.render_cache import DiskRenderCache
from generator.engine.request import BuildRequest
from generator.engine.schemas import refresh
from generator.engine.stamps import clock_of, stamp_of
from generator.engine.version import generator_version, picture_version
from generator.model.files import OutputKind, Sources, blake2b
from generator.model.tracking import fingerprint
from generator.problems import Place, Problem
from generator.project import packaged_schemas

if TYPE_CHECKING:
    from generator.engine.image_cache import DiskImageCache


class Memory:
    """The memory of one build.

    There are five, each safe to lose: what the sources were (`sources.json`), what was rendered
    (`rendered.json`), what was drawn (`pictures/`, `cards/`), what every output was made of
    (`ledger-….json`), and what all of it looked like from outside (`snapshot`).
    """

    def __init__(self, request: BuildRequest, lock: int) -> None:
        """`lock` is the open file of the lock that this build holds."""
        self._request = request
        self._cache = request.project.cache
        self._lock = lock
        self.problems: list[Problem] = []
        """Warnings about what cannot be used."""
        self.clock = clock_of(lock)
        """The file system's time (ns) at the start."""
        self._source_lines = snapshot.source_lines(self.clock) if request.words else []
        # Whatever is installed meanwhile: what runs in this process is what it was.
        self._version = request.kept.of("version", (), generator_version)
        self.sources, fault = sources.read_sources(request.project, self._version, request.kept)
        self.sources.clock = self.clock
        self._warn(sources.FILE, fault, "everything is read again")

    @cached_property
    def shelf(self) -> DiskRenderCache:
        """What was rendered; opened when something must be."""
        if self._request.force:
            return DiskRenderCache(self._cache, self._version)
        shelf, fault = DiskRenderCache.open(self._cache, self._version)
        self._warn("rendered.json", fault, "all texts are rendered again")
        return shelf

    @cached_property
    def cards(self) -> DiskImageCache:
        """Cards that were drawn; of use when one must be."""
        from generator.engine.image_cache import DiskImageCache

        return DiskImageCache(self._cache / "cards", self._version, not self._request.force)

    @cached_property
    def pictures(self) -> DiskImageCache:
        """Copies of pictures; of use when one must be made. They know no other code than Pillow's,
        PDFium's and that which calls them, so that a new Masthead need not encode all anew."""
        from generator.engine.image_cache import DiskImageCache

        return DiskImageCache(self._cache / "pictures", picture_version(), not self._request.force)

    def drawn(self, kind: OutputKind) -> DiskImageCache | None:
        """Return where outputs of a kind are kept, if they are."""
        return self.cards if kind == "card" else self.pictures if kind == "picture" else None

    @property
    def shelf_place(self) -> tuple[Path, str] | None:
        """Where that lies and of which version, for another process; None for a forced build."""
        return None if self._request.force else (self._cache, self._version)

    @cached_property
    def compiled_templates(self) -> Path | None:
        """The folder of the user's that holds compiled templates, or None where there is none."""
        return compiled_templates_folder(self._request.project.root, self._version)

    def books(self, part_digest: Callable[[str], str]) -> LedgerUpdate:
        """Return the ledger of the last build into the same folder, to be held against today."""
        ledger, fault = read_ledger(self._ledger_file, self._asked, self._request.kept)
        self._warn(self._ledger_file.name, fault, "everything is made again")
        return LedgerUpdate(ledger, part_digest)

    @property
    def _ledger_file(self) -> Path:
        return self.file("ledger")

    def file(self, kind: str) -> Path:
        """Return the file that remembers something of the builds into this output folder.

        Its name comes from the way from the project to the output, so both may move together.
        """
        output, root = os.path.realpath(self._request.output), self._request.project.root
        way = os.path.relpath(output, os.path.realpath(root))
        return self._cache / f"{kind}-{blake2b(way.encode(), digest_size=4).hexdigest()}.json"

    @property
    def _asked(self) -> str:
        """The digest of all that a ledger's truth depends on."""
        request = self._request
        return fingerprint((self._version, request.base_url, request.drafts, request.is_preview))

    def keep_rendered(self, books: LedgerUpdate) -> list[Problem]:
        """Save what was rendered; that is right even where a mistake stops the build.

        Returns a warning where it cannot be saved.
        """
        for name in ("cards", "pictures"):
            drawn: DiskImageCache | None = self.__dict__.get(name)
            if drawn is not None and drawn.is_changed:
                drawn.prune(books.texts())
        if "shelf" not in self.__dict__:
            return []
        try:
            self.shelf.save(books.texts)
        except OSError as error:
            message = f"cannot write this: {error.strerror}"
            hint = "nothing is lost: the next build renders all texts again"
            return [Problem(Place(".cache/rendered.json"), message, hint, "warning")]
        finally:
            self.shelf.close()
        return []

    def save(
        self, found: Sources, books: LedgerUpdate, made: Iterable[str], pages: int | None
    ) -> None:
        """Save the rest, once the outputs are in their places.

        `pages` is how many the site has, or None where problems must be told the next time, too.
        Raises SiteError where it cannot be written.
        """
        refresh(self._request.project.schemas, packaged_schemas(), self._version)
        with told():
            for files in (found.content, found.statics, found.themes, found.fonts):
                for path, file in files.items():
                    self.sources.note(path, file.stamp, file.known_digest)
            self.sources.keep_all("section ")  # of pages that were not drawn
            self.sources.save(self._request.project, self._version, self._request.kept)
            settled = self._settled()
            for path in made:
                status = os.stat(f"{self._request.output}/{path}")  # noqa: PTH116
                books.stamp(path, stamp_of(status, settled))
            save_ledger(self._ledger_file, self._asked, books.ledger(), self._request.kept)
            if self._request.words and pages is not None:
                stamps = dict(books.stamps())
                lines = self._output_lines(stamps)
                counts = (pages, len(stamps))
                words = self._request.words
                data = snapshot.snapshot(words, self._source_lines, lines, counts)
                save(self._cache / snapshot.FILE, data)

    def _output_lines(self, stamps: dict[str, str]) -> Iterator[str]:
        folder = os.path.relpath(self._request.output, self._request.project.root)
        return (snapshot.output_line(f"{folder}/{path}", stamp) for path, stamp in stamps.items())

    def _settled(self) -> int:
        """Return a time (ns) of the file system that is later than all that was written until now.

        Its clock ticks every few milliseconds; on the rare one that ticks every second or two,
        nobody waits, and what was just written is not trusted the next time.
        """
        before = now = clock_of(self._lock)
        for _ in range(20):
            if now > before:
                break
            time.sleep(0.001)
            now = clock_of(self._lock)
        return now

    def _warn(self, file: str, fault: str, what: str) -> None:
        if fault:
            hint = f"nothing is lost: {what}"
            self.problems.append(Problem(Place(f".cache/{file}"), fault, hint, "warning"))
