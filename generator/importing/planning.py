"""A source -> the plan of a new site, with all texts converted: what reads strangers' texts."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote

import msgspec

from generator.hosting.hosts import address_of
from generator.hosting.visible_content import visible_content
from generator.importing.judge import OF_PROGRAMS
from generator.importing.plan import Document, Entry, SitePlan
from generator.importing.private_facts import is_secret_file, without_locks
from generator.importing.report import OF_TEMPLATE, Findings
from generator.importing.source_tree import (
    LONGEST_POINTER,
    ON_LFS,
    SourceTree,
    is_lfs_pointer,
    open_source,
)
from generator.importing.sources.authors import take_authors
from generator.importing.sources.cv_site import JSON_RESUME, RENDERCV
from generator.importing.sources.hexo import Hexo
from generator.importing.sources.hugo.hugo_blox import HugoBlox
from generator.importing.sources.jekyll.academicpages import Academicpages
from generator.importing.sources.jekyll.al_folio import AlFolio
from generator.importing.sources.samples import Samples
from generator.importing.sources.source import ImportOptions, Source, name_rules, take_icon
from generator.importing.texts.aside import Aside
from generator.importing.texts.conversion import convert_texts
from generator.model.languages import known_code
from generator.problems import Place, Problem, SiteError
from generator.processes import step


class ImportRequest(msgspec.Struct, frozen=True, kw_only=True):
    """One import."""

    source: str
    """The folder, as it was typed."""
    target: Path
    """The folder of the new site; new, or empty."""
    today: str
    """The day of the import, as `2026-01-31`."""
    ref: str = ""
    """A branch, tag or commit of the repository at `source`; empty for the files in the folder."""
    kind: str = ""
    """The program that the source is for; empty to find out."""
    published: str = ""
    """The old site as it was published: a folder, or a branch, tag or commit of the repository."""
    takes_samples: bool = False
    """Whether the samples of templates are taken over, too."""
    is_dry_run: bool = False
    """Whether nothing is written but the report that was asked for."""


@contextmanager
def published(request: ImportRequest) -> Iterator[SourceTree | None]:
    """Yield the old site as it was published, where it is known."""
    if not request.published:
        yield None
        return
    is_folder = Path(request.published).is_dir()
    place = (request.published, "") if is_folder else (request.source, request.published)
    with open_source(*place) as tree:
        yield tree


SOURCES: tuple[Source, ...] = (
    Hexo(),
    AlFolio(),
    Academicpages(),
    HugoBlox(),
    RENDERCV,
    JSON_RESUME,
)
"""All programs that sites can come from; a new one is added here."""
CVS = ("rendercv", "json-resume")
"""Those that make a CV and no site."""
_HOMES = {
    "en": "Home",
    "de": "Start",
    "fr": "Accueil",
    "zh": "首页",
    "zh-Hant": "首頁",
    "pt": "Início",
}
"""Language -> what menus call the home page."""
_MOST_FOLDERS = 40
_LONGEST_NAME = 200
"""Bytes; disks take 255, of which Masthead needs some."""
_LONGEST_ADDRESS = 1000
_SHORTER = "its address goes by a short name"
_WORST = 0.1
"""The part of all files that may be unreadable, before nothing is imported."""


def source_of(tree: SourceTree, kind: str = "") -> tuple[Source, list[str]]:
    """Return the program, and what shows it in the source. Raises SiteError where none fits."""
    found = [(source, source.evidence(tree)) for source in SOURCES]
    if kind:
        return next((source, seen or ["--from"]) for source, seen in found if source.kind == kind)
    fitting = [(source, seen) for source, seen in found if seen]
    sites = [one for one in fitting if one[0].kind not in CVS]
    fitting = sites or fitting  # a site may hold its owner's CV, too
    if len(fitting) == 1:
        return fitting[0]
    place = Place(tree.name)
    names = ", ".join(source.kind for source, _ in found)
    if fitting:
        said = "; ".join(f"{source.kind} by {', '.join(seen)}" for source, seen in fitting)
        raise SiteError([Problem.of(place, "source-ambiguous", kinds=said)])
    if is_rendered(tree):
        raise SiteError([Problem.of(place, "source-is-published-site")])
    raise SiteError([Problem.of(place, "source-unknown", known=names)])


def is_rendered(tree: SourceTree) -> bool:
    """Whether a source is a finished site: pages in HTML, and hardly anything in Markdown."""
    pages = sum(path.endswith(".html") for path in tree.sizes)
    texts = sum(path.endswith((".md", ".markdown")) for path in tree.sizes)
    return tree.has("index.html") and pages > texts


def plan_of(tree: SourceTree, source: Source, options: ImportOptions) -> SitePlan:
    """Return what a source becomes; each of its files is taken, or left for a reason.

    Raises SiteError where so much cannot be read that it can hardly be such a source.
    """
    plan = SitePlan(Findings())
    plan.left.update(tree.left)
    for path, why in tree.left.items():
        if why == "name":
            plan.findings.add(
                "lost", "unreadable", path, "rename it: only letters that show, no \\"
            )
        elif why != "made by programs":
            plan.findings.add("left", "not-followed", path, why)
    for path in tree.sizes:
        is_secret = is_secret_file(path, tree.bytes_if_any)
        if is_secret and not path.startswith("vendor/bundle/"):  # keys of gems' tests
            plan.leave(path, "secret")
            plan.findings.add("secret", "secret-file", path)
    name_rules(tree, plan)
    _take_rules_for_crawlers(tree, plan)
    source.read(tree, plan, options)
    named = (plan.files.get(f"static/favicon.{one}", "") for one in ("svg", "png", "ico"))
    if icon := tree.first(plan.icon, *named):
        take_icon(tree, icon, plan)
    take_authors(plan)
    step("")
    if plan.cv is not None and "static/pdf/resume.pdf" in plan.files:
        before, plan.cv.name = plan.cv.target, "vitae"  # the owner's own PDF stays where it is
        taken = plan.taken.items()
        plan.taken = {path: plan.cv.target if to == before else to for path, to in taken}
    _take_language(plan)
    _take_times(plan)
    _leave_deep_addresses(plan)
    _keep_protected(plan)
    _name_home(plan)
    unreadable = sum(one.code in ("unreadable", "encoding") for one in plan.findings.all())
    if unreadable > max(3, len(plan.documents) * _WORST):
        code, number = "source-unreadable", len(plan.documents)
        place = Place(tree.name)
        raise SiteError([Problem.of(place, code, unreadable=unreadable, count=number)])
    plan.leave_all(tree.sizes, "not content: settings, templates and tools of the old program")
    return plan


_NO_RULE = re.compile(r"(?i)\s*(?:user-agent:\s*\*|allow:\s*/|disallow:|sitemap:.*|#.*)?\s*")
"""A line of `robots.txt` (RFC 9309) that forbids nothing."""


def _take_rules_for_crawlers(tree: SourceTree, plan: SitePlan) -> None:
    """Take an own `robots.txt`, which Masthead's would replace, if it forbids anything.

    Hugo makes it of a template in `layouts/`; Jekyll fills its front matter and tags.
    """
    places = ("layouts/robots.txt", "static/robots.txt", "source/robots.txt", "robots.txt")
    if path := tree.first(*places):
        text = re.sub(r"\A---\n(?:.*\n)*?---\n", "", tree.text_if_any(path))
        lines = [one for one in text.splitlines() if not re.search(r"\{[{%]|^(?i:sitemap):", one)]
        if all(map(_NO_RULE.fullmatch, lines)):
            plan.leave(path, "not content: settings, templates and tools of the old program")
        else:
            plan.texts["static/robots.txt"] = "\n".join(lines).strip() + "\n"
            plan.take(path, "static/robots.txt")


def _take_times(plan: SitePlan) -> None:
    """Keep the order of posts of one day: give them the time of day that the source has."""
    days = [_OF_POST.match(one.target) for one in plan.documents]
    number = Counter(day[1] for day in days if day)
    for one, day in zip(plan.documents, days, strict=True):
        if day and number[day[1]] > 1:
            time = re.match(rf"{day[1]}[T ]\d\d?:\d\d(?::\d\d)?", one.variables.said("date"))
            one.front |= {"date": time[0].replace("T", " ")} if time else {}


_OF_POST = re.compile(r"content/posts/(\d{4}-\d\d-\d\d)-")
_SCRIPTS = {"ja": r"[\u3040-\u30ff]", "ko": r"[\uac00-\ud7af]", "zh": r"[\u4e00-\u9fff]",
            "ru": r"[\u0400-\u04ff]"}  # fmt: skip
"""Language -> the letters of its script; those of Japanese come before those that it shares."""
_SENTENCES = 200
"""Characters of a home that says something."""
_MOSTLY = 0.3
"""The share of the letters of all texts that tells in which script they are."""


def _take_language(plan: SitePlan) -> None:
    """Take the language from the texts where they are in another script than the settings say."""
    said = plan.site.get("languages") or ["en"]
    bodies = ((one, Aside().fences(one.body, lambda code: "")) for one in plan.documents)
    text = "".join(f"{one.front.get('title')} {body}" for one, body in bodies)
    text += "".join(str(one.values) for some in plan.entries.values() for one in some)
    letters = sum(ch.isalpha() for ch in text)
    count = {code: len(re.findall(form, text)) for code, form in _SCRIPTS.items()}
    if count["ja"] > max(letters * 0.1, count["zh"] / 2):  # lessons of Japanese have less
        count["ja"] = letters
    found = next((code for code in count if count[code] > letters * _MOSTLY), "")
    home = next((one.body for one in plan.documents if one.address == "/"), "")
    if len(home) > _SENTENCES and not re.search(_SCRIPTS.get(found, ""), home):
        return  # its posts are in another language than its pages
    if found and len(said) == 1 and known_code(str(said[0])) in ("en", ""):
        plan.findings.add("guessed", "language", "content/", f"{said[0]} in the settings", found)
        plan.site["languages"] = [found]
        plan.site_guessed.add("languages")


def _is_too_deep(address: str) -> bool:
    """Whether no disk, or no host, has room for an address: too many folders, or too long names."""
    names = address.strip("/").split("/")
    longest = max(len(name.encode()) for name in names)
    return len(names) > _MOST_FOLDERS or longest > _LONGEST_NAME or len(address) > _LONGEST_ADDRESS


def _leave_deep_addresses(plan: SitePlan) -> None:
    """Give up addresses that cannot be, and give their pages others."""
    entries = [entry for some in plan.entries.values() for entry in some]
    both: list[Document | Entry] = [*plan.documents, *entries]
    for one in both:
        fields = one.front if isinstance(one, Document) else one.values
        if any(map(_is_too_deep, (one.address, str(fields.get("permalink") or "")))):
            plan.findings.add("lost", "permalink", one.source, one.address, _SHORTER)
            one.address = ""
            fields.pop("permalink", None)
        if fields.get("aliases"):
            fields["aliases"] = [old for old in fields["aliases"] if not _is_too_deep(old)]
    for number, document in enumerate(plan.documents):
        if _is_too_deep(document.target):
            day = re.match(r"content/posts/([\d-]{11})", document.target)
            plan.findings.add("changed", "long-name", document.source, document.target, _SHORTER)
            folder = f"posts/{day[1]}" if day else "pages/"
            document.target = plan.taken[document.source] = f"content/{folder}page-{number}.md"
    for target in [target for target in plan.files if _is_too_deep(target)]:
        plan.findings.add("lost", "long-name", plan.files[target], target)
        plan.leave_again(target, "its address has too many folders, or too long names")
    _forget(plan, _is_too_deep)


def _forget(plan: SitePlan, is_gone: Callable[[str], bool]) -> None:
    """Have no name of a page and no redirect lead to an address that is gone, or from there."""
    plan.names = {name: there for name, there in plan.names.items() if not is_gone(there)}
    redirects = plan.redirects.items()
    plan.redirects = {old: new for old, new in redirects if not is_gone(old) and not is_gone(new)}


def _keep_protected(plan: SitePlan) -> None:
    """Make drafts of pages that readers could not see, and private records of records."""
    gone = set()
    for document in plan.documents:
        code, said = plan.protected.get(document.source, ("", ""))
        is_kept = document.front.get("draft") or document.target.startswith("content/index.")
        if code == "password" or (code and not is_kept):  # a home is of many files
            plan.findings.add("protected", code, document.source, said, "a draft")
            document.front["draft"] = True
            document.body = without_locks(document.body)
            gone.add(document.address)
    for kind, entries in plan.entries.items():
        for entry in entries:
            code, said = plan.protected.get(entry.source, ("", ""))
            if code:
                plan.findings.add("protected", code, entry.source, said, f"private in {kind}.yaml")
                entry.values["visibility"] = "private"
                gone |= {entry.address, str(entry.values.pop("permalink", ""))}
                entry.address = ""
    gone.discard("")
    plan.gone |= dict.fromkeys(gone, "readers could not see it")
    _forget(plan, gone.__contains__)


def _name_home(plan: SitePlan) -> None:
    """Title the home page "Home" if its title is that of the site, or missing."""
    person = plan.site.get("person")
    name = person.get("name") if isinstance(person, dict) else ""
    home = _HOMES.get(str((plan.site.get("languages") or ["en"])[0]))
    names = ("", None, name, plan.site.get("title"))
    for document in plan.documents if home else ():
        if document.address == "/" and document.front.get("title") in names:
            document.front["title"] = home
    if home and plan.menu and not any(one.address == "/" for one in plan.documents):
        # A home that is a list alone has the title of the site. It stands beside the menu.
        if plan.menu[0]["to"] != "/":
            plan.menu.insert(0, {"to": "/"})
        for one in plan.menu:
            if one["to"] == "/":
                one.setdefault("label", home)


def convert(request: ImportRequest, left_out: Mapping[str, str]) -> SitePlan:
    """Return the plan of the new site with all texts converted, `left_out` being unreadable.

    Raises SiteError.
    """
    with open_source(request.source, request.ref) as whole, published(request) as old:
        tree = whole.without(left_out)
        old = old.without(left_out) if old is not None else None
        source, evidence = source_of(tree, request.kind)
        samples = Samples(request.takes_samples)
        options = ImportOptions(samples=samples, today=request.today)
        plan = plan_of(tree, source, options)
        keep_linked(plan, tree, old.sizes if old is not None else ())
        _leave_pointers(plan, tree)
        if old is not None:
            _take_published(plan, old, samples)
        convert_texts(plan)
        plan.kind, plan.evidence = source.kind, evidence
        return plan


def keep_linked(plan: SitePlan, tree: SourceTree, published: Collection[str]) -> None:
    """Of files with one address, or whose names differ in capitals only, keep one that pages name,
    or that was published."""
    texts = unquote("\n".join(f"{one.front}{one.body}" for one in plan.documents))
    for target, source in plan.clashes:
        first = next((one for one in plan.files if one.casefold() == target.casefold()), "")
        if not first:  # its address cannot be
            continue
        both = [(first, plan.files.pop(first)), (target, source)]
        ranks = {one: (one.rpartition("/")[2] in texts, one[7:] in published) for one, _ in both}
        both.sort(key=lambda one: ranks[one[0]], reverse=True)
        (kept, taken), (lost, left) = both
        plan.files[kept] = taken
        plan.taken.pop(left, None)
        plan.take(taken, kept)
        same, other = tree.bytes_if_any(taken), tree.bytes_if_any(left)
        why = f"/{kept[7:]} is the same file; not every disk tells capitals apart"
        if same != other or not same:
            why = f"/{kept[7:]} is another file whose name differs in capitals only"
            why = f"{taken} has its address" if kept == lost else why
            plan.findings.add("lost", "name-clash", left, lost, why)
        plan.left[left] = plan.gone[f"/{lost[7:]}"] = why


def _leave_pointers(plan: SitePlan, tree: SourceTree) -> None:
    """Leave files out that git has only a note of."""
    for target, source in sorted(plan.files.items()):
        if tree.sizes[source] < LONGEST_POINTER and is_lfs_pointer(tree.bytes_if_any(source)):
            plan.findings.add("lost", "lfs-pointer", source, ON_LFS)
            plan.leave_again(target, ON_LFS)


_KEPT = (".pdf", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif", ".mp4", ".webm", ".mp3",
         ".zip", ".pptx", ".docx", ".ico", ".bib", ".csv", ".txt", ".tar.gz", ".bz2", ".tex",
         ".ogg", ".wav", ".epub", ".ps", ".mov", ".key")  # fmt: skip
"""Endings of files that people link to."""
_SOME = 0.1
"""The share of a text that is the template's below a title of one word that is, too."""
_FACE = re.compile(r"(?i)(avatar|headshot|personal|photo|portrait|profile)[^/]*\.(jpe?g|png|webp)$")


def _take_published(plan: SitePlan, old: SourceTree, samples: Samples) -> None:
    """Take over files that only the published site has."""
    for path in old.sizes:
        address = f"/{path}"
        is_theirs = any(form.search(address) for form in OF_PROGRAMS)
        is_theirs = is_theirs or is_secret_file(path, old.bytes_if_any)
        data = old.bytes_if_any(path) if path.lower().endswith(_KEPT) and not is_theirs else b""
        if data and samples.holds_bytes(data):
            plan.gone[address] = OF_TEMPLATE
        elif data and not is_lfs_pointer(data) and plan.add_file(f"static/{path}", path):
            plan.taken.pop(path, None)
            del plan.files[f"static/{path}"]
            plan.published_files.add(address)
            said = "the source does not have it"
            plan.findings.add("changed", "from-published", path, said, address)
    _note_samples(plan, old, samples)
    home, person = old.text_if_any("index.html"), plan.site.get("person")
    files = [*plan.published_files, *(one.removeprefix("static") for one in plan.files)]
    faces = [one for one in files if _FACE.search(one) and one in home]
    if isinstance(person, dict) and len(faces) == 1 and not person.get("portrait"):
        person["portrait"] = faces[0].lstrip("/")
        plan.site_guessed.add("person.portrait")


def _note_samples(plan: SitePlan, old: SourceTree, samples: Samples) -> None:
    """Note the pages of the old site that are its template's, by their titles and texts, and the
    lists of these alone."""
    links: dict[str, frozenset[str]] = {}
    menu = visible_content(old.bytes_if_any("index.html"), "/").links
    for path in old.below("", ".html"):
        page = old.bytes_if_any(path) + b"<h1></h1>"
        parts = re.split(rb"(?i)</?h1\b[^<>]*>|<footer\b", page)[1:3]
        head, main = (visible_content(one, f"/{path}") for one in parts)
        title, text = ("".join(one.words).strip() for one in (head, main))
        is_titled = samples.holds_title(title) and (" " in title or samples.holds(text, _SOME))
        if is_titled or samples.holds(text):
            plan.gone[address_of(path)] = OF_TEMPLATE
        links[address_of(path)] = main.links
    for at, to in links.items():
        led = [one for one in to & links.keys() if one in plan.gone or one not in {*menu, at}]
        if led and all(plan.gone.get(one) == OF_TEMPLATE for one in led):
            plan.gone.setdefault(at, OF_TEMPLATE)
