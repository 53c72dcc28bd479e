"""Shortcodes of Hugo and of Hugo Blox -> Markdown.

Formats: gohugo.io/shortcodes; docs.hugoblox.com, "Writing content with Markdown".
"""

import re
from collections.abc import Callable

from generator.importing.texts import markup
from generator.importing.texts.markup import TextContext

_TAG = re.compile(
    r"\{\{(?:<|%)\s*(?P<end>/?)\s*(?P<name>[\w/-]+)(?P<args>(?:(?!\{\{[<%]).)*?)(?P<self>/?)\s*(?:>|%)\}\}",
    re.DOTALL,
)
_SHOWN = re.compile(r"\{\{(<|%)/\*((?:(?!\{\{[<%]/\*).)*?)\*/(>|%)\}\}", re.DOTALL)
_HIGHLIGHT = re.compile(r"\{\{<\s*highlight\s+(?P<language>[\w+#-]+)[^>{]*>\}\}\n?")
_HIGHLIGHT_ENDS = re.compile(r"\{\{<\s*/\s*highlight\s*>\}\}")
_BOXES = {"note": "note", "warning": "warning", "info": "note", "tip": "tip", "danger": "warning",
          "caution": "warning", "important": "important", "hint": "hint"}  # fmt: skip


def converted(text: str, context: TextContext) -> str:
    """Return a text in which shortcodes have become Markdown, or visible TODOs."""
    text = _SHOWN.sub(lambda m: f"`{{{{{m[1]}{m[2]}{m[3]}}}}}`", text)
    text = _pairs(text, context)

    def single(match: re.Match[str]) -> str:
        name = match["name"]
        if match["end"]:
            return ""  # of one that stands already
        change = _SINGLE.get(name)
        found = change(*markup.arguments(match["args"])) if change else None
        if found is not None:
            return found
        return context.todo("shortcode", match)

    return _TAG.sub(single, text)


def code_blocks(text: str) -> str:
    """Return a text in which `highlight` has become a fence, and `math` its formulas alone."""
    text = markup.paired(
        text,
        _HIGHLIGHT,
        lambda _: _HIGHLIGHT_ENDS,
        lambda tag, inside, _: markup.fence(tag["language"], inside),
    )
    return re.sub(r"\{\{[<%]\s*/?\s*math\s*[>%]\}\}", "", text)


def _pairs(text: str, context: TextContext) -> str:
    """Replace what encloses a text, the innermost first."""
    for name, change in _ENCLOSING.items():
        pattern = re.compile(
            rf"\{{\{{[<%]\s*{name}\b(?P<args>(?:(?!\}}\}}|\{{\{{).)*?)[>%]\}}\}}(?P<inside>(?:(?!\{{\{{[<%]\s*{name}\b).)*?)"
            rf"\{{\{{[<%]\s*/\s*{name}\s*[>%]\}}\}}",
            re.DOTALL,
        )
        for _ in range(8):
            text, number = pattern.subn(
                lambda m, change=change: change(*markup.arguments(m["args"]), m["inside"]),  # type: ignore[misc]
                text,
            )
            if not number:
                break
    return text


Enclosing = Callable[[list[str], dict[str, str], str], str]


def _box(plain: list[str], named: dict[str, str], inside: str) -> str:
    word = (plain or [named.get("type", "note")])[0].lower()
    return markup.block(_BOXES.get(word, "note"), named.get("title", ""), inside)


def _details(plain: list[str], named: dict[str, str], inside: str) -> str:
    title = named.get("text") or named.get("summary") or named.get("title") or " ".join(plain)
    return markup.block("details", title, inside)


def _static_link(plain: list[str], named: dict[str, str], inside: str) -> str:
    return f"[{inside.strip()}](/{markup.target(plain[0].lstrip('/'))})" if plain else inside


def _figure_around(plain: list[str], named: dict[str, str], inside: str) -> str:
    return _figure(plain, {**named, "caption": named.get("caption") or inside.strip()}) or inside


def _plain(plain: list[str], named: dict[str, str], inside: str) -> str:
    return inside


_ENCLOSING: dict[str, Enclosing] = {
    "callout": _box, "alert": _box, "admonition": _box, "notice": _box, "hint": _box,
    "spoiler": _details, "details": _details, "expand": _details, "toggle": _details,
    "staticref": _static_link, "hl": lambda plain, named, inside: f"**{inside.strip()}**",
    "mark": lambda plain, named, inside: f"**{inside.strip()}**", "figure": _figure_around,
    "cards": _plain, "steps": _plain, "speaker_note": _plain,
}  # fmt: skip


def _figure(plain: list[str], named: dict[str, str]) -> str | None:
    source = named.get("src") or (plain[0] if plain else "")
    if not source:
        return None
    caption = named.get("caption") or named.get("title") or ""
    alt = named.get("alt") or caption or named.get("title") or ""
    width = (named.get("width") or named.get("max_width") or "").removesuffix("px")
    if named.get("link") and not caption:
        return f"[{markup.picture(source, alt)}]({markup.target(named['link'])})"
    return markup.picture(source, alt, caption, width)


def _address(start: str) -> Callable[[list[str], dict[str, str]], str | None]:
    def change(plain: list[str], named: dict[str, str]) -> str | None:
        what = named.get("id") or named.get("src") or (plain[-1] if plain else "")
        return f"<{start}{what}>" if what else None

    return change


def _tweet(plain: list[str], named: dict[str, str]) -> str | None:
    number = named.get("id") or (plain[0] if plain else "")
    return f"<https://x.com/{named.get('user', 'i')}/status/{number}>" if number else None


def _gist(plain: list[str], named: dict[str, str]) -> str | None:
    return f"<https://gist.github.com/{'/'.join(plain[:2])}>" if plain else None


def _media(plain: list[str], named: dict[str, str]) -> str | None:
    source = named.get("src") or (plain[0] if plain else "")
    return f"[{named.get('title') or source}]({markup.target(source)})" if source else None


def _page(plain: list[str], named: dict[str, str]) -> str | None:
    target = named.get("page") or named.get("path") or (plain[0] if plain else "")
    return f"[{target.strip('/').rpartition('/')[2]}]({markup.target(target)})" if target else None


def _reference(plain: list[str], named: dict[str, str]) -> str | None:
    """`[words]({{< ref "post/x" >}})`: only the address."""
    target = named.get("path") or (plain[0] if plain else "")
    return "source-file:" + markup.target(target.strip("/").removesuffix(".md")) if target else None


def _call(plain: list[str], named: dict[str, str]) -> str | None:
    link = named.get("cta_link") or named.get("url") or named.get("link")
    words = named.get("cta_text") or named.get("text") or link
    return f"[{words}]({markup.target(link)})" if link else None


def _nothing(plain: list[str], named: dict[str, str]) -> str:
    return ""


_SINGLE: dict[str, Callable[[list[str], dict[str, str]], str | None]] = {
    "figure": _figure, "image": _figure, "img": _figure,
    "youtube": _address("https://www.youtube.com/watch?v="), "vimeo": _address("https://vimeo.com/"),
    "bilibili": _address("https://www.bilibili.com/video/"),
    "tweet": _tweet, "twitter": _tweet, "x": _tweet, "gist": _gist, "video": _media,
    "audio": _media, "cite": _page, "ref": _reference, "relref": _reference, "cta": _call,
    "button": _call, "toc": _nothing, "icon": _nothing, "list_tags": _nothing,
    "list_categories": _nothing,
    "mention": lambda plain, named: f"**{plain[0]}**" if plain else "",
}  # fmt: skip
