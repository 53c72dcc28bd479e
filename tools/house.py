"""Counts the size and shape of the code, and compares the counts with limits.

    python -m tools.house             count; exit code 1 where a count is above its limit
    python -m tools.house --write     keep the counts as limits, in a commit that says what they buy

The limits are in `tools/house_limits.json`. A room is a folder of `generator/`, or `(top)` for the
files beside the folders. Code lines exclude blank lines, comments and docstrings. ARCHITECTURE.md
lists the leaves; only `commands` and `editing` import them.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIMITS = ROOT / "tools/house_limits.json"
LEAVES = {"check", "importing", "preview", "publish", "scaffold", "sync"}
COMPOSERS = {"commands", "editing"}
DEFINITIONS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
IMPORTS = (ast.Import, ast.ImportFrom)

Counts = dict[str, int]


def main(words: Sequence[str]) -> int:
    """Print the counts beside their limits; return 1 if one is above its limit and limits are not
    written."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--write", action="store_true", help="keep today's counts as limits")
    counts = counted(ROOT)
    if options.parse_args(words).write:
        LIMITS.write_text(json.dumps(counts, indent=2) + "\n", "utf-8")
        return 0
    limits: Counts = json.loads(LIMITS.read_text("utf-8"))
    above = [name for name in counts if counts[name] > limits.get(name, 0)]
    for name in counts:
        limit = limits.get(name, 0)
        print(f"  {name:<44}{counts[name]:>7}" + (f"  (limit {limit})" * (limit != counts[name])))
    if above:
        print(f"house: above the limit: {', '.join(above)}")
        print(
            "Delete as much, or run `make house ARGS=--write` and say in the commit what it buys."
        )
    elif counts != limits:
        print("house: below the limits; `make house ARGS=--write` keeps the gain")
    return bool(above)


def counted(root: Path) -> Counts:
    """Return the counts by name, rooms first."""
    trees = {
        path: ast.parse(path.read_bytes()) for path in sorted((root / "generator").rglob("*.py"))
    }
    rooms = {path: _room(path.relative_to(root)) for path in trees}
    files = Counter(rooms.values())
    lines = Counter[str]()
    for path, tree in trees.items():
        lines[rooms[path]] += _code_lines(path.read_text("utf-8"), tree)
    counts = {}
    for room in sorted(files):
        counts[f"{room}: files"] = files[room]
        counts[f"{room}: code lines"] = lines[room]
    inside = {path: list(_in_functions(tree)) for path, tree in trees.items()}
    return counts | {
        "files": files.total(),
        "code lines": lines.total(),
        "lines of tests": _lines_of_tests(root / "tests"),
        "functions that import": sum(len(functions) for functions in inside.values()),
        "imports of leaves but by commands and editing": _imports_of_leaves(trees, rooms),
        "isinstance on kinds of records": _questions_of_kind(trees),
        "public class names of several things": _homonyms(trees.values()),
    }


def _room(path: Path) -> str:
    return path.parts[1] if len(path.parts) > 2 else "(top)"


def _code_lines(text: str, tree: ast.Module) -> int:
    docstrings: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, DEFINITIONS) and ast.get_docstring(node, clean=False) is not None:
            first = node.body[0]
            docstrings |= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return sum(
        bool(line.strip()) and not line.lstrip().startswith("#") and number not in docstrings
        for number, line in enumerate(text.splitlines(), 1)
    )


def _lines_of_tests(folder: Path) -> int:
    paths = (path for path in folder.rglob("*.py") if "node_modules" not in path.parts)
    return sum(len(path.read_text("utf-8").splitlines()) for path in paths)


def _in_functions(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the functions that import when they run."""
    for node in ast.walk(tree):
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if is_function and any(isinstance(inner, IMPORTS) for inner in ast.walk(node)):
            yield node


def _imports_of_leaves(trees: dict[Path, ast.Module], rooms: dict[Path, str]) -> int:
    """Return the number of imports of a leaf from another leaf or from the core."""
    found = 0
    for path, tree in trees.items():
        if rooms[path] in COMPOSERS:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("generator."):
                other = (node.module or "").split(".")[1]
                found += other in LEAVES and other != rooms[path]
    return found


def _questions_of_kind(trees: dict[Path, ast.Module]) -> int:
    """Return the number of calls of `isinstance` outside `model/records` with a class from
    there."""
    records = {path for path in trees if path.parent.name == "records"}
    kinds = {
        node.name
        for path in records
        for node in ast.walk(trees[path])
        if isinstance(node, ast.ClassDef)
    }
    calls = (
        node
        for path in trees.keys() - records
        for node in ast.walk(trees[path])
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance"
    )
    return sum(
        any(isinstance(name, ast.Name) and name.id in kinds for name in ast.walk(call.args[1]))
        for call in calls
    )


def _homonyms(trees: Iterable[ast.Module]) -> int:
    files = defaultdict[str, int](int)
    for tree in trees:
        for name in {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}:
            files[name] += not name.startswith("_")
    return sum(number > 1 for number in files.values())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
