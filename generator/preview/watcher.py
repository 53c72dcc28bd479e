"""Notices changes of the sources, and decides when a save is over."""

import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import Literal

import msgspec
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch
from watchdog.observers.polling import PollingObserver

from generator.disk.own_folder import OwnFolder
from generator.messages import spoken
from generator.model.files import is_litter
from generator.project import ProjectFolders, packaged_themes

Kind = Literal["written", "made", "saved", "came", "gone"]
"""What happened to a file: some bytes were written, it was made, a writer closed it, it came
whole from elsewhere, or it went away."""

QUIET = 0.02
"""Seconds without a change after which a save counts as over."""
MANY_QUIET = 0.08
"""The same while many files change, as in a checkout."""
MANY = 4
STILL_OPEN = 0.2
"""Seconds to wait for a writer to close a file that it has begun to write."""
LONGEST = 2.0
"""Seconds after the first change at which a build begins even if changes go on."""
NEAR = 0.15
"""Seconds after a change within which an error may come of a file that was read half-written."""

POLLING_EVERY = 0.5
"""Seconds."""

_KINDS: dict[str, Kind] = {
    "created": "made",
    "modified": "written",
    "attrib": "made",  # a file that could not be read may be readable now
    "closed": "saved",
    "deleted": "gone",
}
# Folders on other machines, or of another operating system on this one: inotify does not hear
# what happens there.
_FAR = re.compile(r"nfs\d?|cifs|smb\w*|9p|afs|ceph|vboxsf|prl_fs|vmhgfs|fuse\..*|drvfs|virtiofs")


class FileChange(msgspec.Struct, frozen=True):
    """One thing that happened to a file or folder."""

    kind: Kind
    path: str


class Burst:
    """The changes since the last build, and when it is time for the next one."""

    def __init__(self) -> None:
        self.paths: dict[str, Kind] = {}
        self._first = self._last = 0.0
        self._is_whole = True

    def __bool__(self) -> bool:
        return bool(self.paths)

    def note(self, change: FileChange, now: float) -> None:
        """Add a change."""
        # A file that is replaced or saved in place is whole at once. One that was made or has
        # gone belongs to something that may not be over: a rename, a backup, a checkout.
        before = self.paths.get(change.path)
        in_place = change.kind == "saved" and before in (None, "written", "saved")
        if change.kind not in ("came", "written") and not in_place:
            self._is_whole = False
        self._first = self._first if self.paths else now
        self.paths[change.path] = change.kind
        self._last = now

    def ready_at(self, reports_closes: bool) -> float:
        """Return the time at which to build if nothing else happens.

        `reports_closes` is whether the system says when a writer closes a file.
        """
        return min(self._last + self._rest(reports_closes), self._first + LONGEST)

    def _rest(self, reports_closes: bool) -> float:
        if reports_closes and "written" in self.paths.values():
            return STILL_OPEN
        if reports_closes and self._is_whole and len(self.paths) == 1:
            return 0.0
        return MANY_QUIET if len(self.paths) >= MANY else QUIET


class Watcher:
    """Reports each change in the folders of a project's sources."""

    def __init__(
        self,
        project: ProjectFolders,
        polls: bool,
        tell: Callable[[FileChange], None],
        say: Callable[[str], None],
    ) -> None:
        self._root = Path(os.path.realpath(project.root))
        sources = (project.content, project.static, project.themes, project.fonts)
        self._cache = self._root / project.cache.name
        self._names = {folder.name for folder in sources}
        self._folders = [self._root / folder.name for folder in sources]
        packaged = Path(os.path.realpath(packaged_themes()))
        if packaged not in self._folders:
            self._folders.append(packaged)
        self._tell = tell
        self._say = say
        self._watched: dict[Path, tuple[tuple[int, int], ObservedWatch]] = {}
        self._observer: BaseObserver | None = None
        self._lock = RLock()
        """Held while folders are watched anew: a build may run when a preview is stopped."""
        self.polls = polls or self._must_poll()

    @property
    def reports_closes(self) -> bool:
        """Whether the system reports when a writer closes a file."""
        return sys.platform == "linux" and not self.polls

    def start(self) -> None:
        """Begin to watch."""
        self.refresh()

    def stop(self) -> None:
        """End watching."""
        with self._lock:
            if self._observer:
                self._observer.stop()
            self._observer = None
            self._watched.clear()

    def refresh(self) -> None:
        """Watch the source folders that exist now, under whatever name they came or went."""
        with self._lock:
            try:
                self._watch_all()
            except OSError as error:
                if self.polls:
                    raise
                self.stop()
                self.polls = True
                reason = error.strerror or str(error)
                self._say(spoken("preview-no-events", reason=reason))
                self._watch_all()

    def _watch_all(self) -> None:
        if self._observer is None:
            self._observer = PollingObserver(timeout=POLLING_EVERY) if self.polls else Observer()
            self._root_watch = self._watch_root(self._observer)
            self._observer.start()
        is_new = False
        for folder in self._folders:
            identity = _identity(folder)
            before = self._watched.get(folder)
            if before and before[0] != identity:
                del self._watched[folder]
                self._observer.unschedule(before[1])
                if self.polls:  # who has not yet seen it go would not see it come back either
                    self._observer.unschedule(self._root_watch)
                    self._root_watch = self._watch_root(self._observer)
            if identity and folder not in self._watched:
                place = os.path.realpath(folder)
                watch = self._observer.schedule(self._handler(folder), place, recursive=True)
                self._watched[folder] = identity, watch
                is_new = True
        if is_new and not self.polls:
            # Where the system's limit is reached, watchdog passes over folders in folders. There
            # is room for all of them if there is room for one more.
            with suppress(OSError):
                OwnFolder(self._cache).make()
        if is_new and not self.polls and self._cache.is_dir():
            self._observer.unschedule(self._observer.schedule(_Ignoring(), str(self._cache)))

    def _watch_root(self, observer: BaseObserver) -> ObservedWatch:
        """Watch the project's own folder for content/, static/ and themes/ themselves."""
        return observer.schedule(self._handler(self._root, self._names), str(self._root))

    def _handler(self, folder: Path, names: set[str] | None = None) -> FileSystemEventHandler:
        return _Handler(folder, names, self._tell)

    def _must_poll(self) -> bool:
        kind = _file_system(self._root)
        if kind and _FAR.fullmatch(kind):
            self._say(spoken("preview-far-folder", kind=kind))
            return True
        return False


class _Ignoring(FileSystemEventHandler):
    """Ignores all events."""


class _Handler(FileSystemEventHandler):
    def __init__(
        self, folder: Path, names: set[str] | None, tell: Callable[[FileChange], None]
    ) -> None:
        self.folder = os.path.realpath(folder)
        self.names = names
        """The only entries of the folder that count; none says all."""
        self.tell = tell

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Translate an event, and leave out those that matter to no build."""
        source, target = os.fsdecode(event.src_path), os.fsdecode(event.dest_path)
        if event.event_type == "moved":
            if self._counts(source):
                self.tell(FileChange("gone", source))
            if self._counts(target):
                self.tell(FileChange("made" if event.is_directory else "came", target))
            return
        kind = _KINDS.get(event.event_type)
        is_echo = event.is_directory and event.event_type in ("modified", "attrib")
        if kind and not is_echo and self._counts(source):
            self.tell(FileChange(kind, source))

    def _counts(self, path: str) -> bool:
        parts = Path(os.path.relpath(path, self.folder)).parts
        if self.names is not None:
            return parts[:1] != () and parts[0] in self.names and len(parts) == 1
        return not any(is_litter(part) for part in parts)


def _identity(folder: Path) -> tuple[int, int] | None:
    try:
        status = folder.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if folder.is_dir() else None


def _file_system(folder: Path) -> str:
    """Return the kind of file system that a folder lies on, where Linux says it."""
    best, kind = "", ""
    try:
        lines = Path("/proc/self/mounts").read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    for line in lines:
        _, point, found, *_ = line.split(" ")
        point = point.replace("\\040", " ")
        if len(point) >= len(best) and folder.is_relative_to(point):
            best, kind = point, found
    return kind
