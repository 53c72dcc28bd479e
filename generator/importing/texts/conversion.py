"""One text -> Masthead's Markdown. The order of the steps matters.

Code is set aside first, so that no step changes it; then come the tags of templates, since they may
make any Markdown; then attributes, formulas, HTML, headings and links; then code comes back.

Attributes of blocks come after them in kramdown and Hugo. Formats: kramdown.gettalong.org/syntax,
"Inline Attribute Lists"; gohugo.io, "Markdown attributes".
"""

import posixpath
import re
import unicodedata
from collections import Counter
from typing import Any

from msgspec.structs import replace

from generator.importing.plan import Document, Entry, Resume, SitePlan
from generator.importing.source_tree import PICTURES
from generator.importing.sources.people import BEHIND_NAME, in_two_scripts, mail_of
from generator.importing.texts import hexo_markdown, html_parts, liquid, scholar, tags
from generator.importing.texts.aside import Aside
from generator.importing.texts.links import (
    FILE,
    AddressMap,
    rewritten,
    with_bare_links,
    with_blanks_encoded,
)
from generator.importing.texts.markup import HEXO_MARKS, TextContext, end_of, paired
from generator.model.files import packaged_data
from generator.model.languages import is_east_asian
from generator.model.links import heading_id
from generator.processes import step

_INSIDE = r"(?:(?!\{[{%:])[^\n])*?"
_LEFTOVER = re.compile(
    rf"\{{%{_INSIDE}%\}}|\{{\{{{_INSIDE}\}}\}}|\{{:[^{{}}\n]*\}}|\{{%|\{{\{{|\{{:"
)
_COMMENT, _COMMENT_ENDS = re.compile("<!--"), re.compile("-->")
_COMMENT_LINE = re.compile(r"^ {0,3}\[(?://|#|comment)\]:.*\n?", re.MULTILINE | re.IGNORECASE)
"""The definition of a link that nothing names: a comment, as people write them."""
_SWALLOWS = re.compile(r"<(?=(script|style|textarea)[\s>])", re.IGNORECASE)
"""Opens what hides the rest of a page if nothing closes it, as in a sentence about scripts."""
_RAW = re.compile(r"\{%-?\s*raw\s*-?%\}")
_LINKLESS = re.compile(
    r"<a(?=[\s>])(?![^<>]*\b(?:href|id|name)\s*=)[^<>]*>([^<>]*)</a>|"
    r"(?<!!)\[\]\(#(?:[^()\"\n]|\"[^\"\n]*\")*\)", re.IGNORECASE
)  # fmt: skip
"""A link in HTML that has lost its target, or one to a place that has no words."""
_HOLLOW = re.compile(
    r"^[ \t]*<div\b(?![^<>]*\s(?:id\s*=|data-))[^<>]*>\s*</div>[ \t]*"
    r"(?:\n+---[ \t]*$|\n(?=[ \t]*<))?",
    re.M | re.I,
)
"""What a tag that showed nothing leaves, with a line that parted it from the next."""
_SOURCELESS = re.compile(
    r"<(iframe|video|audio)\b(?![^<>]*\b(?:src(?:doc)?|id)\s*=)[^<>]*>\s*(?:<source\b(?![^<>]*\bsrc\s*=)[^<>]*>\s*)*"
    r"</\1\s*>|<img\b(?![^<>]*\b(?:src(?:set)?\s*=\s*[\"']?\s*[^\s\"'>]|id\s*=))[^<>]*>|"
    r"<h([1-6])\b[^<>]*>\s*</h\2\s*>",
    re.IGNORECASE,
)
"""A frame, a film or a picture that has lost what it showed, and a heading without words. A script
may fill what has an id."""
_AROUND = re.compile(
    r"^<div class=\"[\w -]*\">\s*\n(?=[^<]*:::\{)([^<]*+)</div>[ \t]*$", re.MULTILINE
)
"""What gave a list its looks."""
_RAW_MARK = re.compile(
    r"^[ \t]*\{%-?\s*(?:end)?raw\s*-?%\}[ \t]*\n|\{%-?\s*(?:end)?raw\s*-?%\}|"
    r"(?<=\{\{[<%])/\*|\*/(?=[>%]\}\})",
    re.MULTILINE,
)
"""What shows tags as they are: `{% raw %}`, and `{{</* x */>}}` of Hugo. It stays in code."""


def converted(text: str, context: TextContext) -> str:
    """Return the text of a page or of a field in Masthead's Markdown."""
    aside = Aside()
    text = aside.cleared(text)
    if context.syntax == "nunjucks":  # Hexo makes code of fences before it reads tags
        text = hexo_markdown.fences(text, aside)
        text = tags.with_bodies_at_margin(text, aside)
    for drawn in _DRAWN.finditer(text) if context.syntax in ("hugo", "liquid") else ():
        context.note("lost", "diagram", drawn[drawn.lastindex or 0])
    text = tags.code_blocks(text, context.syntax)
    text = aside.fences(text, lambda block: _RAW_MARK.sub("", block))
    if context.syntax in ("nunjucks", "hugo"):
        text = aside.indented(re.sub(r"^[ \t]+$", "", text, flags=re.MULTILINE))
    text = aside.spans(text, lambda code: _RAW_MARK.sub("", code))
    text = paired(text, _RAW, lambda _: end_of("raw"), lambda _, inside, end: aside.put(inside))
    text = _with_comments_closed(_COMMENT_LINE.sub("", text), context)
    ends = {name: text.lower().rfind(f"</{name}") for name in ("script", "style", "textarea")}
    text = _SWALLOWS.sub(lambda m: m[0] if m.start() < ends[m[1].lower()] else "&lt;", text)
    text = aside.formulas(text, context)
    text = scholar.with_notes(text, context) if context.syntax == "liquid" else text
    text = html_parts.before_asides(text, context)
    if context.syntax == "nunjucks":
        text = hexo_markdown.converted(text, context)
    if context.is_data:
        text = paired(text, _COMMENT, lambda _: _COMMENT_ENDS, lambda *_: "")
    text = aside.html(text, lambda code: liquid.evaluated(code, context))
    if context.syntax == "nunjucks":
        text = html_parts.ALONE.sub(r"\1\2\n", tags.converted(text, context))
    elif context.syntax == "liquid":
        text = html_parts.whole_blocks(liquid.converted(text, context, aside))
        text = html_parts.with_heads(html_parts.without_rows(text, context))
        text = with_attributes(aside.spans(aside.fences(text, lambda block: block)), context)
        text = _BREAK.sub(r"\1", text)
    elif context.syntax == "hugo":
        text = with_attributes(_BEHIND.sub(r"\1{: \2}", text), context)
        text = tags.converted(tags.with_captions_of_hugo(text), context)
        text = html_parts.ALONE.sub(r"\1\2\n", text)
    if context.syntax != "plain" and not context.is_data:
        text = aside.markdown_in_html(text)
    text = html_parts.converted(text, context)
    text = aside.spans(aside.fences(text, lambda block: block))  # what a step has just made
    text = re.sub(r"(?<=\]\()mailto: +", "mailto:", with_emoji(with_ids(text, context, aside)))
    if context.syntax == "liquid" or "blanks" in context.extras:
        text = with_blanks_encoded(text)
    if context.syntax in ("nunjucks", "hugo") and not context.is_data:
        text = with_bare_links(text)
    text = rewritten(
        text, lambda typed: _target(typed, context), lambda typed: _dead(typed, context)
    )
    text = _AROUND.sub(r"\n\n\1", text)
    text = _SOURCELESS.sub("\0", _LINKLESS.sub(r"\1", text))
    text = _HOLLOW.sub("", re.sub(r"(?m)^[ \t]*\0+[ \t]*\n(?= {4}|\t)|\0", "", text))
    text = _without_leftovers(text, context, aside)
    text = re.sub(r"\n(?:[ \t]*\n){2,}", "\n\n", text)
    return aside.back(text)


_BREAK = re.compile(r"(?<!\\)(\\)\\(?=\n[ \t]*\S)")
"""A line break, of which kramdown asks for two backslashes."""
_DRAWN = re.compile(
    r"^[ \t>]*(?:[`~]{3,}|\{\{[<%]|\{%-?) *(mermaid|markmap|chartjs|echarts|vega_lite|plotly|"
    r"geojson|diff2html|typograms|pseudocode|tikz)\b|"
    r"<\w+[^<>]* class=[\"'](mermaid|pseudocode|typograms)\b|<script type=[\"']text/(tikz)",
    re.MULTILINE,
)
"""Diagrams that scripts of themes drew of code."""


def _with_comments_closed(text: str, context: TextContext) -> str:
    """Return a text without a comment that is never closed. It hides the rest of a page."""
    start = text.rfind("<!--")
    if start < 0 or "-->" in text[start:]:
        return text
    context.note("lost", "open-comment", text[start : start + 80])
    return text[:start]


def _target(typed: str, context: TextContext) -> str | None:
    """Return what a link has to say now; of a file in the wrong place, the only one so named."""
    typed = _IN_TWO.sub(r"\1", typed)
    found = context.links.new_target(typed, context.address, context.file)
    if found is None and (found := context.links.file_named(typed) or None):
        context.note("guessed", "file-place", typed, found)
    return found


def _dead(typed: str, context: TextContext) -> None:
    is_picture = typed.lower().endswith(PICTURES)
    became = "no picture: the source does not have it" if is_picture else _NO_LINK
    context.note("lost", "dead-link", typed.rpartition(FILE)[2], became)


_NO_LINK = "its words, without the link"
_IN_TWO = re.compile(r"^\((https?://[^()\s]+)\)$")
"""The target of a link whose brackets are doubled."""


def _without_leftovers(text: str, context: TextContext, aside: Aside) -> str:
    """Return a text in which what is left of template languages shows as code."""

    def shown(match: re.Match[str]) -> str:
        context.note("todo", "template-leftover", match[0], "the same as code")
        return aside.put(f"`{match[0]}`")

    return _LEFTOVER.sub(shown, text)


_ON_A_LINE = re.compile(
    r"^(?P<line>(?: {0,3}#{1,6}[ \t].*|.*\]\([^()\n]*\))\n)?[ \t>]*\{:(?P<inside>[^}\n]*)\}[ \t]*$",
    re.MULTILINE,
)
_INLINE = re.compile(r"(?<=[\])*_`\uf8f1])\{:(?P<inside>[^}\n]*)\}")
_PART = re.compile(r"#[\w:.-]+|\.[\w-]+|[\w-]+=(?:\"[^\"]*\"|'[^']*'|[^\s\"']+)")
_SAFE = re.compile(r"(?:id|width|height|lang|title|alt|style|target|rel)=")
_OF_HUGO = r"(?:[.#][\w-]+|[\w-]+=(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s{}\"']+))"
_BEHIND = re.compile(
    rf"^([ \t>]*)\{{[ \t]*({_OF_HUGO}(?:[ \t]+{_OF_HUGO})*)[ \t]*\}}[ \t]*$", re.MULTILINE
)
"""Attributes after a block in Hugo. They become kramdown's: `{: .x}`."""
_HEADING = re.compile(r"^( {0,3}(#{1,6})[ \t]+)(.+?)([ \t]+#+)?[ \t]*$", re.MULTILINE)
_OWN_ID = re.compile(r"\{[^}]*#[^}]*\}\s*$")
_MARKS = re.compile(r'!?\[((?:[^][]|\[[^]]*\])*)\]\((?:[^()"]|"[^"]*")*\)|<[^<>]+>|[*`]|\b_|_\b|~~')


def with_attributes(text: str, context: TextContext) -> str:
    """Return a text with the attributes of words and pictures, and without those of blocks, most of
    which are classes of the old theme."""
    text = re.sub(r"\{::(?:nomarkdown|comment|options)[^{}]*/?\}|\{:/[^{}]*\}", "", text)
    text = re.sub(r"^ {0,3}\{:[\w-]+:[^{}\n]*\}[ \t]*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^[ \t]*[-*][ \t]+.*\n\{:\s*toc[^{}]*\}[ \t]*$", "", text, flags=re.MULTILINE)
    text = _ON_A_LINE.sub(lambda m: _at_end(m, context), text)
    return _INLINE.sub(lambda m: _braces(m["inside"], context), text)


def _at_end(found: re.Match[str], context: TextContext) -> str:
    """Return a heading or a picture with the attributes on the line below it, and no others."""
    line = (found["line"] or "").rstrip()
    braces = _braces(found["inside"], context, is_kept=bool(line))
    return f"{line} {braces}" if line.lstrip().startswith("#") else f"{line}{braces}"


def _braces(inside: str, context: TextContext, is_kept: bool = True) -> str:
    parts = _PART.findall(inside.replace("\\_", "_"))
    if context.is_data:  # a text of a record has none; where links open is the theme's
        parts = [part for part in parts if not part.startswith(("target=", "rel="))]
    parts = [part for part in parts if part not in (".no_toc", ".no-toc")]
    kept = [part for part in parts if is_kept and (part[0] in "#." or _SAFE.match(part))]
    gone = [part for part in parts if part not in kept]
    if gone:
        context.note("changed", "attribute", " ".join(gone))
    return "{" + " ".join(kept) + "}" if kept else ""


def with_ids(text: str, context: TextContext, aside: Aside) -> str:
    """Return a text in which headings keep the ids that links from elsewhere may name."""
    if context.syntax == "plain":
        return text
    seen: Counter[str] = Counter()
    ours: Counter[str] = Counter()

    def mark(match: re.Match[str]) -> str:
        words, said = match[3], aside.back(match[3])
        if _OWN_ID.search(words):
            return match[0]
        old, new = _old_id(said, context, seen), _counted(heading_id(_bare(said)), ours)
        if not old or old == new or not re.fullmatch(r"[\w.:-]+", old):
            return match[0]
        return f"{match[1]}{words} {{#{old}}}"

    return _HEADING.sub(mark, text)


def _bare(words: str) -> str:
    return _MARKS.sub(lambda m: m[1] or "", words).replace("\\", "").strip()


def _old_id(words: str, context: TextContext, seen: Counter[str]) -> str:
    bare = _bare(words)
    if "pandoc" in context.extras:  # its manual, "Extension: auto_identifiers"
        base = "-".join(re.sub(r"[^\w\s.-]", "", bare).lower().split())
        base = next((base[at:] for at, ch in enumerate(base) if ch.isalpha()), "section")
    elif context.syntax == "nunjucks":  # hexo-util, `slugize` without a transform
        base = HEXO_MARKS.sub("-", bare).strip("-")
    else:  # kramdown, `basic_generate_id` with GFM's rule; goldmark, as GitHub does it
        base = "".join(ch for ch in bare.lower() if ch in " -_" or _is_word(ch)).replace(" ", "-")
    return _counted(base, seen)


def _is_word(ch: str) -> bool:
    return unicodedata.category(ch)[0] in "LNM"


def _counted(base: str, seen: Counter[str]) -> str:
    number = seen[base]
    seen[base] += 1
    return f"{base}-{number}" if number else base


_CODE = re.compile(r"(?<![\w:/]):(\+1|-1|[a-z][a-z0-9_]{0,40}):(?![\w:/])")
_OTHERS = packaged_data("tables/import_emoji", dict[str, str])
"""Codes that are not the names of their characters in Unicode, as most are."""


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


# ------------------------------------------------------------------ all texts of a plan

IN_MARKDOWN = frozenset(
    {"title", "abstract", "bio", "body", "text", "note", "award", "summary", "details"}
)
"""Fields of records that hold Markdown."""
_LINKED = ("portrait", "preview", "image")
"""Fields that name a file of the site."""


_HANDLE = re.compile(r"[^\W\d_][\w.-]*[0-9]{1,2}")
"""A name of one word that ends in digits. After a whole name, digits are marks."""


def convert_texts(plan: SitePlan) -> None:
    """Convert the text of each page, post and record, and have all links lead where they led."""
    step("")
    person = plan.site.get("person")
    if isinstance(person, dict) and _HANDLE.fullmatch(str(person.get("name"))):
        person["name"] = {"family": person["name"]}
    elif isinstance(person, dict) and (extra := BEHIND_NAME.search(str(person.get("name")))):
        first, second = (one for one in extra.groups() if one is not None)
        native, latin = sorted((first, second), key=is_east_asian, reverse=True)
        if is_east_asian(native) and re.sub("[ ,.-]", "", latin).isalpha() and latin != native:
            person["name"] = in_two_scripts(latin, native)
        else:
            plan.findings.add("lost", "name-cut", "content/site.yaml", person["name"], first)
            person["name"] = first
    data = TextContext(
        file="_config.yml", findings=plan.findings, links=AddressMap(plan), syntax=plan.syntax,
        site=plan.variables, is_data=True,
    )  # fmt: skip
    entries = [one for some in plan.entries.values() for one in some]
    plan.variables[liquid.IDS] = {one.source: str(one.values.get("id") or "") for one in entries}
    for document in plan.documents:
        step(document.source)
        _page(document, plan, data)
    for kind, entries in plan.entries.items():
        for entry in entries:
            step(entry.source)
            _record(kind, entry, data)
    _say_once(plan)
    if plan.cv is not None:
        step(plan.cv.source)
        _cv(plan.cv, replace(data, file=plan.cv.source, address=plan.cv.address))
    step("")
    _person_and_menu(plan, replace(data, syntax="plain"))


_PARAGRAPH = re.compile(r"(?:\A|(?<=\n\n))\s*(#.*\n\s*)?((?s:\S(?:(?!\n\n).)*))")
"""A paragraph, and the heading above it."""
_IN_ITALICS = re.compile(r"([*_])[^*_]+\1")


def _say_once(plan: SitePlan) -> None:
    """Take the summary of each record out of the text of its page, which shows both. Where it is in
    italics, it is the caption of a picture there, and no summary."""
    pages = {page.target: page for page in plan.documents}
    for kind, entry in ((kind, one) for kind, some in plan.entries.items() for one in some):
        page = pages.get(f"content/{kind}/{entry.values.get('id')}.md")
        said = _words(str(entry.values.get("body") or ""))
        parts = _PARAGRAPH.finditer(page.body) if page and said else ()
        part = next((one for one in parts if not one[1] and _words(one[2]) == said), None)
        if page and part and _IN_ITALICS.fullmatch(part[2].strip()):
            entry.values["body"] = ""
        elif page and part:
            page.body = page.body[: part.start()] + page.body[part.end() :].lstrip()


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", _bare(text))


def _cv(cv: Resume, context: TextContext) -> None:
    for fields, name in ((cv.fields, "summary"), *((one, "text") for one in cv.fields["sections"])):
        if fields.get(name):
            fields[name] = converted(str(fields[name]), context)


def _person_and_menu(plan: SitePlan, context: TextContext) -> None:
    person = plan.site.get("person")
    if isinstance(person, dict) and person.get("email"):
        written, person["email"] = person["email"], mail_of(str(person["email"]))
        if person["email"] != written:
            plan.findings.add("changed", "email", "content/site.yaml", written, person["email"])
    for fields in (person if isinstance(person, dict) else {}, plan.site):
        for name in ("bio", "role", "affiliation", "location", "description", "title", "footer"):
            if fields.get(name):
                fields[name] = _in_line(fields[name], context, is_in_cv=fields is person)
    menu: list[dict[str, Any]] = []
    for one in plan.menu:
        to = _target(one["to"], context)
        if to is None or to.endswith(("#comment", "#comments")):  # the form is not there
            led = f"{one.get('label', '')}: {one['to']}".removeprefix(": ")
            plan.findings.add("lost", "menu", "menu", led)
        elif to not in [other["to"] for other in menu]:
            menu.append({**one, "to": to})
    if menu:
        is_home = menu[0]["to"] == "/" or menu[0]["to"].startswith("/#")
        plan.site["menu"] = menu if is_home else [{"to": "/"}, *menu]


_SHOWN = re.compile(r"!\[[^\[\]]*\]\([^()]*\)(?:\{[^{}]*\})?")
_PICTOGRAPHS = re.compile("(?:[\u2600-\u27bf\U0001f000-\U0001faff][\ufe0f\u200d]*)+")


def _in_one_line(text: str) -> str:
    return " ".join(re.sub(r"\\\n", " ", text).split())


def _in_line(value: Any, context: TextContext, is_in_cv: bool = False) -> Any:
    """Return a text, or one for each language, on one line of Markdown.

    Fonts of CVs have no pictographs, so they go from what is in a CV, too.
    """
    if isinstance(value, dict):
        return {code: _in_line(one, context, is_in_cv) for code, one in value.items()}
    text = _in_one_line(converted(str(value), context))
    for shown in _SHOWN.findall(text):
        context.note("lost", "picture", shown)
    text = " ".join(_SHOWN.sub("", text).split())
    if not is_in_cv:
        return text
    for found in _PICTOGRAPHS.findall(text):
        context.note("lost", "field", f"{found} ({text})")
    return " ".join(_PICTOGRAPHS.sub(" ", text).split())


_NO_WORDS = re.compile(
    r"!\[[^\[\]]*\]\([^()]*\)(?:\{[^{}]*\})?|\[([^\[\]]*)\]\([^()]*\)|\\(?= |\Z)|"
    r"(\*\*?)(?=[^\s*])([^*]*[^\s*])\2"
)
"""A picture, a link with its words, a line break, words with stress."""


def _page(document: Document, plan: SitePlan, data: TextContext) -> None:
    context = replace(
        data, file=document.source, whole=document.body, line=document.line, is_data=False,
        address=document.address or "/", syntax=document.syntax, page=document.variables,
        kinds=plan.kinds(), delimiter=document.delimiter, parts=document.parts,
        macros=plan.macros, extras=plan.extras,
    )  # fmt: skip
    document.body = converted(document.body, context)
    data = replace(context, whole="", is_data=True)
    for name in ("title", "description"):
        if document.front.get(name):
            document.front[name] = _in_one_line(converted(str(document.front[name]), data))
    if said := document.front.get("description"):
        document.front["description"] = " ".join(_NO_WORDS.sub(r"\1\3", said).split())
    _files(document.front, context)


def _record(kind: str, entry: Entry, data: TextContext) -> None:
    context = replace(data, file=entry.source, line=entry.line, address=entry.address or "/",
                      delimiter=entry.delimiter)  # fmt: skip
    for name, value in entry.values.items():
        if name in IN_MARKDOWN:
            context.whole = value if isinstance(value, str) else ""
            entry.values[name] = _in_markdown(value, context, name)
        elif isinstance(value, str):  # no Markdown, and no HTML
            entry.values[name] = re.sub("</?[a-zA-Z][^<>]*>", "", value)
    _files(entry.values, context)
    targets = entry.values.get("links")
    if isinstance(targets, dict):
        for name, link in list(targets.items()):
            typed = link["to"] if isinstance(link, dict) else link
            new = _target(str(typed), context)
            if new is None:
                what = f"{kind}: {name}: {typed}"
                data.findings.add("lost", "dead-link", entry.source, what, line=entry.line)
                del targets[name]
            else:
                targets[name] = {**link, "to": new} if isinstance(link, dict) else new


_ITEM = re.compile(r"(?:\A|(?<=\n))[-*+] ")
"""Begins an item of a list. One line has no place for it."""


def _in_markdown(value: Any, context: TextContext, name: str) -> Any:
    if isinstance(value, list):
        return [_in_markdown(one, context, name) for one in value]
    if isinstance(value, dict):
        return _in_languages(value, context, name)
    text = converted(str(value), context)
    if name in ("body", "abstract"):
        return text
    return _in_one_line(text if name == "title" else _ITEM.sub("", text))


def _in_languages(forms: dict[str, Any], context: TextContext, name: str) -> dict[str, Any]:
    """Convert a text for each language; relative links begin at the page in that language."""
    here, main, found = context.address, next(iter(forms), ""), {}
    for code, one in forms.items():
        context.address = here if code == main else f"/{code}{here}"
        found[code] = _in_markdown(one, context, name)
    context.address = here
    return found


def _files(values: dict[str, Any], context: TextContext) -> None:
    """Have the fields that name a picture name it from the root of `static/`; drop dead ones."""
    for name in _LINKED:
        typed = str(values.get(name) or "")
        if not typed:
            continue
        new = context.links.new_target(typed, context.address, context.file)
        if new is None or "://" in new or not posixpath.splitext(new)[1]:
            context.findings.add("lost", "picture", context.file, f"{name}: {typed}")
            values[name] = ""
        else:
            values[name] = new.lstrip("/")
