"""The Masthead that runs -> a wheel, so that another machine can install the very same.

A wheel is a ZIP of the package's files and of four files about them (PyPA, "Binary distribution
format"). The same files give the same bytes: names are sorted, and dates and permissions fixed.
"""

import base64
import hashlib
import io
import zipfile
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import msgspec

from generator.project import packaged_schemas, packaged_themes

LARGEST = 8_000_000
"""Bytes beyond which the wheel is not put into a site."""
_UNPACKED = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")
"""Files about the installation here, which another one writes anew."""
_BESIDE = ("generator/_themes", "generator/_schema")
_DATE = (1980, 1, 1, 0, 0, 0)


class Wheel(msgspec.Struct, frozen=True):
    """A wheel of this very Masthead."""

    name: str
    """`masthead-0.1.0-py3-none-any.whl`, as installers read it."""
    data: bytes
    sha256: str

    @property
    def way(self) -> str:
        """Where it lies in a site."""
        return f"vendor/{self.name}"

    def requirement(self, extra: str = "") -> str:
        """Return the line of a `requirements.txt` that installs it, from the top of the site."""
        extras = f"[{extra}]" if extra else ""
        return f"./{self.way}{extras} --hash=sha256:{self.sha256}"


class NoWheel(Exception):
    """No wheel can be made; the message says why."""


def own_wheel() -> Wheel:
    """Return the wheel of the Masthead that runs. Raises NoWheel with the reason."""
    try:
        found = distribution("masthead")
    except PackageNotFoundError:
        raise NoWheel("Masthead runs here without having been installed") from None
    try:
        files = _files(found)
    except OSError as error:
        raise NoWheel(f"a file of Masthead cannot be read: {error}") from None
    name = f"masthead-{found.version}"
    data = _packed(files, f"{name}.dist-info")
    if len(data) > LARGEST:
        raise NoWheel(f"its wheel has {len(data) / 1e6:.1f} MB, more than {LARGEST / 1e6:.0f}")
    return Wheel(f"{name}-py3-none-any.whl", data, hashlib.sha256(data).hexdigest())


def _files(found: Distribution) -> dict[str, bytes]:
    """Return the files of a wheel by their paths in it, without the list of them."""
    files: dict[str, bytes] = {}
    info = f"masthead-{found.version}.dist-info"
    for path in found.files or ():
        if path.parts[0] == info and path.name not in _UNPACKED:
            files[path.as_posix()] = Path(str(found.locate_file(path))).read_bytes()
    # In a checkout, the themes and the schemas lie beside the package.
    files |= _tree(Path(__file__).parent, "generator")
    files = {way: data for way, data in files.items() if not way.startswith(_BESIDE)}
    files |= _tree(packaged_themes(), _BESIDE[0])
    files |= _tree(packaged_schemas(), _BESIDE[1])
    lines = ["Wheel-Version: 1.0", f"Generator: masthead {found.version}",
             "Root-Is-Purelib: true", "Tag: py3-none-any"]  # fmt: skip
    files[f"{info}/WHEEL"] = ("\n".join(lines) + "\n").encode()
    return files


def _tree(folder: Path, prefix: str) -> dict[str, bytes]:
    return {
        f"{prefix}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    }


def _packed(files: dict[str, bytes], info: str) -> bytes:
    record = "".join(f"{name},sha256={_digest(files[name])},{len(files[name])}\n"
                     for name in sorted(files))  # fmt: skip
    files = {**files, f"{info}/RECORD": f"{record}{info}/RECORD,,\n".encode()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        # Installers read what stands last first, so the files about the package go to the end.
        for name in sorted(files, key=lambda name: (name.startswith(info), name)):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = 0o100644 << 16
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, files[name])
    return packed.getvalue()


def _digest(data: bytes) -> str:
    """Return a digest as `RECORD` holds it: base64 for addresses, without its end."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
