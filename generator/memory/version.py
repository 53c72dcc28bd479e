"""The digest of everything that makes bytes out of sources, besides the sources themselves."""

from __future__ import annotations

import os
import sys
from hashlib import blake2b
from pathlib import Path

LIBRARIES = (
    "jinja2",
    "markdown_it_py",
    "markupsafe",
    "math_core",
    "mdit_py_plugins",
    "msgspec",
    "pygments",
    "pyyaml",
)
"""What outputs are rendered with; a new version may render differently."""


def generator_version() -> str:
    """Return a digest of the generator's own files, of Python and of its libraries.

    A changed generator makes every output stale by itself; nobody has to remember a number.
    Our own files are known by size and time, and a library by the name of its `.dist-info`
    folder, which holds its version: asking `importlib.metadata` would take longer than a build
    with nothing to do.
    """
    package = Path(__file__).parent.parent
    known = [sys.version, *sorted(_installed())]
    for path in sorted(package.rglob("*.py")):
        status = path.stat()
        known.append(f"{path.relative_to(package)} {status.st_size} {status.st_mtime_ns}")
    return blake2b("\n".join(known).encode(), digest_size=8).hexdigest()


def _installed() -> list[str]:
    found = []
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")  # noqa: PTH208 - names are all that is wanted
        except OSError:
            continue
        found += [name for name in names if name.lower().startswith(LIBRARIES)]
    return [name for name in found if name.endswith(".dist-info")]
