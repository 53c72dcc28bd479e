"""A varied site, and what its ledger says."""

import json
from pathlib import Path
from typing import Any

import msgspec

from generator.model.sections import Section
from tests.conftest import SiteCase
from tests.faults.conftest import page
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


def varied(folder: Path) -> SiteCase:
    """A site with sections, mathematics, code, Chinese, warnings."""
    case = SiteCase(folder)
    for path, text in VARIED.items():
        case.write(path, text)
    return case


def ledger(site: SiteCase) -> dict[str, Any]:
    """What the ledger says, in its order: of each output its reads, their digests and parts.

    But for the stamps, since no two files have the same; and for the blobs that each uses, since
    where the words of a text are known, the text itself is not looked up.
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
        entry.pop("cached", ())
    return {
        "outputs": body["outputs"],
        "parts": sorted(body["parts"]),
        "entries": list(body["entries"].items()),
    }


def _plain(read: list[Any]) -> list[str]:
    """A read, with the query of a section in one of the ways in which it may be written."""
    return [repr(msgspec.convert(one, Section)) if isinstance(one, dict) else one for one in read]
