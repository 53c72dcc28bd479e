"""How near two words are."""

from __future__ import annotations

import re


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


_SYLLABLE = (
    "[bpmf](?:a|ai|an|ang|ao|ei|en|eng|i|ian|iao|ie|in|ing|iu|o|ou|u)"
    "|[dtnl](?:a|ai|an|ang|ao|e|ei|en|eng|i|ia|ian|iang|iao|ie|in|ing|iu|ong|ou|u|uan|ue|ui|un|uo"
    "|v|ve)"
    "|[gkh](?:a|ai|an|ang|ao|e|ei|en|eng|ong|ou|u|ua|uai|uan|uang|ui|un|uo)"
    "|[jqx](?:i|ia|ian|iang|iao|ie|in|ing|iong|iu|u|uan|ue|un)"
    "|(?:[zcs]h?|r)(?:a|ai|an|ang|ao|e|ei|en|eng|i|ong|ou|u|ua|uai|uan|uang|ui|un|uo)"
    "|y(?:a|an|ang|ao|e|i|in|ing|o|ong|ou|u|uan|ue|un)|w(?:a|ai|an|ang|ei|en|eng|o|u)"
    "|a|ai|an|ang|ao|e|en|er|o|ou"
)
"""A syllable of Hanyu Pinyin (ISO 7098) without its tone; a few that Chinese does not have."""


def is_pinyin(word: str) -> bool:
    """Whether a folded word is made of syllables of pinyin: `gongming`, but not `gongmimg`."""
    # Not compiled before it is asked for, where two names are near each other.
    return re.fullmatch(f"(?:{_SYLLABLE})+", word) is not None


def sounds_alike(first: str, second: str) -> bool:
    """Whether two words in pinyin differ in `n` and `ng` alone, which speakers mix up."""
    return first.replace("ng", "n") == second.replace("ng", "n")
