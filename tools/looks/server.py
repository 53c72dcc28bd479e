"""A server of a built site on this machine, with the rules of GitHub Pages."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import quote, unquote, urlsplit

CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/vnd.microsoft.icon",
    ".jpg": "image/jpeg",
    ".js": "application/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".mp4": "video/mp4",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webm": "video/webm",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
}


@dataclass(frozen=True)
class ServedSite:
    """A folder that a loopback server shows at `root`, as GitHub Pages would."""

    folder: Path
    root: str

    @cached_property
    def pages(self) -> tuple[str, ...]:
        """The addresses of all pages except redirects, home first."""
        pages = [page for page in sorted(self.folder.rglob("*.html")) if not is_redirect(page)]
        return tuple(
            sorted((self.address(page) for page in pages), key=lambda url: url != self.root)
        )

    @cached_property
    def kinds_of_pages(self) -> tuple[str, ...]:
        """The addresses of the home in each language and of a page of each other layout."""
        found: dict[str, str] = {}
        for url in self.pages:
            _, page = find_file(self.folder, url.removeprefix(self.root))
            assert page
            text = page.read_text("utf-8")
            kind = re.search(r'<html lang="(.*?)".*?<body class="(.*?)"', text, re.DOTALL)
            lang, layout = kind.groups() if kind else ("", url)
            found.setdefault(f"{layout} {lang}" if "home" in layout else layout, url)
        return tuple(found.values())

    def address(self, page: Path) -> str:
        """The address of a page's file."""
        return self.root + quote(
            page.relative_to(self.folder).as_posix().removesuffix("index.html")
        )

    def short(self, url: str) -> str:
        """An address without the server, for a finding."""
        return "/" + url.removeprefix(self.root) if url.startswith(self.root) else url


def is_redirect(page: Path) -> bool:
    """Whether a page redirects at once."""
    return re.search(rb"""http-equiv=["']?refresh""", page.read_bytes()) is not None


def find_file(folder: Path, path: str) -> tuple[HTTPStatus, Path | None]:
    """Return GitHub Pages' answer for a path: a file, a redirect to a folder, or 404.html."""
    wanted = (folder / unquote(path)).resolve()
    if wanted.is_relative_to(folder.resolve()):
        if path.endswith("/") or not path:
            wanted /= "index.html"
        for candidate in (wanted, wanted.with_name(wanted.name + ".html")):
            if candidate.is_file():
                return HTTPStatus.OK, candidate
        if (wanted / "index.html").is_file():
            return HTTPStatus.MOVED_PERMANENTLY, None
    page = folder / "404.html"
    return HTTPStatus.NOT_FOUND, page if page.is_file() else None


@contextmanager
def serve(folder: Path, mount: str = "/", compressed: bool = False) -> Iterator[ServedSite]:
    """Serve a folder on loopback, at a free port, below `mount`; with `compressed`, compress texts
    as hosts do."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            if path.startswith(mount):
                status, file = find_file(folder, path.removeprefix(mount))
            else:
                status, file = HTTPStatus.NOT_FOUND, None
            body = file.read_bytes() if file else b""
            kind = CONTENT_TYPES.get(file.suffix if file else ".txt", "application/octet-stream")
            self.send_response(status)
            self.send_header("Content-Type", kind)
            if compressed and kind.startswith(("text/", "application/j", "image/svg")):
                body = gzip.compress(body, mtime=0)
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")  # so that every request is counted
            if status == HTTPStatus.MOVED_PERMANENTLY:
                self.send_header("Location", path + "/")
            self.end_headers()
            if self.command != "HEAD":
                with suppress(ConnectionError):  # the browser wants a different copy of a picture
                    self.wfile.write(body)

        do_HEAD = do_GET

        def log_message(self, format: str, *args: object) -> None:
            """Print nothing, because the tests report what matters."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield ServedSite(folder, f"http://127.0.0.1:{server.server_port}{mount}")
    finally:
        server.shutdown()
        server.server_close()
