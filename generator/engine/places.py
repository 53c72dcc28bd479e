"""Places on pages that links name, `about/#teaching`: are they there?"""

from __future__ import annotations

from urllib.parse import unquote

from generator.html_tags import with_attribute
from generator.model.files import FragmentLink, Output
from generator.problems import Problem
from generator.write import Staging


def dead_fragments(
    links: list[FragmentLink], outputs: tuple[Output, ...], staging: Staging
) -> list[Problem]:
    """Warn of links to an id that the page they lead to does not have."""
    paths = {output.url: output.path for output in outputs}
    ids: dict[str, set[str]] = {}
    problems = []
    for link in links:
        path = paths.get(link.address)
        if path is None or not path.endswith(".html"):
            continue
        if path not in ids:
            page = staging.read(path).decode("utf-8", "replace")
            ids[path] = {given.get("id", "") for given in with_attribute(page, "id")}
        if unquote(link.fragment) not in ids[path]:
            message = f'the page {link.address} has no place named "{link.fragment}"'
            hint = "name a heading's id, or give one with {#id}"
            problems.append(Problem(link.where, message, hint, "warning", "fragment-missing"))
    return problems
