"""A source -> the program that it was made for, and the plan of a new site."""

import re

from generator.importing.findings import Findings
from generator.importing.plan import SitePlan
from generator.importing.plan_texts import known_addresses
from generator.importing.private_facts import is_secret_file
from generator.importing.source_tree import SourceTree
from generator.importing.sources.hexo import Hexo
from generator.importing.sources.hugo.hugo_blox import HugoBlox
from generator.importing.sources.jekyll.academicpages import Academicpages
from generator.importing.sources.jekyll.al_folio import AlFolio
from generator.importing.sources.json_resume import JsonResume
from generator.importing.sources.redirect_rules import expand, take_rules
from generator.importing.sources.rendercv import RenderCv
from generator.importing.sources.source import Options, Source
from generator.problems import Place, Problem, SiteError

SOURCES: tuple[Source, ...] = (
    Hexo(),
    AlFolio(),
    Academicpages(),
    HugoBlox(),
    RenderCv(),
    JsonResume(),
)
"""All programs that sites can come from; a new one is added here."""
CVS = ("rendercv", "json-resume")
"""Those that make a CV and no site."""
_HOMES = {"en": "Home", "de": "Start", "fr": "Accueil", "zh": "首页", "pt": "Início"}
"""Language -> what menus call the home page."""
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
        hint = "say which one it is with --from"
        raise SiteError([Problem(place, f"two kinds of source fit: {said}", hint)])
    if is_rendered(tree):
        message = "this is a site as it was published, and an import needs what it was made from"
        others = [
            name
            for name in tree.branches
            if re.search(r"source|src|main|master|dev|hexo|hugo", name)
        ]
        hint = (
            f"its sources may be on another branch: --ref {' or --ref '.join(others)}"
            if others
            else ("look for the folder or branch in which you write")
        )
        raise SiteError([Problem(place, message, hint)])
    message = f"this looks like none of {names}"
    hint = "name the folder in which its settings lie, or say what it is with --from"
    if tree.branches:
        hint += f"; --ref takes another branch: {', '.join(tree.branches[:6])}"
    raise SiteError([Problem(place, message, hint)])


def is_rendered(tree: SourceTree) -> bool:
    """Whether a source is a finished site: pages in HTML, and hardly anything in Markdown."""
    pages = sum(path.endswith(".html") for path in tree.sizes)
    texts = sum(path.endswith((".md", ".markdown")) for path in tree.sizes)
    return tree.has("index.html") and pages > texts


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
    _name_home(plan)
    unreadable = sum(one.code in ("unreadable", "encoding") for one in plan.findings.all())
    if unreadable > max(3, len(plan.documents) * _WORST):
        message = f"{unreadable} files cannot be read, {len(plan.documents)} can"
        raise SiteError([Problem(Place(tree.name), message, "is this the right folder?")])
    plan.leave_all(tree.sizes, "not content: settings, templates and tools of the old program")
    _keep_linked(plan, tree)
    for lost, target, other in plan.clashes:
        is_same = _are_same(tree, lost, plan.files.get(other, lost))
        there = "/" + other.partition("/")[2]
        if is_same:
            plan.findings.add("changed", "name-clash", lost, target, other)
            why = (
                f"but for capitals this is {there}, and not every disk holds both: links lead there"
            )
        else:
            became = "rename it in the source, with the links to it, and import again"
            plan.findings.add("lost", "name-clash", lost, target, became)
            why = f"{there} is another file whose name differs in capitals only"
        plan.gone["/" + target.partition("/")[2]] = why
    expand(plan, known_addresses(plan) if plan.rules else ())
    return plan


def _name_home(plan: SitePlan) -> None:
    """Call the home page so in the menu, where it has the name of the site, which stands beside."""
    person = plan.site.get("person")
    name = person.get("name") if isinstance(person, dict) else ""
    home = _HOMES.get(str((plan.site.get("languages") or ["en"])[0]))
    names = ("", None, name, plan.site.get("title"))
    for document in plan.documents if home else ():
        if document.address == "/" and document.front.get("title") in names:
            document.front["title"] = home


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
