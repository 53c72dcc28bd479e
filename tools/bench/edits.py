"""Edits, and the text that must be in the output afterwards. An output without it is stale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tools.bench.corpus import (
    BASE_TOKEN,
    NEWEST,
    POST_TOKEN,
    PUBLICATION_TOKEN,
    TAGS,
    Corpus,
)
from tools.bench.site import Site

KINDS = ("post", "publication", "base")
LABELS = {"post": "one post", "publication": "one publication", "base": "base template"}


@dataclass
class Author:
    """Edits one site's sources and knows the expected text of its pages.

    A new token is as long as the old one, because an edit within a second that does not change a
    file's size is missed most easily.
    """

    site: Site
    corpus: Corpus
    tokens: dict[str, str] = field(
        default_factory=lambda: {
            "post": POST_TOKEN,
            "publication": PUBLICATION_TOKEN,
            "base": BASE_TOKEN,
        }
    )
    _count: int = 0

    def edit(self, kind: str) -> str:
        """Save a new text of a kind and return the token that is in it."""
        self._count += 1
        old = self.tokens[kind]
        new = f"{old[:-5]}{self._count:05}"
        file = {
            "post": self.site.post,
            "publication": self.site.publication,
            "base": self.site.base,
        }[kind]
        text = file.read_text("utf-8")
        if text.count(old) != 1:
            raise ValueError(f"{file} has {text.count(old)} times {old}")
        file.write_text(text.replace(old, new), "utf-8")
        self.tokens[kind] = new
        return new

    def stale(self) -> str:
        """Return the first file of the output that is missing or stale, with the reason, or ""."""
        for path, wanted in self._wanted():
            file = self.site.output / path
            if not file.is_file():
                return f"{path} is missing"
            text = file.read_text("utf-8")
            for piece in wanted:
                if piece not in text:
                    return f"{path} lacks {piece!r}"
        return ""

    def _wanted(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Every file of the site, with the text that it must contain."""
        post, paper = self.corpus.edited_post, self.corpus.edited_publication
        base, new_post, new_paper = (self.tokens[k] for k in ("base", "post", "publication"))
        for page in self.corpus.pages:
            yield f"{page.slug}/index.html", (base, "<p>")
        for one in self.corpus.publications:
            title = new_paper if one is paper else one.title
            yield f"publications/{one.id}/index.html", (base, one.doi, title)
        for item in self.corpus.posts:
            body = new_post if item is post else "</ol>"
            wanted = (base, item.title, "<table", '<span class="', "。", body)
            yield f"posts/{item.slug}/index.html", wanted
        used = {tag for item in self.corpus.posts for tag in item.tags}
        for tag in (tag for tag in TAGS if tag in used):
            yield f"tags/{tag}/index.html", (base,)
        newest = [item.title for item in self.corpus.posts[-NEWEST:]]
        yield "index.html", (base, *(newest[-10:] if self.site.home_lists_posts else ()))
        yield "posts/index.html", (base, *(item.title for item in self.corpus.posts))
        yield "publications/index.html", (base, new_paper, self.corpus.publications[0].id)
        yield "tags/index.html", (base, *used)
        yield "404.html", (base,)
        yield "feed.xml", (new_post, *newest)
        yield "sitemap.xml", (f"/{post.slug}/", f"/{paper.id}/")
        yield "robots.txt", ("sitemap.xml",)
