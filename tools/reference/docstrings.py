"""The string literals under the fields of a struct.

Python throws these strings away when it compiles a class, so they are read from its source.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from functools import cache


@cache
def field_docstrings(struct: type) -> dict[str, str]:
    """Return field -> docstring in one line; a subclass's own string goes before the inherited.

    A field without a string is absent: whoever prints it decides whether that is a fault.
    """
    found: dict[str, str] = {}
    for ancestor in reversed(struct.__mro__):
        if ancestor.__module__.startswith("generator."):
            found |= _own_docstrings(ancestor)
    return found


def first_paragraph(documented: object) -> str:
    """Return the first paragraph of the docstring of a class or function, in one line."""
    return one_line((inspect.getdoc(documented) or "").split("\n\n")[0])


def one_line(text: str) -> str:
    """Return a text with its line breaks folded into blanks."""
    return " ".join(text.split())


def _own_docstrings(struct: type) -> dict[str, str]:
    definition = ast.parse(textwrap.dedent(inspect.getsource(struct))).body[0]
    assert isinstance(definition, ast.ClassDef)
    found = {}
    for field, below in zip(definition.body, definition.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = one_line(text)
    return found
