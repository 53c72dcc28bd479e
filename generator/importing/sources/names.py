"""Names of authors in free text. All that comes out of here is a guess, and has to be marked so."""

import re

_NAME = r"[A-ZÀ-Þ][\w'’.-]*"
_ABBREVIATED = re.compile(rf"^(?:{_NAME}\s+)?(?:[A-Z]\.[\s-]*)+$")
_YEAR = re.compile(r"[\s,]*\(?(?:19|20)\d{2}[a-z]?\)?")
_TITLE = re.compile(r"[\"“”]|<i>|<em>|&quot;|[.,:]\s*\*")


def names_in_citation(citation: str, title: str) -> list[str]:
    """Return the authors that a citation begins with: before the year, or before the title."""
    text = re.sub(r"<[^>]+>|\*+|_(?=\w)|(?<=\w)_", "", citation).strip()
    ends = [found.start() for found in (_YEAR.search(text), _TITLE.search(text)) if found]
    at = text.casefold().find(title.casefold()[:25]) if title else -1
    ends += [at] if at > 0 else []
    head = text[: min(ends)] if ends else ""
    return authors_of(head) if len(head) < 1500 else []


def authors_of(text: str) -> list[str]:
    """Return the single names of `Last, First, First Last, and F. Last`."""
    text = re.sub(r"\s+", " ", text).strip(" .,;:&-–(")
    text = re.sub(r"\.,", ".,", text)
    has_more = bool(re.search(r"\bet\.? al\b|\band others\b", text))
    text = re.sub(r",?\s*\bet\.? al\.?|,?\s*and others", "", text)
    text = re.sub(r",?\s+(?:and|&)\s+|\s*;\s*", " ; ", text)
    parts: list[str] = []
    for group in text.split(" ; "):
        pieces = [piece.strip(" .") + ("." if re.search(r"\b[A-Z]\.?$", piece.strip()) else "")
                  for piece in group.split(",") if piece.strip(" .")]  # fmt: skip
        parts += _joined(pieces)
    names = [name.strip() for name in parts if re.search(r"[^\W\d_]{2}", name)]
    return names + (["et al."] if has_more and names else [])


def _joined(pieces: list[str]) -> list[str]:
    """Join `Last`, `First` to `First Last`, where the pieces show that names were turned round."""
    found: list[str] = []
    at = 0
    while at < len(pieces):
        here = pieces[at]
        after = pieces[at + 1] if at + 1 < len(pieces) else ""
        is_given = bool(_ABBREVIATED.match(after)) or (" " not in here and " " not in after)
        if after and " " not in here.strip() and is_given:
            found.append(f"{after} {here}".replace("..", "."))
            at += 2
        elif (
            after
            and at == 0
            and " " not in here
            and re.fullmatch(rf"{_NAME}(?:\s+[A-Z]\.)?", after)
        ):
            found.append(f"{after} {here}")
            at += 2
        else:
            found.append(here)
            at += 1
    return found


def names_of(value: object) -> list[str]:
    """Return the names of a list, or of one text in which commas or `and` part them."""
    if isinstance(value, list):
        return [str(one).strip() for one in value if str(one).strip()]
    text = str(value or "")
    return [name.strip() for name in re.split(r"\s*(?:,| and | & |;)\s*", text) if name.strip()]
