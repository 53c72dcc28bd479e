"""A site's index, straight from texts."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.graph.index import Index
from generator.graph.outputs import outputs_of, with_homes
from generator.model.files import SourceFile, Sources
from generator.model.site import LAYOUTS
from generator.model.text import Medium
from generator.model.theme import Theme, ThemeFile
from generator.parse.content import parse

IndexOf = Callable[..., Index]
OWN_KINDS = """
person: {name: Jin Fang}
languages: [en, zh]
kinds:
  grants:
    title: {en: Grants, zh: 科研项目}
    fields:
      title: {type: text, required: true}
      funder: text
      code: word
      amount: {type: number, label: {en: Amount, zh: 金额}}
      role: {choices: [lead, partner]}
      team: people
      deadline: {type: date, label: Deadline}
      website: {type: link, label: Website}
      abstract: markdown
      topics: list
  licences:
    fields:
      title: text
      authority: text
      number: {type: word, label: No.}
words: {grants.role.lead: {en: Principal investigator, zh: 负责人}}
styles:
  own: "{title}[, {funder}][ ({role})][, {amount: label}][, {team: initials, and}][, {deadline: long}]"
"""
"""The `site.yaml` of a site with two kinds of its own."""


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
        layouts = ("home", "page", "post", "posts", *LAYOUTS.values(), "news")
        theme = Theme(
            name="bare",
            files={f"templates/{n}.html": ThemeFile(n, "", lambda: b"") for n in layouts},
            **look,
        )
        whole = with_homes(parsed)
        outputs, problems = outputs_of(whole, theme, sources)
        assert not problems, problems
        return Index(whole, theme, outputs, "https://example.org/", medium)

    return make
