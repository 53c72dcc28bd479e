"""Addresses: paths from the site's root, such as `/zh/publications/goat/`.

A folder's address is written to `index.html` in that folder. Addresses in outputs and views are
percent-encoded, once.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from functools import lru_cache
from urllib.parse import quote

_IN_SLUGS = re.compile(r"[\w.+-]+")
_UNENCODED = "/!$&'()*+,;=:@~-._"
_NEEDS_NO_CODES = re.compile(f"[0-9A-Za-z{re.escape(_UNENCODED)}]*")
_SCHEME = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9+.-]*:|//)")


def is_external(target: str) -> bool:
    """Whether a target leads out of the site by its form: it has a scheme or a host."""
    return _SCHEME.match(target) is not None


@lru_cache(maxsize=4096)  # the same few tags are asked for with every post
def slug_of(text: str) -> str:
    """Return a text as part of an address: letters and digits of any script, lower case."""
    normal = unicodedata.normalize("NFC", text).lower()
    return "-".join(_IN_SLUGS.findall(normal)).strip("-.")


def output_path(address: str) -> str:
    """Return the file that an address is written to: `/about/` -> `about/index.html`."""
    return address.lstrip("/") + ("index.html" if address.endswith("/") else "")


def path_encoded(path: str) -> str:
    """Return a bare path percent-encoded: `#` and `?` in file names are no fragment or query."""
    return path if _NEEDS_NO_CODES.fullmatch(path) else quote(path, safe=_UNENCODED)


def relative(address: str, here: str) -> str:
    """Return the link from the page at `here` to `address`, both from the site's root.

    The same link then works at `/`, under `/repo/` and on a disk.
    """
    path, mark, rest = parted(address)
    if mark and path == here:
        return mark + rest
    goal = _as_folder(path)
    folder = _as_folder(here[: here.rfind("/") + 1])
    steps_up = 0
    while not goal.startswith(folder):
        folder = folder[: folder.rindex("/", 0, -1) + 1]
        steps_up += 1
    link = "../" * steps_up + goal[len(folder) :] or "./"
    if not path.endswith("/"):
        link = link[:-1]
    if ":" in link and ":" in link.partition("/")[0]:
        link = "./" + link  # `a:b/` would be read as the scheme `a`
    return link + mark + rest


def _as_folder(path: str) -> str:
    """Return a path from the root with a slash at its end, and no part that is empty or dots."""
    if path.startswith("/") and "//" not in path and "/." not in path:
        return path if path.endswith("/") else path + "/"
    parts = posixpath.normpath("/" + path).split("/")
    return "/".join(["", *filter(None, parts), ""])


def parted(address: str) -> tuple[str, str, str]:
    """Split an encoded address into path, `#` or `?`, and the rest."""
    path, hash_, fragment = address.partition("#")
    before, mark, query = path.partition("?")
    return (before, mark, query + hash_ + fragment) if mark else (path, hash_, fragment)
