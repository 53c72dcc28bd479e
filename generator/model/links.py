"""Links of a record: an ordered mapping of kind to target."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from generator.model.text import Text


class Link(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Where one link of a record leads."""

    to: str
    """A file under `static/` (`pdf/goat.pdf`), a page of the site (`goat`, `/posts/`), or a URL.
    For `doi` and `arxiv` the bare number is enough."""
    label: Text | None = None
    """The words on the button, where the kind's own label does not do."""

    expects: ClassVar[str] = "a target, or {to: …, label: …}"

    @classmethod
    def from_scalar(cls, text: str) -> Link:
        """Read a bare target."""
        if not text.strip():
            raise ValueError("the link is empty")
        return cls(text.strip())


RESOLVERS = {
    "doi": "https://doi.org/",
    "arxiv": "https://arxiv.org/abs/",
    "orcid": "https://orcid.org/",
    "scholar": "https://scholar.google.com/citations?user=",
    "github": "https://github.com/",
    "dblp": "https://dblp.org/pid/",
}


def expanded(kind: str, target: str) -> str:
    """Return the URL for a bare number or account name, as in `doi: 10.1145/…`; else the target."""
    if kind not in RESOLVERS or "://" in target:
        return target
    bare = target.removeprefix("doi:").removeprefix("arXiv:").removeprefix("arxiv:").strip()
    return target if bare.startswith(("/", ".")) else RESOLVERS[kind] + bare
