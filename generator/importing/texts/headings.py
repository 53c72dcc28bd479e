"""Ids of headings: kept where the old program made another one than Masthead makes."""

import re
import unicodedata
from collections import Counter

from generator.importing.plan import Syntax
from generator.model.links import heading_id

_HEADING = re.compile(r"^( {0,3}(#{1,6})[ \t]+)(.+?)([ \t]+#+)?[ \t]*$", re.MULTILINE)
_OWN_ID = re.compile(r"\{[^}]*#[^}]*\}\s*$")
_MARKUP = re.compile(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)]*\)|<[^>]+>|[*`]|(?<!\w)_|_(?!\w)|~~")
_HEXO_MARKS = re.compile(r"[\s~`!@#$%^&*()\-_+=[\]{}|\\;:\"'<>,.?/]+")


def with_ids(text: str, syntax: Syntax) -> str:
    """Return a text in which headings keep the ids that links from elsewhere may name."""
    if syntax == "plain":
        return text
    seen: Counter[str] = Counter()
    ours: Counter[str] = Counter()

    def mark(match: re.Match[str]) -> str:
        words = match[3]
        if _OWN_ID.search(words):
            return match[0]
        old, new = _old_id(words, syntax, seen), _counted(heading_id(_bare(words)), ours)
        if not old or old == new or not re.fullmatch(r"[\w.:-]+", old):
            return match[0]
        return f"{match[1]}{words} {{#{old}}}"

    return _HEADING.sub(mark, text)


def _bare(words: str) -> str:
    return _MARKUP.sub(lambda m: m[1] or "", words).replace("\\", "").strip()


def _old_id(words: str, syntax: Syntax, seen: Counter[str]) -> str:
    bare = _bare(words)
    if syntax == "nunjucks":  # hexo-util, `slugize` without a transform
        base = _HEXO_MARKS.sub("-", bare).strip("-")
    elif syntax == "liquid":  # kramdown, `basic_generate_id` with GFM's rule
        base = "".join(ch for ch in bare.lower() if ch in " -_" or _is_word(ch)).replace(" ", "-")
    else:  # goldmark, as GitHub does it
        base = "".join(ch for ch in bare.lower() if ch in " -_" or _is_word(ch)).replace(" ", "-")
    return _counted(base, seen)


def _is_word(ch: str) -> bool:
    return unicodedata.category(ch)[0] in "LNM"


def _counted(base: str, seen: Counter[str]) -> str:
    number = seen[base]
    seen[base] += 1
    return f"{base}-{number}" if number else base
