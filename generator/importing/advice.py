"""Advice to the owner: what to fix before the new site is published.

The worst comes first, and at most ten rules speak, so that what matters is read before the
findings, of which there may be hundreds.
"""

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from html import unescape
from urllib.parse import unquote, urljoin, urlsplit

import msgspec

from generator.hosting.hosts import address_of
from generator.importing.judge import A_DRAFT, Built, Look
from generator.importing.plan import Document, SitePlan
from generator.importing.report import OF_BOTH, OF_NO_READER, Finding, OldAddress
from generator.importing.texts.markup import A_TODO
from generator.problems import Message

MOST = 10
_TEXTS = ("listing", "diagram", "theme-data", "theme-text", "bib-field")
_BEGINNING = re.compile(r"(.{80}).+", re.DOTALL)
"""What the advice repeats of a text; words of Chinese have no blanks between them."""
_NAMED_FILE = re.compile(r"(?i)\.(?!(?:html?|md|php|js|css|com|org|net|edu)\b)[a-z]\w{1,4}\W*$")
_OF_COLLECTION = re.compile(r"_(?!pages/|posts/|drafts/)\w+/")
"""Begins the path of a document that lists of Jekyll lead to."""
_MANY = 8
"""Words of a lost field that its readers miss."""
_FEWEST_AT_HOME = 12
"""Words of the smallest home page that says more than a name."""


class _Import(msgspec.Struct, dict=True):
    """What came of an import: the plan, its findings, old addresses, and the site as built."""

    plan: SitePlan
    findings: list[Finding]
    addresses: list[OldAddress]
    site: Built

    def found(self, *codes: str) -> list[Finding]:
        """Return the findings of some codes."""
        return [one for one in self.findings if one.code in codes]

    def said(self, *codes: str, by: str) -> list[str]:
        """Return what findings of some codes say."""
        return [by.format(one) for one in self.found(*codes)]

    def places(self, *codes: str) -> list[str]:
        """Return the files of findings of some codes, each as often as it has one."""
        return [one.file for one in self.found(*codes) for _ in range(one.how_often)]

    @cached_property
    def name(self) -> str:
        """The person's name, or nothing."""
        person = self.plan.site.get("person")
        return str(person.get("name") or "") if isinstance(person, dict) else ""

    @cached_property
    def is_empty(self) -> bool:
        """Whether the source had samples alone."""
        return not (self.plan.documents or self.plan.entries or self.plan.texts)

    @cached_property
    def drafts(self) -> set[str]:
        """The sources of drafts."""
        return {page.source for page in self.plan.documents if page.front.get("draft")}

    @cached_property
    def own(self) -> dict[str, Document]:
        """Address of each page of the owner's -> the page."""
        pages = (one for one in self.plan.documents if one.source not in self.drafts)
        return {one.address or "/": one for one in pages}

    @cached_property
    def aside(self) -> set[str]:
        """Addresses to which no page leads, so that they have few readers."""
        return self.own.keys() - self.site.led

    @cached_property
    def quiet(self) -> set[str]:
        """The sources of pages with few readers, or none."""
        return self.drafts | {self.own[at].source for at in self.aside}

    @cached_property
    def looks(self) -> dict[str, Look]:
        """Address of each page that the import has written -> what readers stumble over."""
        copied = {address_of(file.removeprefix("static/")) for file in self.plan.files}
        return {page: look for page, look in self.site.looks.items() if page not in copied}

    @cached_property
    def read(self) -> dict[str, Look]:
        """Of these, the pages to which others lead."""
        return {at: look for at, look in self.looks.items() if at not in self.aside}

    @cached_property
    def at(self) -> dict[str, str]:
        """Source of each page and record -> its address."""
        entries = [one for some in self.plan.entries.values() for one in some]
        at = {one.source: one.address for one in entries if one.address}
        return at | {one.source: one.address or "/" for one in self.plan.documents}

    @cached_property
    def dead(self) -> list[Finding]:
        """What is not there of the pictures and files that readers are to see."""
        found = self.found("picture", "dead-link")
        return [one for one in found if one.file not in self.quiet]

    @cached_property
    def remote(self) -> list[Finding]:
        """The pictures among these that are on other servers."""
        pictures = (one for one in self.dead if one.code == "picture")
        return [one for one in pictures if re.search("(?:^|[: ])//", one.what)]

    @cached_property
    def undated(self) -> list[str]:
        """The sources of posts and news that bear no date."""
        return [one.file for one in self.found("date") if "1970" in one.became]


_Rule = Callable[[_Import], Iterable[str]]


def before_you_publish(
    plan: SitePlan, findings: list[Finding], addresses: list[OldAddress], site: Built
) -> list[Message]:
    """Return what to fix, the worst first. Places that no finding names become findings."""
    done = _Import(plan, findings, addresses, site)
    found = [(code, some) for code, rule in _RULES if (some := [*map(str, rule(done))])]
    sources = {at: source for source, at in done.at.items()}
    for code, places in found:
        for at, _, what in (one.partition(" (") for one in places if code in _OF_PAGES):
            where = sources.get(at, at)
            plan.findings.add("todo", code.removeprefix("mend-"), where, what.removesuffix(")"))
    return [Message.of(code, number=len(some), first=some[0]) for code, some in found][:MOST]


def _said(*codes: str, by: str = "{0.what}") -> _Rule:
    return lambda done: done.said(*codes, by=by)


def _places(*codes: str) -> _Rule:
    return lambda done: done.places(*codes)


def _titled(done: _Import) -> list[str]:
    found = [] if done.is_empty else done.found("sample-titled")
    return [f"{one.file} ({one.what})" for one in found if one.file not in done.plan.taken]


def _pages_gone(done: _Import) -> list[str]:
    told = (*OF_NO_READER, OF_BOTH, A_DRAFT)  # of drafts, other lines say why
    gone = [one.old for one in done.addresses if one.how == "gone" and one.why not in told]
    return [old for old in gone if re.search(r"(?:/|\.html?)$", old)]


def _empty_pages(done: _Import) -> list[str]:
    blank = [done.own[at] for at, look in done.looks.items() if at in done.own and look.is_empty]
    blank = [one for one in blank if not one.body.lstrip().startswith("<!--")]  # as before
    layouts = [f", layout: {by}" if (by := one.variables.get("layout")) else "" for one in blank]
    both = zip(blank, layouts, strict=True)
    return [f"{one.address} ({one.source}{by})" for one, by in both]


def _pictures_gone(done: _Import) -> list[str]:
    shown = [one for one in done.dead if _is_picture(one.what) and one not in done.remote]
    named = ((one.file, unquote(one.what.rpartition(" ")[2]).strip("/")) for one in shown)
    return [file for file, name in named if name not in done.plan.left]


def _files_gone(done: _Import) -> list[str]:
    """Return where files should be that the source lacks, so that they keep their addresses."""
    links = (one for one in done.dead if one.code == "dead-link" and not _is_picture(one.what))
    named = ((one, *one.what.rpartition(" ")) for one in links if _NAMED_FILE.search(one.what))
    of_root = done.plan.kind == "hugo-blox"  # where fields lead from (`page_links.html`)
    whole = ((one, urljoin(done.at.get(one.file, "/") if not (of_root and said) else "/", to))
             for one, said, _, to in named)  # fmt: skip
    places = ((one, urlsplit(to).path.removeprefix(done.plan.base_path)) for one, to in whole)
    return [f"static{unquote(at)} ({one.file})" for one, at in places]


def _left_over(done: _Import) -> list[str]:
    """Return markup that shows as text, of a page and of lists that show its beginning once."""
    left = {page: look.left_over for page, look in done.read.items() if look.left_over}
    tags = {at: what for at, what in left.items() if what[0] == "<"}
    for at, tag in tags.items():
        # A tag in a box of code that nobody meant is indented.
        lines = done.own[at].body.split("\n") if at in done.own else []
        if not any(line.startswith((" " * 4, "\t")) and tag == line.strip() for line in lines):
            del left[at]
    pages = done.plan.documents
    if not all(page.delimiter for page in pages):  # the old site showed TeX, too
        set_in = {page.address for page in pages if page.delimiter}
        left = {at: what for at, what in left.items() if what[0] not in "\\$" or at in set_in}
    begun = {what for at, what in left.items() if at in done.own}
    left = {at: what for at, what in left.items() if at in done.own or what not in begun}
    return [f"{at} ({unescape(what).strip()})" for at, what in left.items()]


def _empty_headings(done: _Import) -> list[str]:
    """Return pages with an empty heading. An author may leave one empty: one below which something
    was lost is meant."""
    lost = {one.file for one in done.findings if one.severity == "lost" and one.code != "field"}
    part = {at for source, at in done.at.items() if source in lost}
    return [at for at, look in done.read.items() if look.empty_heading and at in part]


def _longest_first(findings: list[Finding]) -> list[str]:
    """Return what stood where, the longest text first, since its owner would miss it most."""
    found = sorted(findings, key=lambda one: (one.code == "link-not-shown", -len(one.what)))
    said = ((one, _BEGINNING.sub(r"\1…", one.what)) for one in found for _ in range(one.how_often))
    return [f"{one.file} ({text})".removesuffix(" ()") for one, text in said]


def _is_picture(what: str) -> bool:
    return re.search(r"\.(?:jpe?g|png|gif|webp|svg|avif|bmp)\W*$", what, re.IGNORECASE) is not None


def _papers_of_others(plan: SitePlan, name: str) -> list[str]:
    """Return the papers where not a single one names the person; nothing where one does."""
    words = [word for word in re.findall(r"[^\W\d_]+", name.casefold()) if len(word) > 1]
    papers = plan.entries.get("publications", [])
    authors = [str(said) for one in papers if (said := one.values.get("authors"))]
    authors += [text for path, text in plan.texts.items() if path.endswith(".bib")]
    said = " ".join(authors).casefold()
    is_group = re.search(r"(?i)\b(?:lab|laboratory|group|team)\W*$|课题组|实验室|研究组", name)
    if not words or not authors or is_group or any(one in said for one in words):
        return []
    return authors


_RULES: tuple[tuple[str, _Rule], ...] = (
    ("mend-all-samples", lambda done: (
        done.places("template-sample", "sample-titled") if done.is_empty else [])),
    ("mend-samples-titled", _titled),
    ("mend-home-empty", lambda done: [] if (
        (home := done.site.looks.get("/")) and home.words >= _FEWEST_AT_HOME) else ["/"]),
    ("mend-home-led", _said("home-led", by="{0.became}")),
    ("mend-no-name", lambda done: ["person"] if done.name in ("", "TODO") else []),
    ("mend-name-cut", _said("name-cut")),
    ("mend-sample-portrait", _places("sample-portrait")),
    ("mend-no-url", _places("no-url")),
    ("mend-list-filter", _said("list-filter", "bibliography-all", by="{0.file} ({0.what})")),
    ("mend-two-addresses", lambda done: (
        f"{one.became} ({one.what})" for one in done.found("domain") if one.what)),
    ("mend-secrets", lambda done: map(
        str.strip, done.said("secret", "secret-file", by="{0.file} {0.what}"))),
    ("mend-protected", _places("password")),
    ("mend-pages-gone", _pages_gone),
    ("mend-addresses", lambda done: (
        file for file in done.places("permalink") if file not in done.drafts)),
    ("mend-does-not-build", lambda done: (
        one.what.partition(": ")[0] for one in done.found("page-does-not-build"))),
    ("mend-records-lost", _places("record-does-not-build", "cv-does-not-build")),
    ("mend-empty-pages", _empty_pages),
    ("mend-no-way", lambda done: (
        f"{one.address} ({one.source})" for one in map(done.own.get, sorted(done.aside))
        if one and _OF_COLLECTION.match(one.source))),
    ("mend-not-shown", lambda done: _longest_first(
        [one for one in done.findings if one.code.endswith("-not-shown")])),
    ("mend-blocks-lost", _said("block")),
    ("mend-contact", _said("private-contact", by="{0.what} ({0.file})")),
    ("mend-required", lambda done: (
        f"{field} ({one.source})" for some in done.plan.entries.values() for one in some
        for field, value in one.values.items() if value == "TODO")),
    ("mend-no-section", _said("no-section")),
    ("mend-unreadable", _places("unreadable", "encoding", "too-large")),
    ("mend-fields-unreadable", _places("front-matter-field")),
    ("mend-one-language", _said("one-language", by="{0.what} ({0.file})")),
    ("mend-cv-name", _said("cv-name")),
    ("mend-not-an-author", lambda done: _papers_of_others(done.plan, done.name)),
    ("mend-guessed-authors", lambda done: (
        one.file for one in done.found("authors") if one.severity == "guessed")),
    ("mend-author-signs", _said("author-sign", by="{0.what} ({0.file})")),
    ("mend-author-twice", _said("author-twice", by="{0.what} ({0.file})")),
    ("mend-signs", _said("sign-hidden")),
    ("mend-pictures-remote", lambda done: (f"{one.file} ({one.what})" for one in done.remote)),
    ("mend-pictures-gone", _pictures_gone),
    ("mend-files-withheld", _said("file-not-allowed", by="{0.file} ({0.what})")),
    ("mend-files-gone", _files_gone),
    ("mend-name-clash", lambda done: (
        one.file for one in done.found("name-clash") if one.file in done.plan.left)),
    ("mend-dead-buttons", _said("dead-button", by="{0.file} ({0.what})")),
    ("mend-to-try", _said("to-try", by="{0.file} ({0.what})")),
    ("mend-excerpts", _places("excerpt")),
    ("mend-style-cut", _said("style-cut", by="{0.became} ({0.what})")),
    ("mend-framed", _places("framed-pdf-alone")),
    ("mend-texts-gone", lambda done: _longest_first([
        *done.found(*_TEXTS),
        *(one for one in done.found("field") if len(one.what.split()) > _MANY)])),
    ("mend-formulas", _places("formula")),
    ("mend-lines-as-text", _said("line-as-text", by="{0.file} ({0.what})")),
    ("mend-todo", lambda done: (
        f"{one.file} ({one.what})" for one in done.findings for _ in range(one.how_often)
        if one.became == A_TODO and one.file not in done.quiet)),
    ("mend-left-over", _left_over),
    ("mend-empty-headings", _empty_headings),
    ("mend-dates-lost", lambda done: (
        f"{one.file}: {one.what}" for one in done.found("date-unread")
        if one.file not in done.undated)),
    ("mend-pages-added", _said("list-added", by="{0.became} ({0.what})")),
    ("mend-theme-missing", _said("theme-missing")),
    ("mend-own-templates", _places("own-templates", "own-styles")),
    ("mend-own-scripts", _places("own-scripts")),
    ("mend-list-order", _said("list-order")),
    ("mend-menu-gone", lambda done: (  # of parts of a page, findings about blocks speak
        what for what in done.said("menu", by="{0.what}") if "/#" not in what)),
    ("mend-no-date", lambda done: (file for file in done.undated if file not in done.quiet)),
    ("mend-no-authors", lambda done: (
        one.source for one in done.plan.entries.get("publications", [])
        if not one.values.get("authors"))),
)  # fmt: skip
"""Message -> the places of which it speaks; the worst first."""
_OF_PAGES = ("mend-left-over", "mend-empty-headings", "mend-empty-pages", "mend-no-way")
"""Those that no other finding names; each of their places is one."""
