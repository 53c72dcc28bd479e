"""The panel's server: serves its files, answers the questions of its script, and receives files.

The panel has an origin of its own, so that scripts of the site's pages cannot read its content
(HTML, "origin"). The token of a run is in the fragment of the panel's address, because browsers do
not send fragments to servers. Each question must have the token in a header. Forms of other sites
cannot set a header, and their scripts may not (Fetch, "CORS protocol").
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import msgspec
from tornado.http1connection import HTTP1Connection
from tornado.ioloop import IOLoop
from tornado.log import app_log
from tornado.web import HTTPError, stream_request_body

from generator.disk import TEMPORARY, OwnFolder
from generator.editing.answers import Answerer
from generator.editing.records import Refusal, fault
from generator.language import known_language
from generator.model.files import ENDINGS, FILMS
from generator.model.links import slug_of
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
_DOCUMENTS = (".pdf", ".pptx", ".ppt", ".odp", ".key", ".docx", ".odt", ".epub", ".djvu", ".ps",
              ".zip", ".bib", ".txt", ".csv", ".mp3", ".m4a", ".vtt", ".ico")  # fmt: skip
_MOST_NAMES = 1000
_LONGEST = 100
"""The longest name, in characters."""


class _Guarded(Guarded):
    """A request of the panel's script."""

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
        if not is_own or not hmac.compare_digest(given, self.settings["token"].encode()):
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
            data = data.replace(b"SITE_URL", self.settings["site_url"].encode())
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
        answers: Answerer = self.settings["answers"]
        executor = self.settings["slow" if name in _SLOW else "saves"]
        await self.answer(lambda: answers.answer(name, given), executor)


@stream_request_body
class _Upload(_Guarded):
    """Receives a file for a record in parts, so that a film is never in memory as a whole."""

    upload: ReceivedFile | None = None

    def prepare(self) -> None:
        super().prepare()
        if self.request.method != "PUT":
            raise HTTPError(405)
        self.refuse_others("application/octet-stream")
        largest: int = self.settings["largest_upload"]
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
                # It looks at its folders anew: one may have become a link.
                self.upload = ReceivedFile(OwnFolder(self.settings["static"]), name, replaces)
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
            await self.answer(self.upload.keep, self.settings["saves"])


# ---------------------------------------------------------------------- files for records


def folder_for(ending: str) -> str:
    """Return the folder under `static/` for files with this ending. Raises Refusal."""
    kind = ENDINGS.get(ending)
    if kind is not None:
        return "films" if kind in FILMS else "images"
    if ending == ".pdf":
        return "pdf"
    if ending in _DOCUMENTS:
        return "files"
    raise Refusal(
        spoken("edit-file-kind", ending=ending, known=tuple(sorted((*ENDINGS, *_DOCUMENTS))))
    )


def clean_name(name: str) -> str:
    """Return the name of a file in a form for addresses: `My Slides.PDF` -> `my-slides.pdf`.

    Raises Refusal for a name without an ending, or without a letter or digit before it.
    """
    bare = name.replace("\\", "/").rpartition("/")[2]
    stem, dot, ending = bare.rpartition(".")
    slug = re.sub("-+", "-", slug_of(stem.replace(".", " ")))[:_LONGEST].strip("-.")
    if not dot or not slug or not ending.isalnum() or not ending.isascii():
        raise Refusal(spoken("edit-file-name", name=bare[:_LONGEST]))
    return f"{slug}.{ending.lower()}"


class ReceivedFile:
    """A file that is being received. It goes to `static/` under a clean name.

    It has a hidden name until it is complete, so a build never sees part of it.
    """

    def __init__(self, static: OwnFolder, name: str, replaces: bool) -> None:
        """Begin. With `replaces`, a file of this name is replaced.

        Raises Refusal if the name is taken (409), the kind of file is not accepted, or the file
        cannot be written.
        """
        self._static = static
        self._replaces = replaces
        clean = clean_name(name)
        self._folder = folder_for("." + clean.rpartition(".")[2])
        self.way = f"{self._folder}/{clean}"
        """Its path under `static/`."""
        if not replaces and clean in self._names():
            raise self._taken()
        self._temporary = f"{self._folder}/.{secrets.token_hex(8)}{TEMPORARY}"
        self._fault: OSError | None = None
        try:
            self._file: IO[bytes] = static.creating(self._temporary)
        except OSError as error:
            raise fault("edit-cannot-write", f"static/{self._folder}", error) from None

    def write(self, data: bytes) -> None:
        """Append received bytes; if that fails, `keep` reports it."""
        if self._fault is None:
            try:
                self._file.write(data)
            except OSError as error:
                self._fault = error

    def keep(self) -> dict[str, Any]:
        """Give the file its name; return its path under `static/`. Raises Refusal."""
        try:
            self._file.close()
            if self._fault:
                raise self._fault
            if self._replaces:
                self._static.take(self._static.path(self._temporary), self.way)
            else:
                self._static.give_name(self._temporary, self.way)
        except FileExistsError:
            self.drop()
            raise self._taken() from None
        except OSError as error:
            self.drop()
            raise fault("edit-cannot-write", f"static/{self.way}", error) from None
        return {"path": self.way}

    def drop(self) -> None:
        """Remove the received bytes."""
        with suppress(OSError):
            self._file.close()
        with suppress(OSError):
            self._static.remove(self._temporary)

    def _names(self) -> set[str]:
        """Return the names in the folder, in lower case, since some disks ignore case."""
        try:
            return {entry.name.lower() for entry in self._static.entries(self._folder)}
        except FileNotFoundError:
            return set()
        except OSError as error:
            raise fault("edit-cannot-read", f"static/{self._folder}", error) from None

    def _taken(self) -> Refusal:
        names = self._names()
        stem, _, ending = self.way.rpartition("/")[2].rpartition(".")
        numbered = (f"{stem}-{number}.{ending}" for number in range(2, _MOST_NAMES))
        free = next((name for name in numbered if name not in names), "")
        return Refusal(spoken("edit-file-there", file=f"static/{self.way}"), 409, free=free)


# ---------------------------------------------------------------------- the command


_HANDLERS = [
    ("/api/upload", _Upload),
    ("/api/([a-z]+)", _Question),
    (f"/({'|'.join(_FILES)})", _File),
]


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
        pages = site.url.rstrip("/")
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            f"img-src 'self' {pages}; frame-src {pages}; frame-ancestors 'none'; "
            "base-uri 'none'; form-action 'none'"
        )
        headers = HEADERS | {
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Content-Security-Policy": policy,
        }
        listen(
            listener,
            _HANDLERS,
            _Nothing,
            _LARGEST_QUESTION,
            headers,
            answers=Answerer(request.build, state, attempt_check),
            static=request.build.project.static,
            token=token,
            largest_upload=largest_upload,
            site_url=site.url,
            # Saves take turns, and so do slow questions.
            saves=ThreadPoolExecutor(1, "masthead-save"),
            slow=ThreadPoolExecutor(1, "masthead-ask"),
        )

    panel = Panel(listener.url.rstrip("/"), f"{listener.url}#{token}", begin)
    preview(request, say, attempt, panel)
