"""A PDF's bytes -> pictures of its first page, with PDFium.

On white ground, in the size asked for; annotations are drawn, forms are not.
"""

from __future__ import annotations

from io import BytesIO

import pypdfium2
from PIL import Image

from generator.model.pictures import Variant

_FINER = 2
"""How many times finer than the copy a page is drawn; scaled down, thin strokes stay even."""


class FirstPage:
    """A PDF that was opened."""

    def __init__(self, data: bytes, variant: Variant) -> None:
        """Draw the first page of `data` for all of its copies."""
        document = pypdfium2.PdfDocument(data)
        try:
            page = document[0]
            scale = _FINER * variant.base / page.get_width()
            bitmap = page.render(scale=scale, fill_color=(255, 255, 255, 255))
            self._image = bitmap.to_pil().convert("RGB")
        finally:
            document.close()

    def encoded(self, variant: Variant) -> bytes:
        """Return the bytes of a copy."""
        size = (variant.width, variant.height)
        image = self._image.resize(size, Image.Resampling.LANCZOS)
        file = BytesIO()
        image.save(file, "WEBP", quality=variant.quality, method=4)
        return file.getvalue()
