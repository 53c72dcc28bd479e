"""All services on one server of this machine, which says what a test wants it to say."""

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedIOBase
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from generator.model.files import ProjectFolders
from generator.sync.run import SyncRequest, SyncRun
from generator.works.client import Client
from tests.sync import replies
from tests.sync.replies import Work

ORCID = "0000-0002-1825-0097"
SITE = f"""\
person:
  name: Ada Quill
  orcid: {ORCID}
  links:
    dblp: https://dblp.org/pid/1/1
    semantic-scholar: https://www.semanticscholar.org/author/A.-Quill/77
"""


@dataclass
class Reply:
    """What the server answers instead: a fault."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    breaks_off: bool = False
    hangs: bool = False
    waits: float = 0
    """Seconds."""
    dribbles: str = ""
    """The part that comes byte by byte: `head` or `body`."""


class Services:
    """The works that each service has, and its faults."""

    def __init__(self) -> None:
        self.works: dict[str, list[Work]] = {}
        self.faults: dict[str, list[Reply]] = {}
        """Service -> its next replies; the last one stays."""
        self.said: dict[str, Any] = {}
        """What it says at a path: a text, or an object as JSON."""
        self.asked: list[tuple[str, str, dict[str, str]]] = []
        self.waits: list[float] = []
        """The seconds that clients would have waited."""
        self.closing = threading.Event()
        services = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                name, _, way = self.path.lstrip("/").partition("/")
                services.asked.append((name, way, dict(self.headers)))
                waiting = services.faults.get(name)
                if found := services.said.get(urlsplit(self.path).path.lstrip("/")):
                    text = found if isinstance(found, str) else json.dumps(found)
                    reply = Reply(body=text.encode())
                elif waiting:
                    reply = waiting.pop(0) if len(waiting) > 1 else waiting[0]
                elif name not in services.works:
                    reply = Reply(404, b"{}")
                else:
                    reply = Reply(body=services.answer(name, way))
                if reply.hangs or reply.waits:
                    services.closing.wait(reply.waits or None)
                if reply.dribbles:
                    services.dribble(self.wfile, reply.dribbles)
                    return
                self.send_response(reply.status)
                for header, value in reply.headers.items():
                    self.send_header(header, value)
                length = len(reply.body) + (100 if reply.breaks_off else 0)
                self.close_connection = reply.breaks_off or "Content-Length" in reply.headers
                if "Content-Length" not in reply.headers:
                    self.send_header("Content-Length", str(length))
                self.end_headers()
                self.wfile.write(reply.body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def base(self, name: str) -> str:
        return f"{self.url}/{name}"

    def dribble(self, file: BufferedIOBase, part: str) -> None:
        with suppress(OSError):
            file.write(
                b"HTTP/1.1 200 OK\r\n" + b"Content-Length: 1000000\r\n\r\n" * (part == "body")
            )
            while not self.closing.wait(0.05):
                file.write(b"x")

    def client(self, name: str, **more: Any) -> Client:
        """Return what asks a service, without waiting between two requests."""
        return Client(self.base(name), **more)

    def answer(self, name: str, way: str) -> bytes:
        parts = urlsplit("/" + way)
        query = {key: values[0] for key, values in parse_qs(parts.query).items()}
        works = self.works[name]
        if name == "orcid":
            if codes := re.search(r"/works/([\d,]+)$", parts.path):
                return replies.orcid_bulk(works, [int(code) for code in codes[1].split(",")])
            is_record = parts.path.endswith("/record")
            return b'{"person": {}}' if is_record else replies.orcid_works(works)
        if name == "semantic-scholar":
            if not parts.path.endswith("/papers"):
                return b'{"authorId": "77", "citationCount": 321, "hIndex": 9}'
            start, size = int(query["offset"]), int(query["limit"])
            rest = start + size if start + size < len(works) else None
            return replies.semantic_scholar(works[start : start + size], start, rest)
        if name == "openalex" and parts.path.startswith("/authors/"):
            return b'{"cited_by_count": 300, "summary_stats": {"h_index": 8}}'
        if name in ("crossref", "openalex"):
            size = int(query.get("rows") or query["per-page"])
            start = 0 if query["cursor"] == "*" else int(query["cursor"])
            part = works[start : start + size]
            write = replies.crossref if name == "crossref" else replies.openalex
            rest = str(start + size) if name == "crossref" or start + size < len(works) else None
            return write(part, rest)
        return replies.dblp(works) if name == "dblp" else replies.arxiv(works)


@pytest.fixture
def services(monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    found = Services()
    monkeypatch.setattr(time, "sleep", found.waits.append)
    yield found
    found.closing.set()
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def site(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a site: files under `content/` by their names."""

    def write(files: dict[str, str | bytes] | None = None, **more: str) -> Path:
        for name, text in {"site.yaml": SITE, **(files or {}), **more}.items():
            path = tmp_path / "site" / "content" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return tmp_path / "site"

    return write


def start(project: Path, services: Services, **more: Any) -> SyncRun:
    """Return a run that has asked the services which have works or faults."""
    names = tuple(dict.fromkeys([*services.works, *services.faults]))
    bases = {name: services.base(name) for name in names}
    request = SyncRequest(
        ProjectFolders(project),
        "2026-11-22",
        services=names,
        bases=bases,
        **more,
    )
    run = SyncRun(request)
    run.ask_services()
    return run


def accept(run: SyncRun, all_of_them: bool = False) -> list[str]:
    """Take what is sure, or everything, and write it."""
    run.decide(lambda change: "add" if all_of_them or not change.doubt else "later")
    return run.save()
