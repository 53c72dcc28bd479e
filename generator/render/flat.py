"""A picture of few colours in fewer bytes."""

from __future__ import annotations

from io import BytesIO

_FEW = 4096
"""Colours. Letters and lines have some hundred, most of them between two others; a photograph or a
shade in somebody's own design has more, and is left as it is."""
_PALETTE = 256


def flattened(png: bytes) -> bytes:
    """Return a PNG of few colours with a palette, which takes a third of the room; others as they
    are.

    Format: PNG (3rd edition), 11.2.2. Typst writes four bytes a pixel.
    """
    from PIL import Image
    from PIL.Image import open as decoded

    image = decoded(BytesIO(png)).convert("RGB")
    if image.getcolors(_FEW) is None:
        return png
    flat = image.quantize(_PALETTE, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    # The octree knows seven bits of each channel, and white would be off-white.
    flat.putpalette([value + (value == 254) for value in flat.getpalette() or ()])
    file = BytesIO()
    flat.save(file, "PNG")
    return file.getvalue()
