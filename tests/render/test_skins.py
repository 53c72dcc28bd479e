"""Skins: which colours a site has, what may be read on them, and what another theme makes of them."""

import itertools
import re

import pytest

from generator.model.files import packaged_themes
from tests.conftest import SiteCase
from tools.reference.templates import packaged_theme

SITE = "person: {name: Ada Lovelace}\ntheme: {name: mine, options: {OPTIONS}}\n"
MANIFEST = """
options: {headings: {type: choice, choices: [side, above], default: side}}
skins:
  day: {light: {paper: "#fffdf5", accent: "#123456"}}
  night: {light: {paper: "#e0e0ff"}, dark: {accent: "#abcdef"}, options: {headings: above}}
"""
THEMES = sorted(path.parent.name for path in packaged_themes().glob("*/theme.yaml"))
SKINS = [(name, skin) for name in THEMES for skin in packaged_theme(name).skins]


def luminance(color: str) -> float:
    """The relative luminance of `#rrggbb` or `#rgb` (WCAG 2.2, "relative luminance")."""
    digits = color.removeprefix("#")
    digits = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The ratio of two colours (WCAG 2.2, "contrast ratio")."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("theme", "skin"), SKINS)
def test_text_can_be_read_in_every_skin(theme: str, skin: str) -> None:
    look = packaged_theme(theme).skins[skin]
    for side in (look.light, look.dark):
        grounds = ("paper", "wash", *(["card"] if "card" in side else []))
        for text, ground in itertools.product(("ink", "soft", "accent"), grounds):
            assert contrast(side[text], side[ground]) >= 4.5, (text, ground, side)
        assert contrast(side["on-accent"], side["accent"]) >= 4.5, side
        if "panel" in side:
            assert contrast(side["on-panel"], side["panel"]) >= 4.5, side


@pytest.fixture
def mine(site: SiteCase) -> SiteCase:
    site.write("themes/mine/theme.yaml", MANIFEST)
    site.write("themes/mine/assets/theme.css", "h1 { float: {{ options.headings }} }\n")
    return site


def style(site: SiteCase, options: str = "") -> str:
    site.write("content/site.yaml", SITE.replace("OPTIONS", options))
    built = site.build()
    return built.read(next(name for name in built.files() if name.startswith("assets/style.")))


def test_the_first_skin_counts_where_the_site_says_nothing(mine: SiteCase) -> None:
    css = style(mine)
    assert "--paper: #fffdf5;" in css and "--accent: #123456;" in css
    assert "h1 { float: side }" in css
    assert "--ink: #18181a;" in css, "what a skin leaves out is that of base"


def test_a_skin_may_decide_on_options_and_the_site_goes_before_it(mine: SiteCase) -> None:
    css = style(mine, "skin: night")
    assert "--paper: #e0e0ff;" in css and "--accent: #abcdef;" in css
    assert "h1 { float: above }" in css
    css = style(mine, 'skin: night, headings: side, accent_dark: "#ffffff"')
    assert "h1 { float: side }" in css and "--accent: #ffffff;" in css
    css = style(mine, "accent: navy")
    assert css.count("--accent: color-mix(in oklab, navy 55%, white);") == 2, "lighter in the dark"


def test_a_theme_of_ones_own_adds_to_the_skins_of_the_one_below(mine: SiteCase) -> None:
    child = "extends: mine\nskins: {dusk: {light: {paper: '#eeeeee'}}}\n"
    mine.write("themes/child/theme.yaml", child)
    theme = "theme: {name: child, options: {skin: night}}\n"
    built = mine.write("content/site.yaml", f"person: {{name: Ada}}\n{theme}").build(strict=True)
    css = next(name for name in built.files() if name.startswith("assets/style."))
    assert "--paper: #e0e0ff;" in built.read(css)


@pytest.mark.parametrize(
    ("accent", "said"),
    [
        ("purpel", 'did you mean "purple"?'),
        ('"#7a3e9"', '"#7a3e9" is not a colour'),
        ("#7a3e9d", "in quotes"),
    ],
)
def test_what_is_no_colour_is_refused(mine: SiteCase, accent: str, said: str) -> None:
    theme = f"theme:\n  options:\n    accent: {accent}\n"
    mine.write("content/site.yaml", f"person: {{name: Ada}}\n{theme}")
    assert said in mine.build().said()


def test_the_colour_of_the_browsers_bar_is_that_of_the_paper(mine: SiteCase) -> None:
    style(mine)
    page = mine.build().read("index.html")
    assert re.search(r'<meta name="theme-color" content="#fffdf5" media="[^"]*light\)">', page)


def test_a_sites_own_style_sheet_goes_last_in_every_theme(mine: SiteCase) -> None:
    mine.write("themes/base/assets/site.css", "body { color: #010203 }\n")
    css = style(mine)
    assert css.index("@layer site {") < css.index("#010203")
    built = mine.build()
    assert not any("site." in name and name.endswith(".css") for name in built.files())
