"""A site of many papers for `masthead check`, with slips that its rules find.

    python -m tools.bench.check_site FOLDER      write the project into a new folder

It has the pages and papers of the large size, no posts, the default theme, and a page for each
paper. It has as many names as 2,000 real papers would have, since rules compare names.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from tools.bench.corpus import Corpus, Publication, Size, corpus_of
from tools.bench.masthead_site import PROGRAM, write_content
from tools.bench.measure import Cost, cost_of
from tools.bench.site import PROJECTS, environment_of

CHECKED = 2000
"""How many papers the site has."""
_GIVEN = "An Bei Chao Dan Fang Guo Hui Jin Kai Lan Ming Ning Peng Qing Rui Shan Tian Wen Xiao Yu"
_FAMILY = "Bai Cao Deng Fu Gao Hu Jia Kang Luo Ma Nie Ouyang Pan Qiu Ren Sun Tao Wei Xie Yao Zou"
_SLIPS = 40
"""One of this many papers has a slip."""


def write_check_site(root: Path) -> None:
    """Write the project into a new folder."""
    shutil.copytree(PROJECTS / "masthead", root, ignore=shutil.ignore_patterns("themes"))
    config = root / "content/site.yaml"
    lines = config.read_text("utf-8").splitlines(keepends=True)
    kept = [line for line in lines if "theme:" not in line and "/posts/" not in line]
    config.write_text("".join(kept), "utf-8")
    corpus = corpus_of(Size("check", pages=20, publications=CHECKED, posts=0))
    papers = tuple(_with_slips(_with_people(corpus)))
    write_content(replace(corpus, publications=papers), root / "content")


def measured_check(folder: Path, runs: int, say: Callable[[str], None]) -> list[Cost]:
    """Check the site repeatedly, without an earlier build; return the cost of each run."""
    root = folder / "papers"
    write_check_site(root)
    costs = []
    for run in range(runs):
        say(f"check of {CHECKED} papers: run {run + 1} of {runs}")
        shutil.rmtree(root / ".cache", ignore_errors=True)
        costs.append(cost_of((PROGRAM, "check"), root, environment_of(root)))
    return costs


def _with_people(corpus: Corpus) -> Iterator[Publication]:
    """Yield the papers with some 5,000 names of authors, most of them on one or two papers."""
    chance = Random("people")
    given, families = _GIVEN.split(), _FAMILY.split()
    for paper in corpus.publications:
        others = (
            f"{chance.choice(given)}{chance.choice(given).lower()} {chance.choice(families)}"
            for _ in "1234"
        )
        yield replace(paper, authors=("Jin Fang", *others))


def _with_slips(papers: Iterator[Publication]) -> Iterator[Publication]:
    """Yield the papers, every fortieth with a slip, of each kind in turn; the result is always the
    same."""
    last: Publication | None = None
    for number, paper in enumerate(papers):
        kind = number // _SLIPS % 6 if number % _SLIPS == _SLIPS - 1 else -1
        if kind == 0 and last:  # a letter of a name is missing
            given, family = last.authors[-1].split()
            slip = f"{given[:-2]}{given[-1]} {family}"
            paper = replace(paper, authors=(*paper.authors[:-1], slip))
        elif kind == 1 and last:
            paper = replace(paper, doi=last.doi)
        elif kind == 2 and last:  # a letter of a title is wrong
            title = last.title[:-1] + ("x" if last.title[-1] != "x" else "y")
            paper = replace(paper, title=title)
        elif kind == 3:
            paper = replace(paper, abstract=f"{paper.abstract} TODO: more of this.")
        elif kind == 4:
            paper = replace(paper, venue=f"Symposium {paper.year + 3}")
        elif kind == 5:
            paper = replace(paper, abstract=f"{paper.abstract} More of it (link).")
        yield paper
        last = paper


if __name__ == "__main__":
    write_check_site(Path(sys.argv[1]))
