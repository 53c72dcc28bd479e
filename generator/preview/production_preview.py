"""Serves exactly what a deployment would send, by the rules of GitHub Pages.

It watches no files and adds nothing to a page.
"""

from __future__ import annotations

import asyncio
import logging
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import quote, urlsplit

from tornado.web import Application, HTTPError

from generator.preview import PreviewRequest
from generator.preview.http_server import Connections, Guarded, Listener, Refusal, way_to_stop
from generator.problems import printed, source_lines
from generator.publish.github_pages import answer, content_type, part_of
from generator.publish.snapshots import Folder, clean_build


def preview_production(request: PreviewRequest, say: Callable[[str], None]) -> bool:
    """Build the site from nothing and serve it until interrupted; return whether that was possible.

    Raises SiteError with all that is wrong in the site.
    """
    source_line = source_lines(request.project.root)
    try:
        listener = Listener(request.host, request.port)
        with clean_build(request.project, request.base_url) as fresh:
            for problem in fresh.report.warnings:
                say(printed(problem, source_line))
            base = quote(urlsplit(fresh.report.base_url).path, safe="/%") or "/"
            address = listener.url.removesuffix("/") + base
            for note in listener.notes("this preview"):
                say(note)
            goes_to = fresh.report.base_url or "a place that `url` in site.yaml does not name yet"
            say(f"as it will be at {goes_to}: {len(fresh.files.digests)} files, built once")
            say(f"click through it here: {address}  ({way_to_stop()})")
            if request.opens_browser:
                webbrowser.open(address)
            with suppress(KeyboardInterrupt):
                asyncio.run(_serve(listener, fresh.files, base, say))
            say("the preview has stopped")
    except Refusal as refusal:
        say(f"masthead: {refusal}")
        return False
    return True


async def _serve(listener: Listener, files: Folder, base: str, say: Callable[[str], None]) -> None:
    logging.getLogger("tornado.access").setLevel(logging.ERROR)
    logging.getLogger("tornado.general").setLevel(logging.ERROR)
    application = Application(
        [("/.*", _Pages)],
        default_handler_class=_Pages,
        log_function=lambda _: None,
        listener=listener,
        files=files,
        base=base,
    )
    Connections(application, listener, say)
    await asyncio.Event().wait()


class _Pages(Guarded):
    """Answers as GitHub Pages would."""

    async def prepare(self) -> None:
        await super().prepare()
        if self.request.method not in ("GET", "HEAD"):
            raise HTTPError(405)

    def get(self) -> None:
        files: Folder = self.settings["files"]
        found = answer(self.request.path, files.digests, self.settings["base"])
        self.set_status(found.status)
        if found.location:
            query = f"?{self.request.query}" if self.request.query else ""
            self.set_header("Location", found.location + query)
        elif found.file:
            self.set_header("Content-Type", content_type(found.file))
            self._send(files.read(found.file))
        else:
            self.set_header("Content-Type", "text/plain; charset=utf-8")
            self.write("404: the site has no such address\n")
        self.finish()

    def _send(self, data: bytes) -> None:
        """Send a file, or the part of it that is asked for: films are."""
        self.set_header("Accept-Ranges", "bytes")
        header = self.request.headers.get("Range", "")
        part = part_of(header, len(data)) if self.get_status() == 200 else None
        if part is not None:
            start, stop = part
            self.set_status(206 if start < stop else 416)
            where = f"{start}-{stop - 1}" if start < stop else "*"
            self.set_header("Content-Range", f"bytes {where}/{len(data)}")
            data = data[start:stop]
        self.write(data)

    head = get

    def compute_etag(self) -> None:
        return None
