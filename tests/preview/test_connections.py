"""Who may read answers of the preview, how long a connection may stall, and how it ends."""

import re
import signal
import socket
from contextlib import suppress
from pathlib import Path

import pytest

from tests.conftest import PATIENCE, SiteCase
from tests.preview.conftest import Answer, Preview, running

IMPATIENT = "from generator.preview import server as s; s.STALLED = 1.0"
HEADERS = {
    "X-Frame-Options": "SAMEORIGIN",
    "Content-Security-Policy": "frame-ancestors 'self'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


def answers(preview: Preview, base: str = "/") -> list[Answer]:
    """Answers of each kind: pages, files, redirects, refusals, the preview's own addresses."""
    paths = ("", "x.txt", "nope", "about", ".git/config", "__masthead/status",
             "__masthead/client.js", "livereload.js", "livereload")  # fmt: skip
    found = [preview.ask(base + path) for path in paths]
    found.append(preview.ask(base, headers={"Host": "evil.example"}))
    found.append(preview.ask(base, "POST", body="x"))
    found.append(preview.ask(base + "x.txt", headers={"Range": "bytes=0-1"}))
    found.append(preview.ask(base + "__masthead/open", "POST", body="x"))
    return found


def test_no_answer_may_be_framed_loaded_by_other_sites_or_kept(shared: Preview) -> None:
    found = answers(shared)
    assert {200, 206, 404, 405, 421} <= {answer.status for answer in found}
    assert any(answer.status in (301, 302) for answer in found)
    for answer in found:
        assert HEADERS.items() <= answer.headers.items(), answer.status
        assert not {"ETag", "Server", "Access-Control-Allow-Origin"} & answer.headers.keys()
    again = shared.ask("/x.txt", headers={"If-Modified-Since": "Tue, 01 Jan 2999 00:00:00 GMT"})
    assert (again.status, again.text) == (200, "x: é")


@pytest.mark.slow
def test_connections_that_stall_are_closed(project: SiteCase) -> None:
    """Those of somebody who says nothing, half a head, or half a body, and goes silent."""
    begun = (b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ",
             b"POST /__masthead/open HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{")  # fmt: skip
    with running(project, first=IMPATIENT) as preview:
        stalled = []
        for says in begun * 5:
            connection = socket.create_connection(("127.0.0.1", preview.port), PATIENCE)
            connection.sendall(says)
            stalled.append(connection)
        for connection in stalled:  # until the other side closes it, with an answer or without
            with connection, suppress(ConnectionError):
                while connection.recv(1 << 16):
                    pass
        assert preview.ask("/").status == 200


@pytest.mark.slow
def test_a_preview_in_the_background_stops_when_it_is_asked_to(project: SiteCase) -> None:
    ignoring = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
    with running(project, first=ignoring) as preview:
        preview.ask("/")
        preview.process.send_signal(signal.SIGINT)
        assert preview.ask("/").status == 200
        preview.process.send_signal(signal.SIGTERM)
        assert preview.process.wait(PATIENCE) == 0
        preview.says("the preview has stopped")


@pytest.mark.slow
def test_what_an_editor_makes_and_takes_away_is_not_named(project: SiteCase) -> None:
    with running(project) as preview:
        folder: Path = project.root / "content"
        for number, name in enumerate(("4913", "sedAb12C", "index.md~", ".index.md.swp")):
            heard = len(preview.lines)
            beside = folder / name
            beside.write_text(f"---\ntitle: Home\n---\n\nEdit {number}.\n")
            beside.replace(folder / "index.md")
            preview.says(r"built .* for content/index\.md", heard)
        said = "\n".join(preview.lines)
        assert not re.search(r"4913|sedAb|~|\.swp", said), said
