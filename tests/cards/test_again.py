"""When a card is drawn again, where from, and by which processes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cards.conftest import with_cards
from tests.conftest import REPOSITORY, SiteCase, may_use
from tests.test_explain import reasons

pytestmark = [pytest.mark.broadsheet, pytest.mark.slow]


@pytest.fixture(scope="module")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> SiteCase:
    """A site with cards, built by the command."""
    site = with_cards(SiteCase(tmp_path_factory.mktemp("cards") / "project"))
    assert command(site)
    return site


@pytest.fixture
def settled(built_once: SiteCase, tmp_path: Path) -> SiteCase:
    """A copy of that site, with what its build remembers."""
    return SiteCase(shutil.copytree(built_once.root, tmp_path / "project"))


def again(site: SiteCase) -> set[str]:
    """Build, and return the cards that were made again."""
    made = (path for path in reasons(site) if path.endswith("card.png"))
    return {path.removesuffix("card.png") for path in made}


def edited(site: SiteCase, path: str, old: str, new: str) -> SiteCase:
    text = (site.root / path).read_text("utf-8")
    assert old in text
    return site.write(path, text.replace(old, new))


def test_a_papers_title_draws_its_cards_and_its_abstract_none(settled: SiteCase) -> None:
    assert again(edited(settled, "content/publications.yaml", "Words", "Other words")) == set()
    edited(settled, "content/publications.yaml", "First", "Another")
    assert again(settled) == {"publications/one/", "zh/publications/one/"}


@pytest.mark.parametrize(
    ("path", "count"),
    [("cards/card.typ", 11), ("cv/parts.typ", 0)],
)
def test_the_files_that_draw_cards_draw_all_and_others_none(
    settled: SiteCase, path: str, count: int
) -> None:
    name = f"themes/broadsheet/{path}"
    settled.write(name, (REPOSITORY / "themes/base" / path).read_text("utf-8") + "\n// more\n")
    assert len(again(settled)) == count


PROGRAM = """
import sys
from generator.__main__ import run
code = run()
print("typst" in sys.modules)
sys.exit(code)
"""


def command(site: SiteCase) -> bool:
    """Build by the command; return whether Typst was loaded in it."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "build"],
        cwd=site.root,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.endswith("True\n")


def pictures(site: SiteCase) -> dict[str, bytes]:
    return {
        path.relative_to(site.output).as_posix(): path.read_bytes()
        for path in site.output.rglob("*card.png")
    }


def test_typst_is_loaded_only_where_a_card_is_stale(settled: SiteCase) -> None:
    edited(settled, "content/about.md", "Text", "Other text")
    assert not command(settled)
    edited(settled, "content/about.md", "About", "On me")
    assert command(settled)


def test_a_site_that_was_lost_gets_its_cards_back_without_typst(settled: SiteCase) -> None:
    before = pictures(settled)
    shutil.rmtree(settled.output)
    assert not command(settled)
    assert pictures(settled) == before


def many(site: SiteCase) -> SiteCase:
    """Add cards, so many that processes share them."""
    papers = (f"- {{id: p{n}, title: Paper {n}, authors: [Ada Lovelace]}}\n" for n in range(4))
    return with_cards(site).write("content/publications.yaml", "".join(papers))


def test_a_process_with_typst_in_it_draws_them_all_itself(
    site: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its copies would wait for threads that they do not have."""
    import typst

    assert typst is sys.modules["typst"]
    may_use(3, monkeypatch)
    assert many(site).build().ok and len(pictures(site)) == 15
