"""The two sites of the gallery: draws their pictures, and makes a project of each in every theme.

`person` and `group` are sites of invented people, places and papers. Their texts are written by
hand, and `python -m tools.gallery draw` draws their pictures, so we own all of their content. `make
docs` builds each site in each packaged theme; they differ in one line of `site.yaml`.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from generator.model.files import packaged_themes

GALLERY = Path(__file__).resolve().parent
SITES = ("person", "group")
_CHOICE = re.compile(r"^theme: .*$", re.MULTILINE)


def themes() -> tuple[str, ...]:
    """Return the names of the themes that a site can choose: all packaged ones except `base`."""
    folder = packaged_themes()
    found = {file.parent.name for file in folder.glob("*/theme.yaml")} - {"base"}
    return tuple(sorted(found, key=lambda name: (name != "broadsheet", name)))


def place(site: str, theme: str, folder: Path, languages: tuple[str, ...] = ()) -> Path:
    """Copy a site of the gallery to a folder, with a theme; return the folder.

    With `languages`, all others are left out. Everything in the folder except `.cache/` is removed
    first.
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
