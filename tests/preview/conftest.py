"""A preview as a person starts it: a process, its address and what it says."""

import asyncio
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from tests.browser.conftest import browser_tools as browser_tools
from tests.conftest import PATIENCE, REPOSITORY, SiteCase, until


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


@dataclass
class Preview:
    site: SiteCase
    process: subprocess.Popen[str]
    lines: list[str] = field(default_factory=list)
    url: str = ""
    news: threading.Condition = field(default_factory=threading.Condition)

    @property
    def port(self) -> int:
        port = urlsplit(self.url).port
        assert port is not None
        return port

    def listen(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            with self.news:
                self.lines.append(line.rstrip("\n"))
                self.news.notify_all()
        with self.news:
            self.lines.append("(the preview has ended)")
            self.news.notify_all()

    def says(self, pattern: str, after: int = 0) -> re.Match[str]:
        """Wait for a line from the one numbered `after`."""
        deadline = time.monotonic() + PATIENCE
        with self.news:
            while True:
                for line in self.lines[after:]:
                    if found := re.search(pattern, line):
                        return found
                rest = deadline - time.monotonic()
                over = bool(self.lines) and self.lines[-1] == "(the preview has ended)"
                assert rest > 0 and not over, f"not said: {pattern}\n" + "\n".join(self.lines)
                self.news.wait(rest)

    @property
    def builds(self) -> int:
        return sum(bool(re.search(r"\bbuilt\b", line)) for line in self.lines)

    def ask(
        self,
        path: str = "/",
        method: str = "GET",
        headers: dict[str, str] | None = None,
        body: bytes | str | None = None,
        port: int | None = None,
    ) -> Answer:
        """Ask for a path, exactly as it is spelled."""
        connection = http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=PATIENCE)
        with closing(connection):
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.getheaders()), answer.read())

    def status(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.ask("/__masthead/status").body)
        return found

    def open(self, query: dict[str, str], headers: dict[str, str] | None = None) -> Answer:
        """Ask for the editor, as a page of the preview does."""
        own = {"Origin": self.url.rstrip("/"), "Content-Type": "application/json"}
        body = json.dumps(query)
        return self.ask("/__masthead/open", "POST", {**own, **(headers or {})}, body)

    def shows(self, text: str, path: str = "/", is_there: bool = True) -> None:
        """Wait until a page has a text, or has it no more."""
        self.until(lambda: (text in self.ask(path).text) == is_there, f"{path}: {text!r}")

    def until(self, is_so: Callable[[], bool], what: str) -> None:
        until(is_so, lambda: "\n".join((f"has not come: {what}", *self.lines)))


@contextmanager
def running(
    site: SiteCase,
    *words: str,
    editor: str = "",
    first: str = "",
    opening: str = r"\bbuilt\b",
    name: str = "preview",
) -> Iterator[Preview]:
    """Run the command until its first build is done, or until it says the `opening`.

    `first` is run in its process before.
    """
    program = f"{first}\nimport sys; from generator.__main__ import main; sys.exit(main())"
    command = [sys.executable, "-c", program, name, "--project", str(site.root)]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "MASTHEAD_EDITOR": editor}
    if not editor:
        for name in ("MASTHEAD_EDITOR", "VISUAL", "EDITOR"):
            environment.pop(name, None)
    port = () if "--port" in words else ("--port", "0")
    process = subprocess.Popen(
        [*command, *port, *words], env=environment, stderr=subprocess.PIPE, text=True
    )
    preview = Preview(site, process)
    thread = threading.Thread(target=preview.listen, daemon=True)
    thread.start()
    try:
        preview.url = preview.says(r"(?:preview|through it here): (http://\S+)")[1]
        preview.says(opening)
        yield preview
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        thread.join(PATIENCE)
    assert process.returncode == 0, "\n".join(preview.lines)
    assert not any("Traceback" in line for line in preview.lines), "\n".join(preview.lines)


SITES = Path(__file__).parent / "sites"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Preview]:
    """One preview for the tests that do not change its site for good."""
    root = tmp_path_factory.mktemp("shared") / "project"
    with running(SiteCase(shutil.copytree(SITES / "shared", root))) as preview:
        yield preview


class Tab:
    """A browser's side of the pushing."""

    def __init__(self, preview: Preview, path: str = "/") -> None:
        """`path` is that of the page which it shows."""
        self._page = preview.url.rstrip("/") + path
        self.told: list[str] = []
        self._preview = preview
        self._loop = asyncio.new_event_loop()
        self._is_open = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._is_open.wait(PATIENCE)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._listen())

    async def _listen(self) -> None:
        address = self._preview.url.replace("http", "ws", 1) + "livereload"
        origin = self._preview.url.rstrip("/")
        connection = await websocket_connect(HTTPRequest(address, headers={"Origin": origin}))
        info = {"command": "info", "plugins": {}, "url": self._page}
        await connection.write_message(json.dumps({"command": "hello"}))
        await connection.write_message(json.dumps(info))
        await connection.write_message(json.dumps({"command": "hello"}))
        answers = 0
        while (message := await connection.read_message()) is not None:
            said = json.loads(message)
            if "path" in said:  # a build may end at any moment, between two answers, too
                self.told.append(said["path"])
                continue
            answers += 1
            if answers == 2:  # the info before it has been read, too
                self._is_open.set()


@pytest.fixture
def project(tmp_path: Path) -> SiteCase:
    """A site with something of everything that is edited."""
    site = SiteCase(tmp_path / "project")
    # A page in a test's browser orders edits of a server of the test's own.
    policy = "content_policy: {connect-src: 'http://127.0.0.1:*'}\n"
    site.write("content/site.yaml", f"person: {{name: Ada Lovelace}}\n{policy}")
    site.write("content/index.md", "---\ntitle: Home\n---\n\nHello.\n")
    return site
