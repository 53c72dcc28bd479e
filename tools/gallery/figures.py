"""Figures as papers have them: curves, maps, spectra, points. Each is drawn from a seed."""

from __future__ import annotations

import math
import random

from tools.gallery.canvas import Canvas, Color, field, mix, rgb, scale, wave

PAPER = rgb("#fbfaf6")
INK = rgb("#2a3038")
NIGHT = rgb("#101b2b")
HEAT = [rgb(c) for c in ("#15203f", "#3b3f86", "#8a4f94", "#d96c74", "#f7b267", "#fdf0c8")]
DEPTH = [rgb(c) for c in ("#08303f", "#0f6b74", "#4fb286", "#c9dd8a", "#fdf6cf")]
LINES = [rgb(c) for c in ("#1f6f8b", "#d1603d", "#5b8c3e", "#8d5a97")]


def axes(canvas: Canvas, margin: float) -> None:
    """Draw two axes and light lines behind a plot."""
    left, right = margin, canvas.width - margin * 0.5
    top, bottom = margin * 0.6, canvas.height - margin
    for n in range(1, 5):
        y = bottom - (bottom - top) * n / 4
        canvas.line([(left, y), (right, y)], mix(PAPER, INK, 0.12), 1)
    canvas.line([(left, top), (left, bottom), (right, bottom)], INK, 2)


def curves(width: int, height: int, seed: int) -> Canvas:
    """Curves that fall towards a floor, each with a band around it."""
    rng, canvas, margin = random.Random(seed), Canvas(width, height, PAPER), height * 0.12
    axes(canvas, margin)
    span, drop = width - margin * 1.6, height - margin * 1.8
    for n in range(3):
        floor, speed, shake = 0.12 + 0.17 * n, 5 - 1.1 * n, wave(rng, 0.2, 4)
        points = [
            (margin + span * t / 90,
             height - margin - drop * (floor + (0.9 - floor) * math.exp(-speed * t / 90)
                                       + 0.02 * shake(t / 90)))
            for t in range(91)
        ]  # fmt: skip
        band = height * (0.025 + 0.012 * n)
        above, below = [(x, y - band) for x, y in points], [(x, y + band) for x, y in points]
        canvas.shape([*above, *reversed(below)], LINES[n], 0.18)
        canvas.line(points, LINES[n], 3)
    return canvas


def bars(width: int, height: int, seed: int) -> Canvas:
    """Groups of bars with error bars."""
    rng, canvas, margin = random.Random(seed), Canvas(width, height, PAPER), height * 0.12
    axes(canvas, margin)
    room = (width - margin * 1.9) / 5
    for group in range(5):
        for n in range(3):
            tall = (height - margin * 2) * (0.3 + 0.2 * n + rng.uniform(-0.12, 0.12))
            x, y = margin * 1.25 + room * group + room * 0.25 * n, height - margin - tall
            canvas.box((x, y), (room * 0.21, tall), LINES[n])
            middle = x + room * 0.105
            canvas.line([(middle, y - 9), (middle, y + 9)], INK, 2)
    return canvas


def relief(
    width: int, height: int, seed: int, colors: list[Color] = DEPTH, step: int = 4
) -> Canvas:
    """A map of heights or depths in colours, with lines of equal height."""
    rng, canvas = random.Random(seed), Canvas(width, height, colors[0])
    high = field(rng, width * 0.8, 8)
    for x in range(0, width, step):
        for y in range(0, height, step):
            value = 0.5 + 0.5 * high(x, y)
            near_line = abs(value * 10 - round(value * 10)) < 0.07
            color = scale(colors, round(value * 10) / 10)
            canvas.box((x, y), (step, step), mix(color, INK, 0.35) if near_line else color)
    return canvas


def spectrum(width: int, height: int, seed: int) -> Canvas:
    """A spectrogram: the strength of each frequency of a signal, over time."""
    rng, canvas, step = random.Random(seed), Canvas(width, height, HEAT[0]), 5
    rise, second = wave(rng, width * 0.9, 3), wave(rng, width * 0.6, 3)
    for x in range(0, width, step):
        first = height * (0.66 + 0.1 * rise(x))
        other = height * (0.36 + 0.12 * second(x))
        for y in range(0, height, step):
            power = 0.95 * math.exp(-(((y - first) / (height * 0.06)) ** 2))
            power += 0.7 * math.exp(-(((y - other) / (height * 0.045)) ** 2))
            power += 0.14 * y / height + rng.uniform(0, 0.1)
            canvas.box((x, y), (step, step), scale(HEAT, power))
    return canvas


def points(width: int, height: int, seed: int, colors: list[Color] = DEPTH) -> Canvas:
    """A cloud of points as a scanner sees a shore."""
    rng, canvas = random.Random(seed), Canvas(width, height, rgb("#0d1520"))
    high = field(rng, width * 0.7, 6)
    for row in range(46):
        far = row / 46
        for _ in range(110):
            x = rng.uniform(-0.02, 1.02) * width
            lift = high(x * (1.6 - 0.6 * far), row * 14)
            y = height * (0.3 + 0.68 * far**1.25) - height * 0.13 * lift
            canvas.disc((x, y), 0.7 + 1.1 * far, scale(colors, 0.55 + 0.45 * lift), 0.85)
    return canvas


def network(width: int, height: int, seed: int) -> Canvas:
    """Places and the paths between them, one of which is marked."""
    rng, canvas = random.Random(seed), Canvas(width, height, PAPER)
    places = [
        (width * (0.08 + 0.84 * (n % 7) / 6) + rng.uniform(-22, 22),
         height * (0.14 + 0.72 * (n // 7) / 3) + rng.uniform(-20, 20))
        for n in range(28)
    ]  # fmt: skip
    for n, place in enumerate(places):
        for other in places[n + 1 :]:
            if math.dist(place, other) < width * 0.19:
                canvas.line([place, other], mix(PAPER, INK, 0.25), 1.5)
    way = [places[n] for n in (21, 15, 16, 10, 11, 5, 6)]
    canvas.line(way, LINES[1], 5)
    for n, place in enumerate(places):
        on_way = place in way
        canvas.disc(place, 9 if on_way else 6, LINES[1] if on_way else LINES[n % 3 * 2 % 4])
    return canvas


def board(width: int, height: int, seed: int) -> Canvas:
    """A chequered board through a lens that bends, and the corners that were found."""
    rng, canvas = random.Random(seed), Canvas(width, height, rgb("#d9d5c7"))
    bend, turn, size = 0.16, rng.uniform(-0.12, 0.12), height * 0.105

    def seen(u: float, v: float) -> tuple[float, float]:
        x, y = u * math.cos(turn) - v * math.sin(turn), u * math.sin(turn) + v * math.cos(turn)
        shrink = 1 - bend * (x * x + y * y) / 30
        return width / 2 + size * x * shrink, height / 2 + size * y * shrink

    for u in range(-6, 6):
        for v in range(-4, 4):
            square = [seen(u, v), seen(u + 1, v), seen(u + 1, v + 1), seen(u, v + 1)]
            canvas.shape(square, INK if (u + v) % 2 else PAPER)
    for u in range(-5, 6):
        for v in range(-3, 4):
            x, y = seen(u, v)
            canvas.line([(x - 6, y), (x + 6, y)], LINES[1], 2)
            canvas.line([(x, y - 6), (x, y + 6)], LINES[1], 2)
    return canvas


def streaks(width: int, height: int, seed: int) -> Canvas:
    """Traces of light that moves while the shutter is open."""
    rng, canvas = random.Random(seed), Canvas(width, height, NIGHT)
    for n in range(90):
        y, start = rng.uniform(0, height), rng.uniform(-0.2, 0.9) * width
        reach, bow = width * rng.uniform(0.1, 0.5), wave(rng, width, 2)
        trace = [
            (start + reach * t / 16, y + height * 0.06 * bow(start + reach * t / 16))
            for t in range(17)
        ]
        canvas.line(trace, scale(HEAT[2:], rng.random()), 0.8 + 2.2 * (n % 5 == 0), 0.75)
    return canvas


def rings(width: int, height: int, seed: int, ground: Color, color: Color) -> Canvas:
    """Circles around a few places, as on water: for covers."""
    rng, canvas = random.Random(seed), Canvas(width, height, ground)
    for _ in range(3):
        x, y = rng.uniform(0.1, 0.9) * width, rng.uniform(0.1, 0.9) * height
        for n in range(14):
            radius = height * 0.07 * (n + 1)
            circle = [
                (x + radius * math.cos(t / 36 * math.pi), y + radius * math.sin(t / 36 * math.pi))
                for t in range(73)
            ]
            canvas.line(circle, color, 2.4, 0.9 * (1 - n / 14))
    return canvas
