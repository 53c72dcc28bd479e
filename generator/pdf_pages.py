"""The first page of a PDF as a picture, by PDFium in a child process with limits.

A PDF of some hundred bytes can demand gigabytes or hours (an image of any size, drawings that draw
each other), and PDFium ends its process when memory runs out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from generator.problems import Message
from generator.processes import LimitPassed, Limits, result_of

T = TypeVar("T")
_LIMITS = Limits(memory=1 << 30, cpu_seconds=10, seconds=60)
"""A scanned page of A4 at 600 dpi takes 150 MB. The first page of a paper takes less than a second,
and so does a plot of 100,000 short strokes."""


def can_read() -> bool:
    """Whether PDFium is installed (extra `thumbs`). This does not load it."""
    from importlib.util import find_spec

    return find_spec("pypdfium2") is not None


def size_of(data: bytes) -> tuple[float, float]:
    """Return the width and height of a first page in points. Raises ValueError with the reason."""
    return _in_child(_size, data)


def drawn(data: bytes, width: int) -> tuple[tuple[int, int], bytes]:
    """Return the size and the pixels (RGB) of a first page, drawn in this width on white.

    Annotations are drawn, forms are not. Raises ValueError with the reason.
    """
    return _in_child(_picture, data, width)


def _in_child(function: Callable[..., T], *arguments: object) -> T:
    try:
        found: T = result_of(_LIMITS, _of_a_stranger, function, *arguments)
        return found
    except LimitPassed as passed:
        raise ValueError(Message.of("fault-limit", reason=passed.reason)) from None


def _of_a_stranger(function: Callable[..., T], *arguments: object) -> T:
    try:
        return function(*arguments)
    except MemoryError:
        raise
    except Exception as error:  # damaged bytes raise many kinds of errors
        is_locked = "password" in str(error).lower()
        raise ValueError(Message.of("fault-locked" if is_locked else "fault-damaged")) from None


def _page(data: bytes) -> Any:
    import pypdfium2

    return pypdfium2.PdfDocument(data)[0]


def _size(data: bytes) -> tuple[float, float]:
    width, height = _page(data).get_size()
    return width, height


def _picture(data: bytes, width: int) -> tuple[tuple[int, int], bytes]:
    page = _page(data)
    bitmap = page.render(scale=width / page.get_width(), fill_color=(255, 255, 255, 255))
    image = bitmap.to_pil().convert("RGB")
    return (image.width, image.height), bytes(image.tobytes())
