"""The short film of the gallery: waves under a low sun, in a loop.

Needs a program `ffmpeg`, or the package `imageio-ffmpeg` with one; a build needs neither.
"""

from __future__ import annotations

import importlib
import math
import random
import shutil
import subprocess
from pathlib import Path

from tools.gallery.canvas import Canvas, mix
from tools.gallery.scenes import DUSK

SIZE = (480, 300)
FRAMES, RATE = 36, 12


def frame(share: float) -> Canvas:
    """Draw the frame at a share of the film's length, from 0 to 1; the last is the same as the
    first."""
    width, height = SIZE
    canvas, line, rng = Canvas(width, height, DUSK.sea), height * 0.44, random.Random(5)
    canvas.sky(DUSK.top, DUSK.low, line)
    sun = (width * 0.62, line - height * 0.1)
    canvas.disc(sun, height * 0.15, DUSK.sun, 0.25)
    canvas.disc(sun, height * 0.07, DUSK.sun)
    for n in range(9):
        far = (n + 1) / 9
        y, tall, length = (
            line + (height - line) * far**1.6,
            height * 0.02 * far,
            width * (0.12 + 0.2 * far),
        )
        turns, start = 1 + n % 2, rng.random()
        crest = [
            (x, y + tall * math.sin(math.tau * (x / length + start - turns * share))
             + tall * 0.4 * math.sin(math.tau * (2.3 * x / length + 2 * start + turns * share)))
            for x in range(-4, width + 8, 4)
        ]  # fmt: skip
        color = mix(mix(DUSK.sea, DUSK.low, 0.5), DUSK.near, far * 0.75)
        canvas.shape([*crest, (width + 8, height), (-8, height)], color)
        canvas.line(crest, DUSK.sun, 0.6 + far, 0.2)
    return canvas


def film(file: Path) -> None:
    """Draw all frames and write the film as H.264: every browser plays it. Raises OSError."""
    command = shutil.which("ffmpeg") or importlib.import_module("imageio_ffmpeg").get_ffmpeg_exe()
    words = [command, "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24",
             "-s", f"{SIZE[0]}x{SIZE[1]}", "-r", str(RATE), "-i", "-", "-an",
             "-c:v", "libx264", "-threads", "1", "-preset", "veryslow", "-crf", "31",
             "-pix_fmt", "yuv420p", "-movflags", "+faststart",
             "-map_metadata", "-1", "-fflags", "+bitexact", str(file)]  # fmt: skip
    pixels = b"".join(frame(n / FRAMES).finished().tobytes() for n in range(FRAMES))
    file.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(words, input=pixels, check=True)
