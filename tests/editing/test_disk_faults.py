"""What goes wrong while the panel saves: a clear answer, and the old file or the new one, whole."""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import IS_ROOT, SiteCase
from tests.editing.conftest import Session, editing, small_site

GOAT = "content/publications.yaml#goat"
PAPERS = "content/publications.yaml"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Session, Path]]:
    """One session; each test leaves the files as they were."""
    site = small_site(SiteCase(tmp_path_factory.mktemp("faults") / "project"))
    with editing(site) as session:
        yield session, site.root


def titled(asks: Session, title: str, **more: Any) -> dict[str, Any]:
    """The question that gives the goat another title."""
    form = asks.ask("record", source=GOAT)
    change = {"op": "set", "path": ["title"], "value": title}
    return {"source": GOAT, "digest": form["digest"], "changes": [change], **more}


def message(asks: Session, name: str, question: dict[str, Any]) -> tuple[int, str]:
    answer = asks.post(name, question)
    return answer.status, json.loads(answer.body).get("message", "")


@contextmanager
def full_disk(asks: Session) -> Iterator[None]:
    """Let no file of the session grow beyond some bytes, as on a full disk."""
    import resource  # which Windows lacks

    process = asks.preview.process.pid
    before = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        yield
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits another process")
def test_on_a_full_disk_nothing_is_written_and_all_goes_on_when_there_is_room(
    session: tuple[Session, Path],
) -> None:
    asks, root = session
    before = (root / PAPERS).read_bytes()
    question = titled(asks, "Goats on a full disk")
    with full_disk(asks):
        status, said = message(asks, "save", question)
        upload = asks.upload("large.pdf", b"%PDF" + bytes(1000))
    assert status == 409 and PAPERS in said and "File too large" in said
    assert upload.status == 400 and "static/pdf/large.pdf" in json.loads(upload.body)["message"]
    assert (root / PAPERS).read_bytes() == before
    assert [file.name for file in (root / "content").iterdir() if "tmp" in file.name] == []
    assert not any(file.is_file() for file in (root / "static").rglob("*"))
    assert asks.ask("save", **question)["ok"]
    with full_disk(asks):
        assert message(asks, "undo", {})[0] == 409
    assert asks.ask("undo")["ok"]
    assert (root / PAPERS).read_bytes() == before


@pytest.mark.skipif(IS_ROOT, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_said(session: tuple[Session, Path]) -> None:
    asks, root = session
    (root / "static").mkdir(exist_ok=True)
    for folder in ("content", "static"):
        (root / folder).chmod(0o555)
    try:
        status, said = message(asks, "save", titled(asks, "Goats in a locked folder"))
        upload = asks.upload("a.pdf", b"%PDF")
    finally:
        for folder in ("content", "static"):
            (root / folder).chmod(0o755)
    assert status == 409 and PAPERS in said and "Permission denied" in said
    assert upload.status == 400 and "Permission denied" in json.loads(upload.body)["message"]


def test_of_two_tabs_the_second_sees_what_the_first_has_written(
    session: tuple[Session, Path],
) -> None:
    asks, root = session
    before = (root / PAPERS).read_bytes()
    first, second = titled(asks, "Of the first tab"), titled(asks, "Of the second tab")
    assert asks.ask("save", **first)["ok"]
    answer = asks.ask("save", **second)
    assert not answer["ok"] and answer["changed"]["value"]["title"] == "Of the first tab"
    assert asks.ask("save", **{**second, "digest": answer["changed"]["digest"]})["ok"]
    assert b"Of the second tab" in (root / PAPERS).read_bytes()
    assert asks.ask("undo")["ok"] and asks.ask("undo")["ok"]
    assert (root / PAPERS).read_bytes() == before


def test_a_file_that_was_broken_by_hand_is_named_with_its_line_and_not_written(
    session: tuple[Session, Path],
) -> None:
    asks, root = session
    question = titled(asks, "Goats in a broken file")
    before = (root / PAPERS).read_bytes()
    broken = before + b"- id: [\n"
    (root / PAPERS).write_bytes(broken)
    for name in ("record", "save", "delete", "duplicate", "move"):
        status, said = message(asks, name, {**question, "by": 1})
        assert status == 409 and PAPERS in said and "line" in said, name
    added = asks.ask("add", kind="publications", value={"title": "X", "authors": ["Ada Lovelace"]})
    assert "line" in added["refused"] and added["place"] == PAPERS
    assert (root / PAPERS).read_bytes() == broken
    (root / PAPERS).write_bytes(before)
    assert asks.ask("save", **question)["ok"] and asks.ask("undo")["ok"]


@pytest.mark.parametrize(
    ("path", "value"), [(["id"], "ox"), (["date"], "never"), (["venue"], ["x"])]
)
def test_a_value_that_cannot_be_is_said_beside_its_field(
    session: tuple[Session, Path], path: list[str], value: object
) -> None:
    asks, root = session
    before = (root / PAPERS).read_bytes()
    changes = [{"op": "set", "path": path, "value": value}]
    answer = asks.ask("save", **titled(asks, "", changes=changes))
    assert not answer["ok"] and answer["can_force"], answer
    assert path in [one["path"][:1] for one in answer["problems"]], answer["problems"]
    assert (root / PAPERS).read_bytes() == before


def test_an_editor_that_saves_at_the_same_time_never_leaves_a_part_of_a_file(
    session: tuple[Session, Path],
) -> None:
    asks, root = session
    before = (root / PAPERS).read_text()
    theirs = before.replace("Oxen", "Oxen of the editor")
    start = threading.Barrier(2)

    def save_in_the_editor() -> None:
        start.wait()
        other = root / "content/.publications.yaml.swp"
        other.write_text(theirs)
        other.replace(root / PAPERS)

    for number in range(10):
        question = titled(asks, f"Goats {number}")
        ours = before.replace("'Goats'", f"'Goats {number}'")
        editor = threading.Thread(target=save_in_the_editor)
        editor.start()
        start.wait()
        answer = asks.post("save", question)
        editor.join()
        said = json.loads(answer.body)
        assert answer.status == 200 or "changed at this moment" in said["message"], said
        texts = {theirs, ours, theirs.replace("'Goats'", f"'Goats {number}'")}
        assert (root / PAPERS).read_text() in texts
        (root / PAPERS).write_text(before)


@pytest.mark.parametrize("name", ["SIGINT", "SIGKILL"])
def test_a_session_that_is_ended_while_it_saves_leaves_one_of_both_files(
    site: SiteCase, name: str
) -> None:
    end = signal.Signals[name]
    small_site(site)
    long = "x" * 50_000
    file = site.root / PAPERS
    texts: list[str] = []
    try:
        with editing(site) as asks:
            texts = [file.read_text(), file.read_text().replace("'Goats'", f"'Goats {long}'")]
            process = asks.preview.process
            saves = 0

            def keep_saving() -> None:
                nonlocal saves
                with suppress(OSError, HTTPException, ValueError):
                    while True:
                        asks.ask("save", **titled(asks, f"Goats {long}"))
                        asks.ask("undo")
                        saves += 1

            thread = threading.Thread(target=keep_saving)
            thread.start()
            while saves < 1 and thread.is_alive():
                thread.join(0.01)
            process.send_signal(end)
            process.wait()
            thread.join()
    except AssertionError:
        assert name == "SIGKILL"  # the session's end is not that of an author
    assert file.read_text() in texts and len(texts) == 2
    with editing(site) as asks:
        assert asks.ask("save", **titled(asks, "Oats"))["ok"]
    assert [one.name for one in (site.root / "content").iterdir() if "tmp" in one.name] == []
