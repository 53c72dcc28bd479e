"""A template's digest covers its source and all that it names, the absent included."""

import pytest

from generator.model.files import digest_of
from generator.model.theme import Theme, ThemeFile
from generator.render.theme import TemplateDigests
from tests.conftest import SiteCase


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
    assert built.ok, built.said()
    pages = [path for path in built.files() if path.endswith("/index.html")]
    for path in pages:
        footer = built.read(path).partition('<footer class="foot frame">')[2]
        line = "A licence" if path.startswith("en/") else '<a href="https://beian.miit.gov.cn/"'
        assert line in footer, path
