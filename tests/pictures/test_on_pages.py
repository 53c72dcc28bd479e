"""How pages show pictures, and what other programs get."""

import re

import pytest

from tests.conftest import Built, SiteCase
from tests.pictures.drawing import exif, photo, saved

pytestmark = pytest.mark.broadsheet


def tags(page: str, name: str = "img") -> list[dict[str, str]]:
    """The attributes of all elements of a name, in order."""
    found = re.findall(rf"<{name}\b((?:[^>\"]|\"[^\"]*\")*)>", page)
    return [dict(re.findall(r'([\w-]+)="([^"]*)"', attributes)) for attributes in found]


def candidates(srcset: str) -> list[tuple[str, str]]:
    return [tuple(part.split()) for part in srcset.split(", ")]  # type: ignore[misc]


@pytest.fixture
def travel(site: SiteCase) -> SiteCase:
    site.write("content/travel/trip.jpg", saved(photo(), "JPEG"))
    site.write("content/travel/index.md", "---\ntitle: Trip\n---\n![Hills](trip.jpg)\n")
    return site


def page(built: Built, path: str = "travel/index.html") -> str:
    return built.read(path).partition("<main")[2].partition("</main>")[0]


def test_a_picture_is_offered_in_webp_and_itself_to_old_browsers(travel: SiteCase) -> None:
    built = travel.build()
    html = page(built)
    (image,), (source,) = tags(html), tags(html, "source")
    assert source["type"] == "image/webp"
    assert [width for _, width in candidates(source["srcset"])] == ["480w", "800w", "900w"]
    assert image["src"] == "trip.jpg" and "srcset" not in image
    assert (image["width"], image["height"], image["alt"]) == ("900", "600", "Hills")
    assert source["sizes"].endswith("92vw")


@pytest.mark.slow
def test_the_first_picture_of_a_page_is_not_late_and_the_others_are(site: SiteCase) -> None:
    for n in range(3):
        site.write(f"content/{n}.jpg", saved(photo(seed=n), "JPEG"))
    site.write("content/p.md", "---\ntitle: P\n---\n![a](0.jpg)\n\n![b](1.jpg) ![c](2.jpg)\n")
    images = tags(page(site.build(), "p/index.html"))
    assert [image.get("loading") for image in images] == [None, "lazy", "lazy"]


def test_a_portrait_comes_first_and_keeps_its_square(site: SiteCase) -> None:
    site.write("static/me.jpg", saved(photo(), "JPEG"))
    site.write("content/site.yaml", "person: {name: Ada Lovelace, portrait: me.jpg}\n")
    site.write("content/index.md", "---\ntitle: Home\n---\n![b](me.jpg) ![c](me.jpg)\n")
    built = site.build()
    first, _, last = tags(built.read("index.html"))
    assert (first["class"], first["width"], first["height"]) == ("portrait", "208", "208")
    assert tags(built.read("index.html"), "source")[0]["sizes"] == "208px"
    assert "loading" not in first
    assert last["loading"] == "lazy"


def test_widths_figures_and_raw_html_are_as_their_author_says(travel: SiteCase) -> None:
    raw = '<img src="trip.jpg" alt="Hills">'
    travel.write("content/travel/upright.jpg", saved(photo(), "JPEG", exif=exif(8)))
    figure = ":::{figure} upright.jpg\n:alt: Hills\n\nSome *hills*.\n:::\n"
    text = f"![a](trip.jpg){{width=300}}\n\n![b](trip.jpg){{width=37%}}\n\n{raw}\n\n{figure}"
    travel.write("content/travel/index.md", f"---\ntitle: T\n---\n{text}left![c](trip.jpg)right\n")
    built = travel.build()
    html = page(built)
    first, second, _, upright, _ = tags(html)
    assert raw in html, "it is left alone"
    assert (upright["width"], upright["height"]) == ("600", "900"), "the sides that are seen"
    assert re.search(r"<figure[^>]*>\s*<picture>.*</picture>\s*<figcaption>", html, re.DOTALL)
    assert "left right" in built.read("search.json")
    assert (first["width"], first["height"]) == ("300", "200")
    assert tags(html, "source")[0]["sizes"] == "300px"
    assert (second["width"], second["height"], second["style"]) == ("900", "600", "width:37%")


@pytest.mark.slow
def test_drawings_and_what_moves_get_their_size_alone(site: SiteCase) -> None:
    frames = [photo(300, 200, seed) for seed in range(2)]
    site.write("static/m.gif", saved(frames[0], "GIF", save_all=True, append_images=frames[1:]))
    svg = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="72pt" height=\'1in\'/>'
    site.write("static/d.svg", svg)
    site.write("static/free.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
    site.write("content/p.md", "---\ntitle: P\n---\n![a](/m.gif) ![b](/d.svg) ![c](/free.svg)\n")
    html = page(site.build(), "p/index.html")
    assert "<picture>" not in html and "srcset" not in html
    sizes = [(image.get("width"), image.get("height")) for image in tags(html)]
    assert sizes == [("300", "200"), ("96", "96"), (None, None)]


def test_feeds_get_the_picture_itself(site: SiteCase) -> None:
    site.write("content/site.yaml", "url: https://a.example/\nperson: {name: Ada Lovelace}\n")
    site.write("content/posts/照 片.jpg", saved(photo(), "JPEG"))
    site.write("content/posts/2024-01-01-p.md", "---\ntitle: P\n---\n![Hills](<照 片.jpg>)\n")
    built = site.build()
    feed = built.read("feed.xml")
    assert "https://a.example/posts/%E7%85%A7%20%E7%89%87.jpg" in feed
    assert "srcset" not in feed and "picture&gt;" not in feed and "<picture" not in feed
    (source,) = tags(page(built, "posts/p/index.html"), "source")
    for link, _ in candidates(source["srcset"]):
        assert re.fullmatch(r"\.\./%E7%85%A7%20%E7%89%87-\d+-\w{8}\.webp", link)
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\npictures: false\n")
    (image,) = tags(page(site.build(), "posts/p/index.html"))
    assert {"srcset", "width"}.isdisjoint(image), "without copies, a page is what it was"


def test_templates_show_pictures_by_a_function(travel: SiteCase) -> None:
    part = "{{ picture('/travel/trip.jpg', 'A \"hill\"', sizes='9rem', class='small') }}"
    travel.write("themes/broadsheet/templates/parts/footer.html", part)
    built = travel.build()
    html = built.read("travel/index.html")
    image, source = tags(html)[-1], tags(html, "source")[-1]
    assert source["sizes"] == "9rem" and image["class"] == "small"
    assert image["alt"] == "A &quot;hill&quot;"


def test_a_theme_that_does_not_say_how_wide_pictures_are_is_taken_to_fill_the_screen(
    travel: SiteCase,
) -> None:
    travel.write("content/site.yaml", "person: {name: Ada Lovelace}\ntheme: own\n")
    travel.write("themes/own/theme.yaml", "title: Own\nextends: none\n")
    layout = "<!DOCTYPE html><main>{{ page.body | blocks if page }}</main>"
    for name in ("home", "page", "404"):
        travel.write(f"themes/own/templates/{name}.html", layout)
    for name in ("feed.xml", "sitemap.xml", "robots.txt", "llms.txt", "search.html"):
        travel.write(f"themes/own/templates/{name}", "")
    (source,) = tags(page(travel.build()), "source")
    assert source["sizes"] == "100vw"
