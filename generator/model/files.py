"""The folders and files of a project, descriptions of pictures, and the files to be written; also
Masthead's own files: words of languages, styles, tables, themes, schemas."""

from hashlib import blake2b
from os import PathLike
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from generator.model.links import output_path
from generator.model.text import Phrase
from generator.problems import Message, Problem, Spot

T = TypeVar("T")


SCHEMAS = "schema"
"""The cache's folder with copies of the JSON Schemas for editors; see `modeline`."""


class ProjectFolders(msgspec.Struct, frozen=True):
    """The folders of one site."""

    root: Path
    memory_folder: Path | None = None
    """The folder of the caches, if a build must leave the project's `.cache/` alone."""

    @property
    def content(self) -> Path:
        """Pages, posts and data."""
        return self.root / "content"

    @property
    def static(self) -> Path:
        """Files that are copied as they are."""
        return self.root / "static"

    @property
    def themes(self) -> Path:
        """The project's own themes, and its changes to others."""
        return self.root / "themes"

    @property
    def fonts(self) -> Path:
        """Fonts for the PDFs. They take precedence over those of the theme."""
        return self.root / "fonts"

    @property
    def cache(self) -> Path:
        """The caches of the last build; safe to delete."""
        return self.memory_folder or self.root / ".cache"

    @property
    def default_output(self) -> Path:
        """The default output folder."""
        return self.root / "_site"

    @property
    def unpublished(self) -> Path:
        """The PDFs of CVs with `publish: false`. They are not part of the site."""
        return self.root / "_unpublished"


class SourcesChanged(Exception):
    """A source has changed since the build began, so the build must begin again."""


class SourceFile(msgspec.Struct, eq=False):
    """One file: its path in the project and its path on the disk.

    A file whose digest is known by its stamp need not be read. If it is read later, it must not
    have changed since.
    """

    path: str
    """Relative to the project, with slashes, in NFC: `content/posts/goat.md`."""
    absolute: str | PathLike[str]
    data: bytes | None = None
    """The bytes, if they are in memory."""
    stamp: str = ""
    """The stamp of its state, see `engine/snapshot.py`; empty if unknown."""
    known_digest: str = ""
    """The digest, if it is known already."""
    keeps: bool = False
    """Whether the bytes stay in memory after reading, for small files that are read several
    times."""

    def read(self) -> bytes:
        """Return the bytes, from the disk if necessary.

        Raises SourcesChanged if they do not match the digest, and OSError like `open`.
        """
        if self.data is not None:
            return self.data
        data = Path(self.absolute).read_bytes()
        digest = digest_of(data)
        if self.known_digest and self.known_digest != digest:
            raise SourcesChanged(self.path)
        self.known_digest = digest
        if self.keeps:
            self.data = data
        return data

    def digest(self) -> str:
        """Return the BLAKE2b digest of the bytes (16 hex digits)."""
        if not self.known_digest:
            self.known_digest = digest_of(self.read())
        return self.known_digest


class Sources(msgspec.Struct, frozen=True):
    """All files of a project by path."""

    content: dict[str, SourceFile] = {}
    statics: dict[str, SourceFile] = {}
    themes: dict[str, SourceFile] = {}
    """The paths of packaged themes begin with `masthead:`."""
    fonts: dict[str, SourceFile] = {}
    """The site's own fonts for its PDFs."""

    def static(self, path: str) -> SourceFile:
        """Return a file that is copied unchanged: from `static/`, or from beside a page."""
        return self.statics.get(path) or self.content[path]

    def at(self, address: str) -> SourceFile:
        """Return the file that is copied to an address without the first slash."""
        return self.statics.get(f"static/{address}") or self.content[f"content/{address}"]


def packaged_data(path: str, kind: type[T]) -> T:
    """Return the content of a data file of Masthead, such as `words/en`, as a value of this
    type."""
    file = Path(__file__).parents[1] / f"{path}.json"
    return msgspec.json.decode(file.read_bytes(), type=kind)


def packaged_themes() -> Path:
    """Return the folder of the packaged themes."""
    return _packaged("themes", "_themes")


def packaged_schemas() -> Path:
    """Return the folder of the packaged JSON Schemas."""
    return _packaged("docs/schema", "_schema")


def _packaged(in_checkout: str, in_package: str) -> Path:
    """Return a packaged folder.

    In a checkout it is beside the package and takes precedence: an editable install leaves a
    copy in the package that may be out of date.
    """
    package = Path(__file__).parents[1]
    beside = package.parent / in_checkout
    is_checkout = (package.parent / "pyproject.toml").is_file() and beside.is_dir()
    return beside if is_checkout else package / in_package


def modeline(kind: str, up: int = 1) -> str:
    """Return the comment line that leads editors to the schema of a data file.

    `up` is how many folders deep the file is in the project: 1 in `content/`. Its form is the
    YAML language server's.
    """
    return f"# yaml-language-server: $schema={'../' * up}.cache/{SCHEMAS}/{kind}.json\n"


def digest_of(data: bytes) -> str:
    """Return the BLAKE2b digest of some bytes (16 hex digits)."""
    return blake2b(data, digest_size=8).hexdigest()


_LITTER = (".swp", ".swo", "~", ".tmp", ".masthead-tmp", ".bak", ".orig", ".DS_Store", "Thumbs.db")


def is_litter(name: str) -> bool:
    """Whether the name of a file or folder shows that it is not a source: it is hidden, or an
    editor's or the system's."""
    is_hidden = name.startswith(".") and name not in (".well-known", ".nojekyll", ".htaccess")
    return is_hidden or name.endswith(_LITTER) or (name.startswith("#") and name.endswith("#"))


PictureKind = Literal["", "jpeg", "png", "webp", "gif", "avif", "svg", "pdf", "mp4", "webm"]
"""The format of the bytes, regardless of the name; empty for an unknown one."""

ENDINGS: dict[str, PictureKind] = {
    ".jpg": "jpeg",
    ".jpeg": "jpeg",
    ".png": "png",
    ".webp": "webp",
    ".gif": "gif",
    ".avif": "avif",
    ".svg": "svg",
    ".mp4": "mp4",
    ".m4v": "mp4",
    ".webm": "webm",
}
"""Ending of a file's name -> kind of picture."""

FILMS: tuple[PictureKind, ...] = ("mp4", "webm")
"""The kinds of films."""

RASTER: tuple[PictureKind, ...] = ("jpeg", "png", "webp")
"""Kinds that get smaller copies, unless they are animated."""

SIDES = range(1, 16384)
"""The possible sides of a copy in pixels: WebP has 14 bits for them (RFC 9649, 2.6)."""


class Picture(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The description of a picture or a film: a pure function of its bytes."""

    kind: PictureKind = ""
    width: int = 0
    """In pixels, after rotation by its Exif orientation; 0 if unknown. For a PDF, the first page's
    in points."""
    height: int = 0
    """In the same unit."""
    is_animated: bool = False
    """Whether it has several frames."""
    fault: Message | None = None
    """The reason that it cannot be shown."""
    digest: str = ""
    """Of its bytes."""


QUALITY = 80
"""The quality of photographs, from 1 to 100, in their copies."""


class Variant(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A WebP copy of a picture: everything on which its bytes depend besides the picture."""

    width: int
    height: int
    base: int
    """The width of the widest copy: a large JPEG is decoded only at the size that this needs."""


def kind_named(path: str) -> PictureKind:
    """Return the kind of picture by the ending of a file's name, or ""."""
    return ENDINGS.get(path[path.rfind(".") :].lower(), "") if "." in path else ""


OutputKind = Literal[
    "template", "document", "picture", "export", "static", "asset", "index", "empty",
]  # fmt: skip
"""In this order: a page drawn by a template, a PDF by Typst, a copy of a picture, data for other
programs, a copied file, a copied or drawn file of the theme, a part of the search index, an empty
file."""


class KindTraits(NamedTuple):
    """The properties of a kind of output."""

    is_page: bool = False
    """Whether readers visit it, so that it is listed."""
    is_linked: bool = False
    """Whether an author's links may lead to its address, which the author can change."""
    is_beside_page: bool = False
    """Whether it accompanies a page, for which alone a fault of its address is reported."""
    batch: Literal["pages", "search", "images"] = "pages"
    """The batch in which it is made, see `batches` in `engine/outputs.py`."""
    pages_worth: int = 0
    """How many pages take as long to make; 0 means less than a millisecond."""
    uses_typst: bool = False


TRAITS: dict[OutputKind, KindTraits] = {
    "template": KindTraits(is_page=True, is_linked=True, pages_worth=1),
    "document": KindTraits(is_linked=True, uses_typst=True),
    "picture": KindTraits(batch="images"),
    "export": KindTraits(is_linked=True, is_beside_page=True),
    "static": KindTraits(pages_worth=1),
    "asset": KindTraits(),
    "index": KindTraits(batch="search", pages_worth=8),
    "empty": KindTraits(),
}
"""The traits of every kind of output. Only the code that makes an output asks for its kind."""


_UNLISTED = ("404", "search", "redirect", "llms.txt", "feed.xml", "sitemap.xml", "robots.txt")
"""Layouts that a sitemap should not list."""


class Output(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """One file of the site, and its sources."""

    path: str
    """Its path in the output folder: `publications/goat/index.html`."""
    url: str
    """Its address: `/publications/goat/`."""
    kind: OutputKind = "template"
    lang: str = ""
    layout: str = ""
    """Its template: `publication`."""
    subject: str = ""
    """The page, publication, tag or CV that it shows."""
    key: str = ""
    """A key that all translations of a page share."""
    title: Phrase = Phrase()
    """The title of a page without a Markdown file."""
    target: str = ""
    """The target of a redirect."""
    source: str = ""
    """The source file for which it exists, for messages."""
    variant: Variant | None = None
    """The copy that it is of the picture in `source`."""
    where: Spot | None = None
    """The value that determines its address, for messages; None means the whole of `source`."""

    @classmethod
    def at(cls, url: str, layout: str, lang: str, **more: Any) -> "Output":
        """Return the output at an address."""
        return cls(path=output_path(url), url=url, layout=layout, lang=lang, **more)

    @classmethod
    def file(cls, path: str, kind: OutputKind, **more: Any) -> "Output":
        """Return the output with a path in the output folder."""
        return cls(path=path, url=f"/{path}", kind=kind, **more)

    @property
    def is_listed(self) -> bool:
        """Whether the sitemap lists it."""
        return self.traits.is_page and (self.shows_page or self.layout not in _UNLISTED)

    @property
    def traits(self) -> KindTraits:
        """The traits of its kind."""
        return TRAITS[self.kind]

    @property
    def shows_page(self) -> bool:
        """Whether it shows a page of the author."""
        return self.key.startswith("page:")


class FragmentLink(msgspec.Struct, frozen=True):
    """A link to an id on a page of the site, to be checked when all pages are there."""

    address: str
    fragment: str
    where: Spot


class Made(msgspec.Struct, omit_defaults=True):
    """A rendered output: first its bytes, then the ledger's entry."""

    data: bytes = b""
    """The bytes, until they are staged."""
    problems: list[Problem] = []
    """Its problems; warnings are shown again while it is fresh."""
    fragment_links: list[FragmentLink] = []
    described: str = ""
    """The digest of its `Output`."""
    digest: str = ""
    """The digest of its bytes."""
    stamp: str = ""
    """The stamp of its file, see `snapshot.stamp_of`; empty if uncertain."""
    reads: list[int] = []
    """The numbers of its reads in the ledger's list."""
