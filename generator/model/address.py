"""Addresses: paths from the site's root, such as `/zh/publications/goat/`.

A folder's address is written to `index.html` in that folder. Addresses in outputs and views are
percent-encoded, once.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from urllib.parse import quote

_NOT_IN_SLUGS = re.compile(r"[^\w.+-]+")
_SCHEME = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9+.-]*:|//)")


def is_external(target: str) -> bool:
    """Whether a target leads out of the site by its form: it has a scheme or a host."""
    return _SCHEME.match(target) is not None


def slug_of(text: str) -> str:
    """Return a text as part of an address: letters and digits of any script, lower case."""
    normal = unicodedata.normalize("NFC", text).lower()
    return _NOT_IN_SLUGS.sub("-", normal).strip("-.")


def output_path(address: str) -> str:
    """Return the file that an address is written to: `/about/` -> `about/index.html`."""
    return address.lstrip("/") + ("index.html" if address.endswith("/") else "")


def path_encoded(path: str) -> str:
    """Return a bare path percent-encoded: `#` and `?` in file names are no fragment or query."""
    return quote(path, safe="/!$&'()*+,;=:@~-._")


def relative(address: str, here: str) -> str:
    """Return the link from the page at `here` to `address`, both from the site's root.

    The same link then works at `/`, under `/repo/` and on a disk.
    """
    path, mark, rest = parted(address)
    base = here if here.endswith("/") else posixpath.dirname(here) + "/"
    link = posixpath.relpath(path, base.rstrip("/") or "/")
    if path.endswith("/"):
        link = "./" if link == "." else link + "/"
    if mark and path == here:
        link = ""
    elif ":" in link.split("/")[0]:
        link = "./" + link  # `a:b/` would be read as the scheme `a`
    return link + mark + rest


def parted(address: str) -> tuple[str, str, str]:
    """Split an encoded address into path, `#` or `?`, and the rest."""
    match = re.search(r"[?#]", address)
    if match is None:
        return address, "", ""
    return address[: match.start()], match[0], address[match.end() :]
