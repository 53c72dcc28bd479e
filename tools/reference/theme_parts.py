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
    "paper": "The ground of the page.",
    "wash": "The ground of code, of what is set apart, of tags.",
    "ink": "Text.",
    "soft": "Dates, venues, captions: 4.5:1 on `paper` and `wash`, as `ink` and `accent`.",
    "rule": "Lines.",
    "accent": "The one colour. The option `accent` goes before it.",
    "on-accent": "Text on the accent.",
}
"""The values that skins may set besides the properties of `base.css`."""
LIMITS = """
## What a theme may do

Templates run in Jinja's sandbox: they read what is listed here, reach nothing of Python or of the
machine by way of it, and change no mapping. Designs in Typst get the files of their theme, and
neither other files nor packages. But a theme decides what pages say and where their links lead, its
scripts in `assets/` run in readers' browsers, and it can take up any amount of time and memory. So
use a theme only if you trust the people who made it.

A page's Content-Security-Policy is what `content_policy()` draws, at the beginning of the head. It
lets in the files of the site and what the author's own page holds. A `<script>`, a `<style>` or a
`style="…"` of a template is blocked, and `check` names it: keep them in files of `assets/`. Give a
script its values in attributes, or as a block of data:

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

Handlers such as `onclick` never run. No template decides that readers ask another host for a
script, a picture or a font: the site does, with `content_policy` in `site.yaml`.
"""


def style_sheets(base: Theme) -> str:
    """Return the section on style sheets: layers, and custom properties with their defaults."""
    light = next(iter(base.skins.values())).light
    assert set(light) == set(_COLOURS), "a colour of the skin `plain` has no description"
    rows = [(f"`--{name}`", f"`{light[name]}`", about) for name, about in _COLOURS.items()]
    rows += [(f"`--{n}`", f"`{value}`", about) for n, value, about in properties(base)]
    return "\n\n".join(
        [
            "## Style sheets\n\nEach page loads `style.css`. Those that need them load `math.css`, "
            "`gallery.css`, `finding.css` (the search) and `records.css` (tiles, walls and pages "
            "of records), too. There are three layers, `base`, `theme` and `site`; a rule of a "
            "later layer goes before one of an earlier one, whatever the selectors. "
            "`assets/theme.css` of a theme is in `theme`; it is a template that reads `options` "
            "and `skin`. Rules of your site stand in `themes/base/assets/site.css` of your "
            "project, and hold in every theme. `assets/fonts.css` stands before the layers.",
            "These properties carry the look. Skins set them by their names without `--`, style "
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
        "## Blocks\n\n`{% extends '!home.html' %}` builds on the template of that name in the "
        "theme below; what stands in a block then takes the place of the block there, and "
        "`super()` is what was in it. Pages have the blocks of `base.html`, too.\n\n"
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
