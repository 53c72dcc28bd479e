"""The interface of the theme `base` for other themes: properties, blocks, macros."""

from __future__ import annotations

import re

from generator.model.theme import Theme
from tools.reference.structs import one_line
from tools.reference.wording import code, table

_PROPERTY = re.compile(r"^  --([a-z-]+): (.*); \{# (.*?) #\}$", re.MULTILINE)
_BLOCK = re.compile(r"\{%-? block (\w+)")
_MACRO = re.compile(r"\{# (.*?) #\}\n\{% macro (\w+\(.*?\)) %\}", re.DOTALL)
_COLOURS = {
    "paper": "The background of the page.",
    "wash": "The background of code, boxes and tags.",
    "ink": "Text.",
    "soft": "Dates, venues, captions: contrast 4.5:1 on `paper` and `wash`, as `ink` and `accent`.",
    "rule": "Lines.",
    "accent": "The accent colour. The option `accent` overrides it.",
    "on-accent": "Text on the accent colour.",
}
"""The values that skins may set besides the properties of `base.css`."""
LIMITS = """## Permissions of a theme

Templates run in Jinja's sandbox: they can read what is listed here, but have no access to Python or
to your machine, and cannot change values. Designs in Typst have access to the files of their theme,
but not to other files or to packages. However, a theme decides what pages say and where their links
lead, its scripts in `assets/` run in readers' browsers, and it can use any amount of time and
memory. Use a theme only if you trust the people who made it.

`content_policy()` writes a page's Content-Security-Policy at the beginning of the head. It allows
the files of the site and the content of the author's page. It blocks any `<script>`, `<style>` or
`style="…"` in a template, and `check` reports them: put them into files in `assets/`. Pass values
to a script in attributes, or as a block of data:

```html
<p id="place" data-city="{{ page.extra.city }}"></p>
<script type="application/json" id="tags">{{ page.tags | map(attribute='name') | list | tojson }}
</script>
<script defer src="{{ asset('place.js') }}"></script>
```

```js
const city = document.getElementById("place").dataset.city
const tags = JSON.parse(document.getElementById("tags").textContent)
```

Handlers such as `onclick` never run. A template cannot make pages load a script, a picture or a
font from another host; only the site can allow this, with `content_policy` in `site.yaml`.
"""


def style_sheets(base: Theme) -> str:
    """Return the section on style sheets: layers, and custom properties with their defaults."""
    light = next(iter(base.skins.values())).light
    assert set(light) == set(_COLOURS), "a colour of the skin `plain` has no description"
    rows = [(f"`--{name}`", f"`{light[name]}`", about) for name, about in _COLOURS.items()]
    rows += [(f"`--{n}`", f"`{value}`", about) for n, value, about in properties(base)]
    return "\n\n".join(
        [
            "## Style sheets\n\nEach page loads `style.css`. Pages that need them also load "
            "`math.css`, `gallery.css`, `finding.css` (the search) and `records.css` (tiles, "
            "walls and pages of records). There are three layers, `base`, `theme` and `site`; a "
            "rule in a later layer overrides one in an earlier layer, whatever the selectors. "
            "`assets/theme.css` of a theme is in the layer `theme`; it is a template that reads "
            "`options` and `skin`. Put rules of your site into `themes/base/assets/site.css` in "
            "your project; they apply in every theme. `assets/fonts.css` comes before the layers.",
            "These properties define the look. Skins set them by their names without `--`, style "
            "sheets in `:root`:",
            table(("Property", "Default", "What it is"), rows),
        ]
    )


def properties(base: Theme) -> list[tuple[str, str, str]]:
    """Return the custom properties of `base.css` with their defaults and meanings."""
    return _PROPERTY.findall(base.text("assets/base.css") or "")


def blocks(base: Theme) -> str:
    """Return the section on blocks: for each template, the blocks that a theme can override."""
    rows = []
    for path in sorted(base.files):
        name = path.removeprefix("templates/")
        found = _BLOCK.findall(base.text(path) or "") if name != path else []
        if found:
            rows.append((f"`{name}`", code(dict.fromkeys(found))))
    return (
        "## Blocks\n\n`{% extends '!home.html' %}` extends the template of that name in the theme "
        "below. A block then replaces the block of the same name there, and `super()` is the "
        "original content. Pages have the blocks of `base.html`, too.\n\n"
        f"{table(('Template', 'Its blocks'), rows)}"
    )


def macros(base: Theme) -> str:
    """Return the section on the macros of `atoms.html`."""
    text = base.text("templates/atoms.html") or ""
    about, _, rest = text.partition("#}\n")
    rows = [(f"`atoms.{call}`", one_line(comment)) for comment, call in _MACRO.findall(rest)]
    return (
        f"## Macros\n\n{one_line(about.removeprefix('{# '))}\n\n"
        f"{table(('Macro', 'What it draws'), rows)}"
    )
