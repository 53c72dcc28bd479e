"""What both servers of the preview share: whom they answer, what no answer lacks, and how many
connections there may be.

Any page in a browser on this machine can open connections to the preview, and anybody in the
network where it listens to that. None of them may show or read it as a part of their own page, keep
others out by holding connections open, or fill the terminal.
"""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.iostream import IOStream
from tornado.web import Application, HTTPError, RequestHandler

from generator.preview.listener import Listener

MOST = 200
"""Connections at a time; a browser keeps six."""
STALLED = 30.0
"""Seconds after which a connection is closed that ends no request, or takes no answer."""
_PAUSE = 1.0
"""Seconds until the next try where the system has no room for a connection."""
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
    "Content-Security-Policy": "frame-ancestors 'self'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""What each answer says to browsers: to keep nothing, to guess no types (Fetch, "nosniff"), and to
let pages of other sites neither frame nor load it (HTML, "X-Frame-Options"; Fetch, "CORP")."""


def way_to_stop() -> str:
    """Return how a person ends this process: one in the background does not hear Ctrl-C."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        return f"kill {os.getpid()} stops it"
    return "Ctrl-C stops it"


class Guarded(RequestHandler):
    """Refuses requests for other host names, and tells browsers what they may do with answers."""

    def set_default_headers(self) -> None:
        self.clear_header("Server")
        for name, value in _HEADERS.items():
            self.set_header(name, value)

    async def prepare(self) -> None:
        if not self.settings["listener"].answers_to(self.request.host):
            raise HTTPError(421)

    def write_error(self, status_code: int, **_: Any) -> None:
        """Answer in a word, and never with what was asked."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(f"{status_code} {self._reason}\n")

    def log_exception(self, typ: Any, value: Any, tb: Any) -> None:
        """Print no traceback for what the system refuses, an open file too many say."""
        if not isinstance(value, OSError):
            super().log_exception(typ, value, tb)


class Connections:
    """Accepts the connections of a server, as long as there is room for them."""

    def __init__(
        self, application: Application, listener: Listener, say: Callable[[str], None]
    ) -> None:
        self._server = HTTPServer(
            application,
            max_body_size=100_000,
            idle_connection_timeout=STALLED,
            body_timeout=STALLED,
        )
        self._say = say
        self._streams: list[IOStream] = []
        self._is_full = False
        for sock in listener.sockets:
            self._listen(sock)

    def _listen(self, sock: socket.socket) -> None:
        IOLoop.current().add_handler(sock, lambda _, __: self._accept(sock), IOLoop.READ)

    def _accept(self, sock: socket.socket) -> None:
        try:
            for _ in range(MOST):  # then others have their turn
                connection, address = sock.accept()
                self._is_full = False
                self._take(connection, address)
        except (BlockingIOError, ConnectionAbortedError):  # that was the last one that waits
            return
        except OSError as error:
            if not self._is_full:
                self._say(f"no connection can be opened for now: {error.strerror}")
            self._is_full = True
            # It goes on waiting, and the loop would ask for it again and again.
            loop = IOLoop.current()
            loop.remove_handler(sock)
            loop.call_later(_PAUSE, self._listen, sock)

    def _take(self, connection: socket.socket, address: Any) -> None:
        self._streams = [stream for stream in self._streams if not stream.closed()]
        if len(self._streams) >= MOST:
            connection.close()
            return
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux: what is sent and not taken, tcp(7)
            timeout = int(STALLED * 1000)
            with suppress(OSError):  # it has gone already
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, timeout)
        stream = IOStream(connection)
        self._streams.append(stream)
        self._server.handle_stream(stream, address)
