"""The panel's server: serves its files, and answers the questions of its script.

The panel has an origin of its own, so that scripts of the site's pages cannot read its content
(HTML, "origin"). The token of a run is in the fragment of the panel's address, because browsers do
not send fragments to servers. Each question must have the token in a header. Forms of other sites
cannot set a header, and their scripts may not (Fetch, "CORS protocol").
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
from tornado.http1connection import HTTP1Connection
from tornado.ioloop import IOLoop
from tornado.log import app_log
from tornado.web import HTTPError, stream_request_body

from generator.editing.answers import Answerer
from generator.editing.records import Refusal
from generator.editing.uploads import Upload
from generator.language import known_language
from generator.preview.builds import Attempt, PreviewRequest, ServerError
from generator.preview.server import HEADERS, Guarded, Listener, listen
from generator.preview.session import Panel, preview
from generator.preview.state import PreviewState
from generator.problems import speaking, spoken

_SCRIPTS = ("panel", "forms", "shell", "site", "words")
_FILES = {
    "": ("panel.html", "text/html"),
    **{f"{name}.js": (f"{name}.js", "text/javascript") for name in _SCRIPTS},
    "panel.css": ("panel.css", "text/css"),
}
_LARGEST_QUESTION = 40_000_000
"""Bytes. The text of a page may have 32 MiB, see `load.py`."""
_SLOW = ("changed", "look", "lookup", "tasks")
"""Questions that ask other machines or build the site; saves do not wait for them."""


class PanelServer:
    """Serves the panel beside the preview's server, in the same loop."""

    def __init__(
        self,
        listener: Listener,
        site: Listener,
        answers: Answerer,
        token: str,
        largest_upload: int,
    ) -> None:
        """Listen, in the loop of the preview's server. `listener` is the panel's; `site` is the
        listener of the pages that the panel frames."""
        self.answers = answers
        self.token = token
        self.largest_upload = largest_upload
        # Saves take turns, and so do slow questions.
        self.saves = ThreadPoolExecutor(1, "masthead-save")
        self.slow = ThreadPoolExecutor(1, "masthead-ask")
        pages = site.url.rstrip("/")
        self.site_url = site.url
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            f"img-src 'self' {pages}; frame-src {pages}; frame-ancestors 'none'; "
            "base-uri 'none'; form-action 'none'"
        )

        handlers = [
            ("/api/upload", _Upload),
            ("/api/([a-z]+)", _Question),
            (f"/({'|'.join(_FILES)})", _File),
        ]
        headers = HEADERS | {
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Content-Security-Policy": policy,
        }
        listen(listener, handlers, _Nothing, _LARGEST_QUESTION, headers, panel=self)


class _Guarded(Guarded):
    """A request of the panel's script."""

    @property
    def panel(self) -> PanelServer:
        found: PanelServer = self.settings["panel"]
        return found

    @property
    def language(self) -> str:
        """The panel's language, for the answer to this request."""
        return known_language(self.request.headers.get("X-Masthead-Language", "")) or "en"

    def refuse_others(self, content_type: str) -> None:
        """Raise HTTPError unless the request is from the panel's own script, with the token of this
        run."""
        headers = self.request.headers
        given = headers.get("X-Masthead-Token", "").encode("utf-8", "replace")
        is_own = headers.get("Origin", "") == f"http://{self.request.host}"
        if not is_own or not hmac.compare_digest(given, self.panel.token.encode()):
            raise HTTPError(403)
        if headers.get("Content-Type", "").partition(";")[0].strip().lower() != content_type:
            raise HTTPError(415)

    async def answer(self, ask: Callable[[], Any], executor: ThreadPoolExecutor) -> None:
        """Run a function in a thread; answer with its result as JSON, or with its refusal."""
        language = self.language

        def asked() -> Any:
            with speaking(language):
                return ask()

        try:
            found = await IOLoop.current().run_in_executor(executor, asked)
        except Refusal as refusal:
            self.set_status(refusal.status)
            found = {**refusal.more, "message": str(refusal)}
        except Exception:
            app_log.exception("an answer of the panel failed")
            self.set_status(500)
            with speaking(language):
                found = {"message": spoken("edit-failed")}
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.finish(msgspec.json.encode(found))

    def write_error(self, status_code: int, **_: Any) -> None:
        """Answer with a short text; never repeat the request."""
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.finish({"message": f"{status_code} {self._reason}"})


class _Nothing(_Guarded):
    def prepare(self) -> None:
        super().prepare()
        raise HTTPError(404)


class _File(_Guarded):
    def get(self, name: str) -> None:
        """Return one of the panel's own files; its page contains the site's address."""
        file, kind = _FILES[name]
        data = Path(__file__).with_name(file).read_bytes()
        if file == "panel.html":
            data = data.replace(b"SITE_URL", self.panel.site_url.encode())
        self.set_header("Content-Type", f"{kind}; charset=utf-8")
        self.finish(data)


class _Question(_Guarded):
    async def post(self, name: str) -> None:
        """Answer a question of the panel's script."""
        self.refuse_others("application/json")
        try:
            given = msgspec.json.decode(self.request.body)
        except msgspec.DecodeError:
            raise HTTPError(400) from None
        if not isinstance(given, dict):
            raise HTTPError(400)
        answers, panel = self.panel.answers, self.panel
        executor = panel.slow if name in _SLOW else panel.saves
        await self.answer(lambda: answers.answer(name, given), executor)


@stream_request_body
class _Upload(_Guarded):
    """Receives a file for a record in parts, so that a film is never in memory as a whole."""

    upload: Upload | None = None

    def prepare(self) -> None:
        super().prepare()
        if self.request.method != "PUT":
            raise HTTPError(405)
        self.refuse_others("application/octet-stream")
        largest = self.panel.largest_upload
        connection = self.request.connection
        assert isinstance(connection, HTTP1Connection)
        connection.set_max_body_size(largest)
        size = self.request.headers.get("Content-Length", "")
        if not size.isdecimal():
            raise HTTPError(411)
        if int(size) > largest:
            self.set_status(413)
            given, most = int(size) // 1_000_000, largest // 1_000_000
            with speaking(self.language):
                self.finish({"message": spoken("edit-too-large", size=given, most=most)})
            return
        try:
            replaces = self.get_query_argument("replace", "") == "1"
            name = self.get_query_argument("name", "")
            with speaking(self.language):
                self.upload = self.panel.answers.upload(name, replaces)
            connection.stream.set_close_callback(self.upload.drop)  # the sender may disconnect
        except Refusal as refusal:
            self.set_status(refusal.status)
            self.finish({**refusal.more, "message": str(refusal)})

    def data_received(self, chunk: bytes) -> None:
        if self.upload:
            self.upload.write(chunk)

    async def put(self) -> None:
        """Put the file in place, and answer with its address."""
        if self.upload:
            await self.answer(self.upload.keep, self.panel.saves)


def edit(
    request: PreviewRequest,
    largest_upload: int,
    say: Callable[[str], None],
    attempt: Attempt,
    attempt_check: Attempt,
) -> None:
    """Serve the site and the panel until interrupted. Raises ServerError if that is not possible.

    `largest_upload` is in bytes. `attempt` makes the builds of the preview, `attempt_check` those
    of the list of tasks.
    """
    listener = Listener(request.host, request.port + 1 if request.port else 0)
    if not listener.is_loopback:
        raise ServerError(
            f"{request.host} can be reached by other machines, and who reaches the panel "
            "can change your files; leave --host out, or use `masthead preview`"
        )
    token = secrets.token_urlsafe(32)

    def begin(site: Listener, state: PreviewState) -> None:
        answers = Answerer(request.build, state, attempt_check)
        PanelServer(listener, site, answers, token, largest_upload)

    panel = Panel(listener.url.rstrip("/"), f"{listener.url}#{token}", begin)
    preview(request, say, attempt, panel)
