"""What somebody typed -> a file of the theme."""

from __future__ import annotations

from collections.abc import Iterable

from generator.problems import did_you_mean


def chosen(typed: str, names: Iterable[str], theme: str) -> str:
    """Return the file that is meant: by its path in the theme, or by the end of that path.

    Raises LookupError, with what may have been meant.
    """
    names = list(names)
    word = typed.replace("\\", "/").removeprefix("./").removeprefix(f"themes/{theme}/")
    if word in names:
        return word
    ends = [name for name in names if name.endswith(f"/{word}")]
    if len(ends) == 1:
        return ends[0]
    if ends:
        raise LookupError(f'"{typed}" may be {" or ".join(ends)}')
    last = {name.rpartition("/")[2]: name for name in names}
    near = did_you_mean(word, names)
    if not near and (hint := did_you_mean(word.rpartition("/")[2], last)):
        near = f'did you mean "{last[hint.split(chr(34))[1]]}"?'
    near = near or "`masthead theme list` shows what there is"
    raise LookupError(f'the theme has no file "{typed}"; {near}')
