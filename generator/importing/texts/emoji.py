"""Emoji codes -> emoji: `:tada:` as GitHub, jemoji, Hugo and Hexo's filter read it.

Most codes are the names of the characters in Unicode, so only the others need a table.
"""

import re
import unicodedata

_CODE = re.compile(r"(?<![\w:/]):(\+1|-1|[a-z][a-z0-9_]{2,40}):(?![\w:/])")
_OTHERS = {
    "+1": "👍", "thumbsup": "👍", "-1": "👎", "tada": "🎉", "heart": "❤️", "smile": "😄",
    "smiley": "😃", "laughing": "😆", "joy": "😂", "wink": "😉", "grin": "😁", "blush": "😊",
    "sunglasses": "😎", "wave": "👋", "clap": "👏", "pray": "🙏", "muscle": "💪", "star": "⭐",
    "star2": "🌟", "warning": "⚠️", "bulb": "💡", "book": "📖", "pencil": "📝", "pencil2": "✏️",
    "email": "📧", "mortar_board": "🎓", "zap": "⚡", "computer": "💻", "link": "🔗", "mag": "🔍",
    "point_right": "👉", "point_down": "👇", "point_left": "👈", "point_up": "☝️", "eyes": "👀",
    "100": "💯", "checkered_flag": "🏁", "dart": "🎯", "gift": "🎁", "phone": "☎️", "x": "❌",
    "medal_sports": "🏅", "1st_place_medal": "🥇", "heavy_check_mark": "✔️", "mega": "📣",
    "loudspeaker": "📢", "speech_balloon": "💬", "hammer_and_wrench": "🛠️", "tv": "📺",
}  # fmt: skip


def with_emoji(text: str) -> str:
    """Return a text with emoji in place of the codes that are known."""
    return _CODE.sub(lambda match: _emoji(match[1]) or match[0], text)


def _emoji(code: str) -> str:
    if code in _OTHERS:
        return _OTHERS[code]
    try:
        found = unicodedata.lookup(code.replace("_", " "))
    except KeyError:
        return ""
    return found if unicodedata.category(found) == "So" else ""
