"""Homes and lists of papers in each theme, measured in the browser at widths from a phone to a large screen."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Tell
from PIL import Image

from tests.conftest import SiteCase
from tests.pictures.drawing import saved
from tools.looks.server import serve

pytestmark = [pytest.mark.browser, pytest.mark.broadsheet, pytest.mark.slow]

WIDTHS = (390, 768, 900, 1280, 1920)
Measure = Callable[..., list[Any]]

PAPERS = """
- id: tides
  title: Reading the Tide from One Photograph of a Harbour Wall
  authors: [Ada Lovelace, Charles Babbage]
  venue: mlc
  date: 2026
  selected: true
- {id: fog, title: Seeing through Fog, authors: [Ada Lovelace], venue: jf, date: 2025}
"""

VENUES = "mlc: {name: Conference on Measured Light, short: MEASURED}\njf: {name: Journal of Fog, short: JF}\n"

BOXES = (Path(__file__).parent / "boxes.js").read_text("utf-8")


OTHERS = [pytest.param(name, marks=pytest.mark.slow) for name in ("folio", "atlas", "plate")]


@pytest.fixture(params=["broadsheet", *OTHERS])
def home(tmp_path: Path, request: pytest.FixtureRequest) -> SiteCase:
    """A person's home with papers, in each theme."""
    case = SiteCase(tmp_path / "project")
    theme = f"theme: {{name: {request.param}, options: {{home_posts: 3, teaser: large}}}}"
    case.write("content/site.yaml", f"person: {{name: Ada Lovelace}}\n{theme}\n")
    case.write("content/publications.yaml", PAPERS)
    case.write("content/venues.yaml", VENUES)
    case.write("content/index.md", "Hello.\n\n## Papers\n\n:::{publications}\n:::\n")
    return case


@pytest.fixture
def measure(home: SiteCase, tell: Tell) -> Measure:
    """Builds the site and asks one page at some widths; gives the answers in their order."""

    def asked(script: str, page: str = "", widths: tuple[int, ...] = WIDTHS) -> list[Any]:
        report = home.build()
        assert report.ok, report.said()
        steps: list[list[object]] = []
        with serve(report.output) as served:
            for width in widths:
                steps.append(["resize", {"width": width, "height": 844 if width < 500 else 900}])
                steps.append(["goto", served.root + page])
                steps.append(["eval", f"(() => {{ {BOXES} {script} }})()"])
            return tell(*steps)

    return asked


def test_the_sign_of_a_venue_covers_no_letter_of_a_paper(home: SiteCase, measure: Measure) -> None:
    home.write("content/publications.md", "---\ntitle: Papers\n---\n\n:::{publications}\n:::\n")
    covered = """
    const seen = [...document.querySelectorAll(".entry:has(.badge)")];
    if (seen.length !== 2) return "no papers";
    return seen.flatMap((entry) => {
      const sign = entry.querySelector(".badge").getBoundingClientRect();
      const texts = [".title", ".authors", ".full", ".year"].map((s) => entry.querySelector(s));
      return texts.filter((text) => lines(text).some((line) =>
        line.left < sign.right - 1 && sign.left + 1 < line.right
        && line.top < sign.bottom - 2 && sign.top + 2 < line.bottom)).map((text) => text.className);
    });
    """
    for page in ("", "publications/"):
        assert measure(covered, page) == [[]] * len(WIDTHS)


SENTENCE = (
    "I ask what [light](https://example.org/light) alone can tell about moving water and sand. "
)
SECTIONS = "\n\n## Papers\n\n:::{publications}\n:::\n"
CONTENT = """
const heading = document.querySelector(".prose h2").getBoundingClientRect();
const list = document.querySelector("ul.entries").getBoundingClientRect();
const texts = [...document.querySelectorAll(".prose p")].filter(
  (p) => p.textContent.includes("light") && p.checkVisibility());
const rows = texts.flatMap(lines);
"""


def picture(width: int, height: int) -> bytes:
    return saved(Image.new("RGB", (width, height), "#3a6ea5"))


@pytest.fixture
def person(home: SiteCase) -> SiteCase:
    """The same with a portrait and a sentence below the name."""
    settings = (home.root / "content/site.yaml").read_text("utf-8")
    who = "person: {name: Ada Lovelace, portrait: /me.png, bio: I ask what light tells., links: {github: 'https://example.org/a'}}"
    home.write("content/site.yaml", settings.replace("person: {name: Ada Lovelace}", who))
    return home.write("static/me.png", picture(500, 500))


@pytest.mark.parametrize("sentences", [8, 30])
def test_a_biography_fills_the_width_and_can_be_read(
    person: SiteCase, measure: Measure, sentences: int
) -> None:
    """What stands beside it, the portrait or another column, leaves no dead space; no line is too short or long."""
    person.write("content/index.md", SENTENCE * sentences + SECTIONS)
    filled = """
    const letters = texts.map((p) => p.textContent.length).reduce((a, b) => a + b, 0);
    const faces = [...document.querySelectorAll("main .portrait")].map((e) => e.getBoundingClientRect()).filter(
      (face) => face.bottom > rows[0].top + 40 && face.top < rows.at(-1).bottom);
    const all = [...rows, ...faces];
    const right = Math.max(...all.map((b) => b.right)), left = Math.min(...all.map((b) => b.left));
    const main = document.querySelector("main").getBoundingClientRect();
    const count = texts.flatMap((p) => [...p.getClientRects()].map(
      (b) => b.height / parseFloat(getComputedStyle(p).lineHeight))).reduce((a, b) => a + b, 0);
    return {filled: (right - left) / (list.right - Math.min(left, list.left)), perLine: letters / count};
    """
    for seen in measure(CONTENT + filled, widths=(1280, 1920)):
        assert seen["filled"] > 0.75, seen
        assert 40 < seen["perLine"] < 110, seen


@pytest.mark.parametrize("sentences", [1, 12])
def test_no_column_stands_empty_beside_the_papers(
    home: SiteCase, measure: Measure, sentences: int
) -> None:
    home.write("content/index.md", SENTENCE * sentences + SECTIONS)
    below = CONTENT + "return list.top - Math.max(...rows.map((b) => b.bottom));"
    for gap in measure(below, widths=(1280, 1920)):
        assert 0 < gap < 160


PARAGRAPHS = "\n\n".join([SENTENCE * 3, "My research is on light. " + SENTENCE * 4, SENTENCE * 20])


@pytest.mark.parametrize(
    ("text", "folds"),
    [(SENTENCE * 5 + SECTIONS, False), (PARAGRAPHS + SECTIONS, True), (PARAGRAPHS, True)],
)
def test_phones_fold_only_what_is_longer_than_a_screen_behind_its_first_paragraph(
    home: SiteCase, measure: Measure, text: str, folds: bool
) -> None:
    home.write("content/index.md", text)
    seen = """
    const first = texts.length, button = document.querySelector(".unfolds");
    const shown = !!button?.checkVisibility();
    if (shown) button.click();
    const all = [...document.querySelectorAll(".prose p")].filter((p) => p.textContent.includes("light"));
    return [first, shown, all.every((p) => p.checkVisibility()), all.length];
    """
    phone, wide = measure(CONTENT + seen, widths=(390, 1280))
    count = 3 if folds else 1
    assert phone == [1, folds, True, count]
    assert wide == [count, False, True, count]


def test_the_bar_of_a_phone_has_the_name_beside_its_buttons(
    home: SiteCase, measure: Measure
) -> None:
    seen = """
    const name = lines(document.querySelector(".bar .brand")), tools = box(".bar .switch");
    return name.length === 1 && name[0].bottom > tools.top && name[0].top < tools.bottom;
    """
    assert measure(seen, widths=(390,)) == [True]


def test_a_home_shows_the_newest_news_and_a_paper_in_the_first_screen(
    home: SiteCase, measure: Measure
) -> None:
    """A button shows the rest; where a link leads to it, the limit holds; on phones, news begins beside its date."""
    news = "".join(f"- {{date: 20{n}-01-01, text: News {n} of light.}}\n" for n in range(10, 22))
    home.write("content/news.yaml", news).write("content/news.md", "---\ntitle: News\n---\n")
    look = """
    const seen = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility()).length;
    const paper = box(".kind-publications .title").top, before = seen(".kind-news > *"), ways = seen(".unfolds, .more a");
    const gap = box(".kind-news time").bottom - lines(document.querySelector(".kind-news .head"))[0].bottom;
    document.querySelector(".unfolds")?.click();
    return [before, ways, seen(".kind-news > *"), paper < 844, innerWidth > 500 || Math.abs(gap) < 8];
    """
    for options, after in ((":limit: 6\n", 6), (":limit: 3\n:more: /news/\n", 3)):
        section = f":::{{news}}\n{options}:::"
        home.write("content/index.md", f"Hello.\n\n## News\n\n{section}{SECTIONS}")
        assert measure(look, widths=(390, 1280)) == [[3, 1, after, True, True]] * 2


def test_no_column_is_empty_before_long_names(home: SiteCase, measure: Measure) -> None:
    home.write("content/venues.yaml", "mlc: {name: Measured Light}\njf: {name: Journal of Fog}\n")
    indent = "return box('.entry .title').left - box('.group').left;"
    assert max(measure(indent, widths=(768, 1280))) < 40


def test_a_short_name_alone_stands_in_no_brackets(home: SiteCase, measure: Measure) -> None:
    home.write("content/venues.yaml", "mlc: {short: MEASURED}\njf: {name: Journal of Fog}\n")
    said = "return document.querySelector('h1 ~ .venue').textContent.trim();"
    assert "(" not in measure(said, "publications/tides/", widths=(1280,))[0]


def test_a_cv_has_short_names_of_venues_in_its_text(home: SiteCase, measure: Measure) -> None:
    home.write("content/cv/resume.yaml", "pdf: none\nsections: [{of: publications}]\n")
    look = "const is = getComputedStyle(document.querySelector('.badge')); return [is.paddingLeft, is.backgroundColor];"
    assert measure(look, "cv/resume/", widths=(390, 1280)) == [["0px", "rgba(0, 0, 0, 0)"]] * 2


def test_a_tagline_is_not_said_twice(person: SiteCase, measure: Measure) -> None:
    count = "return document.body.innerText.split('I ask what light tells.').length - 1;"
    assert measure(count, widths=(1280,)) == [1]
    person.write("content/index.md", "I ask what *light* tells. And more." + SECTIONS)
    assert measure(count, widths=(1280,)) == [1]


def test_a_portrait_covers_no_words(person: SiteCase, measure: Measure) -> None:
    settings = (person.root / "content/site.yaml").read_text("utf-8")
    bio = "I ask what light tells. "
    person.write("content/site.yaml", settings.replace(bio.strip(), bio * 4))
    covered = """
    const face = document.querySelector(".portrait").getBoundingClientRect();
    const texts = [...document.querySelectorAll("h1, p, .contact span")].filter((e) => e.checkVisibility());
    return texts.filter((e) => lines(e).some((line) => line.left < face.right - 1 && face.left + 1 < line.right
      && line.top < face.bottom - 4 && face.top + 4 < line.bottom)).map((e) => e.textContent.trim());
    """
    widths = (320, *WIDTHS)
    assert measure(covered, widths=widths) == [[]] * len(widths)


def test_portraits_are_as_large_as_those_of_peers(person: SiteCase, measure: Measure) -> None:
    seen = "return Math.min(box('.portrait').width, box('.portrait').height);"
    phone, small, wide = measure(seen, widths=(390, 1280, 1920))
    assert phone >= 110
    assert min(small, wide) >= 200


@pytest.mark.parametrize("shape", [(1600, 300), (300, 900)])
def test_a_figure_is_whole_and_no_larger_than_its_text(
    home: SiteCase, measure: Measure, shape: tuple[int, int]
) -> None:
    home.write("static/figure.png", picture(*shape))
    papers = PAPERS.replace("  selected", "  preview: figure.png\n  selected")
    home.write("content/publications.yaml", papers)
    text = SENTENCE * 3 + '\n\n![A figure](/figure.png "A figure")'
    home.write("content/index.md", text + SECTIONS)
    seen = """
    const words = lines(document.querySelector(".prose p")), most = Math.max(...words.map((b) => b.width)) * 1.15;
    const pictures = [...document.querySelectorAll("main img:not(.portrait)")].filter((e) => e.checkVisibility());
    return [pictures.length, ...pictures.filter((img) => {
      const b = img.getBoundingClientRect();
      const whole = getComputedStyle(img).objectFit === "contain" || Math.abs(b.width / b.height - img.naturalWidth / img.naturalHeight) < .05;
      return !whole || (img.closest(".prose figure") && b.width > most);
    }).map((img) => img.outerHTML.slice(0, 200))];
    """
    for page in ("", "publications/tides/"):
        for count, *cut in measure(seen, page, widths=(390, 1280)):
            assert count, page
            assert cut == []


def test_links_of_a_biography_are_quiet_and_still_links(home: SiteCase, measure: Measure) -> None:
    """They differ from text by a colour and a line; the line is lighter than the words."""
    home.write("content/index.md", SENTENCE * 6 + SECTIONS)
    seen = """
    const link = document.querySelector(".prose p a"), is = getComputedStyle(link);
    return [is.color !== getComputedStyle(link.parentElement).color, is.textDecorationLine,
      is.textDecorationColor !== is.color];
    """
    assert measure(seen, widths=(390, 1280)) == [[True, "underline", True]] * 2


def test_profiles_have_icons_of_their_own_in_one_size(home: SiteCase, measure: Measure) -> None:
    kinds = "twitter x semantic-scholar google-scholar openreview inspire kaggle orcid other"
    links = ", ".join(f"{kind}: 'https://example.org/{kind}'" for kind in kinds.split())
    links = links.replace("https://example.org/orcid", "https://orcid.org/0000-0002-1825-0097")
    settings = (home.root / "content/site.yaml").read_text("utf-8")
    who = f"Ada Lovelace, email: ada@example.org, links: {{{links}}}"
    home.write("content/site.yaml", settings.replace("Ada Lovelace", who))
    seen = """
    const signs = [...document.querySelectorAll(".contact .icon")];
    const sizes = new Set(signs.map((e) => `${e.getBoundingClientRect().width} ${e.getBoundingClientRect().height}`));
    return [signs.length, new Set(signs.map((e) => e.innerHTML)).size, sizes.size,
      [...document.querySelectorAll(".contact a")].every((e) => e.textContent.trim() && e.querySelector(".icon")),
      innerWidth > 500 || box(".contact").height < 200];
    """
    assert measure(seen, widths=(390, 1280)) == [[10, 9, 1, True, True]] * 2


def test_no_place_of_a_home_is_empty(home: SiteCase, measure: Measure) -> None:
    home.write("static/wide.png", picture(1600, 300))
    papers = PAPERS.replace("  selected", "  preview: wide.png\n  selected")
    home.write("content/publications.yaml", papers)
    prize = "A prize for a long and careful piece of work on light. " * 4
    home.write("content/awards.yaml", f"- {{title: '{prize}', date: 2020}}\n")
    home.write("content/index.md", "## Prizes\n\n:::{awards}\n:::" + SECTIONS)
    for day in (1, 2, 3):
        home.write(f"content/posts/2026-01-0{day}-no-{day}.md", "---\ntitle: Light\n---\nHello.\n")
    empty = """
    const words = lines(document.querySelector(".kind-awards .what")), list = box(".kind-awards");
    const titles = [...document.querySelectorAll(".kind-publications .title")].map((e) => e.getBoundingClientRect());
    const tops = [...document.querySelectorAll(".posts > .entry")].map((e) => e.getBoundingClientRect().top);
    const rows = [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
    const figure = box(".teaser img");
    return [(list.right - Math.max(...words.map((b) => b.right))) / list.width, titles[1].left - list.left,
      rows.length, new Set(rows).size, figure.width / figure.height];
    """
    widths = (390, 600, 768, 1280, 1920)
    for width, seen in zip(widths, measure(empty, widths=widths), strict=True):
        right, left, rows, kinds, shape = seen
        assert (right < 0.15, left < 210, rows in (1, 3), kinds) == (True, True, True, 1), width
        assert width > 500 or shape > 4


def test_a_card_ends_with_its_text(home: SiteCase, measure: Measure) -> None:
    empty = """
    const main = document.querySelector("main"), words = [...main.querySelectorAll("h1, p, pre")];
    const is_card = getComputedStyle(main).backgroundColor !== "rgba(0, 0, 0, 0)";
    return is_card ? box("main").bottom - Math.max(...words.map((e) => e.getBoundingClientRect().bottom)) : 0;
    """
    assert max(measure(empty, "publications/fog/", widths=(390, 1920))) < 100
