"""Which file a template's name means, and a template's digest: its source and that of all
templates that it names.

`!page.html` is the file of that name in the themes below the one in which it is written. Jinja and
the digests know that file as `!page.html`, too, if it is the second of its name, as `!!page.html`
if it is the third, whoever asks.
"""

from __future__ import annotations

import re
from functools import cache

from generator.model.files import digest_of
from generator.model.theme import Theme, ThemeFile

_NAMES = re.compile(r"\{%-?\s*(?:extends|include|import|from)\s+(.+?)-?%\}", re.DOTALL)
_LITERAL = re.compile(
    r"""^(['"])([^'"]+)\1\s*(?:ignore missing|with(out)? context|import\b|as\b|$)"""
)
_COMPUTED = re.compile(r"""^(['"])(\w[^'"]*)\1\s*~[^'"]+~\s*(['"])([^'"]*)\3$""")
"""A name whose beginning and end are known: `'parts/section-' ~ section.style ~ '.html'`."""
ABSENT = "absent"
BELOW = "!"


def file_name(template: str) -> str:
    """Return the file of a template: `page.html` lies in `templates/`, `assets/…` as named."""
    name = template.lstrip(BELOW)
    return name if name.startswith(("assets/", "icons/")) else f"templates/{name}"


def template_file(theme: Theme, template: str) -> ThemeFile | None:
    """Return the file of a template, by the name that Jinja has for it, or None."""
    depth = len(template) - len(template.lstrip(BELOW))
    files = _files(theme, template)
    return files[depth] if depth < len(files) else None


def name_below(theme: Theme, name: str, asker: str) -> str:
    """Return Jinja's name for the file that a template means by `!NAME`."""
    bare = name.lstrip(BELOW)
    file = template_file(theme, asker)
    layer = file.layer if file else 0
    files = _files(theme, bare)
    depth = next((n for n, file in enumerate(files) if file.layer > layer), len(files) or 1)
    return BELOW * depth + bare


def _files(theme: Theme, template: str) -> tuple[ThemeFile, ...]:
    name = file_name(template)
    return theme.all_of(name) or theme.all_of(f"{name}.jinja")


class TemplateDigests:
    """The digest of each template of a theme, computed when it is first asked for."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.of = cache(self._of)
        """Template name -> digest."""

    def _of(self, template: str) -> str:
        parts = []
        for name in sorted(self.reachable(template)):
            file = template_file(self._theme, name)
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
        file = template_file(self._theme, template)
        source = file.data.decode("utf-8") if file else ""
        names: list[str] = []
        for match in _NAMES.finditer(source):
            literal = _LITERAL.match(match[1].strip())
            if literal:
                names.append(self._named_as(literal[2], template))
                continue
            if part := _COMPUTED.match(match[1].strip()):
                names.extend(self._between(part[2], part[4]))
                continue
            # Any other name that is computed may be any of the theme's templates.
            names.extend(self._all)
            names.extend(
                self._named_as(name, template)
                for name in re.findall(r"['\"](!?[\w./-]+\.\w+)['\"]", match[1])
            )
        return names

    def _between(self, start: str, end: str) -> list[str]:
        """Return the templates whose names begin and end in a certain way."""
        return [name for name in self._all if name.startswith(start) and name.endswith(end)]

    def _named_as(self, name: str, asker: str) -> str:
        return name_below(self._theme, name, asker) if name.startswith(BELOW) else name

    @property
    def _all(self) -> list[str]:
        return [
            BELOW * depth + name.removeprefix("templates/")
            for name in self._theme.files
            if name.startswith("templates/")
            for depth in range(len(self._theme.all_of(name)))
        ]
