"""A site that was built once and is then broken: what it may say, and what must not move."""

import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.commands import Limits, run_command
from tests.conftest import Built, SiteCase, small_site


def messages(built: Built) -> list[str]:
    """Everything that a build said, a line for each problem, without excerpts and hints."""
    return [f"{p.where}: {p.severity}: {p.message}" for p in built.problems]


def hints(built: Built) -> list[str]:
    return [problem.hint for problem in built.problems]


def everything_below(folder: Path, but: Iterable[Path] = ()) -> dict[str, bytes | None]:
    """All paths below a folder with the bytes of files; links are not followed."""
    found: dict[str, bytes | None] = {}
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if Path(parent, name) not in but]
        for name in (*folders, *files):
            path = Path(parent, name)
            is_plain = path.is_file() and not path.is_symlink()
            found[str(path.relative_to(folder))] = path.read_bytes() if is_plain else None
    return found


@dataclass
class Broken:
    """A project whose last good build is on the disk."""

    site: SiteCase
    before: dict[str, bytes] = field(default_factory=dict)

    def write(self, path: str, content: str | bytes) -> "Broken":
        self.site.write(path, content)
        return self

    def refuses(self, *expected: str, base_url: str = "") -> Built:
        """Build: exactly these problems are told, and nothing on the disk has changed."""
        built = self._told(*expected, base_url=base_url)
        assert not built.ok
        assert everything_below(self.site.output) == self.before, "the last good site has changed"
        return built

    def accepts(self, *expected: str) -> Built:
        """Build: it succeeds, with exactly these warnings, and writes to the output only."""
        built = self._told(*expected)
        assert built.ok
        return built

    def _told(self, *expected: str, base_url: str = "") -> Built:
        mine = (self.site.output, self.site.root / ".cache")
        around = everything_below(self.site.root.parent, mine)
        built = self.site.build(base_url=base_url)
        assert messages(built) == list(expected)
        assert everything_below(self.site.root.parent, mine) == around, "written outside"
        return built


@pytest.fixture(scope="session")
def built_sites(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The small site after a good build, in the bare theme and, under no name, in ours."""
    sites = {}
    for theme in ("bare", ""):
        site = small_site(tmp_path_factory.mktemp("built") / "project", theme)
        built = site.build()
        assert built.ok, built.said()
        sites[theme] = site.root
    return sites


@pytest.fixture
def broken(site: SiteCase, built_sites: dict[str, Path]) -> Broken:
    shutil.rmtree(site.root)
    shutil.copytree(built_sites[site.theme], site.root)
    return Broken(site, everything_below(site.output))


def page(front: str, body: str = "Words.\n") -> str:
    return f"---\n{front}\n---\n\n{body}"


MADE_CLEAN: dict[bytes, dict[str, bytes]] = {}
"""What was made of which sources; many tests end with the same ones."""


def clean(site: SiteCase) -> dict[str, bytes]:
    """What a build from nothing makes of the same sources."""
    folder = site.root.parent / "clean"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(site.root, folder, ignore=shutil.ignore_patterns("_site", ".cache"))
    sources = sha256(repr(sorted(everything_below(folder).items())).encode()).digest()
    if sources not in MADE_CLEAN:
        MADE_CLEAN[sources] = SiteCase(folder).build().bytes()
    return MADE_CLEAN[sources]


CPU = 30
"""Seconds of processor time, ten times what a busy machine needs for a small site."""
MEMORY = 2 << 30
"""Bytes of address space for each process of a build; a small site takes 150 MB."""


class Ran(NamedTuple):
    code: int
    """The exit code; negative for a signal."""
    said: str
    """What it printed, on both streams."""


def limited(folder: Path, *words: str, cpu: int = CPU, memory: int = MEMORY) -> Ran:
    """Run a command in a folder, with so many seconds of the processor and bytes of memory."""
    ran = run_command(words, folder, os.environ, limits=Limits(cpu, memory))
    return Ran(ran.returncode, ran.stdout + ran.stderr)
