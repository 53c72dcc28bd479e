"""A page as a machine takes it apart, and a site that has all there is to say of a paper."""

import json
import re
import shutil
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from tests.conftest import Built, SiteCase

Tag = tuple[str, dict[str, str]]


class Page(HTMLParser):
    """The tags of a page with decoded attributes, its scripts, and the text that people see."""

    def __init__(self, markup: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[Tag] = []
        self.scripts: list[tuple[dict[str, str], str]] = []
        self.styles: list[str] = []
        self.text = ""
        self.title = ""
        self._open: list[str] = []
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.tags.append((tag, attributes))
        if tag in ("script", "style", "template", "title"):
            self._open.append(tag)
        if tag == "script":
            self.scripts.append((attributes, ""))
        elif tag == "style":
            self.styles.append("")

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1] == tag:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        inside = self._open[-1] if self._open else ""
        if inside == "script":
            self.scripts[-1] = (self.scripts[-1][0], self.scripts[-1][1] + data)
        elif inside == "style":
            self.styles[-1] += data
        elif inside == "title":
            self.title += data
        elif not inside:
            self.text += data

    def shape(self) -> list[tuple[str, tuple[str, ...]]]:
        """The tags with the names of their attributes: what no text may change."""
        return [(tag, tuple(sorted(attributes))) for tag, attributes in self.tags]

    def running(self) -> list[str]:
        """The texts of all scripts, be they code or data."""
        return [text for _, text in self.scripts]

    def metas(self, name: str) -> list[str]:
        """The contents of all meta tags of a name or property, in order."""
        return [
            attributes.get("content", "")
            for tag, attributes in self.tags
            if tag == "meta" and name in (attributes.get("name"), attributes.get("property"))
        ]

    def links(self, rel: str, **wanted: str) -> list[dict[str, str]]:
        """All `<link>` of a kind with these attributes."""
        return [
            attributes
            for tag, attributes in self.tags
            if tag == "link"
            and rel in attributes.get("rel", "").split()
            and all(attributes.get(name) == value for name, value in wanted.items())
        ]

    def nodes(self) -> list[dict[str, Any]]:
        """All nodes of JSON-LD."""
        found: list[dict[str, Any]] = []
        for attributes, text in self.scripts:
            if attributes.get("type") == "application/ld+json":
                whole = json.loads(text)
                assert whole["@context"] == "https://schema.org"
                found += whole.get("@graph", [whole])
        return found

    def node(self, kind: str) -> dict[str, Any]:
        """The only node of a type."""
        (found,) = [node for node in self.nodes() if node["@type"] == kind]
        return found

    def policy(self) -> dict[str, list[str]]:
        """The Content-Security-Policy: sources by directive."""
        (content,) = [
            attributes["content"]
            for tag, attributes in self.tags
            if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
        ]
        parts = (part.split() for part in content.split(";"))
        return {name: sources for name, *sources in parts}


def hash_of(text: str) -> str:
    """How a policy names a script or style that stands in a page."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def pages(built: Built) -> dict[str, Page]:
    """All pages of a site by their files."""
    return {
        path: _page(built.read(path)) for path in sorted(built.files()) if path.endswith(".html")
    }


@lru_cache(500)
def _page(markup: str) -> Page:
    """A page that several tests look at is taken apart once."""
    return Page(markup)


def address_of(path: str) -> str:
    """The address of an output file, decoded: `about/index.html` is at `/about/`."""
    return "/" + re.sub(r"(^|/)index\.html$", r"\1", path)


def file_at(url: str, base: str) -> str:
    """The output file that an absolute URL of a site leads to."""
    assert url.startswith(base), f"{url} is not below {base}"
    path = unquote(url[len(base) :])
    return path + "index.html" if path.endswith("/") or not path else path


BASE = "https://ada.example.org/repo/"


def write_site(site: SiteCase, more: str = "") -> SiteCase:
    """Write a site with papers of all kinds, posts in two languages, and pages; with more settings."""
    shutil.copytree(Path(__file__).parent / "site", site.root, dirs_exist_ok=True)
    with (site.root / "content/site.yaml").open("a") as settings:
        settings.write(more)
    return site
