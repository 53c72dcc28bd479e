"""What a machine must install to build a new site with the Masthead that wrote it."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution

import msgspec

from generator import __version__


class _Vcs(msgspec.Struct):
    vcs: str
    commit_id: str


class _Origin(msgspec.Struct):
    url: str
    vcs_info: _Vcs | None = None


def requirement(origin: str | None, extra: str) -> tuple[str, bool]:
    """Return a line of `requirements.txt`, and whether another machine can surely install it.

    `origin` is what pip wrote down of where a package came from: `direct_url.json` (PEP 610),
    nothing for one that came from an index by its name. A repository is named with its commit;
    for a file or folder of this machine a place stands in that no machine finds (RFC 2606,
    section 2): an index may have what a stranger put there under our name, and would run it.
    """
    name = f"masthead[{extra}]" if extra else "masthead"
    nowhere = f"{name} @ git+https://todo.invalid/masthead.git@COMMIT"
    if origin is None:
        return f"{name}=={__version__}", True
    try:
        found = msgspec.json.decode(origin, type=_Origin)
    except msgspec.DecodeError:
        return nowhere, False
    if found.vcs_info is None or found.url.startswith("file:"):
        return nowhere, False
    return f"{name} @ {found.vcs_info.vcs}+{found.url}@{found.vcs_info.commit_id}", True


def origin_of_masthead() -> str | None:
    """Return where the Masthead that runs came from, as PEP 610 has it; {} where nobody knows."""
    try:
        return distribution("masthead").read_text("direct_url.json")
    except PackageNotFoundError:
        return "{}"
