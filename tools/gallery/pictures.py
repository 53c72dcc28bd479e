"""The pictures of the gallery's two sites, and how each is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tools.gallery import figures, scenes
from tools.gallery.canvas import Canvas, rgb
from tools.gallery.portraits import portrait

TEASER = (720, 450)
MEMBERS = (
    "odalys", "ruskela", "shen", "marsawi", "fenwarra", "ixbal", "tovanne", "lu", "quillane",
    "solvane", "daskirin", "bahrawi", "okemara", "velisaar", "pelleron", "drossart", "yun",
    "kantele",
)  # fmt: skip
"""Members and alumni of the group, by their ids in `people.yaml`."""
PERSON: dict[str, Callable[[], Canvas]] = {
    "papers/tide-photo": lambda: marked(scenes.sea(*TEASER, 11)),
    "papers/dune-drift": lambda: scenes.dunes(*TEASER, 12),
    "papers/lantern": lambda: scenes.sea(*TEASER, 13, scenes.NIGHT),
    "papers/sea-fog": lambda: scenes.with_fog(scenes.harbour(*TEASER, 14, scenes.DAY), 14, 0.5),
    "papers/patchwork": lambda: figures.relief(*TEASER, 15),
    "papers/gulls": lambda: figures.points(*TEASER, 16, figures.HEAT[1:]),
    "papers/salt-proof": lambda: figures.board(*TEASER, 17),
    "papers/marram": lambda: scenes.grass(*TEASER, 19),
    "papers/slow-shutter": lambda: figures.streaks(*TEASER, 20),
    "papers/moving-boats": lambda: figures.network(*TEASER, 21),
    "papers/thesis": lambda: figures.rings(*TEASER, 22, rgb("#1d3b44"), rgb("#d9c79a")),
    "projects/tidecam": lambda: scenes.sea(*TEASER, 31, scenes.MOSS),
    "projects/open-shore": lambda: figures.points(*TEASER, 32),
    "projects/grassbook": lambda: scenes.grass(*TEASER, 33, scenes.DUSK),
    "projects/pier-school": lambda: scenes.harbour(*TEASER, 34),
    "posts/low-tide": lambda: scenes.dunes(*TEASER, 41, scenes.MOSS),
    "posts/calibration": lambda: figures.curves(*TEASER, 42),
    "posts/winter": lambda: scenes.sea(*TEASER, 43, scenes.DUSK),
    "posts/winter-clear": lambda: scenes.sea(*TEASER, 44, scenes.DAY),
    "posts/winter-fog": lambda: scenes.with_fog(scenes.sea(*TEASER, 44, scenes.DAY), 44, 1.2),
    "portrait": lambda: portrait(400, 7),
    "portrait-dark": lambda: portrait(400, 7, dark=True),
}
GROUP: dict[str, Callable[[], Canvas]] = {
    "hero": lambda: scenes.harbour(1600, 640, 51),
    "logo": lambda: figures.rings(400, 400, 52, rgb("#14384a"), rgb("#f2c078")),
    "areas/seeing": lambda: figures.relief(*TEASER, 53, figures.HEAT),
    "areas/moving": lambda: figures.network(*TEASER, 54),
    "areas/listening": lambda: figures.spectrum(*TEASER, 55),
    "papers/keel": lambda: figures.curves(*TEASER, 61),
    "papers/buoy-swarm": lambda: scenes.sea(*TEASER, 62, scenes.DUSK),
    "papers/quay-map": lambda: figures.points(*TEASER, 63),
    "papers/quiet-propeller": lambda: figures.spectrum(*TEASER, 64),
    "papers/tide-gate": lambda: figures.bars(*TEASER, 65),
    "papers/kelp": lambda: scenes.grass(*TEASER, 66, scenes.MOSS),
    "papers/night-watch": lambda: scenes.harbour(*TEASER, 67, scenes.NIGHT),
    "papers/rope": lambda: figures.streaks(*TEASER, 68),
    "software/keelson": lambda: figures.network(*TEASER, 71),
    "software/echolot": lambda: figures.relief(*TEASER, 72),
    "software/moorings": lambda: scenes.sea(*TEASER, 73, scenes.NIGHT),
    "software/logline": lambda: figures.bars(*TEASER, 74),
    "news/sea-trial": lambda: scenes.sea(*TEASER, 75),
    "news/open-day": lambda: scenes.harbour(*TEASER, 76, scenes.SAND),
    "funder-1": lambda: figures.rings(320, 160, 81, rgb("#f4f1e8"), rgb("#3f5d45")),
    "funder-2": lambda: figures.rings(320, 160, 82, rgb("#eef2f6"), rgb("#274c5e")),
    "funder-3": lambda: figures.rings(320, 160, 83, rgb("#f6efe6"), rgb("#b0622e")),
    **{
        f"people/{name}": partial(portrait, 320, 100 + number)
        for number, name in enumerate(MEMBERS)
    },
}


def marked(canvas: Canvas) -> Canvas:
    """Mark the line where water meets land, as a program found it."""
    y, ink = canvas.height * 0.46, rgb("#d1603d")
    for n in range(24):
        x = canvas.width * n / 24
        canvas.line([(x, y), (x + canvas.width / 40, y)], ink, 4)
    canvas.box((canvas.width * 0.06, y - 46), (150, 30), ink)
    canvas.box((canvas.width * 0.06 + 12, y - 36), (126, 10), rgb("#ffffff"))
    return canvas


def draw(gallery: Path, only: str = "") -> Iterator[Path]:
    """Draw the pictures of both sites; return their files. `only` is a part of their names."""
    for site, drawings in (("person", PERSON), ("group", GROUP)):
        for name, drawing in drawings.items():
            file = gallery / site / "static" / f"{name}.webp"
            if only in str(file):
                file.parent.mkdir(parents=True, exist_ok=True)
                drawing().finished().save(file, quality=72, method=6)
                yield file
