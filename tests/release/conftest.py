"""A small repository with all that a release changes, in the place of this one."""

import shutil
import subprocess
from pathlib import Path

import pytest

FILES = Path(__file__).parent / "repository"
CHANGELOG = (FILES / "CHANGELOG.md").read_text("utf-8")


class Repository:
    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(FILES, root)
        self.git("init", "--quiet", "--initial-branch", "main")
        self.git("config", "user.name", "Ada Example")
        self.git("config", "user.email", "ada@example.org")
        self.write("generator/__init__.py", '"""A goat."""\n\n__version__ = "0.1.0"\n')
        self.write(".gitignore", "/dist/\n__pycache__/\n")
        self.commit("A goat")

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())

    def read(self, path: str) -> str:
        return (self.root / path).read_text("utf-8")

    def commit(self, message: str) -> str:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)
        return self.git("rev-parse", "HEAD")

    def git(self, *words: str) -> str:
        done = subprocess.run(["git", *words], cwd=self.root, check=True, capture_output=True, text=True)  # fmt: skip
        return done.stdout.strip()

    def state(self) -> tuple[str, ...]:
        """All that a release that failed must leave as it was."""
        return (
            self.git("rev-parse", "HEAD"), self.git("status", "--porcelain"), self.git("tag"),
            self.git("branch", "--list"), self.git("worktree", "list"),
            str(sorted(path.name for path in self.root.iterdir())),
        )  # fmt: skip


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")
