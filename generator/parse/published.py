"""Which files under `content/` are published, besides pages and data.

A file goes live only if its ending is one of `ENDINGS` and it belongs to no hidden page. So a copy
of a page, a dump or a list of passwords that was forgotten there does not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from generator.model import files
from generator.model.files import Sources
from generator.model.site import PAGE_ENDINGS
from generator.problems import Place, Problem

ENDINGS = (
    *files.ENDINGS, ".ico", ".vtt", ".ogv", ".mp3", ".m4a", ".ogg", ".oga", ".opus", ".wav",
    ".flac", ".pdf", ".ps", ".djvu", ".epub", ".doc", ".docx", ".odt", ".ppt", ".pptx", ".pps",
    ".ppsx", ".odp",
)  # fmt: skip
"""Endings of pictures, films, sound, documents and slides, in small letters."""


def has_known_ending(name: str) -> bool:
    """Whether a file may be published, judging by its name; BibTeX is for readers to download."""
    return name.lower().endswith(ENDINGS) or name.endswith(".bib")


def not_published(path: str) -> Problem:
    """Return what is said of a file with another ending."""
    return Problem.of(Place(path), "file-not-published", severity="warning")


def unbuilt_folder(name: str) -> str:
    """Return the folder of a file under `content/` whose name begins with `_`, or nothing.

    Jekyll and others keep drafts in `_drafts/`, and never publish such a folder.
    """
    parts = name.split("/")[:-1]
    number = next((n for n, part in enumerate(parts, 1) if part.startswith("_")), 0)
    return "/".join(parts[:number])


def without_files_of_hidden_pages(
    names: Iterable[str], sources: Sources, shown: Collection[str]
) -> Iterator[str]:
    """Yield those of some files under `content/` that no draft or private page owns.

    A page owns the files in its folder, which is `a/` for `a/index.md` and for `a.md`, and those of
    its own name (`a.pdf`). The nearest page decides. `shown` are the files of public pages.
    """
    is_shown: dict[str, bool] = {}
    for path in sources.content:
        if path.endswith(PAGE_ENDINGS):
            owner = _owner(path)
            is_shown[owner] = is_shown.get(owner, False) or path in shown
    for name in names:
        place = _owner(f"content/{name}")
        while place not in is_shown and "/" in place:
            place = place.rpartition("/")[0]
        if is_shown.get(place, True) or place == "content":
            yield name


def _owner(path: str) -> str:
    """Return a path without the endings of its name, and without `/index`."""
    folder, _, last = path.rpartition("/")
    return f"{folder}/{last.partition('.')[0]}".removesuffix("/index")
