"""Liquid as Jekyll has it -> Markdown: tags by a table, all else by python-liquid.

A block that loops over records becomes a section: a listing is replaced whole, never half.
Formats: jekyllrb.com/docs, "Tags" and "Filters"; the tags of al-folio's plug-ins.
"""

import re
from collections.abc import Callable
from typing import Any

from generator.importing.source_tree import LARGEST_TEXT
from generator.importing.texts import markup
from generator.importing.texts.aside import Aside
from generator.importing.texts.markup import TextContext, lines_around

_LEFT = re.compile(r"\{\{|\{%")
_CLOSED = re.compile(r"\{\{(?:(?!\{[{%]).)*?\}\}|\{%(?:(?!\{[{%]).)*?%\}", re.DOTALL)
_RAW = re.compile(r"\{%-?\s*raw\b")
_COMMENT = re.compile(r"\{%-?\s*comment\s*-?%\}")
_HIGHLIGHT = re.compile(r"\{%-?\s*highlight\s+(?P<language>[\w+#-]+)[^%{]*-?%\}\n?")
_DETAILS = re.compile(rf"\{{%-?\s*details\b{markup.ARGUMENTS}")
_LOOPS = ("for", "if", "unless", "case", "tablerow", "capture")
_LOGIC = frozenset({
    "assign", "elsif", "else", "when", "break", "continue", "cycle", "comment", "increment",
    "decrement", "raw", "echo", "liquid", "ifchanged", *_LOOPS,
})  # fmt: skip
"""Tags that python-liquid knows; `end…` of them, too."""
_LISTS = {"news.liquid": "news", "news.html": "news", "selected_papers.liquid": "publications",
          "selected_papers.html": "publications", "projects.liquid": "projects"}  # fmt: skip
_OF_THEMES = frozenset({"base_path", "bib_search", "toc", "comments", "giscus", "disqus", "scripts",
                        "related_posts", "pagination", "head", "metadata"})  # fmt: skip
PEOPLE = ("members", "people", "team", "team_members", "students", "lab_members", "alumni")
"""Collections and data in which sites of groups have their members."""
_COLLECTIONS = {
    "projects": "projects", "portfolio": "projects", "publications": "publications",
    "papers": "publications", "talks": "talks", "teaching": "teaching", "teachings": "teaching",
    "courses": "teaching", "news": "news", "announcements": "news", "expressions": "projects",
    "articles": "publications", **dict.fromkeys(PEOPLE, "people"),
}  # fmt: skip
_PARAGRAPH = re.compile(r"<p>((?:(?!</?p\b).)*)</p>", re.DOTALL)
_ASKS = re.compile(r"\b(?:site|paginator)\.[\w.]+|\bpaginator\b|\bgroup_by|\bwhere\b")
_MEMBER = re.compile(r"\bsite\.(?:collections\.|(data\.))?(\w+)")
_OF_JEKYLL = re.compile(
    r"\bpaginator\b|\bsite\.(?:posts|(?:html_)?pages|tags|categories|documents|(?:static|html)_files|"
    r"related_posts|collections)\b"
)
"""Lists that Jekyll makes of all pages."""
_HEADING = r"(?:#{1,6}[ \t].*|<h[1-6]\b[^<>]*>[^<>]*</h[1-6]>|\S.*\n(?:=+|-{3,}))[ \t]*\n"
_HEADED = re.compile(rf"^{_HEADING}\s*(<[uo]l[^<>]*>)?\s*\Z", re.MULTILINE)
"""A heading at the end of a text, with a list that begins below."""
_EMPTY_LIST = re.compile(r"[ \t]*<([uo]l)\b[^<>]*>\s*</\1>\s*")
_ENDS_PART = re.compile(rf"\s*(?:</[uo]l>)?\s*(?:{_HEADING}|\Z)")
_PICTURES = ("figure", "image", "picture", "img", "responsive")


def converted(text: str, context: TextContext, aside: Aside) -> str:
    """Return a text without Liquid: evaluated where it says something of the page or the site."""
    text = markup.paired(text, _COMMENT, lambda _: markup.end_of("comment"), lambda *_: "")
    text = without_loops(text, context)
    text = _pairs(text)
    text = markup.TAG.sub(lambda m: _single(m, context), text)
    # Liquid comes before Markdown: a citation in HTML is one, too.
    text = _PARAGRAPH.sub(lambda m: f"\n\n{m[1]}\n\n" if "[@" in m[1] else m[0], text)
    text = aside.spans(text)  # TODOs show the tags that they are about
    if not _LEFT.search(text):
        return text
    return _evaluated(text, context)


def code_blocks(text: str) -> str:
    """Return a text in which `highlight` has become a fence; see `Aside.fences`."""
    return markup.paired(
        text,
        _HIGHLIGHT,
        lambda _: markup.end_of("highlight"),
        lambda tag, inside, _: markup.fence(tag["language"], inside),
    )


# ------------------------------------------------------------------ tags


def _pairs(text: str) -> str:
    text = markup.paired(
        text,
        _DETAILS,
        lambda _: markup.end_of("details"),
        lambda tag, inside, _: markup.block("details", tag["args"].strip().strip("\"'"), inside),
    )
    return re.sub(r"\{%-?\s*(?:no)?toc\s*-?%\}", "", text)


def _single(match: re.Match[str], context: TextContext) -> str:
    name, args = match["name"], match["args"].strip()
    if name.removeprefix("end") in _LOGIC:
        return match[0]
    change = _SINGLE.get(name)
    if change is not None:
        found = change(args, context)
        if found is not None:
            # What an include writes, a picture say, is a block of HTML of its own in Jekyll.
            before, behind = lines_around(match)
            above = match.string[: match.start() - len(before)].rstrip().rpartition("\n")[2]
            is_block = not before or (not before.strip() and above.lstrip().startswith("<"))
            is_block = is_block and name == "include" and not behind.strip()
            return f"\n\n{found}\n\n" if is_block and found else found
    return context.todo("template-tag", match)


def _include(args: str, context: TextContext) -> str | None:
    name, _, rest = args.partition(" ")
    base = name.rpartition("/")[2]
    if base.partition(".")[0] in _OF_THEMES:
        context.note("left", "theme-include", base)
        return ""
    if base in _LISTS:
        selected = ":selected: true\n" if "selected" in base else ""
        return markup.section(_LISTS[base], selected)
    if base.partition(".")[0] in _PICTURES:
        _, named = markup.arguments(rest)
        named = {key: _looked_up(value, rest, context) for key, value in named.items()}
        source = next(
            (named[k] for k in ("path", "src", "url", "image_path", "image") if named.get(k)), ""
        )
        if not source:
            return None
        width = named.get("width", "").removesuffix("px")
        caption = named.get("caption", "")
        alt = named.get("alt") or named.get("title") or ""
        source = source if "://" in source else "/" + source.lstrip("/")
        return markup.picture(source, alt, caption, width)
    if base.startswith(("youtube", "video", "audio")):
        _, named = markup.arguments(rest)
        source = named.get("path") or named.get("src") or named.get("url") or ""
        if named.get("id"):
            source = f"https://www.youtube.com/watch?v={named['id']}"
        return f"[{named.get('title') or source}]({markup.target(source)})" if source else None
    return None


def _looked_up(value: str, args: str, context: TextContext) -> str:
    """Return an argument. It may be a variable of the page: `path=page.img`."""
    found = re.fullmatch(r"(page|site)\.([\w-]+)", value)
    if not found or f'"{value}"' in args or f"'{value}'" in args:
        return value
    known = (context.page if found[1] == "page" else context.site).get(found[2])
    return str(known) if isinstance(known, str) else ""


def _cite(args: str, context: TextContext) -> str:
    args = re.sub(r"(?:--(?:prefix|file|locator|label|template|style)|-[lpfTs])\s+\S+", "", args)
    keys = [word for word in args.split() if not word.startswith("-")]
    return "[" + "; ".join(f"@{key}" for key in keys) + "]"


def _bibliography(args: str, context: TextContext) -> str:
    if "--cited" in args:
        return "\n\n:::{bibliography}\n:::\n\n"
    query = re.search(r"@(\*|\w+)(?:\[([^\]]*)\])?", args)
    kind, condition = (query[1], query[2] or "") if query else ("*", "")
    file = re.search(r"(?:--file|-f)[ =]+([^\s]+?)(?:\.bib)?(?:\s|$)", args)
    keys = context.site.get("bibliographies", {}).get(f"{file[1]}.bib") if file else None
    year = re.fullmatch(r"\s*year\s*=+\s*(\d{4})\s*", condition)
    where = {"kind": _BIB_TYPES.get(kind), "year": year and year[1]}
    said = ", ".join(f'{name}: "{word}"' for name, word in where.items() if word)
    options = f":only: {', '.join(keys)}\n:order: -date\n" if keys else ""
    options += f":where: {{{said}}}\n" if said else ""
    options += ":selected: true\n" if "selected" in condition else ""
    is_unsaid = (kind != "*" or condition or file) and not options
    if is_unsaid:
        context.note("changed", "bibliography-query", args, "all papers")
    if _grouped_by(args, context) == "year":
        options += ":group: year\n"
    return markup.section("publications", options)


_BIB_TYPES = {"article": "journal, preprint", "inproceedings": "conference, workshop, poster",
              "conference": "conference, workshop, poster", "book": "book", "phdthesis": "thesis",
              "incollection": "chapter", "techreport": "report", "misc": "preprint, other",
              "mastersthesis": "thesis", "unpublished": "preprint, other"}  # fmt: skip
"""Type of BibTeX that a query asks for -> the kinds of record that such papers are."""


def _grouped_by(args: str, context: TextContext) -> str:
    """Return what jekyll-scholar groups papers by: what the tag says, or else the settings."""
    asked = re.search(r"--group_by[ =]+(\S+)", args)
    settings = context.site.get("scholar")
    set_for_all = settings.get("group_by") if isinstance(settings, dict) else ""
    return asked[1] if asked else str(set_for_all or "")


def _file(args: str, context: TextContext) -> str:
    return "source-file:" + markup.target(args.strip().strip("\"'").lstrip("/"))


def _url(start: str) -> Callable[[str, TextContext], str]:
    def change(args: str, context: TextContext) -> str:
        words = markup.words_of(args)
        return (
            f"<{words[0] if words and '://' in words[0] else start + (words[0] if words else '')}>"
        )

    return change


_SINGLE: dict[str, Callable[[str, TextContext], str | None]] = {
    "include": _include, "include_relative": _include, "include_cached": _include,
    "cite": _cite, "bibliography": _bibliography, "post_url": _file, "link": _file,
    "youtube": _url("https://www.youtube.com/watch?v="), "twitter": _url(""), "tweet": _url(""),
    "vimeo": _url("https://vimeo.com/"), "gist": _url("https://gist.github.com/"),
    "seo": lambda args, context: "", "feed_meta": lambda args, context: "",
    "social_links": lambda args, context: "",
}  # fmt: skip


# ------------------------------------------------------------------ values


def _evaluated(text: str, context: TextContext) -> str:
    """Evaluate what is left. What Liquid does not know is empty, as in Jekyll, and is noted."""
    if _LEFT.search(_CLOSED.sub("", text)) or _RAW.search(text):
        context.note("todo", "template-error", "a tag that is never closed")
        return text
    from liquid import Environment, Undefined
    from liquid.exceptions import LiquidError

    class Unknown(Undefined):
        """A variable without a value."""

        __slots__ = ()

        def __str__(self) -> str:
            if self.name != "base_path":  # of the theme: where the site lies
                context.note("lost", "template-output", self.name)
            return ""

    class Bounded(Environment):
        """Bounds on loops and sizes. A page that a person can read keeps them."""

        loop_iteration_limit = 100_000
        output_stream_limit = LARGEST_TEXT
        local_namespace_limit = 4 * LARGEST_TEXT

    environment = Bounded(undefined=Unknown, strict_filters=False)
    for name, change in _FILTERS.items():
        environment.add_filter(name, change)
    values: dict[str, Any] = {"page": _typed(context.page), "site": _typed(context.site)}
    try:
        return str(environment.from_string(text).render(**values))
    except (LiquidError, RecursionError, ValueError, TypeError, AttributeError) as error:
        context.note("todo", "template-error", str(error).split("\n", 1)[0])
        return text


def _typed(value: Any) -> Any:
    """Return a value with the switches and numbers that YAML has: `false` is no text."""
    if isinstance(value, dict):
        return {name: _typed(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_typed(one) for one in value]
    if isinstance(value, str) and re.fullmatch(r"0|[1-9]\d{0,9}|true|false", value):
        return value == "true" if value.isalpha() else int(value)
    return value


def _from_root(value: object) -> str:
    text = str(value)
    return text if "://" in text else "/" + text.lstrip("/")


_FILTERS: dict[str, Callable[..., object]] = {
    "relative_url": _from_root, "absolute_url": _from_root, "prepend_base": _from_root,
    "markdownify": lambda value: value, "xml_escape": lambda value: value,
    "smartify": lambda value: value, "bust_file_cache": lambda value: value,
    "date_to_string": lambda value: str(value)[:10],
    "date_to_long_string": lambda value: str(value)[:10],
}  # fmt: skip


# ------------------------------------------------------------------ listings


def without_loops(text: str, context: TextContext) -> str:
    """Put a section where a block of Liquid looks through records; it is replaced as a whole."""
    out: list[str] = []
    at = 0
    shown: set[str] = set()
    for start, end in _blocks(text):
        inside = text[start:end]
        if start < at or not (_ASKS.search(inside) or "bibliography" in inside):
            continue
        all_kinds = kinds_in(inside)
        kinds = [one for one in all_kinds if context.kinds is None or one in context.kinds]
        tags = {tag["name"].removeprefix("end") for tag in markup.TAG.finditer(inside)}
        if not kinds and tags <= _LOGIC and not _OF_JEKYLL.search(inside):
            continue  # Liquid runs it, as in Jekyll
        names = [name for _, name in _MEMBER.findall(inside)]
        are_samples = all_kinds and not any(isinstance(context.site.get(n), list) for n in names)
        is_gone = not kinds and (are_samples or _OF_JEKYLL.search(inside))
        is_all = is_gone and _ENDS_PART.match(text, end)  # so that nothing is below the heading
        out.append(_HEADED.sub(r"\1", text[at:start]) if is_all else text[at:start])
        if are_samples and not kinds:
            at = end
            continue
        for kind in kinds:
            if kind not in shown:
                out.append(markup.section(kind, _groups(kind, inside, context)))
                shown.add(kind)
        if not kinds and re.search(r"\bfor\b", inside):
            context.note("lost", "listing", inside.split("\n", 1)[0])
        elif not kinds:
            context.note("left", "theme-logic", inside.split("\n", 1)[0])
        at = end
    out.append(text[at:])
    return _EMPTY_LIST.sub("", "".join(out))


def _groups(kind: str, inside: str, context: TextContext) -> str:
    """Return how a listing of a template puts its records under headings."""
    page, site = context.page, context.site
    is_grouped = {
        "publications": "publication_category" in inside and site.get("publication_category"),
        "projects": page.get("display_categories") and site.get("enable_project_categories"),
    }
    if kind == "publications" and "page.years" in inside:  # al-folio until 2022
        return ":group: year\n"
    return ":group: kind\n" if is_grouped.get(kind) not in (None, "", "false", False) else ""


def _blocks(text: str) -> list[tuple[int, int]]:
    """Return where blocks of Liquid begin and end that lie in no other."""
    found: list[tuple[int, int]] = []
    open_: list[str] = []
    start = 0
    for match in markup.TAG.finditer(text):
        name = match["name"]
        if name in _LOOPS:
            start = start if open_ else match.start()
            open_.append(name)
        elif name.startswith("end") and open_ and name[3:] == open_[-1]:
            open_.pop()
            if not open_:
                found.append((start, match.end()))
    return found


def kinds_in(block: str) -> list[str]:
    """Return the kinds of the records that Liquid looks through."""
    names = [name for data, name in _MEMBER.findall(block) if not data or name in PEOPLE]
    found = [_COLLECTIONS[name] for name in names if name in _COLLECTIONS]
    found += ["publications"] if re.search(r"\{%-?\s*bibliography", block) else []
    found += (
        ["posts"] if re.search(r"site\.posts|paginator|site\.tags|site\.categories", block) else []
    )
    return list(dict.fromkeys(found))
