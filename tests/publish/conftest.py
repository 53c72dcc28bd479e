"""A person with a site in a repository, and a bare one on the disk as the remote."""

import os
import subprocess
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from generator.check import check_on
from generator.model.files import ProjectFolders
from generator.problems import Problem, SiteError
from generator.publish.deploy import DeployRequest, Plan, deploy
from tests.commands import REPOSITORY, run_command
from tests.conftest import SiteCase, files_below, texts_below

SITE = {
    **texts_below(Path(__file__).parent / "site"),
    "static/.well-known/security.txt": "Contact: https://ada.example/\n",
    ".gitignore": "/_site/\n/.cache/\n",
}


@dataclass
class Author:
    site: SiteCase
    remote: Path
    environment: dict[str, str]
    plans: list[Plan] = field(default_factory=list)

    def git(self, *words: str, cwd: Path | None = None, stdin: str = "") -> str:
        run = subprocess.run(
            ["git", *words], cwd=cwd or self.site.root, env=self.environment, input=stdin,
            capture_output=True, encoding="utf-8", errors="surrogateescape", check=False,
        )  # fmt: skip
        assert run.returncode == 0, f"git {' '.join(words)}\n{run.stdout}{run.stderr}"
        return run.stdout.rstrip("\n")

    def commit(self, message: str = "work") -> str:
        """Commit everything, without asking the hooks."""
        folders = [
            name for name in ("content", "static", "themes") if (self.site.root / name).exists()
        ]
        self.git("add", "--all", "--force", *folders, ".gitignore")
        self.git("-c", "commit.gpgsign=false", "commit", "-qnm", message)
        return self.git("rev-parse", "HEAD")

    def deploy(self, root: Path | None = None, **options: Any) -> str:
        """Deploy: nothing of the author's has changed then."""
        before, project = self.state(), ProjectFolders(root or self.site.root)
        request = DeployRequest(check=check_on(date.today()), project=project, **options)
        deployed = deploy(request, self.plans.append)
        assert self.state() == before
        return deployed

    def refused(self, root: Path | None = None, **options: Any) -> list[Problem]:
        """Try to deploy: what was in the way. Nothing may have moved."""
        before, sent = self.state(), self.sent()
        with pytest.raises(SiteError) as caught:
            self.deploy(root, **options)
        assert self.state() == before, "something of the author's has changed"
        assert self.sent() == sent, "something was sent"
        return list(caught.value.problems)

    def masthead(
        self, *words: str, cwd: Path | None = None, umask: int = -1, **more: str
    ) -> subprocess.CompletedProcess[str]:
        return run_command(words, cwd or self.site.root, {**self.environment, **more}, umask)

    def sent(self) -> str:
        if not self.remote.is_dir():
            return ""
        return self.git("for-each-ref", cwd=self.remote)

    def live(self, branch: str = "gh-pages") -> dict[str, bytes]:
        names = self.git("ls-tree", "-r", "-z", "--name-only", branch, cwd=self.remote)
        return {name: self.blob(f"{branch}:{name}") for name in filter(None, names.split("\0"))}

    def blob(self, name: str) -> bytes:
        command = ["git", "cat-file", "blob", name]
        return subprocess.run(command, cwd=self.remote, capture_output=True, check=True).stdout

    def state(self) -> dict[str, object]:
        """All that belongs to the person: no deployment may change any of it."""
        tree = files_below(self.site.root)
        found: dict[str, object] = {
            "work tree": {name: tree[name] for name in tree if ".git" not in name.split("/")}
        }
        folder = self.site.root / ".git"
        if folder.is_dir():
            kept = ["index", "HEAD", "config", "packed-refs", "logs/HEAD"]
            kept += [f"{name}_HEAD" for name in ("FETCH", "ORIG")]
            found |= {name: tree.get(f".git/{name}") for name in kept}
            found["names in .git"] = sorted(path.name for path in folder.iterdir())
            refs = self.git("for-each-ref").splitlines()
            # What git knows of the remote is git's own note of what was pushed.
            found["refs"] = [ref for ref in refs if "refs/remotes/" not in ref]
        return found


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """An environment of a person, without what this machine's own has set up."""
    home = tmp_path / "home"
    home.mkdir()
    given = {"HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1", "PYTHONPATH": str(REPOSITORY)}
    for name in os.environ.keys() - {"XDG_CACHE_HOME"}:  # that one is the tests' own
        if name.startswith(("GIT_", "XDG_", "SSH_")):
            monkeypatch.delenv(name)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    return {**os.environ}


@pytest.fixture
def author(request: pytest.FixtureRequest, tmp_path: Path, environment: dict[str, str]) -> Author:
    """A site with two languages, all committed, with a remote that has nothing yet.

    Its theme is bare; a test marked `broadsheet` has ours.
    """
    is_bare = request.node.get_closest_marker("broadsheet") is None
    (tmp_path / "home/.gitconfig").write_text(
        "[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n"
    )
    remote = tmp_path / "remote.git"
    site = SiteCase(tmp_path / "work", theme="bare" if is_bare else "")
    for path, text in SITE.items():
        site.write(path, text)
    made = Author(site, remote, environment)
    made.git("init", "-q", "--bare", str(remote), cwd=tmp_path)
    made.git("init", "-q")
    made.git("remote", "add", "origin", str(remote))
    made.commit("begin")
    return made


def said(problems: list[Problem]) -> list[str]:
    return [f"{p.where}: {p.severity}: {p.message}" for p in problems]
