"""What becomes of a source: pages, posts, records, files, and where its addresses lead.

A source fills a `SitePlan`; it decides nothing about the form of files. `site_files` writes them:
YAML as a person would write it, and Markdown. All text is as the source has it until `texts/` has
converted it.
"""

import re
import textwrap
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain, count
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec
import yaml

from generator.importing.fields import Fields
from generator.importing.private_facts import HIDING
from generator.importing.report import Findings
from generator.importing.source_tree import SourceTree
from generator.model.files import modeline

Syntax = Literal["nunjucks", "liquid", "hugo", "plain"]
"""The template language of the texts: that of Hexo, of Jekyll, of Hugo, or none."""
Delimiter = Literal["$", "$$", ""]
"""The shortest delimiter of formulas that the old site read; none where it set no formulas."""


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
    delimiter: Delimiter = "$"
    parts: dict[str, str] = {}
    """Path -> text of the files of which it is made, if of several."""

    @property
    def is_post(self) -> bool:
        """Whether it is a post: all in `content/posts/` but the page that lists them."""
        return bool(re.match(r"content/posts/(?!index\.)", self.target))


class Entry(msgspec.Struct, kw_only=True):
    """A record of a data file: a paper, a talk, a line of news."""

    values: dict[str, Any]
    """Its fields, in the words of Masthead; those in Markdown are as the source has them."""
    source: str
    line: int = 0
    address: str = ""
    """The address of its own page, if it had one."""
    delimiter: Delimiter = "$"
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
        self.kind, self.evidence = "", [""]
        """The program that the source is for, and what shows it."""
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
        """Further folders, as addresses, that may contain pictures named without a folder."""
        self.variables = Fields()
        """What texts may ask for as `site.…`."""
        self.extras: list[str] = []
        """What the renderer of Hexo read beyond usual Markdown, by the names in `hexo_markdown`;
        `pandoc` stands for all that Pandoc does in another way, `unnumbered` for equations without
        numbers."""
        self.macros: dict[str, str] = {}
        """Commands of TeX that the settings of the site define, without the backslash."""
        self.syntax: Syntax = "plain"
        """The template language of the texts in data."""
        self.made_addresses: set[str] = set()
        """Addresses that the old program made by itself: lists, archives, feeds."""
        self.icon = ""
        """The icon that settings name, a path in the source, or nothing."""
        self.cv: Resume | None = None
        """The CV, where the source has one."""
        self.published_files: set[str] = set()
        """Addresses of files that only the published site had."""
        self.locked_tags: set[str] = set()
        """Tags that need a password."""
        self.hiding: set[str] = set(HIDING)
        """Switches in front matter that keep a page out of lists."""
        self.protected: dict[str, tuple[str, str]] = {}
        """Path in the source of what readers could not see -> `password` or `unlisted`, and what
        says so."""
        self.gone: dict[str, str] = {}
        """Address of a file that could not be taken -> why."""
        self.clashes: list[tuple[str, str]] = []
        """Path in the new site and in the source of each file whose place another one has."""
        self._ids: set[tuple[str, str]] = set()
        """Kind and id of each record that has one."""
        self._names: dict[str, str] = {}
        """Paths in the new site without regard to capitals -> as they are."""

    def add_document(self, document: Document) -> None:
        """Add a page or post; one whose place is taken gets another name."""
        code, place = self.language_of(document.address), document.target.removesuffix(".md")
        if code and not place.endswith(f".{code}"):  # it goes beside the page that it translates
            place = re.sub(rf"\Acontent/{code}(?=/|\Z)", "content", place)
            document.target = f"{'content/index' if place == 'content' else place}.{code}.md"
        stem, dot, ending = document.target.rpartition(".")
        stem = free(stem, lambda one: f"{one}{dot}{ending}".casefold() in self._names)
        document.target = f"{stem}{dot}{ending}"
        self._names[document.target.casefold()] = document.target
        own = document.address.strip("/").casefold()
        aliases = document.front.get("aliases") or []
        document.front["aliases"] = [one for one in aliases if one.strip("/").casefold() != own]
        self.documents.append(document)
        self.take(document.source, document.target)

    def add_post(self, document: Document, day: str, name: str) -> None:
        """Add a post of a day by its name in the source. It keeps an address that the pattern of
        posts does not give; one without an address is a draft."""
        slug = re.sub(r"[^\w.+-]+|-{2,}", "-", name).strip("-.") or "post"
        day += "-01" * (2 - day.count("-"))  # a file's name has a whole day
        document.target = wish = f"content/posts/{day}-{slug}.md"
        if not document.address:
            document.front["draft"] = True
        elif document.address != filled(self.site["posts"]["permalink"], day, slug):
            document.front["permalink"] = document.address
        self.add_document(document)
        if document.address and document.target != wish:  # which would change its address
            document.front["permalink"] = document.address

    def remove_document(self, document: Document, why: str) -> None:
        """Take a page out again, and say why."""
        self.documents.remove(document)
        self.taken.pop(document.source, None)
        self.leave(document.source, why)

    def add_entry(self, kind: str, entry: Entry) -> None:
        """Add a record; one whose id is taken gets another."""
        if ident := entry.values.get("id"):
            entry.values["id"] = free(ident, lambda one: (kind, one) in self._ids)
            self._ids.add((kind, entry.values["id"]))
        self.entries.setdefault(kind, []).append(entry)
        self.take(entry.source, f"content/{kind}.yaml")

    def add_file(self, target: str, source: str) -> bool:
        """Add a file that is copied as it is; whether there was room for it.

        Of two that differ in capitals only, one disk in three can hold but one.
        """
        if target.casefold() in self._names:
            return False
        self._names[target.casefold()] = target
        self.files[target] = source
        self.take(source, target)
        return True

    def add_file_at(self, address: str, source: str) -> None:
        """Add a file that keeps its address; note it where another one has it, or one that differs
        in capitals only."""
        target = "static" + re.sub("/{2,}", "/", unicodedata.normalize("NFC", address))
        if self.files.get(target) != source and not self.add_file(target, source):
            self.clashes.append((target, source))

    def take_address(
        self, tree: SourceTree, url: str, below: str = "", domain_files: Iterable[str] = ()
    ) -> None:
        """Take where the old site was: a URL of the settings, and the path `below` that they name
        apart from it. The domain in a file `CNAME` goes before the URL."""
        base = f"/{below.strip('/')}" if below.strip("/") else ""
        written = url.strip()
        url = re.sub(r"[`'\"<>{}|\\^\s]+/?$", "", written)  # which no address has
        url = re.sub(r"^(?:https?:/+)*(https?:)/{2,}(?=[^/])", r"\1//", url)
        url = f"https://{url}" if _WITHOUT_SCHEME.fullmatch(url) else url
        if url != written:
            self.findings.add("guessed", "url", "", written, url)
        try:
            parts = urlsplit(url if re.match(r"https?://", url) else "")
            host = (parts.hostname or "").lower()
        except ValueError:
            host = ""
        above = parts.path.rstrip("/") if host else ""
        base = "" if above.endswith(base) else base  # which the URL may have, too
        self.base_path = above + base
        self.hosts |= {host} if host else set()
        self.site["url"] = f"{url.rstrip('/')}{base}/" if host and not _AT_HOME.match(host) else ""
        cname = tree.first(*domain_files)
        domain = tree.text_if_any(cname).strip().split("\n")[0].strip().lower()
        if cname == "CNAME":  # at the top, where the hosts of pages read it
            self.add_file_at("/CNAME", cname)
        if not re.fullmatch(r"[\w-]+(\.[\w-]+)+", domain):
            return
        self.hosts.add(domain)
        is_other = domain not in url.lower()
        if is_other:
            self.findings.add("changed", "domain", cname, url, f"https://{domain}/")
        if is_other or url.startswith("http:"):
            self.site["url"], self.base_path = f"https://{domain}/", ""

    def language_of(self, address: str) -> str:
        """Return the language whose pages are at such addresses: none for the main one."""
        codes = self.site.get("languages", [])[1:]
        return next((one for one in codes if address.startswith(f"/{one}/")), "")

    def leads_to(self, address: str) -> str:
        """Return where an address leads now that the old program made by itself, or nothing."""
        if code := self.language_of(address):
            found = self.leads_to(address.removeprefix(f"/{code}"))
            return f"/{code}{found}" if found else ""
        fitting = ((re.fullmatch(old, address), new) for old, new in self.leads)
        return next((match.expand(new) for match, new in fitting if match), "")

    def known_addresses(self) -> dict[str, str]:
        """Return each old address whose content the plan has, with its new one."""
        shown = [one for one in self.documents if not one.front.get("draft")]
        same = [file.removeprefix("static") for file in self.files if file.startswith("static/")]
        same += [*self.published_files, *(one.address for one in shown if one.address)]
        same += [self.cv.address] if self.cv is not None else []
        known = {address: address for address in same}
        for one in shown:
            known |= {
                old: one.address for old in one.front.get("aliases") or [] if old not in known
            }
        others = self.site.get("languages", [])[1:]
        for kind, entries in self.entries.items():
            for entry in entries:
                own = entry.values.get("permalink")
                if entry.address:
                    known.setdefault(entry.address, own or self.lists.get(kind, f"/{kind}/"))
                for there in [f"/{code}{own}" for code in others] if own else ():
                    known.setdefault(there, there)
        made = ["/", *(f"/{code}/" for code in others)]
        if any(one.is_post for one in shown):
            made += [f"{home}posts/" for home in made]
            made += [*self.site.get("posts", {}).get("feed_addresses", []), "/feed.xml"]
        made += ["/sitemap.xml", "/robots.txt"] if self.site.get("url") else []
        return {address: address for address in made} | known | self.redirects

    def kinds(self) -> set[str]:
        """Return the kinds of which the new site has records."""
        found = {kind for kind, entries in self.entries.items() if entries}
        found |= {"publications"} if self.papers else set()
        return found | ({"posts"} if any(one.is_post for one in self.documents) else set())

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


_WITHOUT_SCHEME = re.compile(
    r"(?!(?:www\.)?(?:example|your\w*)\.\w+/?$)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:/\S*)?"
)
"""An address of which only the host is written, and a path maybe."""
_AT_HOME = re.compile(
    r"localhost$|(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+)+$|0\.0\.0\.0$|::1$"
)
"""Hosts that only their own machine or its neighbours find."""


def free(name: str, is_taken: Callable[[str], bool], mark: str = "-") -> str:
    """Return a name, or the first of `name-2`, `name-3`, … that is not taken."""
    names = (f"{name}{mark}{number}" for number in count(2))
    return next(one for one in chain([name], names) if not is_taken(one))


def address(*parts: str) -> str:
    """Return an address from the site's root: one slash between its parts, none doubled."""
    joined = unicodedata.normalize("NFC", "/" + "/".join(parts))
    joined = re.sub(r"/{2,}", "/", joined)
    return joined.removesuffix("index.html") if joined.endswith("/index.html") else joined


def filled(scheme: str, day: str, slug: str) -> str:
    """Return the address that Masthead gives a post by `posts.permalink`."""
    year, month, date_ = [*day.split("-"), "01", "01"][:3]
    values = {":year": year, ":month": month, ":day": date_, ":slug": slug}
    path = re.sub("|".join(values), lambda m: values[m[0]], scheme).strip("/")
    return unicodedata.normalize("NFC", f"/{path}" if path.endswith(".html") else f"/{path}/")


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


_HEAD = (
    "# Made by `masthead import`. Fields marked `# import: guessed` were not written by anybody.\n"
)
GUESSED = "# import: guessed"
"""Stands above a value that the import has inferred."""
GITIGNORE = "/_site/\n/.cache/\n/_unpublished/\n/import-report.md\n/import-report.json\n"


def site_files(plan: SitePlan) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file that is written; `plan.files` are copied besides."""
    yield (
        "content/site.yaml",
        modeline("site") + _HEAD + mapping(_said(plan.site), plan.site_guessed),
    )
    for document in plan.documents:
        yield document.target, page_text(document)
    for kind, entries in sorted(plan.entries.items()):
        yield f"content/{kind}.yaml", data_text(kind, entries)
    if plan.cv is not None:
        yield plan.cv.target, modeline("cv", up=2) + mapping(_said(plan.cv.fields))
    yield from sorted(plan.texts.items())
    yield ".gitignore", GITIGNORE


def page_text(document: Document) -> str:
    """Return the file of a page."""
    front = _said(document.front)
    head = f"---\n{mapping(front, document.guessed)}---\n\n" if front else ""
    return head + document.body.strip("\n") + "\n"


def data_text(kind: str, entries: list[Entry]) -> str:
    """Return the file of all records of a kind."""
    return modeline(kind) + "\n".join(item(_said(one.values), one.guessed) for one in entries)


def entry_at(text: str, line: int) -> tuple[int, int]:
    """Return which record of a data file is at a line of it, and how many lines before that;
    -1 where none does."""
    starts = [n for n, one in enumerate(text.split("\n")[:line]) if one.startswith("- ")]
    return len(starts) - 1, starts[-1] if starts else 0


def _said(values: Mapping[str, object]) -> dict[str, object]:
    """Return the fields that say something, also of mappings inside."""
    found: dict[str, object] = {}
    for name, value in values.items():
        value = _said(value) if isinstance(value, Mapping) else value
        if value not in ("", [], {}, None):
            found[name] = value
    return found


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as they are, and lists in lists with an indent."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        """Indent lists below their names."""
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: Any) -> bool:
        """Write equal values again."""
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    if "\n" in text:
        text = _lines(text)
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_BREAK = re.compile(
    r"(?m)^ *(```|~~~)(?s:.*?)^ *\1|(?<=\S)  +\n(?=[ \t]*(?!(?:[-*+]|\d+[.)]|#+) |>|:::|```)\S)"
)
"""A block of code, or a line break in a paragraph."""


def _lines(text: str) -> str:
    """Return Markdown such as a block of YAML can hold: no tabs, no blanks at the ends of lines.

    Two blanks there are a line break, and so is a backslash, but not before an item of a list or
    another block (CommonMark, 6.7).
    """
    text = text.expandtabs(4).strip("\n")
    text = _BREAK.sub(lambda m: m[0] if m[1] else "\\\n", text)
    return textwrap.dedent("\n".join(line.rstrip() for line in text.split("\n"))).lstrip()


_Dumper.add_representer(str, _text)


def in_yaml(value: Any) -> str:
    """Return a value in YAML."""
    return yaml.dump(
        value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=100,
        default_flow_style=False,
    )  # fmt: skip


def mapping(values: Mapping[str, Any], guessed: Collection[str] = (), inside: str = "") -> str:
    """Return a mapping in YAML; names in `guessed` get a comment: `title`, `person.name`."""
    lines = []
    for name, value in values.items():
        path = f"{inside}{name}"
        if path in guessed:
            lines.append(f"{GUESSED}\n")
        if isinstance(value, dict) and any(one.startswith(f"{path}.") for one in guessed):
            lines += [f"{name}:\n", textwrap.indent(mapping(value, guessed, f"{path}."), "  ")]
        else:
            lines.append(in_yaml({name: value}))
    return "".join(lines)


def item(values: Mapping[str, Any], guessed: Collection[str] = ()) -> str:
    """Return a mapping as an item of a list."""
    text = mapping(values, guessed)
    first, rest = "- ", textwrap.indent(text, "  ")
    return first + rest[2:] if rest.startswith("  ") else f"- {{}}\n{rest}"
