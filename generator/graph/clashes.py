"""Outputs that cannot be written: where no disk has room, or where another one stands."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from generator.graph.permalinks import LONGEST_NAME, as_address, fault_in
from generator.model.address import output_path, slug_of
from generator.model.outputs import Output
from generator.model.site import Site
from generator.problems import Place, Problem, Spot

_WAYS_OUT = {
    "publication": "give it another `id:`",
    "tag": "give the tag another name",
    "cv": "give it another `permalink:`",
    "cv.pdf": "give it another `pdf:`",
    "redirect": "write it like /old/, or take it out",
}

_OF_A_PAGE = ("twin", "export", "card")
"""Kinds that stand beside a page: what is wrong with its address is said of the page alone."""
_MADE = ("", "content/posts")
"""Sources of what no file of the author's asks for."""


def writable(found: Iterable[Output], site: Site, problems: list[Problem]) -> Iterator[Output]:
    """Yield the outputs that can all be written, and report the others."""
    fitting = list(_fitting(found, site, problems))
    return _apart(fitting, site, problems)


def _fitting(found: Iterable[Output], site: Site, problems: list[Problem]) -> Iterator[Output]:
    """Drop and report outputs at addresses to which nothing can be written."""
    for output in found:
        is_beside = output.kind in _OF_A_PAGE
        is_ours = is_beside or output.kind in ("template", "document")
        fault = fault_in(output.url) if is_ours else ""
        if fault and is_beside:
            continue
        if fault:
            hint = f"give it another `slug:`, of at most {LONGEST_NAME} bytes"
            hint = _WAYS_OUT.get(output.layout, hint)
            problems.append(Problem(_where(output, site), fault, hint))
        else:
            yield output


def _apart(found: Iterable[Output], site: Site, problems: list[Problem]) -> Iterator[Output]:
    """Drop and report outputs whose paths are the same, or are on some machines."""
    seen: dict[str, Output] = {}
    for output in found:
        first = seen.setdefault(_folded(output.path), output)
        if first is not output and not (first.kind == output.kind and output.kind in _OF_A_PAGE):
            problems.append(_clash(first, output, site))
    no_files: set[str] = set()
    for path, output in seen.items():
        file = _file_above(path, seen, no_files)
        if file is None:
            yield output
        elif output.kind not in _OF_A_PAGE:
            problems.append(_clash(file, output, site))


def _file_above(path: str, files: dict[str, Output], no_files: set[str]) -> Output | None:
    """Return the file that takes the name of a folder that `path` needs, the nearest one.

    `no_files` collects folders that are known to be free, with all above them.
    """
    passed = []
    folder = path.rpartition("/")[0]
    while folder and folder not in no_files:
        if folder in files:
            return files[folder]
        passed.append(folder)
        folder = folder.rpartition("/")[0]
    no_files.update(passed)
    return None


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()


def _clash(first: Output, second: Output, site: Site) -> Problem:
    """Return the problem of two outputs of which only one can be written."""
    if second.source in _MADE and first.source not in _MADE:  # blame what the author wrote
        first, second = second, first
    other = first.source or f"Masthead's own {first.path}"
    if first.layout == "publication":
        other = f'the publication "{first.subject}"'
    message = f"this and {other} would both be {second.url}"
    hint = "give one of the two another `slug:` or `permalink:`, or rename it"
    hint = _WAYS_OUT.get(second.layout, hint if second.kind == "template" else "rename it")
    if _folded(first.path) != _folded(second.path):
        message = f"{second.url} and {first.url} ({other}) cannot both be: one is a file, "
        message += "and the other needs a folder of that name"
    elif first.path != second.path:
        message += f" (the other as {first.url}: one and the same on many machines)"
    elif second.layout == "redirect" and first.source == second.source:
        message, hint = "this alias is the page's own address", "take it out"
    return Problem(_where(second, site), message, hint)


def _where(output: Output, site: Site) -> Place | Spot:
    """Return the place of what decides an output's address."""
    if output.layout == "tag":
        for page in site.pages:
            if output.subject in map(slug_of, page.front.tags):
                return page.front_spot("tags")
    if output.layout == "publication":
        for record in site.records.get("publications", ()):
            if record.id == output.subject and record.spot:
                return record.spot.inside("id")
    if output.layout in ("cv", "cv.pdf"):
        return Spot(output.source, ("permalink" if output.layout == "cv" else "pdf",))
    for page in site.pages:
        if page.file != output.source:
            continue
        if output.layout == "redirect":
            addresses = [output_path(as_address(alias)) for alias in page.front.aliases]
            return page.front_spot("aliases", str(addresses.index(output.path)))
        return page.front_spot("permalink" if page.front.permalink else "slug")
    return Place(output.source or "content/site.yaml")
