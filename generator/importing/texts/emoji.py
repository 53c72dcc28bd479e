"""Emoji codes -> emoji: `:tada:` as GitHub, jemoji, Hugo and Hexo's filter read it.

Most codes are the names of the characters in Unicode, so only the others need a table.
"""

import re
import unicodedata

_CODE = re.compile(r"(?<![\w:/]):(\+1|-1|[a-z][a-z0-9_]{0,40}):(?![\w:/])")
_OTHERS = {
    "+1": "👍", "thumbsup": "👍", "-1": "👎", "tada": "🎉", "heart": "❤️", "smile": "😄",
    "smiley": "😃", "laughing": "😆", "joy": "😂", "wink": "😉", "grin": "😁", "blush": "😊",
    "sunglasses": "😎", "wave": "👋", "clap": "👏", "pray": "🙏", "muscle": "💪", "star": "⭐",
    "star2": "🌟", "warning": "⚠️", "bulb": "💡", "book": "📖", "pencil": "📝", "pencil2": "✏️",
    "email": "📧", "mortar_board": "🎓", "zap": "⚡", "computer": "💻", "link": "🔗", "mag": "🔍",
    "point_right": "👉", "point_down": "👇", "point_left": "👈", "point_up": "☝️", "eyes": "👀",
    "100": "💯", "checkered_flag": "🏁", "dart": "🎯", "gift": "🎁", "phone": "☎️", "x": "❌",
    "medal_sports": "🏅", "1st_place_medal": "🥇", "heavy_check_mark": "✔️", "mega": "📣",
    "fist": "✊", "v": "✌️", "ok_hand": "👌", "raised_hands": "🙌", "hand": "✋", "punch": "👊",
    "thumbsdown": "👎", "point_up_2": "👆", "hugs": "🤗", "thinking": "🤔", "rofl": "🤣",
    "heart_eyes": "😍", "sob": "😭", "cry": "😢", "sweat_smile": "😅", "relaxed": "☺️",
    "grinning": "😀", "innocent": "😇", "scream": "😱", "stuck_out_tongue": "😛", "angry": "😠",
    "white_check_mark": "✅", "question": "❓", "exclamation": "❗", "bangbang": "‼️",
    "arrow_right": "➡️", "arrow_left": "⬅️", "arrow_up": "⬆️", "arrow_down": "⬇️", "new": "🆕",
    "art": "🎨", "house": "🏠", "office": "🏢", "earth_asia": "🌏", "earth_americas": "🌎",
    "earth_africa": "🌍", "coffee": "☕", "beer": "🍺", "pizza": "🍕", "apple": "🍎", "cat": "🐱",
    "dog": "🐶", "robot": "🤖", "alien": "👽", "whale": "🐳", "dna": "🧬", "soccer": "⚽",
    "basketball": "🏀", "iphone": "📱", "clapper": "🎬", "headphones": "🎧", "construction": "🚧",
    "man_technologist": "👨‍💻", "woman_technologist": "👩‍💻", "technologist": "🧑‍💻",
    "scientist": "🧑‍🔬", "man_scientist": "👨‍🔬", "woman_scientist": "👩‍🔬", "student": "🧑‍🎓",
    "man_student": "👨‍🎓", "woman_student": "👩‍🎓", "teacher": "🧑‍🏫", "cn": "🇨🇳", "us": "🇺🇸",
    "gb": "🇬🇧", "uk": "🇬🇧", "de": "🇩🇪", "fr": "🇫🇷", "jp": "🇯🇵", "kr": "🇰🇷", "it": "🇮🇹",
    "es": "🇪🇸", "bow": "🙇", "sunny": "☀️", "umbrella": "☔", "runner": "🏃",
    "smirk": "😏", "date": "📅", "tennis": "🎾",
    "loudspeaker": "📢", "speech_balloon": "💬", "hammer_and_wrench": "🛠️", "tv": "📺",
}  # fmt: skip


def with_emoji(text: str) -> str:
    """Return a text with emoji in place of the codes that are known."""
    return _CODE.sub(lambda match: _emoji(match[1]) or match[0], text)


def _emoji(code: str) -> str:
    if code in _OTHERS:
        return _OTHERS[code]
    for name in (code, f"{code} face"):
        try:
            found = unicodedata.lookup(name.replace("_", " "))
        except KeyError:
            continue
        if unicodedata.category(found) == "So":
            return found
    return ""
