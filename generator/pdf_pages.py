"""The first page of a PDF as a picture, and the text of all pages, by PDFium in a child process.

A PDF of some hundred bytes can ask for gigabytes or for hours (an image of any size, drawings that
draw each other), and PDFium ends the process that it runs in when there is no memory. So each one
is looked at by a child with limits of its own: this file, run as a program. Where the system knows
no limits, only the time is bounded.
"""

from __future__ import annotations

import sys

_MEMORY = 1 << 30
"""Bytes of address space; a scanned page of A4 at 600 dpi takes 150 MB."""
_CPU_SECONDS = 30
_SECONDS = 300
"""On a clock, for systems without limits: only what hangs takes so long."""
_MOST_PAGES = 500
_NEXT_PAGE = "\f"
_REFUSED = 3
"""The child's exit code when it says itself, on stderr, why there is no page."""


def can_read() -> bool:
    """Whether PDFium is installed, which the extra `thumbs` brings; nothing of it is loaded."""
    from importlib.util import find_spec

    return find_spec("pypdfium2") is not None


def size_of(data: bytes) -> tuple[float, float]:
    """Return the width and height of a first page in points. Raises ValueError with the reason."""
    width, height = _child("size", data).split()
    return float(width), float(height)


def drawn(data: bytes, width: int) -> tuple[tuple[int, int], bytes]:
    """Return the size and the pixels (RGB) of a first page drawn in a width, on white ground.

    Annotations are drawn, forms are not. Raises ValueError with the reason.
    """
    head, _, pixels = _child(str(width), data).partition(b"\n")
    first, second = head.split()
    return (int(first), int(second)), pixels


def texts_of(data: bytes) -> list[str]:
    """Return the text of each page, of the first 500. Raises ValueError with the reason."""
    return _child("text", data).decode("utf-8", "replace").split(_NEXT_PAGE)


def _child(question: str, data: bytes) -> bytes:
    import subprocess

    # -P: the modules beside this file are not to be taken for those of Python.
    command = [sys.executable, "-P", __file__, question]
    try:
        done = subprocess.run(
            command, input=data, capture_output=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise ValueError("it takes too much time") from None
    if done.returncode == _REFUSED:
        raise ValueError(done.stderr.decode("utf-8", "replace"))
    if done.returncode:
        raise ValueError("it takes too much memory or time")
    return done.stdout


def _answer(question: str, data: bytes) -> bytes:
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    if question == "text":
        numbers = range(min(len(document), _MOST_PAGES))
        pages = (document[number].get_textpage().get_text_bounded() for number in numbers)
        return _NEXT_PAGE.join(pages).encode("utf-8", "replace")
    page = document[0]
    if question == "size":
        return "{} {}".format(*page.get_size()).encode()
    scale = int(question) / page.get_width()
    bitmap = page.render(scale=scale, fill_color=(255, 255, 255, 255))
    image = bitmap.to_pil().convert("RGB")
    return f"{image.width} {image.height}\n".encode() + bytes(image.tobytes())


def _limit() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind, most in (
        (resource.RLIMIT_AS, _MEMORY),
        (resource.RLIMIT_CPU, _CPU_SECONDS),
        (resource.RLIMIT_CORE, 0),
    ):
        try:
            resource.setrlimit(kind, (most, most))
        except (ValueError, OSError):  # macOS knows no limit of address space
            continue


def _main() -> None:
    _limit()
    try:
        answer = _answer(sys.argv[1], sys.stdin.buffer.read())
    except MemoryError:
        sys.exit(1)
    except Exception as error:  # whatever is in the bytes of a stranger
        is_locked = "password" in str(error).lower()
        sys.stderr.write("it is encrypted" if is_locked else "it is damaged")
        sys.exit(_REFUSED)
    sys.stdout.buffer.write(answer)


if __name__ == "__main__":
    _main()
