"""Themes laid over each other: which file counts, what `!` means, whose options there are.

A template's digest covers its source and all that it names, the absent included.
"""

from pathlib import Path

import pytest

from generator.model.config import ThemeChoice
from generator.model.files import SourceFile, Sources, digest_of
from generator.model.theme import OptionValue, Theme, ThemeFile
from generator.parse.theme import parse_theme
from generator.render.theme import TemplateDigests, name_below, template_file
from tests.conftest import SiteCase

SITE = "person: {name: Ada Lovelace}\ntheme: mine\n"
PAGE = "<!doctype html>\n{% block main %}<p>bare</p>{% endblock %}\n"


@pytest.fixture
def mine(site: SiteCase) -> SiteCase:
    """A site whose theme `mine` extends `middle`, and that the bare one."""
    site.write("content/site.yaml", SITE)
    site.write("content/about.md", "---\ntitle: About\n---\n\nHello.\n")
    site.write("themes/mine/theme.yaml", "extends: middle\n")
    site.write("themes/middle/theme.yaml", "extends: bare\n")
    site.write("themes/bare/templates/page.html", PAGE)
    return site


def layered(tmp_path: Path, files: dict[str, str]) -> Sources:
    return Sources(
        themes={
            f"themes/{path}": SourceFile(f"themes/{path}", tmp_path / "none", text.encode())
            for path, text in files.items()
        }
    )


def test_each_theme_in_a_row_of_three_adds_to_the_one_below(mine: SiteCase) -> None:
    page = "{% extends '!page.html' %}\n{% block main %}{{ super() }}<p>NAME</p>{% endblock %}\n"
    for theme in ("middle", "mine"):
        mine.write(f"themes/{theme}/templates/page.html", page.replace("NAME", theme))
    page = mine.build().read("about/index.html")
    assert "<p>bare</p><p>middle</p><p>mine</p>" in page
    mine.write("themes/bare/templates/page.html", PAGE.replace("bare", "new"))
    again = mine.build()
    assert "<p>new</p><p>middle</p><p>mine</p>" in again.read("about/index.html")


def test_a_template_may_include_another_one_of_the_theme_below(mine: SiteCase) -> None:
    mine.write("themes/mine/templates/parts/footer.html", "<p>mine</p>")
    parts = "{% include 'parts/footer.html' %}{% include '!parts/footer.html' %}\n"
    mine.write("themes/mine/templates/page.html", f"<!doctype html>\n{parts}")
    page = mine.build().read("about/index.html")
    assert "<p>mine</p>" in page and "<footer>Ada Lovelace</footer>" in page


def test_a_mistake_in_a_template_below_is_named_where_it_stands(mine: SiteCase) -> None:
    mine.write("themes/bare/templates/page.html", "<!doctype html>\n\n{{ nothing }}\n")
    mine.write("themes/mine/templates/page.html", "{% extends '!page.html' %}\n")
    assert "themes/bare/templates/page.html:3: error: template: " in mine.build().said()


CHAIN = {"t": "u", "u": "v", "v": "none"}


def test_what_is_below_counts_from_the_theme_that_asks(tmp_path: Path) -> None:
    files = {f"{name}/theme.yaml": f"extends: {to}" for name, to in CHAIN.items()}
    files |= {"t/templates/page.html": "", "u/templates/home.html": ""}
    sources = layered(tmp_path, files | {"v/templates/page.html": "below"})
    theme, _ = parse_theme(sources, ThemeChoice(name="t"))
    assert theme.layers == ("t", "u", "v")
    assert name_below(theme, "!page.html", "home.html") == "!page.html"
    assert name_below(theme, "!home.html", "page.html") == "home.html"
    below = template_file(theme, "!page.html")
    assert below is not None and below.read() == b"below"


def test_a_theme_lies_above_base_unless_it_says_that_it_does_not(site: SiteCase) -> None:
    site.write("content/site.yaml", SITE)
    site.write("themes/mine/theme.yaml", "title: Mine\n")
    site.write("themes/mine/assets/style.css", "p { margin: 0 }\n")
    built = site.build()
    assert {"robots.txt", "404.html"} <= built.files()
    site.write("themes/mine/theme.yaml", "title: Mine\nextends: none\n")
    assert not site.build().ok


def test_of_an_option_of_the_theme_below_it_is_enough_to_name_what_changes(tmp_path: Path) -> None:
    below = "extends: none\noptions: {look: {type: choice, choices: [a, b, c], default: a, description: D.}}"
    above = "extends: u\noptions: {look: {default: b}}"
    sources = layered(tmp_path, {"t/theme.yaml": above, "u/theme.yaml": below})
    theme, problems = parse_theme(sources, ThemeChoice(name="t"))
    assert not problems
    assert theme.options == {"look": "b"}
    assert theme.specs["look"].description == "D."
    given = ThemeChoice(name="t", options={"look": OptionValue("c")})
    assert parse_theme(sources, given)[0].options == {"look": "c"}


def digest(**sources: str) -> str:
    """The digest of page.html in a theme of these templates (`_` stands for a slash)."""
    names = {name.replace("_", "/"): text for name, text in sources.items()}
    files = {
        f"templates/{name}.html": ThemeFile(name, digest_of(text.encode()), text.encode)
        for name, text in names.items()
    }
    return TemplateDigests(Theme(name="t", files=files)).of("page.html")


HEAD = '{%- include "parts/head.html" -%}'
COMPUTED = '{% include "parts/" ~ kind ~ ".html" ignore missing %}'
MIDDLE = '{% extends "base.html" %}'


@pytest.mark.parametrize(
    ("page", "before", "after", "is_change"),
    [
        ('{% extends "middle.html" %}', {"middle": MIDDLE, "base": "a"}, {"middle": MIDDLE, "base": "b"}, True),
        (HEAD, {"parts_head": "a"}, {"parts_head": "b"}, True),
        ('{% include "parts/extra.html" ignore missing %}', {}, {"parts_extra": "now here"}, True),
        ("alone", {"other": "a"}, {"other": "b"}, False),
        (COMPUTED, {"parts_news": "a"}, {"parts_news": "b"}, True),
        (COMPUTED, {}, {"parts_news": "a"}, True),
        (COMPUTED.replace(" ignore missing", ""), {}, {"news": "a"}, False),
        ('{% include ["one.html", "two.html"] %}', {"one": "x"}, {"one": "x", "two": "y"}, True),
    ],
    ids=["extended two steps up", "an included part", "a part that was absent", "one that is not named",
         "a computed name may be any", "a new one of that folder", "one of no such folder", "a list"],
)  # fmt: skip
def test_a_page_changes_with_all_that_it_names(
    page: str, before: dict[str, str], after: dict[str, str], is_change: bool
) -> None:
    assert (digest(page=page, **before) != digest(page=page, **after)) == is_change


def test_templates_that_name_each_other_do_not_hang() -> None:
    assert digest(page='{% import "other.html" as o %}', other='{% import "page.html" as p %}')


@pytest.mark.broadsheet
def test_the_footer_of_every_page_has_the_sites_own_line(site: SiteCase) -> None:
    site.write(
        "content/site.yaml",
        "person: {name: 陈晓禾}\nlanguages: [zh, en]\n"
        'footer: {zh: "[京ICP备00000000号](https://beian.miit.gov.cn/)", en: A licence}\n',
    )
    built = site.build()
    pages = [path for path in built.files() if path.endswith("/index.html")]
    for path in pages:
        footer = built.read(path).partition('<footer class="foot frame">')[2]
        line = "A licence" if path.startswith("en/") else '<a href="https://beian.miit.gov.cn/"'
        assert line in footer, path
