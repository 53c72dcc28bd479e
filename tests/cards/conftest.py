"""A site with cards."""

import shutil
from pathlib import Path

import pytest

from tests.conftest import SiteCase
from tests.pictures.drawing import plot, saved

SITE = Path(__file__).parent / "site"
CONFIG = (SITE / "content/site.yaml").read_text("utf-8")


def with_cards(site: SiteCase) -> SiteCase:
    """Write a site in two languages with a card for most of its pages."""
    shutil.copytree(SITE, site.root, dirs_exist_ok=True)
    return site.write("static/p.png", saved(plot(60, 40)))


@pytest.fixture(scope="session")
def drawn_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache with the cards of such a site: drawing them takes most of a build."""
    site = with_cards(SiteCase(tmp_path_factory.mktemp("cards") / "project"))
    built = site.build()
    assert built.ok, built.said()
    return site.root / ".cache"


def with_blobs_of(cache: Path, site: SiteCase) -> None:
    """Copy what was drawn for another site."""
    for path in cache.glob("blobs*"):
        site.write(f".cache/{path.name}", path.read_bytes())


@pytest.fixture
def cards(site: SiteCase, drawn_before: Path) -> SiteCase:
    """Such a site, which nobody has built; but its cards are in the cache, and only those that a
    test makes other ones of are drawn."""
    with_blobs_of(drawn_before, site)
    return with_cards(site)
