"""What an import is asked to do, and what it reports."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from generator.importing.findings import COUNTED, Finding
from generator.importing.plan import Address


class ImportRequest(msgspec.Struct, frozen=True, kw_only=True):
    """One import."""

    source: str
    """The folder, as it was typed."""
    target: Path
    """The folder of the new site; new, or empty."""
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


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """Words of a page's main part that are only in the old site, or only in the new one."""

    address: str
    lost: tuple[str, ...] = ()
    """Those that the new site says nowhere."""
    elsewhere: tuple[str, ...] = ()
    """Those that it says on other pages."""
    new: tuple[str, ...] = ()


class ImportReport(msgspec.Struct, frozen=True, kw_only=True):
    """What became of everything; its JSON is the file `import-report.json`."""

    version: int = 1
    source: dict[str, object]
    """`kind`, `evidence`, `commit`, `branches`."""
    taken: Mapping[str, int]
    """Kind of record, `posts`, `pages`, `files` -> how many."""
    findings: list[Finding]
    addresses: list[Address]
    words: list[Words]
    files: dict[str, object]
    """`taken`: path -> what it became; `left`: a list of paths, each with the reason."""
    build: dict[str, object]
    """`pages`, and `problems`, what the build of the new site says."""

    @property
    def has_losses(self) -> bool:
        """Whether something was lost or guessed, so that somebody has to look."""
        is_gone = any(one.how == "gone" for one in self.addresses)
        return is_gone or any(one.severity in COUNTED for one in self.findings)
