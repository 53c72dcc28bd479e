"""A site's index, straight from texts."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from generator.engine.stages import body, with_sections
from generator.graph.index import Index
from generator.graph.outputs import outputs_of, with_homes
from generator.graph.query import section_view
from generator.model.files import SourceFile, Sources
from generator.model.lookups import SourceCache
from generator.model.sections import Section
from generator.model.site import LAYOUTS, OWN_LAYOUT
from generator.model.text import Medium
from generator.model.theme import Theme, ThemeFile
from generator.model.views import SectionView
from generator.parse.content import parse
from generator.parse.pages import read_section
from generator.problems import Spot
from generator.render.renderer import Renderer
from tests.conftest import texts_below

IndexOf = Callable[..., Index]


def files_of(site: str) -> dict[str, str]:
    """The files of a small site beside these tests, by their paths below `content/`."""
    return texts_below(Path(__file__).parent / "sites" / site)


OWN_KINDS = files_of("own-kinds")["site.yaml"]
"""The `site.yaml` of a site with two kinds of its own."""


def asked(text: str, name: str = "publications") -> Section:
    """A section as a page or a CV writes it."""
    found, problems = read_section(name, text, Spot("page.md"))
    assert found is not None and not problems, problems
    return found


def shown(index: Index, kinds: str, lang: str = "en", **options: Any) -> SectionView:
    """What a page shows of records of some kinds."""
    section = Section(of=tuple(kinds.split()), given_fields=tuple(options), **options)
    return section_view(section, index, lang)


def titles(view: SectionView) -> list[str]:
    return [entry.title.text for entry in view.entries]


@pytest.fixture
def index_of() -> IndexOf:
    def make(files: dict[str, str], medium: Medium = "web", site: str = "", **look: Any) -> Index:
        files = {"site.yaml": site or "person: {name: Jin Fang}\nlanguages: [en, zh]\n", **files}
        content = {
            f"content/{name}": SourceFile(f"content/{name}", Path(name), text.encode())
            for name, text in sorted(files.items())
        }
        sources = Sources(content)
        parsed, problems = parse(sources)
        assert not problems, problems
        layouts = ("home", "page", "post", "posts", *LAYOUTS.values(), OWN_LAYOUT, "news")
        theme = Theme(
            name="bare",
            files={f"templates/{n}.html": ThemeFile(n, "", lambda: b"") for n in layouts},
            **look,
        )
        renderer = Renderer(theme, {}, read_section)
        whole = with_sections(parsed, partial(body, sources), renderer, SourceCache())
        whole = with_homes(whole)
        outputs, problems = outputs_of(whole, theme, sources)
        assert not problems, problems
        return Index(whole, theme, outputs, "https://example.org/", medium)

    return make
