"""What a card shows, whatever it is given; and what is said when it cannot."""

import io
import re
from typing import Any

import pypdf
import pytest
import typst
from PIL import ImageChops

from generator.render.picture_copies import flattened
from generator.render.typst.compiler import HAN_FONTS, HAN_PACKAGE, Typesetter, size_of
from tests.cards.conftest import CONFIG
from tests.cards.titles import titles
from tests.conftest import SiteCase, lacks
from tests.pictures.drawing import opened, photo, saved

pytestmark = [pytest.mark.broadsheet, pytest.mark.slow]

COMPILER = typst.Compiler
MARGIN = 70
"""Pixels at the left and right in which no card may have anything."""


def paper(title: str, more: str = "", id: str = "one") -> str:
    return f"- {{id: {id}, title: {quoted(title)}, authors: [Ada Lovelace, Bob Bee]{more}}}\n"


def quoted(title: str) -> str:
    """A title for YAML in ASCII: no character is one that only looks like an escape."""
    plain = (c if " " <= c <= "~" and c not in '"\\' else f"\\U{ord(c):08X}" for c in title)
    return f'"{"".join(plain)}"'


def rows(png: bytes) -> list[bytes]:
    """The rows of a picture with four bytes per pixel."""
    image = opened(png).convert("RGBA")
    data, size = image.tobytes(), image.width * 4
    return [data[at : at + size] for at in range(0, len(data), size)]


def test_a_card_is_small_and_looks_as_it_was_drawn(cards: SiteCase) -> None:
    small = (cards.build().output / "publications/one/card.png").read_bytes()
    assert len(small) < 60_000
    page = b"#set page(width: 600pt, height: 315pt)\n#set text(40pt, blue)\n#lorem(20)"
    drawn = Typesetter({"main": page}, (), (), ()).png({})
    assert isinstance(drawn, bytes) and len(drawn) > 1.5 * len(flattened(drawn))
    one, other = (opened(data).convert("RGB") for data in (flattened(drawn), drawn))
    assert max(high for _, high in ImageChops.difference(one, other).getextrema()) <= 16
    shade = saved(photo(1200, 630))
    assert flattened(shade) == shade, "a card with a shade keeps its colours"


TITLES = {
    "no blanks": "x" * 300,
    "Chinese": "机器学习系统与在网计算" * 30,
    "wide": "W" * 21,
    "marks": "a" + "\u0301" * 2 + "á" * 20 + "a\u0301" * 40,
    "for formulas": "".join(map(chr, range(0x1D400, 0x1D434))),
    "signs": "\\href{javascript:alert(1)}{x}(y)",
    "Typst": '#panic("a") *b* _c_ `d` $x^2$ @e <f> \\ // /* "quoted"',
    "Arabic": "شبكات التعلم in networks",
    "mixed": "面向大模型的 In-Network Aggregation：方法",
    "Markdown": "**bold** *emph* `code_with_no_blanks_at_all_in_it` [link](about.md)",
    "short": "a",
}


def test_nothing_runs_over_the_margin_whatever_the_title(cards: SiteCase) -> None:
    long = paper("Words and more words " * 40, ", venue: " + "A Very Long Conference " * 12, "long")
    many = ", ".join(f"Author{n} Name" for n in range(60))
    records = [paper(title, id=f"n{number}") for number, title in enumerate(TITLES.values())]
    _, pictures = drawn(cards, *records, long, f"- {{id: many, title: T, authors: [{many}]}}\n")
    for name, png in zip([*TITLES, "long", "many authors"], pictures, strict=True):
        assert size_of(png) == (1200, 630), name
        picture = rows(png)
        white = b"\xff" * (MARGIN * 4)
        assert all(row.startswith(white) and row.endswith(white) for row in picture), name
        blank = b"\xff" * len(picture[0])
        assert all(row == blank for row in (*picture[:20], *picture[-20:])), name
        assert any(row != blank for row in picture), name
    assert len(set(pictures)) == len(pictures)


def drawn(cards: SiteCase, *records: str) -> tuple[str, list[bytes]]:
    """Build a site with some papers; return what was said, and their cards."""
    cards.write("content/site.yaml", CONFIG.replace("languages: [en, zh]\n", ""))
    cards.write("content/publications.yaml", "".join(records))
    built = cards.build()
    assert built.ok, built.said()
    ids = [re.match(r"- {id: (\w+)", record)[1] for record in records]  # type: ignore[index]
    return built.said(), [(built.output / f"publications/{id}/card.png").read_bytes() for id in ids]


def test_a_card_shows_what_a_paper_is(cards: SiteCase) -> None:
    fields = {"title": "First", "venue": "Meeting", "date": "2001", "authors": "[Bob Bee]"}
    records = []
    for name, value in ("", ""), ("title", "Third"), ("venue", "Workshop"), ("date", "1999"):
        changed = {"id": f"n{name}", **fields, **({name: value} if name else {})}
        records.append(f"- {{{', '.join(f'{key}: {word}' for key, word in changed.items())}}}\n")
    _, pictures = drawn(cards, *records)
    assert len(set(pictures)) == 4


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
    lacks(monkeypatch, HAN_PACKAGE, *(fonts.serif[0] for fonts in HAN_FONTS.values()))
    built = cards.write("content/publications.yaml", paper("机器学习")).build()
    said = "content/site.yaml:2:8: warning: no font has the Chinese characters of the social cards"
    assert built.ok and said in built.said() and built.said().count("warning:") == 1
    assert "help: add the extra `zh` (`masthead doctor` says how), or put a font" in built.said()


WARNING = "content/site.yaml:2:8: warning: some social cards leave characters out that no font has"


def pictures_of(cards: SiteCase, *titles: str) -> list[bytes]:
    """The cards of pages with some titles."""
    for number, title in enumerate(titles):
        cards.write(f"content/n{number}.md", f"---\ntitle: {quoted(title)}\n---\nText.\n")
    built = cards.build()
    assert built.ok, built.said()
    return [(built.output / f"n{number}/card.png").read_bytes() for number in range(len(titles))]


WITH_WITHOUT = {
    "About \U00013000": "About",
    "🚀 About": "About",
    "On 👩‍🔬 and 0 u d": "On and 0 u d",
    "a\U0001e944bc 0 u {1}": "abc 0 u {1}",
}


def test_a_card_leaves_out_what_no_font_has_and_nothing_else(cards: SiteCase) -> None:
    pictures = pictures_of(cards, *WITH_WITHOUT, *WITH_WITHOUT.values())
    half = len(WITH_WITHOUT)
    assert pictures[:half] == pictures[half:]


def test_what_cards_leave_out_is_said_once_for_a_site(cards: SiteCase) -> None:
    cards.write("content/publications.yaml", paper("One 🚀 \U00013000"))
    pictures_of(cards, "About 👩‍🔬 0 u d")
    said = cards.build().said()
    assert said.count("warning:") == 1 and WARNING in said and "error" not in said
    (cards.output / "n0/card.png").unlink()
    assert cards.build().said() == said, "a card that was drawn before says the same"
    pictures_of(cards, "About")
    cards.write("content/publications.yaml", paper("One"))
    assert cards.build().said() == ""


def test_a_title_that_fonts_do_not_show_gives_way_to_the_host(cards: SiteCase) -> None:
    """Less than half of its letters, or none."""
    titles = ("\U00013000\U00013001 a", "\U00013000" * 40, "🚀", "a", "Analyst")
    *names, a, analyst = pictures_of(cards, *titles)
    assert len(set(names)) == 1 and names[0] not in (a, analyst)


@pytest.mark.parametrize("each", [40, pytest.param(1, marks=pytest.mark.slow)])
def test_titles_that_break_programs_are_drawn_or_replaced(
    cards: SiteCase, monkeypatch: pytest.MonkeyPatch, each: int
) -> None:
    """Each fortieth here, all of them in the long suite."""
    found = titles()[::each]
    assert len(titles()) > 400
    documents: list[str] = []

    class Noting:  # a process with Typst in it draws all cards itself
        def __init__(self, **settings: Any) -> None:
            self.compiler = COMPILER(**settings)

        def compile_with_warnings(self, files: Any, **form: Any) -> Any:
            if form["format"] == "png":
                inputs = form["sys_inputs"]
                documents.append(inputs["document"])
                pdf = self.compiler.compile(files, sys_inputs=inputs, format="pdf")
                assert not boxes(pdf), inputs
            return self.compiler.compile_with_warnings(files, **form)

    monkeypatch.setattr(typst, "Compiler", Noting)
    said, pictures = drawn(cards, *(paper(title, id=f"n{n}") for n, title in enumerate(found)))
    assert said.count(WARNING) == 1
    assert all(size_of(picture) == (1200, 630) for picture in pictures)
    assert len(documents) == len(set(documents)), "cards that come out alike are drawn once"
    assert 0 < len(documents) < len(found)


def boxes(pdf: bytes) -> bool:
    """Whether a card would show an empty box: glyph 0 of a font (OpenType, `.notdef`)."""
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


def test_a_colour_for_browsers_and_a_long_address_are_no_mistakes(cards: SiteCase) -> None:
    config = CONFIG.replace("/repo/", f"/{'a-long-name/' * 12}")
    options = 'theme: {name: broadsheet, options: {accent: "oklch(0.5 0.2 20)"}}\n'
    built = cards.write("content/site.yaml", config + options).build()
    assert built.ok, built.said()
    white = b"\xff" * MARGIN * 4
    for row in rows((built.output / "about/card.png").read_bytes()):
        assert row.startswith(white) and row.endswith(white)


DESIGN, MORE = "themes/broadsheet/cards/card.typ", "themes/broadsheet/cards/more.typ"
PAGE = "#set page(width: 600pt, height: 315pt)\n"


@pytest.mark.parametrize(
    ("design", "place", "said"),
    [
        (f"{PAGE}a #pagebreak() b", DESIGN, "it has 2 pages, not one"),
        ("#set page(width: 300pt, height: 315pt)\na", DESIGN, "it is 600 by 630 pixels"),
        (f'{PAGE}#set text(font: "Comic Sans")\na', DESIGN, "there is no font family comic sans"),
        (f"{PAGE}\n#nothing\n", f"{DESIGN}:3", "cannot be drawn: unknown variable: nothing"),
        (f'#import "more.typ": x\n{PAGE}#x\n', f"{MORE}:2", "unknown variable: y"),
        # Or its cards would depend on what is in no digest.
        ('#import "../cv/" + "nodes" + ".typ": words\n', f"{DESIGN}:1",
         "cannot be drawn: a design gets the files of its theme that it names"),
    ],
)  # fmt: skip
def test_a_design_that_draws_no_card_is_a_mistake_that_is_named_at_its_place(
    cards: SiteCase, design: str, place: str, said: str
) -> None:
    message = cards.write(MORE, "\n#let x = y\n").write(DESIGN, design).build().said()
    assert said in message and f"{place}: error:" in message and message.count("error:") == 1


def test_a_font_of_the_sites_own_stands_in(cards: SiteCase) -> None:
    before = (cards.build().output / "card.png").read_bytes()
    own = f'{PAGE}#set text(font: "Libertinus Serif")\n#json(bytes(sys.inputs.document)).fonts'
    assert (cards.write(DESIGN, own).build().output / "card.png").read_bytes() != before
