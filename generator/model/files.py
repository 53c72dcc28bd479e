"""The files of a project as they were found, and the files of the site that will be written."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from generator.model.pictures import Variant
from generator.model.text import Phrase
from generator.problems import Problem, Spot

try:
    from _blake2 import blake2b
except ImportError:  # another Python than CPython
    from hashlib import blake2b

__all__ = ["blake2b"]


class SourcesChanged(Exception):
    """A file is not any more what it was when the build began: begin again."""


class SourceFile:
    """One file: its path in the project and where it lies.

    What is known of it by its stamp need not be read; a file that is read late must still be the
    one that was found.
    """

    __slots__ = ("_data", "_digest", "absolute", "path", "stamp")

    def __init__(
        self,
        path: str,
        absolute: str | PathLike[str],
        data: bytes | None = None,
        stamp: str = "",
        digest: str = "",
    ) -> None:
        self.path = path
        """With slashes, relative to the project, in Unicode's NFC: `content/posts/goat.md`."""
        self.absolute = absolute
        self.stamp = stamp
        """What tells its state, see `engine/snapshot.py`; empty where it cannot be told."""
        self._data = data
        self._digest = digest

    def read(self) -> bytes:
        """Return the bytes, from the disk if need be.

        Raises SourcesChanged where they are not those of the digest, OSError like `open`.
        """
        if self._data is not None:
            return self._data
        data = Path(self.absolute).read_bytes()
        digest = digest_of(data)
        if self._digest and self._digest != digest:
            raise SourcesChanged(self.path)
        self._digest = digest
        return data

    def digest(self) -> str:
        """Return the BLAKE2b digest of the bytes (16 hex digits)."""
        if not self._digest:
            self._digest = digest_of(self.read())
        return self._digest

    @property
    def known_digest(self) -> str:
        """The digest, if anybody needed it so far."""
        return self._digest


class Sources(msgspec.Struct, frozen=True):
    """All files of a project by path."""

    content: dict[str, SourceFile] = {}
    statics: dict[str, SourceFile] = {}
    themes: dict[str, SourceFile] = {}
    """Files of packaged themes carry `masthead:` before their path."""
    fonts: dict[str, SourceFile] = {}
    """The site's own fonts for its PDFs."""

    def static(self, path: str) -> SourceFile:
        """Return a file that is copied as it is: from `static/`, or from beside a page."""
        return self.statics.get(path) or self.content[path]


class Font(NamedTuple):
    """A font of the site's own."""

    name: str
    """Its path: `fonts/NotoSerifSC.otf`."""
    digest: str
    place: str
    """Where it lies on the disk."""


def digest_of(data: bytes) -> str:
    """Return the BLAKE2b digest of some bytes (16 hex digits)."""
    return blake2b(data, digest_size=8).hexdigest()


_LITTER = (".swp", ".swo", "~", ".tmp", ".bak", ".orig", ".DS_Store", "Thumbs.db")


def is_litter(name: str) -> bool:
    """Whether a file or folder of this name is no source: hidden, or an editor's or a system's."""
    is_hidden = name.startswith(".") and name not in (".well-known", ".nojekyll", ".htaccess")
    return is_hidden or name.endswith(_LITTER) or (name.startswith("#") and name.endswith("#"))


OutputKind = Literal[
    "template", "markdown_alternate", "document", "card", "picture",
    "export", "static", "asset", "index", "empty",
]  # fmt: skip
"""Drawn by a template, again as Markdown, by Typst, by Typst as a picture, made of another picture,
data for machines, copied, copied or drawn for the theme, what the search reads, without content."""


class KindTraits(NamedTuple):
    """What there is to know of a kind of outputs."""

    made_by: Literal[
        "page", "asset", "cv_pdf", "card", "export", "search", "copy", "image", "empty"
    ]
    """Which function makes it; see `Renderer.render` and `engine/one_output.py`."""
    is_page: bool = False
    """Whether readers visit it: it is listed, has a card and a Markdown alternate."""
    is_linked: bool = False
    """Whether an author's links may lead to its address."""
    is_beside_page: bool = False
    """Whether it goes with a page: what is wrong with its address is said of the page alone."""
    has_own_address: bool = False
    """Whether its address follows from what an author wrote, who can choose another."""
    batch: Literal["pages", "search", "images"] = "pages"
    """With which others it is made; the batches follow each other in this order."""
    pages_worth: int = 0
    """How many pages take as long; 0 for a fraction of a millisecond."""
    is_prewarmed: bool = False
    """Whether the prewarmed worker may render it: a PDF needs nothing of what that has loaded."""
    holds_texts: bool = False
    """Whether it shows texts that others render anyway, and is made sooner after them."""
    uses_typst: bool = False
    image_cache: Literal["", "cards", "pictures"] = ""
    """The folder of the cache in which it outlasts the outputs that show it."""
    section: str = "parts/section.html"
    """The template of a section on it."""
    bibliography: str = "parts/bibliography.html"
    """The template of what a text on it cites: a section with `prefix`, which begins the ids of
    its entries, `years` of those that need a letter, and `has_heading`."""


KINDS: dict[OutputKind, KindTraits] = {
    "template": KindTraits("page", is_page=True, is_linked=True, has_own_address=True,
                           pages_worth=1, is_prewarmed=True),
    "markdown_alternate": KindTraits("page", is_beside_page=True, has_own_address=True,
                                     pages_worth=1, is_prewarmed=True,
                                     section="parts/section.md",
                                     bibliography="parts/bibliography.md"),
    "document": KindTraits("cv_pdf", is_linked=True, has_own_address=True, uses_typst=True),
    "card": KindTraits("card", is_beside_page=True, has_own_address=True,
                       pages_worth=6, uses_typst=True, image_cache="cards"),
    "picture": KindTraits("image", batch="images", image_cache="pictures"),
    "export": KindTraits("export", is_linked=True, is_beside_page=True, has_own_address=True),
    "static": KindTraits("copy", pages_worth=1),
    "asset": KindTraits("asset", is_prewarmed=True),
    "index": KindTraits("search", batch="search", is_prewarmed=True, holds_texts=True),
    "empty": KindTraits("empty"),
}  # fmt: skip
"""One row for each kind of outputs. Whoever must tell kinds apart looks here."""


class Output(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """One file that will be written, and what it is made of."""

    path: str
    """Where it goes below the output folder: `publications/goat/index.html`."""
    url: str
    """Its address: `/publications/goat/`."""
    kind: OutputKind = "template"
    lang: str = ""
    layout: str = ""
    """The template that draws it: `publication`; its ending is that of the output."""
    subject: str = ""
    """Which page, publication, tag or CV it shows."""
    key: str = ""
    """The same for all translations of one page."""
    title: Phrase = Phrase()
    """The title of a page that no Markdown file gives one."""
    target: str = ""
    """Where a redirect leads."""
    source: str = ""
    """The file that caused it, for messages."""
    markdown_alternate: str = ""
    """The address of the same page as Markdown."""
    variant: Variant | None = None
    """Which copy of the picture in `source`."""
    is_listed: bool = True
    """Whether the sitemap names it."""

    @property
    def traits(self) -> KindTraits:
        """What there is to know of its kind."""
        return KINDS[self.kind]

    @property
    def shows_page(self) -> bool:
        """Whether it shows a page that the author wrote, as HTML or as Markdown."""
        return self.key.startswith(("page:", "markdown_alternate:page:"))


class FragmentLink(msgspec.Struct, frozen=True):
    """A link to an id on a page of the site; checked when all pages are there."""

    address: str
    fragment: str
    where: Spot


class Rendered(msgspec.Struct):
    """One output's bytes and what was noticed while making it."""

    data: bytes = b""
    problems: list[Problem] = []
    fragment_links: list[FragmentLink] = []
