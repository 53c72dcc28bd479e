"""Tags that only Hexo, its themes and plug-ins have -> Markdown; `tags.py` has the others.

Formats: hexo.io/docs/tag-plugins; theme-next.js.org/docs/tag-plugins; the documentation of
Butterfly, Fluid, Redefine, Stellar and Volantis, and hexo-tag-aplayer.
"""

import re
from collections.abc import Iterator
from textwrap import dedent

from generator.importing.reading import Fields, Unreadable, read_yaml
from generator.importing.report import Findings
from generator.importing.texts import markup
from generator.importing.texts.aside import Aside
from generator.importing.texts.markup import Call, Change


def quote(call: Call) -> str:
    said = re.sub(r"https?://\S+", "", call.args).strip()
    link = re.search(r"https?://\S+", call.args)
    by = f"[{said}]({link[0]})" if link and said else said
    lines = [*call.inside.strip().split("\n"), *(["", f"— {by}"] if by else [])]
    return "\n\n" + "\n".join(f"> {line}".rstrip() for line in lines) + "\n\n"


def asset_picture(call: Call, has_caption: bool = False) -> str:
    """`{% asset_img [class] name [width] [height] [title [alt]] %}`, both in quotes or the title
    alone; `{% image name [caption] [width:650px] %}` of Stellar and Volantis."""
    options = {one[1]: one[2] for one in map(markup.OPTION.fullmatch, call.plain) if one}
    words = markup.said(call)
    while len(words) > 1 and not re.search(r"\.\w{2,5}$", words[0]):
        words.pop(0)  # classes
    sizes = [word for word in words[1:3] if word.isdigit()]
    texts = words[1 + len(sizes) :]
    text = texts[-1] if texts and call.args[-1] in "\"'" else " ".join(texts)
    if quoted := re.search(r"([\"'])([^\"']+)\1$", text):  # "title 'alt'"
        text = quoted[2]
    said = ("", text) if has_caption else (text, "")
    return markup.picture("".join(words[:1]), *said, options.get("width") or "".join(sizes[:1]))


def image(call: Call) -> str:
    """`{% image name [caption] [width:650px] %}` of Stellar, and
    `{% image address, alt=words, width=90px %}` of Volantis."""
    address, *more = (one.strip() for one in call.args.split(","))
    if not more or " " in address:
        return asset_picture(call, has_caption=True)
    named = dict(one.split("=", 1) for one in more if "=" in one)
    return markup.picture(address, "", named.get("alt", ""), named.get("width", ""))


def picture_of_plug_in(call: Call) -> str | None:
    """`{% fb_img name [caption] %}`, and tags of other plug-ins that name a picture."""
    is_one = re.search(r"\.(?:png|jpe?g|gif|webp|svg)$", call.first(), re.IGNORECASE)
    return asset_picture(call, has_caption=True) if is_one else None


def link_to_post(call: Call) -> str:
    """`{% post_link name [title] %}`; a title that is missing is the post's own."""
    name, title = call.first(), " ".join(call.plain[1:])
    return f"[{title or name}](source-file:{markup.target(name)})"


def link(call: Call) -> str:
    """`{% link words address %}`; of themes `{% btn address, words, icon %}`,
    `{% btn kind, words, address %}` and `{% link words, site, address %}`."""
    words = call.plain
    is_listed = "," in call.args and not re.match(r"[^,\"']+ (?:https?:|/)", call.args)
    if is_listed:
        words = [one.strip(" \"'") for one in call.args.split(",")]
    url = next((word for word in words if re.match(r"https?:|/|#|mailto:", word)), "")
    others = words[: words.index(url)] if url else words
    others = others or [one for one in words[1:] if not markup.OPTION.fullmatch(one)]  # Stellar
    if is_listed:
        others = (others[:1] if call.args.count(",") == len(others) else others[-1:]) or words[1:2]
    text = " ".join(others)
    return f"[{text or url}]({markup.target(url)})" if url else text


def asset_link(call: Call) -> str:
    name, words = call.first(), " ".join(call.plain[1:])
    return f"[{words or name}]({markup.target(name)})" if name else ""


def song(call: Call) -> str | None:
    """`{% aplayer title author address … %}`, `{% dplayer url=address … %}`."""
    url = next(
        (one[2] for one in map(markup.OPTION.fullmatch, call.plain) if one and one[1] == "url"), ""
    )
    words = [*markup.said(call), "", "", ""]
    title = " – ".join(filter(None, words[:2]))
    return f"[{title or url}]({markup.target(url or words[2])})" if url or words[2] else None


def file_of_code(call: Call) -> str:
    """`{% include_code [title] [lang:language] path %}`."""
    *words, name = markup.said(call) or [""]
    return f"[{' '.join(words) or name}]({markup.target(f'/downloads/code/{name}')})"


def marked(name: str) -> Change:
    return lambda call: f"<{name}>{words(call)}</{name}>"


def music(call: Call) -> str | None:
    """`{% meting id server kind %}` of hexo-tag-aplayer."""
    name, server, kind = [*call.plain, "", "", ""][:3]
    return f"<https://music.163.com/#/{kind}?id={name}>" if server == "netease" and kind else None


def label(call: Call) -> str:
    """`{% label primary@words %}` of NexT, `{% label words colour %}` of Butterfly."""
    words = call.args.partition("@")[2] or call.first()
    return f"<mark>{words.strip()}</mark>"


def hidden(call: Call) -> str:
    """`{% hideToggle words,colour %}` of Butterfly, `{% fold info @words %}` of Fluid."""
    title = call.args.rpartition("@")[2].split(",")[0]
    return markup.block("details", title.strip(), call.inside)


def titled(call: Call) -> str:
    """`{% timeline words,colour %}`, `{% timenode 2020 %}`."""
    title = _first_of_list(call)
    return f"\n\n**{title}**\n\n{call.inside.strip()}\n\n" if title else markup.plain(call)


def words(call: Call) -> str:
    """`{% span red, words %}`, `{% u words %}` of Butterfly and Volantis."""
    return (call.args.partition(",")[2] or " ".join(markup.said(call))).strip()


def group(call: Call) -> str:
    """`{% galleryGroup name description link picture %}` of Butterfly."""
    name, words, to, source = [*call.plain, "", "", "", ""][:4]
    if not source:
        return name
    return f"\n\n[{markup.picture(source, name)}]({markup.target(to)}) {words}\n\n"


def note(call: Call) -> str | None:
    """`{% note [color:red] [title] words %}` of Stellar, which ends nowhere."""
    *title, text = markup.said(call) or [""]
    return (
        markup.block("note", " ".join(title), text) if text and text not in markup.BOXES else None
    )


def figure(call: Call) -> str:
    words = " ".join(markup.said(call))
    return markup.plain(call) + (f"*{words}*\n\n" if words else "")


_ADMONITION = re.compile(
    r"^!!! *(\w+)[ \t]*\"?([^\n\"]*)\"?\n((?:(?: {4}|\t)[^\n]*(?:\n|\Z)|[ \t]*\n)+)", re.MULTILINE
)


def with_admonitions(text: str) -> str:
    """Return a text in which `!!! note Title` above lines that are set in is a box, as
    hexo-admonition has it."""
    return _ADMONITION.sub(
        lambda m: markup.block(markup.BOXES.get(m[1].lower(), "note"), m[2], dedent(m[3])), text
    )


def with_raw_tags(text: str) -> str:
    """Return a text in which no tag is read, for posts with `disableNunjucks`."""
    aside = Aside()
    text = aside.spans(aside.fences(text, lambda block: block), lambda code: code)
    return aside.back(re.sub(r"\{[{%].*?[}%]\}", r"{% raw %}\g<0>{% endraw %}", text))


def _first_of_list(call: Call) -> str:
    """`{% hideInline words, button %}`, `{% cb words, true %}`."""
    return call.args.split(",")[0].strip()


ENCLOSING: dict[str, Change] = {
    **dict.fromkeys(
        ("blockquote", "quote", "pullquote", "cq", "centerquote", "poetry", "poem"), quote
    ),
    **dict.fromkeys(("grouppicture", "gp", "gi", "gallery", "btns", "tabs", "subtabs",
                     "subsubtabs", "buttons", "grid", "folders", "swiper", "videos", "about"),
                    markup.plain),
    **dict.fromkeys(("hideToggle", "hideBlock", "fold"), hidden), "figure": figure,
    **dict.fromkeys(("timeline", "timenode"), titled),
}  # fmt: skip
"""Tags around a text, by name."""
SINGLE: dict[str, Change] = {
    **dict.fromkeys(("asset_img", "img"), asset_picture),
    "image": image,
    "asset_path": lambda call: call.args, "post_link": link_to_post, "include_code": file_of_code,
    **dict.fromkeys(("link", "btn", "button", "cell", "hashtag"), link), "note": note,
    **dict.fromkeys(("aplayer", "dplayer"), song), "meting": music, "label": label,
    **{name: marked(name) for name in ("mark", "sup", "sub")}, "galleryGroup": group,
    "copy": lambda call: f"`{words(call)}`", "quot": lambda call: f"**{words(call)}**",
    **dict.fromkeys(("asset_link", "pdf", "video", "audio"), asset_link),
    **dict.fromkeys(("span", "p", "u", "emp", "wavy", "del", "kbd", "psw", "blur"), words),
    **dict.fromkeys(("checkbox", "radio"), words),
    **dict.fromkeys(("inlineImg", "inlineimage"),
                    lambda call: markup.picture(call.args.split(",")[0].split(" ")[0])),
    **dict.fromkeys(("hideInline", "cb"), _first_of_list),
    "more": lambda call: "\n<!-- more -->\n",
}  # fmt: skip
"""Single tags, by name."""


LINKS = re.compile(r"\{%-?\s*(flink|links)\s*-?%\}(.*?)\{%-?\s*end\1\s*-?%\}", re.DOTALL)
"""Links to others as data in a text, of Butterfly and Shoka."""


def list_of_links(tag: re.Match[str], path: str, findings: Findings) -> str:
    """Return a tag with links to others as a list of them; as it is if its YAML cannot be read."""
    try:
        return "\n".join(friends(read_yaml(tag[2], path, findings))) or tag[0]
    except Unreadable:
        return tag[0]


def friends(said: object) -> Iterator[str]:
    """Yield the lines of a list of sites: `[{name, link, descr}]`, also in named groups."""
    if isinstance(said, Fields):
        name, link, words = (
            str(next((said[one] for one in names if said.get(one)), ""))
            for names in (("name", "title", "site"), ("link", "url"),
                          ("descr", "desc", "description", "introduction", "intro"))
        )  # fmt: skip
        if name and re.match(r"https?://\S+$", link):
            yield f"- [{name}]({markup.target(link)})" + (
                f": {' '.join(words.split())}" if words else ""
            )
            return
        if group := said.get("class_name") or said.get("group"):
            yield f"\n## {group}\n\n{said.get('class_desc') or said.get('desc') or ''}\n"
    for inner in (
        said.values() if isinstance(said, Fields) else said if isinstance(said, list) else ()
    ):
        yield from friends(inner)
