"""What is wrong in a template, in plain words and at its line. Loaded only where something is."""

from __future__ import annotations

import re
import traceback
from pathlib import Path

import jinja2
from jinja2 import filters, tests

from generator.messages import Message
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
        return Problem.of(Place(path, error.lineno), "template", what=message, hint=hint)
    trace = traceback.extract_tb(error.__traceback__)
    frames = [frame for frame in trace if frame.filename in paths]
    is_ours = Path(trace[-1].filename).is_relative_to(Path(__file__).parents[1])
    if not frames and isinstance(error, RecursionError) and _is_in_jinja(trace):
        own = template_file(theme, template)
        path = own.path if own else f"themes/{theme.name}/{file_name(template)}"
        return Problem.of(Place(path), "template-nested")
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
            return Problem.of(place, "template-below-missing", file=name)
        hint = did_you_mean(name, theme.files)
        return Problem.of(place, "template-missing", file=name, hint=hint)
    if isinstance(error, RecursionError):
        return Problem.of(place, "template-endless")
    if isinstance(error, TemplateMistake):
        return Problem.of(place, "template", what=error.text, hint=error.hint)
    if isinstance(error, jinja2.TemplateError):
        return Problem.of(place, "template", what=error.message or "")
    hint = None
    if is_ours:
        there = f"{trace[-1].filename.rpartition('generator/')[2]}:{trace[-1].lineno}"
        hint = Message.of("fault-of-masthead", place=there)
    what = f"{type(error).__name__}: {error}"
    return Problem.of(place, "template", what=what, hint=hint)


def _is_in_jinja(trace: traceback.StackSummary) -> bool:
    """Whether Jinja was reading a template."""
    folder = Path(jinja2.__file__).parent
    return any(Path(frame.filename).is_relative_to(folder) for frame in trace[-50:])


def _in_words(error: str) -> tuple[Message | str, Message | None]:
    """Return a syntax error of Jinja's in plain words, and a way out."""
    if found := re.search(r"innermost block that needs to be closed is '(\w+)'", error):
        return Message.of("template-block-open", name=found[1]), Message.of(
            "template-end", name=found[1]
        )
    if found := re.match(r"Encountered unknown tag '(\w+)'", error):
        return Message.of("template-tag", name=found[1]), did_you_mean(found[1], _TAGS)
    if found := re.match(r"No (filter|test) named '(\w+)'", error):
        known = (*FILTERS, *filters.FILTERS) if found[1] == "filter" else tests.TESTS
        return Message.of("template-filter", what=found[1], name=found[2]), did_you_mean(
            found[2], known
        )
    return error[:1].lower() + error[1:].rstrip("."), None


_TAGS = (
    *("if", "elif", "else", "endif", "for", "endfor", "set", "endset", "block", "endblock"),
    *("extends", "include", "import", "from", "macro", "endmacro", "call", "filter", "with", "raw"),
)
