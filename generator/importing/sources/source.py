"""What each program that sites come from has to answer, and the list of them."""

from collections.abc import Collection
from typing import Protocol

import msgspec

from generator.importing.plan import SitePlan
from generator.importing.samples import Samples
from generator.importing.source_tree import SourceTree


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What a person has asked for."""

    samples: Samples
    """Tells the samples of templates from what people wrote."""
    home_words: Collection[str] = ()
    """The words of the published home page, in lower case, where it is known."""


class Source(Protocol):
    """A program that sites or CVs come from."""

    kind: str
    """Its name, as `--from` takes it: `hexo`."""

    def evidence(self, tree: SourceTree) -> list[str]:
        """Return what in a source shows that it was made for this program, or nothing."""

    def read(self, tree: SourceTree, plan: SitePlan, options: Options) -> None:
        """Fill a plan. Texts stay as they are; `conversion.py` does the rest.

        Whatever is not in the plan afterwards is in the findings.
        """

    def leads_to(self, address: str, plan: SitePlan) -> str:
        """Return where an address leads now that the program made by itself (a list of posts, a
        feed), or nothing."""
