"""Papers of al-folio in BibTeX, taken over as they are; the people and venues that they name."""

import posixpath
import re
from collections.abc import Collection

from generator.importing.plan import Entry, id_of
from generator.importing.reading import Fields
from generator.importing.sources.jekyll.site import Jekyll
from generator.importing.sources.samples import in_entries
from generator.importing.sources.source import text_of

_FRONT = re.compile(r"\A\s*---[ \t]*\n(?:.*\n)??---[ \t]*\n")
_KEY = re.compile(r"^[ \t]*@\w+\s*[{(]\s*([^\s,]+)\s*,", re.MULTILINE)
_PREVIEW = re.compile(r"^\s*preview\s*=", re.MULTILINE)
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
        kept, again = _without_papers(kept, seen)
        if again:
            became = "the papers with these keys in another .bib"
            site.plan.findings.add("lost", "second-bib", path, ", ".join(again), became)
        keys = set(_KEY.findall(kept))
        if not keys:
            why = "its papers are in another .bib, too" if again else "no papers in it"
            site.plan.leave(path, "template-sample" if samples else why)
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
    shows = str(site.config.get("enable_publication_thumbnails") or "true").lower() != "false"
    if shows and any(_PREVIEW.search(text) for text in site.plan.texts.values()):
        site.plan.site["theme"] = {"options": {"teaser": "small"}}


def _without_papers(bib: str, known: Collection[str]) -> tuple[str, list[str]]:
    """Return a bibliography without the papers that another one has, and their keys."""
    head, *entries = in_entries(bib)
    keys = [key[1] if (key := _KEY.search(entry)) else "" for entry in entries]
    kept = [entry for key, entry in zip(keys, entries, strict=True) if key not in known]
    return head + "".join(kept), [key for key in keys if key in known]


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
