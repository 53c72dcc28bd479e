"""Builds the new site, looks at its pages as a reader, and says where old addresses are in it.

The answers to addresses are those of GitHub Pages, as for `masthead diff`.
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
from generator.importing.report import FOR_PROGRAM, OF_TEMPLATE, OF_THEME, SMALLER, How, OldAddress
from generator.importing.texts.markup import paired
from generator.model.files import ProjectFolders
from generator.picture_metadata import names_a_position
from generator.problems import Problem

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
_TITLE = re.compile(rb"<img\b[^<>]*\stitle=\"([^\"]+)")
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
                said = (whole.metadata.get("description", ""), *map(_decoded, _TITLE.findall(page)))
                shown[address] = (*whole.words, *(f"\n{one}" for one in said))
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
    led = [*map(_decoded, found)]
    names = {unquote(one).rpartition("/")[2].partition(".")[0].casefold() for one in led}
    return names | {bare_link(one) for one in (*led, *_TYPED.findall("".join(content.words)))}


def _decoded(value: bytes) -> str:
    return unescape(value.decode("utf-8", "replace"))


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
    r"\\(?:begin|end|frac|mathbb|textbf|cite)\{|(?<!\$)\$\$(?!\$)|"
    r"(?<![\w/:\[])\:[a-z][a-z_]{2,30}\:(?![\w/])|"
    r"&lt;/?(?:div|span|br|img|center|font|p|a|b|i|strong|em|table|iframe)(?:\s*/?&gt;|\s+[\w-]+=)",
    re.MULTILINE,
)
_BOXED = re.compile(rb"<pre\b[^<>]*><code[^<>]*>\s*(&lt;/?[a-z](?:(?!&[gl]t;)[^<\n])*&gt;)\s*</")


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
    left_over = found[0] if found else _decoded(tag[1]) if tag else ""
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
