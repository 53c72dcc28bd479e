"""A varied site, and what its ledger says."""

import json
import shutil
from pathlib import Path
from typing import Any

import msgspec

from generator.model.sections import Section
from tests.conftest import SiteCase
from tests.pictures.drawing import plot, saved


def varied(folder: Path) -> SiteCase:
    """A site with sections, mathematics, code, Chinese, warnings."""
    shutil.copytree(Path(__file__).parent / "sites/varied", folder, dirs_exist_ok=True)
    return SiteCase(folder).write("static/figure.png", saved(plot(120, 80)))


def ledger(site: SiteCase) -> dict[str, Any]:
    """What the ledger says, in its order: of each output its reads, their digests and parts.

    But for the stamps, since no two files have the same.
    """
    (path,) = (site.root / ".cache").glob("ledger-*.json")
    body = json.loads(path.read_bytes().partition(b"\n")[2])
    names = [part for part, _ in body["parts"]]
    rows = [
        (_plain(read), digest, sorted(names[n] for n in body["groups"][group[0]]) if group else [])
        for read, digest, *group in body["reads"]
    ]
    for entry in body["entries"].values():
        del entry["stamp"]
        entry["reads"] = [rows[n] for n in entry.get("reads", ())]
    return {
        "outputs": body["outputs"],
        "parts": sorted(body["parts"]),
        "entries": list(body["entries"].items()),
    }


def _plain(read: list[Any]) -> list[str]:
    """A read, with the query of a section in one of the ways in which it may be written."""
    return [repr(msgspec.convert(one, Section)) if isinstance(one, dict) else one for one in read]
