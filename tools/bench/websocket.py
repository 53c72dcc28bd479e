"""A browser's side of LiveReload, with as much of WebSocket (RFC 6455) as it needs."""

from __future__ import annotations

import base64
import json
import os
import queue
import socket
import threading
import time

_HELLO = {
    "command": "hello",
    "protocols": ["http://livereload.com/protocols/official-7"],
    "ver": "3.3.1",
}
_TEXT, _CLOSE, _PING, _PONG = 0x1, 0x8, 0x9, 0xA


class ReloadListener:
    """Listens on `/livereload` like a browser with a page; notes when it is told to reload."""

    def __init__(self, port: int, path: str) -> None:
        self.times: queue.Queue[float] = queue.Queue()
        """`time.perf_counter()` at each message."""
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self._bytes = self._socket.makefile("rb")
        self._shake_hands(port, path)
        self._socket.settimeout(None)
        threading.Thread(target=self._listen, daemon=True).start()

    def forget(self) -> None:
        """Drop the messages so far."""
        while not self.times.empty():
            self.times.get_nowait()

    def close(self) -> None:
        """End the connection."""
        self._socket.close()

    def _shake_hands(self, port: int, path: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall(
            f"GET /livereload HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            "\r\n".encode()
        )
        status = self._bytes.readline()
        if b" 101 " not in status:
            raise ConnectionError(f"no LiveReload on this port: {status.decode().strip()}")
        while self._bytes.readline().strip():
            pass
        self._send(json.dumps(_HELLO).encode())
        # livereload.js sends this next; python-livereload counts only clients that do.
        info = {"command": "info", "plugins": {}, "url": f"http://127.0.0.1:{port}{path}"}
        self._send(json.dumps(info).encode())

    def _send(self, text: bytes, kind: int = _TEXT) -> None:
        """Send a frame of at most 125 bytes."""
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(text))
        self._socket.sendall(bytes((0x80 | kind, 0x80 | len(text))) + mask + masked)

    def _listen(self) -> None:
        try:
            while head := self._bytes.read(2):
                kind, length = head[0] & 0xF, head[1] & 0x7F
                if length > 125:
                    length = int.from_bytes(self._bytes.read(2 if length == 126 else 8), "big")
                text = self._bytes.read(length)
                if kind == _CLOSE:
                    return
                if kind == _PING:  # a server considers a browser that does not answer gone
                    self._send(text, _PONG)
                if kind == _TEXT and json.loads(text).get("command") == "reload":
                    self.times.put(time.perf_counter())
        except (OSError, ValueError):
            return
