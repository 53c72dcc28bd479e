"""Resolve the target of a link as an author typed it: to an address of the site, or to nothing."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

from generator.graph.index import Index
from generator.model.links import parted, path_encoded

_SAFE = ("http", "https", "mailto", "tel", "sms", "ftp", "geo", "irc", "xmpp", "matrix")


def is_safe(target: str) -> bool:
    """Whether an external target is of a kind that only leads somewhere, and runs nothing."""
    return target.startswith("//") or target.split(":")[0].lower() in _SAFE


def resolve(index: Index, typed: str, lang: str, file: str = "") -> str | None:
    """Return the address where a local link leads, or None for nowhere.

    `typed` is what the author wrote in a page's `file`, or in data; `lang` is the language
    of the page that shows it.
    """
    if typed.startswith("#"):
        return typed
    source = index.by_file.get(file.removeprefix("content/"))
    base = index.by_key.get((f"page:{source.key}", source.lang)) if source else None
    found, suffix = candidates(typed, file, unquote(base.url) if base else "/")
    for candidate in found:
        address = _at(index, candidate, lang)
        if address is not None:
            return address + suffix
    name = typed.partition("#")[0].strip("/")
    key = index.names.get(name)
    output = index.translated(key, lang) if key else index.cvs.get(name)
    return output.url + suffix if output else None


def _at(index: Index, path: str, lang: str) -> str | None:
    """Return the address that a path from the root names, as it is or as a source file."""
    bare = path.lstrip("/")
    if bare in index.site.statics:
        return path_encoded("/" + bare)
    encoded = path_encoded(path)
    for form in (encoded, encoded + "/", encoded.removesuffix("index.html")):
        if form in index.by_address:
            return form
    page = index.by_file.get(bare) or index.by_file.get(bare.rstrip("/") + ".md")
    if page is None and bare.endswith(".md"):
        page = index.by_name.get((bare.removesuffix(".md"), index.default_lang))
    if page is None:
        return None
    wanted = page.lang if page.lang != index.default_lang else lang
    output = index.translated(f"page:{page.key}", wanted)
    return output.url if output else None


def candidates(typed: str, base_file: str, base_url: str) -> tuple[Iterator[str], str]:
    """Return the addresses that something typed could mean, best first, and its fragment or query.

    `other-page.md` is sought beside the source file, `../pdf/x.pdf` beside the source file and
    then from the page's address, `/pdf/x.pdf` from the root.
    """
    path, mark, rest = parted(typed)
    path = unicodedata.normalize("NFC", unquote(path))
    meanings = _meanings(path, "/" + base_file.removeprefix("content/"), base_url)
    return map(_clean, meanings), mark + rest


def _meanings(path: str, base_file: str, base_url: str) -> Iterator[str]:
    if path.startswith("/"):
        yield path
        return
    for base in (base_file, base_url):
        yield f"{base.rpartition('/')[0]}/{path}"
    if path.startswith("../"):
        yield "/" + re.sub(r"^(\.\./)+", "", path)
    yield "/" + path


def _clean(path: str) -> str:
    if "//" not in path and "/." not in path:
        return path
    clean = posixpath.normpath(path).replace("//", "/")
    return clean + "/" if path.endswith("/") and clean != "/" else clean
