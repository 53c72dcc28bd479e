"""The two sites of the gallery: their pictures drawn, and each made a project in every theme.

`person` and `group` are sites of people, places and papers that do not exist. Their
texts are written by hand, their pictures drawn by `python -m tools.gallery draw`; nothing in them
is anybody else's. `make docs` builds each site in each packaged theme; what differs is one line of
`site.yaml`.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from generator.project import packaged_themes

GALLERY = Path(__file__).resolve().parent
SITES = ("person", "group")
_CHOICE = re.compile(r"^theme: .*$", re.MULTILINE)


def themes() -> tuple[str, ...]:
    """Return the names of the themes that a site can choose: all packaged ones but `base`."""
    folder = packaged_themes()
    found = {file.parent.name for file in folder.glob("*/theme.yaml")} - {"base"}
    return tuple(sorted(found, key=lambda name: (name != "broadsheet", name)))


def place(site: str, theme: str, folder: Path, languages: tuple[str, ...] = ()) -> Path:
    """Copy a site of the gallery to a folder, with a theme; return the folder.

    `languages` leaves out all others. What the folder held but its `.cache/` goes.
    """
    for name in ("content", "static"):
        shutil.rmtree(folder / name, ignore_errors=True)
        shutil.copytree(GALLERY / site / name, folder / name)
    settings = folder / "content/site.yaml"
    text, count = _CHOICE.subn(f"theme: {theme}", settings.read_text("utf-8"))
    if count != 1:
        raise ValueError(f"{settings}: {count} lines choose a theme, where one should")
    if languages:
        text = re.sub(r"^languages: .*$", f"languages: [{', '.join(languages)}]", text, flags=re.M)
        for file in sorted((folder / "content").rglob("*")):
            lang = re.search(r"[.-](zh|ar)\.(?:md|yaml)$", file.name)
            if lang and lang[1] not in languages:
                file.unlink()
    settings.write_text(text, "utf-8")
    return folder


def place_all(folder: Path) -> Iterator[tuple[str, str, Path]]:
    """Make a project of each site in each theme: `FOLDER/person-folio`; return all three."""
    for site in SITES:
        for theme in themes():
            yield site, theme, place(site, theme, folder / f"{site}-{theme}")
