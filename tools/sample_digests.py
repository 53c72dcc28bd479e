"""Finds the samples of templates: content that several users' sites share.

`python -m tools.sample_digests LEAST SITE SITE …` prints a digest for each sentence, each title of
a page at its path, each entry of a bibliography and each file that at least LEAST sites share;
`samples.py` of the importer has them from `sample_digests.txt`. The sites must be of people who are
unrelated; for a repository, the last commit is read.
"""

import sys
from collections import Counter
from collections.abc import Iterator

from generator.importing.reading import Unreadable, read_front_matter
from generator.importing.report import Findings
from generator.importing.source_tree import SourceTree, open_source, plain_text
from generator.importing.sources.samples import (
    dated_title,
    entry_digests,
    file_digest,
    in_entries,
    sentences,
    title_digest,
)

_TEXTS = (".md", ".markdown", ".html")
_FILES = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".svg", ".pdf", ".mp3", ".mp4", ".ipynb",
          ".json", ".yml", ".yaml", ".bib", ".txt", ".html", ".toml", ".ico", ".csv")  # fmt: skip
_OF_PROGRAMS = (
    "_includes/",
    "_layouts/",
    "_sass/",
    "assets/",
    "node_modules/",
    "themes/",
    "vendor/",
)


def main(words: list[str]) -> None:
    """Print the digests that at least this many sites share."""
    least, sites = int(words[0]), words[1:]
    counts: Counter[tuple[str, str]] = Counter()
    for site in sites:
        with open_source(site, "HEAD") as tree:
            counts.update(set(digests(tree)))
    found = {digest for (digest, _), number in counts.items() if number >= least}
    print("\n".join(sorted(found)))


def digests(tree: SourceTree) -> Iterator[tuple[str, str]]:
    """Yield the digests of one site, each with its required path; only titles have one."""
    for path, size in tree.sizes.items():
        if (
            size > 8 << 20
            or path.startswith(_OF_PROGRAMS)
            or not path.lower().endswith((*_TEXTS, *_FILES))
        ):
            continue
        try:
            data = tree.read(path)
            if len(data) > 40:
                yield file_digest(data), ""
            if path.endswith((*_TEXTS, ".bib")):
                yield from _of_text(plain_text(data), path)
        except (OSError, UnicodeDecodeError):
            continue


def _of_text(text: str, path: str) -> Iterator[tuple[str, str]]:
    if path.endswith(".bib"):
        for entry in in_entries(text)[1:]:
            yield from ((digest, "") for digest in entry_digests(entry))
        return
    try:
        page = read_front_matter(text, path, Findings())
    except Unreadable:
        return
    if not page.is_there:
        return  # not a page, but a file for programmers
    if page.fields.get("title"):
        yield title_digest(page.fields["title"]), path
    if day := dated_title(page.fields):
        yield day, path
    parts = page.fields.mappings("education", "work", "experience", "awards", "profiles", "profile")
    said = (str(one.get(name) or "") for one in parts for name in ("summary", "more_info"))
    for text in (page.body, str(page.fields.get("description") or ""), *said):
        for digest, _ in sentences(text):
            yield digest, ""


if __name__ == "__main__":
    main(sys.argv[1:])
