"""Contents of unusual shapes, measured in the browser, in each theme."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from conftest import Tell

from tests.conftest import SiteCase, texts_below
from tests.pictures.drawing import photo, saved
from tools.gallery import themes
from tools.looks.server import ServedSite, serve

pytestmark = [pytest.mark.browser, pytest.mark.broadsheet]

SHAPES = {"usual": (800, 500), "tall": (300, 700), "wide": (900, 300), "square": (450, 450)}
FILES = texts_below(Path(__file__).parent / "sites" / "shapes")


def site_in(theme: str, root: Path) -> SiteCase:
    """A site whose papers, news and pictures are of all shapes."""
    site = SiteCase(root / "project")
    site.write(
        "content/site.yaml",
        f"person: {{name: Ada Lovelace}}\ntheme: {{name: {theme}, options: {{teaser: small}}}}\n"
        "styles: {last: '{institution} | {degree} | {date}', first: '{date} | {institution} | {degree}', own: '{date} | {degree or title}', "
        'ends: "**{degree}** | {date}\\n{institution} {institution} {institution} | {institution} {institution} {date: long}"}\n',
    )
    for path, text in FILES.items():
        site.write(path, text)
    for name, size in SHAPES.items():
        site.write(f"static/{name}.png", saved(photo(*size), "PNG"))
    return site


@pytest.fixture(
    scope="module",
    params=[pytest.param(t, marks=[] if t == "atlas" else pytest.mark.slow) for t in themes()],
)
def shown(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServedSite]:
    site = site_in(request.param, tmp_path_factory.mktemp(request.param))
    report = site.build()
    assert report.ok, report.said()
    with serve(site.output) as served:
        yield served


BOXES = """[...document.querySelectorAll(%r)].filter((e) => e.checkVisibility()).map((e) => {
    const range = document.createRange(); range.selectNodeContents(e);
    const box = e.getBoundingClientRect(), text = range.getBoundingClientRect();
    return {left: box.left, top: box.top, right: box.right, bottom: box.bottom, width: box.width,
        height: box.height, textTop: text.top, textBottom: text.bottom, textRight: text.right,
        line: parseFloat(getComputedStyle(e).lineHeight), says: e.textContent.trim()}; })"""
Box = dict[str, Any]


Boxes = Callable[..., list[list[Box]]]


@pytest.fixture
def boxes(shown: ServedSite, tell: Tell) -> Boxes:
    """Tells where the elements stand that are seen on a page, and the text in them."""

    def found(page: str, *selectors: str, width: int = 1280) -> list[list[Box]]:
        steps = [["goto", shown.root + page], *(["eval", BOXES % one] for one in selectors)]
        seen = tell(*steps, viewport={"width": width, "height": 900})
        assert len(seen) == len(selectors) and all(seen), selectors
        return seen

    return found


@pytest.mark.parametrize("width", [768, 1280, 1920])
def test_papers_begin_at_one_edge_beside_pictures_that_are_small(
    shown: ServedSite, boxes: Boxes, width: int
) -> None:
    titles, teasers, (date, *_) = boxes(
        "publications/", ".entry .title", ".teaser", ".when", width=width
    )
    assert date["textTop"] <= titles[0]["textTop"] + 8
    if "/folio" not in str(shown.folder):  # there each paper is a card
        assert len({round(title["left"]) for title in titles}) == 1
    for teaser in teasers:
        assert teaser["width"] < width / 3 and teaser["height"] < 400
    for title in titles:
        assert title["textBottom"] - title["textTop"] < 1.5 * title["line"], title["says"]


def test_a_picture_of_one_item_of_news_stretches_no_other(boxes: Boxes) -> None:
    entries, (section,) = boxes("", ".kind-news > .entry", ".kind-news")
    assert max(entry["height"] for entry in entries) < 170
    assert max(entry["right"] for entry in entries) > section["right"] - 40, "no hole beside them"


def test_a_small_picture_of_a_paper_pushes_no_title_down_on_phones(boxes: Boxes) -> None:
    entries, titles = boxes("publications/", ".entry", ".title", width=390)
    for entry, title in zip(entries, titles, strict=True):
        assert title["top"] - entry["top"] < 60


@pytest.mark.parametrize("page", ["", "publications/", "gallery/"])
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_moves_when_pictures_arrive(
    shown: ServedSite, tell: Tell, page: str, width: int
) -> None:
    places = "[...document.querySelectorAll('.entry, img, footer')].map((e) => e.getBoundingClientRect().top)"
    steps = [["bare", shown.root + page], ["eval", places]]
    steps += [["release", None], ["settle", None], ["eval", places]]
    before, after = tell(*steps, viewport={"width": width, "height": 900})
    assert before == after


@pytest.mark.parametrize("width", [390, 1280])
def test_a_gallery_of_mixed_shapes_has_no_holes(boxes: Boxes, width: int) -> None:
    pictures, (gallery,) = boxes("gallery/", ".gallery img", ".gallery", width=width)
    for picture, (wide, high) in zip(pictures, list(SHAPES.values()) * 2, strict=True):
        assert picture["width"] / picture["height"] == pytest.approx(wide / high, rel=0.02)
    covered = sum(picture["width"] * picture["height"] for picture in pictures)
    assert covered > 0.5 * gallery["width"] * gallery["height"]


@pytest.mark.parametrize("width", [768, 1280])
def test_mounts_fill_the_holes_of_a_gallery_in_columns(boxes: Boxes, width: int) -> None:
    pictures, mounts, words = boxes("columns/", ".gallery img", ".gallery figure > a", ".gallery figcaption",
        width=width,
    )  # fmt: skip
    for at in (0, 2):
        assert mounts[at]["bottom"] == pytest.approx(mounts[at + 1]["bottom"], abs=1)
        assert words[at]["top"] == pytest.approx(words[at + 1]["top"], abs=1)
        assert mounts[at]["height"] == pytest.approx(
            max(picture["height"] for picture in pictures[at : at + 2]), abs=1
        )
    assert max(mount["height"] for mount in mounts) < 450


@pytest.mark.parametrize("page", ["text/", "posts/many/"])
def test_a_text_stands_in_the_middle_of_its_page(boxes: Boxes, page: str) -> None:
    (paragraphs,) = boxes(page, ".prose p")
    right = 1280 - max(paragraph["textRight"] for paragraph in paragraphs)
    assert right - paragraphs[0]["left"] < 240


def test_dates_of_a_pattern_have_a_line_of_their_own_on_phones(boxes: Boxes) -> None:
    ends, starts = boxes("cv/resume/", ".dates-end .column", ".dates-start .column", width=390)
    for before, date in zip(ends[1::3], ends[2::3], strict=True):
        assert date["textTop"] > before["textBottom"] - 5 and date["left"] < 50
    for date, after in zip(starts[::3], starts[1::3], strict=True):
        assert after["textTop"] > date["textBottom"] - 5 and after["left"] < 50


@pytest.mark.parametrize("width", [768, 1280, 1920])
def test_a_short_column_is_not_broken_beside_a_long_one(boxes: Boxes, width: int) -> None:
    columns, (second, *_), bodies = boxes("cv/resume/", "ul.columns .column", ".dates-start .column:nth-child(2)",
        ".dates-start .body", width=width,
    )  # fmt: skip
    for column in columns:
        if len(column["says"]) < 24:
            assert column["textBottom"] - column["textTop"] < 1.6 * column["line"], column["says"]
    assert bodies[0]["left"] == pytest.approx(second["left"], abs=1)


def test_columns_stand_beside_each_other_and_line_up_in_all_sections(boxes: Boxes) -> None:
    (columns,) = boxes("cv/rows/", ".column")
    dates, words = columns[::2], columns[1::2]
    assert len(dates) == 3
    assert len({date["left"] for date in dates}) == len({word["left"] for word in words}) == 1
    assert [date["top"] for date in dates] == [word["top"] for word in words]
    assert dates[0]["right"] <= words[0]["left"]
    (beside,) = boxes("cv/rows/", ".across .entry")
    assert beside[0]["top"] == beside[1]["top"], "entries beside each other begin in one line"


@pytest.mark.parametrize("width", [390, 760, 1280])
def test_what_stands_at_the_end_of_a_line_is_beside_no_other_entry(
    boxes: Boxes, width: int
) -> None:
    entries, ends = boxes("cv/ends/", ".entry", ".end", width=width)
    assert len(ends) == 2 * len(entries) > 2
    for entry, end in zip(entries, ends[1::2], strict=True):
        assert entry["top"] < end["top"] and end["bottom"] < entry["bottom"] + 1


def test_projects_of_a_cv_stand_below_each_other(boxes: Boxes) -> None:
    (entries,) = boxes("cv/resume/", ".kind-projects > .entry > .what")
    assert len({round(entry["left"]) for entry in entries}) == 1
    assert all(entry["width"] > 450 for entry in entries)


def test_an_honour_with_markup_is_one_text_on_phones(boxes: Boxes) -> None:
    (chip,), parts = boxes("publications/", ".chip", ".chip :is(strong, em, code)", width=390)
    assert chip["right"] < 390 and chip["textBottom"] - chip["textTop"] < 4 * chip["line"]
    assert all(part["left"] >= chip["left"] for part in parts)


@pytest.mark.parametrize("width", [1280, 1920])
def test_many_tags_of_a_post_cover_no_contents(boxes: Boxes, width: int) -> None:
    (tags,), (contents,), (title,) = boxes("posts/many/", ".tags", ".toc", "h1", width=width)
    for other in (contents, title):
        beside = tags["left"] >= other["right"] or tags["right"] <= other["left"]
        assert beside or tags["top"] >= other["bottom"] or tags["bottom"] <= other["top"]


LINES = (Path(__file__).parent / "lines.js").read_text("utf-8")
TEXT = (
    "研究与开发，代码见 <https://example.org/some-long-organization-name/some-long-repository-name> 和 "
    "<https://example.net/internationalization/of-documentation-and-more/>，也见 Internationalization Documentation of Organizations Notes，方向。"
)


def test_lines_with_urls_break_behind_slashes_and_hyphens_and_are_not_torn_apart(
    site: SiteCase, tell: Tell
) -> None:
    site.write("content/site.yaml", "languages: [zh]\nperson: {name: 方缙}\n")
    site.write("content/notes.md", f"---\ntitle: 说明\n---\n{TEXT}\n")
    assert site.build().ok
    plain = TEXT.replace("<", "").replace(">", "")
    with serve(site.output) as served:
        steps = [["goto", f"{served.root}notes/"], ["eval", LINES]]
        views = [{"width": width, "height": 900} for width in (390, 720, 780, 900)]
        told = [tell(*steps, viewport=view) for view in views]
    for (lines,) in told:
        assert len(lines) > 1
        assert all(line["blank"] < 10 for line in lines), lines
        for one, other in pairwise(line["text"] for line in lines):
            is_blank_between = one + other not in plain
            assert is_blank_between or one[-1] in "/-" or not one[-1].isascii(), lines
