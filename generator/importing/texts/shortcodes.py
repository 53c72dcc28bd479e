"""Shortcodes of Hugo and of Hugo Blox -> Markdown; `tags.py` has the table of them.

Formats: gohugo.io/shortcodes; docs.hugoblox.com, "Writing content with Markdown".
"""

import re

from generator.importing.texts import markup
from generator.importing.texts.markup import Call, Change


def static_link(call: Call) -> str:
    """`{{< staticref "uploads/cv.pdf" >}}words{{< /staticref >}}`; without words an address alone,
    of a link in Markdown say."""
    words, there = call.inside.strip(), f"/{markup.target(call.first().lstrip('/'))}"
    return f"[{words}]({there})" if words else there


def figure(call: Call) -> str | None:
    """`{{< figure src="…" caption="…" >}}`."""
    named, source = call.named, call.first("src")
    if not source:
        return call.inside or None
    caption = named.get("caption") or call.inside.strip() or named.get("title") or ""
    alt = named.get("alt") or _MARKUP.sub(r"\1", caption)
    width = (named.get("width") or named.get("max_width") or "").removesuffix("px")
    link = markup.target(named.get("link", ""))
    if link and not caption:
        return f"[{markup.picture(source, alt)}]({link})"
    caption = f"[{caption}]({link})" if link and "[" not in caption else caption
    return markup.picture(source, alt, caption, width)


_MARKUP = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|[*`$]")


def media(call: Call) -> str | None:
    """`{{< video src="…" >}}`, `{{< table path="x.csv" caption="…" >}}`: a link to the file."""
    source = call.first("src", "path", "url", "file")
    words = call.named.get("title") or call.named.get("caption") or source
    return f"[{words}]({markup.target(source)})" if source else None


def button(call: Call) -> str | None:
    """`{{< button url="…" >}}words{{< /button >}}`, `{{< cta cta_text="…" cta_alt_text="…" >}}`,
    `{{< card url="…" title="…" subtitle="…" >}}`."""
    named = call.named
    links = [(named.get("cta_text"), named.get("cta_link")),
             (named.get("cta_alt_text"), named.get("cta_alt_link"))]  # fmt: skip
    inside = call.inside.strip()
    words = named.get("text") or named.get("title") or inside
    links.append((words, named.get("url") or named.get("link") or named.get("href")))
    said = " · ".join(f"[{one or to}]({markup.target(to)})" for one, to in links if to) or words
    said = ": ".join(filter(None, (said, named.get("subtitle", ""))))
    return "\n\n".join(filter(None, (said, inside if words != inside else ""))) or None


def gallery(call: Call) -> str | None:
    """`{{< gallery album="x" >}}`: all pictures of a folder, in the order of their names."""
    album, context = call.named.get("album") or "gallery", call.context
    items = context.page.get("gallery_item")
    known = [one for one in items if isinstance(one, dict)] if isinstance(items, list) else []
    said = {str(one.get("image")): str(one.get("caption") or "") for one in known}
    folders = (f"{context.address}{album}/", f"/media/albums/{album}/", f"/img/{album}/")
    named = [str(one.get("image")) for one in known if str(one.get("album") or "gallery") == album]
    found = next(filter(None, map(context.links.pictures_in, folders)), named)
    pictures = [f"![]({markup.target(one)}) {said.get(one.rpartition('/')[2], '')}".rstrip()
                for one in found]  # fmt: skip
    if not pictures:  # Hugo shows nothing
        context.note("left", "shortcode", f"gallery {call.args}")
    return markup.block("gallery", "", "\n".join(pictures)) if pictures else ""


ENCLOSING: dict[str, Change] = {
    "staticref": static_link, "figure": figure, "button": button, "card": button,
}  # fmt: skip
"""Those that enclose a text."""
SINGLE: dict[str, Change] = {
    **dict.fromkeys(("figure", "image", "img"), figure), "gallery": gallery,
    **dict.fromkeys(("cta", "button", "card"), button), "staticref": static_link,
    **dict.fromkeys(("video", "audio", "table", "pdf", "embed-pdf", "notebook"), media),
}  # fmt: skip
