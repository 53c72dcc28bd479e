"""Fonts of the site's own go before all others."""

import re
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont

from generator.hosting.installation import with_command
from generator.render.typst import HAN_FONTS, HAN_PACKAGE
from tests.conftest import REPOSITORY, SiteCase, lacks
from tests.cv.conftest import CV, pdf_of

pytestmark = pytest.mark.broadsheet


def fonts(site: SiteCase) -> str:
    pages = pdf_of(site).reader.pages
    found = (font for page in pages for font in page["/Resources"]["/Font"].values())
    return " ".join(str(font.get_object()["/BaseFont"]) for font in found)


def test_chinese_is_set_in_the_font_that_pip_installs(cv: SiteCase) -> None:
    cv.write("content/awards.yaml", "- title: 奖学金\n")
    assert re.search("Noto(Sans|Serif)SC", fonts(cv))
    assert "奖学金" in pdf_of(cv).text


def test_a_font_of_the_site_is_found_by_its_name(cv: SiteCase) -> None:
    for file in (REPOSITORY / "themes/base/cv/fonts").glob("Inter*"):
        cv.write(f"fonts/{file.name}", file.read_bytes())
    cv.write("content/cv/resume.yaml", f"design: {{name: classic, options: {{font: Inter}}}}\n{CV}")
    assert "Inter" in fonts(cv)


def test_a_new_font_makes_the_pdf_anew_and_nothing_else(cv: SiteCase) -> None:
    cv.build()
    assert cv.build().report.rendered == 0  # type: ignore[union-attr]
    file = next((REPOSITORY / "themes/base/cv/fonts").glob("Inter*Italic*"))
    cv.write(f"fonts/{file.name}", file.read_bytes())
    report = cv.build().report
    assert report is not None and report.rendered == 1


def font(family: str, characters: str) -> TTFont:
    """A font of our own that draws a bar for each character."""
    pen = TTGlyphPen(None)
    for point, draw in (((100, 0), pen.moveTo), ((900, 0), pen.lineTo), ((900, 800), pen.lineTo)):
        draw(point)
    pen.closePath()
    bar = pen.glyph()
    builder = FontBuilder(1000, isTTF=True)
    names = [".notdef", *(f"uni{ord(ch):04X}" for ch in characters)]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(ch): f"uni{ord(ch):04X}" for ch in characters})
    builder.setupGlyf(dict.fromkeys(names, bar))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (1000, 100)))
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    builder.setupOS2(sTypoAscender=880, sTypoDescender=-120, usWinAscent=880, usWinDescent=120)
    plain = family.replace(" ", "")
    builder.setupNameTable(
        {"familyName": family, "styleName": "Regular", "fullName": family, "psName": plain}
    )
    builder.setupPost()
    return builder.font


def own_font(site: SiteCase, name: str, *families: str) -> None:
    (site.root / "fonts").mkdir(exist_ok=True)
    path = site.root / "fonts" / name
    collection = TTCollection()
    collection.fonts = [font(family, "奖学金一等獎學") for family in families]
    (collection if len(families) > 1 else collection.fonts[0]).save(path)


@pytest.mark.parametrize(
    ("lang", "region"),
    [("zh-TW", "TC"), ("ja", "JP"), ("en", "SC")],
)
def test_a_collection_gives_the_shapes_of_the_region(lang: str, region: str, cv: SiteCase) -> None:
    cv.write("content/site.yaml", f"languages: [{lang}]\nperson: {{name: Ada Lovelace}}\n")
    cv.write("content/awards.yaml", "- title: 学金\n")
    regions = ("JP", "KR", "SC", "TC")
    own_font(cv, "Own.ttc", *(f"Own Serif CJK {code}" for code in regions))
    assert re.findall("OwnSerifCJK(..)", fonts(cv)) == [region]


def test_an_extra_brings_song_for_the_classic_design(
    cv: SiteCase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The package of the extra `zh-serif`, with a font of our own in the place of its."""
    package = tmp_path / "pylopdf_fonts_zh_cn"
    package.mkdir()
    (package / "__init__.py").touch()
    font("Noto Serif SC", "奖学金一等").save(package / "NotoSerifSC-Regular.otf")
    monkeypatch.syspath_prepend(tmp_path)
    cv.write("content/site.yaml", "languages: [zh]\nperson: {name: Ada Lovelace}\n")
    cv.write("content/awards.yaml", "- {title: 一等, body: 奖**学**金}\n")
    found = fonts(cv)
    assert "NotoSerifSC" in found
    assert "NotoSansSC" in found, "where it is bold"
    own_font(cv, "OwnSong.ttf", "Own Song")
    found = fonts(cv)
    assert "OwnSong" in found and "NotoSansSC" in found, "a Song of one's own goes before it"


def test_a_missing_font_for_chinese_is_one_mistake(
    cv: SiteCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacks(monkeypatch, HAN_PACKAGE, *(fonts.serif[0] for fonts in HAN_FONTS.values()))
    cv.write("content/awards.yaml", "- title: 国家奖学金\n- title: 一等奖 \U00013000\n")
    built = cv.build()
    message = built.said()
    assert message.count("error:") == 2
    said = "content/cv/resume.yaml:1:1: error: no font has the Chinese characters of this CV"
    assert said in message
    assert "help: add the extra `zh` (`masthead --version` says how), or put a font" in message
    way = with_command(built.problems[1]).hint
    assert re.fullmatch(r"run: .* -m pip install .*\[zh\]'?, or put a font of your own .*", way)
    assert "content/awards.yaml:2:14: error: no font for the PDF has" in message


def test_letters_without_a_font_are_one_mistake_for_each_text_and_script(cv: SiteCase) -> None:
    authors = "Lovelace, Ada and สมชาย ใจดี and བོད་ and 🐐 Goat 🐑"
    cv.write("content/cv/resume.yaml", "sections: [{of: publications, style: lines}]\n")
    cv.write("content/publications.bib", f"@misc{{odd, title = {{Odd}},\n author = {{{authors}}}}}")
    errors = [line for line in cv.build().said().splitlines() if "error:" in line]
    start = "content/publications.bib:2:12: error: no font for the PDF has"
    assert errors[:3] == [
        f'{start} the Thai letters of this text ("ส", …)',
        f'{start} the Tibetan letters of this text ("བ", …)',
        f"{start} 🐐 (U+1F410), 🐑 (U+1F411)",
    ]
    assert len(errors) == 3
