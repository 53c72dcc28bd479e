"""Tags that only Hexo, its themes and plug-ins have -> Markdown; `tags.py` has the others.

Formats: hexo.io/docs/tag-plugins; theme-next.js.org/docs/tag-plugins; the documentation of
Butterfly.
"""

import re
from collections.abc import Iterator

from generator.importing.fields import Fields
from generator.importing.reading import Unreadable, read_yaml
from generator.importing.texts import markup
from generator.importing.texts.markup import Call, Change


def quote(call: Call) -> str:
    said = re.sub(r"https?://\S+", "", call.args).strip()
    link = re.search(r"https?://\S+", call.args)
    by = f"[{said}]({link[0]})" if link and said else said
    lines = [*call.inside.strip().split("\n"), *(["", f"— {by}"] if by else [])]
    return "\n\n" + "\n".join(f"> {line}".rstrip() for line in lines) + "\n\n"


def asset_picture(call: Call, has_caption: bool = False) -> str:
    """`{% asset_img [class] name [width] [height] [title [alt]] %}`, both in quotes or the title
    alone."""
    words = markup.said(call)
    while len(words) > 1 and not re.search(r"\.\w{2,5}$", words[0]):
        words.pop(0)  # classes
    sizes = [word for word in words[1:3] if word.isdigit()]
    texts = words[1 + len(sizes) :]
    text = texts[-1] if texts and call.args[-1] in "\"'" else " ".join(texts)
    said = ("", text) if has_caption else (text, "")
    return markup.picture("".join(words[:1]), *said, "".join(sizes[:1]))


def picture_of_plug_in(call: Call) -> str | None:
    """`{% fb_img name [caption] %}`, and tags of other plug-ins that name a picture."""
    is_one = re.search(r"\.(?:png|jpe?g|gif|webp|svg)$", call.first(), re.IGNORECASE)
    return asset_picture(call, has_caption=True) if is_one else None


def link_to_post(call: Call) -> str:
    """`{% post_link name [title] %}`; a title that is missing is the post's own."""
    name, title = call.first(), " ".join(call.plain[1:])
    return f"[{title or name}](source-file:{markup.target(name)})"


def asset_link(call: Call) -> str:
    name, words = call.first(), " ".join(call.plain[1:])
    return f"[{words or name}]({markup.target(name)})" if name else ""


def card(call: Call) -> str | None:
    """A link and its words, in any order: `{% link words https://… %}` of Hexo, `{% btn https://…,
    words, icon %}` of NexT and Butterfly, `{% cell words, https://… %}` of Volantis."""
    has_commas = "," in call.args
    parts = call.args.split(",") if has_commas else call.plain
    said = [one.strip().strip("\"'") for one in parts]
    to = next((one for one in said if re.match(r"https?://|/(?!/)", one)), "")
    words = [one for one in said if one and not _NO_LABEL.match(one)]
    label = " ".join(words[:1] if has_commas else words) or to
    return f"[{label}]({markup.target(to)})" if to else None


def grouped(call: Call) -> str:
    """`{% galleryGroup name words /link /picture.jpg %}` of Butterfly, one of several."""
    call.context.note("changed", "template-tag", "{% galleryGroup %}", "without its picture")
    return f"\n- {card(call) or call.args}\n"


_NO_LABEL = re.compile(r"https?:|/|icon|fa[srb]?\b|(?:[\w-]+)[:=]|(?:regular|large|center|block)$")


def styled(call: Call) -> str:
    """`{% u words %}`, `{% span red, words %}`, `{% checkbox checked, words %}` of Volantis."""
    look, comma, words = call.args.partition("@" if call.name == "label" else ",")
    if call.name in ("checkbox", "radio"):
        return f"\n- [{'x' if comma and 'checked' in look else ' '}] {(words or look).strip()}\n"
    words = words if comma and call.name in ("label", "span", "p") else call.args
    words = call.first() if words == call.args and call.name == "label" else words.strip()
    mark = _MARKS.get(call.name)
    return f"<{mark}>{words}</{mark}>" if mark else words


_MARKS = {"label": "mark", "u": "u", "wavy": "u", "emp": "em", "del": "s", "s": "s", "kbd": "kbd"}


def titled(call: Call) -> str:
    """`{% timenode 2020-11-14 %}`, `{% box words color:red %}`: the words above the text."""
    words = " ".join(markup.said(call)).partition(",")[0]
    above = f"**{words}**\n\n" if words else ""
    return f"\n\n{above}{call.inside.strip()}\n\n"


def links_to_friends(call: Call) -> str | None:
    """`{% flink %}` of Butterfly, around YAML. What is none becomes a visible TODO."""
    try:
        lines = friends(read_yaml(call.inside, call.context.file, call.context.findings))
    except Unreadable:
        return None
    call.context.note("changed", "template-tag", "{% flink %}", "a list of links, without pictures")
    return "\n".join(["\n", *lines, "\n"])


ENCLOSING: dict[str, Change] = {
    **dict.fromkeys(("blockquote", "quote", "pullquote", "cq", "centerquote"), quote),
    **dict.fromkeys(("gallery", "tabs"), markup.plain),
    **dict.fromkeys(("timeline", "timenode", "box", "poem"), titled),
    "flink": links_to_friends,
}  # fmt: skip
"""Tags around a text, by name; of others, the text stays."""
SINGLE: dict[str, Change] = {
    **dict.fromkeys(("asset_img", "img"), asset_picture),
    "asset_path": lambda call: call.args, "post_link": link_to_post,
    "inlineImg": lambda call: markup.picture(call.first()),
    **dict.fromkeys(("asset_link", "pdf", "video", "audio"), asset_link),
    **dict.fromkeys(("link", "btn", "button", "cell"), card),
    **dict.fromkeys((*_MARKS, "span", "p", "psw", "checkbox", "radio"), styled),
    "galleryGroup": grouped,
    "ghcard": lambda call: f"[{call.first()}](https://github.com/{markup.target(call.first())})",
}  # fmt: skip
"""Single tags, by name."""


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
            words = next(filter(None, map(said.get, ("class_desc", "cdescr", "desc"))), "")
            yield f"\n## {group}\n\n{words}\n"
    for inner in (
        said.values() if isinstance(said, Fields) else said if isinstance(said, list) else ()
    ):
        yield from friends(inner)
