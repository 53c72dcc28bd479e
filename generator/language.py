"""The language of a command's messages.

A build with nothing to do needs it, too, so this imports only modules that Python has loaded
anyway.
"""

import os
import sys
from collections.abc import Sequence

_CATALOGS = os.path.join(os.path.dirname(__file__), "messages")  # noqa: PTH118, PTH120


def language_of(words: Sequence[str]) -> str:
    """Return the code of a language that has a catalog in `messages/`.

    `--lang` names it; in `masthead export`, that is the language of a site's texts. Otherwise it is
    the language of the terminal: POSIX's LC_ALL, LC_MESSAGES and LANG, in this order. Output to a
    file or another program is in English.
    """
    said = _option(words) if words[:1] != ["export"] else ""
    is_at_terminal = all(stream and stream.isatty() for stream in (sys.stdout, sys.stderr))
    if not said and is_at_terminal:
        names = ("LC_ALL", "LC_MESSAGES", "LANG")
        said = next(filter(None, map(os.environ.get, names)), "")
    return known_language(said) or "en"


def known_language(said: str) -> str:
    """Return `zh` for `zh`, `zh-Hans` or `zh_CN.UTF-8`; empty for a language without a catalog."""
    code = said.replace("_", "-").partition("-")[0].lower()
    is_known = code.isalpha() and os.path.exists(_path(code))  # noqa: PTH110
    return code if is_known else ""


def languages() -> list[str]:
    """Return the codes of all languages that have a catalog."""
    names = sorted(os.listdir(_CATALOGS))  # noqa: PTH208
    return [name[: -len(".json")] for name in names if name.endswith(".json")]


def sentence(code: str, language: str) -> str:
    """Return a sentence without decoding the catalog. The catalog has one sentence on each line."""
    with open(_path(language), encoding="utf-8") as file:  # noqa: PTH123
        said = file.read().partition(f'"{code}": "')[2].partition('"')[0]
    return said if said or language == "en" else sentence(code, "en")


def _option(words: Sequence[str]) -> str:
    """Return the value of `--lang`; of several, the last."""
    said = ""
    for number, word in enumerate(words):
        name, _, value = word.partition("=")
        if name == "--lang":
            said = value or "".join(words[number + 1 : number + 2])
    return said


def _path(language: str) -> str:
    return os.path.join(_CATALOGS, f"{language}.json")  # noqa: PTH118
