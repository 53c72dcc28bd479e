"""Liquid as Jekyll has it -> Markdown: tags by a table, all else by python-liquid.

A block that loops over records becomes a section: a listing is replaced whole, never half.
Formats: jekyllrb.com/docs, "Tags" and "Filters"; the tags of al-folio's plug-ins.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from generator.importing.fields import flat
from generator.importing.texts import markup, tags
from generator.importing.texts.aside import Aside
from generator.importing.texts.links import edited, pairs
from generator.importing.texts.liquid_values import Unrendered, rendered, said_by, typed
from generator.importing.texts.markup import TextContext
from generator.importing.texts.scholar import in_loop

_LEFT = re.compile(r"\{\{|\{%")
_CLOSED = re.compile(r"\{\{(?:(?!\{[{%]).)*?\}\}|\{%(?:(?!\{[{%]).)*?%\}", re.DOTALL)
_RAW = re.compile(r"\{%-?\s*raw\b")
_COMMENT = re.compile(r"\{%-?\s*comment\s*-?%\}")
_LOOPS = ("for", "if", "unless", "case", "tablerow", "capture")
IDS = "ids of records"
"""The variable of a site with the id of the record that each file became."""
PEOPLE = ("members", "people", "team", "team_members", "students", "lab_members", "alumni")
"""Collections and data in which sites of groups have their members."""
_COLLECTIONS = {
    "projects": "projects", "portfolio": "projects", "publications": "publications",
    "papers": "publications", "talks": "talks", "teaching": "teaching", "teachings": "teaching",
    "courses": "teaching", "news": "news", "announcements": "news", "expressions": "projects",
    "articles": "publications", **dict.fromkeys(PEOPLE, "people"),
}  # fmt: skip
INCLUDES = "includes of its own"
"""Among the values of a site: the text of each include, by its name."""
PAPERS = "collections of papers"
"""Among the values of a site: the collections of the owner's own that hold papers."""
_ASKS = re.compile(r"\b(?:site|paginator)\.[\w.]+|\bpaginator\b|\bgroup_by|\bwhere\b")
_INCLUDE = re.compile(
    r"\{%-?\s*include\s+(?P<name>[\w./-]+)(?P<args>(?:(?!%\}).)*?)-?%\}", re.DOTALL
)
_ARGUMENT = re.compile(r"([\w-]+)\s*=\s*(\"[^\"]*\"|'[^']*'|[\w.\[\]-]+)")
_ASKED = re.compile(r"\binclude\.([\w-]+)")
_ASIDE = re.compile(
    r"\{%-?\s*comment\b(?:(?!\bendcomment\b).)*+endcomment\s*-?%\}|<style\b[^<>]*+>[^<]*+</style>|"
    r"<!--(?:(?!-->).)*+-->",
    re.DOTALL,
)
"""Comments and styles in an include or a loop."""
_OF_YEAR = re.compile(r"\byear\s*=+\s*\{\{")
_HAS_TITLES = re.compile(r"\bpublication_category\b.*\[1\]", re.DOTALL)
"""Shows papers below the titles of their categories (`{{ category[1].title }}`)."""
_LOGIC = re.compile(r"(?:\{%(?:(?!%\}).)*%\}\s*)+")
_MEMBER = re.compile(r"\bsite\.(?:collections\.|(data\.))?(\w+)")
_OF_JEKYLL = re.compile(
    r"\bpaginator\b|\bsite\.(?:posts|(?:html_)?pages|tags|categories|documents|(?:static|html)_files|"
    r"related_posts|collections)\b"
)
"""Lists that Jekyll makes of all pages."""
_HEADING = r"(?:#{1,6}[ \t].*|<h[1-6]\b[^<>]*>[^<>]*</h[1-6]>|\S.*\n(?:=+|-{3,}))\n"
_HEADED = re.compile(rf"^{_HEADING}\s*(?:(<[uo]l[^<>]*>)\s*)?\Z", re.MULTILINE)
"""A heading at the end of a text, with a list that begins below."""
_EMPTY_LIST = re.compile(r"<([uo]l|table)\b[^<>]*>\s*((?::::\{\w+\}\n(?::\w.*\n)*:::\s+)*)</\1>\s*")
"""A list or a table in HTML whose items are gone, or have become sections."""
_FILTERED = re.compile(
    r"\{%-?\s*for\s+\w+\s+in\s+site\.\w+[^%]*%\}\s*"
    r"\{%-?\s*(?:if|unless)\s+(?P<condition>[^%]+?)\s*-?%\}"
)
"""A loop that shows some of its records."""
_EVALUATED = re.compile(
    r"(?:\w+\.(?!(?:collection|excerpt|id|relative_path|slug|categories|tags|date)\b)\w+"
    r"(?:\s*(?:==|!=|contains)\s*(?:\"[^\"]*\"|'[^']*'|true|false))?(?:\s+(?:and|or)\s+|\Z))+"
)
"""A condition of which no part is what Jekyll alone knows."""
_WHERE = re.compile(r"\|\s*where(?:_exp)?:\s*[\"']")
_ASSIGNED = re.compile(r"\{%-?\s*assign\b(?:(?!%\}|\{%).)*%\}", re.DOTALL)
_EACH = re.compile(r"\{%-?\s*for\s+(\w+)\s+in\b[^%]*%\}(?:\s*\{%-?\s*(?:if|unless)\b[^%]*%\})?")
"""Begins a loop, or the part of it that is for some."""
_NEVER = re.compile(r"\{%-?\s*if\s+(?:false|nil)\b(?!\s+or\b)[^%]*%\}")
_ELSE = re.compile(r"\{%-?\s*else\b")
_OF_CARD = re.compile(r"\w\.(?:img|image)\b")
"""Shows the picture of a document."""
_ASSIGN = re.compile(r"\{%-?\s*assign\s+(\w+)\s*=\s*([\w.]+)")
_THROUGH = re.compile(r"(\bin\s+)(\w+)")
_LOOPED = re.compile(r"\bin\s+site\.[\w.]+|\binclude\s+[\w./-]+")
_PLAIN = re.compile(
    r"\bin\s+site\.(?:posts\s+reversed|(?!posts\b|publication_cat)\w+\s*-?%\}(?s:.*)archive-single)"
)
"""A loop that begins with the oldest: over a collection in its order, or over posts reversed."""
_LIMIT = re.compile(r"\bin\s+site\.[^%]{0,200}?\blimit\s*:\s*([1-9]\d*)")
_TODO = re.compile(r"\(TODO import: `[^`\n]*`\)|\n\n:::\{note\} TODO import\n.*\n:::\n\n")
FIRST = re.compile(r"\s*(?!#{1,6} |```|~~~|:::|---|\{%|<!--)\S(?:.+\n?)*")
"""A paragraph at the beginning of a text, or what else no empty line parts."""
_ENDS_PART = re.compile(rf"\s*(?:</[uo]l>\s*)?(?:{_HEADING}|\Z)")
_SECTION = re.compile(
    rf"^(?P<head>{_HEADING}\s*)?:::\{{(?P<kind>\w+)\}}\n(?::\w.*\n)*:::\s*", re.MULTILINE
)
_KINDS = {*_COLLECTIONS.values()} - {"publications"}
"""Kinds of records of which a site has none where its collection is empty."""
_TEXT = 30
"""Words. What is longer in a listing, and the same for all records, is a text of the owner's."""


def converted(text: str, context: TextContext, aside: Aside) -> str:
    """Return a text without Liquid: evaluated where it says something of the page or the site."""
    text = markup.paired(text, _COMMENT, lambda _: markup.end_of("comment"), lambda *_: "")
    text = without_loops(_filled(without_off(text), context), context)
    text = tags.converted(text, context)
    # Of what is captured, a part may be printed.
    text = _loops(text, lambda one: "".join([*_TODO.findall(one), _TODO.sub("", one)]), "capture")
    # A TODO would show for each record.
    text = _loops(text, lambda loop: todo[0] if (todo := _TODO.search(loop)) else loop)
    text = aside.spans(text)  # TODOs show the tags that they are about
    text = evaluated(text, context)
    return _SECTION.sub(lambda m: _with_records(m, context), text)


def without_off(text: str) -> str:
    """Return a text without what its owner switched off: `{% if false %}`."""
    blocks = (one for one in _blocks(text, ("if",)) if _NEVER.match(text, one[0]))
    return edited(text, [(*one, "") for one in blocks if not _ELSE.search(text, *one)])


def _with_records(section: re.Match[str], context: TextContext) -> str:
    """Return a section with its heading, or nothing where the new site has no such records."""
    kind = section["kind"]
    if context.kinds is None or kind not in _KINDS or kind in context.kinds:
        return section[0]
    context.note("left", "theme-include", f"{kind}: no records")
    is_alone = _ENDS_PART.match(section.string, section.end())
    return "" if is_alone else section["head"] or ""


def evaluated(text: str, context: TextContext) -> str:
    """Evaluate what is left. What Liquid does not know is empty, as in Jekyll, and is noted."""
    if context.syntax != "liquid" or not _LEFT.search(text):
        return text
    if _LEFT.search(_CLOSED.sub("", text)) or _RAW.search(text):
        context.note("todo", "template-error", "a tag that is never closed")
        return text

    def unknown(name: str) -> str:
        if name not in ("base_path", "nothing"):  # where the site lies; what no argument says
            context.note("lost", "template-output", name)
        return ""

    asked = {name: value for name, value in context.site.items() if name in text}
    failed: list[str] = []
    try:
        values = {"page": typed(context.page), "site": typed(asked)}
        said = rendered(text, values, unknown, failed.append)
    except Unrendered as error:
        failed.append(str(error))
        said = _CLOSED.sub("", _loops(text, lambda _: ""))
    for reason in dict.fromkeys(failed):
        context.note("todo", "template-error", reason, markup.A_TODO)
        said = markup.block("note", "TODO import", f"`{reason}`") + said
    return said


CONTENT = re.compile(r"\{\{-?\s*content\b[^{}]*\}\}")
"""Where a layout shows the text of a page."""
_COUNTED = re.compile(r"\{%-?\s*bibliography_count\b[^%]*%\}")
_LISTED = re.compile(r"\{%-?\s*(bibliography\b[^%]*?)-?%\}")


def bibliographies_below(
    layout: str, page: Mapping[str, Any], site: Mapping[str, Any]
) -> Iterator[str]:
    """Yield what a layout says below the text of a page to list papers, for the values of a page.

    Its tags of jekyll-scholar stay.
    """
    below = layout[found.end() :] if (found := CONTENT.search(layout)) else ""
    for start, end in _blocks(below):
        if said := _listed(below[start:end], page, site):
            yield said


def _listed(block: str, page: Mapping[str, Any], site: Mapping[str, Any]) -> str:
    """Return the headings and the tags of jekyll-scholar that a block says; nothing where it has no
    such tags, or Liquid cannot run it."""
    block = _LISTED.sub(r"[%\1%]", _COUNTED.sub("", block))
    said = said_by(block, page, site) if "[%bibliography" in block else ""
    if not said or "[%bibliography" not in said:
        return ""
    said = re.sub(r"<h[1-6]\b[^<>]*>([^<>]+)</h[1-6]>", r"\n## \1\n", said)
    said = re.sub(r"(?m)^[ \t]+|</?[a-z][^<>]*>", "", said)
    return said.replace("[%", "{% ").replace("%]", " %}")


def _loops(text: str, change: Callable[[str], str], name: str = "for") -> str:
    """Return a text with something else in the place of each loop, or of another block."""
    loops = _blocks(text, (name,))
    return edited(text, [(start, end, change(text[start:end])) for start, end in loops])


def _filled(text: str, context: TextContext) -> str:
    """Return a text with the owner's own includes in it, but for those of lists of records."""
    includes = context.site.get(INCLUDES) or {}
    loops = [one for one in _blocks(text, ("for",)) if kinds_in(text[one[0] : one[1]])]

    def filled(tag: re.Match[str], depth: int = 3) -> str:
        own = includes.get(tag["name"]) if depth else None
        is_listed = any(start < tag.start() < end for start, end in loops) and depth == 3
        kind = tags.LISTS.get(tag["name"])
        is_own_list = own and kind and kind not in kinds_in(own)
        if not own or is_listed or (tags.is_known(tag["name"]) and not is_own_list):
            return tag[0]
        named = dict(_ARGUMENT.findall(tag["args"]))
        own = _ASKED.sub(
            lambda m: named.get(m[1], "nothing"), _ASIDE.sub("", own).replace(".[", "[")
        )
        lines = [line.strip() for line in own.split("\n") if line.strip()]
        is_alone = not "".join(markup.lines_around(tag)).strip()
        is_text = tag["name"].endswith(".md") and len(lines) > 1
        parts = (line if _LOGIC.fullmatch(line) or not is_alone else f"\n{line}" for line in lines)
        joined = ("" if is_alone else " ").join(parts) + ("\n" if is_alone else "")
        own = f"\n\n{own.strip()}\n\n" if is_text else joined
        return _INCLUDE.sub(lambda inner: filled(inner, depth - 1), own)

    return _INCLUDE.sub(filled, text)


# ------------------------------------------------------------------ listings


def without_loops(text: str, context: TextContext) -> str:
    """Put a section where a block of Liquid looks through records; it is replaced as a whole."""
    out: list[str] = []
    at = done = 0
    lists: dict[str, str] = {}  # name of a list -> what it was assigned
    for start, end in _blocks(text):
        for name, value in _ASSIGN.findall(text, done, end):
            lists[name] = lists.get(value, value)
        done = end
        inside = _ASIDE.sub("", text[start:end])
        inside = _THROUGH.sub(lambda m: m[1] + lists.get(m[2], m[2]), inside)
        if start < at or not (_ASKS.search(inside) or "bibliography" in inside):
            continue
        all_kinds = kinds_in(inside)
        kinds = [one for one in all_kinds if context.kinds is None or one in context.kinds]
        looped = kinds_in(" ".join(_LOOPED.findall(inside)))  # others are only asked for a field
        if not (kinds and looped) and _is_run(inside):
            continue  # Liquid runs it, as in Jekyll
        names = _names_in(inside)
        kinds = _kinds_of_records(kinds, names, context)
        is_known = any(isinstance(context.site.get(name), list) for name in names)
        are_samples = all_kinds and not kinds and not is_known
        beside = _loops(inside, lambda _: "") if are_samples else ""
        is_gone = not kinds and (are_samples or _OF_JEKYLL.search(inside))
        # Is nothing below the heading?
        is_all = is_gone and not _LOGIC.sub("", beside).strip() and _ENDS_PART.match(text, end)
        out.append(_HEADED.sub(r"\1", text[at:start]) if is_all else text[at:start])
        at = end
        groups = _shown(text[:start], text[start:end], context)
        filter_ = _FILTERED.search(inside)
        if are_samples:
            out.append(beside)
        elif filter_ and groups == [] and _EVALUATED.fullmatch(filter_["condition"]):
            context.note("changed", "list-empty", filter_["condition"], "nothing, as before")
        elif kinds:
            is_chosen = _WHERE.search(text, 0, end) is not None
            sections = _sections(kinds, inside, groups or [], is_chosen, context)
            out += [one for one in sections if one not in out]
        elif not re.search(r"\bfor\b", inside):
            context.note("left", "theme-logic", inside.split("\n", 1)[0])
        elif listed := _lines(inside, groups or [], context):
            out.append(listed)
        else:
            context.note("lost", "listing", inside.split("\n", 1)[0])
        parts = re.split(r"\{%(?:(?!%\}).)*%\}", inside) if kinds else []
        words = [part for part in parts if "{{" not in part and len(part.split()) > _TEXT]
        out.append("\n\n".join(["", *map(str.strip, words), ""]) if words else "")
    out.append(text[at:])
    return _EMPTY_LIST.sub(r"\n\n\2", "".join(out))


def _names_in(block: str) -> list[str]:
    """Return the collections and data of a site that a block asks for."""
    return [name for _, name in _MEMBER.findall(block)]


def _is_run(block: str) -> bool:
    """Whether Liquid can run a block: it shows data, or what Jekyll does not make of all pages."""
    found = list(markup.TAG.finditer(block))
    logic = {tag["name"].removeprefix("end") for tag in found}
    includes = [tag["args"].strip() for tag in found if tag["name"] == "include"]
    run = tags.LOGIC | {"include"} if all(map(tags.is_run, includes)) else tags.LOGIC
    return logic <= run and not _OF_JEKYLL.search(block)


def _kinds_of_records(kinds: list[str], names: list[str], context: TextContext) -> list[str]:
    """Return the kinds of the records that a block shows; none where its documents are pages."""
    ids = context.site.get(IDS) or {}
    if {*names} & {*(context.site.get(PAPERS) or ())}:
        return ["publications"]
    pages = [[one["path"] for one in _documents(context, name)] for name in names]
    if any(some and not ids.keys() & some for some in pages):
        return []
    return kinds if _of_collection(kinds, names, context) != [] else []


_Groups = list[tuple[str, list[str]]]
"""Headings of a list, or ``, each with the documents below it."""


def _sections(
    kinds: list[str], inside: str, groups: _Groups, is_chosen: bool, context: TextContext
) -> Iterator[str]:
    """Yield the sections that show what a block showed, below its headings where it has some."""
    names, ids = _names_in(inside), context.site.get(IDS) or {}
    papers = context.site.get(PAPERS) or []
    below = [(head, [ids[path] for path in some if path in ids]) for head, some in groups]
    heads = [head for head, some in below if head and some]
    by_category = [one for one in kinds if "category" in inside and one != "people"]
    is_grouped = any(_groups(one, inside, context) for one in by_category)
    filter_ = None if is_grouped else _FILTERED.search(inside)
    chosen, own = [id for _, some in below for id in some], _of_collection(kinds, names, context)
    if filter_ and not chosen:
        context.note("changed", "list-filter", filter_["condition"], "all of them")
    known = (one for name in {*names} if isinstance(one := context.site.get(name), list))
    is_part = (filter_ or is_chosen) and len(chosen) < sum(map(len, known))
    chosen = (chosen or own or []) if is_part or own else []
    limit = "".join(f":limit: {number}\n" for number in _LIMIT.findall(inside)[:1])
    where = next((name for name in names if name in papers), ", ".join(f"!{one}" for one in papers))
    for kind in kinds:
        headed = "" if _OF_YEAR.search(inside) else _listed(inside, context.page, context.site)
        if kind == "publications" and "\n## " in headed:
            yield headed
            continue
        if (group := _groups(kind, inside, context)) is None:
            continue
        options = f":where: {{tags: '{where}'}}\n" if where and kind == "publications" else ""
        options += without_texts(kind, context.site)
        lists = [("", [] if group and kind == "projects" else chosen)]
        categories = _by_category(inside, without_texts(kind, context.site), context)
        if heads and not group + categories and all(map(str.isdecimal, heads)):
            group = ":group: year\n"
        elif heads and not group + categories and len(kinds) == 1:
            lists = below
        for head, some in lists:
            only = f":only: [{', '.join(some)}]\n" if some else ""
            is_short = "-cv.html" in inside and ":body:" not in options
            is_plain = _PLAIN.search(inside) and not only + group
            more = (":body: false\n" * is_short) + (":order: date\n" if is_plain else "")
            title = f"\n\n## {head}" if head else ""
            listed = markup.section(kind, options + only + more + group + limit)
            yield categories or title + listed


def _lines(inside: str, groups: _Groups, context: TextContext) -> str:
    """Return a list of documents that are pages: those that a block showed, or else all."""
    there = {one["path"]: one for name in _names_in(inside) for one in _documents(context, name)}
    shown = [(head, [path for path in some if path in there]) for head, some in groups]
    shown = [one for one in shown if one[1]] or [("", list(there))]
    whole = "archive-single" in inside or ".excerpt" in inside
    is_card = "include projects" in inside or bool(_OF_CARD.search(inside))
    limit = int(found[1]) if (found := _LIMIT.search(inside)) else None
    said = ""
    for head, some in shown if there else ():
        lines = (_in_list(there[path], whole, is_card) for path in some[:limit])
        said += (f"\n\n## {head}" if head else "") + "\n\n" + "".join(lines) + "\n"
    return said


def _of_collection(kinds: list[str], names: list[str], context: TextContext) -> list[str] | None:
    """Return the ids of the records of a loop's collection; None where no other one has records of
    the kind."""
    site, ids = context.site, context.site.get(IDS) or {}
    same = [one for one, kind in _COLLECTIONS.items() if [kind] == kinds and site.get(one)]
    asked = [one for one in same if one in names and isinstance(site[one], list)]
    if not asked or asked == same or {*asked} & {*(site.get(PAPERS) or ())}:
        return None
    paths = [item["path"] for one in asked for item in site[one] if isinstance(item, dict)]
    return [ids[path] for path in paths if path in ids]


def _shown(before: str, block: str, context: TextContext) -> _Groups | None:
    """Return the documents that a loop shows, in its order and below its headings; None where
    Liquid cannot tell."""
    block = "".join(_ASSIGNED.findall(before)) + markup.TAG.sub(
        lambda tag: tag[0] if tag["name"].removeprefix("end") in tags.LOGIC else "", block
    )
    block = re.sub(r"\blimit\s*:\s*\d+", "", block)  # an option of the list says it
    block = _OF_GROUP.sub(r"[[#\1]]", block)
    block = _EACH.sub(lambda tag: f"{tag[0]}[[{{{{ {tag[1]}.path }}}}]]", block)
    if (said := said_by(block, context.page, context.site)) is None:
        return None
    groups: dict[str, list[str]] = {"": []}
    for is_head, what in dict.fromkeys(re.findall(r"\[\[(#?)([^\[\]]+)\]\]", said)):
        if is_head:
            groups[" ".join(what.split())] = []
        else:
            groups[next(reversed(groups))].append(what)
    if groups[""]:  # what follows are headings of documents
        return [("", [path for some in groups.values() for path in some])]
    return [one for one in groups.items() if one[1]]


_OF_GROUP = re.compile(
    r"(?:<h[1-6]\b[^<>]*>|^[ \t]*#{1,6}[ \t])\s*"
    r"(\{\{-?\s*\w+(?:\.name)?\s*(?:\|[^{}]*)?\}\})\s*(?:</h[1-6]>|$)",
    re.MULTILINE,
)
"""The heading of a group: a variable of its own, and no field of a document."""


def without_texts(kind: str, site: Mapping[str, Any]) -> str:
    """Return the option by which lists show no texts of papers, as in academicpages: it alone has
    such collections."""
    return ":body: false\n" if kind == "publications" and PAPERS in site else ""


def _documents(context: TextContext, collection: str) -> list[dict[str, Any]]:
    known = context.site.get(collection)
    found = known if isinstance(known, list) else []
    return [one for one in found if isinstance(one, dict) and one.get("url") and one.get("title")]


def _in_list(document: dict[str, Any], is_whole: bool, is_card: bool) -> str:
    """Return a document as a line of a list: a link, and what is said of it, or, where the list
    showed all, its day, its place and its first paragraph; of a card, its picture, too."""
    said = str(document.get("excerpt") or "").strip() or document.get("description") or ""
    link = f"[{document['title']}]({markup.target(str(document['url']))})"
    if is_card and document.get("picture"):
        shown = markup.picture(document["picture"], document["title"], width="240px")
        link = f"{shown}\\\n  {link}"
    if is_whole:
        day, first = str(document.get("date") or ""), FIRST.match(str(document.get("content")))
        beside = ", ".join(filter(None, (day[:10], str(document.get("location") or ""))))
        link += f" — {beside}" if beside else ""
        said = said or (first[0] if first else "")
    said = re.sub(r"\\\n", " ", str(said))
    return f"- {link}{': ' if said else ''}{' '.join(said.split())}\n"


_CATEGORIES = {"Books", "Journal Articles", "Conference Papers"}
"""The titles of the template's own categories."""


def own_categories(site: Mapping[str, Any]) -> dict[str, str]:
    """Return the categories of papers with their titles; nothing where they are the template's,
    which the kinds of papers say as well."""
    said = site.get("publication_category")
    some = said.items() if isinstance(said, dict) else ()
    titles = {name: str(one.get("title")) for name, one in some if isinstance(one, dict)}
    return {} if {*titles.values()} <= _CATEGORIES else titles


def _by_category(inside: str, options: str, context: TextContext) -> str:
    """Return the papers of a listing under the titles of their categories, which are tags."""
    known = {one.get("category") for one in context.site.get("publications") or ()}
    titles = own_categories(context.site) if _HAS_TITLES.search(inside) else {}
    return "".join(
        f"\n\n## {title}" + markup.section("publications", f"{options}:where: {{tags: {name}}}\n")
        for name, title in titles.items()
        if name in known
    )


def _groups(kind: str, inside: str, context: TextContext) -> str | None:
    """Return how a listing of a template puts its records under headings; None if it has none."""
    page, site = context.page, context.site
    categories = site.get("publication_category")
    if kind == "publications" and categories and _HAS_TITLES.search(inside):
        papers = sorted(site.get(kind) or (), key=lambda one: str(one["date"]))
        newest = {one.get("category"): site[IDS].get(one["path"]) for one in papers}
        first = ", ".join(newest[name] for name in categories if newest.get(name))
        return ":group: kind\n" + (f":order: {first}\n" if first else "")
    if kind == "publications" and _LISTED.search(inside):  # for each year in al-folio until 2022
        by_year = _OF_YEAR.search(inside) is not None
        options = in_loop(_lists_of_papers(inside, context), context)
        return None if options is None else options + ":group: year\n" * by_year
    shown = flat(page.get("display_categories")) if kind in ("projects", "people") else []
    if kind == "people":
        return ":group: group\n" if shown else ""
    if not shown or not typed(site.get("enable_project_categories")):
        return ""
    is_all = {*shown} >= {str(one.get("category")) for one in _documents(context, kind)}
    said = ", ".join(shown).replace("'", "''")
    return ("" if is_all else f":where: {{kind: '{said}'}}\n") + ":group: kind\n"


def _lists_of_papers(block: str, context: TextContext) -> list[str]:
    """Return the arguments of the tags of jekyll-scholar that a block runs; without queries where
    Liquid cannot run it."""
    said = _listed(block, context.page, context.site)
    found = [one[12:] for one in _LISTED.findall(said)]
    return found or [re.sub(r"(?:--query|-q)\s.*", "", one[12:]) for one in _LISTED.findall(block)]


def _blocks(text: str, names: tuple[str, ...] = _LOOPS) -> list[tuple[int, int]]:
    """Return where blocks of Liquid begin and end that are in no other."""
    found: list[tuple[int, int]] = []
    some = ((one, one["name"].removeprefix("end")) for one in markup.TAG.finditer(text))
    marks = ((one, name, name != one["name"]) for one, name in some if name in names)
    for start, end in sorted((opening.start(), end.end()) for opening, end in pairs(marks)):
        if not found or start >= found[-1][1]:
            found.append((start, end))
    return found


def kinds_in(block: str) -> list[str]:
    """Return the kinds of the records that Liquid looks through."""
    names = [name for data, name in _MEMBER.findall(block) if not data or name in PEOPLE]
    found = [_COLLECTIONS[name] for name in names if name in _COLLECTIONS]
    found += ["publications"] if _LISTED.search(block) else []
    listed = [kind for name, kind in tags.LISTS.items() if f" include {name}" in block]
    found += [kind for kind in listed if kind != "projects" or not found]  # a card of any record
    found += (
        ["posts"] if re.search(r"site\.posts|paginator|site\.tags|site\.categories", block) else []
    )
    return list(dict.fromkeys(found))
