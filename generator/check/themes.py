"""What a theme of the site's own leaves out or loses, and what that costs."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from generator.check.rules import CheckContext, Found, rule
from generator.model.languages import language
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
    "parts/section.html": "no list of records can be drawn",
}
"""Templates that the theme `base` has, and what is lost without each."""
_DRAWN = ("parts/bibliography.html", "parts/section.html")
"""Parts that the renderer asks for by name."""


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
            text = text_of(file)
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


@rule("theme-file-unused", "warning", "Files")
def theme_file_unused(context: CheckContext) -> Iterator[Found]:
    """A file of a theme of the site's own lies where nothing reads it, so it changes nothing.

    That is a template outside of `templates/`, a part or a style sheet that no other file names, or
    a template whose name is nearly that of one of `base`. Texts about the theme are left alone, and
    so are icons, pictures and fonts, which links and readers' browsers ask for by name, and themes
    that extend none.
    """
    theme = context.index.theme
    if "base" not in theme.layers:
        return
    layouts = {f"templates/{output.layout}.html" for output in context.index.outputs}
    for name, file in own_files(theme):
        folder, _, rest = name.partition("/")
        hint = ""
        if name.endswith((".html", ".css", ".js")) and folder not in ("templates", "assets"):
            hint = _way_out(theme, file, name.rpartition("/")[2])
        elif name.startswith("templates/parts/"):
            if rest not in _DRAWN and not _is_named(context, rest):
                hint = _near(theme, name) or "include it in a template"
        elif folder == "templates" and name not in layouts and not _is_named(context, rest):
            hint = _near(theme, name)
        elif name.endswith((".css", ".js")) and not _is_named(context, name, rest):
            hint = _way_out(theme, file, "theme.css" if name.endswith(".css") else rest)
        if hint and len(theme.all_of(name)) == 1:
            yield Found(Place(file.path), "nothing reads this file", hint)


@rule("word-unknown", "warning", "Files")
def word_unknown(context: CheckContext) -> Iterator[Found]:
    """A template of the site's own asks for a word that no table has, so pages show its key."""
    index = context.index
    known = {*language("en").words, *index.theme.words.get("en", {}), *index.own_words}
    for name, file in own_files(index.theme):
        text = text_of(file) if name.startswith("templates/") else ""
        for asked in re.finditer(r"""\bword\(\s*(['"])([^'"]+)\1\s*\)""", text):
            key = asked[2]
            if key not in known and not index.own_word(key, context.languages[0]):
                line = text.count("\n", 0, asked.start()) + 1
                hint = did_you_mean(key, known) or "add it to words.yaml of the theme"
                yield Found(Place(file.path, line), f'there is no word "{key}"', hint)


def _near(theme: Theme, name: str) -> str:
    """Return a hint with the packaged file in the same folder whose name is nearly the same."""
    folder, _, bare = name.rpartition("/")
    names = [path.rpartition("/") for path in _packaged(theme)]
    stems = {end.partition(".")[0]: end for start, _, end in names if start == folder}
    near = difflib.get_close_matches(bare.partition(".")[0], stems, 1, 0.85)
    return f'did you mean "{stems[near[0]]}"?' if near else ""


def own_files(theme: Theme) -> Iterator[tuple[str, ThemeFile]]:
    """Yield each file of the site's own, with its path in the theme."""
    for name in sorted(theme.files):
        for file in theme.all_of(name):
            if not file.is_packaged:
                yield name, file


def _packaged(theme: Theme) -> list[str]:
    return [name for name in theme.files if any(file.is_packaged for file in theme.all_of(name))]


def _way_out(theme: Theme, file: ThemeFile, name: str) -> str:
    """Return where a file belongs that lies where nothing reads it; `name` is what it may be."""
    known = [path for path in _packaged(theme) if path.endswith(f"/{name}")]
    if known:
        return f"{'/'.join(file.path.split('/')[:2])}/{known[0]} would be read"
    if name.endswith(".html"):
        return "templates lie in templates/, parts of them in templates/parts/"
    if name.endswith(".css"):
        return "rules belong into assets/theme.css, which every page loads"
    return f"load it in a template: `{{{{ asset('{name}') }}}}`"


def _is_named(context: CheckContext, *names: str) -> bool:
    """Whether some template or style sheet names a file, or the beginning of its name."""
    quoted = context.once("names in themes", lambda: _quoted(context.index.theme))
    return any(
        text == name or (text.endswith("-") and name.startswith(text))
        for name in names
        for text in quoted
    )


def _quoted(theme: Theme) -> frozenset[str]:
    """Return the texts in quotation marks that could be names of files."""
    return frozenset(
        text.lstrip("!")
        for name in theme.files
        if name.startswith(("templates/", "assets/")) and name.endswith(_WITH_NAMES)
        for file in theme.all_of(name)
        for text in re.findall(r"""["']([!\w./-]+)["']""", text_of(file))
    )


_WITH_NAMES = (".html", ".md", ".xml", ".txt", ".css", ".jinja", ".js")


def text_of(file: ThemeFile) -> str:
    """Return a file of a theme as text, whatever its bytes are."""
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
        text = text_of(above)
        found |= {name for name, _, _ in _blocks(text)}
        above = _extended(theme, above, text)
    return found
