"""Where the Masthead that runs was installed from, how an extra is added to it, and which Masthead
the workflow of a site installs.

No package index has Masthead: its name there is open to strangers, so it is never installed by its
name alone.
"""

import os
import re
import sys
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import msgspec

UNKNOWN_HOST = "todo.invalid"
"""Stands for a place that others can install Masthead from; no machine finds it (RFC 2606,
section 2)."""
HAN_PACKAGE = "justmytype_intl_cjk"
"""Comes with the extras `zh`, `ja` and `ko`: Noto Sans SC, TC, JP and KR in all weights."""
_MODULES = {"thumbs": ("pypdfium2",), "import": ("liquid", "bs4"), "zh": (HAN_PACKAGE,)}
"""Extra -> the modules that it brings."""
_INSTALLS = re.compile(
    r"^(?:masthead(?![\w.-])|\./vendor/masthead-|\.(?=\[|\s|\Z))[^\r\n]*", re.MULTILINE
)
_EXTRAS = re.compile(r"\[([\w, -]+)\]")
_LONGEST = 1_000_000
"""Characters of a `requirements.txt` that are read; nobody writes more."""
REQUIREMENTS = "requirements.txt"


class _Folder(msgspec.Struct):
    editable: bool = False


class _Vcs(msgspec.Struct):
    vcs: str
    commit_id: str


class Origin(msgspec.Struct, frozen=True):
    """Where a package was installed from: `direct_url.json` (PyPA, "Direct URL Data Structure")."""

    url: str = ""
    """Empty where nobody knows: it came from an index, or from no installer."""
    vcs_info: _Vcs | None = None
    dir_info: _Folder | None = None

    @property
    def file(self) -> Path | None:
        """The file or folder of this machine that it came from."""
        parts = urlsplit(self.url)
        path = unquote(parts.path)
        path = path.lstrip("/") if os.name == "nt" else path  # where a path begins with a drive
        return Path(path) if parts.scheme == "file" else None


def origin() -> Origin:
    """Return where the Masthead that runs came from."""
    try:
        return origin_in(distribution("masthead").read_text("direct_url.json"))
    except PackageNotFoundError:
        return Origin()


def origin_in(direct_url: str | None) -> Origin:
    """Return what a `direct_url.json` says; nothing for one that is missing or no such file."""
    try:
        return msgspec.json.decode(direct_url or "{}", type=Origin)
    except msgspec.DecodeError:
        return Origin()


def requirement(came: Origin, extra: str = "") -> tuple[str, bool]:
    """Return the line of a `requirements.txt` (PEP 508) that installs this Masthead elsewhere, and
    whether another machine can do that: a repository it can, a file or folder of this machine not.
    """
    name = f"masthead[{extra}]" if extra else "masthead"
    if came.vcs_info and came.file is None and came.url:
        return f"{name} @ {came.vcs_info.vcs}+{came.url}@{came.vcs_info.commit_id}", True
    return f"{name} @ git+https://{UNKNOWN_HOST}/masthead.git@COMMIT", False


class Requirement(msgspec.Struct, frozen=True):
    """The line of a site's `requirements.txt` by which its workflow installs Masthead."""

    line: str
    number: int
    """Which line of the file it is, from 1."""

    @property
    def what(self) -> str:
        """What is installed, without hashes: `./vendor/masthead-0.1.0-py3-none-any.whl[zh]`."""
        return self.line.partition(" --hash")[0].strip()

    @property
    def extras(self) -> str:
        """The extras, as they stand between the brackets."""
        found = _EXTRAS.search(self.what.partition("@")[0])
        return found[1] if found else ""

    @property
    def vendored(self) -> str:
        """Where its wheel lies in the site; empty where it comes from elsewhere."""
        way = self.what.partition("[")[0].partition(" ")[0]
        return way.removeprefix("./") if way.startswith("./") else ""

    @property
    def is_checkout(self) -> bool:
        """Whether the site lies in Masthead's own repository, and installs what is there."""
        return self.what.partition("[")[0].strip() == "."

    @property
    def placeholder(self) -> int:
        """The column, from 1, of what stands there until somebody names a place; 0 if one did."""
        return self.line.find(UNKNOWN_HOST) + 1


def requirement_in(text: str) -> Requirement | None:
    """Return the line of a `requirements.txt` that installs Masthead; None where there is none."""
    text = text[:_LONGEST]
    found = _INSTALLS.search(text)
    return Requirement(found[0], text.count("\n", 0, found.start()) + 1) if found else None


def requirement_of(project: Path) -> Requirement | None:
    """Return the line of a site that installs Masthead; None where the site names none."""
    file = project / REQUIREMENTS
    return requirement_in(file.read_text("utf-8", "replace")) if file.is_file() else None


def with_requirement(text: str, new: str) -> str:
    """Return a `requirements.txt` in which a new line installs Masthead; all else stays.

    It takes the place of the line that did, or stands at the end.
    """
    found = _INSTALLS.search(text)
    if found is None:
        between = "\n" if text and not text.endswith("\n") else ""
        return f"{text}{between}{new}\n"
    return f"{text[: found.start()]}{new}{text[found.end() :]}"


def has_extra(extra: str) -> bool:
    """Whether `thumbs`, `import` or `zh` is installed; `ja` and `ko` bring what `zh` does."""
    return all(find_spec(module) for module in _MODULES[extra])


def how_to_add(extra: str) -> str:
    """Return in words how to add an extra of Masthead's to this very installation."""
    came = origin()
    options = "--editable " if came.dir_info and came.dir_info.editable else ""
    what = _source(came, f"masthead[{extra}]", extra)
    if not what:
        return f"install Masthead again from where you have it, with its extra `{extra}`"
    if find_spec("pip") is None:
        return f"install this with the tool that installed Masthead: {quoted(what)}"
    return f"run: {quoted(sys.executable)} -m pip install {options}{quoted(what)}"


def _source(came: Origin, name: str, extra: str) -> str:
    if came.vcs_info:
        return f"{name} @ {came.vcs_info.vcs}+{came.url}@{came.vcs_info.commit_id}"
    if came.file:
        return f"{came.file}[{extra}]" if came.file.exists() else ""
    return f"{name} @ {came.url}" if came.url else ""


def quoted(text: str) -> str:
    """Return a word of a command, quoted for the shell of this system where it has to be."""
    import shlex

    return f'"{text}"' if os.name == "nt" else shlex.quote(text)
