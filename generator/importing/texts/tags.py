"""Tags of Hexo (Nunjucks) and Jekyll (Liquid) and shortcodes of Hugo -> Markdown, by tables.

A tag is a line in a table: its name and what makes Markdown of a call. What no table has becomes a
visible TODO. Formats: hexo.io/docs/tag-plugins; theme-next.js.org/docs/tag-plugins;
jekyllrb.com/docs, "Tags", and the tags of al-folio's plug-ins; gohugo.io/shortcodes;
docs.hugoblox.com, "Writing content with Markdown".
"""

import re

from generator.importing.plan import Syntax
from generator.importing.texts import markup, scholar, shortcodes
from generator.importing.texts.aside import Aside
from generator.importing.texts.markup import Call, Change, TextContext, lines_around

_SHORTCODE = re.compile(
    r"\{\{(?:<|%)\s*(?P<end>/?)\s*(?P<name>[\w/-]+)(?P<args>(?:(?!\{\{[<%]).)*?)(?P<self>/?)\s*(?:>|%)\}\}",
    re.DOTALL,
)
_SHOWN = re.compile(r"\{\{(<|%)/\*((?:(?!\{\{[<%]/\*).)*?)\*/(>|%)\}\}", re.DOTALL)
_CODE = {
    "nunjucks": re.compile(rf"\{{%-?\s*(?P<name>codeblock|code)\b{markup.ARGUMENTS}\n?"),
    "liquid": re.compile(r"\{%-?\s*(?P<name>highlight)\s+(?P<args>[\w+#-]+[^%{]*)-?%\}\n?"),
    "hugo": re.compile(r"\{\{<\s*highlight\s+(?P<args>[\w+#-]+[^>{]*)>\}\}\n?"),
}
"""Template language -> what opens a block of code."""
_HIGHLIGHT_ENDS = re.compile(r"\{\{<\s*/\s*highlight\s*>\}\}")
_OUTPUT = re.compile(r"\{\{|\{#")
_OUTPUT_ENDS = {"{{": re.compile(r"\}\}"), "{#": re.compile(r"#\}")}
LOGIC = frozenset({
    "assign", "elsif", "else", "when", "break", "continue", "cycle", "comment", "increment",
    "decrement", "raw", "echo", "liquid", "ifchanged", "for", "if", "unless", "case", "tablerow",
    "capture",
})  # fmt: skip
"""Tags that python-liquid knows; `end…` of them, too."""
_BOXES = {"note": "note", "info": "note", "default": "note", "primary": "note", "tip": "tip",
          "success": "tip", "warning": "warning", "danger": "warning", "caution": "warning",
          "important": "important", "hint": "hint"}  # fmt: skip
LISTS = {"news.liquid": "news", "news.html": "news", "selected_papers.liquid": "publications",
          "selected_papers.html": "publications", "projects.liquid": "projects"}  # fmt: skip
_OF_THEMES = frozenset({"base_path", "bib_search", "toc", "comments", "giscus", "disqus", "scripts",
                        "related_posts", "pagination", "head", "metadata"})  # fmt: skip
_OF_GITHUB = {"repo": "repository", "repo_user": "username"}
"""What al-folio shows in cards of GitHub -> the argument that names it."""
_VARIABLE = re.compile(r"(?!true|false)[a-z_]\w*(?:\.(?!jpe?g|png|gif|webp|svg)[a-z_]\w*)*")
_SHOWN_PICTURE = re.compile(r"\A!\[([^\[\]\"]*)\]\(([^()\"]*)\)(?:\{[^{}]*\})?\Z")
_PICTURES = ("figure", "image", "picture", "img", "responsive")


_CAPTION = re.compile(
    r"^([ \t]*)((?:`{3,}|~{3,})[\w+#.-]+)[ \t]+([^\s`{}:=](?:[^\n`{}:=]*[^\s`{}:=])?)[ \t]*"
    r"(?:(?<=[ \t])https?://.*)?$",
    re.MULTILINE,
)


def with_captions(text: str) -> str:
    """Return a text of Hexo with the captions of code above it (hexo.io/docs/tag-plugins,
    "Backtick Code Block")."""
    return _CAPTION.sub(r"\1*\3*\n\n\1\2", text)


_OF_CODE = re.compile(
    r"\b(?:lang(?:uage)?|line_number|line_threshold|first_line|mark|highlight|wrap|class):\S*"
)
"""An option of a block of code; what is left is its caption (hexo.io/docs/tag-plugins)."""


def code_blocks(text: str, syntax: Syntax) -> str:
    """Return a text in which tags around code have become fences; see `Aside.fences`."""
    if syntax == "hugo":
        text = re.sub(r"\{\{[<%]\s*/?\s*math\s*[>%]\}\}", "", text)  # formulas stand in it

    def fence(tag: re.Match[str], inside: str, _: str) -> str:
        form = r"lang(?:uage)?:([\w+#-]+)" if syntax == "nunjucks" else r"\s*([\w+#-]+)"
        language = re.search(form, tag["args"])
        code = markup.fence(language[1] if language else "", inside)
        caption = _OF_CODE.sub("", tag["args"]).strip(" \"'") if syntax == "nunjucks" else ""
        return f"\n\n*{caption}*\n{code}" if caption else code

    if syntax == "plain":
        return text
    return markup.paired(
        text,
        _CODE[syntax],
        lambda tag: _HIGHLIGHT_ENDS if syntax == "hugo" else markup.end_of(tag["name"]),
        fence,
    )


def converted(text: str, context: TextContext) -> str:
    """Return a text in which tags have become Markdown, or visible TODOs."""
    syntax = context.syntax
    if syntax == "hugo":
        text = _SHOWN.sub(lambda m: f"`{{{{{m[1]}{m[2]}{m[3]}}}}}`", text)
    enclosing, single = _TABLES[syntax]
    open_: list[tuple[re.Match[str], str]] = []  # tags that may enclose what follows
    parts: list[list[str]] = [[]]
    at = 0

    def close(is_there: bool) -> None:
        """Replace the last open tag with what it encloses, or by itself where nothing closes it."""
        tag, name = open_.pop()
        inside = "".join(parts.pop())
        change = enclosing[name] if is_there else single.get(name)
        found = change(_call(tag, inside if is_there else "", context)) if change else None
        parts[-1].append(context.todo(_CODES[syntax], tag) if found is None else found)
        parts[-1] += [] if is_there else [inside]

    for tag in (_SHORTCODE if syntax == "hugo" else markup.TAG).finditer(text):
        parts[-1].append(text[at : tag.start()])
        at = tag.end()
        is_end = tag["end"] != "" if syntax == "hugo" else tag["name"].startswith("end")
        name = tag["name"] if syntax == "hugo" else tag["name"].removeprefix("end")
        if is_end and name in [one for _, one in open_]:
            while open_[-1][1] != name:
                close(is_there=False)
            close(is_there=True)
        elif is_end and syntax == "hugo":
            continue  # of one that stands already
        elif syntax == "liquid" and name in LOGIC:
            parts[-1].append(tag[0])
        elif name in enclosing and not is_end:
            open_.append((tag, name))
            parts.append([])
        else:
            change = single.get(tag["name"])
            found = change(_call(tag, "", context)) if change else None
            if found and lines_around(tag)[0].lstrip().startswith("<"):
                found = _SHOWN_PICTURE.sub(r'<img src="\2" alt="\1">', found)
            is_block = found and name == "include" and _is_block(tag)
            found = f"\n\n{found}\n\n" if is_block else found
            parts[-1].append(context.todo(_CODES[syntax], tag) if found is None else found)
    while open_:
        close(is_there=False)
    text = "".join([*parts[0], text[at:]])
    return _without_output(text, context) if syntax == "nunjucks" else text


def _without_output(text: str, context: TextContext) -> str:
    """Return a text of Hexo without what templates would have computed."""

    def output(opening: re.Match[str], inside: str, closing: str) -> str:
        said = context.page.get(inside.strip())
        if opening[0] == "{{" and isinstance(said, str) and said:
            return said  # Hexo renders posts with their front matter
        if opening[0] == "{{":
            context.note("lost", "template-output", f"{{{{{inside}{closing}")
        return ""

    return markup.paired(text, _OUTPUT, lambda found: _OUTPUT_ENDS[found[0]], output)


def _is_block(tag: re.Match[str]) -> bool:
    """Whether what an include writes, a picture say, is a block of HTML of its own in Jekyll."""
    before, behind = lines_around(tag)
    above = tag.string[: tag.start() - len(before)].rstrip().rpartition("\n")[2]
    is_block = not before or (not before.strip() and above.lstrip().startswith("<"))
    return is_block and not behind.strip()


_CODES = {"hugo": "shortcode", "liquid": "template-tag", "nunjucks": "template-tag"}


def _call(tag: re.Match[str], inside: str, context: TextContext) -> Call:
    args = tag["args"].strip()
    named: dict[str, str] = {}
    if context.syntax == "hugo":
        plain, named = markup.arguments(args)
    else:
        plain = [one for one in markup.words_of(args) if one not in ("true", "false")]
    return Call(args, plain, named, inside, context)


# ------------------------------------------------------------------ in all languages


def _details(call: Call) -> str:
    words = call.args.strip("\"'") if call.context.syntax == "liquid" else " ".join(call.plain)
    named = (call.named.get(name) for name in ("text", "summary", "title"))
    return markup.block("details", next(filter(None, named), words), call.inside)


def _box(call: Call) -> str:
    """`{% note info A title %}` of NexT, `{{% callout note %}}` of Hugo Blox."""
    words = [*call.plain, call.named.get("type", "")]
    kind = next((_BOXES[word.lower()] for word in words if word.lower() in _BOXES), "note")
    title = " ".join(word for word in call.plain if word not in _BOXES and word != "no-icon")
    is_hexo = call.context.syntax == "nunjucks"
    return markup.block(kind, title if is_hexo else call.named.get("title", ""), call.inside)


def _plain(call: Call) -> str:
    return f"\n\n{call.inside.strip()}\n\n" if call.context.syntax == "nunjucks" else call.inside


def _address(start: str) -> Change:
    def change(call: Call) -> str | None:
        what = call.first("id", "src")
        return f"<{what if '://' in what else start + what}>" if what else None

    return change


def _file(call: Call) -> str | None:
    """`[words]({{< ref "post/x" >}})`, `{% post_url x %}`, `{% link x %}`: an address alone."""
    name = call.first("path").strip("/")
    if call.context.syntax == "hugo":
        name = re.sub(r"(?:(?:^|/)_?index)?(?:\.md)?(?=#|$)", "", name, count=1)
    return "source-file:" + markup.target(name) if name else None


def _nothing(call: Call) -> str:
    return ""


_EVERYWHERE: dict[str, Change] = {
    "youtube": _address("https://www.youtube.com/watch?v="), "vimeo": _address("https://vimeo.com/"),
    "gist": _address("https://gist.github.com/"),
    "bilibili": _address("https://www.bilibili.com/video/"),
}  # fmt: skip


# ------------------------------------------------------------------ Hexo


def _quote(call: Call) -> str:
    said = re.sub(r"https?://\S+", "", call.args).strip()
    link = re.search(r"https?://\S+", call.args)
    by = f"[{said}]({link[0]})" if link and said else said
    lines = [*call.inside.strip().split("\n"), *(["", f"— {by}"] if by else [])]
    return "\n\n" + "\n".join(f"> {line}".rstrip() for line in lines) + "\n\n"


_OPTION = re.compile(r"(width|height|padding|bg|download|fancybox):(\S*)")


def _asset_picture(call: Call, has_caption: bool = False) -> str:
    """`{% asset_img [class] name [width] [height] [title [alt]] %}`, both in quotes or the title
    alone; `{% image name [caption] [width:650px] %}` of Stellar and Volantis."""
    options = {one[1]: one[2] for one in map(_OPTION.fullmatch, call.plain) if one}
    words = [word for word in call.plain if not _OPTION.fullmatch(word)]
    while len(words) > 1 and not re.search(r"\.\w{2,5}$", words[0]):
        words.pop(0)  # classes
    sizes = [word for word in words[1:3] if word.isdigit()]
    texts = words[1 + len(sizes) :]
    text = texts[-1] if texts and call.args[-1] in "\"'" else " ".join(texts)
    if quoted := re.search(r"([\"'])([^\"']+)\1$", text):  # "title 'alt'"
        text = quoted[2]
    said = ("", text) if has_caption else (text, "")
    return markup.picture("".join(words[:1]), *said, options.get("width") or "".join(sizes[:1]))


def _link_to_post(call: Call) -> str:
    """`{% post_link name [title] %}`; a title that is missing is the post's own."""
    name, title = call.first(), " ".join(call.plain[1:])
    return f"[{title or name}](source-file:{markup.target(name)})"


def _link(call: Call) -> str:
    """`{% link words address %}`; of themes `{% btn address, words, icon %}`,
    `{% btn kind, words, address %}` and `{% link words, site, address %}`."""
    words = call.plain
    is_listed = "," in call.args and not re.match(r"[^,\"']+ (?:https?:|/)", call.args)
    if is_listed:
        words = [one.strip(" \"'") for one in call.args.split(",")]
    url = next((word for word in words if re.match(r"https?:|/|#|mailto:", word)), "")
    others = words[: words.index(url)] if url else words
    if is_listed:
        others = (others[:1] if call.args.count(",") == len(others) else others[-1:]) or words[1:2]
    text = " ".join(others)
    return f"[{text or url}]({markup.target(url)})" if url else text


def _asset_link(call: Call) -> str:
    name, words = call.first(), " ".join(call.plain[1:])
    return f"[{words or name}]({markup.target(name)})" if name else ""


def _music(call: Call) -> str | None:
    """`{% meting id server kind %}` of hexo-tag-aplayer."""
    name, server, kind = [*call.plain, "", "", ""][:3]
    return f"<https://music.163.com/#/{kind}?id={name}>" if server == "netease" and kind else None


def _label(call: Call) -> str:
    """`{% label primary@words %}` of NexT, `{% label words colour %}` of Butterfly."""
    words = call.args.partition("@")[2] or call.first()
    return f"<mark>{words.strip()}</mark>"


def _hidden(call: Call) -> str:
    """`{% hideToggle words,colour %}` of Butterfly, `{% fold info @words %}` of Fluid."""
    title = call.args.rpartition("@")[2].split(",")[0]
    return markup.block("details", title.strip(), call.inside)


def _titled(call: Call) -> str:
    """`{% timeline words,colour %}`, `{% timenode 2020 %}`."""
    title = call.args.split(",")[0].strip()
    return f"\n\n**{title}**\n\n{call.inside.strip()}\n\n" if title else _plain(call)


def _words(call: Call) -> str:
    """`{% span red, words %}`, `{% u words %}` of Butterfly and Volantis."""
    return (call.args.partition(",")[2] or call.args).strip()


def _group(call: Call) -> str:
    """`{% galleryGroup name description link picture %}` of Butterfly."""
    name, words, to, source = [*call.plain, "", "", "", ""][:4]
    return f"[{markup.picture(source, name)}]({markup.target(to)}) {words}" if source else name


_CONTAINER = re.compile(
    r"^(:{3,})[ \t]*(tip|info|note|warning|danger|success|details)\b[ \t]*(.*)$", re.MULTILINE
)


def with_containers(text: str) -> str:
    """Return a text with boxes as markdown-it-container writes them, `::: tip`, in Masthead's."""
    return _CONTAINER.sub(lambda m: f"{m[1]}{{{_BOXES.get(m[2], m[2])}}} {m[3]}".rstrip(), text)


_OLD_TAG = re.compile(r"<(?:Excerpt in index|The rest of contents)\b[^<>\n]*>")
_BOLD = re.compile(r"\*\*(?!\*)([^*\n]*[^*\s][^*\n]*)\*\*(?!\*)")


def as_marked_read_it(text: str) -> str:
    """Return a text of Hexo without what only its Markdown of before 2018 took for tags, as guides
    to summaries told people to write, and with blanks inside of `** bold **` taken away."""
    return _BOLD.sub(lambda m: f"**{m[1].strip()}**", _OLD_TAG.sub("", text))


_TAB = re.compile(
    r"<!--[ \t]*(?:tab|timeline)\b[ \t]*([^@<>\n]*?)(?:@[^<>\n]*?)?-->|"
    r"<!--[ \t]*end(?:tab|timeline)[ \t]*-->"
)


def with_tabs(text: str) -> str:
    """Return a text of Hexo with the names of tabs, which are comments, above what they hold."""
    return _TAB.sub(lambda m: f"\n\n**{m[1].strip()}**\n\n" if m[1] else "\n", text)


# ------------------------------------------------------------------ Jekyll


def _include(call: Call) -> str | None:
    name, _, rest = call.args.partition(" ")
    base, context = name.rpartition("/")[2], call.context
    kind = base.partition(".")[0]
    if kind in _OF_THEMES:
        if kind != "base_path":  # where the site lies
            context.note("left", "theme-include", base)
        return ""
    if base in LISTS:
        selected = ":selected: true\n" if "selected" in base else ""
        return markup.section(LISTS[base], selected)
    _, named = markup.arguments(rest)
    named = {key: _looked_up(value, rest, context) for key, value in named.items()}
    if name.startswith("repository/"):
        what = named.get(_OF_GITHUB.get(kind, ""))
        return f"\n- [{what}](https://github.com/{what})\n" if what else ""
    if kind in _PICTURES:
        names = ("path", "src", "url", "image_path", "image")
        source = next((named[one] for one in names if named.get(one)), "")
        if not source:
            return None
        source = source if "://" in source else "/" + source.lstrip("/")
        alt = named.get("alt") or named.get("title") or ""
        width = named.get("width", "").removesuffix("px")
        return markup.picture(source, alt, named.get("caption", ""), width)
    if base.startswith(("youtube", "video", "audio")):
        source = named.get("path") or named.get("src") or named.get("url") or ""
        if named.get("id"):
            source = f"https://www.youtube.com/watch?v={named['id']}"
        return f"[{named.get('title') or source}]({markup.target(source)})" if source else None
    return None


_NAMED = re.compile(r"(?:.*/)?(?:youtube|video|audio|archive-|group-by|cv-template)|repository/")


def is_known(name: str) -> bool:
    """Whether an include is one of a theme, or is told by its name."""
    base = name.rpartition("/")[2]
    is_listed = base in LISTS or base.partition(".")[0] in {*_OF_THEMES, *_PICTURES}
    return is_listed or _NAMED.match(name) is not None


def is_run(args: str) -> bool:
    """Whether a loop over an include can be run: the include becomes Markdown by its arguments."""
    name = args.partition(" ")[0]
    kind = name.rpartition("/")[2].partition(".")[0]
    return kind in _PICTURES or name.startswith("repository/")


def _looked_up(value: str, args: str, context: TextContext) -> str:
    """Return an argument. It may be a variable of the page, `path=page.img`, or of a loop, whose
    value Liquid puts in later."""
    if f'"{value}"' in args or f"'{value}'" in args:
        return value
    found = re.fullmatch(r"(page|site)\.([\w-]+)", value)
    if not found:
        return f"{{{{ {value} }}}}" if _VARIABLE.fullmatch(value) else value
    known = (context.page if found[1] == "page" else context.site).get(found[2])
    return str(known) if isinstance(known, str) else ""


def _diagram(call: Call) -> str:
    if call.context.syntax == "hugo":
        call.context.note("lost", "diagram", call.inside.strip())
    return f"\n\n{markup.fence('mermaid', call.inside.strip())}\n\n"


# ------------------------------------------------------------------ tables

_TABLES: dict[Syntax, tuple[dict[str, Change], dict[str, Change]]] = {
    "nunjucks": ({
        **dict.fromkeys(("blockquote", "quote", "pullquote", "cq", "centerquote"), _quote),
        **dict.fromkeys(("details", "folding", "spoiler"), _details), "note": _box,
        **dict.fromkeys(("grouppicture", "gp", "gi", "gallery", "btns", "tabs"), _plain),
        **dict.fromkeys(("hideToggle", "hideBlock", "fold"), _hidden), "mermaid": _diagram,
        **dict.fromkeys(("tip", "noteblock", "subnote"), _box),
        **dict.fromkeys(("timeline", "timenode"), _titled),
    }, _EVERYWHERE | {
        **dict.fromkeys(("asset_img", "img"), _asset_picture), "asset_link": _asset_link,
        "image": lambda call: _asset_picture(call, has_caption=True),
        "asset_path": lambda call: call.args, "post_link": _link_to_post, "post_path": _file,
        **dict.fromkeys(("link", "btn", "button"), _link), "galleryGroup": _group,
        **dict.fromkeys(("pdf", "video", "audio"), _asset_link),
        **dict.fromkeys(("span", "p", "u", "emp", "wavy", "del", "kbd", "psw"), _words),
        **dict.fromkeys(("checkbox", "radio"), _words),
        "ghcard": _address("https://github.com/"),
        **dict.fromkeys(("inlineImg", "inlineimage"),
                        lambda call: markup.picture(call.args.split(",")[0].split(" ")[0])),
        "iframe": _address(""), "jsfiddle": _address("https://jsfiddle.net/"),
        "label": _label, "meting": _music,
        **dict.fromkeys(("hideInline", "cb"), lambda call: call.args.split(",")[0].strip()),
        "more": lambda call: "\n<!-- more -->\n",
    }),
    "liquid": ({"details": _details, "mermaid": _diagram}, _EVERYWHERE | {
        **dict.fromkeys(("include", "include_relative", "include_cached"), _include),
        "cite": scholar.cite, "bibliography": scholar.bibliography,
        "post_url": _file, "link": _file,
        "twitter": _address(""), "tweet": _address(""),
        **dict.fromkeys(("seo", "feed_meta", "social_links", "toc", "notoc"), _nothing),
    }),
    "hugo": (shortcodes.ENCLOSING | {
        **dict.fromkeys(("callout", "alert", "admonition", "notice", "hint"), _box),
        **dict.fromkeys(("spoiler", "details", "expand", "toggle"), _details),
        **dict.fromkeys(("cards", "steps", "speaker_note", "rawhtml", "raw", "html"), _plain),
        **dict.fromkeys(("mermaid", "diagram"), _diagram), "comment": _nothing,
    }, _EVERYWHERE | shortcodes.SINGLE | {
        "ref": _file, "relref": _file, "gdocs": _address(""),
        "instagram": _address("https://www.instagram.com/p/"),
        **dict.fromkeys(("toc", "icon", "list_tags", "list_categories"), _nothing),
    }),
}  # fmt: skip
"""Template language -> its tags around a text, and its single ones, by name."""
_BODY = re.compile(
    rf"\{{%-?\s*(?P<name>{'|'.join(_TABLES['nunjucks'][0])})(?![\w-]){markup.ARGUMENTS}"
)


def with_bodies_at_margin(text: str, aside: Aside) -> str:
    """Return a text of Hexo whose tags hold no text that is indented as a whole."""

    def change(tag: re.Match[str], inside: str, end: str) -> str:
        return tag[0] + with_bodies_at_margin(aside.at_margin(inside), aside) + end

    return markup.paired(text, _BODY, lambda tag: markup.end_of(tag["name"]), change)
