"""All that earlier builds remember of a project: opened before a build, saved after it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from generator.disk.own_folder import OwnFolder
from generator.disk.refusals import os_errors_reported
from generator.engine import snapshot
from generator.engine import source_cache as sources
from generator.engine.compiled_templates import DiskTemplateCache, template_cache
from generator.engine.ledger import LedgerUpdate, read_ledger, save_ledger
from generator.engine.render_cache import DiskRenderCache
from generator.engine.request import BuildRequest
from generator.engine.snapshot import clock_of, generator_version, picture_version, stamp_of
from generator.engine.store import DiskImageCache
from generator.model.files import Sources, blake2b
from generator.model.tracking import fingerprint
from generator.problems import Place, Problem, SiteError
from generator.project import SCHEMAS, packaged_schemas


class ProjectCache:
    """The caches of one build.

    There are five, each safe to lose: what the sources were (`sources.json`), what was rendered
    (`rendered.json`), what was drawn (`pictures/`, `cards/`), what every output was made of
    (`ledger-….json`), and what all of it looked like from outside (`snapshot`).
    """

    def __init__(self, request: BuildRequest, memory: OwnFolder, lock: int) -> None:
        """`lock` is the open file of the lock that this build holds, in the folder `memory`."""
        self._request = request
        self._memory = memory
        self._cache = request.project.cache
        self._lock = lock
        self._images: dict[str, DiskImageCache] = {}
        self.problems: list[Problem] = []
        """Warnings about what cannot be used."""
        self.clock = clock_of(lock)
        """The file system's time (ns) at the start."""
        self._source_lines = snapshot.source_lines(self.clock) if request.words else []
        # Whatever is installed meanwhile: what runs in this process is what it was.
        self._version = request.process_cache.of("version", (), generator_version)
        self.sources, fault = sources.read_sources(memory, self._version, request.process_cache)
        self.sources.clock = self.clock
        self._warn(sources.FILE, fault, "everything is read again")

    @cached_property
    def texts(self) -> DiskRenderCache:
        """Texts that were rendered; opened when something must be."""
        if self._request.force:
            return DiskRenderCache(self._cache, self._version)
        texts, fault = DiskRenderCache.open(self._cache, self._version)
        self._warn("rendered.json", fault, "all texts are rendered again")
        return texts

    def images(self, name: str) -> DiskImageCache:
        """Return the images of a kind that were made before: `cards`, or `pictures`.

        Copies of pictures know no other code than Pillow's, PDFium's and that which calls them, so
        that a new Masthead need not encode all anew.
        """
        if name not in self._images:
            version = picture_version() if name == "pictures" else self._version
            self._images[name] = DiskImageCache(
                self._cache / name, version, is_trusted=not self._request.force
            )
        return self._images[name]

    @property
    def texts_place(self) -> tuple[Path, str] | None:
        """Where that lies and of which version, for another process; None for a forced build."""
        return None if self._request.force else (self._cache, self._version)

    @cached_property
    def templates(self) -> DiskTemplateCache | None:
        """Compiled templates of all projects of the user, or None where they cannot be kept."""
        return template_cache(self._request.project.root, self._version)

    def ledger(self, part_digest: Callable[[str], str]) -> LedgerUpdate:
        """Return the ledger of the last build into the same folder, to be held against today."""
        ledger, fault = read_ledger(
            self._memory, self._ledger_file, self._asked, self._request.process_cache
        )
        self._warn(self._ledger_file, fault, "everything is made again")
        return LedgerUpdate(ledger, part_digest)

    @property
    def _ledger_file(self) -> str:
        return self.file("ledger")

    def file(self, kind: str) -> str:
        """Return the name of the file that remembers something of the builds into this output.

        It comes from the way from the project to the output, so both may move together.
        """
        output, root = os.path.realpath(self._request.output), self._request.project.root
        way = os.path.relpath(output, os.path.realpath(root))
        return f"{kind}-{blake2b(way.encode(), digest_size=4).hexdigest()}.json"

    @property
    def _asked(self) -> str:
        """The digest of all that a ledger's truth depends on."""
        request = self._request
        return fingerprint((self._version, request.base_url, request.drafts, request.is_preview))

    def save_rendered(self, ledger: LedgerUpdate) -> list[Problem]:
        """Save what was rendered; that is right even where a mistake stops the build.

        Returns a warning where it cannot be saved.
        """
        for images in self._images.values():
            if images.is_changed:
                images.prune(ledger.cached())
        if "texts" not in self.__dict__:
            return []
        try:
            self.texts.save(ledger.cached)
        except OSError as error:
            message = f"cannot write this: {error.strerror}"
            hint = "nothing is lost: the next build renders all texts again"
            return [Problem(Place(".cache/rendered.json"), message, hint, "warning")]
        finally:
            self.texts.close()
        return []

    def save(
        self, found: Sources, ledger: LedgerUpdate, made: Iterable[str], pages: int | None
    ) -> None:
        """Save the rest, once the outputs are in their places.

        `pages` is how many the site has, or None where problems must be told the next time, too.
        Raises SiteError where it cannot be written.
        """
        refresh_schemas(self._memory, SCHEMAS, packaged_schemas(), self._version)
        with os_errors_reported():
            for files in (found.content, found.statics, found.themes, found.fonts):
                for path, file in files.items():
                    self.sources.note(path, file.stamp, file.known_digest)
            self.sources.keep_all("section ")  # of pages that were not drawn
            self.sources.save(self._memory, self._version, self._request.process_cache)
            settled = self._settled()
            for path in made:
                status = os.stat(f"{self._request.output}/{path}")  # noqa: PTH116
                ledger.stamp(path, stamp_of(status, settled))
            save_ledger(
                self._memory, self._ledger_file, self._asked, ledger.updated(),
                self._request.process_cache,
            )  # fmt: skip
            if self._request.words and pages is not None:
                stamps = dict(ledger.stamps())
                lines = self._output_lines(stamps)
                counts = (pages, len(stamps))
                words = self._request.words
                data = snapshot.snapshot(words, self._source_lines, lines, counts)
                self._memory.save(snapshot.FILE, data)

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


@contextmanager
def locked(memory: OwnFolder) -> Iterator[int]:
    """Hold the lock of the caches in a folder, and give its file; wait while another build does.

    Raises SiteError where the folder of the lock cannot be written.
    """
    try:
        descriptor = memory.lock_file("lock")
    except OSError as error:
        name = os.path.basename(memory.root)  # noqa: PTH119
        place = Place(f"{name}/lock")
        hint = f"Masthead remembers the last build in {name}/, which is safe to delete"
        problem = Problem(place, f"cannot write this: {error.strerror}", hint)
        raise SiteError([problem]) from error
    try:
        _acquire(descriptor)
        yield descriptor
    finally:
        os.close(descriptor)  # closing frees it


def _acquire(descriptor: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        while True:
            try:
                msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined]
            except OSError:
                continue  # it has tried for ten seconds
            return
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX)


def refresh_schemas(memory: OwnFolder, folder: str, packaged: Path, version: str) -> None:
    """Copy the schemas into a folder of the cache, unless those of this version lie there already.

    They are a help and no part of a build: where they cannot be written, nothing is said.
    """
    mark, data = f"{folder}/version", version.encode("utf-8")
    try:
        with os.scandir(packaged) as entries:
            wanted = _sizes(entries)
        memory.make(folder)
        if memory.holds(mark, data) and _sizes(memory.entries(folder)) == wanted:
            return
        for name in wanted:
            memory.save(f"{folder}/{name}", (packaged / name).read_bytes())
        for name in _sizes(memory.entries(folder)).keys() - wanted.keys():
            memory.remove(f"{folder}/{name}")
        memory.save(mark, data)
    except OSError:
        return


def _sizes(entries: Iterable[os.DirEntry[str]]) -> dict[str, int]:
    """Return the schemas in a folder by name, with their sizes: a power cut leaves files empty."""
    names = (entry for entry in entries if entry.name.endswith(".json"))
    return {entry.name: entry.stat(follow_symlinks=False).st_size for entry in names}
