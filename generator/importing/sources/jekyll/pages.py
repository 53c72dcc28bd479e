"""Pages of a site of Jekyll: those with text become pages, those that only list become lists."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from generator.importing.fields import NOT_NEEDED
from generator.importing.plan import Document, address_of_target, target_of
from generator.importing.reading import SourcePage
from generator.importing.report import OF_TEMPLATE, OF_THEME
from generator.importing.sources.jekyll.addresses import entry_address, page_address
from generator.importing.sources.jekyll.records import (
    LOOP,
    TAGS,
    id_of_file,
    needs_list,
    overwrites,
    take_people,
    without_remarks,
)
from generator.importing.sources.jekyll.site import COMMENTED, JEKYLL, TEXTS, Jekyll
from generator.importing.sources.source import data_of, is_sample
from generator.importing.texts.liquid import CONTENT, INCLUDES, PEOPLE, kinds_in
from generator.importing.texts.markup import target
from generator.importing.texts.scholar import WORKS

_SKIPPED = re.compile(r"(?:^|/)_(?:posts|drafts|includes|layouts|sass|data|plugins)/")
_POST_LISTS = re.compile(r"site\.(?:posts|tags|categories|collections|pages)\b|paginator\b")
_ALL_PAGES = re.compile(r"site\.(?:collections|pages)\b")
_TEMPLATE_HEAD = re.compile(
    r"\A\s*-{3}\n(?:.*?\n)?-{3}\n|<script\b(?:(?!</script).)*</script>", re.DOTALL
)
_SCRIPT = re.compile(r"<script\b[^<>]*?\ssrc=[\"'](?:\{\{-?\s*[\"'])?(/?assets/[^\"'\s]+)")
"""A script of the owner's, which draws what a layout shows."""
_SECOND_HEAD = re.compile(r"\A\s*---\n(?:\w.*\n)*?layout:(?:.*\n)*?---(?:\n|\Z)")
"""Front matter below front matter, which nobody writes as a text."""
_BRANCH = re.compile(
    r"\{%-?\s*(if|for|unless|case|capture)\b(?:(?!\{%-?\s*(?:if|for|unless|case|capture)\b).)*?\bend\1\s*-?%\}",
    re.DOTALL,
)
_SWITCH = re.compile(
    r"\{%-?\s*if\s+page\.(\w+)\s*-?%\}((?:(?!\{%-?\s*(?:if|for|els|end)).)*)\{%-?\s*endif\s*-?%\}",
    re.DOTALL,
)
"""What a layout shows if a page asks for it."""
_NO_LISTS = re.compile(r"\{%(?!-?\s*(?:include|bibliography)\b)(?:(?!%\}).)*%\}", re.DOTALL)
_VALUE = re.compile(r"\{\{(?!-?\s*['\"])[^{}]*\}\}")
_SETTING = re.compile(r"\{\{ site\.(\w+) \}\}")
_WRAPPERS = re.compile(
    r"<div\b[^<>]*>(?:\s|&nbsp;)*</div>|<(p|h\d)\b[^<>]*>\s*</\1>|</?(?:div|header|article)\b[^<>]*>"
)
_TITLE = re.compile(r"<h1\b[^<>]*>\s*\{\{-?\s*page\.title\s*-?\}\}\s*</h1>")
BELOW = "{% comment %}below the lists{% endcomment %}"
"""Stands before what a layout shows below news and papers."""
_OWN_WORDS = 8
"""Words of an owner's in a layout; labels of themes are fewer."""
_TAG = re.compile(r"\{%(?:(?!\{%).)*?%\}|<!--(?:(?!<!--).)*?-->", re.DOTALL)
_BLOCKS = re.compile(r"<(?!/?(?:a|em|strong|b|i|code)\b)[^<>]+>")
_STYLE = re.compile(r"<style\b[^<>]*>[^<]*</style>\s*", re.IGNORECASE)
_NO_TITLE = re.compile(r"\.(?:page__title|post-title)\s*\{[^{}]*\bdisplay:\s*none[^{}]*\}\s*")
"""Hides the title of a page; its class is that of a theme."""
_OWN_LINK = re.compile(r"\bhref=[\"'](?!\{)|\]\((?!\{)")
_REFRESH = re.compile(
    r"<meta\s[^<>]{0,80}\brefresh\b[^<>]{0,80}?\burl\s?=\s?['\"]?([^'\"<>\s]+)|"
    r"\A\s*<script>\s*(?:window\.)?location(?:\.href)?\s*=\s*['\"]"
    r"(?:\{\{[\s\w.-]+\}\})*([^'\"]+)['\"];?\s*</script>\s*\Z",
    re.IGNORECASE,
)

_DOCUMENT = re.compile(
    r"<!DOCTYPE[^<>]*>|</?(?:html|head|body)\b[^<>]*>|<meta\b[^<>]*>|<title\b[^<>]*>[^<]*</title>",
    re.I,
)
"""What a page of HTML says of itself, and the layout around it says again."""
# Layouts show no title where a page has none, so that a heading at its beginning is its title.
_HEADED = re.compile(
    r"(?sm)(?:\s|\{% ?include base_path ?%\}|<!--.*?-->|<style\b.*?</style>)*+(?:<h1[^<>]*>|# )"
    r"([^<>{}\n]+)(?:</h1>|$)"
)
ALL = "{{% for post in site.{} %}}{{% include archive-single.html %}}{{% endfor %}}"
"""Shows all documents of a collection."""


def take_site(
    site: Jekyll,
    person: Callable[[Jekyll], None],
    records: Callable[[Jekyll, list[Document]], tuple[str, ...]],
    finish: Callable[[Jekyll, list[Document]], None],
    lists: dict[str, str],
) -> None:
    """Take a site of any theme. The theme's functions name the person, make records of some
    collections and return their names, and finish with the menu. `lists` are the titles of
    lists of records that a site has even without a page for them."""
    person(site)
    site.posts()
    pages = take_pages(site)
    note_lists(site, pages)
    take_people(site, pages)
    take_collections(site, besides=records(site, pages))
    drop_empty(site, pages)
    for kind, title in lists.items():
        needs_list(site, kind, title)
    finish(site, pages)
    give_values(site)
    _take_styles(site)
    site.files()
    site.rest()


def take_pages(site: Jekyll) -> list[Document]:
    """Take the pages, and return those that became some."""
    found: list[Document] = []
    has_posts = any(one.is_post and one.address for one in site.plan.documents)
    paths = [
        path
        for path in site.tree.sizes
        if path.endswith(TEXTS)
        and not _SKIPPED.search(path)
        and (path.startswith("_pages/") or path[0] != "_" or site.is_included(path))
        and not path.startswith(("assets/", "vendor/", "docs/", "test/", "lighthouse_results/"))
    ]
    for path, page, fields in site.readers(paths):
        if not page.is_there:
            continue  # a file that is copied, or a README
        if site.is_hidden(path, fields):
            continue
        page = _in_layout(site, page._replace(body=_SECOND_HEAD.sub("", page.body)))
        own, settings = fields.text("permalink"), site.collections.get("pages")
        was = page_address(site.scheme, path, own)
        if settings is not None and path.startswith("_pages/"):
            was = entry_address(site.scheme, "pages", settings, path, own)
        was = site.in_language(was, fields)
        if page.fields.keys() & {"nav", "title"} and not site.plan.language_of(was):
            site.navigation.append((was, page.fields))
        if {"dropdown", "children"} & {*page.fields} and not page.body.strip():
            site.plan.leave(path, "a menu in the header, which shows its pages directly")
            site.plan.gone[was] = OF_THEME
            continue
        if was in ("/404.html", "/404/") or was.endswith((".xml", ".json", ".txt", ".css", ".js")):
            site.plan.leave(path, "Masthead makes its own")
            continue
        if site.tree.has(was.lstrip("/")):  # Jekyll writes files after pages
            site.plan.leave(path, "a file has its address")
            continue
        layout = site.layout(page.fields)
        sent = _REFRESH.search(page.body if not layout or CONTENT.search(layout) else layout)
        leads = sent[1] or sent[2] if sent else fields.text("redirect_to", "redirect")
        if site.plan.language_of(was) and page.fields.get("layout") == "cv":
            leads = leads or own  # of several languages, one is taken
        is_one = not leads and site.options.samples.holds_page(page) and not _is_filled(site, page)
        if (has_posts or not is_one) and _is_list_of_posts(site, path, page, was, has_posts):
            continue
        if is_sample(path, is_one, site.plan):
            site.samples[was] = Document(
                source=path, target="", address=was, body=page.body, variables=page.fields
            )
            site.plan.made_addresses.add(was)
            site.plan.gone[was] = OF_TEMPLATE
            continue
        document = site.document(path, page, fields, was)
        if leads:
            site.plan.leave(path, "it only redirects")
            site.plan.findings.add(
                "changed", "home-led" if was == "/" else "redirect", path, was, leads
            )
            old = [was, *document.front["aliases"]]
            site.plan.redirects |= {one: leads for one in old if one != "/"}
            continue
        low = was.lower()  # or its list would have another file, whose address differs by case
        document.target = target_of(low if low in site.plan.lists.values() else was)
        if address_of_target(document.target) != was:
            document.front["permalink"] = was
        if path.endswith((".html", ".htm")):
            own = _DOCUMENT.sub("", page.body)
            document.body = "\n".join(line.lstrip() for line in own.split("\n"))
        whole = without_remarks(document.body)
        document.body = re.sub(r"<style>\s*</style>\s*", "", _NO_TITLE.sub("", whole))
        if document.body != whole and was == "/":  # on other pages, the menu and the tab have it
            document.front["title"] = ""
        heading = None if document.front["title"] or was == "/" else _HEADED.match(document.body)
        if heading:
            document.front["title"] = heading[1].strip()
            styles = "".join(_STYLE.findall(heading[0]))
            document.body = styles + document.body[heading.end() :]
        if kinds_in(COMMENTED.sub("", page.body)):  # what styled the listing goes with it
            document.body = _STYLE.sub("", document.body)
        fields.rest(not_needed=NOT_NEEDED["jekyll: fields"] | {"tags", "categories", "date"})
        site.plan.names[path] = was
        if not overwrites(site, document):
            site.plan.add_document(document)
            found.append(document)
    return found


def _in_layout(site: Jekyll, page: SourcePage) -> SourcePage:
    """Return a page with the words that its owner wrote into its layout, around its own text."""
    samples, named = site.options.samples, page.fields.get("layout")
    layout, is_about = site.layout(page.fields), named == "about"
    text, number = _TEMPLATE_HEAD.sub("", layout), 1
    if "<body" not in text and text and named not in JEKYLL["layouts"]:
        for script in _SCRIPT.findall(layout):
            site.plan.findings.add("lost", "diagram", f"_layouts/{named}", script)
        text = _WRAPPERS.sub("", _TITLE.sub("", "\n".join(map(str.strip, text.split("\n")))))
        return page._replace(body=CONTENT.sub(lambda _: f"\n\n{page.body}\n\n", text))
    # A switch of the owner's own; those of the theme are records, see `_home` of al-folio.
    text = _SWITCH.sub(
        lambda m: m[2] if page.fields.is_on(m[1]) and m[1] not in JEKYLL["switches"] else m[0], text
    )
    while number:
        text, number = _BRANCH.subn("", text)
    for name in sorted({*_SETTING.findall(text)} - {*site.reader.taken, "contact_note"}):
        text = text.replace(f"{{{{ site.{name} }}}}", site.reader.text(name), 1)
    tags = _NO_LISTS if is_about else _TAG  # its template has includes in branches alone
    halves = CONTENT.split(_STYLE.sub("", tags.sub("", text)), maxsplit=1)
    parts = [_WRAPPERS.sub("", _VALUE.sub("", half)) for half in halves]
    words = TAGS.sub(" ", "\n".join(parts))
    is_own = len(words.split()) >= _OWN_WORDS and not samples.holds(words)
    is_own |= is_about and any("{%" in part for part in parts)
    if "<body" in text or not is_own:
        return page
    parts = ["\n".join(filter(None, map(str.strip, part.split("\n")))) for part in parts]
    own = samples.own(page, site.tree).body.strip("\n") if parts[1:] else ""
    last = max(map(layout.rfind, ("page.news", "page.announcements", "page.selected_papers")))
    if is_about and parts[1:] and 0 < last < layout.find(parts[1].partition("\n")[0]):
        parts[1] = BELOW + parts[1]
    return page._replace(body="\n\n".join([parts[0], own, *parts[1:]]))


def _is_filled(site: Jekyll, page: SourcePage) -> bool:
    """Whether a layout or a loop fills a page in the template's words with the owner's files."""
    paths = [f"_pages/{one.get('content')}" for one in page.fields.mappings("profiles")]
    paths += [f"_data/{name}.yml" for name in re.findall(r"\bsite\.data\.(?!feat)(\w+)", page.body)]
    for name in {*re.findall(r"\bsite\.(\w+)", page.body)} & site.collections.keys():
        paths += [] if kinds_in(f"site.{name}") else site.tree.below(f"_{name}/")
    paths += ["_data/cv.json"] if "include cv-template" in page.body else []
    paths += site.tree.below("_books/") if page.fields.get("layout") == "book-shelf" else []
    is_cv = page.fields.get("layout") == "cv"  # see `drop_empty`
    return is_cv or any(
        site.whole.has(path) and not site.options.samples.holds_file(site.whole, path)
        for path in paths
    )


def drop_empty(site: Jekyll, pages: list[Document]) -> None:
    """Leave out pages of the template that show nothing, since all their records were samples."""
    menu = site.tree.text_if_any("_data/navigation.yml")
    for page in pages:
        kinds, names = kinds_in(page.body), re.findall(r"\bsite\.(\w+)", page.body)
        # Projects may be in another collection.
        known = site.plan.kinds() - ({"projects"} if names == ["portfolio"] else set())
        is_list = kinds and not known & {*kinds} and not site.shown.keys() & {*names}
        fills = {"cv": site.plan.cv is None, "profiles": True}  # layouts with texts of their own
        is_cv = fills.get(str(page.variables.get("layout"))) and not page.body.strip()
        is_titled = site.options.samples.holds_title(page.front["title"])
        is_hidden = not page.variables.is_on("nav") and f"{page.address}" not in menu
        words = TAGS.sub("", page.body)
        is_empty = not re.search(r"\w", words) or site.options.samples.holds(words)
        if is_empty and ((is_titled and is_cv) or (is_list and (is_titled or is_hidden))):
            site.plan.remove_document(page, "template-sample")
            site.samples[page.address] = page
            site.plan.gone[page.address] = OF_TEMPLATE
            site.plan.findings.add("left", "template-sample", page.source)


def note_lists(site: Jekyll, pages: list[Document]) -> None:
    """Note the pages that list records of a kind, those besides the home first."""
    there = {page.address for page in pages} | site.samples.keys()
    for page in sorted(pages, key=lambda one: one.address == "/"):
        for kind in kinds_in(page.body):
            if site.plan.lists.get(kind) not in there:
                site.plan.lists[kind] = page.address
        for name in {*re.findall(r"\bsite\.(\w+)", page.body)} & {*PEOPLE}:  # several of a kind
            site.plan.lists.setdefault(f"_{name}", page.address)


def take_collections(site: Jekyll, besides: tuple[str, ...]) -> None:
    """Make pages of the documents of collections that Masthead has no records for."""
    for name in site.collections:
        if name in ("posts", "pages", *PEOPLE, *besides):
            continue
        loops = [text for text in site.texts if re.search(rf"\bsite\.{re.escape(name)}\b", text)]
        placed = ["location"] if re.search(r"archive-single|\.excerpt", "\n".join(loops)) else []
        for path, _, fields, document in site.collection(name):
            fields.value(*re.findall(r"\.(\w+)", "\n".join(loops)), *placed)  # they show these
            document.target = f"content/{name}/{id_of_file(path)}.md"
            document.front["permalink"] = document.address
            if (venue := fields.text("venue")) and (day := fields.day("date")):  # `single.html`
                document.body = f"*{venue}*, {day[:4]}\n\n{document.body}"
            if link := fields.text("link"):  # `single.html`, too
                document.body += f"\n\n[Direct Link]({target(link)})\n"
            if name == "books" and (author := fields.text("author")):
                document.body = f"*{author}*\n\n{document.body}"
            fields.rest(not_needed=NOT_NEEDED["jekyll: fields"] | {"tags", "categories"})
            if not overwrites(site, document):
                site.plan.add_document(document)


def give_values(site: Jekyll) -> None:
    """Have texts, and includes that they name, find documents, data and includes as in Jekyll."""
    data: dict[str, Any] = {}
    templates = site.templates.items()
    includes = {path[10:]: text for path, text in templates if path.startswith("_includes/")}
    for page in site.plan.documents:
        named = re.findall(r"\binclude\s+([\w./-]+)", page.body)
        texts = "\n".join([page.body, *(includes.get(name, "") for name in named)])
        for name in re.findall(r"\bsite\.data\.(\w+)", texts):
            path = site.tree.first(*(f"_data/{name}.{end}" for end in ("yml", "yaml", "json")))
            if path and name not in data and path not in site.plan.left:
                data[name] = data_of(site.tree, path, site.plan)
                site.plan.take(path, page.target)
    topics: dict[str, dict[str, list[str]]] = {"tags": {}, "categories": {}}
    for post in (one for one in site.plan.documents if one.is_post and one.address):
        for name, topic in ((one, topic) for one in topics for topic in post.front.get(one) or ()):
            topics[name].setdefault(topic, []).append(post.address)
    taken, bibs = site.plan.taken, site.tree.below("", ".bib")
    made = [site.plan.texts.get(taken.get(path, "")) for path in bibs]  # each key once
    works = "\n".join(
        text or site.tree.text_if_any(path) for path, text in zip(bibs, made, strict=True)
    )
    includes["courses.liquid"] = ALL.format("teachings")  # of a theme that lies elsewhere
    for page in site.plan.documents:
        if page.variables.get("layout") == "book-shelf":
            page.body += "\n\n" + ALL.format("books")
    site.plan.variables.update(
        {**site.shown, "data": data, **topics, INCLUDES: includes, WORKS: works}
    )


def _is_list_of_posts(site: Jekyll, path: str, page: SourcePage, was: str, has_posts: bool) -> bool:
    """Whether a page only lists posts, for which Masthead has its own page."""
    if not _POST_LISTS.search(page.body) and "paginate" not in page.fields:
        return False
    beside, number = _STYLE.sub("", page.body), 1
    while number:
        beside, number = LOOP.subn("\n\n", beside)
    parts = [
        " ".join(one.split()) for one in _BLOCKS.sub("\n\n", _TAG.sub("", beside)).split("\n\n")
    ]
    parts = [] if _ALL_PAGES.search(page.body) else parts
    own = [one for one in parts if len(re.findall(r"\w", TAGS.sub("", one))) > 12]
    own = [one for one in own if not site.options.samples.holds(one)]
    is_page = (own and (was == "/" or not has_posts)) or _OWN_LINK.search(beside)
    if is_page or len(re.findall(r"\w+", TAGS.sub(" ", beside))) > 40:
        return False
    site.plan.leave(path, "a list of posts, which Masthead makes by itself")
    if was == "/":
        return True
    site.plan.made_addresses.add(was)
    if has_posts and not _ALL_PAGES.search(page.body):
        site.plan.findings.add("changed", "list-page", path, was, "/posts/")
        site.plan.redirects[was] = "/posts/"
    else:
        site.plan.gone[was] = OF_THEME
    if own and has_posts:
        site.plan.findings.add("lost", "theme-text", path, " ".join(own))
    return True


# ------------------------------------------------------------------ styles of the owner's own

# For what the HTML of pages is made of: they go into these pages. Owners write them into the file
# of the theme for that, behind what `main.scss` loads, or between the theme's own rules. A browser
# reads nested rules as Sass does (W3C, "CSS Nesting"); what only Sass knows goes, such as its
# variables.

_SHEET = re.compile(r"(?:_sass|assets/css)/(?!.*(?:vendor|font|icons|jupyter|\.min\.)).*\.s?css")
_NOTE = re.compile(r"/\*.*?\*/|(?<![:\w\"'(])//[^\n]*|\A---\n.*?^---$", re.DOTALL | re.MULTILINE)
_OF_SASS = re.compile(r"[^;{}]*(?:@include|@extend|\$|#\{|opacity: 0(?=;)|display: none)[^;{}]*;")
"""What is not in CSS, or hides what a script of the theme showed."""
_BREAKPOINT = re.compile(r"@include\s+breakpoint\(.*?\)")
"""Begins what holds on wide screens in Minimal Mistakes."""
_CLASS = re.compile(r"\.([A-Za-z][\w-]*)")
_CLASSES = re.compile(r"<\w[^<>]*?\sclass\s*=\s*[\"']([^\"'<>]+)")


def _take_styles(site: Jekyll) -> None:
    """Put into each page the rules for its classes, and say which they are."""
    for path in filter(_SHEET.fullmatch, site.tree.sizes):
        sheet = _NOTE.sub("", site.tree.text_if_any(path))
        for page in site.plan.documents:
            used = {*" ".join(_CLASSES.findall(COMMENTED.sub("", page.body))).split()}
            used -= set() if re.search("/main|custom", path) else JEKYLL["classes"]
            if whole := "\n".join(_rules(sheet, used)):
                rules = re.sub(r"\n\s*\n", "\n", _OF_SASS.sub("", whole))
                page.body = f"<style>\n{rules}\n</style>\n\n{page.body}"
                classes = ", ".join(f".{one}" for one in sorted({*_CLASS.findall(rules)} & used))
                code = "style-cut" if re.search(r"@include|@extend|\$", whole) else "own-style"
                site.plan.findings.add("changed", code, path, classes, page.target)


def _rules(sheet: str, used: set[str]) -> Iterator[str]:
    """Yield the rules for some classes."""
    depth = start = opened = 0
    for mark in re.finditer(r"[{};]", sheet):
        depth += {"{": 1, "}": -1}.get(mark[0], 0)
        if depth == 1 and mark[0] == "{":
            opened = mark.start()
        elif depth <= 0:
            head, body = sheet[start:opened].strip(), sheet[opened + 1 : mark.start()]
            start, is_rule, depth = mark.end(), mark[0] == "}" and opened > start, 0
            width = _BREAKPOINT.sub("@media (min-width: 925px)", head)
            if is_rule and width.startswith(("@media", "@supports")):
                if inside := "\n".join(_rules(body, used)):
                    yield f"{width} {{\n{inside}\n}}"
            elif is_rule and used & {*_CLASS.findall(head)}:
                yield f"{head} {{{body}}}"
