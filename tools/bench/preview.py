"""Measures the preview: from a save to the new page over HTTP, and to the reload message."""

from __future__ import annotations

import http.client
import os
import queue
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from statistics import median

from tools.bench.edits import KINDS, LABELS, Author
from tools.bench.websocket import ReloadListener

PATIENCE = {"S": 15.0, "M": 30.0, "L": 180.0}
"""Seconds until a page that does not change counts as stale."""


@dataclass
class Saves:
    """The saves of one kind in one generator's preview, in seconds."""

    generator: str
    kind: str
    page: list[float] = field(default_factory=list)
    message: list[float] = field(default_factory=list)
    stale: str = ""

    def median(self, what: str) -> float | None:
        """Return the median of `page` or `message`, if there is any."""
        times: list[float] = getattr(self, what)
        return median(times) if times else None


def measured_saves(authors: Sequence[Author], runs: int, say: Callable[[str], None]) -> list[Saves]:
    """Measure the preview of each site.

    Saves are watched over HTTP and on the websocket in turn, because requests every millisecond
    would slow down the message. For the preview, the watched page is open in a browser. Only one
    preview runs at a time.
    """
    found: list[Saves] = []
    for author in authors:
        site = author.site
        with _served(author) as port:
            for kind in KINDS:
                saves = Saves(site.name, kind)
                say(f"preview of {site.name}: {LABELS[kind]}")
                _measure(author, kind, port, runs, saves)
                found.append(saves)
    return found


def _measure(author: Author, kind: str, port: int, runs: int, saves: Saves) -> None:
    patience = PATIENCE[author.corpus.size.name]
    path = {
        "post": f"/posts/{author.corpus.edited_post.slug}/",
        "publication": f"/publications/{author.corpus.edited_publication.id}/",
        "base": "/",
    }[kind]
    chance = Random(kind)
    listener = ReloadListener(port, path) if author.site.has_reload else None
    latest = 0.0
    phases = chance.sample(range(runs + 1), runs + 1)
    # The first save of each kind is the warm-up.
    for run in range(runs + 1):
        for watched in ("page", "message") if listener else ("page",):
            # First let the last save's late work end. Then spread the saves evenly over a second:
            # Hugo looks for changes twice a second, and saves at a constant distance from that
            # would make it seem up to half a second slower or faster than it is.
            spread = (phases[run] + chance.random()) / len(phases)
            time.sleep(max(0.5, latest) + spread)
            if listener:
                listener.forget()
            start = time.perf_counter()
            token = author.edit(kind)
            if watched == "page":
                latest = _until_served(port, path, token, start + patience) - start
            elif listener:
                try:
                    latest = listener.times.get(timeout=patience) - start
                except queue.Empty:
                    saves.stale = f"no reload message within {patience:.0f} s"
                    return
                if _until_served(port, path, token, time.perf_counter() + patience) == _NEVER:
                    latest = _NEVER
            if latest == _NEVER:
                saves.stale = f"{path} lacks {token!r} after {patience:.0f} s"
                return
            if run:
                getattr(saves, watched).append(latest)
    if listener:
        listener.close()


_NEVER = float("inf")


def _until_served(port: int, path: str, token: str, deadline: float) -> float:
    """Request a page every millisecond; return the time when it had the token."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        while time.perf_counter() < deadline:
            try:
                connection.request("GET", path)
                page = connection.getresponse().read()
                if token.encode() in page:
                    return time.perf_counter()
            except (OSError, http.client.HTTPException):
                connection.close()
            time.sleep(0.001)
        return _NEVER
    finally:
        connection.close()


@contextmanager
def _served(author: Author) -> Iterator[int]:
    """Run a site's preview; yield its port once the home page is there and fresh."""
    site = author.site
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    command = [word.replace("{port}", str(port)) for word in site.serve]
    log = site.root.parent / f"{site.name}-preview.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=site.root, env=site.environment, stdout=output, stderr=output,
            stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
    try:
        deadline = time.perf_counter() + 2 * PATIENCE[author.corpus.size.name]
        if _until_served(port, "/", author.tokens["base"], deadline) == _NEVER:
            text = log.read_text("utf-8", "replace")[-3000:]
            raise TimeoutError(f"the preview of {site.name} does not come up:\n{text}")
        time.sleep(1)
        yield port
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
