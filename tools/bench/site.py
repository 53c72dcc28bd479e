"""The properties of one generator's copy of the site."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

PROJECTS = Path(__file__).parent / "projects"
"""The files of each generator that do not depend on the size: configuration and templates."""
PEERS = Path(sys.prefix) / "peers" / "bin"


@dataclass(frozen=True)
class Site:
    """One generator's project."""

    name: str
    root: Path
    output: Path
    caches: tuple[Path, ...]
    """Other files that a build leaves, to be removed for a clean build."""
    build: tuple[str, ...]
    serve: tuple[str, ...]
    """The command of the preview, with `{port}` for its port."""
    has_reload: bool
    """Whether the preview tells the browser over LiveReload's protocol."""
    post: Path
    publication: Path
    base: Path
    """The files that the edits change."""
    home_lists_posts: bool = True
    """Whether the home page names the newest posts."""

    @property
    def environment(self) -> dict[str, str]:
        """The environment of its programs."""
        return environment_of(self.root)


def environment_of(root: Path) -> dict[str, str]:
    """Return the environment for programs in a project, the same small one for all."""
    return {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
        # Outside of the project, like a user's cache, since some generators keep files for all
        # projects.
        "HOME": str(root.parent / "home"),
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "HUGO_CACHEDIR": str(root / ".hugo-cache"),
    }


def peer_program(name: str) -> Path:
    """Return a peer's program: from the environment of the peers, or from the running one."""
    return next(
        (p / name for p in (PEERS, Path(sys.executable).parent) if (p / name).exists()),
        PEERS / name,
    )
