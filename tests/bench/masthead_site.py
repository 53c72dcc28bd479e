"""The site for Masthead: publications in one data file, a theme of its own."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from tests.bench.corpus import Corpus, Page
from tests.bench.site import PROJECTS, Site
from tests.bench.yaml_text import front_matter, publications_yaml, quoted


def write_masthead_site(corpus: Corpus, root: Path) -> Site:
    """Write the project and say how to build it."""
    shutil.copytree(PROJECTS / "masthead", root)
    content = root / "content"
    (content / "posts").mkdir()
    for page in (corpus.home, *corpus.pages):
        _write(content / f"{page.slug}.md", page)
    _write(content / "publications.md", corpus.publications_page, "\n\n:::{publications}\n:::\n")
    for post in corpus.posts:
        tags = f"[{', '.join(post.tags)}]"
        head = front_matter(title=quoted(post.title), date=post.date.isoformat(), tags=tags)
        (content / f"posts/{post.slug}.md").write_text(head + post.body, "utf-8")
    data = content / "publications.yaml"
    data.write_text(publications_yaml(corpus.publications), "utf-8")
    program = str(Path(sys.executable).parent / "masthead")
    return Site(
        name="masthead",
        root=root,
        output=root / "_site",
        caches=(root / ".cache",),
        build=(program, "build", "--quiet"),
        serve=(program, "preview", "--port", "{port}"),
        has_reload=True,
        post=content / f"posts/{corpus.edited_post.slug}.md",
        publication=data,
        base=root / "themes/bench/templates/base.html",
    )


def _write(file: Path, page: Page, more: str = "") -> None:
    file.write_text(front_matter(title=quoted(page.title)) + page.body + more, "utf-8")
