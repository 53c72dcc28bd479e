"""Finds problems of the pages of a built site: one line for each finding."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tools.looks.server import ServedSite, find_file, is_redirect, serve

WIDTHS = {320: 640, 390: 844, 820: 1180, 1280: 800, 1920: 1080}
"""The widths of windows in pixels, each with a height."""
SCHEMES = ("light", "dark")
PICTURES = (".webp", ".avif", ".png", ".jpg", ".mp4", ".webm")
HOME_BYTES = 150_000
Json = dict[str, Any]


def kinds_of_pages(folder: Path) -> list[str]:
    """Return a page of each layout in each language, as paths from the root of the site."""
    found: dict[tuple[str, str], str] = {}
    for file in sorted(folder.rglob("*.html"), key=lambda path: (len(path.parts), path)):
        if is_redirect(file):
            continue
        text = file.read_text("utf-8")
        seen = re.search(r'<html lang="(.*?)".*?<body class="(.*?)"', text, re.DOTALL)
        if seen:
            path = file.relative_to(folder).as_posix().removesuffix("index.html")
            found.setdefault((seen[1], seen[2]), path)
    return list(found.values())


def findings(
    tools: Any,
    folder: Path,
    pages: Iterable[str],
    widths: Iterable[int] = WIDTHS,
    schemes: Iterable[str] = SCHEMES,
) -> list[str]:
    """Examine pages in a browser, and return each finding once, with its places."""
    places: dict[str, list[str]] = {}
    with serve(folder) as site:
        request = {
            "urls": [site.root + page for page in pages],
            "viewports": [{"width": width, "height": WIDTHS[width]} for width in widths],
            "schemes": list(schemes),
        }
        visits = tools.run("audit", request)
        texts = {v["url"]: v for v in visits if not v["scripts"] and "broken" not in v}
        for visit in visits:
            for finding in judged(site, visit, texts.get(visit["url"])):
                place = f"{visit.get('viewport', 'no scripts')} {visit.get('scheme', '')}".strip()
                places.setdefault(f"{site.short(visit['url'])}: {finding}", []).append(place)
    return [f"{finding} [{', '.join(sorted(where))}]" for finding, where in places.items()]


def judged(site: ServedSite, visit: Json, plain: Json | None) -> Iterator[str]:
    """Return the problems in one view of a page; `plain` is the page without scripts."""
    if "broken" in visit:
        yield f"the visit broke off: {visit['broken']}"
    elif visit["scripts"]:
        yield from (f"console.{m['type']}: {m['text']}" for m in visit["console"])
        yield from (f"uncaught: {error}" for error in visit["errors"])
        for request in visit["failed"]:
            if request["why"] != "net::ERR_ABORTED":  # the browser chose another copy of a picture
                yield f"failed, {request['why']}: {request['url']}"
        for url in [request["url"] for request in visit["requests"]] + visit["hints"]:
            if not url.startswith((site.root, "data:", "blob:")):
                yield f"asks for {url}"
        for state in ("width", "widthUnfolded"):
            width = visit.get(state)
            if width and (width["out"] or width["scrollWidth"] > width["clientWidth"]):
                out = "; ".join(f"to {o['right']} px: {o['html'][:120]}" for o in width["out"][:2])
                yield f"scrolls sideways, {width['scrollWidth']} px in {width['clientWidth']} {out}"
        for fault in visit["axe"]:
            yield f"axe {fault['rule']}: {fault['target']} {why(fault['summary'])}"
        if plain:
            yield from unseen_without_scripts(visit, plain)


def why(summary: str) -> str:
    """Return the first reason that axe gives, without its heading."""
    return summary.partition("\n")[2].strip().partition("\n")[0]


def unseen_without_scripts(visit: Json, plain: Json) -> Iterator[str]:
    """Return the words of a page that only scripts show."""
    without = plain["wide" if visit["viewport"] >= 820 else "narrow"]
    if not any(text["seen"] for text in without["texts"]):
        yield "shows no text without scripts"
    if visit["viewport"] in (320, 1280):
        lost = seen_words(visit["text"]["texts"]) - seen_words(without["texts"])
        if lost:
            yield "only scripts show: " + " ".join(lost.elements())[:200]


def seen_words(texts: list[Json]) -> Counter[str]:
    """Return the number of visible occurrences of each word."""
    return Counter(" ".join(text["text"] for text in texts if text["seen"]).split())


def html_findings(tools: Any, folder: Path) -> list[str]:
    """Return the Nu HTML checker's messages on a site's pages."""
    found = []
    for message in tools.check_html(folder):
        page = message["url"].rpartition(folder.name + "/")[2]
        found.append(f"{page}: HTML {message['type']}: {message['message']}")
    return sorted(found)


def home_weight(tools: Any, folder: Path) -> dict[str, int]:
    """Return the bytes of the home page by kind of file, with texts compressed as by hosts."""
    weight: Counter[str] = Counter()
    with serve(folder) as site:
        (seen,) = tools.run("requests", {"urls": [site.root]})
        for request in seen["requests"]:
            path = request["url"].partition("?")[0]
            name = "pictures" if path.endswith(PICTURES) else path.rpartition(".")[2][:6]
            name, size = "html" if path.endswith("/") else name, request["bytes"]
            _, file = find_file(folder, path.removeprefix(site.root))
            if file and name in ("html", "css", "js", "svg", "json"):
                size = len(gzip.compress(file.read_bytes()))
            weight[name] += size
    return dict(weight)
