"""What is read of the sources late: once an output shows it."""

from __future__ import annotations

from generator.engine.source_cache import DiskSourceCache
from generator.model.files import Sources
from generator.model.sections import Section
from generator.model.site import Page
from generator.problems import Problem, Spot


def body(sources: Sources, page: Page) -> str:
    """Return the Markdown of a page. Raises SourcesChanged if it is not what was found."""
    from generator.parse.front_matter import body_of

    return body_of(sources.content[page.file], page)


def page_digest(sources: Sources, page: Page) -> str:
    """Return the digest of all that makes a page: its file, and how its language is told."""
    file = sources.content.get(page.file)
    return f"{file.digest() if file else ''} {page.key} {page.lang}"


def read_section(
    memory: DiskSourceCache, name: str, options: str, where: Spot
) -> tuple[Section | None, list[Problem]]:
    """Read a directive's options; the same ones were read before without YAML's help."""
    what = f"section {name} {options}"
    known: Section | None = memory.get(what, "", Section)
    if known is not None:
        return known, []
    from generator.parse import yaml_reader

    read, problems = yaml_reader.read_section(name, options, where)
    if read is not None and not problems:
        memory.put(what, "", read)
    return read, problems
