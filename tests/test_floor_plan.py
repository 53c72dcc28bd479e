"""Who may import whom: the house's floor plan, read from the imports themselves."""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "generator"
STAGES = {"load", "parse", "graph", "render", "write"}
GROUND = {
    "model", "disk", "processes", "pdf_pages", "html",
    "language", "picture_metadata", "problems", "__init__",
}  # fmt: skip
LEAVES = {"check", "importing", "preview", "publish", "scaffold", "sync"}
BELOW_LEAVES = {"edit", "hosting", "works"}
"""What several leaves need."""
ALLOWED = {
    "__main__": {"commands", "engine", *GROUND},
    "commands": {"api", "editing", *LEAVES, *BELOW_LEAVES, *GROUND},
    "editing": {"api", *LEAVES, *BELOW_LEAVES, *GROUND},
    **{leaf: {"api", *BELOW_LEAVES, *GROUND} for leaf in LEAVES},
    "api": {"engine", "load", "parse", "write", *GROUND},
    "hosting": GROUND,
    "works": GROUND,
    "edit": {"parse", *GROUND},
    "engine": {*STAGES, *GROUND},
    **dict.fromkeys(STAGES, GROUND),
    "model": {"problems", "__init__"},
    "disk": {"model", "problems", "processes"},
    "processes": set[str](),
    "pdf_pages": {"problems", "processes"},
    "html": set[str](),
    "language": set[str](),
    "picture_metadata": {"problems"},
    "problems": set[str](),
    "__init__": set[str](),
}
"""Room -> the rooms that it may import."""
OUTSIDE = {
    "commands", "editing", "engine", "hosting", "language", "pdf_pages", "processes",
    "preview", "publish", "sync", "works", "write",
}  # fmt: skip
"""Rooms that may know the time, the environment and other programs."""
HEAVY = {"yaml", "jinja2", "markdown_it", "pygments", "math_core", "watchdog", "livereload"}


def modules() -> list[Path]:
    found = sorted(path for path in PACKAGE.rglob("*.py") if "_themes" not in path.parts)
    assert len(found) > 20, "the floor plan found no house to look at"
    return found


def room(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All of a file of the package, read once for all tests that look at it."""
    return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))


def dotted(code: ast.AST) -> str:
    """A name with dots, such as `self.context.fault`; empty for other code."""
    if isinstance(code, ast.Attribute):
        return f"{dotted(code.value)}.{code.attr}"
    return getattr(code, "id", "")


@cache
def imports(path: Path) -> set[str]:
    """All modules that a file imports, with both spellings of `from generator import x`."""
    found: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide who is meant"
            found.add(node.module or "")
            if node.module == "generator":
                found |= {f"generator.{alias.name}" for alias in node.names}
    return found


def test_a_room_imports_only_what_the_floor_plan_allows() -> None:
    wrong = []
    for path in modules():
        here = room(path)
        assert here in ALLOWED, f"{here} has no place in the floor plan"
        parts = {name.split(".")[1] for name in imports(path) if name.startswith("generator.")}
        rooms = parts - ALLOWED[here] - {here, "__version__"}
        if rooms:
            wrong.append(f"{path.relative_to(PACKAGE)} must not import {', '.join(sorted(rooms))}")
    assert wrong == []


def test_the_model_knows_no_library_but_msgspec() -> None:
    outside = {
        name.split(".")[0]
        for path in modules()
        if room(path) == "model"
        for name in imports(path)
        if not name.startswith("generator")
    }
    assert not outside & (HEAVY - {"msgspec"})


def test_only_the_reader_and_the_writer_touch_the_disk() -> None:
    opening = {"open", "read_bytes", "read_text", "write_bytes", "write_text", "scandir"}
    for path in modules():
        if room(path) in ("check", "parse", "graph", "render"):
            names = {
                node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
                for node in nodes(path)
                if isinstance(node, ast.Call) and isinstance(node.func, (ast.Attribute, ast.Name))
            }
            assert not names & opening, f"{path.relative_to(PACKAGE)} opens files"


def test_no_clock_environment_or_chance_below_the_command_line() -> None:
    forbidden = {"random", "secrets", "uuid", "socket", "urllib.request", "subprocess"}
    for path in modules():
        if room(path) not in OUTSIDE:
            names = imports(path)
            assert not names & (forbidden | {"time"}), path.relative_to(PACKAGE)
            assert "os.environ" not in path.read_text("utf-8"), path.relative_to(PACKAGE)
            asked = re.search(r"\.(now|today|utcnow|home)\(", path.read_text("utf-8"))
            assert not asked, path.relative_to(PACKAGE)


def test_only_one_file_calls_git() -> None:
    """Few files start other programs at all, and one of them names git."""
    others = {path.relative_to(PACKAGE).as_posix() for path in modules()
              if "subprocess" in imports(path)}  # fmt: skip
    assert others == {"hosting/git.py", "processes.py", "preview/editor.py"}


def test_no_file_imports_itself_by_way_of_others() -> None:
    """Not inside of functions, and not for types either: a circle would be an error here."""
    files = {name_of(path): path for path in modules()}
    edges = {name: files_of(path, files) - {name} for name, path in files.items()}
    TopologicalSorter(edges).prepare()


def name_of(path: Path) -> str:
    """The name of a module in the package: `render.page`."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def files_of(path: Path, files: dict[str, Path]) -> set[str]:
    """The modules of ours that a file imports anywhere in it."""
    found: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            modules = {name for name in inside if name.removeprefix("generator.") in files}
            found |= modules
            if len(modules) < len(inside):  # something of the module itself
                found.add(node.module)
    names = {name.removeprefix("generator.") for name in found if name.startswith("generator.")}
    return names & files.keys()
