"""What both servers of the preview share: the port, the host names that they answer to, the headers
of each answer, and how many connections there may be.

Any page in a browser on this machine can open connections to the preview, and anybody in the
network where it listens to that. None of them may show or read it as a part of their own page, keep
others out by holding connections open, or fill the terminal.
"""

from __future__ import annotations

import errno
import ipaddress
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.iostream import IOStream
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler

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
_PORTS = 20
"""How many ports are tried."""


class ServerError(Exception):
    """Why the preview cannot be served, in words for the author."""


class Listener:
    """The sockets of the server; the first free port from the one that was asked for."""

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
            except UnicodeError:  # IDNA (RFC 5891) has no form of it
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

    def notes(self, shown: str) -> Iterator[str]:
        """Yield what the author should know: another port than the one that was asked for, and
        that others can see what is `shown`."""
        if self._wanted not in (0, self.port):
            yield f"port {self._wanted} is taken: using {self.port}"
        if not self.is_loopback:
            yield f"warning: everybody in your network can see {shown}"

    @property
    def url(self) -> str:
        """The address at which a browser on this machine finds it."""
        name = self.host
        if name in ("0.0.0.0", "::", ""):
            name = "127.0.0.1" if name != "::" else "[::1]"
        elif ":" in name:
            name = f"[{name}]"
        return f"http://{name}:{self.port}/"

    def answers_to(self, host: str) -> bool:
        """Whether a request's Host header is one of ours.

        A page elsewhere whose name suddenly resolves to this machine (DNS rebinding) is not.
        """
        name = (urlsplit(f"//{host}").hostname or "") if _is_host(host) else ""
        if name in ("localhost", "127.0.0.1", "::1", self.host.lower() or None):
            return True
        if self.is_loopback:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name == socket.gethostname().lower()
        return True  # no name, so nobody's DNS can have led here


def _is_host(text: str) -> bool:
    try:
        urlsplit(f"//{text}")
    except ValueError:
        return False
    return not set(text) & set("/?#@\\")


def is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


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
        """Answer with a word, and never repeat the request."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(f"{status_code} {self._reason}\n")

    def log_exception(self, typ: Any, value: Any, tb: Any) -> None:
        """Print no traceback where the system refuses something, such as one more open file."""
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
