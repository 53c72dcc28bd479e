"""Tags of Hexo (Nunjucks) -> Markdown: those of Hexo itself and of its most common theme, NexT.

Format: hexo.io/docs/tag-plugins; theme-next.js.org/docs/tag-plugins.
"""

import re
from collections.abc import Callable

from generator.importing.texts import markup
from generator.importing.texts.markup import TextContext

HEXO_MARKS = re.compile(r"[\s~`!@#$%^&*()\-_+=[\]{}|\\;:\"'<>,.?/]+")
"""What stands as a hyphen in addresses and ids (hexo-util, `slugize`)."""
_OUTPUT = re.compile(r"\{\{|\{#")
_ENDS = {"{{": re.compile(r"\}\}"), "{#": re.compile(r"#\}")}
_CODE = re.compile(rf"\{{%-?\s*(?P<name>codeblock|code)\b{markup.ARGUMENTS}\n?")
_VIDEOS = {
    "youtube": "https://www.youtube.com/watch?v={}",
    "vimeo": "https://vimeo.com/{}",
    "gist": "https://gist.github.com/{}",
    "jsfiddle": "https://jsfiddle.net/{}",
}
_BOXES = {"info": "note", "default": "note", "primary": "note", "success": "tip",
          "warning": "warning", "danger": "warning"}  # fmt: skip


def converted(text: str, context: TextContext) -> str:
    """Return a text in which tags have become Markdown, or visible TODOs."""
    for name, change in _PAIRS.items():
        text = markup.paired(
            text,
            re.compile(rf"\{{%-?\s*{name}\b{markup.ARGUMENTS}"),
            lambda _, name=name: markup.end_of(name),  # type: ignore[misc]
            lambda tag, inside, _, change=change: change(tag["args"], inside),  # type: ignore[misc]
        )

    def single(match: re.Match[str]) -> str:
        name, args = match["name"], match["args"].strip()
        change = _SINGLE.get(name)
        if change is not None:
            return change(args)
        return context.todo("template-tag", match)

    text = markup.TAG.sub(single, text)

    def output(opening: re.Match[str], inside: str, closing: str) -> str:
        if opening[0] == "{{":
            context.note("lost", "template-output", f"{{{{{inside}{closing}")
        return ""

    return markup.paired(text, _OUTPUT, lambda found: _ENDS[found[0]], output)


def code_blocks(text: str) -> str:
    """Return a text in which tags around code have become fences; see `Aside.fences`."""
    return markup.paired(
        text,
        _CODE,
        lambda tag: markup.end_of(tag["name"]),
        lambda tag, inside, _: _fence(tag["args"], inside),
    )


def _fence(args: str, inside: str) -> str:
    language = re.search(r"lang(?:uage)?:([\w+#-]+)", args)
    return markup.fence(language[1] if language else "", inside)


def _quote(args: str, inside: str) -> str:
    lines = inside.strip().split("\n")
    said = re.sub(r"https?://\S+", "", args).strip()
    link = re.search(r"https?://\S+", args)
    by = f"[{said}]({link[0]})" if link and said else said
    lines += ["", f"— {by}"] if by else []
    return "\n\n" + "\n".join(f"> {line}".rstrip() for line in lines) + "\n\n"


def _note(args: str, inside: str) -> str:
    words = markup.words_of(args)
    kind = next((_BOXES[word] for word in words if word in _BOXES), "note")
    title = " ".join(word for word in words if word not in _BOXES and word != "no-icon")
    return markup.block(kind, title, inside)


def _details(args: str, inside: str) -> str:
    return markup.block("details", " ".join(markup.words_of(args)), inside)


def _plain(args: str, inside: str) -> str:
    return f"\n\n{inside.strip()}\n\n"


_PAIRS: dict[str, Callable[[str, str], str]] = {
    "blockquote": _quote, "quote": _quote, "pullquote": _quote, "cq": _quote,
    "centerquote": _quote, "note": _note, "details": _details, "folding": _details,
    "spoiler": _details, "grouppicture": _plain, "gp": _plain,
}  # fmt: skip


def _asset_picture(args: str) -> str:
    """`{% asset_img [class] name [width] [height] [title [alt]] %}`."""
    words = markup.words_of(args)
    while len(words) > 1 and not re.search(r"\.\w{2,5}$", words[0]):
        words.pop(0)  # classes
    name, rest = (words[0], words[1:]) if words else ("", [])
    sizes = [word for word in rest[:2] if word.isdigit()]
    texts = rest[len(sizes) :]
    alt = texts[-1] if texts else ""
    return markup.picture(name, alt, width=sizes[0] if sizes else "")


def _link_to_post(args: str) -> str:
    """`{% post_link name [title] %}`; a title that is missing is the post's own."""
    words = [word for word in markup.words_of(args) if word not in ("true", "false")]
    name, title = (words[0], " ".join(words[1:])) if words else ("", "")
    return f"[{title or name}](source-file:{markup.target(name)})"


def _link(args: str) -> str:
    words = [word for word in markup.words_of(args) if word not in ("true", "false")]
    urls = [word for word in words if re.match(r"https?:|/|#|mailto:", word)]
    url = urls[0] if urls else ""
    text = " ".join(words[: words.index(url)]) if url else " ".join(words)
    return f"[{text or url}]({markup.target(url)})" if url else text


def _asset_link(args: str) -> str:
    words = [word for word in markup.words_of(args) if word not in ("true", "false")]
    return f"[{' '.join(words[1:]) or words[0]}]({markup.target(words[0])})" if words else ""


def _video(name: str) -> Callable[[str], str]:
    def change(args: str) -> str:
        words = markup.words_of(args)
        return f"<{_VIDEOS[name].format(words[0])}>" if words else ""

    return change


def _frame(args: str) -> str:
    words = markup.words_of(args)
    return f"<{words[0]}>" if words else ""


def _label(args: str) -> str:
    """`{% label primary@words %}` of NexT."""
    return f"**{args.partition('@')[2] or args}**"


_SINGLE: dict[str, Callable[[str], str]] = {
    "asset_img": _asset_picture, "img": _asset_picture, "image": _asset_picture,
    "asset_link": _asset_link, "asset_path": lambda args: args.strip(),
    "post_link": _link_to_post, "post_path": lambda args: f"source-file:{args.strip()}",
    "link": _link, "iframe": _frame, "label": _label, "more": lambda args: "\n<!-- more -->\n",
    **{name: _video(name) for name in _VIDEOS},
}  # fmt: skip
