"""The panel answers its own script, in a run of this machine, and nobody else; it takes files."""

import json
import os
import shutil
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.conftest import SiteCase, masthead
from tests.editing.conftest import Session

QUESTIONS = ("list", "kinds")


def test_the_panel_has_an_origin_of_its_own_and_its_page_holds_no_token(session: Session) -> None:
    assert session.origin != session.preview.url.rstrip("/")
    page = session.request("/", "GET", {})
    assert page.status == 200
    assert session.token not in page.text
    assert session.preview.url in page.text
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert f"frame-src {session.preview.url.rstrip('/')};" in policy
    assert "frame-ancestors 'none'" in policy
    for name in ("panel.js", "panel.css"):
        file = session.request(f"/{name}", "GET", {})
        assert file.status == 200
        assert session.token not in file.text


def test_pages_of_the_site_may_be_framed_by_the_panel_and_by_no_other(session: Session) -> None:
    page = session.preview.ask("/")
    assert page.headers["Content-Security-Policy"] == f"frame-ancestors 'self' {session.origin}"
    assert "X-Frame-Options" not in page.headers
    assert session.token not in page.text
    assert f'data-panel="{session.origin}"' in page.text


def test_a_question_is_answered_as_json(session: Session) -> None:
    answer = session.post("kinds")
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    assert json.loads(answer.body)[0]["kind"] == "site"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"X_Masthead_Token": "wrong"}, 403), ({"X_Masthead_Token": ""}, 403),
        ({"Origin": ""}, 403), ({"Origin": "null"}, 403), ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "the site's own"}, 403), ({"Host": "evil.example"}, 421),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "multipart/form-data; boundary=x"}, 400),
    ],
)  # fmt: skip
def test_others_are_refused(session: Session, headers: dict[str, str], status: int) -> None:
    if "own" in headers.get("Origin", ""):
        headers = {"Origin": session.preview.url.rstrip("/")}
        assert session.upload("a.pdf", b"%PDF", **headers).status == status
    for name in QUESTIONS:
        assert session.post(name, **headers).status == status


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        *((method, "/api/kinds", "{}", 405) for method in ("GET", "HEAD", "DELETE", "PUT", "OPTIONS")),
        ("POST", "/api/upload?name=a.pdf", "{}", 405),
        *(("POST", "/api/kinds", body, 400) for body in ("", "[]", "x", "{", "1", '"a"', "\x00")),
        *((method, path, "{}", 404) for method in ("POST", "GET")
          for path in ("/x", "/api/", "/../site.yaml", "/panel.html")),
        ("POST", "/api/secret", "{}", 404), ("GET", "/api/secret", "{}", 405),
    ],
)  # fmt: skip
def test_what_is_no_question_is_refused(
    session: Session, method: str, path: str, body: str, status: int
) -> None:
    answer = session.request(path, method, session.headers, body)
    assert answer.status == status and "Traceback" not in answer.text


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_nothing_is_edited_from_other_machines(site: SiteCase, host: str) -> None:
    run = masthead("edit", "--project", str(site.root), "--host", host, "--port", "0")
    assert run.returncode == 2
    assert f"{host} can be reached by other machines" in run.stderr
    assert "editing:" not in run.stderr


@pytest.mark.parametrize("command", ["edit", "preview"])
def test_a_folder_without_a_site_is_not_served(tmp_path: Path, command: str) -> None:
    run = masthead(command, "--project", str(tmp_path), "--port", "0")
    assert run.returncode == 1
    assert "content/site.yaml: error: this file is missing" in run.stderr
    assert "go to the folder of your site" in run.stderr


def test_a_file_goes_to_static_under_a_clean_name(session: Session) -> None:
    data = os.urandom(300_000)
    answer = session.upload("My%20Slides%20(final).v2.PDF", data)
    assert (answer.status, json.loads(answer.body)) == (200, {"path": "pdf/my-slides-final-v2.pdf"})
    assert (session.root / "static/pdf/my-slides-final-v2.pdf").read_bytes() == data
    for name, way in {
        "me.JPG": "images/me.jpg",
        "Ox%202023%20-%20Mud%20(1).pdf": "pdf/ox-2023-mud-1.pdf",
        "walk.mp4": "films/walk.mp4",
        "talk.pptx": "files/talk.pptx",
        "%E5%B1%B1%E7%BE%8A.pdf": "pdf/山羊.pdf",
        "..%2F..%2Fescape.pdf": "pdf/escape.pdf",
        "C:%5Ctemp%5Cx.pdf": "pdf/x.pdf",
    }.items():
        assert json.loads(session.upload(name, b"x").body) == {"path": way}
    assert not [way for way in session.files() if "/." in way]


def test_other_names_are_refused(session: Session) -> None:
    names = ["", ".pdf", "pdf", "a", "a.", "..", "a.exe", "a.html", "a.js", ".htaccess", "%00.pdf"]
    for name in names:
        assert session.upload(name, b"x").status == 400, name
    assert session.edits() == []


def test_a_name_that_is_taken_asks(session: Session) -> None:
    assert session.upload("taken.pdf", b"first").status == 200
    answer = session.upload("Taken.PDF", b"second")
    assert answer.status == 409
    assert json.loads(answer.body) == {
        "message": "`static/pdf/taken.pdf` already exists",
        "free": "taken-2.pdf",
    }
    assert (session.root / "static/pdf/taken.pdf").read_bytes() == b"first"
    assert session.upload("taken-2.pdf", b"second").status == 200
    assert session.upload("taken.pdf", b"third", "&replace=1").status == 200
    assert (session.root / "static/pdf/taken.pdf").read_bytes() == b"third"


def test_a_file_that_is_too_large_is_refused_before_it_comes(session: Session) -> None:
    answer = session.upload("large.pdf", b"x", **{"Content-Length": "2000000000"})
    assert answer.status == 413
    assert "2000 MB" in json.loads(answer.body)["message"]
    assert "--largest" in json.loads(answer.body)["message"]
    assert not (session.root / "static/pdf/large.pdf").exists()


def test_a_folder_that_is_a_link_is_not_followed(session: Session, tmp_path: Path) -> None:
    folder = session.root / "static/files"
    shutil.rmtree(folder, ignore_errors=True)
    folder.symlink_to(tmp_path)
    try:
        assert session.upload("notes.txt", b"x").status == 400
        assert list(tmp_path.iterdir()) == []
    finally:
        folder.unlink()


def test_what_is_broken_off_leaves_nothing(session: Session) -> None:
    def names() -> set[Path]:  # not its bytes: it may go while they are read
        return set((session.root / "static").rglob("*"))

    files, before = session.files(), names()
    port = urlsplit(session.origin).port
    head = f"PUT /api/upload?name=half.pdf HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    fields = {**session.headers, "Content-Type": "application/octet-stream"}
    head += "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    with socket.create_connection(("127.0.0.1", port or 0)) as connection:
        connection.sendall(f"{head}Content-Length: 1000\r\n\r\nhalf".encode())
        session.preview.until(lambda: names() > before, "begun")
    session.preview.until(lambda: names() == before, "removed")
    assert session.files() == files
