"""What grows has a bound: each row is built under limits of memory and of the processor's time.

The limits are ten times what a busy machine needs. A row either builds, or is refused with one
message that has a place. Before there were bounds, most of these hung, or ended in a traceback.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from pygments.lexers import get_all_lexers

from tests.conftest import SiteCase
from tests.faults.conftest import MEMORY, limited, page
from tests.pictures.drawing import claiming

SECONDS = 60
"""Of the processor's time for each process; most rows take one."""

Write = Callable[[SiteCase], object]


class Row(NamedTuple):
    """A site that is hostile or large, and what it gets."""

    name: str
    write: Write
    told: str = ""
    """A pattern for the one error; without one, the site builds."""
    seconds: int = SECONDS
    memory: int = MEMORY
    warned: str = ""
    """A pattern for a warning of a site that builds."""


row = Row


def text(path: str, content: str) -> Write:
    return lambda site: site.write(path, content)


def body(words: str) -> Write:
    return text("content/p.md", page("title: P", words))


def bib(entries: str) -> Write:
    return text("content/publications.bib", entries)


def names(count: int) -> str:
    return " and ".join(f"Given{n} Family{n}" for n in range(count))


def papers(count: int, authors: int) -> str:
    return "".join(
        f"@misc{{a{n}, title={{T}}, author={{{names(authors)}}}}}\n" for n in range(count)
    )


def hole(path: str, start: bytes = b"x", size: int = 3 << 30) -> Write:
    """A file that says how large it is, and takes no room on the disk."""

    def write(site: SiteCase) -> None:
        site.write(path, start)
        os.truncate(site.root / path, size)

    return write


DOUBLED = "".join(f"@string{{s{n + 1} = s{n} # s{n}}}\n" for n in range(40))
LAUGHS = "".join(f"  a{n + 1}: &a{n + 1} [*a{n}, *a{n}]\n" for n in range(40))
NESTED = r"\begin{matrix}" * 500 + "x" + r"\end{matrix}" * 500
TOO_LARGE = r"error: this file is 3072 MB, too large for a site"

ROWS = [
    row("one paper with 3,000 authors", bib(papers(1, 3000))),
    row("a name of 100,000 marks", bib(f"@misc{{a, title={{T}}, author={{A B{'*' * 100_000}x}}}}"),
        r"publications\.bib:1:29: error: this name has 100004 characters"),
    row("@string that doubles", bib("@string{s0={xxxxxxxxxx}}\n" + DOUBLED + "@misc{a, title={T}, author={X}, note=s40}"),
        r"publications\.bib:15:\d+: error: the parts of \"s14\" make more than 100000 characters"),
    row("aliases of YAML that double, in a page", text("content/p.md", f"---\ntitle: P\nextra:\n  a0: &a0 [x]\n{LAUGHS}---\nx\n"),
        r"p\.md:4:7: error: `&a0` names or repeats a value"),
    row("500 nested environments", body(f"$$\n{NESTED}\n$$\n"), r"p\.md:6:1: error: formula: the formula is nested"),
    row("a page of 3 GB", hole("content/p.md"), rf"content/p\.md: {TOO_LARGE}"),
    row("a picture of 3 GB", hole("static/x.jpg", b"\xff\xd8\xff"), rf"static/x\.jpg: {TOO_LARGE}"),
    row("a picture that claims 10,000 million pixels", lambda site: site.write("static/x.png", claiming(100_000, 100_000))),
    row("a picture that claims 170 million pixels", lambda site: site.write("static/x.png", claiming(13_000, 13_000)),
        memory=1 << 30),
    row("200 kB of <", body("<" * 200_000)),
    row("a post with 20,000 tags", text("content/posts/2024-01-01-x.md", page(f"title: X\ntags: [{', '.join(f't{n}' for n in range(20_000))}]")),
        r"x\.md:3:\d+: error: this page has 20000 tags"),
]  # fmt: skip


def fences() -> str:
    """Code that is none, in each language for which there is a lexer."""
    chance = Random(1)
    signs = "\"'`({[<>]}) \\/*#%$&|=+-:;,.@!?~^_ab01\n"
    found = []
    for _, aliases, *_ in sorted(get_all_lexers()):
        code = "".join(chance.choices(signs, k=2000)).replace("`" * 3, "")
        found += [f"`````{aliases[0]}\n{code}\n`````\n"] if aliases else []
    assert len(found) > 400
    return "\n".join(found)


LONG = [
    row("20 papers with 3,000 authors", bib(papers(20, 3000)), seconds=300),
    row("3,000 entries", bib("".join(f"@misc{{a{n}, title={{T{n}}}, author={{A B}}, year={1990 + n % 30}}}\n" for n in range(3000))), seconds=400),
    row("3,000 keys twice", bib("".join(f"@misc{{a{n // 2}, title={{T{n}}}, author={{X}}}}\n" for n in range(3000))), warned="and this one is left out"),
    row("a paper with 20,000 tags", text("content/publications.yaml", f"- {{id: a, title: T, authors: [A], tags: [{', '.join(f't{n}' for n in range(20_000))}]}}\n")),
    row("6,000 tags", lambda site: [
        site.write(f"content/posts/2024-01-01-x{n}.md", page(f"title: X\ntags: [{', '.join(f't{n}-{k}' for k in range(100))}]"))
        for n in range(60)], seconds=300),
    row("6,000 openings of CDATA", body("x <![CDATA[" * 6_000), seconds=120),
    row("50,000 scripts in a line", body("x " + "<script>" * 50_000)),
    row("50,000 style sheets in lines", body("<style>\n" * 50_000)),
    row("50,000 numbers of footnotes", body('<sup class="footnote-ref">' * 50_000)),
    row("12,000 unknown blocks", body("\n:::{x}\n" * 12_000), r'p\.md:6:1: error: the block "x" is never closed'),
    row("a fence of 2 kB for every lexer", body(fences()), seconds=600),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("row", [*ROWS, *LONG], ids=lambda row: row.name)
def test_what_grows_has_a_bound_and_what_is_large_takes_time_in_proportion(
    site: SiteCase, row: Row
) -> None:
    site.write("content/index.md", page("title: Home", ":::{publications}\n:::\n"))
    row.write(site)
    code, said = limited(site.root, "build", cpu=row.seconds, memory=row.memory)
    assert "Traceback" not in said, said[-2000:]
    assert code == (1 if row.told else 0), (code, said[-2000:])
    assert re.search(row.warned, said), said[-2000:]
    if row.told:
        errors = [line for line in said.splitlines() if ": error: " in line]
        assert errors and re.search(row.told, errors[0]), errors[:5]
        assert not Path(site.output, "index.html").exists()
