"""`python -m tools.looks.shots`: retakes the pictures of themes in the documentation.

Builds the gallery's sites in each packaged theme, and writes `docs/images/themes/THEME-SITE.webp`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

from tools.browser.browser_tools import BrowserTools, find_tools
from tools.gallery import SITES, place, themes
from tools.looks.__main__ import built
from tools.looks.server import serve
from tools.reference.themes import IMAGES

DESKTOP = {"width": 1280, "height": 800, "dark": False}
PHONE = {"width": 390, "height": 800, "dark": True}
SHRINK = 0.6


def shoot(tools: BrowserTools, folder: Path, name: str, page: str = "") -> None:
    """Take a picture of a home on a desktop, and of one on a phone in the dark scheme."""
    with serve(folder) as site:
        for view, more in ((DESKTOP, ""), (PHONE, "-dark-phone")):
            file = IMAGES / f"{name}{more}.webp"
            shot = file.with_suffix(".png")
            tools.shoot(site.root + page, shot, **view)
            with Image.open(shot) as picture:
                size = (round(picture.width * SHRINK), round(picture.height * SHRINK))
                picture.convert("RGB").resize(size, Image.Resampling.LANCZOS).save(
                    file, quality=70, method=6
                )
            shot.unlink()
            print(file, file.stat().st_size)


def main() -> int:
    """Take all pictures, or those of the themes that are named."""
    tools, folder = find_tools(), Path(".cache/looks")
    IMAGES.mkdir(parents=True, exist_ok=True)
    for theme in sys.argv[1:] or themes():
        for site in SITES:
            project = place(site, theme, folder / f"{site}-{theme}")
            built(project)
            shoot(tools, project / "_site", f"{theme}-{site}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
