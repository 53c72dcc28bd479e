"""Pages and posts: a Markdown file with front matter."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from generator.model.config import CitationStyle
from generator.model.dates import When
from generator.model.visibility import Visibility
from generator.problems import Spot

PAGE_ENDINGS = (".md", ".markdown")


class FrontMatter(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """The fields between the `---` lines at the head of a page."""

    title: str = ""
    """The title, in Markdown. Left out, the file's name stands in."""
    description: str = ""
    """A sentence for search engines and cards; left out, the excerpt serves."""
    date: When | None = None
    """When it was written; posts need one, here or in the file's name (`2022-12-02-goat.md`)."""
    updated: When | None = None
    """When it was last changed in substance."""
    slug: str = ""
    """The last part of the address; left out, the file's name."""
    permalink: str = ""
    """The whole address, `/about/`, instead of the one that follows from the file's place."""
    aliases: tuple[str, ...] = ()
    """Old addresses; each gets a small page that leads here."""
    layout: str = ""
    """The template: `layout: talks` means `templates/talks.html` of the theme."""
    tags: tuple[str, ...] = ()
    """Topics of a post; each has a page of its own."""
    publication: str = ""
    """The id of the paper that a post is about; the two link to each other."""
    draft: bool = False
    """A draft is built only with `--drafts`."""
    breaks: bool | None = None
    """Whether each line break counts (poems, addresses); left out, the site's `markdown.breaks`."""
    toc: bool | None = None
    """Whether a table of contents is shown; left out, the theme decides."""
    citations: CitationStyle | None = None
    """How the text cites papers, `[@goat]`: `author-year`, `numbered` or `superscript`; left out,
    as `citations` in `site.yaml` says."""
    lang: str = ""
    """The language, where the file's name does not say it: `zh`."""
    image: str = ""
    """A picture for cards: a file under `static/`."""
    visibility: Visibility = Visibility()
    """`private` keeps the page out of the site."""
    extra: dict[str, str] = {}
    """Fields of your own, for your own templates."""


class Page(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A Markdown page or post as the site knows it."""

    key: str
    """The file's path under `content/` without language and ending: `posts/2022-12-02-goat`."""
    file: str
    """The file, relative to the project."""
    lang: str
    front: FrontMatter
    is_post: bool = False
    body: str = ""
    """Digest of the Markdown after the front matter; the text is read when it is rendered."""
    is_title_in_body: bool = False
    """Whether the title is the first heading of the body, where it is then left out."""

    at_home: ClassVar[str] = "index"

    @property
    def body_spot(self) -> Spot:
        """Where the body starts."""
        return Spot(self.file, ("body",))

    def front_spot(self, *path: str) -> Spot:
        """Where a field of the front matter stands."""
        return Spot(self.file, ("front", *path))


def is_page_body(spot: Spot | None) -> bool:
    """Whether this is where a page's Markdown starts, and not the `body` of a record."""
    return spot is not None and spot.path == ("body",) and spot.file.endswith(PAGE_ENDINGS)
