"""Every byte of many sites, kept before the code is changed and compared after each step.

    python -m tests.frozen keep FOLDER       projects, and what today's code makes of them
    python -m tests.frozen compare FOLDER    the same projects by the code of now; 1 if bytes differ
    ... --only sample docs                   some of the projects

The projects are copied into FOLDER when they are kept, so an edit of a page or of the docs is no
difference, and the code's is. Kept are the sample site, `docs/`, the gallery's sites in each theme,
all of `tests/sites`, what `masthead new` writes for each combination of answers, and the sites of
the benchmark, also with the theme that users get. Of each: all files of the output, the exit code, and what was printed by
`build` and `check`. What differs lies in FOLDER/now afterwards, beside FOLDER/kept.
"""

from __future__ import annotations

import argparse
import itertools
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parent.parent
SHOWN = 12
"""So many differing files of a project are named."""

LANGUAGES = ("en", "zh", "en,zh", "zh,en", "de,en")
NAMES = (
    (),
    ("--name", "Ada Lovelace"),
    ("--name", "方缙"),
    ("--name", "Jin Fang", "--native", "方缙"),
)
MORE = (
    (),
    ("--role", "Ph.D. student", "--affiliation", "Example University", "--email", "a@example.org"),
)
URLS = ((), ("--url", "ada"), ("--url", "ada/homepage"), ("--url", "https://ada.example.org/"))

_TIME = re.compile(r" in \d+(\.\d+)? m?s\b")


def main(arguments: Sequence[str] | None = None) -> int:
    """Keep or compare; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.frozen", description=__doc__)
    parser.add_argument("what", choices=["keep", "compare"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME")
    options = parser.parse_args(arguments)
    folder: Path = options.folder.resolve()
    if options.what == "keep":
        write_projects(folder / "projects")
    side = "kept" if options.what == "keep" else "now"
    names = [*sorted(p.name for p in (folder / "projects").iterdir()), "new"]
    count = differing = 0
    for name in names:
        if options.only and not any(name.startswith(wanted) for wanted in options.only):
            continue
        made = folder / side / name
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir(parents=True)
        if name == "new":
            write_new_sites(made)
        else:
            build(folder / "projects" / name, made)
        count += sum(len(files) for _, _, files in os.walk(made))
        if side == "now":
            differing += compare(name, folder / "kept" / name, made)
        print(f"{name}: {side}", file=sys.stderr, flush=True)
    print(f"{count} files, {differing} differ" if side == "now" else f"{count} files kept")
    return 1 if differing else 0


def write_projects(folder: Path) -> None:
    """Copy or write all projects into a folder, which is emptied first."""
    from tests.bench.corpus import SIZES, corpus_of
    from tests.bench.masthead_site import write_masthead_site
    from tools.docs_site import gather
    from tools.gallery import place_all

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("content", "static", "fonts"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / "sample" / name)
    gather(ROOT / "docs", folder / "docs")
    for site, theme, _ in place_all(folder):
        home = folder / "docs/static/gallery" / site / theme / "index.html"  # docs/ links to it
        home.parent.mkdir(parents=True)
        home.write_text("built")
    for site in sorted((ROOT / "tests/sites").iterdir()):
        shutil.copytree(site, folder / f"site-{site.name}")
    for name, size in SIZES.items():
        site = write_masthead_site(corpus_of(size), folder / f"bench-{name}").root
        if name != "L":
            other = folder / f"bench-{name}-broadsheet"
            shutil.copytree(site, other)
            shutil.rmtree(other / "themes")
            config = other / "content/site.yaml"
            config.write_text(re.sub(r"(?m)^theme:.*\n", "", config.read_text("utf-8")), "utf-8")
    for number, (languages, name_words) in enumerate(itertools.product(LANGUAGES, NAMES)):
        words = ("--languages", languages, *name_words, *MORE[number % 2], *URLS[number % 4])
        run("new", str(folder / f"new-{number:02}"), "--yes", *words, cwd=folder)


def build(project: Path, made: Path) -> None:
    """Build and check a project from nothing; keep its files and what was printed."""
    for command in (("build", "--output", str(made / "site")), ("check",)):
        shutil.rmtree(project / ".cache", ignore_errors=True)
        done = run(*command, cwd=project)
        (made / f"{command[0]}.txt").write_text(f"exit {done.returncode}\n{said(done)}", "utf-8")
    shutil.rmtree(project / ".cache", ignore_errors=True)


def write_new_sites(made: Path) -> None:
    """Write what `masthead new` writes, for each combination of its answers."""
    every = itertools.product(LANGUAGES, NAMES, MORE, URLS)
    for number, (languages, name, more, url) in enumerate(every):
        folder = made / f"{number:03}"
        done = run(
            "new", str(folder), "--yes", "--languages", languages, *name, *more, *url, cwd=made
        )
        (made / f"{number:03}.txt").write_text(said(done), "utf-8")
        for file in folder.rglob("*"):
            if file.is_file():
                data = file.read_bytes()
                file.write_bytes(data.replace(date.today().isoformat().encode(), b"TODAY"))


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of this checkout's Masthead."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": ""}
    return subprocess.run(
        (sys.executable, "-m", "generator", *words),
        cwd=cwd, env=environment, capture_output=True, text=True, errors="replace",
    )  # fmt: skip


def said(done: subprocess.CompletedProcess[str]) -> str:
    """Return what a command printed, without how long it took and where it lies."""
    text = _TIME.sub("", done.stdout + done.stderr)
    return re.sub(r"(/[^\s/]+)+/(kept|now|projects)/", "", text)


def compare(name: str, kept: Path, now: Path) -> int:
    """Name the files of a project that differ; return how many do."""
    differing = [*differences(kept, now)]
    for line in differing[:SHOWN]:
        print(f"{name}: {line}", flush=True)
    if len(differing) > SHOWN:
        print(f"{name}: and {len(differing) - SHOWN} more")
    return len(differing)


def differences(kept: Path, now: Path) -> Iterator[str]:
    """Yield a line for each file that is on one side only, or has other bytes."""

    def files(top: Path) -> set[str]:
        return {path.relative_to(top).as_posix() for path in top.rglob("*") if path.is_file()}

    before, after = files(kept), files(now)
    for path in sorted(before | after):
        if path not in after:
            yield f"gone: {path}"
        elif path not in before:
            yield f"new: {path}"
        elif (kept / path).read_bytes() != (now / path).read_bytes():
            yield f"differs: {path}"


if __name__ == "__main__":
    sys.exit(main())
