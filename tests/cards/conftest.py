"""A site with cards."""

from pathlib import Path

import pytest

from tests.conftest import SiteCase
from tests.pictures.drawing import plot, saved

CONFIG = """\
url: https://ada.example.org/repo/
cards: true
languages: [en, zh]
person: {name: {given: Ada, family: Lovelace}, role: Analyst, portrait: p.png}
"""
PAPERS = """\
- {id: one, title: First, authors: [Ada Lovelace, Bob Bee], venue: Workshop, date: 2024}
- {id: two, title: Second, authors: [Bob Bee], abstract: Words.}
"""


def with_cards(site: SiteCase) -> SiteCase:
    """Write a site in two languages with a card for most of its pages."""
    site.write("content/index.md", "---\ntitle: Home\n---\n\nHello.\n")
    site.write("content/site.yaml", CONFIG).write("content/publications.yaml", PAPERS)
    site.write("content/about.md", "---\ntitle: About\n---\nText.\n")
    site.write("content/seen.md", "---\ntitle: Seen\nimage: p.png\n---\nText.\n")
    site.write("content/flat.md", "---\ntitle: Flat\npermalink: /flat.html\n---\nText.\n")
    site.write("content/posts/2024-01-02-p.md", "---\ntitle: P\ntags: [x]\n---\nText.\n")
    site.write("content/posts/2024-01-02-p.zh.md", "---\ntitle: Q\ntags: [x]\n---\nText.\n")
    site.write("content/cv/cv.yaml", "pdf: none\nsections: [{of: publications}]\n")
    site.write("static/p.png", saved(plot(60, 40)))
    return site


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
