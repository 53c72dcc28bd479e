"""Rules on finished outputs: dead links, previews without descriptions, files that are too
large."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote, urljoin, urlsplit

from generator.check.rules import SITE, CheckContext, rule
from generator.model.files import Output
from generator.problems import Place, Problem, Spot

_LEADING = ("href", "src", "poster", "data", "xlink:href")
"""Attributes whose value is an address."""


@rule("link-broken", "error", "Links and pictures")
def link_broken(context: CheckContext) -> Iterator[Problem]:
    """A link, a picture or a file does not exist.

    The build reports broken links in pages and data. This rule follows every link of the finished
    pages, including those from templates, and reports each address once.
    """
    base_url = urlsplit(context.index.base_url)
    if base_url.path and not base_url.netloc:
        return  # not a URL: the build reports it, and every link with it would be wrong
    base = urljoin("/", base_url.path)
    known = {unquote(output.url) for output in context.index.outputs}
    known |= {"/" + output.path for output in context.index.outputs}
    said = {p.about("link-broken", "target-missing") for p in context.built.problems}
    reported = set[str]()
    for output, _, given in context.tags:
        for target in (value.strip() for name, value in given.items() if name in _LEADING):
            if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//|#|$", target):
                continue
            path = unquote(urlsplit(urljoin(output.url, target)).path)
            if target.startswith("/") and base != "/":
                path = "/" + path.removeprefix(base)
            is_there = path in known or path.rstrip("/") + "/" in known
            is_said = target in said or context.index.is_broken(target)
            if not is_there and not is_said and path not in reported:
                reported.add(path)
                where = source_of(context, output, target)
                yield Problem.of(where, "link-of-template-broken", url=output.url, target=target)


@rule("preview-not-described", "warning", "Links and pictures")
def preview_not_described(context: CheckContext) -> Iterator[Problem]:
    """A preview has no description for readers who cannot see it: give it a `preview_alt`.

    Without a description, a picture counts as decoration, and screen readers skip it. A figure that
    shows a result should not be skipped. The rule reads posts, too.
    """
    for record in context.records:
        if record.preview and not record.preview_alt:
            spot = context.spot(record).inside("preview")
            written = "preview_alt = {…}" if spot.file.endswith(".bib") else "preview_alt: …"
            yield Problem.of(spot, "preview-without-alt", written=written)
    for page, _ in context.bodies:
        if page.front.preview and not page.front.preview_alt:
            spot = page.front_spot("preview")
            yield Problem.of(spot, "preview-without-alt", written="preview_alt: …")


def source_of(context: CheckContext, output: Output, target: str) -> Spot | Place:
    """Return the place where an address is written, or else the source of its page."""
    for file in (output.source, ""):  # an empty name means any file
        for prose in context.prose_by_file.get(file, ()):
            start = prose.read.find(target)
            if start >= 0:
                return prose.at(start)
    return Place(output.source or SITE)


PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".bmp", ".svg")
LARGE_PICTURE = 1_000_000
FILE_LIMIT = 100 * 1024 * 1024
"""Bytes of a file above which GitHub refuses a push (docs.github.com, "About large files on
GitHub": "GitHub blocks files larger than 100 MiB")."""


@rule("picture-too-large", "warning", "Files")
def picture_too_large(context: CheckContext) -> Iterator[Problem]:
    """A picture has more than 1 MB: on a phone, readers wait several seconds for it.

    A picture of which pages send smaller copies (`pictures`) may have any size.
    """
    copied = {output.source for output in context.index.outputs if output.kind == "picture"}
    for path, source, size in _files(context):
        if source in copied or not path.lower().endswith(PICTURES):
            continue
        if LARGE_PICTURE < size <= FILE_LIMIT:
            yield Problem.of(Place(source), "picture-too-large", megabytes=_megabytes(size))


@rule("file-refused-by-github", "error", "Files")
def file_refused_by_github(context: CheckContext) -> Iterator[Problem]:
    """A file has more than 100 MiB. GitHub refuses it, so the site could not be deployed."""
    for _, source, size in _files(context):
        if size > FILE_LIMIT:
            yield Problem.of(Place(source), "file-too-large-for-github", megabytes=_megabytes(size))


def _files(context: CheckContext) -> Iterator[tuple[str, str, int]]:
    """Yield each output's path, its source, and its size in bytes."""
    for output in context.index.outputs:
        yield output.path, output.source or output.path, context.built.size(output)


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB"
