"""The digest of everything that makes bytes out of sources, besides the sources themselves."""

from __future__ import annotations

import sys
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

LIBRARIES = (
    "jinja2",
    "markdown-it-py",
    "math-core",
    "mdit-py-plugins",
    "msgspec",
    "pygments",
    "pyyaml",
)
"""What outputs are rendered with; a new version may render differently."""


def generator_version() -> str:
    """Return a digest of the generator's own files, of Python and of its libraries.

    A changed generator makes every output stale by itself; nobody has to remember a number.
    Files are known by size and time, which is enough for an installed package and quick.
    """
    package = Path(__file__).parent.parent
    digest = blake2b(digest_size=8)
    digest.update(sys.version.encode())
    for name in LIBRARIES:
        try:
            digest.update(f"{name}={version(name)};".encode())
        except PackageNotFoundError:
            digest.update(f"{name}=none;".encode())
    for path in sorted(package.rglob("*.py")):
        status = path.stat()
        name = path.relative_to(package).as_posix()
        digest.update(f"{name} {status.st_size} {status.st_mtime_ns};".encode())
    return digest.hexdigest()
