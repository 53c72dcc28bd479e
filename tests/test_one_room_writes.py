"""Who may write, move or remove files: `generator/disk.py`, and nobody else. Read from the calls."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.test_floor_plan import PACKAGE, modules, nodes, room

OF_OS = {
    "chmod", "chown", "fchmod", "lchmod", "lchown", "link", "makedirs", "mkdir", "mkfifo", "mknod",
    "remove", "removedirs", "removexattr", "rename", "renames", "replace", "rmdir", "setxattr",
    "symlink", "truncate", "unlink", "utime",
}  # fmt: skip
OF_PATHS = {
    "chmod", "hardlink_to", "lchmod", "link_to", "mkdir", "rename", "rmdir", "symlink_to", "touch",
    "unlink", "write_bytes", "write_text",
}  # fmt: skip
WHOLE_MODULES = {
    "shutil", "tempfile", "zipfile", "tarfile", "sqlite3", "dbm", "shelve", "fileinput",
}  # fmt: skip
WRITING_FLAGS = {"O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"}
EXCEPTIONS = {
    ("commands/terminal.py", "os.open(…, O_WRONLY)"): "the null device, for a closed pipe",
    ("hosting/installation.py", "import zipfile"): "packs in memory",
}


def test_nobody_but_the_disks_room_writes_or_removes() -> None:
    found = {
        (path.relative_to(PACKAGE).as_posix(), call)
        for path in modules()
        if room(path) != "disk"
        for call in writing(path)
    }
    assert found == set(EXCEPTIONS)


def writing(path: Path) -> Iterator[str]:
    """The calls and imports in a file by which it could write, move or remove files."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (f"import {a.name}" for a in node.names if a.name in WHOLE_MODULES)
        elif isinstance(node, ast.ImportFrom):
            names = {alias.name for alias in node.names}
            if node.module in WHOLE_MODULES or (node.module == "os" and names & {*OF_OS, "open"}):
                yield f"from {node.module} import …"
        elif isinstance(node, ast.Call):
            yield from called(node)


def called(node: ast.Call) -> Iterator[str]:
    function, words = node.func, {k.arg for k in node.keywords}
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    owner = function.value if isinstance(function, ast.Attribute) else None
    is_os = isinstance(owner, ast.Name) and owner.id == "os"
    if is_os and name in OF_OS:
        yield f"os.{name}"
    elif is_os and name == "open":
        flags = {n.attr for a in node.args for n in ast.walk(a) if isinstance(n, ast.Attribute)}
        yield from (f"os.open(…, {flag})" for flag in sorted(flags & WRITING_FLAGS))
    elif owner is not None and name in OF_PATHS:
        yield f".{name}"
    elif owner is not None and name == "replace" and len(node.args) == 1 and not words:
        yield ".replace(…)"  # of a path; a text's takes two
    elif name == "open":
        modes = (*node.args, *(k.value for k in node.keywords if k.arg == "mode"))
        said = {a.value for a in modes if isinstance(a, ast.Constant) and isinstance(a.value, str)}
        yield from ("open(…, " + mode + ")" for mode in said if mode.strip("rbt") and len(mode) < 4)
