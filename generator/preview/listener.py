"""The port that the preview listens on, and the host names that it answers to."""

from __future__ import annotations

import errno
import ipaddress
import socket
from urllib.parse import urlsplit

from tornado.netutil import bind_sockets

_PORTS = 20
"""How many ports are tried."""


class Refusal(Exception):
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
                raise Refusal(f"cannot listen on {host}, port {candidate}: {reason}") from None
            except UnicodeError:  # which IDNA, RFC 5891, knows no form of
                raise Refusal(f'"{host}" cannot be the name of a host') from None
            self.port: int = self.sockets[0].getsockname()[1]
            break
        else:
            raise Refusal(f"ports {port} to {candidate} are all taken; name another with --port")
        self.is_moved = port not in (0, self.port)
        """Whether the port that was asked for was taken."""

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return all(is_loopback(sock.getsockname()[0]) for sock in self.sockets)

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
