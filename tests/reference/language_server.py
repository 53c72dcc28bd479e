"""The YAML language server, which editors run, spoken to as they do.

Format: Language Server Protocol 3.17, JSON-RPC over the standard streams.
"""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.conftest import REPOSITORY

PROGRAM = REPOSITORY / "tools/browser/node_modules/yaml-language-server/bin/yaml-language-server"
_SETTINGS = {"yaml": {"schemaStore": {"enable": False}, "hover": True, "completion": True}}
"""What editors have by default, without the list of others' schemas that the server would fetch."""


class LanguageServer:
    """A server for one folder; ends with the `with` block."""

    def __init__(self, folder: Path) -> None:
        node = shutil.which("node")
        assert node, "node is not installed"
        self._process = subprocess.Popen(
            [node, str(PROGRAM), "--stdio"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._number = 0
        self._found: dict[str, list[dict[str, Any]]] = {}
        root = folder.resolve().as_uri()
        able = {"textDocument": {"hover": {"contentFormat": ["markdown"]}}}
        self.ask("initialize", processId=None, rootUri=root, capabilities=able,
                 workspaceFolders=[{"uri": root, "name": "site"}])  # fmt: skip
        self._tell("initialized")
        self._tell("workspace/didChangeConfiguration", settings=_SETTINGS)

    def __enter__(self) -> "LanguageServer":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def open(self, file: Path, text: str) -> list[dict[str, Any]]:
        """Open a file with a text in the editor; return what the server underlines in it."""
        uri = file.resolve().as_uri()
        self._number += 1  # it remembers what it has read by file and version
        document = {"uri": uri, "languageId": "yaml", "version": self._number, "text": text}
        if uri in self._found:
            self._tell("textDocument/didClose", textDocument={"uri": uri})
            self._wait_for(uri)  # it takes back what it had underlined
        self._tell("textDocument/didOpen", textDocument=document)
        return self._wait_for(uri)

    def complete(self, file: Path, line: int, column: int) -> dict[str, dict[str, Any]]:
        """What is offered at a place of a file that is open, both counted from 0, by its label."""
        answer = self.ask("textDocument/completion", **_at(file, line, column))
        return {one["label"]: one for one in answer["items"]}

    def hover(self, file: Path, line: int, column: int) -> str:
        """What is shown over a place of a file that is open."""
        answer = self.ask("textDocument/hover", **_at(file, line, column))
        return str(answer["contents"]["value"]) if answer else ""

    def ask(self, method: str, **params: Any) -> Any:
        """Send a request and return its result."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        while True:
            message = self._read()
            if message.get("id") == self._number and "method" not in message:
                assert "error" not in message, message
                return message["result"]
            self._take(message)

    def _tell(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def _wait_for(self, uri: str) -> list[dict[str, Any]]:
        self._found.pop(uri, None)
        while uri not in self._found:
            self._take(self._read())
        return self._found[uri]

    def _take(self, message: dict[str, Any]) -> None:
        if message.get("method") == "textDocument/publishDiagnostics":
            self._found[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif "id" in message and "method" in message:  # it asks us, for settings say
            items = message["params"].get("items", ()) if message.get("params") else ()
            settings = [_SETTINGS.get(item["section"]) for item in items]
            self._send({"id": message["id"], "result": settings or None})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def _read(self) -> dict[str, Any]:
        stream, length = self._process.stdout, 0
        assert stream
        while line := stream.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        assert length, "the language server has ended"
        message: dict[str, Any] = json.loads(stream.read(length))
        return message


def _at(file: Path, line: int, column: int) -> dict[str, Any]:
    uri = file.resolve().as_uri()
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}}
