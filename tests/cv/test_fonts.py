"""Fonts of the site's own go before all others."""

from __future__ import annotations

import pytest

from tests.conftest import REPOSITORY, SiteCase
from tests.cv.conftest import CV, pdf_of

pytestmark = pytest.mark.broadsheet


def fonts(site: SiteCase) -> str:
    found = []
    for page in pdf_of(site).reader.pages:
        for font in page["/Resources"]["/Font"].values():
            found.append(str(font.get_object()["/BaseFont"]))
    return " ".join(found)


def test_chinese_is_set_in_the_font_that_pip_installs(cv: SiteCase) -> None:
    cv.write("content/awards.yaml", "- 奖学金\n".replace("- ", "- title: "))
    assert "NotoSansSC" in fonts(cv)
    assert "奖学金" in pdf_of(cv).text


def test_a_font_of_the_site_is_found_by_its_name(cv: SiteCase) -> None:
    import shutil

    fonts_of_theme = REPOSITORY / "themes/broadsheet/cv/fonts"
    (cv.root / "fonts").mkdir()
    for file in fonts_of_theme.glob("Inter*"):
        shutil.copy(file, cv.root / "fonts")
    cv.write("content/cv/resume.yaml", f"design: {{name: classic, options: {{font: Inter}}}}\n{CV}")
    assert "Inter" in fonts(cv)


def test_a_new_font_makes_the_pdf_anew_and_nothing_else(cv: SiteCase) -> None:
    cv.build()
    assert cv.build().report.rendered == 0  # type: ignore[union-attr]
    file = next((REPOSITORY / "themes/broadsheet/cv/fonts").glob("Inter*Italic*"))
    cv.write(f"fonts/{file.name}", file.read_bytes())
    report = cv.build().report
    assert report is not None and report.rendered == 1
