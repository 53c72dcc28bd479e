"""Serves the preview over HTTP: the built files, with a script added to each page.

livereload pushes to browsers. By itself, it would also answer requests for other host names, from
pages of other sites and for hidden files, and allow caching. Any page in a browser on this machine
can connect to the preview, and so can other machines in a network where it listens. None of them
may show it or read it in their own page.
"""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import json
import logging
import socket
from collections.abc import Awaitable, Callable, Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from livereload.handlers import LiveReloadHandler, LiveReloadJSHandler
from livereload.watcher import Watcher as LiveReloadWatcher
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler, StaticFileHandler
from tornado.websocket import WebSocketHandler

from generator.model.files import ProjectFolders
from generator.preview.builds import ServerError
from generator.preview.state import STATUS, PreviewState
from generator.problems import spoken

CLIENT = "/__masthead/client.js"
OPEN = "/__masthead/open"
LOOKS = "/__masthead/looks/"
_NO_PAGE = b"<!doctype html><html lang=en><meta charset=utf-8><title>Not found</title>"
_NO_PAGE += b"<p>There is no such page.</p>"
STALLED = 30.0
"""Seconds after which a connection without a complete request is closed."""
HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
    "Content-Security-Policy": "frame-ancestors 'self'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""The headers of each answer: browsers must not cache it, guess types (Fetch, "nosniff"), or let
pages of other sites frame or load it (HTML, "X-Frame-Options"; Fetch, "CORP")."""


def _headers(panel: str) -> dict[str, str]:
    """Return the headers of the site's answers; the origin `panel` may frame its pages.

    X-Frame-Options cannot name another origin, so it is left out for a panel. The panel may read
    framed resources such as pictures: for CORP, an IP address is not part of a site (Fetch,
    "CORP").
    """
    if not panel:
        return HEADERS
    headers = {name: value for name, value in HEADERS.items() if name != "X-Frame-Options"}
    headers["Content-Security-Policy"] = f"frame-ancestors 'self' {panel}"
    headers["Access-Control-Allow-Origin"] = panel
    return headers


_PORTS = 20
"""How many ports are tried."""


class Listener:
    """The sockets of the server, on the first free port from the requested one on."""

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        for candidate in range(port, min(port + _PORTS, 65536)):
            try:
                self.sockets = bind_sockets(candidate, host)
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    continue
                reason = error.strerror or error
                raise ServerError(f"cannot listen on {host}, port {candidate}: {reason}") from None
            except UnicodeError:  # the name has no form in IDNA (RFC 5891)
                raise ServerError(f'"{host}" cannot be the name of a host') from None
            self.port: int = self.sockets[0].getsockname()[1]
            break
        else:
            raise ServerError(
                f"ports {port} to {candidate} are all taken; name another with --port"
            )
        self._wanted = port

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return all(is_loopback(sock.getsockname()[0]) for sock in self.sockets)

    def notes(self) -> Iterator[str]:
        """Yield notes for the author: that the port is not the requested one, and that others can
        see the preview."""
        if self._wanted not in (0, self.port):
            yield spoken("preview-port-taken", wanted=self._wanted, port=self.port)
        if not self.is_loopback:
            yield spoken("preview-seen-by-all")

    @property
    def url(self) -> str:
        """The URL for a browser on this machine."""
        name = self.host
        if name in ("0.0.0.0", "::", ""):
            name = "127.0.0.1" if name != "::" else "[::1]"
        elif ":" in name:
            name = f"[{name}]"
        return f"http://{name}:{self.port}/"

    def answers_to(self, host: str) -> bool:
        """Whether a request's Host header names this server.

        This refuses a foreign name that suddenly resolves to this machine (DNS rebinding).
        """
        name = _name_in(host)
        if name in ("localhost", "127.0.0.1", "::1", self.host.lower() or None):
            return True
        if self.is_loopback:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name == socket.gethostname().lower()
        return True  # an IP address, so no DNS server was involved


def _name_in(host: str) -> str:
    """Return the name in a Host header, or ""."""
    if set(host) & set("/?#@\\"):
        return ""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def looks_folder(project: ProjectFolders) -> Path:
    """Return the folder with the home page in other themes, in a folder for each theme."""
    return project.cache / "looks"


def is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _client_texts() -> str:
    """Return the messages of the preview's script as JSON; it fills names in braces itself."""
    texts = {
        "edit": spoken("panel-edit"),
        "title": spoken("panel-edit-title"),
        "wrong": spoken("panel-not-built", number="{number}"),
        "hide": spoken("panel-hide"),
        "opened": spoken("panel-opened", place="{place}"),
        "copied": spoken("panel-copied", place="{place}", reason="{reason}"),
        "silent": spoken("panel-no-answer"),
    }
    return json.dumps(texts, ensure_ascii=False)


# ---------------------------------------------------------------------- what it answers


class _Preview(NamedTuple):
    state: PreviewState
    panel: str
    ready: asyncio.Event
    """Set when the first build has ended."""


def serve(listener: Listener, state: PreviewState, panel: str = "") -> Callable[[list[str]], None]:
    """Answer requests in the loop of this thread; return a function that pushes to browsers.

    Any thread may call that function with the paths that pages must reload. `panel` is the origin
    of the panel of `masthead edit`, which may frame the pages.
    """
    logging.getLogger("livereload").setLevel(logging.WARNING)
    logging.getLogger("tornado.general").setLevel(logging.ERROR)
    LiveReloadHandler.watcher = LiveReloadWatcher()  # never started: it would poll all files
    LiveReloadHandler.live_css = True
    preview = _Preview(state, panel, asyncio.Event())
    handlers = [
        ("/livereload", _Push),
        ("/livereload.js", _Script),
        (CLIENT, _Client),
        (STATUS, _Status),
        (OPEN, _Open),
        (f"{LOOKS}(.*)", _Looks, {"path": str(looks_folder(state.project))}),
        ("/(.*)", _Files, {"path": str(state.output), "default_filename": "index.html"}),
    ]
    listen(listener, handlers, _Nothing, 100_000, _headers(panel), preview=preview)
    loop = IOLoop.current()

    def push(paths: list[str]) -> None:
        preview.ready.set()
        for path in paths:
            LiveReloadHandler.reload_waiters(path)

    return lambda paths: loop.add_callback(push, paths)


def listen(
    listener: Listener,
    handlers: list[Any],
    nothing: type[RequestHandler],
    largest: int,
    headers: dict[str, str],
    **settings: Any,
) -> None:
    """Answer requests with `handlers`, in the loop of this thread; `nothing` handles all others.

    `largest` is the maximum size of a request in bytes; `headers` are those of each answer of a
    `Guarded` handler.
    """
    application = Application(
        handlers,
        default_handler_class=nothing,
        log_function=lambda handler: None,
        websocket_ping_interval=STALLED,  # a browser that does not answer is gone
        listener=listener,
        headers=headers,
        **settings,
    )
    server = HTTPServer(
        application,
        max_body_size=largest,
        idle_connection_timeout=STALLED,
        body_timeout=STALLED,
    )
    server.add_sockets(listener.sockets)


class Guarded(RequestHandler):
    """Refuses requests for other host names, and sets the headers."""

    def set_default_headers(self) -> None:
        self.clear_header("Server")
        for name, value in self.settings["headers"].items():
            self.set_header(name, value)

    def prepare(self) -> Awaitable[None] | None:
        if not self.settings["listener"].answers_to(self.request.host):
            raise HTTPError(421)
        return None


class _Guarded(Guarded):
    """Adds the preview's script to pages. It answers only once there is a site."""

    @property
    def preview(self) -> _Preview:
        found: _Preview = self.settings["preview"]
        return found

    async def prepare(self) -> None:
        super().prepare()
        await self.preview.ready.wait()

    def finish_page(self, file: Path) -> None:
        """Answer with a page that ends with the preview's script."""
        state = self.preview.state
        # Read these first, so that a change before the file is read makes the page load again.
        version = state.version
        state.note_served(file.resolve().relative_to(state.output.resolve()).as_posix())
        page = file.read_bytes() if file.is_file() else _NO_PAGE
        panel = f' data-panel="{self.preview.panel}"' if self.preview.panel else ""
        own = f'data-version="{version}" data-texts="{escape(_client_texts())}"{panel}'
        script = f'<script src="{CLIENT}" {own} defer></script>'.encode()
        end = page.lower().rfind(b"</body>")
        end = len(page) if end < 0 else end
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(page[:end] + script + page[end:])

    def write_error(self, status_code: int, **_: Any) -> None:
        """Answer with the site's own 404 page, or a short text; never repeat the request."""
        if status_code == 404:
            self.finish_page(self.preview.state.output / "404.html")
        else:
            self.set_header("Content-Type", "text/plain; charset=utf-8")
            self.finish(f"{status_code} {self._reason}\n")

    def log_exception(self, typ: Any, value: Any, tb: Any) -> None:
        """Print no traceback if the system refuses something, such as one more open file."""
        if not isinstance(value, OSError):
            super().log_exception(typ, value, tb)


class _Nothing(_Guarded):
    async def prepare(self) -> None:
        await super().prepare()
        raise HTTPError(404)


class _Files(_Guarded, StaticFileHandler):
    """The files of the site except hidden ones."""

    async def get(self, path: str, include_body: bool = True) -> None:
        self.path = self.parse_url_path(path)
        absolute = self.validate_absolute_path(
            self.root, self.get_absolute_path(self.root, self.path)
        )
        if absolute is None:  # redirected to the address with a slash
            return
        if not absolute.endswith(".html"):
            await super().get(path, include_body)
            return
        self.finish_page(Path(absolute))

    def validate_absolute_path(self, root: str, absolute_path: str) -> str | None:
        parts = self.path.replace("\\", "/").split("/")
        hidden = any(part.startswith(".") and part != ".well-known" for part in parts)
        if hidden or any(ch < " " for ch in self.path):
            raise HTTPError(404)
        try:
            file = Path(absolute_path).resolve()
            is_inside = file.is_relative_to(Path(root).resolve())
            if not is_inside or (self.path.endswith("/") and not file.is_dir()):
                raise HTTPError(404)
            return super().validate_absolute_path(root, absolute_path)
        except (OSError, ValueError):  # the name is too long or invalid
            raise HTTPError(404) from None

    def should_return_304(self) -> bool:
        return False

    def compute_etag(self) -> None:
        return None

    def set_extra_headers(self, path: str) -> None:
        kind = self.get_content_type()
        if kind.startswith("text/") or kind.endswith(("/javascript", "/json", "xml")):
            self.set_header("Content-Type", f"{kind}; charset=utf-8")


class _Looks(_Files):
    """The home page in other themes, as built by the panel, without the preview's script."""

    async def get(self, path: str, include_body: bool = True) -> None:
        await StaticFileHandler.get(self, path, include_body)

    def write_error(self, status_code: int, **_: Any) -> None:
        self.finish(f"{status_code} {self._reason}\n")


class _Push(_Guarded, LiveReloadHandler):  # type: ignore[misc]
    def check_origin(self, origin: str) -> bool:
        """Refuse pages of other sites; livereload itself accepts all."""
        return WebSocketHandler.check_origin(self, origin)

    def on_message(self, message: str | bytes) -> None:
        """Answer as livereload does, and note the browser's page."""
        super().on_message(message)
        try:
            said = json.loads(message)
        except ValueError:
            return
        if isinstance(said, dict) and said.get("command") == "info":
            address = urlsplit(str(said.get("url", ""))).path
            self.preview.state.note_open(self, address)

    def on_close(self) -> None:
        """Forget the browser."""
        super().on_close()
        self.preview.state.note_closed(self)


class _Script(_Guarded, LiveReloadJSHandler):  # type: ignore[misc]
    pass


class _Client(_Guarded):
    def get(self) -> None:
        """Return the script that each page of the preview runs."""
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.finish(Path(__file__).with_name("client.js").read_bytes())


class _Status(_Guarded):
    def get(self) -> None:
        """Return the problems of the sources."""
        state = self.preview.state
        mistakes = [{"place": str(m.place), "text": m.text} for m in state.status.mistakes]
        self.finish({"version": state.version, "mistakes": mistakes, "note": state.status.note})


class _Open(_Guarded):
    async def post(self) -> None:
        """Open the author's editor, for a page of this preview on this machine."""
        headers = self.request.headers
        is_ours = (
            urlsplit(headers.get("Origin", "")).netloc == self.request.host
            and headers.get("Sec-Fetch-Site", "same-origin") == "same-origin"
            and headers.get("Content-Type", "").partition(";")[0] == "application/json"
            and is_loopback(self.request.remote_ip or "")
        )
        if not is_ours:
            raise HTTPError(403)
        try:
            query = json.loads(self.request.body)
        except ValueError:
            raise HTTPError(400) from None
        if not isinstance(query, dict):
            raise HTTPError(400)
        answer = await IOLoop.current().run_in_executor(None, self.preview.state.open, query)
        self.finish(answer)
