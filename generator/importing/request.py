"""What an import is asked for, the old site as it was published, and what the child answers."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from generator.importing.plan import SitePlan
from generator.importing.source_tree import SourceTree, open_source
from generator.importing.sources.source import Source


class ImportRequest(msgspec.Struct, frozen=True, kw_only=True):
    """One import."""

    source: str
    """The folder, as it was typed."""
    target: Path
    """The folder of the new site; new, or empty."""
    today: str
    """The day of the import, as `2026-01-31`."""
    ref: str = ""
    """A branch, tag or commit of the repository at `source`; empty for the files in the folder."""
    kind: str = ""
    """The program that the source is for; empty to find out."""
    published: str = ""
    """The old site as it was published: a folder, or a branch, tag or commit of the repository."""
    takes_samples: bool = False
    """Whether the samples of templates are taken over, too."""
    is_dry_run: bool = False
    """Whether nothing is written but the report that was asked for."""


class Converted(msgspec.Struct, frozen=True):
    """What the child made of the texts of a source."""

    plan: SitePlan
    source: Source
    evidence: list[str]


class Published(msgspec.Struct, frozen=True):
    """The old site as it was published."""

    tree: SourceTree

    @property
    def digests(self) -> Mapping[str, str]:
        """Path of each file -> its size. An import compares nothing else."""
        return {path: str(size) for path, size in self.tree.sizes.items()}

    def read(self, path: str) -> bytes:
        """Return the bytes of a file; nothing where they cannot be read."""
        return self.tree.bytes_if_any(path)


@contextmanager
def published(request: ImportRequest) -> Iterator[Published | None]:
    """Yield the old site as it was published, where it is known."""
    if not request.published:
        yield None
    elif Path(request.published).is_dir():
        with open_source(request.published) as tree:
            yield Published(tree)
    else:
        with open_source(request.source, request.published) as tree:
            yield Published(tree)
