"""The base of the gallery's drawings: a canvas, colours, and smooth noise."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

from PIL import Image, ImageDraw

Color = tuple[int, int, int]
Point = tuple[float, float]
FINE = 2
"""Drawn pixels per final pixel in each direction, so that edges are smooth."""


class Canvas:
    """A picture whose coordinates are pixels of the finished picture."""

    def __init__(self, width: int, height: int, ground: Color) -> None:
        """Begin with a ground of one colour."""
        self.width, self.height = width, height
        self.image = Image.new("RGB", (width * FINE, height * FINE), ground)
        self.pen = ImageDraw.Draw(self.image, "RGBA")

    def sky(self, top: Color, bottom: Color, until: float) -> None:
        """Shade from one colour to another, from the top to a height."""
        rows = int(until * FINE)
        for row in range(rows):
            self.pen.line(
                [(0, row), (self.width * FINE, row)], fill=mix(top, bottom, row / max(1, rows - 1))
            )

    def shape(self, points: Sequence[Point], fill: Color, opacity: float = 1) -> None:
        """Fill a polygon."""
        self.pen.polygon(fine(points), fill=(*fill, round(255 * opacity)))

    def line(
        self, points: Sequence[Point], color: Color, width: float = 2, opacity: float = 1
    ) -> None:
        """Draw a line through points, with round bends."""
        self.pen.line(
            fine(points),
            fill=(*color, round(255 * opacity)),
            width=round(width * FINE),
            joint="curve",
        )

    def disc(self, center: Point, radius: float, fill: Color, opacity: float = 1) -> None:
        """Fill a circle."""
        (x, y), r = center, radius
        self.pen.ellipse(
            [(x - r) * FINE, (y - r) * FINE, (x + r) * FINE, (y + r) * FINE],
            fill=(*fill, round(255 * opacity)),
        )

    def box(self, corner: Point, size: Point, fill: Color, opacity: float = 1) -> None:
        """Fill a rectangle."""
        (x, y), (w, h) = corner, size
        self.pen.rectangle(
            [x * FINE, y * FINE, (x + w) * FINE - 1, (y + h) * FINE - 1],
            fill=(*fill, round(255 * opacity)),
        )

    def finished(self) -> Image.Image:
        """Return the picture in its final size."""
        return self.image.resize((self.width, self.height), Image.Resampling.LANCZOS)


def fine(points: Sequence[Point]) -> list[Point]:
    """Return points in drawn pixels."""
    return [(x * FINE, y * FINE) for x, y in points]


def rgb(code: str) -> Color:
    """Return the colour of a code such as `#1f3a4d`."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def mix(first: Color, second: Color, share: float) -> Color:
    """Return a colour between two: the first at 0, the second at 1."""
    r, g, b = (round(a + (z - a) * share) for a, z in zip(first, second, strict=True))
    return r, g, b


def scale(colors: Sequence[Color], share: float) -> Color:
    """Return the colour at a place of a scale of colours, from 0 to 1."""
    place = min(max(share, 0.0), 1.0) * (len(colors) - 1)
    index = min(int(place), len(colors) - 2)
    return mix(colors[index], colors[index + 1], place - index)


def wave(rng: random.Random, longest: float, terms: int) -> Callable[[float], float]:
    """Return a smooth random function with values between about -1 and 1."""
    parts = [
        (0.6**n, rng.uniform(0, math.tau), longest / 1.9**n * rng.uniform(0.8, 1.2))
        for n in range(terms)
    ]
    total = sum(size for size, _, _ in parts)
    return lambda x: sum(a * math.sin(math.tau * x / length + p) for a, p, length in parts) / total


def field(rng: random.Random, longest: float, terms: int) -> Callable[[float, float], float]:
    """Return a smooth random function of a place, with values between about -1 and 1."""
    parts = []
    for n in range(terms):
        angle, length = rng.uniform(0, math.tau), longest / 1.35**n
        parts.append((0.8**n, math.cos(angle) / length, math.sin(angle) / length, rng.random()))
    total = sum(size for size, *_ in parts) * 0.6
    return lambda x, y: (
        sum(a * math.sin(math.tau * (x * u + y * v + p)) for a, u, v, p in parts) / total
    )
