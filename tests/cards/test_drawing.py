"""What a card shows, whatever it is given; and what is said when it cannot."""

import io
import json
import re
import shutil
from importlib.util import find_spec
from typing import Any

import pypdf
import pytest
import typst
from PIL import ImageChops

from generator.render.picture_copies import flattened
from generator.render.typst.compiler import Refusal, Typesetter, size_of
from tests.cards.conftest import CONFIG
from tests.cards.titles import titles
from tests.conftest import SiteCase
from tests.pictures.drawing import opened, photo, saved

pytestmark = pytest.mark.broadsheet

MARGIN = 70
"""Pixels at the left and right in which no card may have anything."""


def paper(title: str, more: str = "") -> str:
    return f"- {{id: one, title: {quoted(title)}, authors: [Ada Lovelace, Bob Bee]{more}}}\n"


def quoted(title: str) -> str:
    """A title for YAML in ASCII: no character is one that only looks like an escape."""
    plain = (c if " " <= c <= "~" and c not in '"\\' else f"\\U{ord(c):08X}" for c in title)
    return f'"{"".join(plain)}"'


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
    monkeypatch.setattr("generator.render.picture_copies.flattened", lambda png: png)
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
        paper("W" * 21),
        paper("a" + "\u0301" * 2 + "á" * 20 + "a\u0301" * 40),
        paper("".join(map(chr, range(0x1D400, 0x1D434)))),
        paper("\\href{javascript:alert(1)}{x}(y)"),
        "- {id: one, title: T, authors: [" + ", ".join(f"Author{n} Name" for n in range(60)) + "]}",
    ],
    ids=["no blanks", "long", "Chinese", "wide", "marks", "for formulas", "signs", "many authors"],
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


@pytest.mark.parametrize("theme", ["broadsheet", "folio", "atlas"])
def test_a_person_may_have_a_name_only(cards: SiteCase, theme: str) -> None:
    only = f"person: {{name: Ada}}\ntheme: {{name: {theme}}}\n"
    cards.write("content/site.yaml", f"url: https://ada.example.org/\ncards: true\n{only}")
    (cards.root / "content/posts/2024-01-02-p.zh.md").unlink()
    built = cards.write("content/publications.yaml", "- {id: one, title: T}\n").build()
    assert built.ok, built.said()
    for page in ("", "about/", "posts/p/", "publications/one/"):
        assert size_of((built.output / page / "card.png").read_bytes()) == (1200, 630)


def test_a_missing_font_for_chinese_is_one_warning_for_all_cards(
    cards: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("installation", "render.typst.compiler"):
        monkeypatch.setattr(
            f"generator.{module}.find_spec",
            lambda name: find_spec(name) if name == "pip" else None,
        )
    built = cards.write("content/publications.yaml", paper("机器学习")).build()
    said = "content/site.yaml:2:8: warning: no font has the Chinese characters of the social cards"
    assert built.ok and said in built.said() and built.said().count("warning:") == 1
    assert re.search(r"help: run: .* -m pip install .*\[zh\]'?, or put a font", built.said())


WARNING = "content/site.yaml:2:8: warning: some social cards leave characters out that no font has"


def picture_of(cards: SiteCase, title: str, path: str = "about/card.png") -> bytes:
    built = cards.write("content/about.md", f"---\ntitle: {quoted(title)}\n---\nText.\n").build()
    assert built.ok, built.said()
    return (built.output / path).read_bytes()


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("About \U00013000", "About"),
        ("About 🚀", "About"),
        ("🚀 About", "About"),
        ("On 👩‍🔬 and 0 u d", "On and 0 u d"),
        ("a\U0001e944bc 0 u {1}", "abc 0 u {1}"),
        ("*A* **\U00013000** $\\sqrt{\U00013000}$ `b`", "*A* $\\sqrt{}$ `b`"),
    ],
)
def test_a_card_leaves_out_what_no_font_has_and_nothing_else(
    cards: SiteCase, title: str, shown: str
) -> None:
    assert picture_of(cards, title) == picture_of(cards, shown)


def test_what_cards_leave_out_is_said_once_for_a_site(cards: SiteCase) -> None:
    cards.write("content/publications.yaml", paper("One 🚀 \U00013000"))
    picture_of(cards, "About 👩‍🔬 0 u d")
    said = cards.build().said()
    assert said.count("warning:") == 1 and WARNING in said and "error" not in said
    (cards.output / "about/card.png").unlink()
    assert cards.build().said() == said, "a card that was drawn before says the same"
    picture_of(cards, "About")
    cards.write("content/publications.yaml", paper("One"))
    assert cards.build().said() == ""


def test_a_title_that_fonts_do_not_show_gives_way_to_other_words(cards: SiteCase) -> None:
    """Less than half of its letters, or nothing that can be seen."""
    name = picture_of(cards, "\U00013000\U00013001 a")
    assert name == picture_of(cards, "\U00013000" * 40) == picture_of(cards, "🚀")
    assert name == picture_of(cards, "\u3164\u200b")
    assert name not in (picture_of(cards, "a"), picture_of(cards, "Analyst"))


def test_a_paper_shows_its_venue_where_its_title_cannot_be_shown(cards: SiteCase) -> None:
    pictures = []
    for venue in ("Workshop", "Meeting", "\U00013000 \U00013001"):
        cards.write("content/publications.yaml", paper("\U00013000", f", venue: {venue!r}"))
        built = cards.build()
        pictures.append((built.output / "publications/one/card.png").read_bytes())
    cards.write("content/publications.yaml", paper("🚀"))
    pictures.append((cards.build().output / "publications/one/card.png").read_bytes())
    assert len(set(pictures)) == 3 and pictures[2] == pictures[3]


def test_an_author_of_whom_no_letter_can_be_shown_is_left_out(cards: SiteCase) -> None:
    pictures = []
    for authors in ("[Ada Lovelace, \U00013000, Bob Bee]", "[Ada Lovelace, Bob Bee]"):
        cards.write("content/publications.yaml", f"- {{id: one, title: T, authors: {authors}}}\n")
        pictures.append((cards.build().output / "publications/one/card.png").read_bytes())
    assert pictures[0] == pictures[1]


def build_with(cards: SiteCase, found: list[str]) -> tuple[str, list[bytes]]:
    """Build a site with a paper for each title; return what was said, and their cards."""
    records = (
        f"- {{id: n{number}, title: {quoted(title)}, authors: [Ada Lovelace]}}\n"
        for number, title in enumerate(found)
    )
    cards.write("content/site.yaml", CONFIG.replace("languages: [en, zh]\n", ""))
    cards.write("content/publications.yaml", "".join(records))
    built = cards.build()
    assert built.ok, built.said()
    folders = (built.output / f"publications/n{number}" for number in range(len(found)))
    return built.said(), [(folder / "card.png").read_bytes() for folder in folders]


def test_titles_that_break_programs_are_drawn_or_replaced(
    cards: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each twentieth here, all of them in the long suite."""
    _draw_hostile(cards, titles()[::20], monkeypatch)


@pytest.mark.slow
def test_all_titles_that_break_programs_are_drawn_or_replaced(
    cards: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(titles()) > 500
    _draw_hostile(cards, titles(), monkeypatch)


def _draw_hostile(cards: SiteCase, found: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert typst, "a process with Typst in it draws all cards itself, so that they are seen here"
    drawn: list[dict[str, Any]] = []
    draw = Typesetter.png

    def noted(self: Typesetter, document: dict[str, Any], ppi: int) -> bytes | Refusal:
        assert not boxes(self, document), document["title"]
        drawn.append(document)
        return draw(self, document, ppi)

    monkeypatch.setattr(Typesetter, "png", noted)
    said, pictures = build_with(cards, found)
    assert said.count(WARNING) == 1
    assert all(size_of(picture) == (1200, 630) for picture in pictures)
    documents = [json.dumps(document) for document in drawn]
    assert len(documents) == len(set(documents)), "cards that come out alike are drawn once"
    assert len(documents) < len(found)


def boxes(typesetter: Typesetter, document: dict[str, Any]) -> bool:
    """Whether a card would show an empty box: glyph 0 of a font (OpenType, `.notdef`)."""
    inputs = {"document": json.dumps(document, ensure_ascii=False)}
    pdf = typesetter._compiler.compile(typesetter._files, sys_inputs=inputs, format="pdf")
    page = pypdf.PdfReader(io.BytesIO(pdf)).pages[0]
    for operands, operator in pypdf.generic.ContentStream(page.get_contents(), None).operations:
        if operator in (b"Tj", b"TJ"):
            texts = operands[0] if operator == b"TJ" else operands
            shown = b"".join(_bytes(text) for text in texts if not isinstance(text, (int, float)))
            if any(shown[at : at + 2] == b"\0\0" for at in range(0, len(shown), 2)):
                return True
    return False


def _bytes(text: object) -> bytes:
    return text if isinstance(text, bytes) else text.original_bytes  # type: ignore[attr-defined]


def test_an_empty_box_is_seen_by_these_tests(cards: SiteCase) -> None:
    typesetter = Typesetter({"main": b"#set page(width: 600pt)\n#sys.inputs.document"}, (), (), ())
    assert boxes(typesetter, {"title": "a 🚀"}) and not boxes(typesetter, {"title": "a"})


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
    assert (
        "cannot be drawn: a design gets the files of its theme that it names"
        in cards.write(DESIGN, computed).build().said()
    )


def test_a_font_of_the_sites_own_stands_in(cards: SiteCase) -> None:
    before = (cards.build().output / "card.png").read_bytes()
    own = f'{PAGE}#set text(font: "Libertinus Serif")\n#json(bytes(sys.inputs.document)).fonts'
    assert (cards.write(DESIGN, own).build().output / "card.png").read_bytes() != before
