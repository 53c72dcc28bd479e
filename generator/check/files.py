"""Files that are too large, for readers and for GitHub Pages, or that are elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from generator.check.evidence import Evidence
from generator.check.rules import Found, rule
from generator.problems import Place

PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".bmp", ".svg")
LARGE_PICTURE = 1_000_000
LARGE_PDF = 20_000_000
FILE_LIMIT = 100 * 1024 * 1024
"""Bytes of a file above which GitHub refuses a push (docs.github.com, "About large files on
GitHub": "GitHub blocks files larger than 100 MiB")."""
SITE_LIMIT = 1_000_000_000
"""Bytes of a site above which Pages does not publish it (docs.github.com, "GitHub Pages limits":
"Published GitHub Pages sites may be no larger than 1 GB")."""


@rule("picture-too-large", "warning")
def picture_too_large(evidence: Evidence) -> Iterator[Found]:
    """A picture has more than 1 MB: on a phone, readers wait for it for seconds.

    One of which pages send smaller copies (`pictures`) may be as large as it likes.
    """
    copied = {output.source for output in evidence.index.outputs if output.kind == "picture"}
    for path, source, size in _files(evidence):
        if source in copied or not path.lower().endswith(PICTURES):
            continue
        if LARGE_PICTURE < size <= FILE_LIMIT:
            hint = "scale it to the width at which it is shown, or save it as WebP or JPEG"
            yield Found(Place(source), f"this picture has {_megabytes(size)}", hint)


@rule("pdf-too-large", "warning")
def pdf_too_large(evidence: Evidence) -> Iterator[Found]:
    """A PDF has more than 20 MB."""
    for path, source, size in _files(evidence):
        if path.lower().endswith(".pdf") and LARGE_PDF < size <= FILE_LIMIT:
            hint = "scale down the pictures in it, or link to it where it lies elsewhere"
            yield Found(Place(source), f"this PDF has {_megabytes(size)}", hint)


@rule("file-refused-by-github", "error")
def file_refused_by_github(evidence: Evidence) -> Iterator[Found]:
    """A file has more than 100 MiB, and GitHub refuses it: the whole site could not be deployed."""
    for _, source, size in _files(evidence):
        if size > FILE_LIMIT:
            message = f"this file has {_megabytes(size)}, and GitHub takes no more than 100 MiB"
            yield Found(Place(source), message, "make it smaller, or link to it elsewhere")


@rule("site-refused-by-pages", "error")
def site_refused_by_pages(evidence: Evidence) -> Iterator[Found]:
    """The site has more than 1 GB in all, and GitHub Pages does not publish it."""
    files = list(_files(evidence))
    total = sum(size for _, _, size in files)
    if total > SITE_LIMIT:
        largest = sorted(files, key=lambda file: -file[2])[:3]
        message = f"the site has {_megabytes(total)}, and GitHub Pages publishes no more than 1 GB"
        named = ", ".join(f"{source} ({_megabytes(size)})" for _, source, size in largest)
        yield Found(Place("static"), message, f"the largest files are {named}")


_POINTER = b"version https://git-lfs.github.com/spec/v1\n"
_POINTER_LIMIT = 1024
"""Bytes of a file that stands for one in Git LFS, and how long it may be ("Git LFS Specification",
"The Pointer")."""


@rule("file-left-in-lfs", "error")
def file_left_in_lfs(evidence: Evidence) -> Iterator[Found]:
    """A file is a pointer of Git LFS: the real one was not fetched, and readers get three lines.

    GitHub Pages serves branches without Git LFS, and a workflow fetches such files only where it
    is told to.
    """
    for output in evidence.index.outputs:
        if output.kind != "static" or evidence.size(output) >= _POINTER_LIMIT:
            continue
        if evidence.read(output).startswith(_POINTER):
            message = "this is a pointer of Git LFS, and not the file that it stands for"
            hint = "git lfs pull fetches it; in a workflow, give actions/checkout `lfs: true`"
            yield Found(Place(output.source or output.path), message, hint)


def _files(evidence: Evidence) -> Iterator[tuple[str, str, int]]:
    """Yield each output's path, the file that it comes from, and its size in bytes."""
    for output in evidence.index.outputs:
        yield output.path, output.source or output.path, evidence.size(output)


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB"
