"""Records the outputs of many sites as digests and words, in `tests/golden/`.

    python -m tools.golden             compare with what is kept; exit code 1 where anything differs
    python -m tools.golden --write     keep what is made now, after a change that is meant
    ... --only sample group-folio      some of the sites
    ... --outputs FOLDER               leave the files there, to compare two checkouts by `diff -r`

The sites are the sample, `docs/`, the gallery's two in each theme, all of `tests/sites`, and what
`masthead new` writes and builds for some of its answers. `NAME.txt` has a line for each file that a
site writes, and for what `build` and `check` print: its path, the digest of its bytes and, for
pages and PDFs, the digest of its words. `NAME.words.txt` has each line of text that its pages and
PDFs show, once and sorted, so that a diff shows which words changed.

Markup, pictures and PDFs also depend on libraries. If installed versions differ from
`versions.txt`, only words are compared.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from importlib.metadata import version
from pathlib import Path

import pypdfium2

from tools.docs_site import gather
from tools.gallery import place_all

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "tests/golden"
LIBRARIES = (
    "jinja2",
    "markdown-it-py",
    "math-core",
    "mdit-py-plugins",
    "pillow",
    "pygments",
    "typst",
)
WORDLESS = (
    "docs",
    "group-broadsheet",
    "group-plate",
    "person-atlas",
    "person-broadsheet",
    "person-plate",
)
"""Sites whose words are already elsewhere: in `docs/`, or in another theme's file."""
PERSON = ("--name", "Jin Fang", "--native", "方缙")
ANSWERS = (
    ("--languages", "en", "--url", "ada"),
    ("--languages", "zh", "--name", "方缙", "--url", "ada/homepage"),
    ("--languages", "en,zh", *PERSON, "--role", "Ph.D. student"),
    ("--languages", "zh,en", *PERSON, "--affiliation", "Example University"),
    ("--languages", "de,en", "--name", "Ada Lovelace", "--email", "a@example.org"),
)
SHOWN = 12
"""The most differences of a site that are printed."""

_TIME = re.compile(r" in \d+(\.\d+)? m?s\b")
_CODE = re.compile(rb"--hash=sha256:\w+")
"""The digest of the code in the `requirements.txt` of a new site."""
_COMMAND = """
import datetime, sys
class Day(datetime.date):
    @classmethod
    def today(cls):
        return datetime.date(2026, 1, 2)
datetime.date = Day
from generator.commands.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""Masthead on a fixed day, because new sites contain dates and some findings depend on the current
date."""
_BLOCKS = frozenset(
    """address article aside blockquote body br caption dd details div dl dt figcaption figure
    footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table td th title
    tr ul
    """.split()  # noqa: SIM905
)


class TextLines(HTMLParser):
    """The lines of text of a page; each HTML block begins a line. Scripts and styles are
    skipped."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = [""]
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS:
            self.lines.append("")
        if tag in ("script", "style"):
            self._silent += 1
        for name, value in attrs:
            if name in ("alt", "aria-label", "title") and value:
                self.lines[-1] += f" [{value}] "

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS:
            self.lines.append("")
        if tag in ("script", "style"):
            self._silent -= 1

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.lines[-1] += data


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare or keep; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.golden", description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--outputs", type=Path, metavar="FOLDER")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        outputs = (options.outputs or Path(temporary) / "outputs").resolve()
        projects = write_projects(Path(temporary) / "projects")
        names = [name for name in projects if not options.only or name in options.only]
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            list(workers.map(lambda name: build(projects[name], outputs / name), names))
        if options.write:
            for name in names:
                write(name, outputs / name)
            (KEPT / "versions.txt").write_text(versions(), "utf-8")
            return 0
        with_bytes = (KEPT / "versions.txt").read_text("utf-8") == versions()
        if not with_bytes:
            print(
                "libraries have other versions than in tests/golden/versions.txt: only words count"
            )
        differing = sum(compare(name, outputs / name, with_bytes) for name in names)
    print(f"golden: {len(names)} sites, {differing} files differ")
    if differing:
        print("If this is meant: `python -m tools.golden --write`, and the commit says so.")
    return 1 if differing else 0


def versions() -> str:
    """Return the versions of the libraries on which bytes depend, one on each line."""
    return "".join(f"{name} {version(name)}\n" for name in LIBRARIES)


def write_projects(folder: Path) -> dict[str, Path]:
    """Copy or write all projects into a folder; return them by name."""
    for name in ("content", "static"):
        shutil.copytree(ROOT / name, folder / "sample" / name)
    gather(ROOT / "docs", folder / "docs")
    for site, theme, _ in place_all(folder):
        home = folder / "docs/static/gallery" / site / theme / "index.html"  # docs/ links to it
        home.parent.mkdir(parents=True)
        home.write_text("built")
    for test_site in sorted((ROOT / "tests/sites").iterdir()):
        shutil.copytree(test_site, folder / test_site.name)
    for number, answers in enumerate(ANSWERS, start=1):
        run("new", str(folder / f"new-{number}"), "--yes", *answers, cwd=folder)
    return {path.name: path for path in sorted(folder.iterdir())}


def build(project: Path, made: Path) -> None:
    """Make a clean build of a project and check it; record its files and what was printed."""
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    for name, *more in (("build", "--output", str(made / "site")), ("check",)):
        shutil.rmtree(project / ".cache", ignore_errors=True)
        done = run(name, *more, cwd=project)
        printed = _TIME.sub("", done.stdout + done.stderr).replace(str(made), "")
        (made / f"{name}.txt").write_text(f"exit {done.returncode}\n{printed}", "utf-8")
    if project.name.startswith("new-"):
        shutil.rmtree(project / ".cache", ignore_errors=True)
        shutil.copytree(
            project, made / "written", ignore=shutil.ignore_patterns("_site", "vendor", ".git")
        )


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of this checkout's Masthead."""
    return subprocess.run(
        (sys.executable, "-c", _COMMAND, *words),
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        errors="replace",
    )


def rows(made: Path) -> dict[str, tuple[str, str]]:
    """Return path -> the digests of a file's bytes and of its words (or "")."""
    return {
        path.relative_to(made).as_posix(): (
            digest(_CODE.sub(b"", path.read_bytes())),
            digest("\n".join(lines).encode()) if (lines := text_lines(path)) else "",
        )
        for path in sorted(made.rglob("*"))
        if path.is_file()
    }


def digest(data: bytes) -> str:
    """Return twelve digits, enough to tell a few thousand files apart."""
    return hashlib.sha256(data).hexdigest()[:12]


def text_lines(path: Path) -> list[str]:
    """Return the lines of text in a page or a PDF; empty for other files."""
    if path.suffix == ".html":
        reader = TextLines()
        reader.feed(path.read_text("utf-8", "replace"))
        lines = reader.lines
    elif path.suffix == ".pdf":
        try:
            document = pypdfium2.PdfDocument(path)
        except pypdfium2.PdfiumError:  # a placeholder in a test's site
            return []
        lines = [
            line for page in document for line in page.get_textpage().get_text_range().splitlines()
        ]
    else:
        return []
    return [words for line in lines if (words := " ".join(line.split()))]


def write(name: str, made: Path) -> None:
    """Record the digests of a site, and its words unless they are elsewhere."""
    KEPT.mkdir(exist_ok=True)
    lines = [" ".join((path, *digests)).rstrip() for path, digests in rows(made).items()]
    (KEPT / f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")
    if name not in WORDLESS and (words := words_of(made)):
        (KEPT / f"{name}.words.txt").write_text("\n".join(words) + "\n", "utf-8")


def words_of(made: Path) -> list[str]:
    """Return each line of text of a site once, sorted."""
    return sorted({line for path in made.rglob("*") for line in text_lines(path)})


def compare(name: str, made: Path, with_bytes: bool) -> int:
    """Print the differences of a site; return the number of files that differ."""
    file = KEPT / f"{name}.txt"
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    kept = {path: (first, *second) for path, first, *second in map(str.split, lines)}
    now = {path: (first, *filter(None, second)) for path, (first, *second) in rows(made).items()}
    found = [*differences(kept, now, with_bytes)]
    for line in found[:SHOWN]:
        print(f"{name}: {line}")
    if len(found) > SHOWN:
        print(f"{name}: and {len(found) - SHOWN} more")
    if found and name not in WORDLESS and (file := KEPT / f"{name}.words.txt").is_file():
        before, after = set(file.read_text("utf-8").splitlines()), set(words_of(made))
        for sign, texts in (("-", before - after), ("+", after - before)):
            for text in sorted(texts)[:SHOWN]:
                print(f"{name}: {sign} {text[:200]}")
    return len(found)


def differences(
    kept: dict[str, tuple[str, ...]], now: dict[str, tuple[str, ...]], with_bytes: bool
) -> Iterator[str]:
    """Yield a line for each file that exists on only one side, or whose words or bytes differ."""
    for path in sorted(kept.keys() | now.keys()):
        if path not in now:
            yield f"gone: {path}"
        elif path not in kept:
            yield f"new: {path}"
        elif kept[path][1:] != now[path][1:]:
            yield f"other words: {path}"
        elif with_bytes and kept[path] != now[path]:
            yield f"other bytes: {path}"


if __name__ == "__main__":
    sys.exit(main())
