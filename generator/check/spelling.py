"""How near two words are."""

from __future__ import annotations


def is_one_letter_off(first: str, second: str) -> bool:
    """Whether two words differ by one letter that is wrong, missing or one too many.

    Two that differ in a digit are meant to: `wang1` and `wang2`, "Part 1" and "Part 2". Two
    letters that changed places (`Jihn`) count as one.
    """
    if first == second or abs(len(first) - len(second)) > 1:
        return False
    short, long = sorted((first, second), key=len)
    start = next((i for i, ch in enumerate(short) if ch != long[i]), len(short))
    if len(short) < len(long):
        return short[start:] == long[start + 1 :] and long[start].isalpha()
    if short[start + 1 :] == long[start + 1 :]:
        return short[start].isalpha() and long[start].isalpha()
    swapped = long[start + 1 : start + 2] + long[start]
    return short[start : start + 2] == swapped and short[start + 2 :] == long[start + 2 :]
