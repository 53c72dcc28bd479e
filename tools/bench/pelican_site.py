"""The site for Pelican: a Markdown file per publication, since it has no pages from data."""

from __future__ import annotations

import shutil
from pathlib import Path

from tools.bench.corpus import Corpus
from tools.bench.site import PROJECTS, Site, peer_program


def write_pelican_site(corpus: Corpus, root: Path) -> Site:
    """Write the project and return how to build it."""
    shutil.copytree(PROJECTS / "pelican", root)
    pages, posts, papers = (root / "content" / n for n in ("pages", "posts", "publications"))
    for folder in (pages, posts, papers):
        folder.mkdir(parents=True)
    for page, template, address in (
        (corpus.home, "home", ""),
        (corpus.publications_page, "publications", "publications/"),
        *((page, "page", f"{page.slug}/") for page in corpus.pages),
    ):
        head = _head(title=page.title, template=template, slug=page.slug, **_place(address))
        (pages / f"{page.slug}.md").write_text(head + page.body, "utf-8")
    for post in corpus.posts:
        head = _head(
            title=post.title,
            date=post.date.isoformat(),
            tags=", ".join(post.tags),
            slug=post.slug,
        )
        (posts / f"{post.slug}.md").write_text(head + post.body, "utf-8")
    for paper in corpus.publications:
        head = _head(
            title=paper.title,
            template="publication",
            slug=paper.id,
            **_place(f"publications/{paper.id}/"),
            paper_authors=", ".join(paper.authors),
            venue=paper.venue,
            year=str(paper.year),
            doi=paper.doi,
            pdf=paper.pdf,
        )
        (papers / f"{paper.id}.md").write_text(f"{head}{paper.abstract}\n", "utf-8")
    program = str(peer_program("pelican"))
    return Site(
        name="pelican",
        root=root,
        output=root / "output",
        caches=(root / "cache",),
        build=(program,),
        serve=(program, "--autoreload", "--listen", "--bind", "127.0.0.1", "--port", "{port}"),
        has_reload=False,
        post=posts / f"{corpus.edited_post.slug}.md",
        publication=papers / f"{corpus.edited_publication.id}.md",
        base=root / "theme/templates/base.html",
    )


def _place(address: str) -> dict[str, str]:
    return {"url": address, "save_as": f"{address}index.html"}


def _head(**fields: str) -> str:
    return "".join(f"{key}: {value}\n" for key, value in fields.items()) + "\n"
