"""Pictures made by code: nothing here was taken by a camera."""

import random
import struct
import zlib
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

ORIENTATION, GPS = 0x0112, 0x8825


def photo(width: int = 900, height: int = 600, seed: int = 0) -> Image.Image:
    """A gradient with noise, which compresses as badly as a photograph."""
    chance = random.Random(seed)
    noise = Image.frombytes(
        "RGB", (60, 40), bytes(chance.randrange(256) for _ in range(60 * 40 * 3))
    )
    shade = Image.linear_gradient("L").resize((width, height)).convert("RGB")
    return Image.blend(shade, noise.resize((width, height), Image.Resampling.BICUBIC), 0.4)


def plot(width: int = 900, height: int = 600, mode: str = "RGB") -> Image.Image:
    """Lines on white, as a plotting library draws them."""
    image = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(image)
    edge = height // 15
    for n in range(8):
        end = (width - edge, edge + n * height // 12)
        draw.line([(edge, height - edge), end], (n * 30, 60, 160), 3)
    draw.rectangle((edge, edge, width - edge, height - edge), outline="black", width=2)
    return image.convert(mode)


def saved(image: Image.Image, format: str = "PNG", **settings: Any) -> bytes:
    file = BytesIO()
    image.save(file, format, **settings)
    return file.getvalue()


def opened(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    image.load()
    return image


def chunk(kind: bytes, body: bytes) -> bytes:
    """A part of a PNG (ISO/IEC 15948, 5.3)."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def claiming(width: int, height: int) -> bytes:
    """A PNG of a few bytes whose head claims so many pixels."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    data = chunk(b"IDAT", zlib.compress(bytes(99))) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + head + data


def exif(orientation: int = 1, position: bool = False) -> Image.Exif:
    found = Image.Exif()
    found[ORIENTATION] = orientation
    if position:
        found.get_ifd(GPS).update({1: "N", 2: (39.0, 54.0, 0.0), 3: "E", 4: (116.0, 23.0, 0.0)})
    return found


def pdf(width: int = 300, height: int = 400, drawn: str = "1 0 0 rg 20 20 100 100 re f") -> bytes:
    """A PDF of one page with a red square, by hand (ISO 32000-1, 7.5)."""
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width} {height}]/Contents 4 0 R>>",
        f"<</Length {len(drawn)}>>stream\n{drawn}\nendstream",
    ]
    text, starts = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        starts.append(len(text))
        text += f"{number} 0 obj{body}endobj\n"
    table = "".join(f"{start:010} 00000 n \n" for start in starts)
    trailer = f"trailer<</Size 5/Root 1 0 R>>\nstartxref\n{len(text)}\n%%EOF"
    return f"{text}xref\n0 5\n0000000000 65535 f \n{table}{trailer}".encode()
