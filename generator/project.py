"""Where the folders of a project lie."""

from pathlib import Path

import msgspec

SCHEMAS = "schema"
"""The cache's folder with copies of the JSON Schemas for editors; see `modeline`."""


class ProjectFolders(msgspec.Struct, frozen=True):
    """The folders of one site."""

    root: Path
    memory_folder: Path | None = None
    """Where builds remember, instead of in the project's `.cache/`."""

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

    def with_cache_in(self, folder: Path) -> "ProjectFolders":
        """Return the project with its cache in a folder that may hold those of others, too."""
        from zlib import crc32

        root = self.root.resolve()
        return ProjectFolders(self.root, folder / f"{root.name}-{crc32(bytes(root)):08x}")

    @property
    def default_output(self) -> Path:
        """The default output folder."""
        return self.root / "_site"

    @property
    def unpublished(self) -> Path:
        """The PDFs of CVs that are no part of the site: `publish: false`."""
        return self.root / "_unpublished"


def packaged_themes() -> Path:
    """Return the folder of the themes that came with Masthead."""
    return _packaged("themes", "_themes")


def packaged_schemas() -> Path:
    """Return the folder of the JSON Schemas that came along."""
    return _packaged("docs/schema", "_schema")


def _packaged(in_checkout: str, in_package: str) -> Path:
    """Return a folder that came with Masthead.

    In a checkout it stands beside the package and takes precedence: an editable install leaves a
    copy in the package that may be out of date.
    """
    package = Path(__file__).parent
    beside = package.parent / in_checkout
    is_checkout = (package.parent / "pyproject.toml").is_file() and beside.is_dir()
    return beside if is_checkout else package / in_package


def modeline(kind: str, up: int = 1) -> str:
    """Return the line by which editors find the schema of a data file.

    `up` is how many folders deep the file lies in the project: 1 in `content/`. Its form is the
    YAML language server's.
    """
    return f"# yaml-language-server: $schema={'../' * up}.cache/{SCHEMAS}/{kind}.json\n"
