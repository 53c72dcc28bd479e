"""The site for Masthead: publications in one data file, with a bare theme or with broadsheet."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path

from generator.model.files import packaged_themes
from tools.bench.corpus import BASE_TOKEN, Corpus, Page
from tools.bench.site import PROJECTS, Site
from tools.bench.yaml_text import front_matter, publications_yaml, quoted

PROGRAM = str(Path(sys.executable).parent / "masthead")
FOOTER = "templates/parts/footer.html"


def write_masthead_site(corpus: Corpus, root: Path) -> Site:
    """Write the project with the benchmark's bare theme, like those of its peers."""
    shutil.copytree(PROJECTS / "masthead", root)
    return _site("masthead", corpus, root, root / "themes/bench/templates/base.html")


def write_broadsheet_site(corpus: Corpus, root: Path) -> Site:
    """Write the same project with the default theme.

    Its base template is the footer on every page: a copy in the project, as from `masthead theme
    eject`, with a token that the edits change.
    """
    shutil.copytree(PROJECTS / "masthead", root, ignore=shutil.ignore_patterns("themes"))
    config = root / "content/site.yaml"
    config.write_text(config.read_text("utf-8").replace("theme: bench\n", ""), "utf-8")
    footer = root / "themes/broadsheet" / FOOTER
    footer.parent.mkdir(parents=True)
    ours = (packaged_themes() / "base" / FOOTER).read_text("utf-8")
    footer.write_text(ours.replace("</ul>", f"<li>{BASE_TOKEN}</li>\n</ul>"), "utf-8")
    return replace(_site("broadsheet", corpus, root, footer), home_lists_posts=False)


def _site(name: str, corpus: Corpus, root: Path, base: Path) -> Site:
    """Write the content and return how to build it."""
    content = root / "content"
    write_content(corpus, content)
    return Site(
        name=name,
        root=root,
        output=root / "_site",
        caches=(root / ".cache",),
        build=(PROGRAM, "build", "--quiet"),
        serve=(PROGRAM, "preview", "--port", "{port}"),
        has_reload=True,
        post=content / f"posts/{corpus.edited_post.slug}.md",
        publication=content / "publications.yaml",
        base=base,
    )


def write_content(corpus: Corpus, content: Path) -> None:
    """Write the pages, posts and publications into a folder with a `site.yaml`."""
    (content / "posts").mkdir()
    for page in (corpus.home, *corpus.pages):
        _write(content / f"{page.slug}.md", page)
    _write(content / "publications.md", corpus.publications_page, "\n\n:::{publications}\n:::\n")
    for post in corpus.posts:
        tags = f"[{', '.join(post.tags)}]"
        head = front_matter(title=quoted(post.title), date=post.date.isoformat(), tags=tags)
        (content / f"posts/{post.slug}.md").write_text(head + post.body, "utf-8")
    data = publications_yaml(corpus.publications)
    (content / "publications.yaml").write_text(data, "utf-8")


def _write(file: Path, page: Page, more: str = "") -> None:
    file.write_text(front_matter(title=quoted(page.title)) + page.body + more, "utf-8")
