"""All that makes bytes out of sources, besides the sources themselves.

Loaded before anything else, see `snapshot`: it imports nothing that Python has not loaded already.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

LIBRARIES = (
    "jinja2",
    "justmytype_intl_cjk",
    "markdown_it_py",
    "markupsafe",
    "math_core",
    "mdit_py_plugins",
    "msgspec",
    "pillow",
    "pygments",
    "pypdfium2",
    "pyyaml",
    "typst",
)
"""What outputs are rendered with; a new version may render differently."""

_WITHOUT_CODE = ("__pycache__", "_schema", "_themes", "site")
"""Folders of ours without a line of Python."""

PACKAGE = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120


def generator_version() -> str:
    """Return a digest of the generator's own files, of Python and of its libraries.

    A changed generator makes every output stale by itself; nobody has to remember a number.
    """
    from generator.model.files import blake2b

    return blake2b("\n".join(version_lines()).encode(), digest_size=8).hexdigest()


def picture_version() -> str:
    """Return a digest of what makes copies of pictures: two libraries and our code that calls them.

    So a new Masthead need not make them all again.
    """
    from generator.model.files import blake2b

    digest = blake2b(digest_size=8)
    for line in version_lines():
        if line.lower().startswith(("pillow", "pypdfium2")):
            digest.update(f"{line}\n".encode())
    with open(f"{PACKAGE}/render/images/encoding.py", "rb") as file:  # noqa: PTH123
        digest.update(file.read())
    return digest.hexdigest()


def version_lines() -> Iterator[str]:
    """Yield what tells this generator from any other.

    Our own files are known by size and time, and a library by the name of its `.dist-info`
    folder, which holds its version: asking `importlib.metadata` would take longer than a build
    with nothing to do.
    """
    yield sys.version.replace("\n", " ")
    for folder in sys.path:
        try:
            names = sorted(os.listdir(folder or "."))  # noqa: PTH208
        except OSError:
            continue
        for name in names:
            if name.endswith(".dist-info") and name.lower().startswith(LIBRARIES):
                yield name
    yield from _files(PACKAGE, "")


def _files(folder: str, prefix: str) -> Iterator[str]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.endswith(".py"):
            status = entry.stat()
            yield f"{prefix}{entry.name} {status.st_size} {status.st_mtime_ns}"
        elif entry.is_dir() and entry.name not in _WITHOUT_CODE:
            yield from _files(entry.path, f"{prefix}{entry.name}/")
