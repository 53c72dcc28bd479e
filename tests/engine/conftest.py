"""Two copies of a varied site, which are drawn in two ways and compared."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from generator.model.sections import Section
from tests.conftest import ENVIRONMENT, PATIENCE, REPOSITORY, SiteCase
from tests.faults.conftest import everything_below, page
from tests.pictures.drawing import plot, saved

FOOTER = "themes/broadsheet/templates/parts/footer.html"
CONFIG = """url: https://ada.example.org/
languages: [en, zh]
person: {name: {given: Ada, family: Lovelace, native: 埃达}, role: {en: Analyst, zh: 分析员}}
menu: [index.md, about.md]
"""
PAPERS = """- {id: one, title: "First $x$", authors: [Ada Lovelace, Bob Bee], venue: conf, date: 2024}
- {id: two, title: Second, authors: [Ada Lovelace], venue: Workshop, date: 2023, abstract: An *abstract*.}
"""
VARIED: dict[str, str | bytes] = {
    "content/site.yaml": CONFIG,
    "content/index.md": page("title: Home", "# Hi\n\n:::{publications}\n:::\n\n[up](#hi)\n"),
    "content/index.zh.md": page("title: 首页", "你好。[文](about.md) :::{x}\n"),
    "content/about.md": page("title: About", "On [home](index.md#hi). ![](a.txt)\n"),
    "content/math.md": page("title: Math", "$$\\int_0^1 x^2$$ and $\\frac{a}{b}$\n"),
    "content/code.md": page("title: Code", "```python\nn = 1\n```\n\n```nosuch\nx\n```\n"),
    "content/notes.md": page("title: Notes", ":::{note}\nA *note*[^1].\n:::\n\n[^1]: Foot.\n"),
    "content/dead.md": page("title: Dead", "[nowhere](index.md#nothing) and [x](about.md#y)\n"),
    "content/publications.yaml": PAPERS,
    "content/venues.yaml": "- {id: conf, name: A Conference, short: AC}\n",
    "content/people.yaml": "- {name: Bob Bee, url: https://bob.example.org/}\n",
    "content/news.yaml": "- {date: 2024, text: A thing}\n",
    "content/cv/ada.yaml": "sections:\n- {of: publications}\n",
    "content/posts/2024-01-01-p1.md": page("title: P1\ntags: [x, y]\npublication: one", "One $a$.\n"),
    "content/posts/2024-01-02-p2.md": page("title: P2\ntags: [x]", "Two `b`.\n\n## Part\n\nMore.\n"),
    "content/posts/2024-01-03-p3.zh.md": page("title: 三\ntags: [y]", "三。[二](2024-01-02-p2.md)\n"),
    "content/lines.md": page("title: Lines", "![Lines](figure.png)\n"),
    "static/figure.png": saved(plot(120, 80)),
    "static/a.txt": "a",
    FOOTER: "<footer><p>One {{ site.person.name }}</p></footer>\n",
}  # fmt: skip

WITH_WORKER = """
import sys
from generator.engine import prewarmed_worker
prewarmed_worker.pays = lambda changed: True
from generator.__main__ import main
sys.exit(main())
"""
ALONE = """
import sys
from generator.cli import main
sys.exit(main())
"""


def varied(folder: Path) -> SiteCase:
    """A site with sections, mathematics, code, Chinese, warnings."""
    case = SiteCase(folder)
    for path, text in VARIED.items():
        case.write(path, text)
    return case


def sample(folder: Path) -> SiteCase:
    """The repository's own site."""
    for name in ("content", "static"):
        shutil.copytree(REPOSITORY / name, folder / name)
    return SiteCase(folder)


def run(
    site: SiteCase, program: str, *words: str, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Run a program that is the command, in the site's folder."""
    return subprocess.run(
        [sys.executable, "-c", program, "build", *words],
        cwd=site.root,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=PATIENCE * 3,
        **options,
    )


def ledger(site: SiteCase) -> dict[str, Any]:
    """What the ledger says, in its order: of each output its reads, their digests and parts.

    But for the stamps, since no two files have the same; and for who uses which rendered text,
    since a process that has met a text does not look inside of it again.
    """
    (path,) = (site.root / ".cache").glob("ledger-*.json")
    body = json.loads(path.read_bytes().partition(b"\n")[2])
    names = [part for part, _ in body["parts"]]
    rows = [
        (_plain(read), digest, sorted(names[n] for n in body["groups"][group[0]]) if group else [])
        for read, digest, *group in body["reads"]
    ]
    texts: set[str] = set()
    for entry in body["entries"].values():
        del entry["stamp"]
        entry["reads"] = [rows[n] for n in entry.get("reads", ())]
        texts.update(entry.pop("cached", ()))
    return {
        "outputs": body["outputs"],
        "parts": sorted(body["parts"]),
        "entries": list(body["entries"].items()),
        "texts": sorted(texts),
    }


def _plain(read: list[str]) -> list[str]:
    """A read, with the query of a section in one of the ways in which it may be written."""
    if not read[0].startswith("section"):
        return read
    section = msgspec.json.decode(read[2], type=Section)
    return [*read[:2], repr(section), *read[3:]]


def queries(site: SiteCase) -> set[str]:
    """The queries of sections as the ledger holds them."""
    (path,) = (site.root / ".cache").glob("ledger-*.json")
    body = json.loads(path.read_bytes().partition(b"\n")[2])
    return {read[2] for read, *_ in body["reads"] if read[0] == "section"}


def same(left: SiteCase, right: SiteCase) -> None:
    """Both sites have the same bytes and the same ledger."""
    one, two = everything_below(left.output), everything_below(right.output)
    assert sorted(p for p in one.keys() | two if one.get(p) != two.get(p)) == []
    assert ledger(left) == ledger(right)


@pytest.fixture(params=[varied, sample], ids=["varied", "sample"])
def twins(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[SiteCase, SiteCase]:
    """The same site in two folders, built once."""
    left, right = request.param(tmp_path / "left"), request.param(tmp_path / "right")
    for site in (left, right):
        first = run(site, ALONE, "--quiet")
        assert first.returncode == 0, first.stderr
    same(left, right)
    return left, right
