"""`python -m tools.newcomer`: walks the whole path of a newcomer, and times each step.

Builds the wheel (which a newcomer does not), installs it into a fresh environment, starts a site,
builds it, builds it again, and deploys it to a bare repository on this disk. Then a clone of it
runs the steps of its own workflow in another fresh environment, as on GitHub. Dependencies come
from the index that pip is configured for.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

ROOT = Path(__file__).resolve().parents[1]
_BIN = "Scripts" if os.name == "nt" else "bin"
_GIT = ("-c", "user.name=Newcomer", "-c", "user.email=newcomer@example.org")


class Way:
    """Consecutive steps, each with its time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.times: list[tuple[str, float]] = []

    def step(self, name: str, *command: str | Path, cwd: Path | None = None) -> None:
        """Run a command and note its time. If it fails, exit."""
        start = time.perf_counter()
        run = subprocess.run(
            command, cwd=cwd or self.folder, capture_output=True, text=True, check=False
        )
        if run.returncode:
            sys.exit(f"{name} failed ({run.returncode}):\n{run.stdout}\n{run.stderr}")
        self.note(name, time.perf_counter() - start)

    def note(self, name: str, seconds: float) -> None:
        self.times.append((name, seconds))
        print(f"{seconds:8.2f} s  {name}", flush=True)


def main(extra: str = "") -> None:
    """Walk the path in a temporary folder and print the times."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        way = Way(folder)
        build = (sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT)
        way.step("(build the wheel)", *build)
        (wheel,) = folder.glob("*.whl")
        environment = folder / "environment"
        start = time.perf_counter()
        venv.create(environment, with_pip=True)
        way.note("make an environment", time.perf_counter() - start)
        pip = (environment / _BIN / "python", "-m", "pip", "install", "-q")
        way.step("install", *pip, f"{wheel}{extra}")
        masthead = environment / _BIN / "masthead"
        site = folder / "my-site"
        flags = ("--yes", "--name", "Ada Example", "--url", "ada/site")
        way.step("new", masthead, "new", site, *flags)
        with (site / "content/site.yaml").open("a", encoding="utf-8") as file:
            file.write("check: {ignore: [placeholder-text]}\n")
        way.step("build", masthead, "build", "--strict", cwd=site)
        way.step("build again, nothing changed", masthead, "build", "--strict", cwd=site)
        known = subprocess.run([masthead, "--help"], capture_output=True, text=True, check=True)
        if "deploy" in known.stdout:
            remote = folder / "remote.git"
            way.step("(git init, commit, a remote)", "git", "init", "-q", "--bare", remote)
            for words in (
                ("init", "-q", "-b", "main"),
                ("add", "-A"),
                (*_GIT, "commit", "-qm", "A site"),
                ("remote", "add", "origin", str(remote)),
                ("config", "user.name", "Newcomer"),
                ("config", "user.email", "newcomer@example.org"),
                ("push", "-q", "origin", "main"),
            ):
                subprocess.run(["git", *words], cwd=site, check=True)
            way.step("deploy", masthead, "deploy", cwd=site)
            workflow(way, remote)
        else:
            print("          (this Masthead has no `deploy` yet)")
        own = sum(seconds for name, seconds in way.times if not name.startswith("("))
        print(f"{own:8.2f} s  in all, without what stands in brackets")


def workflow(way: Way, remote: Path) -> None:
    """Run the workflow of the pushed site; GitHub's own steps are in brackets."""
    clone, environment = way.folder / "clone", way.folder / "github"
    way.step("(GitHub: check out)", "git", "clone", "-q", "--branch", "main", remote, clone)
    way.step("(GitHub: set up Python)", sys.executable, "-m", "venv", environment)
    path = f"{environment / _BIN}{os.pathsep}{os.environ['PATH']}"
    os.environ |= {"PATH": path, "BASE_URL": "https://ada.github.io/site"}
    steps = yaml.safe_load((clone / ".github/workflows/pages.yml").read_text("utf-8"))
    for step in steps["jobs"]["build"]["steps"]:
        if "run" in step and step.get("if") != "github.event_name == 'pull_request'":
            way.step(f"(GitHub: {step['name']})", "bash", "-e", "-c", step["run"], cwd=clone)
    count = sum(1 for path in (clone / "_site").rglob("*") if path.is_file())
    print(f"          {count} files go up")


if __name__ == "__main__":
    main(*sys.argv[1:])
