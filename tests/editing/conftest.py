"""A session of `masthead edit`, and the questions that its panel's script asks."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.conftest import PATIENCE, SiteCase
from tests.preview.conftest import Answer, Preview, running


@dataclass
class Session:
    """A running session, from the panel's side."""

    preview: Preview
    origin: str
    token: str

    def request(
        self, path: str, method: str, headers: dict[str, str], body: bytes | str | None = None
    ) -> Answer:
        """Send a request exactly as it is given."""
        port = urlsplit(self.origin).port
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.getheaders()), answer.read())
        finally:
            connection.close()

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
        """Return the answer to a question."""
        answer = self.post(name, question)
        found = json.loads(answer.body)
        assert answer.status == 200, found
        return found

    def upload(self, name: str, data: bytes, more: str = "", **headers: str) -> Answer:
        """Send a file."""
        sent = {**self.headers, "Content-Type": "application/octet-stream", **headers}
        return self.request(f"/api/upload?name={name}{more}", "PUT", sent, data)


@contextmanager
def editing(site: SiteCase, *words: str) -> Iterator[Session]:
    """Edit a site until the end of the block."""
    with running(site, *words, name="edit") as preview:
        address, _, token = preview.says(r"editing: (http://\S+)")[1].partition("#")
        yield Session(preview, address.rstrip("/"), token)


def small_site(site: SiteCase) -> SiteCase:
    """Write a site with a record of several kinds, a page and a post."""
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\nlanguages: [en, zh]\n")
    site.write("content/index.md", "---\ntitle: Home\n---\n\n:::{publications}\n:::\n")
    site.write("content/about.md", "---\ntitle: About me\n---\n\nHello, TODO.\n")
    site.write("content/posts/2024-01-02-goat.md", "---\ntitle: A goat\ntags: [goats]\n---\nIt.\n")
    site.write(
        "content/publications.yaml",
        "# My papers.\n"
        "- id: goat\n"
        "  title: 'Goats'  # a comment\n"
        "  authors: [Ada Lovelace, Li Lei]\n"
        "  venue: ICNP\n"
        "  date: 2024\n"
        "\n"
        "- id: ox\n"
        "  title: Oxen\n"
        "  authors: [Ada Lovelace]\n"
        "  date: 2023\n"
        "  note: TODO\n",
    )
    site.write(
        "content/news.yaml", "- date: 2024-05\n  text: First\n- date: 2024-01\n  text: {en: Old}\n"
    )
    return site


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """One session for the tests that change nothing for good."""
    site = small_site(SiteCase(tmp_path_factory.mktemp("editing") / "project"))
    with editing(site) as session:
        yield session
