"""The page for choosing a theme: a description of each, with pictures."""

from __future__ import annotations

from pathlib import Path

import yaml

from tools.gallery import SITES, themes
from tools.reference.structs import one_line
from tools.reference.templates import packaged_theme

IMAGES = Path(__file__).resolve().parents[2] / "docs/images/themes"
_WHOSE = {"person": "one person", "group": "a group"}


def themes_page() -> str:
    """Return the page: each theme with its pictures, its skins, and links to two sites in it."""
    about = (
        "A line of `content/site.yaml` chooses the theme. Change it as often as you like: all "
        "addresses, records and texts stay the same.\n\n```yaml\ntheme: NAME\n```\n\nEach theme "
        "has two sample sites: that of an invented person, with twelve papers, posts, talks "
        "and courses, and that of an invented group of fifteen. They are in English, Chinese and "
        "Arabic; look at them on your phone, too."
    )
    return "\n\n".join([about.replace("NAME", themes()[-1]), *map(_theme, themes())])


def _theme(name: str) -> str:
    theme = packaged_theme(name)
    manifest = yaml.safe_load(theme.text("theme.yaml") or "")
    parts = [f"## {manifest['title']}", one_line(manifest["description"])]
    parts += [_pictures(name, site, manifest["title"]) for site in SITES]
    skins = manifest.get("skins") or {}
    if skins:
        rows = [f"- `{skin}`: {one_line(values['description'])}" for skin, values in skins.items()]
        parts.append("Skins, by the option `skin`:\n\n" + "\n".join(rows))
    sites = ", ".join(f"[{_WHOSE[site]}](/gallery/{site}/{name}/index.html)" for site in SITES)
    parts.append(f"Look around: {sites}. [All options](theme-{name}.md).")
    return "\n\n".join(filter(None, parts))


def _pictures(name: str, site: str, title: str) -> str:
    """Return the pictures of a home by `tools.looks.shots`: on a desktop, and on a phone."""
    shots = ((f"{name}-{site}", ""), (f"{name}-{site}-dark-phone", ", dark, on a phone"))
    return "\n".join(
        f"![The home of {_WHOSE[site]} in {title}{of}](../images/themes/{file}.webp)"
        for file, of in shots
        if (IMAGES / f"{file}.webp").is_file()
    )
