"""One import from beginning to end: read, convert, write beside, build, put in place."""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.disk.own_folder import OwnFolder
from generator.disk.temporary import temporary_folder
from generator.importing.detection import source_of
from generator.importing.findings import Findings
from generator.importing.judge import Built, addresses, file_at, words
from generator.importing.mending import build_and_mend
from generator.importing.plan import SitePlan
from generator.importing.plan_texts import convert_texts, known_addresses
from generator.importing.private_facts import is_secret_file
from generator.importing.report import as_json, as_markdown
from generator.importing.request import ImportReport, ImportRequest, Words
from generator.importing.samples import Samples
from generator.importing.site_files import site_files
from generator.importing.source_tree import SourceTree, commit_of, is_lfs_pointer, open_source
from generator.importing.sources.source import Options, Source
from generator.model.config import Config
from generator.problems import Place, Problem, SiteError
from generator.project import ProjectFolders
from generator.publish.git import repository
from generator.publish.github_pages import address_of
from generator.publish.snapshots import Folder, Snapshot, Tree

_BESIDE = ".masthead-import-"
"""Begins the name of the folder in which the new site is made, beside its place."""
_WORST = 0.1
"""The part of all files that may be unreadable, before nothing is imported."""


def import_site(request: ImportRequest) -> ImportReport:
    """Import a site, and return the report, which lies in the new site, too.

    Raises SiteError where nothing was written, with the reason.
    """
    _refuse_target(request.target)
    with open_source(request.source, request.ref) as tree, _published(request) as old:
        source, evidence = source_of(tree, request.kind)
        plan = _filled(tree, source, request, old)
        with _staging(request.target) as staged, temporary_folder() as work:
            _copy_files(plan, tree, staged)
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


@contextmanager
def _published(request: ImportRequest) -> Iterator[Snapshot | None]:
    """Yield the old site as it was published, where it is known."""
    if not request.published:
        yield None
    elif Path(request.published).is_dir():
        yield Folder.of(Path(request.published))
    else:
        with repository(ProjectFolders(Path(request.source))) as git:
            yield Tree.of(git, commit_of(git, request.published))


def _filled(
    tree: SourceTree, source: Source, request: ImportRequest, old: Snapshot | None
) -> SitePlan:
    plan = SitePlan(Findings())
    plan.left.update(tree.left)
    for path, why in tree.left.items():
        if why != "made by programs":
            plan.findings.add("left", "not-followed", path, why)
    for path in tree.sizes:
        if is_secret_file(path):
            plan.leave(path, "secret")
            plan.findings.add("secret", "secret-file", path)
    options = Options(
        samples=Samples(takes_all=request.takes_samples),
        old_files=frozenset(old.digests) if old else (),
    )
    source.read(tree, plan, options)
    unreadable = sum(one.code in ("unreadable", "encoding") for one in plan.findings.all())
    if unreadable > max(3, len(plan.documents) * _WORST):
        message = f"{unreadable} files cannot be read, {len(plan.documents)} can"
        raise SiteError([Problem(Place(request.source), message, "is this the right folder?")])
    plan.leave_all(tree.sizes, "not content: settings, templates and tools of the old program")
    for lost, target, other in plan.clashes:
        is_same = tree.read(lost) == tree.read(plan.files.get(other, lost))
        severity, became = ("changed", other) if is_same else ("lost", "")
        plan.findings.add(severity, "name-clash", lost, target, became)  # type: ignore[arg-type]
    return plan


@contextmanager
def _staging(target: Path) -> Iterator[OwnFolder]:
    """Yield a folder beside the new site's place; it is removed unless it was put there."""
    parent = OwnFolder(os.path.realpath(target.parent))
    parent.make()
    name = f"{_BESIDE}{target.name}"
    parent.clear(name)
    parent.make(name)
    try:
        yield OwnFolder(parent.path(name))
    finally:
        if os.path.lexists(parent.path(name)):
            parent.remove_tree(name)


def _put_in_place(staged: OwnFolder, target: Path) -> None:
    place = OwnFolder(os.path.realpath(target.parent))
    place.remove_empty(target.name)
    place.take(staged.root, target.name)


def _copy_files(plan: SitePlan, tree: SourceTree, staged: OwnFolder) -> None:
    """Copy files as they are; what cannot be read leaves the plan before texts name it."""
    for target, source in sorted(plan.files.items()):
        try:
            data = tree.read(source)
        except OSError:
            plan.findings.add("lost", "unreadable", source, "its content cannot be read")
            plan.leave_again(target, "unreadable")
            continue
        if is_lfs_pointer(data):
            plan.findings.add(
                "lost", "lfs-pointer", source, "its content is on a server of Git LFS"
            )
            plan.leave_again(target, "lfs-pointer")
            continue
        staged.create(target, data)


def _judged(
    plan: SitePlan, tree: SourceTree, staged: OwnFolder, work: Path, source: Source,
    old: Snapshot | None, evidence: list[str],
) -> ImportReport:  # fmt: skip
    """Build the new site, lead on what can be led on, and report all of it."""
    asked = _old_addresses(plan, old)
    site = build_and_mend(plan, staged, work)
    is_new = False
    for address in asked:
        leads = "" if file_at(address, site) else source.leads_to(address, plan)
        if leads and leads != address and file_at(leads, site) and not _is_file(address):
            plan.redirects[address] = leads
            is_new = True
    if is_new and "redirects" in Config.__struct_fields__:
        plan.site["redirects"] = dict(sorted(plan.redirects.items()))
        for path, text in site_files(plan):
            staged.save(path, text.encode())
        site = build_and_mend(plan, staged, work)
    return _report(plan, tree, site, source, old, evidence, asked)


def _old_addresses(plan: SitePlan, old: Snapshot | None) -> list[str]:
    if old is not None:
        return sorted(address_of(path) for path in old.digests)
    return sorted({*known_addresses(plan), *plan.made_addresses})


def _is_file(address: str) -> bool:
    last = address.rpartition("/")[2]
    return "." in last and not last.endswith((".html", ".htm"))


def _report(
    plan: SitePlan, tree: SourceTree, site: Built, source: Source, old: Snapshot | None,
    evidence: list[str], asked: list[str],
) -> ImportReport:  # fmt: skip
    taken = Counter({kind: len(entries) for kind, entries in plan.entries.items()})
    taken["posts"] = sum(one.target.startswith("content/posts/") for one in plan.documents)
    taken["pages"] = len(plan.documents) - taken["posts"]
    taken["files"] = len(plan.files)
    different: list[Words] = words(old, site) if old is not None else []
    for one in different:
        if one.lost:
            plan.findings.add("lost", "words", one.address, " ".join(one.lost))
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
