"""The questions, one after the other, to somebody at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from generator.scaffold.answers import (
    address_of,
    email_of,
    languages_of,
    name_of,
    native_of,
    one_line,
)

Ask = Callable[[str], str]
"""Shows a question and returns what was typed; raises EOFError where nobody is there any more."""

QUESTIONS: tuple[tuple[str, str, Callable[[str], Any]], ...] = (
    ("name", "Your name", name_of),
    ("native", "Your name in another script, such as 方缙", native_of),
    ("languages", "Languages of the site, the first one first [en]", languages_of),
    ("role", "What you are, such as Ph.D. student", one_line),
    ("affiliation", "Your university or company", one_line),
    ("email", "Your e-mail address", email_of),
    ("url", "Where the site will live: a GitHub user, user/repository or a URL", address_of),
)
"""What is asked: the answer's name, the words, and what reads it (or raises ValueError)."""


def asked(names: Iterable[str], ask: Ask, say: Callable[[str], None]) -> dict[str, Any]:
    """Ask for these answers and return them by name; one that is wrong is asked for again."""
    wanted = set(names)
    given: dict[str, Any] = {}
    for name, words, check in QUESTIONS:
        while name in wanted and name not in given:
            try:
                given[name] = check(ask(f"{words}: "))
            except ValueError as error:
                say(f"  {error}")
    return given
