"""Landscapes of the gallery: sea, dunes, fog, grass, a harbour. Each is drawn from a seed."""

from __future__ import annotations

import math
import random
from typing import NamedTuple

from tools.gallery.canvas import Canvas, Color, mix, rgb, wave


class Light(NamedTuple):
    """The colours of an hour of the day."""

    top: Color
    low: Color
    sun: Color
    far: Color
    near: Color
    sea: Color


DAY = Light(*map(rgb, ("#9cc3d5", "#eef3ea", "#fff8dc", "#b7c4b1", "#6b7f5e", "#4f8a9e")))
DUSK = Light(*map(rgb, ("#3d3a66", "#f2a679", "#ffe0a8", "#8b5f77", "#33264a", "#56507e")))
NIGHT = Light(*map(rgb, ("#0f1a33", "#33506b", "#eef2ff", "#2b405c", "#0c1424", "#1b3350")))
SAND = Light(*map(rgb, ("#bcd3dc", "#f6ead3", "#fff6df", "#e6c793", "#b98a51", "#7fa9ac")))
MOSS = Light(*map(rgb, ("#cfe0d8", "#f4f1e2", "#fffbe8", "#9db59a", "#2f4f44", "#5c8d89")))


def ridges(canvas: Canvas, rng: random.Random, light: Light, top: float, count: int) -> None:
    """Draw hills or dunes behind each other, the nearest below."""
    width, height = canvas.width, canvas.height
    for n in range(count):
        share = n / max(1, count - 1)
        rise, shape = (0.05 + 0.07 * share) * height, wave(rng, width * (0.5 + 0.5 * share), 4)
        base = top + (height - top) * (0.05 + 0.75 * share)
        crest = [(x, base + rise * shape(x)) for x in range(-4, width + 8, 4)]
        color = mix(light.far, light.near, share)
        canvas.shape([*crest, (width + 8, height), (-8, height)], color)
        canvas.line(crest, mix(color, light.sun, 0.35), 1.2, 0.7)


def dunes(width: int, height: int, seed: int, light: Light = SAND) -> Canvas:
    """Dunes below a low sun."""
    rng, canvas = random.Random(seed), Canvas(width, height, light.low)
    canvas.sky(light.top, light.low, height * 0.62)
    canvas.disc((width * rng.uniform(0.6, 0.8), height * 0.26), height * 0.07, light.sun)
    ridges(canvas, rng, light, height * 0.38, 5)
    return canvas


def sea(width: int, height: int, seed: int, light: Light = DAY, horizon: float = 0.46) -> Canvas:
    """The sea from a pier: a sky, the sun, and waves that grow towards the eye."""
    rng, canvas = random.Random(seed), Canvas(width, height, light.sea)
    line = height * horizon
    canvas.sky(light.top, light.low, line)
    sun = (width * rng.uniform(0.25, 0.75), line - height * 0.12)
    canvas.disc(sun, height * 0.16, light.sun, 0.25)
    canvas.disc(sun, height * 0.075, light.sun)
    coast = wave(rng, width * 0.9, 5)
    hills = [(x, line - height * (0.05 + 0.045 * coast(x))) for x in range(-4, width + 8, 4)]
    canvas.shape([*hills, (width, line), (0, line)], mix(light.far, light.low, 0.35))
    rows = 13
    for n in range(rows):
        share = (n + 1) / rows
        y, swell = line + (height - line) * share**1.7, wave(rng, width * (0.1 + 0.3 * share), 4)
        crest = [(x, y + height * 0.018 * share * swell(x)) for x in range(-4, width + 8, 3)]
        color = mix(mix(light.sea, light.low, 0.5), light.near, share * 0.75)
        canvas.shape([*crest, (width + 8, height), (-8, height)], color)
        canvas.line(crest, light.sun, 0.6 + share, 0.18)
    for _ in range(46):
        share = rng.random()
        y = line + (height - line) * share**1.4
        reach = width * (0.02 + 0.06 * share)
        x = sun[0] + rng.gauss(0, 0.4 + share) * reach
        canvas.line([(x - reach / 3, y), (x + reach / 3, y)], light.sun, 1 + 1.4 * share, 0.5)
    return canvas


def grass(width: int, height: int, seed: int, light: Light = MOSS) -> Canvas:
    """Blades of grass in the wind before hills."""
    rng, canvas = random.Random(seed), Canvas(width, height, light.low)
    canvas.sky(light.top, light.low, height * 0.7)
    ridges(canvas, rng, light, height * 0.42, 3)
    gust = wave(rng, width * 0.7, 3)
    for n in range(170):
        share = n / 170
        x, y = rng.uniform(-0.05, 1.05) * width, height * (0.8 + 0.28 * share)
        reach, lean = height * rng.uniform(0.25, 0.5), 0.25 + 0.5 * gust(x)
        blade = [
            (x + reach * lean * (t / 8) ** 2, y - reach * math.sin(t / 8 * 1.45)) for t in range(9)
        ]
        canvas.line(blade, mix(light.near, light.sun, rng.uniform(0, 0.55)), 1.2 + 1.6 * share)
    return canvas


def harbour(width: int, height: int, seed: int, light: Light = DUSK) -> Canvas:
    """Masts and hulls on calm water, with their reflections."""
    canvas = sea(width, height, seed, light, 0.5)
    rng = random.Random(seed)
    for n in range(7):
        share = (n + 0.5) / 7
        x, y = width * (share + rng.uniform(-0.03, 0.03)), height * (0.58 + 0.22 * rng.random())
        size, hull = height * rng.uniform(0.07, 0.13), mix(light.near, light.sun, 0.12 * (n % 3))
        mast = size * rng.uniform(2.2, 3)
        canvas.line([(x, y), (x, y - mast)], hull, 2)
        canvas.shape(
            [(x + 3, y - mast), (x + 3, y - size * 0.4), (x + size, y - size * 0.4)], hull, 0.8
        )
        canvas.shape([(x - size, y - size * 0.3), (x + size * 1.1, y - size * 0.3),
                      (x + size * 0.7, y), (x - size * 0.7, y)], hull)  # fmt: skip
        canvas.shape([(x - size * 0.7, y), (x + size * 0.7, y), (x, y + mast * 0.5)], hull, 0.3)
    return canvas


def with_fog(canvas: Canvas, seed: int, share: float) -> Canvas:
    """Lay fog over the left of a picture, up to a share of its width."""
    rng = random.Random(seed)
    for n in range(60):
        x, y = rng.uniform(-0.1, share) * canvas.width, rng.uniform(0.15, 1.05) * canvas.height
        radius = canvas.height * rng.uniform(0.12, 0.3)
        if x + radius * 0.4 < canvas.width * share:
            canvas.disc((x, y), radius, rgb("#e8ecec"), 0.16 if n % 2 else 0.1)
    edge = canvas.width * share
    canvas.line([(edge, 0), (edge, canvas.height)], rgb("#ffffff"), 2.5)
    return canvas
