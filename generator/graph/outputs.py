"""Site -> every file that will be written; refuses two outputs at one path."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

import msgspec

from generator.graph.addresses import LONGEST_NAME, as_address, fault_in, home_of, page_address
from generator.graph.posts import tags_of
from generator.memory.fingerprint import fingerprint
from generator.model.address import output_path, path_encoded, slug_of
from generator.model.files import Sources, digest_of
from generator.model.outputs import Output
from generator.model.pages import FrontMatter, Page
from generator.model.records import Publication
from generator.model.site import Site
from generator.model.text import Phrase, Text
from generator.model.theme import Theme
from generator.problems import Place, Problem, Spot, did_you_mean


def outputs_of(
    site: Site, theme: Theme, sources: Sources, is_preview: bool = False
) -> tuple[tuple[Output, ...], list[Problem]]:
    """Return all outputs in a stable order, and what is wrong with their addresses."""
    problems: list[Problem] = []
    found = [
        *_pages(site, theme, problems),
        *_publications(site),
        *_lists(site),
        *_cvs(site),
        *_for_machines(site),
        *_files(sources, theme, is_preview),
    ]
    found.extend(_redirects(site, found))
    fitting = list(_fitting(found, site, problems))
    return tuple(map(_encoded, _without_twins(fitting, site, problems))), problems


def with_homes(site: Site) -> Site:
    """Return the site with a home in each language, empty where the author wrote none."""
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
    for page in site.pages:
        address = page_address(page, site.config, problems)
        if address is None:
            continue
        layout = page.front.layout or _layout(page)
        if layout not in layouts:
            message = f'the theme has no layout "{layout}"'
            hint = did_you_mean(layout, layouts) or f"it has: {', '.join(layouts)}"
            problems.append(Problem(page.front_spot("layout"), message, hint))
            continue
        yield Output(
            path=output_path(address),
            url=address,
            lang=page.lang,
            layout=layout,
            subject=page.key,
            key=f"page:{page.key}",
            source=page.file,
        )


def _layout(page: Page) -> str:
    if page.key == Page.at_home:
        return "home"
    if page.key == "posts/index":
        return "posts"
    return "post" if page.is_post else "page"


def _publications(site: Site) -> Iterator[Output]:
    # Ids that stand twice are told by the reader.
    for record in {r.id: r for r in site.records.get("publications", ())}.values():
        assert isinstance(record, Publication)
        if not record.visibility.shows_in("web"):
            continue
        for lang in site.config.languages:
            url = f"{home_of(lang, site.config)}publications/{slug_of(record.id)}/"
            yield Output(
                path=output_path(url),
                url=url,
                lang=lang,
                layout="publication",
                subject=record.id,
                key=f"publication:{record.id}",
                source=record.spot.file if record.spot else "",
            )


def _lists(site: Site) -> Iterator[Output]:
    """The archive of posts, the tags, and what a wrong address gets."""
    written = {(page.key, page.lang) for page in site.pages}
    has_posts = any(page.is_post for page in site.pages)
    for lang in site.config.languages:
        home = home_of(lang, site.config)
        if has_posts and ("posts/index", lang) not in written:
            yield _list_page("posts", f"{home}posts/", lang)
        tags = tags_of(site, lang)
        if tags:
            yield _list_page("tags", f"{home}tags/", lang)
        for slug, name in tags.items():
            yield _list_page("tag", f"{home}tags/{slug}/", lang, slug, Phrase(name))
    yield Output(path="404.html", url="/404.html", lang=site.default_lang, layout="404",
                 key="404", is_listed=False)  # fmt: skip


def _list_page(
    layout: str, url: str, lang: str, subject: str = "", title: Phrase | None = None
) -> Output:
    return Output(
        path=output_path(url),
        url=url,
        lang=lang,
        layout=layout,
        subject=subject,
        key=f"{layout}:{subject}"
        if subject
        else "page:posts/index"
        if layout == "posts"
        else layout,
        title=title or Phrase(),
        source="content/posts",
    )


def _cvs(site: Site) -> Iterator[Output]:
    for cv in site.cvs:
        if not cv.visibility.shows_in("web"):
            continue
        url = as_address(cv.permalink) if cv.permalink else f"/cv/{slug_of(cv.id)}/"
        lang = cv.lang or site.default_lang
        source = f"content/cv/{cv.id}.yaml"
        yield Output(path=output_path(url), url=url, lang=lang, layout="cv", subject=cv.id,
                     key=f"cv:{cv.id.removesuffix(f'-{lang}')}", source=source)  # fmt: skip


def _for_machines(site: Site) -> Iterator[Output]:
    for lang in site.config.languages:
        url = f"{home_of(lang, site.config)}feed.xml"
        yield Output(path=url[1:], url=url, lang=lang, layout="feed.xml", key="feed",
                     is_listed=False)  # fmt: skip
    for name in ("sitemap.xml", "robots.txt"):
        yield Output(path=name, url=f"/{name}", lang=site.default_lang, layout=name,
                     is_listed=False)  # fmt: skip
    yield Output(path=".nojekyll", url="/.nojekyll", kind="empty", is_listed=False)


def _files(sources: Sources, theme: Theme, is_preview: bool) -> Iterator[Output]:
    for path in sources.statics:
        name = path.removeprefix("static/")
        yield Output(path=name, url="/" + name, kind="static", source=path, is_listed=False)
    for path in sources.content:
        if not path.endswith((".md", ".markdown", ".yaml", ".yml")):
            name = path.removeprefix("content/")
            yield Output(path=name, url="/" + name, kind="static", source=path, is_listed=False)
    for name, file in theme.files.items():
        if name.startswith("assets/"):
            path = name.removesuffix(".jinja") if is_preview else asset_path(name, theme)
            yield Output(path=path, url="/" + path, kind="asset", subject=name, source=file.path,
                         is_listed=False)  # fmt: skip


def asset_path(name: str, theme: Theme) -> str:
    """Return where an asset goes: a style sheet or script gets a digest into its name.

    Browsers may then keep it for good. Fonts and pictures, which style sheets name, keep theirs.
    """
    bare = name.removesuffix(".jinja")
    stem, dot, ending = bare.rpartition(".")
    if ending not in ("css", "js"):
        return bare
    files = [theme.files[name].digest]
    if bare != name:  # drawn with the options, and free to include any other asset
        files = [file.digest for path, file in sorted(theme.files.items()) if "assets/" in path]
        files.append(fingerprint(theme.options))
    return f"{stem}.{digest_of('.'.join(files).encode())[:10]}{dot}{ending}"


def _redirects(site: Site, found: Iterable[Output]) -> Iterator[Output]:
    urls = {(output.key, output.lang): output.url for output in found if output.key}
    for page in site.pages:
        target = urls.get((f"page:{page.key}", page.lang))
        for alias in page.front.aliases:
            address = as_address(alias)
            if target:
                yield Output(
                    path=output_path(address),
                    url=address,
                    lang=page.lang,
                    layout="redirect",
                    target=target,
                    source=page.file,
                    is_listed=False,
                )


_WAYS_OUT = {
    "publication": "give it another `id:`",
    "tag": "give the tag another name",
    "cv": "give it another `permalink:`",
    "redirect": "write it like /old/, or take it out",
}

_MADE = ("", "content/posts")
"""Sources of what no file of the author's asks for."""


def _fitting(found: list[Output], site: Site, problems: list[Problem]) -> Iterator[Output]:
    """Drop and report outputs at addresses to which nothing can be written."""
    for output in found:
        fault = fault_in(output.url) if output.kind == "template" else ""
        if fault:
            hint = f"give it another `slug:`, of at most {LONGEST_NAME} bytes"
            hint = _WAYS_OUT.get(output.layout, hint)
            problems.append(Problem(_where(output, site), fault, hint))
        else:
            yield output


def _encoded(output: Output) -> Output:
    url, target = path_encoded(output.url), path_encoded(output.target)
    if url == output.url and target == output.target:
        return output
    return msgspec.structs.replace(output, url=url, target=target)


def _without_twins(found: list[Output], site: Site, problems: list[Problem]) -> Iterator[Output]:
    """Drop and report outputs whose paths are the same, or are on some machines."""
    seen: dict[str, Output] = {}
    for output in found:
        first = seen.setdefault(_folded(output.path), output)
        if first is not output:
            problems.append(_clash(first, output, site))
    no_files: set[str] = set()
    for path, output in seen.items():
        file = _file_above(path, seen, no_files)
        if file is None:
            yield output
        else:
            problems.append(_clash(file, output, site))


def _file_above(path: str, files: dict[str, Output], no_files: set[str]) -> Output | None:
    """Return the file that takes the name of a folder that `path` needs, the nearest one.

    `no_files` collects folders that are known to be free, with all above them.
    """
    passed = []
    folder = path.rpartition("/")[0]
    while folder and folder not in no_files:
        if folder in files:
            return files[folder]
        passed.append(folder)
        folder = folder.rpartition("/")[0]
    no_files.update(passed)
    return None


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()


def _clash(first: Output, second: Output, site: Site) -> Problem:
    """Return the problem of two outputs of which only one can be written."""
    if second.source in _MADE and first.source not in _MADE:  # blame what the author wrote
        first, second = second, first
    other = first.source or f"Masthead's own {first.path}"
    if first.layout == "publication":
        other = f'the publication "{first.subject}"'
    message = f"this and {other} would both be {second.url}"
    hint = "give one of the two another `slug:` or `permalink:`, or rename it"
    hint = _WAYS_OUT.get(second.layout, hint if second.kind == "template" else "rename it")
    if _folded(first.path) != _folded(second.path):
        message = f"{second.url} and {first.url} ({other}) cannot both be: one is a file, "
        message += "and the other needs a folder of that name"
    elif first.path != second.path:
        message += f" (the other as {first.url}: one and the same on many machines)"
    elif second.layout == "redirect" and first.source == second.source:
        message, hint = "this alias is the page's own address", "take it out"
    return Problem(_where(second, site), message, hint)


def _where(output: Output, site: Site) -> Place | Spot:
    """Return the place of what decides an output's address."""
    if output.layout == "tag":
        for page in site.pages:
            if output.subject in map(slug_of, page.front.tags):
                return page.front_spot("tags")
    if output.layout == "publication":
        for record in site.records.get("publications", ()):
            if record.id == output.subject and record.spot:
                return record.spot.inside("id")
    if output.layout == "cv":
        return Spot(output.source, ("permalink",))
    for page in site.pages:
        if page.file != output.source:
            continue
        if output.layout == "redirect":
            addresses = [output_path(as_address(alias)) for alias in page.front.aliases]
            return page.front_spot("aliases", str(addresses.index(output.path)))
        return page.front_spot("permalink" if page.front.permalink else "slug")
    return Place(output.source or "content/site.yaml")
