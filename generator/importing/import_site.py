"""One import from beginning to end: read, convert, write beside, build, put in place."""

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import msgspec

from generator.disk.own_folder import OwnFolder
from generator.disk.temporary import temporary_folder
from generator.importing.findings import OF_TEMPLATE, ImportReport, Words
from generator.importing.judge import (
    FOR_PROGRAMS,
    OF_THEMES,
    SMALLER_COPIES,
    Built,
    addresses,
    file_at,
    home_words,
    main_part,
    without_place,
    words,
)
from generator.importing.mending import build_and_mend
from generator.importing.plan import SitePlan
from generator.importing.plan_texts import convert_texts, known_addresses
from generator.importing.planning import plan_of, source_of
from generator.importing.private_facts import is_secret_file, verifier_of
from generator.importing.report import as_json, as_markdown
from generator.importing.site_files import site_files
from generator.importing.source_tree import ON_LFS, SourceTree, is_lfs_pointer, open_source
from generator.importing.sources.redirect_rules import led_by_rule
from generator.importing.sources.samples import Samples
from generator.importing.sources.source import Options, Source
from generator.problems import Place, Problem, SiteError
from generator.publish.github_pages import address_of

_BESIDE = ".masthead-import-"
"""Begins the name of the folder in which the new site is made, beside its place."""
_SITE = "site"
"""The new site in it."""


class ImportRequest(msgspec.Struct, frozen=True, kw_only=True):
    """One import."""

    source: str
    """The folder, as it was typed."""
    target: Path
    """The folder of the new site; new, or empty."""
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


def import_site(request: ImportRequest) -> ImportReport:
    """Import a site, and return the report, which lies in the new site, too.

    Raises SiteError where nothing was written, with the reason.
    """
    _refuse_target(request.target)
    with open_source(request.source, request.ref) as tree, _published(request) as old:
        source, evidence = source_of(tree, request.kind)
        samples = Samples(request.takes_samples)
        words_at_home = home_words(old) if old else frozenset()
        plan = plan_of(tree, source, Options(samples=samples, home_words=words_at_home))
        beside = os.path.realpath(request.target.parent)
        OwnFolder(beside).make()
        with temporary_folder(beside, _BESIDE) as staging, temporary_folder() as work:
            staged = OwnFolder(staging.path(_SITE))
            _copy_files(plan, tree, staged)
            if old is not None:
                _copy_published(plan, old, samples, staged)
            convert_texts(plan, source.leads_to)
            for path, text in site_files(plan):
                staged.write(path, text.encode())
            report = _judged(plan, tree, staged, Path(work.root), source, old, evidence)
            staged.write("import-report.json", as_json(report))
            staged.write("import-report.md", as_markdown(report).encode())
            if not request.is_dry_run:
                _put_in_place(staged, request.target)
            return report


def _refuse_target(target: Path) -> None:
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        message = "this is no folder"
    elif target.is_dir() and any(target.iterdir()):
        message = "this folder is not empty, and an import writes nothing over"
    else:
        return
    raise SiteError([Problem(Place(str(target)), message, "name a new folder")])


class Published(msgspec.Struct, frozen=True):
    """The old site as it was published."""

    tree: SourceTree

    @property
    def digests(self) -> Mapping[str, str]:
        """Path of each file -> its size, which is all that an import compares."""
        return {path: str(size) for path, size in self.tree.sizes.items()}

    def read(self, path: str) -> bytes:
        """Return the bytes of a file; nothing where they cannot be read."""
        try:
            return self.tree.read(path) if self.tree.has(path) else b""
        except OSError:
            return b""


@contextmanager
def _published(request: ImportRequest) -> Iterator[Published | None]:
    """Yield the old site as it was published, where it is known."""
    if not request.published:
        yield None
    elif Path(request.published).is_dir():
        with open_source(request.published) as tree:
            yield Published(tree)
    else:
        with open_source(request.source, request.published) as tree:
            yield Published(tree)


def _put_in_place(staged: OwnFolder, target: Path) -> None:
    place = OwnFolder(os.path.realpath(target.parent))
    place.remove_empty(target.name)
    place.take(staged.root, target.name)


def _copy_files(plan: SitePlan, tree: SourceTree, staged: OwnFolder) -> None:
    """Copy files as they are; what cannot be read leaves the plan before texts name it."""
    for target, source in sorted(plan.files.items()):
        try:
            data = tree.read(source)
        except OSError as error:
            why = error.strerror or "its content cannot be read"
            plan.findings.add("lost", "unreadable", source, why)
            plan.leave_again(target, why)
            continue
        if is_lfs_pointer(data):
            plan.findings.add("lost", "lfs-pointer", source, ON_LFS)
            plan.leave_again(target, ON_LFS)
            continue
        staged.create(target, data)


_KEPT = (".pdf", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif", ".mp4", ".webm", ".mp3",
         ".zip", ".pptx", ".docx", ".ico", ".bib", ".csv", ".txt", ".tar.gz", ".bz2", ".tex",
         ".ogg", ".wav", ".epub", ".ps", ".mov", ".key")  # fmt: skip
"""Endings of files that people link to."""
_FACE = re.compile(
    rb"<img\b[^>]*?\ssrc\s*=\s*[\"\']([^\"\']*(?:portrait|avatar|profile|prof_pic|personal|headshot)"
    rb"[^\"\']*\.(?:jpe?g|png|webp))[\"\']",
    re.IGNORECASE,
)
"""A picture that shows whose site it is, by its name."""


def _copy_published(plan: SitePlan, old: Published, samples: Samples, staged: OwnFolder) -> None:
    """Take files over that only the published site has, because a theme or nobody gave them."""
    for path in old.tree.sizes:
        address = f"/{path}"
        is_theirs = OF_THEMES.search(address) or FOR_PROGRAMS.search(address)
        service = verifier_of(path)
        if service and path not in plan.files.values():
            became = "copy it to static/, if the service shall know the new site, too"
            plan.findings.add("todo", "verification", path, service, became)
        if (
            not path.lower().endswith(_KEPT)
            or is_theirs
            or is_secret_file(path)
            or SMALLER_COPIES.search(path)
        ):
            continue
        data = old.read(path)
        if samples.holds_bytes(data):
            plan.gone[address] = OF_TEMPLATE
            continue
        if not data or is_lfs_pointer(data):
            continue
        if not plan.add_file(f"static/{path}", path):
            continue
        plan.taken.pop(path, None)
        del plan.files[f"static/{path}"]
        plan.published_files.add(address)
        plan.findings.add("changed", "from-published", path, "the source does not have it", address)
        staged.create(f"static/{path}", data)
    _take_portrait(plan, old)


def _take_portrait(plan: SitePlan, old: Published) -> None:
    """Take the picture on the old home page that shows the person, if the source names none."""
    found = _FACE.search(main_part(old.read("index.html")))
    person = plan.site.get("person")
    if not found or not isinstance(person, dict) or person.get("portrait"):
        return
    path = urlsplit(urljoin("/", found[1].decode("utf-8", "replace"))).path.lstrip("/")
    if f"/{path}" in plan.published_files or f"static/{path}" in plan.files:
        person["portrait"] = path
        plan.site_guessed.add("person.portrait")
        plan.findings.add("guessed", "portrait", "index.html", path, "person.portrait")


def _judged(
    plan: SitePlan, tree: SourceTree, staged: OwnFolder, work: Path, source: Source,
    old: Published | None, evidence: list[str],
) -> ImportReport:  # fmt: skip
    """Build the new site, lead on what can be led on, and report all of it."""
    asked = _old_addresses(plan, old)
    site = build_and_mend(plan, staged, work)
    for address in asked:
        leads_to = led_by_rule(plan, address) or source.leads_to(address, plan)
        plan.redirects.setdefault(address, leads_to)
    plan.redirects = {
        old: new
        for old, new in sorted(plan.redirects.items())
        if new and new != old and not file_at(old, site) and _can_lead(old) and _is_there(new, site)
    }
    if plan.redirects:
        plan.site["redirects"] = plan.redirects
        for path, text in site_files(plan):
            staged.save(path, text.encode())
        site = build_and_mend(plan, staged, work)
    for path in without_place(Path(staged.root), work):
        where = plan.files.get(path, path.removeprefix("static/"))
        became = "the site is published without it"
        plan.findings.add("secret", "position", where, "it says where it was taken", became)
    return _report(plan, tree, site, source, old, evidence, asked)


def _can_lead(address: str) -> bool:
    """Whether a host serves a page at an address, which can send readers on."""
    last = address.rpartition("/")[2]
    return "?" not in address and ("." not in last or last.endswith((".html", ".htm")))


def _is_there(target: str, site: Built) -> bool:
    return "://" in target or bool(file_at(target.partition("#")[0], site))


def _old_addresses(plan: SitePlan, old: Published | None) -> list[str]:
    if old is not None:
        found = {address_of(path) for path in old.digests}
        return sorted(found | plan.made_addresses)
    return sorted({*known_addresses(plan), *plan.redirects, *plan.made_addresses})


def _report(
    plan: SitePlan, tree: SourceTree, site: Built, source: Source, old: Published | None,
    evidence: list[str], asked: list[str],
) -> ImportReport:  # fmt: skip
    taken = Counter({kind: len(entries) for kind, entries in plan.entries.items()})
    taken["publications"] += plan.papers
    taken["posts"] = sum(one.target.startswith("content/posts/") for one in plan.documents)
    taken["pages"] = len(plan.documents) - taken["posts"]
    taken["files"] = len(plan.files)
    different: list[Words] = words(old, site) if old is not None else []
    for one in different:
        if one.lost:
            plan.findings.add("lost", "words", one.address, " ".join(one.lost))
        if one.elsewhere:
            plan.findings.add("changed", "words-elsewhere", one.address, " ".join(one.elsewhere))
    return ImportReport(
        source={"kind": source.kind, "evidence": evidence, "commit": tree.commit},
        taken={kind: number for kind, number in taken.items() if number},
        findings=plan.findings.all(),
        addresses=addresses(asked, site, plan),
        words=different,
        files={
            "taken": dict(sorted(plan.taken.items())),
            "left": [{"file": file, "why": why} for file, why in sorted(plan.left.items())],
        },
        build={
            "pages": site.number_of_pages,
            "problems": [f"{problem.where}: {problem.message}" for problem in site.problems],
        },
    )
