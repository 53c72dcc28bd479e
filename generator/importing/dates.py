"""Days and addresses as the programs of others write them."""

import re
import unicodedata
from datetime import date

_DAY = re.compile(r"\s*(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?!\d)")


def day_of(text: str) -> str:
    """Return the day of `2022-12-2 14:35:22` as `2022-12-02`, or nothing where there is none."""
    found = _DAY.match(text)
    if not found:
        return text.strip() if re.fullmatch(r"\s*\d{4}\s*", text) else ""
    year, month, day = int(found[1]), int(found[2]), int(found[3] or 0)
    try:
        date(year, month, day or 1)
    except ValueError:
        return ""
    return f"{year:04}-{month:02}-{day:02}" if day else f"{year:04}-{month:02}"


def address(*parts: str) -> str:
    """Return an address from the site's root: one slash between its parts, none doubled."""
    joined = unicodedata.normalize("NFC", "/" + "/".join(parts))
    joined = re.sub(r"/{2,}", "/", joined)
    return joined.removesuffix("index.html") if joined.endswith("/index.html") else joined


def filled(scheme: str, day: str, slug: str) -> str:
    """Return the address that Masthead gives a post by `posts.permalink`."""
    year, month, date_ = [*day.split("-"), "01", "01"][:3]
    values = {":year": year, ":month": month, ":day": date_, ":slug": slug}
    path = re.sub("|".join(values), lambda m: values[m[0]], scheme)
    return unicodedata.normalize("NFC", "/" + path.strip("/") + "/")
