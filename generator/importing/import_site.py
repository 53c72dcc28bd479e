"""One import from beginning to end: read, convert, write beside, build, put in place."""

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from generator.disk import OwnFolder, temporary_folder
from generator.hosting.hosts import address_of, file_at
from generator.importing.advice import before_you_publish
from generator.importing.judge import Built, addresses, with_position
from generator.importing.mending import build_and_mend
from generator.importing.plan import SitePlan
from generator.importing.planning import ImportRequest, convert, published
from generator.importing.report import ImportReport, as_json, as_markdown
from generator.importing.source_tree import SourceTree, open_source
from generator.importing.sources.authors import hide_signs
from generator.importing.texts.links import rewritten
from generator.importing.unseen import note_unseen
from generator.problems import Place, Problem, SiteError
from generator.processes import LimitPassed, Limits, result_of

_BESIDE = ".masthead-import-"
"""Begins the name of the folder in which the new site is made, beside its place."""
_SITE = "site"
"""The new site in it."""
LIMITS = Limits(memory=2 << 30, cpu_seconds=5, seconds=120)
"""What the texts of a source may take; the time is for each of them."""
_MOST_LEFT_OUT = 3
"""Files that take too much before nothing is imported."""


def _in_child(request: ImportRequest) -> SitePlan:
    """Convert all texts in a child with limits; a file that takes too much is left out.

    Raises SiteError where several do.
    """
    left_out: dict[str, str] = {}
    while True:
        try:
            return result_of(LIMITS, convert, request, left_out)
        except LimitPassed as passed:
            if not passed.step or passed.step in left_out or len(left_out) == _MOST_LEFT_OUT:
                place = Place(passed.step or request.source)
                raise SiteError([Problem.of(place, "import-fails", reason=passed.reason)]) from None
            left_out[passed.step] = passed.reason


def import_site(
    request: ImportRequest, planned: Callable[[ImportRequest], SitePlan] = _in_child
) -> ImportReport:
    """Import a site, and return the report. A copy of it is in the new site.

    `planned` converts the texts; if it is not a child, what strangers wrote has no limits.

    Raises SiteError where nothing was written, with the reason.
    """
    _refuse_target(request.target)
    with open_source(request.source, request.ref) as tree, published(request) as old:
        plan = planned(request)
        beside = os.path.realpath(request.target.parent)
        OwnFolder(beside).make()
        with temporary_folder(beside, _BESIDE) as staging, temporary_folder() as work:
            staged = OwnFolder(staging.path(_SITE))
            _copy_files(plan, tree, staged)
            for address in sorted(plan.published_files) if old is not None else ():
                assert old is not None
                staged.create(f"static{address}", old.bytes_if_any(address.removeprefix("/")))
            report = _judged(plan, tree, staged, Path(work.root), old)
            staged.write("import-report.json", as_json(report))
            staged.write("import-report.md", as_markdown(report).encode())
            if not request.is_dry_run:
                place = OwnFolder(beside)
                place.remove_empty(request.target.name)
                place.take(staged.root, request.target.name)
            return report


def _refuse_target(target: Path) -> None:
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise SiteError([Problem.of(Place(str(target)), "target-no-folder")])
    if target.is_dir() and any(target.iterdir()):
        raise SiteError([Problem.of(Place(str(target)), "target-not-empty")])


def _copy_files(plan: SitePlan, tree: SourceTree, staged: OwnFolder) -> None:
    """Copy files as they are; what cannot be read leaves the plan."""
    for target, source in sorted(plan.files.items()):
        try:
            staged.create(target, tree.read(source))
        except OSError as error:
            why = error.strerror or "its content cannot be read"
            plan.findings.add("lost", "unreadable", source, why)
            plan.leave_again(target, why)


def _judged(
    plan: SitePlan, tree: SourceTree, staged: OwnFolder, work: Path, old: SourceTree | None
) -> ImportReport:
    """Build the new site, redirect what can be redirected, and report all of it."""
    asked = _old_addresses(plan, old)
    site = build_and_mend(plan, staged, work)
    for address in asked:
        leads_to = plan.leads_to(address)
        known = plan.redirects.setdefault(address, leads_to)
        if not _is_there(known, site):
            plan.redirects[address] = leads_to or plan.leads_to(known) or known
    ids = {str(one.values.get("id")) for some in plan.entries.values() for one in some}
    plan.redirects = {
        old: _without_lost_place(new, site, ids)
        for old, new in sorted(plan.redirects.items())
        if new
        and new != old
        and not file_at(old, site.files)
        and _can_lead(old)
        and _is_there(new, site)
    }
    menu = _menu(plan, site)
    is_new = hide_signs(plan, (sign for look in site.looks.values() for sign in look.signs))
    is_new |= _lead_to_records(plan, site, ids) or menu != plan.site.get("menu", [])
    if is_new or plan.redirects:
        plan.site |= {"redirects": plan.redirects, "menu": menu}
        site = build_and_mend(plan, staged, work)
    for path in with_position(Path(staged.root), site):
        where = plan.files.get(path, path.removeprefix("static/"))
        became = "the site is published without it"
        plan.findings.add("secret", "position", where, "it says where it was taken", became)
    return _report(plan, tree, site, asked)


def _can_lead(address: str) -> bool:
    """Whether a host serves a page at an address. Only a page can send readers on."""
    last = address.rpartition("/")[2]
    return "?" not in address and ("." not in last or last.endswith((".html", ".htm")))


def _is_there(target: str, site: Built) -> bool:
    return "://" in target or bool(file_at(target.partition("#")[0], site.files))


def _without_lost_place(target: str, site: Built, ids: Collection[str] = ()) -> str:
    """Return an address of the new site. One that names a place which its page does not have leads
    to the page with that record, or to the page alone."""
    page, mark, place = target.partition("#")
    file = file_at(page, site.files) if page and mark and "://" not in target else ""
    pages = site.places.get(place, [])
    if not file or address_of(file) in pages:
        return target
    return f"{pages[0]}#{place}" if pages and place in ids else page


def _lead_to_records(plan: SitePlan, site: Built, ids: Collection[str]) -> bool:
    """Have pages lead to records where these are shown; whether any page led to no place."""

    def led(to: str) -> str:
        return _without_lost_place(to, site, ids) if to.partition("#")[2] in ids else to

    wrong = {str(p.where).partition(":")[0] for p in site.problems if p.about("fragment-missing")}
    for page in plan.documents:
        if page.target in wrong:
            page.body = rewritten(page.body, led, lambda typed: None)
    return bool(wrong)


def _menu(plan: SitePlan, site: Built) -> list[dict[str, Any]]:
    """Return the menu without places that pages do not have. An entry that led to one leads to its
    page, or is gone where another does."""
    menu: list[dict[str, Any]] = []
    before = plan.site.get("menu", [])
    pages = [one["to"] for one in before]
    for one in before:
        to = _without_lost_place(one["to"], site)
        if to == one["to"] or to not in pages:
            menu.append({**one, "to": to})
            pages.append(to.partition("#")[0])
        else:
            led = f"{one.get('label', '')}: {one['to']}".removeprefix(": ")
            plan.findings.add("lost", "menu", "menu", led)
    return menu


def _old_addresses(plan: SitePlan, old: SourceTree | None) -> list[str]:
    if old is not None:
        return sorted({*map(address_of, old.sizes), *plan.made_addresses})
    return sorted({*plan.known_addresses(), *plan.redirects, *plan.made_addresses})


def _report(plan: SitePlan, tree: SourceTree, site: Built, asked: list[str]) -> ImportReport:
    taken = Counter({kind: len(entries) for kind, entries in plan.entries.items()})
    taken["publications"] += plan.papers
    for one in plan.documents:
        taken["drafts" if one.front.get("draft") else "posts" if one.is_post else "pages"] += 1
    taken["files"] = len(plan.files)
    note_unseen(plan, tree, site)
    became = addresses(asked, site, plan)
    advice = [*map(str, before_you_publish(plan, plan.findings.all(), became, site))]
    drafts = {one.source for one in plan.documents if one.front.get("draft")}
    taken_samples = ("template-sample", "", True)  # a list of the owner's records, after all
    findings = [
        one for one in sorted(plan.findings.all(), key=lambda one: one.file in drafts)  # seen last
        if (one.code, one.what, one.file in plan.taken) != taken_samples
    ]  # fmt: skip
    return ImportReport(
        before_you_publish=advice,
        source={"kind": plan.kind, "evidence": plan.evidence, "commit": tree.commit},
        taken={kind: number for kind, number in taken.items() if number},
        findings=findings,
        addresses=became,
        files={
            "taken": dict(sorted(plan.taken.items())),
            "left": [{"file": file, "why": why} for file, why in sorted(plan.left.items())],
        },
        build={
            "pages": site.number_of_pages,
            "problems": list(map(plan.findings.masked, _once(site.problems))),
        },
    )


def _once(problems: Iterable[Problem]) -> Iterator[str]:
    """Yield what the build says, the same of one file once."""
    same: dict[tuple[str, str], list[Problem]] = {}
    for one in problems:
        same.setdefault((one.where.file if one.where else "", one.message), []).append(one)
    for first, *others in same.values():
        yield f"{first.where}: {first.message}" + (f" (×{len(others) + 1})" if others else "")
