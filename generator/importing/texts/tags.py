"""Tags of Hexo (Nunjucks) and Jekyll (Liquid) and shortcodes of Hugo -> Markdown, by tables.

A tag is a line in a table: its name and what makes Markdown of a call. What no table has becomes a
visible TODO. Formats: hexo.io/docs/tag-plugins; theme-next.js.org/docs/tag-plugins;
jekyllrb.com/docs, "Tags", and the tags of al-folio's plug-ins; gohugo.io/shortcodes;
docs.hugoblox.com, "Writing content with Markdown".
"""

import posixpath
import re

from generator.importing.plan import Syntax
from generator.importing.texts import hexo_tags, markup, scholar
from generator.importing.texts.aside import Aside
from generator.importing.texts.hexo_markdown import OF_CODE
from generator.importing.texts.markup import Call, Change, TextContext, lines_around
from generator.model.files import packaged_data

_SHORTCODE = re.compile(
    r"\{\{(?:<|%)\s*(?P<end>/?)\s*(?P<name>[\w/-]+)(?P<args>(?:(?!\{\{[<%]).)*?)(?P<self>/?)\s*(?:>|%)\}\}",
    re.DOTALL,
)
_CODE = {
    "nunjucks": re.compile(rf"\{{%-?\s*(?P<name>codeblock|code)\b{markup.ARGUMENTS}\n?"),
    "liquid": re.compile(r"\{%-?\s*(?P<name>highlight)\s+(?P<args>[\w+#-]+[^%{]*)-?%\}\n?"),
    "hugo": re.compile(r"\{\{<\s*highlight\s+(?P<args>[\w+#-]+[^>{]*)>\}\}\n?"),
}
"""Template language -> what opens a block of code."""
_ONLY_ICON = re.compile(
    r"(<a\b[^<>]*>|\[)\s*\{\{[<%]\s*icon\s(?:[^{}]*\bname\s*=)?[\s\"']*(?:\w+/)?([\w-]+)[^{}]*\}\}\s*(?=</a>|\]\()"
)
"""An icon that is all that a link shows."""
_BRAND = re.compile(
    r"(?<=[\w\"“(])( ?[\"“(]?)\{\{[<%]\s*icon\s(?=[^{}]*(?:\bfab\b|brands/))"
    r"(?:[^{}]*?\bname\s*=)?+[\s\"']*(?:brands/)?+((\w++)[\w-]*)[^{}]*\}\}(?!\s*(?i:\3)\b)"
    r"(?= ?[\w.,;)”\"])"
)
"""The sign of a brand that is a word of a sentence, and does not stand before its name."""
_HIGHLIGHT_ENDS = re.compile(r"\{\{<\s*/\s*highlight\s*>\}\}")
_NAMES = packaged_data("tables/import_jekyll", dict[str, frozenset[str]])
LOGIC = _NAMES["logic"]
"""Tags that python-liquid knows; `end…` of them, too."""
LISTS = {"news.liquid": "news", "news.html": "news", "selected_papers.liquid": "publications",
          "selected_papers.html": "publications", "projects.liquid": "projects"}  # fmt: skip
_OF_THEMES = _NAMES["includes"]
_OF_GITHUB = {"repo": "repository", "repo_user": "username"}
"""What al-folio shows in cards of GitHub -> the argument that names it."""
_VARIABLE = re.compile(r"(?!true|false)[a-z_]\w*(?:\.(?!jpe?g|png|gif|webp|svg)[a-z_]\w*)*")
_PICTURES = ("figure", "image", "picture", "img", "responsive")


def code_blocks(text: str, syntax: Syntax) -> str:
    """Return a text in which tags around code have become fences; see `Aside.fences`."""
    if syntax == "hugo":
        text = re.sub(r"\{\{[<%]\s*/?\s*math\s*[>%]\}\}", "", text)  # formulas stand in it
    if syntax == "nunjucks":
        text = re.sub(r"\{%\s*(?:end)?math(?:_block)?\s*%\}", "$$", text)  # hexo-math

    def fence(tag: re.Match[str], inside: str, _: str) -> str:
        form = r"lang(?:uage)?:([\w+#-]+)" if syntax == "nunjucks" else r"\s*([\w+#-]+)"
        language = re.search(form, tag["args"])
        code = markup.fence(language[1] if language else "", inside)
        caption = OF_CODE.sub("", tag["args"]).strip(" \"'") if syntax == "nunjucks" else ""
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
    enclosing, single = _TABLES[syntax]
    if syntax == "hugo":
        text = _ONLY_ICON.sub(r"\1\2", text)
        text = _BRAND.sub(r"\1\2", text)
    if syntax == "nunjucks":  # a tag with an end encloses something in every theme
        enclosing = dict.fromkeys(_END.findall(text), _unknown) | enclosing
    open_: list[tuple[re.Match[str], str]] = []  # tags that may enclose what follows
    parts: list[list[str]] = [[]]
    at = 0

    def close(is_there: bool) -> None:
        """Replace the last open tag with what it encloses, or by itself where nothing closes it."""
        tag, name = open_.pop()
        inside = "".join(parts.pop())
        change = enclosing[name] if is_there else single.get(name)
        found = change(_call(tag, inside if is_there else "", context)) if change else None
        if is_there and syntax == "nunjucks" and _IN_CELL.match(lines_around(tag)[0]):
            bold = re.sub(r"(?m)^ *#+ (.*)", r"**\1**", inside.strip().replace("|", r"\|"))
            found = re.sub(r"\s*\n\s*", "<br>", bold)
        parts[-1].append(context.todo(_CODES[syntax], tag) if found is None else found)
        parts[-1] += [] if is_there and found is not None else [inside]

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
            if not change and syntax == "nunjucks" and not is_end:
                change = hexo_tags.picture_of_plug_in
            found = change(_call(tag, "", context)) if change else None
            is_block = found and name == "include" and _is_block(tag)
            found = f"\n\n{found}\n\n" if is_block else found
            parts[-1].append(context.todo(_CODES[syntax], tag) if found is None else found)
    while open_:
        close(is_there=False)
    return "".join([*parts[0], text[at:]])


_IN_CELL = re.compile(r"\s*\||.*%\}\s*\|")
"""Stands before a tag in a table: Hexo cuts tags out before it reads Markdown."""
_END = re.compile(r"\{%-?\s*end([\w-]+)\s*-?%\}")


def _unknown(call: Call) -> str | None:
    """Return the content of a tag that only its plug-in understands."""
    if call.name in LOGIC | {"block", "macro", "call", "filter"}:
        return None
    call.context.note(
        "changed", "template-tag", f"{{% {call.name} {call.args} %}}", "the text in it"
    )
    return markup.fence("", call.inside) if call.inside.lstrip()[:1] in "{[" else markup.plain(call)


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
    return Call(args, plain, named, inside, context, tag["name"])


# ------------------------------------------------------------------ in all languages


def _details(call: Call) -> str:
    is_liquid = call.context.syntax == "liquid"
    words = call.args.strip("\"'") if is_liquid else " ".join(markup.said(call))
    named = (call.named.get(name) for name in ("text", "summary", "title"))
    return markup.block("details", next(filter(None, named), words), call.inside)


def _box(call: Call) -> str:
    """`{% note info A title %}` of NexT, `{{% callout note %}}` of Hugo Blox."""
    words = [*call.plain, call.named.get("type", "")]
    kind = next(
        (markup.BOXES[word.lower()] for word in words if word.lower() in markup.BOXES), "note"
    )
    words = [word.strip(",") for word in markup.said(call)]
    title = " ".join(
        word for word in words if word not in markup.BOXES and not _OF_ICON.fullmatch(word)
    )
    is_hexo = call.context.syntax == "nunjucks"
    return markup.block(kind, title if is_hexo else call.named.get("title", ""), call.inside)


_OF_ICON = re.compile(r"no-icon|simple|modern|flat|disabled|fa[srbl]?|fa-[\w-]+")
"""How a box looks."""


def _address(start: str) -> Change:
    def change(call: Call) -> str | None:
        what = call.first("id", "src")
        return f"<{what if '://' in what else start + what}>" if what else None

    return change


def _file(call: Call) -> str | None:
    """`[words]({{< ref "post/x" >}})`, `{% post_url x %}`, `{% link x %}`: an address alone."""
    name = call.first("path")
    if call.context.syntax != "hugo":
        return "source-file:/" + markup.target(name.strip("/")) if name else None
    place = re.sub(r"(?:(?:^|(?<=^/)|(?!^)/)_?index)?(?:\.(?:md|html))?(?=#|$)", "", name, count=1)
    return place if name[:1] == "#" else "source-file:" + markup.target(place) if name else None


def _nothing(call: Call) -> str:
    return ""


_EVERYWHERE: dict[str, Change] = {
    "youtube": _address("https://www.youtube.com/watch?v="), "vimeo": _address("https://vimeo.com/"),
    "iframe": _address(""), "jsfiddle": _address("https://jsfiddle.net/"),
    "gist": _address("https://gist.github.com/"),
}  # fmt: skip


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
    names = ("path", "src", "url", "image_path", "image")
    source = next((named[one] for one in names if named.get(one)), "")
    if not source:
        return None
    if source.startswith("{{"):
        source = source.replace(" ", "").replace("}}", "|relative_url}}")
    source = source if "://" in source or "{{" in source else "/" + source.lstrip("/")
    if kind in _PICTURES or (kind == "video" and _FILM.search(source)):
        alt = named.get("alt") or named.get("title") or ""
        width = named.get("width", "").removesuffix("px")
        return markup.picture(source, alt, named.get("caption", ""), width)
    words, is_media = named.get("title") or source.lstrip("/"), base.startswith(("video", "audio"))
    return f"[{words}]({markup.target(source)})" if is_media else None


_FILM = re.compile(r"\.(?:mp4|m4v|webm)$", re.IGNORECASE)
_NAMED = re.compile(r"(?:.*/)?(?:video|audio|archive-|group-by|cv-template)|repository/")


def is_known(name: str) -> bool:
    """Whether an include is one of a theme, or is told by its name."""
    base = name.rpartition("/")[2]
    is_listed = base in LISTS or base.partition(".")[0] in {*_OF_THEMES, *_PICTURES}
    return is_listed or _NAMED.match(name) is not None


def is_run(args: str) -> bool:
    """Whether a loop over an include can be run: the include becomes Markdown by its arguments."""
    name = args.partition(" ")[0]
    kind = name.rpartition("/")[2].partition(".")[0]
    return kind in {*_PICTURES, *_OF_THEMES} or name.startswith("repository/")


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


# ------------------------------------------------------------------ Hugo


def _static_link(call: Call) -> str:
    """`{{< staticref "uploads/cv.pdf" >}}words{{< /staticref >}}`; without words an address alone,
    of a link in Markdown say."""
    words, there = call.inside.strip(), f"/{markup.target(call.first().lstrip('/'))}"
    return f"[{words}]({there})" if words else there


def _figure(call: Call) -> str | None:
    """`{{< figure src="…" caption="…" >}}`."""
    named, source = call.named, call.first("src")
    if not source:
        return call.inside or None
    caption = named.get("caption") or call.inside.strip() or named.get("title") or ""
    alt = named.get("alt") or _LINKED.sub(r"\1", caption)
    width = (named.get("width") or named.get("max_width") or "").removesuffix("px")
    link = markup.target(named.get("link", ""))
    if link and not caption:
        return f"[{markup.picture(source, alt)}]({link})"
    caption = f"[{caption}]({link})" if link and "[" not in caption else caption
    return markup.picture(source, alt, caption, width)


_TITLED = re.compile(r"^!\[([^\[\]\n]*)\]\(\s*(\S+)\s+([\"'])(.+?)\3\s*\)[ \t]*$", re.MULTILINE)


def with_captions_of_hugo(text: str) -> str:
    """Return a text in which the title of a picture on a line of its own is its caption
    (`render-image.html` of Wowchemy)."""
    return _TITLED.sub(lambda m: markup.picture(m[2], m[1], m[4]), text)


_LINKED = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|[*`$]")


def _mention(call: Call) -> str | None:
    """`{{< mention "ann" >}}`, `{{< cite page="x" >}}` of Wowchemy: an author or a page by the
    folder's name (`mention.html`, `cite.html`)."""
    known: dict[str, str] = call.context.site.get("mentions") or {}
    return known.get(call.first("page").strip("/").casefold()) or call.first() or None


def _media(call: Call) -> str | None:
    """`{{< video src="…" >}}`, `{{< table path="x.csv" caption="…" >}}`: a link to the file."""
    source = call.first("src", "path", "url", "file")
    words = call.named.get("title") or call.named.get("caption") or source
    return f"[{words}]({markup.target(source)})" if source else None


def _gallery(call: Call) -> str | None:
    """`{{< gallery album="pics" >}}` of Wowchemy: pictures beside the page, or of an album."""
    album, context = call.first("album") or "gallery", call.context
    folders = (posixpath.dirname(context.file), "assets/media/albums", "static/img")
    some = (context.links.pictures_below(f"{folder}/{album}/") for folder in folders)
    lines = [f"![](source-file:{markup.target(one)})" for one in next(filter(None, some), ())]
    return markup.block("gallery", "", "\n".join(lines)) if lines else None


def _button(call: Call) -> str | None:
    """`{{< button url="…" >}}words{{< /button >}}`, `{{< cta cta_text="…" cta_link="…" >}}`,
    `{{< card url="…" title="…" subtitle="…" >}}`."""
    named, inside = call.named, call.inside.strip()
    words = next(filter(None, map(named.get, ("text", "title", "cta_text"))), inside)
    to = next(filter(None, map(named.get, ("url", "link", "href", "cta_link"))), "")
    said = f"[{words or to}]({markup.target(to)})" if to else words
    said = ": ".join(filter(None, (said, named.get("subtitle", ""))))
    return "\n\n".join(filter(None, (said, inside if words != inside else ""))) or None


# ------------------------------------------------------------------ tables

_DIAGRAM: dict[str, Change] = {
    "mermaid": lambda call: f"\n\n{markup.fence('mermaid', call.inside.strip())}\n\n"
}
_TABLES: dict[Syntax, tuple[dict[str, Change], dict[str, Change]]] = {
    "nunjucks": (hexo_tags.ENCLOSING | _DIAGRAM | {
        **dict.fromkeys(("details", "folding", "hideToggle"), _details), "note": _box, "tip": _box,
    }, _EVERYWHERE | hexo_tags.SINGLE | {"post_path": _file}),
    "liquid": (_DIAGRAM | {
        "details": _details, "tabs": markup.plain,
        "tab": lambda call: f"\n\n**{call.args.partition(' ')[2].strip()}**\n\n{call.inside}",
    }, _EVERYWHERE | {
        **dict.fromkeys(("include", "include_relative", "include_cached"), _include),
        "cite": scholar.cite, "bibliography": scholar.bibliography,
        "post_url": _file, "link": _file, "file_exists": lambda call: "true",
        "jupyter_notebook": lambda call: f"[Notebook]({{{{ {call.args} }}}})",
        **dict.fromkeys(("seo", "feed_meta", "social_links", "toc"), _nothing),
    }),
    "hugo": (_DIAGRAM | {
        "staticref": _static_link, "figure": _figure, "button": _button, "card": _button,
        "callout": _box, "alert": _box, "spoiler": _details, "details": _details,
        **dict.fromkeys(("center", "cards", "steps", "hl"), markup.plain), "comment": _nothing,
    }, _EVERYWHERE | {
        **dict.fromkeys(("figure", "image", "img"), _figure),
        **dict.fromkeys(("cta", "button", "card"), _button), "staticref": _static_link,
        **dict.fromkeys(("video", "audio", "table", "pdf", "embed-pdf", "notebook"), _media),
        **dict.fromkeys(("tweet", "x", "twitter"), _address("https://x.com/i/status/")),
        "gallery": _gallery,
        "ref": _file, "relref": _file, "mention": _mention, "cite": _mention, "gdocs": _address(""),
        "bilibili": _address("https://www.bilibili.com/video/"),
        # Pages of sections list what is below them by themselves.
        **dict.fromkeys(("toc", "icon", "list_children"), _nothing),
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
