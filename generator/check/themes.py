"""What a theme of the site's own leaves out, and what that costs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.check.context import CheckContext
from generator.check.rules import Found, rule
from generator.model.theme import Theme, ThemeFile
from generator.problems import Place, Spot, did_you_mean

_TAG = re.compile(r"\{%-?\s*(?:block\s+(\w+)|(endblock)\b)")
_EXTENDS = re.compile(r"""\{%-?\s*extends\s+['"](!?)([^'"]+)['"]\s*-?%\}""")
_COSTS = {
    "home.html": "the home is a plain page",
    "post.html": "posts cannot be drawn",
    "posts.html": "there is no list of posts",
    "tag.html": "tags have no pages",
    "tags.html": "there is no list of tags",
    "publication.html": "papers have no pages",
    "cv.html": "CVs have no pages",
    "404.html": "who follows a dead link sees the host's page",
    "redirect.html": "old addresses (`aliases`) cannot lead on",
    "search.html": "the site cannot be searched",
    "feed.xml": "nobody can subscribe to the posts",
    "sitemap.xml": "search engines find pages by links alone",
    "robots.txt": "crawlers are told nothing",
    "llms.txt": "language models find no list of the pages",
    "page.md": "pages have no form in Markdown",
    "parts/section.html": "no list of records can be drawn",
}
"""Templates that the theme `base` has, and what is lost without each."""


@rule("block-drawn-nowhere", "warning", "Files")
def block_drawn_nowhere(context: CheckContext) -> Iterator[Found]:
    """A template fills a block that the template which it extends has not, so nothing shows it.

    That happens when a theme writes a `base.html` of its own and leaves out a block that others
    fill, or when the name of a block is misspelt. Templates whose name is computed are left alone.
    """
    theme = context.index.theme
    for name in sorted(theme.files):
        if not name.startswith("templates/"):
            continue
        for file in theme.all_of(name):
            text = _text(file)
            above = _extended(theme, file, text)
            if above is None:
                continue
            known = _blocks_above(theme, above)
            for block, line, is_inside in _blocks(text):
                if not is_inside and block not in known:
                    path = above.path.partition("templates/")[2]
                    message = f'nothing draws the block "{block}": {path} has no such block'
                    hint = did_you_mean(block, known) or f"it has: {', '.join(sorted(known))}"
                    yield Found(Place(file.path, line), message, hint)


@rule("template-missing", "warning", "Files")
def template_missing(context: CheckContext) -> Iterator[Found]:
    """A theme that extends none has no template of a kind that every site has.

    Each finding says what the site loses. A theme that extends `base`, as all do that do not say
    otherwise, has them all.
    """
    theme = context.index.theme
    manifest = theme.files.get("theme.yaml")
    if manifest is None or "base" in theme.layers:
        return
    for name, cost in _COSTS.items():
        if f"templates/{name}" not in theme.files and name not in theme.without:
            where = Spot(f"themes/{theme.layers[-1]}/theme.yaml", ("extends",))
            message = f"the theme has no templates/{name}: {cost}"
            yield Found(
                where, message, "write one, take `extends: none` out, or name it under `without`"
            )


def _text(file: ThemeFile) -> str:
    return file.data.decode("utf-8", "replace")


def _extended(theme: Theme, file: ThemeFile, text: str) -> ThemeFile | None:
    """Return the template that a template extends, where that is named in it."""
    found = _EXTENDS.search(text)
    if found is None:
        return None
    files = theme.all_of(f"templates/{found[2]}")
    return next((one for one in files if not found[1] or one.layer > file.layer), None)


def _blocks(text: str) -> Iterator[tuple[str, int, bool]]:
    """Yield the name of each block, its line, and whether it stands inside another one."""
    depth = 0
    for tag in _TAG.finditer(text):
        if tag[2]:
            depth -= 1
            continue
        yield tag[1], text.count("\n", 0, tag.start()) + 1, depth > 0
        depth += 1


def _blocks_above(theme: Theme, file: ThemeFile) -> set[str]:
    """Return the blocks of a template and of all that it extends."""
    found: set[str] = set()
    seen: set[int] = set()
    above: ThemeFile | None = file
    while above is not None and id(above) not in seen:
        seen.add(id(above))
        text = _text(above)
        found |= {name for name, _, _ in _blocks(text)}
        above = _extended(theme, above, text)
    return found
