"""The Jinja environment, and the filters that templates use.

Values of the site are arguments of a rendering, never globals of the environment: with a global,
`{% import %}` would cache the module, and the second page would record no read.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

import jinja2
from jinja2.runtime import Context

from generator.model.theme import Theme
from generator.problems import Place, Problem
from generator.render.theme import file_name


class Environment(jinja2.Environment):
    """Jinja as themes know it: undefined names are errors, texts are escaped."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(
            loader=jinja2.FunctionLoader(lambda name: _source(theme, name)),
            autoescape=lambda name: name is None or not name.endswith((".txt", ".css", ".js")),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            auto_reload=False,
            cache_size=-1,
        )
        self.globals.pop("lipsum", None)
        for name in ("random", "pprint"):
            self.filters.pop(name, None)
        self.filters |= {name: _bound(name) for name in FILTERS}


FILTERS = (
    "inline",
    "blocks",
    "plain",
    "href",
    "absolute",
    "content",
    "excerpt",
    "excerpt_text",
    "headings",
)
"""Filters that ask the page which is being rendered; `text.TextRendering` has their code."""


def _bound(name: str) -> Callable[..., Any]:
    @jinja2.pass_context
    def call(context: Context, value: Any, *args: Any, **options: Any) -> Any:
        here = context.resolve("here")
        if isinstance(here, jinja2.Undefined):
            message = f"the filter `{name}` needs the page: import this macro `with context`"
            raise jinja2.TemplateRuntimeError(message)
        return getattr(here.texts, name)(value, *args, **options)

    call.__name__ = name
    return call


def _source(theme: Theme, name: str) -> tuple[str, str, Callable[[], bool]] | None:
    file = theme.files.get(file_name(name)) or theme.files.get(file_name(name) + ".jinja")
    if file is None:
        return None
    return file.data.decode("utf-8"), file.path, lambda: True


def template_problem(error: Exception, theme: Theme, template: str) -> Problem | None:
    """Return what is wrong in a template, at the last line of the theme that was running.

    None means that the error is not the theme's: it is our own bug.
    """
    paths = {file.path: name for name, file in theme.files.items()}
    if isinstance(error, jinja2.TemplateSyntaxError):
        path = error.filename or file_name(error.name or template)
        return Problem(Place(path, error.lineno), f"template: {error.message}")
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename in paths]
    line, path = (frames[-1].lineno or 0, frames[-1].filename) if frames else (0, "")
    if isinstance(error, jinja2.TemplateNotFound):
        known = file_name(template)
        place = Place(path or theme.files[known].path, line)
        return Problem(place, f'template: the theme has no file "{file_name(str(error.name))}"')
    if not frames:
        return None
    if isinstance(error, jinja2.UndefinedError):
        hint = "the reference lists all that a template may read"
        return Problem(Place(path, line), f"template: {error.message}", hint)
    return Problem(Place(path, line), f"template: {type(error).__name__}: {error}")
