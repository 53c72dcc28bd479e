"""What becomes of a source: pages, posts, records, files, and where its addresses lead.

A source fills a `SitePlan`; it decides nothing about the form of files. All text is as the source
has it until `texts/` has converted it.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec

from generator.importing.private_facts import HIDING
from generator.importing.reading import Fields
from generator.importing.report import Findings

Syntax = Literal["nunjucks", "liquid", "hugo", "plain"]
"""The template language of the texts: that of Hexo, of Jekyll, of Hugo, or none."""


class Document(msgspec.Struct, kw_only=True):
    """A page or a post."""

    source: str
    """The path of its file in the source."""
    target: str
    """The path of its file in the new site: `content/posts/2024-05-01-x.md`."""
    address: str = ""
    """The address that it had, as `/2024/05/01/x/`; empty where it had none."""
    front: dict[str, Any] = {}
    """Its front matter, in the words of Masthead."""
    body: str = ""
    """Its text, as the source has it."""
    line: int = 1
    """The line of its file on which the text begins."""
    syntax: Syntax = "plain"
    variables: Fields = msgspec.field(default_factory=Fields)
    """What its text may ask for as `page.…`: its front matter as the source has it."""
    guessed: set[str] = set()
    """The fields of `front` that the import has inferred."""

    @property
    def is_post(self) -> bool:
        """Whether it lies in `content/posts/` of the new site."""
        return self.target.startswith("content/posts/")


class Entry(msgspec.Struct, kw_only=True):
    """A record of a data file: a paper, a talk, a line of news."""

    values: dict[str, Any]
    """Its fields, in the words of Masthead; those in Markdown are as the source has them."""
    source: str
    line: int = 0
    address: str = ""
    """The address of its own page, where it had one."""
    guessed: set[str] = set()
    """The fields that the import has inferred."""


class Resume(msgspec.Struct, kw_only=True):
    """A CV: what `content/cv/resume.yaml` will say."""

    source: str
    fields: dict[str, Any]
    """Its fields, in the words of Masthead; texts are as the source has them."""

    name: str = "resume"
    """The name of its file, and of its PDF in `/pdf/`."""

    @property
    def target(self) -> str:
        """The path of its file in the new site."""
        return f"content/cv/{self.name}.yaml"

    @property
    def address(self) -> str:
        """The address of its page."""
        return str(self.fields.get("permalink") or f"/cv/{self.name}/")


class SitePlan:
    """All that a new site will hold, and what became of each file of the source."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.site: dict[str, Any] = {}
        """The fields of `site.yaml`."""
        self.site_guessed: set[str] = set()
        """The inferred fields; one of `person` is `person.name`."""
        self.documents: list[Document] = []
        self.entries: dict[str, list[Entry]] = {}
        """Kind of record, as the data file is named -> records in their order."""
        self.files: dict[str, str] = {}
        """Path in the new site -> path in the source of a file that is copied as it is."""
        self.texts: dict[str, str] = {}
        """Path in the new site -> a text that is written as it is: a CV, a `.bib`."""
        self.hosts: set[str] = set()
        """Hosts that the old site was at, in lower case: links to them stay inside."""
        self.base_path: str = ""
        """The path of the old site below its host: `/repo`."""
        self.papers = 0
        """How many papers are in bibliographies that are taken over as they are."""
        self.redirects: dict[str, str] = {}
        """Old address -> where it leads now."""
        self.rules: list[tuple[str, str, str]] = []
        """Patterns of a host by which addresses led on: their file, `/blog/*`, `/posts/:splat`."""
        self.taken: dict[str, str] = {}
        """Path in the source -> what it became."""
        self.left: dict[str, str] = {}
        """Path in the source -> why it was left out."""
        self.leads: list[tuple[str, str]] = []
        """Addresses that the old program made by itself (archives, pages of lists), as regular
        expressions, each with where they lead now: `/archives/.*`, `/posts/`."""
        self.menu: list[dict[str, Any]] = []
        """Entries of the menu, as `site.yaml` has them; their links are as the source has them."""
        self.lists: dict[str, str] = {}
        """Kind of record -> the address of the page that lists all of them."""
        self.names: dict[str, str] = {}
        """What tags of the source call a page by, the name of its file say -> its address."""
        self.folders: tuple[str, ...] = ()
        """Further folders, as addresses, in which pictures that are named barely may lie."""
        self.variables = Fields()
        """What texts may ask for as `site.…`."""
        self.syntax: Syntax = "plain"
        """The template language of the texts in data."""
        self.made_addresses: set[str] = set()
        """Addresses that the old program made by itself: lists, archives, feeds."""
        self.cv: Resume | None = None
        """The CV, where the source has one."""
        self.published_files: set[str] = set()
        """Addresses of files that only the published site had."""
        self.clashes: list[tuple[str, str, str]] = []
        """Files for which there was no room: source, place, and what stands there."""
        self.locked_tags: set[str] = set()
        """Tags that need a password."""
        self.hiding: set[str] = set(HIDING)
        """Switches in front matter that keep a page out of lists."""
        self.protected: dict[str, tuple[str, str]] = {}
        """Path in the source of what readers could not see -> `password` or `unlisted`, and what
        says so."""
        self.gone: dict[str, str] = {}
        """Address of a file that could not be taken -> why."""
        self._ids: set[tuple[str, str]] = set()
        """Kind and id of each record that has one."""
        self._names: dict[str, str] = {}
        """Paths in the new site without regard to capitals -> as they are."""

    def add_document(self, document: Document) -> None:
        """Add a page or post; one whose place is taken gets another name."""
        document.target = self._free(document.target)
        own = document.address.strip("/")
        aliases = document.front.get("aliases") or []
        document.front["aliases"] = [one for one in aliases if one.strip("/") != own]
        self.documents.append(document)
        self.take(document.source, document.target)

    def add_entry(self, kind: str, entry: Entry) -> None:
        """Add a record; one whose id is taken gets another."""
        ident, number = entry.values.get("id"), 2
        while ident and (kind, ident) in self._ids:
            ident, number = f"{entry.values['id']}-{number}", number + 1
        if ident:
            self._ids.add((kind, ident))
            entry.values["id"] = ident
        self.entries.setdefault(kind, []).append(entry)
        self.take(entry.source, f"content/{kind}.yaml")

    def add_file(self, target: str, source: str) -> bool:
        """Add a file that is copied as it is; whether there was room for it.

        Of two that differ in capitals only, one disk in three can hold but one.
        """
        taken = self._named(target)
        if taken is not None:
            return False
        self._names[target.casefold()] = target
        self.files[target] = source
        self.take(source, target)
        return True

    def add_file_at(self, address: str, source: str) -> None:
        """Add a file that keeps its address; note it where another one differs in capitals only."""
        target = "static" + re.sub("/{2,}", "/", unicodedata.normalize("NFC", address))
        if not self.add_file(target, source):
            other = self._names[target.casefold()]
            self.leave(source, f"{other} has this name with other capitals")
            self.clashes.append((source, target, other))

    def take_url(self, url: str, below: str = "") -> None:
        """Take the URL of the old site; `below` is the path that settings name apart from it."""
        base = f"/{below.strip('/')}" if below.strip("/") else ""
        try:
            parts = urlsplit(url if re.match(r"https?://", url) else "")
            host = (parts.hostname or "").lower()
        except ValueError:
            host = ""
        self.base_path = (parts.path.rstrip("/") if host else "") + base
        self.hosts |= {host} if host else set()
        self.site["url"] = f"{url.rstrip('/')}{base}/" if host else ""

    def take_domain(self, cname: str, written: str, url: str) -> None:
        """Take the domain that a file `CNAME` names: it goes before `url`, that of the settings."""
        domain = written.strip().split("\n")[0].strip().lower()
        if not re.fullmatch(r"[\w-]+(\.[\w-]+)+", domain):
            return
        self.hosts.add(domain)
        is_other = domain not in url.lower()
        if is_other:
            self.findings.add("changed", "domain", cname, url, f"https://{domain}/")
        if is_other or url.startswith("http:"):
            self.site["url"], self.base_path = f"https://{domain}/", ""

    def leads_to(self, address: str) -> str:
        """Return where an address leads now that the old program made by itself, or nothing."""
        for code in self.site.get("languages", [])[1:]:
            if address.startswith(f"/{code}/"):
                found = self.leads_to(address.removeprefix(f"/{code}"))
                return f"/{code}{found}" if found else ""
        fitting = ((re.fullmatch(old, address), new) for old, new in self.leads)
        return next((match.expand(new) for match, new in fitting if match), "")

    def leave_again(self, target: str, why: str) -> None:
        """Take a file out of the new site again, and say why."""
        address = "/" + target.partition("/")[2]
        source = self.files.pop(target, address[1:])
        self.taken.pop(source, None)
        self.published_files.discard(address)
        self.left[source] = why
        self.gone[address] = why

    def take(self, source: str, became: str) -> None:
        """Note what a file of the source became."""
        self.taken.setdefault(source, became)
        self.left.pop(source, None)

    def leave(self, source: str, why: str) -> None:
        """Note why a file of the source was left out."""
        if source not in self.taken:
            self.left.setdefault(source, why)

    def leave_all(self, sources: Iterable[str], why: str) -> None:
        """Note why several files of the source were left out."""
        for source in sources:
            self.leave(source, why)

    def _named(self, target: str) -> str | None:
        return self._names.get(target.casefold())

    def _free(self, target: str) -> str:
        stem, dot, ending = target.rpartition(".")
        number, free = 2, target
        while self._named(free) is not None:
            free = f"{stem}-{number}{dot}{ending}"
            number += 1
        self._names[free.casefold()] = free
        return free


def address(*parts: str) -> str:
    """Return an address from the site's root: one slash between its parts, none doubled."""
    joined = unicodedata.normalize("NFC", "/" + "/".join(parts))
    joined = re.sub(r"/{2,}", "/", joined)
    return joined.removesuffix("index.html") if joined.endswith("/index.html") else joined


def filled(scheme: str, day: str, slug: str) -> str:
    """Return the address that Masthead gives a post by `posts.permalink`."""
    year, month, date_ = [*day.split("-"), "01", "01"][:3]
    values = {":year": year, ":month": month, ":day": date_, ":slug": slug}
    path = re.sub("|".join(values), lambda m: values[m[0]], scheme)
    return unicodedata.normalize("NFC", "/" + path.strip("/") + "/")


def target_of(address: str) -> str:
    """Return the file under `content/` whose page has an address."""
    place = address.strip("/").removesuffix(".html").removesuffix("/index")
    clean = re.sub(r"[^\w./+-]+", "-", place)
    parts = [part for part in clean.split("/") if part.strip(".")]
    place = "/".join(part.lstrip("._") or "page" for part in parts) or "index"
    return f"content/{place}.md" if not place.startswith("posts/") else f"content/pages/{place}.md"


def address_of_target(target: str) -> str:
    """Return the address that the page in a file has without a `permalink`."""
    place = target.removeprefix("content/").removesuffix(".md")
    return "/" if place == "index" else f"/{place}/"


def id_of(name: str) -> str:
    """Return a name as the id of a record."""
    return re.sub(r"[^\w.-]+", "-", name).strip("-.").lower()
