"""A plan -> the files of a Masthead site, and their bytes."""

from collections.abc import Iterator, Mapping

from generator.importing.plan import Document, Entry, SitePlan
from generator.importing.yaml_text import item, mapping
from generator.project import modeline

_HEAD = (
    "# Made by `masthead import`. Fields marked `# import: guessed` were not written by anybody.\n"
)
GITIGNORE = "/_site/\n/.cache/\n/_unpublished/\n"


def site_files(plan: SitePlan) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file that is written; `plan.files` are copied besides."""
    yield (
        "content/site.yaml",
        modeline("site") + _HEAD + mapping(_said(plan.site), plan.site_guessed),
    )
    for document in plan.documents:
        yield document.target, page_text(document)
    for kind, entries in sorted(plan.entries.items()):
        yield f"content/{kind}.yaml", data_text(kind, entries)
    if plan.cv is not None:
        yield plan.cv.target, modeline("cv") + mapping(_said(plan.cv.fields))
    yield from sorted(plan.texts.items())
    yield ".gitignore", GITIGNORE


def page_text(document: Document) -> str:
    """Return the file of a page."""
    front = _said(document.front)
    head = f"---\n{mapping(front, document.guessed)}---\n\n" if front else ""
    return head + document.body.strip("\n") + "\n"


def data_text(kind: str, entries: list[Entry]) -> str:
    """Return the file of all records of a kind."""
    return modeline(kind) + "\n".join(item(_said(one.values), one.guessed) for one in entries)


def entry_at(kind: str, entries: list[Entry], line: int) -> int:
    """Return which record of a data file stands at a line of it, or -1."""
    at = modeline(kind).count("\n")
    for number, entry in enumerate(entries):
        lines = item(_said(entry.values), entry.guessed).count("\n") + 1
        if at < line <= at + lines:
            return number
        at += lines
    return -1


def _said(values: Mapping[str, object]) -> dict[str, object]:
    """Return the fields that say something, also of mappings inside."""
    found: dict[str, object] = {}
    for name, value in values.items():
        value = _said(value) if isinstance(value, Mapping) else value
        if value not in ("", [], {}, None):
            found[name] = value
    return found
