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
    for a file or folder of this machine the version stands in, as if an index had it.
    """
    name = f"masthead[{extra}]" if extra else "masthead"
    pinned = f"{name}=={__version__}"
    if origin is None:
        return pinned, True
    try:
        found = msgspec.json.decode(origin, type=_Origin)
    except msgspec.DecodeError:
        return pinned, False
    if found.vcs_info is None or found.url.startswith("file:"):
        return pinned, False
    return f"{name} @ {found.vcs_info.vcs}+{found.url}@{found.vcs_info.commit_id}", True


def origin_of_masthead() -> str | None:
    """Return where the Masthead that runs came from, as PEP 610 has it; {} where nobody knows."""
    try:
        return distribution("masthead").read_text("direct_url.json")
    except PackageNotFoundError:
        return "{}"
