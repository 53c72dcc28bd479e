"""How Masthead is installed: here, with its extras, and by the workflow of a site.

Masthead is in no package index. A stranger could register its name there, so it is never installed
by its name alone. A site is built by the Masthead that wrote it, from a wheel in `vendor/`. Beside
the wheel is a list of its requirements, with hashes. pip requires hashes for all packages or for
none.
"""

import base64
import hashlib
import io
import os
import re
import shlex
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from generator import __version__
from generator.model.files import packaged_schemas, packaged_themes
from generator.problems import Message, Place, Problem, SiteError, spoken

if TYPE_CHECKING:
    from importlib.metadata import Distribution

_MODULES = {
    "thumbs": ("pypdfium2",),
    "import": ("liquid", "bs4"),
    "zh": ("justmytype_intl_cjk",),
}
"""Extra -> the modules that it brings."""


class Origin(msgspec.Struct, frozen=True):
    """Where a package was installed from: `direct_url.json` (PyPA, "Direct URL Data Structure")."""

    url: str = ""
    """Empty if it came from an index, or was not installed by an installer."""
    vcs_info: dict[str, str] = {}
    dir_info: dict[str, bool] = {}


def origin() -> Origin:
    """Return where the running Masthead came from; an empty origin if that is unknown."""
    # It imports `email` and `zipfile`: a twelfth of what a small build takes.
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        text = distribution("masthead").read_text("direct_url.json")
        return msgspec.json.decode(text or "{}", type=Origin)
    except (PackageNotFoundError, msgspec.DecodeError):
        return Origin()


def has_extra(extra: str) -> bool:
    """Whether `thumbs`, `import` or `zh` is installed; `ja` and `ko` bring what `zh` does."""
    return all(find_spec(module) for module in _MODULES[extra])


def how_to_add(extra: str) -> str:
    """Return in words how to add an extra to this installation of Masthead."""
    came = origin()
    options = "--editable " if came.dir_info.get("editable") else ""
    what = _source(came, extra)
    if not what:
        return spoken("extra-again", extra=extra)
    if find_spec("pip") is None:
        return spoken("extra-by-tool", what=quoted(what))
    command = f"{quoted(sys.executable)} -m pip install {options}{quoted(what)}"
    return spoken("extra-by-command", command=command)


def installation() -> list[str]:
    """Return the lines by which a report of a bug says what is installed here."""
    extras = [
        spoken("extra-there", extra=extra)
        if has_extra(extra)
        else spoken("extra-missing", extra=extra, how=how_to_add(extra))
        for extra in _MODULES
    ]
    python = f"Python {sys.version} at {sys.executable}, {sys.platform}"
    return [f"masthead {__version__}", *filter(None, [origin().url]), python, *extras]


def with_command(problem: Problem) -> Problem:
    """Return a problem whose hint says how to add an extra here, if it named only the extra."""
    match problem.way_out:
        case Message(code="extra-or-font", arguments=((_, str(extra)),)):
            hint = Message.of("added-or-font", how=how_to_add(extra))
            return msgspec.structs.replace(problem, way_out=hint)
    return problem


def _source(came: Origin, extra: str) -> str:
    if came.vcs_info:
        revision = f"{came.vcs_info['vcs']}+{came.url}@{came.vcs_info['commit_id']}"
        return f"masthead[{extra}] @ {revision}"
    if came.dir_info.get("editable"):
        return f"{came.url}[{extra}]"
    return f"masthead[{extra}] @ {came.url}" if came.url else ""


def quoted(text: str) -> str:
    """Return a word of a command, quoted for this system's shell if necessary."""
    return f'"{text}"' if os.name == "nt" else shlex.quote(text)


# ---------------------------------------------------------------------- in a site


REQUIREMENTS = "requirements.txt"
LOCK = "vendor/requirements.lock"
"""The path of the list of Masthead's requirements in a site."""
LOCK_LINE = f"--requirement {LOCK}"
_MASTHEAD = re.compile(
    r"^(?:masthead(?![\w.-])|\./vendor/masthead-[^\s\[]*|\.(?=[\s\[]|\Z)) *"
    r"(?:\[([\w, -]+)\])?(?:\\\r?\n|[^\r\n])*",
    re.MULTILINE,
)
"""The line that installs Masthead, with its continuations; the group has the extras."""
_UNPACKED = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")
"""Files about this installation. Every installation writes its own."""
_BESIDE = ("generator/_themes", "generator/_schema")


class Wheel(msgspec.Struct, frozen=True):
    """A wheel of the running Masthead: a ZIP of the package's files and four files of metadata
    (PyPA, "Binary distribution format"). The same files give the same bytes."""

    name: str
    """`masthead-0.1.0-py3-none-any.whl`, in the form that installers read."""
    data: bytes
    sha256: str

    @property
    def way(self) -> str:
        """Its path in a site."""
        return f"vendor/{self.name}"

    def requirement(self, extra: str = "") -> str:
        """Return the line of a `requirements.txt` that installs it, from the top of the site."""
        extras = f"[{extra}]" if extra else ""
        return f"./{self.way}{extras} --hash=sha256:{self.sha256}"

    def installed_by(self, text: str) -> str:
        """Return a `requirements.txt` in which a line installs it; the rest stays.

        The line replaces the old one and keeps its extras, or goes to the end. The line for
        Masthead's requirements is added if it is missing.
        """
        found = _MASTHEAD.search(text)
        new = self.requirement(found[1] if found else "")
        if LOCK_LINE not in text.splitlines():
            new += f"\n{LOCK_LINE}"
        if found:
            return text[: found.start()] + new + text[found.end() :]
        return f"{text}\n{new}\n" if text and not text.endswith("\n") else f"{text}{new}\n"

    def files(self) -> dict[str, bytes]:
        """Return its files for a site's `vendor/`."""
        lock = Path(__file__).parents[1] / "requirements.lock"
        return {self.way: self.data, LOCK: lock.read_bytes()}


@cache
def own_wheel() -> Wheel:
    """Return the wheel of the running Masthead, made once. Raises SiteError if that was never
    installed."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        found = distribution("masthead")
    except PackageNotFoundError:
        raise SiteError([Problem.of(Place("vendor"), "wheel-not-installed")]) from None
    data = _packed(_files(found))
    name = f"masthead-{found.version}-py3-none-any.whl"
    return Wheel(name, data, hashlib.sha256(data).hexdigest())


def _files(found: "Distribution") -> dict[str, bytes]:
    """Return the files of a wheel by their paths in it."""
    info = f"masthead-{found.version}.dist-info"
    # In a checkout, the themes and the schemas are beside the package.
    files = _tree(Path(__file__).parents[1], "generator")
    files = {way: data for way, data in files.items() if not way.startswith(_BESIDE)}
    files |= _tree(packaged_themes(), _BESIDE[0]) | _tree(packaged_schemas(), _BESIDE[1])
    about = {
        path.as_posix(): Path(str(found.locate_file(path))).read_bytes()
        for path in found.files or ()
        if path.parts[0] == info and path.name not in _UNPACKED
    }
    about[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: masthead {found.version}\n"
        "Root-Is-Purelib: true\nTag: py3-none-any\n"
    ).encode()
    # Installers read the end first, so the metadata goes there.
    files = dict(sorted(files.items())) | dict(sorted(about.items()))
    rows = (f"{way},sha256={_digest(files[way])},{len(files[way])}\n" for way in sorted(files))
    return files | {f"{info}/RECORD": f"{''.join(rows)}{info}/RECORD,,\n".encode()}


def _tree(folder: Path, prefix: str) -> dict[str, bytes]:
    return {
        f"{prefix}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    }


def _digest(data: bytes) -> str:
    """Return a digest in the form of `RECORD`: URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


def _packed(files: dict[str, bytes]) -> bytes:
    import zipfile  # a build loads this module, but makes no wheel

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o100644 << 16
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return packed.getvalue()
