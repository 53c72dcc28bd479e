"""A PDF's bytes -> how large its first page is, with pypdfium2."""

from __future__ import annotations

from generator.model.pictures import Picture


def first_page_in(data: bytes) -> Picture:
    """Return the size of a PDF's first page in points; what is wrong with it is its `fault`."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
        try:
            width, height = document[0].get_size()
        finally:
            document.close()
    except Exception as error:  # whatever is in the bytes of a stranger
        is_locked = "password" in str(error).lower()
        return Picture("pdf", fault="it is encrypted" if is_locked else "it is damaged")
    if not (1 <= width <= 14400 and 1 <= height <= 14400):  # ISO 32000-1, annex C.2
        return Picture("pdf", fault="its page has no size")
    return Picture("pdf", round(width), round(height))
