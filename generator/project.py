"""The folders of a project."""

from pathlib import Path

import msgspec

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
    package = Path(__file__).parent
    beside = package.parent / in_checkout
    is_checkout = (package.parent / "pyproject.toml").is_file() and beside.is_dir()
    return beside if is_checkout else package / in_package


def modeline(kind: str, up: int = 1) -> str:
    """Return the comment line that leads editors to the schema of a data file.

    `up` is how many folders deep the file is in the project: 1 in `content/`. Its form is the
    YAML language server's.
    """
    return f"# yaml-language-server: $schema={'../' * up}.cache/{SCHEMAS}/{kind}.json\n"
