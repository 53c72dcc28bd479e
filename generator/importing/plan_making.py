"""A source -> the plan of a new site, with an account of each of its files."""

from generator.importing.findings import Findings
from generator.importing.plan import SitePlan
from generator.importing.plan_texts import known_addresses
from generator.importing.private_facts import is_secret_file
from generator.importing.source_tree import SourceTree
from generator.importing.sources.redirect_rules import expand, take_rules
from generator.importing.sources.source import Options, Source
from generator.problems import Place, Problem, SiteError

_WORST = 0.1
"""The part of all files that may be unreadable, before nothing is imported."""


def plan_of(tree: SourceTree, source: Source, options: Options) -> SitePlan:
    """Return what a source becomes; each of its files is taken, or left for a reason.

    Raises SiteError where so much cannot be read that it can hardly be such a source.
    """
    plan = SitePlan(Findings())
    plan.left.update(tree.left)
    for path, why in tree.left.items():
        if why != "made by programs":
            plan.findings.add("left", "not-followed", path, why)
    for path in tree.sizes:
        if is_secret_file(path):
            plan.leave(path, "secret")
            plan.findings.add("secret", "secret-file", path)
    take_rules(tree, plan)
    source.read(tree, plan, options)
    unreadable = sum(one.code in ("unreadable", "encoding") for one in plan.findings.all())
    if unreadable > max(3, len(plan.documents) * _WORST):
        message = f"{unreadable} files cannot be read, {len(plan.documents)} can"
        raise SiteError([Problem(Place(tree.name), message, "is this the right folder?")])
    plan.leave_all(tree.sizes, "not content: settings, templates and tools of the old program")
    _keep_linked(plan, tree)
    for lost, target, other in plan.clashes:
        is_same = _are_same(tree, lost, plan.files.get(other, lost))
        severity, became = ("changed", other) if is_same else ("lost", "")
        plan.findings.add(severity, "name-clash", lost, target, became)  # type: ignore[arg-type]
    expand(plan, known_addresses(plan) if plan.rules else ())
    return plan


def _are_same(tree: SourceTree, first: str, second: str) -> bool:
    """Whether two files have the same bytes; what cannot be read is like no other."""
    try:
        return tree.read(first) == tree.read(second)
    except OSError:
        return False


def _keep_linked(plan: SitePlan, tree: SourceTree) -> None:
    """Of two files whose names differ in capitals only, keep the one that texts link to."""
    texts = "\n".join(document.body for document in plan.documents)
    for number, (lost, target, other) in enumerate(plan.clashes):
        source = plan.files.get(other, "")
        names = [one.rpartition("/")[2] for one in (target, other)]
        if source and texts.count(names[0]) > texts.count(names[1]):
            del plan.files[other]
            plan.files[target] = lost
            plan.taken.pop(source, None)
            plan.take(lost, target)
            plan.leave(source, f"{target} has this name with other capitals")
            plan.clashes[number] = (source, other, target)
