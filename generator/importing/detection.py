"""Finds out which program a source was made for, and says by what."""

import re

from generator.importing.source_tree import SourceTree
from generator.importing.sources.hexo.blog import Hexo
from generator.importing.sources.hugo.hugo_blox import HugoBlox
from generator.importing.sources.jekyll.academicpages import Academicpages
from generator.importing.sources.jekyll.al_folio import AlFolio
from generator.importing.sources.json_resume import JsonResume
from generator.importing.sources.rendercv import RenderCv
from generator.importing.sources.source import Source
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
