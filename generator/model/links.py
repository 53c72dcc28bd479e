"""Addresses (paths from the site's root), and links of records.

An address is a path such as `/zh/publications/goat/`. A folder's address is written to the folder's
`index.html`. Addresses in outputs and views are percent-encoded exactly once.
"""

import posixpath
import re
import unicodedata
from functools import lru_cache
from typing import ClassVar
from urllib.parse import quote, unquote

import msgspec

from generator.model.text import Text
from generator.problems import Message

_IN_SLUGS = re.compile(r"[\w.+-]+")
_UNENCODED = "/!$&'()*+,;=:@~-._"
_NEEDS_NO_CODES = re.compile(f"[0-9A-Za-z{re.escape(_UNENCODED)}]*")
SITE_URL = re.compile(r"https?://(\[[\da-f:]+\]|[^\s/?#@:\[\]]+)(:\d+)?(/[^\s?#]*)?")
"""The URL of a site: a host, or a folder on one; without a user name."""
_SCHEME = re.compile(r"(?:[a-zA-Z][a-zA-Z0-9+.-]*:|//)")


def is_external(target: str) -> bool:
    """Whether a target leads out of the site, judged by its form: it has a scheme or a host."""
    return _SCHEME.match(target) is not None


@lru_cache(maxsize=4096)  # the same few tags occur in every post
def slug_of(text: str) -> str:
    """Return a text as part of an address: letters and digits of any script, in lower case."""
    normal = unicodedata.normalize("NFC", text).lower()
    return "-".join(_IN_SLUGS.findall(normal)).strip("-.")


def slug_pieces(text: str) -> list[str]:
    """Return the words of a text that may be in an address, in their original case."""
    return _IN_SLUGS.findall(unicodedata.normalize("NFC", text))


def heading_id(text: str) -> str:
    """Return the id of a heading on its page: letters of any script, with hyphens for blanks."""
    kept = [
        ch if unicodedata.category(ch)[0] in "LNM" or ch == "_" else "-" if ch in " -\t\n" else ""
        for ch in unicodedata.normalize("NFC", text).lower()
    ]
    return re.sub("-{2,}", "-", "".join(kept)).strip("-") or "section"


def output_path(address: str) -> str:
    """Return the file for an address: `/about/` -> `about/index.html`."""
    return address.lstrip("/") + ("index.html" if address.endswith("/") else "")


def path_encoded(path: str) -> str:
    """Return a bare path percent-encoded; `#` and `?` in file names do not begin a fragment or
    query."""
    return path if _NEEDS_NO_CODES.fullmatch(path) else quote(path, safe=_UNENCODED)


def relative(address: str, here: str) -> str:
    """Return the link from the page at `here` to `address`, both from the site's root.

    The same link then works at `/`, under `/repo/` and on a disk.
    """
    path, goal, rest = _goal(address)
    if rest and path == here:
        return rest
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
    return link + rest


@lru_cache(maxsize=4096)  # every page has the same menu
def _goal(address: str) -> tuple[str, str, str]:
    """Return the path of an address, the path as a folder, and the rest of the address."""
    path, mark, rest = parted(address)
    return path, _as_folder(path), mark + rest


@lru_cache(maxsize=16)  # a page has many links
def _as_folder(path: str) -> str:
    """Return a path from the root with a slash at its end, without empty or dot parts."""
    if path.startswith("/") and "//" not in path and "/." not in path:
        return path if path.endswith("/") else path + "/"
    parts = posixpath.normpath("/" + path).split("/")
    return "/".join(["", *filter(None, parts), ""])


def parted(address: str) -> tuple[str, str, str]:
    """Split an encoded address into path, `#` or `?`, and the rest."""
    path, hash_, fragment = address.partition("#")
    before, mark, query = path.partition("?")
    return (before, mark, query + hash_ + fragment) if mark else (path, hash_, fragment)


class Link(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The target of one link of a record."""

    to: str
    """A file under `static/` (`pdf/goat.pdf`), a page of the site (`goat`, `/posts/`), or a URL.
    For `doi` and `arxiv` the bare number is enough."""
    label: Text | None = None
    """The words on the button, instead of the label of the link's kind."""

    expects: ClassVar[str] = "form-link"

    @classmethod
    def from_scalar(cls, text: str) -> "Link":
        """Read a bare target. Raises ValueError for an empty one."""
        if not text.strip():
            raise ValueError(Message.of("link-empty"))
        return cls(text.strip())


RESOLVERS = {
    "doi": "https://doi.org/",
    "arxiv": "https://arxiv.org/abs/",
    "orcid": "https://orcid.org/",
    "scholar": "https://scholar.google.com/citations?user=",
    "github": "https://github.com/",
    "linkedin": "https://www.linkedin.com/in/",
    "x": "https://x.com/",
    "dblp": "https://dblp.org/pid/",
}


_IDENTIFIERS = {"doi", "arxiv", "orcid"}
_HANDLES = {"linkedin", "x"}
_HANDLE = re.compile(r"@?[\w-]+")
_IN_IDENTIFIERS = "/:;()._-~+"
"""Characters that are not encoded in the URL of an identifier."""
_PREFIXES = re.compile(r"(?:(?:doi|arxiv|orcid)\s*:\s*)*", re.IGNORECASE)
_HOST = re.compile(
    r"(?:https?://[^/]+|(?:dx\.|www\.)?doi\.org|(?:[a-z]+\.)?arxiv\.org|(?:www\.)?orcid\.org)(?:/|$)",
    re.IGNORECASE,
)
_AT_PUBLISHERS = re.compile(r"(?:[^?#]*/)?doi/(?:[\w-]+/)?(?=10\.\d+/)")
_AT_ARXIV = re.compile(r"(?:abs|pdf|html)/")
ARXIV_ID = r"(?:\d{4}\.\d{4,5}|[A-Za-z-]+(?:\.[A-Za-z]{2})?/\d{7})"
"""A pattern of arXiv's ids, `2404.01234` and, before 2007, `hep-th/9901001`, without a version."""
ORCID_ID = r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]"
"""A pattern of ORCID iDs."""
_URL = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*://")


def bare_identifier(written: str) -> str:
    """Return a DOI, an arXiv id or an ORCID iD without the address or prefix written before it.

    The address may lack its scheme, and may be a publisher's if it contains the DOI:
    `https://dl.acm.org/doi/10.1145/1`.
    """
    bare = _without_prefix(written.strip())
    host = _HOST.match(bare)
    orcid = host and "orcid.org" in host[0].lower() and re.search(ORCID_ID, bare, re.ASCII)
    if orcid:  # `my-orcid?orcid=…`, the address that its owner sees
        return orcid[0]
    return unquote(_in_path(_without_prefix(bare[host.end() :]))) if host else bare


def _without_prefix(written: str) -> str:
    return _PREFIXES.sub("", written, count=1)


def _in_path(path: str) -> str:
    """Return the identifier in the part of an address after the host."""
    if path.startswith("10."):  # a DOI may contain `?` and `#`, and end with a slash
        return re.sub(r"\?[\w.-]+=.*", "", path)
    path = re.split("[?#]", path, maxsplit=1)[0]
    publisher = _AT_PUBLISHERS.match(path)
    if publisher:
        return path[publisher.end() :]
    folder = _AT_ARXIV.match(path)
    return path[folder.end() if folder else 0 :].rstrip("/").removesuffix(".pdf")


def arxiv_id(written: str) -> str:
    """Return the arXiv id (with its version) in an id, an address or arXiv's own DOI, or ""."""
    bare = bare_identifier(written).removeprefix("abs/")
    found = re.fullmatch(rf"(?:10\.48550/arxiv\.)?({ARXIV_ID}(?:v\d+)?)", bare, re.IGNORECASE)
    return found[1] if found else ""


def is_orcid(written: str) -> bool:
    """Whether this is an ORCID iD in any of its forms, with the right check digit (ISO 7064,
    MOD 11-2)."""
    bare, total = bare_identifier(written), 0
    if not re.fullmatch(ORCID_ID, bare, re.ASCII):
        return False
    for digit in bare[:-1].replace("-", ""):
        total = (total + int(digit)) * 2
    return bare[-1] == "0123456789X"[(12 - total) % 11]


def is_doi(written: str) -> bool:
    """Whether this is a DOI in any of its forms, or a short one: `10/gfvr8k`."""
    return re.match(r"10(\.\d+)*/\S", bare_identifier(written)) is not None


_SAFE = ("http", "https", "mailto", "tel", "sms", "ftp", "geo", "irc", "xmpp", "matrix")


def is_safe(target: str) -> bool:
    """Whether an external target has a scheme that cannot run a script."""
    return target.startswith("//") or target.split(":")[0].lower() in _SAFE


def identifier_url(kind: str, written: str) -> str:
    """Return the URL that resolves an identifier in any of its forms, or "".

    `kind` is a key of `RESOLVERS`: `doi`, `arxiv`, `orcid`.
    """
    bare = unquote(bare_identifier(written))
    return RESOLVERS[kind] + quote(bare, safe=_IN_IDENTIFIERS) if bare else ""


def expanded(kind: str, target: str) -> str:
    """Return the URL for a bare number or account name, as in `doi: 10.1145/…`; other targets
    unchanged."""
    if kind not in RESOLVERS or _URL.match(target):
        return target
    bare = bare_identifier(target)
    if not bare or bare.startswith(("/", ".")):
        return target
    if kind in _HANDLES:
        return RESOLVERS[kind] + bare.removeprefix("@") if _HANDLE.fullmatch(bare) else target
    return identifier_url(kind, bare) if kind in _IDENTIFIERS else RESOLVERS[kind] + bare
