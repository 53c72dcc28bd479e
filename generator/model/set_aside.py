"""What the names of files under `content/` tell: that they were set aside, or must never go live.

Whatever lies in `content/` and is neither a page nor data is copied. A copy that an editor or a
person has left there, a key or a dump of a database would be published under an address that
anybody can guess.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Literal

from generator.model.site import LISTS, PAGE_ENDINGS, is_bibliography

_LIKE_DATA = frozenset(
    ["json", "json5", "jsonl", "toml", "csv", "tsv", "xml", "txt", "xls", "xlsx", "ods", "sql",
     "db", "old", "save", "sav", "rej", "new", "copy", "backup", "orig", "bak", "tmp", "off", 
     "disabled", "dist", "example", "sample", "1", "2"]
)  # fmt: skip
"""Endings that data gets when somebody converts it, or lays it aside."""
_KEYS = re.compile(
    r"id_(rsa|dsa|ecdsa|ed25519|xmss)(_sk)?(?!.*\.pub$)([._-].*)?|"
    r".*\.(pem|ppk|pfx|p12|p8|pk8|jks|keystore|kdb|kdbx|env|htpasswd)(\.[^.]*)?|"
    r"(secring|private-keys).*|(authorized_keys|known_hosts|htpasswd|passwd|shadow)|"
    r"(client_secret|service[-_]account|credentials?)\b.*\.json|wp-config\.php.*"
)
"""Names under which programs keep keys and passwords."""
MAY_HOLD_A_KEY = (".key", ".asc", ".gpg")
"""Endings of keys, and of other things: a talk in Keynote, a signature."""
_ARCHIVES = re.compile(
    r".*\.(sql|sqlite3?|db3?|dump|dmp|mdb|accdb|rdb|"
    r"zip|tar|t[gbx]z|tbz2|gz|bz2|xz|zst|lz4|7z|rar|cpio|iso|img|dmg|bak|backup|old|save|sav|rej|"
    r"orig|log|core|har|pcap|pst|mbox)(\.[0-9a-z]{1,4})?"
)
"""Dumps, archives and leftovers."""

FOR_MACHINES = re.compile(
    r"CNAME|\.nojekyll|\.htaccess|(robots|ads|app-ads|humans|security|llms)\.txt|"
    r"(favicon|apple-touch-icon|icon)[^/]*|[^/]*\.webmanifest|browserconfig\.xml|"
    r"google[0-9a-f]+\.html|BingSiteAuth\.xml|\.well-known/.*"
)
"""Files at the top of a site that nothing links to, and that somebody asks for by name."""


def folder_set_aside(name: str) -> str:
    """Return the folder of a file under `content/` whose name begins with `_`, or nothing.

    Jekyll and others keep drafts in `_drafts/`, and never publish such a folder.
    """
    parts = name.split("/")[:-1]
    for number, part in enumerate(parts, 1):
        if part.startswith("_"):
            return "/".join(parts[:number])
    return ""


def refusal(name: str, own: Collection[str] = ()) -> Literal["", "data", "key"]:
    """Return what a file under `content/` seems to be, if it must not be published: data that is
    not read, since its name is not quite one of a data file, or a key.

    `own` are the names of the site's own kinds of records.
    """
    folder, _, last = name.lower().rpartition("/")
    if _KEYS.fullmatch(last):
        return "key"
    stem, *endings = last.split(".")
    if name.endswith((".bib", *PAGE_ENDINGS)) and not endings[:-1]:
        return ""
    top = folder.partition("/")[0]
    is_named = not folder and (stem in LISTS or stem in own or stem == "site")
    is_inside = folder == top and (top in LISTS or top in own or top == "cv")
    if "yaml" in endings or "yml" in endings:
        return "data"
    if "bib" in endings and not is_bibliography(name):
        return "data" if endings[-1] != "bib" or is_named or is_inside else ""
    if is_named and (not endings or _LIKE_DATA.intersection(endings)):
        return "data"
    return "data" if is_inside and endings[-1:] in (["json"], ["toml"]) else ""


def leftover(name: str) -> Literal["", "page", "archive"]:
    """Return what a file under `content/` seems to be, if somebody may have forgotten it there: a
    copy of a page, or a dump, an archive or a log.
    """
    last = name.lower().rpartition("/")[2]
    endings = last.split(".")[1:]
    if {"md", "markdown"}.intersection(endings):
        return "page"
    return "archive" if _ARCHIVES.fullmatch(last) else ""
