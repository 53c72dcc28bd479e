"""Who may import whom: the house's floor plan, read from the imports themselves."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "generator"
STAGES = {"load", "parse", "graph", "render", "write"}
GROUND = {"model", "memory", "html_tags", "problems", "project", "__init__"}
DOORS = {
    "cli": {"commands", *GROUND},
    "commands": {"build", "preview", "check", "publish", "scaffold", "ejecting", *GROUND},
    "preview": {"build", "publish", *GROUND},
    "publish": {"build", *GROUND},
    "scaffold": GROUND,
    "ejecting": GROUND,
    "build": {"locating", "pipeline", *GROUND},
    "pipeline": {
        *("checking", "late", "locating", "making", "drawing", "remembering"),
        *STAGES,
        *GROUND,
    },
    "late": {"parse", *GROUND},
    "locating": {"parse", *GROUND},
    "checking": {"check", "graph", "locating", "parse", "write", *GROUND},
    "check": {"graph", *GROUND},
    "making": {"drawing", "remembering", "graph", "render", "write", *GROUND},
    "drawing": {"drawing", "render", *GROUND},
    "remembering": GROUND,
    "__main__": {"cli", "drawing", *GROUND},
    **{stage: {stage, *GROUND} for stage in STAGES},
    **dict.fromkeys(GROUND, GROUND),
}
ABOVE = {
    "cli",
    "commands",
    "ejecting",
    "pipeline",
    "preview",
    "publish",
    "remembering",
}
"""Rooms that may know the time, the environment and other programs."""
BETWEEN = {
    *("pipeline", "making", "drawing", "checking", "late", "locating"),
    "check",
}
"""Rooms that may know stages without being one."""
HEAVY = {"yaml", "jinja2", "markdown_it", "pygments", "math_core", "watchdog", "livereload"}


def modules() -> list[Path]:
    found = sorted(path for path in PACKAGE.rglob("*.py") if "_themes" not in path.parts)
    assert len(found) > 20, "the floor plan found no house to look at"
    return found


def room(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imports(path: Path) -> set[str]:
    """All modules that a file imports, with both spellings of `from generator import x`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide who is meant"
            found.add(node.module or "")
            if node.module == "generator":
                found |= {f"generator.{alias.name}" for alias in node.names}
    return found


def rooms_of(names: set[str]) -> set[str]:
    parts = {name.split(".")[1] for name in names if name.startswith("generator.")}
    return {part for part in parts if not part.startswith("__version")}


@pytest.mark.parametrize("path", modules(), ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_a_room_imports_only_what_the_floor_plan_allows(path: Path) -> None:
    here = room(path)
    assert here in DOORS, f"{here} has no place in the floor plan"
    wrong = rooms_of(imports(path)) - DOORS[here] - {here}
    assert not wrong, f"{path.relative_to(PACKAGE)} must not import {', '.join(sorted(wrong))}"


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
                for node in ast.walk(ast.parse(path.read_text("utf-8")))
                if isinstance(node, ast.Call) and isinstance(node.func, (ast.Attribute, ast.Name))
            }
            assert not names & opening, f"{path.relative_to(PACKAGE)} opens files"


def test_no_clock_environment_or_chance_below_the_command_line() -> None:
    forbidden = {"random", "secrets", "uuid", "socket", "urllib.request", "subprocess"}
    for path in modules():
        if room(path) not in ABOVE:
            names = imports(path)
            assert not names & (forbidden | {"time"}), path.relative_to(PACKAGE)
            assert "os.environ" not in path.read_text("utf-8"), path.relative_to(PACKAGE)
            assert ".now(" not in path.read_text("utf-8"), path.relative_to(PACKAGE)


def test_the_pipeline_is_the_only_room_that_knows_the_stages() -> None:
    for path in modules():
        if room(path) not in {*BETWEEN, *STAGES}:
            assert not rooms_of(imports(path)) & STAGES, path.relative_to(PACKAGE)


def test_the_package_needs_nothing_that_lies_beside_it() -> None:
    for path in modules():
        beside = {name for name in imports(path) if name.split(".")[0] in ("tests", "tools")}
        assert not beside, path.relative_to(PACKAGE)
