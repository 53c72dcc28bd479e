"""The caches of one build: which there are, how they are opened, and how they are saved.

The cache of sources maps each file's stamp to its digest, and digests to parsed values. A file
whose stamp has not changed is not opened; a text whose digest has not changed is not parsed. Only
results without a problem are cached, so a mistake is found again in each build.
"""

import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from generator.disk import OwnFolder, os_errors_reported
from generator.engine import snapshot
from generator.engine.cache_files import BLOBS, UNDECODABLE, Blobs, Records, json_decoder
from generator.engine.ledger import Ledger, LedgerUpdate
from generator.engine.request import BuildRequest
from generator.engine.snapshot import clock_of, generator_version, stamp_of
from generator.model.config import Config
from generator.model.files import SCHEMAS, Sources, packaged_schemas
from generator.model.lookups import SourceCache, fingerprint
from generator.problems import Place, Problem, SiteError

if TYPE_CHECKING:
    from generator.render.templates import CompiledTemplates

T = TypeVar("T", bound=msgspec.Struct)


class ProjectCache:
    """The caches of one build.

    Each is safe to delete: parsed sources (`sources.json`), rendered texts and drawn pictures
    (`blobs`), the reads of every output (`ledger-….json`), and the stamps of all files
    (`snapshot`). Compiled templates are in the user's own cache.
    """

    def __init__(self, request: BuildRequest, memory: OwnFolder, lock: int) -> None:
        """`lock` is this build's open lock file in the folder `memory`."""
        self._request = request
        self._memory = memory
        self._lock = lock
        self.clock = clock_of(lock)
        """The file system's time (ns) at the start of the build."""
        self._source_lines = snapshot.source_lines(self.clock) if request.words else []
        self._version = generator_version()
        self.blobs = Blobs(memory, self._version, not request.force)
        """Rendered texts and copies of pictures."""
        self._shown = str(request.project.memory_folder or ".cache")
        self._records = Records(memory, self._shown, request.process_cache)
        self.sources = DiskSourceCache(
            self._last(SOURCES_FILE, self._version, SourceValues), self.clock
        )

    @property
    def problems(self) -> list[Problem]:
        """Warnings about caches that cannot be used."""
        fault, place = self.blobs.fault, Place(f"{self._shown}/{BLOBS}")
        blobs = [Problem(place, fault, severity="warning")] if fault else []
        return [*self._records.problems, *blobs]

    def templates(self) -> "CompiledTemplates | None":
        """Return the cache of compiled templates that all of the user's projects share, or None
        without a private folder for it. This loads Jinja."""
        from generator.render.templates import CompiledTemplates

        folder = private_folder(self._request.project.root)
        return CompiledTemplates(folder, self._version) if folder else None

    def ledger(self, part_digest: Callable[[str], str]) -> LedgerUpdate:
        """Return the ledger of the last build into this folder, to compare with the site now."""
        last = self._last(self.file("ledger"), self._asked, Ledger)
        return LedgerUpdate(last or Ledger(), part_digest)

    def _last(self, name: str, version: str, kind: type[T]) -> T | None:
        """Return a record of the last build; None in a forced build."""
        return None if self._request.force else self._records.read(name, version, kind)

    def file(self, kind: str) -> str:
        """Return the name of the cache file of a kind that belongs to this output folder.

        It is derived from the output's path relative to the project, so both may move together.
        """
        output, root = os.path.realpath(self._request.output), self._request.project.root
        way = os.path.relpath(output, os.path.realpath(root))
        return f"{kind}-{blake2b(way.encode(), digest_size=4).hexdigest()}.json"

    @property
    def _asked(self) -> str:
        """The digest of what a ledger depends on besides the sources."""
        request = self._request
        asked = request.base_url, request.theme, request.drafts, request.is_preview
        return fingerprint((self._version, *asked))

    def save(
        self,
        found: Sources,
        ledger: LedgerUpdate,
        made: Iterable[str],
        pages: int | None,
        config: Config,
    ) -> None:
        """Save all caches but the blobs, once the outputs are in place.

        `pages` is how many pages the site has, or None if the next build must not be skipped,
        because it has problems to report again. Raises SiteError if a file cannot be written.
        """
        save_schemas(self._memory, config)
        with os_errors_reported():
            self.sources.note_all(found)
            self._records.save(SOURCES_FILE, self._version, self.sources.next)
            settled = self._settled()
            for path in made:
                status = os.stat(f"{self._request.output}/{path}")  # noqa: PTH116
                ledger.stamp(path, stamp_of(status, settled))
            self._records.save(self.file("ledger"), self._asked, ledger.updated())
            if self._request.words and pages is not None:
                stamps = ledger.stamps()
                folder = os.path.relpath(self._request.output, self._request.project.root)
                outputs = {f"{folder}/{path}": stamp for path, stamp in stamps.items()}
                words, lines = self._request.words, self._source_lines
                self._memory.save(snapshot.FILE, snapshot.snapshot(words, lines, outputs, pages))

    def _settled(self) -> int:
        """Return a time (ns) of the file system that is later than all files written until now.

        Its clock usually ticks every few milliseconds. If it ticks only every second or two, we do
        not wait, and the next build does not trust the stamps of files that were just written.
        """
        before = now = clock_of(self._lock)
        for _ in range(20):
            if now > before:
                break
            time.sleep(0.001)
            now = clock_of(self._lock)
        return now


@contextmanager
def locked(memory: OwnFolder) -> Iterator[int]:
    """Hold the lock of the caches in a folder and yield its open file; wait for other builds.

    Raises SiteError if the folder of the lock cannot be written.
    """
    try:
        descriptor = memory.open_file("lock")
    except OSError as error:
        name = os.path.basename(memory.root)  # noqa: PTH119
        place = Place(f"{name}/lock")
        problem = Problem.of(place, "cache-unwritable", reason=str(error.strerror), name=name)
        raise SiteError([problem]) from error
    try:
        _acquire(descriptor)
        yield descriptor
    finally:
        os.close(descriptor)  # closing releases the lock


def _acquire(descriptor: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        while True:
            try:
                msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined]
            except OSError:
                continue  # one call tries for ten seconds
            return
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX)


def save_schemas(memory: OwnFolder, config: Config) -> None:
    """Write the schemas of data files into the cache.

    They explain fields in the site's first language if there are such schemas, otherwise in
    English. Only editors use them, so a failure to write them is ignored.
    """
    with suppress(OSError):
        packaged = packaged_schemas()
        if (packaged / config.languages[0]).is_dir():
            packaged /= config.languages[0]
        for name in os.listdir(packaged):  # noqa: PTH208
            if name.endswith(".json"):
                memory.save(f"{SCHEMAS}/{name}", (packaged / name).read_bytes())


SOURCES_FILE = "sources.json"


class SourceValues(msgspec.Struct):
    files: dict[str, tuple[str, str]] = {}
    """Path -> stamp and digest."""
    values: dict[str, tuple[str, msgspec.Raw]] = {}
    """Kind and place of a value -> digest of its text, and the value as JSON."""


class DiskSourceCache(SourceCache):
    """The cache of the last build, and the one that this build writes."""

    def __init__(self, last: SourceValues | None = None, clock: int = 0) -> None:
        """`clock` is the file system's time (ns) at the start of the build. A file that is not
        older is always read."""
        self._last = last or SourceValues()
        self._clock = clock
        self.next = SourceValues({}, {})

    def known(self, path: str, status: os.stat_result) -> tuple[str, str]:
        stamp = stamp_of(status, self._clock)
        known = self._last.files.get(path)
        return stamp, known[1] if known and stamp and known[0] == stamp else ""

    def note_all(self, sources: Sources) -> None:
        """Cache the known digests of files under their stamps."""
        for files in (sources.content, sources.statics, sources.themes, sources.fonts):
            for path, file in files.items():
                if file.stamp and file.known_digest:
                    self.next.files[path] = (file.stamp, file.known_digest)

    def get(self, name: str, digest: str, kind: Any) -> Any:
        known = self._last.values.get(name)
        if known is None or known[0] != digest:
            return None
        value = self.last(name, kind)
        if value is not None:
            self.next.values[name] = known
        return value

    def last(self, name: str, kind: Any) -> Any:
        known = self._last.values.get(name)
        try:
            return json_decoder(kind).decode(known[1]) if known else None
        except UNDECODABLE:
            return None

    def put(self, name: str, digest: str, value: Any) -> None:
        self.next.values[name] = (digest, msgspec.Raw(msgspec.json.encode(value)))


# ------------------------------------------------------------------ compiled templates

_BROUGHT = (".git", ".hg", ".svn", "content/site.yaml")
"""Names that only the top of a repository or a project contains."""


def private_folder(project: Path) -> Path | None:
    """Return the folder for compiled templates; make it if necessary.

    It is in `XDG_CACHE_HOME` or `~/.cache`, on Windows in `LOCALAPPDATA`. None if there is no such
    folder, if others may write to it, or if it is inside a project or a repository: a stranger
    could then have written its content.
    """
    try:
        ours = _users_cache() / "masthead"
        above = ours.resolve().parents
        if not ours.is_absolute() or project.resolve() in (ours.resolve(), *above):
            return None
        if any((folder / name).exists() for folder in above for name in _BROUGHT):
            return None
        folder = OwnFolder(ours, mode=0o700)
        folder.make()
        if not _is_private(ours):
            return None
        folder.make("templates")
        return ours / "templates" if _is_private(ours / "templates") else None
    except (OSError, RuntimeError):  # a loop of links raises RuntimeError
        return None


def _users_cache() -> Path:
    """Return the folder of the user's cache; a relative path means that it is unknown."""
    home = os.environ.get("HOME")
    known = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(known or (f"{home}/.cache" if home else ""))


def _is_private(folder: Path) -> bool:
    """Whether this is a folder (not a link) that belongs to this user and that no other user may
    write to.

    Raises OSError if its status cannot be read.
    """
    status = os.lstat(folder)
    if not stat.S_ISDIR(status.st_mode):
        return False
    # Windows has neither owners nor modes of this kind; its folder is in the user's profile.
    return not hasattr(os, "getuid") or (
        status.st_uid == os.getuid() and not status.st_mode & 0o022
    )
