"""Portraits of people who do not exist: a head and shoulders of plain shapes, each from a seed."""

from __future__ import annotations

import math
import random

from tools.gallery.canvas import Canvas, Color, mix, rgb

SKIN = [rgb(c) for c in ("#f2d3b8", "#e0b08c", "#c68f66", "#9c6a46", "#6f4a33")]
HAIR = [rgb(c) for c in ("#1c1a1d", "#3a2a22", "#6b4a2f", "#8a8781", "#b5763c")]
CLOTH = [rgb(c) for c in ("#274c5e", "#8c3b3b", "#3f5d45", "#5b4a7d", "#b07a2e", "#35383f")]
GROUND = [rgb(c) for c in ("#dfe7e6", "#efe3d3", "#e2e0ec", "#d8e4d2", "#f0dcd6")]


def portrait(size: int, seed: int, *, dark: bool = False) -> Canvas:
    """Return a square picture of a person; `dark` is the same person in the evening."""
    rng = random.Random(seed)
    ground, skin, hair, cloth = (rng.choice(c) for c in (GROUND, SKIN, HAIR, CLOTH))
    if dark:
        ground, skin, cloth = (
            mix(c, rgb("#10151f"), s) for c, s in ((ground, 0.8), (skin, 0.25), (cloth, 0.35))
        )
    canvas = Canvas(size, size, ground)
    canvas.disc((size * 0.72, size * 0.3), size * 0.42, mix(ground, cloth, 0.18))
    long = rng.random() < 0.5
    covered = rng.random() < 0.2
    middle = size * 0.5
    if long and not covered:
        canvas.shape(oval(middle, size * 0.47, size * 0.235, size * 0.31), hair)
    canvas.shape(oval(middle, size * 1.04, size * 0.4, size * 0.34), cloth)
    canvas.box(
        (middle - size * 0.065, size * 0.55), (size * 0.13, size * 0.2), mix(skin, cloth, 0.15)
    )
    canvas.shape(oval(middle, size * 0.73, size * 0.1, size * 0.05), mix(skin, cloth, 0.15))
    if covered:
        canvas.shape(oval(middle, size * 0.47, size * 0.235, size * 0.29), mix(cloth, ground, 0.35))
    canvas.shape(oval(middle, size * 0.45, size * 0.17, size * 0.215), skin)
    if not covered:
        cap(canvas, middle, size, hair, rng.uniform(-0.5, 0.5))
    face(canvas, middle, size, mix(skin, rgb("#20181a"), 0.75), rng)
    return canvas


def oval(x: float, y: float, wide: float, high: float) -> list[tuple[float, float]]:
    """Return the outline of an ellipse around a place."""
    turns = [t / 60 * math.tau for t in range(60)]
    return [(x + wide * math.cos(t), y + high * math.sin(t)) for t in turns]


def cap(canvas: Canvas, middle: float, size: float, hair: Color, part: float) -> None:
    """Draw hair over the top of a head, parted somewhere."""
    top = [
        (x, y) for x, y in oval(middle, size * 0.43, size * 0.185, size * 0.225) if y < size * 0.42
    ]
    top.sort()
    canvas.shape([*top, (middle + size * 0.16, size * 0.37),
                  (middle + size * part * 0.25, size * 0.3),
                  (middle - size * 0.16, size * 0.37)], hair)  # fmt: skip


def face(canvas: Canvas, middle: float, size: float, ink: Color, rng: random.Random) -> None:
    """Draw eyes, a mouth, and glasses for some."""
    glasses = rng.random() < 0.35
    for side in (-1, 1):
        x, y = middle + side * size * 0.066, size * 0.45
        canvas.disc((x, y), size * 0.013, ink)
        canvas.line(
            [(x - size * 0.03, y - size * 0.045), (x + size * 0.03, y - size * 0.045)], ink, 2
        )
        if glasses:
            ring = oval(x, y, size * 0.048, size * 0.045)
            canvas.line([*ring, ring[0]], ink, 2)
    if glasses:
        canvas.line(
            [(middle - size * 0.018, size * 0.45), (middle + size * 0.018, size * 0.45)], ink, 2
        )
    smile = [
        (middle + size * 0.06 * t / 6, size * 0.565 - size * 0.022 * (t / 6) ** 2)
        for t in range(-6, 7)
    ]
    canvas.line(smile, ink, 2.4)
