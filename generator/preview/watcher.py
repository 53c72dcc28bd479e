"""Detects changes of the sources."""

import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import RLock

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch
from watchdog.observers.polling import PollingObserver

from generator.disk import OwnFolder
from generator.model.files import ProjectFolders, is_litter, packaged_themes
from generator.problems import spoken

POLLING_EVERY = 0.5
"""Seconds."""

_CHANGES = ("created", "modified", "attrib", "closed", "deleted", "moved")
"""Events that can affect a build. A file that could not be read may be readable now."""

# Folders on other machines, or of another operating system on this one, for which inotify reports
# nothing.
_FAR = re.compile(r"nfs\d?|cifs|smb\w*|9p|afs|ceph|vboxsf|prl_fs|vmhgfs|fuse\..*|drvfs|virtiofs")


class Watcher:
    """Reports the path of each change in the folders of a project's sources."""

    def __init__(
        self,
        project: ProjectFolders,
        polls: bool,
        tell: Callable[[str], None],
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
        """Held while watches change, since a build may run when a preview is stopped."""
        kind = _file_system(self._root)
        if kind and _FAR.fullmatch(kind) and not polls:
            say(spoken("preview-far-folder", kind=kind))
            polls = True
        self.polls = polls

    def stop(self) -> None:
        """End watching."""
        with self._lock:
            if self._observer:
                self._observer.stop()
            self._observer = None
            self._watched.clear()

    def refresh(self) -> None:
        """Watch the source folders that exist now; the first call begins to watch."""
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
            # For content/, static/ and themes/ themselves.
            self._observer.schedule(self._handler(self._root, self._names), str(self._root))
            self._observer.start()
        is_new = False
        for folder in self._folders:
            identity = _identity(folder)
            before = self._watched.get(folder)
            if before and before[0] != identity:
                del self._watched[folder]
                self._observer.unschedule(before[1])
            if identity and folder not in self._watched:
                place = os.path.realpath(folder)
                watch = self._observer.schedule(self._handler(folder), place, recursive=True)
                self._watched[folder] = identity, watch
                is_new = True
        if is_new and not self.polls:
            # At the system's limit, watchdog silently skips nested folders. If one more folder can
            # be watched, none was skipped.
            with suppress(OSError):
                OwnFolder(self._cache).make()
        if is_new and not self.polls and self._cache.is_dir():
            ignoring = FileSystemEventHandler()
            self._observer.unschedule(self._observer.schedule(ignoring, str(self._cache)))

    def _handler(self, folder: Path, names: set[str] | None = None) -> FileSystemEventHandler:
        return _Handler(folder, names, self._tell)


class _Handler(FileSystemEventHandler):
    def __init__(self, folder: Path, names: set[str] | None, tell: Callable[[str], None]) -> None:
        self.folder = os.path.realpath(folder)
        self.names = names
        """The only entries of the folder that count; empty means all."""
        self.tell = tell

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Pass on the paths of an event if it can affect a build."""
        is_echo = event.is_directory and event.event_type in ("modified", "attrib")
        if event.event_type not in _CHANGES or is_echo:
            return
        for path in filter(None, map(os.fsdecode, (event.src_path, event.dest_path))):
            if self._counts(path):
                self.tell(path)

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
    """Return the kind of file system of a folder, if Linux reports it."""
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
