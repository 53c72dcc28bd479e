"""Films that stand for records and posts, films in texts, and what the head of a film says; galleries and
comparisons of pictures."""

import random
import re
import struct

import pytest

from generator.html import start_tags
from generator.parse.pictures import film_in, is_film
from tests.conftest import SiteCase, visible_text
from tests.pictures.drawing import photo, saved
from tests.pictures.filming import box, element, mp4, webm

PAPER = "- {id: goat, title: Goats, authors: [Ada Lovelace], date: 2024, preview: goat.mp4%s}\n"
SHOWS = """{% for group in section.groups %}{% for entry in group.entries %}
{% set t = entry.teaser %}<p>{{ entry.title | inline }}
{% if t and t.is_film %}{{ film(t.url, t.alt | plain, still=t.still, sizes='10rem', class='teaser') }}
{% elif t %}{{ picture(t.url, t.alt | plain, sizes='10rem', still=t.still, class='teaser') }}{% endif %}
</p>{% endfor %}{% endfor %}
"""


def tags(page: str) -> list[dict[str, str]]:
    """The attributes of all pictures and films."""
    return [tag.attributes for tag in start_tags(page, ("img", "video", "source"))]


@pytest.fixture
def filmed(site: SiteCase) -> SiteCase:
    """A site with a paper that a film stands for, and a theme that shows teasers."""
    site.write("content/publications.yaml", PAPER % "")
    site.write("content/index.md", "---\ntitle: Home\n---\n:::{publications}\n:::\n")
    site.write("themes/bare/templates/parts/section.html", SHOWS)
    return site.write("static/goat.mp4", mp4())


def test_a_film_is_silent_and_has_its_size_from_the_first(filmed: SiteCase) -> None:
    built = filmed.build_clean()
    home = built.read("index.html")
    film = next(tag for tag in tags(home) if tag.get("data-plays") == "hover")
    assert (film["width"], film["height"]) == ("640", "360")
    assert {"muted", "loop", "playsinline"} <= set(film) and "autoplay" not in film
    assert film["src"] == "goat.mp4#t=0.001" and film["preload"] == "metadata"
    assert '<span class="film teaser"><video' in home and "</video></span>" in home
    assert (built.output / "goat.mp4").read_bytes() == mp4()


def test_a_still_is_there_until_the_film_plays(filmed: SiteCase) -> None:
    paper = PAPER % ", preview_still: goat.jpg, preview_alt: A leaping goat"
    filmed.write("content/publications.yaml", paper)
    filmed.write("static/goat.jpg", saved(photo(), "JPEG"))
    built = filmed.build_clean()
    home = built.read("index.html")
    film = next(tag for tag in tags(home) if tag.get("data-plays"))
    assert (film["src"], film["preload"], film["aria-hidden"]) == ("goat.mp4", "none", "true")
    image = next(tag for tag in tags(home) if tag.get("src") == "goat.jpg")
    assert image["alt"] == "A leaping goat" and "class" not in image
    assert re.search(r'srcset="goat-480-[^"]*" sizes="[^"]*"><img src="goat.jpg"', home)
    assert home.index("goat.jpg") < home.index("<video"), "the film lies over it"


def test_a_picture_that_moves_has_a_still_too(filmed: SiteCase) -> None:
    frames = [photo(90, 60, seed) for seed in (1, 2)]
    moves = saved(frames[0], "GIF", save_all=True, append_images=frames[1:])
    filmed.write("static/goat.gif", moves)
    filmed.write("static/goat.jpg", saved(photo(), "JPEG"))
    text = (PAPER % ", preview_still: goat.jpg").replace("goat.mp4", "goat.gif")
    filmed.write("content/publications.yaml", text)
    home = filmed.build().read("index.html")
    still = home.partition('<picture><source media="(prefers-reduced-motion: reduce), print"')[2]
    assert re.match(r' srcset="goat-480-\w+\.webp [^"]*" sizes="10rem"><img src="goat.gif"', still)


def test_a_dark_page_has_a_portrait_of_its_own(filmed: SiteCase) -> None:
    person = "person: {name: Ada Lovelace, portrait: a.jpg, portrait_dark: b.jpg}\n"
    filmed.write("content/site.yaml", person)
    for name in "ab":
        filmed.write(f"static/{name}.jpg", saved(photo(), "JPEG"))
    shown = "{{ picture(site.person.portrait, 'Ada', dark=site.person.portrait_dark, width=90) }}"
    filmed.write("themes/bare/templates/parts/footer.html", shown)
    home = filmed.build().read("index.html")
    dark = home.partition('<picture><source media="(prefers-color-scheme: dark)" data-dark')[2]
    assert re.match(r' srcset="b-480-\w+\.webp 480w', dark) and 'src="a.jpg"' in dark


def test_a_page_whose_text_shows_the_picture_of_its_record_shows_it_once(site: SiteCase) -> None:
    site.write("content/site.yaml", "person: {name: Ada Lovelace}\ntheme: folio\n")
    site.write("content/projects.yaml", "- {id: sea, title: Sea, preview: goat.jpg}\n"
               "- {id: map, title: Map, preview: goat.jpg}\n")  # fmt: skip
    site.write("content/projects/map.md", "---\ntitle: Map\n---\nWords.\n")
    site.write("content/projects/sea.md", "---\ntitle: Sea\n---\nWords.\n\n![A goat](/goat.jpg)\n")
    built = site.write("static/goat.jpg", saved(photo(), "JPEG")).build_clean()
    for page in ("sea", "map"):
        shown = [tag for tag in tags(built.read(f"projects/{page}/index.html")) if "src" in tag]
        assert [tag["src"] for tag in shown] == ["../../goat.jpg"]


@pytest.mark.slow
def test_a_film_on_a_page_has_at_most_16_mb(filmed: SiteCase) -> None:
    filmed.write("static/goat.mp4", mp4(frames=bytes(17_000_000)))
    said = "content/publications.yaml:1:74: error: this film cannot be shown: it is 17.0 MB"
    assert said in filmed.build().said()


def test_a_link_may_lead_to_any_film(filmed: SiteCase) -> None:
    text = PAPER % ", links: {video: talk.mp4}"
    filmed.write("content/publications.yaml", text)
    filmed.write("static/talk.mp4", mp4(b"hvc1")).build_clean()


def test_records_of_all_kinds_and_posts_have_previews(filmed: SiteCase) -> None:
    for kind in ("projects", "talks"):
        filmed.write(f"content/{kind}.yaml", "- {title: Goats, preview: goat.mp4}\n")
    filmed.write("content/news.yaml", "- {date: 2024, text: Goats, preview: goat.mp4}\n")
    blocks = "".join(f":::{{{kind}}}\n:::\n" for kind in ("projects", "talks", "news"))
    filmed.write("content/index.md", f"---\ntitle: Home\n---\n{blocks}")
    post = "---\ntitle: Goat\n{}: {}\n---\nText\n"
    filmed.write("content/posts/2024-01-02-goat.md", post.format("preview", "goat.webm"))
    filmed.write("content/posts/2024-01-03-card.md", post.format("image", "goat.jpg"))
    filmed.write("content/posts/goat.webm", webm())
    filmed.write("static/goat.jpg", saved(photo(), "JPEG"))
    teaser = "{{ post.teaser.url }} {{ post.teaser.is_film }}\n"
    filmed.write("themes/bare/templates/parts/post-item.html", teaser)
    filmed.write("themes/bare/templates/post.html", "{{ page.teaser.width }}")
    built = filmed.build_clean()
    assert built.read("index.html").count("<video") == 3
    assert "/posts/goat.webm True" in built.read("posts/index.html")
    assert "/goat.jpg False" in built.read("posts/index.html"), "the picture for cards stands in"
    assert built.read("posts/goat/index.html") == "640"


def test_a_film_in_a_text_has_controls(filmed: SiteCase) -> None:
    filmed.write("static/still.jpg", saved(photo(), "JPEG"))
    filmed.write("themes/bare/templates/parts/footer.html", "{{ 'with script' if here.has_media }}")
    filmed.write("content/about.md", "---\ntitle: About\n---\nNo film.\n")
    text = "![A leaping goat](goat.mp4){width=320}\n\n:::{figure} goat.mp4\n:alt: It leaps\n:still: still.jpg\n:::\n"
    filmed.write("content/index.md", f"---\ntitle: Home\n---\n{text}")
    built = filmed.build_clean()
    first, second = (
        tag for tag in tags(built.read("index.html")) if tag.get("data-plays") == "view"
    )
    assert "controls" in first and first["aria-label"] == "A leaping goat"
    assert (first["width"], first["height"]) == ("320", "180")
    assert second["preload"] == "none" and re.fullmatch(r"still-\d+-\w+\.webp", second["poster"])
    assert "with script" in built.read("index.html")
    assert "with script" not in built.read("about/index.html")
    filmed.write("content/site.yaml", "person: {name: Ada Lovelace}\npictures: false\n")
    assert 'width="320"' in filmed.build().read("index.html"), "without copies of pictures, too"


@pytest.fixture
def page(site: SiteCase) -> SiteCase:
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


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (mp4(), "mp4"),
        (mp4(b"av01"), "mp4"),
        (webm(), "webm"),
        (webm(b"V_AV1\0"), "webm"),
        (webm(size=-1), "webm"),
    ],
)
def test_the_size_stands_in_the_head(data: bytes, kind: str) -> None:
    film = film_in(data)
    assert is_film(data) and not film.fault
    assert (film.kind, film.width, film.height) == (kind, 640, 360)
    assert film.is_animated


def test_a_film_that_was_held_upright_is_as_wide_as_it_is_shown() -> None:
    film = film_in(mp4(is_turned=True))
    assert (film.width, film.height) == (360, 640)


CUT = "there is no film in it that can be read: it is damaged, or its end is missing"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (mp4(b"hvc1"), "it is HEVC, which not all browsers play"),
        (mp4(b"apch"), 'it is "apch", which not all browsers play'),
        (mp4(width=0, height=0), "it does not give its width and height"),
        (mp4(handler=b"soun"), CUT),
        (webm(kind=2), CUT),
        (webm(b"V_MPEGH/ISO/HEVC"), "it is HEVC, which not all browsers play"),
        (webm(size=10**9), CUT),
        (box(b"ftyp", b"isom") + box(b"mdat", bytes(99)), CUT),
        (box(b"moov", struct.pack(">I4s", 4, b"trak")), CUT),
        (b"\x1a\x45\xdf\xa3", CUT),
    ],
)
def test_what_browsers_do_not_play_is_said_in_words(data: bytes, why: str) -> None:
    assert is_film(data)
    assert why in str(film_in(data).fault)


def test_pictures_in_boxes_are_no_films() -> None:
    assert not is_film(saved(photo(64, 48), "AVIF"))
    assert not is_film(b"\0\0\0\x18ftypheic") and not is_film(b"") and not is_film(b"GIF89a")


def test_a_film_of_a_million_boxes_is_given_up() -> None:
    beside = box(b"free") * 1_000_000
    _, head, film = mp4().partition(mp4()[: mp4().index(b"moov") - 4])
    assert film_in(head + film).fault is None
    assert str(film_in(head + beside + film).fault) == CUT
    voids = element(0x18538067, element(0xEC) * 1_000_000)
    assert str(film_in(element(0x1A45DFA3) + voids).fault) == CUT


@pytest.mark.parametrize("whole", [mp4(), webm(), webm(size=-1)])
def test_a_film_that_is_cut_or_changed_anywhere_is_read_without_an_exception(whole: bytes) -> None:
    chance = random.Random(14)
    for end in range(len(whole)):
        film_in(whole[:end])
    for _ in range(2000):
        bent = bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            bent[chance.randrange(len(bent))] = chance.randrange(256)
        film_in(bytes(bent))
