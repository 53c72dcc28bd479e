"""A server for the panel that keeps records in memory: the questions are those of the real one.

The records are given as values, and the schemas are the real ones. What the panel sends is kept for
the test to look at.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

from generator.editing.records import arranged
from tests.conftest import REPOSITORY

PANEL = REPOSITORY / "generator/editing"
TYPES = {"html": "text/html", "js": "text/javascript", "css": "text/css"}
SITE = """<!doctype html><html lang=en><title>Site</title><main><h1>A site</h1>
<button onclick="parent.postMessage({masthead: 'edit', mark: '%s'}, '*')">Edit</button></main>"""
Json = dict[str, Any]


def schema_of(kind: str) -> Json:
    """The schema of one record of a kind, with its fields in the order of forms."""
    whole: Json = json.loads((REPOSITORY / f"docs/schema/{kind}.json").read_text("utf-8"))
    if "anyOf" not in whole:
        return arranged(whole, ())[0]
    name = whole["anyOf"][-1]["$ref"].rpartition("/")[2]
    return arranged({**whole["$defs"][name], "$defs": whole["$defs"]}, ())[0]


def applied(value: Any, changes: list[Json]) -> Any:
    """The value after the changes, one after the other."""
    root = {"": copy.deepcopy(value)}
    for change in changes:
        *way, key = ["", *change["path"]]
        place: Any = root
        for step in way:
            place = place[step]
        if change["op"] == "insert":
            place.insert(key, change["value"])
        elif change["op"] == "remove":
            del place[key]
        elif change["op"] == "move":
            place.insert(change["to"], place.pop(key))
        else:
            place[key] = change["value"]
    return root[""]


@dataclass
class PanelServer:
    """The records by their sources, and what was asked."""

    records: dict[str, Json]
    asked: list[tuple[str, Json]] = field(default_factory=list)
    answers: dict[str, list[Json]] = field(default_factory=dict)
    """Answers to questions by name, given before the usual ones."""
    uploads: list[str] = field(default_factory=list)
    undone: list[tuple[str, Json | None]] = field(default_factory=list)
    languages: list[str] = field(default_factory=lambda: ["en", "zh"])
    url: str = ""
    site: str = ""

    def kind(self, source: str) -> str:
        return "page" if ".md#" in source else source.split("/")[1].partition(".")[0]

    def answer(self, name: str, given: Json) -> Any:
        self.asked.append((name, given))
        if self.answers.get(name):
            return self.answers[name].pop(0)
        return getattr(self, f"on_{name}")(given)

    def said(self, name: str) -> list[Json]:
        """What was asked by a name."""
        return [given for one, given in self.asked if one == name]

    def keep(self, source: str, record: Json | None) -> Json:
        self.undone.append((source, self.records.get(source)))
        if record is None:
            del self.records[source]
        else:
            self.records[source] = record
        return {"ok": True, "source": source, "digest": "new", "undo": len(self.undone)}

    def on_record(self, given: Json) -> Json:
        source = given["source"]
        record = self.records[source]
        kind = self.kind(source)
        return {
            "source": source, "file": source.partition("#")[0], "kind": kind,
            "title": str(record["value"].get("title", source)), "digest": "old", "raw": {},
            "schema": schema_of(kind), "usual": [], "languages": self.languages, "problems": [],
            **record,
        }  # fmt: skip

    def on_where(self, given: Json) -> Json:
        return {"page": ""}

    def on_find(self, given: Json) -> Json:
        return {"source": given["mark"], "field": ""}

    def on_save(self, given: Json) -> Json:
        record = self.records[given["source"]]
        more = {"body": given["body"]} if "body" in given else {}
        value = applied(record["value"], given["changes"])
        return self.keep(given["source"], {**record, **more, "value": value})

    def on_try(self, given: Json) -> Json:
        return {"ok": True, "problems": []}

    def on_undo(self, given: Json) -> Json:
        source, record = self.undone.pop()
        if record is None:
            del self.records[source]
        else:
            self.records[source] = record
        return {"ok": True, "source": source, "left": len(self.undone), "message": "undone"}

    def on_blank(self, given: Json) -> Json:
        kind = given["kind"]
        return {
            "source": "", "file": "", "kind": kind, "title": "", "digest": "", "value": {},
            "schema": schema_of(kind), "usual": ["authors", "venue", "date"], "raw": {},
            "languages": self.languages, "problems": [],
        }  # fmt: skip

    def on_add(self, given: Json) -> Json:
        source = f"content/{given['kind']}.yaml#new"
        return self.keep(source, {"value": given["value"]})

    def on_delete(self, given: Json) -> Json:
        return self.keep(given["source"], None)

    def on_kinds(self, given: Json) -> list[Json]:
        kinds = [self.kind(source) for source in self.records]
        return [
            {"kind": kind, "title": kind, "file": "", "count": kinds.count(kind)}
            for kind in dict.fromkeys(kinds)
        ]

    def on_list(self, given: Json) -> Json:
        return {
            "records": [
                {"source": source, "title": str(record["value"].get("title", source)), "year": ""}
                for source, record in self.records.items()
                if self.kind(source) == given["kind"]
            ]
        }

    def on_tasks(self, given: Json) -> list[Json]:
        first = next(iter(self.records))
        task = {"source": first, "field": "links", "message": "has no `pdf`", "rule": "pdf"}
        return [{**task, "place": "", "hint": "", "severity": "note"}]

    def on_changed(self, given: Json) -> Json:
        return {"against": "gh-pages", "lines": [], "message": ""}

    def on_complete(self, given: Json) -> list[str]:
        return ["Ada Lovelace", "Emmy Noether"]

    def on_open(self, given: Json) -> Json:
        return {"opened": False, "place": "content/x.yaml:1:1", "message": "no editor"}


@contextmanager
def serving(records: dict[str, Json]) -> Iterator[PanelServer]:
    """Serve the panel, and a page that stands for the site."""
    panel = PanelServer(records)

    class Handler(BaseHTTPRequestHandler):
        def give(self, data: bytes, kind: str, status: int = 200) -> None:
            self.send_response(status)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            policy = (
                "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
                f"img-src 'self' {panel.site}; frame-src {panel.site}; form-action 'none'"
            )
            if self.server is site:
                self.send_header("Access-Control-Allow-Origin", "*")
            else:
                self.send_header("Content-Security-Policy", policy)
            self.end_headers()
            self.wfile.write(data)

        def do_GET(self) -> None:
            if self.server is site:
                self.give((SITE % next(iter(panel.records))).encode(), "text/html")
                return
            if self.path == "/favicon.ico":
                self.give(b"", "image/png")
                return
            name = "panel.html" if self.path == "/" else self.path[1:]
            data = (PANEL / name).read_bytes().replace(b"SITE_URL", panel.site.encode())
            self.give(data, TYPES[name.rpartition(".")[2]])

        def do_POST(self) -> None:
            given = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            answer = panel.answer(self.path.removeprefix("/api/"), given)
            self.give(json.dumps(answer).encode(), "application/json")

        def do_PUT(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            query = parse_qs(urlsplit(self.path).query)
            name = query["name"][0]
            if name in panel.uploads and "replace" not in query:
                answer = {"message": f"{name} is taken", "free": f"2-{name}"}
                self.give(json.dumps(answer).encode(), "application/json", 409)
                return
            panel.uploads.append(name)
            self.give(json.dumps({"path": f"/files/{name}"}).encode(), "application/json")

        def log_message(self, format: str, *args: object) -> None:
            """Stay quiet."""

    own, site = (ThreadingHTTPServer(("127.0.0.1", 0), Handler) for _ in range(2))
    panel.url = f"http://127.0.0.1:{own.server_port}/#token"
    panel.site = f"http://127.0.0.1:{site.server_port}/"
    for server in (own, site):
        Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield panel
    finally:
        for server in (own, site):
            server.shutdown()
            server.server_close()
