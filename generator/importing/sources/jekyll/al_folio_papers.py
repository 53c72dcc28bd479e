"""Papers of al-folio in BibTeX, taken over as they are; the people and venues that they name."""

import posixpath
import re

from generator.importing.plan import Entry, id_of
from generator.importing.reading import Fields
from generator.importing.sources.jekyll.site import Jekyll
from generator.importing.sources.source import text_of

_FRONT = re.compile(r"\A\s*---[ \t]*\n(?:.*\n)??---[ \t]*\n")
_IN_FOLDER = "content/publications/{}"


def take_bibliographies(site: Jekyll) -> None:
    """Take the main `.bib` as `content/publications.bib`, and others beside it."""
    paths = site.tree.below("_bibliography/", ".bib")
    scholar = site.config.get("scholar")
    named = str(scholar.get("bibliography") or "") if isinstance(scholar, dict) else ""
    main = (
        site.tree.first(f"_bibliography/{named}", "_bibliography/papers.bib") or (paths or [""])[0]
    )
    seen: set[str] = set()
    for path in sorted(paths, key=lambda one: one != main):
        text = text_of(site.tree, path, site.plan)
        if text is None:
            continue
        text = _FRONT.sub("", text)
        kept, samples = site.options.samples.without(text)
        if samples:
            site.plan.findings.add("left", "template-sample", path, f"{samples} entries")
        keys = set(re.findall(r"@\w+\s*[{(]\s*([^\s,]+)\s*,", kept))
        if not keys:
            site.plan.leave(path, "template-sample" if samples else "no papers in it")
            continue
        if keys & seen:
            site.plan.leave(path, "its papers are in another .bib, too")
            site.plan.findings.add("lost", "second-bib", path, ", ".join(sorted(keys & seen)))
            continue
        seen |= keys
        target = (
            "content/publications.bib"
            if path == main
            else _IN_FOLDER.format(posixpath.basename(path))
        )
        site.plan.texts[target] = kept.strip("\n") + "\n"
        site.plan.papers += len(keys)
        site.plan.take(path, target)


def take_people_and_venues(site: Jekyll) -> None:
    """Make records of the people and venues that the settings name beside the papers."""
    path, people = site.data("coauthors")
    if isinstance(people, Fields) and not site.is_sample_file(path):
        for family, several in people.items():
            for one in several if isinstance(several, list) else []:
                if not isinstance(one, Fields):
                    continue
                given = one.get("firstname") or []
                names = [given] if isinstance(given, str) else [str(n) for n in given]
                last = family.title() if family.islower() else family
                name = f"{names[0] if names else ''} {last}".strip()
                aliases = [f"{other} {last}" for other in names[1:]]
                values = {"name": name, "aliases": aliases, "url": str(one.get("url") or "")}
                site.plan.add_entry("people", Entry(values=values, source=path))
    path, venues = site.data("venues")
    if isinstance(venues, Fields) and not site.is_sample_file(path):
        for short, one in venues.items():
            url = str(one.get("url") or "") if isinstance(one, Fields) else ""
            if ident := id_of(short):
                values = {"id": ident, "short": short, "url": url}
                site.plan.add_entry("venues", Entry(values=values, source=path))
