"""What is wrong in a template, in plain words and at its line. Loaded only where something is."""

from __future__ import annotations

import re
import traceback
from pathlib import Path

import jinja2
from jinja2 import filters, tests

from generator.model.theme import Theme
from generator.problems import Place, Problem, did_you_mean
from generator.render.templates import FILTERS, TemplateMistake
from generator.render.theme import BELOW, file_name, template_file


def template_problem(error: Exception, theme: Theme, template: str) -> Problem | None:
    """Return what is wrong in a template, at the last line of the theme that was running.

    None means that the error is not the theme's: it is our own bug.
    """
    paths = {file.path for name in theme.files for file in theme.all_of(name)}
    if isinstance(error, jinja2.TemplateSyntaxError):
        path = error.filename or file_name(error.name or template)
        message, hint = _in_words(error.message or "this cannot be read")
        return Problem(Place(path, error.lineno), f"template: {message}", hint)
    trace = traceback.extract_tb(error.__traceback__)
    frames = [frame for frame in trace if frame.filename in paths]
    is_ours = Path(trace[-1].filename).is_relative_to(Path(__file__).parents[1])
    if not frames and isinstance(error, RecursionError) and _is_in_jinja(trace):
        own = template_file(theme, template)
        path = own.path if own else f"themes/{theme.name}/{file_name(template)}"
        hint = "one of its expressions or blocks stands inside hundreds of others"
        return Problem(Place(path), "template: this is nested too deeply", hint)
    if not frames and not isinstance(error, jinja2.TemplateNotFound):
        return None
    if is_ours and isinstance(error, (AssertionError, ImportError, NameError, SyntaxError)):
        return None
    own = template_file(theme, template)
    path = own.path if own else f"themes/{theme.name}/{file_name(template)}"
    place = Place(frames[-1].filename, frames[-1].lineno or 0) if frames else Place(path)
    if isinstance(error, jinja2.TemplateNotFound):
        name = file_name(str(error.name))
        if str(error.name).startswith(BELOW):
            hint = "without the `!`, the name means a file of this theme, too"
            return Problem(place, f'template: no theme below this one has a file "{name}"', hint)
        hint = did_you_mean(name, theme.files) or "add it, or let theme.yaml extend another theme"
        return Problem(place, f'template: the theme has no file "{name}"', hint)
    if isinstance(error, RecursionError):
        hint = "look for a file that includes or extends itself"
        return Problem(place, "template: this never ends", hint)
    if isinstance(error, jinja2.TemplateError):
        hint = error.hint if isinstance(error, TemplateMistake) else ""
        return Problem(place, f"template: {error.message}", hint)
    hint = ""
    if is_ours:
        there = f"{trace[-1].filename.rpartition('generator/')[2]}:{trace[-1].lineno}"
        hint = f"if the line is right, this is a fault of Masthead, in {there}"
    return Problem(place, f"template: {type(error).__name__}: {error}", hint)


def _is_in_jinja(trace: traceback.StackSummary) -> bool:
    """Whether Jinja was reading a template."""
    folder = Path(jinja2.__file__).parent
    return any(Path(frame.filename).is_relative_to(folder) for frame in trace[-50:])


def _in_words(said: str) -> tuple[str, str]:
    """Return a syntax error of Jinja's in plain words, and a way out."""
    if found := re.search(r"innermost block that needs to be closed is '(\w+)'", said):
        return f'the block "{found[1]}" is never closed', f"end it with {{% end{found[1]} %}}"
    if found := re.match(r"Encountered unknown tag '(\w+)'", said):
        return f'there is no tag "{found[1]}"', did_you_mean(found[1], _TAGS)
    if found := re.match(r"No (filter|test) named '(\w+)'", said):
        known = (*FILTERS, *filters.FILTERS) if found[1] == "filter" else tests.TESTS
        return f'there is no {found[1]} "{found[2]}"', did_you_mean(found[2], known)
    return said[:1].lower() + said[1:].rstrip("."), ""


_TAGS = (
    *("if", "elif", "else", "endif", "for", "endfor", "set", "endset", "block", "endblock"),
    *("extends", "include", "import", "from", "macro", "endmacro", "call", "filter", "with", "raw"),
)
