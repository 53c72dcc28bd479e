"""What a card shows, whatever it is given; and what is said when it cannot."""

from __future__ import annotations

import shutil

import pytest
from PIL import ImageChops

from generator.render.images.encoding import flattened
from generator.render.typst.compiler import size_of
from tests.cards.conftest import CONFIG
from tests.conftest import SiteCase
from tests.pictures.drawing import opened, photo, saved

pytestmark = pytest.mark.broadsheet

MARGIN = 70
"""Pixels at the left and right in which no card may have anything."""


def paper(title: str, more: str = "") -> str:
    return f"- {{id: one, title: {title!r}, authors: [Ada Lovelace, Bob Bee]{more}}}\n"


def rows(png: bytes) -> list[bytes]:
    """The rows of a picture with four bytes per pixel."""
    image = opened(png).convert("RGBA")
    data, size = image.tobytes(), image.width * 4
    return [data[at : at + size] for at in range(0, len(data), size)]


def test_a_card_is_small_and_looks_as_it_was_drawn(
    cards: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = (cards.build().output / "publications/one/card.png").read_bytes()
    assert len(small) < 60_000
    shutil.rmtree(cards.root / ".cache")
    shutil.rmtree(cards.output)
    monkeypatch.setattr("generator.render.typst.social_cards.flattened", lambda png: png)
    drawn = (cards.build().output / "publications/one/card.png").read_bytes()
    assert len(drawn) > 1.5 * len(small)
    one, other = (opened(data).convert("RGB") for data in (small, drawn))
    assert max(high for _, high in ImageChops.difference(one, other).getextrema()) <= 16


def test_a_card_with_a_shade_keeps_its_colours(cards: SiteCase) -> None:
    shade = saved(photo(1200, 630))
    assert flattened(shade) == shade


@pytest.mark.parametrize(
    "text",
    [
        paper("x" * 300),
        paper("Words and more words " * 40, ", venue: " + "A Very Long Conference " * 12),
        paper("机器学习系统与在网计算" * 30),
        "- {id: one, title: T, authors: [" + ", ".join(f"Author{n} Name" for n in range(60)) + "]}",
    ],
    ids=["no blanks", "long", "Chinese", "many authors"],
)
def test_nothing_runs_over_the_margin(cards: SiteCase, text: str) -> None:
    built = cards.write("content/publications.yaml", text).build()
    assert built.ok, built.said()
    picture = rows((built.output / "publications/one/card.png").read_bytes())
    white = b"\xff" * (MARGIN * 4)
    assert all(row.startswith(white) and row.endswith(white) for row in picture)
    blank = b"\xff" * len(picture[0])
    assert all(row == blank for row in (*picture[:20], *picture[-20:]))
    assert any(row != blank for row in picture)


@pytest.mark.parametrize(
    "title",
    [
        '#panic("a") *b* _c_ `d` $x^2$ @e <f> \\ // /* "quoted"',
        "شبكات التعلم in networks",
        "面向大模型的 In-Network Aggregation：方法",
        "**bold** *emph* `code_with_no_blanks_at_all_in_it` [link](about.md)",
        "a",
    ],
)
def test_all_sorts_of_titles_are_drawn(cards: SiteCase, title: str) -> None:
    built = cards.write("content/publications.yaml", paper(title)).build()
    assert built.ok, built.said()
    assert size_of((built.output / "publications/one/card.png").read_bytes()) == (1200, 630)


@pytest.mark.parametrize("part", ["title: Third", "venue: Workshop", "date: 1999"])
def test_a_card_shows_what_a_paper_is(cards: SiteCase, part: str) -> None:
    name, _, value = part.partition(": ")
    fields = {"title": "First", "venue": "Meeting", "date": "2001", "authors": "[Bob Bee]"}
    found = []
    for changed in (fields, {**fields, name: value}):
        text = ", ".join(f"{key}: {word}" for key, word in changed.items())
        built = cards.write("content/publications.yaml", f"- {{id: one, {text}}}\n").build()
        found.append((built.output / "publications/one/card.png").read_bytes())
    assert found[0] != found[1]


def test_a_missing_font_for_chinese_is_one_mistake_for_all_cards(
    cards: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.render.typst.compiler.find_spec", lambda name: None)
    message = cards.write("content/publications.yaml", paper("机器学习")).build().said()
    said = "content/site.yaml:2:8: error: no font has the Chinese characters of the social cards"
    assert said in message and message.count("error:") == 1
    assert "pip install 'masthead[zh]'" in message


def test_a_letter_that_no_font_has_is_a_mistake_at_its_place(cards: SiteCase) -> None:
    cards.write("content/about.md", "---\ntitle: About \U00013000\n---\nText.\n")
    message = cards.build().said()
    assert 'content/about.md:2:14: error: no font has the character "\U00013000"' in message


def test_an_emoji_that_no_font_has_is_left_out_with_a_word(cards: SiteCase) -> None:
    cards.write("content/about.md", "---\ntitle: About 🚀\n---\nText.\n")
    built = cards.build()
    assert built.ok
    assert "content/about.md:2:14: warning: the social card leaves" in built.said()
    assert "U+1F680" in built.said()
    with_emoji = (built.output / "about/card.png").read_bytes()
    cards.write("content/about.md", "---\ntitle: About\n---\nText.\n")
    assert (cards.build().output / "about/card.png").read_bytes() == with_emoji
    cards.write("content/about.md", "---\ntitle: About 🚀\n---\nText.\n")
    (cards.output / "about/card.png").unlink()
    assert cards.build().said() == built.said(), "a card that was drawn before says nothing"


def test_a_colour_for_browsers_and_a_long_address_are_no_mistakes(cards: SiteCase) -> None:
    config = CONFIG.replace("/repo/", f"/{'a-long-name/' * 12}")
    options = 'theme: {name: broadsheet, options: {accent: "oklch(0.5 0.2 20)"}}\n'
    built = cards.write("content/site.yaml", config + options).build()
    assert built.ok, built.said()
    picture = rows((built.output / "about/card.png").read_bytes())
    assert all(row.startswith(b"\xff" * MARGIN * 4) for row in picture)
    assert all(row.endswith(b"\xff" * MARGIN * 4) for row in picture)


DESIGN = "themes/broadsheet/cards/card.typ"
PAGE = "#set page(width: 600pt, height: 315pt)\n"


def test_a_mistake_in_a_design_is_named_at_its_line(cards: SiteCase) -> None:
    message = cards.write(DESIGN, f"{PAGE}\n#nothing\n").build().said()
    said = f"{DESIGN}:3: error: social cards cannot be drawn: unknown variable: nothing"
    assert said in message and message.count("error:") == 1


def test_a_mistake_in_a_file_that_a_design_imports_is_named_there(cards: SiteCase) -> None:
    cards.write("themes/broadsheet/cards/more.typ", "\n#let x = y\n")
    message = cards.write(DESIGN, f'#import "more.typ": x\n{PAGE}#x\n').build().said()
    assert "themes/broadsheet/cards/more.typ:2: error:" in message


@pytest.mark.parametrize(
    ("design", "said"),
    [
        (f"{PAGE}a #pagebreak() b", "it has 2 pages, not one"),
        ("#set page(width: 300pt, height: 315pt)\na", "it is 600 by 630 pixels"),
        (f'{PAGE}#set text(font: "Comic Sans")\na', "there is no font family comic sans"),
    ],
)
def test_a_design_that_draws_no_card_is_a_mistake(cards: SiteCase, design: str, said: str) -> None:
    message = cards.write(DESIGN, design).build().said()
    assert said in message and f"{DESIGN}: error:" in message and message.count("error:") == 1


def test_a_design_gets_no_file_that_it_does_not_name(cards: SiteCase) -> None:
    """Or its cards would depend on what is in no digest."""
    computed = '#import "../cv/" + "nodes" + ".typ": words\n'
    assert "cannot be drawn: file not found" in cards.write(DESIGN, computed).build().said()


def test_a_font_of_the_sites_own_stands_in(cards: SiteCase) -> None:
    before = (cards.build().output / "card.png").read_bytes()
    own = f'{PAGE}#set text(font: "Libertinus Serif")\n#json(bytes(sys.inputs.document)).fonts'
    assert (cards.write(DESIGN, own).build().output / "card.png").read_bytes() != before
