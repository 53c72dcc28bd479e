"""Site -> every file that will be written. Format of `llms.txt`: https://llmstxt.org."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from generator.graph.addresses import (
    FEEDS,
    aliases_of,
    as_address,
    page_address,
    record_address,
    site_redirects,
    topic_address,
    topic_scheme,
    unsafe_part,
    writable,
)
from generator.graph.pictures import picture_outputs
from generator.model.files import Output, Sources, digest_of, kind_named
from generator.model.links import path_encoded, slug_of
from generator.model.lookups import fingerprint
from generator.model.sections import Cv
from generator.model.site import (
    LAYOUTS,
    OWN_LAYOUT,
    TOPIC_LAYOUTS,
    FrontMatter,
    Page,
    Site,
    TopicField,
    is_bibliography,
    page_key,
    papers_by_page,
    posts_in,
    record_of,
    topics_of,
    with_pages,
)
from generator.model.text import Phrase, Text
from generator.model.theme import Theme
from generator.problems import Problem, Spot, did_you_mean

FEED_ENDINGS = (".xml", ".atom")
"""Endings of files that feed readers accept: hosts serve them as feeds or as XML."""
DOCUMENTS = 400
"""The most documents, on average, in a part of the search index."""


def outputs_of(
    site: Site, theme: Theme, sources: Sources, is_preview: bool = False, base_url: str = ""
) -> tuple[tuple[Output, ...], list[Problem]]:
    """Return all outputs in a stable order, and the problems of their addresses."""
    problems: list[Problem] = []
    pages = [*_pages(site, theme, problems), *_records(site, theme, problems)]
    found = [
        *pages,
        *_lists(site, theme, pages),
        *_cvs(site, theme),
        *_llms_outputs(site, theme),
        *_search_outputs(site, theme),
        *_feeds_and_maps(site, sources),
        *_export_outputs(site, sources),
        *_files(site, sources, theme, is_preview),
        *picture_outputs(site, sources),
    ]
    found.extend(aliases_of(site, found, problems))
    linked = map(_encoded, found)
    found.extend(site_redirects(site, theme, linked, base_url, problems))
    return tuple(map(_encoded, writable(found, problems))), problems


def with_homes(site: Site) -> Site:
    """Return the site with a home in each language; it is empty if the author wrote none."""
    there = {page.lang for page in site.pages if page.key == Page.at_home}
    title = (site.config.title or Text({"": site.config.person.name.full()})).any()
    empty = FrontMatter(title=title, slug="index")
    missing = tuple(
        Page(key=Page.at_home, file="content/site.yaml", lang=lang, front=empty)
        for lang in site.config.languages
        if lang not in there
    )
    return msgspec.structs.replace(site, pages=(*site.pages, *missing)) if missing else site


def _pages(site: Site, theme: Theme, problems: list[Problem]) -> Iterator[Output]:
    files = (re.fullmatch(r"templates/([^/]+)\.html", name) for name in theme.files)
    layouts = sorted(match[1] for match in files if match)
    texts = papers_by_page(site)
    for page in site.pages:
        if page.key in texts:
            continue
        address = page_address(page, site.config, problems)
        if address is None:
            continue
        layout = page.front.layout or _layout(page, site, layouts)
        if layout not in layouts:
            problems.append(
                Problem.of(
                    page.front_spot("layout"),
                    "layout-missing",
                    layout=layout,
                    layouts=tuple(layouts),
                    hint=did_you_mean(layout, layouts),
                )
            )
            continue
        yield Output.at(
            address,
            layout,
            page.lang,
            subject=page.key,
            key=f"page:{page.key}",
            source=page.file,
            where=page.front_spot("permalink" if page.front.permalink else "slug"),
        )


def _layout(page: Page, site: Site, layouts: list[str]) -> str:
    if page.key == Page.at_home:
        return "home"
    if page.key == Page.at_posts:
        return "posts"
    if page.is_post:
        return "post"
    record = record_of(page, site)
    own = LAYOUTS.get(record.kind_name, OWN_LAYOUT) if record is not None else ""
    return own if own in layouts else "page"


def _records(site: Site, theme: Theme, problems: list[Problem]) -> Iterator[Output]:
    """Yield the pages of records. Repeated ids are already reported when data are parsed."""
    written = {(page.key, page.lang) for page in site.pages}
    for record in with_pages(site):
        layout = LAYOUTS.get(record.kind_name, OWN_LAYOUT)
        if layout != "publication" and f"templates/{layout}.html" not in theme.files:
            continue  # a small theme may draw it only in lists
        subject = page_key(record).partition(":")[2]
        for lang in site.config.languages:
            if (subject, lang) in written:
                continue
            url = record_address(record, lang, site.config, problems)
            if url is None:
                break
            own = "permalink" if getattr(record, "permalink", "") else "id" if record.id else "name"
            yield Output.at(
                url,
                layout,
                lang,
                subject=subject,
                key=page_key(record),
                source=record.spot.file if record.spot else "",
                where=record.spot and record.spot.inside(own),
            )


def _lists(site: Site, theme: Theme, found: list[Output]) -> Iterator[Output]:
    """Yield the archives of posts and news, of tags and categories, and the page `404.html`."""
    written = {(page.key, page.lang) for page in site.pages}
    has_posts = any(page.is_post for page in site.pages)
    has_news = "templates/news.html" in theme.files and any(
        output.layout == "news-item" for output in found
    )
    for lang in site.config.languages:
        home = site.config.home_of(lang)
        if has_posts and (Page.at_posts, lang) not in written:
            yield _list_page("posts", f"{home}posts/", lang)
        if has_news and ("news", lang) not in written:
            yield _list_page("news", f"{home}news/", lang)
        for field, layout in TOPIC_LAYOUTS.items():
            topics = topics_of(site, lang, field)
            is_safe = not unsafe_part(topic_scheme(field, site.config))  # `check` reports it
            if not is_safe or f"templates/{layout}.html" not in theme.files:
                continue
            if topics:
                yield _list_page(field, f"{home}{field}/", lang)
            first = _first_named(site, field)
            for slug, name in topics.items():
                url = topic_address(field, slug, name, lang, site.config)
                where = first[slug].front_spot(field)
                yield _list_page(layout, url, lang, subject=slug, title=Phrase(name), where=where)
    yield Output.at("/404.html", "404", site.default_lang, key="404")


def _first_named(site: Site, field: TopicField) -> dict[str, Page]:
    """Return slug -> the first page that names a tag or category."""
    first: dict[str, Page] = {}
    for page in site.pages:
        for name in getattr(page.front, field):
            first.setdefault(slug_of(name), page)
    return first


def _list_page(layout: str, url: str, lang: str, subject: str = "", **more: Any) -> Output:
    key = f"page:{Page.at_posts}" if layout == "posts" else layout
    return Output.at(
        url,
        layout,
        lang,
        subject=subject,
        key=f"{layout}:{subject}" if subject else key,
        source="content/news.yaml" if layout == "news" else "content/posts",
        **more,
    )


def _cvs(site: Site, theme: Theme) -> Iterator[Output]:
    for cv in site.cvs:
        if not cv.publish:
            continue
        spot, lang = Spot(f"content/cv/{cv.id}.yaml"), cv.lang or site.default_lang
        about = {"lang": lang, "subject": cv.id, "source": spot.file}
        if cv.visibility.shows_in("web"):
            url = as_address(cv.permalink) if cv.permalink else f"/cv/{slug_of(cv.id)}/"
            key = f"cv:{cv.id.removesuffix(f'-{lang}')}"
            yield Output.at(url, "cv", key=key, where=spot.inside("permalink"), **about)
        if is_printed(cv, theme):
            path = cv.pdf.lstrip("/") or f"pdf/{slug_of(cv.id)}.pdf"
            yield Output.file(path, "document", layout="cv.pdf", where=spot.inside("pdf"), **about)


def unpublished_outputs(site: Site, theme: Theme) -> tuple[Output, ...]:
    """Return the PDFs of unpublished CVs, for a folder of their own."""
    return tuple(
        Output(path=f"{slug_of(cv.id)}.pdf", url="", kind="document", layout="cv.pdf",
               lang=cv.lang or site.default_lang, subject=cv.id,
               source=f"content/cv/{cv.id}.yaml")
        for cv in site.cvs
        if not cv.publish and is_printed(cv, theme)
    )  # fmt: skip


def outputs_of_home(outputs: tuple[Output, ...]) -> tuple[Output, ...]:
    """Return the first home page, and the files that pages load."""
    return tuple(
        output
        for output in outputs
        if output.path == "index.html"
        or output.kind in ("asset", "picture")
        or (output.kind == "static" and kind_named(output.path))
    )


def is_printed(cv: Cv, theme: Theme) -> bool:
    """Whether a CV has a PDF. A theme without designs makes none unless the CV names a design."""
    has_design = bool(theme.designs) or "design" in cv.given_fields
    return has_design and cv.visibility.shows_in("pdf") and cv.pdf != "none"


def _files(site: Site, sources: Sources, theme: Theme, is_preview: bool) -> Iterator[Output]:
    for path in sources.statics:
        name = path.removeprefix("static/")
        yield Output.file(name, "static", source=path)
    for path in sources.content:
        name = path.removeprefix("content/")
        is_read = path.endswith((".md", ".markdown", ".yaml", ".yml")) or is_bibliography(name)
        if not is_read and name in site.statics:
            yield Output.file(name, "static", source=path)
    included = _style_parts(theme)
    for name, file in theme.files.items():
        if name.startswith("assets/") and name not in included:
            path = name.removesuffix(".jinja") if is_preview else asset_path(name, theme)
            yield Output.file(path, "asset", layout="asset", subject=name, source=file.path)


def _style_parts(theme: Theme) -> set[str]:
    """Return the files that the theme's style sheet includes. They are not outputs themselves."""
    style = theme.text("assets/style.css.jinja") or ""
    parts = re.findall(r"\{%-? include ['\"]!?(assets/[^'\"]+)['\"]", style)
    return {name for part in parts for name in (part, f"{part}.jinja")}


def asset_path(name: str, theme: Theme) -> str:
    """Return the path of an asset; the name of a style sheet or script contains a digest.

    Browsers may then cache it forever. Fonts and pictures keep their names, because style sheets
    use them.
    """
    bare = name.removesuffix(".jinja")
    stem, dot, ending = bare.rpartition(".")
    if ending not in ("css", "js"):
        return bare
    files = [theme.files[name].digest]
    if bare != name:  # it depends on the options, and may include any other asset
        paths = (path for path in sorted(theme.files) if path.startswith("assets/"))
        # An identical copy of a file in a nearer layer changes nothing.
        files = list(dict.fromkeys(file.digest for path in paths for file in theme.all_of(path)))
        files.append(fingerprint((theme.options, theme.skin)))
    return f"{stem}.{digest_of('.'.join(files).encode())[:10]}{dot}{ending}"


def _encoded(output: Output) -> Output:
    url = path_encoded(output.url)
    return output if url == output.url else msgspec.structs.replace(output, url=url)


def _llms_outputs(site: Site, theme: Theme) -> Iterator[Output]:
    """Yield the list of contents in each language, unless the site refuses machines that read
    it."""
    wanted = site.config.for_machines and site.config.robots != "disallow"
    if not wanted or "templates/llms.txt" not in theme.files:
        return
    for lang in site.config.languages:
        yield Output.at(f"{site.config.home_of(lang)}llms.txt", "llms.txt", lang, key="llms")


def _search_outputs(site: Site, theme: Theme) -> Iterator[Output]:
    """Yield the search page and the index of each language, if the theme has a search.

    An author's page named `search` replaces the search page.
    """
    if "templates/search.html" not in theme.files or not theme.options.get("search", True):
        return
    written = {(page.key, page.lang) for page in site.pages}
    for lang in site.config.languages:
        if ("search", lang) in written:
            continue
        home = site.config.home_of(lang)
        yield Output.at(f"{home}search/", "search", lang, key="search")
        count = _parts(site, lang)
        for number in range(count):
            url = f"{home}search{f'-{number}' if number else ''}.json"
            subject = f"{number}/{count}"
            yield Output.at(url, "search.json", lang, kind="index", subject=subject)


def _parts(site: Site, lang: str) -> int:
    """Return the number of parts of an index: a power of two, so that it seldom changes."""
    pages = sum(page.lang == lang and not page.is_post for page in site.pages)
    there = pages + len(posts_in(site, lang)) + sum(1 for _ in with_pages(site))
    count = 1
    while there > count * DOCUMENTS:
        count *= 2
    return count


def _feeds_and_maps(site: Site, sources: Sources) -> Iterator[Output]:
    """Yield the feed of each language that has posts, and the files for crawlers, unless the author
    has written their rules."""
    has_feed = site.config.posts.feed > 0 and any(page.is_post for page in site.pages)
    for lang in site.config.languages if has_feed else ():
        home = site.config.home_of(lang)
        yield Output.at(f"{home}feed.xml", "feed.xml", lang, key="feed")
        for place, typed in enumerate(site.config.posts.feed_addresses):
            url = home + as_address(typed)[1:]
            if url.endswith(FEED_ENDINGS):
                where = FEEDS.inside(str(place))
                yield Output.at(
                    url, "feed.xml", lang, subject=str(place), source=where.file, where=where
                )
    yield Output.at("/sitemap.xml", "sitemap.xml", site.default_lang)
    if "static/robots.txt" not in sources.statics:
        yield Output.at("/robots.txt", "robots.txt", site.default_lang)
    yield Output.file(".nojekyll", "empty")


def _export_outputs(site: Site, sources: Sources) -> Iterator[Output]:
    """Yield the files for other programs, unless an author's file has the address."""
    papers = [paper for paper in site.papers if paper.visibility.shows_in("web")]
    names = ("publications.bib", "publications.json") if papers else ()
    found = [(name, name, "", "") for name in (*names, "resume.json")]
    for paper in {record.id: record for record in papers}.values():
        source = paper.spot.file if paper.spot else ""
        found.append((f"publications/{slug_of(paper.id)}.bib", "paper.bib", paper.id, source))
    for path, layout, subject, source in found:
        if f"static/{path}" not in sources.statics and path not in site.statics:
            more = {"layout": layout, "subject": subject, "source": source}
            yield Output.file(path, "export", lang=site.default_lang, **more)
