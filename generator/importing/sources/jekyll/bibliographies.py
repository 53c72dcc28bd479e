"""Papers in BibTeX: taken over as they are, without what is the template's."""

import posixpath
import re

from generator.importing.samples import Samples
from generator.importing.sources.front_pages import text_of
from generator.importing.sources.jekyll.site import Jekyll

_ENTRY = re.compile(r"^[ \t]*@(\w+)[ \t]*[{(]", re.MULTILINE)
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
        kept, samples = without_samples(text, site.options.samples)
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


def without_samples(text: str, samples: Samples) -> tuple[str, int]:
    """Return a bibliography without the entries of a template, and how many those were."""
    starts = [match.start() for match in _ENTRY.finditer(text)]
    pieces = [text[: starts[0]]] if starts else [text]
    ends = [*starts[1:], len(text)] if starts else []
    pieces += [text[a:b] for a, b in zip(starts, ends, strict=True)]
    kept = [pieces[0]] + [piece for piece in pieces[1:] if not samples.holds(piece)]
    return "".join(kept), len(pieces) - len(kept)
