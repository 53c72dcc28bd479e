"""HTML inside of texts: kept in pages, made Markdown in data; rows of pictures are opened."""

import re
from collections import defaultdict
from html import unescape
from typing import Any

from generator.importing.texts import markup
from generator.importing.texts.links import edited, pairs
from generator.importing.texts.markup import TextContext

_MARKDOWN_INSIDE = re.compile(
    r"<(?P<name>div|section|details|article|figure)\b(?P<rest>[^<>]*?)(?<=\s)markdown\s*=\s*[\"']?(?:1|block|span)[\"']?(?P<more>[^<>]*)>",
    re.IGNORECASE,
)
_HANDLER = re.compile(r"<[a-z][\w-]*(?=\s(?:[^<>]*?\s)?on[a-z]+\s*=)[^<>]*>", re.IGNORECASE)
_ACTIVE = re.compile(
    r"(?P<to_try><form\b(?=[^<>]*\son[a-z]+\s*=)[^<>]*>|"
    r"<script\b[^<>]*>(?=(?:(?!</script)[^\0]){0,5000}?\blocation\b))|"
    r"<(?:iframe|video|audio|object(?=\s)|embed|form)(?=[\s/>])[^<>]*>|<script(?=\s[^<>]*?\bsrc\s*=)[^<>]*>|"
    + _HANDLER.pattern,
    re.IGNORECASE,
)
"""What loads from elsewhere, or what no page runs; scripts in a page run, by their sums. A form
with handlers, and a script that reads the page's address, may work differently now."""
_CUSTOM = re.compile(r"</?([a-z]\w*-[\w-]*)(?:\s[^<>]*)?/?>")
"""A tag of an element that a script of the owner drew (HTML, "Custom elements")."""
_CODE = re.compile(r"<(script|style)(?=[\s/>]).*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_FRAMED_PDF = re.compile(
    r"<(?P<name>embed|iframe|object)\b[^<>]*?\s(?:src|data)\s*=\s*([\"'])(?P<to>(?!https?:|//)[^\"'<>]*?"
    r"(?P<file>[^\"'<>/\\]+\.pdf))[^\"'<>]*\2[^<>]*>(?:\s*</(?P=name)>)?",
    re.IGNORECASE,
)
"""A PDF of the site in a frame, of which telephones show nothing."""
_SIZELESS = re.compile(r"(<iframe\b)(?![^<>]*\s(?:width|height|style|hidden)\b)", re.IGNORECASE)
"""A frame that the styles of the old theme gave its size."""
_STYLED_FRAME = re.compile(r"<style\b[^<]*\biframe\b", re.IGNORECASE)
_ANCHOR = re.compile(r"<a\s+name\s*=\s*[\"']([^\"'>]+)[\"']\s*/?>(?:\s*</a>)?", re.IGNORECASE)
_STYLESHEET = re.compile(r"<link\b[^<>]*\bstylesheet\b[^<>]*>(?:\s*(?=<)|\n?)", re.IGNORECASE)
_STYLE = re.compile(r"<style\b[^<>]*>[^<]*</style>", re.IGNORECASE)
"""An empty line in one ends a block of HTML around it (CommonMark, 4.6)."""
_ICON_LINK = re.compile(
    r"(?P<opening><a\b[^<>]*>|\[)\s*(?:<(i|span)\b[^<>]*?\bclass\s*=\s*[\"'](?P<names>[^\"'<>]*\b(?:fa[bsr]?|[abr]i)\b"
    r"[^\"'<>]*)[\"'][^<>]*>\s*</\2>|<svg\b(?![^<>]*\s(?:width|style|class)\b)(?:(?!</?a\b|</svg>)[^\0])*</svg>)\s*(?=</a>|\]\()",
    re.IGNORECASE,
)
"""A link that is an icon of a font, and so nothing without it, or a drawing as wide as the page."""
_ICON = re.compile(r"\b(?:fa|[abr]i)-(?!(?:\d*x?s|\d+x|lg|fw|solid|brands|regular)\b)(\D[\w-]+)")
_MARKS = {"em": "*", "i": "*", "strong": "**", "b": "**", "sup": "^", "sub": "~", "code": "`",
          "del": "~~", "s": "~~"}  # fmt: skip
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_AUTOLINK = re.compile(r"<((?:https?://|mailto:)[^<>\s]+|(?a:[\w.+-]+@[\w-]+\.[\w.-]+))>")
"""An address in Markdown (CommonMark, "Autolinks"), and no HTML."""
_OPENED_TWICE = re.compile(r"(?si)(<(b|em|i|strong)>(?:(?!</?\2>).)*)<\2>")
"""Emphasis that is opened again where it should be closed."""
_ROW = re.compile(
    r"<div\s+class=[\"'](?:row|container|figure)\b[^\"'<>]*[\"'][^<>]*>", re.IGNORECASE
)
_SET_IN = re.compile(r"(?:\s*\n[ \t]*(?=<))?")
"""What precedes a tag that followed a row, and would be code behind an empty line."""
_DIV = re.compile(r"<(/?)div\b[^<>]*>", re.IGNORECASE)
_COLUMN = re.compile(
    r"<div\b[^<>]*\bcol-(?:\w+-)?(\d+)\b[^<>]*>\s*(?:<a\b[^<>]*>\s*)?<img\b(?![^<>]*\bwidth\b)",
    re.I,
)
"""A picture in a column of a part of the twelfths of a row."""
_BLOCK = re.compile(
    r"<(/?)(address|article|aside|blockquote|center|details|div|dl|figure|footer|form|h[1-6]|header|hr|"
    r"main|nav|ol|p|section|table|ul)\b[^<>]*>",
    re.IGNORECASE,
)
_AT_LINE = re.compile(r"^ {0,3}<", re.MULTILINE)
_SPAN = r"</?(?:a|abbr|b|br|cite|code|em|font|i|img|kbd|small|span|strong|sub|sup|u)\b[^<>]*>"
_FOLLOWED = re.compile(rf"[ \t]*\n?[ \t]*(?=[^\s<:{{]|{_SPAN})", re.IGNORECASE)
ALONE = re.compile(
    rf"(\A\n*|\n[ \t]*\n|\uf8f1\n|^ {{0,3}}#.*\n)((?: {{0,3}}{_SPAN}[ \t]*\n)+)"
    rf"(?=[ \t]*(?:([^\W\d_]|\*\*|!\[|[\[(\"“$_])|[#>|+*{{\d\uf8f0-]))",
    re.IGNORECASE | re.MULTILINE,
)
"""Lines of tags within paragraphs, followed by text or a block."""
_BLANK = re.compile(
    r"\n(?:[ \t]*\n)+(?=(?: {4}|\t)[ \t]*<| {8}|\t\t)|(?<=>)\n(?:[ \t]*\n)+(?= {4}|\t)"
)
_PICTURE = re.compile(
    r"!\[(?P<alt>[^\]\n]*)\]\((?P<target>[^)\n]+)\)(?:\{[^}\n]*\})?|<img\b(?P<attributes>[^<>]*)>",
    re.IGNORECASE,
)
_DEEPEST = 9
_CAPTION = re.compile(
    r"<div\s+class=[\"']caption[^\"'<>]*[\"'][^<>]*>(?P<inside>(?:(?!<div\b).)*?)</div>",
    re.DOTALL | re.IGNORECASE,
)


_WORDLESS = re.compile(r"\[!\[\]\([^()\n]*\)(?:\{[^{}\n]*\})?\]\(([^()\s]+)[^()\n]*\)")
"""A linked picture that has no words, such as that of a film."""


_SWITCH = re.compile(r"(?si)<(button|a)\b([^<>]*)>((?:(?!</?(?:\1|div|section|p|pre)\b).)*)</\1>")
_HIDING = r"\s*\b(?:hidden|collapse)\b(?:=[\"']\w*[\"'])?|\bdisplay:\s*none;?"
_SWITCHED = re.compile(
    r"(?i)<(?P<name>div|section|p|pre)\b(?=[^<>]*?\sid=[\"'](?P<id>[\w:.-]+))"
    rf"[^<>]*?(?:{_HIDING})[^<>]*>"
)
"""Opens an element that does not show until a script has it."""
_RUNS = re.compile(r"(?i)<script\b(?![^<>]*\btype=[\"']\w+/(?:ld\+)?json)")
_BIBTEX = re.compile(r"(?i)<script\b([^<>]*?)\stype=.\w+/x-bibtex.([^<>]*)>([^<]*)</script>")
_BUTTON = re.compile(r"<button\b(?![^<>]*\son\w+=)[^<>]*>[^<>]*")
_BUTTON_TAG = re.compile(
    r"(<a\b(?=[^<>]*\shref\s*=\s*[\"'](?!#|javascript:))[^<>]*>\s*)<button\b[^<>]*>([^<>]*)</button>"
)
"""A button in a link, which needs no script."""
_SELF_CLOSED = re.compile(r"<(a|b|div|em|i|p|span|strong)(\s[^<>]*?[\s\"'])?/>")
"""In kramdown a whole element, in HTML one that goes on ("HTML Spans")."""
_COMMENT = re.compile(r"<!--(?:(?!<!--|-->).)*+-->", re.DOTALL)


def _with_details(text: str, context: TextContext) -> str:
    """Return a text in which what a button opened by a script that is not in the page opens by
    itself; buttons that nothing answers are noted."""
    # No reader sees BibTeX either; an empty line would end the HTML around it.
    text = _BIBTEX.sub(lambda m: f"<pre{m[1]}{m[2]} hidden>{_filled(m[3])}</pre>", text)
    switches: dict[str, list[re.Match[str]]] = defaultdict(list)
    runs = bool(_RUNS.search(_COMMENT.sub("", text)))
    for match in _SWITCH.finditer(text):
        is_run = re.search(r"\son\w+\s*=|\bjavascript:", match[2])
        if not re.search(r"\bhref\s*=\s*[\"'](?!#|javascript:)", match[2]):
            for name in re.findall(r"[\"'(#]([\w:.-]+)[\"')]", match[2]):
                switches[name] += [match] if is_run or not runs else []
    ends, parts = _ends(text) if switches else {}, []
    for match in _SWITCHED.finditer(text) if switches else ():
        closing, same = re.compile(f"(?i)</{match['name']}>"), switches.get(match["id"])
        end = ends.get(match.start()) or closing.search(text, match.end())
        if same and end:
            words = re.sub(r"<[^<>]*>", "", same[0][3]).strip() or "…"
            opened = f"<details><summary>{words}</summary>{re.sub(_HIDING, '', match[0])}"
            parts += [(*match.span(), opened), (*end.span(), f"{end[0]}</details>")]
            parts += [(*one.span(), "") for one in same]
            context.note("changed", "html", match[0], "<details>")
    text = _BUTTON_TAG.sub(r"\1\2", edited(text, parts))
    for found in () if runs or "<form" in text else _BUTTON.findall(_COMMENT.sub("", text)):
        context.note("lost", "dead-button", found, "kept; a script of the theme answered it")
    return text


def _filled(text: str) -> str:
    return re.sub(r"\n\s*\n", "\n", text.strip())


def before_asides(text: str, context: TextContext) -> str:
    """Open `markdown="1"` for Markdown, and note what is active. Data have none of both."""
    others = re.sub(r"\{%[^{}%]*%\}", "", _COMMENT.sub("", _FRAMED_PDF.sub("", text)))
    for match in _FRAMED_PDF.finditer(text):
        code = "framed-pdf" if others.strip() else "framed-pdf-alone"
        context.note("changed", code, match[0], "a link to the PDF")
    text = _FRAMED_PDF.sub(lambda m: f"\n\n[{m['file']}]({m['to']})\n\n", text)
    if context.is_data:
        for match in _CODE.finditer(text):
            context.note("lost", "html", match[0])
        return _CODE.sub("", text)
    text = _STYLE.sub(lambda style: _filled(style[0]), text)
    text = _with_details(text, context)
    if not _RUNS.search(_COMMENT.sub("", text)):  # a script of the page may draw them
        for name in dict.fromkeys(_CUSTOM.findall(text)):
            context.note("changed", "html", f"<{name}", "its words")
        text = _CUSTOM.sub("", text)
    for match in _ACTIVE.finditer(_COMMENT.sub("", text)):
        runs = not _HANDLER.fullmatch(match[0])
        became = "kept; it may load from there" if runs else "kept; pages run no such attributes"
        context.note("changed", "to-try" if match["to_try"] else "active-html", match[0], became)
    return _opened(text, context)


def _opened(text: str, context: TextContext) -> str:
    """Open `<div markdown="1">`: with blank lines around it, CommonMark reads what is inside."""

    def change(match: re.Match[str]) -> str:
        rest = f"{match['rest'].rstrip()}{match['more']}".rstrip()
        return f"\n\n<{match['name']}{rest}>\n\n"

    if not _MARKDOWN_INSIDE.search(text):
        return text
    text = _MARKDOWN_INSIDE.sub(change, text)
    return re.sub(r"\n?[ \t]*(</(?:div|section|details|article|figure)>)", r"\n\n\1\n\n", text)


def converted(text: str, context: TextContext) -> str:
    """Return a text in which HTML is such as Masthead shows: `<a name>` becomes an id."""
    text = _ICON_LINK.sub(_named, text)
    if context.is_data:
        text = _WORDLESS.sub(r"[\1](\1)", as_markdown(text, context))
        text = re.sub(r"(?<=\w)(?=!\[)", " ", text)  # a picture may be shown as its words
        for picture in re.findall(r"!\[[^\]\n]*\]\((https?://[^)\s]+)", text):
            context.note("lost", "picture", picture, "its words: records show none of other hosts")
        return text
    for sheet in (one for one in _STYLESHEET.findall(text) if "//" not in one):
        context.note("lost", "own-styles", sheet)
    text = _STYLESHEET.sub("", text)
    text = _SELF_CLOSED.sub(r"<\1\2></\1>", text)
    if not _STYLED_FRAME.search(context.whole):
        text = _SIZELESS.sub(r'\1 style="width: 100%; aspect-ratio: 16 / 9; border: 0"', text)
    return _ANCHOR.sub(lambda m: f'<a id="{m[1]}"></a>', text)


def _named(link: re.Match[str]) -> str:
    """Return a link with the name of its icon, or with what it says of itself, for words."""
    icon = _ICON.search(link["names"] or "")
    said = re.search(r"\b(?:title|aria-label)\s*=\s*[\"']([^\"'<>]+)", link[0])
    name = re.sub("-(?:square|fill|line)$", "", icon[1]) if icon else "🔗"
    return f"{link['opening']}{said[1] if said else name.replace('-', ' ').title()}"


def as_markdown(text: str, context: TextContext) -> str:
    """Return a text with HTML as Markdown alone, as records have it."""
    if "<" not in text and "&" not in text:
        return text
    from bs4 import BeautifulSoup

    text = _AUTOLINK.sub(r"&lt;\1&gt;", _OPENED_TWICE.sub(r"\1</\2>", text))
    if not _TAG.search(text):
        return unescape(text)
    text = re.sub(r"(?im)[ \t]*<br\s*/?>[ \t]*(?=.*\|[ \t]*$)", "; ", text)  # a row is one line
    text = _children(BeautifulSoup(text, "html.parser"), context).strip() + "\n"
    return re.sub(r"(?:\\\n\s*)++\Z|(?<=\n\n)(?:[ \t]*\\\n[ \t]*)++", "", text).strip()


def _children(node: Any, context: TextContext) -> str:
    from bs4.element import Comment

    some = (one for one in node.children if not isinstance(one, Comment))
    return "".join(_element(one, context) if one.name else str(one) for one in some)


def _element(tag: Any, context: TextContext) -> str:
    name, inside = tag.name.lower(), _children(tag, context)
    if name in _MARKS:
        bare = inside.strip()
        mark = _MARKS[name]
        if not bare:
            return inside
        if name in ("sup", "sub"):
            bare = bare.replace(" ", "\\ ")
        bare = re.sub(r"\s*\n\s*\n\s*", f"{mark}\n\n{mark}", bare)  # around paragraphs
        start = inside[: len(inside) - len(inside.lstrip())]
        return f"{start}{mark}{bare}{mark}{inside[len(inside.rstrip()) :]}"
    if name == "a" and tag.get("href"):
        return f"[{inside.strip() or tag['href']}]({markup.target(str(tag['href']))})"
    if name == "img" and tag.get("src"):
        width = re.sub(r"\.\d+", "", str(tag.get("width") or ""))
        return markup.picture(str(tag["src"]), str(tag.get("alt") or ""), width=width)
    if name == "br":
        return "\\\n"
    if name in ("p", "div"):
        return f"\n\n{inside.strip()}\n\n"
    if re.fullmatch("h[1-6]", name) and (bare := inside.strip(" *\n")):
        return f"\n\n**{bare}**\n\n"
    if name == "li":
        return "\n- " + re.sub(r"\n[ \t]*(?=\S)", "\n  ", inside.strip())
    if name in ("ul", "ol"):
        return f"\n{inside}\n"
    if name in ("iframe", "embed", "object") and (framed := tag.get("src") or tag.get("data")):
        context.note("changed", "html", str(tag)[:100], "a link to what it showed")
        shown = str(framed).replace("youtube.com/embed/", "youtube.com/watch?v=")
        return f"\n\n[{tag.get('title') or shown}]({markup.target(shown)})\n\n"
    if name in ("script", "style", "iframe"):
        context.note("lost", "html", str(tag)[:100])
        return ""
    if name not in ("span", "u", "font", "small", "center", "html", "body"):
        context.note("changed", "html", f"<{name}>", "its words")
    return inside


def whole_blocks(text: str) -> str:
    """Return a text of kramdown in which no HTML becomes code, and no text HTML.

    An element goes on to its end there ("HTML Blocks"), and to a blank line in CommonMark (4.6);
    a tag that may be within a paragraph begins one.
    """
    ends, at = _ends(text), 0
    edits = []
    for match in _AT_LINE.finditer(text):
        start = match.end() - 1
        if start >= at and start in ends:
            at = ends[start].end()
            apart = "\n\n" if _FOLLOWED.match(text, at) else ""
            edits.append((start, at, _BLANK.sub("\n", text[start:at]) + apart))
    return ALONE.sub(
        lambda m: m[1] + (m[2].replace("\n", " ") if m[3] else f"{m[2]}\n"), edited(text, edits)
    )


_TABLE = re.compile(r"(?:(?<=\n\n)|\A)(?:[ ]{0,3}\|.*\|.*(?:\n|\Z))+")
_LINE_OF_TABLE = re.compile(r"[ \t]*\|[|: \t-]*-[|: \t-]*")


def with_heads(text: str) -> str:
    """Return a text in which tables have a head. Kramdown does not ask for one ("Tables")."""

    def headed(found: re.Match[str]) -> str:
        rows = found[0].rstrip("\n").split("\n")
        if len(rows) > 1 and _LINE_OF_TABLE.fullmatch(rows[1]):
            return found[0]
        rows = [row for row in rows if not _LINE_OF_TABLE.fullmatch(row)]
        cells = rows[0].strip().removesuffix("|").count("|") if rows else 0
        return "\n".join(["|" + "  |" * cells, "|" + " - |" * cells, *rows, ""]) if rows else ""

    return _TABLE.sub(headed, text)


def without_rows(text: str, context: TextContext) -> str:
    """Return a text in which rows of pictures in the grid of Bootstrap, as al-folio has them, are
    galleries, and captions are in italics."""
    return _CAPTION.sub(_caption, _opened_rows(text, context))


def _opened_rows(text: str, context: TextContext, depth: int = 0) -> str:
    """Open rows, the innermost first, and down to a depth that people may have written."""
    ends, at = _ends(text), 0
    edits = []
    for match in _ROW.finditer(text):
        if match.start() < at or match.start() not in ends:
            continue
        end = ends[match.start()]
        inside = text[match.end() : end.start()]
        inside = _COLUMN.sub(lambda m: f'{m[0]} width="{100 * int(m[1]) // 12}%"', inside)
        inside = _opened_rows(inside, context, depth + 1) if depth < _DEEPEST else inside
        became = _gallery(inside)
        context.note("changed", "row", match[0], "a gallery" if became else "one below another")
        at = _SET_IN.match(text, end.end()).end()  # type: ignore[union-attr]
        edits.append((match.start(), at, f"\n\n{became or _below(inside)}\n\n"))
    return edited(text, edits)


def _gallery(inside: str) -> str:
    """Return the pictures of a row side by side; nothing where it holds more, or only one."""
    captions = [" ".join(match["inside"].split()) for match in _CAPTION.finditer(inside)]
    inside = re.sub(r"</?p\b[^>]*>|<br\s*/?>", "", _DIV.sub("\n", _CAPTION.sub("", inside)))
    pictures = [_in_gallery(match) for match in _PICTURE.finditer(inside)]
    if len(pictures) < 2 or _PICTURE.sub("", inside).strip():
        return ""
    gallery = markup.block("gallery", "", "\n".join(pictures)).strip()
    return "\n\n".join([gallery, *map(_in_italics, captions)])


def _in_gallery(picture: re.Match[str]) -> str:
    """Return a picture as a line of a gallery."""
    if picture["attributes"] is not None:
        _, named = markup.arguments(picture["attributes"].removesuffix("/"))
        return markup.picture(named.get("src", ""), named.get("alt", ""))
    return f"![{picture['alt']}]({picture['target']})"


def _below(inside: str) -> str:
    """Return what a row holds, one below another."""
    lines = [line.strip() for line in _DIV.sub("\n", _CAPTION.sub(_caption, inside)).split("\n")]
    if ":::{gallery}" not in lines:
        lines = [f"\n{line}\n" if line.startswith("![") else line for line in lines]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def _caption(match: re.Match[str]) -> str:
    return f"\n\n{_in_italics(' '.join(match['inside'].split()))}\n\n"


def _in_italics(words: str) -> str:
    words = re.sub(r"</?p\b[^<>]*>", "", words).strip()
    return f"*{words}*" if words and "*" not in words else words


def _ends(text: str) -> dict[int, re.Match[str]]:
    """Return where each element of a block begins that is closed, with the tag that closes it."""
    elements = [(one, one[2].lower(), bool(one[1])) for one in _BLOCK.finditer(text)]
    lines = {one.start(): one for one, name, _ in elements if name == "hr"}  # which have no end
    return lines | {opening.start(): end for opening, end in pairs(elements)}
