"""A template's digest: its source and that of all templates that it names."""

from __future__ import annotations

import re
from functools import cache

from generator.model.files import digest_of
from generator.model.theme import Theme

_NAMES = re.compile(r"\{%-?\s*(?:extends|include|import|from)\s+(.+?)-?%\}", re.DOTALL)
_LITERAL = re.compile(
    r"""^(['"])([^'"]+)\1\s*(?:ignore missing|with(out)? context|import\b|as\b|$)"""
)
ABSENT = "absent"


def file_name(template: str) -> str:
    """Return the file of a template: `page.html` lies in `templates/`, `assets/…` as named."""
    return template if template.startswith(("assets/", "icons/")) else f"templates/{template}"


class TemplateDigests:
    """The digest of each template of a theme, computed when it is first asked for."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.of = cache(self._of)
        """Template name -> digest."""

    def _of(self, template: str) -> str:
        parts = []
        for name in sorted(self.reachable(template)):
            file = self._theme.files.get(file_name(name))
            # A missing file counts, too: adding it is a change.
            parts.append(f"{name}={file.digest if file else ABSENT}")
        return digest_of("\n".join(parts).encode())

    def reachable(self, template: str) -> set[str]:
        """Return the names of a template and of all that it may draw, there or not."""
        found: set[str] = set()
        open_names = [template]
        while open_names:
            name = open_names.pop()
            if name in found:
                continue
            found.add(name)
            open_names.extend(self._named(name))
        return found

    def _named(self, template: str) -> list[str]:
        source = self._theme.text(file_name(template)) or ""
        names: list[str] = []
        for match in _NAMES.finditer(source):
            literal = _LITERAL.match(match[1].strip())
            if literal:
                names.append(literal[2])
                continue
            # A name that is computed may be any of the theme's templates.
            names.extend(self._all)
            names.extend(re.findall(r"['\"]([\w./-]+\.\w+)['\"]", match[1]))
        return names

    @property
    def _all(self) -> list[str]:
        return [
            name.removeprefix("templates/")
            for name in self._theme.files
            if name.startswith("templates/")
        ]
