"""Files that are dropped on a record."""

import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.conftest import SiteCase
from tests.editing.conftest import Session, editing, small_site


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    site = small_site(SiteCase(tmp_path_factory.mktemp("uploads") / "project"))
    with editing(site, "--largest", "1") as session:
        yield session


def static(session: Session) -> Path:
    return session.preview.site.root / "static"


def test_a_file_goes_to_static_under_a_clean_name(session: Session) -> None:
    data = os.urandom(300_000)
    answer = session.upload("My%20Slides%20(final).v2.PDF", data)
    assert (answer.status, json.loads(answer.body)) == (
        200,
        {"path": "/pdf/my-slides-final-v2.pdf"},
    )
    assert (static(session) / "pdf/my-slides-final-v2.pdf").read_bytes() == data
    for name, way in {
        "me.JPG": "/images/me.jpg",
        "Ox%202023%20-%20Mud%20(1).pdf": "/pdf/ox-2023-mud-1.pdf",
        "walk.mp4": "/films/walk.mp4",
        "talk.pptx": "/files/talk.pptx",
        "%E5%B1%B1%E7%BE%8A.pdf": "/pdf/山羊.pdf",
        "..%2F..%2Fescape.pdf": "/pdf/escape.pdf",
        "C:%5Ctemp%5Cx.pdf": "/pdf/x.pdf",
    }.items():
        assert json.loads(session.upload(name, b"x").body) == {"path": way}
    left = [path.name for path in static(session).rglob("*") if path.name.startswith(".")]
    assert left == []


@pytest.mark.parametrize(
    "name", ["", ".pdf", "pdf", "a", "a.", "..", "a.exe", "a.html", "a.js", ".htaccess", "%00.pdf"]
)
def test_other_names_are_refused(session: Session, name: str) -> None:
    before = sorted(static(session).rglob("*"))
    assert session.upload(name, b"x").status == 400
    assert sorted(static(session).rglob("*")) == before


def test_a_name_that_is_taken_asks(session: Session) -> None:
    assert session.upload("taken.pdf", b"first").status == 200
    answer = session.upload("Taken.PDF", b"second")
    assert answer.status == 409
    assert json.loads(answer.body) == {
        "message": "`static/pdf/taken.pdf` is there already",
        "free": "taken-2.pdf",
    }
    assert (static(session) / "pdf/taken.pdf").read_bytes() == b"first"
    assert session.upload("taken-2.pdf", b"second").status == 200
    assert session.upload("taken.pdf", b"third", "&replace=1").status == 200
    assert (static(session) / "pdf/taken.pdf").read_bytes() == b"third"


def test_a_file_that_is_too_large_is_refused_before_it_comes(session: Session) -> None:
    answer = session.upload("large.pdf", b"x", **{"Content-Length": "2000000000"})
    assert answer.status == 413
    assert "2000 MB" in json.loads(answer.body)["message"]
    assert "--largest" in json.loads(answer.body)["message"]
    assert not (static(session) / "pdf/large.pdf").exists()


def test_a_folder_that_is_a_link_is_not_followed(session: Session, tmp_path: Path) -> None:
    (static(session) / "films2").mkdir(parents=True)
    folder = static(session) / "files"
    for path in folder.glob("*") if folder.is_dir() else ():
        path.unlink()
    if folder.is_dir():
        folder.rmdir()
    folder.symlink_to(tmp_path)
    try:
        assert session.upload("notes.txt", b"x").status == 400
        assert list(tmp_path.iterdir()) == []
    finally:
        folder.unlink()


def test_what_is_broken_off_leaves_nothing(session: Session) -> None:
    def files() -> list[Path]:
        return sorted(path for path in static(session).rglob("*") if path.is_file())

    before = files()
    port = urlsplit(session.origin).port
    head = f"PUT /api/upload?name=half.pdf HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    fields = {**session.headers, "Content-Type": "application/octet-stream"}
    head += "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    with socket.create_connection(("127.0.0.1", port or 0)) as connection:
        connection.sendall(f"{head}Content-Length: 1000\r\n\r\nhalf".encode())
        session.preview.until(
            lambda: any(path.name.startswith(".") for path in static(session).rglob("*")), "begun"
        )
    session.preview.until(lambda: files() == before, "removed")
