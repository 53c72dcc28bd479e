"""Serves the preview over HTTP: the built files, with a script added to each page.

livereload pushes to browsers. It would also answer requests for other host names, from pages of
other sites and for hidden files, and let browsers cache; this module and `http_server.py` prevent
that.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from livereload import Server
from livereload.handlers import LiveReloadHandler, LiveReloadJSHandler
from livereload.watcher import Watcher as LiveReloadWatcher
from tornado.ioloop import IOLoop
from tornado.web import Application, HTTPError, StaticFileHandler
from tornado.websocket import WebSocketHandler

from generator.preview.http_server import STALLED, Connections, Guarded, Listener, is_loopback
from generator.preview.state import STATUS, PreviewState

CLIENT = "/__masthead/client.js"
OPEN = "/__masthead/open"
_NO_PAGE = b"<!doctype html><html lang=en><meta charset=utf-8><title>Not found</title>"
_NO_PAGE += b"<p>There is no such page.</p>"


def serve(
    listener: Listener,
    state: PreviewState,
    start: Callable[[Callable[[list[str]], None]], None],
    say: Callable[[str], None],
) -> None:
    """Serve until interrupted.

    When the server is ready it calls `start` with a function that pushes to browsers. Any thread
    may call that function, with the paths that pages have to reload.
    """
    _LiveReload(listener, state, start, say).serve(port=listener.port, host=listener.host)


class _Pushed(LiveReloadWatcher):  # type: ignore[misc]
    """Replaces livereload's own watcher, which would poll all files."""

    def __init__(self, begin: Callable[[], None]) -> None:
        super().__init__()
        self._tasks = {"pushed": None}  # or livereload watches the folder we are in
        self._begin = begin

    def start(self, callback: Callable[[], None]) -> bool:
        self._begin()
        return True  # livereload need not look


class _LiveReload(Server):  # type: ignore[misc]
    def __init__(
        self,
        listener: Listener,
        state: PreviewState,
        start: Callable[[Callable[[list[str]], None]], None],
        say: Callable[[str], None],
    ) -> None:
        super().__init__(watcher=_Pushed(self._begin))
        self.listener = listener
        self.state = state
        self.start = start
        self.say = say
        self.ready = asyncio.Event()

    def application(self, *_: Any, **__: Any) -> None:
        """Put the handlers in place, as livereload's own method does, and listen."""
        LiveReloadHandler.watcher = self.watcher
        LiveReloadHandler.live_css = True
        application = Application(
            [
                ("/livereload", _Push),
                ("/livereload.js", _Script),
                (CLIENT, _Client),
                (STATUS, _Status),
                (OPEN, _Open),
                ("/(.*)", _Files, {"path": str(self.state.output),
                                   "default_filename": "index.html"}),
            ],
            default_handler_class=_Nothing,
            log_function=lambda handler: None,
            websocket_ping_interval=STALLED,  # a browser that answers none has gone
            listener=self.listener,
            server=self,
        )  # fmt: skip
        Connections(application, self.listener, self.say)

    def _setup_logging(self) -> None:
        logging.getLogger("livereload").setLevel(logging.WARNING)
        logging.getLogger("tornado.general").setLevel(logging.ERROR)

    def _begin(self) -> None:
        loop = IOLoop.current()
        self.start(lambda paths: loop.add_callback(self._push, paths))

    def _push(self, paths: list[str]) -> None:
        self.ready.set()
        for path in paths:
            LiveReloadHandler.reload_waiters(path)


class _Guarded(Guarded):
    """Answers only when there is a site, and adds the preview's script to pages."""

    @property
    def server(self) -> _LiveReload:
        found: _LiveReload = self.settings["server"]
        return found

    async def prepare(self) -> None:
        await super().prepare()
        await self.server.ready.wait()

    def finish_page(self, file: Path) -> None:
        """Answer with a page, with the preview's script at its end."""
        state = self.server.state
        # These go first: a change between them and the reading makes the page load once more.
        version = state.version
        state.note_served(file.resolve().relative_to(state.output.resolve()).as_posix())
        page = file.read_bytes() if file.is_file() else _NO_PAGE
        script = f'<script src="{CLIENT}" data-version="{version}" defer></script>'.encode()
        end = page.lower().rfind(b"</body>")
        end = len(page) if end < 0 else end
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(page[:end] + script + page[end:])

    def write_error(self, status_code: int, **more: Any) -> None:
        """Answer with the site's own 404 page, else with a word; never repeat the request."""
        if status_code == 404:
            self.finish_page(self.server.state.output / "404.html")
        else:
            super().write_error(status_code, **more)


class _Nothing(_Guarded):
    async def prepare(self) -> None:
        await super().prepare()
        raise HTTPError(404)


class _Files(_Guarded, StaticFileHandler):
    """The files of the site, but no hidden ones."""

    async def get(self, path: str, include_body: bool = True) -> None:
        self.path = self.parse_url_path(path)
        absolute = self.validate_absolute_path(
            self.root, self.get_absolute_path(self.root, self.path)
        )
        if absolute is None:  # it was sent on, to the address with a slash
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
        except (OSError, ValueError):  # a name too long, or otherwise none
            raise HTTPError(404) from None

    def should_return_304(self) -> bool:
        return False

    def compute_etag(self) -> None:
        return None

    def set_extra_headers(self, path: str) -> None:
        kind = self.get_content_type()
        if kind.startswith("text/") or kind.endswith(("/javascript", "/json", "xml")):
            self.set_header("Content-Type", f"{kind}; charset=utf-8")


class _Push(_Guarded, LiveReloadHandler):  # type: ignore[misc]
    def check_origin(self, origin: str) -> bool:
        """Refuse pages of other sites; livereload itself accepts all."""
        return WebSocketHandler.check_origin(self, origin)

    def on_message(self, message: str | bytes) -> None:
        """Answer as livereload does, and note which page the browser shows."""
        super().on_message(message)
        try:
            said = json.loads(message)
        except ValueError:
            return
        if isinstance(said, dict) and said.get("command") == "info":
            address = urlsplit(str(said.get("url", ""))).path
            self.server.state.note_open(self, address)

    def on_close(self) -> None:
        """Forget the browser."""
        super().on_close()
        self.server.state.note_closed(self)


class _Script(_Guarded, LiveReloadJSHandler):  # type: ignore[misc]
    pass


class _Client(_Guarded):
    def get(self) -> None:
        """Return the script that each page of the preview runs."""
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.finish(Path(__file__).with_name("client.js").read_bytes())


class _Status(_Guarded):
    def get(self) -> None:
        """Return what is wrong with the sources."""
        state = self.server.state
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
        answer = await IOLoop.current().run_in_executor(None, self.server.state.open, query)
        self.finish(answer)
