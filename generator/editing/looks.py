"""Themes and skins: what there is, and the site's own home in one of them."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from generator.api import BuildRequest, themes
from generator.editing.records import Refusal
from generator.messages import spoken
from generator.model.site import Site
from generator.model.theme import Theme
from generator.preview.builds import Attempt, Failure
from generator.preview.server import LOOKS, looks_folder


class Looks:
    """Has the home built in other themes, each in a folder of its own."""

    def __init__(self, request: BuildRequest, attempt: Attempt) -> None:
        self._request = request
        self._attempt = attempt

    def all(self, site: Site) -> dict[str, Any]:
        """Return the themes that the site can choose, and the chosen one."""
        chosen, found = themes(self._request.project)
        skin = site.config.theme.options.get("skin")
        return {
            "theme": chosen,
            "skin": skin.text if skin else "",
            "themes": [_about(theme) for theme in found],
        }

    def tried(self, theme: str, skin: str) -> dict[str, str]:
        """Build the home in a theme; return its address at the site's server. Raises Refusal."""
        known = {one.name: one for one in themes(self._request.project)[1]}
        if theme not in known or (skin and skin not in known[theme].skins):
            raise Refusal("there is no such theme or skin", 404)
        folder = looks_folder(self._request.project) / theme
        request = msgspec.structs.replace(
            self._request, output=folder, theme=theme, skin=skin, home_only=True
        )
        result = self._attempt(request)
        if isinstance(result, Failure):
            words = "; ".join(problem.message for problem in result.problems)
            raise Refusal(words or spoken("edit-failed"), 409)
        # The address is new each time, or a browser would show what it showed before.
        return {"address": f"{LOOKS}{theme}/index.html?{secrets.token_hex(4)}"}


def _about(theme: Theme) -> dict[str, Any]:
    skins = [
        {"name": name, "description": skin.description, "colours": _colours(skin.light)}
        for name, skin in theme.skins.items()
    ]
    return {
        "name": theme.name,
        "title": theme.title or theme.name,
        "description": theme.description,
        "skins": skins,
    }


def _colours(side: dict[str, str]) -> list[str]:
    return [side[name] for name in ("paper", "ink", "accent") if name in side]
