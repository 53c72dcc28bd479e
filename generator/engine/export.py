"""A project -> one file of another program.

What a build writes for programs is what its pages show. This gives all that a format can hold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from generator.engine.findings import in_order
from generator.graph.cvs import with_whole_cvs
from generator.graph.formats.json_resume import ResumeWriter
from generator.graph.formats.papers import bibtex_entry, csl_item
from generator.graph.index import Index
from generator.graph.outputs import outputs_of, with_homes
from generator.load import load
from generator.model.site import Site
from generator.model.text import Visibility, filled
from generator.model.theme import Theme
from generator.parse.content import parse
from generator.parse.theme import parse_theme
from generator.problems import SiteError
from generator.project import ProjectFolders
from generator.render.markdown.convert import plain


def exported(project: ProjectFolders, format: str, lang: str, is_private: bool) -> bytes:
    """Return a site in a format, see `api.export`."""
    site, theme = _site(project)
    if is_private:
        site = _opened(site)
    outputs, _ = outputs_of(site, theme, load(project)[0])
    index = Index(site, theme, outputs, site.config.url)
    lang = lang or site.default_lang
    return _WRITERS[format](index, lang)


def _site(project: ProjectFolders) -> tuple[Site, Theme]:
    sources, problems = load(project)
    try:
        site, found = parse(sources, cache=None)
    except SiteError as error:
        raise SiteError(in_order([*problems, *error.problems], sources)) from None
    problems += found
    site = with_homes(with_whole_cvs(site, problems))
    theme, _ = parse_theme(sources, site.config.theme)
    errors = [problem for problem in problems if problem.is_error]
    if errors:
        raise SiteError(in_order(errors, sources))
    return site, theme


def _opened(site: Site) -> Site:
    """Return a site in which nothing is hidden from anybody."""
    return msgspec.structs.replace(
        site,
        config=msgspec.structs.replace(
            site.config, person=_shown(site.config.person), guard_email=False
        ),
        records={kind: tuple(map(_shown, records)) for kind, records in site.records.items()},
    )


def _shown(value: Any) -> Any:
    by_default = getattr(value, "hidden_by_default", {})
    everybody = Visibility(fields=dict.fromkeys(by_default, "public"))
    return msgspec.structs.replace(value, visibility=everybody)


def _bibtex(index: Index, lang: str) -> bytes:
    entries = (
        bibtex_entry(paper, index.venue_of(paper), index.directory, is_full=True)
        for paper in index.publications.whole().values()  # type: ignore[attr-defined]
    )
    return "\n".join(entries).encode()


def _csl(index: Index, lang: str) -> bytes:
    items = []
    for paper in index.publications.values():
        output = index.translated(f"publication:{paper.id}", lang)
        items.append(csl_item(paper, index, output.url if output else ""))
    return _json(items)


def _json_resume(index: Index, lang: str) -> bytes:
    return _json(ResumeWriter(index, lang, is_whole=True).resume())


def _json(value: Any) -> bytes:
    encoded = msgspec.json.encode(
        filled(value, lambda phrase: plain(phrase.text, html=False, as_typed=True))
    )
    return msgspec.json.format(encoded, indent=2) + b"\n"


_WRITERS: dict[str, Callable[[Index, str], bytes]] = {
    "bibtex": _bibtex,
    "csl-json": _csl,
    "json-resume": _json_resume,
}
