"""Every way in which editors and tools change files is heard."""

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from watchdog.observers.api import BaseObserver
from watchdog.observers.inotify_c import InotifyFD

from generator.model.files import ProjectFolders
from generator.preview.watcher import Watcher
from tests.conftest import PATIENCE, SiteCase


class Ear:
    def __init__(self, site: SiteCase, is_polling: bool) -> None:
        self.root = site.root.resolve()
        self.said: list[str] = []
        self.changes: list[str] = []
        self.bell = threading.Condition()
        self.watcher = Watcher(ProjectFolders(site.root), is_polling, self.hear, self.said.append)

    def hear(self, change: str) -> None:
        with self.bell:
            self.changes.append(change)
            self.bell.notify()

    def heard(self, path: str) -> set[str]:
        """What is named until a file is named; none if that takes more than the test's patience."""
        wanted = str(self.root / path)
        with self.bell:
            is_named = self.bell.wait_for(lambda: wanted in self.changes, PATIENCE)
            changes = {one.removeprefix(f"{self.root}/") for one in self.changes}
            self.changes.clear()
        return changes if is_named else set()


@pytest.fixture(params=[False, True], ids=["notified", "polling"])
def ear(request: pytest.FixtureRequest, site: SiteCase) -> Iterator[Ear]:
    ear = Ear(site, request.param)
    ear.watcher.refresh()
    yield ear
    ear.watcher.stop()


def in_place(path: Path) -> None:
    with path.open("a") as file:
        file.write("more\n")


def truncated(path: Path) -> None:
    path.write_text("other text\n")


def renamed_over(path: Path) -> None:
    new = path.with_name("4913")
    new.write_text("renamed over\n")
    new.replace(path)


def with_backup(path: Path) -> None:
    path.rename(path.with_name(path.name + "~"))
    path.write_text("after a backup\n")


def by_sed(path: Path) -> None:
    new = path.with_name("sedAbCdEf")
    shutil.copy2(path, new)
    with new.open("a") as file:
        file.write("by sed\n")
    new.rename(path)


WAYS: list[Callable[[Path], None]] = [in_place, truncated, renamed_over, with_backup, by_sed]


def test_every_way_of_saving_is_heard_again_and_again(site: SiteCase, ear: Ear) -> None:
    page = site.root / "content" / "index.md"
    for way in (*WAYS, *WAYS[:2]):
        way(page)
        assert ear.heard("content/index.md"), way.__name__


def test_folders_that_come_are_renamed_and_go_are_heard(site: SiteCase, ear: Ear) -> None:
    content = site.root / "content"
    (content / "a" / "b").mkdir(parents=True)
    (content / "a" / "b" / "new.md").write_text("new\n")
    assert ear.heard("content/a/b/new.md")
    (content / "a").rename(content / "c")
    assert ear.heard("content/c/b/new.md")
    in_place(content / "c" / "b" / "new.md")
    assert ear.heard("content/c/b/new.md")
    shutil.rmtree(content / "c")
    assert ear.heard("content/c/b/new.md")


def test_a_source_folder_that_comes_late_is_watched(site: SiteCase, ear: Ear) -> None:
    (site.root / "static").mkdir()
    assert ear.heard("static")
    ear.watcher.refresh()  # as before each build
    (site.root / "static" / "x.txt").write_text("x")
    assert ear.heard("static/x.txt")


def test_content_that_goes_and_comes_back_is_watched_again(site: SiteCase, ear: Ear) -> None:
    content = site.root / "content"
    content.rename(site.root / "elsewhere")
    assert ear.heard("content")
    ear.watcher.refresh()
    (site.root / "elsewhere").rename(content)
    assert ear.heard("content")
    ear.watcher.refresh()
    in_place(content / "index.md")
    assert ear.heard("content/index.md")


def test_litter_builds_and_other_folders_are_not_heard(site: SiteCase, ear: Ear) -> None:
    for path in ("content/.index.md.swp", "content/index.md~", "_site/index.html", "notes.txt",
                 ".cache/preview/index.html", ".git/HEAD"):  # fmt: skip
        site.write(path, "x")
    (site.root / "content" / "index.md").read_text()
    in_place(site.root / "content" / "site.yaml")
    assert ear.heard("content/site.yaml") == {"content/site.yaml"}


@pytest.mark.parametrize("spared", [0, 3])
def test_where_the_system_has_no_watches_left_it_is_looked_again_and_again(
    site: SiteCase, monkeypatch: pytest.MonkeyPatch, spared: int
) -> None:
    """`spared` watches are given before the limit is reached; the folders inside come after."""
    (site.root / "content" / "posts").mkdir()
    given: list[object] = []
    real = InotifyFD.add_callback

    def add(self: InotifyFD, *arguments: object) -> object:
        if len(given) >= spared:
            raise OSError(28, "inotify watch limit reached")
        given.append(arguments)
        return real(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(InotifyFD, "add_callback", add)
    ear = Ear(site, is_polling=False)
    ear.watcher.refresh()
    try:
        assert len(ear.said) == 1 and "inotify watch limit reached" in ear.said[0]
        site.write("content/posts/a.md", "x")
        assert ear.heard("content/posts/a.md")
        assert ear.watcher.polls
    finally:
        ear.watcher.stop()


def test_a_preview_that_stops_waits_until_its_folders_are_watched(
    site: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    watcher = Watcher(ProjectFolders(site.root), False, lambda _: None, print)
    schedule = BaseObserver.schedule
    stopping = threading.Thread(target=watcher.stop)

    def stopped_meanwhile(
        observer: BaseObserver, handler: object, path: str, **more: bool
    ) -> object:
        watch = schedule(observer, handler, path, **more)
        if path.endswith(".cache"):
            stopping.start()
            stopping.join(0.2)
            if not stopping.is_alive():
                observer.join()
        return watch

    monkeypatch.setattr(BaseObserver, "schedule", stopped_meanwhile)
    watcher.refresh()
    stopping.join()
