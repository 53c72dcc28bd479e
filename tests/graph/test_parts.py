"""Whatever a fact asks of the index is noted as one of its parts."""

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from generator.engine.stages import body
from generator.graph.index import Index, Watched
from generator.graph.outputs import outputs_of, with_homes
from generator.load import load
from generator.model.files import ProjectFolders
from generator.parse.content import parse
from generator.parse.theme import parse_theme
from tests.engine.conftest import varied

pytestmark = pytest.mark.broadsheet


PURE = {"body", "medium", "noted", "answers", "phrase", "printed", "value_of"}
"""Public names of the index that say nothing of the site: pure functions, and its own books.

`phrase` is one where there is no text; `body` only wraps a page that was found by its name;
`printed` notes what is asked of it, see below; `value_of` asks `kind_of` or a record.
"""
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "absolute": ("/about/",),
    "all_of": ("talks",),
    "by_subject": ("cv",),
    "is_broken": ("nowhere.md",),
    "kind_of": (),
    "venue_of": (),
    "posts": ("en",),
    "topics": ("en", "tags"),
    "translated": ("page:about", "zh"),
    "url_of": ("page:about", "zh"),
    "word": ("posts", "zh"),
    "own_word": ("more", "en"),
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """The index of a varied site."""
    root = varied(tmp_path_factory.mktemp("parts") / "project").root
    sources, _ = load(ProjectFolders(root))
    site = with_homes(parse(sources)[0])
    theme, _ = parse_theme(sources, site.config.theme)
    outputs, _ = outputs_of(site, theme, sources)
    return Index(site, theme, outputs, site.config.url, read_body=partial(body, sources))


def public(index: Index) -> list[str]:
    return sorted(name for name in {*dir(Index), *vars(index)} if not name.startswith("_"))


def test_every_public_name_of_the_index_notes_a_part_or_is_listed_as_pure(index: Index) -> None:
    assert PURE | ARGUMENTS.keys() <= set(public(index)), "a name in the lists is gone"
    paper = next(iter(index.publications.whole().values()))
    for name in public(index):
        if name in PURE:
            continue
        index.noted = set()
        value = getattr(index, name)
        if inspect.ismethod(value):
            assert name in ARGUMENTS, (
                f"Index.{name} is new: say how it is called, or why it is pure"
            )
            value(*(ARGUMENTS[name] or (paper,)))
        elif isinstance(value, Watched):
            asks_note(value, index)
            continue
        assert index.noted, f"Index.{name} notes nothing"


def asks_note(value: Watched[Any, Any], index: Index) -> None:
    """Each way to ask a watched mapping notes something, also for what is not there."""
    key = next(iter(value))
    missing = ("no", "such") if isinstance(key, tuple) else "no such"
    ways: list[Callable[[], Any]] = [
        lambda: value[key],
        lambda: value.get(missing),
        lambda: missing in value,
        lambda: list(value),
        lambda: len(value),
        lambda: list(value.items()),
        lambda: list(value.values()),
        lambda: list(value.keys()),
        lambda: bool(value),
        lambda: value == {},
        value.whole,
    ]
    for number, way in enumerate(ways):
        index.noted = set()
        way()
        assert index.noted, f"way {number} to ask notes nothing"
    index.noted = set()
    with pytest.raises(KeyError):
        value[missing]
    assert index.noted
