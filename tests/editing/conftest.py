"""A session of `masthead edit`, and the questions that its panel's script asks.

One session a process serves all tests. Each gets the site as it was, and may change its files.
"""

import json
import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import ndiff
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser.conftest import browser_tools as browser_tools
from tests.conftest import SiteCase, texts_below
from tests.preview.conftest import Answer, Preview, running

Steps = list[list[Any]]
GOAT, OX, YAK = (f"content/publications.yaml#{id}" for id in ("goat", "ox", "yak"))
WHOLE = Path(__file__).parent / "sites/whole"
FILES = texts_below(WHOLE)
"""A record of each kind, pages, a post, a CV and BibTeX."""
PAPERS = FILES["content/publications.yaml"]


SETTLED = "settled.txt"
"""A file of the site that says which test is next."""


@dataclass
class Session:
    preview: Preview
    origin: str
    token: str

    @property
    def root(self) -> Path:
        return self.preview.site.root

    def files(self) -> dict[str, bytes]:
        folders = (self.root / "content", self.root / "static")
        found = (file for folder in folders for file in sorted(folder.rglob("*")))
        return {str(file.relative_to(self.root)): file.read_bytes()
                for file in found if file.is_file() and file.name != SETTLED}  # fmt: skip

    def settle(self) -> None:
        """Wait until what was changed so far is built: no page loads anew by itself then."""
        token = secrets.token_hex(8)
        self.preview.site.write(f"static/{SETTLED}", token)
        self.preview.shows(token, f"/{SETTLED}")

    def edits(self) -> list[str]:
        """The lines that are gone from the sources, with `-`, and those that are new, with `+`."""
        found: list[str] = []
        now = {way: data.decode("utf-8", "replace") for way, data in self.files().items()}
        for way in dict.fromkeys([*FILES, *now]):
            pair = [one.get(way, "").splitlines(keepends=True) for one in (FILES, now)]
            found += [line[0] + line[2:].rstrip("\n") for line in ndiff(*pair) if line[0] in "-+"]
        return found

    def request(
        self, path: str, method: str, headers: dict[str, str], body: bytes | str | None = None
    ) -> Answer:
        return self.preview.ask(path, method, headers, body, urlsplit(self.origin).port)

    @property
    def headers(self) -> dict[str, str]:
        """What the panel's script sends with each question."""
        return {
            "Origin": self.origin,
            "X-Masthead-Token": self.token,
            "Content-Type": "application/json",
        }

    def post(self, name: str, question: object = None, **headers: str) -> Answer:
        """Ask, with some headers other than the script's; those that are empty are left out."""
        sent = {**self.headers, **{k.replace("_", "-"): v for k, v in headers.items()}}
        body = json.dumps({} if question is None else question)
        return self.request(f"/api/{name}", "POST", {k: v for k, v in sent.items() if v}, body)

    def ask(self, name: str, /, **question: Any) -> Any:
        answer = self.post(name, question)
        found = json.loads(answer.body)
        assert answer.status == 200, found
        return found

    def setting(self, source: str, path: list[str | int], value: Any, **more: Any) -> Any:
        """The question that gives a field of a record a value."""
        change = {"op": "set", "path": path, "value": value}
        digest = self.ask("record", source=source)["digest"]
        return {"source": source, "digest": digest, "changes": [change], **more}

    def upload(self, name: str, data: bytes, more: str = "", **headers: str) -> Answer:
        sent = {**self.headers, "Content-Type": "application/octet-stream", **headers}
        return self.request(f"/api/upload?name={name}{more}", "PUT", sent, data)


@contextmanager
def editing(site: SiteCase, *words: str) -> Iterator[Session]:
    with running(site, *words, name="edit") as preview:
        address, _, token = preview.says(r"editing: (http://\S+)")[1].partition("#")
        yield Session(preview, address.rstrip("/"), token)


@pytest.fixture(scope="session")
def running_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    project = shutil.copytree(WHOLE, tmp_path_factory.mktemp("editing") / "project")
    with editing(SiteCase(project), "--largest", "1") as session:
        yield session


@pytest.fixture
def session(running_session: Session) -> Iterator[Session]:
    """A session; afterwards its files are as they were, and nothing is left to undo."""
    yield running_session
    while running_session.ask("undo")["left"]:
        pass
    for way, data in running_session.files().items():
        if way not in FILES:
            (running_session.root / way).unlink()
        elif data != FILES[way].encode():
            (running_session.root / way).write_bytes(FILES[way].encode())
    for way in FILES.keys() - running_session.files().keys():
        running_session.preview.site.write(way, FILES[way])


READY = ["until", "document.querySelector('.rows')"]
FORM = ["until", "document.querySelector('form')"]
SAVED = ["until", "/^(Saved|已保存)/.test(document.querySelector('.said').textContent)"]
SAVE: Steps = [["press", "Control+s"], SAVED]
UNDO: Steps = [
    ["click", ".bar button:last-child"],
    ["until", "/is undone$/.test(document.querySelector('.said').textContent)"],
]
DIALOG = ["until", "document.querySelector('dialog[open]')"]

Play = Callable[..., list[Any]]
"""Plays steps that begin with the panel's first view; returns their answers."""


@pytest.fixture
def play(browser_tools: Any, session: Session) -> Play:
    session.settle()

    def play(*steps: list[Any], **more: Any) -> list[Any]:
        begin = [["goto", f"{session.origin}/#{session.token}"], READY]
        (story,) = browser_tools.tell({"steps": [*begin, *steps], "locale": "en-US", **more})
        assert story["failure"] is None, story["failure"]
        assert not story["errors"], story["errors"]
        errors = [m["text"] for m in story["console"] if m["type"] == "error"]
        # Answers of the server that refuse, and looks, whose frames run no scripts.
        others = [one for one in errors if not re.search("status of 4|is sandboxed", one)]
        assert not others, others
        return [answer for answer in story["answers"] if answer is not None]

    return play


def told(**message: Any) -> list[str]:
    """The step in which the framed page tells the panel something."""
    said = json.dumps({"masthead": "edit", **message})
    return ["within", f"(parent.postMessage({said}, '*'), true)"]


def opened(mark: str, source: str) -> Steps:
    """The steps to a form, as the framed page asks for it."""
    is_there = f"document.querySelector('form')?.dataset.source === {json.dumps(source)}"
    return [told(mark=mark), ["until", is_there]]


def opened_paper(id: str) -> Steps:
    return opened(f"publications/{id}", f"content/publications.yaml#{id}")


def listed(kind: str, title: str = "") -> Steps:
    """The steps to the list of a kind, or to a form through it."""
    row = [["click", f".rows button:has-text('{title}')"], FORM] if title else []
    return [
        ["click", ".bar button:nth-child(2)"],
        ["until", "document.querySelector('.view h1').textContent === 'Everything'"],
        ["click", f".rows button:has-text('{kind}')"],
        *row,
    ]


def view_of_site(words: str) -> Steps:
    """The steps to a view of the site as a whole."""
    return [
        ["click", ".bar button:nth-child(4)"],
        ["until", "document.querySelector('.view h1').textContent === 'The site'"],
        ["click", f".rows button >> text={words}"],
    ]
