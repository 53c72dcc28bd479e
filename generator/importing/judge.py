"""Builds the new site, and says where the addresses of the old one are in it, and what its owner
has to fix before it is published.

The answers to addresses are those of GitHub Pages, as for `masthead diff`. Of the advice, the worst
comes first, and at most ten rules speak, so that what matters is read before the findings, of which
there may be hundreds.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import msgspec

from generator.api import BuildRequest, build
from generator.hosting.hosts import address_of, file_at
from generator.hosting.site_files import Folder
from generator.hosting.visible_content import VisibleContent, visible_content
from generator.importing.plan import SitePlan
from generator.importing.report import (
    FOR_PROGRAM,
    OF_BOTH,
    OF_NO_READER,
    OF_TEMPLATE,
    OF_THEME,
    SMALLER,
    Finding,
    How,
    OldAddress,
)
from generator.importing.texts.markup import paired
from generator.model.files import ProjectFolders
from generator.picture_metadata import names_a_position
from generator.problems import Message, Problem

_OF_THEMES = re.compile(
    r"\.(?:css|js|mjs|map|woff2?|ttf|eot|otf|scss|less)$|^/(?:css|js|fonts?|webfonts)/|"
    r"^/assets/(?:css|js|fonts|webfonts|bibliography|libs)/|^/?lighthouse_results/"
)
_LISTS = re.compile(
    r"^/(?:categories|tags|year-archive|collection-archive|page-archive|archives|sitemap)(?:/|\.html)?$"
)
"""Lists that themes make. They are gone where they would list nothing."""
_SMALLER_COPIES = re.compile(r"-(?:480|800|1400)\.webp$|_hu[0-9a-f_]{8,}.*\.\w+$")
_FOR_PROGRAMS = re.compile(
    r"^/(?:CNAME|\.nojekyll|robots\.txt|sitemap[\w-]*\.xml|.*sitemap\.xml|search\.(?:xml|json)|"
    r"index\.json|manifest\.json|site\.webmanifest|.*urls\.txt|package(?:-lock)?\.json|Gemfile.*|"
    r"\.git.*|\.travis\.yml|LICENSE|README\.md|feed\.xml|docker-compose[\w-]*\.yml|redirects?\.json)$"
)
OF_PROGRAMS = {_OF_THEMES: OF_THEME, _FOR_PROGRAMS: FOR_PROGRAM, _SMALLER_COPIES: SMALLER}
"""Addresses of files that no owner has made, each with the reason why they are gone."""
A_DRAFT = "a draft"
_SHOWN_FILE = re.compile(
    rb"[\"'\s(,]([^\"'\s(),]{1,500}\.(?:png|jpe?g|gif|webp|svg|avif|bmp))\b", re.IGNORECASE
)
_UNSEEN = re.compile(rb"(?is)<meta\b[^<>]*>|<script\b.*?</script>")
_ID = re.compile(rb"\bid=\"([^\"]+)\"")
_LED = re.compile(rb"\b(?:href|src|data)=[\"']?([^\"'\s<>]+)")
_TYPED = re.compile(r"(?ai)(?<![@\w.-])[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?(?:/[!-;=?-~]*)?")
_KNOWN = re.compile(
    r"(?:youtu\.be/|youtube(?:-nocookie)?\.com/(?:watch\?v=|embed/|v/))([\w-]{11})|"
    r"(10\.\d{4,9}/[^?#\s]+)|(?<=arxiv\.org/)(?:abs|pdf)/([\d.]+\d)|"
    r"orcid\.org/\S*?(\d{4}(?:-\d{3}[\dX]){3})"
)
"""Films, DOIs, preprints and ORCID iDs have several addresses."""
_OF_ADDRESS = re.compile(r"^(?:(?:https?:)?//)?(?:www\.|dx\.|m\.)?|[&?](?:hl|usp|lang)=[\w-]+|\W+$")
"""What tells no address from another."""
_CLEANED = re.compile(r"\.(?:jpe?g|png|webp)$", re.IGNORECASE)


class Look(msgspec.Struct, frozen=True):
    """What a reader of one page would stumble over."""

    left_over: str = ""
    """Markup of the old program that shows as text, or a tag that is all of a box of code."""
    empty_heading: str = ""
    """The first heading with nothing below it."""
    is_empty: bool = False
    """Whether there is nothing below the title."""
    words: int = 0
    signs: tuple[str, ...] = ()
    """What it says that signs after names mean: `† Corresponding author`."""


class Built(msgspec.Struct, frozen=True):
    """The new site as it was built."""

    root: Path
    """The folder that contains it."""
    files: frozenset[str]
    leads: Mapping[str, str]
    """Address of each page that only redirects -> where."""
    problems: tuple[Problem, ...]
    number_of_pages: int
    looks: Mapping[str, Look]
    """Address of each page -> what its reader would stumble over."""
    shown: Mapping[str, tuple[str, ...]]
    """Address of each page -> all its words, also of its head and foot, and its description."""
    names: frozenset[str]
    """Where pages lead, and the names of their pictures and files, see `names_in`."""
    led: frozenset[str] = frozenset()
    """Addresses to which other pages lead."""
    places: Mapping[str, list[str]] = {}
    """Id of an element -> the addresses of the pages that have one."""


def built(project: Path, work: Path) -> Built:
    """Build a project into the folder `work`. It keeps what earlier builds there made.

    Raises SiteError with all that is wrong.
    """
    site = work / "site"
    apart = ProjectFolders(project, work / "memory")
    report = build(BuildRequest(project=apart, output=site, copies=False))
    fresh = Folder.of(site)
    leads: dict[str, str] = {}
    looks: dict[str, Look] = {}
    shown: dict[str, tuple[str, ...]] = {}
    places: dict[str, list[str]] = {}
    names, led = set[str](), {"/"}
    for path in fresh.digests:
        if path.endswith(".html"):
            address, page = address_of(path), fresh.read(path)
            whole = visible_content(page, address)
            if whole.leads_to:
                leads[address] = whole.leads_to
            else:
                shown[address] = (*whole.words, "\n", whole.metadata.get("description", ""))
                names |= names_in(page, whole)
                led |= {one.partition("#")[0] for one in whole.links} - {address}
                looks[address] = look_at(_main(page))
                for place in {*_ID.findall(page)}:
                    places.setdefault(place.decode(), []).append(address)
    return Built(
        site, frozenset(fresh.digests), leads, report.warnings, report.pages, looks, shown,
        frozenset(names), frozenset(led), places,
    )  # fmt: skip


def names_in(page: bytes, content: VisibleContent) -> set[str]:
    """Return where a page leads, the addresses among its words, as `bare_link` has them, and the
    names of its pictures and files without their endings."""
    page = _UNSEEN.sub(b"", page)
    found = (*_SHOWN_FILE.findall(page), *_LED.findall(page))
    led = [unescape(one.decode("utf-8", "replace")) for one in found]
    names = {unquote(one).rpartition("/")[2].partition(".")[0].casefold() for one in led}
    return names | {bare_link(one) for one in (*led, *_TYPED.findall("".join(content.words)))}


def bare_link(address: str) -> str:
    """Return what tells an address from others, however it is written."""
    known = _KNOWN.search(address)
    whole = next(filter(None, known.groups())) if known else address.partition("#")[0]
    return _OF_ADDRESS.sub("", unquote(whole).casefold())


def with_position(project: Path, site: Built) -> Iterator[str]:
    """Yield the pictures that say where they were taken, as the built site does not."""
    static, fresh = Folder.of(project / "static"), Folder.of(site.root)
    for path, digest in static.digests.items():
        is_changed = _CLEANED.search(path) and fresh.digests.get(path, digest) != digest
        if is_changed and names_a_position(static.read(path)):
            yield f"static/{path}"


def addresses(old: Iterable[str], site: Built, plan: SitePlan) -> list[OldAddress]:
    """Return what became of each old address; `redirects` of the plan are in the site already."""
    found = []
    for address in sorted(set(old)):
        file = file_at(address, site.files)
        new = address_of(file) if file else ""
        led: How = "redirect" if address in plan.redirects else "alias"
        how: How = "gone" if not file else led if new in site.leads else "same"
        why = "" if file else _why(address, plan)
        found.append(OldAddress(old=address, new=site.leads.get(new, new), how=how, why=why))
    return found


def _why(address: str, plan: SitePlan) -> str:
    address = re.sub(r"(?<=/)page/\d+/$", "", address)
    if address in plan.gone:
        return plan.gone[address]
    if any(one.address == address and one.front.get("draft") for one in plan.documents):
        return A_DRAFT
    for form, why in {_LISTS: OF_THEME, **OF_PROGRAMS}.items():
        if form.search(address):
            return why
    files = (address.lstrip("/"), address.lstrip("/").removesuffix(".html"))  # a notebook
    if "template-sample" in map(plan.left.get, files):
        return OF_TEMPLATE
    if "?" in address:
        return "no static host can tell addresses apart by what follows `?`"
    if posixpath.splitext(address)[1].lower() not in ("", ".html", ".htm"):
        return "the source has no such file"
    return "the source has no page for it"


def _main(page: bytes) -> bytes:
    low = page.lower()
    for name in (b"main", b"article"):
        start = re.search(rb"<%s\b" % name, low)
        end = low.rfind(b"</" + name)
        if start and end > start.end():
            return page[start.start() : end]
    return page


MOST = 10
_TEXTS = ("listing", "diagram", "theme-data", "theme-text", "bib-field")
_BEGINNING = re.compile(r"(.{80}).+", re.DOTALL)
"""What the advice repeats of a text; words of Chinese have no blanks between them."""
_NAMED_FILE = re.compile(r"\.(?!html?\b|md\b|php\b|js\b|css\b)[a-z]\w{1,4}\W*$", re.IGNORECASE)
_OF_COLLECTION = re.compile(r"_(?!pages/|posts/|drafts/)\w+/")
"""Begins the path of a document that lists of Jekyll lead to."""
_MANY = 8
"""Words of a lost field that its readers miss."""
_FEWEST_AT_HOME = 12
"""Words of the smallest home page that says more than a name."""
_CODE = re.compile(rb"(?i)<(pre|code|script|style|math|textarea|svg)\b|<!--")
_TAG = re.compile(rb"<[^<>]*>")
_HEADING = re.compile(rb"(?is)<h([1-6])\b[^<>]*>((?:(?!<h[1-6]\b).)*?)</h\1>")
_SIGN = re.compile(rb'<span><sup class="role">([^<]+)</sup>( [^<]+)</span>')
_SHOWS = re.compile(rb"(?i)<(?:img|iframe|embed|object|video|pre|table)\b")
"""Tags that show something without words."""
_RAW = re.compile(
    r"^\s*:::|```|!\[[^\]]*\]\([^)]+\)|(?:\[[^\[\]\n]{1,80})?\]\(https?:|\{%|\{\{|\{:|"
    r"\{['‘]\w+['’]: |"
    r"(?<![\w=])==[^\s=](?:[^=\n]{0,80}[^\s=])?==(?![\w=])|"
    r"\\(?:begin|end|frac|mathbb|textbf|cite)\{|\$\$|"
    r"(?<![\w/:\[])\:[a-z][a-z_]{2,30}\:(?![\w/])|"
    r"&lt;/?(?:div|span|br|img|center|font|p|a|b|i|strong|em|table|iframe)(?:\s*/?&gt;|\s+[\w-]+=)",
    re.MULTILINE,
)
_BOXED = re.compile(rb"<pre\b[^<>]*><code[^<>]*>\s*(&lt;/?[a-z](?:(?!&[gl]t;)[^<\n])*&gt;)\s*</")
_TODO = re.compile(r"TODO import[^`]{0,4}`([^`]*)`")
"""What the import writes where it could not read a tag."""


def look_at(main: bytes) -> Look:
    """Look at the main part of a page."""
    shown = paired(
        main,
        _CODE,
        lambda m: re.compile(rb"(?i)</%s\s*>" % m[1] if m[1] else rb"-->"),
        lambda m, *_: b"" if (m[1] or b"script").lower() in (b"script", b"style") else b"<pre>",
    )
    found = _RAW.search(_TAG.sub(b" ", shown).decode("utf-8", "replace"))
    below = re.sub(rb"(?is)<h1\b.*?</h1>", b"", shown)
    number = len(visible_content(main, "/").words)
    signs = tuple(unescape((b"".join(one)).decode()) for one in _SIGN.findall(shown))
    tag = _BOXED.search(main)
    left_over = found[0] if found else unescape(tag[1].decode("utf-8", "replace")) if tag else ""
    return Look(left_over, _empty_heading(shown), _is_empty(below), number, signs)


def _is_empty(html: bytes) -> bool:
    """Whether a part of a page shows nothing."""
    words = re.search(r"\w", _TAG.sub(b"", html).decode("utf-8", "replace"))
    return not (words or _SHOWS.search(html))


def _empty_heading(main: bytes) -> str:
    """Return the first heading that is followed by one of its level or above, and leads nowhere."""
    headings = list(_HEADING.finditer(main + b"<h2></h2>"))  # the page ends as before another part
    for one, after in pairwise(headings):
        below = main[one.end() : after.start()]
        if after[1] <= one[1] and _is_empty(below) and not re.search(rb'href="[^#]', one[2]):
            return _TAG.sub(b"", one[2]).decode("utf-8", "replace").strip()
    return ""


def before_you_publish(
    plan: SitePlan, findings: list[Finding], addresses: list[OldAddress], site: Built
) -> list[Message]:
    """Return what to fix, the worst first."""
    found = [(code, list(places)) for code, places in _rules(plan, findings, addresses, site)]
    advice = [
        Message.of(code, number=len(places), first=str(places[0]))
        for code, places in found
        if places
    ]
    return advice[:MOST]


def _rules(
    plan: SitePlan, findings: list[Finding], addresses: list[OldAddress], site: Built
) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield each message, the worst first, with the places of which it speaks."""

    def places(*codes: str) -> list[str]:
        return [one.file for one in found(*codes) for _ in range(one.how_often)]

    def said(*codes: str, by: str = "{0.what}") -> list[str]:
        return [by.format(one) for one in found(*codes)]

    def found(*codes: str) -> list[Finding]:
        return [one for one in findings if one.code in codes]

    person = plan.site.get("person")
    name = str(person.get("name") or "") if isinstance(person, dict) else ""
    drafts = {page.source for page in plan.documents if page.front.get("draft")}
    is_all = not (plan.documents or plan.entries or plan.texts)
    yield "mend-all-samples", places("template-sample", "sample-titled") if is_all else []
    titled = [one for one in found("sample-titled") if one.file not in plan.taken and not is_all]
    yield "mend-samples-titled", [f"{one.file} ({one.what})" for one in titled]
    home = site.looks.get("/")
    is_empty = home is None or home.words < _FEWEST_AT_HOME
    yield "mend-home-empty", ["/"] if is_empty else []
    yield "mend-home-led", said("home-led", by="{0.became}")
    yield "mend-no-name", ["person"] if name in ("", "TODO") else []
    yield "mend-name-cut", said("name-cut")
    yield "mend-sample-portrait", places("sample-portrait")
    yield "mend-no-url", places("no-url")
    yield "mend-list-filter", said("list-filter", "bibliography-all", by="{0.file} ({0.what})")
    yield "mend-two-addresses", [f"{d.became} ({d.what})" for d in found("domain") if d.what]
    yield "mend-secrets", map(str.strip, said("secret", "secret-file", by="{0.file} {0.what}"))
    yield "mend-protected", places("password")
    elsewhere = (*OF_NO_READER, OF_BOTH, A_DRAFT)  # of drafts, other lines say why
    gone = [one.old for one in addresses if one.how == "gone" and one.why not in elsewhere]
    yield "mend-pages-gone", [old for old in gone if re.search(r"(?:/|\.html?)$", old)]
    yield "mend-addresses", [file for file in places("permalink") if file not in drafts]
    unbuilt = said("page-does-not-build")
    yield "mend-does-not-build", [what.partition(": ")[0] for what in unbuilt]
    yield "mend-records-lost", places("record-does-not-build", "cv-does-not-build")
    copied = {address_of(file.removeprefix("static/")) for file in plan.files}
    looks = {page: look for page, look in site.looks.items() if page not in copied}
    own = {one.address or "/": one for one in plan.documents if one.source not in drafts}
    blank = [own[at] for at, look in looks.items() if at in own and look.is_empty]
    layouts = [f", layout: {by}" if (by := one.variables.get("layout")) else "" for one in blank]
    both = zip(blank, layouts, strict=True)
    yield "mend-empty-pages", [f"{one.address} ({one.source}{by})" for one, by in both]
    aside = own.keys() - site.led  # to which no page leads, so that they have few readers
    looks = {at: look for at, look in looks.items() if at not in aside}
    drafts |= {own[at].source for at in aside}
    alone = [own[at] for at in sorted(aside) if _OF_COLLECTION.match(own[at].source)]
    yield "mend-no-way", [f"{one.address} ({one.source})" for one in alone]
    unseen = [one for one in findings if one.code.endswith("-not-shown")]
    yield "mend-not-shown", _longest_first(unseen)
    yield "mend-blocks-lost", said("block")
    yield "mend-contact", said("private-contact", by="{0.what} ({0.file})")
    todo = [f"{field} ({one.source})" for entries in plan.entries.values() for one in entries
            for field, value in one.values.items() if value == "TODO"]  # fmt: skip
    yield "mend-required", todo
    yield "mend-no-section", said("no-section")
    yield "mend-unreadable", places("unreadable", "encoding", "too-large")
    yield "mend-fields-unreadable", places("front-matter-field")
    yield "mend-one-language", said("one-language", by="{0.what} ({0.file})")
    yield "mend-cv-name", said("cv-name")
    yield "mend-not-an-author", _papers_of_others(plan, name)
    guessed = [one.file for one in found("authors") if one.severity == "guessed"]
    yield "mend-guessed-authors", guessed
    yield "mend-author-signs", said("author-sign", by="{0.what} ({0.file})")
    yield "mend-author-twice", said("author-twice", by="{0.what} ({0.file})")
    texts = [(one.source, one.body) for one in plan.documents]
    texts += [(one.source, str(one.values)) for many in plan.entries.values() for one in many]
    texts += plan.texts.items()
    everything = "\n".join(text for _, text in texts).casefold()
    signs = dict.fromkeys(sign for look in looks.values() for sign in look.signs)
    # Where one language explains a sign, others translate that.
    told = [one.split()[0] for one in signs if one.split()[1].casefold() in everything]
    yield "mend-signs", [one for one in signs if one.split()[0] not in told]
    dead = [one for one in found("picture", "dead-link") if one.file not in drafts]
    remote = [one for one in dead if one.code == "picture" and re.search("(?:^|[: ])//", one.what)]
    yield "mend-pictures-remote", [f"{one.file} ({one.what})" for one in remote]
    shown = [one for one in dead if _is_picture(one.what) and one not in remote]
    named = ((one.file, unquote(one.what.rpartition(" ")[2]).strip("/")) for one in shown)
    yield "mend-pictures-gone", [file for file, name in named if name not in plan.left]
    yield "mend-files-withheld", said("file-not-allowed", by="{0.file} ({0.what})")
    files = [one for one in dead if one.code == "dead-link" and one not in shown]
    files = [one for one in files if _NAMED_FILE.search(one.what)]
    yield "mend-files-gone", [f"{one.file} ({one.what})" for one in files]
    yield "mend-name-clash", [one.file for one in found("name-clash") if one.file in plan.left]
    yield "mend-dead-buttons", said("dead-button", by="{0.file} ({0.what})")
    yield "mend-excerpts", places("excerpt")
    yield "mend-style-cut", said("style-cut", by="{0.became} ({0.what})")
    long = [one for one in found("field") if len(one.what.split()) > _MANY]
    yield "mend-texts-gone", _longest_first([*found(*_TEXTS), *long])
    yield "mend-formulas", places("formula")
    yield "mend-lines-as-text", said("line-as-text", by="{0.file} ({0.what})")
    yield "mend-todo", [f"{at} ({what})" for at, text in texts if at not in drafts
                       for what in _TODO.findall(text)]  # fmt: skip
    left = {page: look.left_over for page, look in looks.items() if look.left_over}
    for at in [at for at, what in left.items() if what[0] == "<"]:
        # A tag in a box of code that nobody meant is indented.
        lines = own[at].body.split("\n") if at in own else []
        if not any(line.startswith((" " * 4, "\t")) and left[at] == line.strip() for line in lines):
            del left[at]
    if not all(page.delimiter for page in plan.documents):  # the old site showed TeX, too
        set_in = {page.address for page in plan.documents if page.delimiter}
        left = {at: what for at, what in left.items() if what[0] not in "\\$" or at in set_in}
    begun = {what for at, what in left.items() if at in own}  # of which lists show the beginning
    left = {at: what for at, what in left.items() if at in own or what not in begun}
    yield "mend-left-over", [f"{at} ({unescape(what).strip()})" for at, what in left.items()]
    # An author may leave a heading empty: one below which something was lost is meant.
    lost = {one.file for one in findings if one.severity == "lost" and one.code != "field"}
    whole = {page.address for page in plan.documents if page.source not in lost}
    empty = (page for page, look in looks.items() if look.empty_heading)
    yield "mend-empty-headings", [page for page in empty if page not in whole]
    undated = [one.file for one in found("date") if "1970" in one.became]
    unclear = [one for one in found("date-unread") if one.file not in undated]
    yield "mend-dates-lost", [f"{one.file}: {one.what}" for one in unclear]
    yield "mend-pages-added", said("list-added", by="{0.became} ({0.what})")
    yield "mend-theme-missing", said("theme-missing")
    yield "mend-own-templates", places("own-templates", "own-styles")
    yield "mend-own-scripts", places("own-scripts")
    yield "mend-list-order", said("list-order")
    menu = said("menu")
    yield "mend-menu-gone", [what for what in menu if "/#" not in what]  # of parts, see above
    yield "mend-no-date", [file for file in undated if file not in drafts]
    papers = plan.entries.get("publications", [])
    yield "mend-no-authors", [one.source for one in papers if not one.values.get("authors")]


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
