"""The gallery by hand.

`python -m tools.gallery draw [PART]` draws all pictures, or those with PART in their names;
`python -m tools.gallery film` draws the one film (needs ffmpeg);
`python -m tools.gallery place FOLDER` makes a project of each site in each theme.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools.gallery import GALLERY, place_all
from tools.gallery.film import film, frame
from tools.gallery.pictures import draw


def main(words: list[str]) -> int:
    """Run the command in the arguments; return the exit code."""
    match words:
        case ["draw", *part]:
            for file in draw(GALLERY, *part):
                print(f"{file.stat().st_size:>7} {file.relative_to(GALLERY)}")
        case ["film"]:
            film(GALLERY / "person/static/papers/wavefield.mp4")
            still = GALLERY / "person/static/papers/wavefield-still.webp"
            frame(0).finished().save(still, quality=72, method=6)
        case ["place", folder]:
            for _, _, project in place_all(Path(folder)):
                print(project)
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
