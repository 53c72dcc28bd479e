"""Which cards there are, and where pages say that they are."""

from pathlib import Path

import pytest

from tests.cards.conftest import CONFIG, with_blobs_of, with_cards
from tests.conftest import Built, SiteCase
from tests.machines.reading import Page
from tests.pictures.drawing import plot, saved

pytestmark = pytest.mark.broadsheet

BASE = "https://ada.example.org/repo/"
ALL = {
    "card.png",
    "zh/card.png",
    "about/card.png",
    "flat-card.png",
    "posts/p/card.png",
    "zh/posts/p/card.png",
    "cv/cv/card.png",
    *(f"{lang}publications/{id}/card.png" for lang in ("", "zh/") for id in ("one", "two")),
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, drawn_before: Path) -> Built:
    """The site with cards, for tests that only look at it."""
    site = SiteCase(tmp_path_factory.mktemp("built") / "project")
    with_blobs_of(drawn_before, site)
    return with_cards(site).build()


def drawn(built: Built) -> set[str]:
    return {path for path in built.files() if path.endswith("card.png")}


def shown(built: Built, path: str) -> tuple[list[str], list[str], list[str]]:
    """The picture of a page with its width and alternative text."""
    page = Page(built.read(path))
    names = ("og:image", "og:image:width", "og:image:alt")
    picture, width, alt = (page.metas(name) for name in names)
    return picture, width, alt


def test_each_page_post_paper_and_cv_has_one_in_each_language(built: Built) -> None:
    assert drawn(built) == ALL
    assert built.said() == ""


def test_there_are_none_unless_the_site_wants_them(cards: SiteCase) -> None:
    cards.write("content/site.yaml", CONFIG.replace("cards: true\n", ""))
    built = cards.build()
    assert drawn(built) == set()
    assert shown(built, "about/index.html") == ([f"{BASE}p.png"], [], ["Ada Lovelace"])


def test_a_page_names_its_own_card_with_its_size_and_words(built: Built) -> None:
    page = Page(built.read("publications/one/index.html"))
    assert page.metas("og:image") == [f"{BASE}publications/one/card.png"]
    assert page.metas("og:image:width") == ["1200"] and page.metas("og:image:height") == ["630"]
    assert page.metas("og:image:alt") == ["First"]
    assert page.metas("twitter:card") == ["summary_large_image"]
    assert shown(built, "flat.html")[0] == [f"{BASE}flat-card.png"]
    assert shown(built, "seen/index.html") == ([f"{BASE}p.png"], [], ["Seen"]), "its own picture"
    assert Page(built.read("seen/index.html")).metas("twitter:card") == ["summary_large_image"]


def test_a_list_names_the_card_of_its_languages_home_and_none_for_machines_names_any(
    built: Built,
) -> None:
    for path in ("tags/x/index.html", "posts/index.html", "search/index.html"):
        assert shown(built, path) == ([f"{BASE}card.png"], ["1200"], ["Ada Lovelace"]), path
        assert shown(built, f"zh/{path}")[0] == [f"{BASE}zh/card.png"], path
    for path in ("sitemap.xml", "llms.txt", "search.json", "feed.xml"):
        assert "card.png" not in built.read(path), path


def test_a_file_at_a_cards_address_takes_its_place(cards: SiteCase) -> None:
    by_hand = saved(plot(60, 40))
    cards.write("static/about/card.png", by_hand)
    built = cards.build()
    assert built.said() == ""
    assert (built.output / "about/card.png").read_bytes() == by_hand
    assert shown(built, "about/index.html") == ([f"{BASE}about/card.png"], [], ["About"])


def test_a_preview_draws_none(cards: SiteCase) -> None:
    cards.is_preview = True
    built = cards.build()
    assert drawn(built) == set() and built.said() == ""
    assert shown(built, "about/index.html")[0] == [f"{BASE}p.png"]


def test_without_a_url_there_are_none_and_that_is_said_once(cards: SiteCase) -> None:
    cards.write("content/site.yaml", CONFIG.partition("\n")[2])
    built = cards.build()
    assert drawn(built) == set()
    assert built.said().count("warning:") == 1
    assert "content/site.yaml:1:8: warning: there are no cards" in built.said()
    assert "url: https://" in built.said()
    assert drawn(cards.build(base_url="https://x.example/")) == ALL


def test_a_theme_that_draws_none_is_a_mistake_with_a_way_out(cards: SiteCase) -> None:
    cards.write("content/site.yaml", f"{CONFIG}theme: bare\n")
    cards.write("themes/bare/theme.yaml", "title: Bare\nextends: none\n")
    cards.write("themes/bare/templates/home.html", "<p>\n")
    message = cards.build().said()
    assert 'content/site.yaml:2:8: error: the theme "bare" draws no cards' in message
    assert "extend base" in message
