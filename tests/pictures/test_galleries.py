"""Galleries and comparisons of pictures in Markdown."""

import pytest

from generator.html import start_tags
from tests.conftest import SiteCase, visible_text
from tests.pictures.drawing import photo, saved
from tests.pictures.filming import mp4


@pytest.fixture
def page(site: SiteCase) -> SiteCase:
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\n")
    for name in ("one", "two"):
        site.write(f"static/{name}.jpg", saved(photo(), "JPEG"))
    return site.write("static/film.mp4", mp4())


def wrote(page: SiteCase, text: str) -> SiteCase:
    return page.write("content/index.md", f"---\ntitle: Home\n---\n{text}")


GALLERY = """:::{gallery}
:columns: 3
![A goat](one.jpg) Words, in *Markdown*

![Two (or three) goats](two.jpg "title"){.tall}
![A leaping goat](film.mp4)
![](one.jpg){alt=""}
:::

After it.
"""


def test_a_gallery_has_a_figure_for_each_line_and_needs_the_script(page: SiteCase) -> None:
    page.write("themes/bare/templates/parts/footer.html", "{{ 'with script' if here.has_media }}")
    page.write("content/about.md", "---\ntitle: About\n---\n![A goat](one.jpg)\n")
    built = wrote(page, GALLERY).build_clean()
    home = built.read("index.html")
    assert "with script" in home and "with script" not in built.read("about/index.html")
    assert '<div class="gallery columns-3">' in home
    assert home.count("<figure>") == home.count("</figure>") == 4
    assert "<figcaption>Words, in <em>Markdown</em></figcaption>" in home
    assert "After it." in home.partition("</div>")[2]
    assert [tag.attributes.get("class") for tag in start_tags(home, ("img",))][1] == "tall"
    opened = [t.attributes for t in start_tags(home, ("a",)) if t.attributes.get("class") == "zoom"]
    assert [link["href"] for link in opened] == ["one.jpg", "two.jpg"], "no film, nothing unnamed"
    assert '<a class="zoom" href="one.jpg"><picture>' in home, "readers open it without a script"


def test_a_comparison_is_two_pictures_side_by_side(page: SiteCase) -> None:
    text = ":::{compare}\n![Noise](one.jpg) Before\n![A goat](two.jpg) After\n:::\n"
    built = wrote(page, text).build_clean()
    home = built.read("index.html")
    assert '<div class="compare" data-label="Compare the two pictures">' in home
    assert home.count("<figure>") == 2 and "zoom" not in home
    assert visible_text(home.partition('class="compare"')[2]).count("Before") == 1


def test_a_line_of_a_megabyte_is_read_once(page: SiteCase) -> None:
    for line in ("![" * 300_000, "![a](" + "(" * 500_000, "![" + "[" * 500_000):
        built = wrote(page, f":::{{gallery}}\n{line}\n:::\n").build()
        assert not built.ok and "contains pictures" in built.said()
