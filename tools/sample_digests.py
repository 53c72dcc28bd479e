"""Finds the samples of templates: what is the same in the sites of several users of one template.

`python -m tools.sample_digests LEAST SITE SITE …` prints a digest for each text, each entry of a
bibliography and each file that is in at least LEAST of the sites; `samples.py` of the importer has
them from `sample_digests.txt`. The sites must be of people who have nothing to do with each other.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator

from generator.importing.reading import Unreadable, read_front_matter
from generator.importing.report import Findings
from generator.importing.source_tree import SourceTree, open_source, plain_text
from generator.importing.sources.source import digest_of, digest_of_bytes, in_entries

_TEXTS = (".md", ".markdown", ".html")
_FILES = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".svg", ".pdf", ".mp3", ".mp4", ".ipynb",
          ".json", ".yml", ".yaml", ".bib", ".txt", ".html", ".toml", ".ico", ".csv")  # fmt: skip
_LISTS = re.compile(r"site\.\w+|bibliography|include (?:news|selected_papers)|paginator")
_FEWEST_WORDS = 6


def main(words: list[str]) -> None:
    """Print the digests that at least so many sites share."""
    least, sites = int(words[0]), words[1:]
    counts: Counter[str] = Counter()
    for site in sites:
        with open_source(site) as tree:
            counts.update(set(digests(tree)))
    print("\n".join(sorted(digest for digest, number in counts.items() if number >= least)))


def digests(tree: SourceTree) -> Iterator[str]:
    """Yield the digests of one site; pages that only list records are not their template's."""
    for path, size in tree.sizes.items():
        if size > 8 << 20 or not path.lower().endswith((*_TEXTS, *_FILES)):
            continue
        try:
            data = tree.read(path)
            if len(data) > 40:
                yield digest_of_bytes(data)
            if path.endswith((*_TEXTS, ".bib")):
                yield from _of_text(plain_text(data), path)
        except (OSError, UnicodeDecodeError):
            continue


def _of_text(text: str, path: str) -> Iterator[str]:
    if path.endswith(".bib"):
        yield from map(digest_of, in_entries(text)[1:])
        return
    try:
        page = read_front_matter(text, path, Findings())
    except Unreadable:
        return
    if len(re.findall(r"\w+", page.body)) >= _FEWEST_WORDS and not _LISTS.search(page.body):
        yield digest_of(page.body)


if __name__ == "__main__":
    main(sys.argv[1:])
