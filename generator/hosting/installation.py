"""This installation of Masthead: where it came from, its extras, and how to add one.

Masthead is in no package index. A stranger could register its name there, so it is never installed
by its name alone.
"""

import os
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import msgspec

from generator.messages import Message, spoken
from generator.problems import Problem

_MODULES = {
    "thumbs": ("pypdfium2",),
    "import": ("liquid", "bs4"),
    "zh": ("justmytype_intl_cjk",),
}
"""Extra -> the modules that it brings."""


class _Folder(msgspec.Struct):
    editable: bool = False


class _Vcs(msgspec.Struct):
    vcs: str
    commit_id: str


class Origin(msgspec.Struct, frozen=True):
    """Where a package was installed from: `direct_url.json` (PyPA, "Direct URL Data Structure")."""

    url: str = ""
    """Empty if it came from an index, or was not installed by an installer."""
    vcs_info: _Vcs | None = None
    dir_info: _Folder | None = None

    @property
    def file(self) -> Path | None:
        """The local file or folder that it came from."""
        parts = urlsplit(self.url)
        path = unquote(parts.path)
        path = path.lstrip("/") if os.name == "nt" else path  # a path there begins with a drive
        return Path(path) if parts.scheme == "file" else None


def origin() -> Origin:
    """Return where the running Masthead came from."""
    # It imports `email` and `zipfile`: a twelfth of what a small build takes.
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        return origin_in(distribution("masthead").read_text("direct_url.json"))
    except PackageNotFoundError:
        return Origin()


def origin_in(direct_url: str | None) -> Origin:
    """Return the origin in a `direct_url.json`; an empty one if the text is missing or invalid."""
    try:
        return msgspec.json.decode(direct_url or "{}", type=Origin)
    except msgspec.DecodeError:
        return Origin()


def has_extra(extra: str) -> bool:
    """Whether `thumbs`, `import` or `zh` is installed; `ja` and `ko` bring what `zh` does."""
    return all(find_spec(module) for module in _MODULES[extra])


def how_to_add(extra: str) -> str:
    """Return in words how to add an extra to this installation of Masthead."""
    came = origin()
    options = "--editable " if came.dir_info and came.dir_info.editable else ""
    what = _source(came, f"masthead[{extra}]", extra)
    if not what:
        return spoken("extra-again", extra=extra)
    if find_spec("pip") is None:
        return spoken("extra-by-tool", what=quoted(what))
    command = f"{quoted(sys.executable)} -m pip install {options}{quoted(what)}"
    return spoken("extra-by-command", command=command)


def with_command(problem: Problem) -> Problem:
    """Return a problem whose hint says how to add an extra here, if it named only the extra."""
    match problem.way_out:
        case Message(code="extra-or-font", arguments=((_, str(extra)),)):
            hint = Message.of("added-or-font", how=how_to_add(extra))
            return msgspec.structs.replace(problem, way_out=hint)
    return problem


def _source(came: Origin, name: str, extra: str) -> str:
    if came.vcs_info:
        return f"{name} @ {came.vcs_info.vcs}+{came.url}@{came.vcs_info.commit_id}"
    if came.file:
        return f"{came.file}[{extra}]" if came.file.exists() else ""
    return f"{name} @ {came.url}" if came.url else ""


def quoted(text: str) -> str:
    """Return a word of a command, quoted for this system's shell if necessary."""
    return f'"{text}"' if os.name == "nt" else shlex.quote(text)
